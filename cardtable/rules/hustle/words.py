"""What happened in a match, as plain sentences without a full stop; columns are counted from 1, as players do."""

from __future__ import annotations

from cardtable.rules.hustle.commands import COLUMNS, SEATS, Choice, Hit, Place
from cardtable.rules.hustle.events import (
    CardPlaced,
    Chose,
    ColumnEnded,
    Event,
    MatchEnded,
    Reason,
    Result,
    Shuffled,
    SkipLost,
    TurnPlayed,
)
from cardtable.rules.shoe import UNCUT

REASONS = {
    Reason.TWO_COLUMNS: "with two columns won",
    Reason.THREE_COLUMNS: "after three columns",
    Reason.FORFEIT: "by a second lost skip",
    Reason.CONCEDED: "by concession",
}

Names = tuple[str, str]


def name_of(seat: int, names: Names) -> str:
    """Who sits there."""
    return names[seat] if 0 <= seat < SEATS else "nobody (there is no such seat)"


def column_of(column: int) -> str:
    """A column by its number. A stranger's file may name one that does not exist."""
    return f"column {column + 1}" if 0 <= column < COLUMNS else "a column that does not exist"


def say_choice(choice: Choice | None) -> str:
    """A choice as the verb of a sentence; None is a seat that was not asked."""
    if choice is None:
        return "was not asked"
    if isinstance(choice, Place):
        return f"chose {column_of(choice.column)}"
    return "hit" if isinstance(choice, Hit) else "stood"


def say_result(result: Result, names: Names) -> str:
    """Who won, for a sentence that begins with what was won."""
    if result is Result.TIE:
        return "was tied"
    return f"went to {names[0] if result is Result.SEAT0 else names[1]}"


def say(event: Event, names: Names) -> str:
    """One event in words. Everything it holds is in the sentence, so that two that differ read differently."""
    match event:
        case Shuffled():
            cut = f", cut with {event.cuts[0]!r} and {event.cuts[1]!r}" if event.cuts != UNCUT else ""
            return f"the deck of {event.size} was shuffled{cut}"
        case Chose():
            return f"{name_of(event.seat, names)} {say_choice(event.choice)}{' by the clock' if event.auto else ''}"
        case CardPlaced():
            first, second = event.columns
            return f"{event.card} went to {column_of(first)} of {names[0]} and {column_of(second)} of {names[1]}"
        case TurnPlayed():
            drawn = f"the card was {event.card}" if event.card else "no card was drawn"
            moves = [f"{name} {say_choice(choice)}" for name, choice in zip(names, event.choices, strict=True)]
            return f"in {column_of(event.column)} {' and '.join(moves)}; {drawn}"
        case ColumnEnded():
            first, second = event.totals
            return f"{column_of(event.column)} {say_result(event.result, names)}, {first} to {second}"
        case SkipLost():
            return f"{name_of(event.seat, names)} lost a skip and has {event.left} left"
        case MatchEnded():
            return f"the match {say_result(event.result, names)} {REASONS[event.reason]}"
