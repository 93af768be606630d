"""Reading: each on a connection of its own, at one instant of the database, whatever is being written meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cardtable.table.keeping import Closed, Unreadable

T = TypeVar("T")


class Reader:
    """Carries out what reads. As many read at once as the engine has connections; the others wait."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._closed = False

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """What `work` finds. Raises Unreadable, and Closed."""
        if self._closed:
            raise Closed("the store is closed")
        try:
            async with self._engine.begin() as connection:
                return await work(connection)
        except DBAPIError as fault:
            raise Unreadable(str(fault.orig)) from fault

    async def close(self) -> None:
        """Let go of every connection."""
        self._closed = True
        await self._engine.dispose()
