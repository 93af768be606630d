"""The moment in which a card is turned: which card, how far, and what it decides that is not told yet."""

from __future__ import annotations

import msgspec

from cardtable.table.views import TableView

TURNING = 0.2
"""Seconds that a new card still shows its back."""

WHOLE = 0.6
"""Seconds after which the reveal is over. It never holds up a key or a clock."""

Columns = tuple[int | None, int | None]
"""For each seat the column that the newest card went to, None where it got none."""


class Reveal:
    """Where the turning of the newest card stands: `stage` is `back`, `lit` or `plain`, `columns` where it lies."""

    def __init__(self) -> None:
        self.stage = "plain"
        self.columns: Columns = (None, None)
        self._veiled: TableView | None = None

    def take(self, before: TableView, view: TableView, *, animated: bool) -> bool:
        """A newer view has come; returns whether a card begins to be turned."""
        self._veiled = None
        grown = _grown(before, view)
        if grown is None:
            return False
        self.columns = grown
        if animated:
            self.stage, self._veiled = "back", _veiled(before, view)
        return animated

    def step(self, expected: str, stage: str) -> bool:
        """Go on to the next stage, unless the reveal was skipped or overtaken; returns whether it did."""
        if self.stage != expected:
            return False
        self.stage = stage
        return True

    def skip(self) -> None:
        """Show the card at once."""
        self.stage = "plain"

    def shown(self, view: TableView) -> TableView:
        """What of the view may be told by now: while a card shows its back, not what it decides."""
        return self._veiled if self.stage == "back" and self._veiled is not None else view


def _grown(before: TableView, view: TableView) -> Columns | None:
    old, new = before.match, view.match
    if old is None or new is None or new.drawn <= old.drawn or before.match_number != view.match_number:
        return None
    first, second = (
        next((c for c in range(3) if len(new.boards[seat][c].cards) > len(old.boards[seat][c].cards)), None)
        for seat in (0, 1)
    )
    return first, second


def _veiled(before: TableView, view: TableView) -> TableView:
    """The new view without anything that its newest card decided."""
    if before.match is None or view.match is None:
        return view
    old = before.match
    match = msgspec.structs.replace(
        view.match, phase=old.phase, column=old.column, results=old.results, wins=old.wins, result=None, reason=None
    )
    return msgspec.structs.replace(view, match=match, log=before.log)
