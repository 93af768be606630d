"""The one widget that table screens are made of: it holds painted lines, and repaints only those that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Zone(NamedTuple):
    """A part of a picture that can be clicked, and the key it stands for."""

    x: int
    y: int
    width: int
    height: int
    key: str

    def holds(self, x: int, y: int) -> bool:
        """Whether this cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Picture(NamedTuple):
    """Lines of one width, and what can be clicked in them."""

    lines: Sequence[Strip]
    zones: Sequence[Zone] = ()


class Painted(Widget):
    """Shows a picture that its screen hands down. A click in a zone is told as the key it stands for."""

    class Pressed(Message):
        """A zone was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._lines: Sequence[Strip] = ()
        self._zones: Sequence[Zone] = ()

    def show(self, picture: Picture) -> None:
        """Paint this from now on; only the lines that differ are sent to the terminal."""
        before, self._lines, self._zones = self._lines, picture.lines, picture.zones
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [_difference(y, before[y], line) for y, line in enumerate(self._lines) if line != before[y]]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Tell which key the clicked zone stands for."""
        for zone in self._zones:
            if zone.holds(event.x, event.y):
                event.stop()
                self.post_message(self.Pressed(zone.key))
                return


def _difference(y: int, before: Strip, after: Strip) -> Region:
    """The cells of a line that must be painted again: a ticking clock is a few cells, not the whole line."""
    if before.cell_length != after.cell_length:
        return Region(0, y, max(before.cell_length, after.cell_length), 1)
    start = _same_cells(before, after)
    end = _same_cells(reversed(list(before)), reversed(list(after)))
    return Region(start, y, max(1, after.cell_length - end - start), 1)


def _same_cells(before: Iterable[Segment], after: Iterable[Segment]) -> int:
    """How many cells two lines share from where they are read, in whole pieces."""
    cells = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        cells += new.cell_length
    return cells
