"""The match-up of 21 Hustle, rule by rule."""

from __future__ import annotations

import pytest

from cardtable.errors import Rejected
from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import CONCEDE, HIT, STAND
from cardtable.rules.hustle.events import Chose, ColumnEnded, MatchEnded, Reason, Result, TurnPlayed, seat_result
from cardtable.rules.hustle.play import compare, decide, legal
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.views import Phase
from tests.support.hustle import asked, both, drafted, play, stands, totals

LOW = "2S 3S 4S 5S 6S 7S"
"""5, 9 and 13 in the columns, when placed in turn."""


def test_H8_columns_are_resolved_one_at_a_time_from_the_left() -> None:
    state = drafted(LOW, seat1="112200")
    assert (state.column, asked(state)) == (0, [0, 1])
    state = stands(state, 0, 1)
    assert (state.column, state.results[0]) == (1, Result.SEAT1)
    assert legal(state, 0) == legal(state, 1) == (HIT, STAND)


def test_H9_a_hit_is_face_down_until_both_have_chosen() -> None:
    state = drafted(LOW + " QD")
    waiting = play(state, 0, HIT)
    assert view_for(waiting, 1).boards == view_for(state, 1).boards
    assert (view_for(waiting, 1).drawn, view_for(waiting, 1).last_card) == (6, Card("7S"))
    assert decide(waiting, 1, HIT) == (Chose(1, HIT), TurnPlayed(0, (HIT, HIT), Card("QD")))


def test_H9_both_hit_and_get_the_same_card() -> None:
    state = both(drafted(LOW + " QD"), HIT, HIT)
    assert totals(state, 0) == (15, 15)
    assert state.drawn == 7


def test_H10_the_standers_copy_is_skipped_and_later_hits_stay_in_step() -> None:
    state = both(drafted(LOW + " 8D 9D TD JD QD"), HIT, STAND)
    assert totals(state, 0) == (13, 5)
    state = stands(state, 0)
    assert (state.column, state.drawn) == (1, 7)
    state = both(state, HIT, HIT)
    assert state.boards[0][1].cards[-1] is state.boards[1][1].cards[-1] is Card("9D")


def test_H10_a_turn_without_a_hit_uses_no_card() -> None:
    state = stands(drafted(LOW), 0, 1)
    assert state.drawn == 6


def test_H11_stand_locks_the_total() -> None:
    state = both(drafted(LOW), STAND, HIT)
    assert state.locked == (True, False)
    with pytest.raises(Rejected) as refusal:
        decide(state, 0, HIT)
    assert refusal.value.code == "locked"


def test_H11_reaching_21_locks() -> None:
    state = both(drafted("9S 2S 4S 5S 6S 7S TD 3D", seat1="110022"), HIT, HIT)
    assert totals(state, 0) == (21, 19)
    assert (state.locked, asked(state)) == ((True, False), [1])


def test_H11_a_bust_ends_the_column_at_once() -> None:
    state = both(drafted("TS 6S 4S 5S 9S 7S TD", seat1="220011"), HIT, HIT)
    assert (state.results[0], state.column) == (Result.SEAT1, 1)


def test_H12_a_column_drafted_to_21_is_locked_from_its_start() -> None:
    state = drafted("AS KH 9D 7C 6S TH 2S", seat1="112200")
    assert (state.locked, asked(state)) == ((True, False), [1])
    assert legal(state, 0) == ()
    state = play(state, 1, HIT)
    assert (totals(state, 0), asked(state)) == ((21, 18), [1])


def test_H12_when_both_are_locked_nobody_is_asked() -> None:
    state = drafted("AS KH 9D 7C 6S TH", seat1="002211")
    assert (state.results[0], state.column) == (Result.TIE, 1)


def test_H12_three_columns_drafted_to_21_end_the_match_with_the_draft() -> None:
    state = drafted("AS KS AH KH AD KD")
    assert (state.phase, state.result, state.drawn) == (Phase.OVER, Result.TIE, 6)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (20, 19, Result.SEAT0),
        (4, 21, Result.SEAT1),
        (18, 18, Result.TIE),
        (22, 30, Result.TIE),
        (22, 4, Result.SEAT1),
        (21, 26, Result.SEAT0),
    ],
)
def test_H13_closest_to_21_without_busting_wins(first: int, second: int, result: Result) -> None:
    assert compare(first, second) is result


def test_H13_both_bust_on_the_same_card_ties() -> None:
    events = decide(play(drafted("TS 6S 4S 5S 9S 7S TD"), 0, HIT), 1, HIT)
    assert events[-1] == ColumnEnded(0, Result.TIE, (26, 26))


def test_H14_a_bust_loses_at_once_to_a_seat_still_in() -> None:
    state = both(drafted("TS 6S 4S 5S 9S 7S TD", seat1="112200"), HIT, STAND)
    assert state.results[0] is Result.SEAT1
    assert totals(state, 0) == (26, 16)


def test_H15_two_columns_win_at_once_and_the_third_is_not_played() -> None:
    state = stands(drafted("TS TH 9D 9C 2S 3S", seat1="220011"), 0, 1, 0, 1)
    assert (state.wins, state.result, state.reason) == ((2, 0), Result.SEAT0, Reason.TWO_COLUMNS)
    assert (state.results, asked(state)) == ((Result.SEAT0, Result.SEAT0, None), [])


def test_H15_the_second_win_may_come_in_the_third_column() -> None:
    state = both(both(drafted(LOW, seat1="110022"), STAND, STAND), STAND, STAND)
    state = stands(both(state, HIT, STAND), 0)
    assert (state.wins, state.result, state.reason) == ((2, 1), Result.SEAT0, Reason.TWO_COLUMNS)


def test_H16_one_column_and_two_ties_win() -> None:
    state = stands(both(drafted(LOW + " 8D"), HIT, STAND), 0, 0, 1, 0, 1)
    assert state.results == (Result.SEAT0, Result.TIE, Result.TIE)
    assert (state.phase, state.result, state.reason) == (Phase.OVER, Result.SEAT0, Reason.THREE_COLUMNS)


def test_H16_one_column_each_and_a_tie_is_tied() -> None:
    state = stands(drafted(LOW, seat1="110022"), 0, 1, 0, 1, 0, 1)
    assert state.results == (Result.SEAT1, Result.SEAT0, Result.TIE)
    assert (state.result, state.reason) == (Result.TIE, Reason.THREE_COLUMNS)


def test_H16_three_ties_are_tied() -> None:
    state = stands(drafted(LOW), 0, 1, 0, 1, 0, 1)
    assert (state.wins, state.result, state.reason) == ((0, 0), Result.TIE, Reason.THREE_COLUMNS)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_concedes_loses_at_once_even_after_choosing(seat: int) -> None:
    state = play(drafted(LOW), seat, HIT)
    assert decide(state, seat, CONCEDE) == (MatchEnded(seat_result(1 - seat), Reason.CONCEDED),)
    over = play(state, seat, CONCEDE)
    assert (over.phase, over.drawn, over.pending) == (Phase.OVER, 6, (None, None))
