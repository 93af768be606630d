"""Players, their keys, and who is banned, in the database."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from cardtable.store.putting import put
from cardtable.store.schema import bans, keys, players
from cardtable.table.keeping import Ban, Contradiction, NameTaken, Profile

_PROFILE = select(players)


async def player(connection: AsyncConnection, player: str) -> Profile | None:
    """The player with this id."""
    return await _one(connection, _PROFILE.where(players.c.id == player))


async def player_of(connection: AsyncConnection, fingerprint: str) -> Profile | None:
    """The player to whom this key belongs."""
    return await _one(connection, _PROFILE.join(keys).where(keys.c.fingerprint == fingerprint))


async def _one(connection: AsyncConnection, query: Select[Any]) -> Profile | None:
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else Profile(**row)


async def name_taken(connection: AsyncConnection, skeleton: str) -> bool:
    """Whether a player has a name that looks like this."""
    return await connection.scalar(select(players.c.id).where(players.c.skeleton == skeleton)) is not None


async def add_player(connection: AsyncConnection, profile: Profile, fingerprint: str) -> None:
    """A new player with a first key. Raises NameTaken, and Contradiction for another player of the same id."""
    kept = await player(connection, profile.id)
    if kept is None:
        await _refuse_taken(connection, profile.id, profile.skeleton)
        await connection.execute(insert(players).values(msgspec.structs.asdict(profile)))
    elif kept != profile:
        raise Contradiction(f"another player has the id {profile.id}")
    await add_key(connection, profile.id, fingerprint)


async def rename(connection: AsyncConnection, player: str, name: str, skeleton: str) -> None:
    """Another name. Raises NameTaken, and Contradiction for nobody."""
    await _refuse_taken(connection, player, skeleton)
    await change(connection, player, name=name, skeleton=skeleton)


async def _refuse_taken(connection: AsyncConnection, player: str, skeleton: str) -> None:
    if await connection.scalar(select(players.c.id).where(players.c.skeleton == skeleton, players.c.id != player)):
        raise NameTaken(skeleton)


async def change(connection: AsyncConnection, player: str, **values: Any) -> None:
    """Other values for a player. Raises Contradiction for nobody."""
    done = await connection.execute(update(players).where(players.c.id == player).values(values))
    if not done.rowcount:
        raise Contradiction(f"nobody has the id {player}")


async def add_key(connection: AsyncConnection, player: str, fingerprint: str) -> None:
    """A key is this player's from now on, as their newest if it was not theirs before."""
    owner = await connection.scalar(select(keys.c.player).where(keys.c.fingerprint == fingerprint))
    if owner == player:
        return
    await connection.execute(delete(keys).where(keys.c.fingerprint == fingerprint))
    await connection.execute(insert(keys).values(player=player, fingerprint=fingerprint))


async def keys_of(connection: AsyncConnection, player: str) -> tuple[str, ...]:
    """A player's keys, oldest first."""
    query = select(keys.c.fingerprint).where(keys.c.player == player).order_by(keys.c.number)
    return tuple(await connection.scalars(query))


async def ban(connection: AsyncConnection, ban: Ban) -> None:
    """Keep somebody out."""
    await put(connection, bans, {"what": ban.what, "value": ban.value}, {"why": ban.why, "since": ban.since})


async def unban(connection: AsyncConnection, what: str, value: str) -> bool:
    """Let somebody in again."""
    done = await connection.execute(delete(bans).where(bans.c.what == what, bans.c.value == value))
    return bool(done.rowcount)


async def all_bans(connection: AsyncConnection) -> tuple[Ban, ...]:
    """Everybody who is banned, newest first."""
    rows = await connection.execute(select(bans).order_by(bans.c.since.desc(), bans.c.what, bans.c.value))
    return tuple(Ban(**row) for row in rows.mappings())
