"""The window: menus, the side bar with eight places, the page, the job bar, and a drop anywhere on it.

A view is a picture of its view-model's state, so a change of language makes a new window over the same
view-models, instead of every widget knowing how to speak anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.features import is_there
from app.kit import wording
from app.kit.drops import Dropped, accept_copy, dropped_from
from app.kit.fields import asked_whether
from app.kit.frame import INBOX_PAGE, LESSONS_PAGE, WORDS_PAGE, FrameState, FrameViewModel, Given
from app.kit.jobs import JobRunner
from app.kit.look.fonts import px
from app.kit.look.painting import program_icon
from app.kit.page_head import DropOverlay, EmptyPage, Notice
from app.kit.page_model import show_parts
from app.kit.widgets import Pane, column, row
from app.kit.window_bars import JobBar, SideBar, focus_along
from app.shell.menus import Menus

SIZE, LEAST = QSize(1180, 760), QSize(900, 600)
NARROW_UNDER = 1000
POLL_MS = 100
PATIENCE_S = 0.5
"""Shorter work shows nothing in the job bar."""
FEATURE_OF_PAGE = {INBOX_PAGE: "inbox", LESSONS_PAGE: "teaching"}
"""Pages of optional features; a page whose feature was deleted has no place in the window."""
SHOWN = tuple(
    number for number in (0, 7, 1, 2, 3, 4, 5, 6) if number not in FEATURE_OF_PAGE or is_there(FEATURE_OF_PAGE[number])
)
"""The pages in the order of the side bar: documents are sorted before a model is trained."""
SHUT, FIRST_RUN = -1, -2
"""In place of all others: the page of a workspace that could not be opened, and the one that asks what one came for."""
ICONS = ("documents", "train", "words", "classify", "inbox", "evaluate", "lessons", "sort")

ALT = Qt.KeyboardModifier.AltModifier
PageMaker = Callable[[], QWidget]


class MainWindow(QMainWindow):
    """The frame around the pages; a page is made when it is first looked at."""

    page_made = Signal(object)

    def __init__(self, frame: FrameViewModel, runner: JobRunner, pages: Sequence[PageMaker] = ()) -> None:
        super().__init__()
        self._frame, self._runner, self._makers = frame, runner, tuple(pages)
        self._pages: dict[int, QWidget] = {}
        self._first_run: PageMaker | None = None
        self._is_retired = False
        self.setAcceptDrops(True)
        self.setMinimumSize(px(LEAST.width()), px(LEAST.height()))
        self.resize(px(SIZE.width()), px(SIZE.height()))
        places = list(zip(ICONS, self._page_names(), strict=True))
        self.side = SideBar(places, lambda: self._do(frame.commands.open_settings), SHOWN)
        self.jobs, self._notice, self._stack = JobBar(self._cancel_job), Notice(), QStackedWidget()
        self._notice_pane, right, upper, whole = Pane("paper"), QWidget(), QWidget(), QWidget()
        row(self._notice, margins=(px(24), px(8), px(24), px(8)), owner=self._notice_pane)
        column(self._notice_pane, self._stack, owner=right)
        row(self.side, right, owner=upper)
        column(upper, self.jobs, owner=whole)
        self.setCentralWidget(whole)
        focus_along(self.side.focus_order())
        self._overlay = DropOverlay(self)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._on_poll_timeout)
        self._shows_job = False
        self._once_all_are_connected = QTimer(self, interval=0, singleShot=True)
        self._once_all_are_connected.timeout.connect(self._take_commands)
        self.side.place_chosen.connect(frame.open_page)
        self.side.corpus_chosen.connect(lambda corpus: self._do(frame.commands.choose_corpus, corpus))
        frame.commands_changed.connect(self._once_all_are_connected.start)
        runner.changed.connect(self._on_runner_changed)
        self._take_commands()
        self._parts = show_parts(
            self, frame, self._show_side, self._show_place, self._show_page, self._show_problem, self._show_last,
            self._show_note, lambda state: self._menus.name_steps(state.undo_name, state.redo_name),
        )  # fmt: skip

    def add_pages(self, pages: Sequence[PageMaker], first_run: PageMaker | None = None) -> None:
        """Take the pages once they are loaded: the window shows before that."""
        self._makers, self._first_run = tuple(pages), first_run
        self.setWindowIcon(program_icon())  # drawing it takes as long as three controls
        self._parts.show_anew()
        if (page := self._stack.currentWidget()) is not None:
            self._focus_first(page)

    def _take_commands(self) -> None:
        """Make the menus; those who connect commands one after another do so before the event loop goes on."""
        commands = self._frame.commands
        names = {number: name for number, name in enumerate(self._page_names()) if number in SHOWN}
        self._menus = Menus(self, commands, self._frame.open_page, names)
        self._menus.name_steps(self._frame.state.undo_name, self._frame.state.redo_name)
        self.side.show_settings(is_shown=commands.open_settings is not None)

    def _do(self, command: Callable[Given, object] | None, *given: Given.args, **named: Given.kwargs) -> None:
        if command is not None:
            command(*given, **named)

    def _page_names(self) -> tuple[str, ...]:
        return (
            self.tr("Documents"), self.tr("Train"), self.tr("Words"), self.tr("Classify"), self.tr("Inbox"),
            self.tr("Evaluate"), self.tr("Lessons"), self.tr("Sort"),
        )  # fmt: skip

    def _show_side(self, state: FrameState) -> None:
        self.setWindowTitle(f"{state.workspace.stem} – Bayleaf")
        self.side.show_corpora(state.corpora, state.corpus)
        is_table = any(corpus.is_table for corpus in state.corpora if corpus.name == state.corpus)
        self.side.show_name(WORDS_PAGE, self.tr("Features") if is_table else self.tr("Words"))
        self.side.show_waiting(INBOX_PAGE, state.n_to_settle)

    def _show_problem(self, state: FrameState) -> None:
        self._notice.show_failure(state.problem)
        self._notice_pane.setVisible(state.problem is not None)

    def _show_last(self, state: FrameState) -> None:
        invitation = self.tr("Or drop files anywhere on this window")
        self.jobs.show_last(invitation if state.is_new else state.took.get(state.page, ""))

    def _show_note(self, state: FrameState) -> None:
        if state.note and state.act_on_note is not None:
            self.jobs.show_note(state.note, state.note_act, state.act_on_note)
            return
        if state.note:
            undo = self._frame.commands.undo_noted if state.can_undo_note and not state.is_shut else None
            tip = self.tr("Undo: %1").replace("%1", state.undo_name) if undo is not None else ""
            self.jobs.show_note(state.note, self.tr("Undo") if undo is not None else "", undo, tip)
            return
        news = self.tr("new") if state.is_new else self.tr("every change is saved")
        is_open = state.is_new or bool(state.corpora)
        self.jobs.show_note(wording.joined([state.workspace.name, *([news] if is_open else [])]))

    def _show_place(self, state: FrameState) -> None:
        """Mark where the window is; the page that asks what one came for has no place."""
        self.side.show_place(None if state.is_first_run and self._first_run is not None else state.page)

    def _show_page(self, state: FrameState) -> None:
        number = state.page
        if number >= len(self._makers):
            return
        if state.is_shut:
            self._stack.setCurrentWidget(self._made(SHUT, self._shut_page))
            return
        first = self._first_run if state.is_first_run else None
        page = self._made(FIRST_RUN, first) if first is not None else self._made(number, self._makers[number])
        if self._stack.currentWidget() is not page:
            self._stack.setCurrentWidget(page)
            if self.isVisible():
                self._focus_first(page)

    def _made(self, number: int, maker: PageMaker) -> QWidget:
        if number not in self._pages:
            page = self._pages[number] = maker()
            self._stack.addWidget(page)
            self.page_made.emit(page)
        return self._pages[number]

    def _shut_page(self) -> EmptyPage:
        commands = self._frame.commands
        lines = self.tr("The line above says why. The file was left as it is.")
        other, new = self.tr("Open another workspace…"), self.tr("New workspace…")
        link = (new, commands.new_workspace) if commands.new_workspace is not None else None
        return EmptyPage(self.tr("This workspace could not be opened"), lines, other, commands.open_workspace, link)

    def _focus_first(self, page: QWidget) -> None:
        """A page says where typing should go; its first button would take it otherwise."""
        first = page.property("first_focus")
        if isinstance(first, QWidget):
            first.setFocus()

    def page(self, number: int) -> QWidget:
        """Return the view of one of the eight places, made if need be."""
        if number not in self._pages:
            self._frame.open_page(number)
        return self._pages[number]

    def _on_runner_changed(self) -> None:
        if self._runner.jobs and not self._poll.isActive():
            self._poll.start()
        if not self._runner.jobs:
            self._poll.stop()
            if self._shows_job:
                self.jobs.show_idle()
            self._shows_job = False

    def _on_poll_timeout(self) -> None:
        titled = [job for job in self._runner.jobs if job.title]
        running = [job for job in titled if job.has_begun]
        if running and running[0].seconds >= PATIENCE_S:
            self._shows_job = True
            self.jobs.show_job(running[0].title, running[0].progress, running[0].unit, len(titled) - 1)

    def _cancel_job(self) -> None:
        for job in [job for job in self._runner.jobs if job.title and job.has_begun][:1]:
            job.cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._cancel_job()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < px(NARROW_UNDER)
        if is_narrow != self.side.is_narrow:
            self.side.make_narrow(is_narrow=is_narrow)
        self._overlay.setGeometry(self.rect())

    def retire(self) -> None:
        """Make way for a window in another language; what runs goes on."""
        self._poll.stop()
        self._frame.state_changed.disconnect(self._parts.show)
        self._frame.commands_changed.disconnect(self._once_all_are_connected.start)
        self._once_all_are_connected.stop()
        self._runner.changed.disconnect(self._on_runner_changed)
        self._is_retired = True
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close, after a question if that would throw away work under way; all that was done is kept."""
        if not self._is_retired and not self._may_stop():
            event.ignore()
            return
        self._poll.stop()
        if not self._is_retired:
            self._runner.close()
        super().closeEvent(event)

    def _may_stop(self) -> bool:
        """Ask whether jobs that would lose their work may be stopped."""
        jobs, application = self._runner.jobs_that_lose_work, QGuiApplication.instance()
        is_logout = isinstance(application, QGuiApplication) and application.isSavingSession()
        if not jobs or is_logout:
            return True
        title = jobs[0].title
        if len(jobs) > 1:
            title += " · " + self.tr("%Ln more waiting", "", len(jobs) - 1)
        lines = self.tr("If you stop it now, nothing of it is kept. An import can be continued the next time.")
        question = self.tr("Work is not finished")
        return asked_whether(self, question, title, lines, self.tr("Stop and close"), self.tr("Keep working"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        dropped = dropped_from(event.mimeData())
        if not self._frame.can_take(dropped):
            event.ignore()
            return
        accept_copy(event)
        self._light_up(dropped, is_alt_held=bool(event.modifiers() & ALT))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        accept_copy(event)
        self._light_up(dropped_from(event.mimeData()), is_alt_held=bool(event.modifiers() & ALT))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._overlay.setVisible(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.setVisible(False)
        accept_copy(event)
        self._frame.drop(dropped_from(event.mimeData()), is_alt_held=bool(event.modifiers() & ALT))

    def _light_up(self, dropped: Dropped, *, is_alt_held: bool) -> None:
        state, corpus = self._frame.state, self._frame.state.corpus or self.tr("a new corpus")
        if dropped.workspace is not None:
            self._overlay.show_offer(self.tr("Drop to open %1").replace("%1", dropped.workspace.name), "")
        elif dropped.has_link:
            self._overlay.show_offer(self._frame.link_sentence(), "")
        elif self._frame.adds_on_drop(is_alt_held=is_alt_held):
            self._overlay.show_offer(self.tr("Drop to add to %1").replace("%1", corpus), self._what(dropped))
        else:
            sentence = self.tr("Drop to classify with %1").replace("%1", state.model)
            hint = self.tr("Hold %1 to add them to %2 instead").replace("%2", corpus)
            can_add = self._frame.commands.add is not None
            self._overlay.show_offer(sentence, self._what(dropped), hint if can_add else "")

    def _what(self, dropped: Dropped) -> str:
        if dropped.paths:
            return self.tr("%Ln file(s)", "", len(dropped.paths))
        return self.tr("one mail") if dropped.message else self.tr("text")
