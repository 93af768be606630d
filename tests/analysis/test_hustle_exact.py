"""The last column to the last card."""

from __future__ import annotations

import random

import pytest

from cardtable.analysis.hustle import Matchup, Position
from cardtable.analysis.hustle_exact import PAYOFFS, against_best_reply, equilibrium, loss_to_best_reply, mirrored
from cardtable.analysis.hustle_hands import INFINITE_DECK, hand_code
from tests.support.hustle_boards import OPEN, drafted_position, last_column


@pytest.mark.parametrize("lead", [-1, 0, 1])
def test_H16_the_payoffs_are_those_of_the_match(lead: int) -> None:
    assert Matchup(((4, 4),), INFINITE_DECK).column(0, lead).payoff == PAYOFFS[lead]


def test_a_tiny_deck_by_hand() -> None:
    # 18 against a locked 19, with one three and three tens left: to stand loses, to hit wins one time in four.
    position = Position(((hand_code(18), hand_code(19)),), (False, True), 0, (0, 0, 1, 0, 0, 0, 0, 0, 0, 3))
    assert equilibrium(position) == pytest.approx(-0.5)
    assert against_best_reply(position, lambda _: 0.0) == -1.0
    assert against_best_reply(position, lambda _: 1.0) == pytest.approx(-0.5)


def test_H13_both_bust_on_the_same_card_is_a_tie() -> None:
    position = Position(((hand_code(16), hand_code(17)),), OPEN, 0, (0,) * 9 + (5,))
    assert against_best_reply(position, lambda _: 1.0) == -1.0
    assert equilibrium(position) == -1.0


def test_resolving_before_every_choice_loses_next_to_nothing() -> None:
    rng = random.Random(7)
    losses = []
    for number in range(12):
        position = last_column(drafted_position(rng), lead=number % 3 - 1)
        losses += [loss_to_best_reply(position, 0), loss_to_best_reply(position, 1)]
    assert min(losses) > -1e-9
    assert sum(losses) / len(losses) < 0.001


def test_the_seats_are_alike() -> None:
    position = last_column(drafted_position(random.Random(8)), lead=1)
    assert equilibrium(position) == pytest.approx(-equilibrium(mirrored(position)), abs=1e-12)
