"""The screens of the past in pictures. `--snapshot-update` draws them anew."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from textual.app import App
from textual.pilot import Pilot

from cardtable.tui.start import LookAt
from tests.rules.test_playthroughs import MATCHES
from tests.support.fake_desk import FakeDesk
from tests.support.fake_records import FakeRecords
from tests.support.lobby_app import STILL, make_app, until
from tests.support.past_app import past_app
from tests.support.records import record
from tests.tui.looking import text_of
from tests.tui.scenes import FULL, LEAST

TIE = record(MATCHES["tie"][1])
FORFEIT = record(MATCHES["forfeit"][1], options=MATCHES["forfeit"][1].states[0].options)
ASCII = msgspec.structs.replace(STILL, theme="mono", cards="ascii")


def past(**how: object) -> App[str]:
    """The lobby, with thirty matches."""
    return past_app(FakeRecords(30), remote=True, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "size", "pressed", "seen"),
    [
        pytest.param(past, FULL, (), "Leaderboard", id="lobby-80x24"),
        pytest.param(past, FULL, ("y", "r"), "against bob", id="history-80x24"),
        pytest.param(past, LEAST, ("y",), "against bob", id="history-40x12"),
        pytest.param(past, FULL, ("p",), "rated matches", id="profile-80x24"),
        pytest.param(lambda: past(prefs=ASCII, unicode=False), LEAST, ("p",), "rated", id="profile-ascii-40x12"),
        pytest.param(past, LEAST, ("l",), "1910", id="leaderboard-40x12"),
        pytest.param(
            lambda: make_app(FakeDesk(), LookAt(TIE, 0)), FULL, ("right_square_bracket",) * 2, "now", id="replay-80x24"
        ),
        pytest.param(lambda: make_app(FakeDesk(), LookAt(FORFEIT)), FULL, ("right",) * 3, "·", id="replay-open-80x24"),
        pytest.param(lambda: make_app(FakeDesk(), LookAt(TIE, 1)), LEAST, ("right",) * 5, "·", id="replay-40x12"),
    ],
)
def test_picture(
    make: Callable[[], App[str]],
    size: tuple[int, int],
    pressed: tuple[str, ...],
    seen: str,
    snap_compare: Callable[..., bool],
) -> None:
    async def press(pilot: Pilot[str]) -> None:
        await pilot.press(*pressed)
        await until(pilot, lambda: seen in text_of(pilot.app))

    assert snap_compare(make(), terminal_size=size, run_before=press)
