"""Who may connect at all: counts and rates by address, decided before a single byte is sent."""

from __future__ import annotations

import ipaddress
import random
from collections.abc import Callable

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.options import Limits

_MEMORY = 30.0
"""Seconds for which a connection without a login counts against its address, closed or not."""
_SWEEP_EVERY = 256


def source_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(address) >> 64 << 64, 64)))


class _Source:
    """What is known of one address."""

    __slots__ = ("pending", "rate", "sessions")

    def __init__(self, limits: Limits, now: float) -> None:
        self.pending: list[Ticket] = []
        self.rate = Bucket(limits.new_per_source, max(1.0, limits.new_per_source), now)
        self.sessions = 0

    def recent(self, now: float) -> int:
        self.pending = [ticket for ticket in self.pending if now - ticket.since < _MEMORY]
        return len(self.pending)


class Ticket:
    """One admitted connection. Tell it of the login, of each session's begin and end, and of the end."""

    def __init__(self, admission: Admission, source: _Source, since: float) -> None:
        self.since = since
        self._admission = admission
        self._source = source
        self._open = True

    def logged_in(self) -> None:
        """It no longer counts as a stranger."""
        if self in self._source.pending:
            self._source.pending.remove(self)
        self.closed()

    def closed(self) -> None:
        """The connection is gone."""
        if self._open:
            self._open = False
            self._admission.strangers -= 1

    def begin_session(self, most: int) -> bool:
        """Whether this address may have one more session; counted if so."""
        if self._source.sessions >= most:
            return False
        self._source.sessions += 1
        return True

    def end_session(self) -> None:
        """A session that had begun is over."""
        self._source.sessions -= 1


class Admission:
    """The door. `now` is a clock in seconds that never goes back. `strangers` counts who has not logged in yet."""

    def __init__(self, limits: Limits, now: Callable[[], float], rng: random.Random | None = None) -> None:
        self.strangers = 0
        self.turned_away = 0
        self._limits = limits
        self._now = now
        self._rng = rng or random.SystemRandom()
        self._sources: dict[str, _Source] = {}
        self._total = Bucket(limits.new_total, 3 * limits.new_total, now())
        self._admitted = 0

    def admit(self, host: str) -> Ticket | None:
        """A ticket for a client at this address, or None: drop the connection without a word."""
        now = self._now()
        source = self._sources.setdefault(source_of(host), _Source(self._limits, now))
        if not self._may_enter(source, now):
            self.turned_away += 1
            return None
        ticket = Ticket(self, source, now)
        source.pending.append(ticket)
        self.strangers += 1
        self._admitted += 1
        if self._admitted % _SWEEP_EVERY == 0:
            self._forget(now)
        return ticket

    def _may_enter(self, source: _Source, now: float) -> bool:
        """What the address itself has used up is asked first, so that a flood does not eat what is there for all."""
        if source.recent(now) >= self._limits.unauthenticated_per_source or not source.rate.take(1, now):
            return False
        return not self._dropped_early(source) and self._total.take(1, now)

    def _dropped_early(self, source: _Source) -> bool:
        """Ever likelier as the room for strangers fills; an address with none waiting is spared until it is full."""
        most, first = self._limits.unauthenticated_total, self._limits.early_drop_from
        if self.strangers >= most:
            return True
        if self.strangers < first or not source.pending:
            return False
        return self._rng.random() < (self.strangers - first) / max(1, most - first)

    def _forget(self, now: float) -> None:
        self._sources = {
            name: source
            for name, source in self._sources.items()
            if source.sessions or source.recent(now) or source.rate.level(now) < self._limits.new_per_source
        }
