"""Cyrus and Courier from Debian, set up for a test as Dovecot is.

Debian lets only one IMAP server be installed. BAYLEAF_IMAP_SERVERS may name folders with the packages of the others,
unpacked there (`apt-get download cyrus-imapd cyrus-common; dpkg -x … FOLDER`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.imap.proxy import accepting, carry, server_tls
from tests.imap.servers import GROUP, HOST, PASSWORD, USER, MailServer, dovecot, free_port, make_certificate, wait_for
from tests.mail_servers import missing_parts

PLACES = [Path("/"), *map(Path, filter(None, os.environ.get("BAYLEAF_IMAP_SERVERS", "").split(os.pathsep)))]
FOLDERS = ("db", "proc", "socket", "log", "msg", "ptclient", "user", "quota", "sync", "lock", "spool")
CYRUS_SETTINGS = """\
configdirectory: HOME
defaultpartition: default
partition-default: HOME/spool
admins: cyrus
cyrus_user: USER
servername: localhost
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: HOME/sasldb2
sasl_mech_list: PLAIN
allowplaintext: no
tls_server_cert: HOME/server.pem
tls_server_key: HOME/server.key
unixhierarchysep: yes
altnamespace: yes
autocreate_quota: 0
autocreate_inbox_folders: Junk|Sent|Trash
xlist-junk: Junk
xlist-sent: Sent
xlist-trash: Trash
duplicatesuppression: no
conversations: no
munge8bit: no
syslog_prefix: bayleaf-test
"""
CYRUS_SERVICES = """\
START {
  recover cmd="BIN/ctl_cyrusdb -C HOME/imapd.conf -r"
}
SERVICES {
  imaps cmd="BIN/imapd -C HOME/imapd.conf -s" listen="127.0.0.1:PORT" prefork=1
}
DAEMON {
  idled cmd="BIN/idled -C HOME/imapd.conf"
}
"""


def found(path: str) -> Path | None:
    """Return a program of one of the places."""
    return next((place / path for place in PLACES if (place / path).exists()), None)


WITHOUT_CYRUS = missing_parts("openssl", "sasl2-bin", "cyrus-common", "cyrus-imapd", places=PLACES)
WITHOUT_COURIER = missing_parts("openssl", "courier-imap", places=PLACES)
"""Why their tests are skipped; empty where they are not."""
CYRUS, COURIER = found("usr/lib/cyrus/bin/master"), found("usr/bin/imapd")
COURIER_CAPABILITY = "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE IDLE"


class Cyrus(MailServer):
    """Cyrus: with MOVE, UIDPLUS, CONDSTORE and IDLE."""

    def start(self) -> None:
        assert CYRUS is not None
        libraries = os.pathsep.join(str(path) for place in PLACES for path in (place / "usr/lib").glob("*-linux-gnu*"))
        command = [str(CYRUS), "-C", str(self.home / "imapd.conf"), "-M", str(self.home / "cyrus.conf")]
        self.process = subprocess.Popen(
            [*command, "-p", str(self.home / "master.pid")],
            cwd=self.home,
            env={**os.environ, "LD_LIBRARY_PATH": libraries},
            start_new_session=True,
        )
        wait_for(self.tls_port)


@contextlib.contextmanager
def cyrus() -> Iterator[MailServer]:
    """Start Cyrus, and end it with the block."""
    assert CYRUS is not None
    home = Path(tempfile.mkdtemp(prefix="bc"))
    made = Cyrus(home, make_certificate(home), free_port(), free_port())
    facts = {"HOME": str(home), "BIN": str(CYRUS.parent), "PORT": str(made.tls_port), "USER": USER}
    for name, settings in (("imapd.conf", CYRUS_SETTINGS), ("cyrus.conf", CYRUS_SERVICES)):
        made_of = settings
        for fact, value in facts.items():
            made_of = made_of.replace(fact, value)
        (home / name).write_text(made_of)
    for name in FOLDERS:
        (home / name).mkdir()
    saying = ["saslpasswd2", "-p", "-c", "-f", str(home / "sasldb2"), "-u", HOST, USER]
    subprocess.run(saying, input=PASSWORD.encode(), check=True, capture_output=True)
    for path in [home, *home.rglob("*")]:
        shutil.chown(path, USER, GROUP)
    try:
        made.start()
        with made.account():
            yield made
    finally:
        made.stop()
        shutil.rmtree(home)


class Courier(MailServer):
    """Courier's imapd behind TLS and a login of ours: with UIDPLUS, and without MOVE and CONDSTORE."""

    imapds: list[subprocess.Popen[bytes]]
    stopping: threading.Event

    def start(self) -> None:
        """Nothing more is to be started than what `courier` did: each client has an imapd of its own."""

    def kill(self) -> None:
        """End each imapd."""
        while self.imapds:
            self.imapds.pop().kill()

    def serve(self, client: socket.socket) -> None:
        """Take the login, before which no byte goes to Courier; then be the line to it."""
        if (tag := self.logged_in(client)) is not None:
            self.carry(client, tag)

    def logged_in(self, client: socket.socket) -> str | None:
        """Take the login; return its tag."""
        client.sendall(b"* OK ready\r\n")
        line = b""
        while piece := client.recv(1):  # nothing may be read that is for Courier
            line += piece
            if not line.endswith(b"\r\n"):
                continue
            tag, verb = line.decode("latin-1").split()[:2]
            if verb.upper() == "LOGIN" and PASSWORD.encode() in line:
                return tag
            known = f"* CAPABILITY {COURIER_CAPABILITY}\r\n{tag} OK done\r\n"
            client.sendall(known.encode() if verb.upper() == "CAPABILITY" else f"{tag} NO no\r\n".encode())
            line = b""
        return None

    def carry(self, client: socket.socket, tag: str) -> None:
        """Be the line between a client and a Courier of its own."""
        ours, its = socket.socketpair()
        answer = {
            "AUTHENTICATED": USER, "IMAPLOGINTAG": tag, "HOME": str(self.home / "mail"), "PATH": "/usr/bin",
            "IMAP_CAPABILITY": COURIER_CAPABILITY, "IMAP_KEYWORDS": "1", "TCPREMOTEIP": "127.0.0.1",
            "TCPREMOTEPORT": "1", "PROTOCOL": "IMAP", "AUTHADDR": USER, "IMAP_UMASK": "022",
        }  # fmt: skip
        assert COURIER is not None
        with its, ours:
            process = subprocess.Popen(
                [str(COURIER), "Maildir"], stdin=its.fileno(), stdout=its.fileno(), stderr=subprocess.DEVNULL,
                cwd=self.home / "mail", user=USER, group=GROUP, env=answer,
            )  # fmt: skip
            self.imapds.append(process)
            its.close()
            try:
                carry(client, ours, self.stopping)
            finally:
                process.kill()
                process.wait()


@contextlib.contextmanager
def courier() -> Iterator[MailServer]:
    """Start Courier, and end it with the block."""
    home = Path(tempfile.mkdtemp(prefix="bu"))
    made = Courier(home, make_certificate(home), free_port(), free_port())
    for folder in ("", ".Junk", ".Sent", ".Trash"):
        for part in ("cur", "new", "tmp"):
            (home / "mail" / "Maildir" / folder / part).mkdir(parents=True)
        (home / "mail" / "Maildir" / folder / "maildirfolder").touch()
    made.junk = "INBOX.Junk"
    home.chmod(0o755)
    for path in [home / "mail", *(home / "mail").rglob("*")]:
        shutil.chown(path, USER, GROUP)
    made.imapds, made.stopping = [], threading.Event()
    try:
        with accepting(made.tls_port, made.stopping, made.serve, server_tls(made.ca_file)):
            yield made
    finally:
        shutil.rmtree(home)


SERVERS: dict[str, Callable[..., contextlib.AbstractContextManager[MailServer]]] = {
    "dovecot": dovecot,
    "cyrus": cyrus,
    "courier": courier,
}
