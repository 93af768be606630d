"""What the operator may do to tables: close one, see private ones, call the last match before the server goes down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import CONCEDE, PLACES, Options
from cardtable.store.memory import MemoryStore
from cardtable.table.commands import AskRematch
from cardtable.table.events import Player
from cardtable.table.home import Home
from cardtable.table.keeping import HistoryQuery
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import Stage
from cardtable.tui import present
from tests.support.ssh_server import eventually
from tests.support.tables import HandClock, player, seeds

ANN = Player("player:a", "ann", keyed=True, profile="a")
BOB = Player("player:b", "bob", keyed=True, profile="b")


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def lobby(store: MemoryStore) -> AsyncIterator[Lobby]:
    desk = Lobby(bots=no_bot, remote=True, now=HandClock(), seeds=seeds, home=Home(store, lambda: 1))
    await desk.open()
    yield desk
    await desk.close()


async def seated(lobby: Lobby) -> tuple[TableLink, TableLink]:
    ann = await lobby.host(ANN, Options(), private=True)
    return ann, await lobby.join(ann.latest.code, BOB)


async def test_a_closed_match_has_no_result_and_is_not_recorded(lobby: Lobby, store: MemoryStore) -> None:
    ann, bob = await seated(lobby)
    await ann.send(PLACES[0])
    await lobby.close_table(ann.latest.code)
    for link in (ann, bob):
        assert link.latest.stage is Stage.CLOSED
        assert present.prompt(link.latest, link.seat) == "The operator has closed this table. No result counts."
        with pytest.raises(Rejected, match="closed"):
            await link.send(PLACES[0])
    assert lobby.every_table() == ()
    assert await store.history(HistoryQuery()) == ()
    with pytest.raises(Rejected, match="No match has ended"):
        lobby.finished(ann.latest.code)
    for link in (ann, bob):
        await link.close()
    await eventually(lambda: not lobby.knows(ann.latest.code), "the table is still there")
    assert await store.live_tables() == ()


async def test_a_table_that_waits_is_closed_and_says_so(lobby: Lobby) -> None:
    ann = await lobby.host(ANN, Options(), private=False)
    await lobby.close_table(ann.latest.code.lower())
    assert present.prompt(ann.latest, 0) == "The operator has closed this table."
    with pytest.raises(Rejected, match="closed"):
        await lobby.close_table(ann.latest.code)


async def test_closing_what_is_not_there(lobby: Lobby) -> None:
    with pytest.raises(Rejected, match="There is no table ZZZ-ZZ2 now"):
        await lobby.close_table("ZZZ-ZZ2")


async def test_the_operator_sees_private_tables_too(lobby: Lobby) -> None:
    ann, _ = await seated(lobby)
    assert lobby.tables() == ()
    assert [(table.code, table.names) for table in lobby.every_table()] == [(ann.latest.code, ("ann", "bob"))]


async def test_after_the_last_call_no_match_begins_and_those_that_run_go_on(lobby: Lobby, store: MemoryStore) -> None:
    ann, bob = await seated(lobby)
    cleo = await lobby.host(player("cleo"), Options(), private=False)
    lobby.call_last()
    for begin in (
        lambda: lobby.host(player("dan"), Options(), private=True),
        lambda: lobby.join(cleo.latest.code, player("dan")),
        lambda: lobby.play_bot(player("dan"), "rookie", Options()),
    ):
        with pytest.raises(Rejected, match="The server is going down"):
            await begin()
    with pytest.raises(Rejected, match="The server is going down"):
        lobby.quick_match(player("dan"))
    await ann.send(PLACES[0])
    await bob.send(PLACES[0])
    assert ann.latest.match is not None
    assert ann.latest.match.placed == 1
    assert (await lobby.join(ann.latest.code, ANN)).seat == 0
    assert len(await store.live_tables()) == 2


async def test_after_the_last_call_no_rematch_either(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    await ann.send(CONCEDE)
    lobby.call_last()
    with pytest.raises(Rejected, match="The server is going down"):
        await bob.send(AskRematch())


async def test_two_who_wait_for_a_quick_match_are_not_seated_after_the_last_call(lobby: Lobby) -> None:
    first, second = lobby.quick_match(ANN), lobby.quick_match(BOB)
    lobby.call_last()
    waiting = [asyncio.create_task(one.wait()) for one in (first, second)]
    await eventually(lambda: not lobby.every_table(), "no table")
    for one in (first, second):
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert all(task.cancelled() for task in waiting)
