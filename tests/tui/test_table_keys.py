"""What is pressed at the table screen, and what is sent and refused."""

from __future__ import annotations

import pytest
from textual import events

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import HIT, PLACES, STAND
from cardtable.table.commands import TableCommand
from tests.support.hustle_views import WHOLE_DRAFT, FakeLink, Scene
from tests.support.ssh_server import eventually
from tests.support.table_app import TableApp
from tests.tui.looking import text_of
from tests.tui.scenes import matchup, waiting

FULL = (80, 24)


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


async def test_a_spectator_can_only_look_and_leave() -> None:
    app = TableApp(FakeLink(matchup().view(None)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("h", "s", "1", "enter", "r")
        assert app.links[0].sent == []
        assert "your move" not in text_of(app)
        await pilot.press("q")
        await pilot.pause()
    assert app.left == [None]


async def test_arrows_and_enter_at_one_keyboard_work_for_the_one_who_is_asked() -> None:
    scene = Scene().play("1/-")
    app = TableApp(FakeLink(scene.view(0)), FakeLink(scene.view(1)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("right", "enter")
        await pilot.pause()
    assert (app.links[0].sent, app.links[1].sent) == ([], [PLACES[0]])


async def test_a_full_column_keeps_its_place_in_the_bar_and_cannot_be_clicked() -> None:
    app = TableApp(FakeLink(Scene().play("1/2 1/2").view(0)))
    async with app.run_test(size=FULL) as pilot:
        assert "COLUMN 1" in text_of(app)
        await pilot.click("#actions", offset=(3, 0))
        await pilot.click("#actions", offset=(18, 0))
        await pilot.pause()
    assert app.links[0].sent == [PLACES[1]]


async def test_m_shows_more_of_the_board_and_question_mark_asks_for_help() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        await pilot.press("m")
        assert "21 HUSTLE" not in text_of(app)
        assert "HIT" in text_of(app)
        await pilot.press("m", "question_mark")
        assert "21 HUSTLE" in text_of(app)
    assert app.helped == 1


async def test_the_host_gives_out_a_watch_code_once() -> None:
    app = TableApp(FakeLink(waiting().view(0)), local=False)
    async with app.run_test(size=FULL) as pilot:
        assert "ssh -t -p 2222 cards.example.org join K7Q-2MX" in text_of(app)
        await pilot.press("w")
    assert app.watch_codes == [app.links[0]]


async def test_a_key_pressed_before_its_question_is_no_answer_to_it() -> None:
    scene = Scene().play("1/-")
    app = TableApp(FakeLink(scene.view(1)))
    async with app.run_test(size=(80, 24)) as pilot:
        early = events.Key("1", "1")
        app.links[0].push(scene.play("-/2").view(1))
        await pilot.pause()
        app.post_message(early)
        await eventually(lambda: "Pressed before this was asked" in text_of(app), lambda: text_of(app))
        assert app.links[0].sent == []
        await pilot.press("1")
        await pilot.pause()
        assert app.links[0].sent == [PLACES[0]]


async def test_a_key_counts_that_was_pressed_before_the_other_had_chosen() -> None:
    scene = Scene()
    app = TableApp(FakeLink(scene.view(0)))
    async with app.run_test(size=FULL) as pilot:
        early = events.Key("1", "1")
        app.links[0].push(scene.play("-/2").view(0))
        await pilot.pause()
        app.post_message(early)
        await eventually(lambda: app.links[0].sent == [PLACES[0]], lambda: text_of(app))
