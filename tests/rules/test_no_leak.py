"""What a viewer cannot know must not reach them: deal it again in any other way, and they notice nothing (H6).

Unknown to a seat: the cards not drawn yet, and the other's pending choice; to a spectator: both pending choices.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import CONCEDE, HIT, PLACES, STAND, Choice, Command, Options, Place
from cardtable.rules.hustle.events import Chose, Event, PublicEvent, Shuffled
from cardtable.rules.hustle.play import check, decide, legal
from cardtable.rules.hustle.project import redact, view_for
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import Phase
from cardtable.rules.shoe import Shoe
from tests.support.hustle import Match, random_match

VIEWERS = (0, 1, None)
COMMANDS: tuple[Command, ...] = (*PLACES, Place(3), HIT, STAND, CONCEDE)
MATCHES = st.builds(
    random_match,
    seed=st.binary(min_size=8, max_size=32),
    moves=st.lists(st.integers(0, 16 * 12 - 1), max_size=60),
    options=st.sampled_from([Options(draft="blind"), Options(draft="open")]),
)
DEALS = st.integers(0, 2**32).map(random.Random)


def _known(state: State) -> int:
    """How many cards of the shoe a viewer has seen."""
    return state.drawn + (state.options.draft == "open" and state.phase is Phase.DRAFT)


def _order(state: State) -> list[Card]:
    assert state.shoe is not None
    return [state.shoe.card(i) for i in range(52)]


def _dealt_again(state: State, viewer: int | None, rng: random.Random) -> State:
    """Another truth that this viewer cannot tell from this one."""
    order, known = _order(state), _known(state)
    rest = order[known:]
    rng.shuffle(rest)
    hidden = [None if choice is None else _other(state, seat, choice, rng) for seat, choice in enumerate(state.pending)]
    pending = [state.pending[seat] if seat == viewer else hidden[seat] for seat in (0, 1)]
    return msgspec.structs.replace(
        state,
        shoe=Shoe.stacked(order[:known] + rest),
        seed=rng.randbytes(16).hex(),
        pending=(pending[0], pending[1]),
    )


def _other(state: State, seat: int, chosen: Choice, rng: random.Random) -> Choice:
    pending = (None, state.pending[1]) if seat == 0 else (state.pending[0], None)
    others = [c for c in legal(msgspec.structs.replace(state, pending=pending), seat) if c != chosen]
    return rng.choice(others) if others else chosen


def _truths(match: Match, rng: random.Random) -> Iterator[tuple[State, State, int | None]]:
    for state in match.states:
        if state.phase is not Phase.OVER:
            yield from ((state, _dealt_again(state, viewer, rng), viewer) for viewer in VIEWERS)


@given(MATCHES, DEALS)
def test_a_view_is_the_same_whatever_the_viewer_cannot_know(match: Match, rng: random.Random) -> None:
    for state, other, viewer in _truths(match, rng):
        assert msgspec.json.encode(view_for(state, viewer)) == msgspec.json.encode(view_for(other, viewer))


@given(MATCHES, DEALS)
def test_legal_commands_and_refusals_are_the_same(match: Match, rng: random.Random) -> None:
    for state, other, viewer in _truths(match, rng):
        if viewer is None:
            continue
        assert legal(state, viewer) == legal(other, viewer)
        for command in COMMANDS:
            assert _refusal(state, viewer, command) == _refusal(other, viewer, command)


def _refusal(state: State, seat: int, command: Command) -> tuple[str, str] | None:
    refusal = check(state, seat, command)
    return (refusal.code, refusal.text) if refusal else None


@given(MATCHES)
def test_while_the_other_is_asked_all_hear_the_same_of_a_choice_whatever_it_is(match: Match) -> None:
    for state in match.states:
        for seat in [seat for seat in (0, 1) if state.asked == (True, True)]:
            for viewer in (1 - seat, None):
                assert len({_heard(state, seat, choice, viewer) for choice in legal(state, seat)}) == 1


def _heard(state: State, seat: int, choice: Choice, viewer: int | None) -> tuple[PublicEvent, ...]:
    return tuple(redact(event, viewer) for event in decide(state, seat, choice))


@given(MATCHES)
def test_events_as_heard_hold_no_seed_and_no_choice_of_another(match: Match) -> None:
    for event in match.events:
        for viewer in VIEWERS:
            heard = redact(event, viewer)
            assert not isinstance(heard, Shuffled)
            assert not isinstance(heard, Chose) or heard.seat == viewer


@given(MATCHES)
def test_the_bytes_of_a_view_name_no_undrawn_card_and_no_seed(match: Match) -> None:
    for state in match.states:
        undrawn = _order(state)[_known(state) :]
        for viewer in VIEWERS:
            sent = msgspec.json.encode(view_for(state, viewer)).decode()
            assert not [card for card in undrawn if f'"{card.value}"' in sent]
            assert state.phase is Phase.OVER or state.seed not in sent.replace(state.commitment, "")


@given(MATCHES)
def test_no_repr_shows_an_undrawn_card_the_seed_or_a_pending_choice(match: Match) -> None:
    for state in match.states:
        told = f"{state!r} {state} {state.shoe!r} {state.shoe} {pretty_repr(state)} {pretty_repr(state.shoe)}"
        assert not [card for card in _order(state)[state.drawn :] if card.value in told]
        assert state.seed not in told
        assert "Place" not in told
    _tells_no_seed(match.events[0])


def _tells_no_seed(event: Event) -> None:
    assert isinstance(event, Shuffled)
    assert event.seed not in f"{event!r} {event} {pretty_repr(event)}".replace(event.commitment, "")
