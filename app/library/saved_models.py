"""Load, update, save, teach, import and merge the models of a workspace.

A *lesson* is a document that a model learnt or forgot after its training. The lessons of a text model are stored beside
the model and replayed on loading, so a single lesson does not rewrite the whole model.

An open workspace caches its models, and teaches the cached model in place. A caller that reads a model for longer than
one call takes its own copy (`load_private_model`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, SourceKind, SourceOptions, TableSchema, split_label_set
from app.domain.errors import ForeignFileError, ModelError, NotFound, StoreError
from app.domain.jobs import JobContext
from app.domain.records import CorpusChanges, CorpusKind, DocumentChange, ModelRecord, StoredDocument
from app.domain.results import FilingErrorLimit, LabelErrorLimit, LearningReport
from app.domain.whole_files import write_atomically
from app.library.engine_errors import translate_engine_errors
from app.library.filter_training import train_filter
from app.library.reading import read_bytes_of_path
from app.library.training_data import (
    features_of_stored_documents,
    load_labelled_corpus,
    reads_table_columns,
    report_progress_of,
    train_whole_model,
)
from app.store.corpora import first_free_name, normalise_label
from app.store.document_packing import DamagedBlob
from app.store.models import pack_arrays, unpack_arrays
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace, WorkspaceSource, cached_value, open_for_reading, open_for_writing
from nbengine import __version__
from nbengine.counts import UNIT, IntArray
from nbengine.errors import EngineError
from nbengine.learnt.documents import AnyDocuments, statistics_of_documents
from nbengine.learnt.statistics import ChoiceTally, Statistics, TableColumns, require_part
from nbengine.measure.evaluation import find_positive_label, is_named_like_spam
from nbengine.models.lesson_journal import LessonJournal, lesson_from_bytes, lesson_to_bytes
from nbengine.models.model import Model
from nbengine.models.model_words import stands_for_table_cell
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import HeldOutFolds, HeldOutScores, assure, refit_factors
from nbengine.questions.answers import BRANCH
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import ERROR_LIMITS, LIMIT_CONFIDENCE, add_band, fewest_documents_to_prove

CHANGES_AT_ONCE = 500
MIN_SHARE_OF_DOCUMENTS = 0.99
QUICKLY_FITTED, LESSONS_PER_FIT = 10_000, 100
"""If documents × labels is at most QUICKLY_FITTED, learnt factors are fitted again after every lesson.

In larger corpora, they are fitted again when there was one lesson per LESSONS_PER_FIT documents.
"""

BYTES_PER_LESSON, MIN_LESSONS_TO_REWRITE = 40_000, 64
"""The whole model is saved again once it has more than MIN_LESSONS_TO_REWRITE stored lessons.

A larger model is saved only once it has more than one lesson per BYTES_PER_LESSON bytes of its size.

At that ratio, replaying the lessons takes about as long as reading the model, and saving it costs a few milliseconds
per lesson."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredModel:
    """A loaded model with its database record."""

    record: ModelRecord
    model: Model


def model_record(workspace: Workspace, name: str | None) -> ModelRecord:
    """Return the record of the model with this name; without a name, of the model that changed last."""
    if name is not None:
        return workspace.models.get(name)
    known = workspace.models.all()
    if not known:
        raise NotFound("no-model", "")
    return max(known, key=lambda record: record.changed_at)


def load_readonly_model(workspace: WorkspaceSource, name: str | None = None) -> StoredModel:
    """Load a model for reading. An open workspace shares it between callers, so they must not change it."""
    with open_for_reading(workspace) as opened:
        return load_cached_model(workspace, opened, name)


def load_cached_model(place: WorkspaceSource, workspace: Workspace, name: str | None) -> StoredModel:
    """Return the model from the cache of an open workspace, after it has learnt all stored lessons."""
    with workspace.snapshot():
        record = model_record(workspace, name)
        saved = cached_value(
            place, model_cache_key(record.name), record.stamp, lambda: load_stored_model(workspace, record.name)
        )
        with saved.model.lock:
            replay_lessons(workspace, saved.model, record)
    return replace(saved, record=record)


def n_unsaved_lessons(journal: LessonJournal, record: ModelRecord) -> int | None:
    """Return the number of lessons that the model in memory has learnt and the workspace has not stored.

    A negative result is the number of stored lessons that the model has not learnt. None if the numbers are not
    comparable.
    """
    n_given_before = journal.given_before.get(record.stamp)
    return None if n_given_before is None else journal.n_lessons - n_given_before - record.n_lessons


