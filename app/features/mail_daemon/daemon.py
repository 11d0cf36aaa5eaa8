"""The core of the mail daemon: classify mails with a model in memory, and learn labels durably.

Learning changes the corpus in one transaction before the client gets an answer; the model in memory is updated
afterwards. The model is saved when nothing was learnt for a few seconds. Nothing is lost if the process is killed: the
next start applies the change log of the corpus to the saved model. Changes by the window or by another program are
applied in the same way.
"""

from __future__ import annotations

import ctypes
import gc
import math
import re
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import ModelError, NoWorkers, SourceError, StoreError
from app.domain.jobs import NoOpJobContext
from app.domain.records import ModelRecord
from app.domain.results import DocumentVerdict, LearningReport
from app.library.classifying import LoadedModel, classify_documents, spam_label
from app.library.engine_errors import translate_engine_errors
from app.library.extraction import may_backtrack
from app.library.reading import DocumentReader, documents_of_bytes, read_beginning
from app.library.saved_models import (
    StoredModel,
    apply_new_changes,
    corpus_of,
    learn,
    learn_one,
    load_cached_model,
    load_stored_model,
    model_cache_key,
    model_record,
    reload_stored_model,
    save_new_lessons,
)
from app.library.training_data import CountedWords, count_words
from app.library.trials import TrialReport, trial_reports
from app.store.corpora import normalise_label
from app.store.editing import HASH_BYTES
from app.store.verdicts import Ticket
from app.store.workspace import Session, Workspace

MAX_HEADER_BYTES = 64 << 10
MAX_VALUE_LENGTH = 200


class JudgeLog:
    """Log of verdicts and of learnt labels. Each line is passed to `write`, which must make it safe for a terminal.

    Thread-safe if `write` is.
    """

    def __init__(self, write: Callable[[str], object], *, shows_subjects: bool = False) -> None:
        self._write, self._shows_subjects = write, shows_subjects

    def note_verdict(
        self,
        raw: bytes,
        verdict: DocumentVerdict,
        began_s: float,
        *,
        queue_id: str = "",
        subject: str = "",
        is_cut: bool = False,
    ) -> None:
        """Write a verdict into the log. `began_s` is the time when the request began, by `time.monotonic`."""
        fields = {
            "label": verdict.label or "undecided",
            "probability": f"{verdict.probability or 0.0:.4f}",
            "unsure": "yes" if verdict.is_unsure else "no",
        }
        if is_cut:
            fields["read"] = "partly"
        self._write_line("verdict", fields, raw, began_s, queue_id, subject)

    def note_failure(self, raw: bytes, error: Exception, began_s: float, *, queue_id: str = "") -> None:
        """Write into the log that a mail got no verdict, with the error."""
        reason = getattr(error, "reason", "") or type(error).__name__
        self._write_line("no-verdict", {"reason": str(reason)}, raw, began_s, queue_id)

    def note_lesson(self, mail: bytes | str, label: str, answer: str) -> None:
        """Write into the log that a mail was learnt or forgotten.

        `mail` is the mail or its ticket. `label` is empty if the mail was forgotten.
        """
        fields = {"label": label or "none", "answer": answer}
        self._write_line("lesson", fields, mail if isinstance(mail, bytes) else b"")

    def _write_line(
        self,
        kind: str,
        fields: dict[str, str],
        raw: bytes,
        began_s: float | None = None,
        queue_id: str = "",
        subject: str = "",
    ) -> None:
        values = dict(fields)
        if raw:
            values["bytes"] = str(len(raw))
        if began_s is not None:
            values["ms"] = f"{1000 * (time.monotonic() - began_s):.0f}"
        if queue_id:
            values["queue"] = queue_id
        head = raw[:MAX_HEADER_BYTES]
        if message_id := header_text(head, b"message-id"):
            values["id"] = message_id
        if self._shows_subjects and subject:
            values["subject"] = subject
        values_text = " ".join(f"{name}={quote_value(value)}" for name, value in values.items())
        with suppress(OSError, ValueError):  # a log that cannot be written must not stop mail
            self._write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {kind} {values_text}")


