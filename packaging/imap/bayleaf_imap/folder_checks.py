"""One check of all folders: judge new mail and move confident verdicts; learn from what a person did.

Each mail is recorded in one commit with the folder's next UID. Actions that can safely be repeated (judging, lessons,
keywords) come before the commit. The move comes after it; the commit has recorded it in the journal.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bayleaf_imap.accounts import Account, save_account
from bayleaf_imap.daemon_client import Judge, Verdict
from bayleaf_imap.deciding import Decision, Facts, Rules, decide, junk_word
from bayleaf_imap.errors import MailboxError
from bayleaf_imap.journal import FolderRecord, Journal, MailRecord
from bayleaf_imap.lessons import SLACK_S, FolderCheck, Origin, Teacher
from bayleaf_imap.mail_contents import BATCH_MAILS, Content, fetch_contents, fetch_identities, header_value
from bayleaf_imap.moves import SURE, UNSURE, can_move, carry_out_moves
from bayleaf_imap.people import People
from bayleaf_imap.server import ListedFolder, OpenFolder, Server, newest

MAX_REMEMBERED = 300
"""Number of the newest mails of a folder that are recognised by their hash when they are moved.

Older ones are recognised by date.
"""
MAX_PER_CHECK = 500
JUNK_WORDS, NOT_JUNK_WORDS = ("$Junk", "Junk"), ("$NotJunk", "NotJunk", "NonJunk")
"""Keywords in their registered spelling: Dovecot keeps the first spelling that it sees, even in a search."""
MAX_MARKED = 100_000
"""If more mails than this have keywords, they are not compared with the previous check."""
MAX_BROUGHT = 100
"""More old mails than this at once are an archive that was copied, not lessons."""
MAX_RENUMBERED = 2_000
TWINS_S = 3_600.0
"""Time during which a second copy of a mail is observed: if the first copy disappears, the mail was moved."""
MAX_STUCK_CHECKS = 4
"""A mail is skipped after this many checks that were aborted at it."""


Twin = tuple[str, int, int, str, float]
"""Folder, UIDVALIDITY and UID of a second copy of a mail, its hash, and the time when it was noticed."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was seen or done, for display."""

    state: str
    folder: str
    uid: int = 0
    label: str = ""
    probability: float = 0.0
    reason: str = ""
    sender: str = ""
    subject: str = ""
    message_id: str = ""


