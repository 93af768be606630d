"""Finished matches and ratings in dictionaries, searched one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from cardtable.store.folding import beginning, side_by_side
from cardtable.store.tallying import Met, tallied
from cardtable.table.keeping import FinishedMatch, HistoryQuery, Rating, SeatRecord, Tally


class MatchesInMemory:
    """`name_of` tells a player's name, and raises for somebody unknown."""

    def __init__(self, name_of: Callable[[str], str]) -> None:
        self._name_of = name_of
        self.by_id: dict[str, FinishedMatch] = {}
        self._lines: dict[tuple[str, str], list[Rating]] = {}

    def record(self, match: FinishedMatch, ratings: Sequence[Rating]) -> None:
        """Keep a match and the ratings after it, unless it is kept already."""
        if match.id in self.by_id:
            return
        for rating in ratings:
            self._name_of(rating.player)
        self.by_id[match.id] = match
        for rating in ratings:
            self._lines.setdefault((rating.player, rating.game), []).append(rating)

    def oldest_first(self) -> list[FinishedMatch]:
        """All of them."""
        return sorted(self.by_id.values(), key=lambda match: (match.ended, match.id))

    def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page, newest first, without the records."""
        found = [replace(match, record=b"") for match in self.oldest_first()[::-1] if _matches(match, query)]
        return tuple(found[: max(query.limit, 0)])

    def rating(self, player: str, game: str) -> Rating | None:
        """The rating that holds now."""
        line = self._lines.get((player, game))
        return self._named(line[-1]) if line else None

    def rating_line(self, player: str, game: str) -> tuple[Rating, ...]:
        """The rating after each match, oldest first."""
        line = sorted(self._lines.get((player, game), ()), key=lambda rating: (rating.matches, rating.updated))
        return tuple(map(self._named, line))

    def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """The best, best first."""
        now = [self._named(line[-1]) for (_, of), line in self._lines.items() if of == game]
        return tuple(sorted(now, key=lambda rating: (3 * rating.sigma - rating.mu, rating.player))[: max(limit, 0)])

    def tallies(self, player: str) -> tuple[Tally, ...]:
        """A player's results by game and opponent."""
        return tallied(met for match in self.by_id.values() for met in _meetings(match, player))

    def _named(self, rating: Rating) -> Rating:
        return replace(rating, name=self._name_of(rating.player))


def _matches(match: FinishedMatch, query: HistoryQuery) -> bool:
    place = (match.ended, match.id)
    return (
        query.game in ("", match.game)
        and (query.since is None or match.ended >= query.since)
        and (query.until is None or match.ended <= query.until)
        and (query.before is None or place < query.before)
        and _sat(match, query)
    )


def _sat(match: FinishedMatch, query: HistoryQuery) -> bool:
    if query.player:
        mine = [seat for seat in range(len(match.seats)) if match.seats[seat].player == query.player]
        return any(_fits(match.seats[seat].result, _others(match, seat), query) for seat in mine)
    return _met(match.seats, query) and (not query.result or query.result in {seat.result for seat in match.seats})


def _fits(result: str, others: Sequence[SeatRecord], query: HistoryQuery) -> bool:
    return query.result in ("", result) and _met(others, query)


def _met(seats: Sequence[SeatRecord], query: HistoryQuery) -> bool:
    return not query.opponent or beginning(query.opponent) in side_by_side(seat.name for seat in seats)


def _others(match: FinishedMatch, number: int) -> list[SeatRecord]:
    return [seat for at, seat in enumerate(match.seats) if at != number]


def _meetings(match: FinishedMatch, player: str) -> Iterator[Met]:
    """One for each opponent; a match with two seats of the same one counts once."""
    met = set()
    for number, seat in enumerate(match.seats):
        if seat.player == player:
            met |= {_meeting(match, seat, other) for other in _others(match, number)}
    return iter(met)


def _meeting(match: FinishedMatch, mine: SeatRecord, other: SeatRecord) -> Met:
    won, lost, tied = (int(mine.result == result) for result in ("won", "lost", "tied"))
    tally = Tally(match.game, other.name, won, lost, tied, mine.skips_lost)
    return Met(other.player, other.level, match.ended, tally)
