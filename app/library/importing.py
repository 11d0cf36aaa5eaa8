"""Import sources: worker processes read them, and an import run writes the documents. An import is atomic.

The plan of a source decides the corpus and its kind. The import also counts words, under the default token rules of
that kind, so that the first training finds its counts ready.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from app.domain.documents import Document, Failure, ReadLimits, SourceOptions, TableSchema, WorkItem
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import Corpus, CorpusKind
from app.domain.results import ImportReport
from app.library.extraction import ExtractedBatch, ExtractionSettings, extract
from app.library.reading import documents_of_bytes, documents_or_error
from app.library.recipes import imported_rules
from app.library.training_data import rules_key
from app.library.workers import FinishedItem, LostPosition, WorkerPool, YieldedValue, worker_count
from app.readers.documents.text import text_hash
from app.readers.reading import ReadingSettings, plan_batches
from app.readers.sources import SourcePlan as SourcePlan
from app.readers.sources import plan_source, work_items
from app.readers.tables.rows import label_columns
from app.store.corpora import first_free_name, normalise_label
from app.store.count_segments import SegmentWriter
from app.store.import_runs import ImportRun
from app.store.recognised_pages import PageCacheLookup
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import stack_counts
from nbengine.text.vocabulary import Vocabulary

logger = logging.getLogger(__name__)

WRITE_DOCUMENTS = 1_000
WRITE_BYTES = 16 << 20
NEW_CORPUS_NAMES: dict[CorpusKind, str] = {"mail": "Mail", "text": "Documents", "table": "Table"}
SHEET_KINDS = frozenset({"zip", "ole"})
"""File kinds that may be spreadsheets; these must be parsed to know their columns."""
MAIL_KINDS = frozenset({"mail", "mbox", "msg"})


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A request to import sources: their paths, how to read them, and the target corpus."""

    sources: tuple[Path, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    corpus: str | None = None
    """Name of the target corpus, which is created if it does not exist; None for the newest corpus."""
    limits: ReadLimits = field(default_factory=ReadLimits)
    has_window: bool = False


def import_sources(
    workspace: WorkspaceSource,
    request: ImportRequest,
    context: JobContext,
    report_count: Callable[[int], object] = lambda _n_documents: None,
) -> ImportReport:
    """Import all documents of the sources; either all readable documents are added, or none.

    `report_count` is called with the number of documents read so far. Progress counts bytes, which are known before.
    """
    began_s = time.monotonic()
    check_sources(request.sources)
    if request.options.label is not None:  # typed by a person: reject it; labels from folders are normalised instead
        normalise_label(request.options.label)
    with WorkerPool(extract, limits=request.limits) as pool:
        pool.start_early()
        plan = plan_sources(request.sources, request.options, context)
        with open_for_writing(workspace, create=True) as opened:
            target = choose_corpus(opened, request.corpus, plan)
            check_schema(target, plan)
            plan = restrict_to_schema(target, plan)
            asked = request.options.labels
            if target.number and asked == "several":
                opened.corpora.set_multi_label(target.name)
            elif target.number:
                labels = "several" if target.takes_several and asked == "auto" else "one"
                plan = replace(plan, options=replace(plan.options, labels=labels))
            run = opened.imports.begin(
                target.name,
                source=", ".join(map(str, plan.sources)),
                kind=target.kind,
                schema=target.schema,
                keep_duplicates=plan.options.keep_duplicates,
                takes_several=plan.options.labels == "several",
            )
            with run:
                failures = write_sources(run, target, plan, request, pool, context, report_count)
                context.checkpoint(plan.size_bytes, plan.size_bytes, "storing documents")
                settled = run.settle()
    for failure in failures:
        logger.info("refused %s: %s %s", failure.path, failure.reason, failure.member)
    logger.info("imported %d documents, %d refused", settled.documents, len(failures))
    return ImportReport(
        corpus=target.name,
        documents=settled.documents,
        duplicates=settled.duplicates,
        conflicts=settled.conflicts,
        size_bytes=settled.bytes,
        seconds=time.monotonic() - began_s,
        failed=tuple(failures),
        unused_columns=find_unused_columns(plan),
        takes_several=plan.options.labels == "several",
    )


def restrict_to_schema(target: Corpus, plan: SourcePlan) -> SourcePlan:
    """Restrict a table's plan to the columns of its first file. Files with other columns then fail."""
    schema = plan.schema
    if target.kind != "table":
        return plan
    options = replace(
        plan.options,
        text_column=schema.text,
        label_column=schema.label,
        numeric_columns=schema.numeric,
        categorical_columns=schema.categorical,
        weight_column=schema.weight,
    )
    return replace(plan, options=options)


def check_sources(sources: Sequence[Path]) -> None:
    """Raise SourceError if a source does not exist or is not accessible."""
    for source in sources:
        try:
            source.stat()
        except FileNotFoundError as error:
            raise SourceError(source, "vanished" if source.is_symlink() else "missing") from error
        except OSError as error:
            raise SourceError(source, "no-permission", error.strerror or "") from error


def choose_corpus(workspace: Workspace, name: str | None, plan: SourcePlan) -> Corpus:
    """Return the target corpus. A record with number 0 stands for a corpus that the import will create."""
    known = workspace.corpora.all()
    if name is None and known:
        return max(known, key=lambda corpus: corpus.number)
    for corpus in known:
        if corpus.name == name:
            return corpus
    kind = kind_of_corpus(plan)
    return Corpus(0, name or NEW_CORPUS_NAMES[kind], kind, plan.schema if kind == "table" else None, 0)


def kind_of_corpus(plan: SourcePlan) -> CorpusKind:
    """Return the kind of corpus for a plan.

    It is "mail" if most files are mail, "table" if there are columns besides text and label, else "text".
    """
    if plan.options.kind == "mail":
        return "mail"
    n_mail = sum(count for kind, count in plan.n_files_by_kind.items() if kind in MAIL_KINDS)
    if n_mail * 2 > sum(plan.n_files_by_kind.values()):
        return "mail"
    has_columns = bool(plan.schema.numeric or plan.schema.categorical)
    return "table" if has_columns else "text"


def check_schema(corpus: Corpus, plan: SourcePlan) -> None:
    """Raise SourceError if the source's columns do not fit the corpus."""
    known = corpus.schema if corpus.kind == "table" else None
    if known is None and kind_of_corpus(plan) != "table":
        return
    if known is None or columns_of(plan.schema) != columns_of(known):
        raise SourceError(plan.sources[0], "other-columns", corpus.name)


def find_unused_columns(plan: SourcePlan) -> tuple[str, ...]:
    """Return the columns that the import does not use, except those that the user chose to ignore."""
    schema, options = plan.schema, plan.options
    labels = label_columns(schema.label, [column.name for column in plan.columns])
    used = {schema.text, *labels, schema.weight, *schema.numeric, *schema.categorical, *options.ignored_columns}
    return tuple(column.name for column in plan.columns if column.name not in used)


def columns_of(schema: TableSchema) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the numeric columns and of the categorical columns of a schema."""
    return schema.numeric, schema.categorical


def write_sources(
    run: ImportRun, corpus: Corpus, plan: SourcePlan, request: ImportRequest, pool: WorkerPool, context: JobContext,
    report_count: Callable[[int], object],
) -> list[Failure]:  # fmt: skip
    """Read the sources with workers and write the results; return the failures."""
    rules, known = imported_rules(corpus.kind), PageCacheLookup(run.path)
    writer = BatchWriter(run, run.segments(rules_key(rules)))
    done_bytes, begun_bytes, n_documents = 0, dict[int, int](), 0

    def checkpoint() -> None:
        context.checkpoint(done_bytes + sum(begun_bytes.values()), plan.size_bytes, "importing")

    n_workers = min(
        worker_count(has_window=request.has_window), max(1, plan.n_files // 8 + plan.size_bytes // (4 << 20))
    )
    pool.prepare(
        ExtractionSettings(ReadingSettings(plan.options, request.limits, find_cached_page=known), rules), n_workers
    )
    for event in pool.run(work_items(plan.sources, plan.options), checkpoint):
        if isinstance(event, FinishedItem):
            done_bytes += event.item.size_bytes
            begun_bytes.pop(event.item_number, None)
            writer.read_bytes += event.item.size_bytes
        elif isinstance(event, LostPosition):
            writer.waiting_failures.append(event.failure)
        elif isinstance(event, YieldedValue):
            begun_bytes[event.item_number] = event.bytes_done
            writer.add(event.value)
            n_documents += len(event.value.documents)
            report_count(n_documents)
    writer.flush()
    return writer.failures


class BatchWriter:
    """Buffers batches from the workers; writes about `WRITE_DOCUMENTS` documents or `WRITE_BYTES` at a time."""

    def __init__(self, run: ImportRun, segments: SegmentWriter) -> None:
        self._run, self._segments = run, segments
        self._vocabulary = Vocabulary(segments.words)
        self._waiting: list[ExtractedBatch] = []
        self._n_documents = self._n_bytes = 0
        self.waiting_failures: list[Failure] = []
        self.read_bytes = 0
        """Source bytes read since the last flush, including those of unreadable files."""
        self.failures: list[Failure] = []

    def add(self, batch: ExtractedBatch) -> None:
        """Buffer a batch; flush if the buffer is large enough."""
        self._run.cache_pages(batch.pages)
        self._waiting.append(batch)
        self.waiting_failures.extend(batch.failures)
        self._n_documents += len(batch.documents)
        self._n_bytes += sum(len(document.body) for document in batch.documents)
        if self._n_documents >= WRITE_DOCUMENTS or self._n_bytes >= WRITE_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write all buffered batches."""
        documents = [document for batch in self._waiting for document in batch.documents]
        numbers = self._run.add([*documents, *self.waiting_failures], bytes_read=self.read_bytes)
        if self._waiting:
            n_known = len(self._vocabulary)
            counts = stack_counts([batch.counted.counts_over(self._vocabulary) for batch in self._waiting])
            new_words = self._vocabulary.words_of(np.arange(n_known, len(self._vocabulary)))
            self._segments.add(numbers, counts.starts, counts.tokens, counts.values, new_words)
        self.failures.extend(self.waiting_failures)
        self._waiting, self.waiting_failures = [], []
        self._n_documents = self._n_bytes = self.read_bytes = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """The plan of an import, and the corpus that would receive the documents."""

    plan: SourcePlan
    corpus: str
    """Name of the existing or new corpus."""
    problem: SourceError | None = None
    """Why the source does not fit the corpus; None if it fits."""
    fits_corpus: bool = True
    """False if the corpus holds another kind of documents, or shares no label with the source."""


def preview(
    workspace: WorkspaceSource, sources: Sequence[Path], options: SourceOptions, corpus: str | None, context: JobContext
) -> Preview:
    """Plan an import without storing anything. `corpus` "" means a new corpus with a default name."""
    plan = plan_sources(sources, options, context)
    with open_for_reading(workspace) as opened:
        target = choose_corpus(opened, find_unused_corpus_name(opened, plan) if corpus == "" else corpus, plan)
        belongs = resembles_corpus(opened, target.name, plan)
    try:
        check_schema(target, plan)
    except SourceError as problem:
        return Preview(plan, target.name, problem, belongs)
    return Preview(plan, target.name, fits_corpus=belongs)


def resembles_corpus(workspace: Workspace, corpus: str, plan: SourcePlan) -> bool:
    """Return whether a source resembles the corpus.

    It does if they share a label or, when one of them has no labels, if both are of one kind. The name of a single
    file is one more label of the corpus. Also True for a new or empty corpus, and for a table.
    """
    known = next((corpus_record for corpus_record in workspace.corpora.all() if corpus_record.name == corpus), None)
    if known is None or known.kind == "table" or not workspace.documents.count(corpus):
        return True
    labels = {label.name for label in workspace.labels.all(corpus) if label.documents}
    is_named_file = plan.n_files == 1 and plan.options.labels_from == "file"
    if plan.n_by_label and labels and not is_named_file:
        return not labels.isdisjoint(plan.n_by_label)
    return kind_of_corpus(plan) == known.kind


def find_unused_corpus_name(workspace: Workspace, plan: SourcePlan) -> str:
    """Return an unused default name for a new corpus."""
    return first_free_name(NEW_CORPUS_NAMES[kind_of_corpus(plan)], {corpus.name for corpus in workspace.corpora.all()})


def plan_sources(sources: Sequence[Path], options: SourceOptions, context: JobContext) -> SourcePlan:
    """Return the plan of an import without storing anything. Spreadsheets are opened in a worker process."""
    check_sources(sources)

    def checkpoint() -> None:
        context.checkpoint(phase="looking for the files to read")

    checkpoint()
    if options.kind != "table":
        return plan_source(sources, options, checkpoint)
    file_plan = plan_source(sources, SourceOptions(labels_from="none"), checkpoint)
    if not SHEET_KINDS & file_plan.n_files_by_kind.keys():
        return plan_source(sources, options, checkpoint)
    return plan_in_worker(sources, options, checkpoint)


def plan_in_worker(sources: Sequence[Path], options: SourceOptions, checkpoint: Callable[[], None]) -> SourcePlan:
    """Plan a source in a worker process, because its parser may crash, hang or exhaust memory."""
    item = WorkItem(tuple(str(source) for source in sources), (None,) * len(sources))
    with WorkerPool(plan_batches, ReadingSettings(options), n_workers=1, limits=ReadLimits()) as pool:
        for event in pool.run([item], checkpoint):
            if isinstance(event, YieldedValue):
                found: SourcePlan = event.value
                return found
            if isinstance(event, LostPosition):
                raise SourceError(sources[0], event.failure.reason, event.failure.detail)
    raise SourceError(sources[0], "not-read")


MAX_TITLE_CHARACTERS = 200


def document_of_text(text: str) -> Document:
    """Return a text as a document without a file; its first line is the title."""
    title = next((line.strip() for line in text.splitlines() if line.strip()), "")[:MAX_TITLE_CHARACTERS]
    size_bytes = len(text.encode("utf-8", "replace"))
    return Document(text=text, path="", title=title, content_hash=text_hash(text), size_bytes=size_bytes)


def add_text(workspace: WorkspaceSource, corpus: str, text: str, _context: JobContext) -> int:
    """Add a text to a corpus, or to a default corpus if the name is empty. Return 0 for a duplicate, else 1."""
    return _add_to_corpus(workspace, corpus, [document_of_text(text)], "text")


def add_message(workspace: WorkspaceSource, corpus: str, message: bytes, _context: JobContext) -> int:
    """Add a mail to a corpus, or to a default corpus if the name is empty. Return 0 for a duplicate, else 1."""
    found = documents_or_error(documents_of_bytes(message, SourceOptions(kind="mail", labels_from="none")))
    return _add_to_corpus(workspace, corpus, [replace(document, path="", member="") for document in found], "mail")


def _add_to_corpus(workspace: WorkspaceSource, corpus: str, documents: Sequence[Document], kind: CorpusKind) -> int:
    """Add documents to a corpus, or to a default corpus of this kind if the name is empty. Return how many are new."""
    with open_for_writing(workspace, create=True) as opened:
        name = corpus or NEW_CORPUS_NAMES[kind]
        if not opened.corpora.has(name):
            opened.corpora.add(name, kind)
        if opened.corpora.get(name).kind == "table":
            raise SourceError(documents[0].title or kind, "other-columns", name)
        known = [
            document for document in documents if opened.documents.find_by_hash(name, document.content_hash) is not None
        ]
        opened.editing.add(name, documents)
        return len(documents) - len(known)
