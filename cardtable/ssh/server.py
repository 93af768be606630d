"""The ssh server: listens, admits, keeps count of its sessions, and ends them all in good order."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Any

import asyncssh
from textual.app import App

from cardtable.ssh.access import Access
from cardtable.ssh.admission import Admission, Ticket
from cardtable.ssh.algorithms import server_options
from cardtable.ssh.barred import Barred
from cardtable.ssh.context import AnswerExec, MakeApp, SessionContext
from cardtable.ssh.endings import CROWDED, FULL, SHUTDOWN, SHUTDOWN_AT_TABLE, Ending
from cardtable.ssh.garbage import leave_out_what_stays
from cardtable.ssh.hostkey import host_key
from cardtable.ssh.invite import read_public_host
from cardtable.ssh.log import log_to, note
from cardtable.ssh.options import Address, Limits, ServeConfig
from cardtable.ssh.runner import Process
from cardtable.ssh.session import Session
from cardtable.ssh.sockets import listening_sockets
from cardtable.ssh.stop import Close, Stop

_BACKLOG = 1024
_ACCEPTS_A_TURN = 16
"""Connections accepted in one turn of the loop; the rest wait in the backlog while sessions get theirs."""
_TELL_TIME = 3.2
"""Seconds that sessions have to end once they are told that the server goes down."""
_CLOSE_TIME = 0.4
_LAST_WORD = "no new connections; every session is told, gets its terminal back, and ends with exit code 75"


class Server:
    """Everything that is alive between `start` and `drain`."""

    def __init__(
        self, config: ServeConfig, make_app: MakeApp, answer_exec: AnswerExec, barred: Barred | None = None
    ) -> None:
        self.config = config
        self.barred = barred or Barred()
        self.ask_to_end: Callable[[], None] = lambda: None
        """Ends the whole process in good order, where there is one to end."""
        self.process = Process(config.limits)
        self.sessions: set[Session] = set()
        self._make_app = make_app
        self._answer_exec = answer_exec
        self._live: dict[str, list[Session]] = {}
        self._connections: set[Access] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._acceptors: list[asyncssh.SSHAcceptor] = []
        self._admission: Admission
        self._draining = False
        self._begun = 0

    @property
    def limits(self) -> Limits:
        """Everybody's limits."""
        return self.config.limits

    @property
    def addresses(self) -> list[Address]:
        """Where it listens."""
        return [(str(found[0]), int(found[1])) for one in self._acceptors for found in one.get_addresses()]

    async def start(self) -> None:
        """Listen. Raises BadInput for a port in use, an address that is not ours, a host key that cannot be used."""
        if self.config.public_host is not None:
            read_public_host(self.config.public_host)
        key = host_key(self.config.host_key)
        sockets = listening_sockets(self.config.host, self.config.port)
        self.process.hold()
        self._admission = Admission(self.limits, asyncio.get_running_loop().time)
        for sock in sockets:
            self._acceptors.append(await self._accept_on(sock, key))

    async def drain(self) -> None:
        """Stop listening, tell every player, and give their terminals back: in less than four seconds."""
        self._draining = True
        for acceptor in self._acceptors:
            acceptor.close()
        for session in list(self.sessions):
            session.end(SHUTDOWN_AT_TABLE if session.control.busy else SHUTDOWN)
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=_TELL_TIME)
        for access in list(self._connections):
            access.conn.abort()
        await self._wait_closed()
        self.process.release()

    def admit(self, access: Access, host: str) -> Ticket | None:
        """See `Admission.admit`."""
        ticket = None if self._draining else self._admission.admit(host)
        if ticket is not None:
            self._connections.add(access)
        return ticket

    def gone(self, access: Access) -> None:
        """This connection is closed."""
        self._connections.discard(access)

    def new_session(self, access: Access) -> Session:
        """A session for this connection."""
        return Session(self, access)

    def spawn(self, session: Session) -> None:
        """Run a session's life."""
        self._begun += 1
        session.number = self._begun
        self.sessions.add(session)
        task = asyncio.create_task(session.live())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def begin(self, session: Session) -> Ending | None:
        """Count a session with a screen in, if there is room. A player with too many loses the oldest."""
        if self._draining:
            return SHUTDOWN
        if sum(map(len, self._live.values())) >= self.config.max_sessions:
            return FULL
        ticket = session.access.ticket
        if ticket is None or not ticket.begin_session(self.limits.sessions_per_source):
            return FULL
        own = self._live.setdefault(session.access.identity, [])
        own.append(session)
        for oldest in own[: -self.limits.sessions_per_identity]:
            oldest.end(CROWDED)
        return None

    def over(self, session: Session) -> None:
        """Count a session out."""
        self.sessions.discard(session)
        own = self._live.get(session.access.identity, [])
        if session in own:
            own.remove(session)
            if session.access.ticket is not None:
                session.access.ticket.end_session()
        if not own:
            self._live.pop(session.access.identity, None)

    async def make_app(self, context: SessionContext) -> App[Any]:
        """See `context.MakeApp`."""
        return await self._make_app(context)

    async def answer_exec(self, context: SessionContext) -> str:
        """See `context.AnswerExec`."""
        return await self._answer_exec(context)

    async def _wait_closed(self) -> None:
        """Until nobody accepts any more: all at once, for the time of one."""
        waiting = {asyncio.create_task(acceptor.wait_closed()) for acceptor in self._acceptors}
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=_CLOSE_TIME)
            for task in late:
                task.cancel()

    async def _accept_on(self, sock: socket.socket, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
        options = server_options(self.limits)
        acceptor = await asyncssh.listen(
            sock=sock,
            backlog=_ACCEPTS_A_TURN,
            server_factory=lambda: Access(self),
            server_host_keys=[key],
            **options,
        )
        sock.listen(_BACKLOG)
        return acceptor


async def serve(
    config: ServeConfig,
    make_app: MakeApp,
    answer_exec: AnswerExec,
    ready: Callable[[Server], None] | None = None,
    *,
    barred: Barred | None = None,
    last_call: Callable[[], None] = lambda: None,
    closing: Sequence[Close] = (),
) -> None:
    """Serve until SIGTERM or SIGINT, then end in good order, `closing` last, all within five seconds of the signal.

    `ready` is told once connections are accepted, `last_call` before anybody is told that the server goes down.
    Raises BadInput for what `Server.start` finds wrong.
    """
    handler = log_to(sys.stderr, config.log_format)
    stop = Stop()
    try:
        server = Server(config, make_app, answer_exec, barred)
        server.ask_to_end = stop.ask
        await server.start()
        stop.listen()
        leave_out_what_stays()
        if ready is not None:
            ready(server)
        await stop.asked()
        note(logging.INFO, "shutting_down", sessions=len(server.sessions), detail=_LAST_WORD)
        last_call()
        await server.drain()
    finally:
        await stop.close(*closing)
        logging.getLogger().removeHandler(handler)
