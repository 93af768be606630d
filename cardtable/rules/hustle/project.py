"""What each viewer may see, built field by field: a whitelist, never a masked state (H6, H24)."""

from __future__ import annotations

from cardtable.rules.cards import Card
from cardtable.rules.hustle.commands import COLUMNS
from cardtable.rules.hustle.events import ChoiceHidden, Chose, Committed, Event, PublicEvent, Shuffled
from cardtable.rules.hustle.play import legal
from cardtable.rules.hustle.state import SKIPS, State
from cardtable.rules.hustle.views import Board, HustleView, Lane, Phase
from cardtable.rules.totals import PERFECT


def view_for(state: State, viewer: int | None) -> HustleView:
    """The match as a seat (0 or 1) sees it, or as a spectator does (None)."""
    over = state.phase is Phase.OVER
    asked = state.asked
    return HustleView(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        placed=min(state.drawn, 6),
        drawn=state.drawn,
        column=state.column,
        boards=(_board(state, 0), _board(state, 1)),
        asked=asked,
        ready=(state.pending[0] is not None, state.pending[1] is not None),
        my_choice=None if viewer is None else state.pending[viewer],
        legal=() if viewer is None else legal(state, viewer),
        results=state.results,
        wins=state.wins,
        skips_left=(SKIPS - state.skips_lost[0], SKIPS - state.skips_lost[1]),
        up_card=_up_card(state),
        last_card=state.shoe.card(state.drawn - 1) if state.shoe and state.drawn else None,
        result=state.result,
        reason=state.reason,
        commitment=state.commitment,
        seed=state.seed if over else None,
        cuts=state.cuts,
    )


def redact(event: Event, viewer: int | None) -> PublicEvent:
    """The event as this viewer may hear of it: another's pending choice and the seed are left out."""
    if isinstance(event, Shuffled):
        return Committed(event.commitment, event.size, event.cuts)
    if isinstance(event, Chose) and event.seat != viewer:
        return ChoiceHidden(event.seat, event.auto)
    return event


def _up_card(state: State) -> Card | None:
    shown = state.options.draft == "open" and state.phase is Phase.DRAFT and state.shoe is not None
    return state.shoe.card(state.drawn) if shown and state.shoe else None


def _board(state: State, seat: int) -> Board:
    lanes = [_lane(state, seat, column) for column in range(COLUMNS)]
    return (lanes[0], lanes[1], lanes[2])


def _lane(state: State, seat: int, column: int) -> Lane:
    hand = state.boards[seat][column]
    current = state.phase is not Phase.DRAFT and column == state.column
    resolved = state.results[column] is not None
    locked = state.locked[seat] if current else (resolved and not hand.bust) or hand.total == PERFECT
    return Lane(cards=hand.cards, total=hand.total, soft=hand.soft, bust=hand.bust, locked=locked)
