"""One ssh connection: who it is, and the little it may do. No password, no forwarding, one session."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import asyncssh

from cardtable.ssh.admission import Ticket
from cardtable.ssh.barred import Barred
from cardtable.ssh.budget import Budget, wrap
from cardtable.ssh.log import crash, note
from cardtable.ssh.options import Limits
from cardtable.ssh.session import Session
from cardtable.ssh.visitor import address

_UNSENT = 16384
_ANOTHER_NAME = "ssh cannot carry this user name; add -l guest to your command"


class Host(Protocol):
    """What a connection needs of its server."""

    @property
    def limits(self) -> Limits:
        """Everybody's limits."""
        ...

    @property
    def barred(self) -> Barred:
        """Who may not come in."""
        ...

    def admit(self, access: Access, host: str) -> Ticket | None:
        """See `Admission.admit`."""
        ...

    def gone(self, access: Access) -> None:
        """This connection, once admitted, is closed."""
        ...

    def new_session(self, access: Access) -> Session:
        """A session for this connection."""
        ...


class Access(asyncssh.SSHServer):
    """Any key is welcome, and its fingerprint is who its owner is; who has none is a guest."""

    def __init__(self, host: Host) -> None:
        self.conn: asyncssh.SSHServerConnection
        self.ticket: Ticket | None = None
        self.username = ""
        self.peer: object = None
        """The client's address; asked for early, because a connection that is gone has none."""
        self._host = host
        self._limits = host.limits
        self._fingerprint: str | None = None
        self._guest = secrets.token_urlsafe(12)
        self._keys_tried: set[str] = set()
        self._tries = 0
        self._failures = 0
        self._session: Session | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._budget: Budget

    @property
    def identity(self) -> str:
        """`key:SHA256:…` or `guest:…`."""
        return f"key:{self._fingerprint}" if self._fingerprint else f"guest:{self._guest}"

    @property
    def keyed(self) -> bool:
        """Whether the identity is a public key."""
        return self._fingerprint is not None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Let it in or drop it, before the first byte is sent."""
        self.conn = conn
        self.peer = conn.get_extra_info("peername")
        self.ticket = self._host.admit(self, address(self.peer)[0])
        if self.ticket is None:
            conn.abort()
            return
        _keep_little_unsent(conn)
        self._budget = Budget(conn, self._limits, asyncio.get_running_loop().time, self._parted)
        wrap(conn, "pause_writing", lambda _original: self._block(True))
        wrap(conn, "resume_writing", lambda _original: self._block(False))
        wrap(conn, "send_userauth_failure", self._count_failure)
        wrap(conn, "process_packet", _say_what_to_do)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._waiting is not None:
            self._waiting.cancel()
        if self.ticket is not None:
            self.ticket.closed()
            self._host.gone(self)
        if exc is not None:
            self._note_loss(exc)

    def begin_auth(self, username: str) -> bool:
        """Everybody has to show a key or say that there is none. Answers at once: input piles up while it does not."""
        self.username = username
        told = self._host.barred.address(address(self.peer)[0])
        if told is not None:
            note(logging.INFO, "banned", peer=self.peer)
            self.conn.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, told)
        return True

    def public_key_auth_supported(self) -> bool:
        """Yes."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key may log in; asyncssh then checks that the client holds it."""
        self._fingerprint = key.get_fingerprint()
        self._keys_tried.add(self._fingerprint)
        self._tries += 1
        most = self._limits.auth_failures
        if len(self._keys_tried) > most or self._tries > 3 * most:
            self._give_up()
            return False
        return True

    def kbdint_auth_supported(self) -> bool:
        """Yes: for clients without a key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> tuple[str, str, str, tuple[()]]:
        """Ask nothing."""
        self._fingerprint = None
        return "", "", "", ()

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """No answer is the right one to no question."""
        self._fingerprint = None
        return not responses

    def auth_completed(self) -> None:
        """Logged in: a session must follow soon."""
        if self.ticket is not None:
            self.ticket.logged_in()
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(self._limits.channel_time, self._nothing_came)
        note(logging.INFO, "login", peer=self.peer, identity=self.identity)

    def session_requested(self) -> Any:
        """The one session of this connection; a second is refused and the first lives on."""
        if self._session is not None:
            return False
        chan = self.conn.create_server_channel(None, "strict", self._limits.window, self._limits.max_packet)
        self._budget.watch(chan)
        self._session = self._host.new_session(self)
        return chan, self._session

    def session_begins(self) -> None:
        """A shell or a command was asked for, in time."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _block(self, blocked: bool) -> None:
        if self._session is not None:
            self._session.block("connection", blocked)

    def _parted(self, reason: str) -> bool:
        """The client sent too much; whether its session takes leave of it."""
        return self._session is not None and self._session.part(reason)

    def _nothing_came(self) -> None:
        self.conn.disconnect(asyncssh.DISC_BY_APPLICATION, "no session was asked for")

    def _note_loss(self, exc: Exception) -> None:
        """What strangers send can make asyncssh fail in many ways; from who has logged in only a defect of ours can."""
        if isinstance(exc, asyncssh.Error | OSError | ValueError) or self._session is None:
            note(logging.INFO, "connection_lost", peer=self.peer, reason=f"{type(exc).__name__}: {exc}")
        else:
            crash("connection_failed", exc, peer=self.peer)

    def _count_failure(self, original: Callable[..., None], *args: Any) -> None:
        """Every client's first try, `none`, has to fail, and is not counted."""
        self._failures += 1
        if self._failures > self._limits.auth_failures + 1:
            self._give_up()
        else:
            original(*args)

    def _give_up(self) -> None:
        note(logging.WARNING, "auth_refused", peer=self.peer)
        self.conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many authentication failures")


def _say_what_to_do(original: Callable[..., Any], *args: Any) -> Any:
    """The ssh standard has no room for some user names, an emoji for one, and asyncssh says so in its own words."""
    try:
        return original(*args)
    except asyncssh.IllegalUserName:
        raise asyncssh.IllegalUserName(_ANOTHER_NAME) from None


def _keep_little_unsent(conn: asyncssh.SSHServerConnection) -> None:
    """Let the kernel queue little for a slow client: what waits there is old by the time it is seen."""
    sock = conn.get_extra_info("socket")
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if sock is not None and option is not None:
        sock.setsockopt(socket.IPPROTO_TCP, option, _UNSENT)
