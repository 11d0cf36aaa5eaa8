"""The core of the mail daemon: judge mails with a model in memory, and learn lessons durably.

A lesson changes the corpus in one transaction before it is answered; the model in memory is updated afterwards. The
model is saved once no lesson has come for a few seconds. A kill loses nothing: the next start applies the corpus's
change log to the saved model. Changes by the window or by another program are applied in the same way.
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
from app.domain.errors import NoWorkers, SourceError, StoreError
from app.domain.jobs import NoOpJobContext
from app.domain.records import ModelRecord
from app.domain.results import DocumentVerdict, LearningReport
from app.library.classifying import LoadedModel, classify_documents, spam_label
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
from app.library.trials import TrialReport, trial_reports
from app.store.corpora import usable_label
from app.store.editing import HASH_BYTES
from app.store.verdicts import Ticket
from app.store.workspace import Session, Workspace

MAX_HEADER_BYTES = 64 << 10
MAX_VALUE_LENGTH = 200


class JudgeLog:
    """Writes lines with `write`, which has to make them safe for a terminal. Thread-safe if `write` is."""

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
        """Write a verdict. `began_s` is the start of the request by `time.monotonic`."""
        facts = {
            "label": verdict.label or "undecided",
            "probability": f"{verdict.probability or 0.0:.4f}",
            "unsure": "yes" if verdict.is_unsure else "no",
        }
        if is_cut:
            facts["read"] = "partly"
        self._write_line("verdict", facts, raw, began_s, queue_id, subject)

    def note_failure(self, raw: bytes, error: Exception, began_s: float, *, queue_id: str = "") -> None:
        """Write that a mail got no verdict."""
        reason = getattr(error, "reason", "") or type(error).__name__
        self._write_line("no-verdict", {"reason": str(reason)}, raw, began_s, queue_id)

    def note_lesson(self, mail: bytes | str, label: str, answer: str) -> None:
        """Write a lesson; `mail` is the mail or its ticket, and `label` is empty for one that was forgotten."""
        facts = {"label": label or "none", "answer": answer}
        self._write_line("lesson", facts, mail if isinstance(mail, bytes) else b"")

    def _write_line(
        self,
        kind: str,
        facts: dict[str, str],
        raw: bytes,
        began_s: float | None = None,
        queue_id: str = "",
        subject: str = "",
    ) -> None:
        values = dict(facts)
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
        words = " ".join(f"{name}={value_word(value)}" for name, value in values.items())
        with suppress(OSError, ValueError):  # a log that cannot be written must not stop mail
            self._write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {kind} {words}")


def value_word(value: str) -> str:
    """Return a value as one word; one with spaces or quotation marks is quoted."""
    short = value[:MAX_VALUE_LENGTH]
    if short and not re.search(r"[\s\"=]", short):
        return short
    escaped = short.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def header_text(head: bytes, name: bytes) -> str:
    """Return the first value of a header in one line, as it stands; empty if there is none."""
    end = re.search(rb"\r?\n\r?\n", head)
    header = head[: end.start()] if end else head
    found = re.search(rb"(?im)^" + re.escape(name) + rb":[ \t]*(.*(?:\n[ \t].*)*)", header)
    return "" if found is None else " ".join(found[1].decode("utf-8", "replace").split())


MAIL_OPTIONS = SourceOptions(kind="mail", labels_from="none")
JUDGE_SECONDS = 10.0
LIMITS = ReadLimits(scan_pages=0, seconds_per_document=JUDGE_SECONDS)
"""No text recognition in pictures, and little time: a mail server waits for the verdict."""
COST_REASONS = ("timeout", "memory", "crash")
"""Reasons for which only the beginning of a mail is read. A mail that ends its worker is read without attachments."""
CUT_FLAWS = frozenset({"only-the-beginning", "out-of-time"})
IN_PROCESS_BYTES = 32 << 10
"""A pattern of quadratic time that took 17 s over 180 KB takes about 0.5 s over this."""
MAX_JUDGED_CHARACTERS = 1 << 19
"""Counting the words of 31 million characters stopped all other verdicts for 1.6 s; these take some 30 ms."""
KEPT_READERS = 2
KEEP_READER_S = 60.0
"""Starting a worker process takes 0.3 s; one that runs reads a mail of 200 KB in a few milliseconds."""


class MailReaders:
    """A thread-safe pool of mail readers.

    Up to `most_kept` idle readers are kept, each with its worker process.
    """

    def __init__(self, most_kept: int = 0) -> None:
        self._most_kept, self._lock = most_kept, threading.Lock()
        self._free: list[tuple[DocumentReader, SourceOptions, ReadLimits, float]] = []
        """Readers that are not in use, with the time of their last mail; the latest comes last."""

    def mail(self, raw: bytes) -> Document:
        """Read one mail. If that takes too much time or memory, read only its beginning, without attachments.

        Raises:
            SourceError: The mail cannot be read.
        """
        results = self.documents(raw)
        if results and isinstance(results[0], Failure) and results[0].reason in COST_REASONS:
            beginning = read_beginning(raw[:IN_PROCESS_BYTES], MAIL_OPTIONS)
            if beginning is not None:
                return beginning
        return with_bounded_text(first_document(results))

    def documents(
        self, raw: bytes, options: SourceOptions = MAIL_OPTIONS, limits: ReadLimits = LIMITS
    ) -> list[Extracted]:
        """Read all documents in `raw`."""
        reader = self._take(options, limits) or DocumentReader(options, limits, small_bytes=IN_PROCESS_BYTES)
        try:
            results = list(reader.of_bytes(raw))
        except NoWorkers:
            reader.close()
            # The system starts no more processes: read the mail in this process.
            return documents_of_bytes(raw, options, limits)
        except BaseException:
            reader.close()
            raise
        self._put_back(reader, options, limits)
        return results

    def tidy(self, *, at_once: bool = False) -> None:
        """End the worker processes that have been idle for KEEP_READER_S."""
        oldest_s = time.monotonic() - KEEP_READER_S
        with self._lock:
            kept = [] if at_once else [each for each in self._free if each[-1] >= oldest_s]
            ended, self._free = [each for each in self._free if each not in kept], kept
        with ExitStack() as stack:
            for reader, *_ in ended:
                stack.callback(reader.close)

    def close(self) -> None:
        """End all worker processes that are not in use, and keep none from now on."""
        self._most_kept = 0
        self.tidy(at_once=True)

    def _take(self, options: SourceOptions, limits: ReadLimits) -> DocumentReader | None:
        with self._lock:
            for number in reversed(range(len(self._free))):
                if self._free[number][1:3] == (options, limits):
                    return self._free.pop(number)[0]
        return None

    def _put_back(self, reader: DocumentReader, options: SourceOptions, limits: ReadLimits) -> None:
        with self._lock:
            self._free.append((reader, options, limits, time.monotonic()))
            surplus = self._free.pop(0)[0] if len(self._free) > self._most_kept else None
        if surplus is not None:
            surplus.close()


def with_bounded_text(document: Document) -> Document:
    """Leave out the text beyond MAX_JUDGED_CHARACTERS."""
    if len(document.text) <= MAX_JUDGED_CHARACTERS:
        return document
    flaws = (*document.flaws, "only-the-beginning")
    return replace(document, text=document.text[:MAX_JUDGED_CHARACTERS], flaws=flaws)


def first_document(results: list[Extracted]) -> Document:
    """Return the first document.

    Raises:
        SourceError: The first result is a failure, or there is none.
    """
    for extracted in results:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
        return extracted
    raise SourceError("-", "no-text")


TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
LARGE_BYTES = 1 << 18
"""Larger blocks are mapped on their own, so the system gets them back as soon as they are freed."""
N_ARENAS = 2
PR_SET_THP_DISABLE = 41
"""PR_SET_THP_DISABLE: with pages of 2 MB, each array with spare capacity would occupy its whole last page."""


def configure_malloc(system: str) -> bool:
    """Configure malloc so that freed memory returns to the system. Return whether the system supports that.

    Large blocks are mapped on their own, huge pages are off, and threads share two arenas.
    """
    library = _library_with(system, "mallopt")
    if library is None:
        return False
    library.prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
    options = {MMAP_THRESHOLD: LARGE_BYTES, TRIM_THRESHOLD: LARGE_BYTES, ARENA_MAX: N_ARENAS}
    return bool(min(library.mallopt(option, value) for option, value in options.items()))


def trim_memory(system: str) -> bool:
    """Return freed memory to the system. Return whether any was released."""
    gc.collect()
    library = _library_with(system, "malloc_trim")
    return library is not None and bool(library.malloc_trim(0))


def _library_with(system: str, function: str) -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if system == "linux" else None
    return library if library is not None and hasattr(library, function) else None


SAVE_AFTER_LESSONS = 100
SAVE_AFTER_S = 5.0
OWN_VERDICT_S = 60.0
"""A lesson that repeats a verdict younger than this is ignored: it reports the move that the verdict caused."""
MAX_TICKETS, MAX_TICKET_AGE_S = 10_000, 30 * 86_400.0
MAX_UNWRITTEN_TICKETS = 200
"""Limit for tickets in memory while the workspace cannot be written; the oldest are dropped."""
NO_CONTEXT = NoOpJobContext()


class LessonAnswer(Enum):
    """Result of a lesson."""

    LEARNT = "learnt"
    FORGOTTEN = "forgotten"
    ALREADY = "already"
    """Nothing to do: the mail has this label already, or is not in the corpus and should be forgotten."""
    UNKNOWN = "unknown"
    """The ticket is unknown or expired."""
    REFUSED = "refused"
    """The lesson repeats the daemon's own verdict, or the mail has no text."""


