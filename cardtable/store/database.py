"""What the store needs of a database; each kind of database (see `sqlite`) provides one."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncEngine


class Database(Protocol):
    """An open database, as the writer and the readers see it."""

    @property
    def writing(self) -> AsyncEngine:
        """Hands out one connection at a time, whose transactions write."""
        ...

    @property
    def reading(self) -> AsyncEngine:
        """Hands out connections that only read, and never wait for the writer."""
        ...

    def passing(self, fault: BaseException) -> bool:
        """Whether this is the disk's or a lock's fault, which may pass, and not that of what was asked."""
        ...
