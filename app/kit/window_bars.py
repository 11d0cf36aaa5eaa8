"""The side bar with the page buttons and the selectors of corpus and model, and the status bar with the running job."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QButtonGroup, QComboBox, QMenu, QSizePolicy, QWidget

from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, set_tip
from app.kit.frame import CorpusChoice, FiledFolder
from app.kit.jobs import JobUnit, Progress
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.page_head import ProgressBar
from app.kit.picture_files import show_folder
from app.kit.widgets import (
    Link,
    PaintedButton,
    PaintedWidget,
    Pane,
    TextLabel,
    column,
    connect_checked,
    make_remark,
    make_stack,
    row,
    set_checked_silently,
    with_accessible_name,
)

WIDE, NARROW = 184, 53
RATE_WIDTH, MAX_RATE_WIDTH = 136, 320
"""Initial and maximum width of the label that shows the rate of a job, in unscaled pixels."""


class SideBarButton(PaintedButton):
    """A page button: an icon, a name, and the number of waiting items."""

    def __init__(self, icon: str, name: str, key: str = "") -> None:
        super().__init__()
        self._icon, self._name, self._key, self._n_waiting, self.is_narrow = icon, name, key, 0, False
        self.setCheckable(True)
        self.setAutoExclusive(True)  # makes screen readers announce it as one of a group
        self.setAccessibleName(name)
        self.setFixedHeight(px(36))

    def show_name(self, name: str) -> None:
        """Replace the name."""
        self._name = name
        self.setAccessibleName(name)
        self.make_narrow(is_narrow=self.is_narrow)

    def show_waiting(self, number: int) -> None:
        """Show the number of waiting items; 0 hides it."""
        self._n_waiting = number
        self.setAccessibleName(f"{self._name}, {wording.format_count(number)}" if number else self._name)
        self.update()

    def make_narrow(self, *, is_narrow: bool) -> None:
        """With `is_narrow`, show only the icon, and the name in a tooltip."""
        self.is_narrow = is_narrow
        set_tip(self, f"{self._name}  {self._key}" if is_narrow else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(NARROW if self.is_narrow else WIDE), px(36))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        item = self.area().adjusted(px(8), px(1), -px(9), -px(1))
        is_here = self.isChecked()
        if is_here:
            painting.paint_round_rect(painter, item, px(6), fill=colour(tokens.chosen))
        elif self.underMouse() or self.isDown():
            painting.paint_round_rect(painter, item, px(6), fill=colour(painting.side_bar_hover_colour(tokens)))
        if self.hasFocus():
            painting.paint_round_rect(painter, item, px(6), edge=colour(tokens.accent), width=2.0)
        size = px(18)
        icon = QRectF(px(18), self.area().center().y() - size / 2, size, size)
        paint_icon(painter, self._icon, icon, tokens.accent if is_here else tokens.quiet)
        if self.is_narrow:
            return
        rect = self.area().adjusted(px(46), 0, -px(14), 0)
        painting.paint_text(painter, rect, self._name, font=fonts.body(600 if is_here else 400), pen=tokens.text)
        if self._n_waiting:
            words = wording.format_count(self._n_waiting)
            painting.paint_text(painter, rect, words, font=fonts.body(600), pen=tokens.text, align=painting.RIGHT)


class SideBarHeading(PaintedWidget):
    """The heading of a group of pages. If the side bar is narrow, or the heading is empty, only a line is drawn."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words, self._is_narrow = words, False
        self.setFixedHeight(px(26 if words else 13))

    def make_narrow(self, *, is_narrow: bool) -> None:
        """With `is_narrow`, show a line instead of the heading."""
        self._is_narrow = is_narrow
        self.setFixedHeight(px(26 if self._words and not is_narrow else 13))
        self.update()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self._words and not self._is_narrow:
            rect = self.area().adjusted(px(18), px(6), -px(9), 0)
            painting.paint_text(painter, rect, self._words, font=fonts.small_font(600), pen=tokens.quiet)
            return
        middle = self.area().center().y()
        painter.fillRect(QRectF(px(14), middle, self.width() - px(28), 1), colour(tokens.line))


class _ProgramName(PaintedWidget):
    """The program's logo and name."""

    is_narrow = False

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(px(56))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        leaf = QRectF(px(19), px(18), px(18), px(18))
        paint_icon(painter, "leaf", leaf, tokens.accent, tokens.side)
        if not self.is_narrow:
            rect = QRectF(px(46), px(14), self.width() - px(46), px(26))
            painting.paint_text(painter, rect, "Bayleaf", font=fonts.font(15, 600, tabular=False), pen=tokens.text)


