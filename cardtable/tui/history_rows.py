"""A finished match as a line of the history. Pure. Who won is told only to whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime

from rich.cells import cell_len

from cardtable.table.keeping import FinishedMatch, SeatRecord
from cardtable.tui.brush import fitted
from cardtable.tui.records import game_title

WIDE, NARROW = 76, 50
"""Cells from which the game is named, and below which the time of day goes."""


def row(match: FinishedMatch, player: str, width: int, *, results: bool) -> str:
    """When, what, with whom, and, if asked for, the result; in no more cells than there are."""
    ended = datetime.fromtimestamp(match.ended / 1000, UTC)
    parts = [f"{ended:%Y-%m-%d}" if width < NARROW else f"{ended:%Y-%m-%d %H:%M}"]
    if width >= WIDE:
        parts.append(f"{game_title(match.game):9}")
    if results:
        parts.append(f"{_result(match, player):{4 if seat_of(match, player) is not None else 0}}")
    parts.append(_who(match, player))
    if width >= WIDE and match.rated:
        parts.append("rated")
    text = " " + "  ".join(parts)
    return fitted(text, min(cell_len(text), width))


def seat_of(match: FinishedMatch, player: str) -> int | None:
    """Where this player sat, if they did."""
    return next((number for number, seat in enumerate(match.seats) if player and seat.player == player), None)


def _who(match: FinishedMatch, player: str) -> str:
    own = seat_of(match, player)
    others = [_name(seat) for number, seat in enumerate(match.seats) if number != own]
    return " against ".join(others) if own is None else f"against {', '.join(others)}"


def _name(seat: SeatRecord) -> str:
    return f"{seat.name} ({seat.level})" if seat.level else seat.name


def _result(match: FinishedMatch, player: str) -> str:
    own = seat_of(match, player)
    if own is not None:
        return match.seats[own].result
    winner = next((seat.name for seat in match.seats if seat.result == "won"), None)
    return f"{winner} won:" if winner else "tied:"