@dataclass(frozen=True, slots=True)
class JudgedMail:
    """A verdict on one mail. With the ticket, the mail can be taught without sending it again."""

    verdict: DocumentVerdict
    ticket: str
    is_by_hand: bool = False
    """Whether a person has labelled this very mail."""
    is_cut: bool = False
    """Whether only a part of the mail was read, because all of it would have taken too long."""


class MailJudge:
    """Judges and learns for one workspace. Thread-safe."""

    def __init__(
        self,
        session: Session,
        model: str | None = None,
        *,
        most_tickets: int = MAX_TICKETS,
        readers: MailReaders | None = None,
        log: JudgeLog | None = None,
    ) -> None:
        self._session, self._wanted, self._most_tickets = session, model, most_tickets
        self._log = log
        self.readers = readers or MailReaders()
        self._lock = threading.Lock()
        self._lessons = threading.Lock()
        """Held while a lesson is written; never taken while `_lock` is held."""
        self._recent_verdicts: OrderedDict[bytes, tuple[str | None, float]] = OrderedDict()
        self._unwritten_tickets: OrderedDict[bytes, Ticket] = OrderedDict()
        self._kept: StoredModel | None = None
        """The model in memory."""
        self._change = 0
        """Number of the last corpus change in the model in memory; the record has that of the saved model."""
        self._n_unsaved, self._last_lesson_s = 0, 0.0
        self._has_freed_memory, self._last_asked_s = False, 0.0
        """Whether memory was freed that has not been returned to the system yet."""
        self.n_judged = self.n_lessons = 0

    @property
    def model_name(self) -> str:
        """Name of the model that judges."""
        with self._lock, self._session.reading() as workspace:
            return self._up_to_date_model(workspace).record.name

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the model."""
        with self._lock, self._session.reading() as workspace:
            return self._up_to_date_model(workspace).model.answer_labels

    @property
    def trials(self) -> dict[str, TrialReport]:
        """Reports of the trials of watched places, by path."""
        with self._lock, self._session.reading() as workspace:
            return trial_reports(workspace)

    @property
    def spam_label(self) -> str | None:
        """The label for unwanted mail; None if no label has a name like spam."""
        return spam_label(self.labels)

    def judge(self, raw: bytes, n_terms: int = 0, *, gives_ticket: bool = True, queue_id: str = "") -> JudgedMail:
        """Judge one mail. A label that a person gave to the same mail overrides the model.

        `queue_id` is the mail server's name for the mail, for the log.
        """
        began_s = time.monotonic()
        try:
            document = self.readers.mail(raw)
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
        with self._lock, self._session.reading() as workspace:
            kept = self._up_to_date_model(workspace)
            verdict = self._verdict(kept, document, n_terms)
            own_label = find_own_label(workspace, kept.record, document)
            label = verdict.label if not verdict.is_unsure else None
            now_s = time.monotonic()
            self._recent_verdicts[document.content_hash] = (label, now_s)
            self._recent_verdicts.move_to_end(document.content_hash)
            while now_s - next(iter(self._recent_verdicts.values()))[1] > OWN_VERDICT_S:
                self._recent_verdicts.popitem(last=False)
        ticket = self._keep_mail(Ticket(document, label, time.time())) if gives_ticket else ""
        is_cut = bool(CUT_FLAWS.intersection(document.flaws))
        if own_label is None:
            return JudgedMail(verdict, ticket, is_cut=is_cut)
        corrected = replace(verdict, label=own_label, probability=1.0, is_unsure=False, is_unlike=False)
        return JudgedMail(corrected, ticket, is_by_hand=True, is_cut=is_cut)

    def teach(self, mail: bytes | str, label: str, *, is_by_hand: bool = False) -> LessonAnswer:
        """Learn the label of a mail, given as bytes or by its ticket. The lesson is on the disk when this returns."""
        answer = self._teach(mail, label, is_by_hand=is_by_hand)
        if self._log is not None:
            self._log.note_lesson(mail, label, answer.value)
        return answer

    def _teach(self, mail: bytes | str, label: str, *, is_by_hand: bool) -> LessonAnswer:
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        label = usable_label(label)
        if not document.content_hash or not (document.text.strip() or document.title.strip()):
            return LessonAnswer.REFUSED
        with self._lock:
            deed, judged_s = self._recent_verdicts.get(document.content_hash, (None, -math.inf))
        is_own_deed = deed == label and time.monotonic() - judged_s < OWN_VERDICT_S
        with self._editing() as (workspace, record):
            # A lesson that reverts an earlier one is new information, even if it repeats the daemon's verdict.
            if is_own_deed and not is_by_hand and find_own_label(workspace, record, document) in (None, label):
                return LessonAnswer.REFUSED
            changed = learn_one(workspace, corpus_of(record), replace(document, label=label))
        if changed:
            with self._lock:
                self._note_lesson()
        return LessonAnswer.LEARNT if changed else LessonAnswer.ALREADY

    def forget(self, mail: bytes | str) -> LessonAnswer:
        """Remove a mail, given as bytes or by its ticket, from the corpus."""
        answer = self._forget(mail)
        if self._log is not None:
            self._log.note_lesson(mail, "", answer.value)
        return answer

    def _forget(self, mail: bytes | str) -> LessonAnswer:
        document = self._document(mail)
        if document is None:
            return LessonAnswer.UNKNOWN
        with self._editing() as (workspace, record):
            number = find_document(workspace, corpus_of(record), document)
            if number is None:
                return LessonAnswer.ALREADY
            workspace.editing.remove([number])
        with self._lock:
            self._note_lesson()
        return LessonAnswer.FORGOTTEN

    @contextmanager
    def _editing(self) -> Iterator[tuple[Workspace, ModelRecord]]:
        """Change the workspace in one transaction, without the lock that verdicts take.

        Another program may hold the workspace's lock for seconds, and a slow disk takes its time: with the lock, the
        verdicts for all other clients came up to 10 s late.
        """
        with self._lessons, self._session.writing() as workspace:
            with self._lock:
                record = self._model_record(workspace)
            with workspace.transaction():
                yield workspace, record

    def _wait_for_workspace(self) -> None:
        """Wait until no other program holds the workspace's lock."""
        with self._session.writing() as workspace, workspace.transaction():
            pass

    def plain_verdict(self, document: Document, n_terms: int, wanted: str | None) -> tuple[str, DocumentVerdict] | None:
        """Judge for the command line; return the model's name and the verdict. None if `wanted` is another model."""
        with self._lock, self._session.reading() as workspace:
            kept = self._up_to_date_model(workspace)
            if not is_named_model(workspace, kept.record, wanted):
                return None
            return kept.record.name, self._verdict(kept, document, n_terms)

    def learn_for_command(
        self, document: Document, label: str, wanted: str | None, *, asks_hash: bool = False
    ) -> LearningReport | None:
        """Learn for the command line; the model is saved at once. None if `wanted` is another model."""
        self._wait_for_workspace()
        with self._lock:
            with self._session.reading() as workspace:
                record = self._up_to_date_model(workspace).record
                if not is_named_model(workspace, record, wanted):
                    return None
            with self._model_in_session():
                report = learn(self._session, record.name, [document], label, NO_CONTEXT, asks_hash=asks_hash)
            self.n_lessons += 1
            self._note_asked()
            return report

    def follow(self) -> None:
        """Update the model in memory with the changes of its corpus, so that the next verdict need not wait."""
        with self._lock, self._session.reading() as workspace:
            self._up_to_date_model(workspace)

    def keep_if_due(self, *, at_once: bool = False) -> None:
        """Save the model if no lesson has come for 5 seconds, or if 100 are unsaved."""
        with self._lock:
            is_resting = time.monotonic() - self._last_lesson_s >= SAVE_AFTER_S
            if self._n_unsaved and (at_once or is_resting or self._n_unsaved >= SAVE_AFTER_LESSONS):
                self._save_model(waits=at_once)

    def tidy(self, *, at_once: bool = False) -> None:
        """Return freed memory to the system if no request has come for 5 seconds."""
        self.readers.tidy(at_once=at_once)
        with self._lock:
            is_resting = at_once or time.monotonic() - self._last_asked_s >= SAVE_AFTER_S
            if self._has_freed_memory and is_resting:
                if self._kept is not None:
                    self._kept.model.pack()
                self._session.give_back_memory()
                trim_memory(sys.platform)
                self._has_freed_memory = False

    def write_tickets(self) -> None:
        """Write the tickets that could not be written before."""
        with self._lock:
            while self._unwritten_tickets:
                content_hash, ticket = next(iter(self._unwritten_tickets.items()))
                with self._session.writing() as workspace:
                    self._write_ticket(workspace, ticket)
                del self._unwritten_tickets[content_hash]

    # Inside

    def _document(self, mail: bytes | str) -> Document | None:
        """Read a mail, or find that of a ticket: in memory, among the saved tickets, or in the corpus."""
        if isinstance(mail, bytes):
            return self.readers.mail(mail)
        try:
            content_hash = bytes.fromhex(mail)
        except ValueError:
            return None
        if len(content_hash) != HASH_BYTES:
            return None
        with self._lock:
            if (waiting := self._unwritten_tickets.get(content_hash)) is not None:
                return waiting.document
            with self._session.reading() as workspace:
                if (kept := workspace.tickets.get(content_hash)) is not None:
                    return kept.document
                number = workspace.documents.find(corpus_of(self._model_record(workspace)), content_hash)
                return None if number is None else workspace.documents.get(number).document

    def _keep_mail(self, ticket: Ticket) -> str:
        """Save a mail for a later lesson: in the workspace, or in memory while that cannot be written."""
        content_hash = ticket.document.content_hash
        if not content_hash or not self._most_tickets:
            return ""
        with self._lock:
            try:
                with self._session.writing() as workspace, workspace.without_waiting():
                    self._write_ticket(workspace, ticket)
            except StoreError:
                self._unwritten_tickets[content_hash] = ticket
                while len(self._unwritten_tickets) > MAX_UNWRITTEN_TICKETS:
                    self._unwritten_tickets.popitem(last=False)
        return content_hash.hex()

    # Inside; the lock is held

    def _verdict(self, kept: StoredModel, document: Document, n_terms: int) -> DocumentVerdict:
        [verdict] = classify_documents(LoadedModel(kept.record.name, kept.model), [document], n_terms)
        self.n_judged += 1
        self._note_asked()
        return verdict

    def _save_model(self, *, waits: bool = True) -> StoredModel:
        with ExitStack() as stack:
            workspace = stack.enter_context(self._session.writing())
            if not waits:
                stack.enter_context(workspace.without_waiting())
            stack.enter_context(workspace.transaction())
            kept = self._up_to_date_model(workspace)
            if kept.record.change_number != self._change:
                kept = save_new_lessons(workspace, kept, self._change)
        self._kept, self._n_unsaved, self._has_freed_memory = kept, 0, True
        return kept

    @contextmanager
    def _model_in_session(self) -> Iterator[None]:
        """Put the model into the session's cache for a use case, and take the changed model back afterwards."""
        kept = self._save_model()
        name = kept.record.name
        self._session.remember(model_cache_key(name), kept.record.stamp, kept)
        self._kept = None
        try:
            yield
            with self._session.reading() as workspace:
                self._set_model(load_cached_model(self._session, workspace, name))
        finally:
            self._wanted = self._wanted or name
            self._session.forget(model_cache_key(name))

    def _set_model(self, kept: StoredModel) -> None:
        self._kept, self._change = kept, kept.record.change_number

    def _note_asked(self) -> None:
        self._has_freed_memory, self._last_asked_s = True, time.monotonic()

    def _write_ticket(self, workspace: Workspace, ticket: Ticket) -> None:
        workspace.tickets.keep(ticket, most=self._most_tickets, oldest_s=MAX_TICKET_AGE_S)

    def _note_lesson(self) -> None:
        self.n_lessons += 1
        self._n_unsaved += 1
        self._note_asked()
        self._last_lesson_s = time.monotonic()

    def _model_record(self, workspace: Workspace) -> ModelRecord:
        """Return the record of the named model, or of the first one found: a later training must not switch models."""
        return model_record(workspace, self._wanted if self._kept is None else self._kept.record.name)

    def _up_to_date_model(self, workspace: Workspace) -> StoredModel:
        """Return the model, reloaded if its record was replaced, with all changes of its corpus applied."""
        record, known = self._model_record(workspace), self._kept
        if known is None or record_stamp(known.record) != record_stamp(record):
            known = (
                load_stored_model(workspace, record.name) if known is None else reload_stored_model(workspace, known)
            )
            self._set_model(known)
            self._has_freed_memory = True
        corpus = known.record.corpus
        if corpus is not None and workspace.changes.number(corpus) > self._change:
            since = replace(known, record=replace(known.record, change_number=self._change))
            changes = workspace.changes.since(corpus, self._change)
            if changes.is_complete or not workspace.is_read_only:
                model, self._change = apply_new_changes(workspace, since, NO_CONTEXT, changes)
            else:
                with self._session.writing() as opened:  # a recount saves its counts, so it needs a writer
                    model, self._change = apply_new_changes(opened, since, NO_CONTEXT)
            self._kept = known = replace(known, model=model)
        return known


def is_named_model(workspace: Workspace, record: ModelRecord, wanted: str | None) -> bool:
    """Return whether a command that names a model, or none, means this one."""
    return record_stamp(model_record(workspace, wanted)) == record_stamp(record)


def record_stamp(record: ModelRecord) -> tuple[int, float]:
    """Return a key of a saved model; it changes when the model is trained or saved again."""
    return record.number, record.changed_at


def read_mail(raw: bytes) -> Document:
    """Read one mail.

    Raises:
        SourceError: The mail cannot be read.
    """
    return MailReaders().mail(raw)


def find_document(workspace: Workspace, corpus: str, document: Document) -> int | None:
    """Return the number of the corpus's document with this mail's content, or None."""
    return workspace.documents.find(corpus, document.content_hash) if document.content_hash else None


def find_own_label(workspace: Workspace, record: ModelRecord, document: Document) -> str | None:
    """Return the label that the corpus has for this mail's content, or None."""
    if record.corpus is None:
        return None
    number = find_document(workspace, record.corpus, document)
    return None if number is None else workspace.documents.get(number).document.label
