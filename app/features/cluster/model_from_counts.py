"""Make a model from merged counts: choose the recipe and the words, and calibrate the model.

The counts are exact and cover all documents. To choose the recipe and to calibrate, one worker judges documents: all of
them if it can hold them, or else whole shards spread evenly over the sources. So the model's counts equal those of a
training on one machine. The calibration equals it too if the worker can hold all documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.domain.results import AutomaticChoice, TrainingReport
from app.features.cluster.column_survey import renumber_choices
from app.features.cluster.shard_counting import ShardCounts
from app.features.cluster.tally_merging import (
    LearnableRows,
    PartialTally,
    ShardPart,
    check_shards,
    select_learnable_rows,
    serialize_tally,
)
from app.features.train.choosing import choose_recipe
from app.features.train.training import count_documents_per_label, evaluate_model, lift_unreached_limit, training_report
from app.library.engine_errors import translate_engine_errors
from app.library.filter_training import train_filter
from app.library.recipes import FILTER, CorpusFacts, CorpusKind, RecipeRequest, request_filter_recipe
from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    remap_tokens,
    stack_counts,
)
from nbengine.errors import EngineError
from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.learnt.statistics import Features, Statistics, TableColumns, empty_statistics, require_part
from nbengine.learnt.tally import Tally, TfIdf, fit_tfidf
from nbengine.models.model import Model
from nbengine.models.model_words import UNKNOWN_COLUMN, choose_model_words
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import UNKNOWN_WORD
from nbengine.text.vocabulary import Vocabulary

MAX_JUDGED = 100_000
"""Maximum number of documents that one worker judges. With 400 different words in each, 100,000 mails take up to 1.4
GB.
"""


@dataclass(frozen=True, slots=True, eq=False)
class SampleShards:
    """The shards whose documents are used to choose the recipe and to calibrate the model."""

    shard_numbers: tuple[int, ...]
    has_all_shards: bool
    """True if the sample has all shards."""


def choose_sample_shards(n_documents_by_shard: Sequence[int], max_documents: int = MAX_JUDGED) -> SampleShards:
    """Choose the shards for calibration: all, or shards at even distances.

    These have about `max_documents` documents together. `n_documents_by_shard` has the number of documents per shard.
    """
    total = sum(n_documents_by_shard)
    if total <= max_documents:
        return SampleShards(tuple(range(len(n_documents_by_shard))), has_all_shards=True)
    n_shards = max(1, int(len(n_documents_by_shard) * max_documents / total))
    picked = np.linspace(0, len(n_documents_by_shard) - 1, n_shards + 2)[1:-1].round().astype(np.int64)
    return SampleShards(tuple(np.unique(picked).tolist()), has_all_shards=False)


@dataclass(frozen=True, slots=True, eq=False)
class MergedCounts:
    """Counts of all shards, added up: over all words, and over the labels that have documents."""

    vocabulary: Vocabulary
    statistics: Statistics
    n_by_label: Mapping[str, int]
    """Number of documents per label."""
    table_columns: TableColumns = field(default_factory=TableColumns)
    """Names of the table columns, and the values of the categorical ones."""


def check_merged(merged: PartialTally, n_shards: int) -> MergedCounts:
    """Check that the merged tally has every shard, and sort its labels by name.

    Raises:
        ShardMismatchError: A shard is missing.
        EngineError: There are fewer than two labels.
    """
    check_shards(merged.shard_numbers, n_shards)
    model = merged.unpacked_model
    learnt = model.statistics
    used_labels = sorted(label for label, units in zip(learnt.labels, learnt.documents.tolist(), strict=True) if units)
    check_labels(used_labels)
    own = {label: merged.n_by_label[label] for label in used_labels}
    return MergedCounts(model.vocabulary, learnt.with_labels(used_labels), own, model.table)


def check_labels(labels: Sequence[str]) -> None:
    """Raise EngineError if there are fewer than two labels."""
    if not labels:
        raise EngineError("There are no documents to learn from.")
    if len(labels) == 1:
        raise EngineError(f"All documents have the label {labels[0]!r}; two labels are the least to tell apart.")


@dataclass(frozen=True, slots=True, eq=False)
class DatedDocuments:
    """Documents as the engine needs them, with their dates."""

    documents: Documents
    document_numbers: IntArray
    """(n_documents,): numbers from 1, in the order of the sources."""
    dates_s: IntArray
    """(n_documents,): Unix times of sending, or NO_DATE."""


def collect_sample(
    whole: MergedCounts, counted: Sequence[ShardCounts], parts: Mapping[int, ShardPart]
) -> DatedDocuments:
    """Return the documents from `counted` that the model learns, in the order of the shards.

    Their word columns are those of the whole vocabulary.
    """
    learnt = [select_learnable_rows(shard, parts[shard.shard_number]) for shard in counted]
    return _concatenate_documents(learnt, _stack_features(learnt, whole), whole.statistics.labels, whole.vocabulary)


def _concatenate_documents(
    learnt: Sequence[LearnableRows], features: Features, labels: Sequence[str], words: Vocabulary
) -> DatedDocuments:
    """Concatenate the documents of several shards. Label numbers are indices in `labels`."""
    places = {label: number for number, label in enumerate(labels)}
    numbers = [
        np.array([places.get(label, -1) for label in rows.labels], np.int64)[rows.label_numbers] for rows in learnt
    ]
    weights: FloatArray = np.concatenate(
        [np.ones(len(rows.label_numbers)) if rows.weights is None else rows.weights for rows in learnt]
    )
    is_plain = bool((weights == 1.0).all())
    documents = labelled_documents(features, np.concatenate(numbers), labels, words, None if is_plain else weights)
    return DatedDocuments(
        documents, np.arange(1, len(documents) + 1), np.concatenate([rows.dates_s for rows in learnt])
    )


def _stack_features(learnt: Sequence[LearnableRows], whole: MergedCounts) -> Features:
    """Concatenate the features of several shards. Words and categorical values get the numbers that they have in
    `whole`.
    """
    statistics, words = whole.statistics, whole.vocabulary
    text = numbers = choices = None
    if statistics.text is not None:
        unknown = words.number(UNKNOWN_WORD)  # replaces words beyond the bound of the vocabulary
        own = [rows.vocabulary.mapping_to(words, grow=False) for rows in learnt]
        places = [np.where(columns < 0, unknown, columns) for columns in own]
        text = stack_counts(
            [remap_tokens(rows.counts, columns, len(words)) for rows, columns in zip(learnt, places, strict=True)]
        )
    if statistics.numbers is not None:
        numbers = np.concatenate([require_part(rows.features.numbers, "numbers") for rows in learnt])
    if statistics.choices is not None:
        choices = np.concatenate([choice_numbers_in_table(rows, whole.table_columns) for rows in learnt])
    return Features(text, numbers, choices)


def choice_numbers_in_table(rows: LearnableRows, table: TableColumns) -> IntArray:
    """Return the categorical values of some documents, by the numbers that `table` gives the values."""
    return renumber_choices(require_part(rows.features.choices, "choices"), rows.table_columns or TableColumns(), table)


def choose_open_settings(
    whole: MergedCounts,
    recipe: Recipe,
    request: RecipeRequest,
    kind: CorpusKind,
    name: str,
    parts: Mapping[int, ShardPart],
    *counted: ShardCounts,
) -> tuple[Recipe, tuple[AutomaticChoice, ...]]:
    """Choose the settings that the request leaves open, by the same rules as on one machine. Runs as a task.

    `counted` are the counted shards of the sample. If there are none, the recipe is returned unchanged.
    """
    if not counted:
        return recipe, ()
    with translate_engine_errors(TrainingError, name):
        documents = collect_sample(whole, counted, parts).documents
        if UNKNOWN_WORD not in whole.vocabulary:
            recipe = lift_unreached_limit(recipe, documents)
        return choose_recipe(recipe, request, kind, documents, NoOpJobContext())


def needs_second_pass(recipe: Recipe) -> bool:
    """Return whether training needs a second pass over the documents, because the counts of all words are not
    enough.
    """
    is_derivable = recipe.counts_as != "tfidf" and recipe.threshold == 0 and not recipe.limits.unknown_word
    return recipe.reads_text and not is_derivable


@dataclass(frozen=True, slots=True, eq=False)
class ChosenWords:
    """The words that the model uses, chosen for a second pass over the shards."""

    column_by_word: IntArray
    """(n_all_words,): the column in the model for each word of `all_words`, -1 if it was not chosen."""
    whole_vocabulary: Vocabulary
    chosen_vocabulary: Vocabulary
    recipe: Recipe
    labels: tuple[str, ...]
    tfidf: TfIdf | None = None
    """Weights for term frequencies and inverse document frequencies; None for plain counts."""


def choose_words(whole: MergedCounts, recipe: Recipe) -> ChosenWords:
    """Choose the words of a model by the limits in its recipe."""
    columns, words = np.zeros(0, np.int64), Vocabulary()
    if whole.statistics.text is not None:
        columns, words = choose_model_words(whole.statistics.text, recipe.limits, whole.vocabulary)
    return ChosenWords(np.asarray(columns, np.int64), whole.vocabulary, words, recipe, whole.statistics.labels)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentFrequencies:
    """Document frequencies of the chosen words."""

    document_counts: IntArray
    """(n_words,): for each chosen word, number of documents that contain it."""
    n_documents: int


def count_document_frequencies(counted: ShardCounts, part: ShardPart, chosen: ChosenWords) -> DocumentFrequencies:
    """Return the document frequencies of the chosen words in a shard."""
    own = _counts_of_chosen_words(select_learnable_rows(counted, part), chosen)
    frequencies = np.bincount(own.tokens[own.values > 0], minlength=len(chosen.chosen_vocabulary)).astype(np.int64)
    return DocumentFrequencies(frequencies, own.n_documents)


def add_document_frequencies(parts: Sequence[DocumentFrequencies]) -> DocumentFrequencies:
    """Add the document frequencies of several shards."""
    return DocumentFrequencies(
        reduce(np.add, (part.document_counts for part in parts)), sum(part.n_documents for part in parts)
    )


def add_idf_weights(chosen: ChosenWords, frequencies: DocumentFrequencies) -> ChosenWords:
    """Return the chosen words with the tf-idf weights that follow from the document frequencies."""
    recipe = chosen.recipe
    if recipe.with_idf:
        tfidf = fit_tfidf(frequencies.document_counts, frequencies.n_documents, is_sublinear=recipe.sublinear)
    else:
        tfidf = TfIdf(np.ones(len(chosen.chosen_vocabulary)), 1.0, recipe.sublinear)
    return replace(chosen, tfidf=tfidf)


def tally_chosen_words(counted: ShardCounts, part: ShardPart, chosen: ChosenWords) -> PartialTally:
    """Add up the chosen words of a shard's documents per label; with tf-idf, add up the weighted counts."""
    rows = select_learnable_rows(counted, part)
    own = _counts_of_chosen_words(rows, chosen)
    tally = Tally(
        rows.labels, len(chosen.chosen_vocabulary), is_real=chosen.tfidf is not None, threshold=chosen.recipe.threshold
    )
    learnt = Statistics(tally)
    if rows.table_columns is not None:
        beside = Features(None, rows.features.numbers, rows.features.choices)
        learnt = replace(empty_statistics(rows.labels, beside), text=tally)
    weighed = own if chosen.tfidf is None else chosen.tfidf(own)
    learnt.learn(replace(rows.features, text=weighed), rows.label_numbers, rows.weights)
    return serialize_tally(
        [counted.shard_number], chosen.chosen_vocabulary, learnt, rows.n_rows_by_label, rows.table_columns
    )


