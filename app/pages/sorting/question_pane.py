"""One question: the document, why it is asked about, and the labels to choose from by their keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.pages.kit.bases_of_painted_widgets import Pane, Words, clear, column, row
from app.pages.kit.buttons import Button
from app.pages.kit.coloured_text import ColouredText
from app.pages.sorting.view_model import MOST_KEYS, AskedFor, PileQuestion, SortingState, SortingViewModel
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

NEW, BACK, PASS = "nт", "zя", "pз "
"""Keys that do something, as they are with Latin and with Russian letters."""


class QuestionPane(Pane):
    """Digits give labels, N begins a new one, P passes the document over, Z takes the last answer back."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("paper")
        self._model, self._shown = model, tuple[object, ...]()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title, self._reason = (
            Words(elide=Qt.TextElideMode.ElideRight),
            Words(role="quiet", elide=Qt.TextElideMode.ElideRight),
        )
        self._title.setFont(fonts.subject())
        self._reason.setFont(fonts.small())
        self._text = ColouredText(size=13, line=22)
        self._text.setAccessibleName(self.tr("Text of the document"))
        self._text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._answers = QWidget()
        self._rows = column(owner=self._answers)
        self._rows.setSpacing(px(8))
        self._new = QLineEdit(placeholderText=self.tr("Another label: N"), maxLength=200)
        self._new.setAccessibleName(self.tr("Another label"))
        self._new.returnPressed.connect(self._on_new_entered)
        self._pass = Button(self.tr("Pass over"), model.pass_over, key="P")
        self._back = Button(self.tr("Take back"), model.take_back, key="Z")
        self._done = Button(self.tr("Done with this one"), model.answer_picked, is_primary=True, key="↵")
        foot = QWidget()
        row(self._new, self._done, self._pass, self._back, owner=foot).setSpacing(px(8))
        column(
            self._title, px(2), self._reason, px(8), self._text, px(10), self._answers, px(10), foot,
            margins=(px(24), px(14), px(20), px(14)), owner=self,
        ).setStretch(4, 1)  # fmt: skip

    def show_question(self, state: SortingState) -> None:
        """Show the question at hand, or that there is none."""
        question = state.question
        self._title.setText("" if question is None else question.title or question.path)
        self._reason.setText(self._nothing(state) if question is None else self._why(state, question))
        self._text.show_text("" if state.text is None else state.text.text)
        self.setAccessibleName(f"{self._title.text()}. {self._reason.text()}")
        for widget in (self._new, self._pass):
            widget.setEnabled(question is not None)
        self._back.setEnabled(bool(state.given))
        self._done.setVisible(state.takes_several)
        self._done.setEnabled(bool(state.picked))
        self._show_answers(state, question)

    def _show_answers(self, state: SortingState, question: PileQuestion | None) -> None:
        offered = state.offered[:MOST_KEYS] if question is not None else ()
        shown = (offered, state.picked, None if question is None else question.number)
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._rows)
        labels = {} if question is None else question.labels
        line, left = QWidget(), 0
        for number, label in enumerate(offered, start=1):
            share = labels.get(label)
            words = label if share is None else f"{label} · {wording.percent(share, 0)}"
            is_first = number == 1 and not state.takes_several
            button = Button(words, partial(self._model.answer, label), key=str(number),
                            is_primary=label in state.picked or is_first)  # fmt: skip
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            width = button.sizeHint().width() + px(8)
            if width > left:
                line, left = QWidget(), self._text.width()
                row(-1, owner=line).setSpacing(px(8))
                self._rows.addWidget(line)
            left -= width
            layout = line.layout()
            if isinstance(layout, QHBoxLayout):
                layout.insertWidget(layout.count() - 1, button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shown = ()
        QTimer.singleShot(0, self, lambda: self._show_answers(self._model.state, self._model.state.question))

    def _nothing(self, state: SortingState) -> str:
        if state.is_asking or state.is_reading:
            return self.tr("Looking for the next questions…")
        return self.tr("Nothing is left to ask: every document has a label, or was passed over.")

    def _why(self, state: SortingState, question: PileQuestion) -> str:
        left = self.tr("%Ln to answer", "", len(state.waiting))
        return wording.joined([self._reason_of(question), left])

    def _reason_of(self, question: PileQuestion) -> str:
        first_two = list(question.labels)[:2]
        if question.asked_for is AskedFor.CHANCE:
            return self.tr("Drawn by chance, so that the figure stays honest")
        if question.asked_for is AskedFor.BETWEEN and len(first_two) > 1:
            return self.tr("Between %1 and %2").replace("%1", first_two[0]).replace("%2", first_two[1])
        if question.asked_for is AskedFor.UNLIKE or question.n_alike < 2:
            return self.tr("Unlike everything that has a label")
        return self.tr("Typical of %Ln document(s)", "", question.n_alike)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        typed = event.text().lower()
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._model.answer_picked()
        elif not typed or not is_plain:
            super().keyPressEvent(event)
        elif typed.isdecimal():
            self._model.answer_key(int(typed))
        elif typed in NEW:
            self._new.setFocus()
        elif typed in BACK:
            self._model.take_back()
        elif typed in PASS:
            self._model.pass_over()
        else:
            super().keyPressEvent(event)

    def _on_new_entered(self) -> None:
        label = self._new.text().strip()
        self._new.clear()
        self.setFocus()
        self._model.answer(label)
