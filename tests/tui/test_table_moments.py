"""What happens by itself at the table screen: the reveal, the bell, guidance, the end of a line, other window sizes."""

from __future__ import annotations

import re

import msgspec
import pytest

from cardtable.rules.hustle.views import Phase
from cardtable.table.views import Stage
from tests.support.hustle_views import WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import SEEN, TableApp
from tests.tui.looking import text_of
from tests.tui.scenes import NEW, matchup

FULL = (80, 24)


async def test_a_line_cut_by_a_newer_one_ends_the_screen_with_its_sentence() -> None:
    app = TableApp(FakeLink(matchup().view(0)))
    async with app.run_test(size=FULL) as pilot:
        app.links[0].cut("This seat was taken over by your newer connection.")
        await pilot.pause()
        await pilot.pause()
    assert [ended.text for ended in app.left if ended] == ["This seat was taken over by your newer connection."]


@pytest.fixture
def _turned_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card shows its back until a key is pressed, however busy the machine is."""
    for name in ("TURNING", "WHOLE"):
        monkeypatch.setattr(f"cardtable.tui.screens.hustle.{name}", 600.0)


@pytest.mark.usefixtures("_turned_by_hand")
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


@pytest.mark.usefixtures("_turned_by_hand")
@pytest.mark.parametrize("viewer", [0, None])
async def test_while_a_card_is_turned_nothing_untrue_is_told_and_the_question_is_the_next(viewer: int | None) -> None:
    scene = Scene()
    app = TableApp(FakeLink(scene.view(viewer)), prefs=SEEN.__class__(seen_draft=True, seen_matchup=True))
    async with app.run_test(size=FULL) as pilot:
        for turn in (*WHOLE_DRAFT.split(), *["h/h"] * 12):
            if scene.view(0).stage is not Stage.PLAYING:
                break
            scene.play(turn)
            app.links[0].push(scene.view(viewer))
            await pilot.pause(0)
            told, view = text_of(app), scene.view(viewer)
            assert not re.search(r"Card 7|Waiting for \.| is locked|REMATCH| wins? the match", told), told
            match = view.match
            if match is not None and any(match.asked) and match.phase is Phase.MATCHUP:
                assert f"Column {match.column + 1}" in told
            await pilot.press("x")
    assert scene.view(0).stage is Stage.OVER


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


async def test_the_bell_rings_in_the_last_seconds() -> None:
    scene = Scene().play(WHOLE_DRAFT)
    sound = msgspec.structs.replace(SEEN, sound=True)
    app = TableApp(FakeLink(scene.view(0)), prefs=sound)
    async with app.run_test(size=FULL):
        assert app.bells == 0
        app.seconds += 5.5
        app.screen._tick()  # type: ignore[attr-defined]
        app.screen._tick()  # type: ignore[attr-defined]
        assert app.bells == 1


async def test_a_clock_that_ticks_shows_the_seconds_left() -> None:
    app = TableApp(FakeLink(Scene().play(WHOLE_DRAFT).view(0)))
    async with app.run_test(size=FULL) as pilot:
        assert "8 s" in text_of(app)
        app.seconds += 3.2
        app.screen._tick()  # type: ignore[attr-defined]
        await pilot.pause()
        assert "5 s" in text_of(app)
