"""Live tables with their tasks: links, publishing, lost lines, takeover, rematch, halting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Concede, Options
from cardtable.rules.hustle.events import ChoiceHidden, Committed, Reason, Result
from cardtable.table import actor as actor_module
from cardtable.table.clock import Timing
from cardtable.table.commands import AskRematch, Leave
from cardtable.table.events import Entry, Player
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.views import Stage, TableView
from tests.support.ssh_server import eventually
from tests.support.tables import player, seeds

FAST = Timing(draft=60, turn=40, extra=60)


async def no_bot(level: str, link: TableLink) -> None:
    """A bot that never does anything."""


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    desk = Lobby(bots=no_bot, remote=True, seeds=seeds)
    await desk.open()
    yield desk
    await desk.close()
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def until(link: TableLink, ready: Callable[[TableView], bool]) -> TableView:
    """The first view that satisfies the condition."""
    async with asyncio.timeout(10):
        async for view in link.views():
            if ready(view):
                return view
    raise AssertionError(f"the line ended ({link.ended}); last view: {link.latest}")


async def seated(lobby: Lobby) -> tuple[TableLink, TableLink]:
    ann = await lobby.host(player("ann"), Options(), private=True)
    bob = await lobby.join(ann.latest.code, player("bob"))
    await until(ann, lambda view: view.stage is Stage.PLAYING)
    return ann, bob


async def test_two_people_play_a_match_over_links(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    for column in (0, 0, 1, 1, 2, 2):
        for link in (ann, bob):
            await link.send(PLACES[column], link.latest.seq)
    view = ann.latest
    assert view.match is not None
    while view.stage is Stage.PLAYING:
        for link in (ann, bob):
            if link.latest.match is not None and link.latest.match.legal:
                await link.send(STAND, link.latest.seq)
        view = ann.latest
    assert view.match is not None
    assert view.match.result is Result.TIE
    assert bob.latest.match is not None
    assert bob.latest.match.boards == view.match.boards
    assert view.match.seed == seeds().hex()


async def test_H6_a_pending_choice_and_the_seed_reach_nobody_else(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    await lobby.allow_watching(ann)
    watcher = await lobby.watch((await until(ann, lambda view: view.watch_code is not None)).watch_code or "")
    await ann.send(PLACES[2])
    for link in (bob, watcher):
        view = await until(link, lambda view: view.match is not None and view.match.ready[0])
        assert view.match is not None
        assert view.match.my_choice is None
        assert view.match.seed is None
        assert view.log[-1].event == ChoiceHidden(0)
        assert any(isinstance(line.event, Committed) for line in view.log)
        assert seeds().hex() not in repr(view)
    assert ann.latest.match is not None
    assert ann.latest.match.my_choice == PLACES[2]


async def test_store_first_publish_second() -> None:
    stored: list[int] = []
    told: list[int] = []

    class SlowJournal:
        async def open(self, table: object) -> None:
            pass

        async def end(self, table: str) -> None:
            pass

        async def append(self, code: str, entries: tuple[Entry, ...]) -> None:
            await asyncio.sleep(0)
            assert not [link for link in links if link.latest.seq >= entries[0].seq]
            stored.extend(entry.seq for entry in entries)

    links: list[TableLink] = []
    desk = Lobby(bots=no_bot, seeds=seeds, journal=SlowJournal())
    await desk.open()
    links.append(await desk.host(player("ann"), Options(), private=True))
    links.append(await desk.join(links[0].latest.code, player("bob")))
    await links[0].send(PLACES[0])
    told.append(links[0].latest.seq)
    await desk.close()
    assert stored == list(range(1, told[0] + 1))


async def test_the_same_player_takes_the_seat_over_and_the_old_line_is_told(lobby: Lobby) -> None:
    ann, _ = await seated(lobby)
    again = await lobby.join(ann.latest.code, player("ann"))
    assert again.seat == 0
    assert ann.ended is not None
    assert ann.ended.taken_over
    with pytest.raises(Rejected, match="taken over"):
        await ann.send(PLACES[0])
    await ann.close()
    await again.send(PLACES[1])
    assert again.latest.seats[0].connected


async def test_nobody_else_gets_a_taken_seat(lobby: Lobby) -> None:
    ann, _ = await seated(lobby)
    with pytest.raises(Rejected) as refusal:
        await lobby.join(ann.latest.code, Player("key:mallory", "ann", keyed=True))
    assert refusal.value.code == "table_full"
    with pytest.raises(Rejected) as unknown:
        await lobby.join("ZZZ-ZZ2", player("eve"))
    assert unknown.value.code == "no_such_table"
    with pytest.raises(Rejected) as hidden:
        await lobby.watch(ann.latest.code)
    assert hidden.value.code == "no_such_table"


async def test_a_guest_comes_back_by_the_return_code_alone(lobby: Lobby) -> None:
    ann = await lobby.host(Player("guest:1", "ann"), Options(), private=True)
    bob = await lobby.join(ann.latest.code, Player("guest:2", "ann"))
    assert [seat.name for seat in bob.latest.seats] == ["ann", "ann-2"]
    code = ann.latest.return_code
    assert code is not None
    assert bob.latest.return_code not in (None, code)
    await ann.close()
    await until(bob, lambda view: not view.seats[0].connected)
    back = await lobby.back(code.lower(), Player("guest:3", "someone"))
    assert back.seat == 0
    await until(bob, lambda view: view.seats[0].connected)
    with pytest.raises(Rejected):
        await lobby.back("ZZZ-ZZ2", Player("guest:4", "eve"))


async def test_a_rematch_needs_both_and_is_gone_when_one_leaves(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    with pytest.raises(Rejected, match="over"):
        await ann.send(AskRematch())
    await ann.send(Concede())
    over = await until(bob, lambda view: view.stage is Stage.OVER)
    assert over.match is not None
    assert (over.match.result, over.match.reason) == (Result.SEAT1, Reason.CONCEDED)
    await ann.send(AskRematch())
    with pytest.raises(Rejected, match="already"):
        await ann.send(AskRematch())
    await bob.send(AskRematch())
    again = await until(ann, lambda view: view.stage is Stage.PLAYING)
    assert again.match_number == 2
    await bob.send(Concede())
    await ann.send(Leave())
    await until(bob, lambda view: view.stage is Stage.CLOSED)
    with pytest.raises(Rejected):
        await bob.send(AskRematch())


async def test_leaving_a_live_match_concedes_it(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    await bob.send(Leave())
    view = await until(ann, lambda view: view.stage is Stage.CLOSED)
    assert view.match is not None
    assert view.match.result is Result.SEAT0


async def test_H21_both_clocks_may_run_out_in_the_same_instant() -> None:
    desk = Lobby(bots=no_bot, timing=FAST, seeds=seeds)
    await desk.open()
    ann, _ = await desk.hot_seat(("ann", "bob"), Options())
    view = await until(ann, lambda view: view.stage is Stage.OVER)
    await desk.close()
    assert view.match is not None
    assert (view.match.result, view.match.reason) == (Result.TIE, Reason.FORFEIT)


async def test_a_fault_halts_one_table_and_no_other(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await seated(lobby)
    cat = await lobby.host(player("cat"), Options(), private=True)
    dan = await lobby.join(cat.latest.code, player("dan"))
    honest = actor_module.handle

    def broken(table: object, seat: object, command: object, *rest: object) -> object:
        if command == HIT:
            raise ZeroDivisionError("a defect")
        return honest(table, seat, command, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(actor_module, "handle", broken)
    await ann.send(HIT)
    view = await until(ann, lambda view: view.stage is Stage.CLOSED)
    assert view.halted is not None
    with pytest.raises(Rejected, match="stopped"):
        await ann.send(STAND)
    await dan.send(PLACES[0])
    assert dan.latest.halted is None
    assert view.halted in caplog.text


async def test_quick_match_seats_two_together(lobby: Lobby) -> None:
    first, second = lobby.quick_match(player("ann")), lobby.quick_match(player("bob"))
    ann, bob = await asyncio.gather(first.wait(), second.wait())
    assert ann.latest.code == bob.latest.code
    assert {ann.seat, bob.seat} == {0, 1}
    assert [summary.names for summary in lobby.tables()] == [("ann", "bob")]
    alone = lobby.quick_match(player("cat"))
    alone.cancel()
    dan = lobby.quick_match(player("dan"))
    dan.cancel()


async def test_a_finished_match_can_be_told_but_not_a_live_one(lobby: Lobby) -> None:
    ann, _ = await seated(lobby)
    code = ann.latest.code
    with pytest.raises(Rejected) as live:
        lobby.finished(code)
    assert live.value.code == "no_such_match"
    await ann.send(Concede())
    told = [type(entry.event).__name__ for entry in lobby.finished(code.lower()).match_entries()]
    assert told == ["MatchStarted", "Shuffled", "MatchEnded"]


async def test_a_finished_match_is_told_while_the_next_is_played_and_when_the_table_is_gone(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    await ann.send(Concede())
    first = lobby.finished(ann.latest.code)
    await ann.send(AskRematch())
    await bob.send(AskRematch())
    assert lobby.finished(ann.latest.code) == first
    await bob.send(Leave())
    for link in (ann, bob):
        await link.close()
    await eventually(lambda: not lobby.knows(ann.latest.code), "the table is gone")
    assert lobby.finished(ann.latest.code).match_number == 2


async def test_a_table_that_cannot_store_halts_instead_of_telling(caplog: pytest.LogCaptureFixture) -> None:
    class FullDisk:
        async def open(self, table: object) -> None:
            pass

        async def end(self, table: str) -> None:
            pass

        async def append(self, code: str, entries: tuple[Entry, ...]) -> None:
            if entries[0].seq > 3:
                raise OSError("no space left on device")

    desk = Lobby(bots=no_bot, seeds=seeds, journal=FullDisk())
    await desk.open()
    ann, bob = await desk.hot_seat(("ann", "bob"), Options())
    await until(ann, lambda view: view.stage is Stage.PLAYING)
    await ann.send(PLACES[0])
    view = await until(bob, lambda view: view.halted is not None)
    await desk.close()
    assert view.stage is Stage.CLOSED
    assert "no space left" in caplog.text


async def test_nothing_hangs_on_a_table_that_has_ended(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    code = ann.latest.code
    await bob.send(Leave())
    await bob.close()
    await ann.close()
    await eventually(lambda: not lobby.knows(code), "the table to end")
    with pytest.raises(Rejected, match="closed"):
        await ann.send(AskRematch())
    with pytest.raises(Rejected, match="no table"):
        await lobby.join(code, player("ann"))
    assert lobby.seat_of(player("ann")) is None


async def test_nobody_holds_two_seats_at_a_server(lobby: Lobby) -> None:
    ann, bob = await seated(lobby)
    cat = await lobby.host(player("cat"), Options(), private=True)
    for again in (
        lobby.host(player("ann"), Options(), private=True),
        lobby.join(cat.latest.code, player("ann")),
        lobby.play_bot(player("ann"), "rookie", Options()),
    ):
        with pytest.raises(Rejected, match=f"at table {ann.latest.code} already"):
            await again
    with pytest.raises(Rejected, match="already"):
        lobby.quick_match(player("ann"))
    assert (await lobby.join(ann.latest.code, player("ann"))).seat == 0
    await bob.send(Leave())
    assert (await lobby.join(cat.latest.code, player("bob"))).seat == 1
