"""Dovecot, set up by `connect dovecot`: judges at delivery, is taught by moves, and loses no mail without a judge."""

from __future__ import annotations

import imaplib
import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.features.mail_daemon.serving import DaemonServer
from app.features.mail_daemon.sockets import DaemonPaths
from tests.app.letters import label_of, letter
from tests.mail_servers import missing_parts

LIBRARY = Path("/usr/lib/dovecot")
WITHOUT_DOVECOT = missing_parts("dovecot-core", "dovecot-imapd", "dovecot-sieve")
WITHOUT_LMTP = missing_parts("dovecot-lmtpd")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WITHOUT_DOVECOT), reason=WITHOUT_DOVECOT)]
USER, GROUP = "nobody", "nogroup"
SETTINGS = """\
base_dir = HOME/run
state_dir = HOME/state
log_path = HOME/log
mail_location = maildir:HOME/mail
ssl = no
protocols = imap
postmaster_address = me@home.example
namespace inbox {
  inbox = yes
  prefix = PREFIX
  separator = SEPARATOR
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
  mailbox JunkPlace {
    auto = create
    special_use = \\Junk
  }
  mailbox Archive {
    auto = create
  }
  mailbox Work {
    auto = create
  }
}
MORE
"""
OWN_RULES = """\
protocol imap {
  mail_plugins = $mail_plugins imap_sieve
}
protocol lda {
  mail_plugins = $mail_plugins sieve
}
plugin {
  sieve_plugins = sieve_imapsieve
  sieve_before = HOME/own.sieve
  imapsieve_mailbox1_name = PREFIXArchive
  imapsieve_mailbox1_causes = COPY
  imapsieve_mailbox1_before = file:HOME/flag.sieve
}
"""
LMTP = """\
protocols = lmtp
first_valid_uid = 1
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=USER gid=GROUP home=HOME
}
service lmtp {
  unix_listener HOME/lmtp {
    mode = 0666
  }
}
"""