def has_unsaved_state(saved: StoredModel) -> bool:
    """Return whether a model in memory may have learnt other lessons than the workspace has stored.

    Return False for a model without a journal of its lessons.
    """
    journal = saved.model.journal
    return journal is not None and n_unsaved_lessons(journal, saved.record) != 0


def model_cache_key(name: str) -> Hashable:
    """Return the cache key of a model."""
    return "model", name


def load_stored_model(workspace: Workspace, name: str | None = None) -> StoredModel:
    """Load a model from the workspace and apply the lessons stored beside it."""
    with workspace.snapshot():
        record = model_record(workspace, name)
        with translate_engine_errors(ModelError, record.name):
            saved = StoredModel(record, model_from_bytes(workspace.models.content(record.name)))
        saved.model.begin_journal()
        if saved.model.journal is not None:
            saved.model.journal.given_before[record.stamp] = 0
            replay_lessons(workspace, saved.model, record)
    return saved


def reload_stored_model(workspace: Workspace, saved: StoredModel) -> StoredModel:
    """Return the model in its stored state: replay new stored lessons if possible, else load the model again."""
    model = saved.model
    with workspace.snapshot():
        record = model_record(workspace, saved.record.name)
        if model.journal is None or has_unsaved_state(saved) or record.stamp != saved.record.stamp:
            return load_stored_model(workspace, record.name)
        replay_lessons(workspace, model, record)
    return replace(saved, record=record)


def replay_lessons(workspace: Workspace, model: Model, record: ModelRecord) -> None:
    """Let a model learn the stored lessons that it has not learnt yet."""
    n_unkept = None if model.journal is None else n_unsaved_lessons(model.journal, record)
    if n_unkept is None or n_unkept >= 0:
        return
    with translate_engine_errors(ModelError, record.name):
        for lesson in workspace.models.lessons(record, record.n_lessons + n_unkept):
            model.replay(lesson_from_bytes(lesson))


def copy_of_stored_model(place: WorkspaceSource, workspace: Workspace, saved: StoredModel) -> StoredModel:
    """Return a private copy of a model, so that learning does not change the model in the cache.

    If the cached model has lessons that are not stored yet, the copy is loaded from the workspace.
    """
    if isinstance(place, Path):
        return saved
    with saved.model.lock:
        if has_unsaved_state(saved):
            return load_stored_model(workspace, saved.record.name)
        return replace(saved, model=saved.model.copy())


def load_private_model(place: WorkspaceSource, workspace: Workspace, name: str | None) -> StoredModel:
    """Load a private copy of a model, which does not change when the cached model learns lessons."""
    return copy_of_stored_model(place, workspace, load_cached_model(place, workspace, name))


def load_current_model(
    place: WorkspaceSource, workspace: Workspace, name: str | None, context: JobContext
) -> StoredModel:
    """Load a model for reading. If its corpus has changed, update the model and save it first."""
    saved = load_cached_model(place, workspace, name)
    if saved.record.corpus is None or not saved.record.n_missing_changes:
        return saved
    saved = update_model(workspace, copy_of_stored_model(place, workspace, saved), context)
    if not isinstance(place, Path):
        place.remember(model_cache_key(saved.record.name), saved.record.stamp, saved)
    return saved


def apply_new_changes(
    workspace: Workspace, saved: StoredModel, context: JobContext, changes: CorpusChanges | None = None
) -> tuple[Model, int]:
    """Apply the changes to the corpus since the model was saved; return the model and its new change number."""
    corpus = saved.record.corpus
    if corpus is None:
        return saved.model, saved.record.change_number
    changes = changes or workspace.changes.changes_since(corpus, saved.record.change_number)
    with translate_engine_errors(ModelError, saved.record.name):
        if not changes.is_complete:
            return retrain_from_corpus(workspace, saved.model, corpus, context)
        apply_changes(workspace, saved.model, changes, context)
        if is_due_to_be_fitted(saved.model):
            labelled = load_labelled_corpus(workspace, workspace.corpora.get(corpus), saved.model.recipe, context)
            if holds_training_documents(saved.model, labelled.documents):
                refit_factors(saved.model, report_progress_of(labelled.documents, context, "weighing words"))
    return saved.model, changes.last_change_number


