"""Paints the whole board of 21 Hustle in few cells, for windows without room for whole cards. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.strip import Strip

from cardtable.rules.hustle.commands import ROOM
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import table_ending
from cardtable.tui.brush import Row, fitted
from cardtable.tui.cards import Pieces, hand_rows
from cardtable.tui.table_model import Model, called, is_current, total_shown, total_text

LEAST, SHORT, TALL = 4, 5, 9
"""Rows of the board with the verdicts behind the totals, with cards in one row, and with whole cards where they fit."""


def compact(model: Model, match: HustleView, width: int, height: int) -> list[Strip]:
    """The whole board in few cells: names and totals, cards, and a mark at the column being played."""
    name = min(7, max(4, width // 7))
    space = (width - name - 2) // 3 - 2
    tall = 3 if height >= TALL else 1
    lines: list[Strip] = []
    for seat in (1 - model.bottom, model.bottom):
        row = Row(model.look).put(" ").put(fitted(called(model, seat), name), "bright")
        ended = height < SHORT
        totals = [[_total(model, match, seat, column, space, ended=ended)] for column in range(3)]
        lines.append(_beside(row, totals, space).strip(width))
        hands = [_cards(model, match, seat, column, space, tall) for column in range(3)]
        lines += [_beside(_start(model, name), cells, space).strip(width) for cells in zip(*hands, strict=True)]
    if height < SHORT:
        return lines
    marks = [[_mark(model, match, column, space)] for column in range(3)]
    return [*lines, _beside(_start(model, name), marks, space).strip(width)]


def _start(model: Model, name: int) -> Row:
    return Row(model.look).put(" " * (name + 1))


def _beside(row: Row, cells: Sequence[Pieces], space: int) -> Row:
    """Three cells of this width behind what the row begins with."""
    for column, pieces in enumerate(cells):
        row.put(" │ " if column else " ", "lane")
        row.add(pieces).to(row.width + space - sum(cell_len(text) for text, _ in pieces))
    return row


def _total(model: Model, match: HustleView, seat: int, column: int, space: int, *, ended: bool) -> tuple[str, str]:
    """A total; without a row for the verdicts, theirs stand behind the totals of whoever won, or of both."""
    text, role = total_text(match.boards[seat][column], shown=total_shown(model, seat, column))
    verdict, mood = table_ending.short_verdict(match, column, seat) if ended else ("", "")
    if verdict in ("won", "tie"):
        return fitted(f"{match.boards[seat][column].total} {verdict}", space), mood
    return fitted(text.removesuffix(" lock") if ended else text, space), role


def _cards(model: Model, match: HustleView, seat: int, column: int, space: int, tall: int) -> list[Pieces]:
    lane = match.boards[seat][column]
    slots = ROOM - len(lane.cards) if match.phase is Phase.DRAFT else 0
    newest = model.reveal if model.fresh[seat] == column else "plain"
    return hand_rows(lane.cards, model.look, space, tall, slots=slots, newest=newest)


def _mark(model: Model, match: HustleView, column: int, space: int) -> tuple[str, str]:
    text, role = _mark_text(model, match, column)
    return fitted(text, space), role


def _mark_text(model: Model, match: HustleView, column: int) -> tuple[str, str]:
    verdict, role = table_ending.short_verdict(match, column, model.bottom)
    if verdict:
        return verdict, role
    if is_current(model, match, column):
        return ("► now" if match.phase is Phase.MATCHUP else "► here"), "lane.active"
    if match.phase is Phase.OVER:
        return "not played", "dim"
    return (f"  {column + 1}{_full(model, match, column)}" if match.phase is Phase.DRAFT else ""), "dim"


def _full(model: Model, match: HustleView, column: int) -> str:
    """Full for the viewer; for two at one keyboard and for spectators, for both."""
    seats = (0, 1) if model.me is None else (model.me,)
    return " full" if all(len(match.boards[seat][column].cards) >= ROOM for seat in seats) else ""
