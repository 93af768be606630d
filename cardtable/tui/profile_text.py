"""A player's own record and the leaderboard as lines of text. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from cardtable.analysis.ratings import shown
from cardtable.table.keeping import Rating, Tally
from cardtable.tui.brush import fitted
from cardtable.tui.graph import graph
from cardtable.tui.records import PlayerRecord, game_title

Line = tuple[str, str]
"""Text, and what it is: `heading`, `entry`, or `strong`."""

NOTHING_YET = "Nothing yet. Finish a match, and whom you beat is counted here; rated matches draw a curve."
NOBODY_YET = "Nobody yet. Whoever has finished a rated match is listed here."

_NAME = 16


def profile_lines(record: PlayerRecord, width: int, height: int) -> list[Line]:
    """Game by game: the rating and its curve, results by opponent, skips lost."""
    lines: list[Line] = []
    for game in record.games:
        lines.append((game_title(game), "heading"))
        line = next((line for line in record.lines if line[0].game == game), ())
        lines += _rating_lines(line, width, height)
        lines += _tally_lines([tally for tally in record.tallies if tally.game == game])
    return lines or [(NOTHING_YET, "entry")]


def rating_text(rating: Rating) -> str:
    """`1632 ± 185`, with the word that says how far it is to be trusted."""
    value, off, provisional = shown(rating.mu, rating.sigma)
    return f"{value} ± {off}{'  provisional' if provisional else ''}"


def _rating_lines(line: Sequence[Rating], width: int, height: int) -> list[Line]:
    if not line:
        return [("No rated match yet.", "entry")]
    matches = line[-1].matches
    lines = [(f"{rating_text(line[-1])}  after {matches} rated match{'es' if matches != 1 else ''}", "strong")]
    points = [shown(rating.mu, rating.sigma)[:2] for rating in line]
    if len(points) > 1:
        drawn = graph(points, width, min(12, max(5, height // 3)))
        lines += [(text.rstrip(), "entry") for text in drawn]
    return lines


def _tally_lines(tallies: Sequence[Tally]) -> list[Line]:
    """Won, lost, tied, by opponent; then all together."""
    if not tallies:
        return []
    sums = [sum(getattr(tally, what) for tally in tallies) for what in ("won", "lost", "tied")]
    lost = sum(tally.skips_lost for tally in tallies)
    return [
        ("", "entry"),
        (f"{'against':{_NAME}} {'won':>5} {'lost':>5} {'tied':>5}", "entry"),
        *((_tally_row(tally.opponent, tally.won, tally.lost, tally.tied), "entry") for tally in tallies),
        (_tally_row("all", *sums), "strong"),
        (f"{lost} skip{'s' if lost != 1 else ''} lost to the clock", "entry"),
    ]


def _tally_row(name: str, won: int, lost: int, tied: int) -> str:
    return f"{_padded(name)} {won:>5} {lost:>5} {tied:>5}"


def _padded(name: str) -> str:
    cut = fitted(name, min(cell_len(name), _NAME))
    return cut + " " * (_NAME - cell_len(cut))


def leaderboard_lines(ratings: Sequence[Rating], player: str, width: int) -> list[Line]:
    """The best first, by what they have shown for certain, so that no newcomer's luck leads; one's own bright."""
    if not ratings:
        return [(NOBODY_YET, "entry")]
    placed = enumerate(ratings, start=1)
    return [(_leader(n, rating, width), "strong" if rating.player == player else "entry") for n, rating in placed]


def _leader(place: int, rating: Rating, width: int) -> str:
    value, off, provisional = shown(rating.mu, rating.sigma)
    if width < 60:
        return f"{place:>3} {_padded(rating.name)}{value:>5} ± {off}{' ?' if provisional else ''}"
    text = f"{place:>3}  {_padded(rating.name)} {value:>5} ± {off}"
    return f"{text:34} {rating.matches:>4} rated{'   provisional' if provisional else ''}"
