"""The labelled documents of a corpus as the engine takes them: counts, numbers and choices, with label and weight.

Documents are counted once for each set of token rules, and counts are kept in the workspace, so that training never
reads a text twice. Words are numbered per corpus and rules, in the order in which they came; a model takes from these
counts the words that its own vocabulary keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, label_set
from app.domain.errors import NotFound, TrainingError
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.library import memory
from app.library.engine_errors import engine_errors
from app.library.extraction import TEXTS_AT_ONCE, counted_by_workers, may_hang
from app.library.recipes import CorpusKind, kind_by_headers, kind_by_length
from app.store.count_segments import SegmentPlaces
from app.store.document_packing import PackedDocument
from app.store.documents import NO_LABEL, DocumentColumns, TableRows
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace, reading
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, count_matrix, remapped, stacked
from nbengine.arrays.named_bytes import plain_key
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import check_size
from nbengine.learnt.held_or_streamed_documents import (
    AnyDocuments,
    Documents,
    Reader,
    StreamedDocuments,
    labelled_documents,
    learnt_from,
)
from nbengine.learnt.statistics import Features, Statistics, TableColumns
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText, Cuts, cells_as_words
from nbengine.models.recipe import Recipe
from nbengine.models.training import model_of_whole
from nbengine.questions.answers import sets_given
from nbengine.questions.set_model import SetModel, SeveralVerdicts
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import MADE, TokenRules, with_made
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts


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
    reads_columns = not recipe.reads_text_alone or recipe.cuts is not None
    with engine_errors(TrainingError, corpus.name):
        has_words = reads_words(corpus, recipe)
        counted = counted_places(workspace, corpus.name, recipe.rules, context) if has_words else None
    context.checkpoint(phase="reading counts")
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus.name)
        change_number = workspace.changes.number(corpus.name)
        rows = workspace.documents.rows(corpus.name) if corpus.kind == "table" and reads_columns else None
    numbers = np.asarray(columns.numbers[(columns.labels != NO_LABEL) & (columns.weights > 0)])
    if counted is not None:
        numbers = np.intersect1d(numbers, counted.places.document_numbers, assume_unique=True)
    if rows is not None:  # a text that lies among the rows has no columns to be learnt by
        numbers = np.intersect1d(numbers, rows.document_numbers, assume_unique=True)
    labels = labels_of(columns, numbers)
    with engine_errors(TrainingError, corpus.name):
        check_size(len(labels.names), 0)
        if counted is not None and rows is None:
            lengths = counted.places.of(numbers).lengths
            if lengths.sum() > memory.COUNTS.held:
                own = (labels.numbers, labels.names, counted.vocabulary, labels.weights)
                budget = (memory.COUNTS.piece, memory.COUNTS.held)
                streamed = StreamedDocuments(reader_of(workspace.path, counted), numbers, lengths, *own, *budget)
                return LabelledCorpus(corpus, change_number, numbers, streamed, None, labels.dates_s)
        features = features_held(workspace, counted, rows, numbers, recipe)
        table = table_of(corpus, rows, features)
        vocabulary = Vocabulary() if counted is None else counted.vocabulary
        if recipe.cuts is not None and table is not None:
            features, vocabulary = with_cells(recipe.cuts, table, features, vocabulary)
        documents = labelled_documents(features, labels.numbers, labels.names, vocabulary, labels.weights)
    return LabelledCorpus(corpus, change_number, numbers, documents, table, labels.dates_s)


def reads_words(corpus: Corpus, recipe: Recipe) -> bool:
    """Return whether texts are to be counted; where cells are words, a table may do without."""
    has_text = recipe.cuts is None or corpus.schema is None or corpus.schema.text is not None
    return recipe.reads_text and has_text


def with_cells(
    cuts: Cuts, table: TableColumns, features: Features, vocabulary: Vocabulary
) -> tuple[Features, Vocabulary]:
    """Return the cells of rows as words beside those of their texts, in place of the columns."""
    cells, words = cells_as_words(cuts, table, features.numbers, features.choices)
    if features.text is None:
        return Features(cells), words
    both = Vocabulary.from_blob(*vocabulary.to_blob())
    columns = words.mapping_to(both, grow=True)
    return Features(beside(features.text, remapped(cells, columns, len(both)))), both


def beside(one: CountMatrix, other: CountMatrix) -> CountMatrix:
    """Add up counts of the same documents."""
    n_tokens = max(one.n_tokens, other.n_tokens)
    return count_matrix(one.widened(n_tokens).csr + other.widened(n_tokens).csr)


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


def features_held(
    workspace: Workspace, counted: CountedPlaces | None, rows: TableRows | None, numbers: IntArray, recipe: Recipe
) -> Features:
    """Return counts and columns of these documents, as far as the recipe reads them, in memory."""
    text = None if counted is None else held_counts(workspace, counted, numbers)
    if rows is None:
        return Features(text)
    at = np.searchsorted(rows.document_numbers, numbers)
    kinds = recipe.event.kinds if recipe.cuts is None else ("numbers", "choices")
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


DOCUMENTS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class CountedPlaces:
    """Places of the counts of a corpus with their vocabulary, without the counts themselves."""

    places: SegmentPlaces
    vocabulary: Vocabulary
    is_meant: npt.NDArray[np.bool_] | None = None
    """(n_words,): whether the rules count the word, where the counts were made by richer ones."""

    def matrix(self, starts: IntArray, tokens: npt.NDArray[np.int32], values: npt.NDArray[np.int32]) -> CountMatrix:
        """Return counts of some documents, of the words that are meant."""
        counts = CountMatrix(starts, tokens, values, len(self.vocabulary))
        return counts if self.is_meant is None else of_words(counts, self.is_meant)


def rules_key(rules: TokenRules) -> str:
    """The name under which counts made by these rules are kept."""
    return plain_key(rules)


def counted_places(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CountedPlaces:
    """Count what was never counted by these rules, and tell where the counts of each document are."""
    used = rules_used(workspace, corpus, rules)
    count_missing(workspace, corpus, used, context)
    with workspace.snapshot():
        places = workspace.segments.places(corpus, rules_key(used))
        words = Vocabulary(workspace.segments.words(corpus, rules_key(used)))
    return CountedPlaces(places, words, None if used == rules else are_not_made(words))


def are_not_made(words: Vocabulary) -> npt.NDArray[np.bool_]:
    """Return which words are not of a made field, (n_words,)."""
    spans, is_meant = words.spans(), np.ones(len(words), np.bool_)
    for made in MADE:
        is_meant &= ~spans.begin_with(f"{made.name}:".encode())
    return is_meant


def of_words(counts: CountMatrix, is_meant: npt.NDArray[np.bool_]) -> CountMatrix:
    """Return the counts of some words alone, in the same columns."""
    is_kept = is_meant.take(counts.tokens)
    kept_starts = np.concatenate([[0], np.cumsum(is_kept)])[counts.starts].astype(np.int64)
    return CountMatrix(kept_starts, counts.tokens[is_kept], counts.values[is_kept], counts.n_tokens)


def rules_used(workspace: Workspace, corpus: str, rules: TokenRules) -> TokenRules:
    """Return the rules whose counts are used: richer ones, where only those have counted all documents."""
    richer = with_made(rules)
    if richer == rules or not len(workspace.segments.uncounted(corpus, rules_key(rules))):
        return rules
    return rules if len(workspace.segments.uncounted(corpus, rules_key(richer))) else richer


def held_counts(workspace: Workspace, counted: CountedPlaces, numbers: IntArray) -> CountMatrix:
    """The counts of some documents, all in memory."""
    (found,) = workspace.segments.runs(counted.places, [numbers])
    return counted.matrix(found.starts, found.tokens, found.values)


def reader_of(path: Path, counted: CountedPlaces) -> Reader:
    """Reads counts anew in each pass, by a connection of its own: whoever asked may have closed theirs by then."""

    def read(runs: Iterable[IntArray]) -> Iterator[CountMatrix]:
        with reading(path) as workspace:
            for found in workspace.segments.runs(counted.places, runs):
                yield counted.matrix(found.starts, found.tokens, found.values)

    return read


def count_missing(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> None:
    """Count the documents that came since these rules were last used, a batch to a transaction."""
    missing = workspace.segments.uncounted(corpus, rules_key(rules))
    if not len(missing):
        return
    writer = workspace.segments.writer(corpus, rules_key(rules))
    vocabulary = Vocabulary(writer.words)
    done, n_known = 0, len(vocabulary)
    context.checkpoint(done, len(missing), "counting words")
    for numbers, counts in _counted(rules, vocabulary, workspace.documents.bodies(missing.tolist()), context):
        new_words = vocabulary.words_of(np.arange(n_known, len(vocabulary)))
        writer.add(np.array(numbers, np.int64), counts.starts, counts.tokens, counts.values, new_words)
        n_known = len(vocabulary)
        done += len(numbers)
        context.checkpoint(done, len(missing), "counting words")


def _counted(
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterator[tuple[int, Document]], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Yield numbers and counts of documents, some at a time."""
    if may_hang(rules):
        yield from counted_by_workers(rules, vocabulary, _batches(bodies, TEXTS_AT_ONCE), context)
        return
    counter = TokenCounter(rules, vocabulary)
    for batch in _batches(bodies, DOCUMENTS_AT_ONCE):
        texts, fields = [body.text for _, body in batch], [body.fields for _, body in batch]
        yield [number for number, _ in batch], counter.count(texts, fields)


