"""Mail servers of a test's own, on this computer's own address, with TLS by a certificate that the test makes."""

from __future__ import annotations

import base64
import contextlib
import hmac
import imaplib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.mail_servers import missing_parts
from tests.systems import KILL

USER, PASSWORD, GROUP = "nobody", "secret", "nogroup"
HOST = "localhost"
WITHOUT_DOVECOT = missing_parts("openssl", "dovecot-core", "dovecot-imapd")
"""Why tests with Dovecot are skipped; empty where they are not."""
SETTINGS = """\
base_dir = HOME/run
state_dir = HOME/state
log_path = HOME/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <HOME/server.pem
ssl_key = <HOME/server.key
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:HOME/mail/%u
first_valid_uid = 1
postmaster_address = me@home.example
mail_max_userip_connections = 100
auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = HOME/oauth2.conf
}
passdb {
  driver = static
  args = password=PASSWORD
}
userdb {
  driver = static
  args = uid=USER gid=GROUP home=HOME
}
service imap-login {
  process_min_avail = 1
  inet_listener imap {
    port = PLAIN_PORT
  }
  inet_listener imaps {
    port = TLS_PORT
    ssl = yes
  }
}
protocol imap {
  CAPABILITY
  QUOTA
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = subscribe
    special_use = \\Junk
  }
  mailbox Sent {
    auto = subscribe
    special_use = \\Sent
  }
  mailbox Trash {
    auto = subscribe
    special_use = \\Trash
  }
  mailbox Archive {
    auto = subscribe
  }
}
"""
TOKENS = """\
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=HOME/keys/
username_attribute = sub
"""
KEY = b"a key that only this test knows...."
FULL = """\
mail_plugins = $mail_plugins quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=100M
  quota_rule2 = Junk:storage=+0M
"""
CAPABILITIES = "imap_capability = {}"
POOR = "IMAP4rev1 LITERAL+ SASL-IR NAMESPACE"
"""A server of long ago: neither MOVE nor UIDPLUS, IDLE, CONDSTORE."""
WITHOUT_MOVE = f"{POOR} UIDPLUS IDLE SPECIAL-USE"


@dataclass
class MailServer:
    """An account, as another mail program sees it."""

    home: Path
    ca_file: Path
    tls_port: int
    plain_port: int
    user: str = USER
    password: str = PASSWORD
    junk: str = "Junk"
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @contextlib.contextmanager
    def account(self) -> Iterator[imaplib.IMAP4]:
        """Log in."""
        connection = imaplib.IMAP4_SSL(
            HOST, self.tls_port, ssl_context=ssl.create_default_context(cafile=str(self.ca_file)), timeout=30
        )
        try:
            connection.login(self.user, self.password)
            yield connection
        finally:
            with contextlib.suppress(imaplib.IMAP4.error, OSError):
                connection.logout()

    def deliver(self, *mails: bytes, folder: str = "INBOX", flags: str = "", date: str = "") -> None:
        """Put mails into a folder, all with one connection."""
        with self.account() as account:
            for mail in mails:
                status, answer = account.append(folder, flags, date, mail)
                assert status == "OK", answer

    def subjects(self, folder: str) -> list[str]:
        """The subjects of a folder's mails, in order."""
        return [subject for subject, _ in self.mails(folder)]

    def flags(self, folder: str) -> dict[str, set[str]]:
        """The flags of a folder's mails, by subject."""
        return {subject: set(flags) for subject, flags in self.mails(folder)}

    def mails(self, folder: str, header: str = "SUBJECT") -> list[tuple[str, list[str]]]:
        """A header and the flags of each mail of a folder."""
        with self.account() as account:
            status, counted = account.select(f'"{folder}"', readonly=True)
            assert status == "OK", counted
            if not int(counted[0] or 0):
                return []
            _, found = account.fetch("1:*", f"(FLAGS BODY.PEEK[HEADER.FIELDS ({header})])")
        answer = [entry for entry in found if isinstance(entry, tuple)]
        rows = []
        for head, body in answer:
            flags = re.search(rb"FLAGS \(([^)]*)\)", head)
            named = body.decode("utf-8", "replace").partition(":")[2]
            rows.append((" ".join(named.split()), flags[1].decode().split() if flags else []))
        return rows

    def move(self, subjects: list[str], source: str, target: str) -> None:
        """Move mails, as a telephone would."""
        with self.account() as account:
            account.select(source)
            for subject in subjects:
                _, found = account.uid("SEARCH", "SUBJECT", f'"{subject}"')
                uids = found[0].split()
                assert uids, subject
                uid = uids[-1].decode()
                status, answer = account.uid("COPY", uid, f'"{target}"')
                assert status == "OK", answer
                account.uid("STORE", uid, "+FLAGS", r"(\Deleted)")
                account.expunge()

    def flag(self, subject: str, folder: str, change: str, flags: str) -> None:
        """Set flags, as another mail program would."""
        with self.account() as account:
            account.select(folder)
            _, found = account.uid("SEARCH", "SUBJECT", f'"{subject}"')
            status, answer = account.uid("STORE", found[0].split()[-1].decode(), change, f"({flags})")
            assert status == "OK", answer

    def renumber(self, folder: str) -> None:
        """Give a folder another UIDVALIDITY."""
        command = ["doveadm", "-c", str(self.home / "dovecot.conf"), "mailbox", "update", "-u", self.user]
        subprocess.run([*command, "--uid-validity", "12345", folder], check=True, capture_output=True)

    def log(self) -> str:
        path = self.home / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["dovecot", "-F", "-c", str(self.home / "dovecot.conf")], start_new_session=True
        )
        wait_for(self.tls_port)

    def kill(self) -> None:
        """End it and all its processes, as a power cut would."""
        assert self.process is not None
        os.killpg(self.process.pid, KILL)
        self.process.wait()
        while is_listening(self.tls_port):
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


