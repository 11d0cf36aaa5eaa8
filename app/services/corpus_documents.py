"""The labelled documents of a corpus as the engine takes them: counts, numbers and choices, with label and weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.domain.errors import NotFound, TrainingError
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.services.counting import CorpusCounts, corpus_counts
from app.services.recipes import CorpusKind, kind_by_length
from app.store.documents import NO_LABEL, DocumentColumns
from app.store.workspace import Workspace
from nbengine.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.features import Features
from nbengine.model import Model, TableColumns
from nbengine.recipe import Recipe
from nbengine.statistics import Statistics
from nbengine.training import Documents, labelled_documents, learnt_from, model_of_whole
from nbengine.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCorpus:
    """What a corpus held at one moment, as far as it is labelled."""

    corpus: Corpus
    change_number: int
    document_numbers: IntArray
    documents: Documents
    table: TableColumns | None


def the_corpus(workspace: Workspace, name: str | None) -> Corpus:
    """The corpus of that name; without a name the only one, or the newest."""
    known = workspace.corpora.all()
    if name is not None:
        return workspace.corpora.get(name)
    if not known:
        raise NotFound("no-corpus", "")
    return max(known, key=lambda corpus: corpus.number)


def kind_of_corpus(workspace: Workspace, corpus: Corpus) -> CorpusKind:
    """What a corpus looks like, for the default recipe: text may be short messages."""
    if corpus.kind != "text":
        return corpus.kind
    return kind_by_length(corpus.kind, workspace.documents.columns(corpus.name).lengths)


def labelled_corpus(workspace: Workspace, corpus: Corpus, recipe: Recipe, context: JobContext) -> LabelledCorpus:
    """Read what the recipe needs of a corpus; texts are read only if they were never counted under its rules."""
    reads_columns = recipe.event_model in ("gaussian", "categorical", "mixed")
    counted = counted_words(workspace, corpus, recipe, context) if recipe.reads_text else None
    context.checkpoint(phase="reading counts")
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus.name)
        change_number = workspace.changes.number(corpus.name)
        rows = workspace.documents.rows(corpus.name) if corpus.kind == "table" and reads_columns else None
    numbers = labelled_numbers(columns)
    if counted is not None:
        numbers = np.intersect1d(numbers, counted.document_numbers, assume_unique=True)
    if rows is not None:  # a text that lies among the rows has no columns to be learnt by
        numbers = np.intersect1d(numbers, rows.document_numbers, assume_unique=True)
    text = None if counted is None else picked_counts(counted.counts, counted.document_numbers, numbers)
    if rows is not None:
        at = np.searchsorted(rows.document_numbers, numbers)
        own_numbers = rows.numbers[at] if recipe.event_model != "categorical" and rows.numbers.shape[1] else None
        own_choices = rows.choices[at].astype(np.int64) if recipe.event_model != "gaussian" else None
        own_choices = own_choices if own_choices is not None and own_choices.shape[1] else None
    else:
        own_numbers = own_choices = None
    vocabulary = Vocabulary() if counted is None else counted.vocabulary
    try:
        features = Features(text, own_numbers, own_choices)
        documents = with_labels(features, columns, numbers, vocabulary)
    except EngineError as error:
        raise TrainingError(corpus.name, str(error)) from error
    table = None
    if rows is not None and corpus.schema is not None:
        table = TableColumns(
            corpus.schema.numeric if own_numbers is not None else (),
            corpus.schema.categorical if own_choices is not None else (),
            rows.values if own_choices is not None else (),
        )
    return LabelledCorpus(corpus, change_number, numbers, documents, table)


def counted_words(workspace: Workspace, corpus: Corpus, recipe: Recipe, context: JobContext) -> CorpusCounts:
    """The corpus's counts under the recipe's rules."""
    try:
        return corpus_counts(workspace, corpus.name, recipe.rules, context)
    except EngineError as error:
        raise TrainingError(corpus.name, str(error)) from error


def model_of(recipe: Recipe, labelled: LabelledCorpus, whole: Statistics | None = None) -> Model:
    """Learn every document of a corpus under a recipe; how far the model can be trusted is not looked into.

    `whole` is what the documents add up to, if that is known already.
    """
    documents = labelled.documents
    return model_of_whole(recipe, documents, whole or learnt_from(documents), labelled.table)


def adopted(model: Model, documents: Documents) -> Features:
    """Documents counted over a corpus's words, over the model's columns."""
    given = documents.features
    if given.text is None:
        return given
    return Features(model.adopt(given.text, documents.vocabulary).counts, given.numbers, given.choices)


def labelled_numbers(columns: DocumentColumns) -> IntArray:
    """Numbers of the documents that have a label and count for anything."""
    is_used = (columns.labels != NO_LABEL) & (columns.weights > 0)
    return np.asarray(columns.numbers[is_used])


def picked_counts(counts: CountMatrix, held: IntArray, wanted: IntArray) -> CountMatrix:
    """Rows of the wanted documents; all of them without a copy where that is what is wanted."""
    if len(held) == len(wanted):
        return counts
    return counts[np.searchsorted(held, wanted)]


def with_labels(features: Features, columns: DocumentColumns, numbers: IntArray, vocabulary: Vocabulary) -> Documents:
    """Put labels, in the order of their names, and weights to the features of these documents."""
    at = np.searchsorted(columns.numbers, numbers)
    places = columns.labels[at]
    used = sorted(
        np.flatnonzero(np.bincount(places, minlength=1)).tolist(), key=lambda place: columns.label_names[place]
    )
    new_places = np.full(len(columns.label_names) + 1, -1)
    new_places[used] = np.arange(len(used))
    weights = columns.weights[at]
    names = [columns.label_names[place] for place in used]
    return labelled_documents(
        features, new_places[places], names, vocabulary, None if (weights == 1.0).all() else weights
    )
