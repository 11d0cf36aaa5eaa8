"""Parts that pages share: header, tabs, inline notice, placeholder for an empty page, progress pane, and overlays.

A `Notice` reports an error or a finished action inside the page, with at most one action link, instead of a dialog.
`DimmingOverlay` dims an outdated result once its recomputation takes longer than half a second. `DropOverlay` covers
the window during a drag.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QLayout,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from app.kit import wording
from app.kit.actions import plain_tip, set_tip
from app.kit.fields import make_close_box
from app.kit.frame import Command, FrameState, NextStep, PageCommands
from app.kit.jobs import Progress
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, blend, colour
from app.kit.look.control_drawing import without_mnemonic
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.widgets import (
    Button,
    Link,
    PaintedButton,
    PaintedWidget,
    Pane,
    Paragraph,
    TextLabel,
    TwoLineRemark,
    column,
    row,
    with_accessible_name,
)


def make_bottom_close_box(dialog: QDialog) -> QDialogButtonBox:
    """Return a Close button box with the margins of a dialog's bottom bar."""
    box = make_close_box(dialog)
    box.setContentsMargins(px(24), px(12), px(24), 0)
    return box


POLL_MS = 200
INSET_MARGIN = 8
"""Space above and below a notice that is `inset`."""


class Notice(PaintedWidget):
    """An inline message, 40 px high: an icon, a sentence, and an action link. Hidden without a sentence.

    `gap` is free space below the message; `inset` adds horizontal margins.
    """

    def __init__(self, *, gap: int = 0, inset: int = 0) -> None:
        super().__init__()
        self._gap, self._inset, self._near, self._is_problem = gap, inset, px(INSET_MARGIN) if inset else 0, True
        self._words, self._link = TextLabel(elide=Qt.TextElideMode.ElideRight), Link()
        margins = (px(36) + inset, self._near, px(16) + inset, self._near + gap)
        row(self._words, px(12), self._link, margins=margins, owner=self).setStretch(0, 1)
        self.setFixedHeight(px(40) + gap + 2 * self._near)
        self.setVisible(False)

    def show_problem(
        self, words: str, act_name: str = "", act: Callable[[], object] | None = None, *, is_problem: bool = True
    ) -> None:
        """Show an error message; empty text hides the notice."""
        self._is_problem = is_problem
        self._words.setText(words)
        self._link.offer(act_name, act)
        self.setAccessibleName(words)
        self.setVisible(bool(words))
        self.update()

    def show_failure(self, error: Exception | None) -> None:
        """Show the sentence for an exception; None hides the notice."""
        self.show_problem("" if error is None else wording.sentence_for(error))

    def show_done(self, words: str, act_name: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a success message; empty text hides the notice."""
        self.show_problem(words, act_name, act, is_problem=False)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area().adjusted(self._inset, self._near, -self._inset, -self._gap - self._near)
        icon = QRectF(area.left() + px(12), area.center().y() - px(7.5), px(15), px(15))
        if not self._is_problem:
            painting.paint_round_rect(painter, area, px(8), fill=colour(tokens.panel), edge=colour(tokens.line))
            paint_icon(painter, "done", icon, tokens.accent)
            return
        fill = blend(tokens.panel, tokens.vermilion, tokens.notice_alpha)
        painting.paint_round_rect(painter, area, px(8), fill=colour(fill), edge=colour(tokens.vermilion, 0.35))
        paint_icon(painter, "warning", icon, tokens.vermilion)


MAX_NAMED_LABELS = 4
"""Above this number of labels, the page header shows their count instead of their names."""


class StepSentence(Paragraph):
    """A label as wide as its sentence. If there is less room, the sentence is wrapped onto a second line."""

    def __init__(self) -> None:
        super().__init__(px(17), most_lines=2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(math.ceil(painting.text_width(self.words, self.font())) + 1, self.height())


class NextStepStrip(Pane):
    """A strip below the page header with the recommended next step: a sentence and a button.

    Without a step the strip is hidden.
    """

    def __init__(self) -> None:
        super().__init__("panel")
        self._act: Callable[[], object] = _do_nothing
        self._words, self._button = StepSentence(), Button("", self._run_action)
        self._words.setMinimumWidth(px(60))  # a long sentence is cut instead of widening the window
        row(self._words, px(12), self._button, -1, margins=(px(24), 0, px(24), px(1)), owner=self)
        self.setVisible(False)

    def show_step(self, step: NextStep | None) -> None:
        """Show a step; None hides the strip."""
        if step is not None:
            self._words.show_words(step.words)
            self._words.updateGeometry()
            self._act = step.act
            self._button.setText(f"{step.act_name} →")
            self._button.setVisible(bool(step.act_name))
            self.setAccessibleName(f"{step.words} {step.act_name}".strip())
        self.setVisible(step is not None)

    def _run_action(self) -> None:
        self._act()


HEAD_HEIGHT, STRIP_HEIGHT = 76, 42
LOW_HEAD_HEIGHT, LOW_STRIP_HEIGHT = 50, 38
"""Heights of header and strip in a window of little height."""


class PageHead(Pane):
    """The header of a page: title, facts and buttons, and below them the recommended next step."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__("paper", "b")
        self._title, self._facts = TextLabel(title), TwoLineRemark()
        self._title.setFont(fonts.title_font())
        self._title.setFixedHeight(px(26))
        self._words, acts = QBoxLayout(QBoxLayout.Direction.TopToBottom), row(*buttons)
        self._words.addWidget(self._title)
        self._words.addWidget(self._facts, 1)
        acts.setSpacing(px(8))  # a button that hides takes its gap with it
        self._show_help: Callable[[], object] = _do_nothing
        self._help = with_accessible_name(Button("?", self._run_help), self.tr("Help on this page"))
        set_tip(self._help, self.tr("Help on this page"))
        self._help.setVisible(False)
        acts.addWidget(self._help)
        self._head, self._strip = Pane("paper"), NextStepStrip()
        words = column(-1, self._words, -1)
        row(words, px(16), acts, margins=(px(24), 0, px(24), 0), owner=self._head).setStretch(0, 1)
        column(self._head, self._strip, owner=self)
        self.set_compact(is_compact=False)

    def set_compact(self, *, is_compact: bool) -> None:
        """Place title and facts side by side to save height (`is_compact`), or the facts below the title."""
        self._is_compact, direction = is_compact, QBoxLayout.Direction
        self._words.setDirection(direction.LeftToRight if is_compact else direction.TopToBottom)
        self._words.setSpacing(px(14 if is_compact else 2))
        self._facts.limit_lines(1 if is_compact else 2)
        self._title.setSizePolicy(
            QSizePolicy.Policy.Maximum if is_compact else QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed
        )
        self._head.setFixedHeight(px(LOW_HEAD_HEIGHT if is_compact else HEAD_HEIGHT) - 1)
        self._strip.setFixedHeight(px(LOW_STRIP_HEIGHT if is_compact else STRIP_HEIGHT))
        self.show_facts(self._facts.text())
        self._fit_height()

    def show_next_step(self, step: NextStep | None) -> None:
        """Show the recommended next step; None hides the strip."""
        self._strip.show_step(step)
        self._fit_height()

    def _fit_height(self) -> None:
        strip = 0 if self._strip.isHidden() else self._strip.height()
        self.setFixedHeight(self._head.height() + 1 + strip)

    def offer_help(self, show_help: Callable[[], object]) -> None:
        """Show a "?" button that calls `show_help`."""
        self._show_help = show_help
        self._help.setVisible(True)

    def is_help_button(self, widget: QWidget) -> bool:
        """Return whether this is the "?" button."""
        return widget is self._help

    def _run_help(self) -> None:
        self._show_help()

    def show_title(self, title: str) -> None:
        """Replace the title."""
        self._title.setText(title)

    def show_facts(self, facts: str) -> None:
        """Replace the line below the title: corpus, counts, model."""
        self._facts.setText(facts)
        # Without facts the title is in the middle. Beside the title, they fill the line that keeps it at the left.
        self._facts.setVisible(bool(facts) or self._is_compact)

    def label_count_texts(self, labels: Sequence[tuple[str, int]]) -> list[str]:
        """Return one text "name count" per label; a single text with the number of labels above `MAX_NAMED_LABELS`."""
        if len(labels) > MAX_NAMED_LABELS:
            return [self.tr("%Ln label(s)", "", len(labels))]
        return [f"{name} {wording.format_count(n_documents)}" for name, n_documents in labels]


MAX_TAB_WIDTH, NARROW_TAB_WIDTH = 420, 260
"""Maximum text width of a tab, and that in a narrow bar. A longer text is cut and shown in the tooltip."""


class TabBar(QTabBar):
    """A tab bar with a "More" menu for tabs that do not fit. The current tab is always visible.

    Each tab is as wide as its name in semi-bold, so that selecting it does not move the others.
    """

    def __init__(self, *names: str) -> None:
        super().__init__(drawBase=False, expanding=False, usesScrollButtons=False)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._withheld: set[int] = set()
        self._more = MoreButton(self._open_more, self)
        self.currentChanged.connect(lambda _index: self._show_tabs_that_fit())
        for name in names:
            self.addTab(name)

    def show_name(self, index: int, name: str) -> None:
        """Replace the text of a tab."""
        escaped = name.replace("&", "&&")
        if escaped != self.tabText(index):
            self.setTabText(index, escaped)
            is_long = painting.text_width(name, fonts.body(600)) > px(NARROW_TAB_WIDTH)
            self.setTabToolTip(index, plain_tip(name) if is_long else "")
            self._show_tabs_that_fit()

    def setTabVisible(self, index: int, visible: bool) -> None:
        (self._withheld.discard if visible else self._withheld.add)(index)
        self._show_tabs_that_fit()

    @property
    def names_in_menu(self) -> tuple[str, ...]:
        """Names of the tabs that do not fit and are in the "More" menu."""
        return tuple(
            without_mnemonic(self.tabText(place)) for place in self._available_tabs() if not self.isTabVisible(place)
        )

    def tabInserted(self, _index: int) -> None:
        self._show_tabs_that_fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()  # Qt ignores size changes of a hidden tab bar
        self._show_tabs_that_fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_tabs_that_fit()

    def sizeHint(self) -> QSize:
        return QSize(sum(self._tab_width(place, px(MAX_TAB_WIDTH)) for place in self._available_tabs()), px(40))

    def minimumSizeHint(self) -> QSize:
        chosen = self._tab_width(self.currentIndex(), px(NARROW_TAB_WIDTH)) if self.currentIndex() >= 0 else 0
        more = self._more.sizeHint().width() if len(self._available_tabs()) > 1 else 0
        return QSize(chosen + more, px(40))

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(self._tab_width(index, self._max_name_width), px(40))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    @property
    def _max_name_width(self) -> int:
        """Largest width of a tab's name in pixels; a longer name is cut.

        It is the room beside the "More" menu, within limits.
        """
        room = self.width() - self._more.sizeHint().width() - px(28)
        return min(px(MAX_TAB_WIDTH), max(px(NARROW_TAB_WIDTH), room))

    def _tab_width(self, index: int, widest_name: int) -> int:
        words = without_mnemonic(self.tabText(index))
        return round(min(painting.text_width(words, fonts.body(600)), widest_name) + 0.5) + px(28)

    def _available_tabs(self) -> list[int]:
        return [place for place in range(self.count()) if place not in self._withheld]

    def _show_tabs_that_fit(self) -> None:
        """Show the tabs that fit, and the menu button if any do not."""
        offered, more = self._available_tabs(), self._more.sizeHint().width()
        widths = {place: self._tab_width(place, self._max_name_width) for place in offered}
        shown = choose_visible_tabs(widths, self.currentIndex(), self.width(), more)
        for place in range(self.count()):
            if self.isTabVisible(place) != (place in shown):
                super().setTabVisible(place, place in shown)
        self._more.move(sum(widths[place] for place in shown), 0)
        self._more.setVisible(len(shown) < len(offered))

    def _open_more(self) -> None:
        menu = QMenu(self)
        for place in self._available_tabs():
            if not self.isTabVisible(place):
                menu.addAction(self.tabText(place)).triggered.connect(partial(self.setCurrentIndex, place))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))


