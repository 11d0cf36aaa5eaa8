"""Immutable records that widgets and cell delegates paint, functions that paint them, and words for confidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.domain.confidence import LIKELY_FROM, Confidence, ConfidenceLevel, Doubt
from app.domain.documents import display_labels, split_label_set
from app.domain.results import ColouredWord, LabelCount
from app.kit import wording
from app.kit.array_table import ColumnStyle
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, label_fill
from app.kit.look.control_drawing import paint_check_box
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.domain.records import Label as LabelRecord
    from app.domain.results import WordProbabilitySteps


NO_COLOUR = -1


@dataclass(frozen=True, slots=True)
class Stat:
    """A number with its caption and a detail, all as translated texts."""

    figure: str
    caption: str
    detail: str = ""


CellShare = Literal["none", "row", "column"]
"""What the cells of a confusion matrix show.

"none": counts. "row": shares of the documents with the true label. "column": shares of the documents with the predicted
label.
"""


@dataclass(frozen=True, slots=True)
class Confusion:
    """The counts of a confusion matrix, with the names and colours of the labels."""

    labels: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    counts: NDArray[np.int64] | None = None
    """Shape (n_labels, n_labels): rows are true labels, columns predicted ones."""


@dataclass(frozen=True, slots=True)
class Addend:
    """One term of a score, in log-odds: a word, or a group of words whose `group_words` add up to `value`."""

    name: str
    value: float
    is_quiet: bool = False
    """True for a term that is not a word, such as the prior. It is drawn in grey."""
    naive_log_odds: float | None = None
    """Naive Bayes log-odds of the word before its learnt factor; None without learnt factors."""
    from_unlabelled: float | None = None
    """Part of `value` that comes from unlabelled documents; None if there are none."""
    key: str = ""
    """Identifier of a group, so that a group that the user opened is also open for other documents; "" for a word."""
    group_words: tuple[Addend, ...] = ()
    """The words of a group, strongest first."""
    tip: str = ""
    """Explanation of the name for the tooltip; "" if it needs none."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score in log-odds: the prior, the terms (words, or groups of words), and their total."""

    prior: Addend | None = None
    terms: tuple[Addend, ...] = ()
    total: float = 0.0
    verdict: str = ""
    """Label of the verdict. It is written inside the bar of the total."""
    colours: tuple[int, int] = (0, 1)
    """Colour indices for negative and positive log-odds."""

    @property
    def is_fitted(self) -> bool:
        """True if the model has learnt factors, so that words also have their naive Bayes log-odds."""
        return any(term.naive_log_odds is not None for term in self.terms)

    @property
    def words(self) -> tuple[Addend, ...]:
        """The terms, with each group replaced by its words."""
        return tuple(word for term in self.terms for word in (term.group_words or (term,)) if not word.is_quiet)


@dataclass(frozen=True, slots=True)
class StrongestWords:
    """The words with the strongest evidence for each of two labels, as (word, log-odds) pairs."""

    words_against: tuple[tuple[str, float], ...] = ()
    words_towards: tuple[tuple[str, float], ...] = ()
    label_names: tuple[str, str] = ("", "")
    """The labels that the words on the left and on the right side favour."""
    colours: tuple[int, int] = (0, 1)
    chosen_word: str = ""


@dataclass(frozen=True, slots=True)
class WordProbability:
    """The steps to the estimated probability P(word | label), and the colour index of the label."""

    steps: WordProbabilitySteps
    colour: int


@dataclass(frozen=True, slots=True)
class WordProbabilities:
    """The estimated probabilities and log-odds of the selected word."""

    probabilities: tuple[WordProbability, ...] = ()
    """The probability under each label, starting with the label that the word favours."""
    log_odds: float = 0.0
    n_documents: int | None = None
    """Number of documents that contain the word."""
    is_of_filter: bool = False
    """Whether the model is a filter. A filter gives a word less weight in a mail than these log-odds."""


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
    """0: accent, solid. 1: purple, dashed. 2: grey, dotted. 3: blue, dash-dot. Higher numbers repeat these styles."""
    point_texts: tuple[str, ...] = ()
    """A short text for each point; () if the points have no texts."""


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
    minor_ticks: tuple[float, ...] = ()
    """Positions of grid lines without a number."""
    is_log: bool = False
    is_share: bool = True
    """True if the ticks are written as percentages."""


