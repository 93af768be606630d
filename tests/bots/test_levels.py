"""How the levels play."""

from __future__ import annotations

import random

import pytest

from cardtable.analysis.hustle import hit_chance
from cardtable.bots import regular, rookie, shark
from cardtable.bots.levels import LEVELS
from cardtable.bots.reading import lanes, position, surely_busts
from cardtable.rules.hustle.commands import HIT, STAND, Choice, Options, Place
from cardtable.rules.hustle.project import view_for
from cardtable.rules.hustle.views import HustleView, Phase
from tests.support.hustle import both, drafted, stacked
from tests.support.matches import play_match, play_random, points_of

OPEN = Options(draft="open")
Acted = list[tuple[HustleView, Choice]]


def _matchup(text: str, seat0: str, seat1: str) -> HustleView:
    return view_for(drafted(text, seat0, seat1), 0)


@pytest.fixture(scope="module")
def rookies() -> Acted:
    """What the rookie did in its match-ups against the regular."""
    acted: Acted = []

    def watch(view: HustleView, choice: Choice) -> None:
        if view.viewer == 0 and view.phase is Phase.MATCHUP:
            acted.append((view, choice))

    for seed in range(150):
        play_match(seed, (rookie.choose, regular.choose), watch=watch)
    return acted


@pytest.mark.parametrize("options", [Options(), OPEN])
@pytest.mark.parametrize(("level", "matches"), [("rookie", 30), ("regular", 30), ("shark", 3)])
def test_every_choice_is_legal(level: str, matches: int, options: Options) -> None:
    def watch(view: HustleView, choice: Choice) -> None:
        assert choice in view.legal

    for seed in range(matches):
        play_match(seed, (LEVELS[level].choose, play_random), options, watch)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_randomness_give_the_same_choice(level: str) -> None:
    for view in (view_for(stacked("KS 3S", OPEN), 0), _matchup("TS 5S 9H 7S 8S 4S", "001122", "110022")):
        chosen = {str(LEVELS[level].choose(view, random.Random(5))) for _ in range(2)}
        assert len(chosen) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_H4_in_the_blind_draft_every_column_with_room_is_chosen(level: str) -> None:
    state = both(both(stacked("2S 3S 4S"), Place(1), Place(0)), Place(1), Place(0))
    rng = random.Random(6)
    chosen = [LEVELS[level].choose(view_for(state, 0), rng) for _ in range(200)]
    assert set(map(str, chosen)) == {str(Place(0)), str(Place(2))}


def test_the_rookie_beats_random_play() -> None:
    points = [points_of(seed, rookie.choose, play_random) for seed in range(1, 401)]
    assert sum(points) / len(points) > 0.2


def test_the_rookie_is_right_in_about_70_per_cent_of_choices(rookies: Acted) -> None:
    by_regular = [(choice == HIT) == regular.wants_card(view) for view, choice in rookies]
    chances = [(hit_chance(position(view), 0), choice) for view, choice in rookies]
    by_equilibrium = [chance > 0 if choice == HIT else chance < 1 for chance, choice in chances]
    for right in (by_regular, by_equilibrium):
        assert 0.64 < sum(right) / len(right) < 0.76


def test_the_rookie_sometimes_hits_17_or_18_and_never_more_unless_behind(rookies: Acted) -> None:
    hits = [lanes(view) for view, choice in rookies if choice == HIT]
    assert {17, 18} <= {mine.total for mine, _ in hits}
    assert all(mine.total <= 18 or (other.locked and other.total > mine.total) for mine, other in hits)


def test_the_rookie_never_seeks_a_certain_bust(rookies: Acted) -> None:
    assert not any(surely_busts(view) for view, choice in rookies if choice == HIT)
    # 20 against a locked 21, and all four aces are out: the regular hits, to no purpose.
    view = _matchup("TS TH AS AH AD AC", "001212", "010212")
    assert (lanes(view)[0].total, lanes(view)[1].total, lanes(view)[1].locked) == (20, 21, True)
    assert {str(rookie.choose(view, random.Random(n))) for n in range(30)} == {str(STAND)}


@pytest.mark.parametrize(
    ("first", "second", "choice"),
    [("TS 6S", "9H 4S", HIT), ("TS 7S", "9H 4S", STAND), ("AS 6S", "9H 4S", STAND), ("TS 8S", "TH AH", HIT)],
)
def test_the_regular_stands_on_17_and_chases_a_locked_total(first: str, second: str, choice: Choice) -> None:
    # Seat 0 puts the first two cards into its first column, seat 1 the next two.
    view = _matchup(f"{first} {second} 2S 3S", "001122", "110022")
    assert regular.choose(view, random.Random(1)) == choice


def test_H24_the_regular_completes_a_20_rather_than_a_15() -> None:
    state = both(both(stacked("TS 5H KS", OPEN), Place(0), Place(0)), Place(1), Place(1))
    assert regular.choose(view_for(state, 0), random.Random(2)) == Place(0)


class Drawn(random.Random):
    """Randomness that comes out as wished."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def test_the_shark_hits_as_often_as_the_equilibrium_says() -> None:
    view = _matchup("TS 5S 9H 4S 2S 3S", "001122", "110022")
    chance = hit_chance(position(view), 0)
    assert 0.05 < chance < 0.95
    assert shark.choose(view, Drawn(chance - 0.001)) == HIT
    assert shark.choose(view, Drawn(chance + 0.001)) == STAND


def test_H24_the_shark_completes_a_21() -> None:
    state = both(both(stacked("AS 5H KS", OPEN), Place(0), Place(0)), Place(1), Place(1))
    for seat in (0, 1):
        assert shark.choose(view_for(state, seat), random.Random(4)) == Place(0)