def _batches(bodies: Iterator[tuple[int, Document]], at_once: int) -> Iterator[list[tuple[int, Document]]]:
    while batch := list(islice(bodies, at_once)):
        yield batch


MISSING = -1


def documents_features(workspace: Workspace, model: Model, numbers: Sequence[int], *, grow: bool) -> Features:
    """Return features of stored documents, deleted ones included as long as they can be brought back."""
    bodies = dict(workspace.documents.bodies(numbers))
    texts, fields = [bodies[number].text for number in numbers], [bodies[number].fields for number in numbers]
    counted = model.count(texts, fields, grow=grow) if model.statistics.text is not None else None
    if not has_columns(model):
        return Features(None if counted is None else counted.counts)
    rows = workspace.documents.rows_of(numbers)
    return with_columns(model, counted, rows, grow=grow).features


def stored_features(
    workspace: Workspace, model: Model, corpus: str, numbers: IntArray, context: JobContext
) -> Iterator[tuple[IntArray, CountedFeatures]]:
    """Yield stored documents of a corpus by their counts, some numbers at a time with the features to judge them by.

    Documents without what the model reads, such as a text beside the rows of a table, are left out.
    """
    counted = None
    if model.statistics.text is not None:
        counted = counted_places(workspace, corpus, model.recipe.rules, context)
        numbers = np.intersect1d(numbers, counted.places.document_numbers, assume_unique=True)
    if has_columns(model):
        numbers = np.intersect1d(numbers, workspace.documents.rows(corpus).document_numbers, assume_unique=True)
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        context.checkpoint(first, len(numbers), "judging documents without a label")
        some = numbers[first : first + DOCUMENTS_AT_ONCE]
        text = None if counted is None else model.adopt(held_counts(workspace, counted, some), counted.vocabulary)
        rows = workspace.documents.rows_of(some.tolist()) if has_columns(model) else ()
        yield some, with_columns(model, text, rows, grow=False)


