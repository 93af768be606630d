"""Whatever the match, the viewer, the names and the window: the parts fill it, and tell nobody another's choice."""

from __future__ import annotations

from typing import get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from textual.strip import Strip

from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.play import legal
from cardtable.rules.hustle.state import State
from cardtable.rules.hustle.views import Phase
from cardtable.table.commands import Cut
from cardtable.tui import table_layout
from cardtable.tui.brush import Look
from cardtable.tui.keys import Context
from cardtable.tui.prefs import CardStyle
from cardtable.tui.table_model import Model
from cardtable.tui.table_words import Words
from cardtable.tui.themes import load_themes
from cardtable.tui.typing import Typed
from cardtable.tui.widgets.painted import Picture
from tests.support.hustle import Match, random_match
from tests.support.hustle_views import Scene
from tests.support.table_views import EXTRA, TURN, table_view

FELT = load_themes()[0]["felt"]
MATCHES = st.builds(
    random_match,
    seed=st.binary(min_size=8, max_size=16),
    moves=st.lists(st.integers(0, 16 * 12 - 1), max_size=60),
    options=st.sampled_from([Options(), Options(draft="open")]),
)
LOOKS = st.builds(
    Look, st.just(FELT), cards=st.sampled_from(get_args(CardStyle)), four_colour=st.booleans(), unicode=st.booleans()
)
NAMES = st.sampled_from(
    [("ann", "bob"), ("漢字漢字漢字漢字", "ＷＩＤＥＮＡＭＥ"), ("a[/b]", "[red]x"), ("a" * 16, "b")]
)
FRAME = "│┃╮┓╯┛|#+"
"""What each line of the lanes ends with, unless something in it is too wide."""

SIZES = st.tuples(st.integers(40, 130), st.integers(12, 45))


def context(state: State, viewer: int | None) -> Context:
    """Where this viewer is."""
    if viewer is None:
        return "watching"
    return "over" if state.phase is Phase.OVER else "draft" if state.phase is Phase.DRAFT else "matchup"


def painted(
    state: State, match: Match, viewer: int | None, look: Look, size: tuple[int, int], **how: object
) -> dict[str, Picture]:
    """The parts of the table in this state; `how` changes the model."""
    names = how.pop("names", ("ann", "bob"))
    clock = how.pop("clock", TURN)
    connected = how.pop("connected", True)
    view = table_view(
        state,
        viewer,
        events=match.events[:12],
        names=names,
        clock=clock,
        connected=connected,
        remote=True,  # type: ignore[arg-type]
    )
    model = Model(view, look, me=viewer, bottom=viewer or 0, watching=viewer is None)
    model = msgspec.structs.replace(model, **how)
    choices = (legal(state, viewer),) if viewer is not None else ((),)
    return table_layout.pictures(model, model, Words(context(state, viewer), open_choices=choices), *size)


def text_of(lines: list[Strip]) -> str:
    """What stands in these lines."""
    return "\n".join(strip.text for strip in lines)


@given(MATCHES, st.integers(0), st.sampled_from([0, 1, None]), LOOKS, SIZES, NAMES, st.data())
def test_the_parts_fill_the_window(
    match: Match,
    which: int,
    viewer: int | None,
    look: Look,
    size: tuple[int, int],
    names: tuple[str, str],
    data: st.DataObject,
) -> None:
    state = match.states[which % len(match.states)]
    parts = painted(
        state,
        match,
        viewer,
        look,
        size,
        names=names,
        clock=data.draw(st.sampled_from([TURN, EXTRA, None])),
        connected=data.draw(st.booleans()),
        max_screen=data.draw(st.booleans()),
        marked=data.draw(st.sampled_from([None, 0, 1, 2])),
        reveal=data.draw(st.sampled_from(["plain", "back", "lit"])),
        fresh=(data.draw(st.sampled_from([None, 0, 1, 2])), 2),
    )
    # After a match the smallest windows need the rows of the bars for what is told.
    halves = [parts.pop(name) for name in ("theirs", "mine") if name in parts]
    assert [len(half.lines) for half in halves] in ([1, 1], [] if state.phase is Phase.OVER else [1, 1])
    assert sum(half.lines[0].cell_length for half in halves) in (size[0], 0)
    lines = [strip for picture in parts.values() for strip in picture.lines]
    assert {strip.cell_length for strip in lines} == {size[0]}
    assert {sum(piece.cell_length for piece in strip) for strip in lines} == {size[0]}
    assert len(lines) + len(halves) // 2 == size[1]
    if size[0] >= table_layout.FULL[0] and size[1] >= table_layout.FULL[1]:
        assert all(strip.text[-1] in FRAME for strip in parts["lanes"].lines)
    if look.ascii and names[0].isascii():
        assert text_of(lines).isascii()


@given(MATCHES, SIZES, st.sampled_from(["drawn", "compact"]), st.data())
def test_H6_anothers_pending_choice_changes_nothing_that_is_painted(
    match: Match, size: tuple[int, int], cards: CardStyle, data: st.DataObject
) -> None:
    waiting = [state for state in match.states if any(state.pending)]
    if not waiting:
        return
    state = data.draw(st.sampled_from(waiting))
    seat = 0 if state.pending[0] else 1
    free = msgspec.structs.replace(state, pending=(None, None))
    others = [choice for choice in legal(free, seat) if choice != state.pending[seat]]
    if not others:
        return
    pending = (others[0], None) if seat == 0 else (None, others[0])
    other = msgspec.structs.replace(state, pending=pending)
    for viewer in (1 - seat, None):
        look = Look(FELT, cards)
        before, after = (painted(truth, match, viewer, look, size) for truth in (state, other))
        assert before == after


@given(LOOKS, SIZES, NAMES, st.sampled_from([0, 1, None]), st.text(max_size=60), st.booleans(), st.booleans())
def test_the_cut_fits_the_window_and_shows_its_seal_whole(
    look: Look,
    size: tuple[int, int],
    names: tuple[str, str],
    viewer: int | None,
    typed: str,
    has_cut: bool,
    asked: bool,
) -> None:
    scene = Scene(names, remote=True, cut_time=10_000)
    view = (scene.do(0, Cut(typed)) if has_cut else scene).view(viewer)
    assert view.cutting is not None
    model = Model(view, look, me=viewer, bottom=viewer or 0, watching=viewer is None)
    line = Typed(40).add(typed) if viewer is not None and view.cutting.owes[viewer] else None
    question = "Leave the table? No card was dealt yet." if asked else None
    parts = table_layout.pictures(model, model, Words("cutting", typed=line, question=question), *size)
    lines = parts["lanes"].lines
    assert {strip.cell_length for strip in lines} == {size[0]}
    assert sum(len(picture.lines) for picture in parts.values()) - 1 == size[1]
    said = text_of(lines)
    assert view.cutting.commitment in "".join(said.split())
    assert "s left." in said
    assert asked or line is None or "Your cut:" in said
