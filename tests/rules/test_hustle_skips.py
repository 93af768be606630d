"""What the rules do when an extra clock ends (the clocks themselves belong to the table)."""

from __future__ import annotations

import pytest

from cardtable.rules.hustle.commands import HIT, STAND, Place
from cardtable.rules.hustle.events import CardPlaced, Chose, MatchEnded, Reason, Result, SkipLost
from cardtable.rules.hustle.play import auto_choice, time_out
from cardtable.rules.hustle.views import Phase
from tests.support.hustle import both, cards, drafted, late, play, stacked


def test_H20_a_skip_is_lost_and_the_move_is_made() -> None:
    state = play(stacked("QS"), 1, Place(2))
    assert time_out(state, [0]) == (
        SkipLost(0, 1),
        Chose(0, Place(0), auto=True),
        CardPlaced(cards("QS")[0], (0, 2)),
    )


def test_H20_the_one_who_has_not_timed_out_still_owes_a_choice() -> None:
    state = late(stacked("QS"), 0)
    assert (state.skips_lost, state.asked, state.drawn) == ((1, 0), (False, True), 0)


def test_H20_both_may_lose_a_first_skip_in_the_same_instant() -> None:
    state = late(stacked("QS"), 0, 1)
    assert (state.skips_lost, state.drawn, state.phase) == ((1, 1), 1, Phase.DRAFT)


@pytest.mark.parametrize(
    ("dealt", "columns", "chosen"),
    [
        ("", "", 0),
        ("2S", "0", 1),
        ("2S 3S", "12", 0),
        ("9S 3S 2S", "012", 2),
        ("AS TS KS", "012", 1),  # a lone ace counts 11
        ("2S 3S 9S TS", "0012", 1),  # the lowest has no room
        ("5S 5H 5D", "012", 0),
        ("2S 3S 9S 9H", "0021", 1),
    ],
)
def test_H20_a_missed_placement_goes_to_the_lowest_column_with_room(dealt: str, columns: str, chosen: int) -> None:
    state = stacked(dealt)
    for column in columns:
        state = both(state, Place(int(column)), Place(int(column)))
    assert auto_choice(state, 0) == Place(chosen)


@pytest.mark.parametrize(
    ("column", "choice"),
    [("TS 6S", HIT), ("TS 7S", STAND), ("AS 5S", HIT), ("AS 6S", STAND), ("2S 3S", HIT), ("TS KS", STAND)],
)
def test_H20_a_missed_turn_is_hit_to_16_and_stood_from_17(column: str, choice: object) -> None:
    assert auto_choice(drafted(column + " 4H 4D 4C 8H"), 0) == choice


def test_H20_a_locked_or_ready_seat_loses_nothing() -> None:
    waiting = play(stacked("QS"), 0, Place(1))
    assert time_out(waiting, [0]) == ()
    locked = drafted("AS KS 4H 4D 4C 8H", seat1="110022")
    assert locked.locked == (True, False)
    assert time_out(locked, [0]) == ()


def test_H21_a_second_lost_skip_forfeits_at_once_without_a_move() -> None:
    state = late(stacked("QS 5H"), 0, 1)
    assert time_out(state, [0]) == (SkipLost(0, 0), MatchEnded(Result.SEAT1, Reason.FORFEIT))
    over = late(state, 0)
    assert (over.drawn, over.boards, over.phase) == (1, state.boards, Phase.OVER)


def test_H21_both_second_skips_in_the_same_instant_tie() -> None:
    state = late(late(stacked("QS 5H"), 0, 1), 0, 1)
    assert (state.skips_lost, state.result, state.reason) == ((2, 2), Result.TIE, Reason.FORFEIT)


def test_H21_a_second_skip_beats_a_first_in_the_same_instant() -> None:
    state = late(play(late(stacked("QS 5H"), 1), 0, Place(0)), 0, 1)
    assert (state.skips_lost, state.result, state.drawn) == ((1, 2), Result.SEAT0, 1)


def test_H21_a_forfeit_overrides_the_columns() -> None:
    state = both(drafted("TS KS 4H 4D 4C 8H", seat1="110022"), STAND, STAND)
    assert state.wins == (1, 0)
    state = late(late(play(state, 1, STAND), 0), 0)
    assert (state.result, state.reason, state.wins) == (Result.SEAT1, Reason.FORFEIT, (1, 0))


def test_nothing_times_out_when_the_match_is_over() -> None:
    over = late(late(stacked("QS"), 0, 1), 0, 1)
    assert time_out(over, [0, 1]) == ()
