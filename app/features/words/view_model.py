"""View models of the Words page: the words of a model, filters for the list, the derivation of one word, and table
columns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLocale, Signal

from app.domain.errors import SourceError
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
    informations,
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
from app.readers.labels import PATTERN_MODULE
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.counts import UNIT

FloatArray = NDArray[np.float64]


class WordOrder(Enum):
    """The measure by which words are ranked as strong."""

    TELLING = "telling"
    """Mutual information between the presence of the word and the two labels. Frequent words like *the* come late."""
    PER_DOCUMENT = "per document"
    """Mean contribution to the score of a document. Frequent words come early."""


ALL_OTHERS = -1
"""Stands in place of a label number for all labels except the one that is compared with them."""
N_GRID_WORDS = 10
MIN_SHOWN_RATIO = 0.1
"""Minimum log ratio of naive Bayes for which the table shows which part of it the learnt factors keep.

For a ratio near 0, that part would be meaningless.
"""


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Words of a model with their figures, as arrays. If the vocabulary is very large, only its most
    informative words.
    """

    words: NDArray[Any]
    """(n_words,): the words as texts."""
    counts: FloatArray
    """(n_labels, n_words): number of occurrences of each word in the training documents of each label."""
    log_probabilities: FloatArray
    """(n_labels, n_words): log P(word | label)."""
    odds_against_others: FloatArray
    """(n_labels, n_words): log-odds of each label against all other labels together."""
    presences: FloatArray
    """(n_labels, n_words): number of documents of each label that contain the word."""
    n_documents: FloatArray
    """(n_labels,): number of training documents of each label."""
    labels: tuple[Label, ...] = ()
    are_weights: bool = False
    """True if `log_probabilities` has weights of complement naive Bayes instead of log P(word | label)."""
    ratios: FloatArray | None = None
    """(n_labels, n_words): log ratios of naive Bayes, before the learnt factors are applied; None for other models."""
    unlabelled: FloatArray | None = None
    """(n_labels, n_words): part of the weight that comes from unlabelled documents; None if none were used."""
    mean_occurrences: FloatArray | None = None
    """(n_labels, n_words): mean number of occurrences per document; with learnt factors, mean weight. None if
    unavailable.
    """
    word_kinds: NDArray[np.int8] | None = None
    """(n_words,): WordCategory of each word (text, senders and headers, signs). None if all words come from texts."""
    display_names: WordNames | None = None
    """Display names, in the language that the window had when the words were loaded."""
    n_in_model: int = 0
    """Size of the model's vocabulary, if the table has only a part of it; else 0."""

    def naive_log_odds_and_kept_share(self, towards: int, against: int) -> tuple[FloatArray, FloatArray] | None:
        """Return the log ratio of naive Bayes between two labels, and the part of it that the learnt factors keep.

        Both are (n_words,). The part is NaN for small ratios. Returns None for models without learnt factors, and if
        `against` is ALL_OTHERS.
        """
        if self.ratios is None or against == ALL_OTHERS:
            return None
        said, odds = self.ratios[towards] - self.ratios[against], self.log_odds(towards, against)
        return said, np.divide(odds, said, out=np.full_like(said, np.nan), where=np.abs(said) > MIN_SHOWN_RATIO)

    def mean_evidence(self, towards: int, against: int) -> FloatArray:
        """Return for each word its mean evidence in documents of the label that the word supports, (n_words,).

        It is the log-odds times the mean number of occurrences; without these means, only the log-odds.
        """
        odds = self.log_odds(towards, against)
        means = self.mean_occurrences
        if means is None:
            return odds
        with np.errstate(invalid="ignore"):
            others = self._mean_of_others(means, towards) if against == ALL_OTHERS else means[against]
            found = odds * np.where(odds > 0, means[towards], others)
        return np.where(np.isfinite(found), found, odds)

    def _mean_of_others(self, means: FloatArray, label: int) -> FloatArray:
        """Return the means over the documents of all labels except one, (n_words,)."""
        n_documents = np.delete(self.n_documents, label)
        return np.asarray(n_documents @ np.delete(means, label, axis=0) / max(float(n_documents.sum()), 1.0))

    def strengths(self, order: WordOrder, towards: int, against: int) -> FloatArray:
        """Return how strong each word is by a measure, (n_words,): positive for `towards`, negative for `against`."""
        if order is WordOrder.PER_DOCUMENT:
            return self.mean_evidence(towards, against)
        return self.bits(towards, against) * np.sign(self.log_odds(towards, against))

    def bits(self, towards: int, against: int) -> FloatArray:
        """Return how much the presence of each word tells about which of two labels a document has, in bits,
        (n_words,).
        """
        # Not the information about all labels: a word may tell about other labels than these.
        return informations(self.presences, self.n_documents, towards, None if against == ALL_OTHERS else against)

    def mask_of_category(self, word_kind: WordCategory) -> NDArray[np.bool_]:
        """Return a mask of the words of one kind, (n_words,)."""
        if self.word_kinds is None:
            return np.full(len(self.words), word_kind is WordCategory.WORDS)
        return np.asarray(self.word_kinds == word_kind, np.bool_)

    def strongest_words(self, n_words: int, allowed: NDArray[np.bool_], order: WordOrder) -> list[list[int]]:
        """Return the rows of the strongest words of each label, by their evidence against all other labels."""
        found = []
        for label in range(len(self.labels)):
            weights = np.where(allowed, self.strengths(order, label, ALL_OTHERS), 0.0)
            rows = np.argsort(-weights, kind="stable")[:n_words]
            found.append([int(number) for number in rows if weights[number] > 0])
        return found

    def log_odds(self, towards: int, against: int) -> FloatArray:
        """Return log P(word | towards) − log P(word | against), (n_words,).

        If `against` is ALL_OTHERS, the second probability is that under all other labels together, weighted by their
        prior.
        """
        if against == ALL_OTHERS:
            return np.asarray(self.odds_against_others[towards])
        with np.errstate(invalid="ignore"):
            odds = self.log_probabilities[towards] - self.log_probabilities[against]
        return np.where(np.isnan(odds), 0.0, odds)


