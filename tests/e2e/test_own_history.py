"""Matches at one's own terminal are kept for one's own history."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.compose.desk import BotsWhenNeeded, make_lobby
from cardtable.compose.local import local_player
from cardtable.compose.own_home import OWN, OwnHome
from cardtable.config import Config
from cardtable.rules.hustle.commands import Concede, Options
from cardtable.table.keeping import HistoryQuery


async def test_a_match_against_a_bot_is_recorded_even_if_one_leaves_at_once(tmp_path: Path) -> None:
    config = Config(tmp_path, tmp_path)
    for matches in (1, 2):
        own, bots = OwnHome(config, "ann"), BotsWhenNeeded()
        lobby = make_lobby(config, bots, remote=False, record=own.record)
        await lobby.open()
        link = await lobby.play_bot(local_player(), "rookie", Options())
        await link.send(Concede())
        await lobby.close()
        await bots.close()
        page = await (await own.store()).history(HistoryQuery(player=OWN))
        assert [(match.seats[0].result, match.seats[1].level, match.rated) for match in page] == [
            ("lost", "rookie", False)
        ] * matches
        await own.close()


async def test_two_at_one_keyboard_leave_no_history(tmp_path: Path) -> None:
    config = Config(tmp_path, tmp_path)
    own = OwnHome(config, "ann")
    lobby = make_lobby(config, BotsWhenNeeded(), remote=False, record=own.record)
    await lobby.open()
    links = await lobby.hot_seat(("ann", "bob"), Options())
    await links[0].send(Concede())
    await lobby.close()
    assert await (await own.store()).history(HistoryQuery()) == ()
    await own.close()


async def test_a_broken_database_does_not_stop_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "cardtable.db").write_bytes(b"no database")
    config = Config(tmp_path, tmp_path)
    own, bots = OwnHome(config, "ann"), BotsWhenNeeded()
    lobby = make_lobby(config, bots, remote=False, record=own.record)
    await lobby.open()
    link = await lobby.play_bot(local_player(), "rookie", Options())
    await link.send(Concede())
    await lobby.close()
    await bots.close()
    assert "a match is not recorded" in caplog.text
    assert (tmp_path / "cardtable.db").read_bytes() == b"no database"
    caplog.clear()
