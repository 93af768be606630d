"""Themes: named styles for the painted table, and colours for the stock widgets around it, read from TOML files.

`themes/README.md` documents the format. A file is looked for in the package, then beside it in a checkout, then in the
user's config folder, whose files take the place of built-in ones of the same name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.color import ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from textual.color import Color
from textual.color import ColorParseError as WidgetColourError
from textual.theme import Theme as WidgetTheme

from cardtable.text import file_fault

DEFAULT = "felt"

MONO = "mono"
"""The theme without any colour."""

ROLES = (
    *("felt", "dim", "bright", "title", "title.accent"),
    *("lane", "lane.active", "lane.won", "lane.lost", "lane.tied"),
    *("card.red", "card.black", "card.edge", "card.back"),
    *("card.hearts", "card.diamonds", "card.clubs", "card.spades"),
    *("total", "total.soft", "total.bust", "total.lock"),
    *("clock", "clock.low", "clock.extra", "clock.off", "skip", "skip.lost", "ready"),
    *("button", "button.key", "button.off", "button.focus"),
    *("message", "warning", "win", "loss", "tie", "hint"),
    *("banner.win", "banner.loss", "banner.tie"),
)
"""Everything the table paints has one of these."""

WIDGET_COLOURS = (
    "primary",
    "secondary",
    "accent",
    "foreground",
    "background",
    "surface",
    "panel",
    "warning",
    "error",
    "success",
)

_HERE = Path(__file__).resolve().parent.parent
BUILT_IN = (_HERE / "themes", _HERE.parent / "themes")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    dark: bool = True
    styles: dict[str, str] = {}
    widgets: dict[str, str] = {}


class Theme:
    """A theme that was read. `name` is its file's; `title` is what a player sees; `dark` says which kind it is."""

    def __init__(self, name: str, title: str, dark: bool, styles: dict[str, Style], widgets: dict[str, str]) -> None:
        self.name = name
        self.title = title
        self.dark = dark
        self._styles = styles
        self._widgets = widgets

    def style(self, role: str) -> Style:
        """How this role is painted. Raises KeyError for a role that does not exist."""
        return self._styles[role]

    def widget_theme(self) -> WidgetTheme:
        """The same theme for Textual's own widgets."""
        return WidgetTheme(name=self.name, dark=self.dark, **self._widgets)  # type: ignore[arg-type]


def load_themes(user_folder: Path | None = None) -> tuple[dict[str, Theme], list[str]]:
    """All themes by name, the default first, and a line for each broken file: where, what, and what would be right."""
    themes: dict[str, Theme] = {}
    faults: list[str] = []
    for path in _files(user_folder):
        try:
            themes[path.stem] = _read(path, themes.get(DEFAULT))
        except ValueError as fault:
            faults.append(f"The theme file {path} is not used: {fault}.")
    return themes, faults


def _files(user_folder: Path | None) -> Iterable[Path]:
    built_in = next((folder for folder in BUILT_IN if (folder / f"{DEFAULT}.toml").is_file()), BUILT_IN[0])
    yield built_in / f"{DEFAULT}.toml"
    for folder in (built_in, user_folder):
        if folder is not None and folder.is_dir():
            yield from (path for path in sorted(folder.glob("*.toml")) if path != built_in / f"{DEFAULT}.toml")


def _read(path: Path, fallback: Theme | None) -> Theme:
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise ValueError(file_fault(fault)) from None
    return Theme(path.stem, found.title, found.dark, _styles(found.styles, fallback), _widgets(found.widgets, fallback))


def _styles(texts: dict[str, str], fallback: Theme | None) -> dict[str, Style]:
    for role in texts:
        if role not in ROLES:
            raise ValueError(f"[styles] has no role {role!r}; the roles are {', '.join(ROLES)}")
    return {role: _style(role, texts, fallback) for role in ROLES}


def _style(role: str, texts: dict[str, str], fallback: Theme | None) -> Style:
    if role not in texts:
        if fallback is None:
            raise ValueError(f"[styles] lacks {role!r}")
        return fallback.style(role)
    try:
        return Style.parse(texts[role])
    except (StyleSyntaxError, ColorParseError):
        raise ValueError(
            f"[styles] {role} = {texts[role]!r} is no style; right would be e.g. 'bold #ffffff on #204020'"
        ) from None


def _widgets(colours: dict[str, str], fallback: Theme | None) -> dict[str, str]:
    for name, colour in colours.items():
        if name not in WIDGET_COLOURS:
            raise ValueError(f"[widgets] has no colour {name!r}; the colours are {', '.join(WIDGET_COLOURS)}")
        try:
            Color.parse(colour)
        except WidgetColourError:
            raise ValueError(f"[widgets] {name} = {colour!r} is no colour; right would be e.g. '#204020'") from None
    return (fallback._widgets if fallback else {}) | colours
