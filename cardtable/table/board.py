"""What everybody may know of the house, kept until something changes, and who is told when it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context

import msgspec

from cardtable.table.ports import OnlinePlayer, TableSummary

PACE = 0.25
"""Seconds between two rounds of telling: whatever happens meanwhile is told together."""

AT_ONCE, PAUSE = 4, 0.05
"""So many listeners are told, then everything else has its turn for so many seconds. A list on a screen takes some 5 ms
to paint: a crowd in the lobby hears a little later, and nobody's keys wait for it."""


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
        self._touched = False
        self._round: list[object] = []
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
        self._stale = self._touched = True
        if self._listeners and self._due is None:
            self._after(max(0.0, self._last + PACE - asyncio.get_running_loop().time()), self._tell)

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

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        # Not in the context of whoever has done something: to a listener's app that would be another app.
        self._due = asyncio.get_running_loop().call_later(seconds, do, context=Context())

    def _tell(self) -> None:
        self._last, self._touched = asyncio.get_running_loop().time(), False
        before, self._told = self._told, self.listing
        self._round = list(self._listeners) if self._told != before else []
        self._go_round()

    def _go_round(self) -> None:
        now, self._round = self._round[:AT_ONCE], self._round[AT_ONCE:]
        for listener in now:
            # Who has gone meanwhile is told no more.
            self._listeners.get(listener, _nothing)()
        if self._round:
            self._after(PAUSE, self._go_round)
            return
        self._due = None
        if self._touched:
            self.touch()


def _nothing() -> None:
    """Nobody is told."""
