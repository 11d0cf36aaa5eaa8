"""Widgets for labels and verdicts: label chips, a legend of tints, and a line that shows a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.domain.confidence import Confidence, ConfidenceLevel
from app.domain.documents import split_label_set
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.painted_values import confidence_word, doubt_explanation, doubt_word
from app.kit.widgets import PaintedWidget, make_heading, make_remark, row

MAX_HINT_WIDTH = 110
MAX_CHIPS, NO_LABEL = 3, -1
MIN_REASON_WIDTH = 60
"""A reason that would be cut below this width is hidden."""


class LabelChip(PaintedWidget):
    """Widget that shows the labels of one document side by side, as chips."""

    def __init__(self, name: str = "", number: int = 0) -> None:
        super().__init__()
        self.show_labels([(name, number)])

    def show_labels(self, labels: Sequence[tuple[str, int]]) -> None:
        """Show up to `MAX_CHIPS` labels, given as (name, colour index), and the number of further labels."""
        words = ", ".join(name for name, _ in labels)
        self._all = tuple(labels)
        self.setAccessibleName(words)
        set_tip(self, words)
        self.fit_in(None)

    def fit_in(self, room: float | None) -> None:
        """Show as many labels as fit into a width of `room` pixels, but at least one. None shows all."""
        n_shown = min(len(self._all), MAX_CHIPS)
        while room is not None and n_shown > 1 and self.width_of(n_shown) > room:
            n_shown -= 1
        self._labels = self._chips_for(n_shown)
        self.setFixedSize(self.width_of(n_shown), px(20))
        self.update()

    def width_of(self, n_shown: int) -> int:
        """Return the width in pixels with at most `n_shown` labels."""
        width = sum(painting.chip_width(name) + px(4) for name, _ in self._chips_for(min(n_shown, MAX_CHIPS)))
        return round(max(width - px(4), 0) + 1)

    def _chips_for(self, n_shown: int) -> list[tuple[str, int]]:
        n_more = len(self._all) - n_shown
        return [*self._all[:n_shown], *([(f"+{n_more}", NO_LABEL)] if n_more > 0 else [])]

    def sizeHint(self) -> QSize:
        return self.maximumSize()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        left = 0.0
        for name, number in self._labels:
            painting.paint_chip(painter, tokens, left, self.height() / 2, name, number)
            left += painting.chip_width(name) + px(4)


class OutlineChip(PaintedWidget):
    """A chip with an outline, for words that are not labels, such as *unsure*."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self.setAccessibleName(words)
        self.setFixedSize(round(painting.outline_chip_width(words) + 1), px(20))

    def sizeHint(self) -> QSize:
        return self.maximumSize()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painting.paint_outline_chip(painter, tokens, self.width(), self.height() / 2, self._words)


class KeyHint(PaintedWidget):
    """Widget that shows a shortcut and the label that it assigns, such as `1` and ham."""

    def __init__(self, key: str, name: str, number: int | None) -> None:
        super().__init__()
        self._key, self._name, self._number = key, name, number
        self.setAccessibleName(f"{key}: {name}")
        set_tip(self, name)
        words = min(painting.text_width(name, fonts.body()), px(MAX_HINT_WIDTH))
        width = painting.key_cap_width(key) + px(8) + px(16 if number is not None else 2) + words
        self.setFixedSize(round(width + 1), px(20))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        middle, left = self.height() / 2, painting.key_cap_width(self._key) + px(8)
        painting.paint_key_cap(painter, tokens, 0, middle, self._key, strong=True)
        if self._number is not None:
            painting.paint_label_square(painter, tokens, left, middle, self._number)
            left += px(14)
        painting.paint_text(
            painter, self.area().adjusted(left, 0, 1, 0), self._name, font=fonts.body(), pen=tokens.text
        )


MIN_LEGEND_NAME_WIDTH, MAX_LEGEND_NAME_WIDTH = 40, 150
"""Widths to which a label's name is cut where there is little room, and where there is enough."""
LEGEND_SWATCHES_WIDTH = 6 * 13 + 16
"""Width of the six swatches with their margins, before scaling."""


