"""What one connection may cost: bytes, packets and key exchanges, counted through asyncssh's public methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asyncssh

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.options import Limits

_CHANNEL_REQUEST = 98
"""The packet that carries an environment variable, among others (RFC 4254)."""
_MOST_UNREAD = 4 * 1024 * 1024

BYTES = "more bytes than a game needs"
PACKETS = "too many packets"
REKEYS = "too many key exchanges"
VARIABLES = "too many environment variables"


def wrap(target: object, method: str, around: Callable[..., Any]) -> None:
    """Replace a method of this one object; `around` gets the original as its first argument."""
    original = getattr(target, method)
    setattr(target, method, lambda *args, **kwargs: around(original, *args, **kwargs))


class Budget:
    """Watches one connection and ends it when it takes more than any client needs.

    `parted` is told what there was too much of. Where it answers that a session takes its leave, the connection stays
    for that; what comes in meanwhile is taken off the wire, or the client could not hear, but is not looked at.
    """

    def __init__(
        self,
        conn: asyncssh.SSHServerConnection,
        limits: Limits,
        now: Callable[[], float],
        parted: Callable[[str], bool],
    ) -> None:
        self._conn = conn
        self._parted = parted
        self._deaf = self._leaving = False
        self._unread = 0
        self._limits = limits
        self._now = now
        self._bytes = Bucket(limits.wire_rate, limits.wire_burst, now())
        self._packets = Bucket(limits.packets_per_second, limits.packet_burst, now())
        self._rekeys = Bucket(limits.rekeys_per_minute / 60, limits.rekeys_per_minute + 1, now())
        wrap(conn, "data_received", self._count_bytes)
        wrap(conn, "process_packet", self._count_packet)
        wrap(conn, "send_newkeys", self._count_rekey)

    def watch(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Count a channel's packets too, and what it puts into its environment."""

        def packet(original: Callable[..., Any], kind: int, *args: Any) -> Any:
            result = self._count_packet(original, kind, *args)
            if kind == _CHANNEL_REQUEST:
                self._count_environment(chan)
            return result

        wrap(chan, "process_packet", packet)

    def _count_bytes(self, original: Callable[..., Any], data: bytes, *args: Any) -> None:
        if not self._deaf and self._bytes.take(len(data), self._now()):
            original(data, *args)
            return
        self._unread += len(data)
        if self._unread > _MOST_UNREAD or not self._takes_leave(BYTES):
            self._conn.abort()

    def _count_packet(self, original: Callable[..., Any], *args: Any) -> Any:
        if not self._deaf and self._packets.take(1, self._now()):
            return original(*args)
        if not self._takes_leave(PACKETS):
            raise _ended(PACKETS)
        return True

    def _count_rekey(self, original: Callable[..., Any], *args: Any) -> Any:
        """The first exchange of keys is the connection's own; the bucket holds one more for it.

        The one too many is still completed for a session's leave: nothing can be said in the midst of it.
        """
        if not self._rekeys.take(1, self._now()):
            if self._leaving or not self._parted(REKEYS):
                raise _ended(REKEYS)
            self._leaving = True
        return original(*args)

    def _takes_leave(self, reason: str) -> bool:
        """Whether a session ends for this reason, or is ending already."""
        self._deaf = self._deaf or self._parted(reason)
        return self._deaf

    def _count_environment(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        env = chan.get_environment_bytes()
        size = sum(len(name) + len(value) for name, value in env.items())
        too_much = len(env) > self._limits.env_requests or size > self._limits.env_bytes
        if too_much and not self._takes_leave(VARIABLES):
            raise _ended(VARIABLES)


def _ended(reason: str) -> asyncssh.DisconnectError:
    return asyncssh.DisconnectError(asyncssh.DISC_PROTOCOL_ERROR, reason)
