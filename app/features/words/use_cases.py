"""The words and the table columns of a model, with all figures about them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.results import WordProbabilitySteps, WordRow
from app.domain.whole_files import open_csv_atomically
from app.library.engine_errors import translate_engine_errors
from app.library.saved_models import load_cached_model, load_private_model, load_readonly_model
from app.library.training_data import load_labelled_corpus
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.events.categorical import choice_fraction
from nbengine.events.gaussian import compute_variance_floor
from nbengine.explanations.derivation import explain_word_probabilities
from nbengine.explanations.exact_fractions import RatioCalculation
from nbengine.explanations.explanation import WordFigures, strongest_words, word_figures
from nbengine.explanations.fit_gradients import mean_weights_by_label
from nbengine.models.model import Model
from nbengine.models.recipe import mutual_information

MAX_SAMPLED_DOCUMENTS = 20_000
"""Maximum number of documents that are read to compute mean weights of words."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelWords:
    """Words of a model with their figures, as arrays. If the vocabulary is very large, only its most
    informative words.
    """

    model: str
    labels: tuple[str, ...]
    figures: WordFigures
    source: Model

    mean_occurrences: FloatArray | None = None
    """(n_words, n_labels): mean number of occurrences per document; with learnt factors, mean weight. None if
    unavailable.
    """


def informations(presences: FloatArray, n_documents: FloatArray, towards: int, against: int | None) -> FloatArray:
    """Return how much the presence of each word tells about which of two sides a document belongs to, in bits,
    (n_words,).

    Args:
        presences: (n_labels, n_words), number of documents with each word.
        n_documents: (n_labels,), number of documents.
        towards: Number of the label of one side.
        against: Number of the label of the other side; None for all other labels together.
    """

    def of_two_sides(counts: FloatArray) -> FloatArray:
        other = counts.sum(axis=0) - counts[towards] if against is None else counts[against]
        return np.stack([counts[towards], other])

    return mutual_information(of_two_sides(n_documents), of_two_sides(presences)) / math.log(2)


