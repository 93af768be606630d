"""Names and codes: no name may be taken for a code, for the reader, or for somebody else's at the table."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cardtable.table.codes import new_code
from cardtable.table.names import checked_name, told_apart
from cardtable.text import NAME_CELLS, skeleton


@pytest.mark.parametrize(
    "raw", ["K7Q-2MX", "k7q-2mx", "[K7Q-2MX]", "K7Q-2MX!", "K7Q2MX", "К7Q-2МХ", "K7Q_2MX", " k7q 2mx ", "\u200bK7Q-2MX"]
)
def test_no_name_may_be_taken_for_a_code(raw: str) -> None:
    name, fault = checked_name(raw)
    assert not name
    assert fault is not None
    assert "code" in fault


@given(st.integers(), st.sampled_from(["{}", "[{}]", "{}!", ".{}.", "{}\u0301"]), st.booleans())
def test_no_code_is_a_name_however_it_is_written(seed: int, form: str, small: bool) -> None:
    code = new_code(random.Random(seed))
    for text in (code, code.replace("-", "")):
        assert not checked_name(form.format(text.lower() if small else text))[0]


@pytest.mark.parametrize("raw", ["robert", "Marcus", "anna-eva", "ann", "王小明", "Jürgen", "user_1", "abc-defg"])
def test_a_word_is_no_code(raw: str) -> None:
    assert checked_name(raw) == (raw, None)


@pytest.mark.parametrize("raw", ["you", "You", " YOU ", "yоu", "ｙｏｕ"])
def test_nobody_is_called_you(raw: str) -> None:
    assert not checked_name(raw)[0]


@pytest.mark.parametrize(
    ("name", "other"),
    [("ann", "аnn"), ("ann", "ANN"), ("ann", "ánn"), ("Bill", "BiIl"), ("otto", "0tt0"), ("alex", "αlex")],
)
def test_names_that_look_the_same_are_told_apart(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    assert told_apart(other, [name]) == f"{other}-2"


@pytest.mark.parametrize("name", ["ann", "王小明", "Jürgen"])
def test_different_names_stay_as_they_are(name: str) -> None:
    assert told_apart(name, ["bob", "ben"]) == name


@given(st.lists(st.sampled_from(["王" * 8, "a" * 16, "ann", "аnn", "é" * 16]), max_size=12))
def test_however_many_come_each_name_fits_and_is_its_own(wished: list[str]) -> None:
    seated: list[str] = []
    for name in wished:
        seated.append(told_apart(name, seated))
    assert len({skeleton(name) for name in seated}) == len(wished)
    assert all(cell_len(name) <= NAME_CELLS for name in seated)
