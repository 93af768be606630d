"""Which parts the 21 Hustle table has at a window's size, and how high each is. Pure."""

from __future__ import annotations

from cardtable.table.views import Stage
from cardtable.tui import table_actions, table_bars, table_compact, table_cut, table_lanes, table_words
from cardtable.tui.table_model import LEAST, Model
from cardtable.tui.table_words import Words
from cardtable.tui.widgets.painted import Picture

FULL = (60, 20)
"""From this size on the lanes are drawn with whole cards."""

LEAST_TOLD = 4
"""Rows below a compact board that tell what is asked and what happened, before its cards are drawn whole."""


def playable(width: int, height: int) -> bool:
    """Whether the table can be played in a window of this size."""
    return width >= LEAST[0] and height >= LEAST[1]


def pictures(model: Model, told: Model, words: Words, width: int, height: int) -> dict[str, Picture]:
    """The parts that are shown, filling the window. `told` is the model without what the reveal still hides."""
    if not playable(width, height):
        return {"lanes": table_words.too_small(model, width, height, LEAST)}
    shown = {"actions": table_actions.actions(model, words, width)}
    if not model.max_screen:
        shown["foot"] = table_actions.foot(model, words, width)
    # After a match on a small screen the reasons and the seed need the rows of the bars, which tell nothing new.
    spare = height - len(shown) - _needed(told, words, width, height)
    if not model.max_screen and spare >= 1:
        shown["title"] = table_bars.title_bar(told, width)
    rows = len(shown)
    if spare >= 2:
        shown |= clocks(model, width)
        rows += 1
    return shown | _board(told, words, width, height, height - rows)


def _needed(model: Model, words: Words, width: int, height: int) -> int:
    """Rows that nothing may take from the board and what is told below it."""
    rows = table_words.end_rows(model, words, width)
    return table_compact.LEAST + rows + 3 if rows and not _whole(width, height) else 0


def _whole(width: int, height: int) -> bool:
    """Whether the lanes are drawn with whole cards."""
    return width >= FULL[0] and height >= FULL[1]


def clocks(model: Model, width: int) -> dict[str, Picture]:
    """The two parts that change with time."""
    theirs, mine = table_bars.clock_halves(model, width)
    return {"theirs": theirs, "mine": mine}


def _board(model: Model, words: Words, width: int, height: int, room: int) -> dict[str, Picture]:
    match = model.view.match
    if model.view.cutting is not None:
        return {"lanes": table_cut.cutting(model, words, model.view.cutting, width, room)}
    if match is None and model.view.stage is Stage.CLOSED and not model.view.halted:
        return {"lanes": table_cut.closed(model, words, width, room)}
    if match is None:
        return {"lanes": table_words.waiting(model, words, width, room)}
    told = table_words.end_rows(model, words, width)
    if not _whole(width, height):
        below = max(LEAST_TOLD, told + 3 if told else 0)
        board = Picture(
            table_compact.compact(
                model, match, width, max(table_compact.LEAST if told else table_compact.SHORT, room - below)
            )
        )
    else:
        board = table_lanes.lanes(model, width, room - max(1, told) if model.max_screen else _lane_height(room))
    return {"lanes": board, "says": table_words.says(model, words, width, room - len(board.lines))}


def _lane_height(room: int) -> int:
    """Tall enough for large cards where there is room; the rest tells what happened."""
    return min(26, max(12, room - 5)) if room >= 15 else room - 3
