"""Sentences: what is asked, what happened, how it ended."""

from __future__ import annotations

import pytest

from cardtable.rules.hustle.commands import Options
from cardtable.rules.hustle.events import Reason, Result
from cardtable.table.commands import AskRematch, Leave
from cardtable.table.handle import LineDown, halt
from cardtable.tui import present, table_ending
from tests.support.hustle_views import WHOLE_DRAFT, Scene
from tests.tui.scenes import extra, matchup, over

YOU = ("you", "bob")
MARKUP = ("a[/b]", "[red]漢字[/red]")


def prompts(scene: Scene) -> list[str]:
    """What seat 0, seat 1 and a spectator read."""
    return [present.prompt(scene.view(viewer), viewer) for viewer in (0, 1, None)]


def log(scene: Scene, viewer: int | None = 0) -> list[str]:
    """The log as a viewer reads it."""
    view = scene.view(viewer)
    return present.log_sentences(view.log, present.names_of(view, viewer))


def test_prompts_of_the_draft() -> None:
    assert prompts(Scene().play("-/2")) == [
        "Card 1 of 6: which column? bob is ready.",
        "You chose column 2. Waiting for ann.",
        "Card 1 of 6. Waiting for ann.",
    ]


def test_prompts_of_the_match_up() -> None:
    assert prompts(Scene().play(WHOLE_DRAFT).play("s/h")) == [
        "Your 20 is locked. Waiting for bob.",
        "Column 1: you have 19, ann 20, locked. Hit or stand?",
        "Column 1. Waiting for bob.",
    ]
    assert prompts(Scene().play(WHOLE_DRAFT).play("h/-"))[0] == "You hit. Waiting for bob."


def test_prompts_of_the_end_name_the_winner_and_why() -> None:
    assert prompts(over()) == [
        "bob wins the match: two columns won.",
        "You win the match: two columns won.",
        "bob wins the match: two columns won.",
    ]


def test_H24_the_hot_seat_prompt_tells_how_the_card_lies() -> None:
    assert present.hot_seat_prompt(Scene().view(0)) == "Card 1 of 6 lies face down. Both choose at once: which column?"
    opened = present.hot_seat_prompt(Scene(options=Options(draft="open")).view(0))
    assert opened == "Card 1 of 6 lies face up. Both choose at once: which column?"
    assert present.hot_seat_prompt(matchup().view(0)) == "Column 2: ann has 19, bob 20. ann chooses: hit or stand?"


def test_the_log_tells_turns_columns_and_lines() -> None:
    assert log(extra())[-5:] == [
        "bob stood.",
        "Column 1: you win, 20 beats 19.",
        "bob’s connection was lost; the clocks go on.",
        "Your extra clock has started.",
        "bob’s extra clock has started.",
    ]
    assert "10♠ went to column 1 of both." in log(matchup())
    assert "7♥ went to ann’s column 2 and bob’s column 3." in log(matchup(), None)


def test_the_log_tells_nobody_that_somebody_has_chosen() -> None:
    before = log(Scene().play(WHOLE_DRAFT), 1)
    assert log(Scene().play(WHOLE_DRAFT).play("h/-"), 1) == before


def test_the_log_of_a_rematch_begins_with_it() -> None:
    scene = over().do(0, AskRematch()).do(1, AskRematch())
    begins, sealed = log(scene)
    assert begins == "Match 2 begins: both get the same cards in the same order."
    assert sealed.startswith("Seal ")


@pytest.mark.parametrize(
    ("result", "totals", "said"),
    [
        (Result.SEAT0, (20, 18), "you win, 20 beats 18"),
        (Result.SEAT1, (25, 18), "bob wins, 18 beats a bust"),
        (Result.SEAT0, (12, 22), "you win, 12 beats a bust"),
        (Result.TIE, (19, 19), "19 each, a tie"),
        (Result.TIE, (26, 24), "both bust, a tie"),
    ],
)
def test_H13_why_a_column_was_won(result: Result, totals: tuple[int, int], said: str) -> None:
    assert table_ending.column_reason(result, totals, YOU) == said


