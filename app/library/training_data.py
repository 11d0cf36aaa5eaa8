"""Prepare the labelled documents of a corpus for training: token counts, numeric columns, categories, labels and
weights.

The workspace stores the word counts of each document for each set of token rules, so training never tokenizes a text
twice. Stored words are numbered per corpus and rules, in order of first appearance. A model maps these counts to the
words of its own vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, label_set_name
from app.domain.errors import NotFound, NoWorkers, TrainingError
from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.records import Corpus
from app.library import memory
from app.library.engine_errors import translate_engine_errors
from app.library.extraction import TEXTS_AT_ONCE, count_with_workers, has_custom_pattern, may_backtrack
from app.library.recipes import CorpusFacts, CorpusKind, choose_kind_by_headers, choose_kind_by_length
from app.store.count_segments import SegmentLocations
from app.store.document_packing import PackedDocument
from app.store.documents import NO_LABEL, DocumentColumns, TableRows
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace, open_for_reading
from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    count_matrix,
    remap_tokens,
    stack_counts,
)
from nbengine.errors import EngineError
from nbengine.learnt.documents import (
    AnyDocuments,
    Documents,
    Reader,
    StreamedDocuments,
    labelled_documents,
    statistics_of_documents,
)
from nbengine.learnt.statistics import Features, Statistics, TableColumns
from nbengine.learnt.tally import check_size
from nbengine.learnt.unlabelled import UnlabelledDocuments
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText, CuttingPoints, choose_cutting_points, count_cells_as_words
from nbengine.models.recipe import Recipe
from nbengine.models.training import MAX_UNLABELLED, train_on_statistics
from nbengine.packing import hash_record
from nbengine.questions.answers import label_sets_of
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import DERIVED_FIELDS, TokenRules, with_derived_fields
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCorpus:
    """Snapshot of a corpus's labelled documents."""

    corpus: Corpus
    change_number: int
    document_numbers: IntArray
    documents: AnyDocuments
    table: TableColumns | None
    dates_s: IntArray | None = None
    """(n_documents,): Unix time in seconds; negative where a document has no date."""


def find_corpus(workspace: Workspace, name: str | None) -> Corpus:
    """Return the corpus with this name; without a name, the most recently created one.

    Raises NotFound if the workspace has no corpus.
    """
    known = workspace.corpora.all()
    if name is not None:
        return workspace.corpora.get(name)
    if not known:
        raise NotFound("no-corpus", "")
    return max(known, key=lambda corpus: corpus.number)


def kind_of_corpus(workspace: Workspace, corpus: Corpus) -> CorpusKind:
    """Return the corpus kind that the defaults of a recipe depend on.

    This may differ from the stored kind: short texts are "message", and mail without headers is "stripped".
    """
    if corpus.kind == "table":
        return "table"
    documents, is_mail = workspace.documents, corpus.kind == "mail"
    kind: CorpusKind = "mail" if is_mail else choose_kind_by_length("text", documents.columns(corpus.name).n_characters)
    labels = list_labels_in_use(workspace, corpus.name)
    return choose_kind_by_headers(kind, labels, documents.count_dated(corpus.name), documents.count(corpus.name))


def facts_of_corpus(workspace: Workspace, corpus: Corpus) -> CorpusFacts:
    """Return the facts about this corpus that decide how a request is resolved to a recipe."""
    return CorpusFacts(
        corpus.name,
        kind_of_corpus(workspace, corpus),
        list_labels_in_use(workspace, corpus.name),
        takes_several=corpus.takes_several,
        schema=corpus.schema,
        compute_cuts=lambda: choose_cutting_points(workspace.documents.table_rows(corpus.name).numeric_values),
    )


def list_labels_in_use(workspace: Workspace, corpus: str) -> list[str]:
    """Return the labels that at least one document of the corpus has."""
    return [label.name for label in workspace.labels.all(corpus) if label.documents]


