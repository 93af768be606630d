"""Quick match where no screen can be quick enough: somebody stops waiting in the very moment of being seated."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import Stage
from tests.support.tables import HandClock, player, seeds


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    """A front desk without bots."""

    async def no_bot(level: str, link: TableLink) -> None:
        raise AssertionError("no bot is wanted here")

    lobby = Lobby(bots=no_bot, remote=True, now=HandClock(), seeds=seeds)
    await lobby.open()
    yield lobby
    await lobby.close()


@pytest.mark.parametrize("gone", [0, 1])
async def test_who_stops_before_the_table_is_there_costs_the_other_nothing(lobby: Lobby, gone: int) -> None:
    waiting = [lobby.quick_match(player(name)) for name in ("ann", "bob")]
    waiting[gone].cancel()
    third = lobby.quick_match(player("carl"))
    async with asyncio.timeout(5):
        links = [await waiting[1 - gone].wait(), await third.wait()]
    assert [link.latest.stage for link in links] == [Stage.PLAYING, Stage.PLAYING]
    assert len(lobby.tables()) == 1


@pytest.mark.parametrize("gone", [0, 1])
async def test_who_stops_while_being_seated_has_left(lobby: Lobby, gone: int) -> None:
    waiting = [lobby.quick_match(player(name)) for name in ("ann", "bob")]
    for _turn_of_the_loop in range(100):
        if lobby.tables():
            break
        await asyncio.sleep(0)
    waiting[gone].cancel()
    async with asyncio.timeout(5):
        link = await waiting[1 - gone].wait()
        async for view in link.views():
            if view.stage is Stage.CLOSED:
                break
    assert link.latest.seats[1 - (link.seat or 0)].left
