"""What the server speaks: its algorithms, and the options that close every door but one."""

from __future__ import annotations

from typing import Any

from cardtable.ssh.options import Limits

ALGORITHMS: dict[str, Any] = {
    "kex_algs": ["curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256"],
    "encryption_algs": [
        "chacha20-poly1305@openssh.com",
        "aes256-gcm@openssh.com",
        "aes128-gcm@openssh.com",
        "aes256-ctr",
        "aes128-ctr",
    ],
    "mac_algs": ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"],
    "compression_algs": None,
    "signature_algs": [
        "ssh-ed25519",
        "sk-ssh-ed25519@openssh.com",
        "ecdsa-sha2-nistp256",
        "sk-ecdsa-sha2-nistp256@openssh.com",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "rsa-sha2-256",
        "rsa-sha2-512",
    ],
}
"""The first key exchange is Dropbear's first guess, which fails with any other order; the rest lose nothing by it.

Compression would let 200 KiB become 400 MiB here.
"""


def server_options(limits: Limits) -> dict[str, Any]:
    """What `asyncssh.listen` is told, besides the host key and the factory of `Access`."""
    return {
        **ALGORITHMS,
        "server_version": "cardtable",
        "config": None,
        "gss_host": None,
        "encoding": None,
        "line_editor": False,
        "agent_forwarding": False,
        "x11_forwarding": False,
        "allow_scp": False,
        "password_auth": False,
        "login_timeout": limits.login_time,
        "keepalive_interval": limits.keepalive_interval,
        "keepalive_count_max": limits.keepalive_count,
        "window": limits.window,
        "max_pktsize": limits.max_packet,
    }
