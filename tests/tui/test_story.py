"""What is told below the board, at every size: seal and seed whole, all the reasons, guidance; too small a window."""

from __future__ import annotations

import msgspec
import pytest

from cardtable.rules.hustle.commands import Options
from cardtable.table.commands import AskRematch, Leave
from cardtable.table.handle import LineDown, Resume
from cardtable.tui.table_model import LEAST
from cardtable.tui.table_story import digest_lines
from cardtable.tui.table_words import too_small
from tests.support.hustle_views import DRAFT, WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import SEEN, TableApp
from tests.tui.looking import lines_of
from tests.tui.scenes import LONG, NEW, matchup, over
from tests.tui.test_bars import model

SIZES = [(40, 12), (40, 20), (50, 30), (59, 14), (60, 20), (70, 20), (80, 24), (100, 15), (120, 40)]
WIDE = ("漢字漢字漢字漢字", "ＷＩＤＥＮＡＭＥ")


async def shown(scene: Scene, size: tuple[int, int], *pressed: str, new: bool = False, seat: int = 0) -> list[str]:
    """What a player sees."""
    app = TableApp(FakeLink(scene.view(seat)), prefs=NEW if new else SEEN)
    async with app.run_test(size=size) as pilot:
        await pilot.press(*pressed)
        return lines_of(app)


def digits(lines: list[str], word: str) -> str:
    """The digest that begins behind this word and goes on below it."""
    start = next((number for number, line in enumerate(lines) if f"{word} " in line), None)
    if start is None:
        return ""
    at = lines[start].index(f"{word} ") + len(word) + 1
    told = lines[start][at:].split()[0]
    for line in lines[start + 1 :]:
        if len(told) < 64:
            told += line[at:].split()[0]
    return told


@pytest.mark.parametrize("word", ["Seal", "Seed"])
@pytest.mark.parametrize("cells", [10, 21, 30, 37, 38, 50, 68, 69, 118])
def test_a_digest_is_told_whole_in_equal_parts(word: str, cells: int) -> None:
    digest = "".join(f"{number:02x}" for number in range(32))
    lines = digest_lines(word, digest, max(cells, 13))
    assert "".join(line.split()[-1] for line in lines) == digest
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("new", [False, True])
@pytest.mark.parametrize("size", SIZES)
async def test_H2_the_seal_is_on_the_screen_whole_before_the_first_card(size: tuple[int, int], new: bool) -> None:
    scene = Scene()
    assert scene.table.match is not None
    assert digits(await shown(scene, size, new=new), "Seal") == scene.view(0).match.commitment  # type: ignore[union-attr]


@pytest.mark.parametrize("names", [("ann", "bob"), LONG, WIDE])
@pytest.mark.parametrize("size", SIZES)
async def test_H2_the_seed_and_the_result_are_on_the_screen_whole_at_the_end(
    size: tuple[int, int], names: tuple[str, str]
) -> None:
    for scene in (over(names), over(names).do(1, AskRematch()), over(names).do(1, Leave())):
        lines = await shown(scene, size)
        assert digits(lines, "Seed") == scene.view(0).match.seed  # type: ignore[union-attr]
        assert any("wins" in line and "two columns won." in line for line in lines)


@pytest.mark.parametrize("size", SIZES)
async def test_the_max_screen_tells_the_result_and_the_seed_too(size: tuple[int, int]) -> None:
    lines = await shown(over(), size, "m")
    assert digits(lines, "Seed") == over().view(0).match.seed  # type: ignore[union-attr]
    assert any("bob wins" in line for line in lines)


@pytest.mark.parametrize("size", SIZES)
async def test_all_three_reasons_are_told_at_the_end(size: tuple[int, int]) -> None:
    told = "\n".join(await shown(over(), size))
    assert all(reason in told for reason in ("20 beats 15", "20 beats 16", "17 beats 16"))


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_a_match_given_up_says_so_to_both_by_name(size: tuple[int, int]) -> None:
    scene = Scene(LONG).play(WHOLE_DRAFT).do(1, Leave())
    told = " ".join(" ".join(await shown(scene, size, seat=0)).split())
    assert "gave up." in told
    assert "You win" in told
    assert "you gave up." in " ".join(await shown(scene, size, seat=1))


async def test_a_rematch_that_is_asked_for_is_told_in_the_smallest_window() -> None:
    assert "bob would play again" in "\n".join(await shown(over().do(1, AskRematch()), LEAST))
    assert "bob left" in "\n".join(await shown(over().do(1, Leave()), LEAST))


@pytest.mark.parametrize("size", [(40, 12), (59, 19), (60, 20), (80, 24)])
async def test_full_columns_are_marked(size: tuple[int, int]) -> None:
    told = "\n".join(await shown(Scene().play("1/2 1/2 2/1 2/1"), size))
    assert told.count("full") == 2


@pytest.mark.parametrize("size", SIZES)
async def test_H24_the_open_card_is_told_at_every_size(size: tuple[int, int]) -> None:
    told = "\n".join(await shown(Scene(options=Options(draft="open")).play(DRAFT), size))
    assert "Card 3 of 6 is A♠: which column?" in told


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
@pytest.mark.parametrize("scene", [Scene().play("1/1"), Scene().play(WHOLE_DRAFT)], ids=["draft", "matchup"])
async def test_guidance_is_never_cut(size: tuple[int, int], scene: Scene) -> None:
    told = "\n".join(await shown(scene, size, new=True))
    assert "…" not in told
    assert "21" in told or "same card" in told


@pytest.mark.parametrize("width", [*range(6, 40), 60])
@pytest.mark.parametrize("height", [1, 2, 3, 5, 8, 11])
def test_too_small_a_window_says_what_fits_and_cuts_nothing(width: int, height: int) -> None:
    view = matchup().view(0)
    relaxed = msgspec.structs.replace(view, seats=tuple(msgspec.structs.replace(s, clock=None) for s in view.seats))
    for made, timed in ((model(view), True), (model(relaxed), False)):
        told = " ".join(" ".join(line.text for line in too_small(made, width, height, LEAST).lines).split())
        assert told.endswith(("40×12!", "40×12", "40×12.", "kept.", "on.", "run"))
        if width >= 10 and height >= 2:
            assert ("locks run" in told) is timed
            assert "40×12" in told or height < 3


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_guidance_does_not_hide_a_lost_line_or_a_restart(size: tuple[int, int]) -> None:
    scene = Scene().play("1/1")
    assert "bob’s connection was lost" in "\n".join(await shown(scene.do(1, LineDown()), size, new=True))
    told = " ".join(" ".join(await shown(scene.do(None, Resume()), size, new=True)).split())
    assert "The server was started again" in told
