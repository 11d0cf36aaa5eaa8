"""The documents on the Classify page: dropped files, their verdicts, and corrections.

Each collection of a workspace has its own list of documents, which its model classifies: `JudgedLists` holds the lists,
and `JudgedDocuments` is one list. An item of a list is a document with its verdict. Documents keep their text until
they are removed, so that they can be explained, corrected and classified again. Reader processes are kept between
drops: a single mail then takes milliseconds. Two threads use the documents: one reads dropped files, the other explains
and learns. A lock guards what both use.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import count
from pathlib import Path, PurePath

import numpy as np

from app.domain.confidence import confidence_of, is_unsure_verdict
from app.domain.documents import Document, Failure, ReadLimits, SourceOptions
from app.domain.errors import ModelError, NotFound, SourceError
from app.domain.jobs import JobContext
from app.domain.records import EditRecord, Label, VerdictRecord
from app.domain.results import (
    UNDECIDED,
    DocumentVerdict,
    DroppedItem,
    FacetChoice,
    FacetCounts,
    FacetKind,
    FacetReport,
    FacetValue,
    TrainingInfluence,
)
from app.domain.whole_files import open_csv_atomically
from app.features.explain.use_cases import VerdictSheet, sheet_of_document
from app.library.browsing import (
    NO_VALUE,
    CodedValues,
    FacetColumn,
    FlagValues,
    Mask,
    count_facet_values,
    mask_of_chosen_facets,
    months_facet,
    sender_domain,
)
from app.library.classifying import (
    DocumentLocations,
    LoadedModel,
    ReadBatch,
    classify_documents,
    existing_files,
    judge_pool_results,
    labels_at,
    load_classifier,
    make_error_verdict,
    reading_settings_for,
    select_rows_at,
    table_options,
    verdicts_of_batch,
)
from app.library.engine_errors import translate_engine_errors
from app.library.explanations import VerdictExplanation, explain_verdict, find_influence_on_document
from app.library.extraction import ExtractionSettings, extract
from app.library.importing import check_sources, document_of_text
from app.library.saved_models import corpus_of, count_doubted_lessons, learn_one, teaching_transaction, update_and_save
from app.library.verdict_columns import row_title
from app.library.workers import WorkerPool, worker_count
from app.readers.parsers import table_and_rows_of_sheet
from app.readers.sources import plan_source
from app.readers.tables.rows import SAMPLE_BYTES, Row
from app.readers.tables.tables import detect_table, looks_like_table, table_rows
from app.store.document_packing import DocumentHead, PackedDocument, unpack_document_row
from app.store.documents import NO_DATE
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.text.token_rules import TokenRules

MAX_VERDICTS_IN_DIALOG = 5000
"""Number of verdicts in the history dialog, the newest ones. Older verdicts are stored too, and counted."""
LIST_PREFERENCE = "classify lists"
"""Name of the preference with the stored lists: number of a collection, as text, to the numbers of the verdicts on its
list.
"""
SHARED_LIST_PREFERENCE = "classify list"
"""Name of the preference in which older versions stored one list for all collections, as numbers of verdicts."""
ERROR_CODE = "parser"
"""Code that the history stores for a file that could not be read. Details of the error are not stored."""


class History:
    """Stores one list of the Classify page: its items, their verdicts, and the user's corrections."""

    def __init__(self, workspace: WorkspaceSource, collection: int = 0) -> None:
        self._path, self._collection = workspace, str(collection)
        self.is_kept = True
        self._numbers: dict[int, int] = {}
        """Item number on the page to the number of its stored verdict."""
        self._listed: tuple[int, ...] | None = None
        """Item numbers to restore at the next start; None until the list was restored."""
        self._lock = threading.Lock()

    def store_verdicts(self, model: str, items: Sequence[DroppedItem]) -> None:
        """Store verdicts, unless the history is off or the workspace is read-only."""
        if not self.is_kept or not items:
            return
        with open_for_writing(self._path) as opened:
            if opened.is_read_only:
                return
            numbers = opened.verdicts.add([to_verdict_record(model, item) for item in items])
        with self._lock:
            self._numbers.update(zip((item.number for item in items), numbers, strict=True))
        if self._listed is not None:
            self.store_list(self._listed)

    def store_list(self, items: Sequence[int]) -> None:
        """Store the items of the list, so that the next start can restore it.

        If the history is off, an empty list is stored.
        """
        self._listed = tuple(items)
        with self._lock:
            numbers = [self._numbers[item] for item in items if item in self._numbers] if self.is_kept else []
        with open_for_writing(self._path) as opened:
            if opened.is_read_only:
                return
            with opened.transaction():
                lists = opened.arrivals.preference(LIST_PREFERENCE) or {}
                if lists.get(self._collection) != numbers:
                    opened.arrivals.store_preference(LIST_PREFERENCE, {**lists, self._collection: numbers})

    def stored_list(self) -> tuple[VerdictRecord, ...]:
        """Return the stored verdicts on the list of this collection, as the list was when the program ended.

        Older versions stored one list for all collections. From that list, only verdicts by models of this collection
        are returned.
        """
        with open_for_reading(self._path) as opened, opened.snapshot():
            numbers = (opened.arrivals.preference(LIST_PREFERENCE) or {}).get(self._collection)
            if numbers is not None:
                return opened.verdicts.get_many(numbers)
            names = {str(corpus.number): corpus.name for corpus in opened.corpora.all()}
            if self._collection not in names:
                return ()
            own_models = {record.name for record in opened.models.all(names[self._collection])}
            together = opened.verdicts.get_many(opened.arrivals.preference(SHARED_LIST_PREFERENCE) or ())
            return tuple(record for record in together if record.model in own_models)

    def item_of_verdict(self, verdict: int) -> int | None:
        """Return the number of the item for a stored verdict; None if its document is not on the page."""
        with self._lock:
            return next((item for item, number in self._numbers.items() if number == verdict), None)

    def link_to_verdict(self, item: int, verdict: int) -> None:
        """Link an item to a verdict that was stored earlier, so that a correction of the item is stored with that
        verdict.
        """
        with self._lock:
            self._numbers[item] = verdict

    def store_corrections(self, items: Sequence[DroppedItem]) -> None:
        """Store the corrected label of each item with its verdict; None removes a stored correction."""
        with self._lock:
            said = [(self._numbers[item.number], item.corrected) for item in items if item.number in self._numbers]
        if not said:
            return
        with open_for_writing(self._path) as opened, opened.transaction():
            for number, label in said:
                opened.verdicts.correct(number, label)


