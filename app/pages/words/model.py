"""The Words page: every word's numbers, which of them are shown, and the working of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.pages.classify.working_model import SheetViewModel, VerdictSheet
from app.pages.shown import Label, Strongest, Working
from app.pages.words.features_model import FeaturesServices, FeaturesViewModel, by_colour
from app.qt.jobs import Runner

FloatArray = NDArray[np.float64]
N_STRONGEST = 12


@dataclass(frozen=True, slots=True)
class WordTable:
    """All words of a model, as equally long columns."""

    words: NDArray[Any]
    """(n_words,) texts."""
    counts: FloatArray
    """(n_labels, n_words)"""
    log_probabilities: FloatArray
    """(n_labels, n_words): log P(word | label)."""
    bits: FloatArray
    """(n_words,): mutual information with the label."""
    labels: tuple[Label, ...] = ()
    are_weights: bool = False
    """The event model weighs words by something else than log P(word | label)."""

    def log_odds(self, towards: int, against: int) -> FloatArray:
        """Return log P(word | towards) − log P(word | against)."""
        with np.errstate(invalid="ignore"):
            odds = self.log_probabilities[towards] - self.log_probabilities[against]
        return np.where(np.isnan(odds), 0.0, odds)


@dataclass(frozen=True, slots=True)
class WordsState:
    """All that the page shows."""

    model: str = ""
    event_model: str = ""
    smoothing: float = 0.0
    table: WordTable | None = None
    pair: tuple[int, int] = (0, 1)
    """Numbers of the labels that the log-odds compare: against, towards."""
    search: str = ""
    is_pattern: bool = False
    least: int = 5
    """Only words seen at least so often."""
    shown: NDArray[np.bool_] | None = None
    strongest: Strongest = field(default_factory=Strongest)
    chosen: int = -1
    """The row of the chosen word in the table."""
    working: Working | None = None
    n_documents: int | None = None
    """How many documents have the chosen word."""
    problem: Exception | None = None
    pattern_problem: str = ""


@dataclass(frozen=True, slots=True)
class WordsServices:
    """What the page asks for; every function takes a JobContext last."""

    table: Callable[..., WordTable] | None = None
    """(model)"""
    working: Callable[..., tuple[Working, int]] | None = None
    """(model, word, towards, against): two numbers of labels in; the fractions, and how many documents have the word"""
    sheet: Callable[..., VerdictSheet] | None = None
    """(model, word): the verdict on a document of this one word"""
    export: Callable[..., object] | None = None
    """(model, path)"""
    show_documents: Callable[[str], object] | None = None
    """Called on the GUI thread with a word: show its documents."""
    features: FeaturesServices = field(default_factory=FeaturesServices)
    """For models of tables, whose columns stand beside the words."""


class WordsViewModel(QObject):
    """Decides what the Words page shows."""

    state_changed = Signal(object)

    def __init__(self, runner: Runner, services: WordsServices) -> None:
        super().__init__()
        self._runner, self.services = runner, services
        self.features = FeaturesViewModel(runner, services.features)
        self.features.opened.connect(self._on_features_opened)
        self.state = WordsState()

    def open_model(self, model: str, event_model: str, smoothing: float) -> None:
        """Show the columns and words of another model."""
        self._change(model=model, event_model=event_model, smoothing=smoothing, chosen=-1, working=None)
        self.features.services = self.services.features
        if model:
            self.features.open_model(model)

    def _on_features_opened(self, has_words: bool) -> None:
        if not has_words:
            self._change(table=None, shown=None, chosen=-1, working=None, problem=None)
            return
        if self.services.table is not None and self.state.model:
            job = self._runner.start(self.services.table, self.state.model, key="words table")
            job.succeeded.connect(self.show_table)
            job.failed.connect(self._on_failed)

    def close_model(self) -> None:
        """Show no words: there is no model at hand."""
        self.features.close_model()
        self._change(model="", table=None, shown=None, chosen=-1, working=None, problem=None)

    def show_table(self, table: WordTable) -> None:
        """Take over the words of the model."""
        pair = by_colour(table.labels) if len(table.labels) == 2 else (0, min(1, len(table.labels) - 1))
        self._change(table=table, pair=pair, chosen=-1, working=None, problem=None)
        self._filter()

    def search(self, words: str) -> None:
        """Show words that contain this, or that match it if it stands between slashes."""
        self._change(search=words)
        self._filter()

    def choose_least(self, least: int) -> None:
        """Leave out words seen less often."""
        self._change(least=least)
        self._filter()

    def choose_pair(self, against: int, towards: int) -> None:
        """Compare two other labels."""
        self._change(pair=(against, towards))
        self._filter()
        if self.state.chosen >= 0:
            self.choose_word(self.state.chosen)

    def choose_word(self, number: int) -> None:
        """Show the working of a word, by its row in the table."""
        table = self.state.table
        if table is None or not 0 <= number < len(table.words):
            return
        word = str(table.words[number])
        self._change(chosen=number, strongest=replace(self.state.strongest, chosen=word))
        if self.services.working is None:
            return
        against, towards = self.state.pair
        job = self._runner.start(self.services.working, self.state.model, word, towards, against, key="working")
        job.succeeded.connect(self._on_working_succeeded)
        job.failed.connect(self._on_failed)

    def choose_word_named(self, word: str) -> None:
        """Show the working of a word."""
        if self.state.table is not None:
            places = np.flatnonzero(self.state.table.words == word)
            if len(places):
                self.choose_word(int(places[0]))

    def sheet(self) -> SheetViewModel | None:
        """The working of the verdict on the chosen word alone."""
        table, chosen = self.state.table, self.state.chosen
        if self.services.sheet is None or table is None or chosen < 0:
            return None
        word = str(table.words[chosen])
        return SheetViewModel(self._runner, word, self.services.sheet, self.state.model, word)

    def export(self, path: str) -> None:
        """Write all words and their numbers to a file."""
        if self.services.export is not None:
            title = self.tr("Exporting words")
            job = self._runner.start(self.services.export, self.state.model, path, title=title, lane="long")
            job.failed.connect(self._on_failed)

    def _filter(self) -> None:
        table = self.state.table
        if table is None:
            return
        shown = table.counts.sum(axis=0) >= self.state.least
        problem = ""
        if self.state.search:
            try:
                shown &= _matching(table.words, self.state.search)
            except re.error as error:
                problem = str(error)
        self._change(shown=shown, strongest=self._strongest(table, shown), pattern_problem=problem)

    def _strongest(self, table: WordTable, shown: NDArray[np.bool_]) -> Strongest:
        if len(table.labels) < 2:
            return Strongest()
        against, towards = self.state.pair
        odds = table.log_odds(towards, against)
        rows = np.flatnonzero(shown)
        order = rows[np.argsort(odds[rows], kind="stable")]
        low = [(str(table.words[n]), float(odds[n])) for n in order[:N_STRONGEST] if odds[n] < 0]
        high = [(str(table.words[n]), float(odds[n])) for n in order[::-1][:N_STRONGEST] if odds[n] > 0]
        names = (table.labels[against].name, table.labels[towards].name)
        colours = (table.labels[against].colour, table.labels[towards].colour)
        chosen = str(table.words[self.state.chosen]) if self.state.chosen >= 0 else ""
        return Strongest(tuple(low), tuple(high), names, colours, chosen)

    def _on_working_succeeded(self, answer: tuple[Working, int]) -> None:
        working, n_documents = answer
        speaking = sorted(working.fractions, key=lambda each: -each.log_probability)
        self._change(working=replace(working, fractions=tuple(speaking)), n_documents=n_documents, problem=None)

    def _on_failed(self, error: Exception) -> None:
        self._change(problem=error)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)
        self.state_changed.emit(self.state)


def _matching(words: NDArray[Any], search: str) -> NDArray[np.bool_]:
    """Say which words contain a text, or match a pattern between slashes: `/^free/`."""
    if len(search) > 2 and search.startswith("/") and search.endswith("/"):
        pattern = re.compile(search[1:-1])
        return np.fromiter((pattern.search(str(word)) is not None for word in words), bool, len(words))
    wanted = search.casefold()
    return np.fromiter((wanted in str(word) for word in words), bool, len(words))
