"""Challenges at the desk: each end of one, and each reason for which there is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from cardtable.errors import Rejected
from cardtable.rules.hustle.commands import Options
from cardtable.table.commands import Leave
from cardtable.table.events import Player
from cardtable.table.link import TableLink
from cardtable.table.lobby import Lobby
from cardtable.table.ports import Challenge, Challenged
from cardtable.table.views import Stage
from tests.support.ssh_server import eventually
from tests.support.tables import HandClock, player, seeds

ANN, BOB, EVE = (player(name) for name in ("ann", "bob", "eve"))


async def no_bot(level: str, link: TableLink) -> None:
    """Nobody plays."""


class House:
    """A front desk where ann, bob and eve are; what each was asked."""

    def __init__(self, patience: float) -> None:
        self.lobby = Lobby(bots=no_bot, remote=True, now=HandClock(), seeds=seeds, patience=patience)
        self.asked: dict[str, list[Challenged]] = {"ann": [], "bob": [], "eve": []}
        self.depart: dict[str, Callable[[], None]] = {
            who.name: self.lobby.arrive(who, self.asked[who.name].append) for who in (ANN, BOB, EVE)
        }

    def challenge(self, by: Player, whom: str, options: Options | None = None) -> Challenge:
        """By name."""
        number = next(other.number for other in self.lobby.others(by) if other.name == whom)
        return self.lobby.challenge(by, number, options or Options())

    def refusal(self, by: Player, whom: str) -> str:
        """Why not."""
        with pytest.raises(Rejected) as refused:
            self.challenge(by, whom)
        return refused.value.text


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """Open until the test is over."""
    made = House(patience=30.0)
    await made.lobby.open()
    yield made
    await made.lobby.close()


async def reason(waiting: asyncio.Task[TableLink]) -> str:
    """Why there is no seat."""
    with pytest.raises(Rejected) as refused:
        await waiting
    return refused.value.text


async def test_accepted_both_sit_at_a_new_private_table(house: House) -> None:
    challenge = house.challenge(ANN, "bob", Options(draft="open"))
    waiting = asyncio.create_task(challenge.wait())
    asked = house.asked["bob"][0]
    assert (asked.by, asked.options.draft) == ("ann", "open")
    bob = await asked.accept()
    ann = await waiting
    assert (ann.seat, bob.seat) == (0, 1)
    assert bob.latest.private
    assert bob.latest.stage is Stage.PLAYING
    assert bob.latest.options == Options(draft="open")
    assert await asked.withdrawn() == ""
    with pytest.raises(Rejected):
        await asked.accept()
    assert house.lobby.tables() == ()


async def test_declined_missed_and_gone_are_each_told_in_a_sentence(house: House) -> None:
    ends: list[tuple[Callable[[Challenged], object], str]] = [
        (lambda asked: asked.decline(), "bob does not want to play now."),
        (lambda asked: asked.missed(), "bob cannot answer now."),
        (lambda _asked: house.depart["bob"](), "bob has gone away."),
    ]
    for end, told in ends:
        waiting = asyncio.create_task(house.challenge(ANN, "bob").wait())
        end(house.asked["bob"][-1])
        assert await reason(waiting) == told


async def test_taken_back_the_question_goes(house: House) -> None:
    challenge = house.challenge(ANN, "bob")
    waiting = asyncio.create_task(challenge.wait())
    await asyncio.sleep(0)
    challenge.cancel()
    challenge.cancel()
    assert await house.asked["bob"][0].withdrawn() == "ann has taken the challenge back."
    assert await reason(waiting) == "You have taken the challenge back."


async def test_who_challenged_and_hung_up_takes_it_back(house: House) -> None:
    waiting = asyncio.create_task(house.challenge(ANN, "bob").wait())
    await asyncio.sleep(0)
    house.depart["ann"]()
    waiting.cancel()
    assert await house.asked["bob"][0].withdrawn() == "ann has gone away."


async def test_unanswered_it_runs_out() -> None:
    house = House(patience=0.02)
    await house.lobby.open()
    waiting = asyncio.create_task(house.challenge(ANN, "bob").wait())
    assert await house.asked["bob"][0].withdrawn() == "ann’s challenge has run out."
    assert await reason(waiting) == "bob did not answer within 0 seconds."
    await house.lobby.close()


async def test_one_open_challenge_a_player_and_three_a_minute(house: House) -> None:
    house.challenge(ANN, "bob")
    assert house.refusal(ANN, "eve") == "One challenge at a time: yours is still open."
    assert house.refusal(EVE, "bob").startswith("bob has a challenge open already")
    assert house.refusal(EVE, "ann").startswith("ann has a challenge open already")
    for _ in range(2):
        house.asked["bob"][-1].decline()
        house.challenge(ANN, "bob")
    house.asked["bob"][-1].decline()
    assert house.refusal(ANN, "bob") == "That was 3 challenges to bob within a minute; give them time."
    house.challenge(ANN, "eve")


async def test_nobody_is_asked_over_a_table_or_while_they_wait(house: House) -> None:
    bob = await house.lobby.host(BOB, Options(), private=True)
    assert house.refusal(ANN, "bob").startswith("bob has a table already")
    assert house.refusal(BOB, "ann").startswith("You have a seat at table")
    await house.lobby.join(bob.latest.code, EVE)
    assert house.refusal(ANN, "bob") == "bob is playing now."
    await bob.send(Leave())
    quick = house.lobby.quick_match(BOB)
    assert house.refusal(ANN, "bob").startswith("bob waits for a quick match")
    quick.cancel()
    house.challenge(ANN, "bob")


async def test_who_has_gone_cannot_be_asked(house: House) -> None:
    number = house.lobby.others(ANN)[0].number
    house.depart["bob"]()
    with pytest.raises(Rejected, match="gone away"):
        house.lobby.challenge(ANN, number, Options())


async def test_who_sat_down_elsewhere_meanwhile_is_not_seated_twice(house: House) -> None:
    waiting = asyncio.create_task(house.challenge(ANN, "bob").wait())
    await house.lobby.host(ANN, Options(), private=True)
    with pytest.raises(Rejected, match="ann has a table already"):
        await house.asked["bob"][0].accept()
    assert (await reason(waiting)).startswith("ann has a table already")


async def test_who_hangs_up_while_being_seated_leaves_nobody_playing_alone(house: House) -> None:
    waiting = asyncio.create_task(house.challenge(ANN, "bob").wait())
    await asyncio.sleep(0)
    accepting = asyncio.create_task(house.asked["bob"][0].accept())
    await asyncio.sleep(0)
    waiting.cancel()
    link = await accepting
    await eventually(lambda: link.latest.stage is Stage.CLOSED, "closed")
    assert link.latest.seats[0].left
