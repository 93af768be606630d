"""Runs one Textual app inside the server's loop, so that nothing of it reaches the server or outlives it."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from textual.app import App

from cardtable.ssh.appearance import dress
from cardtable.ssh.driver import crash_of, driver_for, keep_crash_quiet
from cardtable.ssh.line import Line
from cardtable.ssh.options import Limits
from cardtable.ssh.repaints import Repaints

_EXIT_TIME = 1.2
"""Seconds that an app has to end by itself before it is cancelled."""


class Process:
    """What belongs to the whole process and every app takes for its own: stdout, stderr, how tasks are made, the time

    that drawing whole screens takes.
    """

    def __init__(self, limits: Limits) -> None:
        self.repaints = Repaints(limits)
        self._out, self._err = sys.stdout, sys.stderr
        self._loop: asyncio.AbstractEventLoop | None = None

    def hold(self) -> None:
        """Keep the loop's plain tasks. Textual asks for eager ones from Python 3.12 on, and under them asyncssh 2.24

        lets nobody in: its login answers before it has noted that it is the one that answers.
        """
        self._loop = asyncio.get_running_loop()
        self._loop.set_task_factory(None)
        self._loop.set_task_factory = _refused  # type: ignore[method-assign]

    def restore(self) -> None:
        """Put the real streams back. An app restores what it found, which may be another app's, long dead."""
        sys.stdout, sys.stderr = self._out, self._err

    def release(self) -> None:
        """Let the loop go."""
        if self._loop is not None:
            del self._loop.set_task_factory
            self._loop = None


def _refused(factory: object) -> None:
    """In place of the loop's `set_task_factory`."""


class Runner:
    """One run of one app on one line."""

    def __init__(self, app: App[Any], line: Line, process: Process) -> None:
        self._app = app
        self._line = line
        self._process = process
        self._stop = asyncio.Event()

    def stop(self) -> None:
        """End the app from outside."""
        self._stop.set()

    async def run(self) -> Exception | None:
        """Until the app ends or is stopped; returns what it crashed of, if it did. The terminal is clean afterwards."""
        dress(self._app, self._line.profile)
        keep_crash_quiet(self._app)
        self._app.driver_class = driver_for(self._line)
        running = asyncio.create_task(self._app.run_async(size=self._line.size))
        stopped = asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
            await self._end(running)
        finally:
            stopped.cancel()
            self._line.leave()
            self._process.restore()
        return crash_of(self._app) or _failure(running)

    async def _end(self, running: asyncio.Task[Any]) -> None:
        if running.done():
            return
        self._app.exit()
        await asyncio.wait({running}, timeout=_EXIT_TIME)
        if not running.done():
            running.cancel()
            await asyncio.wait({running}, timeout=_EXIT_TIME)


def _failure(running: asyncio.Task[Any]) -> Exception | None:
    if not running.done() or running.cancelled():
        return None
    error = running.exception()
    return error if isinstance(error, Exception) else None
