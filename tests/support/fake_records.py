"""Finished matches that are only listed, for Pilot tests of the screens of the past."""

from __future__ import annotations

from msgspec.structs import replace

from cardtable.rules.notation import write
from cardtable.table.keeping import FinishedMatch, HistoryQuery, Rating, SeatRecord, Tally, Unreadable
from cardtable.tui.records import PlayerRecord
from tests.rules.test_playthroughs import MATCHES
from tests.support.records import record

ANN, BOB = "id of ann", "id of bob"
SAVED = write(record(MATCHES["tie"][1])).encode()
MARCH = 1_772_389_800_000
"""1 March 2026, 18:30 UTC, in ms."""

_RESULTS = ("won", "lost", "tied")
_OTHERS = (SeatRecord(BOB, "bob"), SeatRecord("", "Shark", "shark"), SeatRecord("id of cleo", "cleo"))


def finished(number: int) -> FinishedMatch:
    """Ann's match of this number, from 0, a day apart."""
    result = _RESULTS[number % 3]
    other = replace(_OTHERS[number % 3], result={"won": "lost", "lost": "won", "tied": "tied"}[result])
    seats = (SeatRecord(ANN, "ann", result=result), other)  # type: ignore[arg-type]
    ended = MARCH + number * 86_400_000
    return FinishedMatch(f"m{number:06}", "hustle", ended - 90_000, ended, "three_columns", number % 3 != 1, seats)


def rating_line(matches: int) -> tuple[Rating, ...]:
    """Ann's way up and down."""
    line, mu, sigma = [], 25.0, 25 / 3
    for number in range(1, matches + 1):
        mu, sigma = mu + (1.1 if number % 5 < 3 else -0.9), max(4.2, sigma * 0.97)
        line.append(Rating(ANN, "hustle", mu, sigma, number, MARCH + number, "ann"))
    return tuple(line)


TALLIES = (
    Tally("hustle", "bob", 12, 7, 2, 3),
    Tally("hustle", "Shark", 4, 9, 0, 0),
    Tally("hustle", "cleo", 1, 0, 0, 1),
)
BEST = (
    Rating(BOB, "hustle", 33.2, 4.1, 64, MARCH, "bob"),
    Rating(ANN, "hustle", 29.5, 4.4, 41, MARCH, "ann"),
    Rating("id of cleo", "hustle", 27.0, 7.1, 5, MARCH, "cleo"),
)


class FakeRecords:
    """`tui.records.Records` over so many matches of ann's; remembers what it was asked, fails when told to."""

    def __init__(self, matches: int = 7, rated: int = 41) -> None:
        self.matches = [finished(number) for number in reversed(range(matches))]
        self.asked: list[HistoryQuery] = []
        self.opened: list[str] = []
        self.fault = ""
        self.saved = SAVED
        self.rated = rated

    async def history(self, query: HistoryQuery) -> tuple[FinishedMatch, ...]:
        """A page, narrowed by opponent and result alone."""
        self._check()
        self.asked.append(query)
        found = [match for match in self.matches if query.before is None or (match.ended, match.id) < query.before]
        return tuple([match for match in found if _fits(match, query)][: query.limit])

    async def match(self, match: str) -> FinishedMatch | None:
        """One of them, with a saved match that was a tie."""
        self._check()
        self.opened.append(match)
        found = next((known for known in self.matches if known.id == match), None)
        return replace(found, record=self.saved) if found and self.saved else None

    async def profile(self, player: str) -> PlayerRecord:
        """Ann's."""
        self._check()
        line = rating_line(self.rated)
        return PlayerRecord((line,) if line else (), TALLIES) if self.matches else PlayerRecord()

    async def leaderboard(self, game: str, limit: int) -> tuple[Rating, ...]:
        """Three."""
        self._check()
        return BEST[:limit] if self.matches else ()

    def _check(self) -> None:
        if self.fault:
            raise Unreadable(self.fault)


def _fits(match: FinishedMatch, query: HistoryQuery) -> bool:
    mine, other = match.seats
    return query.result in ("", mine.result) and other.name.casefold().startswith(query.opponent.casefold())
