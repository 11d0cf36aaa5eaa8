"""Judge mails with the model in memory, and learn lessons that are on the disk before they are answered.

The corpus is the truth: a lesson changes it in one transaction, then it is answered, and the model in memory follows.
It is kept in the workspace once the lessons rest, so a kill costs nothing: the next start follows the corpus's log.
The changes of the window or of another program are followed in the same way.
"""

from __future__ import annotations

import ctypes
import gc
import math
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum

from app.domain.documents import Document
from app.domain.errors import StoreError
from app.domain.jobs import Unattended
from app.domain.records import ModelRecord
from app.domain.results import LearningReport, Verdict
from app.features.mail_daemon.mail_reading import MailReaders
from app.library.classifying import LoadedModel, classify_documents, spam_label
from app.library.saved_models import (
    KeptModel,
    advanced,
    corpus_of,
    keep,
    kept_again,
    kept_model,
    key_of,
    learn,
    learn_one,
    model_record,
    shared_model,
)
from app.library.trials import TrialReport, trial_reports
from app.store.arrivals import Ticket
from app.store.corpora import usable_label
from app.store.editing import HASH_BYTES
from app.store.workspace import Session, Workspace
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.filter_model import FilterModel
from nbengine.questions.set_model import labels_asked

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
LARGE_BYTES = 1 << 18
"""A larger piece is taken from the system by itself, and goes back to it as soon as it is free."""
N_ARENAS = 2
NO_HUGE_PAGES = 41
"""The wish to Linux that no page is of two megabytes: each array that has room to grow would fill its last one."""


def hold_little_memory(system: str) -> bool:
    """Take memory in a way that gives it back: large pieces by themselves, small pages, the threads from few heaps."""
    library = _library(system, "mallopt")
    if library is None:
        return False
    library.prctl(NO_HUGE_PAGES, 1, 0, 0, 0)
    wishes = {MMAP_THRESHOLD: LARGE_BYTES, TRIM_THRESHOLD: LARGE_BYTES, ARENA_MAX: N_ARENAS}
    return bool(min(library.mallopt(what, value) for what, value in wishes.items()))


def give_back_memory(system: str) -> bool:
    """Give back what is free but still held."""
    gc.collect()
    library = _library(system, "malloc_trim")
    return library is not None and bool(library.malloc_trim(0))


def _library(system: str, function: str) -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if system == "linux" else None
    return library if library is not None and hasattr(library, function) else None


KEEP_AFTER_LESSONS = 100
KEEP_AFTER_S = 5.0
OWN_DEED_S = 60.0
"""A lesson that only repeats a verdict of the last minute is the judge's own deed, told back by the mail server."""
MOST_TICKETS, OLDEST_TICKET_S = 10_000, 30 * 86_400.0
MOST_UNWRITTEN = 200
"""Tickets held in memory because the workspace could not be written; the oldest go."""
CONTEXT = Unattended()


class LessonAnswer(Enum):
    """The answer to a lesson."""

    LEARNT = "learnt"
    FORGOTTEN = "forgotten"
    ALREADY = "already"
    """It was learnt so before, or was never learnt and is to be forgotten."""
    UNKNOWN = "unknown"
    """A ticket that is not known any more."""
    REFUSED = "refused"
    """It repeats the judge's own verdict, or holds nothing to learn."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on one mail, with the ticket by which it can be taught without sending it again."""

    verdict: Verdict
    ticket: str
    is_by_hand: bool = False
    """A person has said what this very mail is; nothing moves it any more."""


