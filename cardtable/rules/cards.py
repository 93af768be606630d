"""The fifty-two cards of the French pack, as values that parse, print and compare by identity."""

from __future__ import annotations

from enum import Enum, StrEnum


class Suit(StrEnum):
    """One of the four suits; the value is its letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds are red."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


RANKS = "A23456789TJQK"


def _points(rank: str) -> int:
    if rank == "A":
        return 1
    return 10 if rank in "TJQK" else int(rank)


class Card(str, Enum):
    """A card, named by rank and suit: `Card("TD")` is the ten of diamonds. Raises ValueError for no such card.

    `rank` is one of `A23456789TJQK`; `suit` a `Suit`; `points` counts an ace as 1 (H3: whether it counts
    11 is the hand's business, see `rules.totals`).
    """

    rank: str
    suit: Suit
    points: int

    def __new__(cls, code: str) -> Card:
        card = str.__new__(cls, code)
        card._value_ = code
        card.rank = code[0]
        card.suit = Suit(code[1])
        card.points = _points(code[0])
        return card

    _ignore_ = ["_suit", "_rank"]
    for _suit in Suit:
        for _rank in RANKS:
            locals()[_rank + _suit.value] = _rank + _suit.value

    def __str__(self) -> str:
        return str(self._value_)

    def __repr__(self) -> str:
        return str(self._value_)


PACK: tuple[Card, ...] = tuple(Card)
"""All 52 cards in the printed order: spades, hearts, diamonds, clubs, each from ace to king."""


def parse_card(text: str) -> Card:
    """Read `10H`, `TH`, `th` or `AS`. Raises ValueError naming the text if it is no card."""
    code = text.strip().upper().replace("10", "T")
    try:
        return Card(code)
    except ValueError:
        raise ValueError(f"{text!r} is no card: write rank and suit, as in AS, TD or 10D") from None
