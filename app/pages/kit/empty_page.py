"""The page for a place that is still empty: a leaf, one sentence, one button, one quiet link."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.pages.kit.widgets import Button, Link, Painted, Pane, Words, column, row
from app.qt.look import fonts
from app.qt.look.colours import DesignValues
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon


class _Leaf(Painted):
    """The line leaf, 80."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(px(82))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        side = px(82)
        paint_icon(painter, "leaf-line", QRectF((self.width() - side) / 2, 0, side, side), tokens.accent)


class EmptyPage(Pane):
    """The page that says what to do first."""

    def __init__(
        self,
        sentence: str,
        lines: str,
        act_name: str = "",
        act: Callable[[], object] | None = None,
        link: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        super().__init__("paper")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{sentence}. {' '.join(lines.split())}")
        title = Words(sentence)
        title.setFont(fonts.title())
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts: list[QWidget | int] = [_Leaf(), px(34), title, px(7)]
        for line in lines.split("\n"):
            words = Words(line, role="quiet")
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setFixedHeight(px(23))
            parts.append(words)
        if act is not None:
            parts += [px(29), _centred(Button(act_name, act, is_primary=True))]
        if link is not None:
            parts += [px(15), _centred(Link(*link))]
        layout = column(owner=self)
        layout.addStretch(44)
        layout.addLayout(column(*parts))
        layout.addStretch(56)


def _centred(widget: QWidget) -> QWidget:
    holder = QWidget()
    row(-1, widget, -1, owner=holder)
    return holder
