"""What one connection may cost: bytes, packets and key exchanges, counted through asyncssh's public methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asyncssh

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.options import Limits

_CHANNEL_REQUEST = 98
"""The packet that carries an environment variable, among others (RFC 4254)."""


def wrap(target: object, method: str, around: Callable[..., Any]) -> None:
    """Replace a method of this one object; `around` gets the original as its first argument."""
    original = getattr(target, method)
    setattr(target, method, lambda *args, **kwargs: around(original, *args, **kwargs))


class Budget:
    """Watches one connection and ends it when it takes more than any client needs."""

    def __init__(self, conn: asyncssh.SSHServerConnection, limits: Limits, now: Callable[[], float]) -> None:
        self._conn = conn
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
        if self._bytes.take(len(data), self._now()):
            original(data, *args)
        else:
            self._conn.abort()

    def _count_packet(self, original: Callable[..., Any], *args: Any) -> Any:
        if not self._packets.take(1, self._now()):
            raise _ended("too many packets")
        return original(*args)

    def _count_rekey(self, original: Callable[..., Any], *args: Any) -> Any:
        """The first exchange of keys is the connection's own; the bucket holds one more for it."""
        if not self._rekeys.take(1, self._now()):
            raise _ended("too many key exchanges")
        return original(*args)

    def _count_environment(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        env = chan.get_environment_bytes()
        size = sum(len(name) + len(value) for name, value in env.items())
        if len(env) > self._limits.env_requests or size > self._limits.env_bytes:
            raise _ended("too many environment variables")


def _ended(reason: str) -> asyncssh.DisconnectError:
    return asyncssh.DisconnectError(asyncssh.DISC_PROTOCOL_ERROR, reason)
