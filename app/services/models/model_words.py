"""The words of a model with all their numbers: what a table shows, and a spreadsheet takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.use_case_results import WordRow
from app.services.engine_errors import engine_errors
from app.services.files.whole_files import whole_table
from app.services.models.kept_models import shown_model
from app.services.training.corpus_documents import labelled_corpus
from app.store.workspace import Place, writing
from nbengine.arrays.counts import UNIT, FloatArray, IntArray
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
class WorkingLine:
    """The working of a word's probability under one label: (count + smoothing) / (total + total smoothing)."""

    label: str
    count: float
    smoothing: float
    total: float
    total_smoothing: float
    probability: float
    log: float
    """The logarithm that one occurrence adds; for complement the weight, which is not the log of this probability."""
    ratio: float | None = None
    """With learnt factors, what naive Bayes says: the log ratio against all other labels."""
    factor: float | None = None
    """The part of that that counts."""


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
