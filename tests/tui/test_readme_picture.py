"""The README's picture is drawn by the game itself; `--update-golden` draws it anew."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tui.scenes import SCENES

PICTURE = Path(__file__).parents[1] / "snapshots" / "readme.svg"


async def drawn() -> str:
    """The table in the middle of a match, without the picture's random ids."""
    make, size, _ = SCENES["matchup-80x24"]
    app = make()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        svg = app.export_screenshot(title="cardtable")
    return re.sub(r"terminal-\d+", "terminal", svg)


async def test_the_readme_shows_what_the_game_shows(update_golden: bool) -> None:
    picture = await drawn()
    if update_golden:
        PICTURE.write_text(picture, encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture
    assert PICTURE.relative_to(Path(__file__).parents[2]).as_posix() in (
        Path(__file__).parents[2] / "README.md"
    ).read_text(encoding="utf-8")
