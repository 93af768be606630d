"""The exact `ssh` lines by which friends reach this server."""

from __future__ import annotations

import ipaddress
import re

import msgspec

from cardtable.errors import BadInput
from cardtable.ssh.options import Address

SSH_PORT = 22

_PUBLIC = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*))(?::(?P<port>\d{1,5}))?")


class Gate(msgspec.Struct, frozen=True):
    """Where friends connect to. `local`: only clients on the server's own machine can."""

    host: str
    port: int
    local: bool = False

    def line(self, command: str = "", user: str = "", *, terminal: bool = True) -> str:
        """The `ssh` line that runs this command as this user; without a command it opens the lobby."""
        port = "" if self.port == SSH_PORT else f"-p {self.port} "
        ask = "-t " if command and terminal else ""
        target = f"{user}@{self.host}" if user else self.host
        return f"ssh {ask}{port}{target} {command}".rstrip()

    def invite(self, code: str) -> tuple[str, str]:
        """Both lines that bring a friend to the table with this code."""
        return self.line(f"join {code}"), self.line(user=code)


def gate_of(public_host: str | None, address: Address) -> Gate:
    """The way in: the public host if the operator gave one, else the address this connection came in on."""
    host, port = address
    if public_host:
        name, own_port = read_public_host(public_host)
        return Gate(name, own_port or port)
    return Gate(_plain_address(host), port, local=_is_loopback(host))


def read_public_host(text: str) -> tuple[str, int | None]:
    """The name and the port (None: the server's own) of `NAME[:PORT]` or `[IPV6]:PORT`. Raises BadInput."""
    if _is_address(text):
        return text, None
    found = _PUBLIC.fullmatch(text)
    port = int(found["port"]) if found and found["port"] else None
    if found is None or port == 0 or (port or 0) > 65535 or (found["six"] and not _is_address(found["six"])):
        raise BadInput(f"public host must be NAME, NAME:PORT or [IPV6]:PORT, not {text!r}")
    return found["six"] or found["name"], port


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _plain_address(host: str) -> str:
    """An IPv4 client of a dual socket shows as `::ffff:1.2.3.4`; friends type the short form."""
    return host.removeprefix("::ffff:") if "." in host else host


def _is_loopback(host: str) -> bool:
    plain = _plain_address(host).partition("%")[0]
    return plain == "localhost" or (_is_address(plain) and ipaddress.ip_address(plain).is_loopback)
