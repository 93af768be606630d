"""Hands of 21 Hustle as small integers, and what a card makes of each.

A hand is its best total (H3), with `SOFT` added when an ace counts 11 in it. 21 is written without `SOFT`, since it is
locked either way (H11); every total over 21 is `BUST`; 0 is no cards yet. So a hand indexes a list of `HANDS` entries.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.totals import PERFECT

SOFT = 32
BUST = 22
HANDS = 64

VALUES = range(1, 11)
"""Card values: an ace is 1, every ten-value 10."""

FULL_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""How many cards of each value a deck has, ace first. Counts of unseen cards are written like this."""

INFINITE_DECK = tuple(count / 52 for count in FULL_DECK)
"""The chance of each value when a card drawn changes nothing."""


def hand_code(total: int, soft: bool = False) -> int:
    """The hand with this best total; over 21 it is `BUST`."""
    if total > PERFECT:
        return BUST
    return total + SOFT if soft and total < PERFECT else total


def total_of(hand: int) -> int:
    """The best total; 22 when bust."""
    return hand & (SOFT - 1)


def lowest_sum(hand: int) -> int:
    """The total with every ace counted 1 (for 21 and `BUST` the total itself): it grows with every card."""
    return hand - SOFT - 10 if hand > SOFT else hand


def add_value(hand: int, value: int) -> int:
    """The hand after one more card of this value (1 to 10). A hand that is locked or bust stays what it is."""
    if hand in (PERFECT, BUST):
        return hand
    hard = lowest_sum(hand) + value
    if (hand > SOFT or value == 1) and hard <= 11:
        return hand_code(hard + 10, soft=True)
    return hand_code(hard)


def _live_hands() -> tuple[int, ...]:
    return (*range(4, PERFECT), *(SOFT + total for total in range(12, PERFECT)))


LIVE: tuple[int, ...] = tuple(sorted(_live_hands(), key=lowest_sum, reverse=True))
"""Hands of two cards or more that may still draw; whatever a card makes of a hand stands before it."""

AFTER: dict[int, tuple[int, ...]] = {
    hand: tuple(add_value(hand, value) for value in VALUES) for hand in (*range(BUST + 1), SOFT + 11, *LIVE)
}
"""What each card value, ace first, makes of a hand; also of one that has no card yet, or one."""


def odds_of(counts: Sequence[int]) -> tuple[float, ...]:
    """The chance of each value when the next card is any of these with equal chance."""
    size = sum(counts)
    return tuple(count / size for count in counts)
