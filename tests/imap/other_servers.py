"""Cyrus and Courier from Debian, set up for a test as Dovecot is.

Debian lets only one IMAP server be installed. BAYLEAF_IMAP_SERVERS may name folders with the packages of the others,
unpacked there (`apt-get download cyrus-imapd cyrus-common; dpkg -x … FOLDER`).
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.imap.servers import GROUP, HOST, PASSWORD, USER, MailServer, free_port, make_certificate, wait_for
from tests.systems import IS_ADMINISTRATOR

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


CYRUS = found("usr/lib/cyrus/bin/master") if IS_ADMINISTRATOR and shutil.which("saslpasswd2") else None
COURIER = found("usr/bin/imapd") if IS_ADMINISTRATOR else None
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

    def start(self) -> None:
        self.stopping = threading.Event()
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.ca_file, self.home / "server.key")
        self.listener = socket.create_server(("127.0.0.1", self.tls_port))
        self.listener.settimeout(0.1)
        self.threads = [threading.Thread(target=self.accept, args=(tls,))]
        self.threads[0].start()

    def accept(self, tls: ssl.SSLContext) -> None:
        while not self.stopping.is_set():
            with contextlib.suppress(TimeoutError):
                plain, _ = self.listener.accept()
                self.threads.append(threading.Thread(target=self.serve, args=(plain, tls)))
                self.threads[-1].start()

    def serve(self, plain: socket.socket, tls: ssl.SSLContext) -> None:
        with plain, contextlib.suppress(OSError):
            plain.settimeout(60)
            with tls.wrap_socket(plain, server_side=True) as client:
                if (tag := self.logged_in(client)) is not None:
                    self.carry(client, tag)

    def logged_in(self, client: ssl.SSLSocket) -> str | None:
        """Take the login, before which no byte goes to Courier; return its tag."""
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

    def carry(self, client: ssl.SSLSocket, tag: str) -> None:
        """Be the line between a client and a Courier of its own."""
        ours, its = socket.socketpair()
        told = {"AUTHENTICATED": USER, "IMAPLOGINTAG": tag, "HOME": str(self.home / "mail")}
        told |= {
            "IMAP_CAPABILITY": COURIER_CAPABILITY,
            "IMAP_KEYWORDS": "1",
            "PATH": "/usr/bin",
        }
        told |= {
            "TCPREMOTEIP": "127.0.0.1",
            "TCPREMOTEPORT": "1",
            "PROTOCOL": "IMAP",
            "AUTHADDR": USER,
            "IMAP_UMASK": "022",
        }
        assert COURIER is not None
        with its, ours, selectors.DefaultSelector() as selector:
            process = subprocess.Popen(
                [str(COURIER), "Maildir"],
                stdin=its,
                stdout=its,
                stderr=subprocess.DEVNULL,
                cwd=self.home / "mail",
                user=USER,
                group=GROUP,
                env=told,
            )
            its.close()
            selector.register(client, selectors.EVENT_READ, ours)
            selector.register(ours, selectors.EVENT_READ, client)
            try:
                while not self.stopping.is_set():
                    for key, _ in selector.select(0.1):
                        while True:
                            piece = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                            if not piece:
                                return
                            key.data.sendall(piece)
                            if key.fileobj is ours or not client.pending():
                                break
            finally:
                process.kill()
                process.wait()

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        self.listener.close()


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
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(home)
