"""The profile and the leaderboard: what they say, and the curve."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.table.keeping import Rating, Tally
from cardtable.tui.brush import ascii_twin
from cardtable.tui.graph import BAND, LINE, graph
from cardtable.tui.profile_text import leaderboard_lines, profile_lines, rating_text
from cardtable.tui.records import PlayerRecord
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.profile import LeaderboardScreen, ProfileScreen
from tests.support.fake_records import ANN, BEST, TALLIES, FakeRecords, rating_line
from tests.support.lobby_app import at, until
from tests.support.past_app import past_app
from tests.tui.looking import text_of

POINTS = st.lists(st.tuples(st.integers(0, 3_000), st.integers(1, 417)), max_size=300)


@given(POINTS, st.integers(10, 120), st.integers(2, 20))
def test_a_curve_keeps_to_its_room_and_each_column_has_one_value(
    points: list[tuple[int, int]], width: int, height: int
) -> None:
    lines = graph(points, width, height)
    assert len(lines) == (height if points else 0)
    assert all(len(line) <= max(width, 7) for line in lines)
    if points:
        cells = [line.partition("│")[2] for line in lines]
        assert {len(line) for line in cells} == {len(cells[0])}
        assert all(sum(line[n] == LINE for line in cells) == 1 for n in range(len(cells[0])))
        assert "?" not in ascii_twin("".join(lines))


def test_the_newest_value_is_at_the_right_and_higher_is_up() -> None:
    lines = [line.partition("│")[2] for line in graph([(1500, 50), (1600, 50), (1900, 20)], 30, 6)]
    rows = [next(n for n, line in enumerate(lines) if line[at_] == LINE) for at_ in (0, 4, 8)]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] > rows[2]
    assert any(BAND in line for line in lines)


def test_a_rating_says_how_sure_it_is() -> None:
    assert rating_text(BEST[0]) == "1910 ± 205"
    assert rating_text(BEST[2]) == "1600 ± 355  provisional"


def test_the_profile_tells_rating_results_and_skips() -> None:
    text = "\n".join(line for line, _ in profile_lines(PlayerRecord((rating_line(41),), TALLIES), 74, 24))
    assert "21 Hustle" in text
    assert "after 41 rated matches" in text
    assert "bob                 12     7     2" in text
    assert "all                 17    16     2" in text
    assert "4 skips lost" in text


def test_a_single_match_has_a_rating_and_no_curve() -> None:
    lines = profile_lines(PlayerRecord((rating_line(1),), (Tally("hustle", "bob", 1, 0, 0, 1),)), 74, 24)
    assert lines[1] == ("1555 ± 404  provisional  after 1 rated match", "strong")
    assert not any(LINE in text for text, _ in lines)
    assert lines[-1][0] == "1 skip lost to the clock"


def test_without_rated_matches_it_says_so() -> None:
    lines = profile_lines(PlayerRecord((), TALLIES), 74, 24)
    assert lines[1] == ("No rated match yet.", "entry")
    assert profile_lines(PlayerRecord(), 74, 24)[0][0].startswith("Nothing yet.")


@pytest.mark.parametrize("width", [34, 54, 74])
def test_the_leaderboard_marks_ones_own_line_and_fits(width: int) -> None:
    lines = leaderboard_lines((*BEST, Rating("x", "hustle", 20, 8, 1, 0, "漢字漢字漢字漢字")), ANN, width)
    assert [kind for _, kind in lines] == ["entry", "strong", "entry", "entry"]
    assert all(len(text) <= width for text, _ in lines)
    assert ("provisional" in lines[2][0]) == (width >= 60)
    assert leaderboard_lines((), ANN, width)[0][0].startswith("Nobody yet.")


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_both_pages_open_from_the_lobby(size: tuple[int, int]) -> None:
    app = past_app(FakeRecords(), remote=True)
    async with app.run_test(size=size) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("p")
        await at(pilot, ProfileScreen)
        await until(pilot, lambda: "after 41 rated matches" in text_of(app))
        await pilot.press("q", "l")
        await at(pilot, LeaderboardScreen)
        await until(pilot, lambda: "1910 ± 205" in text_of(app))
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: "1910 ± 205" in text_of(app))
        await pilot.press("q")
        await at(pilot, LobbyScreen)