def add_means(place: WorkspaceSource, words: ModelWords, context: JobContext) -> ModelWords:
    """Return the words with their mean number of occurrences per document.

    With learnt factors, the weight of a word differs between documents. Then the mean weight is computed, from a sample
    of the training documents.
    """
    model, figures = words.source, words.figures
    if model.statistics.factors is None:
        return replace(words, mean_occurrences=figures.occurrences / np.maximum(model.statistics.documents / UNIT, 1.0))
    with open_for_writing(place) as workspace:
        corpus = workspace.models.get(words.model).corpus
        if corpus is None:
            return words
        documents = load_labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context).documents
    step = max(1, -(-len(documents) // MAX_SAMPLED_DOCUMENTS))
    return replace(
        words,
        mean_occurrences=mean_weights_by_label(model, documents[np.arange(0, len(documents), step)], figures.tokens),
    )


def model_words(workspace: WorkspaceSource, name: str | None) -> ModelWords:
    """Return the words of a model.

    Raises:
        ModelError: The model reads no text.
    """
    with open_for_reading(workspace) as opened:  # a copy, because the page shows its columns for as long as it is open
        saved = load_private_model(workspace, opened, name)
    if saved.model.statistics.text is None:
        raise ModelError(saved.record.name, "no-words")
    with translate_engine_errors(ModelError, saved.record.name):
        model = saved.model.make_words_model()
        return ModelWords(saved.record.name, model.labels, word_figures(model), model)


def to_word_row(words: ModelWords, number: int) -> WordRow:
    """Return the figures of one word as a record. Its log-odds are those of the label that the word supports most."""
    figures = words.figures

    def by_label(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> dict[str, float]:
        return dict(zip(words.labels, table[number].tolist(), strict=True))

    return WordRow(
        word=figures.words[number],
        counts=by_label(figures.occurrences),
        documents=by_label(figures.document_weights),
        log_probabilities=by_label(figures.weights),
        log_odds=float(figures.log_odds[number].max()),
        mutual_information=float(figures.mutual_information[number]),
        learnt=None if figures.learnt_weights is None else float(figures.learnt_weights[number]),
    )


def find_word(words: ModelWords, word: str) -> WordRow:
    """Return the figures of a word.

    Raises:
        NotFound: The model does not know the word.
    """
    number = words.source.token_of(word)
    if number < 0:
        raise NotFound("word", word)
    index = int(np.searchsorted(words.figures.tokens, number))
    if index < len(words.figures.tokens) and words.figures.tokens[index] == number:
        return to_word_row(words, index)
    alone = word_figures(words.source, np.array([number]))
    return to_word_row(replace(words, figures=alone), 0)


def most_informative_rows(words: ModelWords, n_words: int) -> list[WordRow]:
    """Return the rows of the most informative words."""
    return [to_word_row(words, number) for number in most_informative_tokens(words, n_words).tolist()]


def most_informative_tokens(words: ModelWords, n_words: int) -> IntArray:
    mutual_information = words.figures.mutual_information
    return np.argsort(-mutual_information, kind="stable")[:n_words]


def strongest_words_by_label(words: ModelWords, n_words: int) -> dict[str, tuple[str, ...]]:
    """Return the words with the highest log-odds for each label, the strongest first."""
    return {
        words_of_label.label: tuple(words_of_label.words) for words_of_label in strongest_words(words.source, n_words)
    }


@dataclass(frozen=True, slots=True)
class WordDerivation:
    """The calculation of a word's probability under each label."""

    word: str
    lines: tuple[WordProbabilitySteps, ...]
    n_documents: int


def derive_word(workspace: WorkspaceSource, name: str | None, word: str) -> WordDerivation:
    """Return the calculation of a word's probability under each label.

    Raises:
        NotFound: The model does not know the word.
    """
    model = load_readonly_model(workspace, name).model.make_words_model()
    number = model.token_of(word)
    if number < 0:
        raise NotFound("word", word)
    lines = []
    for label, working in explain_word_probabilities(model, word):
        share, ratio_working = working.share, working if isinstance(working, RatioCalculation) else None
        counted = (float(share.count), float(share.smoothing), float(share.total), float(share.total_smoothing))
        probability = float(share.probability) if share.probability is not None else 0.0
        factors = (None, None) if ratio_working is None else (ratio_working.ratio, ratio_working.factor)
        lines.append(WordProbabilitySteps(label, *counted, probability, working.log, *factors))
    return WordDerivation(word, tuple(lines), round(model.tally.rows(np.array([number]))[1].sum() / UNIT))


def export_words_csv(workspace: WorkspaceSource, name: str | None, path: Path) -> int:
    """Write all words of a model to a CSV file, and return their number."""
    words = model_words(workspace, name)
    write_csv(words, path)
    return len(words.figures.words)


def write_csv(words: ModelWords, path: Path) -> None:
    """Write all words to a CSV file, the most informative word first."""
    # The weights of complement naive Bayes are no log-probabilities: they can be above 0.
    weight = "log P(word | label)" if words.source.recipe.event.are_weights_shares else "weight"
    parts = ("count", "documents", weight, "log-odds against all other labels")
    learnt = [] if words.figures.learnt_weights is None else ["learnt weight"]
    of_labels = [f"{part}: {label}" for part in parts for label in words.labels]
    with open_csv_atomically(path) as writer:
        writer.writerow(["word", "mutual information", *of_labels, *learnt])
        writer.writerows(csv_rows(words))


def csv_rows(words: ModelWords) -> Iterator[list[object]]:
    figures = words.figures
    for number in most_informative_tokens(words, len(figures.words)).tolist():
        tables = (figures.occurrences, figures.document_weights, figures.weights, figures.log_odds)
        yield [
            figures.words[number],
            float(figures.mutual_information[number]),
            *(value for table in tables for value in table[number].tolist()),
            *([] if figures.learnt_weights is None else [float(figures.learnt_weights[number])]),
        ]


ColumnKind = Literal["number", "choice", "text"]
MAX_BINS, MIN_BINS = 40, 16
DENSITY_REACH_DEVIATIONS = 6.0
"""Number of standard deviations from the mean beyond which the density is negligible."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumn:
    """A numeric column: its distribution under each label, and a histogram of its values."""

    name: str
    known: FloatArray
    """(n_labels,): total weight of the documents that have a value."""
    missing: FloatArray
    """(n_labels,): total weight of the documents without a value."""
    means: FloatArray
    """(n_labels,): mean of the fitted normal distribution. A label without values has the mean of all labels
    together.
    """
    variances: FloatArray
    """(n_labels,): variance of the fitted normal distribution, including `added_variance`."""
    added_variance: float
    edges: FloatArray
    """(n_bins + 1,): edges of the histogram's bins; empty if the documents are not available."""
    counts: FloatArray
    """(n_labels, n_bins): total weight of the documents per bin."""
    bits: float
    """Mutual information with the label, in bits."""
    kind: ColumnKind = "number"

    def curve(self, label: int, xs: FloatArray) -> FloatArray:
        """Return the fitted density under a label, by its number, at each of `xs`; NaN if no document has a value."""
        return np.exp(self.log_density(label, xs))

    def log_density(self, label: int, xs: FloatArray) -> FloatArray:
        variance = self.variances[label]
        with np.errstate(divide="ignore", invalid="ignore"):
            log_density: FloatArray = -0.5 * np.log(2 * np.pi * variance) - (xs - self.means[label]) ** 2 / (
                2 * variance
            )
        return log_density


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceColumn:
    """A categorical column: the count and the smoothed probability of each value."""

    name: str
    values: tuple[str, ...]
    counts: FloatArray
    """(n_labels, n_values): total weight of the documents with each value."""
    shares: FloatArray
    """(n_labels, n_values): P(value | label), smoothed."""
    unknown: FloatArray
    """(n_labels,): P(value | label) for a value that no training document has."""
    missing: FloatArray
    """(n_labels,): total weight of the documents without a value."""
    bits: float
    """Mutual information with the label, in bits."""
    kind: ColumnKind = "choice"

    @property
    def known(self) -> FloatArray:
        total: FloatArray = self.counts.sum(axis=1)
        return total


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """The text column of a table. The words in it are listed separately."""

    name: str
    n_words: int
    known: FloatArray
    missing: FloatArray
    bits: float = math.nan
    kind: ColumnKind = "text"


AnyColumn = NumberColumn | ChoiceColumn | TextColumn


@dataclass(frozen=True, slots=True, eq=False)
class ModelColumns:
    """The table columns that a model reads; no columns for a model that reads only text."""

    model: str
    labels: tuple[str, ...]
    columns: tuple[AnyColumn, ...]
    unread: tuple[str, ...] = ()
    """Names of the corpus's columns that the model does not read."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Numeric values and labels of the rows on which a model was trained."""

    numbers: FloatArray
    places: IntArray
    """(n_rows,): index of each row's label in the labels of the model."""
    weights: FloatArray


def model_columns(workspace: WorkspaceSource, name: str | None) -> ModelColumns:
    """Return all columns of a model in table order: numbers, categories, text."""
    with open_for_reading(workspace) as opened:
        kept = load_cached_model(workspace, opened, name)
        model, corpus = kept.model, kept.record.corpus
        statistics = model.statistics
        if statistics.numbers is None and statistics.choices is None:
            return ModelColumns(kept.record.name, model.labels, ())
        schema = None if corpus is None else opened.corpora.get(corpus).schema
        rows = None if corpus is None or statistics.numbers is None else _rows(opened, corpus, model)
    with translate_engine_errors(ModelError, kept.record.name):
        model.derive()
    columns: list[AnyColumn] = [*_number_columns(model, rows), *_choice_columns(model)]
    if statistics.text is not None and (schema is None or schema.text is not None) and model.n_words:
        documents = statistics.documents / UNIT
        text_name = schema.text if schema is not None and schema.text is not None else ""
        columns.append(TextColumn(text_name, model.n_words, documents, np.zeros(len(documents))))
    read = {column.name for column in columns}
    known = () if schema is None else (*schema.numeric, *schema.categorical, *([schema.text] if schema.text else []))
    return ModelColumns(
        kept.record.name, model.labels, tuple(columns), tuple(column for column in known if column not in read)
    )


def _rows(workspace: Workspace, corpus: str, model: Model) -> _Rows:
    with workspace.snapshot():
        columns, rows = workspace.documents.columns(corpus), workspace.documents.table_rows(corpus)
    row_indices = np.searchsorted(columns.document_numbers, rows.document_numbers)
    index_by_name = {label: place for place, label in enumerate(model.labels)}
    label_numbers = np.array([*(index_by_name.get(label, -1) for label in columns.label_names), -1], np.int64)[
        columns.label_indices[row_indices]
    ]
    is_used = (label_numbers >= 0) & (columns.weights[row_indices] > 0)
    return _Rows(rows.numeric_values[is_used], label_numbers[is_used], columns.weights[row_indices][is_used])


def _number_columns(model: Model, rows: _Rows | None) -> list[NumberColumn]:
    tally = model.statistics.numbers
    if tally is None:
        return []
    moments, documents = tally.moments, tally.documents / UNIT
    pooled, number_columns = moments.pooled(), []
    added = float(compute_variance_floor(pooled, model.recipe.var_smoothing))
    is_known = moments.weights > 0
    means = np.where(is_known, moments.means, pooled.means)
    variances = np.where(is_known, moments.variances, pooled.variances) + added
    has_rows = rows is not None and rows.numbers.shape[1] == tally.n_columns
    for column_index in range(tally.n_columns):
        known = moments.weights[:, column_index] / UNIT
        edges, counts = (
            _histogram(rows, column_index, len(documents)) if rows is not None and has_rows else _no_histogram()
        )
        number_columns.append(
            NumberColumn(
                name=_name_of_column(model.table.numbers, column_index),
                known=known,
                missing=np.maximum(documents - known, 0.0),
                means=means[:, column_index],
                variances=variances[:, column_index],
                added_variance=added,
                edges=edges,
                counts=counts,
                bits=_mutual_information_of_curves(means[:, column_index], variances[:, column_index], known),
            )
        )
    return number_columns


def _name_of_column(names: tuple[str, ...], place: int) -> str:
    return names[place] if place < len(names) else str(place + 1)


def _no_histogram() -> tuple[FloatArray, FloatArray]:
    return np.zeros(0), np.zeros((0, 0))


def _histogram(rows: _Rows, place: int, n_labels: int) -> tuple[FloatArray, FloatArray]:
    """Return bin edges, and the weight of the documents per bin, (n_labels, n_bins). Both are empty without values."""
    values = rows.numbers[:, place]
    is_known = ~np.isnan(values)
    values, places, weights = values[is_known], rows.places[is_known], rows.weights[is_known]
    if not len(values):
        return _no_histogram()
    edges = bin_edges(values)
    counts = np.array([
        np.histogram(values[places == label], edges, weights=weights[places == label])[0] for label in range(n_labels)
    ])  # fmt: skip
    return edges, counts


def bin_edges(values: FloatArray) -> FloatArray:
    """Return the bin edges of a histogram, by the Freedman–Diaconis rule.

    For whole numbers, the bins have whole widths. Otherwise some bins would cover one number more than others, and look
    too high.
    """
    low, high = float(values.min()), float(values.max())
    if low == high:
        return np.array([low - 0.5, high + 0.5])
    spread = float(np.subtract(*np.percentile(values, [75, 25])))
    width = 2 * spread / len(values) ** (1 / 3)
    wanted = (high - low) / width if width > 0 else MIN_BINS
    n_bins = int(min(max(math.ceil(wanted), MIN_BINS), MAX_BINS))
    if (values == np.round(values)).all():
        step = math.ceil((high - low + 1) / n_bins)
        return np.arange(low - 0.5, high + step, step)
    return np.linspace(low, high, n_bins + 1)


def _mutual_information_of_curves(means: FloatArray, variances: FloatArray, known: FloatArray) -> float:
    """Return the mutual information of value and label in bits, by numerical integration of the fitted normal
    distributions.
    """
    has_curve = (known > 0) & (variances > 0)
    if has_curve.sum() < 2:
        return 0.0
    shares = known[has_curve] / known[has_curve].sum()
    centres, widths = means[has_curve, None], np.sqrt(variances[has_curve, None])
    xs = np.unique(centres + widths * np.linspace(-DENSITY_REACH_DEVIATIONS, DENSITY_REACH_DEVIATIONS, 401))
    logs = -0.5 * ((xs - centres) / widths) ** 2 - np.log(widths * math.sqrt(2 * math.pi))
    mixed = np.logaddexp.reduce(logs + np.log(shares)[:, None], axis=0)
    integrand = (shares[:, None] * np.exp(logs) * (logs - mixed)).sum(axis=0)
    return max(float(np.trapezoid(integrand, xs)) / math.log(2), 0.0)


def _choice_columns(model: Model) -> list[ChoiceColumn]:
    tally = model.statistics.choices
    if tally is None:
        return []
    documents, alpha = tally.documents / UNIT, model.recipe.smoothing
    labels, choice_columns_found = range(len(documents)), []
    for column_index, units in enumerate(tally.counts):
        values = model.table.values[column_index] if column_index < len(model.table.values) else ()
        seen = np.flatnonzero(units.sum(axis=0) > 0)
        counts = units[:, seen] / UNIT
        choice_columns_found.append(
            ChoiceColumn(
                name=_name_of_column(model.table.choices, column_index),
                values=tuple(_name_of_column(values, number) for number in seen.tolist()),
                counts=counts,
                shares=np.array(
                    [[_share_of_value(units, label, value, alpha) for value in seen.tolist()] for label in labels]
                ),
                unknown=np.array([_share_of_value(units, label, -1, alpha) for label in labels]),
                missing=np.maximum(documents - counts.sum(axis=1), 0.0),
                bits=_mutual_information_of_counts(counts),
            )
        )
    return choice_columns_found


def _share_of_value(units: IntArray, label: int, value: int, alpha: float) -> float:
    """Return P(value | label); NaN if neither counts nor smoothing determine it."""
    probability = choice_fraction(units, label, value, alpha).probability
    return math.nan if probability is None else float(probability)


def _mutual_information_of_counts(counts: FloatArray) -> float:
    """Return the mutual information of value and label in bits, over documents that have a value."""
    total = counts.sum()
    if not total:
        return 0.0
    joint = counts / total
    independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    is_positive = joint > 0
    return max(float((joint[is_positive] * np.log2(joint[is_positive] / independent[is_positive])).sum()), 0.0)


def export_columns_csv(workspace: WorkspaceSource, name: str | None, path: Path) -> int:
    """Write all columns to a CSV file: a line for each numeric column, and one for each value of a categorical column.

    Returns the number of columns.
    """
    model_columns_found = model_columns(workspace, name)
    with open_csv_atomically(path) as writer:
        parts = ("count", "missing", "P(value | label)", "mean", "variance")
        head = [f"{part}: {label}" for part in parts for label in model_columns_found.labels]
        writer.writerow(["column", "kind", "value", "bits", *head])
        for column in model_columns_found.columns:
            writer.writerows(_csv_rows(column))
    return len(model_columns_found.columns)


def _csv_rows(column: AnyColumn) -> list[list[object]]:
    start: list[object] = [column.name, column.kind]
    blank = [""] * len(column.known)
    missing = column.missing.tolist()
    if isinstance(column, NumberColumn):
        numbers = [*column.known.tolist(), *missing, *blank, *column.means.tolist(), *column.variances.tolist()]
        return [[*start, "", column.bits, *numbers]]
    if isinstance(column, TextColumn):
        return [[*start, "", "", *column.known.tolist(), *missing, *blank, *blank, *blank]]
    return [
        [*start, value, column.bits, *column.counts[:, place].tolist(), *missing, *column.shares[:, place].tolist(),
         *blank, *blank]
        for place, value in enumerate(column.values)
    ]  # fmt: skip
