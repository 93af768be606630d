"""The one sanitiser: nothing that a player types can hurt or mislead another player's screen."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from cardtable.text import NAME_CELLS, clean_line, clean_name
from cardtable.tui.prefs import FILE, load_preferences

HOSTILE = st.one_of(
    st.text(),
    st.text(alphabet=st.characters(categories=["Mn", "Lo", "Cf", "Cs", "Co", "Zs", "Nd", "Lu"])),
    st.lists(
        st.sampled_from(
            ["\x1b[31m", "\u202e", "\u200d", "[/b]", "e\u0301\u0302\u0303", "漢", "👨‍👩‍👧", "\ud800", " "],
        )
    ).map("".join),
)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("ann", "ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("", ""),
        (" \u3000\u00a0 ", ""),
        ("...", ""),
        ("-_-", ""),
        ("\x1b]0;pwned\x07bob", "0pwnedbob"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("a\u200b\u200d\ufeffb", "ab"),
        ("[/b]", "b"),
        ("[@click=app.quit]x[/]", "clickapp.quitx"),
        ("\ud800ann", "ann"),
        ("e\u0301", "é"),
        ("Z" + "\u0301" * 50, "Ź" + "\u0301" * 2),
        ("\u0301ann", "ann"),
        ("漢字漢字漢字漢字漢字", "漢字漢字漢字漢字"),
        ("x" * 1000, "x" * 16),
        ("Renée-Zoë_1.0", "Renée-Zoë_1.0"),
        ("🂡ann🂡", "ann"),
        ("ann\nbob", "annbob"),
        ("\u3164\u115f\u2800", ""),
        ("K7Q-2MX", "K7Q-2MX"),
    ],
)
def test_names(raw: str, name: str) -> None:
    assert clean_name(raw) == name


@given(HOSTILE)
@settings(deadline=None)
def test_any_name_is_harmless(raw: str) -> None:
    name = clean_name(raw)
    assert cell_len(name) <= NAME_CELLS
    assert name == name.strip()
    assert "  " not in name
    for char in name:
        assert unicodedata.category(char)[0] in "LMN" or char in "_-. "
    assert not name or any(char.isalnum() for char in name)


@given(HOSTILE)
@settings(deadline=None)
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert clean_name(clean_name(raw)) == clean_name(raw)
    assert clean_line(clean_line(raw, 40), 40) == clean_line(raw, 40)


@given(HOSTILE, st.integers(0, 200))
@settings(deadline=None)
def test_any_line_is_harmless(raw: str, cells: int) -> None:
    line = clean_line(raw, cells)
    assert cell_len(line) <= cells
    line.encode()
    assert line == " ".join(line.split())
    assert all(unicodedata.category(char)[0] != "C" for char in line)


@given(HOSTILE)
@settings(deadline=None)
def test_at_most_two_marks_stack_on_a_base(raw: str) -> None:
    run = 0
    for char in clean_line(raw, 200):
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        assert run <= 2


def test_a_line_keeps_its_words_signs_and_brackets() -> None:
    assert clean_line("  good\tgame! [KH]\r\n 21 ♥ 👍 ", 60) == "good game! [KH] 21 ♥ 👍"
    assert clean_line("\x1b]52;c;aGk=\x07", 60) == "]52;c;aGk="
    assert clean_line("abc def", 4) == "abc"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sound = 3", "sound must be true or false, not a whole number"),
        ("colour = 1", "there is no setting called colour"),
        ('cards = "big"', "cards cannot be 'big'"),
        ("sound = ", "Invalid value (at end of document)"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_to_its_writer(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    _prefs, fault = load_preferences(tmp_path)
    assert fault == f"{tmp_path / FILE}: {told}. The defaults are used."
