"""Every scene fills its window exactly, whoever looks and whatever the size; ASCII cards need no other character."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.support.hustle_views import WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import TableApp
from tests.tui.looking import lines_of
from tests.tui.scenes import FULL, LEAST, SCENES, SMALL


@pytest.mark.parametrize("name", SCENES)
async def test_a_scene_fills_its_window(name: str) -> None:
    make, size, pressed = SCENES[name]
    app = make()
    async with app.run_test(size=size) as pilot:
        await pilot.press(*pressed)
        lines = lines_of(app)
    assert [cell_len(line) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("size", [FULL, SMALL, LEAST])
async def test_wide_names_shift_nothing(size: tuple[int, int]) -> None:
    scene = Scene(("漢字漢字漢字漢字", "ＷＩＤＥＮＡＭＥ")).play(WHOLE_DRAFT)
    app = TableApp(FakeLink(scene.view(0)))
    async with app.run_test(size=size):
        lines = lines_of(app)
    assert [cell_len(line) for line in lines] == [size[0]] * size[1]


@pytest.mark.parametrize("name", [name for name in SCENES if "ascii" in name])
async def test_ascii_cards_need_nothing_but_ascii(name: str) -> None:
    make, size, _ = SCENES[name]
    app = make()
    async with app.run_test(size=size):
        assert "".join(lines_of(app)).isascii()
