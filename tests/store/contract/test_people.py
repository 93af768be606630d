"""Players, keys, names, bans."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from cardtable.table.keeping import Ban, Contradiction, NameTaken, Store
from tests.support.keeping import profile

ANN, BOB = profile("Ann"), profile("Bob")


async def test_a_player_is_found_by_id_and_by_any_key(store: Store) -> None:
    await store.add_player(ANN, "key 1")
    await store.add_key(ANN.id, "key 2")
    assert await store.player(ANN.id) == await store.player_of("key 1") == await store.player_of("key 2") == ANN
    assert await store.player("nobody") is None
    assert await store.player_of("no key") is None


async def test_keys_are_told_oldest_first(store: Store) -> None:
    await store.add_player(ANN, "z")
    for key in ("b", "a", "b", "z"):
        await store.add_key(ANN.id, key)
    assert await store.keys_of(ANN.id) == ("z", "b", "a")
    assert await store.keys_of("nobody") == ()


async def test_a_key_can_change_hands(store: Store) -> None:
    await store.add_player(ANN, "shared")
    await store.add_player(BOB, "own")
    await store.add_key(BOB.id, "shared")
    assert (await store.keys_of(ANN.id), await store.keys_of(BOB.id)) == ((), ("own", "shared"))
    await store.add_key(ANN.id, "shared")
    assert await store.player_of("shared") == ANN


async def test_a_name_that_looks_the_same_is_taken(store: Store) -> None:
    await store.add_player(ANN, "key 1")
    with pytest.raises(NameTaken):
        await store.add_player(replace(BOB, skeleton=ANN.skeleton), "key 2")
    assert (await store.player(BOB.id), await store.player_of("key 2")) == (None, None)


async def test_of_two_who_want_a_name_at_once_one_gets_it(store: Store) -> None:
    rivals = [replace(profile(f"rival {number}"), skeleton="same") for number in range(5)]
    outcomes = await asyncio.gather(
        *(store.add_player(rival, rival.id) for rival in rivals), store.add_player(ANN, "key 1"), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), *[NameTaken] * 4, type(None)]
    assert await store.player(ANN.id) == ANN


async def test_adding_the_same_player_again_is_harmless(store: Store) -> None:
    await store.add_player(ANN, "key 1")
    await store.add_player(ANN, "key 1")
    with pytest.raises(Contradiction):
        await store.add_player(replace(BOB, id=ANN.id), "key 2")
    assert await store.player(ANN.id) == ANN


async def test_renaming(store: Store) -> None:
    await store.add_player(ANN, "key 1")
    await store.add_player(BOB, "key 2")
    await store.rename(ANN.id, "ANN", "ann")
    with pytest.raises(NameTaken):
        await store.rename(ANN.id, "B0b", BOB.skeleton)
    assert await store.player(ANN.id) == replace(ANN, name="ANN")
    await store.rename(ANN.id, "Eve", "eve")
    await store.rename(BOB.id, "Ann", "ann")
    assert await store.player(BOB.id) == replace(BOB, name="Ann", skeleton="ann")


async def test_what_is_kept_for_a_player(store: Store) -> None:
    await store.add_player(ANN, "key 1")
    await store.keep_prefs(ANN.id, b"\x00{}\xff")
    await store.keep_last_table(ANN.id, "K7Q-2MX")
    assert await store.player(ANN.id) == replace(ANN, prefs=b"\x00{}\xff", last_table="K7Q-2MX")


async def test_nobody_cannot_be_changed(store: Store) -> None:
    for write in (
        store.add_key("nobody", "key"),
        store.rename("nobody", "Ann", "ann"),
        store.keep_prefs("nobody", b""),
        store.keep_last_table("nobody", ""),
    ):
        with pytest.raises(Contradiction):
            await write
    assert await store.player_of("key") is None


async def test_bans_newest_first_a_second_replaces_the_first(store: Store) -> None:
    await store.ban(Ban("key", "SHA256:x", "rude", 1))
    await store.ban(Ban("address", "192.0.2.1", "floods", 2))
    await store.ban(Ban("key", "SHA256:x", "still rude", 3))
    assert await store.bans() == (Ban("key", "SHA256:x", "still rude", 3), Ban("address", "192.0.2.1", "floods", 2))
    assert await store.unban("key", "SHA256:x")
    assert not await store.unban("key", "SHA256:x")
    assert not await store.unban("key", "192.0.2.1")
    assert [ban.what for ban in await store.bans()] == ["address"]
