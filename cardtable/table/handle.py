"""What comes of a command at a table. No task, no I/O; `now` is handed in.

`handle` is the one way in. The order of its checks: the clocks first (what was due before this command happened before
it), then seat, alive, stale, legal; only then is anything applied. What happened comes back as numbered entries; the
actor stores them before anybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardtable.errors import Rejected, RulesBug
from cardtable.rules.hustle import play
from cardtable.rules.hustle.commands import CONCEDE, SEATS, Choice, Concede
from cardtable.rules.hustle.events import Event
from cardtable.table import cutting, talk
from cardtable.table.commands import AskRematch, Cut, Leave, Say, TableCommand
from cardtable.table.events import (
    Abandoned,
    ClosedByOperator,
    Entry,
    ExtraStarted,
    Halted,
    Left,
    LineBack,
    LineLost,
    Player,
    RematchAsked,
    Resumed,
    Seated,
    TableEvent,
    WatchAllowed,
)
from cardtable.table.ports import SeedSource
from cardtable.table.table import Table, apply
from cardtable.table.views import Stage


class Sit(msgspec.Struct, frozen=True):
    """From the desk: take a seat. `level` is a bot's, None for a person."""

    player: Player
    level: str | None = None
    return_code: str | None = None


class LineDown(msgspec.Struct, frozen=True):
    """From a link: this seat's connection is gone."""


class LineUp(msgspec.Struct, frozen=True):
    """From a link: this seat's player is connected again."""


class CheckClock(msgspec.Struct, frozen=True):
    """From a timer: look at the clock again. Harmless when late or doubled."""


class Resume(msgspec.Struct, frozen=True):
    """From the desk: this table was live when the server went down, and is again."""


class Abandon(msgspec.Struct, frozen=True):
    """From the actor: nobody has been connected for a long time."""


class Close(msgspec.Struct, frozen=True):
    """From the operator: close the table, whatever is going on there."""


class AllowWatching(msgspec.Struct, frozen=True):
    """From a player: let spectators in by this code."""

    code: str


GIVEN_BACK = 3_000
"""Milliseconds that clocks which run get back after the server was down."""

Command = TableCommand | Sit | LineDown | LineUp | CheckClock | Resume | Abandon | Close | AllowWatching


class Handled(msgspec.Struct, frozen=True):
    """What came of a command: the table afterwards, what happened, and why the command was refused if it was.

    Clocks that ran out before a refused command have run out all the same.
    """

    table: Table
    entries: tuple[Entry, ...] = ()
    refusal: Rejected | None = None


def handle(
    table: Table, seat: int | None, command: Command, now: int, seeds: SeedSource, seen_seq: int | None = None
) -> Handled:
    """Carry out one command at `now` (ms), for a seat or (None) for somebody without one."""
    after, entries = run_clocks(table, now, seeds)
    try:
        events = _decide(after, seat, command, seen_seq, seeds, now)
    except Rejected as refusal:
        return Handled(after, entries, refusal)
    after, more = _record(after, events, now)
    return Handled(after, entries + more)


def run_clocks(table: Table, now: int, seeds: SeedSource) -> tuple[Table, tuple[Entry, ...]]:
    """Everything that the clocks made happen up to and including `now`, in order (H19–H21).

    Cuts of the deck that are missing when their time is up are made from the seeds.
    """
    happened: tuple[Entry, ...] = ()
    due = table.deadline()
    while due is not None and due <= now:
        table, entries = _clock_end(table, due, seeds)
        happened += entries
        due = table.deadline()
    return table, happened


def halt(table: Table, fault_id: str, now: int) -> Handled:
    """Stop the table after a fault of ours; the id leads to the log."""
    after, entries = _record(table, (Halted(fault_id),), now)
    return Handled(after, entries)


