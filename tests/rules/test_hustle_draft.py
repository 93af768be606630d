"""The draft of 21 Hustle, rule by rule."""

from __future__ import annotations

import pytest

from cardtable.errors import Rejected
from cardtable.rules.cards import PACK, Card
from cardtable.rules.hustle.commands import HIT, Options, Place
from cardtable.rules.hustle.events import CardPlaced, ChoiceHidden, Chose
from cardtable.rules.hustle.play import decide, legal
from cardtable.rules.hustle.project import redact, view_for
from cardtable.rules.hustle.views import Phase
from tests.support.hustle import asked, both, cards, drafted, play, shuffled, stacked
from tests.support.hustle_cases import differences


def test_H1_both_get_the_same_cards_in_the_same_order() -> None:
    state = both(stacked("AS KH"), Place(0), Place(2))
    state = both(state, Place(1), Place(2))
    assert differences(state, {"boards": [[["AS"], ["KH"], []], [[], [], ["AS", "KH"]]]}) == []


def test_H1_both_owe_a_choice_at_once_and_either_may_be_first() -> None:
    state = stacked("AS")
    assert asked(state) == [0, 1]
    assert asked(play(state, 1, Place(0))) == [0]
    assert play(play(state, 1, Place(0)), 0, Place(1)) == play(play(state, 0, Place(1)), 1, Place(0))


def test_H2_a_match_has_one_pack_of_52_in_an_order_of_its_own() -> None:
    first, second = shuffled(b"one").shoe, shuffled(b"two").shoe
    assert first is not None
    assert second is not None
    assert sorted(first.card(i) for i in range(52)) == sorted(PACK)
    assert first != second


def test_H2_the_match_up_goes_on_with_the_sequence_of_the_draft() -> None:
    state = drafted("2S 3S 4S 5S 6S 7S QD 8H")
    state = both(state, HIT, HIT)
    assert state.boards[0][0].cards[-1] is state.boards[1][0].cards[-1] is Card("QD")


def test_H4_the_next_card_lies_face_down_until_both_have_chosen() -> None:
    state = stacked("QS 5H")
    waiting = play(state, 0, Place(1))
    for viewer in (0, 1, None):
        view = view_for(waiting, viewer)
        assert (view.drawn, view.last_card, view.up_card) == (0, None, None)
    assert decide(waiting, 1, Place(2)) == (Chose(1, Place(2)), CardPlaced(Card("QS"), (1, 2)))


def test_H5_a_column_holds_two_drafted_cards() -> None:
    state = both(both(stacked("2S 3S"), Place(0), Place(1)), Place(0), Place(2))
    assert legal(state, 0) == (Place(1), Place(2))
    assert legal(state, 1) == (Place(0), Place(1), Place(2))
    with pytest.raises(Rejected) as refusal:
        decide(state, 0, Place(0))
    assert refusal.value.code == "column_full"


def test_H5_the_draft_ends_after_six_cards_two_in_each_column() -> None:
    state = drafted("2S 3S 4S 5S 6S 7S", "012012", "221100")
    assert state.phase is Phase.MATCHUP
    assert {len(hand.cards) for board in state.boards for hand in board} == {2}


def test_H5_the_last_placement_is_owed_though_forced() -> None:
    state = stacked("2S 3S 4S 5S 6S 7S")
    for column in (0, 0, 1, 1, 2):
        state = both(state, Place(column), Place(column))
    assert asked(state) == [0, 1]
    assert legal(state, 0) == legal(state, 1) == (Place(2),)


def test_H6_a_pending_choice_is_told_to_its_owner_only() -> None:
    state = play(stacked("2S"), 0, Place(1))
    assert [view_for(state, viewer).my_choice for viewer in (0, 1, None)] == [Place(1), None, None]
    assert [view_for(state, viewer).ready for viewer in (0, 1, None)] == [(True, False)] * 3
    event = Chose(0, Place(1))
    assert [redact(event, viewer) for viewer in (0, 1, None)] == [event, ChoiceHidden(0), ChoiceHidden(0)]


def test_H6_both_boards_are_open_to_everybody() -> None:
    state = both(stacked("2S 3S"), Place(0), Place(1))
    for viewer in (0, 1, None):
        boards = view_for(state, viewer).boards
        assert boards[0][0].cards == boards[1][1].cards == tuple(cards("2S"))


@pytest.mark.parametrize("again", [Place(0), Place(1)])
def test_H7_a_choice_may_not_be_changed(again: Place) -> None:
    state = play(stacked("2S"), 0, Place(1))
    with pytest.raises(Rejected) as refusal:
        decide(state, 0, again)
    assert refusal.value.code == "already_chosen"
    assert legal(state, 0) == ()


def test_H24_in_the_open_draft_the_card_in_hand_lies_face_up_for_all() -> None:
    state = stacked("QS 5H", Options(draft="open"))
    assert [view_for(state, viewer).up_card for viewer in (0, 1, None)] == [Card("QS")] * 3
    waiting = play(state, 0, Place(1))
    assert [view_for(waiting, viewer).my_choice for viewer in (0, 1, None)] == [Place(1), None, None]
    assert view_for(play(waiting, 1, Place(1)), None).up_card is Card("5H")


def test_H24_only_the_draft_is_open() -> None:
    state = stacked("2S 3S 4S 5S 6S 7S QD", Options(draft="open"))
    for column in (0, 0, 1, 1, 2, 2):
        state = both(state, Place(column), Place(column))
    assert view_for(play(state, 0, HIT), None).up_card is None


@pytest.mark.parametrize("column", [-1, 3, 99])
def test_there_are_three_columns(column: int) -> None:
    with pytest.raises(Rejected) as refusal:
        decide(stacked("2S"), 0, Place(column))
    assert refusal.value.code == "no_such_column"
