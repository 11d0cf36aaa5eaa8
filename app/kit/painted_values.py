"""Immutable records that painted widgets and cell delegates show, and translated words for confidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

from app.domain.confidence import Confidence, Doubt, Sureness
from app.domain.documents import display_labels, labels_in
from app.domain.results import ColouredWord, LabelCount
from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.domain.records import Label as LabelRecord
    from app.domain.results import WorkingLine


NO_COLOUR = -1


@dataclass(frozen=True, slots=True)
class Stat:
    """A figure with its caption and a detail."""

    figure: str
    what: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Confusion:
    """A confusion matrix with label names and colours."""

    labels: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    counts: NDArray[np.int64] | None = None
    """Shape (n_labels, n_labels): rows are true labels, columns predicted ones."""


@dataclass(frozen=True, slots=True)
class Addend:
    """One addend of a score, in log-odds. Quiet ones are not words: the prior and the remainder."""

    name: str
    value: float
    is_quiet: bool = False
    said: float | None = None
    """With learnt factors: the naive Bayes log-odds before the factor; `value` is the weighted result."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score as a sum: the prior, the strongest words, the rest, and the total, all in log-odds."""

    prior: Addend | None = None
    words: tuple[Addend, ...] = ()
    n_more: int = 0
    more: float = 0.0
    total: float = 0.0
    verdict: str = ""
    """Text inside the bar of the total."""
    colours: tuple[int, int] = (0, 1)
    """Colour indices for negative and positive log-odds."""
    is_of_columns: bool = False
    """True if the terms are table columns instead of words."""
    more_said: float | None = None
    """With learnt factors: the naive Bayes log-odds of the rest."""


@dataclass(frozen=True, slots=True)
class StrongestWords:
    """The (word, log-odds) pairs with the largest log-odds in both directions, strongest first."""

    against: tuple[tuple[str, float], ...] = ()
    towards: tuple[tuple[str, float], ...] = ()
    names: tuple[str, str] = ("", "")
    """The labels that the left and the right side favour."""
    colours: tuple[int, int] = (0, 1)
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Fraction:
    """P(word | label) of one label, with its colour."""

    line: WorkingLine
    colour: int


@dataclass(frozen=True, slots=True)
class WordFractions:
    """The estimated probabilities and log-odds of the selected word."""

    fractions: tuple[Fraction, ...] = ()
    """Sorted, the label that the word favours first."""
    log_odds: float = 0.0
    n_documents: int | None = None
    """Number of documents that contain the word."""


Label: TypeAlias = LabelCount
"""A label with its colour and document count."""


