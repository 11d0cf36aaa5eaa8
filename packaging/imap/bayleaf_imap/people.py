"""The people to whom the owner has sent mail, from the sent folder. Only hashes of addresses are stored."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence

from bayleaf_imap.accounts import Account
from bayleaf_imap.deciding import person_digest
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import FolderRecord, Journal
from bayleaf_imap.mail_contents import addresses, header_value
from bayleaf_imap.server import OpenFolder, Server, newest

MOST_SENT, AT_ONCE = 1_000, 50
RECIPIENTS = "HEADER.FIELDS (TO CC BCC)"


class People:
    """The known people of one mailbox."""

    def __init__(self, server: Server, journal: Journal, account: Account) -> None:
        self._server, self._journal, self._account = server, journal, account

    def is_known(self, sender: str) -> bool:
        """Return whether the owner has sent mail to this address.

        The owner's own address, which spam forges, is not known.
        """
        own = self._account.user.casefold()
        return bool(sender) and sender != own and self._journal.is_known(person_digest(sender, self._salt()))

    def learn(self) -> None:
        """Read the mail that was sent since the last time."""
        sent = self._account.sent
        if not sent:
            return
        record = self._journal.folder(sent)
        try:
            state = self._server.state(sent)
        except MailboxError as trouble:
            if trouble.kind != "no-folder":
                raise
            return
        if record is not None and (state.uidvalidity, state.uidnext) == (record.uidvalidity, record.uidnext):
            return
        opened = self._server.open(sent, writes=False)
        for uids in self._sent(opened, record):
            self._journal.add_people(self._recipients(uids))
        self._journal.store_folder(FolderRecord(sent, opened.uidvalidity, state.uidnext, opened.modseq, time.time()))

    def _sent(self, opened: OpenFolder, record: FolderRecord | None) -> Iterator[list[int]]:
        if record is None or record.uidvalidity != opened.uidvalidity:
            uids = [head.uid for head in newest(self._server, opened, MOST_SENT)]
        else:
            uids = self._server.uids_from(record.uidnext)[-MOST_SENT:]
        for start in range(0, len(uids), AT_ONCE):
            yield uids[start : start + AT_ONCE]

    def _recipients(self, uids: Sequence[int]) -> list[bytes]:
        answer = self._server.parts(uids, [f"BODY.PEEK[{RECIPIENTS}]"], len(uids) * (32 << 10))
        raws = [parts[f"BODY[{RECIPIENTS}]".encode()] for parts in answer.values()]
        values = [header_value(raw, name) for raw in raws for name in (b"to", b"cc", b"bcc")]
        return [person_digest(address, self._salt()) for value in values for address in addresses(value)]

    def _salt(self) -> str:
        salt = self._journal.fact("salt")
        if salt is None:
            salt = secrets.token_hex(16)
            self._journal.set_fact("salt", salt)
        return salt
