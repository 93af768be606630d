"""Bots at live tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable

import pytest

from cardtable.bots.player import Bots
from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import CONCEDE, Options
from cardtable.rules.hustle.views import HustleView
from cardtable.table.clock import Timing
from cardtable.table.commands import AskRematch, Leave
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import SeatKind, Stage, TableView
from tests.support.tables import player, seeds


def at_once(view: TableView, match: HustleView, rng: random.Random) -> float:
    """No pause."""
    return 0.0


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    bots = Bots(rng=random.Random(1), pause=at_once)
    desk = Lobby(bots=bots, seeds=seeds)
    await desk.open()
    yield desk
    await desk.close()
    await bots.close()
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def until(link: TableLink, ready: Callable[[TableView], bool]) -> TableView:
    """The first view that satisfies the condition; chooses at random on the way there."""
    rng = random.Random(2)
    async with asyncio.timeout(20):
        async for view in link.views():
            if ready(view):
                return view
            if view.match is not None and view.match.legal:
                await link.send(rng.choice(view.match.legal), view.seq)
    raise AssertionError(f"the line ended ({link.ended}); last view: {link.latest}")


@pytest.mark.parametrize("level", ["rookie", "regular", "shark"])
@pytest.mark.parametrize("options", [Options(), Options(draft="open", clocks="relaxed")])
async def test_a_match_against_each_level_comes_to_its_end(lobby: Lobby, level: str, options: Options) -> None:
    ann = await lobby.play_bot(player("ann"), level, options)
    view = await until(ann, lambda view: view.stage is Stage.OVER)
    assert view.seats[1].kind is SeatKind.BOT
    assert view.match is not None
    assert view.match.result is not None
    assert view.match.skips_left == (2, 2)


async def test_a_bot_plays_again_when_asked(lobby: Lobby) -> None:
    ann = await lobby.play_bot(player("ann"), "regular", Options())
    for number in (1, 2, 3):
        await until(ann, lambda view: view.stage is Stage.OVER)
        assert ann.latest.match_number == number
        await ann.send(AskRematch())
        await until(ann, lambda view: view.stage is Stage.PLAYING)


async def test_a_bot_goes_when_the_person_does(lobby: Lobby) -> None:
    before = asyncio.all_tasks()
    ann = await lobby.play_bot(player("ann"), "rookie", Options())
    await ann.send(Leave())
    await ann.close()
    _, still_there = await asyncio.wait(asyncio.all_tasks() - before, timeout=5)
    assert not still_there
    with pytest.raises(Rejected):
        await lobby.join(ann.latest.code, player("bob"))


async def test_a_bot_that_thinks_too_long_takes_the_table_as_it_finds_it() -> None:
    def slowly(view: TableView, match: HustleView, rng: random.Random) -> float:
        return 0.05

    bots = Bots(rng=random.Random(1), pause=slowly)
    desk = Lobby(bots=bots, seeds=seeds, timing=Timing(draft=10, turn=10, extra=20))
    await desk.open()
    ann = await desk.play_bot(player("ann"), "regular", Options())
    view = await until(ann, lambda view: view.stage is Stage.OVER)
    assert view.match is not None
    assert view.match.skips_left[1] == 0
    await desk.close()
    await bots.close()


async def test_a_bot_hears_that_the_person_gave_up(lobby: Lobby) -> None:
    ann = await lobby.play_bot(player("ann"), "regular", Options())
    await ann.send(CONCEDE)
    await ann.send(AskRematch())
    await until(ann, lambda view: view.match_number == 2 and view.stage is Stage.OVER)
