"""The screens in pictures, size by size and moment by moment. `--snapshot-update` draws them anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.fake_desk import OPEN_TABLE, FakeDesk
from tests.support.lobby_app import make_app
from tests.tui.scenes import FULL, LEAST, SCENES

NOT_DRAWN = (
    *("draft-chosen-80x24", "over-40x12", "closed-80x24", "too-small"),
    *("cutting-60x20", "cutting-watched-80x24"),
)
DRAWN = tuple(name for name in SCENES if name not in NOT_DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_picture(name: str, snap_compare: Callable[..., bool]) -> None:
    make, size, pressed = SCENES[name]
    assert snap_compare(make(), terminal_size=size, press=pressed)


@pytest.mark.parametrize(
    ("pressed", "size", "remote"),
    [
        pytest.param((), FULL, False, id="lobby-80x24"),
        pytest.param((), FULL, True, id="lobby-ssh-80x24"),
        pytest.param((), LEAST, False, id="lobby-40x12"),
        pytest.param(("b", "enter"), FULL, False, id="options-80x24"),
        pytest.param(("2",), FULL, False, id="names-80x24"),
        pytest.param(("s",), FULL, False, id="settings-80x24"),
    ],
)
def test_picture_around_the_table(
    pressed: tuple[str, ...], size: tuple[int, int], remote: bool, snap_compare: Callable[..., bool]
) -> None:
    desk = FakeDesk(remote=remote)
    desk.listed = (OPEN_TABLE,) if remote else ()
    assert snap_compare(make_app(desk), terminal_size=size, press=pressed)
