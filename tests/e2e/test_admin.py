"""The operator over ssh: lists, kicks, bans, closes, announces; everybody else is told that it is not theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from cardtable.store.memory import MemoryStore
from cardtable.table.keeping import Ban, HistoryQuery
from tests.e2e.place import Place, open_place
from tests.e2e.runner import Stage
from tests.support.ssh_client import Player
from tests.support.ssh_server import eventually

KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("oz", "ann", "bob")}
PRINTS = {name: key.get_fingerprint() for name, key in KEYS.items()}


class House:
    """A place with oz for its operator."""

    def __init__(self, place: Place, store: MemoryStore) -> None:
        self.place = place
        self.store = store
        self.stage = Stage(place)

    async def order(self, words: str, who: str = "oz", code: int = 0) -> str:
        """What `ssh host admin …` answers."""
        key = KEYS.get(who)
        async with await Player.connect(self.place.port, who, f"admin {words}", term=None, key=key) as player:
            assert await player.exit_status() == code, player.text + player.errors.decode()
            return player.text + player.errors.decode()

    async def come(self, who: str, command: str | None = None, *, guest: bool = False) -> Player:
        """A session with a screen."""
        player = await Player.connect(self.place.port, who, command, key=None if guest else KEYS[who])
        self.stage.players[who] = player
        return player

    async def seated(self) -> tuple[Player, Player]:
        """Ann and bob in a match at $CODE."""
        ann = await self.come("ann", "new hustle")
        await self.stage.do_code("CODE", "from", "ann", "after", "join ")
        bob = await self.come("bob", f"join {self.stage.codes['CODE']}")
        for player in (ann, bob):
            await player.expect("Card 1 of 6: which column?")
        return ann, bob


@asynccontextmanager
async def open_house(key_file: Path, store: MemoryStore | None = None) -> AsyncIterator[House]:
    """A server whose operator is oz."""
    store = store or MemoryStore()
    async with open_place(key_file, store=store, operators=frozenset({PRINTS["oz"]})) as place:
        house = House(place, store)
        try:
            yield house
        finally:
            await house.stage.clear()


@pytest.mark.parametrize("words", ["", "list", "kick ann", "nonsense", "ban key", "drain"])
@pytest.mark.parametrize("who", ["ann", "guest"])
async def test_nobody_else_is_the_operator(key_file: Path, words: str, who: str) -> None:
    async with open_house(key_file) as house:
        assert await house.order(words, who, code=2) == "cardtable: only the operator can do that\n"


async def test_the_list_tells_who_is_where(key_file: Path) -> None:
    async with open_house(key_file) as house:
        await house.seated()
        gus = await house.come("gus", guest=True)
        await gus.expect("You are gus")
        told = (await house.order("list")).splitlines()
        assert told[0] == "Sessions: 3"
        code = house.stage.codes["CODE"]
        places = {"ann": f"at table {code}", "bob": f"at table {code}", "gus": "in the lobby"}
        for line, (who, place) in zip(told[1:4], places.items(), strict=True):
            assert who in line
            assert place in line
            assert "127.0.0.1" in line
            assert line.endswith(PRINTS.get(who, "guest"))
        assert told[4] == "Tables: 1"
        assert told[5].split() == [code, "ann", "against", "bob", "playing", "0", "watching"]


async def test_who_is_kicked_reads_why_and_keeps_the_seat(key_file: Path) -> None:
    async with open_house(key_file) as house:
        ann, _ = await house.seated()
        assert await house.order("kick ANN don't shout") == "1 session ended.\n"
        assert await ann.exit_status() == 77
        assert "The operator has ended this session: don't shout" in ann.screen
        assert not ann.modes.unclean()
        again = await house.come("ann")
        await again.expect("Card 1 of 6: which column?")


async def test_two_guests_of_one_name_are_told_apart_by_number(key_file: Path) -> None:
    async with open_house(key_file) as house:
        for name in ("one", "two"):
            house.stage.players[name] = await Player.connect(house.place.port, "gus")
            await house.stage.players[name].expect("You are gus")
        assert "Several players are called gus" in await house.order("kick gus", code=2)
        assert await house.order("kick 2") == "1 session ended.\n"
        assert await house.stage.players["two"].exit_status() == 77
        assert not house.stage.players["one"].closed.is_set()


async def test_kicking_who_is_not_there(key_file: Path) -> None:
    async with open_house(key_file) as house:
        assert "Nobody here is called ann" in await house.order("kick ann", code=2)


async def test_a_banned_key_is_out_and_stays_out_until_unbanned(key_file: Path) -> None:
    async with open_house(key_file) as house:
        ann, _ = await house.seated()
        assert PRINTS["ann"] in await house.order("ban ann rude")
        assert await ann.exit_status() == 77
        assert "You are banned from this server: rude" in ann.screen
        assert not ann.modes.unclean()
        for term in ("xterm", None):
            async with await Player.connect(house.place.port, "eve", key=KEYS["ann"], term=term) as again:
                assert await again.exit_status() == 77
                assert "You are banned from this server: rude" in again.text + again.errors.decode()
        assert [(ban.what, ban.value) for ban in await house.store.bans()] == [("key", PRINTS["ann"])]
        assert PRINTS["ann"] in await house.order("bans")
        assert "may come in again" in await house.order(f"unban key {PRINTS['ann']}")
        await (await house.come("ann")).expect("Card 1 of 6: which column?")
        assert await house.store.bans() == ()
        assert await house.order("bans") == "Nobody is banned.\n"


async def test_every_key_of_a_banned_player_is_banned(key_file: Path) -> None:
    async with open_house(key_file) as house:
        ann = await house.come("ann")
        await ann.expect("You are ann")
        profile = await house.store.player_of(PRINTS["ann"])
        assert profile is not None
        await house.store.add_key(profile.id, PRINTS["bob"])
        await house.order("ban ann")
        assert {ban.value for ban in await house.store.bans()} == {PRINTS["ann"], PRINTS["bob"]}


async def test_a_banned_address_is_refused_before_it_has_logged_in_with_one_line(key_file: Path) -> None:
    store = MemoryStore()
    await store.ban(Ban("address", "127.0.0.1", "floods", 1))
    async with open_house(key_file, store) as house:
        for key in (KEYS["ann"], None):
            with pytest.raises(asyncssh.DisconnectError) as told:
                await Player.connect(house.place.port, "ann", key=key)
            assert told.value.reason.startswith("You are banned from this server: floods")
        await eventually(lambda: not house.place.server.sessions, "a session of a banned address")


async def test_a_ban_ends_the_sessions_of_an_address(key_file: Path) -> None:
    """From another address than the operator's own, who may not lock himself out."""
    async with open_house(key_file) as house:
        assert "the address that you come from yourself" in await house.order("ban address 127.0.0.1", code=2)
        gus = await Player.connect(house.place.port, "gus", options={"local_addr": ("127.0.0.9", 0)})
        await gus.expect("You are gus")
        assert "address 127.0.0.9" in await house.order("ban gus")
        assert await gus.exit_status() == 77
        assert not gus.modes.unclean()
        await gus.drop()
        with pytest.raises(asyncssh.DisconnectError):
            await Player.connect(house.place.port, "gus", options={"local_addr": ("127.0.0.9", 0)})


