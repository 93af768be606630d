"""The mark that arrows move among the choices of whoever is asked, and the question that wants a y or an n."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardtable.rules.hustle.commands import Choice, Place

DISTINCT = 0.3
"""Seconds before a question can be answered, so that a key meant for the game cannot answer it."""


def place_of(choice: Choice, number: int) -> int:
    """Where the mark stands on this choice: a column (from 0), or the choice's number."""
    return choice.column if isinstance(choice, Place) else number


def moved(mark: int | None, choices: Sequence[Choice], step: int) -> int | None:
    """The mark after a step to the left (-1) or right (1) among these choices, around the ends."""
    places = [place_of(choice, number) for number, choice in enumerate(choices)]
    if not places:
        return mark
    if mark not in places:
        return places[0 if step > 0 else -1]
    return places[(places.index(mark) + step) % len(places)]


def marked(mark: int | None, choices: Sequence[Choice]) -> Choice | None:
    """The choice under the mark."""
    return next((choice for number, choice in enumerate(choices) if place_of(choice, number) == mark), None)


class Question(msgspec.Struct, frozen=True):
    """Something asked before it is done: `what` it is (`leave` or `quit`), and `asked` when, in seconds."""

    what: str
    text: str
    asked: float

    def answer(self, pressed: str, now: float) -> bool | None:
        """Yes, no, or None for a key that does not answer, or that came too soon to be meant."""
        if pressed == "y" or (self.what == "quit" and pressed == "ctrl+c"):
            return True if now - self.asked >= DISTINCT else None
        return False if pressed in ("n", "escape", "q") else None