def load_labelled_corpus(workspace: Workspace, corpus: Corpus, recipe: Recipe, context: JobContext) -> LabelledCorpus:
    """Load the labelled documents of a corpus with the features that the recipe reads.

    Only documents that were never counted under the recipe's rules are tokenized. Counts above the memory budget are
    not loaded: the result then streams them from the workspace, piece by piece.
    """
    reads_columns = not recipe.reads_text_alone or recipe.cuts is not None
    with translate_engine_errors(TrainingError, corpus.name):
        has_words = counts_texts(corpus, recipe)
        counted = ensure_counted(workspace, corpus.name, recipe.rules, context) if has_words else None
    context.checkpoint(phase="reading counts")
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus.name)
        change_number = workspace.changes.last_number(corpus.name)
        rows = workspace.documents.table_rows(corpus.name) if corpus.kind == "table" and reads_columns else None
    numbers = np.asarray(columns.document_numbers[(columns.label_indices != NO_LABEL) & (columns.weights > 0)])
    if counted is not None:
        numbers = np.intersect1d(numbers, counted.segments.document_numbers, assume_unique=True)
    if rows is not None:  # a plain text among the rows of a table has no columns to learn from
        numbers = np.intersect1d(numbers, rows.document_numbers, assume_unique=True)
    labels = labels_of_documents(columns, numbers)
    with translate_engine_errors(TrainingError, corpus.name):
        check_size(len(labels.label_names), 0)
        if counted is not None and rows is None:
            lengths = counted.segments.select(numbers).n_distinct_words
            if lengths.sum() > memory.COUNT_BUDGET.max_held_entries:
                label_arguments = (labels.label_indices, labels.label_names, counted.vocabulary, labels.weights)
                budget = (memory.COUNT_BUDGET.piece_entries, memory.COUNT_BUDGET.max_held_entries)
                streamed = StreamedDocuments(
                    make_counts_reader(workspace.path, counted), numbers, lengths, *label_arguments, *budget
                )
                return LabelledCorpus(corpus, change_number, numbers, streamed, None, labels.dates_s)
        features = load_features(workspace, counted, rows, numbers, recipe)
        table = columns_of_table(corpus, rows, features)
        vocabulary = Vocabulary() if counted is None else counted.vocabulary
        if recipe.cuts is not None and table is not None:
            features, vocabulary = add_cell_words(recipe.cuts, table, features, vocabulary)
        documents = labelled_documents(features, labels.label_indices, labels.label_names, vocabulary, labels.weights)
        if recipe.unlabelled and counted is not None and rows is None:
            documents = add_unlabelled_counts(workspace, counted, documents, unlabelled_numbers(columns))
    return LabelledCorpus(corpus, change_number, numbers, documents, table, labels.dates_s)


def unlabelled_numbers(columns: DocumentColumns) -> IntArray:
    """Return the numbers of the documents that no person labelled, ascending.

    A document with a label and weight 0 was labelled by a model, so it counts as unlabelled. A document without a label
    and with weight 0 was excluded from training, so its number is not returned.
    """
    is_unlabelled = (columns.label_indices == NO_LABEL) == (columns.weights > 0)
    return np.asarray(columns.document_numbers[is_unlabelled])


def add_unlabelled_counts(
    workspace: Workspace, counted: CountLocations, documents: Documents, numbers: IntArray
) -> Documents:
    """Return the documents with the counts of some of the unlabelled documents `numbers`, chosen at random.

    At most MAX_UNLABELLED are added, and as many as fit the memory budget. A word is dropped from the vocabulary if no
    labelled document and at most one unlabelled document contains it.
    """
    text = documents.features.text
    if text is None:
        return documents
    numbers = np.intersect1d(numbers, counted.segments.document_numbers, assume_unique=True)
    numbers = np.random.default_rng(0).permutation(numbers)[:MAX_UNLABELLED]
    fits = np.cumsum(counted.segments.select(numbers).n_distinct_words) <= memory.COUNT_BUDGET.max_held_entries
    unlabelled = UnlabelledDocuments(load_counts(workspace, counted, np.sort(numbers[fits])))
    is_kept = unlabelled.has_word
    is_kept[text.tokens] = True
    kept, columns = np.flatnonzero(is_kept), np.where(is_kept, np.cumsum(is_kept) - 1, -1)
    narrow = UnlabelledDocuments(remap_tokens(unlabelled.counts, columns, len(kept)))
    features = replace(documents.features, text=remap_tokens(text, columns, len(kept)))
    return replace(documents, features=features, vocabulary=documents.vocabulary.select(kept), unlabelled=narrow)


