"""Cutting the deck at the table screen: what is typed there is text, and nothing of it plays."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import PLACES
from cardtable.table.commands import Cut, Leave
from cardtable.table.handle import Sit
from cardtable.tui.typing import Typed
from tests.support.hustle_views import FakeLink, Scene
from tests.support.table_app import TableApp
from tests.support.tables import SEED, player
from tests.tui.looking import text_of
from tests.tui.scenes import FULL, LEAST, SMALL, cutting

SEAL = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def table(scene: Scene | None = None, viewer: int | None = 0) -> TableApp:
    return TableApp(FakeLink((scene or cutting()).view(viewer)), local=False)


async def shown(pilot: Pilot[str], app: TableApp, scene: Scene) -> str:
    """The screen once it has the newest view."""
    app.links[0].push(scene.view(app.links[0].seat))
    await pilot.pause()
    return text_of(app)


@pytest.mark.parametrize("size", [FULL, SMALL, LEAST])
async def test_the_seal_stands_whole_beside_the_time_and_the_other(size: tuple[int, int]) -> None:
    app = table()
    async with app.run_test(size=size):
        screen = text_of(app)
    assert SEAL in "".join(screen.split())
    assert "8 s left. bob has cut." in screen
    assert "goes into" in screen
    assert "Your cut: _" in screen


async def test_every_letter_is_text_and_enter_sends_it() -> None:
    app = table()
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("q", "M", "b", "question_mark", "x", "backspace", "space", "1", "é")
        assert "Your cut: qMb? 1é_" in text_of(app)
        assert (app.links[0].sent, app.helped) == ([], 0)
        await pilot.press("enter")
        await pilot.pause()
    assert app.links[0].sent == [Cut("qMb? 1é")]
    assert app.links[0].seen == [cutting().view(0).seq]


async def test_an_empty_line_lets_a_cut_be_made() -> None:
    app = table()
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("enter")
        await pilot.pause()
    assert app.links[0].sent == [Cut("")]


async def test_a_refused_cut_can_be_sent_again() -> None:
    app = table()
    app.links[0].refusal = Rejected("paused", "The match has paused.")
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("x", "enter")
        await pilot.pause()
        assert "The match has paused." in text_of(app)
        app.links[0].refusal = None
        await pilot.press("enter")
        await pilot.pause()
    assert app.links[0].sent == [Cut("x")]


async def test_pasted_text_is_a_cut_of_forty_cells_at_most() -> None:
    app = table()
    async with app.run_test(size=FULL) as pilot:
        app.screen.post_message(events.Paste("one\ntwo\x1b[2J" + "漢" * 40))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    assert app.links[0].sent == [Cut("one two[2J" + "漢" * 15)]


async def test_whoever_has_cut_sees_it_and_waits_for_the_other() -> None:
    scene = Scene(remote=True, cut_time=10_000)
    app = table(scene)
    async with app.run_test(size=FULL) as pilot:
        scene.do(0, Cut("seven"))
        screen = await shown(pilot, app, scene)
        assert "Your cut: seven " in screen
        assert "bob has not cut yet." in screen
        assert "CUT" not in screen
        await pilot.press("q", "enter", "x")
        await pilot.pause()
        assert app.links[0].sent == []
        assert "Leave" not in text_of(app)


async def test_escape_asks_before_it_leaves_and_letters_answer_then() -> None:
    app = table()
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("x", "escape")
        assert "Leave the table? No card was dealt yet." in text_of(app)
        await pilot.press("n")
        assert "Your cut: x_" in text_of(app)
        await pilot.press("escape")
        app.seconds += 0.5
        await pilot.press("y")
        await pilot.pause()
    assert app.links[0].sent == [Leave()]
    assert app.left == [None]


async def test_ctrl_c_asks_as_ever() -> None:
    app = table()
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("ctrl+c")
        assert "Leave the game?" in text_of(app)


async def test_keys_that_were_meant_for_the_cut_place_no_card() -> None:
    scene = cutting()
    app = table(scene)
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("1", "2")
        assert "Card 1 of 6: which column?" in await shown(pilot, app, scene.wait(10_000))
        await pilot.press("3")
        app.seconds += 1.1
        await pilot.press("2")
        await pilot.pause()
    assert app.links[0].sent == [PLACES[1]]


async def test_whoever_has_cut_plays_at_once() -> None:
    scene = cutting()
    app = table(scene)
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("x", "enter")
        await shown(pilot, app, scene.do(0, Cut("x")))
        await pilot.press("2")
        await pilot.pause()
    assert app.links[0].sent == [Cut("x"), PLACES[1]]


async def test_the_time_counts_down_and_the_bell_rings_once() -> None:
    scene = Scene(("ann",), remote=True, cut_time=10_000)
    app = table(scene)
    app.prefs = type(app.prefs)(sound=True)
    async with app.run_test(size=FULL) as pilot:
        scene.do(None, Sit(player("bob")))
        assert "10 s left." in await shown(pilot, app, scene)
        app.seconds += 4.0
        app.screen._tick()  # type: ignore[attr-defined]
        await pilot.pause()
        assert "6 s left." in text_of(app)
    assert app.bells == 1


async def test_who_watches_has_no_line_and_sees_no_cut() -> None:
    app = table(viewer=None)
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("x", "enter")
        screen = text_of(app)
    assert "ann has not cut yet. bob has cut." in screen
    assert "of cups" not in screen
    assert "Your cut" not in screen
    assert app.links[0].sent == []


async def test_a_bot_gives_no_cut() -> None:
    scene = Scene(("ann",), cut_time=10_000).do(None, Sit(player("Robin"), level="rookie"))
    app = table(scene)
    async with app.run_test(size=FULL):
        assert "Robin gives no cut." in text_of(app)


async def test_when_the_other_leaves_the_table_says_so() -> None:
    app = table(cutting().do(1, Leave()))
    async with app.run_test(size=FULL) as pilot:
        assert "bob left: this table is closed. No card was dealt." in text_of(app)
        await pilot.press("enter")
        await pilot.pause()
    assert app.left == [None]


async def test_after_the_match_the_cuts_are_told_with_the_seed() -> None:
    scene = cutting().do(0, Cut("seven")).do(0, Leave())
    app = TableApp(FakeLink(scene.view(1)))
    async with app.run_test(size=(80, 40)):
        screen = text_of(app)
    assert f"Seed {SEED.hex()}" in screen
    assert "ann’s cut was “seven”" in screen
    assert "Your cut was “of cups”" in screen


def test_a_line_in_the_making_is_a_value() -> None:
    line = Typed(4).add("ab").add("e\u0301\x07").add("xyz")
    assert line.text == "abe\u0301x"
    assert line.erase().erase().text == "ab"
    assert Typed(4).erase() == Typed(4)
    assert Typed(4).add("漢漢漢").text == "漢漢"
    assert len(Typed(4).add("e" + "\u0301" * 50).text) <= 12
    assert line.tail(2) == "e\u0301x"
