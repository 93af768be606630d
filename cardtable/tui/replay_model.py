"""A finished match that is looked at: which moment, from whose side. Nothing that is shown comes later than it."""

from __future__ import annotations

from functools import cache

import msgspec

from cardtable.rules.hustle.commands import Hit, Options
from cardtable.rules.hustle.events import CardPlaced, TurnPlayed
from cardtable.rules.hustle.views import Phase
from cardtable.rules.notation import MatchRecord, Moment, moments
from cardtable.table.views import LogLine, SeatKind, SeatView, Stage, TableView
from cardtable.tui.brush import Look
from cardtable.tui.table_model import Model

VIEWERS: tuple[int | None, ...] = (0, 1, None)
"""Seat 1, seat 2, both: the order in which they are turned to."""


class Place(msgspec.Struct, frozen=True):
    """Where one is in a match: the moment's number, and whose view it is (None: both seats' choices are open)."""

    moment: int = 0
    viewer: int | None = None


class Replay:
    """One match that can be looked at from any moment and side. The record must have been verified."""

    def __init__(self, record: MatchRecord) -> None:
        self.names = record.names
        self.options: Options = record.options
        self._moments = cache(lambda viewer: moments(record, viewer))
        self._last = len(self._moments(None)) - 1

    def until(self, place: Place) -> tuple[Moment, ...]:
        """What has happened by then, as it was told to this side."""
        return self._moments(place.viewer)[: place.moment + 1]

    def here(self, place: Place) -> Moment:
        """The moment itself."""
        return self._moments(place.viewer)[place.moment]

    def at_end(self, place: Place) -> bool:
        """Whether nothing comes after it."""
        return place.moment >= self._last

    def moved(self, place: Place, step: int) -> Place:
        """So many moments on, or back."""
        return self.to(place, place.moment + step)

    def to(self, place: Place, moment: int) -> Place:
        """That moment, or the nearest there is."""
        return Place(min(max(moment, 0), self._last), place.viewer)

    def start(self, place: Place) -> Place:
        """Before the first choice."""
        return self.to(place, 0)

    def end(self, place: Place) -> Place:
        """The last moment."""
        return self.to(place, self._last)

    def next_column(self, place: Place) -> Place:
        """Where the next column begins, or the end."""
        return self.to(place, min((number for number in self._columns() if number > place.moment), default=self._last))

    def column_before(self, place: Place) -> Place:
        """Where this column began; from there, where the one before did."""
        return self.to(place, max((number for number in self._columns() if number < place.moment), default=0))

    def wait(self, place: Place) -> int:
        """Milliseconds that passed between this moment and the next one; 0 at the end."""
        all_ = self._moments(None)
        return 0 if self.at_end(place) else all_[place.moment + 1].at - all_[place.moment].at

    def _columns(self) -> list[int]:
        """The first moment of each column that was played."""
        found: list[int] = []
        begun = -1
        for moment in self._moments(None):
            view = moment.view
            if view.phase is Phase.MATCHUP and view.column > begun:
                begun = view.column
                found.append(moment.number)
        return found

    def model(self, place: Place, look: Look, *, max_screen: bool = False) -> Model:
        """The table at this moment, for the painters of the live table."""
        here = self.here(place)
        return Model(
            view=self._table(place, here),
            look=look,
            me=None,
            bottom=place.viewer or 0,
            reveal="lit",
            fresh=_fresh(here),
            max_screen=max_screen,
        )

    def _table(self, place: Place, here: Moment) -> TableView:
        first, second = (SeatView(SeatKind.PERSON, name) for name in self.names)
        events = [event for moment in self.until(place) for event in moment.happened]
        return TableView(
            seq=here.number,
            now=here.at,
            viewer=place.viewer,
            stage=Stage.OVER if here.view.phase is Phase.OVER else Stage.PLAYING,
            code="",
            private=False,
            remote=False,
            seats=(first, second),
            options=self.options,
            match=here.view,
            match_number=1,
            watchers=0,
            log=tuple(LogLine(number, event) for number, event in enumerate(events, start=1)),
        )


def _fresh(moment: Moment) -> tuple[int | None, int | None]:
    """The columns in which this moment's card lies, by seat."""
    for event in moment.happened:
        if isinstance(event, CardPlaced):
            return event.columns
        if isinstance(event, TurnPlayed) and event.card is not None:
            first, second = (event.column if isinstance(choice, Hit) else None for choice in event.choices)
            return first, second
    return None, None