class MailJudge:
    """Judges and learns for one workspace; any thread may ask."""

    def __init__(
        self,
        session: Session,
        model: str | None = None,
        *,
        most_tickets: int = MOST_TICKETS,
        readers: MailReaders | None = None,
    ) -> None:
        self._session, self._wanted, self._most_tickets = session, model, most_tickets
        self.readers = readers or MailReaders()
        self._lock = threading.Lock()
        self._own_deeds: OrderedDict[bytes, tuple[str | None, float]] = OrderedDict()
        self._unwritten: OrderedDict[bytes, Ticket] = OrderedDict()
        self._kept: KeptModel | None = None
        """The model in memory."""
        self._change = 0
        """The corpus change that the model in memory holds; that of its record is what the workspace has kept."""
        self._n_unkept, self._last_lesson_s = 0, 0.0
        self._has_freed_memory, self._last_asked_s = False, 0.0
        """Something was read or written, which takes more memory than having it."""
        self.n_judged = self.n_lessons = 0

    @property
    def model_name(self) -> str:
        """The model that judges."""
        with self._lock, self._session.reading() as workspace:
            return self._current(workspace).record.name

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels it knows."""
        with self._lock, self._session.reading() as workspace:
            return labels_asked(self._current(workspace).model)

    @property
    def trials(self) -> dict[str, TrialReport]:
        """The trials of watched places: how often each would have filed, and how often otherwise than a person."""
        with self._lock, self._session.reading() as workspace:
            return trial_reports(workspace)

    @property
    def spam_label(self) -> str | None:
        """The label that stands for unwanted mail; None where none is named like spam."""
        return spam_label(self.labels)

    def judge(self, raw: bytes, n_terms: int = 0, *, gives_ticket: bool = True) -> Judgement:
        """Judge one mail. What a person has said of the same mail stands before what the model says."""
        document = self.readers.mail(raw)
        with self._lock, self._session.reading() as workspace:
            kept = self._current(workspace)
            verdict = self._verdict(kept, document, n_terms)
            told = told_label(workspace, kept.record, document)
            label = verdict.label if not verdict.is_unsure else None
            now_s = time.monotonic()
            self._own_deeds[document.content_hash] = (label, now_s)
            self._own_deeds.move_to_end(document.content_hash)
            while now_s - next(iter(self._own_deeds.values()))[1] > OWN_DEED_S:
                self._own_deeds.popitem(last=False)
        ticket = self._ticket(Ticket(document, label, time.time())) if gives_ticket else ""
        if told is None:
            return Judgement(verdict, ticket)
        by_hand = replace(verdict, label=told, probability=1.0, is_unsure=False, is_unlike=False)
        return Judgement(by_hand, ticket, is_by_hand=True)

    def teach(self, mail: bytes | str, label: str, *, is_by_hand: bool = False) -> LessonAnswer:
        """Learn what a mail is, or what is meant by its ticket; the lesson is on the disk when this returns."""
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        label = usable_label(label)
        if not document.content_hash or not (document.text.strip() or document.title.strip()):
            return LessonAnswer.REFUSED
        with self._lock:
            with self._session.writing() as workspace, workspace.transaction():
                record = self._record(workspace)
                # Who takes an earlier lesson back says something, though the judge would have said it too.
                deed, judged_s = self._own_deeds.get(document.content_hash, (None, -math.inf))
                is_own_deed = deed == label and time.monotonic() - judged_s < OWN_DEED_S
                if is_own_deed and not is_by_hand and told_label(workspace, record, document) in (None, label):
                    return LessonAnswer.REFUSED
                changed = learn_one(workspace, corpus_of(record), replace(document, label=label))
            if changed:
                self._note_lesson()
        return LessonAnswer.LEARNT if changed else LessonAnswer.ALREADY

    def forget(self, mail: bytes | str) -> LessonAnswer:
        """Take a mail, or what is meant by its ticket, out of the corpus again, whatever its label was."""
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        with self._lock, self._session.writing() as workspace:
            number = known_number(workspace, corpus_of(self._record(workspace)), document)
            if number is None:
                return LessonAnswer.ALREADY
            workspace.editing.remove([number])
            self._note_lesson()
        return LessonAnswer.FORGOTTEN

    def plain_verdict(self, document: Document, n_terms: int, wanted: str | None) -> tuple[str, Verdict] | None:
        """Judge for a command, and say by which model; None where it would take another than the one in memory."""
        with self._lock, self._session.reading() as workspace:
            kept = self._current(workspace)
            if not is_meant(workspace, kept.record, wanted):
                return None
            return kept.record.name, self._verdict(kept, document, n_terms)

    def learn_for_command(
        self, document: Document, label: str, wanted: str | None, *, asks_hash: bool = False
    ) -> LearningReport | None:
        """Learn for a command, which has the model kept at once; None where it would take another model."""
        with self._lock:
            with self._session.reading() as workspace:
                record = self._current(workspace).record
                if not is_meant(workspace, record, wanted):
                    return None
            with self._lending():
                report = learn(self._session, record.name, [document], label, CONTEXT, asks_hash=asks_hash)
            self.n_lessons += 1
            self._note_asked()
            return report

    def follow(self) -> None:
        """Bring the model in memory to where its corpus is, so that the next verdict need not wait for it."""
        with self._lock, self._session.reading() as workspace:
            self._current(workspace)

    def keep_if_due(self, *, at_once: bool = False) -> None:
        """Keep the model in the workspace once lessons rest, or when there were many."""
        with self._lock:
            is_resting = time.monotonic() - self._last_lesson_s >= KEEP_AFTER_S
            if self._n_unkept and (at_once or is_resting or self._n_unkept >= KEEP_AFTER_LESSONS):
                self._keep()

    def tidy(self, *, at_once: bool = False) -> None:
        """Give back what reading and writing took, once nobody has asked for a while."""
        self.readers.tidy(at_once=at_once)
        with self._lock:
            is_resting = at_once or time.monotonic() - self._last_asked_s >= KEEP_AFTER_S
            if self._has_freed_memory and is_resting:
                if self._kept is not None and isinstance(self._kept.model, FilterModel):
                    self._kept.model.pack()
                self._session.give_back_memory()
                give_back_memory(sys.platform)
                self._has_freed_memory = False

    def write_tickets(self) -> None:
        """Write the tickets that had to wait."""
        with self._lock:
            while self._unwritten:
                content_hash, ticket = next(iter(self._unwritten.items()))
                with self._session.writing() as workspace:
                    self._write(workspace, ticket)
                del self._unwritten[content_hash]

    # Inside

    def _document(self, mail: bytes | str) -> Document | None:
        """The mail, or that of a ticket: one that waits, one that is kept, or one that is in the corpus already."""
        if isinstance(mail, bytes):
            return self.readers.mail(mail)
        try:
            content_hash = bytes.fromhex(mail)
        except ValueError:
            return None
        if len(content_hash) != HASH_BYTES:
            return None
        with self._lock:
            if (waiting := self._unwritten.get(content_hash)) is not None:
                return waiting.document
            with self._session.reading() as workspace:
                if (kept := workspace.tickets.get(content_hash)) is not None:
                    return kept.document
                number = workspace.documents.find(corpus_of(self._record(workspace)), content_hash)
                return None if number is None else workspace.documents.get(number).document

    def _ticket(self, ticket: Ticket) -> str:
        """Keep a mail for a later lesson: in the workspace, or in memory while that cannot be written."""
        content_hash = ticket.document.content_hash
        if not content_hash or not self._most_tickets:
            return ""
        with self._lock:
            try:
                with self._session.writing() as workspace, workspace.without_waiting():
                    self._write(workspace, ticket)
            except StoreError:
                self._unwritten[content_hash] = ticket
                while len(self._unwritten) > MOST_UNWRITTEN:
                    self._unwritten.popitem(last=False)
        return content_hash.hex()

    # Inside; the lock is held

    def _verdict(self, kept: KeptModel, document: Document, n_terms: int) -> Verdict:
        [verdict] = classify_documents(LoadedModel(kept.record.name, kept.model), [document], n_terms)
        self.n_judged += 1
        self._note_asked()
        return verdict

    def _keep(self) -> KeptModel:
        with self._session.writing() as workspace, workspace.transaction():
            kept = self._current(workspace)
            if kept.record.change_number != self._change:
                kept = keep(workspace, kept, self._change)
        self._kept, self._n_unkept, self._has_freed_memory = kept, 0, True
        return kept

    @contextmanager
    def _lending(self) -> Iterator[None]:
        """Let a use case have the model in memory, so that it loads none of its own, and take back what comes of it."""
        kept = self._keep()
        name = kept.record.name
        self._session.remember(key_of(name), kept.record.stamp, kept)
        self._kept = None
        try:
            yield
            with self._session.reading() as workspace:
                self._hold(shared_model(self._session, workspace, name))
        finally:
            self._wanted = self._wanted or name
            self._session.forget(key_of(name))

    def _hold(self, kept: KeptModel) -> None:
        self._kept, self._change = kept, kept.record.change_number

    def _note_asked(self) -> None:
        self._has_freed_memory, self._last_asked_s = True, time.monotonic()

    def _write(self, workspace: Workspace, ticket: Ticket) -> None:
        workspace.tickets.keep(ticket, most=self._most_tickets, oldest_s=OLDEST_TICKET_S)

    def _note_lesson(self) -> None:
        self.n_lessons += 1
        self._n_unkept += 1
        self._note_asked()
        self._last_lesson_s = time.monotonic()

    def _record(self, workspace: Workspace) -> ModelRecord:
        """The model that was named, or the first that was found; another training may not change that silently."""
        return model_record(workspace, self._wanted if self._kept is None else self._kept.record.name)

    def _current(self, workspace: Workspace) -> KeptModel:
        """The model, loaded anew where somebody replaced it, and with what its corpus has learnt since."""
        record, known = self._record(workspace), self._kept
        if known is None or stamp_of(known.record) != stamp_of(record):
            known = kept_model(workspace, record.name) if known is None else kept_again(workspace, known)
            self._hold(known)
            self._has_freed_memory = True
        corpus = known.record.corpus
        if corpus is not None and workspace.changes.number(corpus) > self._change:
            since = replace(known, record=replace(known.record, change_number=self._change))
            changes = workspace.changes.since(corpus, self._change)
            if changes.is_complete or not workspace.is_read_only:
                model, self._change = advanced(workspace, since, CONTEXT, changes)
            else:
                with self._session.writing() as opened:  # counted anew, and the counts are kept, which takes a writer
                    model, self._change = advanced(opened, since, CONTEXT)
            self._kept = known = replace(known, model=model)
        return known


def is_meant(workspace: Workspace, record: ModelRecord, wanted: str | None) -> bool:
    """Tell whether a command that names a model, or none, means this one."""
    return stamp_of(model_record(workspace, wanted)) == stamp_of(record)


def stamp_of(record: ModelRecord) -> tuple[int, float]:
    """Number and time of a kept model: another one where it was trained or kept anew."""
    return record.number, record.changed_at


def mail_of(raw: bytes) -> Document:
    """Read one mail; one that cannot be read is an error that says why."""
    return MailReaders().mail(raw)


def known_number(workspace: Workspace, corpus: str, document: Document) -> int | None:
    """The document of the corpus that is this very mail."""
    return workspace.documents.find(corpus, document.content_hash) if document.content_hash else None


def told_label(workspace: Workspace, record: ModelRecord, document: Document) -> str | None:
    """The label that the corpus has for this very mail."""
    if record.corpus is None:
        return None
    number = known_number(workspace, record.corpus, document)
    return None if number is None else workspace.documents.get(number).document.label
