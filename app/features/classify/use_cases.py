"""The documents that lie on the Classify page: what was dropped, what was judged of it, and what a correction changes.

Documents stay with their text until they are taken away, so that they can be explained, corrected and judged
again. Workers are kept between drops, which makes a single mail a matter of milliseconds. Two threads use them: one
reads what is dropped, the other explains and learns; everything shared changes under one lock.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from app.domain.confidence import is_unsure_verdict
from app.domain.documents import Document, Failure, ReadLimits, SourceOptions
from app.domain.errors import ModelError, NotFound, SourceError
from app.domain.jobs import JobContext
from app.domain.records import EditRecord, VerdictRecord
from app.domain.results import DocumentVerdict, DroppedItem, TrainingInfluence
from app.domain.whole_files import open_whole_table
from app.features.explain.use_cases import VerdictSheet, sheet_of_document
from app.library.classifying import (
    LoadedModel,
    Places,
    ReadBatch,
    classify_documents,
    failed_verdict,
    files_of,
    judge_pool_results,
    labels_at,
    load_classifier,
    reading_for,
    select_places,
    table_options,
    verdicts_of_batch,
)
from app.library.engine_errors import engine_errors
from app.library.explanations import Reasons, explain_verdict, influence_on_document
from app.library.extraction import Extraction, extract
from app.library.importing import check_sources, document_of_text
from app.library.saved_models import corpus_of, doubted_lessons, learn_one, teaching_transaction, update_and_save
from app.library.verdict_columns import row_title
from app.library.workers import WorkerPool, worker_count
from app.readers.parsers import table_and_rows_of_sheet
from app.readers.sources import plan_source
from app.readers.tables.rows import SAMPLE_BYTES, Row
from app.readers.tables.tables import detect_table, looks_like_table, table_rows
from app.store.document_packing import DocumentHead, PackedDocument, document_of
from app.store.workspace import Place, Workspace, open_for_reading, open_for_writing
from nbengine.text.token_rules import TokenRules

SHOWN = 5000
"""The last verdicts that a dialog lists; older ones are kept and counted."""
LISTED = "classify list"
ERROR_CODE = "parser"
"""The code that is noted where only a sentence says why something could not be read."""


class History:
    """Notes what lies on the Classify page, and what is said about it."""

    def __init__(self, workspace: Place) -> None:
        self._path = workspace
        self.is_kept = True
        self._numbers: dict[int, int] = {}
        """Of what lies there: its number there to the number of its verdict."""
        self._listed: tuple[int, ...] | None = None
        """Numbers there of what is to be laid down again at the next start; None until that is known."""
        self._lock = threading.Lock()

    def remember(self, model: str, items: Sequence[DroppedItem]) -> None:
        """Note verdicts; nothing where no history is wanted, or the workspace may only be read."""
        if not self.is_kept or not items:
            return
        with open_for_writing(self._path) as opened:
            if opened.is_read_only:
                return
            numbers = opened.verdicts.add([record_of(model, item) for item in items])
        with self._lock:
            self._numbers.update(zip((item.number for item in items), numbers, strict=True))
        if self._listed is not None:
            self.keep_list(self._listed)

    def keep_list(self, items: Sequence[int]) -> None:
        """Note what lies on the Classify page, for the next start; nothing of it where no history is wanted."""
        self._listed = tuple(items)
        with self._lock:
            numbers = [self._numbers[item] for item in items if item in self._numbers] if self.is_kept else []
        with open_for_writing(self._path) as opened:
            if not opened.is_read_only and (opened.arrivals.preference(LISTED) or []) != numbers:
                opened.arrivals.prefer(LISTED, numbers)

    def kept_list(self) -> tuple[VerdictRecord, ...]:
        """The verdicts on what lay there when the program ended."""
        with open_for_reading(self._path) as opened, opened.snapshot():
            return opened.verdicts.of(opened.arrivals.preference(LISTED) or ())

    def item_of(self, verdict: int) -> int | None:
        """Return the number on the Classify page of what a verdict is about; None where it was not laid there now."""
        with self._lock:
            return next((item for item, number in self._numbers.items() if number == verdict), None)

    def follow(self, item: int, verdict: int) -> None:
        """Note from now on what is said about an item with a verdict that was remembered before."""
        with self._lock:
            self._numbers[item] = verdict

    def note_said(self, items: Sequence[DroppedItem]) -> None:
        """Note what a person said of some items, or has taken back."""
        with self._lock:
            said = [(self._numbers[item.number], item.corrected) for item in items if item.number in self._numbers]
        if not said:
            return
        with open_for_writing(self._path) as opened, opened.transaction():
            for number, label in said:
                opened.verdicts.correct(number, label)


def record_of(model: str, item: DroppedItem) -> VerdictRecord:
    """A verdict as the history keeps it."""
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


def recent(workspace: Place, _context: JobContext) -> tuple[int, tuple[VerdictRecord, ...]]:
    """Return the number of verdicts remembered, and the last of them, newest first."""
    with open_for_reading(workspace) as opened, opened.snapshot():
        return opened.verdicts.count(), opened.verdicts.recent(limit=SHOWN)


def remove(workspace: Place, numbers: Sequence[int], _context: JobContext) -> int:
    """Forget some verdicts for good."""
    with open_for_writing(workspace) as opened:
        opened.verdicts.remove(numbers)
    return len(numbers)


def clear(workspace: Place, _context: JobContext) -> None:
    """Forget all verdicts for good."""
    with open_for_writing(workspace) as opened:
        opened.verdicts.clear()


Cells = Sequence[object]
ADDED = ("verdict", "probability")
SHEET_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
HEAD_BYTES = 4096


def write_verdicts(
    target: Path,
    sources: Sequence[Path],
    options: SourceOptions,
    labels: Sequence[str],
    verdicts: Iterable[DocumentVerdict],
) -> int:
    """Write a row for each verdict, in the order of the table where there is just one; return how many."""
    found = list(verdicts)
    try:
        is_one = len(sources) == 1 and sources[0].is_file()
        table = table_of_file(sources[0], options) if is_one else None
        if table is None:
            head: Cells = ("path", "member", "title")
            written: list[tuple[Cells, DocumentVerdict | None]] = [((v.path, v.member, v.title), v) for v in found]
        else:  # a row that could not be judged keeps its place, with the reason
            head, known = table[0], {verdict.member: verdict for verdict in found}
            written = [(padded(row.cells, len(head)), known.get(str(row.line))) for row in table[1]]
        added = (*ADDED, *(f"P({label})" for label in labels), "unsure", "error")
        with open_whole_table(target) as writer:
            writer.writerow((*head, *free_names(added, head)))
            writer.writerows((*cells, *verdict_cells(verdict, labels)) for cells, verdict in written)
    except OSError as error:
        raise SourceError(error.filename or target, "cannot-write", error.strerror or str(error)) from error
    return len(written)


def table_of_file(path: Path, options: SourceOptions) -> tuple[tuple[str, ...], Iterator[Row]] | None:
    """The names of a table's columns and its rows, numbered as its documents are; None for what is no table."""
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


