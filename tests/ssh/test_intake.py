"""Input is cut into whole pieces within a budget, whatever arrives and however it is split."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardtable.ssh.intake import PASTE_END, PASTE_START, Flood, Intake, Kind, Piece
from cardtable.ssh.options import Limits

PLENTY = Limits(input_rate=10**9, input_burst=10**6, keys_per_second=10**9, key_burst=10**6)


def drain(intake: Intake, now: float, most: int = 100_000) -> list[Piece]:
    """Every piece there is at this moment."""
    pieces: list[Piece] = []
    for _ in range(most):
        piece = intake.next(now)
        if piece is None:
            return joined(pieces)
        pieces.append(piece)
    raise AssertionError("no end of pieces")


def joined(pieces: list[Piece]) -> list[Piece]:
    """The same without what is skipped, and with neighbouring text as one piece."""
    kept: list[Piece] = []
    for piece in pieces:
        if piece.kind is Kind.TEXT and kept and kept[-1].kind is Kind.TEXT:
            kept[-1] = Piece(Kind.TEXT, kept[-1].text + piece.text)
        elif piece != Piece(Kind.SEQUENCE):
            kept.append(piece)
    return kept


def pieces_of(*chunks: bytes, limits: Limits = PLENTY) -> list[Piece]:
    """What comes of these chunks, and then of waiting."""
    intake = Intake(limits, 0.0)
    found: list[Piece] = []
    for chunk in chunks:
        intake.feed(chunk, 0.0)
        found += drain(intake, 0.0)
    return joined(found + drain(intake, 10.0))


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[A", "\x1bOP", "\x1b[1;5C", "\x1b[15~", "\x1b[[A", "\x1b[27u", "\x1b[<0;10;20M", "\x1b[<0;10;20m",
     "\x1b[?2026;2$y", "\x1b[M !!", "\x1bh"],
)  # fmt: skip
def test_a_sequence_is_one_piece_however_it_is_split(sequence: str) -> None:
    raw = sequence.encode()
    for at in range(len(raw)):
        assert pieces_of(b"a" + raw[:at], raw[at:] + b"b") == [
            Piece(Kind.TEXT, "a"),
            Piece(Kind.SEQUENCE, sequence),
            Piece(Kind.TEXT, "b"),
        ]


def test_a_lone_escape_waits_for_the_rest_only_so_long() -> None:
    intake = Intake(PLENTY, 0.0, escape_delay=0.25)
    intake.feed(b"\x1b", 1.0)
    assert intake.next(1.2) is None
    assert intake.delay(1.2) == pytest.approx(0.05)
    assert intake.next(1.26) == Piece(Kind.ESCAPE)
    intake.feed(b"\x1b", 2.0)
    intake.feed(b"[A", 2.2)
    assert intake.next(2.2) == Piece(Kind.SEQUENCE, "\x1b[A")


def test_escape_before_another_sequence_is_the_escape_key() -> None:
    assert pieces_of(b"\x1b\x1b[A") == [Piece(Kind.ESCAPE), Piece(Kind.SEQUENCE, "\x1b[A")]


def test_a_paste_is_one_piece_whatever_is_in_it() -> None:
    inner = "y\r\n\tA\x1b[A\x03\x1b[201;~ü"
    raw = f"a{PASTE_START}{inner}{PASTE_END}b".encode()
    expected = [Piece(Kind.TEXT, "a"), Piece(Kind.PASTE, "y\r\n\tA[A[201;~ü"), Piece(Kind.TEXT, "b")]
    for at in range(1, len(raw)):
        assert pieces_of(raw[:at], raw[at:]) == expected


def test_stripped_characters_cannot_make_a_paste_marker_that_nobody_sees() -> None:
    assert pieces_of("\x1b[2\x9b00~x\x1b[\x00201~y".encode()) == [Piece(Kind.PASTE, "x"), Piece(Kind.TEXT, "y")]


def test_a_long_paste_is_thrown_away_to_its_end() -> None:
    raw = (PASTE_START + "x" * 100_000 + PASTE_END + "y").encode()
    chunks = [raw[at : at + 16_000] for at in range(0, len(raw), 16_000)]
    assert pieces_of(*chunks) == [Piece(Kind.PASTE_LOST), Piece(Kind.TEXT, "y")]


def test_a_paste_that_never_ends_is_given_up_after_its_time() -> None:
    intake = Intake(PLENTY, 0.0)
    intake.feed(PASTE_START.encode(), 0.0)
    assert drain(intake, 0.0) == []
    assert intake.delay(0.5) == pytest.approx(1.5)
    assert drain(intake, 2.1) == [Piece(Kind.PASTE_LOST)]
    intake.feed(b"k", 2.2)
    assert drain(intake, 2.2) == [Piece(Kind.TEXT, "k")]


def test_an_endless_paste_is_a_flood_in_the_end() -> None:
    intake = Intake(Limits(), 0.0)
    intake.feed(PASTE_START.encode(), 0.0)

    def stream() -> None:
        for step in range(200):
            intake.feed(b"x" * 16_000, step / 1000)
            drain(intake, step / 1000)

    with pytest.raises(Flood):
        stream()


def test_more_than_a_burst_is_a_flood() -> None:
    intake = Intake(Limits(), 0.0)
    with pytest.raises(Flood):
        intake.feed(b"ab" * 2100, 0.0)


def test_a_held_key_and_a_spinning_wheel_are_no_flood() -> None:
    intake = Intake(Limits(), 0.0)
    intake.feed(b"j" * 16_000 + b"\x1b[<64;10;10M" * 1000, 0.0)
    assert drain(intake, 0.0) == [Piece(Kind.TEXT, "j")]


def test_the_budget_is_so_many_keys_at_once_and_then_so_many_a_second() -> None:
    limits = Limits()
    intake = Intake(limits, 0.0)
    intake.feed(b"abcdefghij" * 40, 0.0)
    first = "".join(piece.text for piece in drain(intake, 0.0))
    assert len(first) == limits.key_burst
    assert intake.delay(0.0) == pytest.approx(1 / limits.keys_per_second)
    later = "".join(piece.text for piece in drain(intake, 1.0))
    assert len(later) == limits.keys_per_second


def test_repeats_that_wait_collapse_to_the_latest() -> None:
    intake = Intake(Limits(key_burst=2), 0.0)
    intake.feed(b"jjjjjj", 0.0)
    assert drain(intake, 0.0) == [Piece(Kind.TEXT, "jj")]
    assert drain(intake, 1.0) == [Piece(Kind.TEXT, "j")]
    intake.feed(b"\x1b[B" * 6, 1.0)
    assert drain(intake, 1.02) == [Piece(Kind.SEQUENCE, "\x1b[B")] * 2
    assert drain(intake, 5.0) == [Piece(Kind.SEQUENCE, "\x1b[B")]


def test_bytes_that_are_no_utf8_become_one_mark_each() -> None:
    assert pieces_of(b"a\xff\xfeb\xed\xa0\x80") == [Piece(Kind.TEXT, "a\ufffd\ufffdb\ufffd\ufffd\ufffd")]


FRAGMENTS = st.sampled_from(
    [b"a", b"\r", b"\x1b", b"[", b"\x1b[", b"\x1b[A", b"\x1b[200~", b"\x1b[201~", b"\x1b]0;x", b"\x07", b"\x1bP",
     b"\x1b\\", b"\x9b", b"\xc2\x9b", b"\x1b[M", b"\x1b[<", b"0;1;1M", b"\x1b[48;20000;20000;9;9t",
     b"\x1b[99999999u", b"\xff", "é".encode(), b"\x00"]
)  # fmt: skip
NOISE = st.lists(st.one_of(FRAGMENTS, st.binary(max_size=6)), max_size=40)


@given(NOISE)
@settings(max_examples=300, deadline=None)
def test_any_bytes_end_in_pieces_or_a_flood(chunks: list[bytes]) -> None:
    intake = Intake(Limits(), 0.0)
    now = 0.0
    for chunk in chunks:
        intake.feed(chunk, now)
        for piece in drain(intake, now):
            assert piece.kind is Kind.PASTE or PASTE_START not in piece.text
            assert piece.kind is not Kind.SEQUENCE or len(piece.text) <= 32
            assert not set(piece.text) & {"\x00", "\x9b"}
        now += 0.03
    drain(intake, now + 5)
    drain(intake, now + 10)
    assert intake.delay(now + 20) is None


@given(NOISE, st.integers(1, 7))
@settings(max_examples=200, deadline=None)
def test_pieces_do_not_depend_on_packets(chunks: list[bytes], size: int) -> None:
    raw = b"".join(chunks)
    assume(not re.search(rb"\x1b[\[\]PX^_][^\x1b]{25,}", raw))
    assert pieces_of(raw) == pieces_of(*(raw[at : at + size] for at in range(0, len(raw), size)))


@given(st.lists(st.tuples(NOISE, st.floats(0, 0.2)), max_size=10))
@settings(max_examples=100, deadline=None)
def test_asking_again_after_the_delay_always_brings_something(steps: list[tuple[list[bytes], float]]) -> None:
    """No busy loop: a delay of nothing means that there is something."""
    intake = Intake(Limits(key_burst=3, keys_per_second=20, input_burst=500, input_rate=200), 0.0)
    now = 0.0
    for chunks, pause in steps:
        try:
            intake.feed(b"".join(chunks), now)
        except Flood:
            return
        for _ in range(2000):
            drain(intake, now)
            delay = intake.delay(now)
            if delay is None or delay > pause:
                break
            now += max(delay, 1e-9)
        else:
            raise AssertionError("asks without end")
        now += pause


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[<0;-5;-5M", "\x1b[<0;5;-5m", "\x1b[<-1;-1;-1M", "\x1b[<0;5", "\x1b[<", "\x1b[<;;M", "\x1b[<0;5;5 M",
     "\x1b[1 2A", "\x1b[M", "\x1b[M!", "\x1b[[", "\x1b[[Z", "\x1b[-M", "\x1b[?-1$y", "\x1b[200-~"],
)  # fmt: skip
def test_what_is_nearly_a_sequence_is_no_escape_key(sequence: str) -> None:
    """A key ends the match or leaves the table; a report that went wrong must not."""
    raw = sequence.encode()
    for at in range(2, len(raw)):
        found = pieces_of(raw[:at], raw[at:] + b"\x1b[Ab")
        assert Piece(Kind.ESCAPE) not in found
        assert found[-2:] == [Piece(Kind.SEQUENCE, "\x1b[A"), Piece(Kind.TEXT, "b")]


CSI = st.from_regex(r"\x1b\[[0-?]{0,20}[ -/]{0,8}[@-~]", fullmatch=True)
NEARLY = st.from_regex(r"\x1b\[[ -?]{1,26}[@-~]", fullmatch=True)


@given(st.lists(st.one_of(CSI, NEARLY), min_size=1, max_size=8), st.integers(2, 40))
@settings(max_examples=300, deadline=None)
def test_a_complete_csi_sequence_is_never_the_escape_key(sequences: list[str], size: int) -> None:
    """Whatever is in it, and wherever it is split but after its ESC."""
    assume(PASTE_START not in sequences)
    raw = "".join(sequences).encode()
    chunks = re.findall(rb"(?:\x1b\[|[^\x1b]){1,%d}" % size, raw)
    assert b"".join(chunks) == raw
    assert Piece(Kind.ESCAPE) not in pieces_of(*chunks)
