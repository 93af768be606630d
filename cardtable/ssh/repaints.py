"""Whole screens drawn anew cost the most of all that a client can ask for; here they are shared out, by their cells.

Every address has its own share and all of them together have one, so that whoever resizes without end waits for
himself. Nobody is refused: who waits gets his turn, and draws what is right by then.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from cardtable.ssh.bucket import Bucket
from cardtable.ssh.options import Limits


class Turn:
    """One session's place in the queue of its address. Both `cells` and `draw` are called when it is its turn."""

    def __init__(self, repaints: Repaints, source: str) -> None:
        self._repaints = repaints
        self.source = source
        self.cells: Callable[[], int] = lambda: 0
        self.draw: Callable[[], None] = lambda: None

    def ask(self, cells: Callable[[], int], draw: Callable[[], None]) -> None:
        """Draw as soon as there is room, which is at once unless this address draws without end."""
        self.cells, self.draw = cells, draw
        self._repaints.ask(self)

    def cancel(self) -> None:
        """Draw no more."""
        self._repaints.forget(self)


class _Source:
    """The share of one address, and its sessions that wait, each at most once."""

    __slots__ = ("served", "share", "waiting")

    def __init__(self, limits: Limits, now: float) -> None:
        self.share = Bucket(limits.repaint_rate_per_source, limits.repaint_burst_per_source, now)
        self.waiting: deque[Turn] = deque()
        self.served = 0
        """When it last had a turn, as a number that grows."""


class Repaints:
    """Gives out turns: among the addresses that may draw to the one that has waited through most turns of others."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._common = Bucket(limits.repaint_rate, limits.repaint_burst, self._loop.time())
        self._sources: dict[str, _Source] = {}
        self._turns = 0
        self._timer: asyncio.TimerHandle | None = None

    def turn(self, source: str) -> Turn:
        """The place of a new session from this address."""
        now, full = self._loop.time(), self._limits.repaint_burst_per_source
        self._sources = {
            name: known for name, known in self._sources.items() if known.waiting or known.share.level(now) < full
        }
        return Turn(self, source)

    def ask(self, turn: Turn) -> None:
        """See `Turn.ask`."""
        if turn.source not in self._sources:
            self._sources[turn.source] = _Source(self._limits, self._loop.time())
        waiting = self._sources[turn.source].waiting
        if turn not in waiting:
            waiting.append(turn)
        self._serve()

    def forget(self, turn: Turn) -> None:
        """See `Turn.cancel`."""
        source = self._sources.get(turn.source)
        if source is not None and turn in source.waiting:
            source.waiting.remove(turn)

    def _serve(self) -> None:
        """Everybody who may draw now; come back for the rest."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now = self._loop.time()
        while waiting := [source for source in self._sources.values() if source.waiting]:
            source = min(waiting, key=lambda one: (one.share.wait(self._cost(one), now), one.served))
            cost = self._cost(source)
            wait = max(source.share.wait(cost, now), self._common.wait(cost, now))
            if wait > 0:
                self._timer = self._loop.call_at(now + wait, self._serve)
                return
            self._grant(source, cost, now)

    def _grant(self, source: _Source, cost: int, now: float) -> None:
        source.share.take(cost, now)
        self._common.take(cost, now)
        self._turns += 1
        source.served = self._turns
        source.waiting.popleft().draw()

    def _cost(self, source: _Source) -> int:
        """Never more than can be saved up, or nobody with the largest window would ever draw."""
        most = min(self._limits.repaint_burst, self._limits.repaint_burst_per_source)
        return min(source.waiting[0].cells(), int(most))
