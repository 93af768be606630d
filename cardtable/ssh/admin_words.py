"""What the operator asks for, read from the words behind `admin`."""

from __future__ import annotations

import ipaddress
import shlex
from typing import Literal

import msgspec

from cardtable.errors import BadInput
from cardtable.ssh.admission import source_of
from cardtable.ssh.exec import shown
from cardtable.ssh.operators import is_fingerprint
from cardtable.table.codes import looks_like_code, normalize_code
from cardtable.text import clean_line

Verb = Literal["help", "list", "kick", "ban", "unban", "bans", "close", "announce", "drain"]

TEXT_CELLS = 160
"""The longest reason or announcement."""

USAGE: dict[Verb, tuple[str, str]] = {
    "list": ("list", "who is here, and every table"),
    "kick": ("kick NAME|NUMBER [why]", "end a session; a seat is held"),
    "ban": ("ban key SHA256:…|address ADDRESS|NAME|NUMBER [why]", "keep somebody out, now and later"),
    "unban": ("unban key SHA256:…|address ADDRESS", "let them in again"),
    "bans": ("bans", "who is kept out"),
    "close": ("close CODE", "close a table; its match has no result"),
    "announce": ("announce TEXT", "tell everybody"),
    "drain": ("drain", "end the server in good order, as SIGTERM does"),
}


class Order(msgspec.Struct, frozen=True):
    """What to do. `target` is a name, number, code, fingerprint or address; `what` says which kind a ban is of."""

    verb: Verb
    target: str = ""
    what: Literal["", "key", "address"] = ""
    text: str = ""


def read_order(words: str) -> Order:
    """What these words mean. Raises BadInput with the one line that says how it is written."""
    verb, _, rest = words.strip().partition(" ")
    match verb:
        case "" | "help":
            return Order("help")
        case "list" | "bans" | "drain":
            return _bare(verb, rest)
        case "announce":
            return Order("announce", text=_some("announce", _text(rest)))
        case "close":
            return Order("close", _code(rest))
        case "kick":
            who, *why = _split(rest) or [""]
            return Order("kick", _some("kick", who), text=_text(" ".join(why)))
        case "ban" | "unban":
            return _ban(verb, _split(rest))
        case _:
            raise BadInput(f"unknown admin command {shown(verb)}; known are: {', '.join(USAGE)}")


def usage(verb: Verb) -> BadInput:
    """The one line that says how this is written."""
    return BadInput(f"it is written: admin {USAGE[verb][0]}")


def help_lines() -> str:
    """Every command with what it does."""
    width = max(len(written) for written, _ in USAGE.values())
    return "\n".join(f"  admin {written.ljust(width)}  {about}" for written, about in USAGE.values())


def _bare(verb: Literal["list", "bans", "drain"], rest: str) -> Order:
    if rest.strip():
        raise usage(verb)
    return Order(verb)


def _some(verb: Verb, text: str) -> str:
    if not text:
        raise usage(verb)
    return text


def _code(rest: str) -> str:
    code = normalize_code(rest)
    if not looks_like_code(code):
        raise usage("close")
    return code


def _ban(verb: Literal["ban", "unban"], words: list[str]) -> Order:
    match words:
        case ["key", value, *why]:
            if not is_fingerprint(value):
                raise BadInput(f"{shown(value)} is no fingerprint of a key, such as admin list shows: SHA256:…")
            return _made(verb, value, "key", why)
        case ["address", value, *why]:
            return _made(verb, _address(value), "address", why)
        case [who, *why] if verb == "ban" and who not in ("key", "address"):
            return _made(verb, who, "", why)
        case _:
            raise usage(verb)


def _made(verb: Literal["ban", "unban"], target: str, what: Literal["", "key", "address"], why: list[str]) -> Order:
    if verb == "unban" and why:
        raise usage(verb)
    return Order(verb, target, what, _text(" ".join(why)))


def _address(value: str) -> str:
    """As connections are counted: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        network = ipaddress.ip_network(value, strict=False)
    except ValueError:
        raise BadInput(f"{shown(value)} is no IP address") from None
    if network.num_addresses > 1 and (network.version, network.prefixlen) != (6, 64):
        raise BadInput("an address is banned, or the /64 network of an IPv6 one, and no larger network")
    return source_of(str(network.network_address))


def _text(words: str) -> str:
    return clean_line(words, TEXT_CELLS)


def _split(rest: str) -> list[str]:
    """Words, quoted ones together; an apostrophe in a reason is no open quote."""
    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()
