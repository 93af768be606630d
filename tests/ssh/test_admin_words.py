"""The operator's words, the operator's keys, and who is kept out: values."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from cardtable.errors import BadInput
from cardtable.ssh.admin_words import USAGE, Order, read_order
from cardtable.ssh.barred import Barred
from cardtable.ssh.exec import Intent, read_intent
from cardtable.ssh.operators import read_operators
from cardtable.table.keeping import Ban

PRINT = "SHA256:" + "a" * 43


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("", Order("help")),
        ("help", Order("help")),
        ("list", Order("list")),
        ("kick ann", Order("kick", "ann")),
        ("kick 3 don't do that", Order("kick", "3", text="don't do that")),
        ('kick "big ann" too  loud', Order("kick", "big ann", text="too loud")),
        (f"ban key {PRINT} rude", Order("ban", PRINT, "key", "rude")),
        ("ban address 192.0.2.7", Order("ban", "192.0.2.7", "address")),
        ("ban address ::ffff:192.0.2.7", Order("ban", "192.0.2.7", "address")),
        ("ban address 2001:db8::1 floods", Order("ban", "2001:db8::/64", "address", "floods")),
        ("ban ann rude", Order("ban", "ann", text="rude")),
        (f"unban key {PRINT}", Order("unban", PRINT, "key")),
        ("unban address 2001:db8::/64", Order("unban", "2001:db8::/64", "address")),
        ("bans", Order("bans")),
        ("close k7q2mx", Order("close", "K7Q-2MX")),
        ("announce We 'stop' at \x1b[31mten\u202e", Order("announce", text="We 'stop' at [31mten")),
        ("drain", Order("drain")),
    ],
)
def test_orders(words: str, order: Order) -> None:
    assert read_order(words) == order


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("shutdown", "unknown admin command 'shutdown'; known are: list, kick, ban"),
        ("list all", "it is written: admin list"),
        ("kick", "it is written: admin kick NAME"),
        ("ban", "it is written: admin ban key"),
        ("ban key", "it is written: admin ban key"),
        ("ban key ann", "'ann' is no fingerprint"),
        ("ban address ann", "'ann' is no IP address"),
        ("ban address 10.0.0.0/8", "no larger network"),
        ("unban ann", "it is written: admin unban key"),
        ("close", "it is written: admin close CODE"),
        ("close ann", "it is written: admin close CODE"),
        ("announce \x07", "it is written: admin announce TEXT"),
    ],
)
def test_what_is_no_order_is_answered_with_how_it_is_written(words: str, told: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_order(words)
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)


def test_every_command_has_a_line_of_help() -> None:
    assert set(USAGE) == {"list", "kick", "ban", "unban", "bans", "close", "announce", "drain"}


def test_admin_words_are_passed_on_unread() -> None:
    assert read_intent("ann", "admin  kick 'a b'  why ", ("hustle",)) == Intent("admin", words="kick 'a b'  why")
    assert not read_intent("ann", "admin", ("hustle",)).needs_terminal


def test_operators_of_a_key_file_an_authorized_keys_file_and_a_fingerprint(tmp_path: Path) -> None:
    keys = [asyncssh.generate_private_key(kind) for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256")]
    lines = [key.export_public_key().decode().strip() for key in keys]
    prints = [key.get_fingerprint() for key in keys]
    one, many = tmp_path / "id.pub", tmp_path / "authorized_keys"
    one.write_text(lines[0])
    many.write_text(f'# ours\n\n{lines[0]} ann@home\nfrom="192.0.2.*",no-pty {lines[1]}\n# {lines[1]}\n')
    assert read_operators(str(one)) == {prints[0]}
    assert read_operators(str(many)) == set(prints)
    assert read_operators(prints[1]) == {prints[1]}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read: no such file"),
        ("", "holds no public key"),
        ("# nothing\n", "holds no public key"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n", "holds no public key"),
        ("ssh-ed25519 AAAAbroken", "damaged"),
    ],
)
def test_a_bad_admin_key_file_is_one_line(tmp_path: Path, content: str | None, told: str) -> None:
    path = tmp_path / "id.pub"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadInput) as fault:
        read_operators(str(path))
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("named", ["SHA256:", "SHA256:short", "sha256:" + "a" * 43, "", "a\0b"])
def test_a_bad_fingerprint_or_name_is_one_line(named: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_operators(named)
    assert "\n" not in str(fault.value)


def test_who_is_barred() -> None:
    barred = Barred([Ban("key", PRINT, "rude", 1), Ban("address", "2001:db8::/64", "", 2)])
    assert barred.key(f"key:{PRINT}") == "You are banned from this server: rude"
    assert barred.key("key:SHA256:other") is None
    assert barred.address("2001:db8::17%eth0") == "You are banned from this server."
    assert barred.address("2001:db9::17") is None
    assert [ban.what for ban in barred.all()] == ["address", "key"]
    assert barred.remove("key", PRINT)
    assert not barred.remove("key", PRINT)
    assert barred.key(f"key:{PRINT}") is None
