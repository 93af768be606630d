"""One column, against values worked out independently of this project (`hustle_columns.json`)."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cardtable.analysis.hustle_columns import ALL_PAIRS, Column, Payoff
from cardtable.analysis.hustle_hands import AFTER, BUST, LIVE, SOFT, VALUES, hand_code
from cardtable.rules.cards import Card
from cardtable.rules.totals import PERFECT, hand_of

GIVEN: list[dict[str, Any]] = json.loads(Path(__file__).with_name("hustle_columns.json").read_text())["pairs"]
COLUMN = Column()


def _hands(given: dict[str, Any]) -> tuple[int, int]:
    return hand_code(given["t0"], given["soft0"]), hand_code(given["t1"], given["soft1"])


def test_H3_every_card_makes_of_a_hand_what_the_rules_say() -> None:
    faces = [Card(f"{'A23456789T'[value - 1]}S") for value in VALUES]
    seen = set()
    for two in product(faces, faces):
        hand = hand_of(two)
        code = hand_code(hand.total, hand.soft)
        seen.add(code)
        after = [hand.add(face) for face in faces]
        if code != PERFECT:
            assert AFTER[code] == tuple(hand_code(more.total, more.soft) for more in after)
    assert seen == {*LIVE, PERFECT}


def test_H13_values_agree_with_the_given_ones() -> None:
    for given in GIVEN:
        assert COLUMN.value(*_hands(given)) == pytest.approx(given["value"], abs=1e-6), given


def test_H8_hit_chances_and_outcomes_agree_with_the_given_ones() -> None:
    for given in GIVEN:
        if given["hh"] is not None:
            expected = [given[key] for key in ("hit0", "hit1", "hh", "hs", "sh", "ss")]
            assert COLUMN.turn(*_hands(given)) == pytest.approx(expected, abs=2e-6), given


def test_H12_a_single_seat_is_asked_against_a_locked_21() -> None:
    for given in GIVEN:
        first, second = _hands(given)
        if first == PERFECT and second != PERFECT:
            assert float(COLUMN.chase(1, PERFECT).should_hit(second)) == given["hit1"]


@pytest.mark.parametrize(("tie", "mixed"), [(0.0, 28), (1.0, 55), (-1.0, 55)])
def test_H16_how_many_pairs_need_mixing(tie: float, mixed: int) -> None:
    column = Column(payoff=Payoff(1.0, tie, -1.0))
    assert sum(0 < column.turn(*pair).hit0 < 1 for pair in ALL_PAIRS) == mixed


def test_H13_H14_busts_and_locked_hands() -> None:
    column = Column(payoff=Payoff(0.7, 0.2, -0.4))
    assert column.value(BUST, BUST) == 0.2
    assert column.value(BUST, hand_code(15)) == -0.4
    assert column.value(hand_code(15), BUST) == 0.7
    assert column.value(PERFECT, PERFECT) == 0.2


def test_a_column_seen_from_the_other_seat() -> None:
    payoff = Payoff(0.9, 0.1, -0.3)
    ours, theirs = Column(payoff=payoff), Column(payoff=payoff.mirrored())
    for first, second in ((hand_code(15), hand_code(13)), (SOFT + 18, SOFT + 19), (hand_code(4), PERFECT)):
        assert ours.value(first, second) == pytest.approx(-theirs.value(second, first))
