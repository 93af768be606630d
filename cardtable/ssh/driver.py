"""Textual's driver for one ssh session. The only file that may touch Textual's underscore names: a test uses each."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Literal, TextIO

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from cardtable.ssh.intake import Flood, Intake, Kind, Piece
from cardtable.ssh.line import Line
from cardtable.ssh.modes import SYNC_QUERY
from cardtable.ssh.redraw import Redraw

_PIECES_A_TURN = 8
_QUESTIONS = 2
"""The mode query is asked as the app starts, and once more when it is answered, to learn how long an answer takes."""
_QUERY_TIME = 5.0
_TELL_EVERY = 2.0
_SLOWEST_ESCAPE = 0.4
_CLICKS = (events.MouseDown, events.MouseUp, events.MouseScrollUp, events.MouseScrollDown)

_FOREIGN = re.compile(
    "[\x00-\x06\x08-\x09\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"
    "|\x1b(?!\\[[0-9;]*[mH]|\\[\\?2026[hl]|\\]52;c;[A-Za-z0-9+/=]*\x07|\\]8;|\\\\)"
)
"""What no frame of ours holds: it came from somebody's text, past the sanitiser. A last fence, not the first."""


class SSHDriver(Driver):
    """Draws on, and reads from, a `Line`; no thread, no signal, no file. Made by `driver_for`."""

    line: ClassVar[Line]

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or self.line.size)
        now = self._loop.time()
        self._parser = XTermParser()
        self._intake = Intake(self.line.limits, now)
        self._pump_timer: asyncio.TimerHandle | None = None
        self._redraw = Redraw(self.line, self._draw_anew)
        self._asked_at = now
        self._questions = 0
        self._told_at = -_TELL_EVERY

    @property
    def can_suspend(self) -> bool:
        """Never: it would stop the server."""
        return False

    def write(self, data: str) -> None:
        """Draw. Pointer shapes are not sent, nor anything but frames to an old terminal."""
        if data.startswith("\x1b]") and (self.line.profile.old or data.startswith("\x1b]22;")):
            return
        self.line.write(_FOREIGN.sub("", data))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._questions = 0 if self.line.profile.old else _QUESTIONS
        self._asked_at = self._loop.time()
        self.line.attach(self)

    def disable_input(self) -> None:
        """Stop reading."""
        self._redraw.stop()
        if self._pump_timer is not None:
            self._pump_timer.cancel()
            self._pump_timer = None

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.disable_input()
        self.line.leave()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing: the browser would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Nothing: the file would be written on the server."""
        binary.close()

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; we are always in its loop."""
        self._app.post_message(message)

    def received(self, data: bytes) -> None:
        """The person typed: see `line.Screen`."""
        try:
            self._intake.feed(data, self._loop.time())
        except Flood:
            self.line.cut("flood")
        else:
            self._pump()

    def resized(self, size: tuple[int, int]) -> None:
        """The window changed; the app hears of the newest size only, and not too often: see `Redraw`."""
        self._redraw.ask()

    def repaint(self) -> None:
        """Draw everything again."""
        self._redraw.ask()

    def _draw_anew(self) -> None:
        if self.line.frames_lost:
            self.line.frames_lost = 0
            with suppress(ScreenStackError):
                self._app.screen.refresh()
        if self._size != self.line.size:
            self._size = self.line.size
            size = Size(*self.line.size)
            self.send_message(events.Resize(size, size))

    def _pump(self) -> None:
        """Pass on what the budget allows, a few pieces a turn so that others get theirs, and come back for the rest."""
        if self._pump_timer is not None:
            self._pump_timer.cancel()
            self._pump_timer = None
        try:
            busy = self._pump_some()
        except Flood:
            self.line.cut("flood")
            return
        now = self._loop.time()
        delay = 0.0 if busy else self._intake.delay(now)
        if delay is not None:
            self._pump_timer = self._loop.call_at(now + delay, self._pump)

    def _pump_some(self) -> bool:
        """Whether there may be more at once."""
        chars = 0
        for _ in range(_PIECES_A_TURN):
            piece = self._intake.next(self._loop.time())
            if piece is None:
                return False
            self._pass_piece(piece)
            chars += len(piece.text)
            if chars >= self.line.limits.input_slice:
                break
        return True

    def _pass_piece(self, piece: Piece) -> None:
        if piece.kind is Kind.ESCAPE:
            self.process_message(events.Key("escape", "\x1b"))
        elif piece.kind is Kind.PASTE:
            self.process_message(events.Paste(piece.text))
        elif piece.kind is Kind.PASTE_LOST:
            self._tell_of_lost_paste()
        elif piece.text:
            self._parse(piece)

    def _parse(self, piece: Piece) -> None:
        """Through Textual's parser. What it cannot read is ignored, and it starts afresh."""
        messages: list[Message] = []
        with suppress(ValueError, OverflowError, StopIteration, RuntimeError):
            messages.extend(self._parser.feed(piece.text))
        if not messages:
            self._parser = XTermParser()
        for message in messages:
            if self._welcome(message):
                self.process_message(message)

    def _welcome(self, message: Message) -> bool:
        """Only keys, clicks inside the window, and the answer to the one question we ask."""
        if isinstance(message, events.Key):
            return all(_typable(char) for char in message.key + (message.character or ""))
        if isinstance(message, _CLICKS):
            columns, rows = self.line.size
            return 0 <= message.x < columns and 0 <= message.y < rows
        return isinstance(message, TerminalSupportsSynchronizedOutput) and self._answered()

    def _answered(self) -> bool:
        """The answer to our query, if one is open. How long it took also tells how long an ESC may be on its way."""
        now = self._loop.time()
        if not self._questions or now - self._asked_at > _QUERY_TIME:
            return False
        self._questions -= 1
        if self._questions:
            self._asked_at = now
            self.line.write(SYNC_QUERY)
        else:
            self._intake.escape_delay = min(max(self._intake.escape_delay, 2 * (now - self._asked_at)), _SLOWEST_ESCAPE)
        return True

    def _tell_of_lost_paste(self) -> None:
        now = self._loop.time()
        if now - self._told_at >= _TELL_EVERY:
            self._told_at = now
            most = self.line.limits.paste_chars
            self._app.notify(f"Pasted text of more than {most} characters is ignored.", severity="warning")


def driver_for(line: Line) -> type[SSHDriver]:
    """A driver class for the one app that runs on this line, as `App.driver_class` wants it."""
    return type("LineDriver", (SSHDriver,), {"line": line})


def keep_crash_quiet(app: App[Any]) -> None:
    """Let an exception end this app without rendering a traceback, which would hold the values of local variables."""
    app._fatal_error = app._close_messages_no_wait  # type: ignore[method-assign]


def crash_of(app: App[Any]) -> Exception | None:
    """The exception that ended this app, if one did."""
    return app._exception


def _typable(char: str) -> bool:
    """Surrogates, format, private and unassigned characters are no keys; neither are the controls above ASCII."""
    kind = unicodedata.category(char)
    return kind[0] != "C" or (kind == "Cc" and char < "\x80")
