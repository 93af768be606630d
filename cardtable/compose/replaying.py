"""A saved match looked at in this terminal, or written in another form."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.compose.output import to_stdout
from cardtable.compose.saved import ENDINGS, lines_of, sound_file
from cardtable.errors import BadInput

if TYPE_CHECKING:
    from cardtable.rules.notation import MatchRecord


def replay(path: Path, viewer: int | None, *, as_text: bool) -> int:
    """Look at a match; returns the exit code. Without a terminal it is told as text. Raises BadInput."""
    record = sound_file(path)
    if as_text or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _to_stdout(lines_of(record, "text", viewer))
    else:
        with suppress(KeyboardInterrupt):
            asyncio.run(_show(record, viewer))
    return 0


def export(path: Path, form: str, viewer: int | None, target: Path | None) -> int:
    """Write a match in another form, to a new file or to standard output; returns the exit code. Raises BadInput."""
    if form not in ENDINGS:
        raise BadInput(f"{form!r} is no form of a match; there are {', '.join(ENDINGS)}")
    lines = lines_of(sound_file(path), form, viewer)
    if target is None:
        _to_stdout(lines)
    else:
        _to_new_file(lines, target)
    return 0


async def _show(record: MatchRecord, viewer: int | None) -> None:
    from cardtable.compose.desk import BotsWhenNeeded, make_lobby
    from cardtable.compose.local import local_app, local_player, run_app
    from cardtable.config import load_config
    from cardtable.tui.start import LookAt

    config = load_config()
    # Nobody sits down: the desk is there because every app has one.
    desk = make_lobby(config, BotsWhenNeeded(), remote=False)
    await run_app(config, local_app(config, desk, local_player(), LookAt(record, viewer)))


def _to_stdout(lines: Iterable[str]) -> None:
    with to_stdout() as out:
        out.writelines(line.encode() for line in lines)


def _to_new_file(lines: Iterable[str], target: Path) -> None:
    """Nothing is ever overwritten."""
    try:
        with target.open("x", encoding="utf-8") as file:
            file.writelines(lines)
    except FileExistsError:
        raise BadInput(f"{target} is there already, and is not overwritten: give another name") from None
    except OSError as fault:
        raise BadInput(f"{target} cannot be written: {fault.strerror or fault}") from None
