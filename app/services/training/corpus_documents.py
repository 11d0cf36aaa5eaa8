"""The labelled documents of a corpus as the engine takes them: counts, numbers and choices, with label and weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.errors import NotFound, TrainingError
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.services.engine_errors import engine_errors
from app.services.training.corpus_counting import (
    DOCUMENTS_AT_ONCE,
    CountedPlaces,
    are_not_made,
    counted_places,
    held_counts,
    of_words,
    reader_of,
)
from app.services.training.recipe_planning import CorpusKind, kind_by_headers, kind_by_length
from app.services.work import memory
from app.store.documents import NO_LABEL, DocumentColumns, TableRows
from app.store.workspace import Workspace
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, stacked
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import check_size
from nbengine.learnt.held_or_streamed_documents import (
    AnyDocuments,
    Documents,
    StreamedDocuments,
    labelled_documents,
    learnt_from,
)
from nbengine.learnt.statistics import Features, Statistics, TableColumns
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import model_of_whole
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCorpus:
    """The labelled documents of a corpus at one moment."""

    corpus: Corpus
    change_number: int
    document_numbers: IntArray
    documents: AnyDocuments
    table: TableColumns | None
    dates_s: IntArray | None = None
    """(n_documents,): below zero where a document says none."""


def the_corpus(workspace: Workspace, name: str | None) -> Corpus:
    """The corpus of that name; without a name the only one, or the newest."""
    known = workspace.corpora.all()
    if name is not None:
        return workspace.corpora.get(name)
    if not known:
        raise NotFound("no-corpus", "")
    return max(known, key=lambda corpus: corpus.number)


def kind_of_corpus(workspace: Workspace, corpus: Corpus) -> CorpusKind:
    """Return the kind of a corpus by which defaults are chosen: text may be messages, mail may lack headers."""
    if corpus.kind == "table":
        return "table"
    documents, is_mail = workspace.documents, corpus.kind == "mail"
    kind: CorpusKind = "mail" if is_mail else kind_by_length("text", documents.columns(corpus.name).lengths)
    labels = labels_in_use(workspace, corpus.name)
    return kind_by_headers(kind, labels, documents.n_dated(corpus.name), documents.count(corpus.name))


def labels_in_use(workspace: Workspace, corpus: str) -> list[str]:
    """The labels that documents of a corpus have."""
    return [label.name for label in workspace.labels.all(corpus) if label.documents]


def labelled_corpus(workspace: Workspace, corpus: Corpus, recipe: Recipe, context: JobContext) -> LabelledCorpus:
    """Read what the recipe needs of a corpus; texts are read only if they were never counted under its rules.

    Counts that are more than memory should hold stay in the workspace, where passes read them a piece at a time.
    """
    reads_columns = not recipe.reads_text_alone
    counted = counted_words(workspace, corpus, recipe, context) if recipe.reads_text else None
    context.checkpoint(phase="reading counts")
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus.name)
        change_number = workspace.changes.number(corpus.name)
        rows = workspace.documents.rows(corpus.name) if corpus.kind == "table" and reads_columns else None
    numbers = labelled_numbers(columns)
    if counted is not None:
        numbers = np.intersect1d(numbers, counted.places.document_numbers, assume_unique=True)
    if rows is not None:  # a text that lies among the rows has no columns to be learnt by
        numbers = np.intersect1d(numbers, rows.document_numbers, assume_unique=True)
    labels = labels_of(columns, numbers)
    with engine_errors(TrainingError, corpus.name):
        check_size(len(labels.names), 0)
        if counted is not None and rows is None and is_streamed(counted, numbers):
            streamed = streamed_documents(workspace, counted, numbers, labels)
            return LabelledCorpus(corpus, change_number, numbers, streamed, None, labels.dates_s)
        features = features_held(workspace, counted, rows, numbers, recipe)
        documents = labelled_documents(
            features,
            labels.numbers,
            labels.names,
            Vocabulary() if counted is None else counted.vocabulary,
            labels.weights,
        )
    return LabelledCorpus(corpus, change_number, numbers, documents, table_of(corpus, rows, features), labels.dates_s)


def counted_again(
    workspace: Workspace, documents: Documents, numbers: IntArray, rules: TokenRules, context: JobContext
) -> Documents:
    """Count some documents under other rules, for a trial: nothing of it is kept."""
    counter = TokenCounter(rules)
    parts: list[CountMatrix] = []
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        context.checkpoint(first, len(numbers), "counting words")
        bodies = dict(workspace.documents.bodies(numbers[first : first + DOCUMENTS_AT_ONCE].tolist()))
        some = [bodies[number] for number in numbers[first : first + DOCUMENTS_AT_ONCE].tolist()]
        parts.append(counter.count([body.text for body in some], [body.fields for body in some]))
    text = stacked([part.widened(len(counter.vocabulary)) for part in parts])
    return replace(documents, features=Features(text), vocabulary=counter.vocabulary)


def without_made_fields(labelled: LabelledCorpus) -> LabelledCorpus | None:
    """Return the same documents without the words of made fields; None where their counts are not in memory."""
    documents = labelled.documents
    if isinstance(documents, StreamedDocuments) or documents.features.text is None:
        return None
    text = of_words(documents.features.text, are_not_made(documents.vocabulary))
    return replace(labelled, documents=replace(documents, features=replace(documents.features, text=text)))


def is_streamed(counted: CountedPlaces, numbers: IntArray) -> bool:
    """Return whether the counts of these documents are more than memory should hold."""
    return int(counted.places.of(numbers).lengths.sum()) > memory.COUNTS.held


def streamed_documents(
    workspace: Workspace, counted: CountedPlaces, numbers: IntArray, labels: OwnLabels
) -> StreamedDocuments:
    """Return documents whose counts are read when they are asked for."""
    return StreamedDocuments(
        reader_of(workspace.path, counted),
        numbers,
        counted.places.of(numbers).lengths,
        labels.numbers,
        labels.names,
        counted.vocabulary,
        labels.weights,
        memory.COUNTS.piece,
        memory.COUNTS.held,
    )


def features_held(
    workspace: Workspace, counted: CountedPlaces | None, rows: TableRows | None, numbers: IntArray, recipe: Recipe
) -> Features:
    """Return counts and columns of these documents, as far as the recipe reads them, in memory."""
    text = None if counted is None else held_counts(workspace, counted, numbers).counts
    if rows is None:
        return Features(text)
    at, kinds = np.searchsorted(rows.document_numbers, numbers), recipe.event.kinds
    own_numbers = rows.numbers[at] if "numbers" in kinds and rows.numbers.shape[1] else None
    own_choices = rows.choices[at].astype(np.int64) if "choices" in kinds else None
    return Features(text, own_numbers, own_choices if own_choices is not None and own_choices.shape[1] else None)


def table_of(corpus: Corpus, rows: TableRows | None, features: Features) -> TableColumns | None:
    """Return the names of a table's columns, as far as its features have them; None for other corpora."""
    if rows is None or corpus.schema is None:
        return None
    return TableColumns(
        corpus.schema.numeric if features.numbers is not None else (),
        corpus.schema.categorical if features.choices is not None else (),
        rows.values if features.choices is not None else (),
    )


