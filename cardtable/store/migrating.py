"""Migrations, configured in code: which there are, and carrying them out."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

SCRIPTS = Path(__file__).parent / "migrations"


def revisions(scripts: Path = SCRIPTS) -> tuple[str, ...]:
    """Every schema there has been, oldest first."""
    walk = ScriptDirectory.from_config(_config(scripts)).walk_revisions()
    return tuple(script.revision for script in walk)[::-1]


def upgrade(connection: Connection, scripts: Path = SCRIPTS, to: str = "head") -> None:
    """Carry out what is missing, within the connection's transaction: all of it or nothing."""
    config = _config(scripts)
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _config(scripts: Path) -> Config:
    config = Config()
    # A percent sign in a folder's name would be taken for a reference to another option.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config
