"""What holds in every match of 21 Hustle, however it is played."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import CONCEDE, HIT, PLACES, STAND, Place
from cardtable.rules.hustle.events import CardPlaced, Chose, ColumnEnded, Event, SkipLost, TurnPlayed
from cardtable.rules.hustle.play import decide, legal
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import Phase
from tests.support import oracle
from tests.support.hustle import Match, asked, fold, random_match

MATCHES = st.builds(
    random_match,
    seed=st.binary(min_size=1, max_size=32),
    moves=st.lists(st.integers(0, 16 * 12 - 1), max_size=60),
)
ANY_COMMAND = (*PLACES, Place(-1), Place(3), HIT, STAND, CONCEDE)


def _hands(state: State, seat: int) -> list[list[str]]:
    return [[card.value for card in hand.cards] for hand in state.boards[seat]]


@given(MATCHES)
def test_no_card_is_seen_twice_and_all_come_from_what_was_drawn(match: Match) -> None:
    for state in match.states:
        assert state.shoe is not None
        drawn = [state.shoe.card(i).value for i in range(state.drawn)]
        for seat in (0, 1):
            held = [card for hand in _hands(state, seat) for card in hand]
            assert len(set(held)) == len(held)
            assert set(held) <= set(drawn)


@given(MATCHES)
def test_H1_both_boards_hold_the_same_drafted_cards(match: Match) -> None:
    for state in match.states:
        drafted = [Counter(card for hand in _hands(state, seat) for card in hand[:2]) for seat in (0, 1)]
        assert drafted[0] == drafted[1]


@given(MATCHES)
def test_H10_one_card_is_used_by_each_placement_and_each_turn_with_a_hit(match: Match) -> None:
    turns = [event for event in match.events if isinstance(event, TurnPlayed)]
    placed = sum(isinstance(event, CardPlaced) for event in match.events)
    assert match.states[-1].drawn == placed + sum(HIT in turn.choices for turn in turns)
    assert all((turn.card is not None) == (HIT in turn.choices) for turn in turns)


@given(MATCHES)
def test_legal_is_empty_exactly_for_who_is_not_asked(match: Match) -> None:
    for state in match.states:
        assert [seat for seat in (0, 1) if legal(state, seat)] == asked(state)
        assert bool(asked(state)) == (state.phase is not Phase.OVER)


@given(MATCHES)
def test_every_legal_command_is_accepted_and_every_other_refused_without_change(match: Match) -> None:
    for state in match.states:
        before = msgspec.structs.replace(state)
        for seat in (0, 1):
            accepted = [command for command in ANY_COMMAND if _accepts(state, seat, command)]
            conceding = [] if state.phase is Phase.OVER else [CONCEDE]
            assert accepted == [*legal(state, seat), *conceding]
        assert state == before


def _accepts(state: State, seat: int, command: object) -> bool:
    try:
        return bool(decide(state, seat, command))  # type: ignore[arg-type]
    except Rejected:
        return False


@given(MATCHES)
def test_a_match_replayed_from_its_events_is_the_match_that_was_played(match: Match) -> None:
    assert fold(State(), match.events) == match.states[-1]
    as_json = msgspec.json.encode(match.events)
    assert fold(State(), msgspec.json.decode(as_json, type=list[Event])) == match.states[-1]


@given(MATCHES)
def test_results_follow_from_the_cards_that_lie_there(match: Match) -> None:
    last = match.states[-1]
    for event in match.events:
        if isinstance(event, ColumnEnded):
            hands = [_hands(last, seat)[event.column] for seat in (0, 1)]
            assert event.result == oracle.winner(*hands) == last.results[event.column]
            assert event.totals == tuple(oracle.best(hand) for hand in hands)


@given(MATCHES)
def test_a_second_program_plays_the_same_match(match: Match) -> None:
    shoe = match.states[0].shoe
    assert shoe is not None
    game = oracle.new_game([shoe.card(i).value for i in range(52)])
    late: list[int] = []
    for event in match.events:
        if isinstance(event, SkipLost):
            late.append(event.seat)
        elif late:
            game, late = oracle.after(game, ("late", *late)), []
        if isinstance(event, Chose) and not event.auto:
            game = oracle.after(game, _as_move(event))
    assert (game["end"], game["hands"]) == _ending(match.states[-1])


def _as_move(event: Chose) -> oracle.Move:
    if isinstance(event.choice, Place):
        return ("place", event.seat, event.choice.column)
    return ("hit" if event.choice == HIT else "stand", event.seat)


def _ending(state: State) -> tuple[object, object]:
    return (state.result, state.reason), [_hands(state, 0), _hands(state, 1)]


@pytest.mark.parametrize("moves", [[], [15] * 4, [15 + 16] * 2])
def test_a_match_ends(moves: list[int]) -> None:
    assert random_match(b"a match", moves).states[-1].phase is Phase.OVER
