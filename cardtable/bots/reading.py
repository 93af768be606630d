"""What a view of 21 Hustle tells a player who reads it: as much as a person sees on the screen, in a solver's words."""

from __future__ import annotations

import random

from cardtable.analysis.hustle import Position
from cardtable.analysis.hustle_draft import Draft, Hands
from cardtable.analysis.hustle_hands import BUST, VALUES, add_value, hand_code
from cardtable.errors import RulesBug
from cardtable.rules.cards import PACK
from cardtable.rules.hustle.commands import COLUMNS, PLACES, ROOM, Place
from cardtable.rules.hustle.views import Board, HustleView, Lane


def seat_of(view: HustleView) -> int:
    """The seat that looks. Raises RulesBug for a spectator's view: nobody asks a spectator."""
    if view.viewer is None:
        raise RulesBug("a spectator has nothing to choose")
    return view.viewer


def lanes(view: HustleView) -> tuple[Lane, Lane]:
    """The column being resolved: the viewer's lane, then the other's."""
    seat = seat_of(view)
    return view.boards[seat][view.column], view.boards[1 - seat][view.column]


def hand(lane: Lane) -> int:
    """The hand code of what lies in a lane."""
    return hand_code(lane.total, lane.soft)


def unseen(view: HustleView) -> tuple[int, ...]:
    """How many cards of each value, ace first, are neither on a board nor in hand (H6: both boards are open)."""
    seen = {card for board in view.boards for lane in board for card in lane.cards}
    if view.up_card is not None:
        seen.add(view.up_card)
    values = [card.points for card in PACK if card not in seen]
    return tuple(values.count(value) for value in VALUES)


def position(view: HustleView) -> Position:
    """The match-up as the solver takes it."""
    columns = range(view.column, COLUMNS)
    first, second = view.boards
    return Position(
        hands=tuple((hand(first[column]), hand(second[column])) for column in columns),
        locked=(first[view.column].locked, second[view.column].locked),
        lead=view.wins[0] - view.wins[1],
        unseen=unseen(view),
    )


def open_draft(view: HustleView) -> Draft:
    """The open draft with its card in hand (H24). Raises RulesBug when no card is shown."""
    if view.up_card is None:
        raise RulesBug("no card is shown to be placed")
    first, second = view.boards
    return Draft((_hands(first), _hands(second)), (_room(first), _room(second)), view.up_card.points, unseen(view))


def place_at_random(view: HustleView, rng: random.Random) -> Place:
    """Any column, with a chance in proportion to its room: in the blind draft nobody can gain on that (H4)."""
    return rng.choices(PLACES, _room(view.boards[seat_of(view)]))[0]


def surely_busts(view: HustleView) -> bool:
    """Whether every card that may still come would bust the viewer's hand."""
    mine = hand(lanes(view)[0])
    return all(add_value(mine, value) == BUST for value, left in zip(VALUES, unseen(view), strict=True) if left)


def _hands(board: Board) -> Hands:
    return (hand(board[0]), hand(board[1]), hand(board[2]))


def _room(board: Board) -> Hands:
    return (ROOM - len(board[0].cards), ROOM - len(board[1].cards), ROOM - len(board[2].cards))
