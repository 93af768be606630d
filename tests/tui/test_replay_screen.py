"""The replay's screen by its keys, at the terminal's own app and in a recording."""

from __future__ import annotations

import json
from pathlib import Path

import pyte
import pytest
from msgspec.structs import replace

from cardtable.compose.saved import exporter
from cardtable.rules.notation import as_text, moments, read
from cardtable.tui.asciicast import LONGEST, SIZE, cast
from cardtable.tui.brush import Look
from cardtable.tui.screens.dialogs import ChooseScreen, TellScreen
from cardtable.tui.screens.pages import HelpScreen
from cardtable.tui.screens.replay import LogScreen, ReplayScreen
from cardtable.tui.start import LookAt
from tests.rules.test_playthroughs import MATCHES
from tests.support.fake_desk import FakeDesk
from tests.support.lobby_app import THEMES, at, make_app, until
from tests.support.records import record
from tests.tui.looking import text_of

TIE = record(MATCHES["tie"][1])
LOOK = Look(THEMES["felt"])


async def test_forward_back_and_to_every_part_from_every_side() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for pressed, moment, viewer in (
            ("right", 1, None),
            ("space", 2, None),
            ("left", 1, None),
            ("1", 1, 0),
            ("tab", 1, 1),
            ("2", 1, 1),
            ("0", 1, None),
            ("right_square_bracket", 12, None),
            ("right_square_bracket", 14, None),
            ("left_square_bracket", 12, None),
            ("end", 19, None),
            ("right", 19, None),
            ("home", 0, None),
            ("left", 0, None),
        ):
            await pilot.press(pressed)
            assert (pressed, screen.place.moment, screen.place.viewer) == (pressed, moment, viewer)


async def test_a_replay_begins_at_its_start_and_tells_no_result_before_its_end() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        await until(pilot, lambda: "0 : 0" in text_of(app))
        assert "tied" not in text_of(app)
        assert "shuffled and sealed" in text_of(app)
        await pilot.press("end")
        await until(pilot, lambda: "The match is tied" in text_of(app))


async def test_the_log_is_told_up_to_the_moment() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 40)) as pilot:
        await at(pilot, ReplayScreen)
        await pilot.press("right", "right", "right", "l")
        await at(pilot, LogScreen)
        text = text_of(app)
        assert "3♠ to column 1 of ann and column 3 of bob" in text
        assert "bob chose column 1" in text
        assert "Column 1" not in text
        await pilot.press("q", "question_mark")
        await at(pilot, HelpScreen)
        await pilot.press("q", "m")
        await at(pilot, ReplayScreen)
        await until(pilot, lambda: "21 HUSTLE" not in text_of(app))


async def test_it_plays_by_itself_until_a_key_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    paces = [0.01]
    monkeypatch.setattr("cardtable.tui.screens.replay.pace", lambda _waited: paces[-1])
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("p")
        await until(pilot, lambda: screen.place.moment > 3)
        await pilot.press("p")
        stopped = screen.place
        await pilot.pause(0.05)
        assert screen.place == stopped
        await pilot.press("p")
        await until(pilot, lambda: screen.place.moment == len(moments(TIE, None)) - 1)
        paces.append(60)
        await pilot.press("p")
        await until(pilot, lambda: screen.place.moment == 0)


async def test_a_match_can_be_exported_where_files_can_be_written(tmp_path: Path) -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    app.given = replace(app.given, export=exporter(tmp_path / "matches"))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        for number in ("1", "2", "3"):
            await pilot.press("e")
            await at(pilot, ChooseScreen)
            await pilot.press(number)
            await at(pilot, TellScreen)
            assert "matches" in text_of(app)
            await pilot.press("q")
            await at(pilot, ReplayScreen)
        (tmp_path / "matches").rename(tmp_path / "gone")
        (tmp_path / "matches").write_text("no folder")
        await pilot.press("e", "1")
        await until(pilot, lambda: "could not be written" in " ".join(text_of(app).split()))
    written = {path.suffix: path.read_text() for path in (tmp_path / "gone").iterdir()}
    assert written[".txt"] == as_text(TIE)
    assert read(written[".json"]) == TIE
    assert written[".cast"].startswith('{"version":2')


async def test_nothing_is_exported_where_it_cannot_be() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        await pilot.press("e")
        assert isinstance(app.screen, ReplayScreen)


async def test_a_window_that_is_too_small_says_what_is_needed() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(30, 8)) as pilot:
        await at(pilot, ReplayScreen)
        await until(pilot, lambda: "a replay needs 40×12" in " ".join(text_of(app).split()))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "21 HUSTLE" in text_of(app))


async def test_the_app_ends_with_it() -> None:
    app = make_app(FakeDesk(), LookAt(TIE))
    async with app.run_test(size=(80, 24)) as pilot:
        await at(pilot, ReplayScreen)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_recording_is_asciicast_2_and_plays(viewer: int | None) -> None:
    header, *events = [json.loads(line) for line in cast(record(MATCHES["tie"][1], pace=9_000), LOOK, viewer)]
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert header["title"] == "21 Hustle: ann against bob"
    assert header["timestamp"] == 1772389800
    screen = pyte.Screen(*SIZE)
    stream, before, shown = pyte.Stream(screen), 0.0, list[str]()
    for at_, kind, data in events:
        assert kind == "o"
        assert 0 <= at_ - before <= LONGEST
        before = at_
        stream.feed(data)
        shown.append("\n".join(screen.display))
    assert len(shown) == len(moments(TIE, None)) + 1
    assert "0 : 0" in shown[0]
    assert not any("The match is tied" in text for text in shown[:-2])
    assert "The match is tied" in shown[-1]
    assert screen.cursor.hidden is False


def test_the_pictures_of_a_recording_are_those_of_the_screen() -> None:
    from cardtable.tui import replay_parts
    from cardtable.tui.replay_model import Place, Replay

    screen = pyte.Screen(*SIZE)
    stream, replay = pyte.Stream(screen), Replay(TIE)
    for number, line in enumerate(list(cast(TIE, LOOK))[1:-1]):
        stream.feed(json.loads(line)[2])
        picture = [strip.text for strip in replay_parts.frame(replay, Place(number), LOOK, *SIZE)]
        assert screen.display == picture
