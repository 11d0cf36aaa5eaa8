"""A real server and a real judge, and a keeper between them that tests run look by look."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bayleaf_imap.accounts import STATE, Account, keep
from bayleaf_imap.journal import Journal, MailRecord
from bayleaf_imap.rounds import Event
from bayleaf_imap.running import Keeper
from bayleaf_imap.stream import Address
from bayleaf_imap.troubles import Trouble

from tests.app.judge.conftest import runtime, server, trained_once, workspace
from tests.imap.servers import HAS_DOVECOT, HOST, PASSWORD, MailServer, dovecot

__all__ = ["runtime", "server", "trained_once", "workspace"]

NUMBERS = itertools.count()
needs_dovecot = pytest.mark.skipif(not HAS_DOVECOT, reason="needs root, openssl and Debian's dovecot-imapd")


@pytest.fixture(scope="session")
def started_dovecot() -> Iterator[MailServer]:
    with dovecot() as made:
        yield made


@pytest.fixture
def mail_server(started_dovecot: MailServer) -> MailServer:
    """A mailbox that nobody else has."""
    return replace(started_dovecot, user=f"nobody{next(NUMBERS)}")


class Box:
    """A mailbox that was added, and what its keeper says."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.said: list[Event | Trouble] = []
        keep(account)

    def look(self, *, is_trial: bool = False) -> list[Event]:
        """Connect, go round once and end; return what happened."""
        self.said.clear()
        Keeper(self.account, is_trial=is_trial, tell=self.said.append).run(once=True)
        return [event for event in self.said if isinstance(event, Event)]

    def states(self, *, is_trial: bool = False) -> list[str]:
        return [event.state for event in self.look(is_trial=is_trial)]

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
def box(mail_server: MailServer, server: object, workspace: Path) -> Box:
    """A mailbox that was looked at once, when it was empty."""
    made = Box(account_on(mail_server, workspace))
    made.look()
    return made
