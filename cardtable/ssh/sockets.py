"""The sockets a server listens on."""

from __future__ import annotations

import socket
from typing import Any

from cardtable.errors import BadInput

_LAST_PORT = 65535


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Bound sockets for every address that this host name stands for. Raises BadInput."""
    if not 0 <= port <= _LAST_PORT:
        raise BadInput(f"cannot listen on port {port}: ports are 0 to {_LAST_PORT}")
    if not host:
        raise BadInput("cannot listen on '': the host is an address, such as 127.0.0.1, or 0.0.0.0 for everybody")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as fault:
        raise BadInput(f"cannot listen on {host!r}: {fault}") from None
    sockets: list[socket.socket] = []
    try:
        for family, kind, _proto, _name, address in dict.fromkeys(found):
            sockets.append(_bound(family, kind, address))
    except OSError as fault:
        for sock in sockets:
            sock.close()
        raise BadInput(f"cannot listen on {host} port {port}: {(fault.strerror or str(fault)).lower()}") from None
    return sockets


def _bound(family: int, kind: int, address: Any) -> socket.socket:
    sock = socket.socket(family, kind)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
    except BaseException:
        sock.close()
        raise
    return sock