def to_verdict_record(model: str, item: DroppedItem) -> VerdictRecord:
    """Return an item's verdict as a record of the history."""
    verdict = item.verdict
    return VerdictRecord(
        model=model,
        path=verdict.path,
        member=verdict.member,
        title=verdict.title,
        label=verdict.label,
        probability=verdict.probability,
        is_unsure=is_unsure_verdict(verdict),
        problem=ERROR_CODE if verdict.error else "",
        right_label=item.corrected,
    )


def newest_verdicts(workspace: WorkspaceSource, _context: JobContext) -> tuple[int, tuple[VerdictRecord, ...]]:
    """Return the number of stored verdicts, and the newest of them, newest first."""
    with open_for_reading(workspace) as opened, opened.snapshot():
        return opened.verdicts.count(), opened.verdicts.recent(limit=MAX_VERDICTS_IN_DIALOG)


def labels_of_models(workspace: WorkspaceSource, _context: JobContext) -> dict[str, tuple[Label, ...]]:
    """Return name of each model to the labels of its collection."""
    with open_for_reading(workspace) as opened, opened.snapshot():
        models = [record for record in opened.models.all() if record.corpus is not None]
        labels = {corpus: opened.labels.all(corpus) for corpus in {record.corpus for record in models} if corpus}
    return {record.name: tuple(labels[record.corpus]) for record in models if record.corpus is not None}


def remove_verdicts(workspace: WorkspaceSource, numbers: Sequence[int], _context: JobContext) -> int:
    """Delete some verdicts from the history. This cannot be undone."""
    with open_for_writing(workspace) as opened:
        opened.verdicts.remove(numbers)
    return len(numbers)


def clear_history(workspace: WorkspaceSource, _context: JobContext) -> None:
    """Delete all verdicts from the history. This cannot be undone."""
    with open_for_writing(workspace) as opened:
        opened.verdicts.clear()


Cells = Sequence[object]
VERDICT_COLUMN_NAMES = ("verdict", "probability")
SHEET_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
HEAD_BYTES = 4096


def write_verdicts(
    target: Path,
    sources: Sequence[Path],
    options: SourceOptions,
    labels: Sequence[str],
    verdicts: Iterable[DocumentVerdict],
) -> int:
    """Write the verdicts to `target` as CSV, and return the number of rows.

    If `sources` is one table file, its rows and columns are copied, and columns for the verdict are added. Otherwise
    each verdict gets a row with the path, the member and the title.

    Raises:
        SourceError: A file cannot be read or written.
    """
    found = list(verdicts)
    try:
        is_one = len(sources) == 1 and sources[0].is_file()
        table = table_of_file(sources[0], options) if is_one else None
        if table is None:
            head: Cells = ("path", "member", "title")
            written: list[tuple[Cells, DocumentVerdict | None]] = [((v.path, v.member, v.title), v) for v in found]
        else:  # a row that could not be judged keeps its place, with the reason
            head, known = table[0], {verdict.member: verdict for verdict in found}
            written = [(pad_cells(row.cells, len(head)), known.get(str(row.line_number))) for row in table[1]]
        added = (*VERDICT_COLUMN_NAMES, *(f"P({label})" for label in labels), "unsure", "error")
        with open_csv_atomically(target) as writer:
            writer.writerow((*head, *make_unique_names(added, head)))
            writer.writerows((*cells, *verdict_cells(verdict, labels)) for cells, verdict in written)
    except OSError as error:
        raise SourceError(error.filename or target, "cannot-write", error.strerror or str(error)) from error
    return len(written)


