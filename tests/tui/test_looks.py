"""Themes and preferences: what is kept, what is built in, and what is said of a broken file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardtable.errors import BadInput
from cardtable.tui.prefs import FILE, Preferences, load_preferences, save_preferences
from cardtable.tui.themes import ROLES, load_themes

BUILT_IN = ["felt", "high-contrast", "midnight", "mono", "paper"]
ROOT = Path(__file__).parents[2]


def test_every_built_in_theme_has_every_role() -> None:
    themes, faults = load_themes()
    assert sorted(themes) == BUILT_IN
    assert next(iter(themes)) == "felt"
    assert faults == []
    for theme in themes.values():
        assert all(theme.style(role) is not None for role in ROLES)


def test_mono_has_no_colour_at_all() -> None:
    mono = load_themes()[0]["mono"]
    assert all(mono.style(role).color is None and mono.style(role).bgcolor is None for role in ROLES)


def test_a_users_own_theme_takes_the_place_of_a_built_in_one(tmp_path: Path) -> None:
    (tmp_path / "felt.toml").write_text('title = "Mine"\n[styles]\nfelt = "red on blue"\n')
    (tmp_path / "sea.toml").write_text('title = "Sea"\n')
    themes, faults = load_themes(tmp_path)
    assert faults == []
    assert themes["felt"].title == "Mine"
    assert themes["felt"].style("win") == load_themes()[0]["felt"].style("win")
    assert "sea" in themes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "Invalid value"),
        ("dark = true\n", "title"),
        ('title = "X"\n[styles]\nfelt = "bold no-colour"\n', "no style; right would be"),
        ('title = "X"\n[styles]\nfeltt = "red"\n', "has no role 'feltt'"),
        ('title = "X"\n[widgets]\nprimary = "#zzz"\n', "no colour; right would be"),
        ('title = "X"\n[widgets]\nprimmary = "red"\n', "has no colour 'primmary'"),
        ('title = "X"\ncolour = "red"\n', "colour"),
    ],
)
def test_a_broken_theme_is_named_with_its_fault_and_the_others_are_used(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "broken.toml").write_text(text)
    themes, faults = load_themes(tmp_path)
    assert sorted(themes) == BUILT_IN
    assert len(faults) == 1
    assert "broken.toml" in faults[0]
    assert said in faults[0]


def test_preferences_are_kept(tmp_path: Path) -> None:
    chosen = Preferences(theme="paper", cards="ascii", four_colour=True, sound=True, animation=False, name='a"b\\c')
    save_preferences(tmp_path / "new" / "folder", chosen)
    assert load_preferences(tmp_path / "new" / "folder") == (chosen, None)
    assert load_preferences(tmp_path) == (Preferences(), None)
    assert load_preferences(None) == (Preferences(), None)


@pytest.mark.parametrize("text", ["theme = 3\n", "not toml", "nonsense = 1\n", "cards = 'huge'\n"])
def test_broken_preferences_are_named_left_alone_and_set_aside_when_new_ones_are_kept(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / FILE).write_text(text)
    prefs, fault = load_preferences(tmp_path)
    assert prefs == Preferences()
    assert fault is not None
    assert FILE in fault
    assert (tmp_path / FILE).read_text() == text
    save_preferences(tmp_path, Preferences(theme="mono"))
    assert (tmp_path / f"{FILE}.broken").read_text() == text
    assert load_preferences(tmp_path)[0].theme == "mono"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        save_preferences(tmp_path / "file", Preferences())


def test_the_wheel_brings_its_themes(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*run, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run(
        [*run, "install", "--no-deps", "--target", tmp_path / "site", wheel], check=True, capture_output=True
    )
    code = "import cardtable, cardtable.tui.themes as t; print(cardtable.__file__); print(sorted(t.load_themes()[0]))"
    environment = {"PYTHONPATH": str(tmp_path / "site")}
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    where, themes = told.stdout.splitlines()
    assert where.startswith(str(tmp_path / "site"))
    assert themes == str(BUILT_IN)