Tint: TypeAlias = ColouredWord
"""A word's position in the text, with its log-odds."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A curve of a plot."""

    name: str
    xs: NDArray[np.float64]
    ys: NDArray[np.float64]
    style: int = 0
    """0 accent solid, 1 purple dashed, 2 grey dotted, 3 blue dash-dot, and again."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """A histogram of one label's documents; `edges` has one element more than `counts`."""

    name: str
    colour: int
    edges: tuple[float, ...]
    counts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of a plot."""

    title: str
    low: float = 0.0
    high: float = 1.0
    ticks: tuple[float, ...] = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    minor: tuple[float, ...] = ()
    is_log: bool = False
    is_share: bool = True
    """True if the ticks are written as percentages."""


EMPTY_AXIS = Axis("", ticks=())


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A marked point with two lines of text. Text between asterisks is bold."""

    x: float
    y: float
    words: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CurvePicture:
    """The content of a plot: lines, axes, and bars below the lines."""

    lines: tuple[PlotLine, ...] = ()
    x: Axis = EMPTY_AXIS
    y: Axis = EMPTY_AXIS
    mark: PlotMark | None = None
    has_diagonal: bool = False
    has_legend: bool = False
    """True if the plot has a legend."""
    bars: tuple[Histogram, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelCell:
    """The value of a cell of kind *label*."""

    name: str
    colour: int
    is_strong: bool = False
    """True if the label is unexpected; it is shown in semi-bold."""
    more_colours: tuple[int, ...] = ()
    """Colour indices of further labels."""


def label_cell(name: str | None, colours: Mapping[str, int], *, is_strong: bool = False) -> LabelCell:
    """Return the cell of one or several joined labels; a dash for None."""
    first, *more = [colours.get(label, NO_COLOUR) for label in labels_in(name)] or [NO_COLOUR]
    return LabelCell(display_labels(name or "–"), first, is_strong, tuple(more))


@dataclass(frozen=True, slots=True)
class ShareCell:
    """The value of a cell of kind *share*: a probability, and the predicted label's colour."""

    share: float
    colour: int
    is_surprising: bool = False


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """The value of a cell of kind *verdict*: the predicted label's probability and colour."""

    share: float | None
    colour: int


SurenessKind = Literal["sure", "likely", "unsure", "by-you", "not-read"]


@dataclass(frozen=True, slots=True)
class SurenessCell:
    """The value of a cell of kind *sureness*: the confidence of a verdict as a word, a bar and a reason."""

    kind: SurenessKind
    word: str
    reason: str = ""
    probability: float = 0.0
    """Calibrated probability, shown as a bar."""
    colour: int = 0


translate = QCoreApplication.translate


def sureness_cell(confidence: Confidence, colour: int) -> SurenessCell:
    """Return the cell for a verdict's confidence; `colour` is its label's colour index."""
    word, reason = sureness_word(confidence.word), doubt_word(confidence.doubt)
    return SurenessCell(confidence.word.value, word, reason, confidence.probability, colour)


def spoken_text(cell: SurenessCell) -> str:
    """Return the text of a cell for screen readers."""
    return f"{cell.word}, {cell.reason}" if cell.reason else cell.word


def sureness_word(word: Sureness) -> str:
    """Return the translated word for a confidence."""
    return {
        Sureness.SURE: translate("Sureness", "sure"),
        Sureness.LIKELY: translate("Sureness", "likely"),
        Sureness.UNSURE: translate("Sureness", "unsure"),
        Sureness.NOT_READ: translate("Sureness", "not read"),
        Sureness.BY_YOU: translate("Sureness", "by you"),
    }[word]


def doubt_word(doubt: Doubt | None) -> str:
    """Return the translated short reason for an unsure verdict, or ""."""
    known = {
        Doubt.CLOSE_CALL: translate("Sureness", "close call"),
        Doubt.SHORT_OF_SURE: translate("Sureness", "short of sure"),
        Doubt.FEW_WORDS: translate("Sureness", "few words"),
        Doubt.NEW_KIND: translate("Sureness", "new kind"),
        Doubt.TWO_LABELS: translate("Sureness", "two labels"),
        Doubt.NO_PROMISE: translate("Sureness", "no promise"),
    }
    return known[doubt] if doubt is not None else ""


def doubt_meaning(doubt: Doubt) -> str:
    """Return the explanation of a doubt as a sentence."""
    return {
        Doubt.CLOSE_CALL: translate("Sureness", "What speaks for it hardly outweighs the rest."),
        Doubt.SHORT_OF_SURE: translate(
            "Sureness", "It is probably so, but more is wanted before anything like it is called sure."
        ),
        Doubt.FEW_WORDS: translate("Sureness", "Hardly any of its words were seen in more than a document or two."),
        Doubt.NEW_KIND: translate("Sureness", "It is unlike everything that was learnt."),
        Doubt.TWO_LABELS: translate("Sureness", "Another label fits it nearly as well."),
        Doubt.NO_PROMISE: translate(
            "Sureness", "Too few documents of its label were judged rightly to promise anything of it."
        ),
    }[doubt]


def labels_of(labels: Iterable[LabelRecord]) -> tuple[Label, ...]:
    """Convert label records to `Label` values, in order."""
    return tuple(Label(label.name, label.colour, label.documents) for label in labels)


def count_labels(labels: Iterable[str | None]) -> list[tuple[str, int]]:
    """Count the labels, splitting joined ones. Return (label, count), most frequent first."""
    return Counter(label for joined_labels in labels for label in labels_in(joined_labels)).most_common()


def colours_of(labels: Sequence[Label], names: Sequence[str]) -> tuple[int, ...]:
    """Return the colour index of each name. Unknown names get the next free indices."""
    known = {label.name: label.colour for label in labels}
    free = max(known.values(), default=-1) + 1
    return tuple(known.get(name, free + position) for position, name in enumerate(names))


def labels_with_colours(labels: Sequence[Label], names: Sequence[str]) -> tuple[Label, ...]:
    """Return a `Label` for each name, with its colour and document count."""
    counts = {label.name: label.n_documents for label in labels}
    colours = colours_of(labels, names)
    return tuple(Label(name, colour, counts.get(name, 0)) for name, colour in zip(names, colours, strict=True))