class MoreButton(PaintedButton):
    """The button that opens the menu of hidden tabs."""

    def __init__(self, on_clicked: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("More"))
        self.setAccessibleName(self.tr("More"))
        self.clicked.connect(lambda _checked=False: on_clicked())
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(round(painting.text_width(self.text(), fonts.body())) + px(44), px(40))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        pen = tokens.text if self.underMouse() or self.hasFocus() else tokens.quiet
        area = self.area().adjusted(px(14), px(3), 0, 0)
        painting.paint_text(painter, area, self.text(), font=fonts.body(), pen=pen, elide=None)
        painting.paint_chevron(painter, QPointF(self.width() - px(16), area.center().y() + 1), pen)
        if self.hasFocus():
            ring = self.area().adjusted(px(3), px(4), -px(3), -px(5))
            painting.paint_round_rect(painter, ring, px(4), edge=colour(tokens.accent), width=1.5)


def choose_visible_tabs(widths: Mapping[int, int], chosen: int, room: int, more: int) -> list[int]:
    """Return the indices of the tabs to show: the tab `chosen`, and as many of the first other tabs as fit.

    `widths` has the width of each available tab in pixels, `room` is the width of the bar, `more` that of the "More"
    button.
    """
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


class _Leaf(PaintedWidget):
    """The leaf drawing, 82 px high."""

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        side = px(82)
        paint_icon(painter, "leaf-line", QRectF((self.width() - side) / 2, 0, side, side), tokens.accent)


