"""How one leaves the table, and what a key meant for the game cannot do."""

from __future__ import annotations

from textual.pilot import Pilot

from cardtable.table.commands import AskRematch, Leave
from tests.support.hustle_views import FakeLink
from tests.support.ssh_server import eventually
from tests.support.table_app import TableApp
from tests.tui.looking import text_of
from tests.tui.scenes import matchup, over, waiting

FULL = (80, 24)


async def leave(pilot: Pilot[str], app: TableApp, key: str, wait: float) -> None:
    await pilot.press(key)
    app.seconds += wait
    await pilot.press("y")
    await pilot.pause()


async def test_leaving_a_live_match_asks_and_a_key_meant_for_the_game_cannot_answer() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await leave(pilot, app, "q", 0.1)
        assert app.links[0].sent == []
        assert "gives the match up" in text_of(app)
        await pilot.press("n")
        assert "gives the match up" not in text_of(app)
        await leave(pilot, app, "escape", 0.4)
        assert app.links[0].sent == [Leave()]
        assert app.left == [None]


async def test_the_question_goes_when_the_match_ends_meanwhile() -> None:
    scene = matchup()
    app = TableApp(FakeLink(scene.view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("q")
        scene.wait(10_000_000)
        app.links[0].push(scene.view(0))
        await pilot.pause()
        assert "gives the match up" not in text_of(app)


async def test_after_the_match_r_asks_for_a_rematch_v_saves_and_q_goes_at_once() -> None:
    app = TableApp(FakeLink(over().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("r", "v")
        line = "cardtable verify ~/matches/hustle-20260301-183000-K7Q-2MX.json"
        await eventually(lambda: line in text_of(app), lambda: text_of(app))
        assert app.links[0].sent == [AskRematch()]
        assert app.saved == [app.links[0]]
        await pilot.press("q")
        await pilot.pause()
        assert not app.left
        await pilot.press("q")
        await pilot.pause()
        assert app.left == [None]


async def test_ctrl_c_asks_once_and_a_second_one_leaves_the_game() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("ctrl+c")
        assert "Leave the game? That gives the match up." in text_of(app)
        await pilot.press("ctrl+c")
        assert app.links[0].sent == []
        app.seconds += 0.4
        await pilot.press("ctrl+c")
        await pilot.pause()
    assert app.links[0].sent == [Leave()]
    assert app.links[0].closed


async def test_at_a_closed_table_enter_goes_back() -> None:
    app = TableApp(FakeLink(over().do(1, Leave()).view(0)))
    async with app.run_test(size=FULL) as pilot:
        assert "bob left: this table is closed." in text_of(app)
        await pilot.press("r", "enter")
        await pilot.pause()
    assert AskRematch() not in app.links[0].sent
    assert app.left == [None]


async def test_a_table_whose_code_is_given_out_is_not_closed_by_one_key() -> None:
    app = TableApp(FakeLink(waiting().view(0)), local=False)
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("escape")
        assert "Its code will lead nowhere" in text_of(app)
        await pilot.press("n")
        assert "Your friend types" in text_of(app)
        await pilot.press("q")
        app.seconds += 0.4
        await pilot.press("y")
        await pilot.pause()
    assert app.links[0].sent == [Leave()]
