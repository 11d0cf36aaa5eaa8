"""The dialog that explains the verdict on a document of the corpus: its words coloured, over the terms that add up to
the score."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.pages.classify.explanations import Explanation
from app.pages.kit.chips import TintScale
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.painted import Pane, Words, column, row
from app.pages.kit.plots.waterfall import Waterfall
from app.pages.kit.verdict_line import VerdictLine
from app.pages.shell.dialogs import closing
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

N_TERMS = 11


class WhyDialog(QDialog):
    """Shows one explanation, beside the window."""

    def __init__(self, explanation: Explanation, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Why"))
        self.resize(px(760), px(680))
        self._explanation = explanation
        self._text = ColouredText()
        self._text.setAccessibleName(self.tr("Text of the document"))
        towards, against = explanation.towards, explanation.against
        colours = (against.colour, towards.colour) if towards is not None and against is not None else (0, 1)
        self._text.show_text(explanation.text, explanation.tints, colours)
        self._text.setViewportMargins(0, 0, px(20), 0)
        text, why = Pane("panel"), self._why_pane()
        column(self._head(), px(9), self._text, margins=(px(20), 0, 0, 0), owner=text).setStretch(2, 1)
        column(text, why, closing(self), margins=(0, 0, 0, px(16)), owner=self).setStretch(0, 1)
        self._text.setFocus()

    def _head(self) -> QWidget:
        explanation, head, line = self._explanation, QWidget(), QWidget()
        subject, sender = (Words(elide=Qt.TextElideMode.ElideRight) for _ in range(2))
        subject.setText(explanation.title)
        subject.setFont(fonts.subject())
        sender.setText(wording.joined([wording.sender(explanation.sender), wording.long_date(explanation.date_s)]))
        sender.setFont(fonts.small())
        self._judged, scale, hint = VerdictLine(), TintScale(), Words(role="quiet")
        hint.setFont(fonts.small())
        when_new = self.tr("judged when it was new; its words weigh as they do now")
        hint.setText(when_new if explanation.is_when_new else self.tr("judged by all other documents"))
        judged = explanation.judged
        if judged is not None:
            self._judged.show_verdict(judged.name, judged.colour, explanation.told, explanation.probability)
        towards, against = explanation.towards, explanation.against
        if towards is not None and against is not None:
            scale.show_labels(against.name, towards.name, (against.colour, towards.colour))
        scale.setVisible(towards is not None and against is not None)
        row(self._judged, px(12), hint, -1, scale, owner=line)
        column(subject, px(2), sender, px(7), line, margins=(px(4), px(18), px(24), 0), owner=head)
        return head

    def _why_pane(self) -> QWidget:
        explanation, pane, head = self._explanation, Pane("paper", "tb"), QWidget()
        title, of_what, flip = Words(self.tr("Why")), Words(role="quiet"), Words(role="quiet")
        title.setFont(fonts.body(600))
        for words in (of_what, flip):
            words.setFont(fonts.small())
        if explanation.towards is not None:
            words_of = self.tr("what each word adds to the log-odds of %1")
            of_what.setText(words_of.replace("%1", explanation.towards.name))
        flip.setText(explanation.flip)
        flip.setVisible(bool(explanation.flip))
        waterfall = Waterfall()
        waterfall.show_score(explanation.score)
        waterfall.setFixedHeight(px(20 * N_TERMS + 31))
        row(title, -1, of_what, owner=head)
        column(head, px(4), waterfall, flip, margins=(px(24), px(10), px(24), px(8)), owner=pane)
        return pane
