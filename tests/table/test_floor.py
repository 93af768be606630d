"""Tables that outlive their process, and what happens while nothing can be stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Choice, Options
from cardtable.store.memory import MemoryStore
from cardtable.store.opening import open_store
from cardtable.table.commands import Leave
from cardtable.table.events import Entry, LineBack, LineLost, Player, Resumed
from cardtable.table.home import Home, match_id
from cardtable.table.keeping import HistoryQuery, Profile, Store
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import Stage
from tests.support.ssh_server import eventually
from tests.support.tables import HandClock, seeds

ANN = Player("player:a", "ann", keyed=True, profile="a")
BOB = Player("player:b", "bob", keyed=True, profile="b")
GUEST = Player("guest:1", "gus")
WALL = 1_800_000_000_000

SCRIPT: list[tuple[int, Choice]] = [
    *((seat, PLACES[column]) for column in (0, 0, 1, 1, 2, 2) for seat in (0, 1)),
    *[(0, STAND), (1, STAND)] * 3,
    (0, HIT),
    (1, HIT),
]
"""Enough for any deck; what a seat is not asked is refused and skipped."""


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


@asynccontextmanager
async def lobby_on(store: Store, clock: HandClock) -> AsyncIterator[Lobby]:
    """A front desk at this store; it ends as a killed process does: nothing is told and nothing is closed."""
    lobby = Lobby(bots=no_bot, remote=True, now=clock, seeds=seeds, home=Home(store, lambda: WALL))
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()


async def choose(links: tuple[TableLink, TableLink], seat: int, choice: Choice) -> None:
    """Choose if asked."""
    match = links[seat].latest.match
    if match is not None and choice in match.legal:
        await links[seat].send(choice)


def happened(entries: tuple[Entry, ...]) -> list[object]:
    """What the match consists of, without lines that come and go, and without numbers."""
    return [entry.event for entry in entries if not isinstance(entry.event, LineLost | LineBack | Resumed)]


async def uninterrupted() -> list[object]:
    """The whole script in one process."""
    async with lobby_on(MemoryStore(), HandClock()) as lobby:
        first = await lobby.host(ANN, Options(), private=True)
        links = first, await lobby.join(first.latest.code, BOB)
        for seat, choice in SCRIPT:
            await choose(links, seat, choice)
        return happened(lobby.finished(first.latest.code).match_entries())


async def known_here() -> MemoryStore:
    """A store that knows ann and bob."""
    store = MemoryStore()
    for player in (ANN, BOB):
        await store.add_player(Profile(player.profile, player.name, player.name, WALL), f"key of {player.name}")
    return store


@pytest.mark.parametrize("killed_after", range(len(SCRIPT) - 1))
async def test_a_match_goes_on_after_the_process_was_killed_at_any_choice(killed_after: int) -> None:
    store, clock = await known_here(), HandClock()
    async with lobby_on(store, clock) as lobby:
        first = await lobby.host(ANN, Options(), private=True)
        code = first.latest.code
        links = first, await lobby.join(code, BOB)
        for seat, choice in SCRIPT[:killed_after]:
            await choose(links, seat, choice)
        before = [link.latest for link in links]
    async with lobby_on(store, clock) as lobby:
        links = await lobby.join(code, ANN), await lobby.join(code, BOB)
        for link, known in zip(links, before, strict=True):
            await eventually(lambda link=link: link.latest.seats[0].connected, "back")  # type: ignore[misc]
            assert link.latest.match == known.match
        for seat, choice in SCRIPT[killed_after:]:
            await choose(links, seat, choice)
        assert happened(lobby.finished(code).match_entries()) == await uninterrupted()
        await eventually(lambda: bool(store._matches), "recorded")


async def test_downtime_is_not_charged_and_three_seconds_come_back(tmp_path: Path) -> None:
    clock = HandClock()
    store = await open_store(tmp_path / "kept.db")
    async with lobby_on(store, clock) as lobby:
        first = await lobby.host(ANN, Options(), private=True)
        code = first.latest.code
        await lobby.join(code, BOB)
        clock.ms = 9_000
        await store.mark_alive(clock())
    await store.close()
    store = await open_store(tmp_path / "kept.db")
    async with lobby_on(store, clock) as lobby:
        link = await lobby.join(code, ANN)
        await eventually(lambda: any(isinstance(line.event, LineBack) for line in link.latest.log), "back")
        shown = link.latest.seats[0].clock
        assert shown is not None
        assert shown.main == 9_000
    await store.close()


async def test_the_tables_clock_goes_on_from_the_last_mark(tmp_path: Path) -> None:
    store = MemoryStore()
    await store.mark_alive(123_456)
    lobby = Lobby(bots=no_bot, remote=True, seeds=seeds, home=Home(store, lambda: WALL))
    await lobby.open()
    assert 123_456 <= lobby.now() < 125_000
    await lobby.close()


async def test_a_guest_comes_back_by_the_return_code_and_a_watcher_by_the_watch_code() -> None:
    store, clock = MemoryStore(), HandClock()
    async with lobby_on(store, clock) as lobby:
        first = await lobby.host(ANN, Options(), private=True)
        guest = await lobby.join(first.latest.code, GUEST)
        await lobby.allow_watching(first)
        await eventually(lambda: first.latest.watch_code is not None, "a watch code")
        return_code, watch_code = guest.latest.return_code, first.latest.watch_code
    assert return_code
    assert watch_code
    async with lobby_on(store, clock) as lobby:
        assert (await lobby.back(return_code, Player("guest:2", "somebody"))).seat == 1
        assert (await lobby.watch(watch_code)).seat is None


async def test_a_bot_plays_on() -> None:
    store, clock, played = MemoryStore(), HandClock(), list[str]()

    async def bot(level: str, link: TableLink) -> None:
        played.append(f"{level} at {link.seat}")

    for process in (1, 2):
        lobby = Lobby(bots=bot, remote=True, now=clock, seeds=seeds, home=Home(store, lambda: WALL))
        await lobby.open()
        if process == 1:
            await lobby.play_bot(ANN, "shark", Options())
        await eventually(lambda process=process: len(played) == process, "the bot")  # type: ignore[misc]
        await lobby.close()
    assert played == ["shark at 1", "shark at 1"]


async def test_a_table_that_was_closed_is_forgotten() -> None:
    store, clock = MemoryStore(), HandClock()
    async with lobby_on(store, clock) as lobby:
        link = await lobby.host(ANN, Options(), private=True)
        await link.send(Leave())
        await link.close()
        await eventually(lambda: not lobby.knows(link.latest.code), "closed")
    assert await store.live_tables() == ()


async def test_a_damaged_table_is_named_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    store, clock = MemoryStore(), HandClock()
    await store.open_table("broken-1", b"{}")
    async with lobby_on(store, clock) as lobby:
        code = (await lobby.host(ANN, Options(), private=True)).latest.code
    async with lobby_on(store, clock) as lobby:
        assert lobby.knows(code)
    assert "broken-1 was not taken up again" in caplog.text
    assert len(await store.live_tables()) == 2
    caplog.clear()


async def test_a_match_between_known_players_is_recorded_once_with_both_results() -> None:
    store, clock = await known_here(), HandClock()
    async with lobby_on(store, clock) as lobby:
        first = await lobby.host(ANN, Options(), private=True)
        links = first, await lobby.join(first.latest.code, BOB)
        for seat, choice in SCRIPT:
            await choose(links, seat, choice)
        table = lobby.finished(first.latest.code)
    async with lobby_on(store, clock):
        page = await store.history(HistoryQuery())
    assert [match.id for match in page] == [match_id(table)]
    assert page[0].rated
    assert {seat.result for seat in page[0].seats} in ({"won", "lost"}, {"tied"})
    for player in (ANN, BOB):
        rating = await store.rating(player.profile, "hustle")
        assert rating is not None
        assert rating.matches == 1
        assert rating.sigma < 25 / 3


class Sick(MemoryStore):
    """A store that can be told that it cannot write."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Callable[[bool], None]] = []
        self.well = asyncio.Event()
        self.well.set()

    def watch(self, told: Callable[[bool], None]) -> None:
        self.told.append(told)

    async def append(self, table: str, rows: object) -> None:
        await self.well.wait()
        await super().append(table, rows)  # type: ignore[arg-type]

    def fall_ill(self) -> None:
        self.well.clear()
        for told in self.told:
            told(False)

    def recover(self) -> None:
        self.well.set()
        for told in self.told:
            told(True)


async def test_while_nothing_can_be_stored_tables_pause_with_their_clocks_stopped() -> None:
    store = Sick()
    lobby = Lobby(bots=no_bot, remote=True, seeds=seeds, home=Home(store, lambda: WALL))
    await lobby.open()
    first = await lobby.host(ANN, Options(), private=True)
    links = first, await lobby.join(first.latest.code, BOB)
    store.well.clear()
    sent = asyncio.create_task(links[0].send(PLACES[0]))
    await asyncio.sleep(0)
    store.fall_ill()
    stood = lobby.now()
    assert all(link.latest.paused for link in links)
    for refused in (links[1].send(PLACES[0]), lobby.host(GUEST, Options(), private=True)):
        with pytest.raises(Rejected) as told:
            await refused
        assert told.value.code == "paused"
    assert not sent.done()
    assert lobby.now() == stood
    store.recover()
    await asyncio.wait_for(sent, 5)
    assert not links[0].latest.paused
    assert links[0].latest.match is not None
    assert links[0].latest.match.ready[0]
    assert links[0].latest.stage is Stage.PLAYING
    await eventually(lambda: lobby.now() > stood, "the clocks go on")
    await lobby.close()
