"""What an operator may set: where to listen, what to show, and every limit of the server."""

from __future__ import annotations

from pathlib import Path

import msgspec

from cardtable.ssh.log import LogFormat

Address = tuple[str, int]
"""A host (name or IP address) and a TCP port."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one client, one address and all of them together may use. Times in seconds, sizes in bytes."""

    unauthenticated_per_source: int = 10
    """Connections of one address (IPv4, or an IPv6 /64) that began in the last 30 s and have not logged in."""
    unauthenticated_total: int = 200
    early_drop_from: int = 50
    """From this many on, newcomers from addresses that already have one are dropped at random, ever more of them."""
    new_per_source: float = 10
    """New connections a second from one address."""
    new_total: float = 40
    """New connections a second from all addresses."""
    sessions_per_source: int = 64
    sessions_per_identity: int = 3
    """Live sessions of one player; a further one ends the oldest."""

    login_time: float = 15
    auth_failures: int = 6
    channel_time: float = 10
    """From login to a request for a shell or a command."""
    env_requests: int = 32
    env_bytes: int = 8192
    keepalive_interval: float = 15
    keepalive_count: int = 2
    packets_per_second: float = 200
    packet_burst: int = 600
    wire_rate: int = 256 * 1024
    wire_burst: int = 1024 * 1024
    rekeys_per_minute: int = 3
    window: int = 65536
    max_packet: int = 16384

    input_rate: int = 1024
    """Characters of input a second that reach the key parser."""
    input_burst: int = 4096
    input_slice: int = 256
    """Characters given to the key parser in one turn of the event loop."""
    keys_per_second: float = 60
    key_burst: int = 120
    paste_chars: int = 4096
    paste_time: float = 2
    resizes_per_second: float = 10
    resize_burst: int = 20
    resizes_sustained: float = 3
    """Sizes a second that are passed on once a burst of them is used up: each repaints the whole screen."""
    repaint_rate: float = 200_000
    """Character cells a second, of all sessions together, in whole screens drawn anew; 300x120 are 36,000 cells."""
    repaint_burst: float = 36_000
    repaint_rate_per_source: float = 100_000
    """The same for the sessions of one address."""
    repaint_burst_per_source: float = 72_000
    write_buffer: int = 65536
    """Unsent bytes of one session above which frames are dropped."""
    stall_time: float = 20
    """How long a client may take nothing before it is cut off."""
    idle_time: float = 900
    """How long a session that is at no table may go without a key."""
    goodbye_time: float = 0.2
    """How long late input is read and thrown away between the terminal's reset and the end."""


class ServeConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Everything `serve` needs to know. `public_host` is `NAME` or `NAME:PORT` as friends can reach it."""

    host_key: Path
    host: str = "127.0.0.1"
    port: int = 2222
    public_host: str | None = None
    motd: str = ""
    max_sessions: int = 200
    games: tuple[str, ...] = ("hustle",)
    """The words that `new` knows."""
    operators: frozenset[str] = frozenset()
    """Fingerprints of the keys whose owners may run the server from inside."""
    log_format: LogFormat = "text"
    limits: Limits = Limits()
