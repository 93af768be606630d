"""Finished matches: saved here or sent over ssh, and checked offline."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.compose.command import command
from cardtable.errors import BadInput, Rejected
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.records import record_match

if TYPE_CHECKING:
    from cardtable.rules.notation import MatchRecord, Verdict


ENDINGS = {"text": "txt", "json": "json", "cast": "cast"}
"""The forms of a match, and how files of each end: readable text, the saved match itself, asciicast v2."""


def saver(lobby: Lobby, folder: Path) -> Callable[[TableLink], str]:
    """Saves the match just finished at a table, and says where. Raises Rejected if it cannot be written."""

    def save(link: TableLink) -> str:
        code = link.latest.code
        path = folder / f"hustle-{datetime.now(UTC):%Y%m%d-%H%M%S}-{code}.json"
        _write(path, [export_text(lobby, code)], "saved")
        return f"The match is saved. This checks it:\n\n{command()} verify {_from_home(path)}"

    return save


def exporter(folder: Path) -> Callable[[MatchRecord, str], str]:
    """Writes a finished match in another form, and says where; what is there already is the same match."""

    def export(record: MatchRecord, form: str) -> str:
        path = folder / f"hustle-{_stamp(record)}-{record.checksum[:7]}.{ENDINGS[form]}"
        _write(path, lines_of(record, form, None), "written")
        use = {"text": "", "json": f"{command()} replay ", "cast": "asciinema play "}[form]
        return f"The match is written:\n\n{use}{_from_home(path)}"

    return export


def _write(path: Path, lines: Iterable[str], done: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")
    except OSError as fault:
        raise Rejected("not_saved", f"The match could not be {done}: {fault.strerror or fault}.") from None


def _stamp(record: MatchRecord) -> str:
    return f"{datetime.fromisoformat(record.started).astimezone(UTC):%Y%m%d-%H%M%S}"


def lines_of(record: MatchRecord, form: str, viewer: int | None) -> Iterable[str]:
    """A match in a form of ENDINGS. A recording shows it from a seat, or with both seats' choices open."""
    if form == "cast":
        from cardtable.tui.asciicast import cast
        from cardtable.tui.brush import Look
        from cardtable.tui.themes import DEFAULT, load_themes

        return cast(record, Look(load_themes()[0][DEFAULT]), viewer)
    from cardtable.rules.notation import as_text, write

    return [as_text(record) if form == "text" else write(record)]


def _from_home(path: Path) -> str:
    """As it is typed in a shell."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and " " not in str(path) else f"'{path}'"


def teller(line: Callable[[str], str]) -> Callable[[TableLink], str]:
    """Says how a player over ssh gets the finished match; `line` makes an ssh command line."""

    def tell(link: TableLink) -> str:
        get = line(f"export {link.latest.code}")
        return f"In a terminal of your own, this gets the match:\n\n{get} > match.json\n\ncardtable verify match.json"

    return tell


def export_text(lobby: Lobby, code: str, form: str = "json") -> str:
    """The newest finished match of a table, as it is saved or in another form. Raises Rejected where there is none."""
    table = lobby.finished(code)
    names = [seat.player.name if seat.player else "" for seat in table.seats]
    record = record_match(table.match_entries(), (names[0], names[1]), lobby.now(), datetime.now(UTC))
    return "".join(lines_of(record, form, None))


def verify_file(path: Path) -> Verdict:
    """Check a saved match. Raises BadInput for a file that cannot be read or is no saved match."""
    from cardtable.rules.notation import read, verify

    return verify(read(_read(path)))


def sound_file(path: Path) -> MatchRecord:
    """A saved match that can be shown. Raises BadInput for any other file."""
    from cardtable.rules.notation import sound

    return sound(_read(path))


def _read(path: Path) -> bytes:
    """No more of a file than is looked at anyway."""
    from cardtable.rules.notation import MAX_BYTES

    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror or fault}") from None
