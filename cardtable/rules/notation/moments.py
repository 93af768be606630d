"""A saved match moment by moment, as one viewer sees it: at each nothing is known that comes later (H6)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardtable.errors import BadInput
from cardtable.rules.hustle.events import (
    CardPlaced,
    Chose,
    ColumnEnded,
    Committed,
    Event,
    MatchEnded,
    PublicEvent,
    Reason,
    Shuffled,
    SkipLost,
    TurnPlayed,
)
from cardtable.rules.hustle.project import redact, view_for
from cardtable.rules.hustle.views import HustleView
from cardtable.rules.notation.reading import read
from cardtable.rules.notation.record import MatchRecord, Recorded, replay
from cardtable.rules.notation.verifying import verify

Spans = tuple[int | None, int | None]


class Moment(msgspec.Struct, frozen=True):
    """What one choice, lost skip or concession led to.

    `number` counts from 0, the shuffle. `at` is milliseconds since the match began. `view` is what the viewer sees
    then, and `happened` what they hear of it. `took[seat]` is how long a player thought over the choice made at this
    moment: from the question to the instant their answer came in; None for whoever did not choose.
    """

    number: int
    at: int
    view: HustleView
    happened: tuple[PublicEvent, ...]
    took: Spans = (None, None)


def sound(data: str | bytes) -> MatchRecord:
    """The record in this text, read and verified, so that it can be shown. Raises BadInput."""
    record = read(data)
    verdict = verify(record)
    if not verdict.holds:
        raise BadInput(f"This match cannot be shown: {verdict.text}")
    return record


def moments(record: MatchRecord, viewer: int | None) -> tuple[Moment, ...]:
    """Every moment as a seat (0 or 1) saw it, or (None) as somebody who is shown each choice when it is made.

    The record must have been verified.
    """
    states, shown, asked = replay(record), list[Moment](), 0
    for first, last in _spans(record.events):
        here = record.events[first:last]
        took = _took(here[0], asked)
        happened = tuple(_told(recorded.event, viewer) for recorded in here)
        shown.append(Moment(len(shown), here[0].at, view_for(states[last - 1], viewer), happened, took))
        if any(isinstance(recorded.event, CardPlaced | TurnPlayed | ColumnEnded | Shuffled) for recorded in here):
            asked = here[-1].at
    return tuple(shown)


def _spans(events: tuple[Recorded, ...]) -> Iterator[tuple[int, int]]:
    """From each event that nothing before it led to, up to the next one."""
    starts = [number for number in range(len(events)) if _begins(events, number)]
    return zip(starts, [*starts[1:], len(events)], strict=True)


def _begins(events: tuple[Recorded, ...], number: int) -> bool:
    event = events[number].event
    if isinstance(event, SkipLost):
        return not isinstance(events[number - 1].event, SkipLost)
    if isinstance(event, MatchEnded):
        return event.reason is Reason.CONCEDED
    return isinstance(event, Shuffled) or (isinstance(event, Chose) and not event.auto)


def _took(recorded: Recorded, asked: int) -> Spans:
    event = recorded.event
    if not isinstance(event, Chose) or event.auto or recorded.received is None:
        return (None, None)
    # A choice can come in before the table has told the question's own time: never less than nothing.
    spent = max(0, recorded.received - asked)
    return (None, spent) if event.seat else (spent, None)


def _told(event: Event, viewer: int | None) -> PublicEvent:
    if isinstance(event, Shuffled):
        return Committed(event.commitment, event.size)
    return event if viewer is None else redact(event, viewer)
