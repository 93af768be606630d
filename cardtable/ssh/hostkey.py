"""The server's host key: made once, kept in the data folder, never silently replaced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import asyncssh

from cardtable.errors import BadInput

_ALGORITHM = "ssh-ed25519"


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in this file, which is made if it does not exist. Raises BadInput, and leaves the file alone."""
    try:
        return _read(path)
    except FileNotFoundError:
        return _make(path)
    except OSError as fault:
        raise BadInput(f"host key {path} cannot be read: {fault.strerror}") from None


def _read(path: Path) -> asyncssh.SSHKey:
    data = path.read_bytes()
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, ValueError) as fault:
        raise BadInput(f"host key {path} is no private key without a passphrase: {fault}") from None
    if key.get_algorithm() != _ALGORITHM:
        raise BadInput(f"host key {path} is {key.get_algorithm()}; it must be {_ALGORITHM}")
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BadInput(f"host key {path} is open to other users of this machine; chmod 600 it")
    return key


def _make(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key(_ALGORITHM, comment="cardtable")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        raise BadInput(f"host key {path} cannot be made: {fault.strerror}") from None
    return key
