"""Reads and judges files that arrived: mail by our own reader, anything else in worker processes that may die of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.domain.arrivals import SeenFile
from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.use_case_results import Verdict
from app.readers.mail.mailboxes import CHUNK_BYTES, MAX_MESSAGE_BYTES, message_after
from app.services.engine_errors import engine_errors
from app.services.files.reading_in_process import DocumentReader
from app.services.filing.filing_plan import Filing
from app.services.filing.judged_files import filing_of
from app.services.judging.classifying import Heading, LoadedModel, classify_documents, failed_verdict, verdict_rows
from app.services.judging.source_judging import JudgingOrder, judged_batches
from app.store.access import Place
from nbengine.lazy_dataclasses import dataclass

MAIL = SourceOptions(kind="mail", labels_from="none")
ANYTHING = SourceOptions(labels_from="none")
LARGEST_ADDITION_BYTES = 64 << 20
"""Of a mailbox in one look, and the rest of the mail that begins there; what follows comes with the next look."""


@dataclass(frozen=True, slots=True)
class JudgedArrival:
    """A document that arrived, with its verdict; without a document, the verdict says why it could not be read."""

    path: str
    verdict: Verdict
    document: Heading | None = None

    @property
    def filing(self) -> Filing | None:
        """The document as far as filing goes."""
        return None if self.document is None else filing_of(1, self.verdict, self.document)


def judged_files(
    loaded: LoadedModel, files: Sequence[SeenFile], context: JobContext, workspace: Place | None = None
) -> Iterator[JudgedArrival]:
    """Judge files of any kind."""
    paths = tuple(Path(file.path) for file in files)
    with engine_errors(ModelError, loaded.name):
        for batch in judged_batches(loaded.model, JudgingOrder(paths, ANYTHING, workspace=workspace), context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                yield JudgedArrival(document.path, verdict, document)
            for failure in batch.failures:
                yield JudgedArrival(failure.path, failed_verdict(failure))


def judged_mails(loaded: LoadedModel, files: Sequence[SeenFile]) -> Iterator[JudgedArrival]:
    """Judge files that hold a mail each."""
    with DocumentReader(MAIL) as reader:
        for file in files:
            yield from _judged(loaded, file.path, reader.of_file(file.path))


@dataclass(frozen=True, slots=True)
class Addition:
    """The part of a mailbox that one look takes."""

    path: str
    first: int
    last: int
    """The byte after the last; a mail begins there, or the mailbox ends."""


def addition_to(file: SeenFile, before: SeenFile | None) -> Addition:
    """Return what was added to a mailbox since it was taken before; of much only the beginning, in whole mails."""
    first = before.size_bytes if before is not None and before.size_bytes <= file.size_bytes else 0
    if file.size_bytes - first <= LARGEST_ADDITION_BYTES:
        return Addition(file.path, first, file.size_bytes)
    with open(file.path, "rb") as mailbox:
        return Addition(file.path, first, message_after(mailbox, first + LARGEST_ADDITION_BYTES, file.size_bytes))


def judged_addition(loaded: LoadedModel, addition: Addition) -> Iterator[JudgedArrival]:
    """Judge the mails that were added to a mailbox; one longer than any mail may be is read no further than that."""
    with open(addition.path, "rb") as mailbox:
        mailbox.seek(addition.first)
        n_bytes = min(addition.last - addition.first, LARGEST_ADDITION_BYTES + MAX_MESSAGE_BYTES + CHUNK_BYTES)
        raw = mailbox.read(n_bytes)
    with DocumentReader(MAIL) as reader:
        yield from _judged(loaded, addition.path, reader.of_bytes(raw.lstrip(b"\r\n")))


def _judged(loaded: LoadedModel, path: str, found: Iterator[Extracted]) -> Iterator[JudgedArrival]:
    for extracted in found:
        if isinstance(extracted, Failure):
            yield JudgedArrival(path, failed_verdict(extracted))
        elif isinstance(extracted, Document):
            [verdict] = classify_documents(loaded, [extracted], 0)
            yield JudgedArrival(path, verdict, extracted)
