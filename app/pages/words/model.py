"""The Words page: every word's numbers, which of them are shown, and the working of one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.pages.classify.working_model import SheetViewModel
from app.pages.shown import Strongest, Working
from app.pages.words.features_model import FeaturesViewModel, by_colour
from app.pages.words.questions import WordsQuestions, WordTable, WordWorking
from app.qt.asking import Asker
from app.qt.jobs import Runner
from app.session.no_workspace import NO_WORKSPACE

N_STRONGEST = 12


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


class WordsViewModel(QObject):
    """Decides what the Words page shows."""

    state_changed = Signal(object)
    documents_wanted = Signal(str)
    """A word whose documents are to be shown."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None = None) -> None:
        super().__init__()
        self._runner = runner
        self._questions = questions or WordsQuestions(NO_WORKSPACE)
        self._asker = Asker(runner, "words", failed=self._on_failed)
        self.features = FeaturesViewModel(runner, self._questions)
        self.features.opened.connect(self._on_features_opened)
        self.state = WordsState()

    def open_workspace(self, questions: WordsQuestions) -> None:
        """Answer for another workspace from now on."""
        self._questions = questions
        self.features.open_workspace(questions)
        self.close_model()

    def open_model(self, model: str, event_model: str, smoothing: float) -> None:
        """Show the columns and words of another model."""
        self._asker.forget()
        self._change(model=model, event_model=event_model, smoothing=smoothing, chosen=-1, working=None)
        if model:
            self.features.open_model(model)

    def _on_features_opened(self, has_words: bool) -> None:
        if not has_words:
            self._change(table=None, shown=None, chosen=-1, working=None, problem=None)
            return
        questions, model = self._questions, self.state.model
        if model:
            self._asker.ask(lambda context: questions.table(model, context), then=self.show_table, topic="table")

    def close_model(self) -> None:
        """Show no words: there is no model at hand."""
        self._asker.forget()
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
        questions, model, (against, towards) = self._questions, self.state.model, self.state.pair
        if model:
            self._asker.ask(
                lambda context: questions.working(model, word, towards, against, context),
                then=self._on_working_found,
                topic="working",
            )

    def choose_word_named(self, word: str) -> None:
        """Show the working of a word."""
        if self.state.table is not None:
            places = np.flatnonzero(self.state.table.words == word)
            if len(places):
                self.choose_word(int(places[0]))

    def sheet(self) -> SheetViewModel | None:
        """The working of the verdict on the chosen word alone."""
        questions, model, word = self._questions, self.state.model, self.chosen_word
        if not model or not word:
            return None
        return SheetViewModel(self._runner, word, lambda context: questions.sheet(model, word, context))

    @property
    def chosen_word(self) -> str:
        """The word that is chosen, or nothing."""
        table, chosen = self.state.table, self.state.chosen
        return str(table.words[chosen]) if table is not None and chosen >= 0 else ""

    def show_documents(self) -> None:
        """Go to the documents that have the chosen word."""
        if self.chosen_word:
            self.documents_wanted.emit(self.chosen_word)

    def export(self, path: Path) -> None:
        """Write all words and their numbers to a file."""
        questions, model = self._questions, self.state.model
        self._asker.ask(
            lambda context: questions.export(model, path, context),
            then=lambda _n_words: None,
            title=self.tr("Exporting words"),
            lane="long",
        )

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
        return Strongest(tuple(low), tuple(high), names, colours, self.chosen_word)

    def _on_working_found(self, found: WordWorking) -> None:
        self._change(working=found.working, n_documents=found.n_documents, problem=None)

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
