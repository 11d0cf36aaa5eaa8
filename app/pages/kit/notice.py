"""A line in place, instead of a box: what went wrong or what was done, and one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.pages.kit.bases_of_painted_widgets import Painted, Words, row
from app.pages.kit.buttons import Link
from app.qt.look import painting
from app.qt.look.colours import DesignValues, colour, mixed
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon

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