def counts_texts(corpus: Corpus, recipe: Recipe) -> bool:
    """Return whether training on this corpus counts the words of its texts.

    A recipe that converts table cells to words reads texts only if the table has a text column.
    """
    has_text = recipe.cuts is None or corpus.schema is None or corpus.schema.text is not None
    return recipe.reads_text and has_text


def add_cell_words(
    cuts: CuttingPoints, table: TableColumns, features: Features, vocabulary: Vocabulary
) -> tuple[Features, Vocabulary]:
    """Return features in which words replace the cells of a table, and the vocabulary with these words.

    The words of the cells are added to the words of the texts. `cuts` divide numeric values into ranges.
    """
    cells, words = count_cells_as_words(cuts, table, features.numbers, features.choices)
    if features.text is None:
        return Features(cells), words
    merged = Vocabulary.from_blob(*vocabulary.to_blob())
    columns = words.mapping_to(merged, grow=True)
    return Features(sum_counts(features.text, remap_tokens(cells, columns, len(merged)))), merged


def sum_counts(first: CountMatrix, second: CountMatrix) -> CountMatrix:
    """Add two count matrices of the same documents, element by element."""
    n_tokens = max(first.n_tokens, second.n_tokens)
    return count_matrix(first.widen(n_tokens).csr + second.widen(n_tokens).csr)


def recount_documents(
    workspace: Workspace, documents: Documents, numbers: IntArray, rules: TokenRules, context: JobContext
) -> Documents:
    """Return the documents counted under other token rules, to compare recipes. The counts are not stored."""
    counter = TokenCounter(rules)
    parts: list[CountMatrix] = []
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        context.checkpoint(first, len(numbers), "counting words")
        bodies = dict(workspace.documents.read_bodies(numbers[first : first + DOCUMENTS_AT_ONCE].tolist()))
        batch = [bodies[number] for number in numbers[first : first + DOCUMENTS_AT_ONCE].tolist()]
        parts.append(counter.count([body.text for body in batch], [body.fields for body in batch]))
    text = stack_counts([part.widen(len(counter.vocabulary)) for part in parts])
    return replace(documents, features=Features(text), vocabulary=counter.vocabulary)


def drop_derived_fields(labelled: LabelledCorpus) -> LabelledCorpus | None:
    """Return the corpus without the words of derived fields; None if its counts are not in memory."""
    documents = labelled.documents
    if isinstance(documents, StreamedDocuments) or documents.features.text is None:
        return None
    text = keep_words(documents.features.text, mask_without_derived_fields(documents.vocabulary))
    return replace(labelled, documents=replace(documents, features=replace(documents.features, text=text)))


def load_features(
    workspace: Workspace, counted: CountLocations | None, rows: TableRows | None, numbers: IntArray, recipe: Recipe
) -> Features:
    """Load those word counts and table columns of documents that the recipe reads."""
    text = None if counted is None else load_counts(workspace, counted, numbers)
    if rows is None:
        return Features(text)
    row_indices = np.searchsorted(rows.document_numbers, numbers)
    kinds = recipe.event.column_kinds if recipe.cuts is None else ("numbers", "choices")
    numeric_cells = rows.numeric_values[row_indices] if "numbers" in kinds and rows.numeric_values.shape[1] else None
    category_cells = rows.category_indices[row_indices].astype(np.int64) if "choices" in kinds else None
    return Features(
        text, numeric_cells, category_cells if category_cells is not None and category_cells.shape[1] else None
    )


def columns_of_table(corpus: Corpus, rows: TableRows | None, features: Features) -> TableColumns | None:
    """Return the names of the table's columns that `features` contains; None if the corpus is not a table."""
    if rows is None or corpus.schema is None:
        return None
    return TableColumns(
        corpus.schema.numeric if features.numbers is not None else (),
        corpus.schema.categorical if features.choices is not None else (),
        rows.category_names if features.choices is not None else (),
    )


def report_progress_of(documents: AnyDocuments, context: JobContext, phase: str) -> AnyDocuments:
    """Return the documents, wrapped so that each pass over them reports progress and can be cancelled."""
    return documents.with_progress(lambda done, total: context.checkpoint(done, total, phase))


