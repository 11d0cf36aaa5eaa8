"""The Words page: every word's numbers, which of them are shown, and the working of one."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLocale, Signal

from app.domain.jobs import JobContext
from app.features.explain.use_cases import sheet_of_word
from app.features.explain.view_model import SheetViewModel
from app.features.words.use_cases import AnyColumn as AnyColumn
from app.features.words.use_cases import ChoiceColumn as ChoiceColumn
from app.features.words.use_cases import ModelColumns as ModelColumns
from app.features.words.use_cases import NumberColumn as NumberColumn
from app.features.words.use_cases import TextColumn as TextColumn
from app.features.words.use_cases import columns_csv, csv_file, model_columns, model_words, with_means, word_working
from app.kit import wording
from app.kit.evidence_names import WordShelf, plain_name, shelf_of, with_seen_ends
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.kit.painted_values import (
    Axis,
    Bars,
    CurvePicture,
    Fraction,
    Label,
    Line,
    Mark,
    Strongest,
    WordFractions,
    colours_of,
    labels_named,
    labels_of,
)
from app.store.workspace import Place, reading
from nbengine.lazy_dataclasses import dataclass

FloatArray = NDArray[np.float64]


SAYS_NOTHING = 0.1
"""Log-odds of which a share says nothing either."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The words of a model, as equally long columns: all, or the most telling of very many."""

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
    ratios: FloatArray | None = None
    """(n_labels, n_words): naive Bayes' log ratio, of which a learnt part counts; None for other models."""
    often: FloatArray | None = None
    """(n_labels, n_words): how often a word comes in a document of each label, or what it weighs there, in the mean."""
    shelves: NDArray[np.int8] | None = None
    """(n_words,): where each word belongs, as a WordShelf; None where all are words of the text."""
    named: WordNames | None = None
    """The words' names in the language that the window had when it asked."""
    n_in_model: int = 0
    """The number of words that the model has, where they are more than these."""

    def said_and_counted(self, towards: int, against: int) -> tuple[FloatArray, FloatArray] | None:
        """Return what naive Bayes says of each word between two labels, and the share of it that counts."""
        if self.ratios is None:
            return None
        said, odds = self.ratios[towards] - self.ratios[against], self.log_odds(towards, against)
        return said, np.divide(odds, said, out=np.full_like(said, np.nan), where=np.abs(said) > SAYS_NOTHING)

    def per_mail(self, towards: int, against: int) -> FloatArray:
        """Return what a word adds to a document of the label it speaks for, in the mean."""
        odds = self.log_odds(towards, against)
        often = self.often
        if often is None:
            return odds
        with np.errstate(invalid="ignore"):
            found = odds * np.where(odds > 0, often[towards], often[against])
        return np.where(np.isfinite(found), found, odds)

    def on_shelf(self, shelf: WordShelf) -> NDArray[np.bool_]:
        """Return which words belong on a shelf."""
        if self.shelves is None:
            return np.full(len(self.words), shelf is WordShelf.WORDS)
        return np.asarray(self.shelves == shelf, np.bool_)

    def log_odds(self, towards: int, against: int) -> FloatArray:
        """Return log P(word | towards) − log P(word | against)."""
        with np.errstate(invalid="ignore"):
            odds = self.log_probabilities[towards] - self.log_probabilities[against]
        return np.where(np.isnan(odds), 0.0, odds)


