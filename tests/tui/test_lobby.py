"""From the lobby to a table, with a desk that only remembers."""

from __future__ import annotations

from textual.widgets import Input, OptionList, Static

from cardtable.rules.hustle.commands import Options
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from tests.support.fake_desk import CODE, OPEN_TABLE, FakeDesk
from tests.support.lobby_app import at, make_app, until


async def test_the_first_entry_plays_a_bot() -> None:
    desk = FakeDesk()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("enter", "down", "enter", "enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("bot", "ann", "regular", Options())]


async def test_options_of_a_practice_match() -> None:
    desk = FakeDesk()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("b", "enter", "down", "down", "down", "enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("bot", "ann", "rookie", Options(draft="open", clocks="relaxed"))]


async def test_hot_seat_asks_two_different_clean_names() -> None:
    desk = FakeDesk()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("2")
        await until(pilot, lambda: len(app.screen.query(Input)) == 2)
        second = app.screen.query(Input).last()
        for typed, said in (("", "letter or a digit"), ("K7Q-2MX", "table code"), ("ANN", "two different names")):
            second.value = typed
            second.focus()
            await pilot.press("enter")
            fault = app.screen.query_one(".fault", Static)
            await until(pilot, lambda fault=fault, said=said: said in str(fault.content))
        second.value = "bob[/b]"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("hot-seat", ("ann", "bobb"), Options())]


async def test_what_needs_a_server_says_how_to_get_one() -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        for key in ("h", "j", "w"):
            await pilot.press(key)
            await until(pilot, lambda: "cardtable serve" in str(app.screen.query_one(".why", Static).content))
            await pilot.press("escape")
            await at(pilot, LobbyScreen)
        await pilot.press("k")
        assert isinstance(app.screen, LobbyScreen)


async def test_open_tables_are_listed_and_can_be_joined() -> None:
    desk = FakeDesk(remote=True)
    desk.listed = (OPEN_TABLE,)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        menu = app.screen.query_one(OptionList)
        await until(pilot, lambda: menu.option_count > 0)
        assert CODE in str(menu.get_option(f"join:{CODE}").prompt)
        await pilot.press("up", "enter")
        await at(pilot, HustleScreen)
    assert desk.asked == [("join", CODE, "ann")]


async def test_a_held_seat_is_offered_first() -> None:
    desk = FakeDesk(remote=True)
    desk.own = CODE
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("t")
        await at(pilot, HustleScreen)
    assert desk.asked == [("join", CODE, "ann")]


async def test_a_table_can_be_hosted_open_and_with_an_open_draft() -> None:
    desk = FakeDesk(remote=True)
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("h", "2", "2")
        await at(pilot, HustleScreen)
    assert desk.asked == [("host", "ann", Options(draft="open"), False)]


async def test_textuals_own_keys_do_nothing() -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("ctrl+q", "ctrl+p", "ctrl+z")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert app.return_code is None
        assert app.deliver_screenshot() is None


async def test_ctrl_c_asks_once_in_the_lobby() -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app.return_code is None
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app.return_code == 0)


async def test_escape_pressed_on_and_on_never_leaves_the_game_by_itself() -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("question_mark", *["escape"] * 6)
        await until(pilot, lambda: any("q leaves the game" in note.message for note in app._notifications))
        await at(pilot, LobbyScreen)
        assert app.is_running