class TintLegend(PaintedWidget):
    """Legend of the word tints: six swatches between the names of two labels."""

    def __init__(self) -> None:
        super().__init__()
        self._names, self._colours = ("", ""), (0, 1)
        self.setFixedHeight(px(20))

    def show_labels(self, against: str, towards: str, colours: tuple[int, int]) -> None:
        """Set the names of the two ends and their colour indices."""
        self._names, self._colours = (against, towards), colours
        self.setAccessibleName(f"{against} – {towards}")
        set_tip(self, self.accessibleName())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self._size(px(MAX_LEGEND_NAME_WIDTH))

    def minimumSizeHint(self) -> QSize:
        return self._size(px(MIN_LEGEND_NAME_WIDTH))

    def _size(self, most: float) -> QSize:
        return QSize(round(sum(self._name_widths(most)) + px(LEGEND_SWATCHES_WIDTH) + 1), px(20))

    def _name_widths(self, most: float) -> tuple[float, float]:
        """Return the width of both label names in pixels, at most `most`.

        A name that is cut is shown in the tooltip.
        """
        first, last = (min(painting.text_width(name, fonts.small_font()), most) for name in self._names)
        return first, last

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area, font = self.area(), fonts.small_font()
        room = area.width() - px(LEGEND_SWATCHES_WIDTH)
        shorter = min(self._name_widths(room / 2))
        first, last = self._name_widths(room - shorter)
        head, tail = area.adjusted(0, 0, first - area.width(), 0), area.adjusted(area.width() - last, 0, 0, 0)
        painting.paint_text(painter, head, self._names[0], font=font, pen=tokens.quiet)
        painting.paint_text(painter, tail, self._names[1], font=font, pen=tokens.quiet, align=painting.RIGHT)
        left = first + px(8)
        least, more = tokens.word_alpha
        for place, strength in enumerate((1.0, 0.6, 0.2, 0.2, 0.6, 1.0)):
            fill = tokens.labels[self._colours[0 if place < 3 else 1] % len(tokens.labels)]
            swatch = QRectF(left + place * px(13), area.center().y() - px(5), px(12), px(10))
            painting.paint_round_rect(painter, swatch, px(2), fill=colour(fill, least + more * strength))


class VerdictLine(QWidget):
    """A verdict in one line: label chips, a word for the confidence or the reason for doubt, and the probability."""

    def __init__(self) -> None:
        super().__init__()
        self._chip, self._word, self._unsure = (
            LabelChip(),
            make_heading(),
            OutlineChip(confidence_word(ConfidenceLevel.UNSURE)),
        )
        self._reason, self._share = make_remark(), make_remark(elide=None)
        self.setFixedHeight(px(22))
        parts = (self._chip, self._unsure, self._word, self._share, self._reason)
        line = row(*parts, owner=self)
        line.addStretch(0)
        line.setStretchFactor(self._reason, 1)
        line.setSpacing(px(8))
        for chip in (self._chip, self._unsure):
            line.setAlignment(chip, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.show_verdict(None, -1, None, None)

    def show_verdict(
        self, label: str | None, colours: Mapping[str, int] | int, confidence: Confidence | None, share: float | None
    ) -> None:
        """Show a verdict. A label of None hides the chip; a label given by the user shows no probability."""
        self._chip.setVisible(label is not None)
        if label is not None:
            known = {label: colours} if isinstance(colours, int) else colours
            self._chip.show_labels([(name, known.get(name, -1)) for name in split_label_set(label)])
        word = None if confidence is None else confidence.level
        doubt = confidence.doubt if confidence is not None and word is ConfidenceLevel.UNSURE else None
        self._word.setText("" if word is None or word is ConfidenceLevel.UNSURE else confidence_word(word))
        self._reason.setText(doubt_word(doubt))
        self._share.setText(
            "" if share is None or word is ConfidenceLevel.BY_YOU else wording.format_probability(share)
        )
        self._word.setVisible(bool(self._word.text()))
        self._unsure.setVisible(word is ConfidenceLevel.UNSURE)
        for chip in (self._unsure, self._reason):
            set_tip(chip, doubt_explanation(doubt) if doubt is not None else "")
        self.setAccessibleName(self.words())
        self.updateGeometry()
        self._hide_parts_without_room()

    def sizeHint(self) -> QSize:
        return QSize(self._width_of_parts(2), px(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width_of_parts(0, 1), px(22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hide_parts_without_room()

    def _hide_parts_without_room(self) -> None:
        """Shorten the line to the available width.

        First the reason is cut (its tooltip has the whole text), then it is hidden, then the percentage, then all
        labels but the first.
        """
        self._chip.fit_in(self.width() - self._width_of_parts(0, 0))
        self._share.setVisible(bool(self._share.text()) and self._width_of_parts(1) <= self.width())
        missing = self._width_of_parts(2) - self.width()
        least = min(self._reason.sizeHint().width(), px(MIN_REASON_WIDTH))
        self._reason.setVisible(bool(self._reason.text()) and self._reason.sizeHint().width() - missing >= least)

    def _width_of_parts(self, n_more: int, n_chips: int = MAX_CHIPS) -> int:
        """Return the width in pixels of a line with at most `n_chips` labels.

        `n_more` is the number of optional parts: 1 for the percentage, 2 for percentage and reason.
        """
        more = [part for part in (self._share, self._reason)[:n_more] if part.text()]
        parts = [part for part in (self._word, self._unsure) if not part.isHidden()]
        widths = [part.sizeHint().width() for part in (*parts, *more)]
        if not self._chip.isHidden():
            widths.append(self._chip.width_of(n_chips) if n_chips else 0)
        return sum(widths) + px(8) * len(widths)

    def words(self) -> str:
        """Return the accessible name: the texts of all visible parts, separated by commas."""
        chips = [part.accessibleName() for part in (self._chip, self._unsure) if not part.isHidden()]
        return ", ".join(filter(None, (*chips, self._word.text(), self._reason.text(), self._share.text())))
