"""The table's clock: monotonic milliseconds that do not count the time this process was not running (H22)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

BEAT = 0.5
"""Seconds between looks at the clock."""

STALL = 3.0
"""A gap longer than this many seconds between two looks means the process was stopped, not busy."""


class ServerTime:
    """Call it for the present instant in milliseconds. `beat` must run beside it for stalls to be noticed.

    Whoever looks first after a stall takes the gap out, so that no expiry can slip in before.
    """

    def __init__(self, source: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._last = source()
        self._uncounted = 0.0
        self._stopped: float | None = None

    def begin_at(self, now: int) -> None:
        """Count on from this instant, where an earlier process stopped: what came after the two is not time."""
        self._last = self._source()
        self._uncounted = self._last - now / 1000

    def stop(self) -> None:
        """Stand still."""
        self()
        self._stopped = self._last

    def go(self) -> None:
        """Count on from where it stood."""
        if self._stopped is not None:
            self._last = self._source()
            self._uncounted += self._last - self._stopped
            self._stopped = None

    def __call__(self) -> int:
        if self._stopped is not None:
            return int((self._stopped - self._uncounted) * 1000)
        instant = self._source()
        gap = instant - self._last
        if gap > STALL:
            self._uncounted += gap - BEAT
        self._last = instant
        return int((instant - self._uncounted) * 1000)

    async def beat(self) -> None:
        """Look at the clock regularly, for ever."""
        while True:
            self()
            await asyncio.sleep(BEAT)
