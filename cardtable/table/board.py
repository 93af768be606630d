"""What everybody may know of the house, kept until something changes, and who is told when it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context

import msgspec

from cardtable.table.ports import OnlinePlayer, TableSummary

PACE = 0.25
"""Seconds between two tellings: whatever happens meanwhile is told together."""


class Listing(msgspec.Struct, frozen=True):
    """The open tables, newest first, and everybody who is connected."""

    tables: tuple[TableSummary, ...] = ()
    players: tuple[OnlinePlayer, ...] = ()


class Board:
    """Looks again only after a `touch`, and tells its listeners only of what really is different.

    While nothing is touched nothing runs: no timer, no task.
    """

    def __init__(self, look: Callable[[], Listing]) -> None:
        self._look = look
        self._listing = Listing()
        self._told = Listing()
        self._stale = True
        self._listeners: dict[object, Callable[[], None]] = {}
        self._due: asyncio.TimerHandle | None = None
        self._last = 0.0

    @property
    def listing(self) -> Listing:
        """As it is now."""
        if self._stale:
            self._listing, self._stale = self._look(), False
        return self._listing

    def touch(self) -> None:
        """Something may have changed."""
        self._stale = True
        if self._listeners and self._due is None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, self._last + PACE - loop.time())
            # Not in the context of whoever has done something: to a listener's app that would be another app.
            self._due = loop.call_later(wait, self._tell, context=Context())

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call this whenever something has changed; what is returned ends it, and may be called twice."""
        if not self._listeners:
            self._told = self.listing
        listener = object()
        self._listeners[listener] = told

        def stop() -> None:
            self._listeners.pop(listener, None)

        return stop

    def close(self) -> None:
        """Tell nobody any more."""
        self._listeners.clear()
        if self._due is not None:
            self._due.cancel()

    def _tell(self) -> None:
        self._due, self._last = None, asyncio.get_running_loop().time()
        before, self._told = self._told, self.listing
        if self._told != before:
            for told in tuple(self._listeners.values()):
                told()
