"""Chat at a table: what a line may be, and how many of them."""

from __future__ import annotations

from cardtable.errors import Rejected
from cardtable.table.commands import SAY_CELLS, Say
from cardtable.table.events import Said
from cardtable.table.table import Table
from cardtable.text import clean_line

BURST, WINDOW = 3, 3_000
"""So many lines of one player in so many milliseconds."""

MOST = 500
"""Lines of chat that one table takes in its life: all of them are stored."""


def say(table: Table, seat: int, command: Say, now: int) -> Said:
    """What comes of a line. Raises Rejected for an empty one, and for too many."""
    text = clean_line(command.text, SAY_CELLS)
    if not text:
        raise Rejected("empty", "There is nothing in that line.")
    said = [(entry.event.seat, entry.at) for entry in table.history if isinstance(entry.event, Said)]
    if sum(who == seat and now - at < WINDOW for who, at in said) >= BURST:
        raise Rejected("too_fast", f"Not so fast: {BURST} lines in {WINDOW // 1000} seconds.")
    if len(said) >= MOST:
        raise Rejected("enough", "Enough has been said at this table.")
    return Said(seat, text)
