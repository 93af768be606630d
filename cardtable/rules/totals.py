"""The best blackjack total of a hand (H3)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardtable.rules.cards import Card

PERFECT = 21


class Hand(msgspec.Struct, frozen=True, gc=False):
    """Cards held together, with their sums kept so that a total costs no walk.

    `hard` counts every ace as 1; `has_ace` says whether one of them may count 11.
    """

    cards: tuple[Card, ...] = ()
    hard: int = 0
    has_ace: bool = False

    @property
    def soft(self) -> bool:
        """Whether an ace counts 11 in the total (never when that would bust)."""
        return self.has_ace and self.hard <= 11

    @property
    def total(self) -> int:
        """The best total: an ace is 11 unless that busts; an empty hand counts 0."""
        return self.hard + 10 if self.has_ace and self.hard <= 11 else self.hard

    @property
    def bust(self) -> bool:
        """Over 21 whatever the aces count."""
        return self.hard > PERFECT

    def add(self, card: Card) -> Hand:
        """The hand with one more card."""
        return Hand((*self.cards, card), self.hard + card.points, self.has_ace or card.points == 1)


EMPTY = Hand()


def hand_of(cards: Iterable[Card]) -> Hand:
    """A hand of these cards, in this order."""
    hand = EMPTY
    for card in cards:
        hand = hand.add(card)
    return hand
