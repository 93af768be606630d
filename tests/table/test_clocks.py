"""The clocks of a live table, rule by rule, with time turned by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Options
from cardtable.rules.hustle.events import MatchEnded, Reason, Result, SkipLost
from cardtable.rules.hustle.play import legal
from cardtable.table.clock import SeatClock, Timing
from cardtable.table.events import ExtraStarted, LineLost
from cardtable.table.handle import Command, LineDown, LineUp, handle, run_clocks
from cardtable.table.servertime import ServerTime
from cardtable.table.table import Table
from cardtable.table.views import Stage
from tests.support.tables import playing_table, seeds


def act(table: Table, seat: int | None, command: Command, at: int, seen: int | None = None) -> Table:
    handled = handle(table, seat, command, at, seeds, seen)
    assert handled.refusal is None, handled.refusal
    return handled.table


def drafted(at: int = 0) -> Table:
    """A table whose draft was played at once, left to right."""
    table = playing_table(at=at)
    for column in (0, 0, 1, 1, 2, 2):
        for seat in (0, 1):
            table = act(table, seat, PLACES[column], at)
    return table


def left(table: Table, at: int) -> list[tuple[int, int | None]]:
    assert table.clocks is not None
    return [(clock.charged(at).main, clock.charged(at).extra) for clock in table.clocks.seats]


def test_H17_the_draft_budget_is_one_for_the_whole_draft_and_runs_only_while_a_choice_is_owed() -> None:
    table = act(playing_table(), 0, PLACES[0], 4_000)
    assert left(table, 9_000) == [(11_000, None), (6_000, None)]
    table = act(table, 1, PLACES[0], 9_000)
    assert left(table, 10_000) == [(10_000, None), (5_000, None)]


def test_H18_each_turn_has_eight_seconds_for_those_asked() -> None:
    table = drafted(at=1_000)
    assert left(table, 3_000) == [(6_000, None), (6_000, None)]
    table = act(table, 0, STAND, 3_000)
    assert left(table, 4_000) == [(6_000, None), (5_000, None)]


def test_H19_the_extra_clock_starts_when_a_clock_runs_out_and_a_move_on_it_costs_nothing() -> None:
    table, entries = run_clocks(drafted(), 8_000, seeds)
    assert [entry.event for entry in entries] == [ExtraStarted(0), ExtraStarted(1)]
    assert left(table, 10_000) == [(0, 28_000), (0, 28_000)]
    table = act(table, 0, STAND, 37_999)
    assert table.match is not None
    assert table.match.skips_lost == (0, 0)


def test_H19_a_choice_at_the_very_instant_a_clock_ends_is_too_late_for_that_clock() -> None:
    table = act(drafted(), 0, STAND, 8_000)
    assert left(table, 8_000)[0] == (0, 30_000)
    late = act(drafted(), 0, STAND, 1_000)
    late = handle(late, 1, STAND, 38_000, seeds).table
    assert late.match is not None
    assert late.match.skips_lost == (0, 1)


def test_H20_a_lost_skip_and_the_move_made_come_together() -> None:
    table, entries = run_clocks(act(drafted(), 0, STAND, 0), 38_000, seeds)
    assert SkipLost(1, 1) in [entry.event for entry in entries]
    assert table.match is not None
    assert table.match.pending == (None, None)
    assert left(table, 38_000) != [(0, None), (0, None)]


def test_H21_both_out_in_the_same_instant_tie_and_no_move_is_made() -> None:
    table, entries = run_clocks(playing_table(), 10_000_000, seeds)
    assert table.match is not None
    assert (table.match.result, table.match.reason) == (Result.TIE, Reason.FORFEIT)
    assert entries[-1].event == MatchEnded(Result.TIE, Reason.FORFEIT)
    assert entries[-1].at == 15_000 + 30_000 + 30_000
    assert table.stage is Stage.OVER


def test_H22_a_lost_connection_changes_nothing_but_is_told() -> None:
    table = act(playing_table(), 0, PLACES[0], 100)
    before, clocks = table.match, left(table, 2_000)
    table = act(table, 1, LineDown(), 2_000)
    assert (table.match, left(table, 2_000)) == (before, clocks)
    assert table.history[-1].event == LineLost(1)
    assert not table.seats[1].connected
    again = act(table, 1, LineDown(), 2_100)
    assert again.history == table.history
    assert act(again, 1, LineUp(), 2_200).seats[1].connected
    gone, _ = run_clocks(table, 10_000_000, seeds)
    assert gone.match is not None
    assert (gone.match.result, gone.match.reason) == (Result.SEAT0, Reason.FORFEIT)


def test_H22_time_in_which_the_process_did_not_run_is_not_charged() -> None:
    instant = 100.0
    clock = ServerTime(lambda: instant)
    start = clock()
    instant += 1.0
    assert clock() - start == 1_000
    instant += 3_600.0
    assert clock() - start <= 1_500
    instant += 0.5
    assert 1_500 <= clock() - start <= 2_000


def test_H23_relaxed_clocks_never_end() -> None:
    table = playing_table(Options(clocks="relaxed"))
    assert table.deadline() is None
    assert run_clocks(table, 10_000_000, seeds) == (table, ())
    assert table.clocks is None


@given(st.lists(st.tuples(st.integers(0, 9_000), st.sampled_from([0, 1]), st.integers(0, 4)), max_size=40))
def test_H17_to_H21_no_clock_goes_below_zero_and_only_those_asked_are_charged(
    steps: list[tuple[int, int, int]],
) -> None:
    table, at = playing_table(), 0
    for wait, seat, pick in steps:
        at += wait
        table, _ = run_clocks(table, at, seeds)
        assert table.match is not None
        choices = legal(table.match, seat)
        if choices:
            table = act(table, seat, choices[pick % len(choices)], at)
        assert table.match is not None
        assert table.clocks is not None
        for number, clock in enumerate(table.clocks.seats):
            assert 0 <= clock.main <= clock.full
            assert clock.extra is None or 0 <= clock.extra <= table.timing.extra
            assert (clock.since is not None) == table.match.asked[number]
        assert table.deadline() is None or table.deadline() > at


def test_a_clock_stands_still_until_started() -> None:
    clock = SeatClock(8_000, 8_000)
    assert clock.deadline() is None
    assert clock.charged(5_000) == clock
    assert clock.running(1_000, True).deadline() == 9_000


def test_timing_can_be_speeded_but_not_backwards() -> None:
    assert Timing().speeded(10) == Timing(1_500, 800, 3_000)
    with pytest.raises(ValueError, match="more than 0"):
        Timing().speeded(0)


def test_stale_answers_and_double_presses_are_refused_and_change_nothing() -> None:
    table = drafted()
    question = table.seq
    table = act(table, 0, HIT, 100, question)
    table = act(table, 1, HIT, 200, question)
    for seat in (0, 1):
        refused = handle(table, seat, HIT, 250, seeds, question)
        assert refused.refusal is not None
        assert refused.refusal.code in ("stale", "over")
        assert refused.table == table


def test_spectators_can_do_nothing() -> None:
    table = drafted()
    for command in (HIT, STAND, PLACES[0], LineDown(), LineUp()):
        refused = handle(table, None, command, 100, seeds)
        assert refused.refusal is not None
        assert refused.refusal.code == "spectator"
        assert refused.table == table
