"""View models of the Words page: the words of a model, their filters, the derivation of one word, and table columns."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
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
from app.features.words.use_cases import (
    add_means,
    derive_word,
    model_columns,
    model_words,
)
from app.kit import wording
from app.kit.evidence_names import WordCategory, display_name, mark_edge_spaces, word_category
from app.kit.jobs import Progress, Runner
from app.kit.page_model import PageModel
from app.kit.painted_values import (
    NO_COLOUR,
    Axis,
    Histogram,
    Label,
    PlotContent,
    PlotLine,
    PlotMark,
    StrongestWords,
    WordProbabilities,
    WordProbability,
    colours_of_names,
    labels_from_records,
    labels_with_colours,
)
from app.library.recipes import FILTER
from app.store.workspace import WorkspaceSource, open_for_reading

FloatArray = NDArray[np.float64]


class WordOrder(Enum):
    """Which words count as the strongest."""

    TELLING = "telling"
    """Words that tell the labels apart best, by mutual information. Frequent words like *the* come late."""
    PER_DOCUMENT = "per document"
    """Words that add most to the score of a document. Frequent words come early."""


ALL_OTHERS = -1
"""Label number that stands for all labels except the first of the pair."""
N_GRID_WORDS = 10
MIN_SHOWN_RATIO = 0.1
"""Smallest naive Bayes log ratio for which the used share is shown: a quotient by a number near 0 means nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Words of a model as columns of equal length; of a very large vocabulary only the most informative."""

    words: NDArray[Any]
    """(n_words,) texts."""
    counts: FloatArray
    """(n_labels, n_words): how often each word occurs in the training documents of each label."""
    log_probabilities: FloatArray
    """(n_labels, n_words): log P(word | label)."""
    bits: FloatArray
    """(n_words,): mutual information with the label."""
    labels: tuple[Label, ...] = ()
    are_weights: bool = False
    """True if `log_probabilities` holds weights of the complement model and not log P(word | label)."""
    ratios: FloatArray | None = None
    """(n_labels, n_words): log ratios of naive Bayes before learnt factors are applied; None for other models."""
    unlabelled: FloatArray | None = None
    """(n_labels, n_words): part of the weight that comes from unlabelled documents; None if there is none."""
    mean_occurrences: FloatArray | None = None
    """(n_labels, n_words): mean occurrences per document; for fitted factors, the mean weight."""
    shelves: NDArray[np.int8] | None = None
    """(n_words,): the WordCategory of each word (text, senders and headers, signs). None if all are words of a text."""
    named: WordNames | None = None
    """Display names in the window's language at the time of loading."""
    n_in_model: int = 0
    """Vocabulary size, if the table holds only part of it; else 0."""

    def naive_log_odds_and_kept_share(self, towards: int, against: int) -> tuple[FloatArray, FloatArray] | None:
        """Return the log ratio of naive Bayes between two labels, and the share of it that the learnt factors keep.

        Both are (n_words,). The share is NaN for small ratios. None for other models, and against all others.
        """
        if self.ratios is None or against == ALL_OTHERS:
            return None
        said, odds = self.ratios[towards] - self.ratios[against], self.log_odds(towards, against)
        return said, np.divide(odds, said, out=np.full_like(said, np.nan), where=np.abs(said) > MIN_SHOWN_RATIO)

    def mean_evidence(self, towards: int, against: int) -> FloatArray:
        """Return the mean evidence of each word in a document of the label that it speaks for, (n_words,).

        It is the log-odds times the mean count; without means, the log-odds alone.
        """
        odds = self.log_odds(towards, against)
        means = self.mean_occurrences
        if means is None:
            return odds
        with np.errstate(invalid="ignore"):
            others = np.delete(means, towards, axis=0).mean(axis=0) if against == ALL_OTHERS else means[against]
            found = odds * np.where(odds > 0, means[towards], others)
        return np.where(np.isfinite(found), found, odds)

    def strengths(self, order: WordOrder, towards: int, against: int) -> FloatArray:
        """Return how strong each word is, (n_words,): positive for `towards`, negative for `against`."""
        if order is WordOrder.PER_DOCUMENT:
            return self.mean_evidence(towards, against)
        odds = self.log_odds(towards, against)
        if against == ALL_OTHERS:
            information = self._information_against_others(towards)
            return np.where(np.sign(information) == np.sign(odds), information, 0.0)
        # Not the bits alone: with many labels, a word may tell about other labels than these.
        return self.bits * np.where(np.isfinite(odds), odds, np.sign(odds))

    def _information_against_others(self, label: int) -> FloatArray:
        """Return the information of each word about one label against all others, (n_words,).

        It is what the word adds to the Jensen–Shannon divergence, negative where the others have the word more often.
        """
        # Bits times log-odds put *christian*, seen once under comp.sys.mac.hardware, among its ten strongest words: the
        # word tells much about another label, and the mean of the others is low because most of them never have it.
        totals, every = self.counts.sum(axis=1), self.counts.sum(axis=0)
        one = self.counts[label] / max(totals[label], 1.0)
        rest = (every - self.counts[label]) / max(totals.sum() - totals[label], 1.0)
        mean = (one + rest) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = [np.where(share > 0, share * np.log(share / mean), 0.0) for share in (one, rest)]
        return np.asarray(np.sign(one - rest) * np.add(*parts), np.float64)

    def mask_of_category(self, shelf: WordCategory) -> NDArray[np.bool_]:
        """Return a mask of the words on a shelf."""
        if self.shelves is None:
            return np.full(len(self.words), shelf is WordCategory.WORDS)
        return np.asarray(self.shelves == shelf, np.bool_)

    def strongest_words(self, n_words: int, allowed: NDArray[np.bool_], order: WordOrder) -> list[list[int]]:
        """Return for each label the rows of its strongest words, those with the most evidence against all others."""
        found = []
        for label in range(len(self.labels)):
            weights = np.where(allowed, self.strengths(order, label, ALL_OTHERS), 0.0)
            rows = np.argsort(-weights, kind="stable")[:n_words]
            found.append([int(number) for number in rows if weights[number] > 0])
        return found

    def log_odds(self, towards: int, against: int) -> FloatArray:
        """Return log P(word | towards) − log P(word | against), (n_words,).

        With ALL_OTHERS, the mean of the log-probabilities under all other labels is subtracted.
        """
        with np.errstate(invalid="ignore"):
            rows = self.log_probabilities
            others = np.delete(rows, towards, axis=0).mean(axis=0) if against == ALL_OTHERS else rows[against]
            odds = rows[towards] - others
        return np.where(np.isnan(odds), 0.0, odds)


