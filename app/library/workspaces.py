"""Summarise and maintain a workspace: corpora and models, undo and redo, check, compact, copy, sample mail."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import resources
from app.domain.documents import Document, SourceOptions, label_set_name
from app.domain.errors import ModelError, NotFound, StoreError
from app.domain.jobs import JobContext
from app.domain.records import (
    DEFAULT_NAME,
    Corpus,
    EditRecord,
    FiledBatch,
    Label,
    ModelRecord,
    ModelsRevision,
    Problem,
    StoredDocument,
    WorkspaceInfo,
)
from app.domain.results import ImportReport, LabelCount
from app.domain.whole_files import write_atomically
from app.library.importing import ImportRequest, import_sources
from app.library.own_records import data_folder as data_folder
from app.library.own_records import find_own_batches
from app.library.recipes import FILTER, MAIL_RULES, MESSAGE_RULES, PLAIN_RULES, TEXT_RULES, imported_rules
from app.library.saved_models import load_current_model, load_stored_model, retrain_from_corpus, rewrite_without_lessons
from app.library.training_data import choose_stored_rules, find_corpus, rules_key
from app.readers.documents.text import text_hash
from app.store.count_blobs import CountRows
from app.store.workspace import NO_WORKSPACE, Workspace, WorkspaceSource, open_for_reading, open_for_writing, path_of
from nbengine.measure.evaluation import find_positive_label, is_named_like_spam
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, recipe_from_plain
from nbengine.text.token_counter import TokenCounter
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CorpusSummary:
    """Summary of a corpus with its labels and models."""

    name: str
    kind: str
    n_documents: int
    labels: tuple[LabelCount, ...]
    """In display order."""
    models: tuple[str, ...]
    """Model names, newest first."""
    positive_label: str
    has_spam: bool
    """Whether there are two labels, one of them named like spam."""
    has_text: bool
    """False for a table without a text column."""
    revision: ModelsRevision
    """Cache key: changes when the documents or the models of the corpus change."""


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """Summary of a saved model."""

    name: str
    corpus: str | None
    event_model: str
    smoothing: float
    labels: tuple[str, ...]
    n_missing_changes: int
    revision: tuple[int, float] = (0, 0.0)
    """(change number up to which the model has learnt its corpus, time at which the model was saved)."""


@dataclass(frozen=True, slots=True)
class WorkspaceSummary:
    """Summary of a workspace: its corpora, and the last change that can be undone."""

    corpora: tuple[CorpusSummary, ...]
    last_edit: EditRecord | None
    """The last change that can be undone; None if there is none."""


@dataclass(frozen=True, slots=True)
class UndoableSteps:
    """The edits that Undo and Redo would apply in a corpus, and the newest filing of documents. None: there is none."""

    undo: EditRecord | None
    redo: EditRecord | None
    filed: FiledBatch | None = None


def next_undo_and_redo(workspace: WorkspaceSource, corpus: str, _context: JobContext) -> UndoableSteps:
    """Return the edits that Undo and Redo would apply in a corpus, and the newest filing if this computer filed it."""
    with open_for_reading(workspace) as opened:
        log, filed = opened.undo_log, opened.journal.newest_batch_by_person()
        if filed is not None and not find_own_batches(opened, opened.journal.moves_of_batch(filed.number)):
            filed = None
        return UndoableSteps(log.next_undo(corpus or None), log.next_redo(corpus or None), filed)


FileStamp = tuple[tuple[int, int] | None, ...]
"""Size and time of the last modification in nanoseconds, for each file of a workspace; None for a missing file."""


def file_stamp(path: Path) -> FileStamp:
    """Return the stamp of a workspace file and its write-ahead log. Every commit changes it."""

    def stamp(file: Path) -> tuple[int, int] | None:
        try:
            status = file.stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    return stamp(path), stamp(path.with_name(f"{path.name}-wal"))


def summarize_workspace(workspace: WorkspaceSource, _context: JobContext) -> WorkspaceSummary:
    """Return the summary of a workspace. Its file is created if it does not exist."""
    with open_for_writing(workspace, create=True) as opened:
        corpora = tuple(summarize_corpus(opened, corpus) for corpus in opened.corpora.all())
        return WorkspaceSummary(corpora, opened.undo_log.next_undo())


def summarize_corpus(opened: Workspace, corpus: Corpus) -> CorpusSummary:
    """Return the summary of one corpus."""
    labels = opened.labels.all(corpus.name)
    records = sorted(opened.models.all(corpus.name), key=lambda record: -record.changed_at)
    positive = find_positive_label(sorted(label.name for label in labels)) if labels else ""
    return CorpusSummary(
        name=corpus.name,
        kind=corpus.kind,
        n_documents=opened.documents.count(corpus.name),
        labels=tuple(LabelCount(label.name, label.colour, label.documents) for label in labels),
        models=tuple(record.name for record in records),
        positive_label=positive,
        has_spam=len(labels) == 2 and is_named_like_spam(positive),
        has_text=corpus.schema is None or corpus.schema.text is not None,
        revision=(
            (corpus.number, corpus.change_number),
            tuple((record.name, record.change_number, record.changed_at) for record in records),
        ),
    )


def summarize_model(workspace: WorkspaceSource, name: str, context: JobContext) -> ModelSummary:
    """Update a model to the current state of its corpus, and return its summary."""
    with open_for_writing(workspace) as opened:
        kept = load_current_model(workspace, opened, name, context)
        return ModelSummary(
            name=kept.record.name,
            corpus=kept.record.corpus,
            event_model=FILTER if kept.model.recipe.learner else kept.model.recipe.event_model,
            smoothing=kept.model.recipe.smoothing,
            labels=kept.model.answer_labels,
            n_missing_changes=kept.record.n_missing_changes,
            revision=(kept.record.change_number, kept.record.changed_at),
        )


def set_labels_of_documents(workspace: WorkspaceSource, numbers: Sequence[int], labels: Sequence[str]) -> int:
    """Replace the labels of documents; return how many documents changed."""
    with open_for_writing(workspace) as opened:
        known = {heading.number for heading in opened.documents.headings(numbers)}
        for number in numbers:
            if number not in known:
                raise NotFound("document", str(number))
        return opened.editing.relabel(numbers, label_set_name(labels) if any(labels) or not labels else "")


def set_multi_label(workspace: WorkspaceSource, corpus: str | None, is_several: bool) -> None:
    """Allow several labels per document in a corpus, or only one."""
    with open_for_writing(workspace) as opened:
        opened.corpora.set_multi_label(find_corpus(opened, corpus).name, is_on=is_several)


def rename_corpus(workspace: WorkspaceSource, name: str, new_name: str, _context: JobContext) -> str:
    with open_for_writing(workspace) as opened:
        opened.corpora.rename(name, new_name)
    return new_name


def remove_corpus(workspace: WorkspaceSource, name: str, _context: JobContext) -> int:
    """Delete a corpus with its documents; this can be undone."""
    with open_for_writing(workspace) as opened:
        return opened.corpora.remove(name)


@dataclass(frozen=True, slots=True)
class WorkspaceReport:
    """Figures of a workspace, with its corpora, labels and models."""

    info: WorkspaceInfo
    corpora: tuple[tuple[Corpus, tuple[Label, ...], int], ...]
    """(corpus, labels, number of documents) triples."""
    models: tuple[ModelRecord, ...]


def report_workspace(workspace: WorkspaceSource) -> WorkspaceReport:
    """Return the report on a workspace; older file versions are accepted."""
    with Workspace(path_of(workspace), read_only=True, takes_older=True) as opened, opened.snapshot():
        corpora = tuple(
            (corpus, opened.labels.all(corpus.name), opened.documents.count(corpus.name))
            for corpus in opened.corpora.all()
        )
        return WorkspaceReport(opened.info(), corpora, opened.models.all())


def check(workspace: WorkspaceSource, context: JobContext, *, is_deep: bool = False) -> tuple[Problem, ...]:
    """Check the database file, its checksums, its counts, and whether every model can be loaded; return the problems.

    A deep check also trains each up-to-date model again on its corpus and compares the two.
    """
    with Workspace(path_of(workspace), read_only=True, takes_older=True) as opened:
        try:
            recounter = Recounter(opened)
        except StoreError as error:
            if error.reason != "damaged":
                raise
            return (Problem("damaged", error.detail), *opened.check(context, rehash=rehash_text))
        problems = opened.check(context, recount=recounter, rehash=rehash_text)
        for record in opened.models.all():
            try:
                load_stored_model(opened, record.name)
            except (ModelError, StoreError):
                if (problem := Problem("model", record.name)) not in problems:
                    problems.append(problem)
        return (*problems, *(find_deep_problems(opened, context) if is_deep and not problems else ()))


class Recounter:
    """Callable that counts texts again, under the token rules of the program or of a saved model."""

    def __init__(self, workspace: Workspace) -> None:
        rules = [PLAIN_RULES, TEXT_RULES, MESSAGE_RULES, MAIL_RULES, imported_rules("mail")]
        rules += [parse_stored_recipe(record.recipe).rules for record in workspace.models.all()]
        self._rules = {rules_key(token_rules): token_rules for token_rules in rules}
        self._words: Sequence[str] = ()
        self._counter: TokenCounter | None = None

    def __call__(self, key: str, words: Sequence[str], bodies: Sequence[Document]) -> CountRows | None:
        """Return the counts of some texts over these words; None if the rules are unknown."""
        if key not in self._rules:
            return None
        if self._counter is None or words is not self._words:  # each corpus has words of its own
            self._words, self._counter = words, TokenCounter(self._rules[key], Vocabulary(words), is_growing=False)
        counts = self._counter.count([body.text for body in bodies], [body.fields for body in bodies])
        return CountRows(counts.starts, counts.tokens, counts.values)


def parse_stored_recipe(text: str) -> Recipe:
    """Return a stored recipe; the default recipe if the stored one is damaged, which the check itself reports."""
    try:
        return recipe_from_plain(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return Recipe()


def rehash_text(stored: StoredDocument) -> bytes:
    """Return the content hash of a text document, computed again. Return b"" for other documents.

    The content hash of a mail is over parts that are not stored.
    """
    document = stored.document
    return text_hash(document.text) if document.kind == "text" and document.content_hash else b""


def find_deep_problems(workspace: Workspace, context: JobContext) -> tuple[Problem, ...]:
    """Return a problem for each model that differs from its corpus.

    If counts are missing, they are made in a temporary copy of the workspace, because a check must not write.
    """
    current = [(record.corpus, record.recipe) for record in workspace.models.all() if not record.n_missing_changes]
    uncounted = (
        workspace.segments.uncounted_documents(
            corpus, rules_key(choose_stored_rules(workspace, corpus, parse_stored_recipe(recipe).rules))
        )
        for corpus, recipe in current
        if corpus is not None
    )
    if not any(map(len, uncounted)):  # lessons, for example, may never have been counted by the model's rules
        return tuple(find_differing_models(workspace, context))
    with tempfile.TemporaryDirectory(prefix="bayleaf-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "copy.bayleaf")
        workspace.save_copy(copy)
        with Workspace(copy) as opened:
            return tuple(find_differing_models(opened, context))


def find_differing_models(workspace: Workspace, context: JobContext) -> Iterator[Problem]:
    """Train each up-to-date model again on its corpus, and yield a problem if the result differs.

    For a filter, only the counts are compared, because its scores depend on the order of its lessons.
    """
    for record in workspace.models.all():
        if record.corpus is None or record.n_missing_changes:
            continue
        kept = load_stored_model(workspace, record.name)
        fresh, _ = retrain_from_corpus(workspace, kept.model, record.corpus, context)
        if Model.canonical_hash(fresh) != Model.canonical_hash(kept.model):
            yield Problem("model-differs", record.name)


@dataclass(frozen=True, slots=True)
class CompactReport:
    """Result of compacting a workspace, with its size before and after."""

    bytes_before: int
    bytes_after: int
    updated_models: tuple[str, ...]
    """Names of the models that were updated, so that they contain no words of deleted documents."""
    models_without_corpus: tuple[str, ...]
    """Names of the models without a corpus. They may contain words of deleted documents."""
    n_verdicts: int
    """Number of verdicts in the history. They contain the paths and titles of documents."""


def compact(workspace: WorkspaceSource, context: JobContext) -> CompactReport:
    """Erase deleted documents for good, also from the models, and shrink the file.

    Also remove the backup copies that updates left beside the workspace, because they contain deleted documents.
    """
    with open_for_writing(workspace) as opened:
        before = opened.info().size_bytes
        behind = [
            record.name for record in opened.models.all() if record.corpus is not None and record.n_missing_changes
        ]
        for name in behind:
            load_current_model(workspace, opened, name, context)
        for record in opened.models.all():
            rewrite_without_lessons(opened, record)
        opened.compact(context, remove_backups=True)
        return CompactReport(
            before,
            opened.info().size_bytes,
            tuple(behind),
            tuple(record.name for record in opened.models.all() if record.corpus is None),
            opened.verdicts.count(),
        )


def save_copy(workspace: WorkspaceSource, target: Path, context: JobContext) -> Path:
    """Write the whole workspace to another file."""
    context.checkpoint(phase="saving a copy")
    with open_for_writing(workspace) as opened:
        opened.save_copy(target)
    return target


SAMPLE_LANGUAGES = ("en", "ru", "zh")


def import_sample(
    workspace: WorkspaceSource,
    language: str,
    corpus: str,
    context: JobContext,
    report_count: Callable[[int], object] = lambda _n_documents: None,
) -> ImportReport:
    """Import the sample mail of a language into a new corpus."""
    chosen = language if language in SAMPLE_LANGUAGES else "en"
    with as_file(files(resources) / "samples" / chosen) as folder:
        order = ImportRequest((Path(folder),), SourceOptions(kind="mail"), corpus, has_window=True)
        return import_sources(workspace, order, context, report_count)


def sample_size(language: str) -> int:
    """Return the number of documents in a language's sample."""
    chosen = language if language in SAMPLE_LANGUAGES else "en"
    folder = files(resources) / "samples" / chosen
    boxes = [box for label in folder.iterdir() if label.is_dir() for box in label.iterdir()]
    return sum(box.read_text(encoding="utf-8").count("\nFrom ") + 1 for box in boxes if box.name.endswith(".mbox"))


