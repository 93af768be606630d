"""Paints the bars above the 21 Hustle table: score and code, both seats' clocks. Pure."""

from __future__ import annotations

import msgspec
from rich.cells import cell_len

from cardtable.table.views import SeatKind, SeatView, Stage
from cardtable.tui import present
from cardtable.tui.brush import Row, fitted
from cardtable.tui.table_model import Model, called, sides
from cardtable.tui.widgets.painted import Picture

_BAR = 6

_BARRED = 30
"""Cells of a half from which on a clock has a bar."""

LOW = 5_000
"""Milliseconds below which a clock warns."""


def title_bar(model: Model, width: int) -> Picture:
    """The game, the score between the two names, how is played and where; what there is no room for is left out."""
    names = _names(model, width, levels=True)
    wide = sum(cell_len(text) for text in names)
    lefts = (" 21 HUSTLE  watching  ", " watching ") if model.watching else (" 21 HUSTLE  ",)
    left = next((text for text in lefts if len(text) + wide <= width), "")
    if not left:
        names = _names(model, width, levels=False)
        wide = sum(cell_len(text) for text in names)
        left = next((text for text in lefts if len(text) + wide <= width), " ")
    row = Row(model.look).put(left, "title").to((width - wide) // 2, "title")
    for text, role in zip(names, ("title", "title.accent", "title"), strict=True):
        row.put(text, role)
    right = next((text for text in _rights(model) if row.width + cell_len(text) + 4 <= width), "")
    if right:
        row.to(width - cell_len(right) - 1, "title").put(right, "title")
    return Picture([row.strip(width, "title")])


def _names(model: Model, width: int, *, levels: bool) -> tuple[str, str, str]:
    """The name on the left, the score, the name on the right: in the order of the clocks below."""
    match, (first, second) = model.view.match, sides(model)
    score = f"  {match.wins[first]} : {match.wins[second]}  " if match else "  "
    room = (width - len(score) - 2) // 2
    low, top = (_leveled(model, seat) if levels else called(model, seat) for seat in (first, second))
    return fitted(low, min(cell_len(low), room)), score, fitted(top, min(cell_len(top), room))


def _leveled(model: Model, seat: int) -> str:
    level = model.view.seats[seat].level
    return f"{called(model, seat)} · {level}" if level else called(model, seat)


def _rights(model: Model) -> list[str]:
    """How this table plays and where it is, the longest first."""
    view, draft = model.view, f"{model.view.options.draft} draft"
    clocks = ["no clocks"] if view.options.clocks == "relaxed" else []
    where = f"{view.code} · ssh" if view.remote else "two at one keyboard" if model.hot_seat else ""
    full = [*([where] if where else []), draft, *clocks]
    return [" · ".join(full), *([where] if where else []), draft]


def clock_halves(model: Model, width: int) -> tuple[Picture, Picture]:
    """Both seats' clocks, on the left and on the right.

    The seconds stand first: a line is sent to the terminal from its start to its last change, and a tick is no more.
    """
    half = width // 2
    spaces = zip(sides(model), (half, width - half), strict=True)
    first, second = (Picture([_seat_line(model, seat, space).strip(space)]) for seat, space in spaces)
    return first, second


class _Plan(msgspec.Struct, frozen=True):
    """How much of a seat's line is told: with the bar, with the word for skips, how many cells of the name."""

    bar: bool
    word: bool
    long: bool
    name: int


_PLANS = (
    _Plan(bar=True, word=True, long=True, name=16),
    _Plan(bar=True, word=False, long=True, name=16),
    _Plan(bar=True, word=False, long=False, name=16),
    _Plan(bar=True, word=False, long=False, name=8),
    _Plan(bar=False, word=True, long=False, name=16),
    _Plan(bar=False, word=False, long=False, name=16),
    _Plan(bar=False, word=False, long=False, name=8),
    _Plan(bar=False, word=False, long=False, name=4),
    _Plan(bar=False, word=False, long=False, name=0),
)
"""What is left out first where there is little room: the longest that fits is told, and nothing is cut."""


def _seat_line(model: Model, seat: int, space: int) -> Row:
    if model.view.match is None:
        return Row(model.look)
    plans = [plan for plan in _PLANS if not plan.bar or space >= _BARRED]
    rows = (_planned(model, seat, plan) for plan in plans)
    return next((row for row in rows if row.width < space), _planned(model, seat, plans[-1]))


def _planned(model: Model, seat: int, plan: _Plan) -> Row:
    row, view, match = Row(model.look), model.view.seats[seat], model.view.match
    _clock(model, view, row, bar=plan.bar)
    status, role = _status(model, seat, view)
    name = called(model, seat)
    shown = fitted(name, min(cell_len(name), plan.name))
    shown = present.possessive(shown) if plan.word and shown else shown
    row.put(" ").put(f"{shown} " if shown else "", "bright").put("skips " if plan.word else "", "dim")
    left = match.skips_left[seat] if match is not None else 0
    row.put("◆" * left, "skip").put("◇" * (2 - left), "skip.lost")
    told = status if plan.long else _SHORT.get(status, status)
    return row.put(f" {told}" if told else "", role)


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