def padded(cells: Sequence[str], n_columns: int) -> Cells:
    return [*cells[:n_columns], *[""] * (n_columns - len(cells))]


def free_names(wanted: Sequence[str], taken: Cells) -> list[str]:
    """Names that no column of the table has."""
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
    """An edit that was undone or done again, and what is judged otherwise since."""

    edit: EditRecord | None
    changed: tuple[DroppedItem, ...] = ()
    is_held: bool = False
    """The edit stands: it is not the expected one, or a key press alone must not undo it."""


class JudgedDocuments:
    """The content of the Classify page: what was dropped, with its verdicts."""

    def __init__(self, workspace: Place) -> None:
        self.workspace = workspace
        """The workspace of the models that judge."""
        self.history = History(workspace)
        self._lock = threading.Lock()
        self._items: dict[int, DroppedItem] = {}
        self._taken_back: dict[int, str | None] = {}
        self._next = 1
        self._pool: tuple[tuple[TokenRules | None, SourceOptions], WorkerPool] | None = None

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool[1].close()
            self._pool = None

    def classify(
        self, model: str, paths: Sequence[Path], context: JobContext, *, only: Places = ()
    ) -> tuple[list[DroppedItem], float]:
        """Judge the documents of some files, or only those of these places in them; they are kept from then on."""
        began_s = time.monotonic()
        loaded = load_classifier(self.workspace, model)
        placed = [
            item for read in self._read(loaded, paths, context) for item in self._place(*select_places(only, read))
        ]
        return placed, time.monotonic() - began_s

    def labels_now(self, model: str, places: Places, context: JobContext) -> dict[tuple[str, str], str | None]:
        """Judge what lies at some places, and keep nothing of it; what is not there or not read is left out."""
        paths, loaded = files_of(places), load_classifier(self.workspace, model)
        return labels_at(places, self._read(loaded, paths, context) if paths else ())

    def read_again(self, model: str, number: int, context: JobContext) -> list[DroppedItem]:
        """Read an item's file anew; return what it is now, with all else of a file that could not be read before."""
        item, loaded = self._item(number), load_classifier(self.workspace, model)
        read = [
            each for part in self._read(loaded, [Path(item.verdict.path)], context) for each in zip(*part, strict=True)
        ]
        if item.document is not None:
            read = [each for each in read if each[0].member == item.verdict.member]
        if not read:
            raise NotFound("document", item.title)
        (verdict, document, failure), *others = read
        now = replace(item, verdict=verdict, document=document, title=title_of(verdict, document), failure=failure)
        with self._lock:
            self._items[number] = now
        return [now, *(self._place(*zip(*others, strict=True)) if others else [])]

    def classify_message(self, model: str, message: bytes, context: JobContext) -> tuple[list[DroppedItem], float]:
        """Judge a mail that a mail program handed over; it is read from a file that is gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="bayleaf-") as folder:
            path = Path(folder, "message.eml")
            path.write_bytes(message)
            placed, seconds = self.classify(model, [path], context)
        with self._lock:  # nobody can open the file, or file it away: it has no path
            for place, item in enumerate(placed):
                document = None if item.document is None else replace(item.document, path="")
                placed[place] = replace(item, verdict=replace(item.verdict, path=""), document=document)
                self._items[item.number] = placed[place]
        return placed, seconds

    def classify_text(self, model: str, text: str, _context: JobContext) -> tuple[list[DroppedItem], float]:
        """Judge a text that was pasted or dropped."""
        began_s = time.monotonic()
        loaded = load_classifier(self.workspace, model)
        document = document_of_text(text)
        placed = self._place(classify_documents(loaded, [document], 0), [document], [None])
        return placed, time.monotonic() - began_s

    def take_off(self, numbers: Iterable[int]) -> list[DroppedItem]:
        """Take items away and return them; nothing is forgotten that was learnt of them."""
        with self._lock:
            return [self._items.pop(number) for number in dict.fromkeys(numbers) if number in self._items]

    def lay_back(self, items: Iterable[DroppedItem]) -> None:
        """Lay items back where they were."""
        with self._lock:
            self._items.update({item.number: item for item in items})
            self._items = dict(sorted(self._items.items()))

    def lay_missing(self, missing: Sequence[tuple[Failure, str]]) -> list[DroppedItem]:
        """Lay down what cannot be read any more, each with its title, so that it is said and not just absent."""
        verdicts = [replace(failed_verdict(failure), title=title) for failure, title in missing]
        return self._place(verdicts, [None] * len(missing), [failure for failure, _ in missing])

    def mark_said(self, number: int, label: str | None) -> None:
        """Know what a person said of an item before it was laid down again."""
        with self._lock:
            self._items[number] = replace(self._items[number], corrected=label)

    def items(self) -> list[DroppedItem]:
        """Everything that lies there, in the order in which it came."""
        with self._lock:
            return list(self._items.values())

    def explain(self, model: str, number: int, text: str | None, _context: JobContext) -> Reasons:
        """Say why a document was judged so, or would be, if its text were another."""
        loaded, item = load_classifier(self.workspace, model), self._item(number)
        document = item.document
        if document is None:
            return Reasons(item, item.verdict, "", (), 0, (), None)
        if text is not None:
            document = replace(document, text=text)
        return explain_verdict(loaded, item, document)

    def working(self, model: str, number: int, text: str | None, context: JobContext) -> VerdictSheet:
        """Derive the verdict on a document, or on another text in its place, step by step."""
        loaded = load_classifier(self.workspace, model)
        return sheet_of_document(self.workspace, loaded, self._document(number, text), context)

    def influence(self, model: str, number: int, text: str | None, context: JobContext) -> TrainingInfluence:
        """Find the training documents that weigh most in the verdict on a document, or on another text in its place."""
        return influence_on_document(self.workspace, model, self._document(number, text), context)

    def correct(self, model: str, number: int, label: str, context: JobContext) -> list[DroppedItem]:
        """Learn what a document is; return every item whose verdict is another now."""
        item = self._item(number)
        if item.document is None:
            return []
        with (
            open_for_writing(self.workspace) as workspace,
            teaching_transaction(self.workspace, workspace, model) as record,
        ):
            corpus = corpus_of(record)
            n_learnt = learn_one(workspace, corpus, replace(item.document, label=label))
            doubted = doubted_lessons(update_and_save(self.workspace, workspace, model, context), n_learnt)
        with self._lock:
            self._items[number] = replace(item, corrected=label, is_doubted=doubted > 0)
        changed = self.judge_again(model, context, also={number})
        self.history.note_said([each for each in changed if each.number == number])
        return changed

    def step(
        self, model: str, corpus: str, context: JobContext, *, is_forward: bool, expected: int = 0, since: float = 0.0
    ) -> UndoStep:
        """Undo the last change of a corpus, or do it again; documents on the Classify page are judged again.

        With `expected`, only the edit of that number is undone. Without it, an import is held, and so is any edit that
        was made before the time `since`: the caller asks first, because it may concern thousands of documents.
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
        changed = self.catch_up(model, context)
        self.history.note_said(changed)
        return UndoStep(edit, tuple(changed))

    def catch_up(self, model: str, context: JobContext) -> list[DroppedItem]:
        """Follow what was undone or done again elsewhere; return every item that changed by it."""
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
        """Judge everything by the model as it is now; return what is judged otherwise, however little."""
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

    def remember(self, model: str, numbers: Sequence[int], _context: JobContext) -> None:
        """Note verdicts in the history."""
        wanted = set(numbers)
        self.history.remember(model, [item for item in self.items() if item.number in wanted])

    def export(self, path: Path, numbers: Sequence[int], model: str = "") -> int:
        """Write verdicts for a spreadsheet; the rows of one table keep its columns, and get those of the verdict."""
        chosen = [self._items[number] for number in numbers if number in self._items]
        sources = {item.verdict.path for item in chosen}
        if model and len(sources) == 1 and all(item.document is not None and item.document.kind == "row"
                                               for item in chosen):  # fmt: skip
            loaded = load_classifier(self.workspace, model)
            options = table_options(loaded.model, SourceOptions(kind="table", labels_from="none"))
            verdicts = [item.verdict for item in chosen]
            return write_verdicts(path, [Path(source) for source in sources], options, loaded.model.labels, verdicts)
        with open_whole_table(path) as writer:
            head = ("title", "path", "member", "label", "probability", "unsure", "unlike", "corrected", "error")
            writer.writerow(head)
            writer.writerows(csv_row(item) for item in chosen)
        return len(chosen)

    def _read(self, loaded: LoadedModel, paths: Sequence[Path], context: JobContext) -> Iterator[ReadBatch]:
        check_sources(paths)
        plan = plan_source(paths, table_options(loaded.model, SourceOptions(labels_from="none")))
        workers = self._workers(loaded, plan.options)
        with engine_errors(ModelError, loaded.name):
            for batch in judge_pool_results(loaded.model, plan, workers, context, self.workspace):
                documents = [*map(whole_document, batch.documents), *([None] * len(batch.failures))]
                failures = [*([None] * len(batch.documents)), *batch.failures]
                yield verdicts_of_batch(loaded.model, batch, 0), documents, failures

    def _workers(self, loaded: LoadedModel, options: SourceOptions) -> WorkerPool:
        rules = loaded.model.recipe.rules if loaded.model.statistics.text is not None else None
        key = (rules, options)
        if self._pool is not None and self._pool[0] != key:
            self.close()
        if self._pool is None:
            extraction = Extraction(reading_for(options, self.workspace), rules)
            pool = WorkerPool(extract, extraction, n_workers=worker_count(has_window=True))
            self._pool = (key, pool)
        return self._pool[1]

    def _place(
        self,
        verdicts: Sequence[DocumentVerdict],
        documents: Sequence[Document | None],
        failures: Sequence[Failure | None],
    ) -> list[DroppedItem]:
        with self._lock:
            placed = []
            for verdict, document, failure in zip(verdicts, documents, failures, strict=True):
                title = title_of(verdict, document)
                item = DroppedItem(self._next, verdict, document, title=title, failure=failure)
                self._items[item.number] = item
                self._next += 1
                placed.append(item)
            return placed

    def _item(self, number: int) -> DroppedItem:
        with self._lock:
            if number not in self._items:
                raise NotFound("document", str(number))
            return self._items[number]

    def _document(self, number: int, text: str | None) -> Document:
        """The document of an item, or what it would be with another text."""
        document = self._item(number).document
        if document is None:
            raise NotFound("document", str(number))
        return document if text is None else replace(document, text=text)

    def _label_of(self, workspace: Workspace, corpus: str, item: DroppedItem) -> str | None:
        """The label under which the document of an item is in the corpus."""
        if item.document is None or not item.document.content_hash:
            return item.corrected
        number = workspace.documents.find(corpus, item.document.content_hash)
        return None if number is None else workspace.documents.get(number).document.label