def table_of_file(path: Path, options: SourceOptions) -> tuple[tuple[str, ...], Iterator[Row]] | None:
    """Return the column names and the rows of a table file; None for other files.

    The rows have the same numbers as the documents that are read from them.
    """
    raw = path.read_bytes()
    is_sheet = raw.startswith(SHEET_MARKS)
    if options.kind != "table" and (is_sheet or not looks_like_table(raw[:HEAD_BYTES], path.name)):
        return None
    if is_sheet:
        table, rows = table_and_rows_of_sheet(raw, ReadLimits(), options, str(path))
        return table.names, rows
    is_whole = len(raw) <= SAMPLE_BYTES
    table = detect_table(raw[:SAMPLE_BYTES], options, str(path), is_whole=is_whole, name=path.name)
    return table.names, table_rows(table, BytesIO(raw))


def pad_cells(cells: Sequence[str], n_columns: int) -> Cells:
    return [*cells[:n_columns], *[""] * (n_columns - len(cells))]


def make_unique_names(wanted: Sequence[str], taken: Cells) -> list[str]:
    """Return the wanted column names. A name that the table already has gets apostrophes at its end."""
    names: list[str] = []
    for name in wanted:
        free = name
        while free in taken or free in names:
            free += "'"
        names.append(free)
    return names


def verdict_cells(verdict: DocumentVerdict | None, labels: Sequence[str]) -> Cells:
    if verdict is None:
        return ("", "", *("" for _ in labels), "", "")
    probability = "" if verdict.probability is None else f"{verdict.probability:.6f}"
    raw = [f"{verdict.raw[label]:.9g}" if label in verdict.raw else "" for label in labels]
    unsure = "yes" if verdict.is_unsure else ""
    return (verdict.label or "", probability, *raw, unsure, verdict.error or "")


@dataclass(frozen=True, slots=True, eq=False)
class UndoStep:
    """Result of undo or redo: the edit, and the items whose verdicts changed."""

    edit: EditRecord | None
    changed: tuple[DroppedItem, ...] = ()
    is_held: bool = False
    """True if nothing was undone: the next edit is not the expected one, or the user must confirm first."""


class ReaderProcesses:
    """Processes that read files for the Classify page. They are reused as long as the reading rules stay the same."""

    def __init__(self, workspace: WorkspaceSource) -> None:
        self._workspace = workspace
        self._pool: tuple[tuple[TokenRules | None, SourceOptions], WorkerPool] | None = None

    def pool(self, loaded: LoadedModel, options: SourceOptions) -> WorkerPool:
        """Return processes that read files and count words by the rules of a model.

        Processes with other rules are stopped.
        """
        rules = loaded.model.recipe.rules if loaded.model.statistics.text is not None else None
        key = (rules, options)
        if self._pool is not None and self._pool[0] != key:
            self.close()
        if self._pool is None:
            extraction = ExtractionSettings(reading_settings_for(options, self._workspace), rules)
            pool = WorkerPool(extract, extraction, n_workers=worker_count(has_window=True))
            self._pool = (key, pool)
        return self._pool[1]

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool[1].close()
            self._pool = None


class JudgedLists:
    """The lists of the Classify page: collection number to the list of that collection."""

    def __init__(self, workspace: WorkspaceSource) -> None:
        self.workspace = workspace
        self._readers, self._numbers = ReaderProcesses(workspace), count(1)
        self._lists: dict[int, JudgedDocuments] = {}
        self._lock = threading.Lock()
        self._is_history_kept = True
        self.current = self.open(0)
        """The list of the current collection; an empty one while there is none."""

    def open(self, collection: int) -> JudgedDocuments:
        """Make the list of a collection the current one, and return it."""
        self.current = self.list_of(collection)
        return self.current

    def list_of(self, collection: int) -> JudgedDocuments:
        """Return the list of a collection, by the collection's number."""
        with self._lock:  # a worker thread asks too, when a verdict of the history is corrected
            if collection not in self._lists:
                documents = JudgedDocuments(self.workspace, collection, self._readers, self._numbers)
                documents.history.is_kept = self._is_history_kept
                self._lists[collection] = documents
            return self._lists[collection]

    def keep_history(self, *, is_kept: bool) -> None:
        """Switch the history of verdicts on or off, for all lists."""
        self._is_history_kept = is_kept
        for documents in self._lists.values():
            documents.history.is_kept = is_kept

    def close(self) -> None:
        """Stop the reader processes."""
        self._readers.close()


