"""The job bar: always there, so that nothing jumps; what runs, how far it is, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.pages.kit.widgets import Link, Painted, PaintedButton, Pane, Words, row
from app.qt import wording
from app.qt.jobs import Progress
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px


class _Bar(Painted):
    """200 × 5: how far; a bar that nobody can measure fills a quarter of it."""

    def __init__(self) -> None:
        super().__init__()
        self.share: float | None = None
        self.setFixedSize(px(200), px(20))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        share = 0.25 if self.share is None else self.share
        ink = tokens.accent if self.share is not None else tokens.field
        track = QRectF(0, self.height() / 2 - px(2.5), self.width(), px(5))
        painting.round_rect(painter, track, px(2.5), fill=colour(tokens.text, 0.12))
        painting.round_rect(
            painter, QRectF(0, track.top(), max(track.width() * share, px(5)), px(5)), px(2.5), fill=colour(ink)
        )


class _Cancel(PaintedButton):
    """*Cancel* with its key, without a border."""

    def __init__(self, words: str, key: str) -> None:
        super().__init__()
        self._key = key
        self.setText(words)
        self.setAccessibleName(words)
        width = painting.width_of(words, fonts.small(500)) + px(8) + painting.key_cap_width(key) + px(12)
        self.setFixedSize(round(width), px(24))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self.underMouse() or self.hasFocus():
            edge = colour(tokens.accent) if self.hasFocus() else None
            painting.round_rect(
                painter, self.area(), px(6), fill=colour(painting.side_hover(tokens)), edge=edge, width=2
            )
        words = self.area().adjusted(px(6), 0, 0, 0)
        painting.text(painter, words, self.text(), font=fonts.small(500), pen=tokens.text, elide=None)
        left = px(6) + painting.width_of(self.text(), fonts.small(500)) + px(8)
        painting.key_cap(painter, tokens, left, self.height() / 2, self._key)


def _small(words: str = "", width: int = 0, *, role: str = "quiet", weight: int = 400) -> Words:
    made = Words(words, role=role)
    made.setFont(fonts.small(weight))
    if width:
        made.setFixedWidth(px(width))
    return made


class JobBar(Pane):
    """32 high at the foot of the window."""

    def __init__(self, on_cancel: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__("side", "t", parent)
        self.setFixedHeight(px(32))
        self._note = _small()
        self._undo = Link("", self._on_undo_clicked, is_small=True)
        self._act: Callable[[], object] | None = None
        self._last = _small()
        self._title = _small(role="text", weight=500)
        self._bar, self._share = _Bar(), _small(width=50)
        self._share.setAlignment(painting.RIGHT)
        self._rate, self._left, self._queue = _small(width=136), _small(width=90), _small()
        self._cancel = _Cancel(self.tr("Cancel"), "Esc")
        self._cancel.clicked.connect(lambda _checked=False: on_cancel())
        self._stack = QStackedWidget()
        idle, working = QWidget(), QWidget()
        row(self._note, px(6), self._undo, -1, self._last, margins=(px(18), 0, px(18), 0), owner=idle)
        parts = (
            self._title,
            px(16),
            self._bar,
            self._share,
            px(24),
            self._rate,
            px(8),
            self._left,
            self._queue,
            -1,
            self._cancel,
        )
        row(*parts, margins=(px(18), 0, px(12), 0), owner=working)
        self._stack.addWidget(idle)
        self._stack.addWidget(working)
        row(self._stack, margins=(0, 1, 0, 0), owner=self)
        self.show_note("")

    def show_note(self, note: str, act_name: str = "", act: Callable[[], object] | None = None) -> None:
        """Say where we are or what was done last, with one thing to do about it."""
        self._note.setText(f"{note} ·" if act is not None else note)
        self._act = act
        self._undo.setText(act_name)
        self._undo.setVisible(act is not None)

    def show_last(self, words: str) -> None:
        """Say at the right how long the page took."""
        self._last.setText(words)

    def show_idle(self) -> None:
        """Show that nothing runs."""
        self._stack.setCurrentIndex(0)

    def show_job(self, title: str, progress: Progress, unit: str = "", n_waiting: int = 0) -> None:
        """Show how far a job is; `unit` names what its rate counts."""
        self._stack.setCurrentIndex(1)
        self._title.setText(title)
        self._bar.share = progress.share
        self._bar.setAccessibleName(title)
        self._share.setText(wording.percent(progress.share, 0) if progress.share is not None else "")
        self._rate.setText(_rate(progress, unit) or progress.phase)
        left = progress.seconds_left
        self._left.setText(self.tr("%1 left").replace("%1", wording.whole_seconds(left)) if left is not None else "")
        self._queue.setText(self.tr("%Ln more waiting", "", n_waiting) if n_waiting else "")
        self._bar.update()

    def _on_undo_clicked(self) -> None:
        if self._act is not None:
            self._act()


def _rate(progress: Progress, unit: str) -> str:
    if progress.per_second <= 0 or progress.seconds < 0.5:
        return ""
    if unit == "bytes":
        return f"{wording.size(round(progress.per_second))}/s"
    return f"{wording.count(round(progress.per_second))} {unit}/s" if unit else ""
