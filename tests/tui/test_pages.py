"""Settings, rules and help."""

from __future__ import annotations

from pathlib import Path

from cardtable.tui.keys import REGISTRY
from cardtable.tui.prefs import load_preferences
from cardtable.tui.rules_text import HUSTLE
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.pages import HelpScreen, RulesScreen
from cardtable.tui.screens.settings import SettingsScreen
from tests.support.fake_desk import FakeDesk
from tests.support.lobby_app import at, make_app


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
        shown = [str(entry.render()) for entry in app.screen.query(".rule")]
        marked = sum("house\u00a0ruling" in text for text in shown)
        await pilot.press("q")
        await at(pilot, LobbyScreen)
    assert marked == sum(rule.house for _, rules in HUSTLE for rule in rules) > 5


async def test_help_tells_every_key() -> None:
    app = make_app(FakeDesk())
    async with app.run_test(size=(80, 200)) as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press("question_mark")
        await at(pilot, HelpScreen)
        shown = "\n".join(str(entry.render()) for entry in app.screen.query(".entry"))
    assert all(key.label in shown and key.shown in shown for key in REGISTRY)
