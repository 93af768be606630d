"""What a table shows to each viewer."""

from __future__ import annotations

from cardtable.rules.hustle.project import redact, view_for
from cardtable.table.events import Entry, Sat, Seated, TableEvent
from cardtable.table.table import LOG_LINES, Table
from cardtable.table.views import LogLine, SeatView, TableView


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
        log=tuple(_line(entry, viewer) for entry in table.history[-LOG_LINES:]),
        return_code=own.return_code if own else None,
        watch_code=table.watch_code if own else None,
        halted=table.halted,
        paused=paused,
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


def _line(entry: Entry, viewer: int | None) -> LogLine:
    event = entry.event
    if isinstance(event, Seated):
        return LogLine(entry.seq, Sat(event.seat, event.player.name))
    return LogLine(entry.seq, event if isinstance(event, TableEvent) else redact(event, viewer))
