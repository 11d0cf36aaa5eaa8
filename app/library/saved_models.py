"""Models as the workspace keeps them: found by name, loaded, brought up to date with their corpus, kept again."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document, SourceKind, SourceOptions, TableSchema, labels_in
from app.domain.errors import ExchangeError, ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import Changes, CorpusKind, DocumentChange, ModelRecord, StoredDocument
from app.domain.results import FolderPromise, LabelPromise, LearningReport
from app.domain.whole_files import write_whole
from app.library.engine_errors import engine_errors
from app.library.filter_training import trained_filter
from app.library.reading import given_bytes
from app.library.training_data import documents_features, has_columns, labelled_corpus, model_of, watched
from app.store.corpora import numbered_name, usable_label
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Place, Workspace, reading, remembered, writing
from nbengine.arrays.counts import UNIT, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, learnt_from
from nbengine.learnt.statistics import Statistics, TableColumns, needed
from nbengine.measure.evaluation import is_like_spam, positive_label
from nbengine.models.filter_model import FilterModel, forget_by_keys, learn_by_keys, lesson_from_bytes, lesson_to_bytes
from nbengine.models.model import Model
from nbengine.models.model_words import is_cell
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import HonestScores, assure, fit_again
from nbengine.questions.answers import BRANCH
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.unsure_band import fewest_to_prove
from nbengine.trust.verdicts import CERTAINTY, ONE_IN, with_band

CHANGES_AT_ONCE = 500
SHARE_AT_HAND = 0.99
QUICKLY_FITTED, LESSONS_PER_FIT = 10_000, 100
"""Factors of so many documents times labels are fitted in a moment; of more, after a lesson for each hundred."""

BYTES_PER_LESSON, FEWEST_LESSONS = 40_000, 64
"""A model is written anew when it has a lesson for so many of its bytes: then giving the lessons again takes about as
long as reading the model, and writing it costs each of them a few milliseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptModel:
    """A model with what the workspace knows of it."""

    record: ModelRecord
    model: Model


def model_record(workspace: Workspace, name: str | None) -> ModelRecord:
    """The model of that name; without a name, the one that changed last."""
    if name is not None:
        return workspace.models.get(name)
    known = workspace.models.all()
    if not known:
        raise NotFound("no-model", "")
    return max(known, key=lambda record: record.changed_at)


def shown_model(workspace: Place, name: str | None = None) -> KeptModel:
    """Find a model to be looked into and never changed; one of a workspace that is held open is loaded once."""
    with reading(workspace) as opened:
        return shared_model(workspace, opened, name)


def shared_model(place: Place, workspace: Workspace, name: str | None) -> KeptModel:
    """Return the model of a workspace that is held open, with all lessons that are kept beside it."""
    with workspace.snapshot():
        record = model_record(workspace, name)
        kept = remembered(place, key_of(record.name), record.stamp, lambda: kept_model(workspace, record.name))
        if isinstance(kept.model, FilterModel):
            with kept.model.lock:
                give_lessons(workspace, kept.model, record)
    return replace(kept, record=record)


def n_unkept_lessons(model: FilterModel, record: ModelRecord) -> int | None:
    """Count the lessons that a filter was given and the workspace does not have; None if that is not known.

    Fewer than none are lessons in the workspace that the filter was not given.
    """
    before = model.given_before.get(record.stamp)
    return None if before is None else model.n_given - before - record.n_lessons


def key_of(name: str) -> Hashable:
    """The key under which the model of that name is remembered."""
    return "model", name


def kept_model(workspace: Workspace, name: str | None = None) -> KeptModel:
    """Load a model as it was kept, with the lessons beside it."""
    with workspace.snapshot():
        record = model_record(workspace, name)
        with engine_errors(ModelError, record.name):
            kept = KeptModel(record, model_from_bytes(workspace.models.content(record.name)))
        if isinstance(kept.model, FilterModel):
            kept.model.given_before[record.stamp] = 0
            give_lessons(workspace, kept.model, record)
    return kept


def kept_again(workspace: Workspace, kept: KeptModel) -> KeptModel:
    """A model in memory as it is kept now: taught what was kept beside it since, or else loaded anew."""
    model = kept.model
    with workspace.snapshot():
        record = model_record(workspace, kept.record.name)
        is_as_kept = isinstance(model, FilterModel) and n_unkept_lessons(model, kept.record) == 0
        if not isinstance(model, FilterModel) or not is_as_kept or record.stamp != kept.record.stamp:
            return kept_model(workspace, record.name)
        give_lessons(workspace, model, record)
    return replace(kept, record=record)


