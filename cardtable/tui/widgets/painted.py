"""The one widget that table screens are made of: it holds painted lines, and repaints only those that changed."""

from __future__ import annotations

from collections.abc import Sequence
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
        if before is self._lines:
            return
        if len(before) != len(self._lines):
            self.refresh()
            return
        changed = [
            part for y, line in enumerate(self._lines) if line != before[y] for part in _parts(y, before[y], line)
        ]
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


def _parts(y: int, before: Strip, after: Strip) -> list[Region]:
    """The cells of a line that must be painted again: a ticking clock is two digits, not the whole line."""
    old, new = list(before), list(after)
    if [piece.cell_length for piece in old] != [piece.cell_length for piece in new]:
        return [Region(0, y, max(before.cell_length, after.cell_length), 1)]
    regions, x = [], 0
    for was, now in zip(old, new, strict=True):
        if was != now:
            start, width = _changed_cells(was, now)
            regions.append(Region(x + start, y, width, 1))
        x += now.cell_length
    return regions


def _changed_cells(was: Segment, now: Segment) -> tuple[int, int]:
    """Where in a piece of unchanged width the text differs, and how far; all of it if the style does."""
    width = now.cell_length
    if was.style != now.style or len(now.text) != width or len(was.text) != width:
        return 0, width
    differing = [at for at in range(width) if was.text[at] != now.text[at]]
    return differing[0], differing[-1] - differing[0] + 1
