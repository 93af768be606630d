"""The history: a page at a time, results only for whoever asks, a filter line, and faults in one line."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.widgets import Input, OptionList

from cardtable.errors import BadInput
from cardtable.rules.cards import PACK
from cardtable.table.keeping import HistoryQuery, SeatRecord
from cardtable.tui.cards import card_text
from cardtable.tui.history_filter import narrowed
from cardtable.tui.history_rows import row
from cardtable.tui.screens.history import PAGE, HistoryScreen
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.replay import ReplayScreen
from tests.support.fake_desk import FakeDesk
from tests.support.fake_records import ANN, FakeRecords, finished
from tests.support.keeping import match
from tests.support.lobby_app import at, make_app, until
from tests.support.past_app import past_app
from tests.tui.looking import text_of


def ms(year: int, month: int, day: int) -> int:
    """The first instant of a day, UTC."""
    return int(datetime(year, month, day, tzinfo=UTC).timestamp() * 1000)


DAY = 86_400_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", HistoryQuery()),
        ("  Bob ", HistoryQuery(opponent="Bob")),
        ("bob won", HistoryQuery(opponent="bob", result="won")),
        ("TIED hustle", HistoryQuery(result="tied", game="hustle")),
        ('"won" lost', HistoryQuery(opponent="won", result="lost")),
        ('"since', HistoryQuery(opponent="since")),
        ("mary ann", HistoryQuery(opponent="mary ann")),
        ("since 2026-01-31", HistoryQuery(since=ms(2026, 1, 31))),
        ("until 2026-01-31 bob", HistoryQuery(until=ms(2026, 1, 31) + DAY - 1, opponent="bob")),
        ("2026-02-28", HistoryQuery(since=ms(2026, 2, 28), until=ms(2026, 2, 28) + DAY - 1)),
    ],
)
def test_the_filter_line(text: str, expected: HistoryQuery) -> None:
    assert narrowed(HistoryQuery(), text) == expected


@pytest.mark.parametrize("text", ["since", "until bob", "since 2026-02-30", "2026-13-01", "until 26-1-1"])
def test_a_day_that_is_none_is_named(text: str) -> None:
    with pytest.raises(BadInput, match=r"2026-01-31"):
        narrowed(HistoryQuery(), text)


@given(st.text(max_size=40))
def test_any_line_is_a_question_or_a_fault(text: str) -> None:
    with suppress(BadInput):
        assert narrowed(HistoryQuery(player="x"), text).player == "x"


@pytest.mark.parametrize("width", [20, 36, 56, 76, 116])
def test_a_line_says_who_and_when_and_the_result_only_if_asked(width: int) -> None:
    for number in range(3):
        hidden, told = (row(finished(number), ANN, width, results=shown) for shown in (False, True))
        assert not any(word in hidden for word in ("won", "lost", "tied"))
        assert any(word in told for word in ("won", "lost", "tied"))
        assert "2026-03-0" in hidden
        assert max(cell_len(hidden), cell_len(told)) <= width


def test_a_match_of_two_others_is_told_as_such() -> None:
    known = match(1, SeatRecord("", "ann", result="lost"), SeatRecord("", "漢字", result="won"))
    assert row(known, "", 60, results=False) == " 1970-01-01 00:00  ann against 漢字"
    assert row(known, "", 60, results=True) == " 1970-01-01 00:00  漢字 won:  ann against 漢字"


async def test_pages_follow_as_one_moves_down_and_never_all_at_once() -> None:
    records = FakeRecords(100_000)
    app = past_app(records)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await at(pilot, HistoryScreen)
        listed = app.screen.query_one(OptionList)
        await until(pilot, lambda: listed.option_count == PAGE)
        await pilot.press(*["down"] * (PAGE - 5))
        await until(pilot, lambda: listed.option_count == 2 * PAGE)
        await pilot.press("end")
        await until(pilot, lambda: listed.option_count == 3 * PAGE)
        last = records.matches[2 * PAGE - 1]
        assert records.asked[-1] == HistoryQuery(player=ANN, before=(last.ended, last.id), limit=PAGE)
        assert len(records.asked) == 3
        assert [listed.get_option_at_index(n).id for n in (0, 149)] == [records.matches[n].id for n in (0, 149)]


async def test_results_show_when_asked_for() -> None:
    app = past_app(FakeRecords())
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "against bob" in text_of(app))
        assert "won " not in text_of(app).replace("won lost tied", "")
        await pilot.press("r")
        await until(pilot, lambda: "won   against bob" in text_of(app))
        await pilot.press("r")
        await until(pilot, lambda: "won   against bob" not in text_of(app))


async def test_enter_looks_at_the_match_from_ones_own_seat_and_comes_back() -> None:
    records = FakeRecords()
    app = past_app(records)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "against bob" in text_of(app))
        await pilot.press("down", "enter")
        await at(pilot, ReplayScreen)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.place.moment, screen.place.viewer) == (0, 0)
        assert not any(card_text(card) in text_of(app) for card in PACK)
        await pilot.press("q")
        await at(pilot, HistoryScreen)
        assert app.screen.query_one(OptionList).highlighted == 1
        await pilot.press("q")
        await at(pilot, LobbyScreen)
    assert records.opened == [records.matches[1].id]


async def test_the_filter_asks_anew_and_says_when_nothing_fits() -> None:
    records = FakeRecords(30)
    app = past_app(records)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await at(pilot, HistoryScreen)
        listed = app.screen.query_one(OptionList)
        await until(pilot, lambda: listed.option_count == 30)
        await pilot.press("slash", *"bob", "enter")
        await until(pilot, lambda: listed.option_count == 10)
        assert records.asked[-1] == HistoryQuery(player=ANN, opponent="bob", limit=PAGE)
        assert listed.has_focus
        await pilot.press("slash", *"zz", "enter")
        await until(pilot, lambda: "No match fits" in text_of(app))
        await pilot.press("slash", *" since x", "enter")
        await until(pilot, lambda: "'x' is no day" in text_of(app))
        app.screen.query_one(Input).value = ""
        await pilot.press("enter")
        await until(pilot, lambda: listed.option_count == 30)
        assert not app.screen.query_one("#fault").display
        await pilot.press("slash", "escape")
        assert listed.has_focus
        assert isinstance(app.screen, HistoryScreen)


async def test_an_answer_that_comes_after_another_filter_was_set_is_dropped() -> None:
    import asyncio

    gate = asyncio.Event()

    class Slow(FakeRecords):
        async def history(self, query: HistoryQuery):  # type: ignore[no-untyped-def]
            if not query.opponent:
                await gate.wait()
            return await super().history(query)

    app = past_app(Slow(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await at(pilot, HistoryScreen)
        await pilot.press("slash", *"bob", "enter")
        listed = app.screen.query_one(OptionList)
        await until(pilot, lambda: listed.option_count == 10)
        gate.set()
        await pilot.pause(0.05)
        assert listed.option_count == 10


async def test_where_there_is_nothing_it_says_what_will_be() -> None:
    app = past_app(FakeRecords(0))
    async with app.run_test(size=(40, 12)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "will be listed here" in text_of(app))


async def test_a_guest_of_a_server_is_told_why_nothing_is_kept() -> None:
    records = FakeRecords()
    app = past_app(records, remote=True, known_as="")
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "key of their own" in text_of(app))
        await pilot.press("q", "p")
        await until(pilot, lambda: "key of their own" in text_of(app))
    assert records.asked == []


async def test_at_ones_own_terminal_everything_is_ones_own() -> None:
    records = FakeRecords()
    app = past_app(records, known_as="")
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "ann against bob" in text_of(app))
    assert records.asked == [HistoryQuery(limit=PAGE)]


@pytest.mark.parametrize(("saved", "said"), [(b"", "not kept any more"), (b"{}", "no match saved by cardtable")])
async def test_a_match_that_cannot_be_shown_is_told_in_a_line(saved: bytes, said: str) -> None:
    records = FakeRecords()
    records.saved = saved
    app = past_app(records)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("y")
        await until(pilot, lambda: "against bob" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: said in text_of(app))
        assert isinstance(app.screen, HistoryScreen)


async def test_what_cannot_be_read_is_told_on_every_screen_of_the_past() -> None:
    records = FakeRecords()
    records.fault = "disk I/O error"
    app = past_app(records, remote=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, LobbyScreen)
        for pressed in ("y", "p", "l"):
            await pilot.press(pressed)
            await until(pilot, lambda: "cannot be read now: disk I/O error" in text_of(app))
            await pilot.press("q")
            await at(pilot, LobbyScreen)


async def test_the_past_is_offered_only_where_it_is_kept() -> None:
    for app, offered in (
        (make_app(FakeDesk()), set[str]()),
        (past_app(FakeRecords()), {"history", "profile"}),
        (past_app(FakeRecords(), remote=True), {"history", "profile", "leaderboard"}),
    ):
        async with app.run_test(size=(80, 24)) as pilot:
            await at(pilot, LobbyScreen)
            menu = app.screen.query_one(OptionList)
            ids = {menu.get_option_at_index(n).id for n in range(menu.option_count)}
            assert ids & {"history", "profile", "leaderboard"} == offered
            if not offered:
                await pilot.press("y", "p", "l")
                assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12), (80, 22)])
async def test_the_last_entry_of_the_lobby_can_be_seen(size: tuple[int, int]) -> None:
    app = past_app(FakeRecords(), remote=True)
    async with app.run_test(size=size) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("end")
        await until(pilot, lambda: "q  Quit" in text_of(app))
