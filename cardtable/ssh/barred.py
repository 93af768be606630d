"""Who may not come in, held in memory: it is asked at every login, which must not wait for a disk."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.ssh.admission import source_of
from cardtable.table.keeping import Ban


class Barred:
    """The bans in force: keys by fingerprint, addresses as `source_of` counts them."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self._bans: dict[tuple[str, str], Ban] = {(ban.what, ban.value): ban for ban in bans}

    def all(self) -> tuple[Ban, ...]:
        """Every ban, newest first."""
        return tuple(sorted(self._bans.values(), key=lambda ban: (-ban.since, ban.what, ban.value)))

    def add(self, ban: Ban) -> None:
        """From now on; a second ban of the same replaces the first."""
        self._bans[ban.what, ban.value] = ban

    def remove(self, what: str, value: str) -> bool:
        """No longer; False if there was no such ban."""
        return self._bans.pop((what, value), None) is not None

    def address(self, host: str) -> str | None:
        """What somebody at a banned address is told, None for everybody else."""
        return self._told(("address", source_of(host)))

    def key(self, identity: str) -> str | None:
        """The same of an identity whose key is banned."""
        return self._told(("key", identity.removeprefix("key:")))

    def _told(self, name: tuple[str, str]) -> str | None:
        ban = self._bans.get(name)
        if ban is None:
            return None
        return f"You are banned from this server{f': {ban.why}' if ban.why else '.'}"
