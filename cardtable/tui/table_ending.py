"""How columns and matches ended, in words, told by names and `you`. Pure."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.rules.hustle.events import Reason, Result
from cardtable.rules.hustle.views import HustleView
from cardtable.tui.brush import fitted

Names = tuple[str, str]


def verb(name: str, plain: str, third: str) -> str:
    """The form of a verb that goes with a name, or with `you`."""
    return plain if name == "you" else third


def column_reason(result: Result, totals: tuple[int, int], names: Names) -> str:
    """Why a column was won or tied."""
    if result is Result.TIE:
        return "both bust, a tie" if totals[0] > 21 else f"{totals[0]} each, a tie"
    winner = 0 if result is Result.SEAT0 else 1
    name, own, other = names[winner], totals[winner], totals[1 - winner]
    beaten = "a bust" if other > 21 else str(other)
    return f"{name} {verb(name, 'win', 'wins')}, {own} beats {beaten}"


def short_verdict(match: HustleView, column: int, me: int) -> tuple[str, str]:
    """The verdict in one word, for narrow columns."""
    text, role = lane_verdict(match, column, me)
    return ({"win": "won", "loss": "lost", "tie": "tie"}[role] if text else ""), role


def lane_verdict(match: HustleView, column: int, me: int) -> tuple[str, str]:
    """The short verdict on a finished column and its role, from the seat `me` (0 or 1)."""
    result = match.results[column]
    mine, theirs = match.boards[me][column].total, match.boards[1 - me][column].total
    if result is None:
        return "", "felt"
    if result is Result.TIE:
        return ("both bust: tie" if mine > 21 else f"{mine} each: tie"), "tie"
    won = (result is Result.SEAT0) == (me == 0)
    high, low = (mine, theirs) if won else (theirs, mine)
    return f"{high} beats {'a bust' if low > 21 else low}", "win" if won else "loss"


def match_result(result: Result, reason: Reason, names: Names) -> str:
    """Who won the match and why, in a sentence without its stop."""
    if result is Result.TIE:
        why = "both lost their last skip at the same instant" if reason is Reason.FORFEIT else "columns are level"
        return f"the match is tied: {why}"
    name, other = names if result is Result.SEAT0 else names[::-1]
    return f"{name} {verb(name, 'win', 'wins')} the match: {won_by(reason, other)}"


def brief_result(result: Result, reason: Reason, names: Names) -> str:
    """The same in fewer words, for narrow windows."""
    if result is Result.TIE:
        return "tied: both out of skips at once" if reason is Reason.FORFEIT else "tied: columns are level"
    name, other = names if result is Result.SEAT0 else names[::-1]
    return f"{name} {verb(name, 'win', 'wins')}: {won_by(reason, other)}"


def won_by(reason: Reason, loser: str) -> str:
    """How a match was won; what the loser did is told by name."""
    match reason:
        case Reason.TWO_COLUMNS:
            return "two columns won"
        case Reason.THREE_COLUMNS:
            return "all three columns counted"
        case Reason.FORFEIT:
            return f"{loser} lost both skips"
        case Reason.CONCEDED:
            return f"{loser} gave up"


def headline(match: HustleView, names: Names, cells: int) -> str:
    """The result as a sentence: the longest form that fits on one line."""
    if match.result is None or match.reason is None:
        return ""
    full = match_result(match.result, match.reason, names)
    said = [full] + [brief_result(match.result, match.reason, _short(names, room)) for room in (16, 9, 5)]
    told = next((text for text in said if cell_len(text) < cells), full)
    return (told[0].upper() + told[1:] if told.startswith(("you ", "the ", "tied")) else told) + "."


def _short(names: Names, cells: int) -> Names:
    first, second = (fitted(name, min(cell_len(name), cells)) for name in names)
    return first, second


def columns_told(match: HustleView, names: Names, cells: int) -> list[str]:
    """Column by column, how the match went, a line each; a column that was not played says so."""
    told = []
    for column, result in enumerate(match.results):
        totals = (match.boards[0][column].total, match.boards[1][column].total)
        ways = [names, _short(names, 12), _short(names, 5)]
        said = [column_reason(result, totals, way) if result is not None else "not played" for way in ways]
        lines = [f"column {column + 1}: {text}" for text in said]
        told.append(next((line for line in lines if cell_len(line) <= cells), lines[-1]))
    return told
