"""Quick match: those who want to play whoever else wants to; who is about as strong first, then anybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cardtable.rules.hustle.commands import SEATS
from cardtable.table.events import Player
from cardtable.table.link import TableLink

UNRATED = 25.0
"""The strength (mu) of whoever has no rating."""

NEAR = 4.0
"""How far apart in strength (mu) two may be who are paired at once: 200 points of rating."""

WIDER = 1.0
"""How much further apart for every second that one of them has waited."""

ANYBODY = 12.0
"""Seconds after which strength no longer counts: nobody waits until a bot is offered while somebody else waits, too."""


LOOK = 1.0
"""Seconds between two looks at those who wait."""


class Waiting:
    """One player's place on the list, with their `strength` (mu). Implements `ports.QuickMatch`."""

    def __init__(self, line: QuickLine, player: Player) -> None:
        self._line = line
        self.player = player
        self.strength = UNRATED
        self.since = asyncio.get_running_loop().time()
        self.seated: asyncio.Future[TableLink] = asyncio.get_running_loop().create_future()

    async def wait(self) -> TableLink:
        """See `QuickMatch.wait`. However the waiting ends, the place on the list is given up."""
        try:
            return await self.seated
        finally:
            self._line.forget(self)

    def cancel(self) -> None:
        """See `QuickMatch.cancel`."""
        self._line.forget(self)
        self.seated.cancel()


class QuickLine:
    """Everybody who waits; `pair` is called with two who were found for each other."""

    def __init__(self, pair: Callable[[Waiting, Waiting], object]) -> None:
        self._pair = pair
        self._waiting: list[Waiting] = []
        self._looking: asyncio.TimerHandle | None = None

    def join(self, player: Player) -> Waiting:
        """A place on the list."""
        waiting = Waiting(self, player)
        self.line_up(waiting)
        return waiting

    def still_there(self, first: Waiting, second: Waiting) -> list[Waiting]:
        """Both, if neither has gone meanwhile; else nobody, and who is left lines up again."""
        there = [waiting for waiting in (first, second) if not waiting.seated.done()]
        if len(there) == SEATS:
            return there
        for waiting in there:
            self.line_up(waiting)
        return []

    def forget(self, waiting: Waiting) -> None:
        """Take a player off the list."""
        with suppress(ValueError):
            self._waiting.remove(waiting)

    def waits(self, identity: str) -> bool:
        """Whether this very identity is on the list."""
        return any(waiting.player.identity == identity for waiting in self._waiting)

    def line_up(self, waiting: Waiting) -> None:
        """On to the list, or off it at once together with somebody about as strong."""
        other = self._match_of(waiting)
        if other is None:
            self._waiting.append(waiting)
            self._look_later()
        else:
            self._waiting.remove(other)
            self._pair(other, waiting)

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    def _match_of(self, waiting: Waiting) -> Waiting | None:
        """The nearest in strength of those who are near enough by now; of equals who has waited longest."""
        now = asyncio.get_running_loop().time()
        others = (w for w in self._waiting if w.player.identity != waiting.player.identity)
        near = [w for w in others if abs(w.strength - waiting.strength) <= _reach(now - min(w.since, waiting.since))]
        return min(near, key=lambda w: abs(w.strength - waiting.strength), default=None)

    def _look_later(self) -> None:
        """While two wait who are too far apart now, look again: waiting brings them together."""
        if self._looking is None and len(self._waiting) >= SEATS:
            self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        self._looking = None
        for waiting in list(self._waiting):
            if waiting in self._waiting:
                self._waiting.remove(waiting)
                self.line_up(waiting)
        self._look_later()


def _reach(waited: float) -> float:
    """How far apart in strength two may be, of whom one has waited so many seconds."""
    return float("inf") if waited >= ANYBODY else NEAR + WIDER * waited
