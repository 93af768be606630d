"""Results counted by opponent: many small counts become one for each opponent, by the name last seen."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from cardtable.table.keeping import Tally


class Met(msgspec.Struct, frozen=True):
    """Results against somebody under one name. `player` is their Profile's id, "" if none; `last` the

    end of the last such match."""

    player: str
    level: str
    last: int
    tally: Tally

    @property
    def who(self) -> tuple[str, ...]:
        """The same for the same opponent in the same game."""
        known = (self.player,) if self.player else ("", self.level, self.tally.opponent)
        return (self.tally.game, *known)


def tallied(meetings: Iterable[Met]) -> tuple[Tally, ...]:
    """One tally for each opponent, most matches first."""
    by_opponent: dict[tuple[str, ...], Met] = {}
    for met in meetings:
        earlier = by_opponent.get(met.who)
        by_opponent[met.who] = met if earlier is None else _together(earlier, met)
    return tuple(sorted((met.tally for met in by_opponent.values()), key=_most_first))


def _together(one: Met, other: Met) -> Met:
    newer = max(one, other, key=lambda met: (met.last, met.tally.opponent))
    a, b = one.tally, other.tally
    summed = replace(
        newer.tally,
        won=a.won + b.won,
        lost=a.lost + b.lost,
        tied=a.tied + b.tied,
        skips_lost=a.skips_lost + b.skips_lost,
    )
    return replace(newer, tally=summed)


def _most_first(tally: Tally) -> tuple[int, str, str]:
    return -(tally.won + tally.lost + tally.tied), tally.game, tally.opponent
