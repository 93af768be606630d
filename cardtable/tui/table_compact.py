"""Paints the whole board of 21 Hustle in few cells, for windows without room for whole cards. Pure."""

from __future__ import annotations

from textual.strip import Strip

from cardtable.rules.hustle.commands import ROOM
from cardtable.rules.hustle.views import HustleView, Phase
from cardtable.tui import present
from cardtable.tui.brush import Row, fitted
from cardtable.tui.cards import hand_rows
from cardtable.tui.table_model import Model, is_current, total_shown, total_text


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
    text, role = total_text(lane, shown=total_shown(model, seat, column))
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
    if is_current(model, match, column):
        return ("► now" if match.phase is Phase.MATCHUP else "► here"), "lane.active"
    return f"  {column + 1}" if match.phase is Phase.DRAFT else "", "dim"
