"""Scenes of 21 Hustle by name: who looks, at what size, and which keys are pressed first. For pictures."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cardtable.rules.hustle.commands import Options
from cardtable.table.commands import AskRematch, Cut, Leave
from cardtable.table.handle import LineDown, halt
from tests.support.hustle_views import DRAFT, WHOLE_DRAFT, FakeLink, Scene
from tests.support.table_app import SEEN, TableApp

Made = tuple[Callable[[], TableApp], tuple[int, int], tuple[str, ...]]

FULL, WIDE, SMALL, LEAST = (80, 24), (120, 40), (60, 20), (40, 12)
OPEN = Options(draft="open")
NEW = msgspec.structs.replace(SEEN, seen_draft=False, seen_matchup=False)
MONO = msgspec.structs.replace(SEEN, theme="mono")
ASCII = msgspec.structs.replace(SEEN, theme="mono", cards="ascii")
PAPER = msgspec.structs.replace(SEEN, theme="paper", four_colour=True)


PAIR = ("ann", "bob")
LONG = ("Abcdefghijklmnop", "Ponmlkjihgfedcba")


def draft() -> Scene:
    """Bob is ready for the third card."""
    return Scene().play(DRAFT).wait(3_400).play("-/2").wait(1_000)


def matchup(names: tuple[str, str] = PAIR) -> Scene:
    """Column 1 is won, column 2 under way."""
    return (
        Scene(names).play(WHOLE_DRAFT).wait(900).play("s/h").wait(1_500).play("-/h").wait(700).play("h/s").wait(2_600)
    )


def extra(names: tuple[str, str] = PAIR) -> Scene:
    """Seat 0 is on its extra clock, and has lost a skip; bob's line is lost."""
    scene = Scene(names, remote=True).play(WHOLE_DRAFT).wait(38_000)
    return scene.play("-/s").do(1, LineDown()).wait(8_000 + 16_000)


def over(names: tuple[str, str] = PAIR) -> Scene:
    """Played to its end."""
    scene = Scene(names).play(WHOLE_DRAFT)
    for _ in range(12):
        match = scene.table.match
        if match is None or match.result is not None:
            break
        scene.play("/".join("s" if asked else "-" for asked in match.asked))
    return scene


def waiting() -> Scene:
    """The host alone."""
    return Scene(("ann",), remote=True, guests=True)


def cutting() -> Scene:
    """The deck is sealed; bob has cut it, and seat 0 has 7.6 seconds left to."""
    return Scene(remote=True, cut_time=10_000).wait(1_000).do(1, Cut("of cups")).wait(1_400)


def halted() -> Scene:
    """Our fault."""
    scene = matchup()
    scene.table = halt(scene.table, "3f9a01bc", scene.now).table
    return scene


def seat(scene: Callable[[], Scene], **how: object) -> Callable[[], TableApp]:
    """Seat 0 looks."""
    return lambda: TableApp(FakeLink(scene().view(0)), **how)  # type: ignore[arg-type]


def watcher(scene: Callable[[], Scene]) -> Callable[[], TableApp]:
    """A spectator looks."""
    return lambda: TableApp(FakeLink(scene().view(None)), local=False)


def both(scene: Callable[[], Scene], **how: object) -> Callable[[], TableApp]:
    """Two at one keyboard look."""

    def make() -> TableApp:
        played = scene()
        return TableApp(FakeLink(played.view(0)), FakeLink(played.view(1)), **how)  # type: ignore[arg-type]

    return make


SCENES: dict[str, Made] = {
    "draft-80x24": (seat(draft), FULL, ()),
    "draft-first-time-80x24": (seat(lambda: Scene().wait(900), prefs=NEW), FULL, ()),
    "draft-chosen-80x24": (seat(lambda: Scene().play(DRAFT).play("3/-").wait(2_000)), FULL, ()),
    "draft-open-80x24": (seat(lambda: Scene(options=OPEN).play(DRAFT).wait(2_000)), FULL, ("right",)),
    "draft-120x40": (seat(draft), WIDE, ()),
    "draft-60x20": (seat(draft), SMALL, ()),
    "draft-40x12": (seat(draft), LEAST, ()),
    "matchup-80x24": (seat(matchup), FULL, ()),
    "matchup-120x40": (seat(matchup, prefs=PAPER), WIDE, ()),
    "matchup-60x20": (seat(matchup), SMALL, ()),
    "matchup-40x12": (seat(matchup), LEAST, ()),
    "matchup-55x19": (seat(matchup), (55, 19), ()),
    "draft-full-80x24": (seat(lambda: Scene().play("1/2 1/2 2/1 2/1").wait(900)), FULL, ()),
    "matchup-max-80x24": (seat(matchup), FULL, ("m",)),
    "matchup-first-time-80x24": (seat(lambda: Scene().play(WHOLE_DRAFT).wait(900), prefs=NEW), FULL, ()),
    "matchup-mono-80x24": (seat(matchup, prefs=MONO), FULL, ("right",)),
    "matchup-ascii-80x24": (seat(matchup, prefs=ASCII, unicode=False), FULL, ()),
    "extra-80x24": (seat(extra, local=False), FULL, ()),
    "extra-40x12": (seat(extra, local=False), LEAST, ()),
    "extra-60x20": (seat(extra, local=False), SMALL, ()),
    "leave-80x24": (seat(matchup), FULL, ("q",)),
    "over-80x24": (seat(lambda: over().do(1, AskRematch())), FULL, ()),
    "over-120x40": (seat(over), WIDE, ()),
    "won-80x24": (lambda: TableApp(FakeLink(over().view(1))), FULL, ()),
    "won-mono-80x24": (lambda: TableApp(FakeLink(over().view(1)), prefs=MONO), FULL, ()),
    "over-40x12": (seat(over), LEAST, ()),
    "closed-80x24": (seat(lambda: over().do(1, Leave())), FULL, ()),
    "halted-80x24": (seat(halted), FULL, ()),
    "waiting-80x24": (seat(waiting, local=False), FULL, ()),
    "waiting-40x12": (seat(waiting, local=False), LEAST, ()),
    "hot-seat-draft-80x24": (both(lambda: Scene().play(DRAFT).play("3/-").wait(2_000)), FULL, ()),
    "hot-seat-80x24": (both(matchup), FULL, ()),
    "hot-seat-60x20": (both(matchup), SMALL, ()),
    "hot-seat-40x12": (both(lambda: Scene().play(WHOLE_DRAFT)), LEAST, ()),
    "hot-seat-draft-40x12": (both(lambda: Scene().play(DRAFT)), LEAST, ()),
    "hot-seat-long-60x20": (both(lambda: Scene(LONG).play(WHOLE_DRAFT)), SMALL, ()),
    "hot-seat-draft-long-60x20": (both(lambda: Scene(LONG).play(DRAFT)), SMALL, ()),
    "watching-80x24": (watcher(lambda: matchup().watched(3)), FULL, ()),
    "cutting-80x24": (seat(cutting, local=False), FULL, ("S", "e", "v", "e", "n", "space", "q")),
    "cutting-60x20": (seat(cutting), SMALL, ()),
    "cutting-40x12": (seat(cutting, local=False), LEAST, ("s", "e", "v", "e", "n")),
    "cutting-watched-80x24": (watcher(cutting), FULL, ()),
    "too-small": (seat(matchup), (38, 10), ()),
}
