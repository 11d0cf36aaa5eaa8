"""The Words page: every word's numbers, which of them are shown, and the working of one."""

from __future__ import annotations

import re
from dataclasses import field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLocale, Signal

from app.pages.classify.working_sheet_view_model import SheetViewModel
from app.pages.painted_values import Strongest, WordFractions
from app.pages.words.evidence_names import WordShelf
from app.pages.words.features_view_model import FeaturesViewModel, by_colour
from app.pages.words.questions import WordNames, WordsQuestions, WordTable, named_words
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.sheets.explaining import sheet_of_word
from nbengine.lazy_dataclasses import dataclass

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
    shelf: WordShelf = WordShelf.WORDS
    n_on_shelves: tuple[int, ...] = (0, 0, 0)
    """The number of words on each shelf, whatever is searched for."""
    search: str = ""
    least: int = 5
    """Only words seen at least so often."""
    shown: NDArray[np.bool_] | None = None
    strongest: Strongest = field(default_factory=Strongest)
    chosen: int = -1
    """The row of the chosen word in the table."""
    working: WordFractions | None = None
    worked: int = -1
    """The row of the word whose working it is: until that of another word is there, both stay."""
    revision: tuple[int, float] = (0, 0.0)
    """Of what the model had learnt when its words were asked for."""
    problem: Exception | None = None
    pattern_problem: str = ""