EMPTY_AXIS = Axis("", ticks=())


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A marked point of a plot, with two lines of text. Text between asterisks is bold."""

    x: float
    y: float
    words: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PlotContent:
    """The content of a plot: lines, axes, and histograms that are drawn behind the lines."""

    lines: tuple[PlotLine, ...] = ()
    x_axis: Axis = EMPTY_AXIS
    y_axis: Axis = EMPTY_AXIS
    mark: PlotMark | None = None
    has_diagonal: bool = False
    has_legend: bool = False
    """True if the plot has a legend."""
    histograms: tuple[Histogram, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelCell:
    """The value of a cell of kind *label*."""

    name: str
    colour: int
    is_strong: bool = False
    """True for a label that differs from the expected label. It is shown in semi-bold."""
    more_colours: tuple[int, ...] = ()
    """Colour indices of further labels."""


def make_label_cell(name: str | None, colours: Mapping[str, int], *, is_strong: bool = False) -> LabelCell:
    """Return the cell of a label, or of a label set; a dash for None."""
    first, *more = [colours.get(label, NO_COLOUR) for label in split_label_set(name)] or [NO_COLOUR]
    return LabelCell(display_labels(name or "–"), first, is_strong, tuple(more))


@dataclass(frozen=True, slots=True)
class ProbabilityCell:
    """The value of a cell of kind *share*: a probability, and the colour index of the predicted label."""

    probability: float
    colour: int
    is_surprising: bool = False
    """True if the predicted label differs from the document's label."""


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """The value of a cell of kind *verdict*: the probability and colour index of the predicted label."""

    probability: float | None
    colour: int


SurenessKind = Literal["sure", "likely", "unsure", "by-you", "not-read"]


@dataclass(frozen=True, slots=True)
class ConfidenceCell:
    """The value of a cell of kind *sureness*: the confidence of a verdict, and the reason if it is unsure."""

    kind: SurenessKind
    word: str
    reason: str = ""
    probability: float = 0.0
    """Calibrated probability, shown as a bar."""
    colour: int = 0


translate = QCoreApplication.translate


def make_confidence_cell(confidence: Confidence, colour: int) -> ConfidenceCell:
    """Return the cell for a verdict's confidence; `colour` is its label's colour index."""
    word, reason = confidence_word(confidence.level), doubt_word(confidence.doubt)
    return ConfidenceCell(confidence.level.value, word, reason, confidence.probability, colour)


def accessible_cell_text(cell: ConfidenceCell) -> str:
    """Return the text of a cell for screen readers."""
    return f"{cell.word}, {cell.reason}" if cell.reason else cell.word


def confidence_word(word: ConfidenceLevel) -> str:
    """Return the translated word for a level of confidence, such as *sure*."""
    return {
        ConfidenceLevel.SURE: translate("ConfidenceLevel", "sure"),
        ConfidenceLevel.LIKELY: translate("ConfidenceLevel", "likely"),
        ConfidenceLevel.UNSURE: translate("ConfidenceLevel", "unsure"),
        ConfidenceLevel.NOT_READ: translate("ConfidenceLevel", "not read"),
        ConfidenceLevel.BY_YOU: translate("ConfidenceLevel", "your choice"),
    }[word]


def _least_likely() -> str:
    return wording.format_percent(LIKELY_FROM, 0)


def doubt_word(doubt: Doubt | None) -> str:
    """Return the translated short reason for an unsure verdict, or ""."""
    known = {
        Doubt.CLOSE_CALL: translate("ConfidenceLevel", "probability below %1").replace("%1", _least_likely()),
        Doubt.SHORT_OF_SURE: translate("ConfidenceLevel", "not certain enough"),
        Doubt.FEW_WORDS: translate("ConfidenceLevel", "too few known words"),
        Doubt.NEW_KIND: translate("ConfidenceLevel", "unlike the training documents"),
        Doubt.TWO_LABELS: translate("ConfidenceLevel", "another label fits too"),
        Doubt.NO_PROMISE: translate("ConfidenceLevel", "accuracy not proven"),
    }
    return known[doubt] if doubt is not None else ""


