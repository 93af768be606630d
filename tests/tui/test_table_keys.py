"""What is pressed at the table screen, and what is sent, asked and refused."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import HIT, PLACES, STAND
from cardtable.table.commands import AskRematch, Leave, TableCommand
from tests.support.hustle_views import WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import SEEN, TableApp
from tests.tui.scenes import NEW, matchup, over
from tests.tui.test_scenes import lines_of

FULL = (80, 24)


def text_of(app: TableApp) -> str:
    return "\n".join(lines_of(app))


async def pressed(scene: Scene, *keys: str) -> list[TableCommand]:
    """What seat 0 sends after these keys."""
    app = TableApp(FakeLink(scene.view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
    return app.links[0].sent


@pytest.mark.parametrize(("key", "choice"), [("1", PLACES[0]), ("2", PLACES[1]), ("3", PLACES[2])])
async def test_H4_digits_place_the_card(key: str, choice: TableCommand) -> None:
    assert await pressed(Scene(), key) == [choice]


@pytest.mark.parametrize(("key", "choice"), [("h", HIT), ("s", STAND), ("H", HIT), ("S", STAND)])
async def test_H8_h_and_s_hit_and_stand(key: str, choice: TableCommand) -> None:
    assert await pressed(Scene().play(WHOLE_DRAFT), key) == [choice]


async def test_arrows_and_enter_take_what_is_marked() -> None:
    assert await pressed(Scene(), "right", "right", "enter") == [PLACES[1]]
    assert await pressed(Scene().play(WHOLE_DRAFT), "left", "enter") == [STAND]
    assert await pressed(Scene(), "enter") == []


async def test_arrows_skip_full_columns() -> None:
    assert await pressed(Scene().play("1/2 1/2"), "right", "enter") == [PLACES[1]]


async def test_keys_of_another_phase_do_nothing() -> None:
    assert await pressed(Scene(), "h", "s", "x", "4", "r", "v") == []
    assert await pressed(Scene().play(WHOLE_DRAFT), "1", "2", "3", "r") == []


async def test_every_command_names_the_view_it_answers() -> None:
    scene = Scene()
    app = TableApp(FakeLink(scene.view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("1")
        await pilot.pause()
    assert app.links[0].seen == [scene.view(0).seq]


async def test_clicks_are_the_keys_they_show() -> None:
    app = TableApp(FakeLink(Scene().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.click("#actions", offset=(18, 0))
        await pilot.click("#lanes", offset=(70, 3))
        await pilot.pause()
    assert app.links[0].sent == [PLACES[1], PLACES[2]]


async def test_hot_seat_both_choose_at_once_and_nothing_is_echoed() -> None:
    scene = Scene()
    app = TableApp(FakeLink(scene.view(0)), FakeLink(scene.view(1)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("S", "l", "1", "h", "s")
        await pilot.pause()
        before = text_of(app)
        scene.play("2/-")
        for seat in (0, 1):
            app.links[seat].push(scene.view(seat))
        await pilot.pause()
        after = text_of(app)
    assert app.links[0].sent == [PLACES[1], PLACES[1]]
    assert app.links[1].sent == [PLACES[2]]
    assert "ready" not in before
    assert "ready" in after
    assert "column 2" not in after.split("╰─")[-1]


async def test_hot_seat_match_up_keys() -> None:
    scene = Scene().play(WHOLE_DRAFT)
    app = TableApp(FakeLink(scene.view(0)), FakeLink(scene.view(1)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("w", "e", "I", "o", "h")
        await pilot.pause()
    assert app.links[0].sent == [HIT, STAND]
    assert app.links[1].sent == [HIT, STAND]


async def test_a_refusal_is_told_in_place() -> None:
    app = TableApp(FakeLink(Scene().view(0)))
    app.links[0].refusal = Rejected("column_full", "Your column 1 is full.")
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("1")
        await pilot.pause()
        assert "Your column 1 is full." in text_of(app)


async def test_pasted_text_never_plays() -> None:
    app = TableApp(FakeLink(Scene().view(0)))
    async with app.run_test(size=FULL) as pilot:
        app.screen.post_message(events.Paste("123hsy\n"))
        await pilot.pause()
    assert app.links[0].sent == []


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
        await pilot.pause()
        assert app.links[0].sent == [AskRematch()]
        assert app.saved == [app.links[0]]
        assert "Saved: matches/" in text_of(app)
        await pilot.press("q")
        await pilot.pause()
        assert app.left == [None]


async def test_a_spectator_can_only_look_and_leave() -> None:
    app = TableApp(FakeLink(matchup().view(None)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("h", "s", "1", "enter", "r")
        assert app.links[0].sent == []
        assert "your move" not in text_of(app)
        await pilot.press("q")
        await pilot.pause()
    assert app.left == [None]


async def test_a_line_cut_by_a_newer_one_ends_the_screen_with_its_sentence() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        app.links[0].cut("This seat was taken over by your newer connection.")
        await pilot.pause()
        await pilot.pause()
    assert app.left == ["This seat was taken over by your newer connection."]


async def test_the_reveal_tells_nothing_before_the_card_is_turned_and_any_key_skips_it() -> None:
    scene = Scene().play(WHOLE_DRAFT)
    app = TableApp(FakeLink(scene.view(0)), prefs=SEEN.__class__(seen_draft=True, seen_matchup=True))
    async with app.run_test(size=FULL) as pilot:
        scene.play("h/s")
        app.links[0].push(scene.view(0))
        await pilot.pause(0)
        card = app.links[0].latest.match.last_card  # type: ignore[union-attr]
        assert card is not None
        veiled = text_of(app)
        await pilot.press("x")
        shown = text_of(app)
    assert veiled != shown
    assert card.rank in shown
    assert app.links[0].sent == []


async def test_too_small_a_window_says_so_and_recovers() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        assert "needs 40×12" in " ".join(text_of(app).split())
        await pilot.resize_terminal(*FULL)
        await pilot.pause()
        assert "HIT" in text_of(app)


async def test_newcomers_are_guided_once() -> None:
    scene = Scene()
    app = TableApp(FakeLink(scene.view(0)), prefs=NEW)
    async with app.run_test(size=FULL) as pilot:
        assert "Choose its column unseen" in text_of(app)
        scene.play(WHOLE_DRAFT)
        app.links[0].push(scene.view(0))
        await pilot.pause()
        assert "h takes the next card" in text_of(app)
        assert app.prefs.seen_draft
        scene.wait(10_000_000)
        app.links[0].push(scene.view(0))
        await pilot.pause()
    assert app.prefs.seen_matchup


async def test_the_bell_rings_on_ones_turn_and_never_twice_within_a_second() -> None:
    scene = Scene().play("1/-")
    app = TableApp(FakeLink(scene.view(0)), prefs=SEEN)
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("b")
        assert app.prefs.sound
        for turn in ("-/1", "2/2", "2/2"):
            scene.play(turn)
            app.links[0].push(scene.view(0))
            await pilot.pause()
        assert app.bells == 1
        app.seconds += 1.5
        scene.play("3/3")
        app.links[0].push(scene.view(0))
        await pilot.pause()
    assert app.bells == 2
