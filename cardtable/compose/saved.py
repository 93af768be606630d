"""Saved matches: written at the end of one, checked offline."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtable.errors import BadInput, Rejected
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.records import record_match

if TYPE_CHECKING:
    from cardtable.rules.notation import Verdict


def saver(lobby: Lobby, folder: Path) -> Any:
    """Saves the match just finished at a table, and returns the file. Raises Rejected if it cannot be written."""

    def save(link: TableLink) -> Path:
        from cardtable.rules.notation import write

        entries, view = lobby.history(link), link.latest
        wall = datetime.now(UTC)
        record = record_match(entries, (view.seats[0].name, view.seats[1].name), lobby.now(), wall)
        path = folder / f"hustle-{wall:%Y%m%d-%H%M%S}-{view.code}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(write(record), encoding="utf-8")
        except OSError as fault:
            raise Rejected("not_saved", f"The match could not be saved: {fault.strerror or fault}.") from None
        return path

    return save


def verify_file(path: Path) -> Verdict:
    """Check a saved match. Raises BadInput for a file that cannot be read or is no saved match."""
    from cardtable.rules.notation import MAX_BYTES, read, verify

    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror or fault}") from None
    return verify(read(data))