def train_whole_model(recipe: Recipe, labelled: LabelledCorpus, whole: Statistics | None = None) -> Model:
    """Train a model on a whole corpus under a recipe, without measuring its reliability.

    `whole` is the sum of the counts of all documents; None to compute it.
    """
    documents = labelled.documents
    return train_on_statistics(recipe, documents, whole or statistics_of_documents(documents), labelled.table)


def map_features_to_model(model: Model, documents: Documents) -> Features:
    """Map the features of documents from the corpus's vocabulary to the model's columns."""
    features = documents.features
    if features.text is None:
        return features
    return Features(model.map_counts(features.text, documents.vocabulary).counts, features.numbers, features.choices)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentLabels:
    """Labels, weights and dates of labelled documents."""

    label_indices: IntArray
    """(n_documents,): index of each document's label in `label_names`."""
    label_names: tuple[str, ...]
    """Names of the labels in alphabetical order."""
    weights: FloatArray | None
    """(n_documents,); None if every document weighs 1."""
    dates_s: IntArray
    """(n_documents,): Unix time in seconds."""


def labels_of_documents(columns: DocumentColumns, numbers: IntArray) -> DocumentLabels:
    """Return the labels, weights and dates of these documents."""
    rows = np.searchsorted(columns.document_numbers, numbers)
    label_numbers = columns.label_indices[rows]
    used = sorted(
        np.flatnonzero(np.bincount(label_numbers, minlength=1)).tolist(), key=lambda place: columns.label_names[place]
    )
    new_numbers = np.full(len(columns.label_names) + 1, -1)
    new_numbers[used] = np.arange(len(used))
    weights = columns.weights[rows]
    names = tuple(columns.label_names[place] for place in used)
    label_weights = None if (weights == 1.0).all() else weights
    return DocumentLabels(new_numbers[label_numbers], names, label_weights, columns.dates_s[rows])


DOCUMENTS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class CountLocations:
    """The vocabulary of a corpus's stored counts, and where the workspace stores the counts of each document."""

    segments: SegmentLocations
    vocabulary: Vocabulary
    is_counted: npt.NDArray[np.bool_] | None = None
    """(n_words,): whether the requested rules count each word; None if they count all of them."""

    def matrix(self, starts: IntArray, tokens: npt.NDArray[np.int32], values: npt.NDArray[np.int32]) -> CountMatrix:
        """Return the count matrix of some documents, without the words that the requested rules do not count."""
        counts = CountMatrix(starts, tokens, values, len(self.vocabulary))
        return counts if self.is_counted is None else keep_words(counts, self.is_counted)


def rules_key(rules: TokenRules) -> str:
    """Return the key under which the workspace stores counts made by these rules."""
    return hash_record(rules)