def read_features(model: Model, documents: Sequence[Document], *, grow: bool = False) -> CountedFeatures:
    """Return features of documents that were just read."""
    counted = None
    if model.statistics.text is not None:
        counted = model.count([d.text for d in documents], [d.fields for d in documents], grow=grow)
    found = with_columns(model, counted, [(d.numbers, d.choices) for d in documents], grow=grow)
    return without_misread(found, [document.sureness for document in documents])


class CountedFeatures(NamedTuple):
    """Features, and their text with how many words of each document the model does not know, where that was counted."""

    features: Features
    text: CountedText | None


def has_columns(model: Model) -> bool:
    """Return whether a model reads the columns of a table, be it as words."""
    statistics = model.statistics
    return statistics.numbers is not None or statistics.choices is not None or model.recipe.cuts is not None


def with_columns(
    model: Model,
    counted: CountedText | None,
    rows: Iterable[tuple[Sequence[float], Sequence[str | None]]],
    *,
    grow: bool,
) -> CountedFeatures:
    """Add a table's columns to counted text, as far as the model has them."""
    text = None if counted is None else counted.counts
    if not has_columns(model):
        return CountedFeatures(Features(text), counted)
    found = list(rows)
    if text is not None and len(found) != text.n_documents:
        raise EngineError("it reads the columns of a table, which a document here does not have")
    numbers = None
    if model.statistics.numbers is not None or (model.recipe.cuts and model.table.numbers):
        check_columns([row[0] for row in found], model.table.numbers)
        cells_of_numbers = np.array([list(row[0]) for row in found], np.float64)
        numbers = cells_of_numbers.reshape(len(found), len(model.table.numbers))
    choices = choice_columns(model, [row[1] for row in found], grow=grow)
    if model.recipe.cuts is not None:
        cells = model.adopt(*cells_as_words(model.recipe.cuts, model.table, numbers, choices), grow=grow)
        if counted is not None:
            unknown = counted.unknown + cells.unknown
            cells = replace(counted, counts=beside(counted.counts, cells.counts), unknown=unknown)
        return CountedFeatures(Features(cells.counts), cells)
    return CountedFeatures(Features(text, numbers, choices), counted)


def without_misread(counted: CountedFeatures, sureness: Sequence[float | None]) -> CountedFeatures:
    """Count as many unknown words as misread as the recogniser is unsure of, so that they make no document look new."""
    if counted.text is None or all(each is None for each in sureness):
        return counted
    counts, unknown, in_text = counted.text.counts, counted.text.unknown, counted.text.unknown_in_text
    misread = np.array([0.0 if each is None else 1.0 - each for each in sureness])
    n_words = np.bincount(counts.rows, weights=counts.values, minlength=counts.n_documents) + unknown
    new = np.maximum(0.0, unknown - misread * n_words)
    left = None if in_text is None else np.maximum(0.0, in_text - misread * n_words)
    return CountedFeatures(counted.features, CountedText(counts, new, left))