class JudgedDocuments:
    """One list of the Classify page: items, each with a document and its verdict.

    All lists of a workspace draw item numbers from one counter (`numbers`), so that a number identifies an item in any
    list.
    """

    def __init__(
        self,
        workspace: WorkspaceSource,
        collection: int = 0,
        readers: ReaderProcesses | None = None,
        numbers: Iterator[int] | None = None,
    ) -> None:
        self.workspace = workspace
        """Workspace with the models."""
        self.history = History(workspace, collection)
        self._lock = threading.Lock()
        self._items: dict[int, DroppedItem] = {}
        self._taken_back: dict[int, str | None] = {}
        self._numbers = count(1) if numbers is None else numbers
        self._readers = ReaderProcesses(workspace) if readers is None else readers

    def close(self) -> None:
        """Stop the reader processes."""
        self._readers.close()

    def classify(
        self, model: str, paths: Sequence[Path], context: JobContext, *, only: DocumentLocations = ()
    ) -> tuple[list[DroppedItem], float]:
        """Read and classify files, and add their documents to the list. Return the new items, and the duration in
        seconds.

        If `only` is not empty, it has the (path, member) of the documents to classify; other documents are left out.
        """
        began_s = time.monotonic()
        loaded = load_classifier(self.workspace, model)
        placed = [
            item for read in self._read(loaded, paths, context) for item in self._add_items(*select_rows_at(only, read))
        ]
        return placed, time.monotonic() - began_s

    def judge_locations(
        self, model: str, places: DocumentLocations, context: JobContext
    ) -> dict[tuple[str, str], str | None]:
        """Classify the documents at (path, member) without adding them to the list.

        Returns location to label, None if the model is undecided. Missing and unreadable documents are left out.
        """
        paths, loaded = existing_files(places), load_classifier(self.workspace, model)
        return labels_at(places, self._read(loaded, paths, context) if paths else ())

    def read_again(self, model: str, number: int, context: JobContext) -> list[DroppedItem]:
        """Read the file of an item again and classify its document.

        If the file was unreadable before, its other documents are added too. Returns the changed and the new items.

        Raises:
            NotFound: The file no longer contains the document.
        """
        item, loaded = self._item(number), load_classifier(self.workspace, model)
        read = [
            each for part in self._read(loaded, [Path(item.verdict.path)], context) for each in zip(*part, strict=True)
        ]
        if item.document is not None:
            read = [each for each in read if each[0].member == item.verdict.member]
        if not read:
            raise NotFound("document", item.title)
        (verdict, document, failure), *others = read
        now = replace(
            item, verdict=verdict, document=document, title=title_of_verdict(verdict, document), failure=failure
        )
        with self._lock:
            self._items[number] = now
        return [now, *(self._add_items(*zip(*others, strict=True)) if others else [])]

    def classify_message(self, model: str, message: bytes, context: JobContext) -> tuple[list[DroppedItem], float]:
        """Classify a mail given as bytes, for example one that was dropped from a mail program."""
        with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
            path = Path(folder, "message.eml")
            path.write_bytes(message)
            placed, seconds = self.classify(model, [path], context)
        with self._lock:  # a pasted item has no path, so it cannot be opened or filed
            for place, item in enumerate(placed):
                document = None if item.document is None else replace(item.document, path="")
                placed[place] = replace(item, verdict=replace(item.verdict, path=""), document=document)
                self._items[item.number] = placed[place]
        return placed, seconds

    def classify_text(self, model: str, text: str, _context: JobContext) -> tuple[list[DroppedItem], float]:
        """Classify a text that was pasted or dropped."""
        began_s = time.monotonic()
        loaded = load_classifier(self.workspace, model)
        document = document_of_text(text)
        placed = self._add_items(classify_documents(loaded, [document], 0), [document], [None])
        return placed, time.monotonic() - began_s

    def remove_items(self, numbers: Iterable[int]) -> list[DroppedItem]:
        """Remove items from the list and return them. The model does not forget what it learnt from them."""
        with self._lock:
            return [self._items.pop(number) for number in dict.fromkeys(numbers) if number in self._items]

    def put_back(self, items: Iterable[DroppedItem]) -> None:
        """Restore removed items at their former positions in the list."""
        with self._lock:
            self._items.update({item.number: item for item in items})
            self._items = dict(sorted(self._items.items()))

    def add_placeholders(self, missing: Sequence[tuple[Failure, str]]) -> list[DroppedItem]:
        """Add a placeholder item for each unreadable file, given as its failure and its title."""
        verdicts = [replace(make_error_verdict(failure), title=title) for failure, title in missing]
        return self._add_items(verdicts, [None] * len(missing), [failure for failure, _ in missing])

    def set_correction(self, number: int, label: str | None) -> None:
        """Set the label that the user gave to an item before the list was restored; None for no correction."""
        with self._lock:
            self._items[number] = replace(self._items[number], corrected=label)

    def items(self) -> list[DroppedItem]:
        """Return all items, in the order in which they were added."""
        with self._lock:
            return list(self._items.values())

    def explain(self, model: str, number: int, text: str | None, _context: JobContext) -> VerdictExplanation:
        """Explain the verdict on an item. `text` replaces the text of the document if it is not None."""
        loaded, item = load_classifier(self.workspace, model), self._item(number)
        document = item.document
        if document is None:
            return VerdictExplanation(item, item.verdict, "", (), 0, (), None)
        if text is not None:
            document = replace(document, text=text)
        return explain_verdict(loaded, item, document)

    def calculate_verdict(self, model: str, number: int, text: str | None, context: JobContext) -> VerdictSheet:
        """Return the full calculation of the verdict on an item.

        `text` replaces the text of the document if it is not None.
        """
        loaded = load_classifier(self.workspace, model)
        return sheet_of_document(self.workspace, loaded, self._document(number, text), context)

    def find_influence(self, model: str, number: int, text: str | None, context: JobContext) -> TrainingInfluence:
        """Return the training documents with the most influence on an item's verdict.

        `text` replaces the text of the document if it is not None.
        """
        return find_influence_on_document(self.workspace, model, self._document(number, text), context)

    def correct(self, model: str, number: int, label: str, context: JobContext) -> list[DroppedItem]:
        """Let the model learn an item's document under a label. Return every item whose verdict changed."""
        item = self._item(number)
        if item.document is None:
            return []
        with (
            open_for_writing(self.workspace) as workspace,
            teaching_transaction(self.workspace, workspace, model) as record,
        ):
            corpus = corpus_of(record)
            n_learnt = learn_one(workspace, corpus, replace(item.document, label=label))
            doubted = count_doubted_lessons(update_and_save(self.workspace, workspace, model, context), n_learnt)
        with self._lock:
            self._items[number] = replace(item, corrected=label, is_doubted=doubted > 0)
        changed = self.judge_again(model, context, also={number})
        self.history.store_corrections([each for each in changed if each.number == number])
        return changed

    def correct_all(self, model: str, numbers: Sequence[int], label: str, context: JobContext) -> list[DroppedItem]:
        """Let the model learn several items under one label, as one edit. Return every item whose verdict or label
        changed.
        """
        wanted = [item for item in map(self._item, numbers) if item.document is not None]
        documents = [item.document for item in wanted if item.document is not None]
        if not documents:
            return []
        with (
            open_for_writing(self.workspace) as workspace,
            teaching_transaction(self.workspace, workspace, model) as record,
        ):
            workspace.editing.learn(corpus_of(record), documents, label)
            update_and_save(self.workspace, workspace, model, context)
        with self._lock:
            for item in wanted:
                self._items[item.number] = replace(item, corrected=label, is_doubted=False)
        corrected = {item.number for item in wanted}
        changed = self.judge_again(model, context, also=corrected)
        self.history.store_corrections([each for each in changed if each.number in corrected])
        return changed

    def undo_or_redo(
        self, model: str, corpus: str, context: JobContext, *, is_forward: bool, expected: int = 0, since: float = 0.0
    ) -> UndoStep:
        """Undo the last edit of a corpus, or redo it, and classify the items of the list again.

        With `expected`, only the edit with that number is undone. Without it, an import, and any edit made before the
        time `since`, is not undone yet. The result then has `is_held`, and the caller asks the user, because thousands
        of documents may change.
        """
        with open_for_writing(self.workspace) as workspace:
            log, name = workspace.undo_log, corpus or None
            edit = log.next_redo(name) if is_forward else log.next_undo(name)
            if edit is not None and not is_forward:
                needs_question = edit.kind == "import" or edit.made_at < since
                if edit.number != expected if expected else needs_question:
                    return UndoStep(edit, is_held=True)
            edit = log.redo(name) if is_forward else log.undo(name)
            has_corpus = bool(model) and workspace.models.get(model).corpus is not None
        if edit is None or not has_corpus or not self.items():
            return UndoStep(edit)
        changed = self.update_after_undo(model, context)
        self.history.store_corrections(changed)
        return UndoStep(edit, tuple(changed))

    def update_after_undo(self, model: str, context: JobContext) -> list[DroppedItem]:
        """Update the items after an undo or redo on another page. Return the changed items."""
        with open_for_writing(self.workspace) as workspace:
            with teaching_transaction(self.workspace, workspace, model):
                corpus = corpus_of(update_and_save(self.workspace, workspace, model, context).record)
            with self._lock:
                learnt = {item.number: self._label_of(workspace, corpus, item) for item in self._items.values()}
        with self._lock:
            undone = {number for number, label in learnt.items() if self._items[number].corrected not in (None, label)}
            again = {number for number, label in self._taken_back.items() if learnt.get(number) == label} - undone
            for number in undone:
                self._taken_back[number] = self._items[number].corrected
                self._items[number] = replace(self._items[number], corrected=None, is_doubted=False)
            for number in again:
                self._items[number] = replace(self._items[number], corrected=self._taken_back.pop(number))
        return self.judge_again(model, context, also=undone | again)

    def judge_again(
        self, model: str, _context: JobContext, *, also: AbstractSet[int] = frozenset()
    ) -> list[DroppedItem]:
        """Classify all items with the current model.

        Returns the items whose verdict changed in any way, and the items whose numbers are in `also`.
        """
        items = [item for item in self.items() if item.document is not None]
        if not items:
            return []
        loaded = load_classifier(self.workspace, model)
        verdicts = classify_documents(loaded, [item.document for item in items if item.document is not None], 0)
        changed = []
        with self._lock:
            for item, verdict in zip(items, verdicts, strict=True):
                now = self._items.get(item.number)
                if now is not None and (verdict != item.verdict or item.number in also):
                    self._items[item.number] = replace(now, verdict=verdict)
                    changed.append(self._items[item.number])
        return changed

    def store_verdicts(self, model: str, numbers: Sequence[int], _context: JobContext) -> None:
        """Store the verdicts on some items in the history."""
        wanted = set(numbers)
        self.history.store_verdicts(model, [item for item in self.items() if item.number in wanted])

    def export(self, path: Path, numbers: Sequence[int], model: str = "") -> int:
        """Write the verdicts as CSV. If all items are rows of one table, the table's columns come first."""
        chosen = [self._items[number] for number in numbers if number in self._items]
        sources = {item.verdict.path for item in chosen}
        if model and len(sources) == 1 and all(item.document is not None and item.document.kind == "row"
                                               for item in chosen):  # fmt: skip
            loaded = load_classifier(self.workspace, model)
            options = table_options(loaded.model, SourceOptions(kind="table", labels_from="none"))
            verdicts = [item.verdict for item in chosen]
            return write_verdicts(path, [Path(source) for source in sources], options, loaded.model.labels, verdicts)
        with open_csv_atomically(path) as writer:
            head = ("title", "path", "member", "label", "probability", "unsure", "unlike", "corrected", "error")
            writer.writerow(head)
            writer.writerows(row_of_item(item) for item in chosen)
        return len(chosen)

    def _read(self, loaded: LoadedModel, paths: Sequence[Path], context: JobContext) -> Iterator[ReadBatch]:
        check_sources(paths)
        plan = plan_source(paths, table_options(loaded.model, SourceOptions(labels_from="none")))
        workers = self._readers.pool(loaded, plan.options)
        with translate_engine_errors(ModelError, loaded.name):
            for batch in judge_pool_results(loaded.model, plan, workers, context, self.workspace):
                documents = [*map(unpack_if_compressed, batch.documents), *([None] * len(batch.failures))]
                failures = [*([None] * len(batch.documents)), *batch.failures]
                yield verdicts_of_batch(loaded.model, batch, 0), documents, failures

    def _add_items(
        self,
        verdicts: Sequence[DocumentVerdict],
        documents: Sequence[Document | None],
        failures: Sequence[Failure | None],
    ) -> list[DroppedItem]:
        with self._lock:
            placed = []
            for verdict, document, failure in zip(verdicts, documents, failures, strict=True):
                title = title_of_verdict(verdict, document)
                item = DroppedItem(next(self._numbers), verdict, document, title=title, failure=failure)
                self._items[item.number] = item
                placed.append(item)
            return placed

    def _item(self, number: int) -> DroppedItem:
        with self._lock:
            if number not in self._items:
                raise NotFound("document", str(number))
            return self._items[number]

    def _document(self, number: int, text: str | None) -> Document:
        """Return the document of an item; if `text` is not None, with this text."""
        document = self._item(number).document
        if document is None:
            raise NotFound("document", str(number))
        return document if text is None else replace(document, text=text)

    def _label_of(self, workspace: Workspace, corpus: str, item: DroppedItem) -> str | None:
        """Return the label that an item's document has in the corpus; None if it has no label or is not in the
        corpus.
        """
        if item.document is None or not item.document.content_hash:
            return item.corrected
        number = workspace.documents.find_by_hash(corpus, item.document.content_hash)
        return None if number is None else workspace.documents.get(number).document.label


