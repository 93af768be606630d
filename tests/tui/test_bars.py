"""The bars above the table: whose side is whose, what is told of a table, and that no clock line is ever cut."""

from __future__ import annotations

import msgspec
import pytest

from cardtable.rules.hustle.commands import Options
from cardtable.table.views import TableView
from cardtable.tui.brush import Look
from cardtable.tui.table_bars import clock_halves, title_bar
from cardtable.tui.table_model import Model
from tests.support.hustle_views import Scene
from tests.support.table_app import THEMES
from tests.tui.scenes import draft, extra, matchup

LOOK = Look(THEMES["felt"])
NAMES = (("ann", "bob"), ("Abcdefghijklmnop", "Ponmlkjihgfedcba"), ("漢字漢字漢字漢字", "ＷＩＤＥＮＡＭＥ"))


def model(view: TableView, **how: object) -> Model:
    """Seat 0 looks, unless `how` says otherwise."""
    return msgspec.structs.replace(Model(view, LOOK, me=0, bottom=0), **how)


def title(made: Model, width: int) -> str:
    """The title bar."""
    return title_bar(made, width).lines[0].text


def clocks(made: Model, width: int) -> list[str]:
    """Both halves of the clock line."""
    return [half.lines[0].text for half in clock_halves(made, width)]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_title_names_the_sides_as_the_clocks_do(width: int) -> None:
    made = model(matchup().view(0))
    assert "bob  0 : 1  you" in title(made, width)
    left, right = clocks(made, width)
    assert "bob" in left
    assert "you" in right


def test_at_one_keyboard_each_is_named_on_the_side_of_its_keys() -> None:
    made = model(matchup().view(0), me=None, hot_seat=True)
    assert "ann  1 : 0  bob" in title(made, 80)
    left, right = clocks(made, 80)
    assert "ann" in left
    assert "bob" in right


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_bot_is_told_with_its_level(width: int) -> None:
    view = draft().view(0)
    seats = (view.seats[0], msgspec.structs.replace(view.seats[1], name="Robin", level="rookie"))
    assert "Robin · rookie  0 : 0  you" in title(model(msgspec.structs.replace(view, seats=seats)), width)


@pytest.mark.parametrize(
    ("options", "said"),
    [(Options(), "blind draft"), (Options(draft="open", clocks="relaxed"), "open draft · no clocks")],
)
def test_how_the_table_plays_is_told(options: Options, said: str) -> None:
    assert title(model(Scene(options=options).view(0)), 80).endswith(f" {said} ")


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("width", [40, 50, 60, 70, 80, 120])
def test_no_clock_line_is_cut(names: tuple[str, str], width: int) -> None:
    left, right = clocks(model(extra(names).view(0)), width)
    assert "EXTRA" in left
    assert "◆◇" in left
    assert left.rstrip().endswith(" lost")
    assert "EXTRA" in right
    assert right.rstrip().endswith(("◆◇", "your move"))
