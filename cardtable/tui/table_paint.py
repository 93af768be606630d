"""Paints the 21 Hustle table: from a view and what the screen knows to lines of styled text. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import ROOM
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import HustleView, Lane, Phase
from cardtable.table.views import SeatKind, SeatView, Stage, TableView
from cardtable.tui import present
from cardtable.tui.brush import Look, Row, blank, fitted
from cardtable.tui.cards import Pieces, back_rows, face_rows, hand_rows
from cardtable.tui.widgets.painted import Picture, Zone

_BAR = 6

LOW = 5_000
"""Milliseconds below which a clock warns."""


class Model(msgspec.Struct, frozen=True):
    """What the screen hands down to be painted.

    `bottom` is the seat (0 or 1) drawn below; `me` that seat if it is the viewer's own, None for hot-seat and
    spectators. `fresh` is the number of drawn cards whose newest is just being shown, in the stage `reveal` (`back`,
    `lit` or `plain`). `elapsed` is milliseconds since the view was made.
    """

    view: TableView
    look: Look
    me: int | None
    bottom: int
    hot_seat: bool = False
    elapsed: int = 0
    reveal: str = "plain"
    fresh: tuple[int | None, int | None] = (None, None)
    marked: int | None = None
    watching: bool = False
    sound: bool = False
    max_screen: bool = False


def title_bar(model: Model, width: int) -> Picture:
    """The game, the score between the two names, the table's code."""
    view, match = model.view, model.view.match
    top, low = view.seats[1 - model.bottom].name, view.seats[model.bottom].name
    wins = match.wins if match else (0, 0)
    score = f"{wins[model.bottom]} : {wins[1 - model.bottom]}"
    middle = f"{low or '…'}  {score}  {top or '…'}"
    right = f"{view.code} · ssh " if view.remote else ("two at one keyboard " if model.hot_seat else "")
    left = " 21 HUSTLE" + ("  watching" if model.watching else "")
    row = Row(model.look)
    start = max(cell_len(left) + 2, (width - cell_len(middle)) // 2)
    row.put(left, "title").to(start, "title").put(low or "…", "title").put(f"  {score}  ", "title.accent")
    row.put(top or "…", "title")
    if row.width + cell_len(right) + 1 <= width:
        row.to(width - cell_len(right), "title").put(right, "title")
    return Picture([row.strip(width, "title")])


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
    if match is not None:
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


class _Hand(msgspec.Struct, frozen=True):
    """One seat's part of a lane: its label and its cards. `newest` as for `hand_rows`."""

    name: str
    name_role: str
    total: str
    total_role: str
    cards: tuple[Card, ...]
    slots: int
    newest: str


class _LaneModel(msgspec.Struct, frozen=True):
    """Everything that one lane's picture depends on, so that a picture can be kept and shared."""

    look: Look
    width: int
    height: int
    thick: bool
    role: str
    heading: tuple[str, str]
    above: _Hand | None = None
    below: _Hand | None = None
    verdict: tuple[str, str] = ("", "felt")
    next_card: bool = False


_THIN = ("╭╮╰╯", "─", "│")
_THICK = ("┏┓┗┛", "━", "┃")


def lanes(model: Model, width: int, height: int) -> Picture:
    """All three columns side by side, the other's cards above and one's own below."""
    widths = [width // 3 + (1 if n < width % 3 else 0) for n in range(3)]
    lines = _side_by_side(tuple(_lane_model(model, column, widths[column], height) for column in range(3)))
    starts = [sum(widths[:n]) for n in range(3)]
    zones = [Zone(starts[n], 0, widths[n], height, str(n + 1)) for n in range(3)] if _placing(model) else []
    return Picture(lines, zones)


@lru_cache(maxsize=256)
def _side_by_side(models: tuple[_LaneModel, ...]) -> tuple[Strip, ...]:
    """The lines of the lanes; kept, since most keys and events change no lane, and players of one match share them."""
    columns = [_lane(model) for model in models]
    return tuple(Strip.join(row) for row in zip(*columns, strict=True))


def _placing(model: Model) -> bool:
    match = model.view.match
    return match is not None and model.me is not None and match.phase is Phase.DRAFT and match.asked[model.me]


def _lane_model(model: Model, column: int, width: int, height: int) -> _LaneModel:
    match, look = model.view.match, model.look
    heading = _heading(model, column)
    if match is None:
        return _LaneModel(look, width, height, False, "lane", heading)
    current = match.phase is Phase.MATCHUP and column == match.column
    verdict = present.lane_verdict(match, column, model.bottom)
    if match.phase is Phase.OVER and not verdict[0]:
        verdict = ("not played", "dim")
    return _LaneModel(
        look,
        width,
        height,
        current,
        _frame_role(model, match, column),
        heading,
        _hand(model, match, 1 - model.bottom, column),
        _hand(model, match, model.bottom, column),
        verdict,
        current and not verdict[0],
    )


def _hand(model: Model, match: HustleView, seat: int, column: int) -> _Hand:
    lane = match.boards[seat][column]
    total, role = total_text(lane, shown=_total_shown(model, seat, column))
    name, name_role = ("you", "bright") if seat == model.me else (model.view.seats[seat].name, "felt")
    slots = ROOM - len(lane.cards) if match.phase is Phase.DRAFT else 0
    newest = model.reveal if model.fresh[seat] == column else "plain"
    return _Hand(name, name_role, total, role, lane.cards, slots, newest)


@lru_cache(maxsize=512)
def _lane(model: _LaneModel) -> tuple[Strip, ...]:
    corners, flat, side = _THICK if model.thick else _THIN
    head, role = model.heading
    width, inner, look = model.width, model.width - 2, model.look
    top = Row(look).put(corners[0] + flat, model.role).put(f" {head} ", role)
    top.to(width - 1, model.role, flat).put(corners[1], model.role)
    lines = [top.strip(width)]
    for pieces in _inside(model, inner - 2, model.height - 2):
        row = Row(look).put(side, model.role).put(" ").add(pieces).to(width - 1).put(side, model.role)
        lines.append(row.strip(width))
    bottom = Row(look).put(corners[2] + flat * inner + corners[3], model.role)
    return (*lines, bottom.strip(width))


def _inside(model: _LaneModel, width: int, height: int) -> list[Pieces]:
    above, below = model.above, model.below
    if above is None or below is None:
        return [[] for _ in range(height)]
    tall = 7 if height >= 22 and width >= 30 else 5 if height >= 16 and width >= 20 else 3 if height >= 8 else 1
    return [
        _label(above, width),
        *_cards(model, above, width, tall),
        *_middle(model, width, height - 2 - 2 * tall),
        *_cards(model, below, width, tall),
        _label(below, width),
    ]


def _label(hand: _Hand, width: int) -> Pieces:
    space = max(0, width - cell_len(hand.total) - 1)
    return [(fitted(hand.name, space), hand.name_role), (" ", "felt"), (hand.total, hand.total_role)]


def _cards(model: _LaneModel, hand: _Hand, width: int, tall: int) -> list[Pieces]:
    return hand_rows(hand.cards, model.look, width, tall, slots=hand.slots, newest=hand.newest)


def _middle(model: _LaneModel, width: int, height: int) -> list[Pieces]:
    rows: list[Pieces] = [[] for _ in range(max(0, height))]
    if not rows:
        return rows
    verdict, role = model.verdict
    centre = (height - 1) // 2
    if verdict:
        rows[centre] = [(f"{fitted(verdict, min(width, cell_len(verdict))):^{width}}", role)]
    elif model.next_card:
        _next_card(rows, model.look, width, centre)
    return rows


def _frame_role(model: Model, match: HustleView, column: int) -> str:
    if match.phase is Phase.MATCHUP and column == match.column:
        return "lane.active"
    result = match.results[column]
    if result is None:
        return "lane"
    if result is Result.TIE:
        return "lane.tied"
    return "lane.won" if (result is Result.SEAT0) == (model.bottom == 0) else "lane.lost"


def _is_current(model: Model, match: HustleView, column: int) -> bool:
    """The lane that is the brightest thing: the one being played, or the one marked for the card."""
    if match.phase is Phase.MATCHUP:
        return column == match.column
    return match.phase is Phase.DRAFT and column == model.marked


def _heading(model: Model, column: int) -> tuple[str, str]:
    match = model.view.match
    number = str(column + 1)
    if match is None:
        return number, "dim"
    result = match.results[column]
    if result is Result.TIE:
        return f"{number} · tied", "tie"
    if result is not None:
        winner = 0 if result is Result.SEAT0 else 1
        name = "you" if winner == model.me else model.view.seats[winner].name
        return f"{number} · {fitted(name, min(cell_len(name), 12))} won", "win" if winner == model.bottom else "loss"
    if match.phase is Phase.MATCHUP and column == match.column:
        return f"{number} · now", "lane.active"
    if match.phase is Phase.DRAFT and column == model.marked:
        return f"► {number} ◄", "button.focus"
    if match.phase is Phase.DRAFT and model.me is not None and not present.column_open(match, model.me, column):
        full = len(match.boards[model.me][column].cards) >= ROOM
        return f"{number} · full" if full else number, "dim"
    return number, "bright"


def _total_shown(model: Model, seat: int, column: int) -> bool:
    """A total waits until the card that made it is turned."""
    return not (model.reveal == "back" and model.fresh[seat] == column)


def total_text(lane: Lane, *, shown: bool = True) -> tuple[str, str]:
    """A lane's total as it is marked, and the role."""
    if not lane.cards or not shown:
        return "", "dim"
    if lane.bust:
        return f"{lane.total} bust", "total.bust"
    if lane.locked:
        return f"{lane.total} lock", "total.lock"
    return (f"soft {lane.total}", "total.soft") if lane.soft else (str(lane.total), "total")


def _next_card(rows: list[Pieces], look: Look, width: int, centre: int) -> None:
    drawn = back_rows(look, 3 if len(rows) >= 3 else 1)
    first = max(0, centre - len(drawn) // 2)
    for number, pieces in enumerate(drawn):
        said = number == len(drawn) // 2 and width >= 22
        pad = " " * ((width - 21) // 2 if width >= 22 else max(0, (width - 5) // 2 - 5))
        rows[first + number] = [
            (pad, "felt"),
            ("next " if said else "     ", "dim"),
            *pieces,
            ("  face down" if said else "", "dim"),
        ]


def card_in_hand(model: Model) -> list[Pieces]:
    """The draft's card in three rows: face down (H4), or face up in the open draft (H24)."""
    match = model.view.match
    if match is not None and match.up_card is not None:
        return face_rows(match.up_card, model.look, 3)
    return back_rows(model.look, 3)


def compact(model: Model, width: int, height: int) -> list[Strip]:
    """The whole board in few cells: names and totals, cards, and a mark at the column being played."""
    match, look = model.view.match, model.look
    name = min(7, max(4, width // 7))
    space = (width - name - 2) // 3 - 2
    lines: list[Strip] = []
    for seat in (1 - model.bottom, model.bottom):
        totals, cards = Row(look), Row(look)
        label = "you" if seat == model.me else model.view.seats[seat].name
        totals.put(" ").put(fitted(label, name), "bright")
        cards.put(" " * (name + 1))
        for column in range(3):
            _compact_cell(model, match, seat, column, space, totals, cards)
        lines += [totals.strip(width), cards.strip(width)]
    status = Row(look).put(" " * (name + 1))
    for column in range(3):
        text, role = _compact_status(model, match, column)
        status.put(" │ " if column else " ", "lane").put(fitted(text, space), role)
    return [*lines, status.strip(width)][:height]


def _compact_cell(
    model: Model, match: HustleView | None, seat: int, column: int, space: int, totals: Row, cards: Row
) -> None:
    edge = " │ " if column else " "
    totals.put(edge, "lane")
    cards.put(edge, "lane")
    if match is None:
        totals.put(" " * space)
        cards.put(" " * space)
        return
    lane = match.boards[seat][column]
    text, role = total_text(lane, shown=_total_shown(model, seat, column))
    totals.put(fitted(text, space), role)
    before = cards.width
    slots = ROOM - len(lane.cards) if match.phase is Phase.DRAFT else 0
    newest = model.reveal if model.fresh[seat] == column else "plain"
    cards.add(hand_rows(lane.cards, model.look, space, 1, slots=slots, newest=newest)[0]).to(before + space)


def _compact_status(model: Model, match: HustleView | None, column: int) -> tuple[str, str]:
    if match is None:
        return "", "dim"
    verdict, role = present.short_verdict(match, column, model.bottom)
    if verdict:
        return verdict, role
    if _is_current(model, match, column):
        return ("► now" if match.phase is Phase.MATCHUP else "► here"), "lane.active"
    return f"  {column + 1}" if match.phase is Phase.DRAFT else "", "dim"


def text_lines(look: Look, texts: Sequence[tuple[str, str]], width: int, height: int) -> list[Strip]:
    """Lines of plain text, a role each, padded to this height."""
    lines = [
        Row(look).put(" ").put(fitted(text, min(cell_len(text), width - 2)), role).strip(width) for text, role in texts
    ]
    return (lines + [blank(look, width)] * height)[:height]
