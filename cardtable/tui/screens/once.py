"""Screens that can be left once: a second key may already wait for a screen that the first one has left."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class OnceScreen(Screen[Answer]):
    """A screen whose first answer counts; any further one is ignored instead of closing what lies beneath."""

    _left = False

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Leave with this answer, unless it was left already."""
        if self._left:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)