def quote_value(value: str) -> str:
    """Return a value for the log, cut to MAX_VALUE_LENGTH characters. It is quoted if it has spaces or
    quotation marks.
    """
    short = value[:MAX_VALUE_LENGTH]
    if short and not re.search(r"[\s\"=]", short):
        return short
    escaped = short.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def header_text(head: bytes, name: bytes) -> str:
    """Return the first value of a header on one line, not decoded; empty if the mail has no such header."""
    end = re.search(rb"\r?\n\r?\n", head)
    header = head[: end.start()] if end else head
    found = re.search(rb"(?im)^" + re.escape(name) + rb":[ \t]*(.*(?:\n[ \t].*)*)", header)
    return "" if found is None else " ".join(found[1].decode("utf-8", "replace").split())


MAIL_OPTIONS = SourceOptions(kind="mail", labels_from="none")
JUDGE_SECONDS = 10.0
MAX_JUDGED_CHARACTERS = 1 << 19
"""Maximum number of characters of a mail from which a verdict is computed.

That many take 30 ms, or 70 ms if all words differ. The model is locked for 15 ms of this time. A mail of 31 million
characters delayed all other verdicts by 1.6 s.
"""
LIMITS = ReadLimits(scan_pages=0, seconds_per_document=JUDGE_SECONDS, niceness=5, text_characters=MAX_JUDGED_CHARACTERS)
"""Limits for reading a mail: no text recognition in pictures, and little time, because a mail server waits.

Worker processes have a lower priority than the daemon. On two cores, short mails waited 100 ms while eight workers of
the same priority read large mails, and 70 ms with a lower priority.
"""
COSTLY_FAILURES = ("timeout", "memory", "crash")
"""Failures after which only the beginning of a mail is read, without attachments."""
CUT_FLAWS = frozenset({"only-the-beginning", "out-of-time"})
IN_PROCESS_BYTES = 32 << 10
"""Maximum size of mails that are read in this process instead of a worker process.

A regular expression that takes 17 s for 180 KB takes 0.5 s for this size.
"""
SHORT_CHARACTERS = 1 << 14
"""Maximum length of a short text; its verdict takes about a millisecond. Only one longer text at a time waits for the
model.
"""
KEPT_READERS = 2
KEEP_READER_S = 60.0
"""Seconds without work after which a worker process is ended.

Starting a new one takes 0.3 s; a running one needs a few milliseconds for 200 KB.
"""