def doubt_explanation(doubt: Doubt) -> str:
    """Return a sentence that explains why a verdict is unsure."""
    return {
        Doubt.CLOSE_CALL: translate("ConfidenceLevel", "A verdict with a probability below %1 is unsure.").replace(
            "%1", _least_likely()
        ),
        Doubt.SHORT_OF_SURE: translate(
            "ConfidenceLevel",
            "The probability is below the threshold from which a verdict of this model counts as sure. The "
            "threshold was set from mistakes on held-out documents.",
        ),
        Doubt.FEW_WORDS: translate(
            "ConfidenceLevel", "Hardly any words of this document occur in the training documents."
        ),
        Doubt.NEW_KIND: translate(
            "ConfidenceLevel", "No training document resembles this document, so the verdict may be wrong."
        ),
        Doubt.TWO_LABELS: translate("ConfidenceLevel", "Another label fits nearly as well."),
        Doubt.NO_PROMISE: translate(
            "ConfidenceLevel",
            "Too few held-out documents of this label were classified correctly to guarantee a low error rate.",
        ),
    }[doubt]


MAX_WRONG_ONE_IN = 20
"""Error limit of sure verdicts: on held-out documents, at most one in this number was wrong."""


def error_limit_sentence(confidence: Confidence, wrong_share: float | None) -> str:
    """Return a sentence on why a verdict is unsure although its probability is high; "" for other verdicts.

    The sentence names the threshold and how to change it. `wrong_share` is the measured error rate of such verdicts; it
    is None if it was not measured, as for a filter.
    """
    doubt = confidence.doubt
    if doubt is not Doubt.SHORT_OF_SURE or confidence.level is not ConfidenceLevel.UNSURE:
        return ""
    share = wording.format_probability(confidence.probability)
    if wrong_share is not None:
        measured = translate(
            "ConfidenceLevel",
            "Unsure, although the probability is %1: on held-out documents, %2 of such verdicts were wrong. Of "
            "sure verdicts, at most 1 in %3 may be wrong. Corrections and new training change the threshold. For "
            "“File away”, you can require more certainty.",
        )
        return wording.fill_placeholders(
            measured, share, wording.format_percent(wrong_share), wording.format_count(MAX_WRONG_ONE_IN)
        )
    filtered = translate(
        "ConfidenceLevel",
        "Unsure: the probability %1 is below this model’s threshold for a sure verdict. The threshold keeps "
        "good documents from being lost. The Train page shows the threshold. Corrections and new training "
        "change it.",
    )
    return wording.fill_placeholders(filtered, share)


def labels_from_records(labels: Iterable[LabelRecord]) -> tuple[Label, ...]:
    """Convert label records to `Label` values, in order."""
    return tuple(Label(label.name, label.colour, label.documents) for label in labels)


def count_labels(labels: Iterable[str | None]) -> list[tuple[str, int]]:
    """Return (label, count) pairs, most frequent first. The labels of a label set are counted singly."""
    return Counter(label for joined_labels in labels for label in split_label_set(joined_labels)).most_common()


def colours_of_names(labels: Sequence[Label], names: Sequence[str]) -> tuple[int, ...]:
    """Return the colour index of each name. Unknown names get the next free indices."""
    known = {label.name: label.colour for label in labels}
    free = max(known.values(), default=-1) + 1
    return tuple(known.get(name, free + position) for position, name in enumerate(names))


def labels_with_colours(labels: Sequence[Label], names: Sequence[str]) -> tuple[Label, ...]:
    """Return a `Label` for each name, with its colour and document count."""
    counts = {label.name: label.n_documents for label in labels}
    colours = colours_of_names(labels, names)
    return tuple(Label(name, colour, counts.get(name, 0)) for name, colour in zip(names, colours, strict=True))


MAX_LABEL_SQUARES = 3
"""Maximum number of colour squares in a label cell; the text names all labels."""
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


KINDS_DRAWN_FROM_VALUE = {"label", "share", "log-odds", "tick", "sample", "verdict", "sureness", "titled"}
"""Kinds of cells that are drawn from their value and not from their text. Without a value they stay empty."""


