"""When one session's whole screen is drawn anew: because the window has another size, or because frames were lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.line import Line


class Redraw:
    """Gathers what asks for it and calls `draw` once for all: within the session's own rate, when its turn comes.

    What is drawn is what is right by then, so the last size is never lost.
    """

    def __init__(self, line: Line, draw: Callable[[], None]) -> None:
        self._line = line
        self._draw = draw
        self._loop = asyncio.get_running_loop()
        limits = line.limits
        self._pause = 1 / limits.resizes_per_second
        self._own = Bucket(limits.resizes_sustained, limits.resize_burst, self._loop.time())
        self._drawn_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._asked = False

    def ask(self) -> None:
        """The screen is no longer right."""
        if not self._asked:
            self._asked = True
            now = self._loop.time()
            due = max(self._drawn_at + self._pause, now + self._own.wait(1, now))
            self._timer = self._loop.call_at(due, self._line.turn.ask, self._cells, self._its_turn)

    def stop(self) -> None:
        """Draw no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._line.turn.cancel()

    def _cells(self) -> int:
        columns, rows = self._line.size
        return columns * rows

    def _its_turn(self) -> None:
        self._asked = False
        self._drawn_at = self._loop.time()
        self._own.take(1, self._drawn_at)
        self._draw()
