"""What is said about a moment of a finished match. Pure, and never about anything later."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.rules.hustle.events import ChoiceHidden, Chose, Committed, PublicEvent
from cardtable.rules.hustle.words import say
from cardtable.rules.notation import Moment, told
from cardtable.rules.notation.text import clock, seconds
from cardtable.table.views import LogLine
from cardtable.tui import present
from cardtable.tui.brush import fitted
from cardtable.tui.cards import card_text
from cardtable.tui.replay_model import Place, Replay

SEALED = "The deck is shuffled and sealed: both get the same cards in the same order."


def side(replay: Replay, place: Place, cells: int) -> str:
    """Whose view it is; a name in no more than so many cells."""
    if place.viewer is None:
        return "both open"
    name = replay.names[place.viewer]
    return f"{fitted(name, min(cell_len(name), cells))}’s view"


def when(replay: Replay, place: Place) -> tuple[str, ...]:
    """The instant, counted from the start, and how long whoever chose had thought; then the same in less room."""
    here = replay.here(place)
    spent = [(name, took) for name, took in zip(replay.names, here.took, strict=True) if took is not None]
    if not spent:
        return (clock(here.at),)
    name, took = spent[0]
    return f"{clock(here.at)} · {name} took {seconds(took)}", f"{clock(here.at)} · {seconds(took)}", clock(here.at)


def headline(replay: Replay, place: Place) -> str:
    """What this moment is about: a choice that waits for the other's, or what came of them."""
    here = replay.here(place)
    if isinstance(here.happened[0], Committed):
        return SEALED
    return " ".join(_sentences(here, replay)) or _waiting(here.happened[0], replay)


def before(replay: Replay, place: Place) -> list[str]:
    """What had happened by then, newest first."""
    earlier = replay.until(place)[:-1]
    return [sentence for moment in reversed(earlier) for sentence in reversed(_sentences(moment, replay))]


def log(replay: Replay, place: Place) -> list[str]:
    """The readable log up to this moment, from the start; a heading has no blanks before it."""
    return told(replay.until(place), replay.names, card_text)


def _sentences(moment: Moment, replay: Replay) -> list[str]:
    return present.log_sentences([LogLine(moment.number, event) for event in moment.happened], replay.names)


def _waiting(event: PublicEvent, replay: Replay) -> str:
    if isinstance(event, Chose):
        return f"{say(event, replay.names)}."
    return f"{replay.names[event.seat]} has chosen." if isinstance(event, ChoiceHidden) else ""
