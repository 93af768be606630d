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
        self._fitted = (-1, -1)

    def show(self, picture: Picture) -> None:
        """Paint this from now on; only the lines that differ are sent to the terminal."""
        before, self._lines, self._zones = self._lines, picture.lines, picture.zones
        if before is self._lines:
            return
        if len(before) != len(self._lines):
            self.refresh()
            return
        pairs = enumerate(zip(before, self._lines, strict=True))
        changed = [_changed(y, old, new) for y, (old, new) in pairs if old is not new and old != new]
        if changed:
            self.refresh(*changed)

    def fit(self, picture: Picture) -> None:
        """Be as large as this picture; a layout is asked for only if that is a change."""
        width, height = picture.lines[0].cell_length if picture.lines else 0, len(picture.lines)
        if self._fitted != (width, height):
            self._fitted = width, height
            self.styles.width, self.styles.height = width, height

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the picture as they are: they have no border, padding or style of their own to be mixed in.

        Textual asks every widget for all of its lines whenever one cell changes; its own way of answering would be half
        of what a tick costs.
        """
        lines = [self._line(y, crop) for y in crop.line_range]
        filters = self.get_line_filters()
        if filters:
            _, background = self.background_colors
            for line_filter in filters:
                lines = [line.apply_filter(line_filter, background) for line in lines]
        return lines

    def _line(self, y: int, crop: Region) -> Strip:
        if y >= len(self._lines):
            return Strip.blank(crop.width, self.rich_style)
        line = self._lines[y]
        return line if crop.column_span == (0, line.cell_length) else line.crop_extend(*crop.column_span, None)

    def on_click(self, event: events.Click) -> None:
        """Tell which key the clicked zone stands for."""
        for zone in self._zones:
            if zone.holds(event.x, event.y):
                event.stop()
                self.post_message(self.Pressed(zone.key))
                return


def _changed(y: int, before: Strip, after: Strip) -> Region:
    """The cells of a line that must be painted again: up to its last change, since it is sent from its start anyway."""
    old, new = list(before), list(after)
    if [piece.cell_length for piece in old] != [piece.cell_length for piece in new]:
        return Region(0, y, max(before.cell_length, after.cell_length), 1)
    same = 0
    for was, now in zip(reversed(old), reversed(new), strict=True):
        if was != now:
            return Region(0, y, after.cell_length - same - _same_end(was, now), 1)
        same += now.cell_length
    return Region(0, y, after.cell_length, 1)


def _same_end(was: Segment, now: Segment) -> int:
    """How many cells at the end of two pieces of one width are alike."""
    width = now.cell_length
    if was.style != now.style or len(now.text) != width or len(was.text) != width:
        return 0
    return next(back for back in range(width) if was.text[-1 - back] != now.text[-1 - back])