def title_of_verdict(verdict: DocumentVerdict, document: Document | None) -> str:
    """Return the title of a document: that of the verdict, else the values of the table row, else the file name."""
    values = row_title(document.numbers, document.choices) if document is not None and document.kind == "row" else ""
    return " ".join(verdict.title.split()) or values or Path(verdict.member or verdict.path).name


def unpack_if_compressed(document: PackedDocument) -> Document:
    """Return a document from a worker process, with its text decompressed."""
    head = DocumentHead(*(getattr(document, name) for name in DocumentHead._fields))
    return replace(unpack_document_row(head, document.body), numbers=document.numbers, choices=document.choices)


def row_of_item(item: DroppedItem) -> tuple[object, ...]:
    verdict = item.verdict
    marks = (is_unsure_verdict(verdict), verdict.is_unlike)
    return (
        verdict.title, verdict.path, verdict.member, verdict.label or "", verdict.probability,
        *("yes" if mark else "" for mark in marks), item.corrected or "", verdict.error or "",
    )  # fmt: skip


def restore_list(documents: JudgedDocuments, model: str, context: JobContext) -> list[DroppedItem]:
    """Add the items that were on the list when the program ended, with their corrections. Return these items."""
    kept = [record for record in documents.history.stored_list() if record.path]
    places = dict.fromkeys(map(location_of_record, kept))
    paths = existing_files(places)
    items = documents.classify(model, paths, context, only=places)[0] if paths else []
    placed = {(item.verdict.path, item.verdict.member): item for item in items}
    missing = [record for record in kept if location_of_record(record) not in placed]
    failures = [
        Failure(record.path, record.member, "not-in-file" if Path(record.path).is_file() else "gone")
        for record in missing
    ]
    laid = documents.add_placeholders([(why, record.title) for why, record in zip(failures, missing, strict=True)])
    placed |= {location_of_record(record): item for record, item in zip(missing, laid, strict=True)}
    for record in kept:
        item = placed[location_of_record(record)]
        documents.history.link_to_verdict(item.number, record.number)
        if record.right_label is not None and not item.error:
            documents.set_correction(item.number, record.right_label)
    return list(placed.values())


