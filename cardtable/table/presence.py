"""Who is connected: each identity once, however many windows it has open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import msgspec

from cardtable.table.actor import LocalLink
from cardtable.table.events import Player
from cardtable.table.ports import Challenged

Ask = Callable[[Challenged], None]
"""Puts a challenge to a player, on whatever screen they are."""


class Visitor:
    """Somebody who is here. Others know them by `number`: an identity is nobody else's business."""

    def __init__(self, number: int, player: Player) -> None:
        self.number = number
        self.player = player
        self.windows: dict[object, Ask] = {}
        self._watched: list[LocalLink] = []

    @property
    def watching(self) -> bool:
        """Whether they look on at a table now."""
        self._watched = [link for link in self._watched if link.ended is None]
        return bool(self._watched)

    def ask(self, challenge: Challenged) -> None:
        """Put a challenge to them, in the window they opened last."""
        next(reversed(self.windows.values()))(challenge)

    def watches(self, link: LocalLink) -> None:
        """They look on at a table."""
        self._watched.append(link)


class Presence:
    """Everybody who is here. `changed` is told of comings and goings, `gone` of an identity with no window left."""

    def __init__(self, changed: Callable[[], None], gone: Callable[[str], None]) -> None:
        self._changed = changed
        self._gone = gone
        self._here: dict[str, Visitor] = {}
        self._numbers = count(1)

    def arrive(self, player: Player, ask: Ask) -> Callable[[], None]:
        """One more window of this player; what is returned closes it, and may be called twice."""
        visitor = self._here.get(player.identity)
        if visitor is None:
            visitor = self._here[player.identity] = Visitor(next(self._numbers), player)
        window = object()
        visitor.windows[window] = ask
        self._changed()
        return lambda: self._depart(player.identity, window)

    def rename(self, player: Player) -> None:
        """A player is called otherwise from now on."""
        visitor = self._here.get(player.identity)
        if visitor is not None and visitor.player.name != player.name:
            visitor.player = msgspec.structs.replace(visitor.player, name=player.name)
            self._changed()

    def find(self, identity: str) -> Visitor | None:
        """The visitor of this identity."""
        return self._here.get(identity)

    def numbered(self, number: int) -> Visitor | None:
        """The visitor whom others know by this number."""
        return next((visitor for visitor in self._here.values() if visitor.number == number), None)

    def everybody(self) -> tuple[Visitor, ...]:
        """In the order in which they came."""
        return tuple(self._here.values())

    def _depart(self, identity: str, window: object) -> None:
        visitor = self._here.get(identity)
        if visitor is None or window not in visitor.windows:
            return
        del visitor.windows[window]
        if not visitor.windows:
            del self._here[identity]
            self._gone(identity)
        self._changed()
