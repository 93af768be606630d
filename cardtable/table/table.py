"""A live table as a value: who sits there, the match, its clocks; and what every entry makes of it.

No task, no I/O, and no time but what the entries tell: a table is restored by folding its entries again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardtable.errors import RulesBug
from cardtable.rules.hustle.commands import SEATS, Options
from cardtable.rules.hustle.events import CardPlaced, ColumnEnded, Event, MatchEnded, Shuffled, SkipLost, TurnPlayed
from cardtable.rules.hustle.state import State, evolve
from cardtable.rules.hustle.views import Phase
from cardtable.rules.shoe import UNCUT, Cuts
from cardtable.table.clock import Clocks, Timing
from cardtable.table.events import (
    Abandoned,
    ClosedByOperator,
    CutMade,
    Entry,
    ExtraStarted,
    Halted,
    Left,
    LineBack,
    LineLost,
    MatchStarted,
    Player,
    RematchAsked,
    Resumed,
    Said,
    Sealed,
    Seated,
    TableEvent,
    WatchAllowed,
)
from cardtable.table.views import SeatKind, Stage


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
    """A table at one moment. `question` is the `seq` at which the present question was put; `id` is unique for ever.

    With a `cut_time` (ms) the deck is cut before the first match: under `seal`, until `cut_due`.
    """

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
    id: str = ""
    cut_time: int = 0
    seal: Sealed | None = None
    cut_due: int | None = None
    cuts: Cuts = UNCUT

    def deadline(self) -> int | None:
        """The instant (ms) at which the table must look at its clocks, or None."""
        if self.stage is Stage.CUTTING:
            return self.cut_due
        return self.clocks.deadline() if self.clocks and self.stage is Stage.PLAYING else None

    def free_seat(self) -> int | None:
        """The first open seat, if any."""
        return next((n for n, seat in enumerate(self.seats) if seat.kind is SeatKind.OPEN), None)

    def seat_of(self, identity: str) -> int | None:
        """The seat this very identity holds, if any."""
        return next((n for n, s in enumerate(self.seats) if s.player and s.player.identity == identity), None)

    def cutters(self) -> tuple[int, ...]:
        """The seats that have yet to cut the deck; bots never do."""
        if self.stage is not Stage.CUTTING:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind is SeatKind.PERSON and not self.cuts[n])

    def match_entries(self) -> tuple[Entry, ...]:
        """What happened since the present match began, oldest first."""
        starts = [n for n, entry in enumerate(self.history) if isinstance(entry.event, MatchStarted)]
        return self.history[starts[-1] :] if starts else ()


def apply(table: Table, entry: Entry) -> Table:
    """The table after one entry: its number, the match, the seats, and the clocks at that instant."""
    event = entry.event
    table = _with(table, seq=entry.seq, history=(*table.history, entry))
    if isinstance(event, TableEvent):
        table = _apply_table_event(table, event, entry.at)
        return _with(table, question=entry.seq) if isinstance(event, Sealed) else table
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
        case Seated(seat=seat, player=player, level=level, return_code=code):
            kind = SeatKind.BOT if level else SeatKind.PERSON
            return _seat(table, seat, kind=kind, player=player, level=level, return_code=code, connected=True)
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
        case WatchAllowed(code=code):
            return _with(table, watch_code=code)
        case Sealed():
            return _with(table, stage=Stage.CUTTING, seal=event, cut_due=at + table.cut_time)
        case CutMade(seat=seat, text=text):
            return _with(table, cuts=(table.cuts[0], text) if seat else (text, table.cuts[1]))
        case Said():
            return table
        case Resumed(given=given):
            return _resumed(table, given, at)
        case Abandoned() | ClosedByOperator():
            return _with(table, stage=Stage.CLOSED, clocks=None)
        case Halted(fault_id=fault_id):
            return _with(table, halted=fault_id, stage=Stage.CLOSED, clocks=None)


def _resumed(table: Table, given: int, at: int) -> Table:
    """Nobody is connected yet but the bots, and whoever owes a choice or a cut gets a little time back."""
    for number, seat in enumerate(table.seats):
        if seat.kind is SeatKind.PERSON:
            table = _seat(table, number, connected=False)
    if table.cut_due is not None:
        table = _with(table, cut_due=min(at + table.cut_time, table.cut_due + given))
    return _with(table, clocks=table.clocks.given_back(given, at) if table.clocks else None)


def _start_match(table: Table, number: int, options: Options) -> Table:
    for seat in range(SEATS):
        table = _seat(table, seat, wants_rematch=False)
    clocks = None if options.clocks == "relaxed" else Clocks.for_draft(table.timing)
    table = _with(table, stage=Stage.PLAYING, seal=None, cut_due=None)
    return _with(table, match=State(options=options), match_number=number, options=options, clocks=clocks)


def _with(table: Table, **fields: Any) -> Table:
    return msgspec.structs.replace(table, **fields)


def _seat(table: Table, number: int, **fields: Any) -> Table:
    seats = [msgspec.structs.replace(s, **fields) if n == number else s for n, s in enumerate(table.seats)]
    return _with(table, seats=(seats[0], seats[1]))
