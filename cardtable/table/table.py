"""A live table as a value: who sits there, the match, its clocks. No task, no I/O; `now` is handed in.

`handle` is the one way in. The order of its checks: the clocks first (what was due before this command happened before
it), then seat, alive, stale, legal; only then is anything applied. What happened comes back as numbered entries; the
actor stores them before anybody is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cardtable.errors import Rejected, RulesBug
from cardtable.rules.hustle import play
from cardtable.rules.hustle.commands import CONCEDE, SEATS, Choice, Concede, Options
from cardtable.rules.hustle.events import CardPlaced, ColumnEnded, Event, MatchEnded, Shuffled, SkipLost, TurnPlayed
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.hustle.views import Phase
from cardtable.table.clock import Clocks, Timing
from cardtable.table.commands import AskRematch, Leave, TableCommand
from cardtable.table.ports import Player, SeedSource
from cardtable.table.views import (
    Abandoned,
    Entry,
    ExtraStarted,
    Halted,
    Left,
    LineBack,
    LineLost,
    MatchStarted,
    RematchAsked,
    Sat,
    SeatKind,
    Stage,
    TableEvent,
)


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


class Abandon(msgspec.Struct, frozen=True):
    """From the actor: nobody has been connected for a long time."""


class AllowWatching(msgspec.Struct, frozen=True):
    """From a player: let spectators in by this code."""

    code: str


Command = TableCommand | Sit | LineDown | LineUp | CheckClock | Abandon | AllowWatching


class Seat(msgspec.Struct, frozen=True):
    """One seat and who has it."""

    kind: SeatKind = SeatKind.OPEN
    player: Player | None = None
    level: str | None = None
    connected: bool = True
    wants_rematch: bool = False
    left: bool = False
    return_code: str | None = None


LOG_LINES = 40
"""Entries a view carries at most."""


class Table(msgspec.Struct, frozen=True):
    """A table at one moment. `question[seat]` is the `seq` at which that seat's present question was put."""

    code: str
    options: Options = Options()
    timing: Timing = Timing()
    private: bool = True
    remote: bool = False
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    stage: Stage = Stage.WAITING
    match: State | None = None
    match_number: int = 0
    clocks: Clocks | None = None
    seq: int = 0
    question: int = 0
    history: tuple[Entry, ...] = ()
    watch_code: str | None = None
    halted: str | None = None

    def deadline(self) -> int | None:
        """The instant (ms) at which the table must look at its clocks, or None."""
        return self.clocks.deadline() if self.clocks and self.stage is Stage.PLAYING else None

    def free_seat(self) -> int | None:
        """The first open seat, if any."""
        return next((n for n, seat in enumerate(self.seats) if seat.kind is SeatKind.OPEN), None)

    def seat_of(self, identity: str) -> int | None:
        """The seat this very identity holds, if any."""
        return next((n for n, s in enumerate(self.seats) if s.player and s.player.identity == identity), None)

    def match_entries(self) -> tuple[Entry, ...]:
        """What happened since the present match began, oldest first."""
        starts = [n for n, entry in enumerate(self.history) if isinstance(entry.event, MatchStarted)]
        return self.history[starts[-1] :] if starts else ()


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
    after, entries = run_clocks(table, now)
    try:
        events = _decide(after, seat, command, seen_seq, seeds)
    except Rejected as refusal:
        return Handled(after, entries, refusal)
    after, more = _record(after, events, now)
    return Handled(_set_aside(after, seat, command), entries + more)


def run_clocks(table: Table, now: int) -> tuple[Table, tuple[Entry, ...]]:
    """Everything that the clocks made happen up to and including `now`, in order (H19–H21)."""
    happened: tuple[Entry, ...] = ()
    due = table.deadline()
    while due is not None and due <= now:
        table, entries = _clock_end(table, due)
        happened += entries
        due = table.deadline()
    return table, happened


def halt(table: Table, fault_id: str, now: int) -> Handled:
    """Stop the table after a fault of ours; the id leads to the log."""
    after, entries = _record(table, (Halted(fault_id),), now)
    return Handled(after, entries)


def _clock_end(table: Table, at: int) -> tuple[Table, tuple[Entry, ...]]:
    if table.clocks is None or table.match is None:
        raise RulesBug("a clock ended where no match is played")
    ending = table.clocks.ending(at)
    out = [seat for seat in ending if table.clocks.seats[seat].extra is not None]
    begun: list[Event | TableEvent] = [ExtraStarted(seat) for seat in ending if seat not in out]
    return _record(table, (*begun, *(play.time_out(table.match, out) if out else ())), at)


def _decide(
    table: Table, seat: int | None, command: Command, seen_seq: int | None, seeds: SeedSource
) -> Sequence[Event | TableEvent]:
    if isinstance(command, CheckClock):
        return ()
    if isinstance(command, Sit):
        return _sit(table, command, seeds)
    if isinstance(command, Abandon):
        return (Abandoned(),)
    if seat is None:
        raise Rejected("spectator", "You are watching: only the two players can do that.")
    if table.stage is Stage.CLOSED:
        raise Rejected("closed", "This table is closed.")
    if isinstance(command, LineDown | LineUp):
        return _line(table, seat, command)
    if isinstance(command, AllowWatching):
        return ()
    if isinstance(command, Leave):
        return _leave(table, seat)
    if isinstance(command, AskRematch):
        return _ask_rematch(table, seat, seeds)
    return _move(table, seat, command, seen_seq)


