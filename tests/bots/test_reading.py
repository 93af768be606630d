"""What bots read from a view."""

from __future__ import annotations

import pytest

from cardtable.analysis.hustle_hands import FULL_DECK, SOFT
from cardtable.bots.reading import open_draft, position, surely_busts, unseen
from cardtable.errors import RulesBug
from cardtable.rules.hustle.commands import HIT, STAND, Options
from cardtable.rules.hustle.project import view_for
from tests.support.hustle import both, drafted, play, stacked


def test_H6_the_cards_on_both_boards_are_seen_once() -> None:
    state = drafted("2S 3S 9S TS AS 4S", "001122", "221100")
    assert unseen(view_for(state, 0)) == (3, 3, 3, 3, 4, 4, 4, 4, 3, 15)


def test_H10_a_card_that_one_seat_skipped_is_seen_on_the_other_board() -> None:
    state = both(drafted("2S 3S 9S TS AS 4S 8H"), HIT, STAND)
    assert unseen(view_for(state, 1))[7] == 3


def test_H24_the_card_in_hand_is_seen() -> None:
    view = view_for(stacked("KS 3S", Options(draft="open")), 1)
    draft = open_draft(view)
    assert (draft.card, draft.unseen) == (10, (*FULL_DECK[:9], 15))
    assert draft.room == ((2, 2, 2), (2, 2, 2))


def test_H4_in_the_blind_draft_no_card_is_in_hand() -> None:
    with pytest.raises(RulesBug):
        open_draft(view_for(stacked("KS 3S"), 0))


def test_a_position_starts_with_the_column_being_resolved() -> None:
    state = drafted("TS 9S 8S 7S AS 4S")
    assert position(view_for(state, 0)).hands == ((19, 19), (15, 15), (SOFT + 15, SOFT + 15))
    state = both(state, STAND, STAND)
    assert position(view_for(state, 0)).hands == ((15, 15), (SOFT + 15, SOFT + 15))


def test_H15_the_lead_is_seat_0s() -> None:
    state = play(drafted("TS 9S 8S 7S AS 4S", "001122", "010122"), 0, STAND)
    state = play(state, 1, STAND)
    for seat in (0, 1):
        assert position(view_for(state, seat)).lead == 1


def test_H11_a_total_that_stood_is_locked() -> None:
    state = both(drafted("TS 9S 8S 7S AS 4S 2S"), STAND, HIT)
    assert state.column == 1
    state = both(drafted("TS 5S 8S 7S AS 4S 2S"), STAND, HIT)
    assert position(view_for(state, 1)).locked == (True, False)
    assert position(view_for(state, 1)).hands[0] == (15, 17)


def test_a_sure_bust_is_known_by_counting() -> None:
    state = drafted("TS TH 8S 7S 6S 4S")
    assert not surely_busts(view_for(state, 0))
    aces_gone = drafted("AS AH AD AC TS TH", "001122", "001122")
    state = both(both(aces_gone, STAND, STAND), STAND, STAND)
    assert position(view_for(state, 0)).hands == ((20, 20),)
    assert surely_busts(view_for(state, 0))


def test_a_spectator_has_nothing_to_choose() -> None:
    with pytest.raises(RulesBug):
        surely_busts(view_for(drafted("TS TH 8S 7S 6S 4S"), None))