def paint_cell(
    painter: QPainter,
    tokens: DesignValues,
    inner: QRectF,
    look: ColumnStyle,
    words: str,
    value: Any,
    *,
    is_strong: bool,
) -> None:
    """Paint a cell by the kind of its column. `words` is its text, `value` its VALUE_ROLE data."""
    match look.kind:
        case kind if kind in KINDS_DRAWN_FROM_VALUE and value is None:
            pass
        case "label":
            paint_label(painter, tokens, inner, value)
        case "share":
            paint_share(painter, tokens, inner, words, value)
        case "verdict":
            paint_verdict(painter, tokens, inner, words, value)
        case "sureness":
            paint_confidence(painter, tokens, inner, value)
        case "titled":
            paint_title_with_remark(painter, tokens, inner, value, is_strong=is_strong)
        case "log-odds":
            paint_log_odds(painter, tokens, inner, words, float(value), look)
        case "tick":
            size = px(16)
            box = QRectF(inner.left(), inner.center().y() - size / 2, size, size)
            paint_check_box(painter, tokens, box, is_on=bool(value))
        case "sample":
            paint_line_sample(painter, tokens, inner, value)
        case kind:
            pen = tokens.quiet if kind.startswith("quiet") else tokens.text
            font = fonts.body(600 if is_strong and kind == "strong" else 400)
            align = painting.RIGHT if kind.endswith("number") else painting.LEFT
            elide = painting.MIDDLE if kind.endswith("path") else painting.END
            painting.paint_text(painter, inner, words, font=font, pen=pen, align=align, elide=elide)


def paint_label(painter: QPainter, tokens: DesignValues, inner: QRectF, value: LabelCell) -> None:
    side = 9 if inner.height() > px(36) else 8
    shown = (value.colour, *value.more_colours[: MAX_LABEL_SQUARES - 1])
    for position, number in enumerate(shown):
        left = inner.left() + position * px(side + 3)
        painting.paint_label_square(painter, tokens, left, inner.center().y(), number, side=side)
    inner = inner.adjusted((len(shown) - 1) * px(side + 3), 0, 0, 0)
    pen = tokens.text if value.colour >= 0 else tokens.quiet
    font = fonts.body(600 if value.is_strong else 400)
    painting.paint_text(painter, inner.adjusted(px(side + 8), 0, px(4), 0), value.name, font=font, pen=pen)


