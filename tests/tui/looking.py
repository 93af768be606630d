"""What a headless app shows, as text."""

from __future__ import annotations

from textual.app import App


def lines_of(app: App[str]) -> list[str]:
    """What the terminal shows, row by row."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def text_of(app: App[str]) -> str:
    """What the terminal shows, as one text."""
    return "\n".join(lines_of(app))