def ensure_counted(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CountLocations:
    """Count and store the documents that have no counts under these rules; return the locations of all counts."""
    used = choose_stored_rules(workspace, corpus, rules)
    count_missing(workspace, corpus, used, context)
    with workspace.snapshot():
        places = workspace.segments.locations(corpus, rules_key(used))
        words = Vocabulary(workspace.segments.words(corpus, rules_key(used)))
    return CountLocations(places, words, None if used == rules else mask_without_derived_fields(words))


def mask_without_derived_fields(words: Vocabulary) -> npt.NDArray[np.bool_]:
    """Return a mask of the words that are in no derived field, (n_words,)."""
    spans, is_counted = words.spans(), np.ones(len(words), np.bool_)
    for made in DERIVED_FIELDS:
        is_counted &= ~spans.starts_with(f"{made.name}:".encode())
    return is_counted


def keep_words(counts: CountMatrix, is_counted: npt.NDArray[np.bool_]) -> CountMatrix:
    """Return the counts of the words that the mask `is_counted` (n_words,) selects. Column numbers do not change."""
    is_kept = is_counted.take(counts.tokens)
    kept_starts = np.concatenate([[0], np.cumsum(is_kept)])[counts.starts].astype(np.int64)
    return CountMatrix(kept_starts, counts.tokens[is_kept], counts.values[is_kept], counts.n_tokens)


def choose_stored_rules(workspace: Workspace, corpus: str, rules: TokenRules) -> TokenRules:
    """Choose the stored counts that a model with `rules` uses, and return the rules of these counts.

    These are `rules`, unless some documents lack counts under them while all were counted with derived fields added.
    Dropping the words of derived fields is far cheaper than tokenizing the texts again.
    """
    richer = with_derived_fields(rules)
    if richer == rules or not len(workspace.segments.uncounted_documents(corpus, rules_key(rules))):
        return rules
    return rules if len(workspace.segments.uncounted_documents(corpus, rules_key(richer))) else richer


def load_counts(workspace: Workspace, counted: CountLocations, numbers: IntArray) -> CountMatrix:
    """Load the counts of some documents into memory."""
    (run,) = workspace.segments.read_batches(counted.segments, [numbers])
    return counted.matrix(run.starts, run.tokens, run.values)


def make_counts_reader(path: Path, locations: CountLocations) -> Reader:
    """Return a function that loads counts from the workspace in each pass over the documents.

    The function opens its own connection, because the connection of the caller may be closed before the last pass.
    """

    def read(runs: Iterable[IntArray]) -> Iterator[CountMatrix]:
        with open_for_reading(path) as workspace:
            for run in workspace.segments.read_batches(locations.segments, runs):
                yield locations.matrix(run.starts, run.tokens, run.values)

    return read


def count_missing(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> None:
    """Count and store the documents that have no counts under these rules, in one transaction per batch."""
    missing = workspace.segments.uncounted_documents(corpus, rules_key(rules))
    if not len(missing):
        return
    writer = workspace.segments.writer(corpus, rules_key(rules))
    vocabulary = Vocabulary(writer.words)
    done, n_known = 0, len(vocabulary)
    context.checkpoint(done, len(missing), "counting words")
    for numbers, counts in _count_batches(
        rules, vocabulary, workspace.documents.read_bodies(missing.tolist()), context
    ):
        new_words = vocabulary.words_of(np.arange(n_known, len(vocabulary)))
        writer.add(np.array(numbers, np.int64), counts.starts, counts.tokens, counts.values, new_words)
        n_known = len(vocabulary)
        done += len(numbers)
        context.checkpoint(done, len(missing), "counting words")


def store_counts(workspace: Workspace, corpus: str, rules: TokenRules, numbers: IntArray, counted: Documents) -> None:
    """Store counts that `recount_documents` returned, so that the documents need not be counted again.

    Do nothing if any document of the corpus has counts under these rules, or is not in `numbers`.
    """
    if choose_stored_rules(workspace, corpus, rules) != rules or counted.features.text is None:
        return
    writer = workspace.segments.writer(corpus, rules_key(rules))
    if len(writer.words) or not np.array_equal(
        workspace.segments.uncounted_documents(corpus, rules_key(rules)), numbers
    ):
        return
    n_known = 0
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        batch = slice(first, first + DOCUMENTS_AT_ONCE)
        counts = counted.features.text[batch]
        # The words are numbered in the order in which they first occur.
        n_words = max(n_known, int(counts.tokens.max(initial=-1)) + 1)
        new_words = counted.vocabulary.words_of(np.arange(n_known, n_words))
        writer.add(numbers[batch], counts.starts, counts.tokens, counts.values, new_words)
        n_known = n_words


def _count_batches(
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterator[tuple[int, Document]], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Yield document numbers with their counts, batch by batch."""
    # A person's own token pattern can backtrack without end, so it runs in workers that can be killed.
    if has_custom_pattern(rules):
        yield from count_with_workers(rules, vocabulary, _split_into_batches(bodies, TEXTS_AT_ONCE), context)
        return
    counter = TokenCounter(rules, vocabulary)
    for batch in _split_into_batches(bodies, DOCUMENTS_AT_ONCE):
        texts, fields = [body.text for _, body in batch], [body.fields for _, body in batch]
        yield [number for number, _ in batch], counter.count(texts, fields)


def _split_into_batches(bodies: Iterator[tuple[int, Document]], at_once: int) -> Iterator[list[tuple[int, Document]]]:
    while batch := list(islice(bodies, at_once)):
        yield batch


MISSING_VALUE = -1


def features_of_stored_documents(workspace: Workspace, model: Model, numbers: Sequence[int], *, grow: bool) -> Features:
    """Return the features of stored documents, including deleted ones that can still be restored.

    With `grow`, new words and values are added to the model; otherwise they are left out.
    """
    bodies = dict(workspace.documents.read_bodies(numbers))
    counted = None
    if model.statistics.text is not None:
        counted = _count_over_model(model, [bodies[number] for number in numbers], grow=grow)
    if not reads_table_columns(model):
        return Features(None if counted is None else counted.counts)
    rows = workspace.documents.table_rows_of(numbers)
    return add_table_columns(model, counted, rows, grow=grow).features


def iterate_stored_features(
    workspace: Workspace, model: Model, corpus: str, numbers: IntArray, context: JobContext
) -> Iterator[tuple[IntArray, CountedFeatures]]:
    """Yield batches of stored documents: their numbers, and the features that the model needs to judge them.

    A document without such features is left out, for example a plain text among the rows of a table.
    """
    counted = None
    if model.statistics.text is not None:
        counted = ensure_counted(workspace, corpus, model.recipe.rules, context)
        numbers = np.intersect1d(numbers, counted.segments.document_numbers, assume_unique=True)
    if reads_table_columns(model):
        numbers = np.intersect1d(numbers, workspace.documents.table_rows(corpus).document_numbers, assume_unique=True)
    for first in range(0, len(numbers), DOCUMENTS_AT_ONCE):
        context.checkpoint(first, len(numbers), "classifying unlabelled documents")
        batch = numbers[first : first + DOCUMENTS_AT_ONCE]
        text = None if counted is None else model.map_counts(load_counts(workspace, counted, batch), counted.vocabulary)
        rows = workspace.documents.table_rows_of(batch.tolist()) if reads_table_columns(model) else ()
        yield batch, add_table_columns(model, text, rows, grow=False)


@dataclass(frozen=True, slots=True, eq=False)
class CountedWords:
    """The words of documents, counted under token rules. No model is needed."""

    rules: TokenRules
    counts: CountMatrix
    vocabulary: Vocabulary


def count_words(rules: TokenRules, documents: Sequence[Document]) -> CountedWords:
    """Count the words of documents. The vocabulary of the result has only these words.

    Raise EngineError if a token pattern takes too long on a text (see `may_backtrack`).
    """
    if documents and may_backtrack(rules):
        vocabulary = Vocabulary()
        batches = _split_into_batches(enumerate(documents), TEXTS_AT_ONCE)
        with suppress(NoWorkers):
            counted = [counts for _, counts in count_with_workers(rules, vocabulary, batches, NoOpJobContext())]
            return CountedWords(rules, stack_counts(counted), vocabulary)
    counter = TokenCounter(rules)
    counts = counter.count([document.text for document in documents], [document.fields for document in documents])
    return CountedWords(rules, counts, counter.vocabulary)


def _count_over_model(model: Model, documents: Sequence[Document], *, grow: bool) -> CountedText:
    """Count the words of documents over the model's vocabulary. With `grow`, new words are added to the model."""
    if may_backtrack(model.recipe.rules):
        words = count_words(model.recipe.rules, documents)
        return model.map_counts(words.counts, words.vocabulary, grow=grow)
    return model.count([each.text for each in documents], [each.fields for each in documents], grow=grow)


def features_of_new_documents(
    model: Model, documents: Sequence[Document], *, grow: bool = False, words: CountedWords | None = None
) -> CountedFeatures:
    """Return the features of documents that are not stored. With `grow`, new words and values are added to the model.

    `words` are the documents' words if they were counted before. They are counted again if the model has other rules.
    The expected number of words that text recognition misread does not count as unknown words.
    """
    counted = None
    if model.statistics.text is not None and words is not None and words.rules == model.recipe.rules:
        counted = model.map_counts(words.counts, words.vocabulary, grow=grow)
    elif model.statistics.text is not None:
        counted = _count_over_model(model, documents, grow=grow)
    features = add_table_columns(model, counted, [(d.numbers, d.choices) for d in documents], grow=grow)
    return discount_misread_words(features, [document.ocr_confidence for document in documents])


class CountedFeatures(NamedTuple):
    """Features of documents, and the counts of their texts.

    `text` also has the number of unknown words per document. It is None if the model reads no text.
    """

    features: Features
    text: CountedText | None


def reads_table_columns(model: Model) -> bool:
    """Return whether the model reads the columns of a table, including columns whose cells it reads as words."""
    statistics = model.statistics
    return statistics.numbers is not None or statistics.choices is not None or model.recipe.cuts is not None


def add_table_columns(
    model: Model,
    counted: CountedText | None,
    rows: Iterable[tuple[Sequence[float], Sequence[str | None]]],
    *,
    grow: bool,
) -> CountedFeatures:
    """Return the features of documents: their counted texts, and the table cells that the model reads.

    `rows` has the numeric and the categorical cells of each document. With `grow`, new values are added to the model.
    """
    text = None if counted is None else counted.counts
    if not reads_table_columns(model):
        return CountedFeatures(Features(text), counted)
    cells_of_rows = list(rows)
    if text is not None and len(cells_of_rows) != text.n_documents:
        raise EngineError("it reads the columns of a table, which a document here does not have")
    numbers = None
    if model.statistics.numbers is not None or (model.recipe.cuts and model.table.numbers):
        check_columns([row[0] for row in cells_of_rows], model.table.numbers)
        cells_of_numbers = np.array([list(row[0]) for row in cells_of_rows], np.float64)
        numbers = cells_of_numbers.reshape(len(cells_of_rows), len(model.table.numbers))
    choices = number_categorical_values(model, [row[1] for row in cells_of_rows], grow=grow)
    if model.recipe.cuts is not None:
        cells = model.map_counts(*count_cells_as_words(model.recipe.cuts, model.table, numbers, choices), grow=grow)
        if counted is not None:
            unknown = counted.n_unknown + cells.n_unknown
            cells = replace(counted, counts=sum_counts(counted.counts, cells.counts), n_unknown=unknown)
        return CountedFeatures(Features(cells.counts), cells)
    return CountedFeatures(Features(text, numbers, choices), counted)


def discount_misread_words(counted: CountedFeatures, sureness: Sequence[float | None]) -> CountedFeatures:
    """Subtract the expected number of misread words from the unknown words of recognised pages.

    That number is (1 − confidence of the text recognition) × words. Without this, misread words look like new content.
    """
    if counted.text is None or all(each is None for each in sureness):
        return counted
    counts, unknown, in_text = counted.text.counts, counted.text.n_unknown, counted.text.n_unknown_in_text
    misread = np.array([0.0 if each is None else 1.0 - each for each in sureness])
    n_words = np.bincount(counts.rows, weights=counts.values, minlength=counts.n_documents) + unknown
    new = np.maximum(0.0, unknown - misread * n_words)
    new_in_text = None if in_text is None else np.maximum(0.0, in_text - misread * n_words)
    return CountedFeatures(counted.features, CountedText(counts, new, new_in_text))


def check_columns(rows: Sequence[Sequence[object]], names: Sequence[str]) -> None:
    """Raise EngineError if a document lacks the columns that the model reads."""
    if any(len(row) != len(names) for row in rows):
        raise EngineError(f"it reads the columns {', '.join(names)} of a table, which a document here does not have")


def number_categorical_values(
    model: Model, rows: Sequence[Sequence[str | None]], *, grow: bool
) -> npt.NDArray[np.int64] | None:
    """Return the model's number of each categorical value, (n_documents, n_columns); None if it reads no such columns.

    A new value gets the number after the last known value. With `grow`, the value is added to the model.
    """
    if model.statistics.choices is None and not (model.recipe.cuts is not None and model.table.choices):
        return None
    check_columns(rows, model.table.choices)
    known = [{value: number for number, value in enumerate(values)} for values in model.table.values]
    known += [{} for _ in range(len(model.table.choices) - len(known))]
    numbered = [[number_of_value(known[place], value, grow=grow) for place, value in enumerate(row)] for row in rows]
    if grow:
        model.table = replace(model.table, values=tuple(tuple(values) for values in known))
    return np.array(numbered, np.int64).reshape(len(rows), len(model.table.choices))


def number_of_value(number_by_value: dict[str, int], value: str | None, *, grow: bool) -> int:
    """Return the number of a value; MISSING_VALUE for None. With `grow`, a new value is added."""
    if value is None:
        return MISSING_VALUE
    if value not in number_by_value and not grow:
        return len(number_by_value)
    return number_by_value.setdefault(value, len(number_by_value))


def cells_of_packed_documents(
    documents: Sequence[PackedDocument],
) -> list[tuple[tuple[float, ...], tuple[str | None, ...]]]:
    """Return the numeric and categorical cells of each document."""
    return [(document.numbers, document.choices) for document in documents]


UNDECIDED = -1


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledVerdicts:
    """Verdicts on documents that have no label or no weight."""

    document_numbers: IntArray
    """(n_documents,): document numbers, ascending."""
    labels: tuple[str | None, ...]
    """For each document a label, or several labels joined; None if the verdict is undecided."""
    probabilities: npt.NDArray[np.float32]


NO_UNLABELLED = UnlabelledVerdicts(np.zeros(0, np.int64), (), np.zeros(0, np.float32))


def judge_unlabelled(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> UnlabelledVerdicts:
    """Return the verdicts on the documents that training leaves out: those without a label or with weight 0."""
    columns = workspace.documents.columns(corpus)
    unlearnt_numbers = np.asarray(
        columns.document_numbers[(columns.label_indices == NO_LABEL) | (columns.weights == 0)]
    )
    numbers: list[int] = []
    labels: list[str | None] = []
    probabilities: list[float] = []
    for batch, counted in iterate_stored_features(workspace, model, corpus, unlearnt_numbers, context):
        is_text_alone = counted.features.numbers is None and counted.features.choices is None
        judged_features = counted.text if counted.text is not None and is_text_alone else counted.features
        verdicts = model.judge(judged_features)
        numbers += batch.tolist()
        for label, probability in _labels_with_probabilities(model, verdicts):
            labels.append(label)
            probabilities.append(probability)
    return UnlabelledVerdicts(np.array(numbers, np.int64), tuple(labels), np.array(probabilities, np.float32))


def _labels_with_probabilities(model: Model, verdicts: Verdicts) -> list[tuple[str | None, float]]:
    """Return the label and probability of each verdict; for several labels, their lowest probability."""
    if verdicts.is_assigned is not None:
        shares = np.exp(verdicts.calibrated_log_proba)
        least = np.where(verdicts.is_assigned, shares, 1.0).min(axis=1, initial=1.0).tolist()
        return [(label_set_name([given]) if given else None, share) for given, share in zip(
            label_sets_of(verdicts.labels, verdicts.is_assigned), least, strict=True)]  # fmt: skip
    label_numbers, confidence = verdicts.label_numbers.tolist(), verdicts.confidence.tolist()
    names = [model.labels[place] if place >= 0 else None for place in label_numbers]
    return list(zip(names, confidence, strict=True))


def merge_unlabelled(judged: LeaveOneOut, unlabelled: UnlabelledVerdicts) -> LeaveOneOut:
    """Return the leave-one-out verdicts, with the verdicts on unlabelled documents merged in by document number."""
    is_new = ~np.isin(unlabelled.document_numbers, judged.document_numbers)
    if not is_new.any():
        return judged
    names = tuple(dict.fromkeys([*judged.label_names, *(label for label in unlabelled.labels if label is not None)]))
    label_numbers = {name: place for place, name in enumerate(names)} | {None: UNDECIDED}
    labels = np.array([label_numbers[label] for label in unlabelled.labels], np.int32)[is_new]
    numbers = np.concatenate([judged.document_numbers, unlabelled.document_numbers[is_new]])
    order = np.argsort(numbers, kind="stable")
    own_labels = judged.own_label_indices if judged.own_label_indices is not None else judged.label_indices
    return LeaveOneOut(
        judged.change_number,
        names,
        numbers[order],
        np.concatenate([judged.label_indices, labels])[order],
        np.concatenate([judged.probabilities, unlabelled.probabilities[is_new]])[order],
        judged.model_name,
        np.concatenate([own_labels, labels])[order],
    )
