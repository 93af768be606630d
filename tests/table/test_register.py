"""Who is known: one player for all of their keys, one name for each, and nobody else's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cardtable.errors import Rejected
from cardtable.store.memory import MemoryStore
from cardtable.table.register import OFFER_TIME, Register


class Wall:
    """A calendar that is turned by hand."""

    ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def wall() -> Wall:
    """Some day."""
    return Wall()


@pytest.fixture
async def register(wall: Wall) -> AsyncIterator[Register]:
    """Nobody is known yet."""
    store = MemoryStore()
    yield Register(store, wall)
    await store.close()


async def test_the_same_key_is_the_same_player_whatever_name_it_comes_with(register: Register) -> None:
    first = await register.sign_in("SHA256:a", "ann")
    assert await register.sign_in("SHA256:a", "somebody") == first
    assert first.name == "ann"


async def test_a_taken_name_gets_a_number(register: Register) -> None:
    names = [
        (await register.sign_in(f"SHA256:{key}", name)).name for key, name in (("a", "ann"), ("b", "Ann"), ("c", "аnn"))
    ]
    assert names == ["ann", "Ann-2", "аnn-3"]
    assert await register.guest_name("ann") == "ann-4"


async def test_renaming(register: Register) -> None:
    ann = await register.sign_in("SHA256:a", "ann")
    await register.sign_in("SHA256:b", "bob")
    for wished, code in (("b0b", "name_taken"), ("K7Q-2MX", "bad_name"), ("", "bad_name")):
        with pytest.raises(Rejected) as told:
            await register.rename(ann.id, wished)
        assert told.value.code == code
    assert await register.rename(ann.id, "  Eve ") == "Eve"
    assert (await register.sign_in("SHA256:a", "ann")).name == "Eve"
    assert (await register.sign_in("SHA256:c", "ann")).name == "ann"


async def test_a_second_key_is_added_by_a_code_that_is_good_once(register: Register) -> None:
    ann = await register.sign_in("SHA256:a", "ann")
    code = register.offer_key(ann.id)
    assert await register.take_key(code.lower(), "SHA256:b") == ann
    assert await register.sign_in("SHA256:b", "whoever") == ann
    with pytest.raises(Rejected):
        await register.take_key(code, "SHA256:c")


async def test_an_offer_ends_after_ten_minutes_and_when_a_newer_one_is_made(register: Register, wall: Wall) -> None:
    ann = await register.sign_in("SHA256:a", "ann")
    old, new = register.offer_key(ann.id), register.offer_key(ann.id)
    with pytest.raises(Rejected):
        await register.take_key(old, "SHA256:b")
    wall.ms += OFFER_TIME
    with pytest.raises(Rejected) as told:
        await register.take_key(new, "SHA256:b")
    assert "Ask for a new one" in told.value.text


async def test_who_cannot_be_stored_is_told_so(register: Register, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    async def never(*_arguments: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(register._store, "add_player", never)
    monkeypatch.setattr("cardtable.table.register._PATIENCE", 0.01)
    with pytest.raises(Rejected) as told:
        await register.sign_in("SHA256:a", "ann")
    assert told.value.code == "unavailable"
