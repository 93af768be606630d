"""The match-up with the score in mind: what a column is worth, and that play by `hit_chance` loses nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cardtable.analysis.hustle import Matchup, Position, hit_chance, match_value
from cardtable.analysis.hustle_columns import Column, Pair, Payoff
from cardtable.analysis.hustle_hands import AFTER, BUST, FULL_DECK, INFINITE_DECK, SOFT, hand_code, total_of
from cardtable.rules.totals import PERFECT
from tests.support.hustle_boards import OPEN, drafted_position

HITS_OF = Callable[[int, int, int, Column], float]
"""Seat 0's chance to hit: hand, other hand, whose total is locked (0 nobody's, 1 the other's), the column."""


class _Reply:
    """What seat 0 gets in a whole match-up against the best reply to a fixed way of playing (infinite deck)."""

    def __init__(self, hands: tuple[Pair, ...], hits: HITS_OF) -> None:
        self._hands = hands
        self._hits = hits
        self._plan = Matchup(hands, INFINITE_DECK)

    def match(self, number: int, lead: int) -> float:
        if abs(lead) == 2 or number == len(self._hands):
            return float((lead > 0) - (lead < 0))
        payoff = Payoff(*(self.match(number + 1, lead + won) for won in (1, 0, -1)))
        known: dict[tuple[int, int, bool, bool], float] = {}
        first, second = self._hands[number]
        return self._column(first, second, False, False, payoff, self._plan.column(number, lead), known)

    def _column(
        self,
        first: int,
        second: int,
        locked0: bool,
        locked1: bool,
        payoff: Payoff,
        plan: Column,
        known: dict[tuple[int, int, bool, bool], float],
    ) -> float:
        if first == BUST or second == BUST:
            return payoff.compare(0 if first == BUST else 1, 0 if second == BUST else 1)
        locked0, locked1 = locked0 or first == PERFECT, locked1 or second == PERFECT
        if locked0 and locked1:
            return payoff.compare(total_of(first), total_of(second))
        key = (first, second, locked0, locked1)
        if key in known:
            return known[key]

        def after(hit0: bool, hit1: bool) -> float:
            if not (hit0 or hit1):
                return self._column(first, second, True, True, payoff, plan, known)
            ends = zip(AFTER[first] if hit0 else [first] * 10, AFTER[second] if hit1 else [second] * 10, strict=True)
            return sum(
                odds * self._column(a, b, not hit0, not hit1, payoff, plan, known)
                for odds, (a, b) in zip(INFINITE_DECK, ends, strict=True)
            )

        chance = 0.0 if locked0 else self._hits(first, second, int(locked1), plan)
        replies = [False] if locked1 else [True, False]
        known[key] = min(chance * after(True, hit1) + (1 - chance) * after(False, hit1) for hit1 in replies)
        return known[key]


def _equilibrium(hand: int, other: int, locked: int, column: Column) -> float:
    return float(column.chase(0, total_of(other)).should_hit(hand)) if locked else column.turn(hand, other).hit0


def _stand_on_17(hand: int, other: int, locked: int, column: Column) -> float:
    return float(total_of(hand) < 17)


def test_H15_H16_the_equilibrium_loses_nothing_to_a_best_reply() -> None:
    rng = random.Random(21)
    for _ in range(25):
        hands = drafted_position(rng).hands
        value = Matchup(hands, INFINITE_DECK).worth(0, 0)
        assert _Reply(hands, _equilibrium).match(0, 0) == pytest.approx(value, abs=1e-6)


def test_standing_on_17_loses_what_the_theory_says() -> None:
    rng = random.Random(22)
    losses = []
    for _ in range(40):
        hands = drafted_position(rng).hands
        losses.append(Matchup(hands, INFINITE_DECK).worth(0, 0) - _Reply(hands, _stand_on_17).match(0, 0))
    assert min(losses) > -1e-9
    assert sum(losses) / len(losses) == pytest.approx(0.1391, abs=0.04)


def test_H16_ahead_before_the_last_column_a_tie_is_a_win() -> None:
    hands = ((hand_code(19), hand_code(19)),)
    assert Matchup(hands, INFINITE_DECK).column(0, 1).payoff == Payoff(1.0, 1.0, 0.0)
    assert Matchup(hands, INFINITE_DECK).column(0, -1).payoff == Payoff(0.0, -1.0, -1.0)
    ahead, even, behind = (hit_chance(Position(hands, OPEN, lead, FULL_DECK), 0) for lead in (1, 0, -1))
    assert 0 < ahead < behind < 1
    assert even == 0


def test_H15_two_columns_ahead_is_won() -> None:
    hands = ((hand_code(12), hand_code(20)), (hand_code(12), hand_code(20)))
    payoff = Matchup(hands, INFINITE_DECK).column(0, 1).payoff
    assert payoff.win == 1.0
    assert payoff.tie > payoff.loss


def test_H12_against_a_locked_total_a_seat_draws_until_it_is_ahead() -> None:
    for lead in (-1, 0, 1):
        behind = Position(((hand_code(16), hand_code(18)),), (False, True), lead, FULL_DECK)
        ahead = Position(((hand_code(19), hand_code(18)),), (False, True), lead, FULL_DECK)
        assert (hit_chance(behind, 0), hit_chance(ahead, 0)) == (1.0, 0.0)
        assert hit_chance(behind, 1) == 0.0


def test_the_odds_are_those_of_the_unseen_cards() -> None:
    hands = ((hand_code(16), hand_code(17)),)
    only_tens = Position(hands, OPEN, 0, (0,) * 9 + (16,))
    only_fives = Position(hands, OPEN, 0, (0, 0, 0, 0, 4, 0, 0, 0, 0, 0))
    assert match_value(only_tens) == -1.0
    assert hit_chance(only_fives, 0) == 1.0
    assert match_value(only_fives) == 1.0


def test_both_seats_agree_on_what_a_position_is_worth() -> None:
    rng = random.Random(23)
    for _ in range(10):
        position = drafted_position(rng)
        swapped = tuple((second, first) for first, second in position.hands)
        other = Position(swapped, OPEN, 0, position.unseen)
        assert match_value(position) == pytest.approx(-match_value(other), abs=1e-12)
        assert hit_chance(position, 0) == pytest.approx(hit_chance(other, 1), abs=1e-9)


def test_soft_hands_are_known_apart() -> None:
    unseen = FULL_DECK
    soft = Position(((SOFT + 17, hand_code(18)),), OPEN, 0, unseen)
    hard = Position(((hand_code(17), hand_code(18)),), OPEN, 0, unseen)
    assert match_value(soft) > match_value(hard)
