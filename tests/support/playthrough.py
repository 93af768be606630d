"""A match as a text to be reviewed: what was done, what happened, and what each viewer saw then, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.rules.hustle.commands import Choice
from cardtable.rules.hustle.events import Chose, Event, Shuffled, SkipLost
from cardtable.rules.hustle.project import redact, view_for
from cardtable.rules.hustle.views import HustleView, Lane
from cardtable.rules.hustle.words import say
from tests.support.hustle import Match
from tests.support.hustle_cases import action_of

NAMES = ("ann", "bob")
VIEWERS = (0, 1, None)


def playthrough(title: str, match: Match) -> str:
    """The whole text."""
    lines = [f"# {title}", f"# {match.states[0].options}", ""]
    for state, step in zip(match.states, match.steps, strict=True):
        views = [view_for(state, viewer) for viewer in VIEWERS]
        # What is open to all is one line, unless somebody should see it otherwise.
        lines += [_cause(step), *_happened(step), *dict.fromkeys(_open(view) for view in views)]
        lines += [*(_own(view) for view in views), ""]
    return "\n".join(lines)


def _cause(step: tuple[Event, ...]) -> str:
    first = step[0]
    if isinstance(first, Shuffled):
        return f"> shuffle {first.seed}"
    if isinstance(first, Chose):
        return f"> {NAMES[first.seat]} {action_of(first.choice)}"
    late = [NAMES[event.seat] for event in step if isinstance(event, SkipLost)]
    if not late:
        return "> a concession"
    return f"> the extra clock ends for {' and '.join(late)}"


def _happened(step: tuple[Event, ...]) -> Iterator[str]:
    for event in step:
        less = [_who(viewer) for viewer in VIEWERS if redact(event, viewer) != event]
        yield f"  {say(event, NAMES)}" + (f"   ({', '.join(less)}: only that it happened)" if less else "")


def _who(viewer: int | None) -> str:
    return "watcher" if viewer is None else NAMES[viewer]


def _open(view: HustleView) -> str:
    boards = " | ".join(" ".join(_lane(lane) for lane in board) for board in view.boards)
    return f"  {boards} | {_standing(view)}"


def _lane(lane: Lane) -> str:
    marks = "s" * lane.soft + "L" * lane.locked + "B" * lane.bust
    return f"[{' '.join(lane.cards) or '-'} = {lane.total}{marks}]"


def _standing(view: HustleView) -> str:
    asked = [NAMES[seat] for seat in (0, 1) if view.asked[seat]]
    ready = [NAMES[seat] for seat in (0, 1) if view.ready[seat]]
    ended = f", {view.result} {view.reason}" if view.result else ""
    cards = f"drawn {view.drawn}, last {view.last_card or '-'}, up {view.up_card or '-'}"
    return (
        f"{view.phase} column {view.column + 1}, {cards}, asked {_list(asked)}, ready {_list(ready)}, "
        f"wins {view.wins[0]}-{view.wins[1]}, skips {view.skips_left[0]}-{view.skips_left[1]}{ended}"
    )


def _own(view: HustleView) -> str:
    chosen = () if view.my_choice is None else (view.my_choice,)
    return f"  {_who(view.viewer)}: chosen {_choices(chosen)}, may {_choices(view.legal)}"


def _choices(choices: tuple[Choice, ...]) -> str:
    return _list([action_of(choice) for choice in choices])


def _list(words: list[str]) -> str:
    return " ".join(words) or "-"
