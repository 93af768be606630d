"""Reading: each on a connection of its own, at one instant of the database, whatever is being written meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cardtable.table.keeping import Closed, Unreadable

T = TypeVar("T")

PATIENCE = 2.0


class Reader:
    """Carries out what reads. As many read at once as the engine has connections; the others wait."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._closed = False
        self._under_way: set[asyncio.Task[Any]] = set()

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """What `work` finds. Raises Unreadable, and Closed.

        Whoever gives up waiting leaves the work to its end: cut off in the middle, it could leave the file open.
        """
        if self._closed:
            raise Closed("the store is closed")
        task = asyncio.create_task(self._found(work), name="store reader")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let go of every connection, once what is under way has been read, within two seconds."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=PATIENCE)
        await self._engine.dispose()

    async def _found(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            async with self._engine.begin() as connection:
                return await work(connection)
        except DBAPIError as fault:
            raise Unreadable(str(fault.orig)) from fault
