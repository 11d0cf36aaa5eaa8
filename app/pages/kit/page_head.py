"""The head of a page: its title, a line of facts, its buttons at the right; the tabs under it, and the notice.

A notice is a line in place, instead of a box: what went wrong or what was done, and one thing to do about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QTabBar, QWidget

from app.pages.kit.widgets import Link, Painted, PaintedButton, Pane, Words, column, remark, row
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour, mixed
from app.qt.look.control_drawing import plain
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon
from app.qt.tooltips import plain_tip

NEAR = 8
"""Above and below a line that keeps away from the edges."""


class Notice(Painted):
    """40 high: an icon, a sentence, and an act at the right; with a gap under it where it stands over something.

    With an inset it keeps away from the edges of what it stands in.
    """

    def __init__(self, *, gap: int = 0, inset: int = 0) -> None:
        super().__init__()
        self._gap, self._inset = gap, inset
        self._is_problem = True
        self._act: Callable[[], object] | None = None
        self._words = Words(elide=Qt.TextElideMode.ElideRight)
        self._link = Link("", self._on_link_clicked)
        row(self._words, px(12), self._link, margins=self._margins(), owner=self).setStretch(0, 1)
        self.setFixedHeight(px(40) + gap + (2 * px(NEAR) if inset else 0))
        self.setVisible(False)

    def _margins(self) -> tuple[int, int, int, int]:
        near = px(NEAR) if self._inset else 0
        return px(36) + self._inset, near, px(16) + self._inset, near + self._gap

    def show_problem(self, words: str, act_name: str = "", act: Callable[[], object] | None = None) -> None:
        """Say what went wrong; an empty text hides the line."""
        self._show(words, act_name, act, is_problem=True)

    def show_failure(self, error: Exception | None) -> None:
        """Say what went wrong; None hides the line."""
        self.show_problem("" if error is None else wording.sentence_for(error))

    def show_done(self, words: str, act_name: str = "", act: Callable[[], object] | None = None) -> None:
        """Say what was done; an empty text hides the line."""
        self._show(words, act_name, act, is_problem=False)

    def _show(self, words: str, act_name: str, act: Callable[[], object] | None, *, is_problem: bool) -> None:
        self._is_problem, self._act = is_problem, act
        self._words.setText(words)
        self._link.setText(act_name)
        self._link.setVisible(act is not None)
        self.setAccessibleName(words)
        self.setVisible(bool(words))
        self.update()

    def _on_link_clicked(self) -> None:
        if self._act is not None:
            self._act()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        near = px(NEAR) if self._inset else 0
        area = self.area().adjusted(self._inset, near, -self._inset, -self._gap - near)
        icon = QRectF(area.left() + px(12), area.center().y() - px(7.5), px(15), px(15))
        if not self._is_problem:
            painting.round_rect(painter, area, px(8), fill=colour(tokens.panel), edge=colour(tokens.line))
            paint_icon(painter, "done", icon, tokens.accent)
            return
        fill = mixed(tokens.panel, tokens.vermilion, tokens.notice_alpha)
        painting.round_rect(painter, area, px(8), fill=colour(fill), edge=colour(tokens.vermilion, 0.35))
        paint_icon(painter, "warning", icon, tokens.vermilion)


MOST_NAMED = 4
"""More labels than these are counted in the head of a page, and not named."""


class PageHead(Pane):
    """76 high, a line under it."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__("paper", "b")
        self.setFixedHeight(px(76))
        self._title = Words(title)
        self._title.setFont(fonts.title())
        self._facts = remark()
        self._title.setFixedHeight(px(26))
        self._facts.setFixedHeight(px(18))
        acts, words = row(*buttons), column(-1, self._title, px(2), self._facts, -1, px(3))
        acts.setSpacing(px(8))  # a button that hides takes its gap with it
        row(words, px(16), acts, margins=(px(24), 0, px(24), 0), owner=self).setStretch(0, 1)

    def show_title(self, title: str) -> None:
        """Call the page something else."""
        self._title.setText(title)

    def show_facts(self, facts: str) -> None:
        """Say what the page is about: corpus, counts, model."""
        self._facts.setText(facts)

    def label_facts(self, labels: Sequence[tuple[str, int]]) -> list[str]:
        """Say how many documents each label has, or only how many labels there are where naming all would be cut."""
        if len(labels) > MOST_NAMED:
            return [self.tr("%Ln label(s)", "", len(labels))]
        return [f"{name} {wording.count(n_documents)}" for name, n_documents in labels]