class EmptyPage(Pane):
    """Placeholder of an empty page: a sentence, explanatory lines, one or two buttons and a link."""

    def __init__(
        self,
        sentence: str,
        lines: str,
        act_name: str = "",
        act: Callable[[], object] | None = None,
        link: tuple[str, Callable[[], object]] | None = None,
        second: tuple[str, Callable[[], object] | None] = ("", None),
    ) -> None:
        super().__init__("paper")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{sentence}. {' '.join(lines.split())}")
        leaf, title, rest = _Leaf(), TextLabel(sentence), [TextLabel(line, role="quiet") for line in lines.split("\n")]
        leaf.setFixedHeight(px(82))
        title.setFont(fonts.title_font())
        for words in rest:
            words.setFixedHeight(px(23))
        for words in (title, *rest):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts: list[QWidget | QLayout | int] = [leaf, px(34), title, px(7), *rest]
        if act is not None:
            second_name, second_act = second
            others: tuple[QWidget | int, ...] = () if second_act is None else (px(8), Button(second_name, second_act))
            parts += [px(29), row(-1, Button(act_name, act, is_primary=True), *others, -1)]
        if link is not None:
            parts += [px(15), row(-1, Link(*link), -1)]
        layout = column(-1, column(*parts), -1, owner=self)
        layout.setStretch(0, 44)
        layout.setStretch(2, 56)