class SideBar(Pane):
    """The side bar: page buttons at the top; at the bottom the selectors of corpus and model, and the settings."""

    page_chosen = Signal(int)
    corpus_chosen = Signal(str)
    model_chosen = Signal(str)

    def __init__(
        self,
        pages: list[tuple[str, str]],
        on_settings: Callable[[], object],
        groups: Sequence[tuple[str, Sequence[int]]] = (),
    ) -> None:
        """`pages` has an (icon, name) pair for each page number, `groups` (heading, page numbers) pairs."""
        super().__init__("side", "r")
        self._name = _ProgramName()
        self._page_buttons = [SideBarButton(icon, name, f"Ctrl+{n}") for n, (icon, name) in enumerate(pages, start=1)]
        groups = groups or [("", range(len(pages)))]
        self._shown = [self._page_buttons[number] for _, numbers in groups for number in numbers]
        self._headings = [SideBarHeading(heading) for heading, numbers in groups if numbers]
        self._group = QButtonGroup(self, exclusive=True)
        for number, place in enumerate(self._page_buttons):
            self._group.addButton(place, number)
            connect_checked(place, partial(self.page_chosen.emit, number))
        self._settings = SideBarButton("settings", self.tr("Settings"))
        self._settings.setCheckable(False)
        self._settings.clicked.connect(lambda _checked=False: on_settings())
        self._caption = make_remark(self.tr("Collection"), elide=None)
        self._corpora = with_accessible_name(QComboBox(), self.tr("Collection"))
        self._corpora.setFixedHeight(px(34))
        self._corpora.textActivated.connect(self.corpus_chosen)
        self._model_caption = make_remark(self.tr("Model"), elide=None)
        self._models = with_accessible_name(QComboBox(), self.tr("Model"))
        self._models.setFixedHeight(px(34))
        set_tip(self._models, self.tr("The model that Words, Classify, Export and the verdicts on Documents use"))
        self._models.textActivated.connect(self.model_chosen)
        self._narrow = SideBarButton("folder", self.tr("Collection"))
        """Opens collections and models as a menu where the side bar has no room for the boxes."""
        self._narrow.setCheckable(False)
        self._narrow.clicked.connect(
            lambda _checked=False: open_menu(
                self.corpora_menu(), self._narrow.mapToGlobal(QPoint(self._narrow.width(), 0))
            )
        )
        self._counts: tuple[CorpusChoice, ...] = ()
        self._foot = QWidget()
        boxes: list[QWidget | int] = [self._caption, px(5), self._corpora, self._model_caption, self._models]
        column(*boxes, margins=(px(8), 0, px(9), px(7)), owner=self._foot)
        self._caption.setContentsMargins(px(10), 0, 0, 0)
        self._model_caption.setContentsMargins(px(10), px(6), 0, px(5))
        grouped = [[self._page_buttons[number] for number in numbers] for _, numbers in groups if numbers]
        buttons: list[QWidget] = []
        for heading, page_buttons in zip(self._headings, grouped, strict=True):
            buttons += [heading, *page_buttons]
        column(self._name, *buttons, -1, self._foot, self._narrow, self._settings, px(11), owner=self)
        self.make_narrow(is_narrow=False)
        self.show_corpora((), "")
        self.show_models((), "")

    def show_settings(self, *, is_shown: bool) -> None:
        """Show or hide the settings button."""
        self._settings.setVisible(is_shown)

    def mark_page(self, number: int | None) -> None:
        """Mark a page as the current page, without emitting signals; None marks no page."""
        self._group.setExclusive(number is not None)  # an exclusive group cannot uncheck its last button
        for index, button in enumerate(self._page_buttons):
            set_checked_silently(button, is_checked=index == number)

    def show_name(self, number: int, name: str) -> None:
        """Replace the name of a page button."""
        self._page_buttons[number].show_name(name)

    def show_waiting(self, number: int, n_waiting: int) -> None:
        """Show the number of waiting items beside a page's name."""
        self._page_buttons[number].show_waiting(n_waiting)

    def show_corpora(self, corpora: tuple[CorpusChoice, ...], chosen: str) -> None:
        """Fill the corpus selector; without corpora it is hidden."""
        self._corpora.clear()
        self._corpora.addItems([corpus.name for corpus in corpora])
        self._corpora.setCurrentText(chosen)
        n_documents = next((corpus.n_documents for corpus in corpora if corpus.name == chosen), None)
        self._corpora.setProperty("beside", wording.format_count(n_documents) if n_documents is not None else "")
        self._counts = corpora
        name = self.tr("Collection")
        self._narrow.show_name(f"{name}: {chosen}" if chosen else name)
        self._show_foot()

    def show_models(self, models: tuple[str, ...], chosen: str) -> None:
        """Fill the model selector; with fewer than two models it is hidden."""
        self._models.clear()
        self._models.addItems(models if len(models) > 1 else ())
        self._models.setCurrentText(chosen)
        for widget in (self._model_caption, self._models):
            widget.setVisible(len(models) > 1)

    def _show_foot(self) -> None:
        self._foot.setVisible(bool(self._counts) and not self.is_narrow)
        self._narrow.setVisible(bool(self._counts) and self.is_narrow)

    def corpora_menu(self) -> QMenu:
        """Return a menu of the corpora with their sizes, and of the models.

        The current corpus and model are checked.
        """
        menu, chosen = QMenu(self), self._corpora.currentText()
        for corpus in self._counts:
            name = f"{escape_ampersands(corpus.name)}\t{wording.format_count(corpus.n_documents)}"
            choice = menu.addAction(name, partial(self.corpus_chosen.emit, corpus.name))
            choice.setCheckable(True)
            choice.setChecked(corpus.name == chosen)
        names = [self._models.itemText(index) for index in range(self._models.count())]
        if names:
            menu.addSection(self.tr("Model"))
        for name in names:
            choice = menu.addAction(escape_ampersands(name), partial(self.model_chosen.emit, name))
            choice.setCheckable(True)
            choice.setChecked(name == self._models.currentText())
        return menu

    def make_narrow(self, *, is_narrow: bool) -> None:
        """With `is_narrow`, show only the icons of the pages, otherwise also their names."""
        self._name.is_narrow = is_narrow
        for place in (*self._page_buttons, self._narrow, self._settings):
            place.make_narrow(is_narrow=is_narrow)
        for heading in self._headings:
            heading.make_narrow(is_narrow=is_narrow)
        self._show_foot()
        self.setFixedWidth(px(NARROW if is_narrow else WIDE))
        self.update()

    @property
    def is_narrow(self) -> bool:
        """True if only icons show."""
        return self._name.is_narrow

    def focus_order(self) -> list[QWidget]:
        """Return the widgets in tab order."""
        return [*self._shown, self._corpora, self._models, self._narrow, self._settings]


