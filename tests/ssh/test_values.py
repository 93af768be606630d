"""What clients say, as values: terminals, intents, invite lines, limits of the door."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.errors import BadInput
from cardtable.ssh.admission import Admission, source_of
from cardtable.ssh.answers import help_text
from cardtable.ssh.bucket import Bucket
from cardtable.ssh.exec import Intent, as_typed, read_intent
from cardtable.ssh.invite import Gate, gate_of, read_public_host
from cardtable.ssh.options import Limits
from cardtable.ssh.plain import ascii_only
from cardtable.ssh.terminal import clamp_size, clean_term, read_terminal

GAMES = ("hustle",)


@pytest.mark.parametrize(
    ("term", "env", "colours", "unicode", "old", "dumb"),
    [
        ("xterm-256color", {}, "256", True, False, False),
        ("tmux-256color", {}, "256", True, False, False),
        ("screen-256color", {}, "256", True, False, False),
        ("xterm", {}, "16", True, False, False),
        ("xterm-kitty", {}, "truecolor", True, False, False),
        ("xterm-ghostty", {}, "truecolor", True, False, False),
        ("alacritty", {}, "truecolor", True, False, False),
        ("foot", {}, "truecolor", True, False, False),
        ("xterm-direct", {}, "truecolor", True, False, False),
        ("xterm", {"COLORTERM": "truecolor"}, "truecolor", True, False, False),
        ("linux", {"COLORTERM": "truecolor"}, "16", False, True, False),
        ("vt100", {}, "16", False, True, False),
        ("vt220", {}, "16", False, True, False),
        ("ansi", {}, "16", False, True, False),
        ("screen", {}, "16", True, True, False),
        ("dumb", {}, "16", True, False, True),
        ("", {}, "16", True, False, True),
        (None, {}, "16", True, False, True),
        ("unknown", {}, "16", True, False, True),
        ("\x1b[31m\x1b", {}, "16", True, False, False),
        ("xterm-256color", {"NO_COLOR": "1"}, "mono", True, False, False),
        ("xterm-256color", {"NO_COLOR": ""}, "256", True, False, False),
        ("xterm-256color", {"LANG": "C"}, "256", False, False, False),
        ("xterm-256color", {"LANG": "C.UTF-8"}, "256", True, False, False),
        ("xterm-256color", {"LANG": "de_DE.utf8", "LC_ALL": "POSIX"}, "256", False, False, False),
        ("xterm-256color", {"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, "256", True, False, False),
    ],
)
def test_terminals(term: str | None, env: dict[str, str], colours: str, unicode: bool, old: bool, dumb: bool) -> None:
    profile = read_terminal(term, env)
    assert (profile.colours, profile.unicode, profile.old, profile.dumb) == (colours, unicode, old, dumb)


@given(st.text())
@settings(deadline=None)
def test_any_term_is_safe_to_compare_and_log(raw: str) -> None:
    assert set(clean_term(raw)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-")
    assert len(clean_term(raw)) <= 64


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ((0, 0), None),
        ((80, 0), None),
        ((-1, 5), None),
        ((1, 1), (20, 8)),
        ((10**9, 10**9), (300, 120)),
        ((80, 24), (80, 24)),
    ],
)
def test_window_sizes(asked: tuple[int, int], given: tuple[int, int] | None) -> None:
    assert clamp_size(*asked) == given


@pytest.mark.parametrize(
    ("user", "command", "intent"),
    [
        ("ann", None, Intent()),
        ("ann", "", Intent()),
        ("ann", "new hustle", Intent("new", game="hustle")),
        ("ann", "new  HUSTLE ", Intent("new", game="hustle")),
        ("bob", "join k7q-2mx", Intent("join", code="K7Q-2MX")),
        ("bob", "join K7Q2MX", Intent("join", code="K7Q-2MX")),
        ("bob", "watch K7Q-2MX", Intent("watch", code="K7Q-2MX")),
        ("bob", "back K7Q-2MX", Intent("back", code="K7Q-2MX")),
        ("bob", "tables", Intent("tables")),
        ("bob", "export k7q-2mx", Intent("export", code="K7Q-2MX")),
        ("bob", "help", Intent("help")),
        ("bob", "--help", Intent("help")),
        ("bob", "--version", Intent("version")),
        ("K7Q-2MX", None, Intent("join", code="K7Q-2MX")),
        ("k7q-2mx", None, Intent("join", code="K7Q-2MX")),
        ("K7Q-2MX", "tables", Intent("tables")),
    ],
)
def test_intents(user: str, command: str | None, intent: Intent) -> None:
    assert read_intent(user, command, GAMES) == intent


@pytest.mark.parametrize(
    "command",
    ["id; rm -rf /", "join", "join K7Q", "join K7Q-2MX now", "watch O0O-1LI", "new", "new chess", "tables now",
     "scp -t /tmp", "mosh-server new -c 8 -s", "/usr/bin/mosh-server", "\x1b]0;x\x07", "sftp-server", "x" * 10_000,
     "help me"],
)  # fmt: skip
def test_what_is_unknown_is_told_in_one_printable_line(command: str) -> None:
    with pytest.raises(BadInput) as told:
        read_intent("ann", command, GAMES)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 200


def test_mosh_gets_its_own_line() -> None:
    with pytest.raises(BadInput, match="mosh is not served here"):
        read_intent("ann", "mosh-server 'new' '-c' '8' '-s'", GAMES)


def test_an_intent_is_typed_as_it_was_read() -> None:
    for command in ("new hustle", "join K7Q-2MX", "export K7Q-2MX", "tables", "help", "--version"):
        assert as_typed(read_intent("ann", command, GAMES)) == command
    assert as_typed(Intent()) == ""


@pytest.mark.parametrize(
    ("public", "address", "port", "host"),
    [
        (None, ("192.0.2.7", 2222), "-p 2222 ", "192.0.2.7"),
        (None, ("192.0.2.7", 22), "", "192.0.2.7"),
        ("cards.example", ("10.0.0.1", 2222), "-p 2222 ", "cards.example"),
        ("cards.example:22", ("10.0.0.1", 2222), "", "cards.example"),
        ("[2001:db8::1]:2200", ("::1", 2222), "-p 2200 ", "2001:db8::1"),
        ("2001:db8::1", ("::1", 2222), "-p 2222 ", "2001:db8::1"),
        (None, ("::ffff:192.0.2.7", 2222), "-p 2222 ", "192.0.2.7"),
    ],
)
def test_invite_lines(public: str | None, address: tuple[str, int], port: str, host: str) -> None:
    gate = gate_of(public, address)
    assert gate.invite("K7Q-2MX") == (f"ssh -t {port}{host} join K7Q-2MX", f"ssh {port}K7Q-2MX@{host}")
    assert not gate.local


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "::1", "localhost", "::ffff:127.0.0.1"])
def test_on_loopback_only_this_machine_can_join(host: str) -> None:
    assert gate_of(None, (host, 2222)).local
    assert not gate_of("cards.example", (host, 2222)).local


@pytest.mark.parametrize(
    "text", ["", "a b", "host:0", "host:70000", "host:x", "[zz]:1", "-oProxyCommand=x", "a;b", "[::1", "1::2::3"]
)
def test_a_wrong_public_host_is_named(text: str) -> None:
    with pytest.raises(BadInput):
        read_public_host(text)


def test_the_help_fits_a_dumb_terminal() -> None:
    text = help_text(Gate("cards.example", 2222))
    assert text.isascii()
    assert len(text.splitlines()) <= 25


@given(st.text())
@settings(deadline=None)
def test_ascii_terminals_get_ascii_of_the_same_width(text: str) -> None:
    assert ascii_only(text).isascii()


def test_look_alikes() -> None:
    assert ascii_only("┌─┐│♥ 漢 é…") == b"+-+|H ?? ?."


def test_a_bucket_fills_and_empties() -> None:
    bucket = Bucket(2.0, 4.0, 0.0)
    assert [bucket.take(1, 0.0) for _ in range(5)] == [True, True, True, True, False]
    assert bucket.wait(1, 0.0) == 0.5
    assert bucket.take(1, 0.5)
    assert bucket.level(100.0) == 4.0


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_strangers_of_one_address_are_limited_and_remembered_for_half_a_minute() -> None:
    clock = Clock()
    door = Admission(Limits(), clock)
    tickets = [door.admit("192.0.2.1") for _ in range(10)]
    assert all(tickets)
    clock.now = 5
    assert door.admit("192.0.2.1") is None
    for ticket in tickets:
        assert ticket
        ticket.closed()
    assert door.strangers == 0
    assert door.admit("192.0.2.1") is None
    assert door.admit("192.0.2.2")
    clock.now = 31
    assert door.admit("192.0.2.1")


def test_who_has_logged_in_is_no_stranger() -> None:
    clock = Clock()
    door = Admission(Limits(), clock)
    for _ in range(50):
        clock.now += 0.2
        ticket = door.admit("192.0.2.1")
        assert ticket
        ticket.logged_in()
        ticket.closed()
    assert door.strangers == 0


def test_ten_a_second_from_one_address() -> None:
    clock = Clock()
    door = Admission(Limits(unauthenticated_per_source=100), clock)
    assert sum(door.admit("192.0.2.1") is not None for _ in range(30)) == 10
    clock.now = 1
    assert sum(door.admit("192.0.2.1") is not None for _ in range(30)) == 10


def test_a_flood_from_eight_addresses_leaves_room_for_an_honest_one() -> None:
    clock = Clock()
    door = Admission(Limits(), clock, random.Random(1))
    for step in range(2000):
        clock.now = step / 1000
        door.admit(f"192.0.2.{step % 8}")
    assert door.strangers <= 80
    assert door.admit("198.51.100.1")


def test_early_drop_grows_and_the_total_is_never_passed() -> None:
    clock = Clock()
    door = Admission(Limits(new_total=10**6, new_per_source=10**6), clock, random.Random(1))
    for step in range(5000):
        door.admit(f"10.0.{step % 97}.1")
    assert 100 < door.strangers <= 200
    assert door.admit("198.51.100.1") is not None or door.strangers == 200


def test_sessions_of_one_address_are_limited() -> None:
    door = Admission(Limits(), Clock())
    ticket = door.admit("192.0.2.1")
    assert ticket
    assert [ticket.begin_session(2) for _ in range(3)] == [True, True, False]
    ticket.end_session()
    assert ticket.begin_session(2)


def test_addresses_that_are_gone_are_forgotten() -> None:
    clock = Clock()
    door = Admission(Limits(new_total=10**6), clock)
    for step in range(2000):
        clock.now += 0.2
        ticket = door.admit(f"10.0.{step // 256}.{step % 256}")
        assert ticket
        ticket.closed()
    assert len(door._sources) < 600


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_one_address(host: str, source: str) -> None:
    assert source_of(host) == source
