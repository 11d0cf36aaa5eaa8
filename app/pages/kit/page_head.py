"""The head of a page: its title, a line of facts, its buttons at the right; and the tabs under it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabBar, QWidget

from app.pages.kit.painted import Pane, Words, column, row
from app.qt.look import fonts, painting
from app.qt.look.drawing import plain
from app.qt.look.fonts import px
from app.qt.tips import plain_tip


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
        words, acts = QWidget(), QWidget()
        column(-1, self._title, px(2), self._facts, -1, px(3), owner=words)
        row(*buttons, owner=acts).setSpacing(px(8))  # a button that hides takes its gap with it
        row(words, px(16), acts, margins=(px(24), 0, px(24), 0), owner=self).setStretch(0, 1)

    def show_title(self, title: str) -> None:
        """Call the page something else."""
        self._title.setText(title)

    def show_facts(self, facts: str) -> None:
        """Say what the page is about: corpus, counts, model."""
        self._facts.setText(facts)


LONGEST_TAB = 260
"""The text of a tab, which may hold the name of a label; the whole text is in its tooltip."""


class Tabs(QTabBar):
    """Text only, with a bar under the one that is here, on a line across the page.

    Where there is little room, tabs come closer together; then their texts are cut.
    """

    def __init__(self, *names: str) -> None:
        super().__init__(drawBase=False, expanding=False, usesScrollButtons=False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        for name in names:
            self.addTab(name)

    def show_name(self, place: int, name: str) -> None:
        """Call a tab something else."""
        written = name.replace("&", "&&")
        if written != self.tabText(place):
            self.setTabText(place, written)
            is_long = painting.width_of(name, fonts.body(600)) > px(LONGEST_TAB)
            self.setTabToolTip(place, plain_tip(name) if is_long else "")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()  # Qt forgets what the names did to it while nobody saw them

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(self._text_width(index) + px(28), px(40))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(min(self._text_width(index), px(70)) + px(8), px(40))

    def _text_width(self, index: int) -> int:
        return round(min(painting.width_of(plain(self.tabText(index)), fonts.body(600)), px(LONGEST_TAB)))
