"""A real server and a real judge, and a keeper between them that tests run look by look."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from bayleaf_imap.accounts import STATE, Account, save_account
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.folder_checks import Event
from bayleaf_imap.journal import Journal, MailRecord
from bayleaf_imap.running import MailboxRunner
from bayleaf_imap.stream import Address

from tests.app.letters import label_of
from tests.app.letters import letters_workspace as letters_workspace
from tests.app.letters import workspace as workspace
from tests.imap.servers import HOST, PASSWORD, WITHOUT_DOVECOT, MailServer, dovecot

if find_spec("app.features.mail_daemon"):
    from tests.app.features.mail_daemon.conftest import runtime as runtime
    from tests.app.features.mail_daemon.conftest import server as server
else:
    collect_ignore_glob = ["*"]  # the keeper asks the mail daemon

NUMBERS = itertools.count()
needs_dovecot = pytest.mark.skipif(bool(WITHOUT_DOVECOT), reason=WITHOUT_DOVECOT)


@pytest.fixture(scope="session")
def started_dovecot() -> Iterator[MailServer]:
    with dovecot() as made:
        yield made


@pytest.fixture
def mail_server(started_dovecot: MailServer) -> MailServer:
    """A mailbox that nobody else has."""
    return replace(started_dovecot, user=f"nobody{next(NUMBERS)}")


def subject_of(mail: bytes) -> str:
    return mail.split(b"Subject: ")[1].split(b"\r\n")[0].decode()


class Box:
    """A mailbox that was added, what its keeper says, and what a person does in it."""

    def __init__(self, account: Account, server: MailServer | None = None) -> None:
        self.account, self._server = account, server
        self.output: list[Event | MailboxError] = []
        save_account(account)

    def check(self, *, is_trial: bool = False) -> list[Event]:
        """Connect, go round once and end; return what happened."""
        self.output.clear()
        MailboxRunner(self.account, is_trial=is_trial, on_event=self.output.append).run(once=True)
        return [event for event in self.output if isinstance(event, Event)]

    def states(self, *, is_trial: bool = False) -> list[str]:
        return [event.state for event in self.check(is_trial=is_trial)]

    @property
    def server(self) -> MailServer:
        assert self._server is not None
        return self._server

    def gets(self, *mails: bytes) -> list[str]:
        """Have mails delivered, and look."""
        self.server.deliver(*mails)
        return self.states()

    def move(self, source: str, target: str, *mails: bytes) -> None:
        """Move mails, as a person does with another program."""
        self.server.move([subject_of(mail) for mail in mails], source, target)

    def labels(self, *mails: bytes) -> list[str | None]:
        """Return what the workspace was taught of each mail."""
        return [label_of(Path(self.account.workspace), mail) for mail in mails]

    def journal(self) -> Journal:
        return Journal(self.account.folder / STATE)

    def mails(self) -> list[MailRecord]:
        journal = self.journal()
        rows = journal._db.execute("SELECT identity FROM mail").fetchall()
        found = [journal.mail(identity) for (identity,) in rows]
        journal.close()
        return [record for record in found if record is not None]


def account_on(made: MailServer, workspace: Path, **more: object) -> Account:
    """Describe a mailbox on a server of a test."""
    address = Address(HOST, made.tls_port, ca_file=str(made.ca_file))
    account = Account("mine", made.user, address, str(workspace), f"echo {PASSWORD}", junk=made.junk, sent="Sent")
    return replace(account, **more)  # type: ignore[arg-type] # each test passes what fits


MakeBox = Callable[..., Box]


@pytest.fixture
def make_box(mail_server: MailServer, server: object, workspace: Path) -> MakeBox:
    """Add a mailbox, and look at it once."""

    def made(**more: object) -> Box:
        box = Box(account_on(mail_server, workspace, **more), mail_server)
        box.check()
        return box

    return made


@pytest.fixture
def box(make_box: MakeBox) -> Box:
    """A mailbox that was looked at once, when it was empty."""
    return make_box()
