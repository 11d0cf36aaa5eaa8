"""Which mail servers are installed as a whole. Debian splits each over packages, so that parts may be missing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.systems import IS_ADMINISTRATOR

FILES = {
    "openssl": ("usr/bin/openssl",),
    "dovecot-core": ("usr/sbin/dovecot", "usr/bin/doveadm", "usr/bin/doveconf", "usr/lib/dovecot/dovecot-lda"),
    "dovecot-imapd": ("usr/lib/dovecot/imap", "usr/lib/dovecot/imap-login"),
    "dovecot-lmtpd": ("usr/lib/dovecot/lmtp",),
    "dovecot-sieve": (
        "usr/bin/sievec",
        "usr/lib/dovecot/modules/lib90_sieve_plugin.so",
        "usr/lib/dovecot/modules/lib95_imap_sieve_plugin.so",
        "usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so",
        "usr/lib/dovecot/modules/sieve/lib90_sieve_imapsieve_plugin.so",
    ),
    "sasl2-bin": ("usr/sbin/saslpasswd2",),
    "cyrus-common": ("usr/lib/cyrus/bin/master", "usr/lib/cyrus/bin/ctl_cyrusdb", "usr/lib/cyrus/bin/idled"),
    "cyrus-imapd": ("usr/lib/cyrus/bin/imapd",),
    "courier-imap": ("usr/bin/imapd",),
    "postfix": ("usr/sbin/postfix", "usr/lib/postfix/sbin/smtpd", "usr/lib/postfix/sbin/virtual"),
}
"""The files that tests need of each of Debian's packages."""
ROOT = (Path("/"),)


def missing_parts(*packages: str, places: Sequence[Path] = ROOT, is_root: bool = IS_ADMINISTRATOR) -> str:
    """Return why tests of these packages are skipped; empty where all their files are in one of `places`."""
    if sys.platform != "linux":
        return "needs Linux with Debian's " + ", ".join(packages)
    if not is_root:
        return "needs root, which starts mail servers as other users"
    for package in packages:
        for file in FILES[package]:
            if not any(os.access(place / file, os.R_OK) for place in places):
                return f"needs Debian's package {package}, whose /{file} is not here"
    return ""
