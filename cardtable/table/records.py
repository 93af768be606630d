"""A finished match of a live table as the record that is saved and verified."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from cardtable.rules.hustle.events import Chose
from cardtable.rules.notation import MatchRecord, Recorded, record_of
from cardtable.table.events import Entry, MatchStarted, TableEvent


def record_match(entries: Sequence[Entry], names: tuple[str, str], now: int, wall: datetime) -> MatchRecord:
    """The record of a match from `Desk.history`. `now` (table ms) and `wall` are the same instant on two clocks.

    Raises RulesBug if the match is not over.
    """
    options = next(entry.event.options for entry in entries if isinstance(entry.event, MatchStarted))
    started = (wall - timedelta(milliseconds=now - entries[0].at)).astimezone(UTC)
    # A table that a player left has told of it after the end; the record is of the match alone.
    events = [_recorded(entry) for entry in entries if not isinstance(entry.event, TableEvent)]
    return record_of(options, names, started.isoformat(timespec="seconds"), events)


def _recorded(entry: Entry) -> Recorded:
    """A player's choice carries the instant the server received it, by which its clock was judged."""
    event = entry.event
    if isinstance(event, TableEvent):
        raise TypeError("a record holds events of the match only")
    by_player = isinstance(event, Chose) and not event.auto
    return Recorded(entry.at, event, entry.at if by_player else None)
