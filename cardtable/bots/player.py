"""A bot at a table: it looks at its views, chooses at a human pace, and plays again when asked to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from cardtable.bots.pace import pause
from cardtable.bots.worker import Worker
from cardtable.errors import Rejected
from cardtable.rules.hustle.views import HustleView
from cardtable.table.commands import AskRematch, TableCommand
from cardtable.table.link import TableLink
from cardtable.table.views import Stage, TableView

Pause = Callable[[TableView, HustleView, random.Random], float]


class Bots:
    """Plays every bot of this process; implements `ports.BotSeat`. `close` must be awaited at the end."""

    def __init__(self, *, rng: random.Random | None = None, pause: Pause = pause) -> None:
        self._worker = Worker()
        self._rng = rng or random.SystemRandom()
        self._pause = pause

    async def __call__(self, level: str, link: TableLink) -> None:
        """The whole life of a bot at a table. Ends when its line does, or when the table is closed."""
        rng = random.Random(self._rng.getrandbits(64))  # noqa: S311 - plays cards, keeps no secret
        try:
            async for view in link.views():
                if view.stage is Stage.CLOSED:
                    return
                await self._look(level, link, view, rng)
        finally:
            await link.close()

    async def close(self) -> None:
        """End the worker process, if it was needed."""
        await self._worker.close()

    async def _look(self, level: str, link: TableLink, view: TableView, rng: random.Random) -> None:
        if _rematch_wanted(view):
            await _send(link, AskRematch(), view)
        match = view.match
        if view.stage is Stage.PLAYING and match is not None and match.legal:
            # The choice is worked out while the bot seems to think.
            waiting = asyncio.sleep(self._pause(view, match, rng))
            choice, _ = await asyncio.gather(self._worker.choose(level, match, rng), waiting)
            await _send(link, choice, view)


def _rematch_wanted(view: TableView) -> bool:
    """Whether the match is over, and the other has asked for one more while this seat has not."""
    if view.stage is not Stage.OVER or view.viewer is None:
        return False
    return view.seats[1 - view.viewer].wants_rematch and not view.seats[view.viewer].wants_rematch


async def _send(link: TableLink, command: TableCommand, view: TableView) -> None:
    try:
        await link.send(command, view.seq)
    except Rejected:
        # The table moved on while the bot was thinking (a clock ended, the other gave up); the next view tells.
        return
