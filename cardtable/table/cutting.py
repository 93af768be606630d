"""Before the first card: the deck is sealed, each player cuts it, and then the match begins.

The seal (the SHA-256 of the seed) is told first, so the cuts come too late for whoever chose the seed; and no cut is
told before all are in, so the last one comes too late for whoever made the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.errors import Rejected, RulesBug
from cardtable.rules.hustle import play
from cardtable.rules.hustle.commands import SEATS
from cardtable.rules.hustle.events import Event
from cardtable.rules.shoe import Cuts, commitment
from cardtable.table.commands import CUT_CELLS, Cut
from cardtable.table.events import CutMade, MatchStarted, Sealed, TableEvent
from cardtable.table.ports import SeedSource
from cardtable.table.table import Table
from cardtable.table.views import Stage
from cardtable.text import clean_line

Happened = Sequence[Event | TableEvent]


def first_match(table: Table, seeds: SeedSource) -> Happened:
    """What follows when both seats are taken: the match, or where the deck is cut its seal."""
    seed = seeds()
    return (Sealed(seed.hex(), commitment(seed)),) if table.cut_time > 0 else _begin(table, seed, table.cuts)


def next_match(table: Table, seeds: SeedSource) -> Happened:
    """A rematch: another seed, the same cuts; nobody is asked again."""
    return _begin(table, seeds(), table.cuts)


def cut(table: Table, seat: int, command: Cut, seen_seq: int | None, seeds: SeedSource) -> Happened:
    """A player's cut; with the last of them the match begins. Raises Rejected."""
    if table.stage is not Stage.CUTTING:
        raise Rejected("not_cutting", "The deck is cut once, before the first card.")
    if seen_seq is not None and seen_seq < table.question:
        raise Rejected("stale", "That answered an earlier question; look again and cut.")
    if seat not in table.cutters():
        raise Rejected("cut_already", "You have cut already; a cut may not be changed.")
    text = clean_line(command.text, CUT_CELLS)
    made = CutMade(seat, text, True) if text else _made_for(seat, seeds)
    return _with_match(table, (made,)) if table.cutters() == (seat,) else (made,)


def time_is_up(table: Table, seeds: SeedSource) -> Happened:
    """Nobody waits longer: the cuts that are missing are made, and the match begins."""
    return _with_match(table, tuple(_made_for(seat, seeds) for seat in table.cutters()))


def _made_for(seat: int, seeds: SeedSource) -> CutMade:
    return CutMade(seat, seeds().hex()[:CUT_CELLS], False)


def _with_match(table: Table, last: tuple[CutMade, ...]) -> Happened:
    """These cuts, and the match they begin."""
    if table.seal is None:
        raise RulesBug("a deck is cut that was not sealed")
    texts = {made.seat: made.text for made in last}
    cuts = [table.cuts[seat] or texts.get(seat, "") for seat in range(SEATS)]
    return (*last, *_begin(table, bytes.fromhex(table.seal.seed), (cuts[0], cuts[1])))


def _begin(table: Table, seed: bytes, cuts: Cuts) -> Happened:
    _, shuffled = play.start(table.options, seed, cuts)
    return (MatchStarted(table.match_number + 1, table.options), shuffled)