@dataclass
class Dovecot:
    """A mail server without a network: its parts are started by hand, as a user who is not root."""

    home: Path
    prefix: str = ""
    separator: str = "/"

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
        with self.session() as connection:
            connection.select(self.name(folder), readonly=True)
            return int(connection.response("EXISTS")[1][0])

    def flags(self, folder: str) -> list[set[str]]:
        """The flags of each mail."""
        with self.session() as connection:
            connection.select(self.name(folder), readonly=True)
            _, rows = connection.fetch("1:*", "(FLAGS)")
        flags = [{flag.decode() for flag in imaplib.ParseFlags(row)} for row in rows if isinstance(row, bytes)]
        return [each - {"\\Recent"} for each in flags]

    def append(self, folder: str, *mails: bytes) -> None:
        """Put mails into a folder, of which no script is told."""
        with self.session() as connection:
            for mail in mails:
                status, told = connection.append(self.name(folder), "", "", mail)
                assert status == "OK", told

    def move(self, source: str, target: str) -> float:
        """Move all mails of a folder, as a mail program does; return for how many milliseconds it had to wait."""
        with self.session() as connection:
            connection.create(self.name(target))
            connection.select(self.name(source))
            began_s = time.perf_counter()
            status, told = connection.uid("MOVE", "1:*", self.name(target))
            took_ms = 1000 * (time.perf_counter() - began_s)
            assert status == "OK", told
            return took_ms

    def name(self, folder: str) -> str:
        """Return the full name of a folder whose parts are separated by a slash."""
        return folder if folder == "INBOX" else self.prefix + folder.replace("/", self.separator)

    def session(self) -> imaplib.IMAP4_stream:
        words = f"env HOME={self.home} USER={USER} setpriv --reuid={USER} --regid={GROUP} --clear-groups"
        return imaplib.IMAP4_stream(f"{words} {LIBRARY}/imap -c {self.home}/dovecot.conf")

    def taught(self) -> list[str]:
        """The lessons that Dovecot gave, in order."""
        lessons = self.home / "lessons"
        return lessons.read_text().split() if lessons.exists() else []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Run it as a server, for mail that comes by LMTP."""
        process = subprocess.Popen(["dovecot", "-F", "-c", str(self.home / "dovecot.conf")], start_new_session=True)
        try:
            wait_for_socket(self.home / "lmtp", process, self.log)
            yield
        finally:
            process.terminate()
            process.wait(30)


def wait_for_socket(path: Path, process: subprocess.Popen[bytes], log: Callable[[], str]) -> None:
    ends_s = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < ends_s:
        with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
            probe.connect(str(path))
            return
        time.sleep(0.05)
    raise TimeoutError(log())


@contextmanager
def connected_dovecot(
    place: DaemonPaths, *, prefix: str = "", separator: str = "/", junk: str = "Junk", more: str = "", said: str = ""
) -> Iterator[Dovecot]:
    """A mail server that asks the judge at this place, set up by `connect dovecot` from its own settings."""
    home = Path(tempfile.mkdtemp(prefix="bd"))
    text = SETTINGS.replace("MORE", more).replace("PREFIX", prefix).replace("SEPARATOR", separator)
    text = text.replace("JunkPlace", junk).replace("HOME", str(home)).replace("USER", USER).replace("GROUP", GROUP)
    settings = home / "dovecot.conf"
    settings.write_text(text)
    (home / "own.sieve").write_text('require ["imap4flags"];\naddflag "\\\\Flagged";\n')
    (home / "flag.sieve").write_text('require ["imap4flags", "imapsieve"];\naddflag "\\\\Answered";\n')
    shown = subprocess.run(["doveconf", "-n", "-c", str(settings)], capture_output=True, check=True, timeout=60)
    where = ["--socket", str(place.spamd_socket), "--to", str(home / "sieve"), "--doveconf", "-", *said.split()]
    result = CliRunner().invoke(cli, ["connect", "dovecot", "any.bayleaf", "--write", *where], input=shown.stdout)
    assert result.exit_code == 0, result.output
    teach = home / "sieve" / "bayleaf-teach"
    teach.write_text(teach.read_text().replace("\nexec", f'\necho "$1" >> {home}/lessons\nexec'))
    settings.write_text(f"{text}!include {home}/sieve/bayleaf.conf\n")
    for path in (place.folder.parent.parent, place.folder.parent, place.folder):
        path.chmod(0o711)
    place.spamd_socket.chmod(0o666)
    for path in [home, *home.rglob("*")]:
        shutil.chown(path, USER, GROUP)
    made = Dovecot(home, prefix, separator)
    for script in home.rglob("*.sieve"):
        made.called(["sievec", "-c", str(settings), str(script)])
    try:
        yield made
    finally:
        shutil.rmtree(home)


@pytest.fixture
def dovecot(server: DaemonServer) -> Iterator[Dovecot]:
    with connected_dovecot(server.paths) as made:
        yield made


NAMESPACES = [
    pytest.param({}, id="without-prefix"),
    pytest.param({"prefix": "INBOX.", "separator": "."}, id="courier-style"),
    pytest.param({"prefix": "INBOX/", "separator": "/", "junk": "Spam"}, id="junk-of-another-name"),
]


def test_spam_is_delivered_to_junk_and_all_mail_to_the_inbox_without_a_judge(
    dovecot: Dovecot, server: DaemonServer
) -> None:
    dovecot.deliver(letter("spam", 540))
    dovecot.deliver(b"X-Text-Classification: spam\r\n" + letter("ham", 540))
    assert (dovecot.count("INBOX"), dovecot.count("Junk")) == (1, 1), dovecot.log()

    server.paths.spamd_socket.unlink()
    dovecot.deliver(letter("spam", 541))
    dovecot.deliver(b"X-Text-Classification: spam\r\n" + letter("ham", 541))
    assert (dovecot.count("INBOX"), dovecot.count("Junk")) == (3, 1), dovecot.log()


@pytest.mark.parametrize("names", NAMESPACES)
def test_a_move_to_junk_teaches_spam_and_one_back_to_the_inbox_teaches_good_mail(
    server: DaemonServer, workspace: Path, names: dict[str, str]
) -> None:
    mail, junk = letter("ham", 550), names.get("junk", "Junk")
    with connected_dovecot(server.paths, **names) as dovecot:
        dovecot.deliver(mail)
        dovecot.move("INBOX", junk)
        assert label_of(workspace, mail) == "spam", dovecot.log()
        dovecot.move(junk, "INBOX")
        assert label_of(workspace, mail) == "ham", dovecot.log()
        assert dovecot.taught() == ["spam", "ham"]


@pytest.mark.parametrize("names", NAMESPACES)
@pytest.mark.parametrize("target", ["Trash", "Junk/Old", "Archive/Trash", "Archive", "Work"])
def test_junk_that_is_emptied_or_put_away_teaches_nothing(
    server: DaemonServer, names: dict[str, str], target: str
) -> None:
    junk = names.get("junk", "Junk")
    with connected_dovecot(server.paths, **names) as dovecot:
        dovecot.append(junk, letter("ham", 551), letter("spam", 551))
        target = target.replace("Junk", junk)
        dovecot.move(junk, target)
        assert dovecot.count(target) == 2, dovecot.log()
        assert dovecot.taught() == []


def test_a_move_to_a_folder_that_was_named_teaches_good_mail(server: DaemonServer, workspace: Path) -> None:
    mail = letter("spam", 552)
    with connected_dovecot(server.paths, prefix="INBOX.", separator=".", said="--good-folder INBOX.Work") as dovecot:
        dovecot.append("Junk", mail)
        dovecot.move("Junk", "Work")
        assert label_of(workspace, mail) == "ham", dovecot.log()
        assert dovecot.taught() == ["ham"]


def test_the_scripts_that_a_server_had_run_as_before(server: DaemonServer, workspace: Path) -> None:
    with connected_dovecot(server.paths, more=OWN_RULES) as dovecot:
        dovecot.deliver(letter("ham", 553))
        dovecot.deliver(letter("spam", 553))
        assert dovecot.flags("INBOX") == [{"\\Flagged"}], dovecot.log()
        assert dovecot.count("Junk") == 1, dovecot.log()
        dovecot.move("INBOX", "Archive")
        assert {"\\Answered", "\\Flagged"} <= dovecot.flags("Archive")[0], dovecot.log()
        dovecot.move("Junk", "INBOX")
        assert dovecot.taught() == ["ham"]


@pytest.mark.skipif(bool(WITHOUT_LMTP), reason=WITHOUT_LMTP)
def test_spam_that_comes_by_lmtp_goes_to_junk(server: DaemonServer) -> None:
    with connected_dovecot(server.paths, more=LMTP) as dovecot, dovecot.listening():
        for mail in (letter("spam", 554), letter("ham", 554)):
            with smtplib.LMTP(str(dovecot.home / "lmtp")) as client:
                client.sendmail("me@home.example", ["anyone"], mail)
        assert (dovecot.count("INBOX"), dovecot.count("Junk")) == (1, 1), dovecot.log()