def set_tab_order(widgets: list[QWidget]) -> None:
    """Set the tab order of widgets."""
    for first, second in pairwise(widgets):
        QWidget.setTabOrder(first, second)


class _CancelButton(PaintedButton):
    """A flat Cancel button that shows its shortcut."""

    def __init__(self, words: str, key: str) -> None:
        super().__init__()
        self._key = key
        self.setText(words)
        self.setAccessibleName(words)
        width = painting.text_width(words, fonts.small_font(500)) + px(8) + painting.key_cap_width(key) + px(12)
        self.setFixedSize(round(width), px(24))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self.underMouse() or self.hasFocus():
            edge, fill = (
                colour(tokens.accent) if self.hasFocus() else None,
                colour(painting.side_bar_hover_colour(tokens)),
            )
            painting.paint_round_rect(painter, self.area(), px(6), fill=fill, edge=edge, width=2)
        words = self.area().adjusted(px(6), 0, 0, 0)
        painting.paint_text(painter, words, self.text(), font=fonts.small_font(500), pen=tokens.text, elide=None)
        left = px(6) + painting.text_width(self.text(), fonts.small_font(500)) + px(8)
        painting.paint_key_cap(painter, tokens, left, self.height() / 2, self._key)


def _small_label(width: int = 0, *, role: str = "quiet", weight: int = 400) -> TextLabel:
    label = TextLabel(role=role)
    label.setFont(fonts.small_font(weight))
    if width:
        label.setFixedWidth(px(width))
    return label


