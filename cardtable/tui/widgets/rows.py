"""A list that changes under the player's eyes, but not under their finger: the mark stays on what it was on."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtable.tui.screens.lobby_rows import Row


class RowList(OptionList):
    """Shows rows; what has not changed is not painted again."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name, markup=False)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these; only texts are replaced where the rows are the same ones."""
        before, self._rows = self._rows, tuple(rows)
        if [row.id for row in before] != [row.id for row in rows]:
            self._show_anew()
            return
        for old, new in zip(before, rows, strict=True):
            if old != new:
                self.replace_option_prompt(new.id, new.text)

    def mark_first(self) -> None:
        """Mark the first row that can be chosen."""
        self.highlighted = next((n for n, row in enumerate(self._rows) if not row.heading), None)

    def _show_anew(self) -> None:
        marked = self.highlighted_option
        place, top = self.highlighted, self.scroll_offset.y
        self.set_options([Option(row.text, id=row.id, disabled=row.heading) for row in self._rows])
        ids = [row.id for row in self._rows]
        if marked is not None and marked.id in ids:
            self.highlighted = ids.index(marked.id or "")
        else:
            self._mark_near(place or 0)
        self.scroll_to(y=top, animate=False)

    def _mark_near(self, place: int) -> None:
        """What was marked is gone: mark the row that has come into its place, or the last one before it."""
        open_ = [number for number, row in enumerate(self._rows) if not row.heading]
        self.highlighted = next((n for n in open_ if n >= place), open_[-1] if open_ else None)
