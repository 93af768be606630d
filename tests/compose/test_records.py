"""What the screens of the past get from a store, and a match that goes into one and comes out to be looked at."""

from __future__ import annotations

import pytest

from cardtable.compose.records import StoreRecords
from cardtable.errors import BadInput
from cardtable.rules.notation import sound, write
from cardtable.store.memory import MemoryStore
from cardtable.table.keeping import Closed, FinishedMatch, HistoryQuery, Store, Unreadable
from cardtable.tui.records import PlayerRecord, Records
from tests.rules.test_playthroughs import MATCHES
from tests.support.keeping import match, profile, rating, sat
from tests.support.records import record

SAVED = record(MATCHES["tie"][1])


async def kept() -> MemoryStore:
    """Ann has played bob twice, and a bot at another game."""
    store = MemoryStore()
    for name in ("ann", "bob"):
        await store.add_player(profile(name), f"key of {name}")
    first = match(1, sat("ann", "won"), sat("bob", "lost"))
    await store.record(first, (rating("ann", 27.0), rating("bob", 23.0)))
    second = FinishedMatch(
        "m2", "hustle", 1_500, 2_000, "ties", True, (sat("ann", skips_lost=1), sat("bob")), write(SAVED).encode()
    )
    await store.record(second, (rating("ann", 26.0, 2), rating("bob", 24.0, 2)))
    await store.record(match(3, sat("ann", "lost"), sat("shark", "won", known=False, level="shark"), game="charlie7"))
    return store


async def test_a_profile_has_a_line_for_each_rated_game_and_every_tally() -> None:
    records: Records = StoreRecords(kept)
    profile_of = await records.profile("id of ann")
    assert [[now.mu for now in line] for line in profile_of.lines] == [[27.0, 26.0]]
    assert profile_of.games == ("hustle", "charlie7")
    assert sum(tally.skips_lost for tally in profile_of.tallies) == 1
    assert [(tally.opponent, tally.won, tally.lost, tally.tied) for tally in profile_of.tallies] == [
        ("bob", 1, 0, 1),
        ("shark", 0, 1, 0),
    ]


@pytest.mark.parametrize("nobody", ["", "id of nobody"])
async def test_nobody_has_no_record(nobody: str) -> None:
    assert await StoreRecords(kept).profile(nobody) == PlayerRecord()


async def test_matches_and_the_best_players_come_as_they_are_kept() -> None:
    records = StoreRecords(kept)
    assert [found.id for found in await records.history(HistoryQuery(player="id of bob"))] == ["m2", "m0001"]
    whole = await records.match("m2")
    assert whole is not None
    assert sound(whole.record) == SAVED
    assert await records.match("none") is None
    assert [best.name for best in await records.leaderboard("hustle", 1)] == ["ann"]


async def test_a_store_that_is_closed_says_so() -> None:
    store = await kept()
    await store.close()
    with pytest.raises(Closed):
        await StoreRecords(lambda: _given(store)).history(HistoryQuery())


async def _given(store: Store) -> Store:
    return store


async def test_a_database_that_cannot_be_used_is_told_in_its_line() -> None:
    async def broken() -> Store:
        raise BadInput("kept.db is not a database")

    with pytest.raises(Unreadable, match=r"kept\.db is not a database"):
        await StoreRecords(broken).history(HistoryQuery())
