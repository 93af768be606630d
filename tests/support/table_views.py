"""Table views around any state of a match, without a table: for tests of what is painted."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.hustle.events import Event
from cardtable.rules.hustle.project import redact, view_for
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import Phase
from cardtable.table.events import MatchStarted
from cardtable.table.views import ClockView, LogLine, SeatKind, SeatView, Stage, TableView

TURN = ClockView(main=5_200, extra=None, running=True, full=8_000, extra_full=30_000)
EXTRA = ClockView(main=0, extra=30_000, running=True, full=8_000, extra_full=30_000)


def table_view(
    state: State,
    viewer: int | None = 0,
    *,
    events: Sequence[Event] = (),
    names: tuple[str, str] = ("ann", "bob"),
    clock: ClockView | None = TURN,
    connected: bool = True,
    remote: bool = False,
) -> TableView:
    """A table at which this match stands so; both seats have the same clock, and seat 1 the line that is told."""
    told = [MatchStarted(1, state.options), *(redact(event, viewer) for event in events)]
    return TableView(
        seq=len(told),
        now=0,
        viewer=viewer,
        stage=Stage.OVER if state.phase is Phase.OVER else Stage.PLAYING,
        code="K7Q-2MX",
        private=True,
        remote=remote,
        seats=(
            SeatView(SeatKind.PERSON, names[0], clock=clock),
            SeatView(SeatKind.PERSON, names[1], clock=clock, connected=connected),
        ),
        options=state.options,
        match=view_for(state, viewer),
        match_number=1,
        watchers=3,
        log=tuple(LogLine(number, event) for number, event in enumerate(told, start=1)),
    )
