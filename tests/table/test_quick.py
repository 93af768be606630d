"""Quick match: who is about as strong first, and after a while anybody."""

from __future__ import annotations

import pytest

from cardtable.store.memory import MemoryStore
from cardtable.table import quick
from cardtable.table.events import Player
from cardtable.table.home import Home
from cardtable.table.keeping import FinishedMatch, Profile, Rating, SeatRecord
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.quick import QuickLine, Waiting
from tests.support.ssh_server import eventually
from tests.support.tables import player, seeds


class Line:
    """A line that remembers whom it has brought together."""

    def __init__(self) -> None:
        self.pairs: list[set[str]] = []
        self.line = QuickLine(lambda one, other: self.pairs.append({one.player.name, other.player.name}))

    def come(self, name: str, strength: float, waited: float = 0.0) -> Waiting:
        """Somebody of this strength, who has waited so many seconds."""
        waiting = Waiting(self.line, player(name))
        waiting.strength = strength
        waiting.since -= waited
        self.line.line_up(waiting)
        return waiting


async def test_equals_are_paired_at_once_and_the_nearest_of_several_first() -> None:
    line = Line()
    line.come("ann", 30.0)
    line.come("bob", 20.0)
    line.come("eve", 29.0)
    assert line.pairs == [{"ann", "eve"}]
    line.line.close()


@pytest.mark.parametrize(("waited", "paired"), [(0.0, False), (5.0, False), (6.5, True), (12.0, True)])
async def test_waiting_widens_the_reach(waited: float, paired: bool) -> None:
    line = Line()
    line.come("ann", 25.0, waited)
    line.come("bob", 35.0)
    assert bool(line.pairs) is paired
    line.line.close()


async def test_after_a_while_anybody_will_do_without_anybody_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "LOOK", 0.01)
    monkeypatch.setattr(quick, "ANYBODY", 0.05)
    line = Line()
    line.come("ann", 0.0)
    line.come("bob", 60.0)
    assert not line.pairs
    await eventually(lambda: line.pairs == [{"ann", "bob"}], "paired")


async def test_a_known_player_waits_by_the_rating_that_is_kept() -> None:
    store = MemoryStore()
    for name, mu in (("ann", 40.0), ("bob", 10.0)):
        await store.add_player(Profile(name, name, name, 0), f"key of {name}")
        seats = (SeatRecord(name, name), SeatRecord("", "somebody"))
        match = FinishedMatch(f"match of {name}", "hustle", 0, 1, "conceded", True, seats)
        await store.record(match, (Rating(name, "hustle", mu, 5.0, 1, 1),))

    async def no_bot(level: str, link: TableLink) -> None:
        raise AssertionError("no bot is wanted here")

    lobby = Lobby(bots=no_bot, remote=True, seeds=seeds, home=Home(store, lambda: 0))
    await lobby.open()
    known = {name: Player(f"player:{name}", name, keyed=True, profile=name) for name in ("ann", "bob")}
    waiting = {name: lobby.quick_match(known[name]) for name in known}
    await eventually(lambda: {w.player.name for w in lobby._quick._waiting} == {"ann", "bob"}, "both wait")
    guest = lobby.quick_match(Player("guest:1", "gus"))
    assert not lobby.tables()
    for one in (*waiting.values(), guest):
        one.cancel()
    await lobby.close()
