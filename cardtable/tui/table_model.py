"""What is painted of a 21 Hustle table, as a value, and what all of its painters ask of it. Pure."""

from __future__ import annotations

import msgspec

from cardtable.rules.hustle.views import HustleView, Lane, Phase
from cardtable.table.views import TableView
from cardtable.tui.brush import Look

LEAST = (40, 12)
"""The smallest window, columns and rows, in which anything can be played."""

FULL_WIDTH = 60
"""Columns below which sentences are brief, and keys that can be done without are left to the help page."""


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


def sides(model: Model) -> tuple[int, int]:
    """The seats whose names and clocks stand on the left and on the right.

    The other's stand left, one's own right, above one's own cards; at one keyboard each on the side of its hand's keys.
    """
    return (model.bottom, 1 - model.bottom) if model.hot_seat else (1 - model.bottom, model.bottom)


def called(model: Model, seat: int) -> str:
    """What a seat is called: `you` to whoever sits there."""
    return "you" if seat == model.me else model.view.seats[seat].name


def is_current(model: Model, match: HustleView, column: int) -> bool:
    """The lane that is the brightest thing: the one being played, or the one marked for the card."""
    if match.phase is Phase.MATCHUP:
        return column == match.column
    return match.phase is Phase.DRAFT and column == model.marked


def total_shown(model: Model, seat: int, column: int) -> bool:
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
