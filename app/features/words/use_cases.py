"""The words of a model with all their numbers: what a table shows, and a spreadsheet takes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np

from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.results import WordRow, WorkingLine
from app.domain.whole_files import whole_table
from app.library.engine_errors import engine_errors
from app.library.saved_models import shared_model, shown_model
from app.library.training_data import labelled_corpus
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.arrays.counts import UNIT, FloatArray, IntArray
from nbengine.events.categorical import choice_working
from nbengine.events.gaussian import floor_of
from nbengine.explanations.derivation import word_workings
from nbengine.explanations.exact_fractions import RatioWorking
from nbengine.explanations.explanation import WordFigures, strongest_words, word_figures
from nbengine.explanations.fit_working import mean_weights
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model
from nbengine.questions.set_model import SetModel

MOST_WEIGHED = 20_000
"""Documents, spread evenly, tell what a word weighs in the mean."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelWords:
    """The words of a model, as arrays: all, or the most telling where there are too many to look at."""

    model: str
    labels: tuple[str, ...]
    figures: WordFigures
    source: Model

    often: FloatArray | None = None
    """(n_words, n_labels): how often a document of each label has a word in the mean, and with learnt factors what the
    word weighs in it; None where the documents of these are not at hand."""


def with_means(place: Place, words: ModelWords, context: JobContext) -> ModelWords:
    """Add how often documents have the words; learnt factors weigh words by document, so that some are looked at."""
    model, figures = words.source, words.figures
    if model.statistics.factors is None:
        return replace(words, often=figures.occurrences / np.maximum(model.statistics.documents / UNIT, 1.0))
    with writing(place) as workspace:
        corpus = workspace.models.get(words.model).corpus
        if corpus is None:
            return words
        documents = labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context).documents
    step = max(1, -(-len(documents) // MOST_WEIGHED))
    return replace(words, often=mean_weights(model, documents[np.arange(0, len(documents), step)], figures.tokens))


def model_words(workspace: Place, name: str | None) -> ModelWords:
    """Every word of a model; only models of text have words."""
    kept = shown_model(workspace, name)
    if kept.model.statistics.text is None:
        raise ModelError(kept.record.name, "no-words")
    with engine_errors(ModelError, kept.record.name):
        model = kept.model.questions.side_by_side() if isinstance(kept.model, SetModel) else kept.model
        return ModelWords(kept.record.name, model.labels, word_figures(model), model)


def row_of(words: ModelWords, number: int) -> WordRow:
    """Return one word as a record; its log-odds are those of the label it speaks for most."""
    figures = words.figures

    def by_label(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> dict[str, float]:
        return dict(zip(words.labels, table[number].tolist(), strict=True))

    return WordRow(
        word=figures.words[number],
        counts=by_label(figures.occurrences),
        documents=by_label(figures.documents),
        log_probabilities=by_label(figures.weights),
        log_odds=float(figures.log_odds[number].max()),
        mutual_information=float(figures.mutual_information[number]),
        learnt=None if figures.learnt is None else float(figures.learnt[number]),
    )


def found_word(words: ModelWords, word: str) -> WordRow:
    """The row of a word."""
    number = words.source.token_of(word)
    if number < 0:
        raise NotFound("word", word)
    place = int(np.searchsorted(words.figures.tokens, number))
    if place < len(words.figures.tokens) and words.figures.tokens[place] == number:
        return row_of(words, place)
    alone = word_figures(words.source, np.array([number]))
    return row_of(replace(words, figures=alone), 0)


def most_telling(words: ModelWords, n_words: int) -> list[WordRow]:
    """The words that tell most about the label."""
    return [row_of(words, number) for number in most_informative(words, n_words).tolist()]


def most_informative(words: ModelWords, n_words: int) -> IntArray:
    told = words.figures.mutual_information
    return np.argsort(-told, kind="stable")[:n_words]


def strongest(words: ModelWords, n_words: int) -> dict[str, tuple[str, ...]]:
    """Return for each label the words that speak for it most."""
    return {found.label: tuple(found.words) for found in strongest_words(words.source, n_words)}


@dataclass(frozen=True, slots=True)
class WordWorking:
    """The working of a word, label by label."""

    word: str
    lines: tuple[WorkingLine, ...]
    n_documents: int


def word_working(workspace: Place, name: str | None, word: str) -> WordWorking:
    """Work out a word's probabilities from its counts."""
    model = shown_model(workspace, name).model
    model = model.questions.side_by_side() if isinstance(model, SetModel) else model
    number = model.token_of(word)
    if number < 0:
        raise NotFound("word", word)
    lines = []
    for label, working in word_workings(model, word):
        share, told = working.share, working if isinstance(working, RatioWorking) else None
        counted = (float(share.count), float(share.smoothing), float(share.total), float(share.total_smoothing))
        probability = float(share.probability) if share.probability is not None else 0.0
        factors = (None, None) if told is None else (told.ratio, told.factor)
        lines.append(WorkingLine(label, *counted, probability, working.log, *factors))
    return WordWorking(word, tuple(lines), round(model.tally.rows(np.array([number]))[1].sum() / UNIT))


def csv_file(workspace: Place, name: str | None, path: Path) -> int:
    """Write all words of a model to a file; return how many."""
    words = model_words(workspace, name)
    write_csv(words, path)
    return len(words.figures.words)


def write_csv(words: ModelWords, path: Path) -> None:
    """Write all words, the most telling first, as a table for a spreadsheet."""
    parts = ("count", "documents", "log P(word | label)", "log-odds")
    learnt = [] if words.figures.learnt is None else ["learnt weight"]
    of_labels = [f"{part}: {label}" for part in parts for label in words.labels]
    with whole_table(path) as writer:
        writer.writerow(["word", "mutual information", *of_labels, *learnt])
        writer.writerows(csv_rows(words))


def csv_rows(words: ModelWords) -> Iterator[list[object]]:
    figures = words.figures
    for number in most_informative(words, len(figures.words)).tolist():
        tables = (figures.occurrences, figures.documents, figures.weights, figures.log_odds)
        yield [
            figures.words[number],
            float(figures.mutual_information[number]),
            *(value for table in tables for value in table[number].tolist()),
            *([] if figures.learnt is None else [float(figures.learnt[number])]),
        ]


ColumnKind = Literal["number", "choice", "text"]
MOST_BINS, FEWEST_BINS = 40, 16
REACH = 6.0
"""Standard deviations to either side, beyond which a curve holds next to nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberColumn:
    """A column of numbers: what is known of it under each label, and the data themselves as a histogram."""

    name: str
    known: FloatArray
    """(n_labels,): the weight of the documents that have the number."""
    missing: FloatArray
    """(n_labels,): of those that lack it."""
    means: FloatArray
    """(n_labels,)"""
    variances: FloatArray
    """(n_labels,): as the curve takes them, with what is added to every variance."""
    added_variance: float
    edges: FloatArray
    """(n_bins + 1,): of the histogram; empty where no documents are at hand."""
    counts: FloatArray
    """(n_labels, n_bins): the weight of the documents in each."""
    bits: float
    kind: ColumnKind = "number"

    def curve(self, label: int, xs: FloatArray) -> FloatArray:
        """The density under a label at some numbers; NaN where the column was never seen."""
        return np.exp(self.log_density(label, xs))

    def log_density(self, label: int, xs: FloatArray) -> FloatArray:
        variance = self.variances[label]
        with np.errstate(divide="ignore", invalid="ignore"):
            found: FloatArray = -0.5 * np.log(2 * np.pi * variance) - (xs - self.means[label]) ** 2 / (2 * variance)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceColumn:
    """A column of choices: how often each value was chosen, and what that makes of its probability."""

    name: str
    values: tuple[str, ...]
    counts: FloatArray
    """(n_labels, n_values)"""
    shares: FloatArray
    """(n_labels, n_values): P(value | label), smoothed."""
    unknown: FloatArray
    """(n_labels,): P of a value that was never seen."""
    missing: FloatArray
    """(n_labels,)"""
    bits: float
    kind: ColumnKind = "choice"

    @property
    def known(self) -> FloatArray:
        total: FloatArray = self.counts.sum(axis=1)
        return total


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    """The text of the rows: its words have a table of their own."""

    name: str
    n_words: int
    known: FloatArray
    missing: FloatArray
    bits: float = math.nan
    kind: ColumnKind = "text"


AnyColumn = NumberColumn | ChoiceColumn | TextColumn


@dataclass(frozen=True, slots=True, eq=False)
class ModelColumns:
    """All columns that a model reads; none if it learnt from nothing but text."""

    model: str
    labels: tuple[str, ...]
    columns: tuple[AnyColumn, ...]
    unread: tuple[str, ...] = ()
    """Columns of its corpus that the event model leaves out."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The labelled rows behind a model."""

    numbers: FloatArray
    places: IntArray
    """(n_rows,): the label's number in the model."""
    weights: FloatArray


def model_columns(workspace: Place, name: str | None) -> ModelColumns:
    """Every column of a model, in the order of the table: numbers, choices, and the text last."""
    with reading(workspace) as opened:
        kept = shared_model(workspace, opened, name)
        model, corpus = kept.model, kept.record.corpus
        statistics = model.statistics
        if statistics.numbers is None and statistics.choices is None:
            return ModelColumns(kept.record.name, model.labels, ())
        schema = None if corpus is None else opened.corpora.get(corpus).schema
        rows = None if corpus is None or statistics.numbers is None else _rows(opened, corpus, model)
    with engine_errors(ModelError, kept.record.name):
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
        columns, rows = workspace.documents.columns(corpus), workspace.documents.rows(corpus)
    at = np.searchsorted(columns.numbers, rows.document_numbers)
    names = {label: place for place, label in enumerate(model.labels)}
    places = np.array([*(names.get(label, -1) for label in columns.label_names), -1], np.int64)[columns.labels[at]]
    is_used = (places >= 0) & (columns.weights[at] > 0)
    return _Rows(rows.numbers[is_used], places[is_used], columns.weights[at][is_used])


def _number_columns(model: Model, rows: _Rows | None) -> list[NumberColumn]:
    tally = model.statistics.numbers
    if tally is None:
        return []
    moments, documents = tally.moments, tally.documents / UNIT
    pooled, found = moments.pooled(), []
    added = float(floor_of(pooled, model.recipe.var_smoothing))
    is_known = moments.weights > 0
    means = np.where(is_known, moments.means, pooled.means)
    variances = np.where(is_known, moments.variances, pooled.variances) + added
    has_rows = rows is not None and rows.numbers.shape[1] == tally.n_columns
    for place in range(tally.n_columns):
        known = moments.weights[:, place] / UNIT
        edges, counts = _histogram(rows, place, len(documents)) if rows is not None and has_rows else _no_histogram()
        found.append(
            NumberColumn(
                name=_name(model.table.numbers, place),
                known=known,
                missing=np.maximum(documents - known, 0.0),
                means=means[:, place],
                variances=variances[:, place],
                added_variance=added,
                edges=edges,
                counts=counts,
                bits=_bits_of_curves(means[:, place], variances[:, place], known),
            )
        )
    return found


def _name(names: tuple[str, ...], place: int) -> str:
    return names[place] if place < len(names) else str(place + 1)


def _no_histogram() -> tuple[FloatArray, FloatArray]:
    return np.zeros(0), np.zeros((0, 0))


def _histogram(rows: _Rows, place: int, n_labels: int) -> tuple[FloatArray, FloatArray]:
    """Bins by the rule of Freedman and Diaconis; whole numbers get bins of a whole width, so that none is favoured."""
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
    """Return the edges of a histogram's bins for these numbers, one more than there are bins."""
    low, high = float(values.min()), float(values.max())
    if low == high:
        return np.array([low - 0.5, high + 0.5])
    spread = float(np.subtract(*np.percentile(values, [75, 25])))
    width = 2 * spread / len(values) ** (1 / 3)
    wanted = (high - low) / width if width > 0 else FEWEST_BINS
    n_bins = int(min(max(math.ceil(wanted), FEWEST_BINS), MOST_BINS))
    if (values == np.round(values)).all():
        step = math.ceil((high - low + 1) / n_bins)
        return np.arange(low - 0.5, high + step, step)
    return np.linspace(low, high, n_bins + 1)


def _bits_of_curves(means: FloatArray, variances: FloatArray, known: FloatArray) -> float:
    """Return how many bits the number tells about the label, if the curves are right: an integral over them."""
    has_curve = (known > 0) & (variances > 0)
    if has_curve.sum() < 2:
        return 0.0
    shares = known[has_curve] / known[has_curve].sum()
    centres, widths = means[has_curve, None], np.sqrt(variances[has_curve, None])
    xs = np.unique(centres + widths * np.linspace(-REACH, REACH, 401))
    logs = -0.5 * ((xs - centres) / widths) ** 2 - np.log(widths * math.sqrt(2 * math.pi))
    mixed = np.logaddexp.reduce(logs + np.log(shares)[:, None], axis=0)
    inside = (shares[:, None] * np.exp(logs) * (logs - mixed)).sum(axis=0)
    return max(float(np.trapezoid(inside, xs)) / math.log(2), 0.0)


def _choice_columns(model: Model) -> list[ChoiceColumn]:
    tally = model.statistics.choices
    if tally is None:
        return []
    documents, alpha = tally.documents / UNIT, model.recipe.smoothing
    labels, found = range(len(documents)), []
    for place, units in enumerate(tally.counts):
        values = model.table.values[place] if place < len(model.table.values) else ()
        seen = np.flatnonzero(units.sum(axis=0) > 0)
        counts = units[:, seen] / UNIT
        found.append(
            ChoiceColumn(
                name=_name(model.table.choices, place),
                values=tuple(_name(values, number) for number in seen.tolist()),
                counts=counts,
                shares=np.array([[_share(units, label, value, alpha) for value in seen.tolist()] for label in labels]),
                unknown=np.array([_share(units, label, -1, alpha) for label in labels]),
                missing=np.maximum(documents - counts.sum(axis=1), 0.0),
                bits=_bits_of_counts(counts),
            )
        )
    return found


def _share(units: IntArray, label: int, value: int, alpha: float) -> float:
    """P(value | label); nothing where neither counts nor smoothing give one."""
    probability = choice_working(units, label, value, alpha).probability
    return math.nan if probability is None else float(probability)


def _bits_of_counts(counts: FloatArray) -> float:
    """Mutual information of value and label over the documents that have a value."""
    total = counts.sum()
    if not total:
        return 0.0
    joint = counts / total
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    is_there = joint > 0
    return max(float((joint[is_there] * np.log2(joint[is_there] / apart[is_there])).sum()), 0.0)


def columns_csv(workspace: Place, name: str | None, path: Path) -> int:
    """Write all columns to a file, a row for each number and each value; return how many columns."""
    found = model_columns(workspace, name)
    with whole_table(path) as writer:
        parts = ("count", "missing", "P(value | label)", "mean", "variance")
        head = [f"{part}: {label}" for part in parts for label in found.labels]
        writer.writerow(["column", "kind", "value", "bits", *head])
        for column in found.columns:
            writer.writerows(_csv_rows(column))
    return len(found.columns)


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
