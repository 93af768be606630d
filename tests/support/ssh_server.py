"""A server in the test's own loop, and the check that nothing of it is left when it is gone."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from inspect import isawaitable
from pathlib import Path
from typing import Any

import msgspec
from textual.app import App

from cardtable.ssh.barred import Barred
from cardtable.ssh.context import SessionContext
from cardtable.ssh.options import Limits, ServeConfig
from cardtable.ssh.server import Server

RELAXED = Limits(new_per_source=1000, new_total=1000, unauthenticated_per_source=1000, goodbye_time=0.02)
"""Every test comes from one address; only the tests of admission want its limits."""


def relaxed(**changes: float) -> Limits:
    """Those limits with some changed."""
    return msgspec.structs.replace(RELAXED, **changes)


@asynccontextmanager
async def serving(
    make_app: Callable[[SessionContext], App[Any] | Awaitable[App[Any]]],
    host_key: Path,
    *,
    limits: Limits = RELAXED,
    barred: Barred | None = None,
    answer_exec: Callable[[SessionContext], str | Awaitable[str]] = lambda _context: "no open tables",
    **config: object,
) -> AsyncIterator[Server]:
    """A server on a free port of this machine; drained at the end, with nothing left behind."""
    before = asyncio.all_tasks()
    streams = sys.stdout, sys.stderr
    served = ServeConfig(host_key=host_key, port=0, limits=limits, **config)  # type: ignore[arg-type]
    server = Server(served, _waiting(make_app), _waiting(answer_exec), barred)
    await server.start()
    try:
        yield server
    finally:
        await server.drain()
    await eventually(lambda: not (asyncio.all_tasks() - before), lambda: f"tasks left: {asyncio.all_tasks() - before}")
    assert not server.sessions
    assert (sys.stdout, sys.stderr) == streams


def _waiting(made: Callable[[SessionContext], Any]) -> Callable[[SessionContext], Awaitable[Any]]:
    """What may answer at once, as what answers when it can."""

    async def wait(context: SessionContext) -> Any:
        answer = made(context)
        return await answer if isawaitable(answer) else answer

    return wait


def port_of(server: Server) -> int:
    """Where it listens."""
    return server.addresses[0][1]


async def eventually(condition: Callable[[], bool], what: Callable[[], str] | str, patience: float = 10.0) -> None:
    """Wait for a condition; on time-out `what` says what was missing."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, what if isinstance(what, str) else what()
        await asyncio.sleep(0.01)