def give_lessons(workspace: Workspace, model: FilterModel, record: ModelRecord) -> None:
    """Give a filter those of the lessons kept beside it that it does not hold yet."""
    n_unkept = n_unkept_lessons(model, record)
    if n_unkept is None or n_unkept >= 0:
        return
    with engine_errors(ModelError, record.name):
        for lesson in workspace.models.lessons(record, record.n_lessons + n_unkept):
            model.give_again(lesson_from_bytes(lesson))


def own_copy(place: Place, workspace: Workspace, kept: KeptModel) -> KeptModel:
    """The model as the workspace keeps it, to learn and forget without the one that is remembered.

    A filter that was just taught something that is not kept yet is loaded anew.
    """
    if isinstance(place, Path):
        return kept
    with kept.model.lock:
        if isinstance(kept.model, FilterModel) and n_unkept_lessons(kept.model, kept.record) != 0:
            return kept_model(workspace, kept.record.name)
        return replace(kept, model=kept.model.copy())


def current_model(place: Place, workspace: Workspace, name: str | None, context: JobContext) -> KeptModel:
    """Find a model to be looked into, brought up to date with its corpus, exactly; what it learnt is kept."""
    kept = shared_model(place, workspace, name)
    if kept.record.corpus is None or not kept.record.behind:
        return kept
    kept = caught_up(workspace, own_copy(place, workspace, kept), context)
    if not isinstance(place, Path):
        place.remember(key_of(kept.record.name), kept.record.stamp, kept)
    return kept


def advanced(
    workspace: Workspace, kept: KeptModel, context: JobContext, changes: Changes | None = None
) -> tuple[Model, int]:
    """The model with what changed in its corpus since, and the change number that it then holds."""
    corpus = kept.record.corpus
    if corpus is None:
        return kept.model, kept.record.change_number
    changes = changes or workspace.changes.since(corpus, kept.record.change_number)
    with engine_errors(ModelError, kept.record.name):
        if not changes.is_complete:
            return counted_anew(workspace, kept.model, corpus, context)
        apply_changes(workspace, kept.model, changes, context)
        if is_due_to_be_fitted(kept.model):
            labelled = labelled_corpus(workspace, workspace.corpora.get(corpus), kept.model.recipe, context)
            if are_all_at_hand(kept.model, labelled.documents):
                fit_again(kept.model, watched(labelled.documents, context, "weighing words"))
    return kept.model, changes.last


def is_due_to_be_fitted(model: Model) -> bool:
    """Return whether learnt factors are to be fitted anew: at once where that takes a moment, else after some lessons.

    Until then each lesson has moved them by a step of its own.
    """
    if not model.recipe.is_fitted:
        return False
    n_documents = int(model.statistics.documents.sum()) // UNIT
    is_quick = n_documents * len(model.labels) <= QUICKLY_FITTED
    behind = model.n_behind_the_fit
    return behind is None or (behind > 0 and (is_quick or behind * LESSONS_PER_FIT >= n_documents))


def are_all_at_hand(model: Model, documents: AnyDocuments) -> bool:
    """Return whether these are the documents that a model learnt: one that came without them is not fitted to the few
    lessons that there are."""
    n_documents = len(documents) if documents.weights is None else float(documents.weights.sum())
    return n_documents >= SHARE_AT_HAND * float(model.statistics.documents.sum()) / UNIT


def counted_anew(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> tuple[Model, int]:
    """The corpus as it is, under the model's recipe: the way out where deleted documents are gone for good."""
    labelled = labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context)
    if model.recipe.learner is not None:
        return trained_filter(model.recipe, labelled, context).model, labelled.change_number
    documents = watched(labelled.documents, context, "counting the corpus anew")
    whole = learnt_from(documents)
    fresh = model_of(model.recipe, replace(labelled, documents=documents), whole)
    assured(fresh, documents, whole, labelled.dates_s)
    return fresh, labelled.change_number


