"""One session: what the client asked for is read, its app runs, and its terminal comes back clean whatever happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import asyncssh
import msgspec
from textual.app import App

from cardtable.errors import BadInput, Rejected
from cardtable.ssh.answers import BROKEN_TERMINAL, corrected, help_text, too_dumb, version_text
from cardtable.ssh.context import Control, SessionContext
from cardtable.ssh.exec import Intent, read_intent
from cardtable.ssh.invite import Gate, gate_of
from cardtable.ssh.line import Line
from cardtable.ssh.log import crash, note
from cardtable.ssh.options import Address, ServeConfig
from cardtable.ssh.runner import Process, Runner
from cardtable.ssh.terminal import KEPT_ENV, TerminalProfile, read_terminal
from cardtable.table.codes import looks_like_code
from cardtable.text import clean_line, clean_name

if TYPE_CHECKING:
    from cardtable.ssh.access import Access

EX_FAULT = 1
EX_USAGE = 2
EX_TEMPFAIL = 75
"""Come back later: the server is going down, or full."""

_CLOSE_TIME = 2.0
"""Seconds that a client has to take its last bytes, and again to hang up."""


class Ending(msgspec.Struct, frozen=True):
    """Why a session ends, what its player reads, and the exit code of the player's ssh."""

    reason: str
    text: str = ""
    code: int = 0


LOST = Ending("lost")
STALLED = Ending("stalled")
FLOOD = Ending("flood", "More input than anybody types came from your side; the connection was closed.", EX_FAULT)
IDLE = Ending("idle", "Nothing happened here for a while, so the connection was closed. Come back any time.")
SHUTDOWN = Ending("shutdown", "The server is going down. Please come back in a while.", EX_TEMPFAIL)
CROWDED = Ending("kicked", "A newer connection of yours took this one's place.")
FULL = Ending("full", "cardtable: the server is full; please try again in a while", EX_TEMPFAIL)


class Desk(Protocol):
    """What a session needs of its server."""

    config: ServeConfig
    process: Process

    def begin(self, session: Session) -> Ending | None:
        """Count a live session in; an ending if there is no room."""
        ...

    def over(self, session: Session) -> None:
        """This session has ended."""
        ...

    def spawn(self, session: Session) -> None:
        """Run the session's life as a task of the server."""
        ...

    def make_app(self, context: SessionContext) -> App[Any]:
        """See `context.MakeApp`."""
        ...

    def answer_exec(self, intent: Intent) -> str:
        """See `context.AnswerExec`."""
        ...


