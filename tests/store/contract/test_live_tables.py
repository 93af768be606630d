"""Live tables: what was acknowledged is there, in order, once."""

from __future__ import annotations

import asyncio

import pytest

from cardtable.table.keeping import Contradiction, LiveTable, Row, Store
from tests.support.keeping import rows


async def test_tables_come_back_oldest_first_with_the_very_same_bytes(store: Store) -> None:
    await store.open_table("b", b"\x00head of b\xff")
    await store.open_table("a", b"")
    await store.append("b", [Row(1, b""), Row(2, b"\x00\xff")])
    await store.append("b", rows(3, 3))
    assert await store.live_tables() == (
        LiveTable("b", b"\x00head of b\xff", (Row(1, b""), Row(2, b"\x00\xff"), *rows(3, 3))),
        LiveTable("a", b"", ()),
    )


async def test_the_same_rows_again_are_harmless(store: Store) -> None:
    await store.open_table("t", b"")
    await store.append("t", rows(1, 3))
    await store.append("t", rows(2, 3))
    await store.append("t", rows(3, 5))
    await store.append("t", [])
    assert [table.rows for table in await store.live_tables()] == [rows(1, 5)]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((Row(5, b""),), id="a gap"),
        pytest.param((Row(0, b""),), id="before the first"),
        pytest.param((Row(2, b"something else"),), id="other data"),
        pytest.param((*rows(4, 4), Row(6, b"")), id="a gap after a good row"),
        pytest.param((*rows(4, 4), Row(3, b"something else")), id="other data after a good row"),
    ],
)
async def test_rows_that_do_not_follow_are_refused_whole(store: Store, wrong: tuple[Row, ...]) -> None:
    await store.open_table("t", b"")
    await store.append("t", rows(1, 3))
    with pytest.raises(Contradiction):
        await store.append("t", wrong)
    assert [table.rows for table in await store.live_tables()] == [rows(1, 3)]


async def test_rows_of_a_table_that_is_not_open_are_refused(store: Store) -> None:
    await store.open_table("t", b"")
    await store.end_table("t")
    for table in ("t", "never"):
        with pytest.raises(Contradiction):
            await store.append(table, rows(1, 1))


async def test_a_table_that_ended_is_forgotten_with_its_rows(store: Store) -> None:
    await store.open_table("t", b"old")
    await store.append("t", rows(1, 3))
    await store.end_table("t")
    await store.end_table("t")
    assert await store.live_tables() == ()
    await store.open_table("t", b"new")
    assert await store.live_tables() == (LiveTable("t", b"new", ()),)


async def test_opening_a_table_again_is_harmless_only_with_the_same_head(store: Store) -> None:
    await store.open_table("t", b"head")
    await store.append("t", rows(1, 1))
    await store.open_table("t", b"head")
    with pytest.raises(Contradiction):
        await store.open_table("t", b"another")
    assert await store.live_tables() == (LiveTable("t", b"head", rows(1, 1)),)


async def test_one_bad_write_among_many_fails_alone(store: Store) -> None:
    for table in "abcdef":
        await store.open_table(table, b"")
    outcomes = await asyncio.gather(
        *(store.append(table, rows(2, 2) if table == "c" else rows(1, 2)) for table in "abcdef"), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 2 + [Contradiction] + [type(None)] * 3
    assert [len(table.rows) for table in await store.live_tables()] == [2, 2, 0, 2, 2, 2]


async def test_the_last_instant_alive(store: Store) -> None:
    assert await store.last_alive() is None
    await store.mark_alive(5)
    await store.mark_alive(2**41)
    assert await store.last_alive() == 2**41
