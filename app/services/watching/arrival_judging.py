"""Reads and judges files that arrived: mail by our own reader, anything else in worker processes that may die of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.arrivals import SeenFile
from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.results import Verdict
from app.services.files.reading_in_process import DocumentReader
from app.services.filing.filing_plan import Filing
from app.services.filing.judged_files import filing_of
from app.services.judging.classifying import Heading, LoadedModel, classify_documents, failed_verdict, verdict_rows
from app.services.judging.source_judging import JudgingOrder, judged_batches
from nbengine.errors import EngineError

MAIL = SourceOptions(kind="mail", labels_from="none")
ANYTHING = SourceOptions(labels_from="none")
LARGEST_ADDITION_BYTES = 64 << 20
"""Of a mailbox between two looks; the rest of a larger one comes with the next look."""


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


def judged_files(loaded: LoadedModel, files: Sequence[SeenFile], context: JobContext) -> Iterator[JudgedArrival]:
    """Judge files of any kind."""
    paths = tuple(Path(file.path) for file in files)
    try:
        for batch in judged_batches(loaded.model, JudgingOrder(paths, ANYTHING), context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                yield JudgedArrival(document.path, verdict, document)
            for failure in batch.failures:
                yield JudgedArrival(failure.path, failed_verdict(failure))
    except EngineError as error:
        raise ModelError(loaded.name, str(error)) from error


def judged_mails(loaded: LoadedModel, files: Sequence[SeenFile]) -> Iterator[JudgedArrival]:
    """Judge files that hold a mail each."""
    with DocumentReader(MAIL) as reader:
        for file in files:
            yield from _judged(loaded, file.path, reader.of_file(file.path))


def judged_addition(loaded: LoadedModel, file: SeenFile, start: int) -> Iterator[JudgedArrival]:
    """Judge the mails that were added to a mailbox since it had a certain length."""
    with open(file.path, "rb") as mailbox:
        mailbox.seek(start)
        raw = mailbox.read(min(file.size_bytes - start, LARGEST_ADDITION_BYTES))
    with DocumentReader(MAIL) as reader:
        yield from _judged(loaded, file.path, reader.of_bytes(raw.lstrip(b"\r\n")))


def _judged(loaded: LoadedModel, path: str, found: Iterator[Extracted]) -> Iterator[JudgedArrival]:
    for extracted in found:
        if isinstance(extracted, Failure):
            yield JudgedArrival(path, failed_verdict(extracted))
        elif isinstance(extracted, Document):
            [verdict] = classify_documents(loaded, [extracted], 0)
            yield JudgedArrival(path, verdict, extracted)