async def test_an_operator_cannot_be_banned(key_file: Path) -> None:
    async with open_house(key_file) as house:
        assert "the key of an operator" in await house.order(f"ban key {PRINTS['oz']}", code=2)
        assert await house.store.bans() == ()


async def test_a_ban_that_cannot_be_stored_holds_all_the_same(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house(key_file) as house:

        async def never(ban: Ban) -> None:
            raise TimeoutError

        monkeypatch.setattr(house.store, "ban", never)
        assert "It holds until the server ends" in await house.order(f"ban key {PRINTS['ann']}")
        async with await Player.connect(house.place.port, "ann", key=KEYS["ann"]) as ann:
            assert await ann.exit_status() == 77


async def test_a_closed_table_is_told_and_leaves_no_result(key_file: Path) -> None:
    async with open_house(key_file) as house:
        players = await house.seated()
        code = house.stage.codes["CODE"]
        assert await house.order(f"close {code}") == f"Table {code} is closed.\n"
        for player in players:
            await player.expect("The operator has closed this table. No result counts.")
            player.type("\r")
            await player.expect("Quick match")
        assert await house.store.history(HistoryQuery()) == ()
        assert "There is no table ZZZ-ZZ2 now" in await house.order("close ZZZ-ZZ2", code=2)


async def test_an_announcement_is_seen_everywhere_and_cleaned(key_file: Path) -> None:
    async with open_house(key_file) as house:
        ann, bob = await house.seated()
        gus = await house.come("gus", guest=True)
        await gus.expect("You are gus")
        assert await house.order("announce Back at [b]ten\x1b[31m\u202e, don't wait") == "3 sessions told.\n"
        for player in (ann, bob, gus):
            await player.expect("Back at [b]ten[31m, don't")


async def test_drain_asks_the_process_to_end(key_file: Path) -> None:
    async with open_house(key_file) as house:
        asked: list[bool] = []
        house.place.server.ask_to_end = lambda: asked.append(True)
        assert "The server is going down" in await house.order("drain")
        assert asked == [True]


async def test_help_and_mistakes(key_file: Path) -> None:
    async with open_house(key_file) as house:
        assert "admin announce TEXT" in await house.order("help")
        told = await house.order("nonsense", code=2)
        assert told.startswith("cardtable: unknown admin command 'nonsense'; known are: list, kick, ban")
