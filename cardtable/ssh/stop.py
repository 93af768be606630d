"""The one request to end the process, and the little time there is from then on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FrameType

from cardtable.ssh.log import crash

_TIME = 4.2
"""Seconds from the signal for whatever ends by itself."""
_LAST = 4.6
"""Seconds after which the process ends whatever still hangs, so that it never takes five."""

Close = Callable[[], Awaitable[None]]
"""Closes something for good."""


class Stop:
    """SIGTERM or SIGINT, once. Who asks again while the server ends changes nothing: players are being told."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._asked = asyncio.Event()
        self._end: float | None = None

    def listen(self) -> None:
        """Take both signals, for the rest of the process: not even its last moments may be cut short by a second."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: self.ask())

    async def asked(self) -> None:
        """Until somebody asks the process to end."""
        await self._asked.wait()

    async def close(self, *closing: Close) -> None:
        """Close these one after the other, while there is time. None is waited for longer, and each is begun."""
        for one in closing:
            task = asyncio.ensure_future(one())
            await asyncio.wait({task}, timeout=self._left())
            if not task.cancel() and (fault := task.exception()):
                crash("close_failed", fault)

    def _left(self) -> float:
        """Seconds until all has to be over; without a signal as many as if it came now."""
        return _TIME if self._end is None else max(0.05, self._end - self._loop.time())

    def ask(self) -> None:
        """End the process, as a signal does."""
        if self._end is None:
            self._end = self._loop.time() + _TIME
            signal.signal(signal.SIGALRM, _give_up)
            signal.setitimer(signal.ITIMER_REAL, _LAST)
            self._loop.call_soon_threadsafe(self._asked.set)


def _give_up(_number: int, _frame: FrameType | None) -> None:
    """Something hangs, in a thread or past every cancellation. It was asked to end, so it ends, with its children."""
    with suppress(OSError):
        os.write(2, b"cardtable: something did not end in time, and was left\n")
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(0)
