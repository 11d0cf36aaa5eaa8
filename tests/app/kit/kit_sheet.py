"""All controls of the kit on one sheet."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from app.kit.fields import SearchField
from app.kit.jobs import Progress
from app.kit.label_chips import LabelChip, OutlineChip
from app.kit.look import fonts
from app.kit.page_head import Notice
from app.kit.widgets import (
    Button,
    CollapsibleHeader,
    Link,
    Pane,
    TextLabel,
)
from app.kit.window_bars import JobBar, SideBarButton

LABELS = ("ham", "spam", "newsletter", "work", "family", "receipts", "other")


def nothing() -> None:
    """Stand in for an act."""


class KitSheet(Pane):
    """Buttons, choices, labels, fields, lines in place, the job bar, type."""

    def __init__(self) -> None:
        super().__init__("paper")
        whole = QHBoxLayout(self)
        whole.setContentsMargins(28, 24, 40, 24)
        whole.setSpacing(70)
        left, right = QVBoxLayout(), QVBoxLayout()
        whole.addLayout(left, 1)
        whole.addLayout(right, 1)
        for part in self._left():
            left.addLayout(part) if isinstance(part, QHBoxLayout) else left.addWidget(part)
        for part in self._right():
            right.addWidget(part)
        left.addStretch()
        right.addStretch()

    def _left(self) -> list[QWidget | QHBoxLayout]:
        off, plain_off = Button("Import…", nothing, is_primary=True), Button("Open files…", nothing)
        off.setEnabled(False)
        plain_off.setEnabled(False)
        self.focused = Button("Import…", nothing, is_primary=True)
        radios = [QRadioButton("chosen"), QRadioButton("not chosen"), QCheckBox("ticked"), QCheckBox("not ticked")]
        radios[0].setChecked(True)
        radios[2].setChecked(True)
        keyed = [Button("Right", nothing, key="Enter"), Button("Wrong, label as ham", nothing, key="1")]
        fold = CollapsibleHeader("Vocabulary", "20,000 most frequent words")
        return [
            beside(Button("Import…", nothing, is_primary=True), self.focused, off),
            beside(Button("Open files…", nothing), plain_off),
            beside(*keyed, Link("Quiet link", nothing)),
            beside(*radios),
            beside(*(LabelChip(name, number) for number, name in enumerate(LABELS[:4]))),
            beside(*(LabelChip(name, number + 4) for number, name in enumerate(LABELS[4:])), OutlineChip("unsure")),
            fold,
        ]

    def _right(self) -> list[QWidget]:
        problem, done, bar = Notice(), Notice(), JobBar(nothing)
        problem.show_problem("5 documents could not be read.", "Show them ›", nothing)
        done.show_done("12 files moved to two folders.", "Undo", nothing)
        bar.show_job("Training on Mail", Progress(64, 100, "", 4))
        places = [SideBarButton("train", "resting"), SideBarButton("words", "hover"), SideBarButton("classify", "here")]
        places[2].setChecked(True)
        figures = [
            ("98.6\u202f%", fonts.figure_font()),
            ("Page title 20", fonts.title_font()),
            ("Subject, word 15", fonts.subject_font()),
        ]
        words = [TextLabel(text) for text, _ in figures]
        for word, (_, font) in zip(words, figures, strict=True):
            word.setFont(font)
        field = QLineEdit("mortg")
        return [SearchField("Search words", "Ctrl+F"), field, problem, done, *places, *words, bar]

    def pose(self) -> None:
        """Put the focus where it shows."""
        self.focused.setFocus()


def beside(*widgets: QWidget) -> QHBoxLayout:
    """Lay widgets in a row."""
    layout = QHBoxLayout()
    layout.setSpacing(14)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch()
    return layout
