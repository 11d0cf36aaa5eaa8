"""A verdict on one document, in one wording wherever it is read: label, how sure that is, probability."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.domain.label_sets import labels_in
from app.domain.sureness import HowSure, Sureness
from app.pages.kit.bases_of_painted_widgets import Words, row
from app.pages.kit.label_chips import MOST_CHIPS, LabelChip, OutlineChip
from app.pages.sureness_words import doubt_meaning, doubt_word, word_of
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip


class VerdictLine(QWidget):
    """A label's chip, a word or the reason for being unsure, and the percentage."""

    def __init__(self) -> None:
        super().__init__()
        self._chip, self._word = LabelChip(), Words()
        self._unsure, self._reason = OutlineChip(word_of(Sureness.UNSURE)), Words(role="quiet")
        self._share = Words(role="quiet")
        self._word.setFont(fonts.body(600))
        for small in (self._reason, self._share):
            small.setFont(fonts.small())
        self.setFixedHeight(px(22))
        parts = (self._chip, self._unsure, self._word, self._share, self._reason)
        line = row(*parts, owner=self)
        line.setSpacing(px(8))
        for chip in (self._chip, self._unsure):
            line.setAlignment(chip, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.show_verdict(None, -1, None, None)

    def show_verdict(
        self, label: str | None, colours: Mapping[str, int] | int, told: HowSure | None, share: float | None
    ) -> None:
        """Show another verdict; without a label there is none, and what a person said has no probability."""
        self._chip.setVisible(label is not None)
        if label is not None:
            known = {label: colours} if isinstance(colours, int) else colours
            self._chip.show_labels([(name, known.get(name, -1)) for name in labels_in(label)])
        is_unsure = told is not None and told.word is Sureness.UNSURE
        is_said = told is not None and told.word is Sureness.BY_YOU
        self._word.setText("" if told is None or is_unsure else word_of(told.word))
        doubt = told.doubt if told is not None and is_unsure else None
        self._reason.setText(doubt_word(doubt))
        self._share.setText("" if share is None or is_said else wording.probability(share))
        self._word.setVisible(bool(self._word.text()))
        self._unsure.setVisible(is_unsure)
        tip = doubt_meaning(doubt) if doubt is not None else ""
        for chip in (self._unsure, self._reason):
            set_tip(chip, tip)
        self.setAccessibleName(self.words())
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._width(2), px(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(0, 1), px(22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out the reason where there is little room, then the percentage, and then labels but the first."""
        self._chip.fit_in(self.width() - self._width(0, 0))
        self._share.setVisible(bool(self._share.text()) and self._width(1) <= self.width())
        self._reason.setVisible(bool(self._reason.text()) and self._width(2) <= self.width())

    def _width(self, n_more: int, n_chips: int = MOST_CHIPS) -> int:
        """The width that the labels and the word need, and so many of percentage and reason."""
        more = [part for part in (self._share, self._reason)[:n_more] if part.text()]
        parts = [part for part in (self._word, self._unsure) if not part.isHidden()]
        widths = [part.sizeHint().width() for part in (*parts, *more)]
        if not self._chip.isHidden():
            widths.append(self._chip.width_of(n_chips) if n_chips else 0)
        return sum(widths) + px(8) * len(widths)

    def words(self) -> str:
        """List all that it says, as a screen reader tells it."""
        chips = [part.accessibleName() for part in (self._chip, self._unsure) if not part.isHidden()]
        return ", ".join(filter(None, (*chips, self._word.text(), self._reason.text(), self._share.text())))
