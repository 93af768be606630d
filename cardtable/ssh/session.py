"""One session: what the client asked for is read, its app runs, and its terminal comes back clean whatever happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import asyncssh
from textual.app import App

from cardtable.errors import BadInput, Rejected
from cardtable.ssh.admission import source_of
from cardtable.ssh.answers import BROKEN_TERMINAL, help_text, no_screen, version_text
from cardtable.ssh.barred import Barred
from cardtable.ssh.context import Control, SessionContext
from cardtable.ssh.endings import (
    EX_FAULT,
    EX_UNAVAILABLE,
    EX_USAGE,
    IDLE,
    LOST,
    STALLED,
    Ending,
    banned,
    clean_lines,
    flood,
)
from cardtable.ssh.exec import Intent, read_intent
from cardtable.ssh.invite import Gate
from cardtable.ssh.line import Line
from cardtable.ssh.log import crash, note
from cardtable.ssh.options import ServeConfig
from cardtable.ssh.runner import Process, Runner
from cardtable.ssh.terminal import DEFAULT_SIZE
from cardtable.ssh.visitor import Visitor, address, kept_env

if TYPE_CHECKING:
    from cardtable.ssh.access import Access

_CLOSE_TIME = 2.0
"""Seconds that a client has to take its last bytes, and again to hang up."""


class Home(Protocol):
    """What a session needs of its server."""

    config: ServeConfig
    process: Process
    barred: Barred

    def begin(self, session: Session) -> Ending | None:
        """Count a live session in; an ending if there is no room."""
        ...

    def over(self, session: Session) -> None:
        """This session has ended."""
        ...

    def spawn(self, session: Session) -> None:
        """Run the session's life as a task of the server."""
        ...

    async def make_app(self, context: SessionContext) -> App[Any]:
        """See `context.MakeApp`."""
        ...

    async def answer_exec(self, context: SessionContext) -> str:
        """See `context.AnswerExec`."""
        ...


class Session(asyncssh.SSHServerSession[bytes]):
    """The session channel of one connection."""

    def __init__(self, home: Home, access: Access) -> None:
        self.access = access
        self.number = 0
        """How the operator calls it; given when it begins."""
        self.control = Control(_kick=lambda text: self.end(Ending("kicked", clean_lines(text), EX_UNAVAILABLE)))
        self._home = home
        self._chan: asyncssh.SSHServerChannel[bytes]
        self._pty: tuple[str, tuple[int, int]] | None = None
        self._command: str | None = None
        self._ending: Ending | None = None
        self._line: Line | None = None
        self._runner: Runner | None = None
        self._idle: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> float | None:
        """Seconds since the last key; None without a screen."""
        return None if self._line is None else asyncio.get_running_loop().time() - self._line.last_input

    @property
    def told_off(self) -> str | None:
        """What to tell its player if they are banned."""
        barred, access = self._home.barred, self.access
        return barred.address(address(access.peer)[0]) or (barred.key(access.identity) if access.keyed else None)

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan
        chan.set_write_buffer_limits(self._home.config.limits.write_buffer)

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
        self._home.spawn(self)

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

    def part(self, reason: str) -> bool:
        """The connection takes too much and must end; whether that is done here, for there is a screen to give back."""
        if self._line is None:
            return False
        self.end(flood(reason))
        return True

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
            self._home.over(self)

    async def _serve(self) -> Ending:
        if self.told_off is not None:
            return banned(self.told_off)
        visitor, config = self._visitor(), self._home.config
        intent = read_intent(visitor.username, visitor.command, config.games)
        gate = visitor.gate(config.public_host)
        if not intent.needs_terminal:
            return Ending("answered", await self._answer(visitor, intent, gate))
        if visitor.profile.dumb:
            return Ending("refused", no_screen(visitor, intent, gate), EX_USAGE)
        return self._home.begin(self) or await self._play(visitor, intent)

    async def _answer(self, visitor: Visitor, intent: Intent, gate: Gate) -> str:
        if intent.kind == "help":
            return help_text(gate)
        if intent.kind == "version":
            return version_text()
        return await self._home.answer_exec(visitor.context(self._home.config, intent, self.control))

    async def _play(self, visitor: Visitor, intent: Intent) -> Ending:
        config = self._home.config
        app = await self._home.make_app(visitor.context(config, intent, self.control))
        turn = self._home.process.repaints.turn(source_of(visitor.peer[0]))
        self._line = Line(self._chan, visitor.profile, visitor.size, config.limits, self._cut, turn)
        self._line.say(BROKEN_TERMINAL)
        self._runner = Runner(app, self._line, self._home.process)
        self._watch_idle()
        if self._ending is not None:
            self._runner.stop()
        error = await self._runner.run()
        result = app.return_value
        quit_ = Ending("quit", clean_lines(result) if isinstance(result, str) else "", app.return_code or 0)
        crashed = self._crashed(error) if error is not None else None
        return self._ending or crashed or quit_

    def _visitor(self) -> Visitor:
        access = self.access
        term, size = self._pty or (None, DEFAULT_SIZE)
        return Visitor(
            username=access.username,
            identity=access.identity,
            keyed=access.keyed,
            here=address(access.conn.get_extra_info("sockname")),
            peer=address(access.peer),
            command=self._command,
            term=term,
            size=size,
            env=kept_env(self._chan.get_environment_bytes()),
        )

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
            self.end(flood("more input than anybody types"))

    def _watch_idle(self) -> None:
        """Idle is who touches no key; a player at a table never is."""
        line, loop, most = self._line, asyncio.get_running_loop(), self._home.config.limits.idle_time
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
                await asyncio.sleep(self._home.config.limits.goodbye_time)
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