class WordsViewModel(PageModel[WordsState, WordsQuestions]):
    """Decides what the Words page shows."""

    documents_wanted = Signal(str)
    """A word whose documents are to be shown."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None = None) -> None:
        super().__init__(runner, "words", WordsState(), questions)
        self._runner = runner
        self.features = FeaturesViewModel(runner, questions)
        self.features.opened.connect(self._on_features_opened)
        self._named: WordNames | None = None
        self._strong: dict[str, int] = {}
        """Rows of the words in the plot, by their names."""
        self._awaits_words = False
        """The words that show are of another model, or of what the model had learnt before."""
        self._kept_word = ""
        """Chosen again when the words of the same model are there anew."""

    def open_workspace(self, questions: WordsQuestions) -> None:
        """Answer for another workspace from now on."""
        self.answer_from(questions)
        self.features.answer_from(questions)
        self.close_model()

    def open_model(
        self, model: str, event_model: str, smoothing: float, revision: tuple[int, float] = (0, 0.0)
    ) -> None:
        """Show the columns and words of another model, or of the same one with what it has learnt since."""
        self._asker.forget()
        self._awaits_words = bool(model)
        self._kept_word = self.chosen_word if model == self.state.model else ""
        self._change(model=model, event_model=event_model, smoothing=smoothing, revision=revision)
        if not self._kept_word:
            self._change(chosen=-1, working=None)
        if model:
            self.features.open_model(model)

    def _on_features_opened(self, has_words: bool) -> None:
        if not has_words:
            self._change(table=None, shown=None, chosen=-1, working=None, problem=None)
            return
        model, language = self.state.model, QLocale().name()
        if model:
            self._ask(
                lambda questions, context: questions.table(model, language, context),
                then=self.show_table,
                topic="table",
            )

    def close_model(self) -> None:
        """Show no words: there is no model at hand."""
        self._asker.forget()
        self._awaits_words, self._kept_word = False, ""
        self.features.close_model()
        self._change(model="", table=None, shown=None, chosen=-1, working=None, problem=None)

    def show_table(self, table: WordTable) -> None:
        """Take over the words of the model."""
        old, word = self.state.table, self._kept_word
        pair = by_colour(table.labels) if len(table.labels) == 2 else (0, min(1, len(table.labels) - 1))
        if old is not None and [label.name for label in old.labels] == [label.name for label in table.labels]:
            pair = self.state.pair
        chosen = next(iter(np.flatnonzero(table.words == word).tolist()), -1) if word else -1
        counts = tuple(int(np.count_nonzero(table.on_shelf(shelf))) for shelf in WordShelf)
        shelf = self.state.shelf if counts[self.state.shelf] else WordShelf.WORDS
        self._named, self._awaits_words = table.named, False
        self.state = replace(
            self.state,
            table=table, pair=pair, shelf=shelf, n_on_shelves=counts, chosen=chosen, working=None, problem=None,
        )  # fmt: skip
        self._filter()
        if chosen >= 0:
            self.choose_word(chosen)

    def speak(self) -> None:
        """Name the strongest words anew where they were named in another language than the window now has."""
        if self._named is not None and self._named.language != QLocale().name():
            self._filter()

    def choose_shelf(self, shelf: WordShelf) -> None:
        """Show words, senders and headers, or signs; the search and the least count stay."""
        if shelf is not self.state.shelf:
            self._asker.forget("working")
            self._change(shelf=shelf, chosen=-1, working=None)
            self._filter()

    def named(self) -> WordNames:
        """Return the names of all rows of the table, in the language of the window."""
        table, language = self.state.table, QLocale().name()
        if self._named is None or self._named.language != language:
            words = np.empty(0, dtype=object) if table is None else table.words
            are_of_mail = table is not None and table.shelves is not None
            self._named = named_words(words, language, are_of_mail=are_of_mail)
        return self._named

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
        strongest, name = self.state.strongest, str(self.named().names[number])
        self._change(
            chosen=number, strongest=strongest if strongest.chosen == name else replace(strongest, chosen=name)
        )
        if self._awaits_words:
            self._kept_word = word
            return
        model, (against, towards) = self.state.model, self.state.pair
        if model:
            self._ask(
                lambda questions, context: questions.working(model, word, towards, against, context),
                then=lambda found: self._change(working=found, worked=number, problem=None),
                topic="working",
            )

    def choose_word_named(self, word: str) -> None:
        """Show the working of a word."""
        if word in self._strong:
            self.choose_word(self._strong[word])
        elif self.state.table is not None:
            places = np.flatnonzero(self.state.table.words == word)
            if len(places):
                self.choose_word(int(places[0]))

    def sheet(self) -> SheetViewModel | None:
        """The working of the verdict on the chosen word alone."""
        questions, model, word = self._source, self.state.model, self.chosen_word
        if questions is None or not model or not word:
            return None
        return SheetViewModel(self._runner, word, lambda context: sheet_of_word(questions.place, model, word, context))

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
        model = self.state.model
        title = self.tr("Exporting words")
        self._ask(lambda questions, context: questions.export(model, path, context), title=title, lane="long")

    def _filter(self) -> None:
        table = self.state.table
        if table is None:
            return
        shown = (table.counts.sum(axis=0) >= self.state.least) & table.on_shelf(self.state.shelf)
        problem = ""
        if self.state.search:
            try:
                shown[shown] = self._matching(table, shown)
            except re.error as error:
                problem = str(error)
        self._change(shown=shown, strongest=self._strongest(table, shown), pattern_problem=problem)

    def _strongest(self, table: WordTable, shown: NDArray[np.bool_]) -> Strongest:
        if len(table.labels) < 2:
            return Strongest()
        against, towards = self.state.pair
        weights, named = table.per_mail(towards, against), self.named()
        names, rows = named.names, np.flatnonzero(shown & named.have_bars)
        order = rows[np.argsort(weights[rows], kind="stable")]
        low = [int(n) for n in order[:N_STRONGEST] if weights[n] < 0]
        high = [int(n) for n in order[::-1][:N_STRONGEST] if weights[n] > 0]
        self._strong = {str(names[number]): number for number in (*low, *high)}
        sides = [tuple((str(names[n]), float(weights[n])) for n in side) for side in (low, high)]
        chosen = str(names[self.state.chosen]) if self.state.chosen >= 0 else ""
        one, other = table.labels[against], table.labels[towards]
        return Strongest(sides[0], sides[1], (one.name, other.name), (one.colour, other.colour), chosen)

    def _matching(self, table: WordTable, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Say which rows have a text in the word or its name, or match a pattern between slashes: `/^free/`."""
        search = self.state.search
        if len(search) > 2 and search.startswith("/") and search.endswith("/"):
            pattern, words = re.compile(search[1:-1]), table.words[rows]
            return np.fromiter((pattern.search(word) is not None for word in words), np.bool_, len(words))
        return self.named().containing(search)[rows]
