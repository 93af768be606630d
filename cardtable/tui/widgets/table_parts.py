"""The painted parts of a table, top to bottom, for a live one and for one that is looked at afterwards."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal

from cardtable.tui.widgets.painted import Painted, Picture

PARTS = ("title", "theirs", "mine", "lanes", "says", "actions", "foot")
"""Top to bottom; the two clocks stand side by side."""


class TableParts:
    """One widget a part, by its name."""

    def __init__(self) -> None:
        self._parts = {name: Painted(id=name) for name in PARTS}

    def __getitem__(self, name: str) -> Painted:
        return self._parts[name]

    def compose(self) -> ComposeResult:
        """All of them; the clocks apart, since they change most."""
        yield self["title"]
        with Horizontal():
            yield self["theirs"]
            yield self["mine"]
        for name in ("lanes", "says", "actions", "foot"):
            yield self[name]

    def show(self, pictures: Mapping[str, Picture]) -> None:
        """Paint these; a part without a picture is not there."""
        for name, part in self._parts.items():
            picture = pictures.get(name)
            part.display = picture is not None
            if picture is not None:
                part.fit(picture)
                part.show(picture)