def new_sample_mails(sources: Sequence[str]) -> tuple[Path, ...]:
    """Return the paths of sample mails that are not in the sample corpus, in the language of the imported sample.

    `sources` are the paths from which a corpus was imported. Return () if none of them is the sample.
    """
    for source in sources:
        *_, parent, folder, language = ("", "", *Path(source).parts)
        if (parent, folder) == ("resources", "samples") and language in SAMPLE_LANGUAGES:
            return tuple(sorted((Path(resources.__file__).parent / "samples" / "new" / language).glob("*.eml")))
    return ()


def copy_new_sample_mails(sources: Sequence[str], folder: Path) -> tuple[Path, ...]:
    """Copy the new sample mails into a folder, where the user may move or delete them; return the copies."""
    mails = new_sample_mails(sources)
    folder.mkdir(parents=True, exist_ok=True)
    for mail in mails:
        write_atomically(folder / mail.name, mail.read_bytes())
    return tuple(folder / mail.name for mail in mails)


@dataclass(frozen=True, slots=True)
class OpenContext:
    """The workspace, corpus and model that are currently open in the window."""

    place: WorkspaceSource = NO_WORKSPACE
    corpora: tuple[str, ...] = ()
    """Corpora with texts."""
    corpus: str = ""
    model: str = ""
    """Model that classifies dropped files; empty if there is none."""


def default_workspace() -> Path:
    """Return the path of the workspace that is used when none was chosen; its folder is created."""
    return data_folder() / DEFAULT_NAME