class MailReaders:
    """Mail readers that threads can borrow. Thread-safe.

    Up to `max_kept` readers wait for their next use, each with its worker process.
    """

    def __init__(self, max_kept: int = 0) -> None:
        self._max_kept, self._lock = max_kept, threading.Lock()
        self._free: list[tuple[DocumentReader, SourceOptions, ReadLimits, float]] = []
        """Readers that are not in use, with the time of their last mail; the latest comes last."""

    def read_mail(self, raw: bytes) -> Document:
        """Read one mail. If that takes too much time or memory, read only the beginning of the mail, without
        attachments.

        Raises:
            SourceError: The mail cannot be read.
        """
        results = self.read_documents(raw)
        if results and isinstance(results[0], Failure) and results[0].reason in COSTLY_FAILURES:
            beginning = read_beginning(raw[:IN_PROCESS_BYTES], MAIL_OPTIONS)
            if beginning is not None:
                return beginning
        return first_document(results)

    def read_documents(
        self, raw: bytes, options: SourceOptions = MAIL_OPTIONS, limits: ReadLimits = LIMITS
    ) -> list[Extracted]:
        """Read all documents in the bytes `raw`."""
        reader = self._take_reader(options, limits) or DocumentReader(options, limits, small_bytes=IN_PROCESS_BYTES)
        try:
            results = list(reader.documents_in_bytes(raw))
        except NoWorkers:
            reader.close()
            # The system starts no more processes: read the mail in this process.
            return documents_of_bytes(raw, options, limits)
        except BaseException:
            reader.close()
            raise
        self._return_reader(reader, options, limits)
        return results

    def end_idle_workers(self, *, at_once: bool = False) -> None:
        """End worker processes that were idle for KEEP_READER_S; with `at_once`, all idle ones."""
        oldest_s = time.monotonic() - KEEP_READER_S
        with self._lock:
            kept = [] if at_once else [each for each in self._free if each[-1] >= oldest_s]
            ended, self._free = [each for each in self._free if each not in kept], kept
        with ExitStack() as stack:
            for reader, *_ in ended:
                stack.callback(reader.close)

    def close(self) -> None:
        """End all idle worker processes, and the others as soon as they become idle."""
        self._max_kept = 0
        self.end_idle_workers(at_once=True)

    def _take_reader(self, options: SourceOptions, limits: ReadLimits) -> DocumentReader | None:
        with self._lock:
            for number in reversed(range(len(self._free))):
                if self._free[number][1:3] == (options, limits):
                    return self._free.pop(number)[0]
        return None

    def _return_reader(self, reader: DocumentReader, options: SourceOptions, limits: ReadLimits) -> None:
        with self._lock:
            self._free.append((reader, options, limits, time.monotonic()))
            surplus = self._free.pop(0)[0] if len(self._free) > self._max_kept else None
        if surplus is not None:
            surplus.close()


def first_document(results: list[Extracted]) -> Document:
    """Return the first document in the results of a reader.

    Raises:
        SourceError: The first result is a failure, or there is none.
    """
    for extracted in results:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
        return extracted
    raise SourceError("-", "no-text")


SWITCH_INTERVAL_S = 0.001
"""Python's thread switch interval: how long a thread may have to wait until another thread lets it run.

The default is 5 ms, and for one verdict a thread waits about ten times.
"""
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
LARGE_BYTES = 1 << 18
"""Size from which malloc maps a block separately, so that the block returns to the system as soon as it is freed."""
N_ARENAS = 2
PR_SET_THP_DISABLE = 41
"""Option of `prctl` that turns huge pages off.

With pages of 2 MB, each array with spare capacity would occupy its whole last page.
"""


def configure_process(system: str) -> None:
    """Configure this process for a daemon with many threads: short switch intervals, and memory that returns to the
    system.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    configure_malloc(system)


def exempt_from_collection() -> None:
    """Exempt the present objects from garbage collection. Call it when the daemon is ready to serve.

    A full collection holds the GIL while it goes through all objects. The 50,000 objects of the modules and of a model
    took 70 ms, in which no client was answered.
    """
    gc.collect()
    gc.freeze()


def configure_malloc(system: str) -> bool:
    """Configure malloc so that freed memory returns to the system. Return whether the system supports that.

    Large blocks are mapped separately, huge pages are off, and threads share two arenas.
    """
    library = _load_libc_with(system, "mallopt")
    if library is None:
        return False
    library.prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
    options = {MMAP_THRESHOLD: LARGE_BYTES, TRIM_THRESHOLD: LARGE_BYTES, ARENA_MAX: N_ARENAS}
    return bool(min(library.mallopt(option, value) for option, value in options.items()))


def trim_memory(system: str) -> bool:
    """Return freed memory to the system. Return whether any memory was released."""
    gc.collect()
    library = _load_libc_with(system, "malloc_trim")
    return library is not None and bool(library.malloc_trim(0))


def _load_libc_with(system: str, function: str) -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if system == "linux" else None
    return library if library is not None and hasattr(library, function) else None


SAVE_AFTER_LESSONS = 100
SAVE_AFTER_S = 5.0
IGNORE_REPEATED_VERDICT_S = 60.0
"""For this time after a verdict, a request to learn the same label is ignored. The mail program then only reports its
own move of the mail.
"""
MAX_TICKETS, MAX_TICKET_AGE_S = 10_000, 30 * 86_400.0
MAX_UNWRITTEN_TICKETS = 200
"""Maximum number of tickets in memory while the workspace cannot be written. If there are more, the oldest are
dropped.
"""
NO_CONTEXT = NoOpJobContext()
SAMPLE_MAIL = b"""\
From: =?utf-8?q?A?= <a@example.org>
Date: Mon, 6 Jan 2025 10:00:00 +0000
Subject: Sample
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Read this.
--b
Content-Type: text/html; charset=utf-8