VEIL_DELAY_MS = 500
"""Delay before a `DimmingOverlay` shows, so that quick updates do not flicker."""
VEIL_OPACITY = 0.45
"""Opacity of a `DimmingOverlay`; the outdated result shows through."""


class ProgressBar(PaintedWidget):
    """A progress bar. If the share is None (unknown length), a quarter of the bar is filled in grey."""

    def __init__(self) -> None:
        super().__init__()
        self.share: float | None = None
        self.setFixedSize(px(200), px(20))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        share, ink = (0.25, tokens.field) if self.share is None else (self.share, tokens.accent)
        track = QRectF(0, self.height() / 2 - px(2.5), self.width(), px(5))
        done = QRectF(0, track.top(), max(track.width() * share, px(5)), px(5))
        painting.paint_round_rect(painter, track, px(2.5), fill=colour(tokens.text, 0.12))
        painting.paint_round_rect(painter, done, px(2.5), fill=colour(ink))


class _PolledProgress(Pane):
    """Base of `ProgressPane` and `ProgressStrip`. A timer asks for the progress of a job and shows it."""

    def __init__(self, progress: Callable[[], Progress], sentence: TextLabel, *, shows_percent: bool) -> None:
        super().__init__("panel")
        self._progress, self._sentence, self._shows_percent = progress, sentence, shows_percent
        self._left, self._bar = TextLabel(role="quiet"), ProgressBar()
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._show_progress)

    def _show_sentence(self, sentence: str, *, is_working: bool) -> None:
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self._bar.setVisible(is_working)
        self._left.setVisible(is_working)
        self._show_progress()
        if is_working:
            self._timer.start()
        else:
            self._timer.stop()

    def _show_progress(self) -> None:
        progress = self._progress()
        share, left = progress.share, progress.seconds_left
        self._bar.share = share
        self._bar.setAccessibleName(self._sentence.text())
        facts = [wording.format_percent(share, 0)] if share is not None and self._shows_percent else []
        facts += self._facts()
        if left is not None:
            words = QCoreApplication.translate("ProgressPane", "%1 left")
            facts.append(words.replace("%1", wording.format_whole_seconds(left)))
        self._left.setText(wording.join_facts(facts))
        self._bar.update()

    def _facts(self) -> list[str]:
        """Return the texts that stand between the percentage and the time left."""
        return []


