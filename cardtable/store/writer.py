"""The one writer. Whatever waits is written together and made safe once, so that fifty tables cost one disk flush."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import groupby, islice
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.database import Database
from cardtable.store.health import Health
from cardtable.table.keeping import Closed

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""One write. It may be run more than once, until a run of it is committed."""

BATCH = 128
"""So many writes at most share a transaction: one bad write makes the others run twice."""

PATIENCE = 2.0
"""After so many seconds a write that still waits is news, and a store that is closed gives up."""

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0

LAST_ATTEMPT = 2.5
"""A database that waits for a lock gives up by itself sooner than this."""


class _Waiting:
    """A write that is not safe yet, and whoever waits for it (who may have gone: it is written all the same)."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def settle(self, outcome: _Outcome) -> None:
        if self.future.done():
            return
        if isinstance(outcome, _Failed):
            self.future.set_exception(outcome.fault)
        else:
            self.future.set_result(outcome)


class _Failed:
    def __init__(self, fault: Exception) -> None:
        self.fault = fault


_Outcome = Any | _Failed


def _given_up() -> _Failed:
    return _Failed(Closed("the store was closed before this could be written"))


class Writer:
    """Writes in the order of asking. Nothing is lost, and nobody is told of a fault of the disk: it is tried again.

    The queue has no bound of its own. Whoever writes waits until it is safe, so it never holds more than there are
    tables and players.
    """

    def __init__(self, database: Database, health: Health) -> None:
        self._database = database
        self._health = health
        self._queue: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._giving_up = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def write(self, work: Work[T]) -> T:
        """Do this in a transaction; returns once it is safe. Raises what `work` raises, and Closed."""
        if self._closed:
            raise Closed("the store is closed")
        waiting = _Waiting(work)
        self._queue.append(waiting)
        self._wake.set()
        result: T = await waiting.future
        return result

    async def close(self) -> None:
        """Write what waits, for two seconds at most; what is left then fails with Closed."""
        self._closed = True
        self._wake.set()
        try:
            await asyncio.wait({self._task}, timeout=PATIENCE)
            # An attempt under way ends by itself soon; to cut it off could leave the file open behind it.
            self._giving_up.set()
            await asyncio.wait({self._task}, timeout=LAST_ATTEMPT)
        finally:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            for waiting in self._queue:
                waiting.settle(_given_up())
            self._queue.clear()

    async def _run(self) -> None:
        while self._queue or not self._closed:
            self._wake.clear()
            if not self._queue:
                await self._wake.wait()
            # Whoever is ready to write at this very moment comes along; those who come during a commit share the next
            # one. To wait longer would delay a single table, and gather no more.
            await asyncio.sleep(0)
            await self._write_some()

    async def _write_some(self) -> None:
        batch = tuple(islice(self._queue, BATCH))
        if not batch:
            return
        outcomes = await self._until_safe(batch)
        for waiting, outcome in zip(batch, outcomes, strict=True):
            self._queue.popleft()
            waiting.settle(outcome)

    async def _until_safe(self, batch: tuple[_Waiting, ...]) -> list[_Outcome]:
        late = asyncio.get_running_loop().call_later(PATIENCE, self._health.tell, False, "the disk does not answer")
        try:
            outcomes = await self._again_and_again(batch)
        finally:
            late.cancel()
        if outcomes is None:
            return [_given_up()] * len(batch)
        self._health.tell(True)
        return outcomes

    async def _again_and_again(self, batch: tuple[_Waiting, ...]) -> list[_Outcome] | None:
        """What became of each, as soon as the disk has let it; None if the store gave up before."""
        pause = FIRST_PAUSE
        while not self._giving_up.is_set():
            try:
                return await self._attempt(batch)
            except Exception as fault:
                if not self._database.passing(fault):
                    return [_Failed(fault)] * len(batch)
                self._health.tell(False, str(getattr(fault, "orig", fault)))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._giving_up.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return None

    async def _attempt(self, batch: tuple[_Waiting, ...]) -> list[_Outcome]:
        """Write them together. If one of them cannot be written, write them again, each guarded by a savepoint."""
        try:
            async with self._database.writing.begin() as connection:
                return await _together(connection, batch)
        except Exception as fault:
            if self._database.passing(fault):
                raise
        async with self._database.writing.begin() as connection:
            return [await self._alone(connection, waiting) for waiting in batch]

    async def _alone(self, connection: AsyncConnection, waiting: _Waiting) -> _Outcome:
        try:
            async with connection.begin_nested():
                return await waiting.work(connection)
        except Exception as fault:
            if self._database.passing(fault):
                raise
            return _Failed(fault)


async def _together(connection: AsyncConnection, batch: tuple[_Waiting, ...]) -> list[_Outcome]:
    """All of them, or the first fault. Neighbours that know how to be `together` are one statement."""
    outcomes: list[_Outcome] = []
    for together, run in groupby(batch, key=lambda waiting: getattr(waiting.work, "together", None)):
        works = [waiting.work for waiting in run]
        if together is None:
            outcomes += [await work(connection) for work in works]
        else:
            await together(connection, works)
            outcomes += [None] * len(works)
    return outcomes
