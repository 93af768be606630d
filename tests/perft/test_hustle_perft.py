"""Counting whole game trees: the rules and a second, naive program must find the same ends equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtable.rules.cards import parse_card
from cardtable.rules.hustle.commands import Place
from cardtable.rules.hustle.play import decide, legal, time_out
from cardtable.rules.hustle.state import State
from cardtable.rules.shoe import Shoe
from tests.support import oracle
from tests.support.hustle import asked, both, fold

Ends = Counter[tuple[str, ...]]
"""How often each end is met: result, reason, and the columns' results; or "open" where the depth ran out."""


def _rules_successors(state: State, late: bool) -> list[State]:
    owing = asked(state)
    found = [fold(state, decide(state, seat, choice)) for seat in owing for choice in legal(state, seat)]
    if late:
        found += [fold(state, time_out(state, [seat])) for seat in owing]
        found += [fold(state, time_out(state, owing))] if len(owing) == 2 else []
    return found


def count_by_rules(state: State, depth: int, late: bool) -> Ends:
    """The tree under a state as the rules have it."""
    if state.result is not None and state.reason is not None:
        return Counter([(state.result, state.reason, *(result for result in state.results if result))])
    if depth == 0:
        return Counter([("open",)])
    return sum((count_by_rules(after, depth - 1, late) for after in _rules_successors(state, late)), Counter())


def count_naively(game: oracle.Game, depth: int, late: bool) -> Ends:
    """The same tree by the second program."""
    if game["end"]:
        return Counter([(*game["end"], *game["results"])])
    if depth == 0:
        return Counter([("open",)])
    following = (oracle.after(game, move) for move in oracle.moves(game, late=late))
    return sum((count_naively(after, depth - 1, late) for after in following), Counter())


def _drafted(deck: list[str], seat0: str, seat1: str) -> tuple[State, oracle.Game]:
    state = State(shoe=Shoe.stacked([parse_card(code) for code in deck]))
    game = oracle.new_game(deck)
    for first, second in zip(seat0, seat1, strict=True):
        state = both(state, Place(int(first)), Place(int(second)))
        game = oracle.after(oracle.after(game, ("place", 0, int(first))), ("place", 1, int(second)))
    return state, game


@pytest.mark.parametrize(("depth", "late", "size"), [(4, False, 324), (5, False, 1_728), (4, True, 1_311)])
def test_the_tree_of_a_draft(depth: int, late: bool, size: int) -> None:
    deck = ["AS", "9S", "9H", "2S", "KH", "AD", "5S"]
    state, game = _drafted(deck, "", "")
    counted = count_by_rules(state, depth, late)
    assert counted == count_naively(game, depth, late)
    assert counted.total() == size


@pytest.mark.parametrize(
    ("deck", "seat0", "seat1", "late", "size"),
    [
        ("TS 9S TH 8S TD 7S 5S 4S 9H 8H KS QS JS 9D", "001122", "001122", False, 456),
        ("TS 9S TH 8S TD 7S 5S 4S 9H 8H KS QS JS 9D", "001122", "221100", False, 428),
        ("AS KS TH 8S AD 7S 5S KH 9H 8H QD QS JS 9D", "001122", "110022", False, 104),
        ("TS 7S TH 8S TD 9S 2S 3S 9H 8H KS QS JS 9D", "001122", "002211", True, 14_181),
        ("2S 3S 4H 5S TD JD AS 2H 3H 4D 5C 6H 7H 8C 9D TC AH AD 2D 3D 9C", "001122", "110022", False, 38_948),
        ("AS KS TH 6S TD 9S 5S 5H 9H 8H KD QS JS 9D", "001122", "110022", True, 159),
    ],
)
def test_the_tree_of_a_match_up(deck: str, seat0: str, seat1: str, late: bool, size: int) -> None:
    state, game = _drafted(deck.split(), seat0, seat1)
    counted = count_by_rules(state, 99, late)
    assert counted == count_naively(game, 99, late)
    assert counted.total() == size