class JobBar(Pane):
    """The status bar, 32 px high: a note with an action when idle, else the running job."""

    def __init__(self, on_cancel: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__("side", "t", parent)
        self.setFixedHeight(px(32))
        self._note = make_remark()  # a long note is cut, so that its links stay in the window
        self._note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._note.setMinimumWidth(1)
        self._undo, self._folder = Link(is_small=True), Link(is_small=True)
        self._folders: tuple[FiledFolder, ...] = ()
        self._last = make_remark(elide=None)
        self._title = TextLabel(role="text", elide=Qt.TextElideMode.ElideRight)
        self._title.setFont(fonts.small_font(500))
        self._title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._title.setMinimumWidth(1)
        self._bar, self._share = ProgressBar(), _small_label(width=50)
        self._share.setAlignment(painting.RIGHT)
        self._rate, self._left = _small_label(width=RATE_WIDTH), _small_label()
        self._left.setMinimumWidth(px(90))
        self._queue = make_remark(elide=None)
        self._cancel = _CancelButton(self.tr("Cancel"), "Esc")
        self._cancel.clicked.connect(lambda _checked=False: on_cancel())
        idle, working = QWidget(), QWidget()
        row(
            self._note,
            px(6),
            self._undo,
            px(12),
            self._folder,
            -1,
            self._last,
            margins=(px(18), 0, px(18), 0),
            owner=idle,
        )
        self._job_row = row(
            self._title, px(16), self._bar, self._share, px(24), self._rate, px(8), self._left, self._queue, -1,
            self._cancel, margins=(px(18), 0, px(12), 0), owner=working,
        )  # fmt: skip
        self._working = working
        working.installEventFilter(self)
        self._stack = make_stack(idle, working)
        row(self._stack, margins=(0, 1, 0, 0), owner=self)
        self.show_note("")

    def show_note(
        self,
        note: str,
        act_name: str = "",
        act: Callable[[], object] | None = None,
        tip: str = "",
        folders: Sequence[FiledFolder] = (),
    ) -> None:
        """Show a note while no job runs.

        The note may have an action link, and a link to a folder. With several `folders`, that link opens a menu.
        """
        self._folders = tuple(folders)
        is_one = len(self._folders) == 1
        words = self.tr("Show folder") if is_one else self.tr("Show folders (%1)")
        words = words.replace("%1", wording.format_count(len(self._folders)))
        show = (lambda: show_folder(self._folders[0].path)) if is_one else self._open_folder_menu
        self._folder.offer(words, show if self._folders else None)
        self._note.setText(f"{note} ·" if act is not None else note)
        self._undo.offer(act_name, act)
        set_tip(self._undo, tip)

    def folder_menu(self) -> QMenu:
        """Return a menu of the folders into which documents were filed, each with its number of new files."""
        menu = QMenu(self)
        for folder in self._folders:
            name = escape_ampersands(os.path.basename(folder.path))
            action = menu.addAction(
                f"{name}\t{wording.format_count(folder.n_files)}", partial(show_folder, folder.path)
            )
            set_tip(action, folder.path)
        return menu

    def _open_folder_menu(self) -> None:
        menu = self.folder_menu()
        open_menu(menu, self._folder.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def show_answer_time(self, words: str) -> None:
        """Show a text on how long the page's last answer took."""
        self._last.setText(words)

    def show_idle(self) -> None:
        """Switch to the idle view."""
        self._stack.setCurrentIndex(0)

    def show_job(
        self,
        title: str,
        progress: Progress,
        unit: JobUnit = "",
        n_waiting: int = 0,
        *,
        is_stopping: bool = False,
    ) -> None:
        """Show the progress of a job. `unit` is what the progress counts; if it is empty, the phase is shown.

        With `is_stopping`, say that the job is stopping, because it may need seconds to reach its next checkpoint.
        """
        self._stack.setCurrentIndex(1)
        if title != self._title.text():
            self._rate.setFixedWidth(px(RATE_WIDTH))
        self._title.setText(title)
        self._bar.share = progress.share
        self._bar.setAccessibleName(title)
        self._share.setText(wording.format_percent(progress.share, 0) if progress.share is not None else "")
        phase = wording.translate_phase(progress.phase) if progress.phase else ""
        self._show_rate(self.tr("Stopping…") if is_stopping else self._rate_text(progress, unit) or phase)
        self._cancel.setEnabled(not is_stopping)
        left = progress.seconds_left
        self._left.setText(
            self.tr("%1 left").replace("%1", wording.format_whole_seconds(left)) if left is not None else ""
        )
        self._queue.setText(self.tr("%Ln more task(s) waiting", "", n_waiting) if n_waiting else "")
        self._bar.update()
        self._fit_job()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._working and event.type() is QEvent.Type.Resize:
            self._fit_job()
        return super().eventFilter(watched, event)

    def _fit_job(self) -> None:
        """Hide parts that do not fit: first how many jobs wait, then the rate. Else Qt would lay them over others.

        If the title still has too little room, it is cut.
        """
        parts, cut_from_title = (self._queue, self._rate), self._title.sizeHint().width() - 1
        for part in parts:
            part.setVisible(bool(part.text()) or part is self._rate)
        for part in parts:
            if self._job_row.minimumSize().width() + cut_from_title <= self._working.width():
                return
            part.hide()

    def _show_rate(self, words: str) -> None:
        """Show the rate of a job.

        The label keeps the width of the longest text shown so far, so that the widgets to its right do not move.
        """
        wanted = round(painting.text_width(words, self._rate.font()) + 0.5) + px(4)
        width = max(self._rate.width(), min(wanted, px(MAX_RATE_WIDTH)))
        self._rate.setFixedWidth(width)
        self._rate.setText(self._rate.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, width))

    def _rate_text(self, progress: Progress, unit: JobUnit) -> str:
        if not unit or progress.per_second <= 0 or progress.seconds < 0.5:
            return ""
        rate = round(progress.per_second)
        if unit == "bytes":
            return self.tr("%1/s").replace("%1", wording.format_size(rate))
        return self.tr("%1 documents/s").replace("%1", wording.format_count(rate))