def _clock_end(table: Table, at: int, seeds: SeedSource) -> tuple[Table, tuple[Entry, ...]]:
    if table.stage is Stage.CUTTING:
        return _record(table, cutting.time_is_up(table, seeds), at)
    if table.clocks is None or table.match is None:
        raise RulesBug("a clock ended where no match is played")
    ending = table.clocks.ending(at)
    out = [seat for seat in ending if table.clocks.seats[seat].extra is not None]
    begun: list[Event | TableEvent] = [ExtraStarted(seat) for seat in ending if seat not in out]
    return _record(table, (*begun, *(play.time_out(table.match, out) if out else ())), at)


def _decide(
    table: Table, seat: int | None, command: Command, seen_seq: int | None, seeds: SeedSource, now: int
) -> Sequence[Event | TableEvent]:
    if isinstance(command, CheckClock):
        return ()
    if isinstance(command, Sit):
        return _sit(table, command, seeds)
    if isinstance(command, Resume):
        return (Resumed(GIVEN_BACK),)
    if isinstance(command, Abandon):
        return (Abandoned(),)
    if isinstance(command, Close):
        return _close(table)
    if seat is None:
        raise Rejected("spectator", "You are watching: only the two players can do that.")
    if table.stage is Stage.CLOSED:
        raise Rejected("closed", "This table is closed.")
    if isinstance(command, LineDown | LineUp):
        return _line(table, seat, command)
    if isinstance(command, AllowWatching):
        return (WatchAllowed(command.code),)
    if isinstance(command, Leave):
        return _leave(table, seat)
    if isinstance(command, AskRematch):
        return _ask_rematch(table, seat, seeds)
    if isinstance(command, Say):
        return (talk.say(table, seat, command, now),)
    if isinstance(command, Cut):
        return cutting.cut(table, seat, command, seen_seq, seeds)
    return _move(table, seat, command, seen_seq)


def _close(table: Table) -> Sequence[TableEvent]:
    if table.stage is Stage.CLOSED:
        raise Rejected("closed", "This table is closed.")
    return (ClosedByOperator(),)


def _move(table: Table, seat: int, command: Choice | Concede, seen_seq: int | None) -> Sequence[Event]:
    if table.match is None:
        raise Rejected("not_started", "The match has not begun yet.")
    stale = seen_seq is not None and seen_seq < table.question and not isinstance(command, Concede)
    if stale and table.stage is Stage.PLAYING:
        raise Rejected("stale", "That answered an earlier question; look again and choose.")
    return play.decide(table.match, seat, command)


def _sit(table: Table, command: Sit, seeds: SeedSource) -> Sequence[Event | TableEvent]:
    seat = table.free_seat()
    if seat is None or table.stage is not Stage.WAITING:
        raise Rejected("table_full", "Both seats of this table are taken.")
    seated = Seated(seat, command.player, command.level, command.return_code)
    return (seated, *cutting.first_match(table, seeds)) if seat == SEATS - 1 else (seated,)


def _line(table: Table, seat: int, command: LineDown | LineUp) -> Sequence[TableEvent]:
    up = isinstance(command, LineUp)
    if table.seats[seat].connected == up:
        return ()
    return (LineBack(seat) if up else LineLost(seat),)


def _leave(table: Table, seat: int) -> Sequence[Event | TableEvent]:
    if table.stage is Stage.PLAYING and table.match is not None:
        return (*play.decide(table.match, seat, CONCEDE), Left(seat))
    return (Left(seat),)


def _ask_rematch(table: Table, seat: int, seeds: SeedSource) -> Sequence[Event | TableEvent]:
    if table.stage is not Stage.OVER:
        raise Rejected("not_over", "A rematch can be asked for when the match is over.")
    if table.seats[seat].wants_rematch:
        raise Rejected("already_asked", "You have asked for a rematch already.")
    asked = RematchAsked(seat)
    return (asked, *cutting.next_match(table, seeds)) if table.seats[1 - seat].wants_rematch else (asked,)


def _record(table: Table, events: Sequence[Event | TableEvent], at: int) -> tuple[Table, tuple[Entry, ...]]:
    entries = tuple(Entry(table.seq + n, at, event) for n, event in enumerate(events, start=1))
    for entry in entries:
        table = apply(table, entry)
    return table, entries
