"""Learn from what a person does: mail moved into or out of the junk folder or a label's folder, and keywords.

A mail was moved if it was seen elsewhere in the account, or if it is older than the last check of the folder in which
it is new: servers keep a mail's date when it is moved. Unknown mail that arrives in the junk folder was put there by
the server's own filter, and is no lesson. Deleting teaches nothing, because a deleted mail does not appear anywhere
else.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from bayleaf_imap.daemon_client import Judge, Labels
from bayleaf_imap.deciding import junk_word
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import Journal, MailRecord, MoveRecord
from bayleaf_imap.mail_contents import Content
from bayleaf_imap.moves import SURE
from bayleaf_imap.server import OpenFolder

SLACK_S = 3_600.0
"""Tolerance for clock differences and slow deliveries."""
QUICK_S, QUICK_WITHIN_S, MAX_QUICK_RETURNS = 20.0, 600.0, 3
SAME_S = 1.5
MAX_RETURNED = 5
"""If this many moves in a row are undone, moving stops: another filter, or the person, moves the mails back."""
Origin = Literal["arrived", "own", "moved", "brought", "again"]


@dataclass(frozen=True, slots=True)
class FolderCheck:
    """One check of one folder."""

    folder: OpenFolder
    role: str
    """`inbox`, `junk`, or `label:` with the label that is filed there."""
    looked_at: float


class Teacher:
    """Turns a person's actions into lessons, each exactly once.

    A lesson is recorded together with the place of its mail, and only after the mail daemon has stored it or refused it
    for good. If the daemon cannot store it now, the check is aborted, and the next check repeats it.
    """

    def __init__(self, journal: Journal, judge: Judge, labels: Labels, roles: dict[str, str]) -> None:
        self._journal, self._judge, self._labels, self._roles = journal, judge, labels, roles

    def origin(self, check: FolderCheck, content: Content, known: MailRecord | None) -> Origin:
        """Return how a mail that is new in a folder got there."""
        folder, head = check.folder, content.head
        places = self._journal.places(content.identity)
        if (folder.name, folder.uidvalidity, head.uid) in places or self._is_own(content, folder.name):
            return "own"
        is_own_mark = known is not None and (known.is_hands_off or self._was_moved(known))
        if SURE.casefold() in head.flags and not is_own_mark:
            return "own" if check.role != "inbox" else "moved" if places else "brought"
        if known is not None and any(place[0] != folder.name for place in places):
            # A mail that was sent twice is known elsewhere too, without having been moved.
            return "moved" if abs(known.received_at - head.received_s) < SAME_S else "again"
        is_old = 0 < head.received_s < check.looked_at - SLACK_S
        return "brought" if is_old else "arrived"

    def _is_own(self, content: Content, folder: str) -> bool:
        """Return whether this program moved the mail there."""
        return any(
            move.target == folder and move.state not in ("failed", "gone") and move.target_uid in (0, content.head.uid)
            for move in self._journal.moves_of(content.identity)
        )

    def _was_moved(self, known: MailRecord) -> bool:
        """Return whether this program, on this computer, set the keyword of a move."""
        return any(move.state in ("done", "undone") for move in self._journal.moves_of(known.identity))

    def learn_from_folder(
        self, check: FolderCheck, content: Content, known: MailRecord | None, *, is_brought: bool
    ) -> str:
        """Learn from a mail that a person put into a folder.

        Return the reason if the daemon refused the lesson for good.
        """
        record = known or MailRecord(content.identity, "there", received_at=content.head.received_s)
        record, moved = replace(record, is_hands_off=True, reason=""), None
        if check.role == "inbox":
            moved = next((move for move in self._journal.moves_of(content.identity) if move.state == "done"), None)
            record = self._learn_from_inbox(content.raw, record, moved, is_brought=is_brought)
        else:
            label = self._labels.spam if check.role == "junk" else check.role.removeprefix("label:")
            record = self._teach(content.raw, record, label, "move")
        folder, head = check.folder, content.head
        with self._journal.writing():
            self._journal.store_mail(record)
            self._journal.store_place(
                folder.name, folder.uidvalidity, head.uid, content.identity, junk_word(head.flags)
            )
            if moved is not None:
                self._count_returned_move(moved)
        return record.reason

    def _learn_from_inbox(
        self, raw: bytes, record: MailRecord, moved: MoveRecord | None, *, is_brought: bool
    ) -> MailRecord:
        """Learn from a mail that a person put into the inbox."""
        was_junk = any(self._roles.get(place[0]) == "junk" for place in self._journal.places(record.identity))
        if record.lesson_by == "move" and record.lesson != self._labels.ham:
            return self._undo_lesson(raw, record)
        if not is_brought and (was_junk or (moved is not None and self._roles.get(moved.target) == "junk")):
            return self._teach(raw, record, self._labels.ham, "move")
        return replace(record, state="stays" if record.state != "would" else "would")

    def _teach(self, raw: bytes, record: MailRecord, label: str, by: str) -> MailRecord:
        """Learn a mail under a label, unless that was done already."""
        record = replace(record, decided=label)
        if record.lesson == label:
            return record
        if why := _refusal(lambda: self._judge.learn(raw, label)):
            return replace(record, reason=why)
        return replace(record, lesson=label, lesson_by=by, before=record.lesson)

    def _undo_lesson(self, raw: bytes, record: MailRecord) -> MailRecord:
        """Undo a lesson; the previous label is learnt again."""
        before = record.before
        if why := _refusal(lambda: self._judge.forget(raw) if before is None else self._judge.learn(raw, before)):
            return replace(record, reason=why)
        return replace(record, lesson=before, lesson_by="first" if before else "", before=None, decided=None)

    def flags_changed(self, raw: bytes, record: MailRecord, before: str, flags: frozenset[str]) -> str:
        """Learn from a keyword that another program has set or removed for a person."""
        word = junk_word(flags)
        if word == before or (word == "junk" and record.state == "flagged" and not record.is_hands_off):
            return ""
        touched = replace(record, is_hands_off=True, reason="")
        if word == "junk":
            touched = self._teach(raw, touched, self._labels.spam, "flag")
        elif word == "notjunk" or record.state == "flagged":
            touched = self._teach(raw, touched, self._labels.ham, "flag")
        elif record.lesson_by == "flag":
            touched = self._undo_lesson(raw, touched)
        else:
            return ""
        self._journal.store_mail(touched)
        return touched.reason

    # Another filter on the same account

    def _count_returned_move(self, moved: MoveRecord) -> None:
        """Count moved mails that come back faster than a person could move them."""
        now_s = time.time()
        quick = [each for each in json.loads(self._journal.fact("quick") or "[]") if now_s - each[0] < QUICK_WITHIN_S]
        if now_s - moved.changed_at < QUICK_S:
            quick.append([now_s, moved.identity.hex()])
        last = self._journal.last_moved(MAX_RETURNED, float(self._journal.fact("resumed_at") or 0))
        mails = [self._journal.mail(move.identity) for move in last]
        are_all_back = len(last) >= MAX_RETURNED and all(mail is not None and mail.is_hands_off for mail in mails)
        with self._journal.writing():
            self._journal.set_fact("quick", json.dumps(quick[-20:]))
            if len(quick) >= MAX_QUICK_RETURNS or are_all_back:
                self._journal.set_fact("stopped", "loop")
            if len(quick) >= MAX_QUICK_RETURNS:
                self._journal.set_fact("distrusted", json.dumps([each[1] for each in quick]))

    def undo_distrusted_lessons(self) -> None:
        """Undo the lessons that another filter caused. The moved mails are never judged again."""
        for identity in json.loads(self._journal.fact("distrusted") or "[]"):
            record = self._journal.mail(bytes.fromhex(identity))
            if record is not None and record.lesson_by == "move" and record.ticket:
                _refusal(lambda ticket=record.ticket: self._judge.forget_ticket(ticket))  # type: ignore[misc]
                self._journal.store_mail(replace(record, lesson=None, lesson_by="", before=None, decided=None))
        self._journal.set_fact("distrusted", None)


def _refusal(lesson: Callable[[], str]) -> str:
    """Send a lesson; return the reason if it was refused for good. Temporary failures are raised."""
    try:
        lesson()
    except MailboxError as trouble:
        if trouble.kind != "judge-says":
            raise
        return str(trouble)
    return ""