def counted_words(workspace: Workspace, corpus: Corpus, recipe: Recipe, context: JobContext) -> CountedPlaces:
    """Count the corpus under the recipe's rules, as far as it is not yet; return where the counts lie."""
    with engine_errors(TrainingError, corpus.name):
        return counted_places(workspace, corpus.name, recipe.rules, context)


def watched(documents: AnyDocuments, context: JobContext, phase: str) -> AnyDocuments:
    """The documents, telling in each pass over them how far it is; a stop ends the pass at the next piece."""
    return documents.watched(lambda done, total: context.checkpoint(done, total, phase))


def model_of(recipe: Recipe, labelled: LabelledCorpus, whole: Statistics | None = None) -> Model:
    """Learn every document of a corpus under a recipe; how far the model can be trusted is not looked into.

    `whole` is what the documents add up to, if that is known already.
    """
    documents = labelled.documents
    return model_of_whole(recipe, documents, whole or learnt_from(documents), labelled.table)


def adopted(model: Model, documents: Documents) -> Features:
    """Bring the features of documents from a corpus's words to the model's columns."""
    given = documents.features
    if given.text is None:
        return given
    return Features(model.adopt(given.text, documents.vocabulary).counts, given.numbers, given.choices)


def labelled_numbers(columns: DocumentColumns) -> IntArray:
    """Return the numbers of the documents that have a label and count for anything."""
    is_used = (columns.labels != NO_LABEL) & (columns.weights > 0)
    return np.asarray(columns.numbers[is_used])


@dataclass(frozen=True, slots=True, eq=False)
class OwnLabels:
    """The label of each of some documents, as a place among names in alphabetical order, and its weight."""

    numbers: IntArray
    names: tuple[str, ...]
    weights: FloatArray | None
    """None where each weighs one."""
    dates_s: IntArray


def labels_of(columns: DocumentColumns, numbers: IntArray) -> OwnLabels:
    """Return the labels and weights of these documents."""
    at = np.searchsorted(columns.numbers, numbers)
    places = columns.labels[at]
    used = sorted(
        np.flatnonzero(np.bincount(places, minlength=1)).tolist(), key=lambda place: columns.label_names[place]
    )
    new_places = np.full(len(columns.label_names) + 1, -1)
    new_places[used] = np.arange(len(used))
    weights = columns.weights[at]
    names = tuple(columns.label_names[place] for place in used)
    own_weights = None if (weights == 1.0).all() else weights
    return OwnLabels(new_places[places], names, own_weights, columns.dates_s[at])
