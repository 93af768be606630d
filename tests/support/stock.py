"""Command lines of stock ssh clients, kept away from the user's own keys, agents and known hosts."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import asyncssh


def missing(program: str) -> str:
    """Why tests with this client cannot run here, or ""."""
    return "" if shutil.which(program) else f"{program} is not installed"


def ssh(port: int, user: str = "ann", command: str = "", *, key: Path | None = None, flags: str = "") -> str:
    """OpenSSH."""
    identity = f"-i {shlex.quote(str(key))}" if key else "-o IdentityFile=/dev/null"
    quiet = "-F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
    only = "-o IdentitiesOnly=yes -o IdentityAgent=none"
    return f"ssh {quiet} {only} {identity} {flags} -p {port} {shlex.quote(user)}@127.0.0.1 {command}".rstrip()


def dbclient(port: int, user: str = "ann", command: str = "", *, key: Path | None = None) -> str:
    """Dropbear's client; it reads its own key format."""
    identity = f"-i {shlex.quote(str(key))}" if key else ""
    return f"dbclient -y -y {identity} -p {port} {user}@127.0.0.1 {command}".rstrip()


def plink(port: int, host_key: Path, user: str = "ann", command: str = "", *, key: Path | None = None) -> str:
    """PuTTY's command line client; it reads its own key format, and wants the host key named."""
    fingerprint = asyncssh.read_private_key(host_key).get_fingerprint()
    identity = f"-i {shlex.quote(str(key))}" if key else ""
    return f"plink -ssh -batch -hostkey {fingerprint} {identity} -P {port} {user}@127.0.0.1 {command}".rstrip()