def paint_share(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: ProbabilityCell) -> None:
    font = fonts.body(600 if value.is_surprising else 400)
    room = max(px(62), round(painting.text_width(wording.format_probability(1.0), fonts.body(600))) + px(6))
    bar = QRectF(inner.left(), inner.top(), max(min(inner.width() - room, px(48)), px(20)), inner.height())
    bar.moveRight(max(inner.right() - room, inner.left() + bar.width()))
    if inner.width() >= room + px(16):
        painting.paint_share_bar(painter, tokens, bar, value.probability, label_fill(tokens, value.colour))
    painting.paint_text(painter, inner, words, font=font, pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_verdict(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: VerdictCell) -> None:
    if value.probability is None:
        return
    painting.paint_share_bar(
        painter, tokens, verdict_bar_rect(inner), value.probability, label_fill(tokens, max(value.colour, 0))
    )
    painting.paint_text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def verdict_bar_rect(inner: QRectF) -> QRectF:
    """Return the rectangle of a verdict's bar. Beside it there is room for the longest percentage."""
    room = painting.text_width(wording.format_probability(1.0), fonts.body()) + px(6)
    return QRectF(inner.left(), inner.top(), min(px(48), max(inner.width() - room, px(20))), inner.height())


CONFIDENCE_BAR_PX = 48
"""Length of a full confidence bar, in unscaled pixels."""


MIN_REASON_WIDTH = 56
"""Minimum width for the reason of an unsure verdict, in unscaled pixels.

If there is less room, the reason is left out, because it would be cut to two letters. The tooltip shows it.
"""


def paint_confidence(painter: QPainter, tokens: DesignValues, inner: QRectF, value: ConfidenceCell) -> None:
    """Paint the confidence of a verdict: a bar and a word, or a chip or icon with the reason."""
    middle, reason = inner.center().y(), inner
    if value.kind == "unsure":
        width = painting.outline_chip_width(value.word)
        painting.paint_outline_chip(painter, tokens, inner.left() + width, middle, value.word)
        words, pen, reason = value.reason, tokens.quiet, inner.adjusted(width + px(6), 0, px(4), 0)
    elif value.kind in ("not-read", "by-you"):
        sign = QRectF(inner.left(), middle - px(7), px(14), px(14))
        if value.kind == "by-you":
            painting.paint_tick_mark(painter, sign, tokens.accent, 1.6)
        else:
            paint_icon(painter, "warning", sign, tokens.vermilion)
        pen = tokens.quiet if value.kind == "by-you" else tokens.text
        words, reason = value.word, inner.adjusted(px(21), 0, 0, 0)
    else:
        bar = QRectF(inner.left(), inner.top(), min(px(CONFIDENCE_BAR_PX), inner.width()), inner.height())
        painting.paint_share_bar(painter, tokens, bar, value.probability, label_fill(tokens, max(value.colour, 0)))
        words, reason = value.word, inner.adjusted(bar.width() + px(9), 0, 0, 0)
        pen = tokens.text if value.kind == "sure" else tokens.quiet
    font = fonts.small_font() if value.kind == "unsure" else fonts.body()
    if value.kind != "unsure" or reason.width() >= min(px(MIN_REASON_WIDTH), painting.text_width(words, font)):
        painting.paint_text(painter, reason, words, font=font, pen=pen)


TITLE_PART, MIN_CHIP_WIDTH = 0.6, 40
"""Minimum width of a title as a share of its cell, and minimum width of a remark's chip in unscaled pixels."""


def paint_title_with_remark(
    painter: QPainter, tokens: DesignValues, inner: QRectF, value: tuple[str, str], *, is_strong: bool
) -> None:
    """Paint a title, with a remark in a chip at the right.

    If the width is too small, the remark is cut before the title.
    """
    title, remark = value
    font = fonts.body(600 if is_strong else 400)
    title_width = min(painting.text_width(title, font), TITLE_PART * inner.width())
    room = inner.width() - px(8) - title_width if remark else 0.0
    if room >= min(px(MIN_CHIP_WIDTH), painting.outline_chip_width(remark)):
        left = painting.paint_outline_chip(painter, tokens, inner.right(), inner.center().y(), remark, room)
        inner = inner.adjusted(0, 0, left - inner.right() - px(8), 0)
    painting.paint_text(painter, inner, title, font=font, pen=tokens.text)


def paint_log_odds(
    painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, number: float, look: ColumnStyle
) -> None:
    """Paint log-odds as a number, and a bar in the colour of the label that they favour."""
    room = inner.width() - px(46)
    zero = round(inner.left() + room / 2)
    painter.fillRect(QRectF(zero, inner.top(), 1, inner.height() + 1), colour(tokens.line))
    length = min(abs(number) / look.full_scale, 1.0) * room / 2
    ink = label_fill(tokens, look.bar_colours[number > 0])
    left = zero + 0.5 if number > 0 else zero + 0.5 - length
    painter.fillRect(QRectF(left, inner.center().y() - px(4), length, px(8)), colour(ink))
    painting.paint_text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_line_sample(painter: QPainter, tokens: DesignValues, inner: QRectF, style: int) -> None:
    """Paint a short line in the style of a plot's curve, for a legend. A negative style paints nothing."""
    if style < 0:
        return
    painter.setPen(make_line_pen(tokens, style))
    y = round(inner.center().y()) + 0.5
    painter.drawLine(QPointF(inner.right() - px(26), y), QPointF(inner.right(), y))


def make_line_pen(tokens: DesignValues, style: int) -> QPen:
    """Return the pen of a curve style: accent solid, purple dashed, grey dotted, blue dash-dot."""
    inks = (tokens.accent, tokens.labels[3], tokens.quiet, tokens.blue)
    pen = QPen(colour(inks[style % 4]), 2.25 if style % 4 == 0 else 2.0, DASHES[style % 4], Qt.PenCapStyle.FlatCap)
    if style % 4 in (1, 2):
        pen.setDashPattern([6.0 if style % 4 == 1 else 2.0, 1.2])
    return pen
