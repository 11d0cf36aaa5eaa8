"""Other mail programs on the same account: mutt, which moves mails, and mbsync, which keeps a copy in step."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.imap.servers import HOST, MailServer

HAS_MUTT = shutil.which("mutt") is not None and shutil.which("script") is not None
HAS_MBSYNC = shutil.which("mbsync") is not None
SYNCING = """\
IMAPAccount a
Host localhost
Port PORT
User USER
Pass PASSWORD
SSLType IMAPS
CertificateFile CERTIFICATE

IMAPStore remote
Account a

MaildirStore local
Path HOME/
Inbox HOME/INBOX
SubFolders Verbatim

Channel all
Far :remote:
Near :local:
Patterns *
Create Near
Expunge Both
SyncState *
"""
MUTTRC = """\
set imap_user="USER" imap_pass="PASSWORD" certificate_file="CERTIFICATE" ssl_usesystemcerts=no ssl_force_tls=yes
set confirmappend=no confirmcreate=no delete=yes move=no wait_key=no header_cache="" folder="imaps://HOST:PORT/"
"""


def _try_fill(text: str, server: MailServer, home: Path) -> str:
    facts = {"PORT": str(server.tls_port), "USER": server.user, "PASSWORD": server.password, "HOME": str(home)}
    for name, value in (*facts.items(), ("CERTIFICATE", str(server.ca_file)), ("HOST", HOST)):
        text = text.replace(name, value)
    return text


def mutt_moves(server: MailServer, home: Path, lines: Sequence[str], source: str, target: str) -> None:
    """Let mutt move the mails with these lines in their headers: mark them, save them elsewhere, and leave."""
    home.mkdir(exist_ok=True)
    (home / "muttrc").write_text(_try_fill(MUTTRC, server, home))
    marking = "".join(f'<tag-pattern>=h "{line}"<enter>' for line in lines)
    keys = f"push '{marking}<tag-prefix><save-message>={target}<enter><sync-mailbox><exit>'"
    (home / "keys").write_text(keys + "\n")
    command = f"mutt -n -F {home}/muttrc -f imaps://{HOST}:{server.tls_port}/{source} -e 'source {home}/keys'"
    done = subprocess.run(
        ["script", "-qec", command, "/dev/null"], env={**os.environ, "HOME": str(home), "TERM": "xterm"},
        stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=180,
    )  # fmt: skip
    if done.returncode:
        raise OSError(done.stdout)


class Mbsync:
    """A copy of the account in Maildirs, kept in step in both directions."""

    def __init__(self, server: MailServer, home: Path) -> None:
        self.home = home
        home.mkdir()
        self._settings = home.with_name("mbsyncrc")
        self._settings.write_text(_try_fill(SYNCING, server, home))

    def sync(self) -> None:
        """Carry what has changed, both ways."""
        words = ["mbsync", "-q", "-c", str(self._settings), "-a"]
        done = subprocess.run(words, capture_output=True, check=False, text=True, timeout=300)
        if done.returncode:
            raise OSError(done.stderr)

    def move(self, wanted: Sequence[str], source: str, target: str) -> None:
        """Move mails with these lines in the copy, as a mail program without a network would."""
        for path in [*(self.home / source / "cur").iterdir(), *(self.home / source / "new").iterdir()]:
            lines = path.read_bytes().splitlines()
            if any(line.encode() in lines for line in wanted):
                name, _, flags = path.name.partition(":")
                plain = ",".join(part for part in name.split(",") if not part.startswith("U="))
                path.rename(self.home / target / "cur" / f"{plain}:{flags or '2,'}")