class Session(asyncssh.SSHServerSession[bytes]):
    """The session channel of one connection."""

    def __init__(self, desk: Desk, access: Access) -> None:
        self.access = access
        self.control = Control(_kick=lambda text: self.end(Ending("kicked", clean_lines(text))))
        self._desk = desk
        self._chan: asyncssh.SSHServerChannel[bytes]
        self._pty: tuple[str, tuple[int, int]] | None = None
        self._command: str | None = None
        self._ending: Ending | None = None
        self._line: Line | None = None
        self._runner: Runner | None = None
        self._idle: asyncio.TimerHandle | None = None

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan
        chan.set_write_buffer_limits(self._desk.config.limits.write_buffer)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """A terminal, welcome."""
        self._pty = (term_type, (term_size[0], term_size[1]))
        return True

    def shell_requested(self) -> bool:
        """There is no shell; it is our screen that opens."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A command line: one of ours or an answer that says which there are. Nothing is ever executed."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """None: no sftp."""
        note(logging.INFO, "subsystem_refused", subsystem=subsystem)
        return False

    def session_started(self) -> None:
        """All that is needed to begin is known."""
        self.access.session_begins()
        self._desk.spawn(self)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        if self._line is not None:
            self._line.resize(width, height)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """The person types."""
        if self._line is not None:
            self._line.data(data)

    def eof_received(self) -> bool:
        """No more input; what is shown goes on."""
        return True

    def pause_writing(self) -> None:
        """The client's window is full."""
        self.block("window", True)

    def resume_writing(self) -> None:
        """It has room again."""
        self.block("window", False)

    def block(self, by: str, blocked: bool) -> None:
        """The client takes no more, or takes again."""
        if self._line is not None:
            (self._line.block if blocked else self._line.unblock)(by)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        if self._line is not None:
            self._line.close()
        self.end(LOST)

    # Its life

    def end(self, ending: Ending) -> None:
        """Bring the session to its end. The first reason is the one that counts."""
        if self._ending is None:
            self._ending = ending
            self.control.ended = ending.reason
        if self._runner is not None:
            self._runner.stop()

    async def live(self) -> None:
        """From the request to the last byte."""
        try:
            ending = await self._serve()
        except (BadInput, Rejected) as fault:
            ending = Ending("refused", f"cardtable: {fault}", EX_USAGE)
        except Exception as error:
            ending = self._crashed(error)
        try:
            await self._finish(ending)
        finally:
            self._desk.over(self)

    async def _serve(self) -> Ending:
        intent = read_intent(self.access.username, self._command, self._desk.config.games)
        if not intent.needs_terminal:
            return Ending("answered", self._answer(intent))
        env = self._environment()
        profile = read_terminal(self._pty[0] if self._pty else None, env)
        if self._pty is None or profile.dumb:
            return self._no_screen(intent, profile)
        full = self._desk.begin(self)
        return full or await self._play(intent, profile, self._pty[1])

    async def _play(self, intent: Intent, profile: TerminalProfile, size: tuple[int, int]) -> Ending:
        app = self._desk.make_app(self._context(intent, profile))
        limits = self._desk.config.limits
        self._line = Line(self._chan, profile, size, limits, self._cut)
        self._line.say(BROKEN_TERMINAL)
        self._runner = Runner(app, self._line, self._desk.process)
        self._watch_idle()
        if self._ending is not None:
            self._runner.stop()
        error = await self._runner.run()
        if error is not None and self._ending is None:
            return self._crashed(error)
        result = app.return_value
        last_words = clean_lines(result) if isinstance(result, str) else ""
        return self._ending or Ending("quit", last_words)

    def _context(self, intent: Intent, profile: TerminalProfile) -> SessionContext:
        config = self._desk.config
        return SessionContext(
            identity=self.access.identity,
            keyed=self.access.keyed,
            wished_name="" if looks_like_code(self.access.username) else clean_name(self.access.username),
            intent=intent,
            terminal=profile,
            address_line=self._address("sockname"),
            peer=self._address("peername"),
            public_host=config.public_host,
            motd=config.motd,
            control=self.control,
        )

    def _answer(self, intent: Intent) -> str:
        if intent.kind == "help":
            return help_text(self._gate)
        return version_text() if intent.kind == "version" else self._desk.answer_exec(intent)

    def _no_screen(self, intent: Intent, profile: TerminalProfile) -> Ending:
        if self._pty is not None:
            text = f"cardtable: {too_dumb(profile.term)}"
        elif intent.kind == "lobby":
            text = help_text(self._gate)
        else:
            text = f"cardtable: {corrected(self._gate, self._user, intent)}"
        return Ending("refused", text, EX_USAGE)

    def _crashed(self, error: Exception) -> Ending:
        number = secrets.token_hex(4)
        crash("session_crashed", error, id=number, identity=self.access.identity)
        text = f"Something went wrong on our side, and this session ended. Its number in our log is {number}."
        return Ending("crash", text, EX_FAULT)

    def _cut(self, reason: str) -> None:
        if reason == "stalled":
            self.end(STALLED)
            self.access.conn.abort()
        else:
            self.end(FLOOD)

    def _watch_idle(self) -> None:
        """Idle is who touches no key; a player at a table never is."""
        line, loop, most = self._line, asyncio.get_running_loop(), self._desk.config.limits.idle_time
        if line is None or self._ending is not None:
            return
        if self.control.busy:
            line.last_input = loop.time()
        left = line.last_input + most - loop.time()
        if left <= 0:
            self.end(IDLE)
        else:
            self._idle = loop.call_later(left, self._watch_idle)

    async def _finish(self, ending: Ending) -> None:
        """The last words, the exit code, and the end of the connection, each within its time."""
        self._ending = self._ending or ending
        self.control.ended = self._ending.reason
        if self._idle is not None:
            self._idle.cancel()
        note(logging.INFO, "session_end", reason=ending.reason, identity=self.access.identity)
        if not self._chan.is_closing():
            self._say(ending)
            if self._line is not None:
                await asyncio.sleep(self._desk.config.limits.goodbye_time)
            self._chan.exit(ending.code)
        await self._hang_up()

    def _say(self, ending: Ending) -> None:
        if not ending.text or self._chan.is_closing():
            return
        if self._line is not None:
            self._line.say(ending.text)
            return
        text = ending.text.rstrip("\n") + "\n"
        data = (text.replace("\n", "\r\n") if self._pty else text).encode(errors="replace")
        if ending.code and not self._pty:
            self._chan.write_stderr(data)
        else:
            self._chan.write(data)

    async def _hang_up(self) -> None:
        """Most clients hang up by themselves once they have the exit code."""
        conn = self.access.conn
        with suppress(TimeoutError):
            await asyncio.wait_for(conn.wait_closed(), _CLOSE_TIME)
        if self._chan.get_write_buffer_size():
            conn.abort()
        conn.close()

    @property
    def _gate(self) -> Gate:
        return gate_of(self._desk.config.public_host, self._address("sockname"))

    @property
    def _user(self) -> str:
        """The user name, if it can be typed on a command line as it is."""
        name = self.access.username
        return name if name.isascii() and name.replace("-", "").replace("_", "").isalnum() and len(name) <= 32 else ""

    def _address(self, end: str) -> Address:
        found = self.access.conn.get_extra_info(end) or ("", 0)
        return str(found[0]), int(found[1])

    def _environment(self) -> dict[str, str]:
        """What the client sent of the few variables that are looked at."""
        sent = self._chan.get_environment_bytes().items()
        texts = {name.decode("ascii", "replace"): value.decode("ascii", "replace")[:64] for name, value in sent}
        return {name: value for name, value in texts.items() if name in KEPT_ENV or name.startswith("LC_")}


def clean_lines(text: str) -> str:
    """An app's last words, line by line through the sanitiser."""
    return "\n".join(clean_line(line, 200) for line in text.splitlines()[:10])