def location_of_record(record: VerdictRecord) -> tuple[str, str]:
    """Return the path and the member of the document on which a stored verdict was given."""
    return record.path, record.member


def correct_stored_verdict(
    lists: JudgedLists, verdict: VerdictRecord, label: str, context: JobContext
) -> tuple[JudgedDocuments, int, list[DroppedItem]]:
    """Let the model that gave a stored verdict learn its document under a label.

    Returns the list of the model's collection, the item number of the document, and all items whose verdicts changed. A
    document that is no longer on the list is read from its file and added, so that the correction can be undone.

    Raises:
        NotFound: The model or the file no longer exists.
    """
    model = verdict.model
    with open_for_reading(lists.workspace) as opened:
        collection = opened.corpora.get(corpus_of(opened.models.get(model))).number
    documents = lists.list_of(collection)
    number = documents.history.item_of_verdict(verdict.number)
    if number is None or number not in {item.number for item in documents.items()}:
        number = _add_from_file(documents, model, verdict, context)
    return documents, number, documents.correct(model, number, label, context)


def _add_from_file(documents: JudgedDocuments, model: str, verdict: VerdictRecord, context: JobContext) -> int:
    if not verdict.path:
        raise NotFound("remembered", verdict.title)
    path = Path(verdict.path)
    if not path.is_file():
        raise NotFound("remembered-file", path.name)
    placed, _ = documents.classify(model, [path], context, only=[(verdict.path, verdict.member)])
    if not placed:
        raise NotFound("remembered", verdict.title or verdict.member)
    [item] = placed[:1]
    if item.document is None:
        documents.remove_items([item.number])
        raise SourceError(path, item.failure.reason if item.failure is not None else "not-read")
    documents.history.link_to_verdict(item.number, verdict.number)
    return item.number


