"""Basic widgets and layout helpers of every page: painted labels, buttons, links, collapsible rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.kit.actions import plain_tip, set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, design_values_of
from app.kit.look.fonts import px

Part = TypeVar("Part", bound=QWidget)
Box = TypeVar("Box", bound=QBoxLayout)
Margins: TypeAlias = int | tuple[int, int, int, int]


def paint_smoothly(widget: QWidget, paint: Callable[[QPainter, DesignValues], None]) -> None:
    """Call `paint` with an antialiasing painter and the present theme's design values."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, design_values_of(widget.palette()))
    painter.end()


class PaintedWidget(QLabel):
    """Base of custom-painted widgets: subclasses override `paint`.

    It is a QLabel because screen readers skip a bare QWidget.
    """

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalSizeHint() if layout is not None else QSize(-1, -1)

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalMinimumSize() if layout is not None else QSize(-1, -1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_smoothly(self, self.paint)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        """Draw everything."""

    def area(self) -> QRectF:
        """Return the rectangle of the whole widget."""
        return QRectF(self.rect())


class PaintedButton(QAbstractButton):
    """Base of custom-painted buttons: subclasses override `paint`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_smoothly(self, self.paint)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        """Draw everything."""

    def area(self) -> QRectF:
        """Return the rectangle of the whole widget."""
        return QRectF(self.rect())


class Pane(QWidget):
    """A filled surface. `fill` names a design colour; `lines` lists the sides with a border, out of "tblr"."""

    def __init__(self, fill: str, lines: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fill, self._lines = fill, lines

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, tokens = QPainter(self), design_values_of(self.palette())
        painter.fillRect(self.rect(), colour(getattr(tokens, self._fill)))
        line, width, height = colour(tokens.line), self.width(), self.height()
        sides = {"t": (0, 0, width, 1), "b": (0, height - 1, width, 1), "l": (0, 0, 1, height),
                 "r": (width - 1, 0, 1, height)}  # fmt: skip
        for side in self._lines:
            painter.fillRect(*sides[side], line)
        painter.end()


class TextLabel(QLabel):
    """A single-line plain-text label. With `elide`, long text is cut, and the tooltip shows the whole text.

    If the owner sets a tooltip, that tooltip is shown instead. With `is_whole`, text that does not fit is hidden, not
    cut.
    """

    def __init__(
        self, words: str = "", *, role: str = "text", elide: Qt.TextElideMode | None = None, is_whole: bool = False
    ) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText)
        self._role, self._elide, self._own_tip, self._is_whole = role, elide, "", is_whole
        self.setText(words)
        if elide is not None:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, tokens = QPainter(self), design_values_of(self.palette())
        painter.setPen(colour(getattr(tokens, self._role) if self.isEnabled() else tokens.faint))
        words = whole = painting.visible_line(self.text())
        if self._elide is not None:
            words = self.fontMetrics().elidedText(whole, self._elide, self.contentsRect().width())
            if self.toolTip() in ("", self._own_tip):
                self._own_tip = plain_tip(self.text()) if words != whole else ""
                self.setToolTip(self._own_tip)
            words = "" if self._is_whole and words != whole else words
        painter.drawText(self.contentsRect(), int(self.alignment() | Qt.TextFlag.TextSingleLine), words)
        painter.end()


class TwoLineRemark(TextLabel):
    """A small label in the quiet colour that takes a second line if its text does not fit into one.

    Text that does not fit into two lines is cut, and the tooltip shows the whole text.
    """

    LINE_PX = 18

    def __init__(self, words: str = "") -> None:
        self._most_lines = 2
        super().__init__("", role="quiet", elide=Qt.TextElideMode.ElideRight)
        self.setFont(fonts.small_font())
        self.setText(words)

    def setText(self, words: str) -> None:
        """Replace the text, and fit the height."""
        super().setText(words)
        self._fit_height()

    def limit_lines(self, most_lines: int) -> None:
        """Cut the text after this number of lines."""
        self._most_lines = most_lines
        self._fit_height()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        self.setFixedHeight(px(self.LINE_PX) * len(self._lines()))

    def _lines(self) -> list[str]:
        return painting.wrap_lines(self.text(), self.font(), self.width(), self._most_lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, tokens, lines = QPainter(self), design_values_of(self.palette()), self._lines()
        painter.setPen(colour(getattr(tokens, self._role) if self.isEnabled() else tokens.faint))
        if self.toolTip() in ("", self._own_tip):
            is_cut = "".join("".join(lines).split()) != "".join(painting.visible_line(self.text()).split())
            self._own_tip = plain_tip(self.text()) if is_cut else ""
            self.setToolTip(self._own_tip)
        for number, words in enumerate(lines):
            rect = QRectF(0, number * px(self.LINE_PX), self.width(), px(self.LINE_PX))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


class Paragraph(PaintedWidget):
    """Wrapped plain text with lines of fixed height. A newline character begins a new line.

    Text beyond `most_lines` is elided and shown in the tooltip.
    """

    def __init__(
        self, line_height: int, words: str = "", *, role: str = "text", least_lines: int = 1, most_lines: int = 3,
        is_small: bool = False, is_centred: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self._words, self._line, self._role = words, line_height, role
        self._align = Qt.AlignmentFlag.AlignVCenter
        if is_centred:
            self._align |= Qt.AlignmentFlag.AlignHCenter
        self._least_lines, self._most_lines = least_lines, most_lines
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if is_small:
            self.setFont(fonts.small_font())
        if words:
            self.show_words(words)

    @property
    def words(self) -> str:
        """The whole text."""
        return self._words

    def limit_lines(self, most_lines: int) -> None:
        """Elide the text after this number of lines."""
        if most_lines != self._most_lines:
            self._most_lines = most_lines
            self._update_height()
            self.update()

    def show_words(self, words: str) -> None:
        """Replace the text."""
        self._words = words
        self.setAccessibleName(words)
        set_tip(self, words)
        self._update_height()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_height()

    def _update_height(self) -> None:
        self.setFixedHeight(self._line * max(self._least_lines, len(self._lines())))

    def _lines(self) -> list[str]:
        """Return the wrapped lines, the last one elided if needed."""
        return painting.wrap_lines(self._words, self.font(), self.width(), self._most_lines)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(colour(getattr(design_values_of(self.palette()), self._role)))
        for number, words in enumerate(self._lines()):
            rect = QRectF(0, number * self._line, self.width(), self._line)
            painter.drawText(rect, int(self._align), words)
        painter.end()


def make_heading(words: str = "", *, elide: Qt.TextElideMode | None = None) -> TextLabel:
    """Return a semi-bold label."""
    label = TextLabel(words, elide=elide)
    label.setFont(fonts.body(600))
    return label


def make_remark(
    words: str = "", *, elide: Qt.TextElideMode | None = Qt.TextElideMode.ElideRight, is_whole: bool = False
) -> TextLabel:
    """Return a small label in the quiet colour."""
    label = TextLabel(words, role="quiet", elide=elide, is_whole=is_whole)
    label.setFont(fonts.small_font())
    return label


def with_accessible_name(widget: Part, name: str) -> Part:
    """Set a widget's accessible name and return the widget."""
    widget.setAccessibleName(name)
    return widget


def make_stack(*pages: QWidget) -> QStackedWidget:
    """Return a QStackedWidget with these pages."""
    stack = QStackedWidget()
    for page in pages:
        stack.addWidget(page)
    return stack


def make_scroll_area(inside: QWidget, *, ground: str = "", is_upright: bool = False) -> QScrollArea:
    """Return a frameless scroll area. `ground` names the design colour behind its scroll bars.

    With `is_upright` it scrolls vertically only.
    """
    area = QScrollArea(widgetResizable=True)
    area.setWidget(inside)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if is_upright:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
        bar.setProperty("ground", ground)
    return area


def make_bar(
    *parts: QWidget | int, height: int, sides: tuple[int, int] = (24, 24), fill: str = "panel", lines: str = "b",
    grows: int = -1,
) -> Pane:  # fmt: skip
    """Return a horizontal bar of fixed height. `grows` is the index of the part that takes the free space."""
    bar = Pane(fill, lines)
    bar.setFixedHeight(px(height))
    row(*parts, margins=(px(sides[0]), 0, px(sides[1]), 0), owner=bar).setStretch(grows, 1 if grows >= 0 else 0)
    return bar


def set_up_dialog(dialog: QDialog, title: str, width: int, height: int = 0) -> None:
    """Set a dialog's title and size, and delete it on close. Without `height`, the layout decides the height."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    if height:
        dialog.resize(px(width), px(height))
    else:
        dialog.setMinimumWidth(px(width))


def column(*parts: QWidget | QLayout | int, margins: Margins = 0, owner: QWidget | None = None) -> QVBoxLayout:
    """Return a vertical layout of `parts`: widgets, layouts, and numbers.

    A number is a gap in pixels; -1 is a stretch.
    """
    return _fill_layout(QVBoxLayout(), parts, margins, owner)


def row(*parts: QWidget | QLayout | int, margins: Margins = 0, owner: QWidget | None = None) -> QHBoxLayout:
    """Return a horizontal layout of `parts`: widgets, layouts, and numbers.

    A number is a gap in pixels; -1 is a stretch.
    """
    return _fill_layout(QHBoxLayout(), parts, margins, owner)


def clear_layout(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def _fill_layout(
    layout: Box, parts: tuple[QWidget | QLayout | int, ...], margins: Margins, owner: QWidget | None
) -> Box:
    if owner is not None:
        owner.setLayout(layout)
    layout.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    layout.setSpacing(0)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        elif isinstance(part, QLayout):
            layout.addLayout(part)
        elif part < 0:
            layout.addStretch(1)
        else:
            layout.addSpacing(part)
    return layout


class Button(QPushButton):
    """A push button. It can be drawn as the primary button of its page, and show its shortcut inside."""

    def __init__(self, text: str, on_clicked: Callable[[], object], *, is_primary: bool = False, key: str = "") -> None:
        super().__init__(text, autoDefault=False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("primary", is_primary)
        self.setProperty("key", key)
        self.clicked.connect(lambda _checked=False: on_clicked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Click on Enter. QDialog would otherwise send Enter to its default button."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def show_key(self, key: str) -> None:
        """Set the shortcut shown inside the button; empty text removes it."""
        self.setProperty("key", key)
        self.updateGeometry()
        self.update()


def connect_checked(button: QAbstractButton, act: Callable[[], object]) -> None:
    """Call `act` when an exclusive button becomes checked.

    This does not use the signal `clicked`, because a screen reader checks the button without a click.
    """
    button.toggled.connect(lambda is_checked: act() if is_checked else None)


def set_checked_silently(button: QAbstractButton, *, is_checked: bool) -> None:
    """Set the check state without emitting signals."""
    with QSignalBlocker(button):
        button.setChecked(is_checked)


class Link(PaintedButton):
    """A button that looks like a hyperlink. With `leads_away`, it opens another page, and its text ends in `›`."""

    def __init__(
        self,
        text: str = "",
        on_clicked: Callable[[], object] = lambda: None,
        *,
        leads_away: bool = False,
        is_small: bool = False,
        is_quiet: bool = False,
    ) -> None:
        super().__init__()
        self._face, self._is_quiet = fonts.small_font(500) if is_small else fonts.body(500), is_quiet
        self._end = " ›" if leads_away else ""
        self.setText(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._act = on_clicked
        self.clicked.connect(lambda _checked=False: self._act())

    def offer(self, text: str, act: Callable[[], object] | None) -> None:
        """Set text and action. None as the action hides the link."""
        self.setText(text)
        self.setVisible(act is not None)
        self._act = act or (lambda: None)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(round(painting.text_width(self.text() + self._end, self._face) + 1), px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        pen = tokens.accent_hover if self.underMouse() else tokens.quiet if self._is_quiet else tokens.accent
        painting.paint_text(painter, self.area(), self.text() + self._end, font=self._face, pen=pen, elide=None)
        if self.hasFocus():
            line = QRectF(0, self.area().center().y() + px(9), painting.text_width(self.text(), self._face), 2)
            painter.fillRect(line, colour(tokens.accent))


class CollapsibleHeader(PaintedButton):
    """The header of a collapsible section. It shows the value of the section even when the section is collapsed."""

    def __init__(self, name: str, value: str = "") -> None:
        super().__init__()
        self.setCheckable(True)
        self.setText(name)
        self.setFixedHeight(px(38))
        self.show_value(value)

    def show_value(self, value: str) -> None:
        """Replace the value."""
        self.value = value
        self.setAccessibleName(f"{self.text()}: {value}" if value else self.text())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(200), px(38))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.paint_horizontal_line(painter, 0, area.right(), 0, tokens.line)
        middle = area.center().y() + 0.5
        pen = tokens.accent if self.hasFocus() else tokens.text
        turned = 0.0 if self.isChecked() else -90.0
        painting.paint_chevron(painter, QPointF(px(5), middle), tokens.quiet, turned=turned, size=px(4))
        name_width = painting.text_width(self.text(), fonts.body(500))
        name = QRectF(px(18), 0, name_width + 1, area.height())
        painting.paint_text(painter, name, self.text(), font=fonts.body(500), pen=pen, elide=None)
        rest = QRectF(name.right() + px(16), 0, area.right() - name.right() - px(16), area.height())
        painting.paint_text(painter, rest, self.value, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT)
        if self.hasFocus():
            painter.fillRect(QRectF(px(18), middle + px(9), name_width, 2), colour(tokens.accent))


class CollapsibleSection(QWidget):
    """A collapsible section: a `CollapsibleHeader` over its content, collapsed at first."""

    def __init__(self, name: str, inside: QWidget) -> None:
        super().__init__()
        self.head = CollapsibleHeader(name)
        self.inside = inside
        column(self.head, inside, owner=self)
        inside.setVisible(False)
        self.head.toggled.connect(inside.setVisible)