def title_of(verdict: DocumentVerdict, document: Document | None) -> str:
    """A document by its own title, a row of a table by its values, what has neither by its file."""
    values = row_title(document.numbers, document.choices) if document is not None and document.kind == "row" else ""
    return verdict.title or values or Path(verdict.member or verdict.path).name


def whole_document(document: PackedDocument) -> Document:
    """A document as it was before a worker compressed it."""
    head = DocumentHead(*(getattr(document, name) for name in DocumentHead._fields))
    return replace(document_of(head, document.body), numbers=document.numbers, choices=document.choices)


def csv_row(item: DroppedItem) -> tuple[object, ...]:
    verdict = item.verdict
    marks = (is_unsure_verdict(verdict), verdict.is_unlike)
    return (
        verdict.title, verdict.path, verdict.member, verdict.label or "", verdict.probability,
        *("yes" if mark else "" for mark in marks), item.corrected or "", verdict.error or "",
    )  # fmt: skip


def lay_out_kept(documents: JudgedDocuments, model: str, context: JobContext) -> list[DroppedItem]:
    """Lay down again what was kept, with what a person said of it; return what lies there by it."""
    kept = [record for record in documents.history.kept_list() if record.path]
    places = dict.fromkeys(map(place_of, kept))
    paths = files_of(places)
    items = documents.classify(model, paths, context, only=places)[0] if paths else []
    placed = {(item.verdict.path, item.verdict.member): item for item in items}
    missing = [record for record in kept if place_of(record) not in placed]
    failures = [
        Failure(record.path, record.member, "not-in-file" if Path(record.path).is_file() else "gone")
        for record in missing
    ]
    laid = documents.lay_missing([(why, record.title) for why, record in zip(failures, missing, strict=True)])
    placed |= {place_of(record): item for record, item in zip(missing, laid, strict=True)}
    for record in kept:
        item = placed[place_of(record)]
        documents.history.follow(item.number, record.number)
        if record.right_label is not None and not item.error:
            documents.mark_said(item.number, record.right_label)
    return list(placed.values())


def place_of(record: VerdictRecord) -> tuple[str, str]:
    """The path and member that a verdict is about."""
    return record.path, record.member


def correct_remembered(
    documents: JudgedDocuments, model: str, verdict: VerdictRecord, label: str, context: JobContext
) -> tuple[int, list[DroppedItem]]:
    """Learn what a verdict of the history was about; return its number on Classify, and all that is judged otherwise.

    What does not lie there any more is read from its file and laid there again, so that the correction can be undone.
    """
    number = documents.history.item_of(verdict.number)
    if number is None or number not in {item.number for item in documents.items()}:
        number = _laid_again(documents, model, verdict, context)
    return number, documents.correct(model, number, label, context)


def _laid_again(documents: JudgedDocuments, model: str, verdict: VerdictRecord, context: JobContext) -> int:
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
        documents.take_off([item.number])
        raise SourceError(path, item.failure.reason if item.failure is not None else "parser")
    documents.history.follow(item.number, verdict.number)
    return item.number