def is_due_to_be_fitted(model: Model) -> bool:
    """Return whether the model has learnt factors that must be fitted again; see LESSONS_PER_FIT.

    Between two fits, each lesson moves the factors by one gradient step.
    """
    if not model.recipe.is_fitted:
        return False
    n_documents = int(model.statistics.documents.sum()) // UNIT
    is_quick = (n_documents + model.n_unlabelled) * len(model.labels) <= QUICKLY_FITTED
    behind = model.n_changes_since_fit
    return behind is None or (behind > 0 and (is_quick or behind * LESSONS_PER_FIT >= n_documents))


def holds_training_documents(model: Model, documents: AnyDocuments) -> bool:
    """Return whether `documents` has at least 99 % as many documents as the model learnt.

    An imported model comes without its documents. Fitting it again to the few later lessons would spoil it.
    """
    n_documents = len(documents) if documents.weights is None else float(documents.weights.sum())
    return n_documents >= MIN_SHARE_OF_DOCUMENTS * float(model.statistics.documents.sum()) / UNIT


def retrain_from_corpus(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> tuple[Model, int]:
    """Train a new model under the recipe of `model`; return it with the change number of the corpus.

    This is the fallback if the model must forget documents that were erased from the workspace.
    """
    labelled = load_labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context)
    if model.recipe.learner is not None:
        return train_filter(model.recipe, labelled, context).model, labelled.change_number
    documents = report_progress_of(labelled.documents, context, "counting the collection again")
    whole = statistics_of_documents(documents)
    fresh = train_whole_model(model.recipe, replace(labelled, documents=documents), whole)
    measure_reliability(fresh, documents, whole, labelled.dates_s)
    return fresh, labelled.change_number


def apply_changes(workspace: Workspace, model: Model, changes: CorpusChanges, context: JobContext) -> None:
    """Let a model forget the old state of each changed document and learn its new state.

    The result of a filter depends on the order of lessons, so a filter repeats the changes one by one. Its scores are
    then those of a filter that learnt each change immediately. For other models the order does not matter, and changes
    are applied in batches.
    """
    if changes.renamed_labels:
        model.rename_labels({old: new for old, new in changes.renamed_labels.items() if old in model.labels})
    is_stepwise = model.learns_in_order and bool(changes.single_changes)
    changed, n_at_once = (changes.single_changes, 1) if is_stepwise else (changes.document_changes, CHANGES_AT_ONCE)
    for done in range(0, len(changed), n_at_once):
        context.checkpoint(done, len(changed), "learning changed documents")
        for is_forgetting in (True, False):
            forget_or_learn_changes(workspace, model, changed[done : done + n_at_once], is_forgetting=is_forgetting)
    model.drop_empty_labels()


def forget_or_learn_changes(
    workspace: Workspace, model: Model, changes: Sequence[DocumentChange], *, is_forgetting: bool
) -> None:
    """Forget the old states of some changed documents if `is_forgetting`, else learn their new states."""
    if is_forgetting:
        entries = [(c.document, c.old_label, c.old_weight) for c in changes if c.existed_before]
    else:
        entries = [(c.document, c.new_label, c.new_weight) for c in changes if c.exists_after]
    labelled = [(number, label, weight) for number, label, weight in entries if label is not None and weight > 0]
    if not labelled:
        return
    numbers, labels, weights = zip(*labelled, strict=True)
    features = features_of_stored_documents(workspace, model, numbers, grow=not is_forgetting)
    act = model.forget if is_forgetting else model.learn
    act(features, labels, np.array(weights), keys=numbers)


def forget_stored_document(workspace: Workspace, saved: StoredModel, stored: StoredDocument) -> None:
    """Remove a document from the model in memory, if the model had learnt it."""
    document = stored.document
    if saved.record.corpus != stored.corpus or document.label is None or document.weight <= 0:
        return
    features = features_of_stored_documents(workspace, saved.model, [stored.number], grow=False)
    saved.model.forget(features, [document.label], np.array([document.weight]), keys=[stored.number])