class WordsQuestions:
    """The functions of the Words page that need the open workspace. They run on a background thread."""

    def __init__(self, place: WorkspaceSource) -> None:
        self.place = place

    def load_columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        """Return the table columns of a model, and its labels.

        The model of a text collection is not loaded, because it has no columns.
        """
        with open_for_reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            if corpus is not None and workspace.corpora.get(corpus).kind != "table":
                return ModelColumns(model, (), ()), ()
        found = model_columns(self.place, model)
        return found, labels_with_colours(self._labels(model), found.labels)

    def load_table(self, model: str, language: str, context: JobContext) -> WordTable:
        """Return all words of a model with their figures and display names."""
        words = add_means(self.place, model_words(self.place, model), context)
        figures, recipe = words.figures, words.source.recipe
        texts = np.array(figures.words, dtype=object)
        return WordTable(
            words=texts,
            counts=figures.occurrences.T,
            ratios=None if figures.log_ratios is None else figures.log_ratios.T,
            unlabelled=None if figures.unlabelled_weights is None else figures.unlabelled_weights.T,
            log_probabilities=figures.weights.T,
            odds_against_others=figures.log_odds.T,
            presences=figures.document_weights.T,
            n_documents=words.source.tally.documents / UNIT,
            labels=labels_with_colours(self._labels(model), words.labels),
            are_weights=not recipe.event.are_weights_shares,
            mean_occurrences=None if words.mean_occurrences is None else words.mean_occurrences.T,
            word_kinds=categories_of_tokens(figures.words) if recipe.rules.fields else None,
            display_names=name_words(texts, language, are_of_mail=bool(recipe.rules.fields)),
            n_in_model=words.source.n_words,
        )

    def derive_probabilities(
        self, model: str, word: str, towards: int, against: int, _context: JobContext
    ) -> WordProbabilities:
        """Return the derivation of a word's probabilities under two labels, which are given by number."""
        found = derive_word(self.place, model, word)
        colours = colours_of_names(self._labels(model), [line.label for line in found.lines])
        fractions = [WordProbability(found.lines[number], colours[number]) for number in (towards, against)]
        fractions.sort(key=lambda fraction: -fraction.steps.log)
        odds = found.lines[towards].log - found.lines[against].log
        return WordProbabilities(tuple(fractions), odds, found.n_documents)

    def _labels(self, model: str) -> tuple[Label, ...]:
        with open_for_reading(self.place) as workspace:
            corpus = workspace.models.get(model).corpus
            return () if corpus is None else labels_from_records(workspace.labels.all(corpus))


def strongest_rival(table: WordTable, number: int, towards: int) -> int:
    """Return the number of the label, except `towards`, under which a word has the greatest weight."""
    weights = table.log_probabilities[:, number].copy()
    weights[towards] = -np.inf
    return int(np.argmax(weights))