def _counts_of_chosen_words(rows: LearnableRows, chosen: ChosenWords) -> CountMatrix:
    everywhere = rows.vocabulary.mapping_to(chosen.whole_vocabulary, grow=False)
    outside = UNKNOWN_COLUMN if chosen.recipe.limits.unknown_word else -1
    columns = np.where(everywhere < 0, outside, chosen.column_by_word[everywhere])
    return remap_tokens(rows.counts, columns, len(chosen.chosen_vocabulary))


@dataclass(frozen=True, slots=True, eq=False)
class FinishedModel:
    """A serialized model with its report. The driver then sets the model's name and the automatically chosen
    settings.
    """

    model_content: bytes
    report: TrainingReport
    n_judged: int
    """Number of documents that were used for the calibration."""


def make_model(
    whole: MergedCounts,
    chosen: ChosenWords,
    second_pass: PartialTally | None,
    name: str,
    parts: Mapping[int, ShardPart],
    is_all: bool,
    *counted: ShardCounts,
) -> FinishedModel:
    """Make the model and calibrate it. Runs as a task on one worker.

    `second_pass` has the counts of a second pass over the documents; None if the recipe needs no second pass. `is_all`
    is true if `counted` has all shards.
    """
    with translate_engine_errors(TrainingError, name):
        model = model_from_counts(whole, chosen, second_pass)
        sample = collect_sample(whole, counted, parts)
        knows_whole = is_all or not needs_second_pass(model.recipe)
        trained = evaluate_model(
            model,
            sample.documents,
            NoOpJobContext(),
            whole.statistics if knows_whole else None,
            sample.dates_s if is_all else None,
        )
        report = training_report(model, trained.evaluation, trained.judged_by, whole.n_by_label)
    return FinishedModel(model_to_bytes(model), report, len(sample.documents))


