"""When the terminal's bell rings: on one's turn, at a result, in the last seconds; never twice within a second."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.rules.hustle.views import Phase
from cardtable.table.views import ClockView, TableView

GAP = 1.0
"""Seconds of silence after a ring."""

LAST = 3_000
"""Milliseconds of a clock in which the bell rings."""


class Bell:
    """Remembers when it last rang; times in seconds."""

    def __init__(self) -> None:
        self._rung = float("-inf")

    def may_ring(self, now: float) -> bool:
        """Whether it may ring now; if so it counts as rung."""
        if now - self._rung < GAP:
            return False
        self._rung = now
        return True


def calls(view: TableView, seats: Iterable[int]) -> bool:
    """Whether this view asks one of these seats, or tells them a result."""
    match = view.match
    if view.cutting is not None:
        return any(view.cutting.owes[seat] for seat in seats)
    return match is not None and (match.phase is Phase.OVER or any(match.asked[seat] for seat in seats))


def runs_out(clocks: Iterable[ClockView | None], elapsed: int) -> bool:
    """Whether one of these clocks is in its last seconds, `elapsed` ms after the view was made."""
    return any(clock is not None and clock.running and clock.left(elapsed) <= LAST for clock in clocks)
