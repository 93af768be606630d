"""What a player types to cut the deck, until a moment after the cut."""

from __future__ import annotations

from cardtable.table.commands import CUT_CELLS, Cut
from cardtable.table.views import Stage, TableView
from cardtable.tui.typing import Typed

STILL_TYPING = 1.0
"""Seconds after the time for the cut is up in which keys play nothing: they were meant for the cut."""


class CutBox:
    """The line of text of one seat (0 or 1), or of nobody (None); times in seconds."""

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._typed = Typed(CUT_CELLS)
        self._sent = False
        self._deaf_until = float("-inf")

    def asked(self, view: TableView) -> bool:
        """Whether this seat has yet to cut: every letter is text then."""
        return view.cutting is not None and self._seat is not None and view.cutting.owes[self._seat]

    def shown(self, view: TableView) -> Typed | None:
        """What was typed so far, None when nothing is asked for."""
        return self._typed if self.asked(view) else None

    def add(self, more: str) -> None:
        """Typed or pasted."""
        self._typed, self._sent = self._typed.add(more), False

    def erase(self) -> None:
        """Take the last character back."""
        self._typed, self._sent = self._typed.erase(), False

    def cut(self) -> Cut:
        """What is sent. The text stays, so that it can be sent again if it is refused."""
        self._sent = True
        return Cut(self._typed.text)

    def follow(self, before: TableView, view: TableView, now: float) -> None:
        """The match may have begun while somebody was typing."""
        if self.asked(before) and view.stage is Stage.PLAYING and not self._sent and self._typed.text:
            self._deaf_until = now + STILL_TYPING

    def deaf(self, now: float) -> bool:
        """Whether a key that comes now was meant for the cut."""
        return now < self._deaf_until
