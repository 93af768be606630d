"""What a player has chosen about the look and sound of the game, and where that is kept."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from cardtable.errors import BadInput
from cardtable.text import file_fault

FILE = "preferences.toml"

CardStyle = Literal["drawn", "compact", "ascii"]


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's choices. `seen_draft` and `seen_matchup`: the guidance for newcomers has been shown."""

    theme: str = "felt"
    cards: CardStyle = "drawn"
    four_colour: bool = False
    sound: bool = False
    animation: bool = True
    seen_draft: bool = False
    seen_matchup: bool = False
    name: str = ""


def load_preferences(folder: Path | None) -> tuple[Preferences, str | None]:
    """The preferences kept in this folder, and what is wrong with the file if something is.

    Without a folder, a file, or a sound file: the defaults. A broken file is left as it is.
    """
    if folder is None:
        return Preferences(), None
    path = folder / FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Preferences), None
    except FileNotFoundError:
        return Preferences(), None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        return Preferences(), f"{path}: {file_fault(fault)}. The defaults are used."


def save_preferences(folder: Path, prefs: Preferences) -> None:
    """Keep these. A broken file is first set aside. Raises BadInput if the folder cannot be written."""
    path = folder / FILE
    lines = [f"{name} = {_toml(getattr(prefs, name))}" for name in prefs.__struct_fields__]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if load_preferences(folder)[1] is not None:
            path.replace(path.with_suffix(".toml.broken"))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as fault:
        raise BadInput(f"{path} cannot be written: {fault.strerror or fault}") from None


def _toml(value: str | bool) -> str:
    # A JSON string is a TOML basic string, and so are the words for true and false.
    return msgspec.json.encode(value).decode()
