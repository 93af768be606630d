"""Every rule of 21 Hustle has a test that carries its id: in its name (`test_H12_…`) or in a mark (`# H12`)."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = {f"H{number}" for number in range(1, 25)}
ID = re.compile(r"(?:def test_|# )(H\d+)(?=_|\b)")


def _proved() -> set[str]:
    files = [path for path in TESTS.rglob("test_*.py") if path.name != Path(__file__).name]
    return {rule for path in files for rule in ID.findall(path.read_text(encoding="utf-8"))}


def test_no_rule_is_without_a_test() -> None:
    assert sorted(RULES - _proved()) == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert sorted(_proved() - RULES) == []
