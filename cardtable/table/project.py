"""What a table shows to each viewer."""

from __future__ import annotations

from cardtable.rules.hustle.project import redact, view_for
from cardtable.table.events import CutMade, CutTold, Entry, Sat, Sealed, SealTold, Seated, TableEvent, ToldEvent
from cardtable.table.table import LOG_LINES, Table
from cardtable.table.views import CuttingView, LogLine, SeatView, Stage, TableView


def table_view(table: Table, viewer: int | None, now: int, watchers: int, *, paused: bool = False) -> TableView:
    """The table as a seat or (None) a spectator may see it at `now` (ms)."""
    own = table.seats[viewer] if viewer is not None else None
    # Whoever may watch a private table may not give its other seat away, so they know it by its watch code.
    code = table.code if own or not table.private else table.watch_code or ""
    return TableView(
        seq=table.seq,
        now=now,
        viewer=viewer,
        stage=table.stage,
        code=code,
        private=table.private,
        remote=table.remote,
        seats=(_seat_view(table, 0, now), _seat_view(table, 1, now)),
        options=table.options,
        match=view_for(table.match, viewer) if table.match else None,
        match_number=table.match_number,
        watchers=watchers,
        log=tuple(_line(table, entry, viewer) for entry in table.history[-LOG_LINES:]),
        return_code=own.return_code if own else None,
        watch_code=table.watch_code if own else None,
        halted=table.halted,
        paused=paused,
        cutting=_cutting(table, viewer, now),
    )


def _seat_view(table: Table, number: int, now: int) -> SeatView:
    seat = table.seats[number]
    clock = table.clocks.seats[number].view(now, table.timing.extra) if table.clocks else None
    return SeatView(
        kind=seat.kind,
        name=seat.player.name if seat.player else "",
        connected=seat.connected,
        clock=clock,
        level=seat.level,
        wants_rematch=seat.wants_rematch,
        left=seat.left,
    )


def _cutting(table: Table, viewer: int | None, now: int) -> CuttingView | None:
    if table.stage is not Stage.CUTTING or table.seal is None or table.cut_due is None:
        return None
    cutters = table.cutters()
    return CuttingView(
        commitment=table.seal.commitment,
        left=max(0, table.cut_due - now),
        full=table.cut_time,
        owes=(0 in cutters, 1 in cutters),
        my_cut=None if viewer is None else table.cuts[viewer] or None,
    )


def _line(table: Table, entry: Entry, viewer: int | None) -> LogLine:
    event = entry.event
    told = _told(table, event, viewer) if isinstance(event, TableEvent) else redact(event, viewer)
    return LogLine(entry.seq, told)


def _told(table: Table, event: TableEvent, viewer: int | None) -> ToldEvent:
    match event:
        case Seated(seat=seat, player=player):
            return Sat(seat, player.name)
        case Sealed(commitment=commitment):
            return SealTold(commitment)
        case CutMade(seat=seat) if table.match is None and viewer != seat:
            # Also at a table that was closed while it was cut: what the others would have said is nobody's then.
            return CutTold(seat)
        case _:
            return event
