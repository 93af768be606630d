"""The clocks of a match as values (H17–H20). Nothing here reads the time: `now` comes in, a new clock goes out.

All times are integer milliseconds.
"""

from __future__ import annotations

import msgspec

from cardtable.table.views import ClockView


class Timing(msgspec.Struct, frozen=True):
    """How long the clocks are, milliseconds: the whole draft (H17), one turn (H18), the extra clock (H19)."""

    draft: int = 15_000
    turn: int = 8_000
    extra: int = 30_000

    def speeded(self, factor: float) -> Timing:
        """The same clocks `factor` times as fast. Raises ValueError unless the factor is positive."""
        if factor <= 0:
            raise ValueError("a clock's speed must be more than 0")
        return Timing(*(max(1, round(ms / factor)) for ms in (self.draft, self.turn, self.extra)))


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's clock: what is `left` of the main clock, of the extra clock (None until it starts), and

    `since` when the one in force has been running, None while it stands still.
    """

    main: int
    full: int
    extra: int | None = None
    since: int | None = None

    def charged(self, now: int) -> SeatClock:
        """The same clock with the time up to `now` taken off; it goes on running if it was."""
        if self.since is None:
            return self
        spent = now - self.since
        if self.extra is None:
            return SeatClock(max(0, self.main - spent), self.full, None, now)
        return SeatClock(self.main, self.full, max(0, self.extra - spent), now)

    def running(self, now: int, runs: bool) -> SeatClock:
        """The clock charged to `now`, and running from there or standing still."""
        charged = self.charged(now)
        return SeatClock(charged.main, charged.full, charged.extra, now if runs else None)

    def with_extra(self, now: int, extra: int) -> SeatClock:
        """The extra clock, fresh (H19, H20); the main clock is spent."""
        return SeatClock(0, self.full, extra, None if self.since is None else now)

    def given_back(self, now: int, given: int, extra_full: int) -> SeatClock:
        """The clock charged to `now`, and if it runs with this much more, never above the whole of the one in force."""
        if self.since is None:
            return self
        charged = self.charged(now)
        if charged.extra is None:
            return SeatClock(min(self.full, charged.main + given), self.full, None, now)
        return SeatClock(charged.main, self.full, min(extra_full, charged.extra + given), now)

    def deadline(self) -> int | None:
        """The instant at which the clock in force ends, or None while it stands still."""
        if self.since is None:
            return None
        return self.since + (self.main if self.extra is None else self.extra)

    def view(self, now: int, extra_full: int) -> ClockView:
        """What a viewer sees of it at `now`."""
        shown = self.charged(now)
        return ClockView(shown.main, shown.extra, self.since is not None, self.full, extra_full)


Pair = tuple[SeatClock, SeatClock]


class Clocks(msgspec.Struct, frozen=True):
    """Both seats' clocks, seats from 0."""

    timing: Timing
    seats: Pair

    @classmethod
    def for_draft(cls, timing: Timing) -> Clocks:
        """Both draft budgets whole (H17), standing still."""
        fresh = SeatClock(timing.draft, timing.draft)
        return cls(timing, (fresh, fresh))

    def for_turn(self) -> Clocks:
        """A fresh turn: both main clocks whole, no extra clock (H18, H20), standing still."""
        fresh = SeatClock(self.timing.turn, self.timing.turn)
        return Clocks(self.timing, (fresh, fresh))

    def follow(self, asked: tuple[bool, bool], now: int) -> Clocks:
        """Only the clocks of seats that owe a choice run (H17–H19)."""
        first, second = self.seats
        return Clocks(self.timing, (first.running(now, asked[0]), second.running(now, asked[1])))

    def with_extra(self, seat: int, now: int) -> Clocks:
        """A fresh extra clock for one seat."""
        fresh = [clock.with_extra(now, self.timing.extra) if n == seat else clock for n, clock in enumerate(self.seats)]
        return Clocks(self.timing, (fresh[0], fresh[1]))

    def given_back(self, given: int, now: int) -> Clocks:
        """Running clocks with this much time more, after the table could not be played at for a while."""
        first, second = (clock.given_back(now, given, self.timing.extra) for clock in self.seats)
        return Clocks(self.timing, (first, second))

    def deadline(self) -> int | None:
        """The next instant at which any clock ends."""
        return min((due for due in (clock.deadline() for clock in self.seats) if due is not None), default=None)

    def ending(self, at: int) -> tuple[int, ...]:
        """The seats whose clock in force ends at or before this instant."""
        dues = [clock.deadline() for clock in self.seats]
        return tuple(seat for seat, due in enumerate(dues) if due is not None and due <= at)