class WordsQuestions:
    """The page's queries on one open workspace."""

    def __init__(self, place: WorkspaceSource) -> None:
        self.place = place

    def columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        """Return the columns of a model and its labels. A model of a text collection is not loaded for that."""
        with open_for_reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            if corpus is not None and workspace.corpora.get(corpus).kind != "table":
                return ModelColumns(model, (), ()), ()
        found = model_columns(self.place, model)
        return found, labels_with_colours(self._labels(model), found.labels)

    def table(self, model: str, language: str, context: JobContext) -> WordTable:
        """Return all words of a model with their figures and display names."""
        words = add_means(self.place, model_words(self.place, model), context)
        figures, recipe = words.figures, words.source.recipe
        texts = np.array(figures.words, dtype=object)
        return WordTable(
            words=texts,
            counts=figures.occurrences.T,
            ratios=None if figures.ratios is None else figures.ratios.T,
            unlabelled=None if figures.unlabelled is None else figures.unlabelled.T,
            log_probabilities=displayed_weights(figures.weights, counts_absence=recipe.counts_absence).T,
            bits=figures.mutual_information / np.log(2),
            labels=labels_with_colours(self._labels(model), words.labels),
            are_weights=not recipe.event.are_weights_shares,
            mean_occurrences=None if words.mean_occurrences is None else words.mean_occurrences.T,
            shelves=categories_of_tokens(figures.words) if recipe.rules.fields else None,
            named=name_words(texts, language, are_of_mail=bool(recipe.rules.fields)),
            n_in_model=words.source.n_words,
        )

    def working(self, model: str, word: str, towards: int, against: int, _context: JobContext) -> WordProbabilities:
        """Return the derivation of a word's probabilities under two labels, given by number."""
        found = derive_word(self.place, model, word)
        colours = colours_of_names(self._labels(model), [line.label for line in found.lines])
        fractions = [WordProbability(found.lines[number], colours[number]) for number in (towards, against)]
        fractions.sort(key=lambda fraction: -fraction.line.log)
        odds = found.lines[towards].log - found.lines[against].log
        return WordProbabilities(tuple(fractions), odds, found.n_documents)

    def _labels(self, model: str) -> tuple[Label, ...]:
        with open_for_reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            return () if corpus is None else labels_from_records(workspace.labels.all(corpus))


