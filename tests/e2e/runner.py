"""Plays a script: one line, one step; every player is a real ssh client at the real server.

cards 10H 9D …                  the deck begins so (first line; without it the seed decides)
cut 10                          the deck is cut before a first match, in so many seconds (without it: not at all)
speed 20                        the clocks are real, and so many times as fast (without it: by hand)
connect ann key new hustle      a window called ann logs in as ann, with ann's key, and asks for `new hustle`;
                                before the command: key, key=WHOSE, user=NAME, size=80x24, term=none
code CODE from ann after "join "    the code that stands behind these words is $CODE from now on
match ID from ann                   the same of the first match in the history that ann was told
type ann 1                      press keys; <enter> <esc> <backspace> <tab> <ctrl-c> are keys, too
expect ann "text"               wait until it is on the screen; refute: it is not there
draft ann 112233 bob 123123     six cards (the last ones if fewer), each as soon as it is asked for
turn ann h bob s                one turn of the match-up, as soon as it is asked for; or of one player alone
resize ann 30x8   drop ann      another window; a line that is cut
insist ann y "text"             press a key again and again until the text is there (a question that comes up
                                takes no answer for a moment, so that no key of the game can answer it)
clock +30                       so many seconds pass at every table
exit ann 0                      the session ends with this code, and the terminal is clean
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import asyncssh

from tests.e2e.place import Place, open_place
from tests.support.ssh_client import Player

KEYS = {"<enter>": "\r", "<esc>": "\x1b", "<backspace>": "\x7f", "<tab>": "\t", "<ctrl-c>": "\x03", "<down>": "\x1b[B"}

PATIENCE = 20.0
"""Seconds that any step may take on a busy machine."""

INSISTING = 0.4
"""Seconds between two presses of a key that is pressed until it works."""


class Script:
    """A script's text, read: its deck, the speed of its clocks, and its numbered steps."""

    def __init__(self, text: str) -> None:
        self.deck = ""
        self.speed = 0.0
        self.cut_time = 0
        self.steps: list[tuple[int, list[str]]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            words = shlex.split(line, comments=True)
            match words[:1]:
                case ["cards"]:
                    self.deck = " ".join(words[1:])
                case ["speed"]:
                    self.speed = float(words[1])
                case ["cut"]:
                    self.cut_time = int(words[1]) * 1000
                case [_]:
                    self.steps.append((number, words))


async def run_script(name: str, text: str, host_key: Path) -> None:
    """Play a script; the failure names its line."""
    script = Script(text)
    async with open_place(host_key, deck=script.deck, speed=script.speed, cut_time=script.cut_time) as place:
        stage = Stage(place)
        try:
            for number, words in script.steps:
                try:
                    await stage.step(words)
                except Exception as fault:
                    raise AssertionError(f"{name}:{number}: {shlex.join(words)}: {fault}") from fault
        finally:
            await stage.clear()


class Stage:
    """Everybody who is connected, and the codes they have read."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.players: dict[str, Player] = {}
        self.codes: dict[str, str] = {}
        self._keys: dict[str, asyncssh.SSHKey] = {}

    async def step(self, words: list[str]) -> None:
        """Carry out one line."""
        verb, *rest = [re.sub(r"\$([A-Z]+)", lambda found: self.codes[found[1]], word) for word in words]
        does: Callable[..., Awaitable[None]] = getattr(self, f"do_{verb}")
        await does(*rest)

    async def clear(self) -> None:
        """Everybody hangs up."""
        for player in self.players.values():
            await player.drop()

    async def do_connect(self, who: str, *words: str) -> None:
        user, key, size, term, rest = who, None, "80x24", "xterm-256color", list(words)
        while rest and re.fullmatch(r"key(=.+)?|(user|size|term)=.+", rest[0]):
            option, _, value = rest.pop(0).partition("=")
            match option:
                case "key":
                    key = self._key(value or who)
                case "user":
                    user = value
                case "size":
                    size = value
                case "term":
                    term = value
        if who in self.players:
            await self.players[who].drop()
        self.players[who] = await Player.connect(
            self.place.port,
            user,
            " ".join(rest) or None,
            key=key,
            size=_size(size),
            term=None if term == "none" else term,
        )

    async def do_code(self, name: str, _from: str, who: str, _after: str, words: str) -> None:
        pattern = re.compile(re.escape(words) + r"(\w{3}-\w{3})\b")
        await self.players[who].until(lambda: bool(pattern.search(self.players[who].screen)), words, PATIENCE)
        found = pattern.search(self.players[who].screen)
        assert found is not None
        self.codes[name] = found[1]

    async def do_match(self, name: str, _from: str, who: str) -> None:
        pattern = re.compile(r"^([2-9A-Z]{8}) ", re.MULTILINE)
        found = pattern.search(self.players[who].screen)
        assert found is not None, self.players[who].screen
        self.codes[name] = found[1]

    async def do_type(self, who: str, *keys: str) -> None:
        for word in keys:
            self.players[who].type(KEYS.get(word, word))

    async def do_expect(self, who: str, text: str) -> None:
        await self.players[who].expect(text, PATIENCE)

    async def do_refute(self, who: str, text: str) -> None:
        await self.players[who].refute(text)

    async def do_draft(self, *who_and_columns: str) -> None:
        choices = _pairs(who_and_columns)
        await self.draft(choices, first=7 - len(choices[0][1]))

    async def draft(self, choices: list[tuple[str, str]], first: int) -> None:
        """Place cards from this one (1 to 6) on, each player as their string of columns says."""
        for card in range(len(choices[0][1])):
            for who, columns in choices:
                await self.do_expect(who, f"Card {first + card} of 6: which column?")
                await self.do_type(who, columns[card])

    async def do_turn(self, *who_and_key: str) -> None:
        for who, key in _pairs(who_and_key):
            await self.do_expect(who, "Hit or stand?")
            await self._type_and_see(who, key)

    async def do_insist(self, who: str, key: str, text: str) -> None:
        player = self.players[who]
        for _ in range(int(PATIENCE / INSISTING)):
            await self.do_type(who, key)
            with suppress(AssertionError):
                return await player.expect(text, INSISTING)
        return await player.expect(text, INSISTING)

    async def _type_and_see(self, who: str, key: str) -> None:
        """A prompt never stands twice: a card changes a total, and a stand locks one."""
        player, before = self.players[who], _prompt(self.players[who].screen)
        await self.do_type(who, key)
        await player.until(lambda: _prompt(player.screen) != before, f"an answer to {key}", PATIENCE)

    async def do_resize(self, who: str, size: str) -> None:
        self.players[who].resize(*_size(size))

    async def do_drop(self, who: str) -> None:
        await self.players[who].drop()

    async def do_clock(self, seconds: str) -> None:
        self.place.pass_time(float(seconds))

    async def do_exit(self, who: str, code: str) -> None:
        player = self.players[who]
        assert await player.exit_status(PATIENCE) == int(code), player.screen
        assert not player.modes.unclean(), player.modes.unclean()

    def _key(self, whose: str) -> asyncssh.SSHKey:
        if whose not in self._keys:
            self._keys[whose] = asyncssh.generate_private_key("ssh-ed25519")
        return self._keys[whose]


def _prompt(screen: str) -> str:
    return next((line.partition("Hit or stand?")[0] for line in screen.splitlines() if "Hit or stand?" in line), "")


def _size(text: str) -> tuple[int, int]:
    columns, rows = text.split("x")
    return int(columns), int(rows)


def _pairs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))