ORDER = (
    FacetKind.VERDICT, FacetKind.CONFIDENCE, FacetKind.DOUBT, FacetKind.STATE, FacetKind.SENDER, FacetKind.KIND,
    FacetKind.MONTH,
)  # fmt: skip
MAX_CACHED_DOMAINS = 20_000
domain_of_sender = lru_cache(maxsize=MAX_CACHED_DOMAINS)(sender_domain)


@lru_cache(maxsize=2)
def item_facets(items: tuple[DroppedItem, ...], filed: frozenset[int]) -> Mapping[FacetKind, FacetColumn]:
    """Return, for every facet (filter such as sender), the value of each item. The last two results are cached."""
    confidences = [confidence_of(item.verdict, is_by_person=item.corrected is not None) for item in items]
    dates = np.array([_date_of(item) for item in items], np.int64)
    documents = [item.document for item in items]
    return {
        FacetKind.VERDICT: encode_values(["" if item.error else item.label or UNDECIDED for item in items]),
        FacetKind.CONFIDENCE: encode_values([each.level.value for each in confidences]),
        FacetKind.DOUBT: encode_values(["" if each.doubt is None else each.doubt.value for each in confidences]),
        FacetKind.SENDER: encode_values(["" if each is None else domain_of_sender(each.sender) for each in documents]),
        FacetKind.KIND: encode_values([kind_of_item(item) for item in items]),
        FacetKind.MONTH: months_facet(dates),
        FacetKind.STATE: FlagValues({
            "corrected": to_mask([item.corrected is not None for item in items]),
            "unsure": to_mask([
                each.doubt is not None and item.number not in filed
                for item, each in zip(items, confidences, strict=True)
            ]),
            "filed": to_mask([item.number in filed for item in items]),
            "attachment": to_mask([each is not None and bool(each.attachments) for each in documents]),
            "no date": to_mask([each is not None and each.date_s is None for each in documents]),
            "unread": to_mask([bool(item.error) for item in items]),
        }),
    }  # fmt: skip


