"""Drafted boards of 21 Hustle as hand codes, for the solvers."""

from __future__ import annotations

import random

from cardtable.analysis.hustle import Position
from cardtable.analysis.hustle_hands import FULL_DECK, VALUES, add_value
from cardtable.rules.hustle.commands import COLUMNS, ROOM

OPEN = (False, False)


def shuffled_values(rng: random.Random) -> list[int]:
    """The 52 card values of a deck in random order."""
    deck = [value for value, count in zip(VALUES, FULL_DECK, strict=True) for _ in range(count)]
    rng.shuffle(deck)
    return deck


def counts_of(values: list[int]) -> tuple[int, ...]:
    """How many there are of each value, ace first."""
    return tuple(values.count(value) for value in VALUES)


def drafted_position(rng: random.Random) -> Position:
    """The start of a match-up after a draft at random by room, which is an equilibrium draft (H4, H5)."""
    deck = shuffled_values(rng)
    first, second = (_board(deck, rng) for _ in range(2))
    hands = tuple(zip(first, second, strict=True))
    return Position(hands, OPEN, 0, counts_of(deck[COLUMNS * ROOM :]))


def last_column(position: Position, lead: int) -> Position:
    """The last column of a position, as if the ones before it had come to this lead without a card."""
    return Position(position.hands[-1:], OPEN, lead, position.unseen)


def _board(deck: list[int], rng: random.Random) -> list[int]:
    places = [column for column in range(COLUMNS) for _ in range(ROOM)]
    rng.shuffle(places)
    board = [0] * COLUMNS
    for column, value in zip(places, deck, strict=False):
        board[column] = add_value(board[column], value)
    return board
