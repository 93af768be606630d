"""Finished matches: history by page and filter, ratings, tallies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cardtable.table.keeping import Contradiction, FinishedMatch, HistoryQuery, Store, Tally
from tests.support.keeping import match, profile, rating, sat

SHARK = sat("shark", "won", known=False, level="shark")
KEPT = (
    match(1, sat("Ann", "won"), sat("Bob", "lost")),
    match(2, sat("Bob", "won"), sat("Ann", "lost")),
    match(3, sat("Ann", "lost"), SHARK, game="charlie7"),
    match(4, sat("Ann", "tied"), sat("Änne_50%", "tied", known=False), sat("Bob", "tied")),
    match(5, sat("Bob", "lost"), SHARK),
    match(6, sat("Ann", "won"), sat("bobby", "lost", known=False), ended=5_000),
)


async def kept(store: Store) -> Store:
    for each in KEPT:
        await store.record(each)
    return store


async def found(store: Store, query: HistoryQuery) -> list[int]:
    return [int(each.id[1:]) for each in await store.history(query)]


async def test_a_match_comes_back_whole(store: Store) -> None:
    await kept(store)
    for each in KEPT:
        assert await store.match(each.id) == each
    assert await store.match("none") is None
    await store.record(FinishedMatch("bare", "hustle", 0, 0, "", False, ()))
    assert await store.match("bare") == FinishedMatch("bare", "hustle", 0, 0, "", False, ())


async def test_every_match_is_told_oldest_first(store: Store) -> None:
    await kept(store)
    assert [each async for each in store.every_match()] == list(KEPT)


async def test_recording_a_match_again_changes_nothing(store: Store) -> None:
    await store.add_player(profile("Ann"), "key")
    await store.record(KEPT[0], [rating("Ann", 25.0)])
    await store.record(replace(KEPT[0], reason="another"), [rating("Ann", 30.0, 2)])
    assert await store.match(KEPT[0].id) == KEPT[0]
    assert await store.rating_line("id of Ann", "hustle") == (rating("Ann", 25.0),)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (HistoryQuery(), [6, 5, 4, 3, 2, 1]),
        (HistoryQuery(player="id of Ann"), [6, 4, 3, 2, 1]),
        (HistoryQuery(player="id of nobody"), []),
        (HistoryQuery(game="charlie7"), [3]),
        (HistoryQuery(player="id of Ann", game="hustle"), [6, 4, 2, 1]),
        (HistoryQuery(player="id of Ann", result="won"), [6, 1]),
        (HistoryQuery(player="id of Ann", result="lost", game="hustle"), [2]),
        (HistoryQuery(player="id of Ann", opponent="BOB"), [6, 4, 2, 1]),
        (HistoryQuery(player="id of Ann", opponent="bobb"), [6]),
        (HistoryQuery(player="id of Ann", opponent="ob"), []),
        (HistoryQuery(player="id of Ann", opponent="Ann"), []),
        (HistoryQuery(player="id of Ann", opponent="äNNE_50%"), [4]),
        (HistoryQuery(player="id of Ann", opponent="änne%"), []),
        (HistoryQuery(player="id of Ann", opponent="änne-"), []),
        (HistoryQuery(opponent="ann"), [6, 4, 3, 2, 1]),
        (HistoryQuery(opponent="shark", game="hustle"), [5]),
        (HistoryQuery(result="tied"), [4]),
        (HistoryQuery(since=3_000, until=4_000), [4, 3]),
        (HistoryQuery(player="id of Ann", since=5_000), [6]),
        (HistoryQuery(player="id of Ann", until=999), []),
        (HistoryQuery(limit=2), [6, 5]),
        (HistoryQuery(limit=0), []),
        (HistoryQuery(before=(5_000, "m0006"), limit=2), [5, 4]),
        (HistoryQuery(before=(5_000, "m0005"), player="id of Ann", limit=1), [4]),
        (HistoryQuery(before=(1_000, "m0001")), []),
    ],
)
async def test_history(store: Store, query: HistoryQuery, numbers: list[int]) -> None:
    assert await found(await kept(store), query) == numbers


async def test_a_page_has_all_but_the_record(store: Store) -> None:
    await kept(store)
    assert await store.history(HistoryQuery(limit=1)) == (replace(KEPT[5], record=b""),)


async def test_pages_follow_one_another_without_a_gap(store: Store) -> None:
    for number in range(250):
        await store.record(match(number, sat("Ann", "won"), sat("Bob", "lost"), ended=number // 7))
    seen: list[FinishedMatch] = []
    query = HistoryQuery(player="id of Ann", limit=33)
    while page := await store.history(query):
        seen += page
        query = replace(query, before=(page[-1].ended, page[-1].id))
    assert [int(each.id[1:]) for each in seen] == list(range(250))[::-1]
    assert [each.id async for each in store.every_match()] == [each.id for each in seen[::-1]]


async def test_ratings(store: Store) -> None:
    for name in ("Ann", "Bob", "Eve"):
        await store.add_player(profile(name), name)
    await store.record(KEPT[0], [rating("Ann", 26.0, 1), rating("Bob", 24.0, 1)])
    await store.record(KEPT[1], [replace(rating("Bob", 25.5, 2), name=""), rating("Ann", 25.5, 2)])
    await store.record(KEPT[2], [rating("Eve", 40.0, 1, game="charlie7")])
    await store.rename("id of Bob", "Rob", "rob")
    rob = replace(rating("Bob", 25.5, 2), name="Rob")
    assert await store.rating("id of Bob", "hustle") == rob
    assert await store.rating("id of Bob", "charlie7") is None
    assert await store.rating_line("id of Ann", "hustle") == (rating("Ann", 26.0, 1), rating("Ann", 25.5, 2))
    assert await store.leaderboard("hustle", 10) == (rating("Ann", 25.5, 2), rob)
    assert await store.leaderboard("hustle", 1) == (rating("Ann", 25.5, 2),)
    assert await store.leaderboard("attackjack", 10) == ()


async def test_the_sure_rank_above_the_merely_promising(store: Store) -> None:
    for name in ("Ann", "Bob"):
        await store.add_player(profile(name), name)
    await store.record(KEPT[0], [replace(rating("Ann", 30.0), sigma=8.0), replace(rating("Bob", 26.0), sigma=1.0)])
    assert [each.name for each in await store.leaderboard("hustle", 10)] == ["Bob", "Ann"]


async def test_a_rating_of_nobody_is_refused_with_its_match(store: Store) -> None:
    with pytest.raises(Contradiction):
        await store.record(KEPT[0], [rating("Ann", 26.0)])
    assert await store.match(KEPT[0].id) is None


async def test_tallies(store: Store) -> None:
    await kept(store)
    await store.record(match(7, sat("Ann", "won", skips_lost=2), replace(sat("Bob", "lost", skips_lost=1), name="Rob")))
    twins = [sat("twin", "lost", known=False)] * 2
    await store.record(match(8, sat("Ann", "won"), *twins, ended=1))
    assert await store.tallies("id of Ann") == (
        Tally("hustle", "Rob", won=2, lost=1, tied=1, skips_lost=2),
        Tally("charlie7", "shark", won=0, lost=1, tied=0, skips_lost=0),
        Tally("hustle", "bobby", won=1, lost=0, tied=0, skips_lost=0),
        Tally("hustle", "twin", won=1, lost=0, tied=0, skips_lost=0),
        Tally("hustle", "Änne_50%", won=0, lost=0, tied=1, skips_lost=0),
    )
    assert await store.tallies("nobody") == ()
