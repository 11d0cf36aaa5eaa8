"""A Dovecot of its own: one account, reached over this computer's own address, with folders for junk and the bin."""

from __future__ import annotations

import contextlib
import imaplib
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

USER, PASSWORD = "nobody", "secret"
GROUP = "nogroup"
SETTINGS = """\
base_dir = HOME/run
state_dir = HOME/state
log_path = HOME/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:HOME/mail
first_valid_uid = 1
postmaster_address = me@home.example
passdb {
  driver = static
  args = password=PASSWORD
}
userdb {
  driver = static
  args = uid=USER gid=GROUP home=HOME
}
service imap-login {
  inet_listener imap {
    port = PORT
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    auto = subscribe
    special_use = \\Junk
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


class MailServer:
    """The account as another mail program sees it."""

    def __init__(self, home: Path, port: int) -> None:
        self.home, self.port = home, port

    @contextlib.contextmanager
    def account(self) -> Iterator[imaplib.IMAP4]:
        """Log in."""
        connection = imaplib.IMAP4("127.0.0.1", self.port)
        try:
            connection.login(USER, PASSWORD)
            yield connection
        finally:
            connection.logout()

    def deliver(self, *mails: bytes, folder: str = "INBOX") -> None:
        """Put mails into a folder, all with one connection."""
        with self.account() as account:
            for mail in mails:
                status, told = account.append(folder, "", "", mail)
                if status != "OK":
                    raise OSError(f"{told}")

    def subjects(self, folder: str) -> list[str]:
        """The subjects of a folder's mails, in order."""
        return [subject for subject, _ in self.mails(folder)]

    def keywords(self, folder: str) -> dict[str, str]:
        """The flags and keywords of a folder's mails, by subject."""
        return dict(self.mails(folder))

    def identified(self, folder: str) -> dict[str, str]:
        """The flags and keywords of a folder's mails, by the message's own name."""
        return {name.strip("<>"): flags for name, flags in self.mails(folder, "MESSAGE-ID")}

    def mails(self, folder: str, header: str = "SUBJECT") -> list[tuple[str, str]]:
        """A header and the flags of each mail of a folder."""
        with self.account() as account:
            _, counted = account.select(folder, readonly=True)
            if not int(counted[0] or 0):
                return []
            _, found = account.fetch("1:*", f"(FLAGS BODY.PEEK[HEADER.FIELDS ({header})])")
        told = [entry for entry in found if isinstance(entry, tuple)]
        return [(body.decode().partition(":")[2].strip(), head.decode()) for head, body in told]

    def move(self, subject: str, source: str, target: str) -> None:
        """Move a mail, as a telephone would."""
        with self.account() as account:
            account.select(source)
            _, found = account.search(None, "SUBJECT", f'"{subject}"')
            status, told = account.copy(found[0].decode(), target)
            if status != "OK":
                raise OSError(f"{told}")
            account.store(found[0].decode(), "+FLAGS", r"\Deleted")
            account.expunge()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def mail_server(home: Path) -> Iterator[MailServer]:
    """Start Dovecot, and end it with the block."""
    home.mkdir()
    shutil.chown(home, USER, GROUP)
    port = free_port()
    facts = {"HOME": str(home), "PASSWORD": PASSWORD, "USER": USER, "GROUP": GROUP, "PORT": str(port)}
    text = SETTINGS
    for name, value in facts.items():
        text = text.replace(name, value)
    settings = home / "dovecot.conf"
    settings.write_text(text)
    process = subprocess.Popen(["dovecot", "-F", "-c", str(settings)])
    try:
        _wait_for(port)
        yield MailServer(home, port)
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10):
            return
        subprocess.run(["sleep", "0.1"], check=True)
    raise TimeoutError("Dovecot did not start.")
