"""The match-up of 21 Hustle, solved with the score in mind (H15, H16).

What a tie or a loss of a column is worth depends on the columns won and on the hands already lying in the later ones.
Values are match points to seat 0: a match won 1, tied 0, lost -1.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardtable.analysis.hustle_columns import Column, Pair, Payoff
from cardtable.analysis.hustle_hands import odds_of, total_of
from cardtable.rules.totals import PERFECT

WINNING_LEAD = 2
"""So many columns ahead is a match won: no column can be left that would change it (H15, H16)."""


class Position(msgspec.Struct, frozen=True):
    """A moment of the match-up, as both players know it.

    `hands`: both seats' hand codes in the column being resolved and in those to its right. `locked`: whose total is
    locked in the first of them. `lead`: columns won by seat 0 less those won by seat 1. `unseen`: how many cards of
    each value, ace first, have not been seen.
    """

    hands: tuple[Pair, ...]
    locked: tuple[bool, bool]
    lead: int
    unseen: tuple[int, ...]


class Matchup:
    """The columns still to be played, each with both seats' hands, for given odds of a card's value."""

    def __init__(self, hands: Sequence[Pair], odds: Sequence[float]) -> None:
        self._hands = hands
        self._odds = odds
        self._columns: dict[tuple[int, Payoff], Column] = {}

    def worth(self, column: int, lead: int) -> float:
        """What the match is worth when this column (0 is the first given) is about to begin at this lead."""
        if abs(lead) >= WINNING_LEAD or column == len(self._hands):
            return float((lead > 0) - (lead < 0))
        return self.column(column, lead).value(*self._hands[column])

    def column(self, column: int, lead: int) -> Column:
        """This column as a game of its own, with the payoff that it has at this lead."""
        payoff = Payoff(*(self.worth(column + 1, lead + won) for won in (1, 0, -1)))
        # Different leads can come to the same payoff: 0-0 and 1-1 before the last column always do.
        key = (column, payoff)
        if key not in self._columns:
            self._columns[key] = Column(self._odds, payoff)
        return self._columns[key]


def match_value(position: Position) -> float:
    """What the match is worth to seat 0 under perfect play, when each card drawn leaves the odds as they are."""
    column = _present_column(position)
    first, second = position.hands[0]
    locked0, locked1 = _locked(position)
    if locked0 and locked1:
        return column.payoff.compare(total_of(first), total_of(second))
    if locked1:
        return column.chase(0, total_of(second)).values[first]
    if locked0:
        return -column.chase(1, total_of(first)).values[second]
    return column.value(first, second)


def hit_chance(position: Position, seat: int) -> float:
    """How often this seat hits in equilibrium, 0 to 1, with the odds of the cards still unseen; 0 when locked."""
    hands, locked = position.hands[0], _locked(position)
    if locked[seat]:
        return 0.0
    column = _present_column(position)
    if locked[1 - seat]:
        return float(column.chase(seat, total_of(hands[1 - seat])).should_hit(hands[seat]))
    turn = column.turn(*hands)
    return turn.hit1 if seat else turn.hit0


def _present_column(position: Position) -> Column:
    return Matchup(position.hands, odds_of(position.unseen)).column(0, position.lead)


def _locked(position: Position) -> tuple[bool, bool]:
    (first, second), (locked0, locked1) = position.hands[0], position.locked
    return (locked0 or first == PERFECT, locked1 or second == PERFECT)
