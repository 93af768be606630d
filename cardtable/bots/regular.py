"""The regular: stands on 17 or more, and draws on against a higher locked total. Sound, and easy to read."""

from __future__ import annotations

import random

from cardtable.analysis.hustle_hands import SOFT, add_value, total_of
from cardtable.bots.reading import lanes, open_draft, place_at_random, seat_of
from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Choice, Place
from cardtable.rules.hustle.views import HustleView, Phase

STANDS_ON = 17


def choose(view: HustleView, rng: random.Random) -> Choice:
    """The regular's choice for a seat that is asked; `rng` only decides where a card goes."""
    if view.phase is not Phase.DRAFT:
        return HIT if wants_card(view) else STAND
    return place_at_random(view, rng) if view.up_card is None else _place_open(view, rng)


def wants_card(view: HustleView) -> bool:
    """Whether to hit: behind a locked total, or below 17 while the other is still in."""
    mine, other = lanes(view)
    return mine.total < (other.total if other.locked else STANDS_ON)


def _place_open(view: HustleView, rng: random.Random) -> Place:
    """Where the card in hand makes the best hand (H24); any of equals."""
    draft, seat = open_draft(view), seat_of(view)
    rated = {
        column: _promise(add_value(draft.boards[seat][column], draft.card), ready=room == 1)
        for column, room in enumerate(draft.room[seat])
        if room
    }
    best = max(rated.values())
    return PLACES[rng.choice([column for column, rating in rated.items() if rating == best])]


def _promise(hand: int, *, ready: bool) -> int:
    """A rough rating of a hand. A column that waits for its second card is taken to get a ten."""
    reached = hand if ready else add_value(hand, 10)
    total = total_of(reached)
    if total >= STANDS_ON or reached > SOFT:
        return total
    return 16 if total in (10, 11) else min(total, 10)
