"""The one process in which slow choices are worked out, shared by all bots, so that the event loop never waits for one.

It is started by the first slow choice. If it dies it is started once more for the choice at hand; if that is of no use
either, or takes too long, the regular chooses instead: a bot may play worse for a moment, it never fails to play.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import redirect_stderr

from cardtable.bots import regular, solving
from cardtable.bots.levels import LEVELS
from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.views import HustleView

_log = logging.getLogger("cardtable.bots")

PATIENCE = 3.0
"""Seconds that a slow choice may take, starting the process included, before the regular's is taken instead."""


class Worker:
    """Chooses for bots of every level. `close` must be awaited at the end; a choice after that starts it again."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._pool: Executor | None = None

    async def choose(self, level: str, view: HustleView, rng: random.Random) -> Choice:
        """The choice of a bot of this level; `rng` is its own. Raises KeyError for a level that does not exist."""
        strategy = LEVELS[level]
        if not strategy.slow:
            return strategy.choose(view, rng)
        try:
            async with asyncio.timeout(self._patience):
                return await self._solve(level, view, rng.getrandbits(64))
        except (TimeoutError, BrokenExecutor) as fault:
            _log.warning("the regular chose for the %s: %s", level, type(fault).__name__)
        except Exception:
            _log.exception("the regular chose for the %s", level)
        return regular.choose(view, rng)

    async def close(self) -> None:
        """End the process, and wait until it is gone."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    async def _solve(self, level: str, view: HustleView, seed: int) -> Choice:
        try:
            return await asyncio.wrap_future(self._submit(level, view, seed))
        except BrokenExecutor:
            return await asyncio.wrap_future(self._submit(level, view, seed))

    def _submit(self, level: str, view: HustleView, seed: int) -> Future[Choice]:
        # Textual puts a stand-in without a file descriptor in the place of stderr; a process cannot be started with it.
        with redirect_stderr(sys.__stderr__):
            if self._pool is None:
                self._pool = _new_pool()
            try:
                return self._pool.submit(solving.choose, level, view, seed)
            except BrokenExecutor:
                # It died since it was last used; whoever was waiting for it then has been told.
                self._pool = _new_pool()
                return self._pool.submit(solving.choose, level, view, seed)


def _new_pool() -> Executor:
    # Loaded when first needed, so that a player who meets no slow bot does not wait for it at the start.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=spawn, initializer=solving.prepare)