def update_and_save(place: WorkspaceSource, workspace: Workspace, name: str, context: JobContext) -> StoredModel:
    """Update a model to the present state of its corpus and save it. Call this inside `teaching_transaction`.

    The cached model of an open workspace learns a few lessons in place. After other changes, an updated copy replaces
    it in the cache.
    """
    saved = load_cached_model(place, workspace, name)
    record = saved.record
    if record.corpus is None or not record.n_missing_changes:
        return saved
    changes = workspace.changes.changes_since(record.corpus, record.change_number)
    model_to_update = (
        saved if can_learn_in_place(saved.model, changes) else copy_of_stored_model(place, workspace, saved)
    )
    saved = update_model(workspace, model_to_update, context, changes)
    if not isinstance(place, Path):
        place.remember(model_cache_key(record.name), saved.record.stamp, saved)
    return saved


@contextmanager
def teaching_transaction(place: WorkspaceSource, workspace: Workspace, name: str | None) -> Iterator[ModelRecord]:
    """Context manager: a transaction for teaching a model. If it fails, the model is also dropped from the cache."""
    record: ModelRecord | None = None
    try:
        with workspace.transaction():
            record = model_record(workspace, name)
            yield record
    except BaseException:
        if record is not None and not isinstance(place, Path):
            place.forget(model_cache_key(record.name))
        raise


def can_learn_in_place(model: Model, changes: CorpusChanges) -> bool:
    """Return whether the cached model may learn these changes itself: they are few, and no label is added or lost."""
    if model.journal is None or not changes.is_complete or changes.renamed_labels:
        return False
    changed_documents = changes.single_changes or changes.document_changes
    known = {*model.labels, None}
    is_small = len(changed_documents) <= MIN_LESSONS_TO_REWRITE and all(
        each.new_label in known for each in changed_documents
    )
    return is_small and (model.learns_in_order or not may_empty_label(model, changed_documents))


def may_empty_label(model: Model, changes: Sequence[DocumentChange]) -> bool:
    """Return whether forgetting these documents may leave a label without documents. Models drop such a label."""
    forgotten = dict.fromkeys(model.labels, 0.0)
    for change in changes:
        if change.old_label in forgotten:
            forgotten[change.old_label] += change.old_weight
    n_documents = zip(model.labels, (model.statistics.documents / UNIT).tolist(), strict=True)
    return any(forgotten[label] and forgotten[label] >= n for label, n in n_documents)


def update_model(
    workspace: Workspace, saved: StoredModel, context: JobContext, changes: CorpusChanges | None = None
) -> StoredModel:
    """Update a model to the present state of its corpus and save it."""
    model, number = apply_new_changes(workspace, saved, context, changes)
    return save_new_lessons(workspace, replace(saved, model=model), number)


def save_new_lessons(workspace: Workspace, saved: StoredModel, change_number: int) -> StoredModel:
    """Save a model under its name: only its new lessons if they are few, else the whole model."""
    with workspace.transaction():
        record = workspace.models.get(saved.record.name)
        lessons = unsaved_lessons(saved, record)
        if lessons is None:
            return save_whole_model(workspace, saved, change_number)
        return replace(saved, record=workspace.models.add_lessons(record, lessons, change_number=change_number))


