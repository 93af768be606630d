"""The lists of the lobby: who is told of what, and that nothing happens while nothing changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from cardtable.rules.hustle.commands import HIT, PLACES, STAND, Options
from cardtable.table.board import PACE, Board, Listing
from cardtable.table.commands import Leave
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.ports import Challenged, OnlinePlayer
from tests.support.ssh_server import eventually
from tests.support.tables import HandClock, player, seeds

ANN, BOB, EVE = (player(name) for name in ("ann", "bob", "eve"))


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


def ignore(challenged: Challenged) -> None:
    """Nobody is asked anything here."""


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    """A front desk of a server."""
    made = Lobby(bots=no_bot, remote=True, now=HandClock(), seeds=seeds)
    await made.open()
    yield made
    await made.close()


def doing(lobby: Lobby, who: Player) -> dict[str, str]:
    """What the others are doing, by name."""
    return {other.name: other.doing for other in lobby.others(who)}


async def test_a_board_tells_together_what_happened_together_and_only_of_what_is_different() -> None:
    shown = [Listing()]
    board, told = Board(lambda: shown[0]), list[float]()
    loop = asyncio.get_running_loop()
    stop = board.listen(lambda: told.append(loop.time()))
    board.touch()
    await asyncio.sleep(0.01)
    assert told == []
    for number in range(5):
        shown[0] = Listing(players=(OnlinePlayer(number, "ann", ""),))
        board.touch()
        await asyncio.sleep(0.01)
    await eventually(lambda: bool(told), "told")
    shown[0] = Listing()
    board.touch()
    await eventually(lambda: len(told) == 2, "told again")
    assert told[1] - told[0] > PACE * 0.9
    stop()
    stop()
    shown[0] = Listing(players=(OnlinePlayer(9, "ann", ""),))
    board.touch()
    await asyncio.sleep(0.01)
    assert len(told) == 2
    assert board.listing is shown[0]


async def test_a_crowd_is_told_by_and_by_and_all_hear_the_last_word() -> None:
    shown = [Listing()]
    board, heard = Board(lambda: shown[0]), dict[int, Listing]()
    for number in range(10):
        board.listen(lambda number=number: heard.update({number: board.listing}))  # type: ignore[misc]
    shown[0] = Listing(players=(OnlinePlayer(1, "ann", ""),))
    board.touch()
    await eventually(lambda: len(heard) == 4, "the first four")
    shown[0] = Listing(players=(OnlinePlayer(2, "bob", ""),))
    board.touch()
    await eventually(lambda: list(heard.values()) == [shown[0]] * 10, lambda: f"{heard}")


async def test_a_table_is_listed_from_its_opening_to_its_end(lobby: Lobby) -> None:
    told: list[tuple[str, object]] = []
    lobby.listen(lambda: told.append((lobby.tables()[0].phase, lobby.tables()[0].score) if lobby.tables() else ("", 0)))
    ann = await lobby.host(ANN, Options(), private=False)
    await eventually(lambda: told[-1:] == [("waiting", None)], lambda: f"{told}")
    bob = await lobby.join(ann.latest.code, BOB)
    await eventually(lambda: told[-1] == ("draft", None), lambda: f"{told}")
    for column in (0, 0, 1, 1, 2, 2):
        for link in (ann, bob):
            await link.send(PLACES[column])
    await eventually(lambda: told[-1] == ("column 1", (0, 0)), lambda: f"{told}")
    for choice in (STAND, HIT, STAND, HIT):
        for link in (ann, bob):
            match = link.latest.match
            if match is not None and choice in match.legal:
                await link.send(choice)
    watcher = await lobby.watch(ann.latest.code, EVE)
    await eventually(lambda: lobby.tables()[0].watchers == 1, "a watcher")
    await watcher.close()
    await ann.send(Leave())
    await eventually(lambda: told[-1] == ("", 0), lambda: f"{told}")


async def test_nothing_is_called_while_nothing_changes(lobby: Lobby) -> None:
    told: list[object] = []
    lobby.listen(lambda: told.append(lobby.tables()))
    await lobby.host(ANN, Options(), private=False)
    await eventually(lambda: len(told) == 1, "told")
    await lobby.play_bot(BOB, "rookie", Options())
    lobby.check_clocks()
    await asyncio.sleep(2.5 * PACE)
    assert len(told) == 1
    assert lobby.tables() is lobby.tables()


async def test_who_is_here_counts_once_and_is_called_as_they_are(lobby: Lobby) -> None:
    first, second = lobby.arrive(ANN, ignore), lobby.arrive(ANN, ignore)
    lobby.arrive(BOB, ignore)
    assert doing(lobby, BOB) == {"ann": "in the lobby"}
    lobby.rename(Player(ANN.identity, "anna", keyed=True))
    assert doing(lobby, BOB) == {"anna": "in the lobby"}
    first()
    first()
    assert doing(lobby, BOB) == {"anna": "in the lobby"}
    second()
    assert doing(lobby, BOB) == {}


async def test_what_others_are_doing_tells_no_private_code(lobby: Lobby) -> None:
    for who in (ANN, BOB, EVE):
        lobby.arrive(who, ignore)
    link = await lobby.host(ANN, Options(), private=False)
    watcher = await lobby.watch(link.latest.code, EVE)
    assert doing(lobby, BOB) == {"ann": f"waiting {link.latest.code}", "eve": "watching"}
    await watcher.close()
    await link.send(Leave())
    await link.close()
    await lobby.play_bot(ANN, "rookie", Options())
    assert doing(lobby, BOB) == {"ann": "playing", "eve": "in the lobby"}