LONGEST_TAB = 260
"""The text of a tab, which may hold the name of a label; the whole text is in its tooltip."""


class Tabs(QTabBar):
    """Text only, with a bar under the one that is here, on a line across the page.

    Each is as wide as its name, heavy; those without room are in a menu at the end, and the chosen one is never there.
    """

    def __init__(self, *names: str) -> None:
        super().__init__(drawBase=False, expanding=False, usesScrollButtons=False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._withheld: set[int] = set()
        self._more = MoreButton(self._open_more, self)
        self.currentChanged.connect(lambda _place: self._fit())
        for name in names:
            self.addTab(name)

    def show_name(self, place: int, name: str) -> None:
        """Call a tab something else."""
        written = name.replace("&", "&&")
        if written != self.tabText(place):
            self.setTabText(place, written)
            is_long = painting.width_of(name, fonts.body(600)) > px(LONGEST_TAB)
            self.setTabToolTip(place, plain_tip(name) if is_long else "")
            self._fit()

    def setTabVisible(self, index: int, visible: bool) -> None:
        (self._withheld.discard if visible else self._withheld.add)(index)
        self._fit()

    @property
    def in_menu(self) -> tuple[str, ...]:
        """The names of the tabs that are reached by the menu only."""
        return tuple(plain(self.tabText(place)) for place in self._offered() if not self.isTabVisible(place))

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()  # Qt forgets what the names did to it while nobody saw them
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(sum(map(self._width, self._offered())), px(40))

    def minimumSizeHint(self) -> QSize:
        chosen = self._width(self.currentIndex()) if self.currentIndex() >= 0 else 0
        more = self._more.sizeHint().width() if len(self._offered()) > 1 else 0
        return QSize(chosen + more, px(40))

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(self._width(index), px(40))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def _width(self, index: int) -> int:
        words = plain(self.tabText(index))
        return round(min(painting.width_of(words, fonts.body(600)), px(LONGEST_TAB)) + 0.5) + px(28)

    def _offered(self) -> list[int]:
        return [place for place in range(self.count()) if place not in self._withheld]

    def _fit(self) -> None:
        """Show the tabs that there is room for, and the way to the others."""
        offered, more = self._offered(), self._more.sizeHint().width()
        widths = {place: self._width(place) for place in offered}
        shown = tabs_that_fit(widths, self.currentIndex(), self.width(), more)
        for place in range(self.count()):
            if self.isTabVisible(place) != (place in shown):
                super().setTabVisible(place, place in shown)
        self._more.move(sum(widths[place] for place in shown), 0)
        self._more.setVisible(len(shown) < len(offered))

    def _open_more(self) -> None:
        menu = QMenu(self)
        for place in self._offered():
            if not self.isTabVisible(place):
                menu.addAction(self.tabText(place)).triggered.connect(partial(self.setCurrentIndex, place))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))


class MoreButton(PaintedButton):
    """Opens the menu of what has no room."""

    def __init__(self, on_clicked: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("More"))
        self.setAccessibleName(self.tr("More"))
        self.clicked.connect(lambda _checked=False: on_clicked())
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(round(painting.width_of(self.text(), fonts.body())) + px(44), px(40))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        pen = tokens.text if self.underMouse() or self.hasFocus() else tokens.quiet
        area = self.area().adjusted(px(14), px(3), 0, 0)
        painting.text(painter, area, self.text(), font=fonts.body(), pen=pen, elide=None)
        painting.chevron(painter, QPointF(self.width() - px(16), area.center().y() + 1), pen)
        if self.hasFocus():
            ring = self.area().adjusted(px(3), px(4), -px(3), -px(5))
            painting.round_rect(painter, ring, px(4), edge=colour(tokens.accent), width=1.5)


def tabs_that_fit(widths: Mapping[int, int], chosen: int, room: int, more: int) -> list[int]:
    """Return which tabs are shown: the first ones in order, always the chosen one, and the way to the rest."""
    if sum(widths.values()) <= room:
        return list(widths)
    left = room - more - widths.get(chosen, 0)
    shown = {chosen} & widths.keys()
    for place, width in widths.items():
        if place != chosen:
            if width > left:
                break
            left -= width
            shown.add(place)
    return [place for place in widths if place in shown]