def categories_of_tokens(words: Sequence[str]) -> NDArray[np.int8]:
    """Return the WordCategory of each token of mail, (n_words,)."""
    return np.fromiter((word_category(word) for word in words), np.int8, len(words))


@dataclass(frozen=True, slots=True, eq=False)
class WordNames:
    """Display names of a table's words in one language."""

    language: str
    names: NDArray[Any]
    """(n_words,) texts."""
    ranks: NDArray[np.int64]
    """(n_words,): position of each name in sorted order. Integers are compared faster than names."""
    has_bar: NDArray[np.bool_]
    """(n_words,): whether the plot may show a bar for the word. Numbers, single characters and header order
    have none.
    """
    _searched: NDArray[Any]
    """(n_words,): the word, followed by its name in lower case if that differs."""

    def mask_containing(self, text: str) -> NDArray[np.bool_]:
        """Return a mask of the words that contain the text, or whose names contain it, (n_words,)."""
        return np.asarray(np.strings.find(self._searched, _encodable(text.casefold())) >= 0, np.bool_)


def name_words(words: NDArray[Any], language: str, *, are_of_mail: bool) -> WordNames:
    """Return the display names of words. Only tokens of mail have display names; other words are shown unchanged."""
    tokens = words.tolist()
    names = [display_name(token) for token in tokens] if are_of_mail else [*map(mark_edge_spaces, tokens)]
    folded = [name.casefold() for name in names]
    searched = [token if token == small else f"{token}\n{small}" for token, small in zip(tokens, folded, strict=True)]
    ranks, texts = np.empty(len(names), dtype=np.int64), _string_array(tokens)
    ranks[np.argsort(_string_array(names), kind="stable")] = np.arange(len(names))
    means_little = np.strings.isdigit(texts) | np.strings.startswith(texts, "mark:order:")
    has_bar = np.asarray((np.strings.str_len(texts) > 1) & ~means_little, np.bool_)
    return WordNames(language, np.array(names, dtype=object), ranks, has_bar, _string_array(searched))


def _string_array(texts: Sequence[str]) -> NDArray[Any]:
    """Return a StringDType array. Unlike in a fixed-width array, one very long word does not enlarge all entries."""
    try:
        return np.array(texts, dtype=np.dtypes.StringDType())
    except UnicodeEncodeError:
        return np.array([_encodable(text) for text in texts], dtype=np.dtypes.StringDType())


def _encodable(text: str) -> str:
    """Replace lone surrogates by question marks."""
    return text.encode("utf-8", "replace").decode()


N_POINTS = 401
PLOT_HEADROOM = 1.25
"""Maximum height of the plot, as a multiple of the highest bar, if a curve is higher than the bars."""


@dataclass(frozen=True, slots=True)
class FeaturesState:
    """State of the view of table columns. A model that reads only text has no columns."""

    found: ModelColumns | None = None
    labels: tuple[Label, ...] = ()
    chosen: int = -1
    """Index of the selected column."""
    value: float | None = None
    """The x value at which the curves are compared; None until the user clicks the plot."""
    problem: Exception | None = None

    @property
    def columns(self) -> tuple[AnyColumn, ...]:
        return () if self.found is None else self.found.columns

    @property
    def column(self) -> AnyColumn | None:
        """The selected column; None without columns."""
        return self.columns[self.chosen] if 0 <= self.chosen < len(self.columns) else None


class FeaturesViewModel(PageModel[FeaturesState, WordsQuestions]):
    """View model of the *Features* view: the table columns that a model reads."""

    opened = Signal(bool)
    """Emitted when the columns of a model have been loaded. The argument says whether the model also has words."""

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

        self._ask(lambda questions, context: questions.load_columns(model, context), then=show_columns, topic="columns")

    def close_model(self) -> None:
        self._asker.forget()
        self._change(found=None, labels=(), chosen=-1, value=None, problem=None)

    def choose(self, place: int) -> None:
        """Select a column."""
        if 0 <= place < len(self.state.columns) and place != self.state.chosen:
            self._change(chosen=place, value=None)

    def compare_at(self, value: float) -> None:
        """Compare the curves of the labels at an x value."""
        if isinstance(self.state.column, NumberColumn):
            self._change(value=value)


def picture_of_column(state: FeaturesState) -> PlotContent | None:
    """Return the histogram and the fitted curves of the selected numeric column; None for other columns."""
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
    return PlotContent(curves, x, y, _mark_of_value(state, column, scale, top), histograms=bars)


