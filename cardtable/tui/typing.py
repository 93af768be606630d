"""A line of text in the making, as a value: what a player has typed or pasted so far."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len

_MOST_PER_CELL = 3
"""Characters that may share a cell: marks take no room of their own, so without a limit they would have no end."""


class Typed(msgspec.Struct, frozen=True):
    """The `text` so far, and the `cells` it may fill. Blanks stay as typed: cleaning is for whoever takes it in."""

    cells: int
    text: str = ""

    def add(self, more: str) -> Typed:
        """With more at its end, as much as there is room for; ends of lines become blanks, other controls go."""
        text = self.text
        for char in more[: self.cells * _MOST_PER_CELL]:
            longer = text + (" " if char in "\t\r\n" else char)
            if not longer.isprintable():
                continue
            if cell_len(longer) > self.cells or len(longer) > self.cells * _MOST_PER_CELL:
                break
            text = longer
        return replace(self, text=text)

    def erase(self) -> Typed:
        """Without its last character and the marks on it."""
        text = self.text
        while text and cell_len(text[-1]) == 0:
            text = text[:-1]
        return replace(self, text=text[:-1])

    def tail(self, cells: int) -> str:
        """The end of it in at most so many cells: where one types is always seen."""
        text = self.text
        while cell_len(text) > cells:
            text = text[1:]
        return text
