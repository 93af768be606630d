"""Terminals that show no colour, or nothing but ASCII, get neither: in the lobby, in dialogs, at the table."""

from __future__ import annotations

import msgspec
import pytest
from textual.strip import Strip

from cardtable.table.events import Player
from cardtable.tui.app import CardtableApp
from cardtable.tui.host import Given
from cardtable.tui.screens.hustle import HustleScreen
from cardtable.tui.screens.lobby import LobbyScreen
from tests.support.fake_desk import FakeDesk
from tests.support.lobby_app import STILL, THEMES, at

PLACES = {
    "lobby": (),
    "dialog": ("b",),
    "table": ("b", "enter", "enter"),
    "settings": ("s",),
    "help": ("question_mark",),
}


def strips_of(app: CardtableApp) -> list[Strip]:
    """What the terminal is sent, row by row."""
    return app.screen._compositor.render_strips()


def given(theme: str, *, unicode: bool) -> Given:
    """An app for a player whose name needs more than ASCII."""
    prefs = msgspec.structs.replace(STILL, theme=theme)
    player = Player("key:zoë", "zoë漢", keyed=True)
    return Given(desk=FakeDesk(), player=player, themes=THEMES, prefs=prefs, unicode=unicode)


@pytest.mark.parametrize("place", PLACES)
async def test_mono_shows_no_colour_anywhere(place: str) -> None:
    app = CardtableApp(given("mono", unicode=True))
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press(*PLACES[place])
        await pilot.pause()
        styles = {piece.style for strip in strips_of(app) for piece in strip if piece.style is not None}
    shown = {colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None}
    assert all(colour.is_default for colour in shown)


@pytest.mark.parametrize("place", PLACES)
async def test_a_terminal_without_unicode_gets_ascii_at_the_same_width(place: str) -> None:
    app = CardtableApp(given("felt", unicode=False))
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        await pilot.press(*PLACES[place])
        await pilot.pause()
        rows = [strip.text for strip in strips_of(app)]
    assert "".join(rows).isascii()
    assert {len(row) for row in rows} == {80}


async def test_a_change_of_theme_is_worn_at_the_table_too() -> None:
    app = CardtableApp(given("felt", unicode=True))
    async with app.run_test() as pilot:
        await at(pilot, LobbyScreen)
        app.change({"theme": "paper"})
        await pilot.press(*PLACES["table"])
        await at(pilot, HustleScreen)
        await pilot.pause()
        backgrounds = {
            piece.style.bgcolor.name
            for strip in strips_of(app)
            for piece in strip
            if piece.style and piece.style.bgcolor
        }
    assert THEMES["paper"].style("felt").bgcolor.name in backgrounds  # type: ignore[union-attr]
