"""Cards and totals."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.rules.cards import PACK, Card, Suit, parse_card
from cardtable.rules.totals import EMPTY, hand_of
from tests.support.hustle import cards

HANDS = st.lists(st.sampled_from(PACK), unique=True, max_size=9)


def _by_trying_every_ace(hand: list[Card]) -> tuple[int, bool]:
    values = [(1, 11) if card.rank == "A" else (10,) if card.rank in "TJQK" else (int(card.rank),) for card in hand]
    sums = {sum(choice): sum(choice) > sum(min(v) for v in values) for choice in product(*values)}
    best = max((total for total in sums if total <= 21), default=min(sums))
    return best, sums[best]


@given(HANDS)
def test_H3_the_total_is_the_best_over_every_way_to_count_the_aces(hand: list[Card]) -> None:
    held = hand_of(hand)
    assert (held.total, held.soft) == _by_trying_every_ace(hand)
    assert held.bust == (held.total > 21)


@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [
        ("", 0, False),
        ("AS", 11, True),
        ("AS AH", 12, True),
        ("AS KH", 21, True),
        ("AS KH QD", 21, False),
        ("TS JH QD", 30, False),
        ("AS AH AD AC 5S 2S", 21, True),
        ("AS 6H TD", 17, False),
        ("2S 3H 4D", 9, False),
    ],
)
def test_H3_totals(hand: str, total: int, soft: bool) -> None:
    held = hand_of(cards(hand))
    assert (held.total, held.soft) == (total, soft)


def test_H3_an_empty_hand_is_nothing() -> None:
    assert (EMPTY.total, EMPTY.soft, EMPTY.bust, EMPTY.cards) == (0, False, False, ())


def test_H2_the_pack_has_every_card_once() -> None:
    assert len(set(PACK)) == 52
    assert {(card.rank, card.suit) for card in PACK} == set(product("A23456789TJQK", Suit))


@pytest.mark.parametrize(("text", "card"), [("10H", "TH"), ("th", "TH"), (" As ", "AS"), ("2c", "2C")])
def test_cards_are_read_in_any_common_spelling(text: str, card: str) -> None:
    assert parse_card(text) is Card(card)
    assert parse_card(str(parse_card(text))) is Card(card)


@pytest.mark.parametrize("text", ["", "1H", "10", "TX", "RJ", "TH2", "♠A"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(text)