class FolderChecks:
    """Checks the folders of a mailbox over one connection."""

    def __init__(
        self,
        server: Server,
        journal: Journal,
        judge: Judge,
        account: Account,
        *,
        is_trial: bool,
        on_event: Callable[[Event], None] = lambda _event: None,
    ) -> None:
        self._server, self._journal, self._judge, self.account = server, journal, judge, account
        self._is_trial, self._on_event = is_trial, on_event
        self._labels = judge.labels()
        self._teacher = Teacher(journal, judge, self._labels, self._roles())
        self._people = People(server, journal, account)
        self.has_rest = False
        """More mails arrived than one check processes."""
        self._n_brought, self._n_mails, self._is_skipped = 0, 0, False
        self._twins: list[Twin] = [(*each,) for each in json.loads(journal.fact("twins") or "[]")]

    def _roles(self) -> dict[str, str]:
        labelled = {folder: f"label:{label}" for label, folder in self.account.label_folders.items()}
        junk = {self.account.junk: "junk"} if self.account.junk else {}
        return labelled | junk | {self.account.inbox: "inbox"}

    def check(self, *, everywhere: bool = True) -> None:
        """Check all folders once, or only the inbox if `everywhere` is false."""
        self.has_rest, self._n_brought = False, 0
        if everywhere:
            self._people.learn()
        self._carry_out_moves()
        for name in self.account.watched_folders if everywhere else [self.account.inbox]:
            self._check_folder(name)
        self._carry_out_moves()
        self._check_twins()
        self._teacher.undo_distrusted_lessons()
        self._journal.set_fact("looked_at", str(time.time()))

    def has_new_mail(self) -> bool:
        """Open the inbox for waiting. Return whether mail came since the check, because waiting would not report it."""
        opened = self._server.open(self.account.inbox, writes=False)
        record = self._journal.folder(self.account.inbox)
        if opened.uidnext and record is not None:
            return opened.uidnext > record.uidnext
        n_before, self._n_mails = self._n_mails, opened.n_mails
        return opened.n_mails > n_before

    def _carry_out_moves(self) -> None:
        if self._is_trial:
            return
        for move in carry_out_moves(self._server, self._journal):
            event = Event(move.state, move.target, move.target_uid, reason=move.reason, message_id=move.message_id)
            self._on_event(event)

    def judge_existing(self, name: str, most: int) -> int:
        """Judge the newest mails that a folder already has, and report what a run would have done with each.

        Nothing is changed on the server and no mail is recorded. Return the number of judged mails.
        """
        opened = self._server.open(name, writes=False)
        check = FolderCheck(opened, self._roles()[name], time.time())
        rules = replace(self._rules(), is_trial=True)
        n_judged = 0
        for content in fetch_contents(self._server, newest(self._server, opened, most)):
            verdict, decision = self._judge_mail(content, rules, is_hands_off=False, stores_mail=False)
            self._on_event(_event(decision.state, check, content, verdict, decision.reason))
            n_judged += 1
        return n_judged

    def learn_people(self) -> None:
        """Read the recipients of sent mail, so that `existing` decides like a run."""
        self._people.learn()

    # One folder

    def _check_folder(self, name: str) -> None:
        record = self._journal.folder(name)
        try:
            if record is not None and name != self.account.inbox and self._is_as_before(record):
                return
            opened = self._server.open(name, writes=not self._is_trial)
        except MailboxError as trouble:
            if trouble.kind != "no-folder" or name == self.account.inbox:
                raise
            self._find_renamed_folder(name, record)
            return
        if record is None:
            self._record_existing_mails(opened)
            return
        # A clock that was ahead and has been set back: else all new mail would look as old as mail that was moved here.
        check = FolderCheck(opened, self._roles()[name], min(record.looked_at, time.time()))
        if name == self.account.inbox:
            self._n_mails = opened.n_mails
        if opened.uidvalidity != record.uidvalidity:
            self._on_event(Event("renumbered", name))
            uids = self._unknown_after_renumbering(check)
        else:
            self._flags(check, record)
            self._flags_of_old_mail(check, record)
            uids = self._server.uids_from(record.uidnext) if opened.n_mails else []
        self._arrivals(check, uids, record)

    def _is_as_before(self, record: FolderRecord) -> bool:
        state = self._server.state(record.name)
        is_same = (state.uidvalidity, state.uidnext) == (record.uidvalidity, record.uidnext)
        return is_same and (state.modseq == record.modseq > 0 or not self._server.has("CONDSTORE"))

    def _find_renamed_folder(self, name: str, record: FolderRecord | None) -> None:
        """Find a renamed folder by its UIDVALIDITY. If it is gone, nothing is moved there any more."""
        found = [] if record is None else [each.name for each in self._server.folders() if self._is_same(each, record)]
        if len(found) == 1:
            self._rename(name, found[0])
            return
        self._on_event(Event("no-folder", name))
        raise MailboxError("no-folder", folder=name)

    def _is_same(self, listed: ListedFolder, record: FolderRecord) -> bool:
        if listed.name in self.account.watched_folders or "\\noselect" in listed.flags:
            return False
        try:
            state = self._server.state(listed.name)
        except MailboxError as trouble:
            if trouble.kind not in ("no-folder", "refused"):
                raise
            return False
        return state.uidvalidity == record.uidvalidity and state.uidnext >= record.uidnext

    def _rename(self, before: str, after: str) -> None:
        folders = {label: after if name == before else name for label, name in self.account.label_folders.items()}
        junk = after if self.account.junk == before else self.account.junk
        self._journal.rename_folder(before, after)
        self.account = replace(self.account, junk=junk, label_folders=folders)
        save_account(self.account)
        self._teacher = Teacher(self._journal, self._judge, self._labels, self._roles())
        self._on_event(Event("renamed", after))

    def _record_existing_mails(self, opened: OpenFolder) -> None:
        """Record the newest mails of a folder that is checked for the first time. They are not judged."""
        heads = newest(self._server, opened, MAX_REMEMBERED)
        known = fetch_identities(self._server, [head.uid for head in heads])
        uidnext = opened.uidnext or (heads[-1].uid + 1 if heads else 1)
        with self._journal.writing():
            for head in heads:
                if (identity := known.get(head.uid)) is not None:
                    if self._journal.mail(identity) is None:
                        self._journal.store_mail(MailRecord(identity, "there", received_at=head.received_s))
                    word = junk_word(head.flags)
                    self._journal.store_place(opened.name, opened.uidvalidity, head.uid, identity, word)
            record = FolderRecord(opened.name, opened.uidvalidity, uidnext, opened.modseq, time.time())
            self._journal.store_folder(record)
        self._flags_of_old_mail(FolderCheck(opened, self._roles()[opened.name], record.looked_at), None)

    def _unknown_after_renumbering(self, check: FolderCheck) -> list[int]:
        """Recognise mails by their hash under new UIDs; return the UIDs of mails that arrived since."""
        folder = check.folder
        heads = {head.uid: head for head in newest(self._server, folder, MAX_RENUMBERED)}
        known = fetch_identities(self._server, sorted(heads))
        unknown: list[int] = []
        with self._journal.writing():
            for uid, identity in known.items():
                was_here = any(place[0] == folder.name for place in self._journal.places(identity))
                if was_here or heads[uid].received_s < check.looked_at - SLACK_S:
                    word = junk_word(heads[uid].flags)
                    self._journal.store_place(folder.name, folder.uidvalidity, uid, identity, word)
                else:
                    unknown.append(uid)
        return sorted(unknown)

    # Arrivals

    def _arrivals(self, check: FolderCheck, new: Sequence[int], record: FolderRecord) -> None:
        folder = check.folder
        uids = [uid for uid in new if self._journal.identity_at(folder.name, folder.uidvalidity, uid) is None]
        self.has_rest = self.has_rest or len(uids) > MAX_PER_CHECK
        pending = uids[:MAX_PER_CHECK]
        now = replace(record, uidvalidity=check.folder.uidvalidity)
        while pending:
            size = self._batch_size(check, pending[0])
            batch, pending = pending[:size], pending[size:]
            found = self._fetch(check, batch)
            try:
                (self._judge_arrived if check.role == "inbox" else self._learn_brought)(check, found)
            except MailboxError as trouble:
                if trouble.kind == "judge-busy":  # no fault of the mail at which it is
                    self._journal.set_fact("stuck", None)
                raise
            now = replace(now, uidnext=batch[-1] + 1)
            with self._journal.writing():
                self._record_mails(check, found)
                self._journal.set_fact("twins", json.dumps(self._twins))
                self._journal.store_folder(now)
                self._journal.set_fact("stuck", None)
        uidnext = now.uidnext if len(uids) > MAX_PER_CHECK else max(check.folder.uidnext, now.uidnext)
        self._journal.store_folder(replace(now, uidnext=uidnext, modseq=check.folder.modseq, looked_at=time.time()))

    def _batch_size(self, check: FolderCheck, first: int) -> int:
        """Return the number of mails to fetch at once: only one if an earlier check was aborted here."""
        at = f"{check.folder.name}:{check.folder.uidvalidity}:{first}"
        known, _, tries = (self._journal.fact("stuck") or "").rpartition("=")
        n_tries = int(tries) + 1 if known == at else 1
        self._journal.set_fact("stuck", f"{at}={n_tries}")
        self._is_skipped = n_tries > MAX_STUCK_CHECKS
        return BATCH_MAILS if n_tries == 1 else 1

    def _fetch(self, check: FolderCheck, batch: Sequence[int]) -> list[Content]:
        """Fetch the mails of a batch. A mail at which checks were aborted repeatedly is skipped and reported."""
        if self._is_skipped:
            self._on_event(Event("failed", check.folder.name, batch[0], reason="it cannot be read"))
            return []
        return list(fetch_contents(self._server, self._server.heads(batch)))

    def _record_mails(self, check: FolderCheck, found: Sequence[Content]) -> None:
        awaited = {twin[2] for twin in self._twins if twin[0] == check.folder.name}
        for content in found:
            folder, head = check.folder, content.head
            if head.uid in awaited:
                continue
            word = junk_word(head.flags)
            known = self._journal.mail(content.identity)
            if known is not None and known.state == "flagged":
                word = "junk"
            elif known is None:
                self._journal.store_mail(MailRecord(content.identity, "there", received_at=head.received_s))
            self._journal.store_place(folder.name, folder.uidvalidity, head.uid, content.identity, word)

    def _origin_of(self, check: FolderCheck, content: Content, known: MailRecord | None) -> Origin:
        origin, folder = self._teacher.origin(check, content, known), check.folder
        if origin == "again":
            twin = (folder.name, folder.uidvalidity, content.head.uid, content.identity.hex(), time.time())
            self._twins.append(twin)
        return origin

    def _check_twins(self) -> None:
        """Check second copies of mails.

        If the first copy has disappeared, a program such as mbsync moved the mail by storing it again.
        """
        for twin in self._twins.copy():
            name, uidvalidity, uid, identity, noted_s = twin
            places = self._journal.places(bytes.fromhex(identity))
            is_there = any(self._is_at(place) for place in places if place[0] != name)
            if is_there and time.time() - noted_s < TWINS_S:
                continue
            role = self._roles().get(name)  # none where the folder was renamed meanwhile
            if role and self._is_at((name, uidvalidity, uid)) and (name, uidvalidity, uid) not in places:
                check = FolderCheck(self._server.open(name, writes=False), role, noted_s)
                for content in [] if is_there else fetch_contents(self._server, self._server.heads([uid])):
                    why = self._teacher.learn_from_folder(
                        check, content, self._journal.mail(content.identity), is_brought=False
                    )
                    self._on_event(_event("refused" if why else "moved", check, content, reason=why))
            if is_there:
                self._journal.store_place(name, uidvalidity, uid, bytes.fromhex(identity))
            self._twins.remove(twin)
            self._journal.set_fact("twins", json.dumps(self._twins))

    def _is_at(self, place: tuple[str, int, int]) -> bool:
        name, uidvalidity, uid = place
        try:
            opened = self._server.open(name, writes=False)
        except MailboxError as trouble:
            if trouble.kind != "no-folder":
                raise
            return False
        return opened.uidvalidity == uidvalidity and bool(self._server.heads([uid]))

    def _learn_brought(self, check: FolderCheck, found: Sequence[Content]) -> None:
        """Learn from mail that a person put into the junk folder or a label's folder."""
        for content in found:
            known = self._journal.mail(content.identity)
            origin = self._origin_of(check, content, known)
            self._n_brought += origin == "brought"
            if origin == "moved" or (origin == "brought" and self._n_brought <= MAX_BROUGHT):
                why = self._teacher.learn_from_folder(check, content, known, is_brought=origin == "brought")
                self._on_event(_event("refused" if why else "learnt", check, content, reason=why, label=check.role))

    def _judge_arrived(self, check: FolderCheck, found: Sequence[Content]) -> None:
        verdicts: list[tuple[Content, Verdict, Decision]] = []
        rules = self._rules()
        for content in found:
            known = self._journal.mail(content.identity)
            origin = self._origin_of(check, content, known)
            if origin in ("moved", "brought"):
                why = self._teacher.learn_from_folder(check, content, known, is_brought=origin == "brought")
                self._on_event(_event("refused" if why else "back", check, content, reason=why))
            elif origin in ("arrived", "again"):
                verdict, decision = self._judge_mail(
                    content, rules, is_hands_off=origin == "again" or _is_hands_off(known)
                )
                rules = replace(
                    rules, n_moves_left_today=rules.n_moves_left_today - (decision.state in ("due", "flagged"))
                )
                verdicts.append((content, verdict, decision))
        if not self._mark(check, verdicts):
            verdicts = [(content, verdict, _unmarked(decision)) for content, verdict, decision in verdicts]
        with self._journal.writing():
            for content, verdict, decision in verdicts:
                self._decide(check, content, verdict, decision)

    def _judge_mail(
        self, content: Content, rules: Rules, *, is_hands_off: bool, stores_mail: bool = True
    ) -> tuple[Verdict, Decision]:
        try:
            verdict = self._judge.judge(content.raw, stores_mail=stores_mail)
        except MailboxError as trouble:
            if trouble.kind != "judge-says":
                raise
            return Verdict(None, 0.0, True, False), Decision("failed", str(trouble))
        facts = Facts(content.head.flags, is_hands_off, self._people.is_known(content.sender))
        return verdict, decide(verdict, facts, rules)

    def _mark(self, check: FolderCheck, verdicts: Sequence[tuple[Content, Verdict, Decision]]) -> bool:
        """Set keywords on unsure mail, and on mail that is only flagged. A trial changes nothing."""
        if self._is_trial:
            return True
        if not check.folder.takes_keywords:
            return False
        asked = [content.head.uid for content, _, decision in verdicts if decision.state == "asked"]
        flagged = [content.head.uid for content, _, decision in verdicts if decision.state == "flagged"]
        self._server.set_keywords(asked, add=[UNSURE])
        return self._server.set_keywords(flagged, add=["$Junk", SURE])

    def _decide(self, check: FolderCheck, content: Content, verdict: Verdict, decision: Decision) -> None:
        known = self._journal.mail(content.identity) or MailRecord(
            content.identity, "arrived", received_at=content.head.received_s
        )
        self._journal.store_mail(
            replace(
                known,
                state=decision.state,
                label=verdict.label,
                probability=verdict.probability,
                reason=decision.reason,
                ticket=verdict.ticket,
            )
        )
        if decision.state == "due" and verdict.label is not None:
            place = (check.folder.name, check.folder.uidvalidity, content.head.uid)
            named = header_value(content.raw, b"message-id")[:500]
            message_id = named if named.isascii() else ""
            self._journal.begin_move(content.identity, place, self._folders()[verdict.label], message_id)
        self._on_event(_event(decision.state, check, content, verdict, decision.reason))

    def _folders(self) -> dict[str, str]:
        junk = {self._labels.spam: self.account.junk} if self.account.junk else {}
        return {**self.account.label_folders, **junk}

    def _rules(self) -> Rules:
        midnight_s = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
        counted = self._journal.count_by_state(midnight_s)
        done = self._journal.count_moves("done", midnight_s) + self._journal.count_moves("begun", midnight_s)
        return Rules(
            self._labels,
            self._folders(),
            is_trial=self._is_trial,
            may_move=self.account.deed == "move" and can_move(self._server),
            n_moves_left_today=self.account.most_a_day - done - counted.get("flagged", 0),
            is_stopped=self._journal.fact("stopped") is not None,
        )

    # Flags

    def _flags(self, check: FolderCheck, record: FolderRecord) -> None:
        """Learn from keywords that other programs set on known mails."""
        if record.modseq == check.folder.modseq > 0:
            return
        known = self._journal.newest_places(check.folder.name, check.folder.uidvalidity, MAX_REMEMBERED)
        changed = self._server.flags(known, record.modseq)
        for uid, flags in changed.items():
            identity, before = known[uid]
            mail = self._journal.mail(identity) or MailRecord(identity, "there")
            word = junk_word(flags)
            if word == before:
                self._note_answered(mail, flags)
                continue
            for content in fetch_contents(self._server, self._server.heads([uid])):
                why = self._teacher.flags_changed(content.raw, mail, before, flags)
                self._on_event(_event("refused" if why else "flag", check, content, reason=why or word))
            self._journal.store_place(check.folder.name, check.folder.uidvalidity, uid, identity, word)

    def _flags_of_old_mail(self, check: FolderCheck, record: FolderRecord | None) -> None:
        """Learn from keywords set on mails older than those that `_flags` knows.

        The server searches for the keywords, so the size of the folder does not matter. Keywords from before the first
        check, which has no `record`, are no lessons.
        """
        folder = check.folder
        name = f"marked:{folder.name}"
        if record is not None and record.modseq == folder.modseq > 0 and self._journal.fact(name) is not None:
            return
        junk, not_junk = self._server.uids_with_keywords(JUNK_WORDS), self._server.uids_with_keywords(NOT_JUNK_WORDS)
        if len(junk) + len(not_junk) > MAX_MARKED:
            return
        now = dict.fromkeys(junk - not_junk, "junk") | dict.fromkeys(not_junk - junk, "notjunk")
        known = json.loads(self._journal.fact(name) or "{}")
        if record is not None and known.get("uidvalidity") == folder.uidvalidity:
            before = {uid: word for word in ("junk", "notjunk") for uid in known[word]}
            recent = self._journal.newest_places(folder.name, folder.uidvalidity, MAX_REMEMBERED)
            changed = sorted(uid for uid in before.keys() | now.keys() if before.get(uid) != now.get(uid))
            # Mail that has arrived since the last check came with its keywords, perhaps by a filter of the server.
            old = [uid for uid in changed if uid not in recent and uid < record.uidnext]
            self.has_rest = self.has_rest or len(old) > MAX_PER_CHECK
            for content in fetch_contents(self._server, self._server.heads(old[:MAX_PER_CHECK])):
                self._learn_old_flag(check, content, before.get(content.head.uid, ""))
            for uid in old[MAX_PER_CHECK:]:  # the next check finds these changed
                now.pop(uid, None)
                now |= {uid: before[uid]} if uid in before else {}
            if not changed:
                return
        lists = {word: sorted(uid for uid, set_word in now.items() if set_word == word) for word in ("junk", "notjunk")}
        self._journal.set_fact(name, json.dumps({"uidvalidity": folder.uidvalidity, **lists}))

    def _learn_old_flag(self, check: FolderCheck, content: Content, before: str) -> None:
        head, known = content.head, self._journal.mail(content.identity)
        mail = known or MailRecord(content.identity, "there", received_at=head.received_s)
        word = junk_word(head.flags)
        if word == before or (known is not None and known.lesson_by == "move"):
            return  # a move was the lesson, and mail programs set the keyword with it
        why = self._teacher.flags_changed(content.raw, mail, before, head.flags)
        self._on_event(_event("refused" if why else "flag", check, content, reason=why or word))

    def _note_answered(self, mail: MailRecord, flags: frozenset[str]) -> None:
        """Record an answered mail as good: a trial that would have moved it would have been wrong."""
        if mail.state == "would" and mail.decided is None and "\\answered" in flags:
            self._journal.store_mail(replace(mail, decided=self._labels.ham))


def _unmarked(decision: Decision) -> Decision:
    """Return the decision for a server without keywords: mail that would only be flagged waits for the person."""
    return Decision("asked", "no keywords here") if decision.state == "flagged" else decision


def _is_hands_off(known: MailRecord | None) -> bool:
    return known is not None and known.is_hands_off


def _event(
    state: str, check: FolderCheck, content: Content, verdict: Verdict | None = None, reason: str = "", label: str = ""
) -> Event:
    return Event(
        state,
        check.folder.name,
        content.head.uid,
        (verdict.label or "") if verdict else label,
        verdict.probability if verdict else 0.0,
        reason,
        content.sender,
        header_value(content.raw, b"subject"),
        header_value(content.raw, b"message-id")[:500],
    )
