"""The table in pictures: what it looks like, size by size and moment by moment. `--snapshot-update` draws them anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tui.scenes import SCENES

DRAWN = tuple(name for name in SCENES if name not in ("draft-chosen-80x24", "over-40x12", "closed-80x24", "too-small"))


@pytest.mark.parametrize("name", DRAWN)
def test_picture(name: str, snap_compare: Callable[..., bool]) -> None:
    make, size, pressed = SCENES[name]
    assert snap_compare(make(), terminal_size=size, press=pressed)
