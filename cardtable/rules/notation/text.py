"""A match as text that a person reads: what happened, when, and how long each choice took."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import COLUMNS, ROOM
from cardtable.rules.hustle.events import (
    CardPlaced,
    ChoiceHidden,
    Chose,
    ColumnEnded,
    Committed,
    MatchEnded,
    PublicEvent,
    TurnPlayed,
)
from cardtable.rules.hustle.views import Phase
from cardtable.rules.hustle.words import REASONS, column_of, name_of, say, say_choice, say_result
from cardtable.rules.notation.moments import Moment, Spans, moments
from cardtable.rules.notation.record import MatchRecord

Face = Callable[[Card], str]
Names = tuple[str, str]
_KINDS = {
    "blind": "cards face down in the draft",
    "open": "cards face up in the draft",
    "standard": "with clocks",
    "relaxed": "without clocks",
}


def as_text(record: MatchRecord) -> str:
    """The whole match, for whoever may know how it ended."""
    first, second = record.names
    options = record.options
    return "\n".join(
        [
            f"21 Hustle: {first} against {second}",
            f"{record.started}, {_KINDS[options.draft]}, {_KINDS[options.clocks]}",
            *told(moments(record, None), record.names),
            "",
            f"Result: it {say_result(record.result, record.names)} {REASONS[record.reason]}.",
            f"Seal: {record.commitment}",
            f"Seed: {record.seed}",
            "",
        ]
    )


def told(shown: Sequence[Moment], names: Names, face: Face = str) -> list[str]:
    """These moments as lines, from the first on: a heading for the draft and each column, then what happened.

    `face` is how a card is written.
    """
    lines, heading = list[str](), ""
    waited: Spans = (None, None)
    for moment in shown:
        waited = _either(moment.took, waited)
        said = [text for text in (_sentence(event, names, face) for event in moment.happened) if text]
        if said:
            if heading != (heading := _heading(moment)):
                lines += ["", heading]
            lines += _timed(moment.at, said, _thought(waited, names))
            waited = (None, None)
    return [*lines, *_pending(shown, names)]


def _either(now: Spans, before: Spans) -> Spans:
    first, second = (old if new is None else new for new, old in zip(now, before, strict=True))
    return first, second


def _heading(moment: Moment) -> str:
    """Where it happened: the column that a moment ends is still the one it belongs to."""
    for event in moment.happened:
        if isinstance(event, ColumnEnded):
            return column_of(event.column).capitalize()
    drafting = moment.view.placed < COLUMNS * ROOM or any(isinstance(event, CardPlaced) for event in moment.happened)
    return "The draft" if drafting else column_of(moment.view.column).capitalize()


def _sentence(event: PublicEvent, names: Names, face: Face) -> str:
    match event:
        case Committed():
            return f"the deck of {event.size} is shuffled and sealed"
        case Chose(auto=True) | ChoiceHidden(auto=True):
            return f"the table moved for {name_of(event.seat, names)}"
        case Chose() | ChoiceHidden():
            return ""
        case CardPlaced(card=card, columns=(first, second)) if first == second:
            return f"{face(card)} to {column_of(first)} of both"
        case CardPlaced(card=card, columns=(first, second)):
            return f"{face(card)} to {column_of(first)} of {names[0]} and {column_of(second)} of {names[1]}"
        case TurnPlayed():
            return _turn(event, names, face)
        case MatchEnded():
            return f"the match {say_result(event.result, names)} {REASONS[event.reason]}"
        case _:
            return say(event, names)


def _turn(event: TurnPlayed, names: Names, face: Face) -> str:
    asked = [(name, choice) for name, choice in zip(names, event.choices, strict=True) if choice is not None]
    moves = ", ".join(f"{name} {say_choice(choice)}" for name, choice in asked)
    return f"{moves}: {face(event.card)}" if event.card is not None else moves


def _thought(waited: Spans, names: Names) -> str:
    pairs = zip(names, waited, strict=True)
    said = ", ".join(f"{name} {seconds(spent)}" for name, spent in pairs if spent is not None)
    return f"  ({said})" if said else ""


def _timed(at: int, said: Sequence[str], thought: str) -> list[str]:
    """The first line has the time; how long they thought stands behind it."""
    first, *more = said
    return [f"{clock(at):>6}  {first}{thought}", *(f"{'':>6}  {text}" for text in more)]


def _pending(shown: Sequence[Moment], names: Names) -> Iterator[str]:
    """A choice that waits for the other's: told to its owner, and that there is one to everybody."""
    if not shown or shown[-1].view.phase is Phase.OVER:
        return
    ready, choices = shown[-1].view.ready, dict[int, str]()
    for event in (event for moment in shown for event in moment.happened):
        if isinstance(event, Chose):
            choices[event.seat] = say(event, names)
        elif isinstance(event, ChoiceHidden):
            choices[event.seat] = f"{name_of(event.seat, names)} has chosen"
    for seat in (0, 1):
        if ready[seat]:
            yield f"{'':>6}  {choices[seat]}"


def clock(milliseconds: int) -> str:
    """An instant of the match: minutes and seconds since it began."""
    whole = milliseconds // 1000
    return f"{whole // 60}:{whole % 60:02}"


def seconds(milliseconds: int) -> str:
    """A span in seconds and tenths."""
    return f"{milliseconds / 1000:.1f} s"
