"""A finished match that is looked at: at any moment, from any side, nothing is shown that comes later."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from cardtable.rules.cards import Card
from cardtable.rules.hustle.events import Chose, Reason, Result
from cardtable.rules.hustle.play import legal
from cardtable.rules.hustle.views import Phase
from cardtable.rules.notation import MatchRecord, moments
from cardtable.rules.notation import replay as states_of
from cardtable.tui import replay_parts, replay_words
from cardtable.tui.brush import Look
from cardtable.tui.cards import card_text
from cardtable.tui.replay_model import VIEWERS, Place, Replay
from cardtable.tui.screens.replay import LONGEST, SHORTEST, pace
from tests.rules.test_playthroughs import MATCHES
from tests.support.lobby_app import THEMES
from tests.support.records import RECORDS, record

LOOK = Look(THEMES["felt"])
SIZES = ((80, 24), (40, 12), (60, 20), (120, 40))
TIE = record(MATCHES["tie"][1])


def painted(replay: Replay, place: Place, size: tuple[int, int] = (80, 24)) -> str:
    """Everything on the screen, and the log page behind it."""
    pictures = replay_parts.pictures(replay, place, LOOK, *size)
    lines = [line.text for picture in pictures.values() for line in picture.lines]
    return "\n".join([*lines, *replay_words.log(replay, place)])


def _cut(saved: MatchRecord, events: int) -> MatchRecord:
    """The match as if no more than this had happened yet; what its heading says of the end is another end."""
    return replace(saved, events=saved.events[:events], result=Result.TIE, reason=Reason.CONCEDED, checksum="")


@given(RECORDS, st.data())
def test_what_comes_later_changes_nothing_that_is_shown(saved: MatchRecord, data: st.DataObject) -> None:
    replay, size = Replay(saved), data.draw(st.sampled_from(SIZES))
    number = data.draw(st.integers(0, len(moments(saved, None)) - 1))
    known = sum(len(moment.happened) for moment in moments(saved, None)[: number + 1])
    for viewer in VIEWERS:
        place = Place(number, viewer)
        assert painted(replay, place, size) == painted(Replay(_cut(saved, known)), place, size)


@given(RECORDS, st.data())
def test_no_card_is_shown_before_it_is_turned(saved: MatchRecord, data: st.DataObject) -> None:
    replay, shown, states = Replay(saved), moments(saved, None), states_of(saved)
    number, size = data.draw(st.integers(0, len(shown) - 1)), data.draw(st.sampled_from(SIZES))
    view, shoe = shown[number].view, states[0].shoe
    assert shoe is not None
    later = {card_text(shoe.card(n)) for n in range(view.drawn + (view.up_card is not None), 52)}
    for viewer in VIEWERS:
        text = painted(replay, Place(number, viewer), size)
        assert not {card for card in later if card in text}
        if view.phase is not Phase.OVER:
            assert saved.seed not in text or len(saved.seed) < 16


@given(RECORDS, st.data())
def test_a_choice_that_waits_is_shown_to_its_owner_only(saved: MatchRecord, data: st.DataObject) -> None:
    pairs = enumerate(zip(saved.events, states_of(saved), strict=True))
    at = [n for n, (recorded, state) in pairs if any(state.pending) and isinstance(recorded.event, Chose)]
    assume(at)
    event = data.draw(st.sampled_from(at))
    seat, other = _another(saved, event)
    changed = replace(_cut(saved, event + 1), events=(*saved.events[:event], other))
    here, number = _cut(saved, event + 1), len(moments(_cut(saved, event + 1), None)) - 1
    hidden = Place(number, 1 - seat)
    assert painted(Replay(here), hidden) == painted(Replay(changed), hidden)
    if other != saved.events[event]:
        for viewer in (seat, None):
            assert painted(Replay(here), Place(number, viewer)) != painted(Replay(changed), Place(number, viewer))


def _another(saved: MatchRecord, number: int) -> tuple[int, object]:
    """The seat that chose there, and the same event with another choice if there was one."""
    chose = saved.events[number].event
    assert isinstance(chose, Chose)
    before = states_of(saved)[number - 1]
    others = [choice for choice in legal(before, chose.seat) if choice != chose.choice]
    return chose.seat, replace(saved.events[number], event=replace(chose, choice=(others or [chose.choice])[0]))


@settings(max_examples=40)
@given(RECORDS)
def test_every_picture_fills_its_window(saved: MatchRecord) -> None:
    replay = Replay(replace(saved, names=("漢字漢字漢字漢字", "bob-with-a-name.")))
    for number in range(len(moments(saved, None))):
        width, height = (*SIZES, (38, 10), (59, 19))[number % 6]
        lines = replay_parts.frame(replay, Place(number, number % 2), LOOK, width, height)
        assert [cell_len(line.text) for line in lines] == [width] * height


def test_columns_can_be_jumped_to() -> None:
    replay, place = Replay(TIE), Place()
    starts = []
    while not replay.at_end(place):
        place = replay.next_column(place)
        starts.append((replay.here(place).view.column, replay.here(place).view.phase))
    assert starts == [(0, Phase.MATCHUP), (1, Phase.MATCHUP), (2, Phase.MATCHUP), (2, Phase.OVER)]
    back = [place := replay.column_before(place) for _ in range(4)]
    assert [replay.here(at).view.column for at in back] == [2, 1, 0, 0]
    assert back[-1] == replay.start(place) == replay.moved(replay.start(place), -1)
    assert replay.moved(replay.end(place), 1) == replay.end(place)


def test_the_newest_card_is_lit_where_it_lies() -> None:
    replay = Replay(TIE)
    lit = [replay.model(Place(number), LOOK).fresh for number in (1, 2, 14, 19)]
    assert lit == [(None, None), (0, 2), (0, 0), (None, None)]


def test_the_time_at_each_moment_is_said_in_words() -> None:
    replay = Replay(record(MATCHES["tie"][1], pace=61_000))
    assert replay_words.when(replay, Place(0)) == ("0:00",)
    assert replay_words.when(replay, Place(3))[0] == "3:03 · bob took 61.0 s"


def test_it_plays_at_a_pace_one_can_follow() -> None:
    assert (pace(3), pace(1_500), pace(30_000)) == (SHORTEST / 1000, 1.5, LONGEST / 1000)


def test_every_moment_says_what_it_is_about() -> None:
    replay = Replay(TIE)
    said = [replay_words.headline(replay, Place(number)) for number in (0, 1, 2, 18)]
    assert said[1:] == [
        "ann chose column 1.",
        f"{card_text(Card('3S'))} went to ann’s column 1 and bob’s column 3.",
        "ann stood, bob hit: 3♥.",
    ]
    assert replay_words.headline(replay, Place(1, viewer=1)) == "ann has chosen."
