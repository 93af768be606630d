"""The open draft (H24): where the card in hand goes."""

from __future__ import annotations

import random

import pytest

from cardtable.analysis.hustle import Matchup
from cardtable.analysis.hustle_draft import BoardValues, Draft, placement_game, placement_odds
from cardtable.analysis.hustle_hands import FULL_DECK, INFINITE_DECK, SOFT, hand_code
from tests.support.hustle_boards import drafted_position

ACE = SOFT + 11
LESS_ONE_TEN = (*FULL_DECK[:9], 15)


def test_H24_prepared_values_are_close_to_those_of_the_match_up() -> None:
    rng, values = random.Random(1), BoardValues(INFINITE_DECK)
    errors = []
    for _ in range(60):
        hands = drafted_position(rng).hands
        boards = tuple(zip(*hands, strict=True))
        errors.append(abs(values.worth(*boards) - Matchup(hands, INFINITE_DECK).worth(0, 0)))
    assert sum(errors) / len(errors) < 0.003
    assert max(errors) < 0.03


def test_H24_a_ten_goes_to_the_lone_ace() -> None:
    boards = ((ACE, hand_code(15), hand_code(9)), (ACE, hand_code(15), hand_code(9)))
    draft = Draft(boards, ((1, 0, 1), (1, 0, 1)), 10, (3, *LESS_ONE_TEN[1:]))
    odds = placement_odds(draft, 0, random.Random(2))
    assert odds == pytest.approx({0: 1.0, 2: 0.0})


def test_H5_only_columns_with_room_are_considered() -> None:
    draft = Draft(((13, 9, 0), (13, 0, 9)), ((0, 1, 2), (0, 2, 1)), 10, LESS_ONE_TEN)
    assert set(placement_odds(draft, 0, random.Random(3))) == {1, 2}
    assert set(placement_odds(draft, 1, random.Random(3))) == {1, 2}
    assert len(placement_game(draft, random.Random(3), 5)) == 2


def test_H5_the_last_placement_is_forced() -> None:
    draft = Draft(((13, 9, 15), (13, 15, 9)), ((0, 1, 0), (0, 0, 1)), 10, LESS_ONE_TEN)
    assert placement_odds(draft, 0, random.Random(4)) == {1: 1.0}
    assert placement_odds(draft, 1, random.Random(4)) == {2: 1.0}


def test_the_same_seed_gives_the_same_game() -> None:
    draft = Draft(((10, 0, 0), (0, 10, 0)), ((1, 2, 2), (2, 1, 2)), 10, LESS_ONE_TEN)
    assert placement_game(draft, random.Random(5), 20) == placement_game(draft, random.Random(5), 20)
