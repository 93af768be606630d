"""One column of the match-up, solved (H8–H14).

Every turn is a matrix game of hit and stand, 2×2 while both are in. Draws are independent, with odds that are given
(`INFINITE_DECK`, or those of the cards still unseen). Values are match points to seat 0 unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from operator import itemgetter, mul
from typing import NamedTuple

from cardtable.analysis.hustle_hands import AFTER, BUST, HANDS, INFINITE_DECK, LIVE, total_of
from cardtable.analysis.matrix_games import EVEN, solve_2x2, value_2x2
from cardtable.rules.totals import PERFECT

Pair = tuple[int, int]
"""The hands of both seats in one column."""

ALL_PAIRS: tuple[Pair, ...] = tuple(product(LIVE, LIVE))
"""Every pair of hands that may both still draw; whatever a card makes of a pair stands before it."""


class Payoff(NamedTuple):
    """What winning, tying and losing the column is worth to a seat, in match points; never rising in this order."""

    win: float = 1.0
    tie: float = 0.0
    loss: float = -1.0

    def mirrored(self) -> Payoff:
        """The same, seen from the other seat."""
        return Payoff(-self.loss, -self.tie, -self.win)

    def compare(self, mine: int, other: int) -> float:
        """What these totals are worth once both are locked (H13)."""
        if mine == other:
            return self.tie
        return self.win if mine > other else self.loss


EVEN_SCORE = Payoff()
"""The payoff of a column on its own, and of the last one when both have won as many."""


class Turn(NamedTuple):
    """A turn in which both choose: each seat's chance to hit, and the value after each pair of choices."""

    hit0: float
    hit1: float
    hit_hit: float
    hit_stand: float
    stand_hit: float
    stand_stand: float


_DRAW = {hand: itemgetter(*AFTER[hand]) for hand in LIVE}
_RANK = {pair: rank for rank, pair in enumerate(ALL_PAIRS)}


class Chase:
    """One seat draws on alone against a total that is locked (H12). Values to the seat that draws."""

    def __init__(self, odds: Sequence[float], payoff: Payoff, locked: int) -> None:
        self._payoff = payoff
        self._locked = locked
        self.values = [0.0] * HANDS
        self.hits = [0.0] * HANDS
        self.values[BUST] = payoff.loss
        self.values[PERFECT] = payoff.compare(PERFECT, locked)
        for hand in LIVE:
            self.hits[hand] = hit = sum(map(mul, odds, _DRAW[hand](self.values)))
            self.values[hand] = max(hit, self.stands(hand))

    def stands(self, hand: int) -> float:
        """The value of standing."""
        return self._payoff.compare(total_of(hand), self._locked)

    def should_hit(self, hand: int) -> bool:
        """Whether a card is worth more than standing."""
        return self.hits[hand] > self.stands(hand) + EVEN


def _cell(hand0: int, hand1: int) -> int:
    return hand0 * HANDS + hand1


@cache
def _draw_both(hand0: int, hand1: int) -> itemgetter[Sequence[float]]:
    """Picks from a list by cell the entries that each card leads to when both hit (H9)."""
    return itemgetter(*(_cell(*pair) for pair in zip(AFTER[hand0], AFTER[hand1], strict=True)))


@cache
def reachable(hand0: int, hand1: int) -> tuple[Pair, ...]:
    """The pairs that hitting together can lead to, this one last; whatever a card makes of one stands before it."""
    found: set[Pair] = set()
    if hand0 in _DRAW and hand1 in _DRAW:
        found.add((hand0, hand1))
        for pair in zip(AFTER[hand0], AFTER[hand1], strict=True):
            found.update(reachable(*pair))
    return tuple(sorted(found, key=_RANK.__getitem__))


class Column:
    """One column for given odds and seat 0's payoff. Solved for the hands that are asked about, and remembered."""

    def __init__(self, odds: Sequence[float] = INFINITE_DECK, payoff: Payoff = EVEN_SCORE) -> None:
        self.odds = odds
        self.payoff = payoff
        self._payoffs = (payoff, payoff.mirrored())
        self._chases: dict[tuple[int, int], Chase] = {}
        self._solved: set[Pair] = set()
        self._values = self._with_hands_that_ended()

    def _with_hands_that_ended(self) -> list[float]:
        values = [0.0] * (HANDS * HANDS)
        first, second = self.chase(0, PERFECT).values, self.chase(1, PERFECT).values
        for hand in (*LIVE, PERFECT):
            values[_cell(hand, PERFECT)] = first[hand]
            values[_cell(PERFECT, hand)] = -second[hand]
            values[_cell(hand, BUST)] = self.payoff.win
            values[_cell(BUST, hand)] = self.payoff.loss
        values[_cell(BUST, BUST)] = self.payoff.tie
        return values

    def chase(self, seat: int, locked: int) -> Chase:
        """This seat against the other's locked total, as that seat values it."""
        found = self._chases.get((seat, locked))
        if found is None:
            found = self._chases[seat, locked] = Chase(self.odds, self._payoffs[seat], locked)
        return found

    def solve(self, pairs: Iterable[Pair]) -> list[float]:
        """The values by cell (`hand0 * HANDS + hand1`), these pairs among them: `reachable` ones, or `ALL_PAIRS`."""
        for pair in pairs:
            if pair not in self._solved:
                self._values[_cell(*pair)] = value_2x2(*self._outcomes(*pair))
                self._solved.add(pair)
        return self._values

    def value(self, hand0: int, hand1: int) -> float:
        """What the column is worth with both still in; a hand at 21 is locked, a bust one has lost."""
        return self.solve(reachable(hand0, hand1))[_cell(hand0, hand1)]

    def turn(self, hand0: int, hand1: int) -> Turn:
        """The turn of two hands that both may draw."""
        self.value(hand0, hand1)
        outcomes = self._outcomes(hand0, hand1)
        solution = solve_2x2(*outcomes)
        return Turn(solution.rows[0], solution.columns[0], *outcomes)

    def _outcomes(self, hand0: int, hand1: int) -> tuple[float, float, float, float]:
        """Hit and hit, hit and stand, stand and hit, stand and stand; what hitting together leads to is solved."""
        total0, total1 = total_of(hand0), total_of(hand1)
        return (
            sum(map(mul, self.odds, _draw_both(hand0, hand1)(self._values))),
            self.chase(0, total1).hits[hand0],
            -self.chase(1, total0).hits[hand1],
            self.payoff.compare(total0, total1),
        )
