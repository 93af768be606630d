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
from cardtable.tui.table_model import Model, is_current, total_shown, total_text

SHORT, TALL = 5, 9
"""Rows of the board with cards in one row, and with whole cards where they fit."""


def compact(model: Model, match: HustleView, width: int, height: int) -> list[Strip]:
    """The whole board in few cells: names and totals, cards, and a mark at the column being played."""
    name = min(7, max(4, width // 7))
    space = (width - name - 2) // 3 - 2
    tall = 3 if height >= TALL else 1
    lines: list[Strip] = []
    for seat in (1 - model.bottom, model.bottom):
        label = "you" if seat == model.me else model.view.seats[seat].name
        row = Row(model.look).put(" ").put(fitted(label, name), "bright")
        totals = [[_total(model, match, seat, column, space)] for column in range(3)]
        lines.append(_beside(row, totals, space).strip(width))
        hands = [_cards(model, match, seat, column, space, tall) for column in range(3)]
        lines += [_beside(_start(model, name), cells, space).strip(width) for cells in zip(*hands, strict=True)]
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


def _total(model: Model, match: HustleView, seat: int, column: int, space: int) -> tuple[str, str]:
    text, role = total_text(match.boards[seat][column], shown=total_shown(model, seat, column))
    return fitted(text, space), role


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
    return f"  {column + 1}" if match.phase is Phase.DRAFT else "", "dim"