def unsaved_lessons(saved: StoredModel, record: ModelRecord) -> list[bytes] | None:
    """Return the lessons to store beside a model; None if the whole model must be written."""
    journal = saved.model.journal
    if journal is None or record.change_number != saved.record.change_number:
        return None
    n_unkept = n_unsaved_lessons(journal, record)
    if n_unkept is None or not 0 <= n_unkept <= len(journal.recent_lessons):
        return None
    if record.n_lessons + n_unkept > max(record.size_bytes // BYTES_PER_LESSON, MIN_LESSONS_TO_REWRITE):
        return None
    recent = islice(journal.recent_lessons, len(journal.recent_lessons) - n_unkept, None)
    return [lesson_to_bytes(lesson, saved.model.vocabulary) for lesson in recent]


def save_whole_model(workspace: Workspace, saved: StoredModel, change_number: int) -> StoredModel:
    """Save the whole model under its name; its stored lessons are deleted, because the model contains them."""
    record = workspace.models.replace_content(saved.record, model_to_bytes(saved.model), change_number=change_number)
    saved.model.begin_journal()
    if (journal := saved.model.journal) is not None:
        journal.given_before[record.stamp] = journal.n_lessons
    return replace(saved, record=record)


def rewrite_without_lessons(workspace: Workspace, record: ModelRecord) -> ModelRecord:
    """Save a model without stored lessons, because these may contain words of documents that were deleted since."""
    if not record.n_lessons:
        return record
    saved = load_stored_model(workspace, record.name)
    return save_whole_model(workspace, saved, record.change_number).record


def save_judged_model(
    workspace: Workspace, corpus: str, model: Model, recipe: Recipe, figures: Mapping[str, Any], judged: LeaveOneOut
) -> ModelRecord:
    """Save a newly trained model together with its figures and its leave-one-out verdicts."""
    workspace.verdicts.store_leave_one_out(corpus, judged)
    return workspace.models.save(
        judged.model_name,
        model_to_bytes(model),
        recipe=recipe_text(recipe.to_plain()),
        change_number=judged.change_number,
        corpus=corpus,
        evaluation=json.dumps(figures, allow_nan=False),
    )


def recipe_text(plain: Mapping[str, Any]) -> str:
    """Return a recipe as JSON text. The text is stored beside the model, for people who inspect the database."""
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def measure_reliability(
    model: Model,
    documents: AnyDocuments,
    whole: Statistics | None = None,
    dates_s: IntArray | None = None,
    folds: HeldOutFolds | None = None,
) -> HeldOutScores:
    """Measure how reliable the model's probabilities are, set `model.assurance`, and return the leave-one-out scores.

    `whole` is the sum of all counts, and `folds` are held-out scores of the same recipe and documents. Both are
    computed if they are None. If the model has two labels and one of them is named like spam, its threshold is set so
    that hardly any good mail is lost.
    """
    labels = documents.labels
    has_band = len(labels) == 2 and is_named_like_spam(find_positive_label(labels))
    honest = assure(
        model,
        documents,
        whole,
        dates_s,
        has_marks=not has_band or any(BRANCH in label for label in labels),
        folds=folds,
    )
    if model.assurance is None or not has_band:
        return honest
    model.assurance = add_band(
        model.assurance,
        honest.log_joint,
        documents.label_numbers,
        honest.lengths,
        labels,
        find_positive_label(labels),
        evidence=honest.evidence,
    )
    return honest


def error_bounds_of_model(model: Model) -> tuple[FilingErrorLimit, ...]:
    """Return the measured error bounds, loosest first, each with a threshold per label.

    Return an empty tuple if the model has a spam threshold instead.
    """
    if model.assurance is None or model.assurance.unsure_band is not None:
        return ()
    marks = model.assurance.label_thresholds
    judged = marks.n_judged.sum(axis=0).tolist()
    promises = []
    for row_index, one_in in enumerate(ERROR_LIMITS):
        sure, wrong = marks.count_confident_verdicts(one_in)
        rows = zip(
            marks.labels, judged, sure.tolist(), wrong.tolist(), marks.thresholds[row_index].tolist(), strict=True
        )
        labels = tuple(
            LabelErrorLimit(label, n_judged, n_sure, n_wrong, least if math.isfinite(least) else None)
            for label, n_judged, n_sure, n_wrong, least in rows
        )
        promises.append(FilingErrorLimit(one_in, labels, fewest_documents_to_prove(0, 1 / one_in, LIMIT_CONFIDENCE)))
    return tuple(promises)


DOUBTED_BELOW_TRUST = 0.5


def reading_options(workspace: WorkspaceSource, model: str | None, kind: SourceKind) -> SourceOptions:
    """Return the options for reading documents to teach or classify. For a table, only its columns are read."""
    with open_for_reading(workspace) as opened:
        corpus = model_record(opened, model).corpus
        schema = None if corpus is None else opened.corpora.get(corpus).schema
    if schema is None:
        return SourceOptions(kind=kind, labels_from="none")
    return SourceOptions(
        kind="table",
        labels_from="none",
        text_column=schema.text,
        numeric_columns=schema.numeric,
        categorical_columns=schema.categorical,
    )


def learn(
    workspace: WorkspaceSource,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Add documents to the model's corpus under a label and teach them to the model.

    A document that already has the label changes nothing.
    """
    label = normalise_label(label)
    with open_for_writing(workspace) as opened, teaching_transaction(workspace, opened, model) as record:
        corpus = corpus_of(record)
        changed = sum(learn_one(opened, corpus, replace(document, label=label)) for document in documents)
        saved = update_and_save(workspace, opened, record.name, context)
        doubted = count_doubted_lessons(saved, changed)
    return report_lesson(saved, label, len(documents), changed, doubted, asks_hash=asks_hash)


def learn_one(workspace: Workspace, corpus: str, document: Document) -> int:
    """Add a document, or relabel the stored document with equal content; return 1 if anything changed, else 0."""
    known = workspace.documents.find_by_hash(corpus, document.content_hash) if document.content_hash else None
    if known is not None:
        return workspace.editing.relabel([known], document.label)
    workspace.editing.add(corpus, [document])
    return 1


def forget(
    workspace: WorkspaceSource,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Remove documents from the model and its corpus; raise NotFound if one was not learnt under the label."""
    label = normalise_label(label)
    with open_for_writing(workspace) as opened, teaching_transaction(workspace, opened, model) as record:
        corpus = corpus_of(record)
        numbers = []
        for document in documents:
            number = opened.documents.find_by_hash(corpus, document.content_hash) if document.content_hash else None
            if number is None or opened.documents.get(number).document.label != label:
                raise NotFound("learnt", Path(document.member or document.path).name)
            numbers.append(number)
        changed = opened.editing.remove(numbers)
        saved = update_and_save(workspace, opened, record.name, context)
    return report_lesson(saved, label, len(documents), changed, 0, asks_hash=asks_hash)


def corpus_of(record: ModelRecord) -> str:
    """Return the name of the model's corpus; raises ModelError if it has none."""
    if record.corpus is None:
        raise ModelError(record.name, "no-corpus")
    return record.corpus


def report_lesson(
    saved: StoredModel, label: str, n_documents: int, changed: int, doubted: int, *, asks_hash: bool
) -> LearningReport:
    """Return the report on a lesson of `n_documents` documents.

    `changed` documents were added or got another label. `doubted` documents contradict what the model has learnt
    before. With `asks_hash`, the report has the hash of the model.
    """
    learnt_hash, corpus = saved.model.canonical_hash() if asks_hash else "", corpus_of(saved.record)
    return LearningReport(saved.record.name, corpus, label, n_documents, changed, learnt_hash, doubted)


def relabel_documents(
    workspace: WorkspaceSource, model: str, corpus: str, numbers: Sequence[int], label: str | None, context: JobContext
) -> int:
    """Set or remove the label of documents; return how many documents contradict what the filter has learnt before.

    In a corpus with several labels per document, the label is added to the others, or removed if all documents have it.
    `label` None removes all labels.
    """
    with open_for_writing(workspace) as opened:
        if label is not None and opened.corpora.get(corpus).takes_several:
            n_changed = toggle_label(opened, numbers, label)
        else:
            n_changed = opened.editing.relabel(numbers, label)
        try:
            return (
                learn_now_and_count_doubted(workspace, opened, model, corpus, numbers, context)
                if n_changed and model
                else 0
            )
        except (ModelError, NotFound):  # the labels are stored; the model's error is reported when the model is used
            return 0


def toggle_label(workspace: Workspace, numbers: Sequence[int], label: str) -> int:
    """Add a label to documents, or remove it if all of them have it."""
    headings = workspace.documents.headings(list(numbers))
    have_it = all(label in split_label_set(heading.label) for heading in headings)
    return workspace.editing.set_label_membership(numbers, label, is_on=not have_it)


def learn_now_and_count_doubted(
    place: WorkspaceSource, workspace: Workspace, model: str, corpus: str, numbers: Sequence[int], context: JobContext
) -> int:
    """Let a filter learn a few changes now; return how many of them contradict what it has learnt before.

    Return 0 without learning if there are many changes, or a new label, or if the model is no filter. The model then
    learns the changes when it is next used, because learnt factors may have to be fitted again.
    """
    with teaching_transaction(place, workspace, model) as record:
        changes = workspace.changes.changes_since(corpus, record.change_number) if record.corpus == corpus else None
        known = load_cached_model(place, workspace, model).model
        if changes is None or not known.learns_in_order or not can_learn_in_place(known, changes):
            return 0
        keys, trust = update_and_save(place, workspace, model, context).model.lesson_keys_and_trust()
        return int((np.isin(keys, numbers) & (trust < DOUBTED_BELOW_TRUST)).sum())


def count_doubted_lessons(saved: StoredModel, changed: int) -> int:
    """Return how many of the last `changed` lessons contradict what the model has learnt before."""
    _, trust = saved.model.lesson_keys_and_trust()
    return int((trust[len(trust) - min(changed, len(trust)) :] < DOUBTED_BELOW_TRUST).sum())


ARCHIVE, PICKLE = b"PK\x03\x04", b"\x80"
"""Magic bytes of a skops file, and of a pickle. Pickles are never read: unpickling runs code."""
READER_OF_SKOPS = "app.features.exchange.scikit_learn"
"""Module imported on first use, because few runs need it."""
OWN_FORMAT = "bayleaf"
"""Name of the program's own format for model files."""


def export_model(workspace: WorkspaceSource, name: str | None, target: Path) -> str:
    """Write a model to a file in the program's own format; return the model's name."""
    saved = load_readonly_model(workspace, name)
    write_atomically(target, model_to_bytes(saved.model))
    return saved.record.name


def add_model(workspace: WorkspaceSource, source: Path, name: str | None = None) -> str:
    """Import a model file into a workspace, with a new empty corpus; return the name of the saved model."""
    model = read_model(source)
    with open_for_writing(workspace) as opened, opened.transaction():
        model_name = first_free_name(name or source.stem, {record.name for record in opened.models.all()})
        corpus = first_free_name(model_name, {corpus.name for corpus in opened.corpora.all()})
        corpus_record = opened.corpora.add(corpus, guess_kind_of_model(model), schema_of_model(model))
        for label in model.labels:
            opened.labels.add(corpus, label)
        number = opened.changes.last_number(corpus_record.name)
        opened.models.save(
            model_name, model_to_bytes(model), recipe=recipe_text(model.recipe.to_plain()), change_number=number,
            corpus=corpus_record.name,
        )  # fmt: skip
    return model_name


def read_model(source: Path) -> Model:
    """Read a Bayleaf model file or a skops file. The file may be untrusted: no code in it is run.

    Raise ForeignFileError or ModelError if the file is invalid.
    """
    content = read_bytes_of_path(source)
    if content.startswith(ARCHIVE):
        pipeline: Model = import_module(READER_OF_SKOPS).model_of_skops(content, source.name)
        return pipeline
    if content.startswith(PICKLE):
        raise ForeignFileError("pickle", source.name)
    with translate_engine_errors(ModelError, source.name):
        return model_from_bytes(content)


def guess_kind_of_model(model: Model) -> CorpusKind:
    """Guess the corpus kind from the features a model has learnt."""
    if reads_table_columns(model):
        return "table"
    return "mail" if model.recipe.rules.fields else "text"


def schema_of_model(model: Model) -> TableSchema | None:
    if guess_kind_of_model(model) != "table":
        return None
    has_text = model.statistics.text is not None and not all(map(stands_for_table_cell, model.vocabulary))
    text = "text" if has_text else None
    return TableSchema(model.table.numbers, model.table.choices, text)


def merge_files(sources: Sequence[Path], target: Path) -> tuple[dict[str, float], str]:
    """Add up the models in several files, and write the sum to `target`.

    Return its number of documents per label, and its hash.
    """
    merged = read_model(sources[0])
    check_can_be_merged(merged, merged, sources[0].name)
    for source in sources[1:]:
        other = read_model(source)
        check_can_be_merged(merged, other, source.name)
        try:
            merged = sum_models(merged, other)
        except EngineError as error:
            raise ForeignFileError("unusable", source.name, str(error)) from error
    write_atomically(target, model_to_bytes(merged))
    documents = (merged.statistics.documents / UNIT).tolist()
    return dict(zip(merged.labels, documents, strict=True)), merged.canonical_hash()


def check_can_be_merged(first: Model, other: Model, name: str) -> None:
    """Raise ForeignFileError unless both models consist of plain counts under equal token rules."""
    has_fitted_parts = other.recipe.learner is not None or other.recipe.event.is_fitted or other.tfidf is not None
    if has_fitted_parts or other.recipe.limits.unknown_word:
        raise ForeignFileError("cannot-be-added", name)
    if other.recipe.count_settings != first.recipe.count_settings or not other.recipe.limits.is_open:
        raise ForeignFileError("counts-otherwise", name)


def sum_models(first: Model, second: Model) -> Model:
    """Return the sum of two models under the recipe of the first; words and values are matched by name."""
    words = Vocabulary.from_blob(*first.vocabulary.to_blob())
    columns = second.vocabulary.mapping_to(words, grow=True)
    first_statistics, second_statistics = first.statistics, second.statistics
    text = None
    if first_statistics.text is not None:
        other = require_part(second_statistics.text, "text")
        text = first_statistics.text.widen(len(words)) + other.with_columns_moved(columns[: other.n_tokens], len(words))
    numbers = (
        None
        if first_statistics.numbers is None
        else first_statistics.numbers + require_part(second_statistics.numbers, "numbers")
    )
    if (first.table.numbers, first.table.choices) != (second.table.numbers, second.table.choices):
        raise EngineError("it has other columns")
    choices, table = sum_choices(first, second)
    return Model(first.recipe, words, Statistics(text, numbers, choices), table=table)


def sum_choices(first: Model, second: Model) -> tuple[ChoiceTally | None, TableColumns]:
    """Return the sum of the categorical columns of two models. Values new to the first model get new numbers."""
    first_tally, table = first.statistics.choices, first.table
    if first_tally is None:
        return None, table
    second_tally, values, counts = require_part(second.statistics.choices, "choices"), [], []
    for part, known, others in zip(second_tally.counts, table.values, second.table.values, strict=True):
        names = tuple(dict.fromkeys((*known, *others)))
        renumbered_part = np.zeros((len(part), len(names)), dtype=np.int64)
        renumbered_part[:, [names.index(value) for value in others]] = part
        values.append(names)
        counts.append(renumbered_part)
    renumbered = ChoiceTally.from_counts(second_tally.labels, second_tally.documents, counts)
    return first_tally + renumbered, TableColumns(table.numbers, table.choices, tuple(values))


FORMAT = 2
"""Version of stored evaluations; part of every stamp.

Version 1 gave every document the first label if the held-out scores were worse than chance.
"""
MAX_STORED_EVALUATION_BYTES = 1 << 25
"""Maximum size of a stored evaluation. Larger ones (of about a million documents) are computed again instead."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredArrays:
    """An evaluation in the form in which it is stored: a JSON object and numeric arrays."""

    head: dict[str, Any]
    arrays: dict[str, npt.NDArray[Any]]

    @property
    def size_bytes(self) -> int:
        """Memory that the arrays take, in bytes."""
        return sum(array.nbytes for array in self.arrays.values())

    @property
    def is_small(self) -> bool:
        """Whether the evaluation is small enough to be stored."""
        return self.size_bytes <= MAX_STORED_EVALUATION_BYTES


def evaluation_stamp(workspace: Workspace, corpus: str, change_number: int, *parts: object) -> bytes:
    """Return the cache key of an evaluation: a hash of everything that the evaluation depends on.

    `parts` identify the model or recipe, and the test method.
    """
    takes_several = workspace.corpora.get(corpus).takes_several
    labels = workspace.labels.names(corpus, with_sets=True)  # renaming a label does not change the change number
    facts = [FORMAT, __version__, corpus, change_number, takes_several, labels, *parts]
    return blake2b(json.dumps(facts, ensure_ascii=False).encode(), digest_size=16).digest()


def load_evaluation(place: WorkspaceSource, corpus: str, stamp: bytes) -> StoredArrays | None:
    """Return the evaluation stored under a stamp; None if there is none or it is damaged."""
    with open_for_reading(place) as workspace:
        frame = workspace.evaluations.get(corpus, stamp)
    if frame is None:
        return None
    try:
        return StoredArrays(*unpack_arrays(frame))
    except DamagedBlob:
        return None


def store_evaluation(
    place: WorkspaceSource, corpus: str, model: str, way: str, stamp: bytes, evaluation: StoredArrays
) -> None:
    """Store an evaluation of a model. `way` names the test method.

    Do nothing if the evaluation is too large, or if the workspace cannot be written now.
    """
    if not evaluation.is_small:
        return
    frame = pack_arrays(evaluation.head, evaluation.arrays)
    try:
        with open_for_writing(place) as workspace:
            if not workspace.is_read_only:
                workspace.evaluations.store(corpus, model, way, stamp, frame)
    except StoreError as error:
        if error.reason == "damaged":
            raise


def stamp_of_saved_model(workspace: Workspace, record: ModelRecord, change_number: int, way: str) -> bytes:
    """Return the cache key of the evaluation of a saved model by the test method `way`."""
    model_facts = (record.checksum.hex(), record.n_lessons, record.change_number)
    return evaluation_stamp(workspace, record.corpus or "", change_number, "model", record.name, *model_facts, way)
