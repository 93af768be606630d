"""Who is known here: players by their public keys, one name each, and the keys that belong together."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from cardtable.errors import Rejected
from cardtable.table.codes import new_code, normalize_code
from cardtable.table.keeping import NameTaken, Profile, Store, Unreadable
from cardtable.table.names import checked_name, numbered
from cardtable.text import skeleton

OFFER_TIME = 600_000
"""Milliseconds for which a code adds a key."""

_PATIENCE = 3.0
"""Seconds that somebody who comes in waits for the store."""

_Answer = TypeVar("_Answer")


class _Offer(msgspec.Struct, frozen=True):
    player: str
    until: int


class Register:
    """The players of a store. `wall` gives wall-clock time, ms."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        self._store = store
        self._wall = wall
        self._offers: dict[str, _Offer] = {}
        self._rng = secrets.SystemRandom()

    async def known(self, fingerprint: str) -> bool:
        """Whether this key has come before. Raises Rejected `unavailable`, as `sign_in` does."""
        return await _soon(self._store.player_of(fingerprint)) is not None

    async def sign_in(self, fingerprint: str, wished: str) -> Profile:
        """The player to whom this key belongs; a new one gets the wished name, with a number behind it if it is taken.

        Raises Rejected `unavailable` while players can neither be read nor stored.
        """
        return await _soon(self._sign_in(fingerprint, wished))

    async def guest_name(self, wished: str) -> str:
        """A name for a guest, which no known player has."""
        for name in numbered(wished):
            if not await self._store.name_taken(skeleton(name)):
                return name
        raise AssertionError("numbers do not run out")

    async def rename(self, player: str, wished: str) -> str:
        """Another name for a player. Raises Rejected for a name that is none, or somebody else's."""
        name, fault = checked_name(wished)
        if fault is not None:
            raise Rejected("bad_name", fault)
        try:
            await _soon(self._store.rename(player, name, skeleton(name)))
        except NameTaken:
            raise Rejected("name_taken", f"Somebody else is called {name}, or nearly; choose another name.") from None
        return name

    def offer_key(self, player: str) -> str:
        """A code by which one more key becomes this player's: good once, for ten minutes; it replaces an older one."""
        self._offers = {code: offer for code, offer in self._offers.items() if offer.player != player}
        code = new_code(self._rng)
        self._offers[code] = _Offer(player, self._wall() + OFFER_TIME)
        return code

    async def take_key(self, code: str, fingerprint: str) -> Profile:
        """Add this key to the player who was given the code. Raises Rejected."""
        offer = self._offers.pop(normalize_code(code), None)
        profile = await self._store.player(offer.player) if offer is not None and offer.until > self._wall() else None
        if profile is None:
            raise Rejected("no_such_offer", "That code adds no key (any more). Ask for a new one in the settings.")
        await _soon(self._store.add_key(profile.id, fingerprint))
        return profile

    async def _sign_in(self, fingerprint: str, wished: str) -> Profile:
        known = await self._store.player_of(fingerprint)
        if known is not None:
            return known
        for name in numbered(wished):
            profile = Profile(secrets.token_hex(8), name, skeleton(name), self._wall())
            try:
                await self._store.add_player(profile, fingerprint)
            except NameTaken:
                continue
            return profile
        raise AssertionError("numbers do not run out")


async def _soon(answer: Awaitable[_Answer]) -> _Answer:
    """What the store answers, if it does so soon."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return await answer
    except (TimeoutError, Unreadable):
        raise Rejected("unavailable", "Players cannot be read or stored now. Please try again in a while.") from None