@pytest.mark.parametrize(
    ("result", "reason", "said"),
    [
        (Result.SEAT0, Reason.TWO_COLUMNS, "you win the match: two columns won"),
        (Result.SEAT1, Reason.THREE_COLUMNS, "bob wins the match: all three columns counted"),
        (Result.SEAT0, Reason.FORFEIT, "you win the match: bob lost both skips"),
        (Result.SEAT1, Reason.FORFEIT, "bob wins the match: you lost both skips"),
        (Result.SEAT0, Reason.CONCEDED, "you win the match: bob gave up"),
        (Result.SEAT1, Reason.CONCEDED, "bob wins the match: you gave up"),
        (Result.TIE, Reason.THREE_COLUMNS, "the match is tied: columns are level"),
        (Result.TIE, Reason.FORFEIT, "the match is tied: both lost their last skip at the same instant"),
    ],
)
def test_H15_H16_H21_how_a_match_ended_is_told_by_names(result: Result, reason: Reason, said: str) -> None:
    assert table_ending.match_result(result, reason, YOU) == said
    assert len(table_ending.brief_result(result, reason, YOU)) <= 38


def test_every_way_to_win_has_its_words() -> None:
    assert all(table_ending.won_by(reason, "bob") for reason in Reason)
    assert table_ending.match_result(Result.SEAT0, Reason.FORFEIT, ("ann", "bob")).endswith("bob lost both skips")


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("2S 2H 2C 3S 4S 5S", "no card can bust you"),
        ("KS 2H 2C 9S 4S 5S", "one more 3 or higher busts you"),
        ("KS 2H 2C 2D 4S 5S", "one more ten or face card busts you"),
        ("AS 2H 2C 9D 4S 5S", "no card can bust you"),
    ],
)
def test_the_hint_counts_aces_as_one(deck: str, said: str) -> None:
    scene = Scene(deck=deck).play("1/2 2/1 3/3 1/1 2/2 3/3")
    match = scene.view(0).match
    assert match is not None
    assert match.asked[0]
    assert present.bust_hint(match, 0) == said


def test_names_are_told_as_they_are_written() -> None:
    scene = Scene(MARKUP).play(WHOLE_DRAFT).do(1, LineDown())
    told = [*log(scene, None), present.prompt(scene.view(None), None), present.hot_seat_prompt(scene.view(0))]
    assert "[red]漢字[/red]’s connection was lost; the clocks go on." in told
    assert any(line.startswith("Column 1: a[/b] has 20, [red]漢字[/red] 15.") for line in told)


def test_what_a_closed_or_a_halted_table_says() -> None:
    left = over().do(1, Leave())
    assert present.closed_notice(left.view(0), 0) == "bob left: this table is closed."
    assert present.closed_notice(over().view(0), 0) == ""
    scene = matchup()
    scene.table = halt(scene.table, "3f9a01bc", scene.now).table
    assert "3f9a01bc" in present.prompt(scene.view(0), 0)
    assert not any("3f9a01bc" in line for line in log(scene))


def test_newcomers_get_three_lines_in_the_draft_and_three_in_the_match_up() -> None:
    assert len(present.guide(Scene().view(0))) == 3
    assert len(present.guide(matchup().view(0))) == 3
    assert present.guide(over().view(0)) == ()
    assert all(len(line) <= 70 for line in (*present.DRAFT_GUIDE, *present.MATCHUP_GUIDE))


def test_H2_the_commitment_is_told_at_the_start_and_the_seed_at_the_end() -> None:
    scene = Scene()
    match = scene.view(0).match
    assert match is not None
    told = present.log_sentences(scene.view(0).log, ("you", "bob"))
    assert f"Seal {match.commitment}." in told
    assert not any(scene.table.match and scene.table.match.seed in line for line in told)
