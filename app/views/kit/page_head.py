"""The head of a page: its title, a line of facts, its buttons at the right; and the tabs under it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget

from app.qt import fonts, painting
from app.qt.fonts import px
from app.views.kit.painted import Pane, Words, column, row


class PageHead(Pane):
    """76 high, a line under it."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__("paper", "b")
        self.setFixedHeight(px(76))
        self._title = Words(title)
        self._title.setFont(fonts.title())
        self._facts = Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._facts.setFont(fonts.small())
        self._title.setFixedHeight(px(26))
        self._facts.setFixedHeight(px(18))
        words = QWidget()
        column(-1, self._title, px(2), self._facts, -1, px(3), owner=words)
        layout: QHBoxLayout = row(words, px(16), margins=(px(24), 0, px(24), 0), owner=self)
        layout.setStretch(0, 1)
        for number, button in enumerate(buttons):
            layout.addSpacing(px(8) if number else 0)
            layout.addWidget(button)

    def show_title(self, title: str) -> None:
        """Call the page something else."""
        self._title.setText(title)

    def show_facts(self, facts: str) -> None:
        """Say what the page is about: corpus, counts, model."""
        self._facts.setText(facts)


class Tabs(QTabBar):
    """Text only, with a bar under the one that is here, on a line across the page."""

    def __init__(self, *names: str) -> None:
        super().__init__(drawBase=False, expanding=False, usesScrollButtons=False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        for name in names:
            self.addTab(name)

    def tabSizeHint(self, index: int) -> QSize:
        width = painting.width_of(self.tabText(index), fonts.body(600))
        return QSize(round(width + px(28)), px(40))
