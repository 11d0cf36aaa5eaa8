"""The date and the sender by which the chosen letter is named: where they were found, and fields to correct them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from app.domain.name_rules import NAME_RULES, LetterFacts
from app.pages.kit.widgets import Link, Pane, remark, row
from app.qt import wording
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip
from app.qt.wording import translated_template


class _Field(QLineEdit):
    """A field whose Return ends the typing, and begins nothing that the dialog would."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class LetterFields(Pane):
    """Two fields; `correct` is told the number of the letter, the part of its name, and what it is."""

    def __init__(self, correct: Callable[[int, str, str], object]) -> None:
        super().__init__("panel", "t")
        self._correct, self._number = correct, -1
        self._date, self._sender = _Field(), _Field()
        self._date.setFixedWidth(px(104))
        self._sender.setFixedWidth(px(190))
        self._words = remark()
        self._back = Link(self.tr("As it was read"), self._on_back_clicked, is_small=True)
        for field, name, part in ((self._date, self.tr("Date"), "date"), (self._sender, self.tr("Sender"), "sender")):
            field.setAccessibleName(name)
            field.setPlaceholderText(name)
            field.editingFinished.connect(lambda field=field, part=part: self._on_edited(field, part))
        self.setFixedHeight(px(46))
        row(
            self._date, px(8), self._sender, px(12), self._words, px(12), self._back,
            margins=(px(24), 1, px(24), 0), owner=self,
        ).setStretch(4, 1)  # fmt: skip
        self.hide()

    def show_facts(self, number: int | None, facts: LetterFacts | None) -> None:
        """Show what a letter says of itself, or nothing of what has no name made for it."""
        self.setVisible(facts is not None)
        if number is None or facts is None:
            return
        self._number = number
        for field, fact in ((self._date, facts.date), (self._sender, facts.sender)):
            field.setText(fact.value)
            field.setCursorPosition(0)
            set_tip(field, fact.words)
        rules = [fact.rule for fact in (facts.date, facts.sender) if fact.rule]
        self._words.setText(wording.joined([translated_template(NAME_RULES[rule]) for rule in rules]))
        self._back.setVisible("person" in (facts.date.rule, facts.sender.rule))

    def _on_edited(self, field: QLineEdit, part: str) -> None:
        if field.isModified():
            field.setModified(False)
            self._correct(self._number, part, field.text())

    def _on_back_clicked(self) -> None:
        for part in ("date", "sender"):
            self._correct(self._number, part, "")
