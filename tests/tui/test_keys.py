"""The registry of keys: nothing twice, nothing untold, nothing of Textual's own that leaves without asking."""

from __future__ import annotations

import pytest

from cardtable.rules.hustle.commands import HIT, STAND
from cardtable.tui import keys
from cardtable.tui.keys import REGISTRY, TITLES, TYPING, find, live


@pytest.mark.parametrize("context", [context for context in TITLES if context != "everywhere"])
def test_no_key_is_bound_twice(context: keys.Context) -> None:
    names = [name for key in live(context) for name in key.keys]
    assert sorted(names) == sorted(set(names))


def test_every_key_is_explained() -> None:
    assert {key.context for key in REGISTRY} <= set(TITLES)
    assert all(key.label and key.shown for key in REGISTRY)


def test_escape_is_never_the_only_key_but_where_every_letter_is_text() -> None:
    assert all(len(key.keys) > 1 for key in REGISTRY if "escape" in key.keys and key.context not in TYPING)


def test_no_letter_is_a_key_where_the_deck_is_cut() -> None:
    assert not any(len(name) == 1 or name == "question_mark" for key in live("cutting") for name in key.keys)
    assert {find("cutting", way).action for way in ("escape", "ctrl+c")} == {"leave", "quit"}  # type: ignore[union-attr]


@pytest.mark.parametrize("dead", ["h", "s", "1", "2", "3"])
def test_keys_of_one_player_are_dead_with_two_at_one_keyboard(dead: str) -> None:
    for context in ("hot-seat draft", "hot-seat match-up"):
        found = find(context, dead)  # type: ignore[arg-type]
        assert found is None or found.seat is not None


def test_capitals_count_as_their_small_letters() -> None:
    assert find("matchup", "H") == find("matchup", "h")
    hit, stand = find("matchup", "h"), find("matchup", "s")
    assert hit is not None
    assert stand is not None
    assert (hit.action, stand.action) == (HIT, STAND)


@pytest.mark.parametrize("own", ["ctrl+q", "ctrl+p", "ctrl+z"])
def test_keys_of_textual_are_not_ours(own: str) -> None:
    assert not any(own in key.keys for key in REGISTRY)