def _move(table: Table, seat: int, command: Choice | Concede, seen_seq: int | None) -> Sequence[Event]:
    if table.match is None:
        raise Rejected("not_started", "The match starts when both seats are taken.")
    stale = seen_seq is not None and seen_seq < table.question and not isinstance(command, Concede)
    if stale and table.stage is Stage.PLAYING:
        raise Rejected("stale", "That answered an earlier question; look again and choose.")
    return play.decide(table.match, seat, command)


def _sit(table: Table, command: Sit, seeds: SeedSource) -> Sequence[Event | TableEvent]:
    seat = table.free_seat()
    if seat is None or table.stage is not Stage.WAITING:
        raise Rejected("table_full", "Both seats of this table are taken.")
    sat = Sat(seat, command.player.name)
    return (sat, *_begin(table, seeds)) if seat == SEATS - 1 else (sat,)


def _begin(table: Table, seeds: SeedSource) -> Sequence[Event | TableEvent]:
    _, shuffled = play.start(table.options, seeds())
    return (MatchStarted(table.match_number + 1, table.options), shuffled)


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
    return (asked, *_begin(table, seeds)) if table.seats[1 - seat].wants_rematch else (asked,)


def _record(table: Table, events: Sequence[Event | TableEvent], at: int) -> tuple[Table, tuple[Entry, ...]]:
    entries = tuple(Entry(table.seq + n, at, event) for n, event in enumerate(events, start=1))
    for entry in entries:
        table = apply(table, entry)
    return table, entries


def _set_aside(table: Table, seat: int | None, command: Command) -> Table:
    """Keep what a command carried and no event tells: who exactly sat down, and a watch code."""
    if isinstance(command, Sit):
        number = 0 if table.seats[1].kind is SeatKind.OPEN else 1
        kind = SeatKind.BOT if command.level else SeatKind.PERSON
        return _seat(
            table, number, kind=kind, player=command.player, level=command.level, return_code=command.return_code
        )
    if isinstance(command, AllowWatching) and seat is not None:
        return _with(table, watch_code=command.code)
    return table


def apply(table: Table, entry: Entry) -> Table:
    """The table after one entry: its number, the match, the seats, and the clocks at that instant."""
    event = entry.event
    table = _with(table, seq=entry.seq, history=(*table.history, entry))
    if isinstance(event, TableEvent):
        return _apply_table_event(table, event, entry.at)
    if table.match is None:
        raise RulesBug(f"{type(event).__name__} before the match started")
    match = evolve(table.match, event)
    table = _with(table, match=match, clocks=_clocks_after(table, match, event, entry.at))
    if isinstance(event, CardPlaced | TurnPlayed | ColumnEnded | Shuffled | MatchEnded):
        table = _with(table, question=entry.seq)
    return _with(table, stage=Stage.OVER) if isinstance(event, MatchEnded) else table


def _clocks_after(table: Table, match: State, event: Event, at: int) -> Clocks | None:
    clocks = table.clocks
    if clocks is None:
        return None
    if match.phase is Phase.MATCHUP and isinstance(event, CardPlaced | TurnPlayed | ColumnEnded):
        clocks = clocks.for_turn()
    if isinstance(event, SkipLost):
        if match.phase is not Phase.DRAFT:
            return clocks
        clocks = clocks.with_extra(event.seat, at)
    return clocks.follow(match.asked, at)


def _apply_table_event(table: Table, event: TableEvent, at: int) -> Table:
    match event:
        case Sat(seat=seat):
            return _seat(table, seat, kind=SeatKind.PERSON, connected=True)
        case LineLost(seat=seat):
            return _seat(table, seat, connected=False)
        case LineBack(seat=seat):
            return _seat(table, seat, connected=True)
        case RematchAsked(seat=seat):
            return _seat(table, seat, wants_rematch=True)
        case Left(seat=seat):
            return _with(_seat(table, seat, left=True, connected=False), stage=Stage.CLOSED)
        case ExtraStarted(seat=seat):
            return _with(table, clocks=table.clocks.with_extra(seat, at) if table.clocks else None)
        case MatchStarted(number=number, options=options):
            return _start_match(table, number, options)
        case Abandoned():
            return _with(table, stage=Stage.CLOSED, clocks=None)
        case Halted(fault_id=fault_id):
            return _with(table, halted=fault_id, stage=Stage.CLOSED, clocks=None)


def _start_match(table: Table, number: int, options: Options) -> Table:
    for seat in range(SEATS):
        table = _seat(table, seat, wants_rematch=False)
    clocks = None if options.clocks == "relaxed" else Clocks.for_draft(table.timing)
    return _with(
        table, stage=Stage.PLAYING, match=State(options=options), match_number=number, options=options, clocks=clocks
    )


def _with(table: Table, **fields: Any) -> Table:
    return msgspec.structs.replace(table, **fields)


def _seat(table: Table, number: int, **fields: Any) -> Table:
    seats = [msgspec.structs.replace(s, **fields) if n == number else s for n, s in enumerate(table.seats)]
    return _with(table, seats=(seats[0], seats[1]))