def strongest_rival(table: WordTable, number: int, towards: int) -> int:
    """Return the label other than `towards` under which a word weighs most."""
    weights = table.log_probabilities[:, number].copy()
    weights[towards] = -np.inf
    return int(np.argmax(weights))


def categories_of_tokens(words: Sequence[str]) -> NDArray[np.int8]:
    """Return the shelf of each token of mail, (n_words,)."""
    return np.fromiter((word_category(word) for word in words), np.int8, len(words))


def displayed_weights(weights: FloatArray, *, counts_absence: bool) -> FloatArray:
    """Return the log-probabilities that the table shows, (n_words, n_labels).

    A Bernoulli model weighs a word by log P − log(1 − P), because its absence counts too. The table shows log P itself,
    the result of the word's derivation.
    """
    return -np.logaddexp(0.0, -weights) if counts_absence else weights


@dataclass(frozen=True, slots=True, eq=False)
class WordNames:
    """Display names of a table's words in one language."""

    language: str
    names: NDArray[Any]
    """(n_words,) texts."""
    ranks: NDArray[np.int64]
    """(n_words,): sort ranks of the names, which compare faster than the names."""
    have_bars: NDArray[np.bool_]
    """(n_words,): whether a word gets a bar in the plot; numbers, single characters and header order do not."""
    _searched: NDArray[Any]
    """(n_words,): the word, followed by its name in lower case if that differs."""

    def mask_containing(self, text: str) -> NDArray[np.bool_]:
        """Return a mask of words that contain the text, or whose names do, (n_words,)."""
        return np.asarray(np.strings.find(self._searched, _encodable(text.casefold())) >= 0, np.bool_)


def name_words(words: NDArray[Any], language: str, *, are_of_mail: bool) -> WordNames:
    """Return the display names of words. Only tokens of mail have display names; other words stay unchanged."""
    tokens = words.tolist()
    names = [display_name(token) for token in tokens] if are_of_mail else [*map(mark_edge_spaces, tokens)]
    folded = [name.casefold() for name in names]
    searched = [token if token == small else f"{token}\n{small}" for token, small in zip(tokens, folded, strict=True)]
    ranks, texts = np.empty(len(names), dtype=np.int64), _string_array(tokens)
    ranks[np.argsort(_string_array(names), kind="stable")] = np.arange(len(names))
    means_little = np.strings.isdigit(texts) | np.strings.startswith(texts, "mark:order:")
    have_bars = np.asarray((np.strings.str_len(texts) > 1) & ~means_little, np.bool_)
    return WordNames(language, np.array(names, dtype=object), ranks, have_bars, _string_array(searched))


