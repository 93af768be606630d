"""Whatever is done in whatever order, both stores agree, and what was acknowledged is there after reopening."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.store.memory import MemoryStore
from cardtable.store.opening import open_store
from cardtable.table.keeping import Contradiction, NameTaken, Row, Store
from tests.support.keeping import profile

TABLES = st.sampled_from("abc")
ROWS = st.builds(
    lambda first, data: tuple(Row(first + at, each) for at, each in enumerate(data)),
    st.integers(0, 6),
    st.lists(st.sampled_from([b"", b"\x00", b"x"]), max_size=4),
)
STEPS = st.one_of(
    st.tuples(st.just("open_table"), TABLES, st.sampled_from([b"", b"head"])),
    st.tuples(st.just("append"), TABLES, ROWS),
    st.tuples(st.just("append"), TABLES, ROWS),
    st.tuples(st.just("end_table"), TABLES),
    st.tuples(st.just("mark_alive"), st.integers(-(2**63), 2**63 - 1)),
    st.tuples(st.just("add_player"), st.sampled_from([profile("ann"), profile("bob")]), st.sampled_from("kl")),
    st.tuples(st.just("rename"), st.sampled_from(["id of ann", "id of bob"]), TABLES, TABLES),
    st.tuples(st.just("add_key"), st.sampled_from(["id of ann", "id of bob"]), st.sampled_from("klm")),
    st.tuples(st.just("reopen")),
)


async def _do(store: Store, step: tuple[str, ...]) -> object:
    try:
        return await getattr(store, step[0])(*step[1:])
    except (Contradiction, NameTaken) as refused:
        return type(refused)


async def _all(store: Store) -> object:
    people = [(await store.player(f"id of {name}"), await store.keys_of(f"id of {name}")) for name in ("ann", "bob")]
    return await store.live_tables(), await store.last_alive(), people


async def _agree(path: Path, bursts: list[list[tuple[str, ...]]]) -> None:
    model, store = MemoryStore(), await open_store(path)
    try:
        for burst in bursts:
            if ("reopen",) in burst:
                await store.close()
                store = await open_store(path)
            steps = [step for step in burst if step != ("reopen",)]
            told = await asyncio.gather(*(_do(store, step) for step in steps))
            assert told == [await _do(model, step) for step in steps]
        assert await _all(store) == await _all(model)
    finally:
        await store.close()


@settings(max_examples=40)
@given(st.lists(st.lists(STEPS, max_size=8), max_size=6))
def test_the_database_does_what_the_dictionaries_do(bursts: list[list[tuple[str, ...]]]) -> None:
    """Each burst is asked for all at once, and so is written together."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept.db")
        path.write_bytes(_empty())
        asyncio.run(_agree(path, bursts))


@cache
def _empty() -> bytes:
    """A new database, made once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept.db")
        asyncio.run(_agree(path, []))
        return path.read_bytes()
