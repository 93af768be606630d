"""Who is at the other end of a session and what they asked for, as a value."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardtable.ssh.context import Control, SessionContext
from cardtable.ssh.exec import Intent
from cardtable.ssh.invite import Gate, gate_of
from cardtable.ssh.options import Address, ServeConfig
from cardtable.ssh.terminal import KEPT_ENV, TerminalProfile, read_terminal
from cardtable.table.codes import looks_like_code
from cardtable.table.names import checked_name
from cardtable.text import clean_name

_LONGEST_VALUE = 64


class Visitor(msgspec.Struct, frozen=True, kw_only=True):
    """One client. `term` is None if it asked for no terminal, `command` None if it asked for a shell."""

    username: str
    identity: str
    keyed: bool
    here: Address
    """The server's address that it came in on."""
    peer: Address
    command: str | None
    term: str | None
    size: tuple[int, int]
    env: Mapping[str, str]

    @property
    def profile(self) -> TerminalProfile:
        """Its terminal."""
        return read_terminal(self.term, self.env)

    @property
    def typable_name(self) -> str:
        """The user name, if it can be typed on a command line as it is; else ""."""
        name = self.username
        plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum() and len(name) <= 32
        return name if plain else ""

    def gate(self, public_host: str | None) -> Gate:
        """Where its friends connect to."""
        return gate_of(public_host, self.here)

    def context(self, config: ServeConfig, intent: Intent, control: Control) -> SessionContext:
        """What its app is told."""
        name, fault = checked_name(self.username)
        return SessionContext(
            identity=self.identity,
            keyed=self.keyed,
            wished_name=name,
            name_fault=fault if fault and clean_name(self.username) and not looks_like_code(self.username) else "",
            intent=intent,
            terminal=self.profile,
            address_line=self.here,
            peer=self.peer,
            public_host=config.public_host,
            motd=config.motd,
            operator=self.keyed and self.identity.removeprefix("key:") in config.operators,
            control=control,
        )


def kept_env(sent: Mapping[bytes, bytes]) -> dict[str, str]:
    """Of what a client sent, the few variables that are looked at."""
    texts = {name.decode("ascii", "replace"): value.decode("ascii", "replace") for name, value in sent.items()}
    return {name: value[:_LONGEST_VALUE] for name, value in texts.items() if name in KEPT_ENV or name.startswith("LC_")}


def address(found: object) -> Address:
    """A socket's address as asyncssh reports it; what is gone has none."""
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) > 1 else ("", 0)
