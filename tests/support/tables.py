"""Tables for tests: a live one with a stacked deck, without tasks, and a clock that is turned by hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardtable.rules.cards import PACK, Card
from cardtable.rules.hustle.commands import Options
from cardtable.rules.shoe import Shoe
from cardtable.table.clock import Timing
from cardtable.table.events import Player
from cardtable.table.handle import Sit, handle
from cardtable.table.table import Table

SEED = bytes(range(32))


def seeds() -> bytes:
    """The same seed every time."""
    return SEED


def player(name: str) -> Player:
    """Somebody with a key."""
    return Player(f"key:{name}", name, keyed=True)


class HandClock:
    """Milliseconds that pass only when told to."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


def playing_table(
    options: Options | None = None, deck: Sequence[Card] | None = None, timing: Timing | None = None, at: int = 0
) -> Table:
    """A table where ann (seat 0) and bob (seat 1) have just begun, with this deck if one is given."""
    table = Table("K7Q-2MX", options or Options(), timing or Timing())
    for name in ("ann", "bob"):
        table = handle(table, None, Sit(player(name)), at, seeds).table
    if deck is None or table.match is None:
        return table
    rest = [card for card in PACK if card not in deck]
    match = msgspec.structs.replace(table.match, shoe=Shoe.stacked([*deck, *rest]))
    return msgspec.structs.replace(table, match=match)


CUT_TIME = 10_000


def cutting_table(at: int = 0, *, level: str | None = None) -> Table:
    """A table where ann (seat 0) and bob (seat 1, or a bot of this level) have just sat down, and the deck is cut."""
    table = Table("K7Q-2MX", id="t-1", cut_time=CUT_TIME)
    for name, bot in (("ann", None), ("bob", level)):
        table = handle(table, None, Sit(player(name), bot), at, seeds).table
    return table