def _string_array(texts: Sequence[str]) -> NDArray[Any]:
    """Return a StringDType array, in which one very long word does not widen all entries."""
    try:
        return np.array(texts, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError:
        return np.array([_encodable(text) for text in texts], dtype=np.dtypes.StringDType())


def _encodable(text: str) -> str:
    """Replace lone surrogates by question marks."""
    return text.encode("utf-8", "replace").decode()


N_POINTS = 401
PLOT_HEADROOM = 1.25
"""Plot height as a multiple of the highest bar, if a curve is higher."""


@dataclass(frozen=True, slots=True)
class FeaturesState:
    """State of the view of table columns. It has no columns for a model that reads only text."""

    found: ModelColumns | None = None
    labels: tuple[Label, ...] = ()
    chosen: int = -1
    value: float | None = None
    """The value at which the curves are compared."""
    problem: Exception | None = None

    @property
    def columns(self) -> tuple[AnyColumn, ...]:
        return () if self.found is None else self.found.columns

    @property
    def column(self) -> AnyColumn | None:
        """The selected column."""
        return self.columns[self.chosen] if 0 <= self.chosen < len(self.columns) else None


class FeaturesViewModel(PageModel[FeaturesState, WordsQuestions]):
    """View model of the *Features* view: the columns that a table's model reads."""

    opened = Signal(bool)
    """Emitted when a model's columns are loaded, with whether it also has words."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None) -> None:
        super().__init__(runner, "features", FeaturesState(), questions)

    def open_model(self, model: str) -> None:
        """Load the columns of a model."""

        def show_columns(answer: tuple[ModelColumns, tuple[Label, ...]]) -> None:
            (columns, labels), old = answer, self.state.column
            names = [column.name for column in columns.columns]
            chosen = names.index(old.name) if old is not None and old.name in names else 0
            self._change(found=columns, labels=labels, chosen=chosen if names else -1, value=None, problem=None)
            self.opened.emit(not names or isinstance(columns.columns[-1], TextColumn))

        self._ask(lambda questions, context: questions.columns(model, context), then=show_columns, topic="columns")

    def close_model(self) -> None:
        self._asker.forget()
        self._change(found=None, labels=(), chosen=-1, value=None, problem=None)

    def choose(self, place: int) -> None:
        """Select a column."""
        if 0 <= place < len(self.state.columns) and place != self.state.chosen:
            self._change(chosen=place, value=None)

    def point_at(self, value: float) -> None:
        """Compare the curves at a value."""
        if isinstance(self.state.column, NumberColumn):
            self._change(value=value)


def picture_of_column(state: FeaturesState) -> PlotContent | None:
    """Return the histogram and curves of the selected numeric column."""
    column = state.column
    if not isinstance(column, NumberColumn):
        return None
    has_bars, has_curve = len(column.edges) > 1, np.isfinite(column.variances) & (column.variances > 0)
    low, high = _x_range(column)
    width = float(column.edges[1] - column.edges[0]) if has_bars else 1.0
    xs = np.linspace(low, high, N_POINTS)
    scale = column.known * width if has_bars else np.ones(len(column.known))
    bars = tuple(
        Histogram(label.name, label.colour, tuple(column.edges.tolist()), tuple(column.counts[place].tolist()))
        for place, label in enumerate(state.labels)
        if has_bars
    )
    curves = tuple(
        PlotLine(label.name, _x_positions(column, place, xs), scale[place] * column.curve(place, _x_positions(column,
        place, xs)),
             label.colour)
        for place, label in enumerate(state.labels)
        if has_curve[place] and column.known[place]
    )  # fmt: skip
    top = max((float(np.nanmax(line.ys)) for line in curves if len(line.ys)), default=1.0)
    title = QCoreApplication.translate("Features", "density")
    if has_bars:  # cut curves far above the bars, such as those of near-zero variance
        bar = float(column.counts.max()) or 1.0
        top = max(bar, min(top, PLOT_HEADROOM * bar))
        title = QCoreApplication.translate("Features", "documents per bar")
    top = top * 1.05 or 1.0
    x = Axis(column.name, low, high, nice_ticks(low, high), is_share=False)
    y = Axis(title, 0.0, top, nice_ticks(0.0, top), is_share=False)
    return PlotContent(curves, x, y, _mark_of_value(state, column, scale, top), bars=bars)


def _x_positions(column: NumberColumn, label: int, xs: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return x positions for a curve, denser where it is narrow, so that no peak is missed."""
    width = math.sqrt(float(column.variances[label]))
    own = float(column.means[label]) + width * np.linspace(-4, 4, 81)
    return np.unique(np.concatenate([xs, own[(own >= xs[0]) & (own <= xs[-1])]]))


def _x_range(column: NumberColumn) -> tuple[float, float]:
    """Return the range of the x axis: the histogram with one bar's width on each side, or the extent of the curves."""
    if len(column.edges) > 1:
        width = float(column.edges[1] - column.edges[0])
        return float(column.edges[0]) - width, float(column.edges[-1]) + width
    seen = (column.known > 0) & np.isfinite(column.variances)
    if not seen.any():
        return 0.0, 1.0
    widths = 3.5 * np.sqrt(column.variances[seen])
    low, high = float((column.means[seen] - widths).min()), float((column.means[seen] + widths).max())
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def _mark_of_value(
    state: FeaturesState, column: NumberColumn, scale: np.ndarray[Any, np.dtype[np.float64]], top: float
) -> PlotMark | None:
    """Return the mark at the value that was clicked, with the label that this column alone speaks for."""
    if state.value is None:
        return None
    at = np.array([state.value])
    logs = np.array([float(column.log_density(place, at)[0]) for place in range(len(state.labels))])
    logs[(column.known <= 0) | ~np.isfinite(logs)] = -math.inf
    order = np.argsort(-logs, kind="stable")
    height = min(float((scale * np.exp(logs)).max()), top)
    words = f"*{wording.format_significant(state.value)}*"
    if len(order) < 2 or not np.isfinite(logs[order[1]]):
        return PlotMark(state.value, height, words)
    told = QCoreApplication.translate("Features", "speaks for *%1* against %2: %3")
    best, other = state.labels[int(order[0])].name, state.labels[int(order[1])].name
    odds = wording.format_decimal(float(logs[order[0]] - logs[order[1]]), signed=True)
    return PlotMark(state.value, height, words, told.replace("%1", best).replace("%2", other).replace("%3", odds))


def sort_pair_by_colour(labels: Sequence[Label]) -> tuple[int, int]:
    """Return (against, towards) of two labels in the window's colour order: blue against vermilion."""
    return (1, 0) if labels[0].colour > labels[1].colour else (0, 1)


def nice_ticks(low: float, high: float, n_wanted: int = 6) -> tuple[float, ...]:
    """Return round tick values between two ends. The steps are 1, 2 or 5 times a power of ten."""
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
    """State of the Words page."""

    model: str = ""
    event_model: str = ""
    smoothing: float = 0.0
    table: WordTable | None = None
    pair: tuple[int, int] = (0, 1)
    """Label numbers that the log-odds compare: (against, towards); `against` may be ALL_OTHERS."""
    shelf: WordCategory = WordCategory.WORDS
    n_words_by_category: tuple[int, ...] = (0, 0, 0)
    """Number of words per shelf, regardless of the search."""
    search: str = ""
    order: WordOrder = WordOrder.TELLING
    least: int = 5
    """Words that occur less often than this are not listed."""
    shown: NDArray[np.bool_] | None = None
    strongest: StrongestWords = field(default_factory=StrongestWords)
    chosen: int = -1
    """Row of the selected word."""
    working: WordProbabilities | None = None
    worked: int = -1
    """Row of the word that `working` describes. It lags behind `chosen` while the next calculation is computed."""
    revision: tuple[int, float] = (0, 0.0)
    """Revision of the model when its words were loaded."""
    is_stopped: bool = False
    """Whether a person stopped loading the words."""
    problem: Exception | None = None
    pattern_problem: str = ""

    @property
    def awaits_words(self) -> bool:
        """Whether the model's words are not there, and no error says why."""
        return bool(self.model) and self.table is None and self.problem is None


class WordsViewModel(PageModel[WordsState, WordsQuestions]):
    """View model of the Words page."""

    documents_wanted = Signal(str)
    """Emitted with the word whose documents are to be shown."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None = None) -> None:
        super().__init__(runner, "words", WordsState(), questions)
        self._runner = runner
        self.features = FeaturesViewModel(runner, questions)
        self.features.opened.connect(self._on_features_opened)
        self._named: WordNames | None = None
        self._strong: dict[str, int] = {}
        """Rows of the words in the plot, by name."""
        self._awaits_words = False
        """Whether the shown words belong to another model or an older state of this one."""
        self._kept_word = ""
        """Word to select again when the model's words are reloaded."""

    def open_workspace(self, questions: WordsQuestions) -> None:
        """Switch to another workspace."""
        self.set_source(questions)
        self.features.set_source(questions)
        self.close_model()

    def open_model(
        self, model: str, event_model: str, smoothing: float, revision: tuple[int, float] = (0, 0.0)
    ) -> None:
        """Load the columns and words of a model; reload them if it has learnt since."""
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
            self._change(is_stopped=False)
            self._ask(
                lambda questions, context: questions.table(model, language, context),
                then=self.show_table,
                stopped=lambda: self._change(is_stopped=self.state.table is None),
                topic="table",
            )

    def stop_loading(self) -> None:
        """Stop loading the words."""
        self._asker.cancel("table")

    def load_again(self) -> None:
        """Load the words after a stop."""
        self._on_features_opened(has_words=True)

    def loading_progress(self) -> Progress:
        """Return the progress of loading the words."""
        return self._asker.progress("table")

    def close_model(self) -> None:
        """Clear the page."""
        self._asker.forget()
        self._awaits_words, self._kept_word = False, ""
        self.features.close_model()
        self._change(model="", table=None, shown=None, chosen=-1, working=None, problem=None)

    def show_table(self, table: WordTable) -> None:
        """Show a loaded table of words."""
        old, word = self.state.table, self._kept_word
        pair = sort_pair_by_colour(table.labels) if len(table.labels) == 2 else (0, 0)
        pair = (ALL_OTHERS, 0) if len(table.labels) > 2 else pair
        if old is not None and [label.name for label in old.labels] == [label.name for label in table.labels]:
            pair = self.state.pair
        chosen = next(iter(np.flatnonzero(table.words == word).tolist()), -1) if word else -1
        counts = tuple(int(np.count_nonzero(table.mask_of_category(shelf))) for shelf in WordCategory)
        shelf = self.state.shelf if counts[self.state.shelf] else WordCategory.WORDS
        self._named, self._awaits_words = table.named, False
        self.state = replace(
            self.state,
            table=table, pair=pair, shelf=shelf, n_words_by_category=counts, chosen=chosen, working=None, problem=None,
        )  # fmt: skip
        self._apply_filter()
        if chosen >= 0:
            self.choose_word(chosen)

    def retranslate(self) -> None:
        """Rename the strongest words if the window's language has changed."""
        if self._named is not None and self._named.language != QLocale().name():
            self._apply_filter()

    def choose_shelf(self, shelf: WordCategory) -> None:
        """Select words, senders and headers, or signs; search and least count are kept."""
        if shelf is not self.state.shelf:
            self._asker.forget("working")
            self._change(shelf=shelf, chosen=-1, working=None)
            self._apply_filter()

    def word_names(self) -> WordNames:
        """Return the display names of all rows in the window's language."""
        table, language = self.state.table, QLocale().name()
        if self._named is None or self._named.language != language:
            words = np.empty(0, dtype=object) if table is None else table.words
            are_of_mail = table is not None and table.shelves is not None
            self._named = name_words(words, language, are_of_mail=are_of_mail)
        return self._named

    def search(self, words: str) -> None:
        """Filter by text, or by a regular expression between slashes."""
        self._change(search=words)
        self._apply_filter()

    def set_min_occurrences(self, least: int) -> None:
        """Hide words with fewer occurrences."""
        self._change(least=least)
        self._apply_filter()

    def choose_order(self, order: WordOrder) -> None:
        """Select which words count as the strongest."""
        self._change(order=order)
        self._apply_filter()

    def choose_pair(self, against: int, towards: int) -> None:
        """Select the two labels to compare."""
        self._change(pair=(against, towards))
        self._apply_filter()
        if self.state.chosen >= 0:
            self.choose_word(self.state.chosen)

    def choose_word(self, number: int) -> None:
        """Select a word by its row and show its derivation."""
        table = self.state.table
        if table is None or not 0 <= number < len(table.words):
            return
        word = str(table.words[number])
        strongest, name = self.state.strongest, str(self.word_names().names[number])
        self._change(
            chosen=number, strongest=strongest if strongest.chosen == name else replace(strongest, chosen=name)
        )
        if self._awaits_words:
            self._kept_word = word
            return
        model, (against, towards) = self.state.model, self.state.pair
        is_filter = self.state.event_model == FILTER
        if against == ALL_OTHERS:  # a derivation compares two labels
            against = strongest_rival(table, number, towards)
        if model:
            self._ask(
                lambda questions, context: questions.working(model, word, towards, against, context),
                then=lambda found: self._change(
                    working=replace(found, is_of_filter=is_filter), worked=number, problem=None
                ),
                topic="working",
            )

    def choose_word_named(self, word: str) -> None:
        """Select a word by name and show its derivation."""
        if word in self._strong:
            self.choose_word(self._strong[word])
        elif self.state.table is not None:
            places = np.flatnonzero(self.state.table.words == word)
            if len(places):
                self.choose_word(int(places[0]))

    def sheet(self) -> SheetViewModel | None:
        """View model of the derivation of a verdict on the selected word alone."""
        questions, model, word = self._source, self.state.model, self.chosen_word
        if questions is None or not model or not word:
            return None
        return SheetViewModel(self._runner, word, lambda context: sheet_of_word(questions.place, model, word, context))

    @property
    def chosen_word(self) -> str:
        """The selected word, or ""."""
        table, chosen = self.state.table, self.state.chosen
        return str(table.words[chosen]) if table is not None and chosen >= 0 else ""

    def show_documents(self) -> None:
        """Show the documents that contain the selected word."""
        if self.chosen_word:
            self.documents_wanted.emit(self.chosen_word)

    def _apply_filter(self) -> None:
        table = self.state.table
        if table is None:
            return
        shown = (table.counts.sum(axis=0) >= self.state.least) & table.mask_of_category(self.state.shelf)
        problem = ""
        if self.state.search:
            try:
                shown[shown] = self._search_mask(table, shown)
            except re.error as error:
                problem = str(error)
        self._change(shown=shown, strongest=self._strongest(table, shown), pattern_problem=problem)

    def _strongest(self, table: WordTable, shown: NDArray[np.bool_]) -> StrongestWords:
        if len(table.labels) < 2:
            return StrongestWords()
        against, towards = self.state.pair
        weights, named = table.strengths(self.state.order, towards, against), self.word_names()
        names, rows = named.names, np.flatnonzero(shown & named.have_bars)
        order = rows[np.argsort(weights[rows], kind="stable")]
        low = [int(n) for n in order[:N_STRONGEST] if weights[n] < 0]
        high = [int(n) for n in order[::-1][:N_STRONGEST] if weights[n] > 0]
        if self.state.order is WordOrder.TELLING:  # chosen by information, drawn as log-odds: bits are tiny numbers
            weights = table.log_odds(towards, against)
            low.sort(key=lambda number: weights[number])
            high.sort(key=lambda number: -weights[number])
        self._strong = {str(names[number]): number for number in (*low, *high)}
        sides = [tuple((str(names[n]), float(weights[n])) for n in side) for side in (low, high)]
        chosen = str(names[self.state.chosen]) if self.state.chosen >= 0 else ""
        other = table.labels[towards]
        one = Label(self.tr("all others"), NO_COLOUR) if against == ALL_OTHERS else table.labels[against]
        return StrongestWords(sides[0], sides[1], (one.name, other.name), (one.colour, other.colour), chosen)

    def grid(self) -> list[tuple[Label, list[str]]]:
        """Return the ten strongest words of each label against all others, among the listed words."""
        table, shown = self.state.table, self.state.shown
        if table is None or shown is None or len(table.labels) < 2:
            return []
        names = self.word_names().names
        found = table.strongest_words(N_GRID_WORDS, shown & self.word_names().have_bars, self.state.order)
        return [
            (label, [str(names[number]) for number in rows]) for label, rows in zip(table.labels, found, strict=True)
        ]

    def show_documents_of(self, number: int) -> None:
        """Show the documents that contain the word of a row."""
        table = self.state.table
        if table is not None and 0 <= number < len(table.words):
            self.documents_wanted.emit(str(table.words[number]))

    def _search_mask(self, table: WordTable, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which rows match the search: a text in word or name, or a pattern between slashes such as
        `/^free/`."""
        search = self.state.search
        if len(search) > 2 and search.startswith("/") and search.endswith("/"):
            pattern, words = re.compile(search[1:-1]), table.words[rows]
            return np.fromiter((pattern.search(word) is not None for word in words), np.bool_, len(words))
        return self.word_names().mask_containing(search)[rows]
