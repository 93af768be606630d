"""Quick match: those who want to play whoever else wants to, in the order they came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cardtable.rules.hustle.commands import SEATS
from cardtable.table.events import Player
from cardtable.table.link import TableLink


class Waiting:
    """One player's place on the list. Implements `ports.QuickMatch`."""

    def __init__(self, line: QuickLine, player: Player) -> None:
        self._line = line
        self.player = player
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

    def join(self, player: Player) -> Waiting:
        """A place on the list."""
        waiting = Waiting(self, player)
        self._line_up(waiting)
        return waiting

    def still_there(self, first: Waiting, second: Waiting) -> list[Waiting]:
        """Both, if neither has gone meanwhile; else nobody, and who is left lines up again."""
        there = [waiting for waiting in (first, second) if not waiting.seated.done()]
        if len(there) == SEATS:
            return there
        for waiting in there:
            self._line_up(waiting)
        return []

    def forget(self, waiting: Waiting) -> None:
        """Take a player off the list."""
        with suppress(ValueError):
            self._waiting.remove(waiting)

    def waits(self, identity: str) -> bool:
        """Whether this very identity is on the list."""
        return any(waiting.player.identity == identity for waiting in self._waiting)

    def _line_up(self, waiting: Waiting) -> None:
        other = next((w for w in self._waiting if w.player.identity != waiting.player.identity), None)
        if other is None:
            self._waiting.append(waiting)
        else:
            self._waiting.remove(other)
            self._pair(other, waiting)