class ProgressPane(_PolledProgress):
    """Pane in place of a result that is being computed: a sentence, a progress bar, the time left, and a button.

    `n_read` returns the number of documents read so far. It is needed if the progress counts bytes.
    """

    def __init__(self, progress: Callable[[], Progress], n_read: Callable[[], int] = lambda: 0) -> None:
        super().__init__(progress, TextLabel(), shows_percent=True)
        self._n_read = n_read
        self._button = Button("", self._run_action)
        self._act: Callable[[], object] = _do_nothing
        for words in (self._sentence, self._left):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setFont(fonts.body(500))
        lines = (self._sentence, px(10), row(-1, self._bar, -1), self._left, px(14), row(-1, self._button, -1))
        column(-1, *lines, -1, owner=self)

    def show_work(self, sentence: str, act_name: str, act: Callable[[], object], *, is_working: bool) -> None:
        """Show a sentence and a button; with `is_working` also the progress, which a timer updates."""
        self._act = act
        self._button.setText(act_name)
        self._show_sentence(sentence, is_working=is_working)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        if not self._bar.isHidden():
            self._timer.start()
        super().showEvent(event)

    def _facts(self) -> list[str]:
        n_read = self._n_read()
        return [self.tr("%Ln document(s) read", "", n_read)] if n_read else []

    def _run_action(self) -> None:
        self._act()


SKELETON_DELAY_MS = 400
"""Delay before a `Skeleton` shows, so that a list that loads quickly does not flicker."""
SKELETON_SHARES = ((0.10, 0.42), (0.08, 0.55), (0.12, 0.34), (0.10, 0.48), (0.09, 0.39))
"""Widths of the two bars of a row, as shares of the page."""