def apply_changes(workspace: Workspace, model: Model, changes: Changes, context: JobContext) -> None:
    """Forget what documents were, and learn what they are.

    A filter, which goes by what it knew at each lesson, takes the same steps one by one, whenever it takes them: so it
    scores the same whether it lived through them or was read again. Counts are the same in any order.
    """
    if changes.renamed:
        model.rename_labels({old: new for old, new in changes.renamed.items() if old in model.labels})
    is_stepwise = isinstance(model, FilterModel) and bool(changes.steps)
    changed, n_at_once = (changes.steps, 1) if is_stepwise else (changes.documents, CHANGES_AT_ONCE)
    for done in range(0, len(changed), n_at_once):
        context.checkpoint(done, len(changed), "catching up")
        for is_forgetting in (True, False):
            apply_side(workspace, model, changed[done : done + n_at_once], is_forgetting=is_forgetting)
    model.drop_empty_labels()


def apply_side(workspace: Workspace, model: Model, changes: Sequence[DocumentChange], *, is_forgetting: bool) -> None:
    """Apply one half of some changes: what documents no longer are, or what they have become."""
    if is_forgetting:
        entries = [(c.document, c.old_label, c.old_weight) for c in changes if c.was_there]
    else:
        entries = [(c.document, c.new_label, c.new_weight) for c in changes if c.is_there]
    labelled = [(number, label, weight) for number, label, weight in entries if label is not None and weight > 0]
    if not labelled:
        return
    numbers, labels, weights = zip(*labelled, strict=True)
    features = documents_features(workspace, model, numbers, grow=not is_forgetting)
    act = forget_by_keys if is_forgetting else learn_by_keys
    act(model, features, labels, np.array(weights), numbers)


def forget_stored(workspace: Workspace, kept: KeptModel, stored: StoredDocument) -> None:
    """Take a document out of the model at hand, if it is one of those that it learnt."""
    document = stored.document
    if kept.record.corpus != stored.corpus or document.label is None or document.weight <= 0:
        return
    features = documents_features(workspace, kept.model, [stored.number], grow=False)
    forget_by_keys(kept.model, features, [document.label], np.array([document.weight]), [stored.number])


def followed(place: Place, workspace: Workspace, name: str, context: JobContext) -> KeptModel:
    """Bring a model to where its corpus is, and keep it; to be called inside `teaching`.

    Where the workspace is held open nobody has to load the model again: a few lessons of a filter are learnt by the one
    that is remembered, and what other models make of theirs takes its place.
    """
    kept = shared_model(place, workspace, name)
    record = kept.record
    if record.corpus is None or not record.behind:
        return kept
    changes = workspace.changes.since(record.corpus, record.change_number)
    own = kept if can_follow(kept.model, changes) else own_copy(place, workspace, kept)
    kept = caught_up(workspace, own, context, changes)
    if not isinstance(place, Path):
        place.remember(key_of(record.name), kept.record.stamp, kept)
    return kept


@contextmanager
def teaching(place: Place, workspace: Workspace, name: str | None) -> Iterator[ModelRecord]:
    """A transaction in which a model is taught; if it fails, nothing of it stays in memory either."""
    record: ModelRecord | None = None
    try:
        with workspace.transaction():
            record = model_record(workspace, name)
            yield record
    except BaseException:
        if record is not None and not isinstance(place, Path):
            place.forget(key_of(record.name))
        raise


def can_follow(model: Model, changes: Changes) -> bool:
    """Tell whether changes are lessons that a model in use may learn: few, and without another label."""
    if not isinstance(model, FilterModel) or not changes.is_complete or changes.renamed:
        return False
    known = {*model.labels, None}
    taken = changes.steps or changes.documents
    return len(taken) <= FEWEST_LESSONS and all(each.new_label in known for each in taken)


def caught_up(workspace: Workspace, kept: KeptModel, context: JobContext, changes: Changes | None = None) -> KeptModel:
    """The model with all that changed in its corpus, kept."""
    model, number = advanced(workspace, kept, context, changes)
    return keep(workspace, replace(kept, model=model), number)


def keep(workspace: Workspace, kept: KeptModel, change_number: int) -> KeptModel:
    """Write a model back under its name, or only what it was taught since, as long as that is little."""
    with workspace.transaction():
        record = workspace.models.get(kept.record.name)
        lessons = unkept_lessons(kept, record)
        if lessons is None:
            return written_whole(workspace, kept, change_number)
        return replace(kept, record=workspace.models.add_lessons(record, lessons, change_number=change_number))


