"""From the lobby to a table and back, with a desk that only remembers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from cardtable.rules.hustle.commands import Options
from cardtable.table.ports import Player
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from cardtable.tui.prefs import Preferences, load_preferences
from cardtable.tui.rules_text import HUSTLE
from cardtable.tui.screens.dialogs import QuickScreen
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.pages import HelpScreen, RulesScreen
from cardtable.tui.screens.settings import SettingsScreen
from cardtable.tui.start import BackTo, JoinTable, NewTable, Start, WatchTable
from cardtable.tui.themes import load_themes
from tests.support.fake_desk import CODE, OPEN_TABLE, FakeDesk
from tests.support.hustle_views import FakeLink, Scene

THEMES, _ = load_themes()
STILL = Preferences(animation=False, seen_draft=True, seen_matchup=True)


def make_app(desk: FakeDesk, start: Start | None = None, keep: Path | None = None) -> CardtableApp:
    given = Given(desk=desk, player=Player("key:ann", "ann", keyed=True), themes=THEMES, prefs=STILL, keep=keep)
    return CardtableApp(given if start is None else Given(**{**_fields(given), "start": start}))


def _fields(given: Given) -> dict[str, object]:
    return {name: getattr(given, name) for name in given.__struct_fields__}


async def until(pilot: Pilot[str], condition: Callable[[], bool]) -> None:
    """Wait for a condition; a test hangs no longer than this many looks."""
    for _ in range(200):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it never came true; the screen is {pilot.app.screen}")


async def at(pilot: Pilot[str], kind: type[object]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))


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


async def test_settings_show_at_once_and_are_kept(tmp_path: Path) -> None:
    app = make_app(FakeDesk(), keep=tmp_path)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("s")
        await at(pilot, SettingsScreen)
        await pilot.press("right")
        assert app.theme == app.prefs.theme != "felt"
        await pilot.press("down", "enter", "down", "enter")
        await pilot.press("q")
        await at(pilot, LobbyScreen)
    assert load_preferences(tmp_path) == (app.prefs, None)
    assert (app.prefs.cards, app.prefs.four_colour) == ("compact", True)


async def test_the_rules_page_tells_every_rule_and_marks_house_rulings() -> None:
    told = {name for _, rules in HUSTLE for rule in rules for name in rule.ids}
    assert told == {f"H{number}" for number in range(1, 25)}
    app = make_app(FakeDesk())
    async with app.run_test(size=(80, 200)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("r")
        await at(pilot, RulesScreen)
        shown = [str(entry.render()) for entry in app.screen.query(".entry")]
        marked = sum("house\u00a0ruling" in text for text in shown)
        await pilot.press("q")
        await at(pilot, LobbyScreen)
    assert marked == sum(rule.house for _, rules in HUSTLE for rule in rules) > 5


async def test_help_tells_every_key() -> None:
    from cardtable.tui.keys import REGISTRY

    app = make_app(FakeDesk())
    async with app.run_test(size=(80, 200)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("question_mark")
        await at(pilot, HelpScreen)
        shown = "\n".join(str(entry.render()) for entry in app.screen.query(".entry"))
    assert all(key.label in shown and key.shown in shown for key in REGISTRY)


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
