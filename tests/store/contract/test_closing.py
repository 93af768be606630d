"""A store that is closed."""

from __future__ import annotations

import asyncio

import pytest

from cardtable.table.keeping import Closed, Store
from tests.support.keeping import rows


async def test_a_closed_store_says_so_and_closes_twice(store: Store) -> None:
    assert store.healthy
    await store.close()
    await store.close()
    for use in (store.open_table("t", b""), store.live_tables(), store.mark_alive(1), store.bans()):
        with pytest.raises(Closed):
            await use
    with pytest.raises(Closed):
        [each async for each in store.every_match()]


async def test_what_waits_is_written_before_it_closes(store: Store) -> None:
    await store.open_table("t", b"")
    writes = [asyncio.ensure_future(store.append("t", rows(seq, seq))) for seq in range(1, 40)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writes) == [None] * 39