class WordsQuestions:
    """Answers for one open workspace."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        """The columns of a model and its labels; a model of a corpus of text has none, and is not even looked into."""
        with reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            if corpus is not None and workspace.corpora.get(corpus).kind != "table":
                return ModelColumns(model, (), ()), ()
        found = model_columns(self.place, model)
        return found, labels_named(self._labels(model), found.labels)

    def table(self, model: str, language: str, context: JobContext) -> WordTable:
        """Every word of a model with its numbers, and its name in a language."""
        words = with_means(self.place, model_words(self.place, model), context)
        figures, recipe = words.figures, words.source.recipe
        texts = np.array(figures.words, dtype=object)
        return WordTable(
            words=texts,
            counts=figures.occurrences.T,
            ratios=None if figures.ratios is None else figures.ratios.T,
            log_probabilities=shown_weights(figures.weights, counts_absence=recipe.counts_absence).T,
            bits=figures.mutual_information / np.log(2),
            labels=labels_named(self._labels(model), words.labels),
            are_weights=not recipe.event.are_weights_shares,
            often=None if words.often is None else words.often.T,
            shelves=shelves_of(figures.words) if recipe.rules.fields else None,
            named=named_words(texts, language, are_of_mail=bool(recipe.rules.fields)),
            n_in_model=words.source.n_words,
        )

    def working(self, model: str, word: str, towards: int, against: int, _context: JobContext) -> WordFractions:
        """The working of a word under two labels, by their numbers."""
        found = word_working(self.place, model, word)
        colours = colours_of(self._labels(model), [line.label for line in found.lines])
        fractions = [Fraction(found.lines[number], colours[number]) for number in (towards, against)]
        fractions.sort(key=lambda fraction: -fraction.line.log)
        odds = found.lines[towards].log - found.lines[against].log
        return WordFractions(tuple(fractions), odds, found.n_documents)

    def export(self, model: str, path: Path, _context: JobContext) -> int:
        """Write all words to a file."""
        return csv_file(self.place, model, path)

    def _labels(self, model: str) -> tuple[Label, ...]:
        with reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            return () if corpus is None else labels_of(workspace.labels.all(corpus))


def shelves_of(words: Sequence[str]) -> NDArray[np.int8]:
    """Return the shelf of each counted token of mail, (n_words,)."""
    return np.fromiter((shelf_of(word) for word in words), np.int8, len(words))


def shown_weights(weights: FloatArray, *, counts_absence: bool) -> FloatArray:
    """Return the log-probability that the table shows for each word and label (n_words, n_labels).

    Bernoulli weighs a word by log P − log(1 − P), because its absence counts as well; shown is log P itself, which is
    what the working of the word comes to.
    """
    return -np.logaddexp(0.0, -weights) if counts_absence else weights


@dataclass(frozen=True, slots=True, eq=False)
class WordNames:
    """The words of a table as people call them, in one language."""

    language: str
    names: NDArray[Any]
    """(n_words,) texts."""
    ranks: NDArray[np.int64]
    """(n_words,): places in the order of the names, which sort faster than the names."""
    have_bars: NDArray[np.bool_]
    """(n_words,): which words mean enough to people for a bar of the plot: numbers, single characters and the order of
    headers do not."""
    _searched: NDArray[Any]
    """(n_words,): the word, and after it its name in small letters where that is another text."""

    def containing(self, text: str) -> NDArray[np.bool_]:
        """Return which words have a text in them or in their names, (n_words,)."""
        return np.asarray(np.strings.find(self._searched, _encodable(text.casefold())) >= 0, np.bool_)


def named_words(words: NDArray[Any], language: str, *, are_of_mail: bool) -> WordNames:
    """Name the words of a table; those of texts other than mail are their own names."""
    tokens = words.tolist()
    names = [plain_name(token) for token in tokens] if are_of_mail else [*map(with_seen_ends, tokens)]
    folded = [name.casefold() for name in names]
    searched = [token if token == small else f"{token}\n{small}" for token, small in zip(tokens, folded, strict=True)]
    ranks, texts = np.empty(len(names), dtype=np.int64), _texts(tokens)
    ranks[np.argsort(_texts(names), kind="stable")] = np.arange(len(names))
    means_little = np.strings.isdigit(texts) | np.strings.startswith(texts, "mark:order:")
    have_bars = np.asarray((np.strings.str_len(texts) > 1) & ~means_little, np.bool_)
    return WordNames(language, np.array(names, dtype=object), ranks, have_bars, _texts(searched))


def _texts(texts: Sequence[str]) -> NDArray[Any]:
    """As an array that takes the room of each text alone, so that one endless word does not lengthen all."""
    try:
        return np.array(texts, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError:
        return np.array([_encodable(text) for text in texts], dtype=np.dtypes.StringDType())


def _encodable(text: str) -> str:
    """With a question mark in the place of half a surrogate pair."""
    return text.encode("utf-8", "replace").decode()


N_POINTS = 401
HIGHEST = 1.25
"""The height of the plot over the highest bar, as a factor, where a curve is higher still."""


@dataclass(frozen=True, slots=True)
class FeaturesState:
    """All that the page shows of a table; a model of nothing but text has no columns."""

    found: ModelColumns | None = None
    labels: tuple[Label, ...] = ()
    chosen: int = -1
    value: float | None = None
    """The number at which the curves are compared."""
    problem: Exception | None = None

    @property
    def columns(self) -> tuple[AnyColumn, ...]:
        return () if self.found is None else self.found.columns

    @property
    def column(self) -> AnyColumn | None:
        """The column that is looked at."""
        return self.columns[self.chosen] if 0 <= self.chosen < len(self.columns) else None


class FeaturesViewModel(PageModel[FeaturesState, WordsQuestions]):
    """Decides which column is looked at."""

    opened = Signal(bool)
    """A model's columns are known; whether it has words as well."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None) -> None:
        super().__init__(runner, "features", FeaturesState(), questions)

    def open_model(self, model: str) -> None:
        """Show the columns of another model."""

        def found(answer: tuple[ModelColumns, tuple[Label, ...]]) -> None:
            (columns, labels), old = answer, self.state.column
            names = [column.name for column in columns.columns]
            chosen = names.index(old.name) if old is not None and old.name in names else 0
            self._change(found=columns, labels=labels, chosen=chosen if names else -1, value=None, problem=None)
            self.opened.emit(not names or isinstance(columns.columns[-1], TextColumn))

        self._ask(lambda questions, context: questions.columns(model, context), then=found, topic="columns")

    def close_model(self) -> None:
        """Show no columns."""
        self._asker.forget()
        self._change(found=None, labels=(), chosen=-1, value=None, problem=None)

    def choose(self, place: int) -> None:
        """Look at another column."""
        if 0 <= place < len(self.state.columns) and place != self.state.chosen:
            self._change(chosen=place, value=None)

    def point_at(self, value: float) -> None:
        """Compare the curves at a number."""
        if isinstance(self.state.column, NumberColumn):
            self._change(value=value)

    def export(self, path: Path) -> None:
        """Write all columns to a file."""
        if (found := self.state.found) is not None:
            self._ask(lambda questions, _context: columns_csv(questions.place, found.model, path))


