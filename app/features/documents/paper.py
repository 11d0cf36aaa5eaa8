"""Widgets that show the picture of a page beside its text, with coloured marks over words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QWidget

from app.features.documents.paper_view_model import (
    SMALLEST,
    MarkedWord,
    PagePictureState,
    PagePictureViewModel,
    ShownPage,
)
from app.kit import wording
from app.kit.coloured_text import STRONGEST_TINT_LOG_ODDS
from app.kit.look import painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_model import render_parts, shows
from app.kit.widgets import Link, Pane, column, make_bar, make_remark, paint_smoothly, with_accessible_name

SIDE_BY_SIDE_MIN_WIDTH = 500
"""Minimum width, in unscaled pixels, at which the page picture is beside the text; in less width it is above
the text.
"""
MIN_MARK_ALPHA, MORE_ALPHA = 0.16, 0.34
EDGE_WIDTH = 1


class PagePictureWidget(QWidget):
    """Draws the picture of a page, scaled to the widget, with coloured marks over words."""

    def __init__(self) -> None:
        super().__init__()
        self._image, self._marks = QImage(), list[MarkedWord]()
        self._colours, self._pixels = (0, 1), b""

    def show_page(self, shown: ShownPage | None, colours: tuple[int, int]) -> None:
        """Show another page; None empties the widget.

        `colours` are two label colour indices: for words with negative and with positive log-odds.
        """
        self._image, self._marks, self._colours = QImage(), list[MarkedWord](), colours
        if shown is not None and shown.picture.pixels:
            picture, form = shown.picture, QImage.Format.Format_RGB888
            self._pixels = picture.pixels  # QImage does not keep a reference to its buffer
            self._image = QImage(self._pixels, picture.width, picture.height, picture.width * 3, form)
            self._marks = list(shown.marks)
        self.update()

    @property
    def aspect_ratio(self) -> float:
        """Height divided by width; 1 without a page."""
        return self._image.height() / self._image.width() if self._image.width() else 1.0

    def sizeHint(self) -> QSize:
        return QSize(px(300), round(px(300) * self.aspect_ratio))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_smoothly(self, self._paint)

    def _paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self._image.isNull():
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._image)
        for mark in self._marks:
            left, top, right, bottom = mark.box
            width, height = self.width(), self.height()
            mark_rect = QRectF(left * width, top * height, (right - left) * width, (bottom - top) * height)
            ink = tokens.labels[self._colours[mark.log_odds > 0] % len(tokens.labels)]
            fill = colour(ink, MIN_MARK_ALPHA + MORE_ALPHA * min(abs(mark.log_odds) / STRONGEST_TINT_LOG_ODDS, 1.0))
            painting.paint_round_rect(painter, mark_rect.adjusted(-2, -2, 2, 2), px(3), fill=fill)


class PageView(Pane):
    """The picture of a page in a scroll area, with links to turn pages and to zoom."""

    def __init__(self, model: PagePictureViewModel) -> None:
        super().__init__("paper")
        self._model = model
        # Low enough for a list of five documents above it in a window that is 700 pixels high.
        self.setMinimumSize(px(160), px(110))
        self._sheet = with_accessible_name(PagePictureWidget(), self.tr("Picture of the page"))
        self._area = with_accessible_name(QScrollArea(widgetResizable=False), self.tr("Page"))
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(self._sheet)
        self._area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._back = Link(self.tr("Previous page"), lambda: model.turn_pages(-1), is_small=True)
        self._next = Link(self.tr("Next page"), lambda: model.turn_pages(1), is_small=True)
        self._nearer = Link(self.tr("Zoom in"), lambda: model.zoom(is_in=True), is_small=True)
        self._farther = Link(self.tr("Fit width"), lambda: model.zoom(is_in=False), is_small=True)
        self._words = make_remark()
        links = (self._back, px(10), self._next, px(16), self._nearer, px(10), self._farther)
        foot = make_bar(self._words, px(10), *links, height=34, sides=(12, 12), lines="t", grows=0)
        column(self._area, foot, owner=self).setStretch(0, 1)

    @shows("has_page")
    def show_or_hide(self, state: PagePictureState) -> None:
        """Hide the view if there is no page. `PageBesideText` must call this, because Qt does not repaint hidden
        widgets.
        """
        self.setVisible(state.has_page)

    @shows("question", "shown", "colours", "zoom")
    def show_page(self, state: PagePictureState) -> None:
        """Show the picture of the page with its marks."""
        question, shown = state.question, state.shown
        if question is None:
            return
        colours = state.colours or {}
        other = next((value for name, value in colours.items() if name != question.label), 0)
        against = colours.get(question.against or "", other)
        self._sheet.show_page(shown, (against, colours.get(question.label or "", 1)))
        self._fit_to_zoom(state.zoom)

    @shows("shown", "zoom")
    def show_caption(self, state: PagePictureState) -> None:
        """Show the caption and the links.

        There are links to other pages if the document has several, and *Zoom out* if the picture is enlarged.
        """
        n_pages = state.shown.picture.n_pages if state.shown is not None else 0
        for link in (self._back, self._next):
            link.setVisible(n_pages > 1)
        self._farther.setVisible(state.zoom > SMALLEST)
        self._words.setText(self._page_caption(state))

    def _page_caption(self, state: PagePictureState) -> str:
        shown = state.shown
        if shown is None:
            return ""
        picture, recognised, number, read = shown.picture, shown.recognised, "", ""
        if picture.n_pages > 1:
            number = wording.fill_placeholders(self.tr("Page %1 of %2"), str(picture.number + 1), str(picture.n_pages))
        if recognised is not None:
            sure = wording.format_percent(recognised.confidence)
            read = wording.fill_placeholders(
                self.tr("text recognised by %1, confidence %2"), recognised.ocr_program, sure
            )
        return wording.join_facts([number, read])

    def _fit_to_zoom(self, zoom: float) -> None:
        bar = self._area.verticalScrollBar().sizeHint().width()
        width = max(1, self._area.width() - bar - 2 * EDGE_WIDTH)
        size = QSize(round(width * zoom), round(width * zoom * self._sheet.aspect_ratio))
        if size != self._sheet.size():
            self._sheet.resize(size)
        self._model.set_width(round(size.width() * self.devicePixelRatioF()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_to_zoom(self._model.state.zoom)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages with Page Up and Page Down, zoom with + and -."""
        step = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}.get(Qt.Key(event.key()))
        if step is not None:
            self._model.turn_pages(step)
        elif event.text() in ("+", "-"):
            self._model.zoom(is_in=event.text() == "+")
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._model.zoom(is_in=event.angleDelta().y() > 0)
            event.accept()
        else:
            super().wheelEvent(event)


class PageBesideText(QSplitter):
    """A splitter with a text and the picture of its page, side by side if there is enough width."""

    def __init__(self, model: PagePictureViewModel, text: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, childrenCollapsible=False)
        self._page = PageView(model)
        self.addWidget(self._page)
        self.addWidget(text)
        for index in (0, 1):
            self.setStretchFactor(index, 1)
        render_parts(self, model, self._page.show_or_hide, self._page.show_page, self._page.show_caption)

    def resizeEvent(self, event: QResizeEvent) -> None:
        is_wide = self.width() >= px(SIDE_BY_SIDE_MIN_WIDTH)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.orientation() != orientation:
            self.setOrientation(orientation)
        super().resizeEvent(event)