<style>p b {display: none}</style><p style="color: #222">Read <b>this</b>.
--b--
"""


class LessonAnswer(Enum):
    """Result of a request to learn or forget a mail."""

    LEARNT = "learnt"
    FORGOTTEN = "forgotten"
    NOTHING_TO_DO = "already"
    """The mail to learn has this label already, or the mail to forget is not in the corpus."""
    UNKNOWN = "unknown"
    """The ticket is unknown or has expired."""
    REFUSED = "refused"
    """The label repeats the daemon's own verdict, or the mail has no text."""


@dataclass(frozen=True, slots=True)
class JudgedMail:
    """A verdict on one mail. With the ticket, a client can later let the daemon learn the mail without sending it
    again.
    """

    verdict: DocumentVerdict
    ticket: str
    is_labelled_by_person: bool = False
    """True if a person has labelled this mail; then the person's label is the verdict."""
    is_cut: bool = False
    """True if only a part of the mail was read, because reading the whole mail would have taken too long."""
    spam_label: str | None = None
    """The model's label for unwanted mail, or None. Stored here, because reading it from the model needs its lock."""


class MailJudge:
    """Classifies and learns mails for one workspace. Thread-safe."""

    def __init__(
        self,
        session: Session,
        model: str | None = None,
        *,
        max_tickets: int = MAX_TICKETS,
        readers: MailReaders | None = None,
        log: JudgeLog | None = None,
    ) -> None:
        self._session, self._model_name, self._max_tickets = session, model, max_tickets
        self._log = log
        self.readers = readers or MailReaders()
        self._lock = threading.Lock()
        self._long_texts = threading.Lock()
        """Lock that is held while a long text is counted, waits for `_lock` and is judged. It is never taken while
        `_lock` is held.

        Without it, a short mail waited behind eight clients that had sent mails of 5 MB at once: up to 350 ms.
        """
        self._tickets = threading.Lock()
        """Held while a ticket is written, so that two clients do not find the workspace locked by each other; never
        taken while `_lock` is held.
        """
        self._lessons = threading.Lock()
        """Lock that is held while a lesson is written. It is never taken while `_lock` is held."""
        self._recent_verdicts: OrderedDict[bytes, tuple[str | None, float]] = OrderedDict()
        self._unwritten_tickets: OrderedDict[bytes, Ticket] = OrderedDict()
        self._stored: StoredModel | None = None
        """The model in memory, with its record in the workspace."""
        self._change_number = 0
        """Number of the last corpus change in the model in memory. The record has the number of the saved model."""
        self._n_unsaved, self._last_lesson_s = 0, 0.0
        self._has_freed_memory, self._last_request_s = False, 0.0
        """Whether memory was freed that has not been returned to the system yet."""
        self.n_judged = self.n_lessons = 0

    @property
    def model_name(self) -> str:
        """Name of the model in memory."""
        with self._lock, self._session.borrow_for_reading() as workspace:
            return self._up_to_date_model(workspace).record.name

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the model."""
        with self._lock, self._session.borrow_for_reading() as workspace:
            return self._up_to_date_model(workspace).model.answer_labels

    @property
    def trials(self) -> dict[str, TrialReport]:
        """Path of a watched place to the report of its trial."""
        with self._lock, self._session.borrow_for_reading() as workspace:
            return trial_reports(workspace)

    @property
    def spam_label(self) -> str | None:
        """The label for unwanted mail; None if the name of no label means spam."""
        return spam_label(self.labels)

    def judge(self, raw: bytes, n_terms: int = 0, *, gives_ticket: bool = True, queue_id: str = "") -> JudgedMail:
        """Classify one mail. If a person has labelled the same mail, the person's label is the verdict.

        `queue_id` is the mail server's name for the mail, for the log.
        """
        began_s = time.monotonic()
        try:
            document = self.readers.read_mail(raw)
            judged = self._judge(document, n_terms, gives_ticket=gives_ticket)
        except Exception as error:
            if self._log is not None:
                self._log.note_failure(raw, error, began_s, queue_id=queue_id)
            raise
        if self._log is not None:
            self._log.note_verdict(
                raw, judged.verdict, began_s, queue_id=queue_id, subject=document.title, is_cut=judged.is_cut
            )
        return judged

    def _judge(self, document: Document, n_terms: int, *, gives_ticket: bool) -> JudgedMail:
        with self._turn_of(document) as words, self._session.borrow_for_reading() as workspace:
            stored = self._up_to_date_model(workspace)
            verdict = self._verdict(stored, document, n_terms, words)
            own_label = find_corpus_label(workspace, stored.record, document)
            spam = spam_label(stored.model.answer_labels)
            label = verdict.label if not verdict.is_unsure else None
            now_s = time.monotonic()
            self._recent_verdicts[document.content_hash] = (label, now_s)
            self._recent_verdicts.move_to_end(document.content_hash)
            while now_s - next(iter(self._recent_verdicts.values()))[1] > IGNORE_REPEATED_VERDICT_S:
                self._recent_verdicts.popitem(last=False)
        ticket = self._store_mail(Ticket(document, label, time.time())) if gives_ticket else ""
        is_cut = bool(CUT_FLAWS.intersection(document.flaws))
        if own_label is None:
            return JudgedMail(verdict, ticket, is_cut=is_cut, spam_label=spam)
        corrected = replace(verdict, label=own_label, probability=1.0, is_unsure=False, is_unlike=False)
        return JudgedMail(corrected, ticket, is_labelled_by_person=True, is_cut=is_cut, spam_label=spam)

    def teach(self, mail: bytes | str, label: str, *, is_by_person: bool = False) -> LessonAnswer:
        """Learn the label of a mail, given as bytes or by its ticket. When this returns, the label is stored on
        disk.
        """
        answer = self._teach(mail, label, is_by_person=is_by_person)
        if self._log is not None:
            self._log.note_lesson(mail, label, answer.value)
        return answer

    def _teach(self, mail: bytes | str, label: str, *, is_by_person: bool) -> LessonAnswer:
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        label = normalise_label(label)
        if not document.content_hash or not (document.text.strip() or document.title.strip()):
            return LessonAnswer.REFUSED
        with self._lock:
            recent_label, judged_s = self._recent_verdicts.get(document.content_hash, (None, -math.inf))
        repeats_own_verdict = recent_label == label and time.monotonic() - judged_s < IGNORE_REPEATED_VERDICT_S
        with self._edit_workspace() as (workspace, record):
            # A lesson that reverts an earlier one is new information, even if it repeats the daemon's verdict.
            if (
                repeats_own_verdict
                and not is_by_person
                and find_corpus_label(workspace, record, document) in (None, label)
            ):
                return LessonAnswer.REFUSED
            changed = learn_one(workspace, corpus_of(record), replace(document, label=label))
        if changed:
            with self._lock:
                self._note_lesson()
        return LessonAnswer.LEARNT if changed else LessonAnswer.NOTHING_TO_DO

    def forget(self, mail: bytes | str) -> LessonAnswer:
        """Remove a mail, given as bytes or by its ticket, from the corpus and from what the model has learnt."""
        answer = self._forget(mail)
        if self._log is not None:
            self._log.note_lesson(mail, "", answer.value)
        return answer

    def _forget(self, mail: bytes | str) -> LessonAnswer:
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        with self._edit_workspace() as (workspace, record):
            number = find_document(workspace, corpus_of(record), document)
            if number is None:
                return LessonAnswer.NOTHING_TO_DO
            workspace.editing.remove([number])
        with self._lock:
            self._note_lesson()
        return LessonAnswer.FORGOTTEN

    @contextmanager
    def _edit_workspace(self) -> Iterator[tuple[Workspace, ModelRecord]]:
        """Run the `with` block in a transaction of the workspace, without holding `_lock`.

        Another program may hold the workspace's lock for seconds. When `_lock` was held during that time, verdicts for
        other clients came up to 10 s late.
        """
        with self._lessons, self._session.borrow_for_writing() as workspace:
            with self._lock:
                record = self._model_record(workspace)
            with workspace.transaction():
                yield workspace, record

    def _wait_for_workspace(self) -> None:
        """Wait until no other program holds the workspace's lock."""
        with self._session.borrow_for_writing() as workspace, workspace.transaction():
            pass

    def judge_for_command(
        self, document: Document, n_terms: int, model_name: str | None
    ) -> tuple[str, DocumentVerdict, str | None] | None:
        """Classify a document for the command line; labels that a person gave are ignored.

        Returns the model's name, its verdict, and its label for unwanted mail. Returns None if `model_name` is another
        model than the one in memory.
        """
        with self._turn_of(document) as words, self._session.borrow_for_reading() as workspace:
            stored = self._up_to_date_model(workspace)
            if not is_named_model(workspace, stored.record, model_name):
                return None
            verdict = self._verdict(stored, document, n_terms, words)
            return stored.record.name, verdict, spam_label(stored.model.answer_labels)

    def learn_for_command(
        self, document: Document, label: str, model_name: str | None, *, asks_hash: bool = False
    ) -> LearningReport | None:
        """Learn a document for the command line. The model is saved at once.

        Returns None if `model_name` is another model than the one in memory.
        """
        self._wait_for_workspace()
        with self._lock:
            with self._session.borrow_for_reading() as workspace:
                record = self._up_to_date_model(workspace).record
                if not is_named_model(workspace, record, model_name):
                    return None
            with self._model_in_session():
                report = learn(self._session, record.name, [document], label, NO_CONTEXT, asks_hash=asks_hash)
            self.n_lessons += 1
            self._record_request()
            return report

    def update_model(self) -> None:
        """Apply the latest changes of the corpus to the model in memory, so that the next verdict need not wait for
        that.
        """
        with self._lock, self._session.borrow_for_reading() as workspace:
            self._up_to_date_model(workspace)

    def warm_up(self) -> None:
        """Read and classify a sample mail, so that the first client does not wait for imports and caches.

        Modules that are imported at their first use held up a mail, and all mails beside it, for 100 ms.
        """
        document = self.readers.read_mail(SAMPLE_MAIL)
        with self._lock, self._session.borrow_for_reading() as workspace:
            stored = self._up_to_date_model(workspace)
            classify_documents(LoadedModel(stored.record.name, stored.model), [document], 1)
            find_corpus_label(workspace, stored.record, document)

    def save_model_if_due(self, *, at_once: bool = False) -> None:
        """Save the model if nothing was learnt for 5 seconds, or if 100 learnt mails are not saved yet."""
        with self._lock:
            is_quiet = time.monotonic() - self._last_lesson_s >= SAVE_AFTER_S
            if self._n_unsaved and (at_once or is_quiet or self._n_unsaved >= SAVE_AFTER_LESSONS):
                self._save_model(waits=at_once)

    def release_memory(self, *, at_once: bool = False) -> None:
        """Return freed memory to the system if no request came for 5 seconds; with `at_once`, in any case."""
        self.readers.end_idle_workers(at_once=at_once)
        with self._lock:
            is_quiet = at_once or time.monotonic() - self._last_request_s >= SAVE_AFTER_S
            if self._has_freed_memory and is_quiet:
                if self._stored is not None:
                    self._stored.model.pack()
                self._session.give_back_memory()
                trim_memory(sys.platform)
                self._has_freed_memory = False

    def write_tickets(self, *, waits: bool = False) -> None:
        """Write the tickets that could not be written to the workspace when they were issued.

        Without `waits`, BusyWorkspace is raised at once if another program holds the workspace's lock.
        """
        with self._lock:
            unwritten = dict(self._unwritten_tickets)
        for content_hash, ticket in unwritten.items():
            self._write_ticket(ticket, waits=waits)
            with self._lock:
                self._unwritten_tickets.pop(content_hash, None)

    # Inside

    @contextmanager
    def _turn_of(self, document: Document) -> Iterator[CountedWords | None]:
        """Hold `_lock` during the `with` block, in which a document is classified. Short texts overtake long texts.

        The words of a long text are counted before, because that is four fifths of the work. So are the words of every
        text if a token pattern may backtrack: a worker process counts them, which takes time.
        """
        stored = self._stored
        is_slow = stored is not None and may_backtrack(stored.model.recipe.rules)
        if len(document.text) <= SHORT_CHARACTERS and not is_slow:
            with self._lock:
                yield None
            return
        with self._long_texts:
            words, stored = None, self._stored
            if stored is not None and stored.model.statistics.text is not None:
                with translate_engine_errors(ModelError, stored.record.name):
                    words = count_words(stored.model.recipe.rules, [document])
            with self._lock:
                yield words

    def _document(self, mail: bytes | str) -> Document | None:
        """Return the document of a mail, read from its bytes or found by its ticket; None if the ticket is unknown.

        Tickets are searched in memory, among the saved tickets and in the corpus.
        """
        if isinstance(mail, bytes):
            return self.readers.read_mail(mail)
        try:
            content_hash = bytes.fromhex(mail)
        except ValueError:
            return None
        if len(content_hash) != HASH_BYTES:
            return None
        with self._lock:
            if (waiting := self._unwritten_tickets.get(content_hash)) is not None:
                return waiting.document
            with self._session.borrow_for_reading() as workspace:
                if (saved := workspace.tickets.get(content_hash)) is not None:
                    return saved.document
                number = workspace.documents.find_by_hash(corpus_of(self._model_record(workspace)), content_hash)
                return None if number is None else workspace.documents.get(number).document

    def _store_mail(self, ticket: Ticket) -> str:
        """Store a mail so that it can be learnt later, and return its ticket.

        While the workspace cannot be written, the mail stays in memory.
        """
        content_hash = ticket.document.content_hash
        if not content_hash or not self._max_tickets:
            return ""
        try:
            self._write_ticket(ticket, waits=False)
        except StoreError:
            with self._lock:
                self._unwritten_tickets[content_hash] = ticket
                while len(self._unwritten_tickets) > MAX_UNWRITTEN_TICKETS:
                    self._unwritten_tickets.popitem(last=False)
        return content_hash.hex()

    def _write_ticket(self, ticket: Ticket, *, waits: bool) -> None:
        """Write a ticket without holding `_lock`, because that takes 100 ms on a busy disk."""
        with ExitStack() as stack:
            stack.enter_context(self._tickets)
            workspace = stack.enter_context(self._session.borrow_for_writing())
            if not waits:
                stack.enter_context(workspace.fail_if_locked())
            workspace.tickets.store(ticket, most=self._max_tickets, oldest_s=MAX_TICKET_AGE_S)

    # Inside; the lock is held

    def _verdict(
        self, stored: StoredModel, document: Document, n_terms: int, words: CountedWords | None
    ) -> DocumentVerdict:
        [verdict] = classify_documents(LoadedModel(stored.record.name, stored.model), [document], n_terms, words)
        self.n_judged += 1
        self._record_request()
        return verdict

    def _save_model(self, *, waits: bool = True) -> StoredModel:
        with ExitStack() as stack:
            workspace = stack.enter_context(self._session.borrow_for_writing())
            if not waits:
                stack.enter_context(workspace.fail_if_locked())
            stack.enter_context(workspace.transaction())
            stored = self._up_to_date_model(workspace)
            if stored.record.change_number != self._change_number:
                stored = save_new_lessons(workspace, stored, self._change_number)
        self._stored, self._n_unsaved, self._has_freed_memory = stored, 0, True
        return stored

    @contextmanager
    def _model_in_session(self) -> Iterator[None]:
        """Put the model into the session's cache during the `with` block. Afterwards, take the changed model from that
        cache.
        """
        stored = self._save_model()
        name = stored.record.name
        self._session.remember(model_cache_key(name), stored.record.stamp, stored)
        self._stored = None
        try:
            yield
            with self._session.borrow_for_reading() as workspace:
                self._set_model(load_cached_model(self._session, workspace, name))
        finally:
            self._model_name = self._model_name or name
            self._session.forget(model_cache_key(name))

    def _set_model(self, stored: StoredModel) -> None:
        self._stored, self._change_number = stored, stored.record.change_number

    def _record_request(self) -> None:
        self._has_freed_memory, self._last_request_s = True, time.monotonic()

    def _note_lesson(self) -> None:
        self.n_lessons += 1
        self._n_unsaved += 1
        self._record_request()
        self._last_lesson_s = time.monotonic()

    def _model_record(self, workspace: Workspace) -> ModelRecord:
        """Return the record of the named model; if no name was given, of the model in memory.

        In that case, a model that was trained later is not used.
        """
        return model_record(workspace, self._model_name if self._stored is None else self._stored.record.name)

    def _up_to_date_model(self, workspace: Workspace) -> StoredModel:
        """Return the model with all changes of its corpus applied. If its record was replaced, the model is loaded
        again.
        """
        record, known = self._model_record(workspace), self._stored
        if known is None or model_record_key(known.record) != model_record_key(record):
            known = (
                load_stored_model(workspace, record.name) if known is None else reload_stored_model(workspace, known)
            )
            self._set_model(known)
            self._has_freed_memory = True
        corpus = known.record.corpus
        if corpus is not None and workspace.changes.last_number(corpus) > self._change_number:
            since = replace(known, record=replace(known.record, change_number=self._change_number))
            changes = workspace.changes.changes_since(corpus, self._change_number)
            if changes.is_complete or not workspace.is_read_only:
                model, self._change_number = apply_new_changes(workspace, since, NO_CONTEXT, changes)
            else:
                with self._session.borrow_for_writing() as opened:  # a recount saves its counts, so it needs a writer
                    model, self._change_number = apply_new_changes(opened, since, NO_CONTEXT)
            self._stored = known = replace(known, model=model)
        return known


def is_named_model(workspace: Workspace, record: ModelRecord, model_name: str | None) -> bool:
    """Return whether this record belongs to the model with the name `model_name`; None stands for the default model."""
    return model_record_key(model_record(workspace, model_name)) == model_record_key(record)


def model_record_key(record: ModelRecord) -> tuple[int, float]:
    """Return a cache key for a saved model. It changes when the model is trained or saved again."""
    return record.number, record.changed_at


def read_mail(raw: bytes) -> Document:
    """Read one mail.

    Raises:
        SourceError: The mail cannot be read.
    """
    return MailReaders().read_mail(raw)


def find_document(workspace: Workspace, corpus: str, document: Document) -> int | None:
    """Return the number of the document in the corpus that has this mail's content; None if there is none."""
    return workspace.documents.find_by_hash(corpus, document.content_hash) if document.content_hash else None


def find_corpus_label(workspace: Workspace, record: ModelRecord, document: Document) -> str | None:
    """Return the label that the corpus has for this mail's content; None if it has none."""
    if record.corpus is None:
        return None
    number = find_document(workspace, record.corpus, document)
    return None if number is None else workspace.documents.get(number).document.label