def _x_positions(column: NumberColumn, label: int, xs: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return x positions for drawing a curve. They are denser where the curve is narrow, so that its peak is not
    missed.
    """
    width = math.sqrt(float(column.variances[label]))
    own = float(column.means[label]) + width * np.linspace(-4, 4, 81)
    return np.unique(np.concatenate([xs, own[(own >= xs[0]) & (own <= xs[-1])]]))


def _x_range(column: NumberColumn) -> tuple[float, float]:
    """Return the range of the x axis: the histogram plus the width of one bar on each side. Without a histogram, it is
    the range of the curves.
    """
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
    """Return the mark at the x value that the user clicked, with the label that this column alone supports there."""
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
    """Return the numbers of two labels as (against, towards), ordered by colour: blue against vermilion."""
    return (1, 0) if labels[0].colour > labels[1].colour else (0, 1)


def nice_ticks(low: float, high: float, n_wanted: int = 6) -> tuple[float, ...]:
    """Return about `n_wanted` round tick values between two ends. The steps are 1, 2 or 5 times a power of ten."""
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
    """Numbers of the labels that the log-odds compare: (against, towards). `against` may be ALL_OTHERS."""
    word_kind: WordCategory = WordCategory.WORDS
    """Category of the listed words."""
    n_words_by_category: tuple[int, ...] = (0, 0, 0)
    """Number of words in each WordCategory, without regard to the search."""
    search: str = ""
    order: WordOrder = WordOrder.TELLING
    min_occurrences: int = 5
    """Words with fewer occurrences than this are not listed."""
    shown: NDArray[np.bool_] | None = None
    """(n_words,): mask of the listed words; None before the table is loaded."""
    strongest: StrongestWords = field(default_factory=StrongestWords)
    chosen: int = -1
    """Row of the selected word."""
    working: WordProbabilities | None = None
    """Derivation of a word; None until it is computed."""
    working_row: int = -1
    """Row of the word whose derivation is `working`. It differs from `chosen` while the next derivation is computed."""
    revision: tuple[int, float] = (0, 0.0)
    """Revision of the model at the time when its words were loaded."""
    is_stopped: bool = False
    """True if the user stopped loading the words."""
    problem: Exception | None = None
    pattern_problem: Exception | None = None
    """Error that says why the search pattern cannot be used; None if it can."""

    @property
    def awaits_words(self) -> bool:
        """True if the model's words are not loaded yet and no error has occurred."""
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
        """Name to the row, for the words in the plot."""
        self._awaits_words = False
        """True if the shown words belong to another model or to an older state of this model."""
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
        """Load the columns and words of a model. If the model is open already, load them only if it has learnt
        since.
        """
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
                lambda questions, context: questions.load_table(model, language, context),
                then=self.show_table,
                stopped=lambda: self._change(is_stopped=self.state.table is None),
                topic="table",
            )

    def stop_loading(self) -> None:
        """Stop loading the words."""
        self._asker.cancel("table")

    def load_again(self) -> None:
        """Load the words after the user has stopped loading them."""
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
        counts = tuple(int(np.count_nonzero(table.mask_of_category(word_kind))) for word_kind in WordCategory)
        word_kind = self.state.word_kind if counts[self.state.word_kind] else WordCategory.WORDS
        self._named, self._awaits_words = table.display_names, False
        self.state = replace(
            self.state,
            table=table, pair=pair, word_kind=word_kind, n_words_by_category=counts, chosen=chosen, working=None,
            problem=None,
        )  # fmt: skip
        self._apply_filter()
        if chosen >= 0:
            self.choose_word(chosen)

    def retranslate(self) -> None:
        """Translate the names of the strongest words after the window's language has changed."""
        if self._named is not None and self._named.language != QLocale().name():
            self._apply_filter()

    def choose_word_kind(self, word_kind: WordCategory) -> None:
        """List the words of another kind. The search and the minimum number of occurrences are kept."""
        if word_kind is not self.state.word_kind:
            self._asker.forget("working")
            self._change(word_kind=word_kind, chosen=-1, working=None)
            self._apply_filter()

    def word_names(self) -> WordNames:
        """Return the display names of all rows in the window's language."""
        table, language = self.state.table, QLocale().name()
        if self._named is None or self._named.language != language:
            words = np.empty(0, dtype=object) if table is None else table.words
            are_of_mail = table is not None and table.word_kinds is not None
            self._named = name_words(words, language, are_of_mail=are_of_mail)
        return self._named

    def search(self, words: str) -> None:
        """Filter the words by a text, or by a regular expression between slashes."""
        self._change(search=words)
        self._apply_filter()

    def set_min_occurrences(self, min_occurrences: int) -> None:
        """Hide words with fewer occurrences than this."""
        self._change(min_occurrences=min_occurrences)
        self._apply_filter()

    def choose_order(self, order: WordOrder) -> None:
        """Choose the measure by which words are ranked as strong."""
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
            chosen=number,
            strongest=strongest if strongest.chosen_word == name else replace(strongest, chosen_word=name),
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
                lambda questions, context: questions.derive_probabilities(model, word, towards, against, context),
                then=lambda found: self._change(
                    working=replace(found, is_of_filter=is_filter), working_row=number, problem=None
                ),
                topic="working",
            )

    def choose_word_named(self, word: str) -> None:
        """Select a word by its text, and show its derivation."""
        if word in self._strong:
            self.choose_word(self._strong[word])
        elif self.state.table is not None:
            places = np.flatnonzero(self.state.table.words == word)
            if len(places):
                self.choose_word(int(places[0]))

    def sheet(self) -> SheetViewModel | None:
        """Return the view model of the full calculation for a document that is only the selected word; None without a
        word.
        """
        questions, model, word = self._source, self.state.model, self.chosen_word
        if questions is None or not model or not word:
            return None
        return SheetViewModel(self._runner, word, lambda context: sheet_of_word(questions.place, model, word, context))

    @property
    def chosen_word(self) -> str:
        """The selected word; "" without one."""
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
        shown = (table.counts.sum(axis=0) >= self.state.min_occurrences) & table.mask_of_category(self.state.word_kind)
        problem = None
        if self.state.search:
            try:
                shown[shown] = self._search_mask(table, shown)
            except SourceError as error:
                problem = error
        self._change(shown=shown, strongest=self._strongest(table, shown), pattern_problem=problem)

    def _strongest(self, table: WordTable, shown: NDArray[np.bool_]) -> StrongestWords:
        if len(table.labels) < 2:
            return StrongestWords()
        against, towards = self.state.pair
        weights, named = table.strengths(self.state.order, towards, against), self.word_names()
        names, rows = named.names, np.flatnonzero(shown & named.has_bar)
        order = rows[np.argsort(weights[rows], kind="stable")]
        low = [int(n) for n in order[:N_STRONGEST] if weights[n] < 0]
        high = [int(n) for n in order[::-1][:N_STRONGEST] if weights[n] > 0]
        if self.state.order is WordOrder.TELLING:  # in the order of the table, drawn as log-odds: bits are tiny numbers
            weights = table.log_odds(towards, against)
        self._strong = {str(names[number]): number for number in (*low, *high)}
        sides = [tuple((str(names[n]), float(weights[n])) for n in side) for side in (low, high)]
        chosen = str(names[self.state.chosen]) if self.state.chosen >= 0 else ""
        other = table.labels[towards]
        one = Label(self.tr("all others"), NO_COLOUR) if against == ALL_OTHERS else table.labels[against]
        return StrongestWords(sides[0], sides[1], (one.name, other.name), (one.colour, other.colour), chosen)

    def strongest_words_per_label(self) -> list[tuple[Label, list[str]]]:
        """Return, for each label, up to N_GRID_WORDS of the listed words that are strongest against all other
        labels.
        """
        table, shown = self.state.table, self.state.shown
        if table is None or shown is None or len(table.labels) < 2:
            return []
        names = self.word_names().names
        found = table.strongest_words(N_GRID_WORDS, shown & self.word_names().has_bar, self.state.order)
        return [
            (label, [str(names[number]) for number in rows]) for label, rows in zip(table.labels, found, strict=True)
        ]

    def show_documents_of(self, number: int) -> None:
        """Show the documents that contain the word of a row."""
        table = self.state.table
        if table is not None and 0 <= number < len(table.words):
            self.documents_wanted.emit(str(table.words[number]))

    def _search_mask(self, table: WordTable, rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return a mask of the rows that match the search.

        The search is a part of a word or of its display name, or a pattern between slashes such as `/^free/`.
        """
        search = self.state.search
        if len(search) > 2 and search.startswith("/") and search.endswith("/"):
            return np.array(import_module(PATTERN_MODULE).search_texts(search[1:-1], table.words[rows]), np.bool_)
        return self.word_names().mask_containing(search)[rows]
