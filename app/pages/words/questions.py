"""The Words page's questions: all words of a model, and the working of one."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.domain.jobs import JobContext
from app.pages.labels import colours_of, labels_named, labels_of
from app.pages.shown import Fraction, Label, Working
from app.pages.words.features_model import FeaturesServices
from app.pages.words.model import FloatArray, WordsServices, WordTable
from app.services.models.model_columns import ModelColumns, columns_csv, model_columns
from app.services.models.model_words import csv_file, model_words, word_working
from app.services.sheets.verdict_sheets import VerdictSheet, sheet_of_word
from app.store.workspace import Workspace


class WordsConnection:
    """Answers for one workspace."""

    def __init__(self, workspace: Path) -> None:
        self._path = workspace

    def services(self) -> WordsServices:
        features = FeaturesServices(columns=self.columns, export=self.export_columns)
        return WordsServices(
            table=self.table, working=self.working, export=self.export, sheet=self.sheet, features=features
        )

    def columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        """The columns of a model; a model of a corpus of text has none, and is not even looked into."""
        with Workspace(self._path, read_only=True) as workspace:
            corpus = workspace.models.get(model).corpus
            if corpus is not None and workspace.corpora.get(corpus).kind != "table":
                return ModelColumns(model, (), ()), ()
        found = model_columns(self._path, model)
        return found, labels_named(self._labels(model), found.labels)

    def export_columns(self, model: str, path: str, _context: JobContext) -> object:
        """Write all columns to a file."""
        return columns_csv(self._path, model, Path(path))

    def table(self, model: str, _context: JobContext) -> WordTable:
        """Every word of a model with its numbers."""
        words = model_words(self._path, model)
        figures, event_model = words.figures, words.source.recipe.text_model
        return WordTable(
            words=np.array(figures.words, dtype=object),
            counts=figures.occurrences.T,
            log_probabilities=shown_weights(figures.weights, event_model).T,
            bits=figures.mutual_information / np.log(2),
            labels=labels_named(self._labels(model), words.labels),
            are_weights=event_model == "complement",
        )

    def working(self, model: str, word: str, towards: int, against: int, _context: JobContext) -> tuple[Working, int]:
        """How a word's probability under two labels comes about, and how many documents have it."""
        found = word_working(self._path, model, word)
        names = [line.label for line in found.lines]
        colours = colours_of(self._labels(model), names)
        fractions = tuple(
            Fraction(
                label=line.label,
                colour=colours[place],
                count=line.count,
                smoothing=line.smoothing,
                total=line.total,
                total_smoothing=line.total_smoothing,
                probability=line.probability,
                log_probability=line.log,
            )
            for place, line in ((number, found.lines[number]) for number in (towards, against))
        )
        odds = found.lines[towards].log - found.lines[against].log
        return Working(fractions, odds), found.n_documents

    def sheet(self, model: str, word: str, _context: JobContext) -> VerdictSheet:
        """The verdict on a document of one word, step by step."""
        return sheet_of_word(self._path, model, word)

    def export(self, model: str, path: str, _context: JobContext) -> object:
        """Write all words to a file."""
        return csv_file(self._path, model, Path(path))

    def _labels(self, model: str) -> tuple[Label, ...]:
        with Workspace(self._path, read_only=True) as workspace:
            corpus = workspace.models.get(model).corpus
            return () if corpus is None else labels_of(workspace, corpus)


def shown_weights(weights: FloatArray, event_model: str) -> FloatArray:
    """What the table shows for each word and label (n_words, n_labels).

    Bernoulli weighs a word by log P − log(1 − P), because its absence counts as well; shown is log P itself, which is
    what the working of the word comes to.
    """
    return -np.logaddexp(0.0, -weights) if event_model == "bernoulli" else weights