def token_for(user: str) -> str:
    """Make a token that Dovecot takes, signed with the key that it knows."""
    now_s = int(time.time())
    parts = {"alg": "HS256", "typ": "JWT"}, {"sub": user, "iat": now_s - 5, "nbf": now_s - 5, "exp": now_s + 600}
    signed = b".".join(_unpadded(json.dumps(part).encode()) for part in parts)
    return (signed + b"." + _unpadded(hmac.digest(KEY, signed, "sha256"))).decode()


def _unpadded(part: bytes) -> bytes:
    return base64.urlsafe_b64encode(part).rstrip(b"=")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        return True
    return False


def wait_for(port: int) -> None:
    ends_s = time.monotonic() + 20
    while not is_listening(port):
        if time.monotonic() > ends_s:
            raise TimeoutError("The server did not start.")
        time.sleep(0.05)


def make_certificate(folder: Path, *, names: str = "DNS:localhost,IP:127.0.0.1", days: str = "2") -> Path:
    """Make a certificate that signs itself, with its key beside it."""
    certificate, key, request = folder / "server.pem", folder / "server.key", folder / "server.csr"
    (folder / "names").write_text(f"subjectAltName={names}\n")
    asking = ["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    signing = ["openssl", "x509", "-req", "-in", str(request), "-signkey", str(key), "-extfile", str(folder / "names")]
    for command in (
        [*asking, "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(request)],
        [*signing, "-days", days, "-out", str(certificate)],
    ):
        subprocess.run(command, check=True, capture_output=True)
    return certificate


@contextlib.contextmanager
def dovecot(*, capability: str = "", quota: str = "") -> Iterator[MailServer]:
    """Start Dovecot, where each name is somebody with a mailbox, and end it with the block."""
    home = Path(tempfile.mkdtemp(prefix="bd"))
    certificate = make_certificate(home)
    made = MailServer(home, certificate, free_port(), free_port())
    facts = {
        "HOME": str(home), "PASSWORD": PASSWORD, "USER": USER, "GROUP": GROUP, "PLAIN_PORT": str(made.plain_port),
        "TLS_PORT": str(made.tls_port), "CAPABILITY": CAPABILITIES.format(capability) if capability else "",
        "QUOTA": quota,
    }  # fmt: skip
    text = SETTINGS
    for name, value in facts.items():
        text = text.replace(name, value)
    (home / "dovecot.conf").write_text(text)
    (home / "oauth2.conf").write_text(TOKENS.replace("HOME", str(home)))
    key = home / "keys" / "default" / "HS256" / "default"
    key.parent.mkdir(parents=True)
    key.write_bytes(base64.b64encode(KEY))
    home.chmod(0o711)  # who checks tokens is another user than who has the mail
    (home / "mail").mkdir()
    for path in (home, home / "mail"):
        shutil.chown(path, USER, GROUP)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(home)