def picture_of(state: FeaturesState) -> CurvePicture | None:
    """The bars and curves of the column of numbers that is looked at."""
    column = state.column
    if not isinstance(column, NumberColumn):
        return None
    has_bars, has_curve = len(column.edges) > 1, np.isfinite(column.variances) & (column.variances > 0)
    low, high = _range(column)
    width = float(column.edges[1] - column.edges[0]) if has_bars else 1.0
    xs = np.linspace(low, high, N_POINTS)
    scale = column.known * width if has_bars else np.ones(len(column.known))
    bars = tuple(
        Bars(label.name, label.colour, tuple(column.edges.tolist()), tuple(column.counts[place].tolist()))
        for place, label in enumerate(state.labels)
        if has_bars
    )
    curves = tuple(
        Line(label.name, _points(column, place, xs), scale[place] * column.curve(place, _points(column, place, xs)),
             label.colour)
        for place, label in enumerate(state.labels)
        if has_curve[place] and column.known[place]
    )  # fmt: skip
    top = max((float(np.nanmax(line.ys)) for line in curves if len(line.ys)), default=1.0)
    title = QCoreApplication.translate("Features", "density")
    if has_bars:  # a curve that towers over the bars, as one of no width does, is cut
        bar = float(column.counts.max()) or 1.0
        top = max(bar, min(top, HIGHEST * bar))
        title = QCoreApplication.translate("Features", "documents per bar")
    top = top * 1.05 or 1.0
    x = Axis(column.name, low, high, nice_ticks(low, high), is_share=False)
    y = Axis(title, 0.0, top, nice_ticks(0.0, top), is_share=False)
    return CurvePicture(curves, x, y, _mark(state, column, scale, top), bars=bars)


def _points(column: NumberColumn, label: int, xs: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """The places of a curve, more of them where it is narrow: a peak must not fall between two of them."""
    width = math.sqrt(float(column.variances[label]))
    own = float(column.means[label]) + width * np.linspace(-4, 4, 81)
    return np.unique(np.concatenate([xs, own[(own >= xs[0]) & (own <= xs[-1])]]))


def _range(column: NumberColumn) -> tuple[float, float]:
    """A bar's width further than the bars to both sides; without bars as far as the curves reach."""
    if len(column.edges) > 1:
        width = float(column.edges[1] - column.edges[0])
        return float(column.edges[0]) - width, float(column.edges[-1]) + width
    seen = (column.known > 0) & np.isfinite(column.variances)
    if not seen.any():
        return 0.0, 1.0
    widths = 3.5 * np.sqrt(column.variances[seen])
    low, high = float((column.means[seen] - widths).min()), float((column.means[seen] + widths).max())
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def _mark(
    state: FeaturesState, column: NumberColumn, scale: np.ndarray[Any, np.dtype[np.float64]], top: float
) -> Mark | None:
    """The number that was pointed at, and for which label it speaks by this column alone."""
    if state.value is None:
        return None
    at = np.array([state.value])
    logs = np.array([float(column.log_density(place, at)[0]) for place in range(len(state.labels))])
    logs[(column.known <= 0) | ~np.isfinite(logs)] = -math.inf
    order = np.argsort(-logs, kind="stable")
    height = min(float((scale * np.exp(logs)).max()), top)
    words = f"*{wording.significant(state.value)}*"
    if len(order) < 2 or not np.isfinite(logs[order[1]]):
        return Mark(state.value, height, words)
    told = QCoreApplication.translate("Features", "speaks for *%1* over %2: %3")
    best, other = state.labels[int(order[0])].name, state.labels[int(order[1])].name
    odds = wording.decimal(float(logs[order[0]] - logs[order[1]]), signed=True)
    return Mark(state.value, height, words, told.replace("%1", best).replace("%2", other).replace("%3", odds))


def by_colour(labels: Sequence[Label]) -> tuple[int, int]:
    """Return which of two labels speaks against and which for: as everywhere in the window, blue against vermilion."""
    return (1, 0) if labels[0].colour > labels[1].colour else (0, 1)


def nice_ticks(low: float, high: float, n_wanted: int = 6) -> tuple[float, ...]:
    """Round numbers between two ends: steps of 1, 2 or 5 and their tenfolds."""
    rough = (high - low) / n_wanted
    if not rough > 0 or not math.isfinite(rough):
        return (low,)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(size * unit for size in (1.0, 2.0, 5.0, 10.0) if size * unit >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return tuple(round(number * step, 12) for number in range(first, math.floor(high / step + 1e-9) + 1))


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
