"""A real Postfix asks the milter about each mail, and delivers all mail whatever becomes of the milter."""

from __future__ import annotations

import contextlib
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.features.mail_daemon.users import SharedSocket, User, UsersServer, UserTable
from tests.app.features.mail_daemon.conftest import serving
from tests.app.features.mail_daemon.test_users import serving_users
from tests.app.letters import letter
from tests.mail_servers import missing_parts

WITHOUT_POSTFIX = missing_parts("postfix")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WITHOUT_POSTFIX), reason=WITHOUT_POSTFIX)]
MAIN = """\
compatibility_level = 3.6
queue_directory = HOME/queue
data_directory = HOME/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
myhostname = mx.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = y.example
virtual_mailbox_base = HOME/mail
virtual_mailbox_maps = static:box/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
smtpd_peername_lookup = no
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_milters = unix:MILTER
milter_default_action = accept
milter_connect_timeout = 5s
milter_command_timeout = 10s
milter_content_timeout = 10s
maillog_file = HOME/maillog
maillog_file_prefixes = HOME
"""
MASTER = """\
127.0.0.1:PORT inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A Postfix of a test's own."""

    def __init__(self, home: Path, milter: Path) -> None:
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.config = home / "etc"
        for folder in (self.config, home / "queue", home / "data", home / "mail"):
            folder.mkdir()
        home.chmod(0o755)
        shutil.chown(home / "data", "postfix")
        shutil.chown(home / "mail", "nobody")
        words = {"HOME": str(home), "MILTER": str(milter), "PORT": str(self.port)}
        for name, text in (("main.cf", MAIN), ("master.cf", MASTER)):
            for word, value in words.items():
                text = text.replace(word, value)  # noqa: PLW2901 - filled in word by word
            (self.config / name).write_text(text)

    def call(self, *words: str) -> None:
        subprocess.run(["postfix", "-c", str(self.config), *words], capture_output=True, check=False, timeout=60)

    def deliver(self, mail: bytes, *recipients: str) -> bytes:
        """Send a mail to the server, and return it as it was delivered."""
        before = set(self.delivered())
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
            client.sendmail("a@x.example", list(recipients) or ["b@y.example"], mail)
        ends_s = time.monotonic() + 60
        while time.monotonic() < ends_s:
            fresh = set(self.delivered()) - before
            if fresh:
                return fresh.pop().read_bytes()
            time.sleep(0.02)
        raise TimeoutError((self.home / "maillog").read_text())

    def delivered(self) -> list[Path]:
        return list((self.home / "mail" / "box" / "new").glob("*"))


@pytest.fixture
def postfix_home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pf"))
    yield folder
    shutil.rmtree(folder)


@contextlib.contextmanager
def running(home: Path, milter: Path) -> Iterator[Postfix]:
    server = Postfix(home, milter)
    server.call("start")
    try:
        yield server
    finally:
        server.call("abort")


def headers_of(mail: bytes, name: bytes) -> list[bytes]:
    head = mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return [line.split(b": ", 1)[1] for line in head.split(b"\n") if line.lower().startswith(name.lower() + b":")]


def test_postfix_delivers_each_mail_with_the_verdict_and_without_a_forged_one(
    runtime: Path, workspace: Path, postfix_home: Path
) -> None:
    runtime.chmod(0o755)
    with (
        serving(workspace, milter=runtime / "milter", sharing=(0o666, "")),
        running(postfix_home, runtime / "milter") as server,
    ):
        for n in range(5):
            for label in ("spam", "ham"):
                forged = b"X-Text-Classification: ham\r\nX-Bayleaf-Score: 0.000001 ham\r\n"
                mail = server.deliver(forged + letter(label, 800 + n))
                assert headers_of(mail, b"X-Text-Classification") == [label.encode()]
                assert len(headers_of(mail, b"X-Bayleaf-Score")) == 1
                sent, got = letter(label, 800 + n), mail.replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n")
                assert got.partition(b"\r\n\r\n")[2].rstrip() == sent.partition(b"\r\n\r\n")[2].rstrip()


def test_postfix_delivers_without_a_verdict_while_nothing_listens(
    runtime: Path, workspace: Path, postfix_home: Path
) -> None:
    runtime.chmod(0o755)
    with running(postfix_home, runtime / "milter") as server:
        with serving(workspace, milter=runtime / "milter", sharing=(0o666, "")):
            assert headers_of(server.deliver(letter("spam", 810)), b"X-Text-Classification") == [b"spam"]
        assert headers_of(server.deliver(letter("spam", 811)), b"X-Text-Classification") == []
        with serving(workspace, milter=runtime / "milter", sharing=(0o666, "")):
            assert headers_of(server.deliver(letter("spam", 812)), b"X-Text-Classification") == [b"spam"]


def test_postfix_delivers_without_a_verdict_while_the_milter_is_silent(runtime: Path, postfix_home: Path) -> None:
    runtime.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(runtime / "milter"))
        (runtime / "milter").chmod(0o666)
        silent.listen()
        with running(postfix_home, runtime / "milter") as server:
            assert headers_of(server.deliver(letter("spam", 813)), b"X-Text-Classification") == []


def test_the_recipient_decides_whose_model_judges(runtime: Path, workspace: Path, postfix_home: Path) -> None:
    runtime.chmod(0o755)
    table = UserTable(
        (User("anna", workspace, addresses=("anna@y.example",)),), milter=SharedSocket(runtime / "milter", (0o666, ""))
    )
    with serving_users(UsersServer(table), "anna"), running(postfix_home, runtime / "milter") as server:
        mail = letter("spam", 814)
        assert headers_of(server.deliver(mail, "anna@y.example"), b"X-Text-Classification") == [b"spam"]
        assert headers_of(server.deliver(mail, "ben@y.example"), b"X-Text-Classification") == []
