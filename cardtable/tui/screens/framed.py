"""The frame of whatever is read or set: a title above, the keys below."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from cardtable.tui.screens.once import OnceScreen


class FramedScreen(OnceScreen[None]):
    """A screen with a title and a line of keys; `inside` makes what stands between."""

    DEFAULT_CSS = """
    FramedScreen { background: $background; }
    FramedScreen #page-keys {
        dock: bottom;
        width: 100%;
        height: 1;
        background: $panel;
        color: $foreground 60%;
        text-align: center;
    }
    FramedScreen #page-title {
        dock: top;
        width: 100%;
        height: 1;
        background: $panel;
        color: $primary;
        text-style: bold;
        text-align: center;
    }
    """

    TITLE = ""

    def compose(self) -> ComposeResult:
        """Title, what is inside, keys."""
        yield Static(self.TITLE or "", id="page-title", markup=False)
        yield from self.inside()
        yield Static("", id="page-keys", markup=False)

    def on_resize(self) -> None:
        """The longest line of keys that fits."""
        fitting = (line for line in self.ways() if len(line) <= self.size.width)
        self.query_one("#page-keys", Static).update(next(fitting, ""))

    def inside(self) -> Iterable[Widget]:
        """What stands between the title and the keys."""
        return ()

    def ways(self) -> tuple[str, ...]:
        """What the keys do, the longest line first."""
        return ("q back",)

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss(None)
