"""Paints the bars above the 21 Hustle table: score and code, both seats' clocks. Pure."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.table.views import SeatKind, SeatView, Stage
from cardtable.tui.brush import Row, fitted
from cardtable.tui.table_model import Model
from cardtable.tui.widgets.painted import Picture

_BAR = 6

LOW = 5_000
"""Milliseconds below which a clock warns."""


def title_bar(model: Model, width: int) -> Picture:
    """The game, the score between the two names, the table's code."""
    view, match = model.view, model.view.match
    score = f"  {match.wins[model.bottom]} : {match.wins[1 - model.bottom]}  " if match else "  "
    room = (width - len(score) - 2) // 2
    low, top = (fitted(name, min(cell_len(name), room)) for name in _names(model))
    middle = cell_len(low + score + top)
    lefts = (" 21 HUSTLE  watching  ", " watching ") if model.watching else (" 21 HUSTLE  ",)
    left = next((text for text in lefts if len(text) + middle <= width), " ")
    row = Row(model.look).put(left, "title").to((width - middle) // 2, "title")
    row.put(low, "title").put(score, "title.accent").put(top, "title")
    right = f"{view.code} · ssh " if view.remote else ("two at one keyboard " if model.hot_seat else "")
    if row.width + cell_len(right) + 1 <= width:
        row.to(width - cell_len(right), "title").put(right, "title")
    return Picture([row.strip(width, "title")])


def _names(model: Model) -> tuple[str, str]:
    """One's own name first."""
    seats = model.view.seats
    return seats[model.bottom].name, seats[1 - model.bottom].name


def clock_halves(model: Model, width: int) -> tuple[Picture, Picture]:
    """Both seats' clocks, the other's on the left, one's own on the right.

    The seconds stand first: a line is sent to the terminal from its start to its last change, and a tick is no more.
    """
    half = width // 2
    spaces = ((1 - model.bottom, half), (model.bottom, width - half))
    first, second = (Picture([_seat_line(model, seat, space).strip(space)]) for seat, space in spaces)
    return first, second


def _seat_line(model: Model, seat: int, space: int) -> Row:
    view, match = model.view.seats[seat], model.view.match
    row = Row(model.look)
    if match is None:
        return row
    _clock(model, view, row, bar=space >= 30)
    status, role = _status(model, seat, view)
    name = "you" if seat == model.me else view.name
    if space < 30:
        status = _SHORT.get(status, status)
        # With both on their extra clocks there is no room for all of it; which half is whose stays the same.
        name = "" if status and row.width > 6 else name
    room = space - row.width - cell_len(status) - 6
    shown = min(cell_len(name), max(3, room))
    row.put(" ").put(f"{fitted(name, shown)} " if name else "", "bright")
    left = match.skips_left[seat]
    row.put("skips " if room - shown >= 6 else "", "dim")
    row.put("◆" * left, "skip").put("◇" * (2 - left), "skip.lost").put(" ")
    return row.put(status, role)


_SHORT = {"connection lost": "lost", "your move": "", "thinking": "", "waiting": "", "has left": "left"}
"""What a seat's state is called where there is little room."""


def _clock(model: Model, view: SeatView, row: Row, *, bar: bool) -> None:
    clock = view.clock
    if clock is None or model.view.stage is not Stage.PLAYING:
        row.put(" no clock" if model.view.options.clocks == "relaxed" else "", "clock.off")
        return
    left = clock.left(model.elapsed)
    seconds = (left + 999) // 1000
    role = "clock.off" if not clock.running else "clock.low" if left <= LOW else "clock"
    if clock.on_extra:
        role = "clock.extra"
    row.put(f" {seconds:2} s", role)
    if bar:
        whole = max(1, (clock.extra_full if clock.on_extra else clock.full) // 1000)
        cells = _BAR - 2 if clock.on_extra else _BAR
        filled = min(cells, -(-cells * seconds // whole))
        row.put(" " + "▰" * filled + "▱" * (cells - filled), role)
    if clock.on_extra:
        row.put(" EXTRA", role)


def _status(model: Model, seat: int, view: SeatView) -> tuple[str, str]:
    match = model.view.match
    if view.left:
        return "has left", "warning"
    if view.kind is SeatKind.PERSON and not view.connected:
        return "connection lost", "warning"
    if match is None or model.view.stage is not Stage.PLAYING:
        return ("rematch?", "ready") if view.wants_rematch else ("", "dim")
    if match.ready[seat]:
        return "ready", "ready"
    if match.asked[seat]:
        return ("your move", "bright") if seat == model.me else ("thinking", "dim")
    return "waiting", "dim"
