"""The line of keys: whole at every size, and never without the way back from the max screen."""

from __future__ import annotations

import pytest

from tests.support.hustle_views import DRAFT, WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import TableApp
from tests.tui.looking import lines_of
from tests.tui.scenes import LONG, over

TURN = ("W", "E", "I", "O", "HIT", "STAND")


async def action_line(app: TableApp, size: tuple[int, int], *pressed: str) -> str:
    """The line of keys that can be pressed now."""
    async with app.run_test(size=size) as pilot:
        await pilot.press(*pressed)
        lines = lines_of(app)
    return lines[-1] if "m" in pressed else lines[-2]


@pytest.mark.parametrize("names", [("ann", "bob"), LONG, ("漢字漢字漢字漢字", "ＷＩＤＥＮＡＭＥ")])
@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_the_keys_of_both_hands_are_readable(names: tuple[str, str], size: tuple[int, int]) -> None:
    scene = Scene(names).play(WHOLE_DRAFT)
    line = await action_line(TableApp(FakeLink(scene.view(0)), FakeLink(scene.view(1))), size)
    assert " ".join(word for word in line.split() if word in TURN) == "W HIT E STAND I HIT O STAND"


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_the_columns_of_both_hands_are_readable(size: tuple[int, int]) -> None:
    scene = Scene(LONG).play(DRAFT)
    line = await action_line(TableApp(FakeLink(scene.view(0)), FakeLink(scene.view(1))), size)
    assert [word for word in line.split() if word in "ASDJKL"] == list("ASDJKL")


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40)])
async def test_the_max_screen_says_how_the_whole_table_comes_back(size: tuple[int, int]) -> None:
    assert "m whole table" in await action_line(TableApp(FakeLink(over().view(0))), size, "m")
