"""What the environment and the config folder say, read once at the start and passed down as a value."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import platformdirs

from cardtable.errors import BadInput
from cardtable.text import file_fault

FILE = "config.toml"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of `config.toml`. `clock_speed`: 2 makes every table's clocks run twice as fast; more than 0."""

    clock_speed: float = 1.0


class Config(msgspec.Struct, frozen=True):
    """Where things are kept, and the operator's settings.

    `config_dir` holds `config.toml`, preferences and a user's own themes; `data_dir` the host key and saved matches.
    """

    config_dir: Path
    data_dir: Path
    settings: Settings = Settings()


def load_config() -> Config:
    """The configuration of this user. Raises BadInput naming the fault of a broken `config.toml`."""
    dirs = platformdirs.PlatformDirs("cardtable", appauthor=False)
    config_dir = Path(dirs.user_config_dir)
    return Config(config_dir, Path(dirs.user_data_dir), read_settings(config_dir / FILE))


def read_settings(path: Path) -> Settings:
    """The settings in a file, the defaults if there is none. Raises BadInput."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path} cannot be read: {fault}") from None
    try:
        settings = msgspec.convert(tomllib.loads(text), Settings)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise BadInput(f"{path}: {file_fault(fault)}. It may hold: clock_speed = 1.0") from None
    if settings.clock_speed <= 0:
        raise BadInput(f"{path}: clock_speed must be more than 0, not {settings.clock_speed}")
    return settings
