"""A curve in text: values, each with how unsure it is, and an axis. Pure; every glyph has an ASCII twin."""

from __future__ import annotations

from collections.abc import Sequence

LINE, BAND, AXIS = "━", "·", "│"
"""The value, what it may be as well, the edge that the numbers stand beside."""

Point = tuple[int, int]
"""A value, and how far off it may be."""


def graph(points: Sequence[Point], width: int, height: int) -> list[str]:
    """So many lines, none wider than that: the highest value at the top, the newest point at the right.

    Of more points than there are columns the newest of each column stays; fewer are drawn wide enough to be a line.
    """
    if not points or height < 2:
        return []
    low, high = _range(points)
    label = max(len(str(low)), len(str(high)))
    shown = _spread(points, max(1, width - label - 2))
    lines = []
    for row in range(height):
        cells = "".join(_cell(point, row, low, high, height) for point in shown)
        lines.append(f"{_number(row, low, high, height):>{label}} {AXIS}{cells}")
    return lines


def _range(points: Sequence[Point]) -> Point:
    """The values decide, not how unsure the first ones were; with room around a line that is level."""
    values = [value for value, _ in points]
    low, high = min(values), max(values)
    room = max(0, 100 - (high - low)) // 2
    return low - room - 10, high + room + 10


def _spread(points: Sequence[Point], columns: int) -> list[Point]:
    if len(points) > columns:
        return [points[(column + 1) * len(points) // columns - 1] for column in range(columns)]
    each = min(4, columns // len(points))
    return [point for point in points for _ in range(each)]


def _row(value: float, low: int, high: int, height: int) -> int:
    return round((high - value) / (high - low) * (height - 1))


def _cell(point: Point, row: int, low: int, high: int, height: int) -> str:
    value, off = point
    if row == _row(value, low, high, height):
        return LINE
    return BAND if _row(value + off, low, high, height) <= row <= _row(value - off, low, high, height) else " "


def _number(row: int, low: int, high: int, height: int) -> str:
    """The scale is named at its ends and in its middle."""
    if row not in (0, (height - 1) // 2, height - 1):
        return ""
    return str(round(high - row * (high - low) / (height - 1)))
