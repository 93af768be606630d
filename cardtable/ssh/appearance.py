"""Makes an app look as its client's terminal can show it, whatever the server's own environment says."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Literal

from rich.console import Console
from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from cardtable.ssh.terminal import Depth, TerminalProfile

_SYSTEMS: dict[Depth, Literal["standard", "256", "truecolor"]] = {
    "mono": "standard",
    "16": "standard",
    "256": "256",
    "truecolor": "truecolor",
}
"""Without any colour bold and reverse are still wanted, so the colours are filtered out instead of switched off."""


def dress(app: App[Any], profile: TerminalProfile) -> None:
    """Set console, colour filters and animation of an app that has not started. Call it again when a player chooses

    another depth (`TerminalProfile` with other `colours`), then refresh the screen.
    """
    app.console = _console(_SYSTEMS[profile.colours])
    app.error_console = _console(None)
    app.no_color = profile.colours == "mono"
    app.animation_level = "none"
    _filter_lines(app, no_colour=app.no_color)


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


def _filter_lines(app: App[Any], *, no_colour: bool) -> None:
    """Through the public `get_line_filters`: what the server's NO_COLOR put there goes, what the client wants comes."""
    usual = type(app).get_line_filters

    def chosen() -> Sequence[LineFilter]:
        kept = [found for found in usual(app) if not isinstance(found, Monochrome | NoColor)]
        return [*kept, NoColor()] if no_colour else kept

    app.get_line_filters = chosen  # type: ignore[method-assign]
