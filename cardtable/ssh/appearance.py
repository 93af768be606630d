"""Makes an app look as its client's terminal can show it, whatever the server's own environment says."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

from cardtable.ssh.terminal import Depth, TerminalProfile

_SYSTEMS: dict[Depth, Literal["standard", "256", "truecolor"]] = {
    "mono": "standard",
    "16": "standard",
    "256": "256",
    "truecolor": "truecolor",
}
"""Without any colour bold and reverse are still wanted, so the colours are filtered out instead of switched off."""


class _FewerColours(LineFilter):
    """Gives every style the colours that this many can express.

    Rich would do so itself when it writes, but it keeps the result in the style, which all sessions of the process
    share: whoever came first would choose for everybody.
    """

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self._system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """See `LineFilter`."""
        system = self._system
        return [Segment(text, style and _with_fewer(style, system), control) for text, style, control in segments]


@lru_cache(4096)
def _with_fewer(style: Style, system: ColorSystem) -> Style:
    ink = style.color and style.color.downgrade(system)
    paper = style.bgcolor and style.bgcolor.downgrade(system)
    return style + Style.from_color(ink, paper)


_FILTERS: dict[Depth, LineFilter | None] = {
    "mono": NoColor(),
    "16": _FewerColours(ColorSystem.STANDARD),
    "256": _FewerColours(ColorSystem.EIGHT_BIT),
    "truecolor": None,
}
"""One for each depth, for all sessions: Textual caches lines by filter."""


def dress(app: App[Any], profile: TerminalProfile) -> None:
    """Set console, colour filters and animation of an app that has not started. Call it again when a player chooses

    another depth (`TerminalProfile` with other `colours`), then refresh the screen.
    """
    app.console = _console(_SYSTEMS[profile.colours])
    app.error_console = _console(None)
    app.no_color = profile.colours == "mono"
    app.animation_level = "none"
    _filter_lines(app, _FILTERS[profile.colours])


def _console(system: Literal["standard", "256", "truecolor"] | None) -> Console:
    return Console(
        color_system=system,
        file=io.StringIO(),
        markup=system is not None,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
        no_color=False,
        _environ={},
    )


def _filter_lines(app: App[Any], wanted: LineFilter | None) -> None:
    """Through the public `get_line_filters`: what the server's NO_COLOR put there goes, what the client wants comes."""
    usual = type(app).get_line_filters

    def chosen() -> Sequence[LineFilter]:
        kept = [found for found in usual(app) if not isinstance(found, Monochrome | NoColor)]
        return [*kept, wanted] if wanted else kept

    app.get_line_filters = chosen  # type: ignore[method-assign]