def unkept_lessons(kept: KeptModel, record: ModelRecord) -> list[bytes] | None:
    """The lessons to be kept beside a filter; None where it is to be written whole."""
    model = kept.model
    if not isinstance(model, FilterModel) or record.change_number != kept.record.change_number:
        return None
    n_unkept = n_unkept_lessons(model, record)
    if n_unkept is None or not 0 <= n_unkept <= len(model.recent):
        return None
    if record.n_lessons + n_unkept > max(record.size_bytes // BYTES_PER_LESSON, FEWEST_LESSONS):
        return None
    recent = islice(model.recent, len(model.recent) - n_unkept, None)
    return [lesson_to_bytes(lesson, model.vocabulary) for lesson in recent]


def written_whole(workspace: Workspace, kept: KeptModel, change_number: int) -> KeptModel:
    """Write a model back with all its bytes."""
    record = workspace.models.save_again(kept.record, model_to_bytes(kept.model), change_number=change_number)
    if isinstance(kept.model, FilterModel):
        kept.model.given_before[record.stamp] = kept.model.n_given
    return replace(kept, record=record)


def without_lessons_beside(workspace: Workspace, record: ModelRecord) -> ModelRecord:
    """Write a model whole that has lessons beside it: they may hold words of documents that were deleted since."""
    if not record.n_lessons:
        return record
    kept = kept_model(workspace, record.name)
    return written_whole(workspace, kept, record.change_number).record


def keep_judged(
    workspace: Workspace, corpus: str, model: Model, recipe: Recipe, figures: Mapping[str, Any], judged: LeaveOneOut
) -> ModelRecord:
    """Keep a model that was just trained, under the name by which it judged its documents, with these verdicts."""
    workspace.verdicts.keep_leave_one_out(corpus, judged)
    return workspace.models.save(
        judged.model,
        model_to_bytes(model),
        recipe=recipe_text(recipe.to_plain()),
        change_number=judged.change_number,
        corpus=corpus,
        evaluation=json.dumps(figures, allow_nan=False),
    )


def recipe_text(plain: Mapping[str, Any]) -> str:
    """A recipe as the workspace keeps it beside the model, for those who look into the file."""
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)


def assured(
    model: Model, documents: AnyDocuments, whole: Statistics | None = None, dates_s: IntArray | None = None
) -> HonestScores:
    """Find out how far a model of these documents can be trusted, and return the scores that say so.

    For two labels one of which is like spam, it is sure of that one only as far as hardly any good mail is lost.
    """
    labels = documents.labels
    has_band = len(labels) == 2 and is_like_spam(positive_label(labels))
    honest = assure(
        model, documents, whole, dates_s, has_marks=not has_band or any(BRANCH in label for label in labels)
    )
    if model.assurance is None or not has_band:
        return honest
    model.assurance = with_band(
        model.assurance,
        honest.log_joint,
        documents.label_numbers,
        honest.lengths,
        labels,
        positive_label(labels),
        evidence=honest.evidence,
    )
    return honest


def promises_of(model: Model) -> tuple[FolderPromise, ...]:
    """Return what a model promises label by label, the loosest limit first; nothing where it goes by other marks."""
    if model.assurance is None or model.assurance.band is not None:
        return ()
    marks = model.assurance.marks
    judged = marks.judged.sum(axis=0).tolist()
    found = []
    for place, one_in in enumerate(ONE_IN):
        sure, wrong = marks.sure(one_in)
        rows = zip(marks.labels, judged, sure.tolist(), wrong.tolist(), marks.marks[place].tolist(), strict=True)
        labels = tuple(
            LabelPromise(label, n_judged, n_sure, n_wrong, least if math.isfinite(least) else None)
            for label, n_judged, n_sure, n_wrong, least in rows
        )
        found.append(FolderPromise(one_in, labels, fewest_to_prove(0, 1 / one_in, CERTAINTY)))
    return tuple(found)


DOUBTED_BELOW = 0.5


def reading_options(workspace: Place, model: str | None, kind: SourceKind) -> SourceOptions:
    """Return the options by which documents are read for a model: for one of a table, by its corpus's columns."""
    with reading(workspace) as opened:
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
    workspace: Place,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Add documents to the model's corpus under a label, and to the model; nothing happens twice."""
    label = usable_label(label)
    with writing(workspace) as opened, teaching(workspace, opened, model) as record:
        corpus = corpus_of(record)
        changed = sum(learn_one(opened, corpus, replace(document, label=label)) for document in documents)
        kept = followed(workspace, opened, record.name, context)
        doubted = doubted_lessons(kept, changed)
    return report(kept, label, len(documents), changed, doubted, asks_hash=asks_hash)