def model_from_counts(whole: MergedCounts, chosen: ChosenWords, second_pass: PartialTally | None) -> Model:
    """Return the model from the counts of a second pass; if `second_pass` is None, from the counts of all words."""
    beside, text = whole.statistics, whole.statistics.text
    if second_pass is not None:
        found = second_pass.unpacked_model
        tally, columns = (
            require_part(found.statistics.text, "text"),
            found.vocabulary.mapping_to(chosen.chosen_vocabulary, grow=False),
        )
        text = tally.with_labels(chosen.labels).with_columns_moved(
            columns[: tally.n_tokens], len(chosen.chosen_vocabulary)
        )
    elif text is not None:
        text = text.with_columns(np.flatnonzero(chosen.column_by_word >= 0)).widen(len(chosen.chosen_vocabulary))
    if text is not None and not len(chosen.chosen_vocabulary) and beside.numbers is None and beside.choices is None:
        raise EngineError(f"None of the {len(whole.vocabulary)} words is left in the vocabulary.")
    statistics = Statistics(text, beside.numbers, beside.choices)
    return Model(chosen.recipe, chosen.chosen_vocabulary, statistics, tfidf=chosen.tfidf, table=whole.table_columns)


def make_filter(
    request: RecipeRequest,
    recipe: Recipe,
    kind: CorpusKind,
    name: str,
    parts: Mapping[int, ShardPart],
    *counted: ShardCounts,
) -> FinishedModel:
    """Train a filter on the documents of some shards, in the order of the sources. Runs as a task on one worker."""
    with translate_engine_errors(TrainingError, name):
        labelled = collect_dated_documents(counted, parts)
        facts = CorpusFacts(name, kind, labelled.documents.labels)
        recipe = request_filter_recipe(recipe, replace(request, event_model=FILTER), facts)
        trained = train_filter(recipe, labelled, NoOpJobContext())
        report = training_report(
            trained.model, trained.evaluation, "replay", count_documents_per_label(labelled.documents)
        )
        return FinishedModel(model_to_bytes(trained.model), report, len(labelled.documents))


def collect_dated_documents(counted: Sequence[ShardCounts], parts: Mapping[int, ShardPart]) -> DatedDocuments:
    """Return the documents from `counted` that the model learns, with their dates.

    Words are numbered in the order in which they appear.
    """
    learnt = [select_learnable_rows(shard, parts[shard.shard_number]) for shard in counted]
    labels = sorted({label for rows in learnt for label, n_documents in rows.n_rows_by_label.items() if n_documents})
    check_labels(labels)
    words = Vocabulary()
    counts = []
    for rows in learnt:
        columns = rows.vocabulary.mapping_to(words, grow=True)
        counts.append(remap_tokens(rows.counts, columns[: rows.counts.n_tokens], len(words)))
    return _concatenate_documents(learnt, Features(stack_counts(counts)), labels, words)
