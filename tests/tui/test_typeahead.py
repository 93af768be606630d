"""Keys typed faster than the screens come up go where they were meant to."""

from __future__ import annotations

import pytest
from textual import events

from cardtable.rules.hustle.commands import Options
from cardtable.tui.app import CardtableApp
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from cardtable.tui.screens.pages import RulesScreen
from tests.support.fake_desk import FakeDesk
from tests.support.lobby_app import at, make_app, until


def type_at_once(app: CardtableApp, *keys: str) -> None:
    """Without waiting for anything in between."""
    for key in keys:
        name = "question_mark" if key == "?" else key
        app.post_message(events.Key(name, key if len(key) == 1 else None))


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        (("b", "2", "1"), ("bot", "ann", "regular", Options())),
        (("b", "enter", "enter"), ("bot", "ann", "rookie", Options())),
        (("enter", "down", "down", "enter", "4"), ("bot", "ann", "shark", Options(draft="open", clocks="relaxed"))),
        (("2", "enter", *"bob", "enter", "1"), ("hot-seat", ("ann", "bob"), Options())),
        (("s", "escape", "?", "q", "r", "q", "b", "3", "1"), ("bot", "ann", "shark", Options())),
    ],
)
async def test_a_whole_way_typed_at_once(keys: tuple[str, ...], asked: tuple[object, ...]) -> None:
    desk = FakeDesk()
    app = make_app(desk)
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        type_at_once(app, *keys)
        await at(pilot, HustleScreen)
    assert desk.asked == [asked]


async def test_a_flood_of_keys_is_dropped_and_the_rest_still_works() -> None:
    app = make_app(FakeDesk())
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        type_at_once(app, *["down"] * 500)
        await pilot.pause()
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