def learn_one(workspace: Workspace, corpus: str, document: Document) -> int:
    """Add a document, or give the one with the same content the label; return 1 if anything changed."""
    known = workspace.documents.find(corpus, document.content_hash) if document.content_hash else None
    if known is not None:
        return workspace.editing.relabel([known], document.label)
    workspace.editing.add(corpus, [document])
    return 1


def forget(
    workspace: Place,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Take documents out of the model and its corpus; one that was never learnt under the label is an error."""
    label = usable_label(label)
    with writing(workspace) as opened, teaching(workspace, opened, model) as record:
        corpus = corpus_of(record)
        numbers = []
        for document in documents:
            number = opened.documents.find(corpus, document.content_hash) if document.content_hash else None
            if number is None or opened.documents.get(number).document.label != label:
                raise NotFound("learnt", Path(document.member or document.path).name)
            numbers.append(number)
        changed = opened.editing.remove(numbers)
        kept = followed(workspace, opened, record.name, context)
    return report(kept, label, len(documents), changed, 0, asks_hash=asks_hash)


def corpus_of(record: ModelRecord) -> str:
    """The corpus that lessons go to."""
    if record.corpus is None:
        raise ModelError(record.name, "no-corpus")
    return record.corpus


def report(
    kept: KeptModel, label: str, n_documents: int, changed: int, doubted: int, *, asks_hash: bool
) -> LearningReport:
    """Say what a lesson changed."""
    learnt_hash, corpus = kept.model.canonical_hash() if asks_hash else "", corpus_of(kept.record)
    return LearningReport(kept.record.name, corpus, label, n_documents, changed, learnt_hash, doubted)


def relabel(
    workspace: Place, model: str, corpus: str, numbers: Sequence[int], label: str | None, context: JobContext
) -> int:
    """Give documents of a corpus a label, or none; return how many contradict what its filter has learnt.

    Where the corpus takes several, the label is given beside the others, or taken where all of them have it.
    """
    with writing(workspace) as opened:
        if label is not None and opened.corpora.get(corpus).takes_several:
            n_changed = toggled(opened, numbers, label)
        else:
            n_changed = opened.editing.relabel(numbers, label)
        try:
            return doubted_at_once(workspace, opened, model, corpus, numbers, context) if n_changed and model else 0
        except (ModelError, NotFound):  # the labels stand; the model's trouble is told where the model is used
            return 0


def toggled(workspace: Workspace, numbers: Sequence[int], label: str) -> int:
    """Give documents one more label, or take it from them where all of them have it."""
    headings = workspace.documents.headings(list(numbers))
    have_it = all(label in labels_in(heading.label) for heading in headings)
    return workspace.editing.toggle(numbers, label, is_on=not have_it)


def doubted_at_once(
    place: Place, workspace: Workspace, model: str, corpus: str, numbers: Sequence[int], context: JobContext
) -> int:
    """Let a filter learn a few changes now, and count the documents that it hardly believes.

    Many changes, a new label and other models are left for when the model is next asked.
    """
    with teaching(place, workspace, model) as record:
        changes = workspace.changes.since(corpus, record.change_number) if record.corpus == corpus else None
        if changes is None or not can_follow(shared_model(place, workspace, model).model, changes):
            return 0
        kept = followed(place, workspace, model, context).model
        rows = kept.learner.lessons.rows if isinstance(kept, FilterModel) else None
        return 0 if rows is None else int((np.isin(rows["key"], numbers) & (rows["trust"] < DOUBTED_BELOW)).sum())


def doubted_lessons(kept: KeptModel, changed: int) -> int:
    """Count the last lessons that a filter hardly believes."""
    if not changed or not isinstance(kept.model, FilterModel):
        return 0
    return int((kept.model.learner.lessons.rows["trust"][-changed:] < DOUBTED_BELOW).sum())


ARCHIVE, PICKLE = b"PK\x03\x04", b"\x80"
"""The first bytes of a file of skops, and of a pickle, which is never read."""
READER_OF_SKOPS = "app.features.exchange.scikit_learn"
"""A module that few need, imported late."""
OWN_FORM = "bayleaf"
"""The form of a model file that `add_model` reads."""


def export_model(workspace: Place, name: str | None, target: Path) -> str:
    """Write a model to a file that `add_model` reads; return the model's name."""
    kept = shown_model(workspace, name)
    write_whole(target, model_to_bytes(kept.model))
    return kept.record.name


def add_model(workspace: Place, source: Path, name: str | None = None) -> str:
    """Take a model file into a workspace; return the name it is kept under."""
    model = read_model(source)
    with writing(workspace) as opened, opened.transaction():
        wanted = numbered_name(name or source.stem, {record.name for record in opened.models.all()})
        corpus = numbered_name(wanted, {corpus.name for corpus in opened.corpora.all()})
        made = opened.corpora.add(corpus, kind_of(model), schema_of(model))
        for label in model.labels:
            opened.labels.add(corpus, label)
        number = opened.changes.number(made.name)
        opened.models.save(
            wanted, model_to_bytes(model), recipe=recipe_text(model.recipe.to_plain()), change_number=number,
            corpus=made.name,
        )  # fmt: skip
    return wanted


def read_model(source: Path) -> Model:
    """Read a model file, or a pipeline of scikit-learn; it may come from a stranger: at worst it is refused."""
    content = given_bytes(source)
    if content.startswith(ARCHIVE):
        pipeline: Model = import_module(READER_OF_SKOPS).model_of_skops(content, source.name)
        return pipeline
    if content.startswith(PICKLE):
        raise ExchangeError("pickle", source.name)
    with engine_errors(ModelError, source.name):
        return model_from_bytes(content)


def kind_of(model: Model) -> CorpusKind:
    """Guess the kind of the model's corpus from what the model has learnt."""
    if has_columns(model):
        return "table"
    return "mail" if model.recipe.rules.fields else "text"


def schema_of(model: Model) -> TableSchema | None:
    if kind_of(model) != "table":
        return None
    has_text = model.statistics.text is not None and not all(map(is_cell, model.vocabulary))
    text = "text" if has_text else None
    return TableSchema(model.table.numbers, model.table.choices, text)


def merge_files(sources: Sequence[Path], target: Path) -> tuple[dict[str, float], str]:
    """Add up the models of files and write what they come to; return its documents by label, and its hash."""
    merged = read_model(sources[0])
    check_can_be_added(merged, merged, sources[0].name)
    for source in sources[1:]:
        other = read_model(source)
        check_can_be_added(merged, other, source.name)
        try:
            merged = added(merged, other)
        except EngineError as error:
            raise ExchangeError("unusable", source.name, str(error)) from error
    write_whole(target, model_to_bytes(merged))
    documents = (merged.statistics.documents / UNIT).tolist()
    return dict(zip(merged.labels, documents, strict=True)), merged.canonical_hash()


def check_can_be_added(first: Model, other: Model, name: str) -> None:
    is_more_than_counts = other.recipe.learner is not None or other.recipe.event.is_fitted or other.tfidf is not None
    if is_more_than_counts or other.recipe.limits.unknown_word:
        raise ExchangeError("cannot-be-added", name)
    if other.recipe.what_is_counted != first.recipe.what_is_counted or not other.recipe.limits.is_open:
        raise ExchangeError("counts-otherwise", name)


def added(first: Model, second: Model) -> Model:
    """Return the sum of two models, under the recipe of the first; words and values are matched by their names."""
    words = Vocabulary.from_blob(*first.vocabulary.to_blob())
    columns = second.vocabulary.mapping_to(words, grow=True)
    mine, theirs = first.statistics, second.statistics
    text = None
    if mine.text is not None:
        other = needed(theirs.text, "text")
        text = mine.text.widened(len(words)) + other.remapped(columns[: other.n_tokens], len(words))
    numbers = None if mine.numbers is None else mine.numbers + needed(theirs.numbers, "numbers")
    if (first.table.numbers, first.table.choices) != (second.table.numbers, second.table.choices):
        raise EngineError("it has other columns")
    choices, table = with_choices(first, second)
    return Model(first.recipe, words, Statistics(text, numbers, choices), table=table)


def with_choices(first: Model, second: Model) -> tuple[ChoiceTally | None, TableColumns]:
    """Add up columns of choices, whose values are numbered anew where the second model has others."""
    mine, table = first.statistics.choices, first.table
    if mine is None:
        return None, table
    theirs, values, counts = needed(second.statistics.choices, "choices"), [], []
    for part, known, others in zip(theirs.counts, table.values, second.table.values, strict=True):
        names = tuple(dict.fromkeys((*known, *others)))
        moved = np.zeros((len(part), len(names)), dtype=np.int64)
        moved[:, [names.index(value) for value in others]] = part
        values.append(names)
        counts.append(moved)
    renumbered = ChoiceTally.from_counts(theirs.labels, theirs.documents, counts)
    return mine + renumbered, TableColumns(table.numbers, table.choices, tuple(values))
