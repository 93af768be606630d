"""What was asked for on the command line, codes, quick matches, and the ways back."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input, OptionList, Static

from cardtable.rules.hustle.commands import Options
from cardtable.tui.screens.dialogs import ChooseScreen, QuickScreen
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.pages import HelpScreen
from cardtable.tui.start import BackTo, JoinTable, NewTable, Start, WatchTable
from tests.support.fake_desk import CODE, FakeDesk
from tests.support.hustle_views import FakeLink, Scene
from tests.support.lobby_app import at, make_app, until


async def test_an_unknown_code_says_so_and_leaves_the_lobby() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk, JoinTable("ZZZ-ZZ2"))
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await until(pilot, lambda: any("no table ZZZ-ZZ2" in note.message for note in app._notifications))
        await pilot.press("j")
        await until(pilot, lambda: bool(app.screen.query(Input)))
        app.screen.query_one(Input).value = "k7q2mx"
        await pilot.press("enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("join", "ZZZ-ZZ2", "ann"), ("join", CODE, "ann")]


@pytest.mark.parametrize(
    ("start", "asked"),
    [
        (NewTable(), ("host", "ann", Options(), True)),
        (JoinTable(CODE), ("join", CODE, "ann")),
        (WatchTable(CODE), ("watch", CODE)),
    ],
)
async def test_what_was_asked_for_on_the_command_line_comes_first(start: Start, asked: tuple[object, ...]) -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk, start)
    async with app.run_test() as pilot:
        await at(pilot, HustleScreen)
        assert not any(isinstance(screen, LobbyScreen) for screen in app.screen_stack)
    assert desk.asked[0] == asked


async def test_a_code_as_user_name_asks_what_to_be_called() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk, JoinTable(CODE, ask_name=True))
    async with app.run_test() as pilot:
        await until(pilot, lambda: bool(app.screen.query(Input)))
        app.screen.query_one(Input).value = "zoe"
        await pilot.press("enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("join", CODE, "zoe")]


async def test_a_dead_return_code_says_so() -> None:
    app = make_app(FakeDesk(remote=True), BackTo("AAA-AA2"))
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await until(pilot, lambda: any("no seat under" in note.message for note in app._notifications))


async def test_quick_match_seats_when_somebody_comes() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("k")
        await at(pilot, QuickScreen)
        assert desk.quick is not None
        desk.quick.seat.set_result(FakeLink(Scene(remote=True).view(0)))
        await at(pilot, HustleScreen)


async def test_quick_match_offers_a_bot_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuickScreen, "PATIENCE", 0.05)
    desk = FakeDesk(remote=True)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("k")
        await at(pilot, QuickScreen)
        await until(pilot, lambda: bool(app.screen.query_one("#bot").display))
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.screen.query(OptionList)))
        assert desk.quick is not None
        assert desk.quick.cancelled
        await pilot.press("enter", "enter")
        await at(pilot, HustleScreen)
    assert desk.asked[0][:3] == ("bot", "ann", "rookie")


async def test_a_table_is_watched_by_its_code() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("w")
        await until(pilot, lambda: bool(app.screen.query(Input)))
        app.screen.query_one(Input).value = CODE
        await pilot.press("enter")
        await at(pilot, ChooseScreen)
        await pilot.press("2")
        await at(pilot, HustleScreen)
        assert app.screen._model().bottom == 1
        await pilot.press("q")
        await at(pilot, LobbyScreen)
    assert desk.asked == [("watch", CODE)]


async def test_what_is_no_code_is_refused_in_place() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("j")
        await until(pilot, lambda: bool(app.screen.query(Input)))
        app.screen.query_one(Input).value = "nonsense"
        await pilot.press("enter")
        await until(pilot, lambda: bool(str(app.screen.query_one(".fault", Static).content)))
        await pilot.press("escape")
        await at(pilot, LobbyScreen)
    assert desk.asked == []


async def test_a_seat_taken_over_ends_the_app_with_a_sentence() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk, JoinTable(CODE))
    async with app.run_test() as pilot:
        await at(pilot, HustleScreen)
        await pilot.press("question_mark")
        await at(pilot, HelpScreen)
        desk.links[0].cut("This seat was taken over by your newer connection.", taken_over=True)
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == "This seat was taken over by your newer connection."


async def test_a_line_cut_otherwise_leads_to_the_lobby() -> None:
    desk = FakeDesk()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("b", "enter", "enter")
        await at(pilot, HustleScreen)
        desk.links[0].cut("The table was closed.")
        await at(pilot, LobbyScreen)
        assert any("The table was closed." in note.message for note in app._notifications)


@pytest.mark.parametrize(
    "keys", [("b", "enter", "enter"), ("b", "1", "1"), ("b", "escape", "enter"), ("r", "enter", "enter")]
)
async def test_a_key_pressed_twice_leaves_a_screen_once(keys: tuple[str, ...]) -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press(keys[0])
        await until(pilot, lambda: not isinstance(app.screen, LobbyScreen))
        screen = app.screen
        for key in keys[1:]:
            # Both are in the app's queue before the screen has gone, as with an impatient player.
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: app.screen is not screen)
        await pilot.pause()
        assert app.return_code is None