def check_columns(rows: Sequence[Sequence[object]], names: Sequence[str]) -> None:
    """A document without the columns that a model reads, such as a text, cannot be judged by them."""
    if any(len(row) != len(names) for row in rows):
        raise EngineError(f"it reads the columns {', '.join(names)} of a table, which a document here does not have")


def choice_columns(model: Model, rows: Sequence[Sequence[str | None]], *, grow: bool) -> npt.NDArray[np.int64] | None:
    """Number the values as the model does; a new value is unknown to it, or joins where it is to be learnt."""
    if model.statistics.choices is None and not (model.recipe.cuts is not None and model.table.choices):
        return None
    check_columns(rows, model.table.choices)
    known = [{value: number for number, value in enumerate(values)} for values in model.table.values]
    known += [{} for _ in range(len(model.table.choices) - len(known))]
    numbered = [[numbered_value(known[place], value, grow=grow) for place, value in enumerate(row)] for row in rows]
    if grow:
        model.table = replace(model.table, values=tuple(tuple(values) for values in known))
    return np.array(numbered, np.int64).reshape(len(rows), len(model.table.choices))


def numbered_value(known: dict[str, int], value: str | None, *, grow: bool) -> int:
    if value is None:
        return MISSING
    if value not in known and not grow:
        return len(known)
    return known.setdefault(value, len(known))


def packed_rows(documents: Sequence[PackedDocument]) -> list[tuple[tuple[float, ...], tuple[str | None, ...]]]:
    """The columns of documents as workers send them."""
    return [(document.numbers, document.choices) for document in documents]


UNDECIDED = -1


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledVerdicts:
    """The label that each of some documents was judged to have, and its probability."""

    numbers: IntArray
    """(n_documents,): ascending."""
    labels: tuple[str | None, ...]
    """A label, a set of labels, or None where the model could not decide."""
    probabilities: npt.NDArray[np.float32]


NO_UNLABELLED = UnlabelledVerdicts(np.zeros(0, np.int64), (), np.zeros(0, np.float32))


def judged_unlabelled(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> UnlabelledVerdicts:
    """Judge the documents of a corpus that no model learns: those without a label, or without weight."""
    columns = workspace.documents.columns(corpus)
    wanted = np.asarray(columns.numbers[(columns.labels == NO_LABEL) | (columns.weights == 0)])
    numbers: list[int] = []
    labels: list[str | None] = []
    probabilities: list[float] = []
    for some, counted in stored_features(workspace, model, corpus, wanted, context):
        is_text_alone = counted.features.numbers is None and counted.features.choices is None
        given = counted.text if counted.text is not None and is_text_alone else counted.features
        verdicts = model.judge(given)
        numbers += some.tolist()
        for label, probability in _told(model, verdicts):
            labels.append(label)
            probabilities.append(probability)
    return UnlabelledVerdicts(np.array(numbers, np.int64), tuple(labels), np.array(probabilities, np.float32))


def _told(model: Model, verdicts: Verdicts) -> list[tuple[str | None, float]]:
    """Return the label of each verdict with its probability; of several labels that of the least probable one."""
    if isinstance(model, SetModel) and isinstance(verdicts, SeveralVerdicts):
        shares = np.exp(verdicts.calibrated)
        least = np.where(verdicts.given, shares, 1.0).min(axis=1, initial=1.0).tolist()
        return [(label_set([given]) if given else None, share) for given, share in zip(
            sets_given(verdicts.labels, verdicts.given), least, strict=True)]  # fmt: skip
    places, confidence = verdicts.label_numbers.tolist(), verdicts.confidence.tolist()
    names = [model.labels[place] if place >= 0 else None for place in places]
    return list(zip(names, confidence, strict=True))


def with_unlabelled(judged: LeaveOneOut, rest: UnlabelledVerdicts) -> LeaveOneOut:
    """Add the verdicts on documents that were not learnt to those on the others."""
    is_new = ~np.isin(rest.numbers, judged.document_numbers)
    if not is_new.any():
        return judged
    names = tuple(dict.fromkeys([*judged.label_names, *(label for label in rest.labels if label is not None)]))
    places = {name: place for place, name in enumerate(names)} | {None: UNDECIDED}
    labels = np.array([places[label] for label in rest.labels], np.int32)[is_new]
    numbers = np.concatenate([judged.document_numbers, rest.numbers[is_new]])
    order = np.argsort(numbers, kind="stable")
    own = judged.own_labels if judged.own_labels is not None else judged.labels
    return LeaveOneOut(
        judged.change_number,
        names,
        numbers[order],
        np.concatenate([judged.labels, labels])[order],
        np.concatenate([judged.probabilities, rest.probabilities[is_new]])[order],
        judged.model,
        np.concatenate([own, labels])[order],
    )
