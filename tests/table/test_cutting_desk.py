"""Which tables of a desk have their deck cut, and what becomes of it when the process ends or nothing can be stored."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.store.memory import MemoryStore
from cardtable.table.commands import Cut, Leave
from cardtable.table.events import LineBack
from cardtable.table.home import Home
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import Stage, TableView
from tests.support.ssh_server import eventually
from tests.support.tables import CUT_TIME, HandClock, player, seeds


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


@asynccontextmanager
async def desk(clock: HandClock, store: MemoryStore | None = None) -> AsyncIterator[Lobby]:
    """A server's desk; it ends as a killed process does."""
    home = Home(store or MemoryStore(), lambda: 1_800_000_000_000)
    lobby = Lobby(bots=no_bot, remote=True, now=clock, seeds=seeds, home=home, cut_time=CUT_TIME)
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()


async def seated(lobby: Lobby) -> tuple[TableLink, TableLink]:
    ann = await lobby.host(player("ann"), Options(), private=True)
    bob = await lobby.join(ann.latest.code, player("bob"))
    await eventually(lambda: ann.latest.stage is Stage.CUTTING, "cutting")
    return ann, bob


def left(view: TableView) -> int:
    assert view.cutting is not None
    return view.cutting.left


async def test_two_who_cut_begin_at_once() -> None:
    async with desk(HandClock()) as lobby:
        ann, bob = await seated(lobby)
        await ann.send(Cut("seven"), ann.latest.seq)
        assert bob.latest.cutting is not None
        assert bob.latest.cutting.owes == (False, True)
        await bob.send(Cut("of cups"), bob.latest.seq)
        for link in (ann, bob):
            assert link.latest.match is not None
            assert link.latest.match.cuts == ("seven", "of cups")


async def test_whoever_sits_where_a_deck_is_cut_takes_no_second_seat() -> None:
    async with desk(HandClock()) as lobby:
        await seated(lobby)
        with pytest.raises(Rejected, match="You have a seat"):
            await lobby.host(player("ann"), Options(), private=True)


async def test_against_a_bot_only_the_person_cuts_and_at_one_keyboard_nobody_does() -> None:
    async with desk(HandClock()) as lobby:
        link = await lobby.play_bot(player("ann"), "rookie", Options())
        assert link.latest.cutting is not None
        assert link.latest.cutting.owes == (True, False)
        first, _ = await lobby.hot_seat(("eve", "joe"), Options())
        await eventually(lambda: first.latest.stage is Stage.PLAYING, "playing")


async def test_the_time_is_looked_at_and_restored_after_a_kill_with_three_seconds_back() -> None:
    store, clock = MemoryStore(), HandClock()
    async with desk(clock, store) as lobby:
        ann, bob = await seated(lobby)
        await bob.send(Cut("of cups"))
        clock.ms = 4_000
        lobby.check_clocks()
        await store.mark_alive(clock())
    async with desk(clock, store) as lobby:
        again = await lobby.join(ann.latest.code, player("ann"))
        await eventually(lambda: any(isinstance(line.event, LineBack) for line in again.latest.log), "back")
        assert left(again.latest) == 9_000
        assert again.latest.cutting is not None
        assert again.latest.cutting.owes == (True, False)
        clock.ms += 9_000
        lobby.check_clocks()
        await eventually(lambda: again.latest.stage is Stage.PLAYING, "begun")
        assert again.latest.match is not None
        assert again.latest.match.cuts == (seeds().hex()[:40], "of cups")


async def test_a_cut_is_refused_while_nothing_can_be_stored() -> None:
    async with desk(HandClock()) as lobby:
        ann, _ = await seated(lobby)
        actor = lobby._floor.tables[ann.latest.code]
        actor.pause(True)
        with pytest.raises(Rejected, match="paused"):
            await ann.send(Cut("seven"))
        actor.pause(False)
        await ann.send(Cut("seven"))
        assert ann.latest.cutting is not None
        assert ann.latest.cutting.my_cut == "seven"


async def test_when_one_leaves_the_other_is_told_and_the_table_ends() -> None:
    async with desk(HandClock()) as lobby:
        ann, bob = await seated(lobby)
        await bob.send(Leave())
        assert (ann.latest.stage, ann.latest.cutting) == (Stage.CLOSED, None)
        for link in (ann, bob):
            await link.close()
        await eventually(lambda: not lobby.knows(ann.latest.code), "gone")
