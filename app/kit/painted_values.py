"""Records that the painted widgets show: a state is a value, and a picture a function of it.

Among them labels with their colours, and the words of sureness in the window's language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication

from app.domain.confidence import Doubt, HowSure, Sureness
from app.domain.documents import labels_in, shown_labels
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
    """A figure, what it is, and a detail."""

    figure: str
    what: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Confusion:
    """The content of a confusion matrix: its labels with their colours, and counts by truth and verdict."""

    labels: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    counts: NDArray[np.int64] | None = None
    """(n_labels, n_labels): rows are the truth, columns what was judged."""


@dataclass(frozen=True, slots=True)
class Addend:
    """One addend of the score, in log-odds; quiet ones are not words: the prior, and what is left."""

    name: str
    value: float
    is_quiet: bool = False
    said: float | None = None
    """With learnt factors: what naive Bayes itself says of it, of which `value` counts."""


@dataclass(frozen=True, slots=True)
class Score:
    """A prior, the strongest words, the rest, and what they add up to."""

    prior: Addend | None = None
    words: tuple[Addend, ...] = ()
    n_more: int = 0
    more: float = 0.0
    total: float = 0.0
    verdict: str = ""
    """Written inside the bar of the score."""
    colours: tuple[int, int] = (0, 1)
    """Numbers of the label colours for what speaks against and for."""
    is_of_columns: bool = False
    """The terms are columns of a table, not words alone."""
    more_said: float | None = None
    """With learnt factors: what naive Bayes itself says of the rest."""


@dataclass(frozen=True, slots=True)
class Strongest:
    """The words with the largest log-odds either way, strongest first."""

    against: tuple[tuple[str, float], ...] = ()
    towards: tuple[tuple[str, float], ...] = ()
    names: tuple[str, str] = ("", "")
    """The label that the left speaks for, and the right."""
    colours: tuple[int, int] = (0, 1)
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class Fraction:
    """P(word | label) of one label, with its colour."""

    line: WorkingLine
    colour: int


@dataclass(frozen=True, slots=True)
class WordFractions:
    """All that a chosen word says."""

    fractions: tuple[Fraction, ...] = ()
    """The label that the word speaks for first."""
    log_odds: float = 0.0
    n_documents: int | None = None
    """The number of documents that have the word."""


Label: TypeAlias = LabelCount
"""A label as the window knows it."""


Tint: TypeAlias = ColouredWord
"""A word of a text and what it says."""


@dataclass(frozen=True, slots=True)
class Line:
    """A curve of a plot."""

    name: str
    xs: NDArray[np.float64]
    ys: NDArray[np.float64]
    style: int = 0
    """0 accent solid, 1 purple dashed, 2 grey dotted, 3 blue dash-dot, and again."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A histogram: how many documents of a label lie between two edges that follow each other."""

    name: str
    colour: int
    edges: tuple[float, ...]
    counts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of a plot: its title, its range, its ticks and how they are written."""

    title: str
    low: float = 0.0
    high: float = 1.0
    ticks: tuple[float, ...] = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    minor: tuple[float, ...] = ()
    is_log: bool = False
    is_share: bool = True
    """Written as percentages."""


EMPTY_AXIS = Axis("", ticks=())


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the first line with two lines of text beside it: what is bold is between asterisks."""

    x: float
    y: float
    words: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CurvePicture:
    """A plot: its lines over two axes, and what lies under them."""

    lines: tuple[Line, ...] = ()
    x: Axis = EMPTY_AXIS
    y: Axis = EMPTY_AXIS
    mark: Mark | None = None
    has_diagonal: bool = False
    has_legend: bool = False
    """The lines are named in the plot."""
    bars: tuple[Bars, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelCell:
    """The value of a cell of kind *label*."""

    name: str
    colour: int
    is_strong: bool = False
    """It is not what one would expect."""
    more_colours: tuple[int, ...] = ()
    """Of the other labels, where there are several."""


def label_cell(name: str | None, colours: Mapping[str, int], *, is_strong: bool = False) -> LabelCell:
    """Make the cell of a label, or of several at once; a dash for none."""
    first, *more = [colours.get(label, NO_COLOUR) for label in labels_in(name)] or [NO_COLOUR]
    return LabelCell(shown_labels(name or "–"), first, is_strong, tuple(more))


@dataclass(frozen=True, slots=True)
class ShareCell:
    """The value of a cell of kind *share*: the share, the judged label's colour, and whether it disagrees."""

    share: float
    colour: int
    is_surprising: bool = False


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """The value of a cell of kind *verdict*: the probability of the judged label, and its colour."""

    share: float | None
    colour: int


SurenessKind = Literal["sure", "likely", "unsure", "by-you", "not-read"]


@dataclass(frozen=True, slots=True)
class SurenessCell:
    """The value of a cell of kind *sureness*: how sure a verdict is, in a word, a bar and a reason."""

    kind: SurenessKind
    word: str
    reason: str = ""
    probability: float = 0.0
    """The calibrated probability: how much of the bar is filled."""
    colour: int = 0


translate = QCoreApplication.translate


def sureness_cell(told: HowSure, colour: int) -> SurenessCell:
    """Return what a list shows of a verdict; colour is the number of its label's."""
    return SurenessCell(told.word.value, word_of(told.word), doubt_word(told.doubt), told.probability, colour)


def spoken(cell: SurenessCell) -> str:
    """Return a cell as a screen reader says it."""
    return f"{cell.word}, {cell.reason}" if cell.reason else cell.word


def word_of(word: Sureness) -> str:
    """Return the word beside a verdict."""
    return {
        Sureness.SURE: translate("Sureness", "sure"),
        Sureness.LIKELY: translate("Sureness", "likely"),
        Sureness.UNSURE: translate("Sureness", "unsure"),
        Sureness.NOT_READ: translate("Sureness", "not read"),
        Sureness.BY_YOU: translate("Sureness", "by you"),
    }[word]


def doubt_word(doubt: Doubt | None) -> str:
    """Return the reason for being unsure in two words."""
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
    """Return the reason for being unsure in a sentence."""
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
    """Return the labels of a collection as they are painted, in their order."""
    return tuple(Label(label.name, label.colour, label.documents) for label in labels)


def named_most(given: Iterable[str | None]) -> list[tuple[str, int]]:
    """Count how often each label is given, alone or among several, the most frequent first."""
    return Counter(label for each in given for label in labels_in(each)).most_common()


def colours_of(labels: Sequence[Label], names: Sequence[str]) -> tuple[int, ...]:
    """The colour of each name; names that the corpus does not have get the next ones."""
    known = {label.name: label.colour for label in labels}
    free = max(known.values(), default=-1) + 1
    return tuple(known.get(name, free + place) for place, name in enumerate(names))


def labels_named(labels: Sequence[Label], names: Sequence[str]) -> tuple[Label, ...]:
    """A label for each name, with its colour."""
    counts = {label.name: label.n_documents for label in labels}
    colours = colours_of(labels, names)
    return tuple(Label(name, colour, counts.get(name, 0)) for name, colour in zip(names, colours, strict=True))
