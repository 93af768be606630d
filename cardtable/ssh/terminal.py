"""What a client says about its terminal, as a value. Never read from, or put into, the server's own environment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

Depth = Literal["mono", "16", "256", "truecolor"]
"""How many colours a terminal shows."""

DEFAULT_SIZE = (80, 24)
"""Columns and rows when the client names none."""

_WIDTHS = (20, 300)
_HEIGHTS = (8, 120)

KEPT_ENV = frozenset({"TERM", "LANG", "COLORTERM", "NO_COLOR", "TERM_PROGRAM"})
"""Environment variables of a client that are looked at, besides LC_*."""

_NO_TERMINAL = frozenset({"", "dumb", "unknown"})
_OLD = re.compile(r"(linux|vt\d|ansi|cons|sun|wy|screen(\.linux)?$)")
_ASCII_ONLY = re.compile(r"(linux|vt\d|ansi|cons|sun|wy)")
_TRUECOLOR = re.compile(r"(xterm-)?(kitty|ghostty|alacritty|foot|wezterm)|.*-direct$")
_UTF8 = re.compile(r"utf-?8", re.IGNORECASE)


class TerminalProfile(msgspec.Struct, frozen=True):
    """One client's terminal.

    `term` is its sanitised TERM. `unicode` tells whether more than ASCII can be shown. `old` terminals are sent no
    queries and no keyboard protocol. `dumb` ones (and clients without a terminal at all) never get an escape byte.
    """

    term: str
    colours: Depth
    unicode: bool
    old: bool = False
    dumb: bool = False


def read_terminal(term: str | None, env: Mapping[str, str]) -> TerminalProfile:
    """The profile of a client whose pty has this TERM (None: it asked for no pty) and which sent these variables."""
    name = clean_term(term or "")
    old = bool(_OLD.match(name))
    return TerminalProfile(
        term=name,
        colours=_depth(name, env, old=old),
        unicode=not _ASCII_ONLY.match(name) and _speaks_utf8(env),
        old=old,
        dumb=name in _NO_TERMINAL,
    )


def clean_term(raw: str) -> str:
    """A TERM as it may be compared and logged: at most 64 of the characters that such names are made of."""
    return re.sub(r"[^A-Za-z0-9_.+-]", "", raw[:64])


def clamp_size(columns: int, rows: int) -> tuple[int, int] | None:
    """A window size that can be drawn, 20 to 300 columns and 8 to 120 rows; None if the client does not know it."""
    if columns <= 0 or rows <= 0:
        return None
    return _between(columns, _WIDTHS), _between(rows, _HEIGHTS)


def _between(value: int, bounds: tuple[int, int]) -> int:
    return min(max(value, bounds[0]), bounds[1])


def _depth(term: str, env: Mapping[str, str], *, old: bool) -> Depth:
    if env.get("NO_COLOR"):
        return "mono"
    if old:
        return "16"
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") or _TRUECOLOR.match(term):
        return "truecolor"
    return "256" if "256" in term or term.startswith(("tmux", "xterm-")) else "16"


def _speaks_utf8(env: Mapping[str, str]) -> bool:
    """As the C library reads it: LC_ALL before LC_CTYPE before LANG. A client that sends none is taken to be modern."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := env.get(name):
            return bool(_UTF8.search(value))
    return True
