"""Paints the three columns of 21 Hustle side by side, with whole cards. Pure, and kept as long as nothing changes."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec
from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import PLACES, ROOM
from cardtable.rules.hustle.events import Result
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import keys, present, table_ending
from cardtable.tui.brush import Look, Row, fitted
from cardtable.tui.cards import Pieces, back_rows, hand_rows
from cardtable.tui.table_model import Model, total_shown, total_text
from cardtable.tui.widgets.painted import Picture, Zone


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
    heading = _heading(model, column, width)
    if match is None:
        return _LaneModel(look, width, height, False, "lane", heading)
    current = match.phase is Phase.MATCHUP and column == match.column
    verdict = table_ending.lane_verdict(match, column, model.bottom)
    if match.phase is Phase.OVER and not verdict[0]:
        verdict = ("not played", "dim")
    return _LaneModel(
        look,
        width,
        height,
        current or _decisive(match, column),
        _frame_role(model, match, column),
        heading,
        _hand(model, match, 1 - model.bottom, column),
        _hand(model, match, model.bottom, column),
        verdict,
        current and not verdict[0],
    )


def _decisive(match: HustleView, column: int) -> bool:
    """Whether this column was won by whoever won the match."""
    return match.result not in (None, Result.TIE) and match.results[column] is match.result


def _hand(model: Model, match: HustleView, seat: int, column: int) -> _Hand:
    lane = match.boards[seat][column]
    total, role = total_text(lane, shown=total_shown(model, seat, column))
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


def _heading(model: Model, column: int, width: int) -> tuple[str, str]:
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
        return (
            f"{number} · {fitted(name, min(cell_len(name), width - 13))} won",
            "win" if winner == model.bottom else "loss",
        )
    if match.phase is Phase.MATCHUP and column == match.column:
        return f"{number} · now", "lane.active"
    if match.phase is Phase.DRAFT and column == model.marked:
        return f"► {number} ◄", "button.focus"
    if match.phase is Phase.DRAFT and model.me is not None and not present.column_open(match, model.me, column):
        full = len(match.boards[model.me][column].cards) >= ROOM
        return f"{number} · full" if full else number, "dim"
    if match.phase is Phase.DRAFT and model.hot_seat:
        return f"{number} · {_keys_of(column)}", "bright"
    return number, "button.key" if _placing(model) else "bright"


@cache
def _keys_of(column: int) -> str:
    """The keys of both hands for a column."""
    return " ".join(key.shown for key in keys.live("hot-seat draft") if key.action == PLACES[column])


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
