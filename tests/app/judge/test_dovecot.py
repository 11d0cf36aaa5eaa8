"""Dovecot, set up by `connect dovecot`: judges at delivery, is taught by moves, and loses no mail without a judge."""

from __future__ import annotations

import imaplib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.judge.serving import JudgeServer
from app.judge.sockets import MeetingPlace
from tests.app.judge.letters import label_of, letter
from tests.systems import IS_ADMINISTRATOR

LIBRARY = Path("/usr/lib/dovecot")
CAN_RUN = sys.platform == "linux" and (LIBRARY / "dovecot-lda").exists() and shutil.which("sievec") is not None
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CAN_RUN or not IS_ADMINISTRATOR, reason="needs root and Debian's dovecot-imapd, dovecot-sieve"
    ),
]
USER, GROUP = "nobody", "nogroup"
SETTINGS = """\
base_dir = HOME/run
log_path = HOME/log
mail_location = maildir:HOME/mail
ssl = no
protocols = imap
postmaster_address = me@home.example
namespace inbox {
  inbox = yes
  separator = /
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
}
!include HOME/sieve/bayleaf.conf
"""


@dataclass
class Dovecot:
    """A mail server without a network: its parts are started by hand, as a user who is not root."""

    home: Path

    def deliver(self, mail: bytes) -> None:
        self.called([str(LIBRARY / "dovecot-lda"), "-c", str(self.home / "dovecot.conf")], mail)

    def called(self, command: list[str], given: bytes = b"") -> None:
        environment = {"HOME": str(self.home), "USER": USER, "PATH": os.environ["PATH"]}
        done = subprocess.run(
            command, input=given, user=USER, group=GROUP, env=environment, capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 0, (done.stderr.decode(), self.log())

    def log(self) -> str:
        log = self.home / "log"
        return log.read_text() if log.exists() else ""

    def count(self, folder: str) -> int:
        root = self.home / "mail" / ("" if folder == "INBOX" else f".{folder}")
        return len([*root.glob("new/*"), *root.glob("cur/*")])

    def move(self, source: str, target: str) -> float:
        """Move all mails of a folder, as a mail program does; return for how many milliseconds it had to wait."""
        words = f"env HOME={self.home} USER={USER} setpriv --reuid={USER} --regid={GROUP} --clear-groups"
        with imaplib.IMAP4_stream(f"{words} {LIBRARY}/imap -c {self.home}/dovecot.conf") as connection:
            connection.select(source)
            began_s = time.perf_counter()
            status, told = connection.uid("MOVE", "1:*", target)
            took_ms = 1000 * (time.perf_counter() - began_s)
            assert status == "OK", told
            return took_ms


@contextmanager
def connected_dovecot(place: MeetingPlace) -> Iterator[Dovecot]:
    """A mail server that asks the judge at this place."""
    home = Path(tempfile.mkdtemp(prefix="bd"))
    where = ["--socket", str(place.spamd), "--to", str(home / "sieve"), "--junk", "Junk"]
    result = CliRunner().invoke(cli, ["connect", "dovecot", "any.bayleaf", "--write", *where])
    assert result.exit_code == 0, result.output
    (home / "dovecot.conf").write_text(SETTINGS.replace("HOME", str(home)))
    for path in (place.folder.parent.parent, place.folder.parent, place.folder):
        path.chmod(0o711)
    place.spamd.chmod(0o666)
    for path in [home, *home.rglob("*")]:
        shutil.chown(path, USER, GROUP)
    made = Dovecot(home)
    for script in (home / "sieve").glob("*.sieve"):
        made.called(["sievec", "-c", str(home / "dovecot.conf"), str(script)])
    yield made
    shutil.rmtree(home)


@pytest.fixture
def dovecot(server: JudgeServer) -> Iterator[Dovecot]:
    with connected_dovecot(server.place) as made:
        yield made


def test_spam_is_delivered_to_junk_and_all_mail_to_the_inbox_without_a_judge(
    dovecot: Dovecot, server: JudgeServer
) -> None:
    dovecot.deliver(letter("spam", 540))
    dovecot.deliver(b"X-Text-Classification: spam\r\n" + letter("ham", 540))
    assert (dovecot.count("INBOX"), dovecot.count("Junk")) == (1, 1), dovecot.log()

    server.place.spamd.unlink()
    dovecot.deliver(letter("spam", 541))
    dovecot.deliver(b"X-Text-Classification: spam\r\n" + letter("ham", 541))
    assert (dovecot.count("INBOX"), dovecot.count("Junk")) == (3, 1), dovecot.log()


def test_a_move_to_junk_teaches_one_out_of_it_takes_back_and_the_bin_teaches_nothing(
    dovecot: Dovecot, workspace: Path
) -> None:
    mail = letter("ham", 550)
    dovecot.deliver(mail)
    dovecot.move("INBOX", "Junk")
    assert label_of(workspace, mail) == "spam", dovecot.log()
    dovecot.move("Junk", "Trash")
    assert label_of(workspace, mail) == "spam"
    dovecot.move("Trash", "Junk")
    dovecot.move("Junk", "INBOX")
    assert label_of(workspace, mail) == "ham", dovecot.log()