class Skeleton(PaintedWidget):
    """Grey bars in place of the rows of a list that is being read."""

    def __init__(self) -> None:
        super().__init__()
        self._is_late = False
        self._delay = QTimer(self, singleShot=True, interval=SKELETON_DELAY_MS)
        self._delay.timeout.connect(self._on_late)
        self.setAccessibleName(self.tr("Loading…"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._is_late = False
        self._delay.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._delay.stop()
        super().hideEvent(event)

    def _on_late(self) -> None:
        self._is_late = True
        self.update()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painter.fillRect(self.area(), colour(tokens.paper))
        if not self._is_late:
            return
        fill, left, gap = colour(tokens.line), px(24), px(20)
        for row_number in range(int(self.height() / px(28))):
            short, long = SKELETON_SHARES[row_number % len(SKELETON_SHARES)]
            top = px(24) + row_number * px(28)
            for at, share in ((left, short), (left + px(160) + gap, long)):
                width = min(share * self.width(), px(150) if share == short else self.width())
                painting.paint_round_rect(painter, QRectF(at, top, width, px(10)), px(5), fill=fill)


class ProgressStrip(_PolledProgress):
    """A one-line progress display above a preliminary result while a better one is computed."""

    def __init__(self, progress: Callable[[], Progress], act_name: str, act: Callable[[], object]) -> None:
        super().__init__(progress, TextLabel(elide=Qt.TextElideMode.ElideRight), shows_percent=False)
        self._bar.setFixedWidth(px(90))
        self._button = Button(act_name, act)
        line = row(
            self._sentence, px(12), self._bar, px(10), self._left, px(12), self._button,
            margins=(px(12), px(5), px(8), px(5)), owner=self,
        )  # fmt: skip
        line.setStretch(0, 1)
        self.setVisible(False)

    def show_work(self, sentence: str, *, is_working: bool) -> None:
        """Show a sentence, with `is_working` also progress and button; "" hides the strip."""
        set_tip(self._sentence, sentence)
        self._button.setVisible(is_working)
        self.setVisible(bool(sentence))
        self._show_sentence(sentence, is_working=bool(sentence) and is_working)


def _do_nothing() -> None:
    """No-op button action."""


class DimmingOverlay(PaintedWidget):
    """A dimming overlay over an outdated result; transparent for mouse events."""

    covered = Signal()
    """Emitted when the overlay has appeared, after its delay."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over, self._words = over, ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setVisible(False)
        self._delay = QTimer(self, singleShot=True, interval=VEIL_DELAY_MS)
        self._delay.timeout.connect(self._cover_widget)
        over.installEventFilter(self)

    def show_waiting(self, *, is_waiting: bool, words: str = "") -> None:
        """Show the overlay after a delay, or hide it. Repeated calls do not restart the delay.

        `words` says what the covered result is; "" stands for "Computing…".
        """
        if words != self._words:
            self._words = words
            self.update()
        if not is_waiting:
            self._delay.stop()
            self.setVisible(False)
        elif not self.isVisible() and not self._delay.isActive():
            self._delay.start()

    def _cover_widget(self) -> None:
        self.setGeometry(self._over.rect())
        self.raise_()
        self.setVisible(True)
        self.covered.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        return super().eventFilter(watched, event)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painter.fillRect(self.area(), colour(tokens.paper, VEIL_OPACITY))
        words, font = self._words or self.tr("Computing…"), fonts.body(600)
        room = QRectF(0, px(16), painting.text_width(words, font) + px(32), px(32))
        room.moveLeft((self.width() - room.width()) / 2)
        painting.paint_round_rect(painter, room, px(8), fill=colour(tokens.panel), edge=colour(tokens.edge))
        painting.paint_text(painter, room, words, font=font, pen=tokens.text, align=painting.CENTRE)


class DropOverlay(PaintedWidget):
    """Overlay of the window during a drag. It says what a drop does, and is transparent for mouse and drag events."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._sentence, self._files, self._hint = "", "", ""
        self.setVisible(False)

    def show_offer(self, sentence: str, files: str, hint: str = "") -> None:
        """Show the overlay with these texts. In `hint`, %1 is shown as a key cap for Alt."""
        self._sentence, self._files, self._hint = sentence, files, hint
        self.setAccessibleName(sentence)
        self.setGeometry(self.window().rect())
        self.raise_()
        self.setVisible(True)
        self.update()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        wash = blend(tokens.panel, tokens.accent, tokens.drop_alpha)
        painter.fillRect(self.area(), colour(wash, 0.84))
        painting.paint_round_rect(painter, self.area(), 0, edge=colour(tokens.accent), width=px(4))
        width = max(px(520), painting.text_width(self._sentence, fonts.title_font()) + px(64))
        card = QRectF(0, 0, min(width, self.width() - px(60)), px(244))
        card.moveCenter(self.area().center())
        card.translate(0, -px(10))
        painting.paint_round_rect(painter, card, px(14), fill=colour(tokens.panel), edge=colour(tokens.accent, 0.35))
        leaf = QRectF(card.center().x() - px(40) / 2, card.top() + px(41), px(40), px(40))
        paint_icon(painter, "leaf-veined", leaf, tokens.accent, tokens.panel)
        line = QRectF(card.left() + px(20), card.top() + px(106), card.width() - px(40), px(36))
        big, centre, middle = fonts.title_font(), painting.CENTRE, painting.MIDDLE
        painting.paint_text(painter, line, self._sentence, font=big, pen=tokens.text, align=centre, elide=middle)
        line = QRectF(line.left(), card.top() + px(147), line.width(), px(20))
        painting.paint_text(painter, line, self._files, font=fonts.body(), pen=tokens.text, align=painting.CENTRE)
        self._paint_hint(painter, tokens, card.center().x(), card.top() + px(195))

    def _paint_hint(self, painter: QPainter, tokens: DesignValues, centre: float, middle: float) -> None:
        if not self._hint:
            return
        before, _, after = self._hint.partition("%1")
        before, after, font = before.rstrip(), after.lstrip(), fonts.body()
        cap = QRectF(0, middle - px(10), painting.key_cap_width("Alt") + px(8), px(20))
        total = painting.text_width(before, font) + painting.text_width(after, font) + cap.width() + px(16)
        words = QRectF(centre - total / 2, cap.top(), total, cap.height())
        painting.paint_text(painter, words, before, font=font, pen=tokens.text, elide=None)
        cap.moveLeft(words.left() + painting.text_width(before, font) + px(8))
        painting.paint_round_rect(painter, cap, px(4), fill=colour(tokens.panel), edge=colour(tokens.field))
        painting.paint_text(painter, cap, "Alt", font=fonts.tick_font(500), pen=tokens.text, align=painting.CENTRE)
        words.moveLeft(cap.right() + px(8))
        painting.paint_text(painter, words, after, font=font, pen=tokens.text, elide=None)


class NoResultsPage(QStackedWidget):
    """Placeholder of a page without results.

    Without documents it offers the import. Otherwise it shows `sentence`, `lines`, and the page's own action.
    """

    def __init__(self, commands: PageCommands, sentence: str, lines: str, act_name: str, act: Command | None) -> None:
        super().__init__()
        sample = (
            self.tr("Try Bayleaf with %Ln sample mail(s)", "", commands.n_sample_documents),
            commands.try_sample or (lambda: None),
        )
        bring = self.tr(
            "This page needs documents to work with.\nImport mail or documents that you have already sorted."
        )
        self._without = EmptyPage(
            self.tr("No documents yet"), bring, self.tr("Import…"), commands.import_documents, sample
        )
        self._with = EmptyPage(sentence, lines, act_name, act)
        self.addWidget(self._without)
        self.addWidget(self._with)
        self._commands = commands
        if commands.frame is not None:
            commands.frame.context_changed.connect(self._on_frame_moved)
            self._on_frame_moved(commands.frame.state)
        else:
            self.setCurrentWidget(self._with)
            self.setFocusProxy(self._with)

    def _on_frame_moved(self, state: FrameState) -> None:
        has_documents = any(corpus.n_documents for corpus in state.corpora)
        shown = self._with if has_documents or self._commands.import_documents is None else self._without
        self.setCurrentWidget(shown)
        self.setFocusProxy(shown)


def switch_stack(pages: QStackedWidget, shown: QWidget, first: QWidget) -> None:
    """Make `shown` the visible widget of a stack. If the previous widget had the focus, `first` gets it."""
    focus, old = QApplication.focusWidget(), pages.currentWidget()
    is_lost = old is not shown and old is not None and focus is not None and (focus is old or old.isAncestorOf(focus))
    pages.setCurrentWidget(shown)
    if is_lost:
        first.setFocus()
