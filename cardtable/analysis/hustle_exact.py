"""The last column on the real, finite deck, to the last card: what perfect play is worth, and what a fixed way of
playing loses against an opponent who counts every card.

Everything is enumerated, so this is for benches and tests; players use `hit_chance`. Match points to seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardtable.analysis.hustle import Position, hit_chance
from cardtable.analysis.hustle_columns import Pair, Payoff
from cardtable.analysis.hustle_hands import AFTER, BUST, total_of
from cardtable.analysis.matrix_games import value_2x2
from cardtable.rules.totals import PERFECT

Policy = Callable[[Position], float]
"""How often seat 0 hits, 0 to 1, in a position of the last column where it is asked."""

Counts = tuple[int, ...]
Locked = tuple[bool, bool]
_Turn = tuple[Pair, Locked, Counts]

PAYOFFS = {-1: Payoff(0.0, -1.0, -1.0), 0: Payoff(1.0, 0.0, -1.0), 1: Payoff(1.0, 1.0, 0.0)}
"""What the last column is worth to seat 0, by the columns it is ahead (H16)."""


def equilibrium(position: Position) -> float:
    """The exact value of a last column under perfect play by both."""
    return _Exact(position.lead).value(position.hands[0], position.locked, position.unseen)


def against_best_reply(position: Position, policy: Policy) -> float:
    """What seat 0 gets when it plays this policy and seat 1 replies as well as counting every card allows."""
    return _BestReply(position.lead, policy).value(position.hands[0], position.locked, position.unseen)


def loss_to_best_reply(position: Position, seat: int = 0) -> float:
    """What this seat loses in a last column by playing `hit_chance` rather than perfectly; never below 0."""
    seen = position if seat == 0 else mirrored(position)
    return equilibrium(seen) - against_best_reply(seen, lambda moment: hit_chance(moment, 0))


def mirrored(position: Position) -> Position:
    """The position with the seats exchanged."""
    hands = tuple((second, first) for first, second in position.hands)
    return Position(hands, (position.locked[1], position.locked[0]), -position.lead, position.unseen)


class _Exact:
    """The recursion over every order of the cards, each moment worked out once."""

    def __init__(self, lead: int) -> None:
        self._lead = lead
        self._payoff = PAYOFFS[lead]
        self._known: dict[_Turn, float] = {}

    def value(self, hands: Pair, locked: Locked, unseen: Counts) -> float:
        ended = self._ended(hands)
        if ended is not None:
            return ended
        locked = (locked[0] or hands[0] == PERFECT, locked[1] or hands[1] == PERFECT)
        if locked == (True, True):
            return self._payoff.compare(total_of(hands[0]), total_of(hands[1]))
        turn = (hands, locked, unseen)
        if turn not in self._known:
            self._known[turn] = self._choose(hands, locked, unseen)
        return self._known[turn]

    def _ended(self, hands: Pair) -> float | None:
        """Whoever busts alone has lost at once (H14); both on the same card tie (H13)."""
        bust0, bust1 = hands[0] == BUST, hands[1] == BUST
        if not (bust0 or bust1):
            return None
        if bust0 and bust1:
            return self._payoff.tie
        return self._payoff.loss if bust0 else self._payoff.win

    def _choose(self, hands: Pair, locked: Locked, unseen: Counts) -> float:
        if locked[1]:
            return max(self._after(hands, locked, unseen, choice) for choice in ((True, False), (False, False)))
        if locked[0]:
            return min(self._after(hands, locked, unseen, choice) for choice in ((False, True), (False, False)))
        both = ((True, True), (True, False), (False, True), (False, False))
        return value_2x2(*(self._after(hands, locked, unseen, choice) for choice in both))

    def _after(self, hands: Pair, locked: Locked, unseen: Counts, hits: Locked) -> float:
        """The value once these have hit and the others stand, over every card that may come (H9–H11)."""
        locked = (locked[0] or not hits[0], locked[1] or not hits[1])
        if hits == (False, False):
            return self.value(hands, locked, unseen)
        total = 0.0
        for value, count, rest in _draws(unseen):
            first = AFTER[hands[0]][value] if hits[0] else hands[0]
            second = AFTER[hands[1]][value] if hits[1] else hands[1]
            total += count * self.value((first, second), locked, rest)
        return total / sum(unseen)


def _draws(unseen: Counts) -> Iterator[tuple[int, int, Counts]]:
    """Each value that may come, how many cards have it, and what is unseen afterwards."""
    for value, count in enumerate(unseen):
        if count:
            yield value, count, (*unseen[:value], count - 1, *unseen[value + 1 :])


class _BestReply(_Exact):
    """Seat 0 plays its policy, seat 1 what is worst for that."""

    def __init__(self, lead: int, policy: Policy) -> None:
        super().__init__(lead)
        self._policy = policy

    def _choose(self, hands: Pair, locked: Locked, unseen: Counts) -> float:
        chance = 0.0 if locked[0] else self._policy(Position((hands,), locked, self._lead, unseen))
        replies = (False,) if locked[1] else (True, False)
        return min(self._mixed(hands, locked, unseen, chance, reply) for reply in replies)

    def _mixed(self, hands: Pair, locked: Locked, unseen: Counts, chance: float, reply: bool) -> float:
        # A branch that is never taken is not looked at: that keeps the tree small where play is pure.
        value = 0.0
        if chance > 0:
            value += chance * self._after(hands, locked, unseen, (True, reply))
        if chance < 1:
            value += (1 - chance) * self._after(hands, locked, unseen, (False, reply))
        return value
