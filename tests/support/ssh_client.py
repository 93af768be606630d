"""A player at a real ssh client (asyncssh), for tests: type, expect, resize, drop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import asyncssh

from tests.support.screen import Picture
from tests.support.terminal_modes import TerminalModes

PATIENCE = 10.0
"""Seconds that anything may take before a test gives up."""


class Player:
    """One connection with one session. Use it as an async context manager, or `await Player.connect(...)`."""

    def __init__(self, conn: asyncssh.SSHClientConnection, size: tuple[int, int], *, answers: bool = True) -> None:
        self.conn = conn
        self.chan: asyncssh.SSHClientChannel[bytes]
        self.raw = bytearray()
        self.errors = bytearray()
        self.picture = Picture(*size)
        self.modes = TerminalModes()
        self.closed = asyncio.Event()
        self._answers = answers
        self._news = asyncio.Event()

    @classmethod
    async def connect(
        cls,
        port: int,
        user: str = "ann",
        command: str | None = None,
        *,
        term: str | None = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        key: asyncssh.SSHKey | None = None,
        env: Mapping[str, str] | None = None,
        answers: bool = True,
        window: int = 2 * 1024 * 1024,
        options: Mapping[str, Any] | None = None,
    ) -> Player:
        """Log in with this key, or as a guest, and open a session; `answers`: the terminal answers mode queries."""
        keys: Sequence[asyncssh.SSHKey] = [key] if key else []
        conn = await asyncssh.connect(
            "127.0.0.1",
            port,
            username=user,
            known_hosts=None,
            client_keys=keys or None,
            agent_path=None,
            config=None,
            client_factory=Guest,
            **dict(options or {}),
        )
        player = cls(conn, size, answers=answers)
        try:
            player.chan, _ = await conn.create_session(
                lambda: _Sink(player),
                command,
                term_type=term,
                term_size=size,
                encoding=None,
                env=env or {},
                window=window,
            )
        except BaseException:
            conn.abort()
            raise
        return player

    async def __aenter__(self) -> Player:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.drop()

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        return self.picture.text

    @property
    def text(self) -> str:
        """Every byte so far, as text."""
        return bytes(self.raw).decode(errors="replace")

    def type(self, keys: str | bytes) -> None:
        """Press these keys, all at once."""
        self.chan.write(keys.encode() if isinstance(keys, str) else keys)

    def look_away(self) -> None:
        """Draw no picture any more: it is work for this process, and hides what the server costs."""
        self.picture.feed = lambda data: None  # type: ignore[method-assign]

    def resize(self, columns: int, rows: int) -> None:
        """Change the window."""
        self.picture.resize(columns, rows)
        self.chan.change_terminal_size(columns, rows)

    async def expect(self, text: str, patience: float = PATIENCE) -> None:
        """Wait until this is on the screen; on time-out the last screen is in the failure."""
        await self.until(lambda: text in self.screen, f"{text!r}", patience)

    async def refute(self, text: str, during: float = 0.0) -> None:
        """This is not on the screen, and does not come during so many seconds."""
        end = time.monotonic() + during
        while True:
            assert text not in self.screen, f"{text!r} is on the screen:\n{self.screen}"
            if time.monotonic() >= end or self.closed.is_set():
                return
            await self._wait(end)

    async def until(self, condition: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Wait for anything about this player."""
        end = time.monotonic() + patience
        while not condition():
            if time.monotonic() >= end or self.closed.is_set():
                why = "the session is over" if self.closed.is_set() else "timed out"
                raise AssertionError(f"{why} waiting for {what}; the screen is:\n{self.screen}\n{self.errors.decode()}")
            await self._wait(end)

    async def exit_status(self, patience: float = PATIENCE) -> int | None:
        """The exit code that the server sends; None if the connection is cut instead."""
        async with asyncio.timeout(patience):
            await self.closed.wait()
        return self.chan.get_exit_status()

    async def drop(self) -> None:
        """Cut the connection, as a lost line does."""
        self.conn.abort()
        await self.conn.wait_closed()

    def received(self, data: bytes, *, error: bool = False) -> None:
        """Bytes for this terminal."""
        (self.errors if error else self.raw).extend(data)
        self.modes.feed(data)
        self.picture.feed(data)
        if self._answers and not self.closed.is_set():
            self.type("\x1b[?2026;2$y" * data.count(b"\x1b[?2026$p"))
        self._news.set()

    def over(self) -> None:
        """The channel is closed; a client hangs up then."""
        self.conn.close()
        self.closed.set()
        self._news.set()

    async def _wait(self, end: float) -> None:
        self._news.clear()
        try:
            async with asyncio.timeout(min(0.05, max(0.0, end - time.monotonic()))):
                await self._news.wait()
        except TimeoutError:
            return


class Guest(asyncssh.SSHClient):
    """A client that can answer no question, as stock ones do when asked none."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        return []


class _Sink(asyncssh.SSHClientSession[bytes]):
    def __init__(self, player: Player) -> None:
        self._player = player

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._player.received(data, error=datatype is not None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._player.over()
