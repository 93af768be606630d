"""One terminal at the other end of a channel: its modes, what is written to it, and what comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import asyncssh

from cardtable.ssh import modes
from cardtable.ssh.options import Limits
from cardtable.ssh.plain import ascii_only
from cardtable.ssh.repaints import Turn
from cardtable.ssh.terminal import DEFAULT_SIZE, TerminalProfile, clamp_size


class Screen(Protocol):
    """What uses a line: the driver of an app."""

    def received(self, data: bytes) -> None:
        """The person typed."""
        ...

    def resized(self, size: tuple[int, int]) -> None:
        """The window has another size: columns, rows."""
        ...

    def repaint(self) -> None:
        """Frames were lost: the whole screen must be drawn anew."""
        ...


class Line:
    """Writes are gathered for one turn of the loop and go out as one packet. While the client takes nothing they are

    dropped, and a full repaint follows when it takes again; `cut` is called, with a reason, when that lasts too long.
    `turn` is its place among all who draw their whole screens anew.
    """

    def __init__(
        self,
        chan: asyncssh.SSHServerChannel[bytes],
        profile: TerminalProfile,
        size: tuple[int, int],
        limits: Limits,
        cut: Callable[[str], None],
        turn: Turn,
    ) -> None:
        self.profile = profile
        self.size = clamp_size(*size) or DEFAULT_SIZE
        self.limits = limits
        self.bytes_out = 0
        self.frames_lost = 0
        self.last_input = asyncio.get_running_loop().time()
        self.cut = cut
        self.turn = turn
        self._chan = chan
        self._screen: Screen | None = None
        self._parts: list[str] = []
        self._blocked: set[str] = set()
        self._stalled: asyncio.TimerHandle | None = None
        self._entered = self._left = self._closed = False

    def attach(self, screen: Screen) -> None:
        """Switch the terminal to a game's modes and let this screen use it."""
        self._screen = screen
        self._entered = True
        self._send(modes.enter(self.profile))

    def write(self, text: str) -> None:
        """Draw, at the end of this turn of the loop. Nothing is drawn after `leave`."""
        if self._left or self._closed:
            return
        if not self._parts:
            asyncio.get_running_loop().call_soon(self._flush)
        self._parts.append(text)

    def leave(self) -> None:
        """Give the terminal back clean, once. Whatever arrives afterwards is discarded."""
        if self._left:
            return
        self._left = True
        self._screen = None
        self._parts.clear()
        if self._entered:
            self._send(modes.leave(self.profile))

    def say(self, text: str) -> None:
        """Lines on the person's ordinary screen: before the app begins, or after `leave`."""
        self._send(text.rstrip("\n").replace("\n", "\r\n") + "\r\n")

    def data(self, data: bytes) -> None:
        """Bytes from the client."""
        self.last_input = asyncio.get_running_loop().time()
        if self._screen is not None:
            self._screen.received(data)

    def resize(self, columns: int, rows: int) -> None:
        """The client's window changed; a size it does not know leaves the last good one."""
        size = clamp_size(columns, rows)
        if size is None or size == self.size:
            return
        self.size = size
        if self._screen is not None:
            self._screen.resized(size)

    def block(self, by: str) -> None:
        """The client (`by` its window or its connection) takes no more for now."""
        if not self._blocked and not self._closed:
            loop = asyncio.get_running_loop()
            self._stalled = loop.call_later(self.limits.stall_time, self.cut, "stalled")
        self._blocked.add(by)

    def unblock(self, by: str) -> None:
        """It takes again."""
        self._blocked.discard(by)
        if self._blocked:
            return
        self._stop_waiting()
        if self.frames_lost and self._screen is not None:
            self._screen.repaint()

    def close(self) -> None:
        """The channel is gone."""
        self._closed = True
        self._screen = None
        self._parts.clear()
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _flush(self) -> None:
        text = "".join(self._parts)
        self._parts.clear()
        if not text:
            return
        if self._blocked:
            self.frames_lost += 1
        else:
            self._send(text)

    def _send(self, text: str) -> None:
        if self._closed or self._chan.is_closing():
            return
        data = text.encode(errors="replace") if self.profile.unicode else ascii_only(text)
        self.bytes_out += len(data)
        self._chan.write(data)