def filter_items(
    items: tuple[DroppedItem, ...], filed: frozenset[int], chosen: Sequence[FacetChoice]
) -> Sequence[DroppedItem]:
    """Return the items that match all chosen facet values. `filed` has the numbers of the items whose files were moved
    away.
    """
    if not chosen or not items:
        return items
    mask = mask_of_chosen_facets(item_facets(items, filed), chosen, len(items))
    return [items[place] for place in np.flatnonzero(mask).tolist()]


MAX_FIXED_VALUES = 6
"""Maximum number of values of a facet that always lists all of them. A longer facet leaves out values without items."""


def count_facets(
    items: tuple[DroppedItem, ...], filed: frozenset[int], chosen: Sequence[FacetChoice], searched: Collection[int]
) -> FacetReport:
    """Count the items for each value of each facet.

    A facet counts the items that match the search and all other facets. `searched` has the numbers of the items that
    match the search. A facet with at most MAX_FIXED_VALUES values always lists all of them in the same order, even with
    0 items. Otherwise ticking a value would remove rows, and the remaining rows would move under the mouse.
    """
    if not items:
        return FacetReport()
    columns = item_facets(items, filed)
    shown: Mask = np.array([item.number in searched for item in items], np.bool_)
    counted = {facet.kind: facet for facet in count_facet_values(columns, chosen, shown)}
    for facet in count_facet_values(columns, (), np.ones(len(items), np.bool_)):
        if len(facet.values) <= MAX_FIXED_VALUES:
            values = counted[facet.kind].values if facet.kind in counted else ()
            numbers = {value.key: value.n_documents for value in values}
            keys = dict.fromkeys([*(value.key for value in facet.values), *numbers])
            counted[facet.kind] = FacetCounts(facet.kind, tuple(FacetValue(key, numbers.get(key, 0)) for key in keys))
    return FacetReport(facets=tuple(counted[kind] for kind in columns if kind in counted))


def encode_values(values: Sequence[str]) -> CodedValues:
    """Return, for each value, its index in the sorted list of the distinct values; NO_VALUE for an empty value."""
    keys = sorted({value for value in values if value})
    codes = {key: code for code, key in enumerate(keys)}
    return CodedValues(tuple(keys), np.array([codes.get(value, NO_VALUE) for value in values], np.int32))


def to_mask(values: Sequence[bool]) -> Mask:
    """Return a boolean array. Without an explicit type, NumPy would make a float array from an empty list."""
    return np.array(values, np.bool_)


def kind_of_item(item: DroppedItem) -> str:
    """Return the kind of an item, as on the Documents page: `mail`, `row`, or the suffix of its file, like `pdf`."""
    document = item.document
    if document is not None and document.kind != "text":
        return document.kind
    return PurePath(item.verdict.member or item.verdict.path).suffix.lstrip(".").lower() or "text"


def _date_of(item: DroppedItem) -> int:
    date_s = None if item.document is None else item.document.date_s
    return NO_DATE if date_s is None else date_s
