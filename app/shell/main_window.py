"""The main window: menus, side bar, page stack, status bar, and drag and drop.

A widget is translated only when it is created. A change of language therefore creates a new window over the existing
view models.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid

from app.domain.records import DEFAULT_NAME
from app.features import is_there
from app.kit import wording
from app.kit.actions import copy_notice
from app.kit.drops import DropContent, accept_copy, read_drop
from app.kit.fields import confirm_action
from app.kit.frame import (
    CLASSIFY_PAGE,
    DOCUMENTS_PAGE,
    EVALUATE_PAGE,
    INBOX_PAGE,
    LESSONS_PAGE,
    SORT_PAGE,
    TRAIN_PAGE,
    WORDS_PAGE,
    Arguments,
    FrameState,
    FrameViewModel,
)
from app.kit.jobs import JobRunner
from app.kit.look.fonts import px
from app.kit.look.painting import program_icon
from app.kit.page_head import DropOverlay, EmptyPage, Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.widgets import Pane, TextLabel, column, row
from app.kit.window_bars import JobBar, SideBar, set_tab_order
from app.shell.menus import Menus

SIZE, MIN_SIZE = QSize(1180, 760), QSize(900, 600)
NARROW_BELOW_PX, LOW_BELOW_PX = 1000, 700
"""Width below which the side bar shows icons only, and height below which page headers are lower."""
POLL_MS = 100
TIP_MS = 2_000
"""Time for which the status bar shows a status tip instead of the note."""
JOB_DELAY_S = 0.5
"""Minimum running time of a job before the status bar shows it."""
FEATURE_OF_PAGE = {INBOX_PAGE: "inbox", LESSONS_PAGE: "teaching"}
"""Page number to the optional feature in `app.features` that provides it.

If the feature's folder was deleted, the window does not have the page.
"""
N_PAGES = 8
AVAILABLE_PAGES = tuple(
    number for number in range(N_PAGES) if number not in FEATURE_OF_PAGE or is_there(FEATURE_OF_PAGE[number])
)
"""Numbers of the pages whose features exist."""
SHUT_PAGE, FIRST_RUN_PAGE = -1, -2
"""Pseudo page numbers: the error page of a workspace that could not be opened, and the first-run page."""
ICONS = ("documents", "sort", "train", "words", "evaluate", "classify", "inbox", "lessons")

ALT_MODIFIER = Qt.KeyboardModifier.AltModifier
PageMaker = Callable[[], QWidget]


class MainWindow(QMainWindow):
    """The main window. A page is created when it is first shown."""

    page_made = Signal(object)

    def __init__(self, frame: FrameViewModel, runner: JobRunner, pages: Sequence[PageMaker] = ()) -> None:
        super().__init__()
        self._frame, self._runner, self._makers = frame, runner, tuple(pages)
        self._pages: dict[int, QWidget] = {}
        self._first_run: PageMaker | None = None
        self._is_retired, self._is_low = False, False
        self.setAcceptDrops(True)
        self.setMinimumSize(px(MIN_SIZE.width()), px(MIN_SIZE.height()))
        self.resize(px(SIZE.width()), px(SIZE.height()))
        places = list(zip(ICONS, self._page_names(), strict=True))
        self.side = SideBar(places, lambda: self._run_command(frame.commands.open_settings), self._page_groups())
        self.jobs, self._notice, self._stack = JobBar(self._cancel_job), Notice(), QStackedWidget()
        self._notice_pane, right, upper, whole = Pane("paper"), QWidget(), QWidget(), QWidget()
        row(self._notice, margins=(px(24), px(8), px(24), px(8)), owner=self._notice_pane)
        self._stack.addWidget(self._make_starting_page())
        column(self._notice_pane, self._stack, owner=right)
        row(self.side, right, owner=upper)
        column(upper, self.jobs, owner=whole)
        self.setCentralWidget(whole)
        set_tab_order(self.side.focus_order())
        self._overlay = DropOverlay(self)
        self._poll = QTimer(self, interval=POLL_MS)
        self._poll.timeout.connect(self._on_poll_timeout)
        self._shows_job = False
        self._tip_timer = QTimer(self, interval=TIP_MS, singleShot=True)
        self._tip_timer.timeout.connect(lambda: self._show_note(frame.state))
        copy_notice.copied.connect(self._show_tip)
        self._menu_timer = QTimer(self, interval=0, singleShot=True)
        self._menu_timer.timeout.connect(self._rebuild_menus)
        self.side.page_chosen.connect(frame.open_page)
        self.side.corpus_chosen.connect(lambda corpus: self._run_command(frame.commands.choose_corpus, corpus))
        self.side.model_chosen.connect(lambda model: self._run_command(frame.commands.choose_model, model))
        frame.commands_changed.connect(self._menu_timer.start)
        runner.changed.connect(self._on_runner_changed)
        if isinstance(application := QApplication.instance(), QApplication):
            application.focusChanged.connect(self._on_focus_changed)
        self._rebuild_menus()
        self._parts = render_parts(
            self, frame, self._show_side_bar, self._show_models, self._mark_current_page, self._show_page,
            self._show_problem, self._show_answer_time, self._show_note, self._show_next_step,
            self._show_edit_names,
        )  # fmt: skip

    def _make_starting_page(self) -> QWidget:
        """Return the page that is shown while the other pages are loaded, which takes seconds on a busy computer."""
        page, words = Pane("paper"), TextLabel(self.tr("Bayleaf is starting…"), role="quiet")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column(-1, words, -1, owner=page)
        return page

    def add_pages(self, pages: Sequence[PageMaker], first_run: PageMaker | None = None) -> None:
        """Set the functions that create the pages, by page number. They are not known when the window is created."""
        self._makers, self._first_run = tuple(pages), first_run
        self.setWindowIcon(program_icon())  # set late, because rendering the SVG delays the first paint
        self._parts.render_again()
        if (page := self._stack.currentWidget()) is not None:
            self._focus_first(page)

    def menu_actions(self) -> list[tuple[str, QAction]]:
        """Return (name of the menu, action) for each action of the menus."""
        return self._menus.actions()

    def _rebuild_menus(self) -> None:
        """Rebuild the menus. A zero timer calls this once after several commands were connected."""
        commands = self._frame.commands
        names = {number: name for number, name in enumerate(self._page_names()) if number in AVAILABLE_PAGES}
        self._menus = Menus(self, commands, self._frame.open_page, names)
        self._show_edit_names(self._frame.state)
        self.side.show_settings(is_shown=commands.open_settings is not None)

    def _run_command(
        self, command: Callable[Arguments, object] | None, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> None:
        if command is not None:
            command(*args, **kwargs)

    def _page_groups(self) -> list[tuple[str, list[int]]]:
        """Return (heading, page numbers) for each group of the side bar."""
        groups = (
            (self.tr("Collect"), (DOCUMENTS_PAGE, SORT_PAGE)),
            (self.tr("Learn"), (TRAIN_PAGE, WORDS_PAGE, EVALUATE_PAGE)),
            (self.tr("Use"), (CLASSIFY_PAGE, INBOX_PAGE)),
            ("", (LESSONS_PAGE,)),
        )
        return [(heading, [number for number in numbers if number in AVAILABLE_PAGES]) for heading, numbers in groups]

    def _page_names(self) -> tuple[str, ...]:
        return (
            self.tr("Documents"), self.tr("Sort"), self.tr("Train"), self.tr("Words"), self.tr("Evaluate"),
            self.tr("Classify"), self.tr("Inbox"), self.tr("Lessons"),
        )  # fmt: skip

    @shows("workspace", "corpora", "corpus", "n_waiting_in_inbox")
    def _show_side_bar(self, state: FrameState) -> None:
        # A person has never seen the name of the workspace that the program made for itself.
        workspace = "" if state.workspace.name == DEFAULT_NAME else state.workspace.stem
        self.setWindowTitle(" – ".join([*filter(None, (state.corpus, workspace)), "Bayleaf"]))
        self.side.show_corpora(state.corpora, state.corpus)
        is_table = any(corpus.is_table for corpus in state.corpora if corpus.name == state.corpus)
        self.side.show_name(WORDS_PAGE, self.tr("Features") if is_table else self.tr("Words"))
        self.side.show_waiting(INBOX_PAGE, state.n_waiting_in_inbox)

    @shows("corpora", "corpus", "model")
    def _show_models(self, state: FrameState) -> None:
        models = next((corpus.models for corpus in state.corpora if corpus.name == state.corpus), ())
        self.side.show_models(models, state.model)

    @shows("problem")
    def _show_problem(self, state: FrameState) -> None:
        self._notice.show_failure(state.problem)
        self._notice_pane.setVisible(state.problem is not None)

    @shows("is_first_run", "page", "answer_times")
    def _show_answer_time(self, state: FrameState) -> None:
        invitation = self.tr("You can drop files anywhere on this window")
        is_invited = state.is_first_run and state.page != LESSONS_PAGE
        self.jobs.show_answer_time(invitation if is_invited else state.answer_times.get(state.page, ""))

    @shows(
        "displayed_note", "note_button_text", "act_on_note", "can_undo_note", "undo_name", "has_failed_to_open",
        "is_new", "corpora", "workspace", "shown_folders",
    )  # fmt: skip
    def _show_note(self, state: FrameState) -> None:
        note = state.displayed_note
        if note and state.act_on_note is not None:
            self.jobs.show_note(note, state.note_button_text, state.act_on_note, folders=state.shown_folders)
            return
        if note:
            undo = self._frame.commands.undo_noted if state.can_undo_note and not state.has_failed_to_open else None
            tip = self.tr("Undo: %1").replace("%1", state.undo_name) if undo is not None else ""
            self.jobs.show_note(note, self.tr("Undo") if undo is not None else "", undo, tip)
            return
        news = self.tr("new") if state.is_new else self.tr("all changes are saved")
        is_open = state.is_new or bool(state.corpora)
        if state.workspace.name == DEFAULT_NAME:
            self.jobs.show_note(news[:1].upper() + news[1:] if is_open and not state.is_new else "")
            return
        self.jobs.show_note(wording.join_facts([state.workspace.name, *([news] if is_open else [])]))

    @shows("undo_name", "redo_name", "page")
    def _show_edit_names(self, state: FrameState) -> None:
        """Show in the Edit menu what Undo and Redo would change.

        On the Lessons page they change the lesson as long as it has steps.
        """
        names = ("", "") if state.page == LESSONS_PAGE else (state.undo_name, state.redo_name)
        self._menus.name_undo_and_redo(*names)

    @shows("page", "next_step")
    def _show_next_step(self, state: FrameState) -> None:
        head = self._get_page_head(self._pages.get(state.page))
        if head is not None:
            head.show_next_step(state.next_step)

    def _get_page_head(self, page: QWidget | None) -> PageHead | None:
        return None if page is None else page.findChild(PageHead)

    @shows("page", "is_first_run")
    def _mark_current_page(self, state: FrameState) -> None:
        """Mark the current page in the side bar; the first-run page has no entry."""
        self.side.mark_page(None if state.is_first_run and self._first_run is not None else state.page)

    @shows("page", "is_first_run", "has_failed_to_open")
    def _show_page(self, state: FrameState) -> None:
        number = state.page
        if number >= len(self._makers):
            return
        if state.has_failed_to_open:
            self._stack.setCurrentWidget(self._get_or_make_page(SHUT_PAGE, self._make_unopened_page))
            return
        first = self._first_run if state.is_first_run else None
        page = (
            self._get_or_make_page(FIRST_RUN_PAGE, first)
            if first is not None
            else self._get_or_make_page(number, self._makers[number])
        )
        if self._stack.currentWidget() is not page:
            self._stack.setCurrentWidget(page)
            if self.isVisible():
                self._focus_first(page)

    def _get_or_make_page(self, number: int, maker: PageMaker) -> QWidget:
        if number not in self._pages:
            page = self._pages[number] = maker()
            self._stack.addWidget(page)
            self._fit_head(page)
            head, show_help = self._get_page_head(page), self._frame.commands.show_help
            if head is not None and show_help is not None:
                head.offer_help(show_help)
            self.page_made.emit(page)
        return self._pages[number]

    def _make_unopened_page(self) -> EmptyPage:
        commands = self._frame.commands
        lines = self.tr("The reason is shown above. The workspace file was not changed.")
        other, new = self.tr("Open another workspace…"), self.tr("New workspace…")
        link = (new, commands.new_workspace) if commands.new_workspace is not None else None
        return EmptyPage(self.tr("This workspace could not be opened"), lines, other, commands.open_workspace, link)

    def _focus_first(self, page: QWidget) -> None:
        """Focus the widget `first_focus` of a page. Without it, Qt focuses the first button of the page."""
        first = page.property("first_focus")
        if isinstance(first, QWidget):
            first.setFocus()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        """Keep the focus on the page when the focused control is hidden or disabled.

        Qt would give it to the next button: the help of the page, or the first one of the side bar. The next Space or
        Enter would then leave the page.
        """
        page = self._stack.currentWidget()
        if page is None or old is None or new is None or not isValid(old):
            return
        head = self._get_page_head(page)
        if not self.side.isAncestorOf(new) and not (head is not None and head.is_help_button(new)):
            return
        if page.isAncestorOf(old) and not (old.isVisible() and old.isEnabled()):
            self._focus_first(page)

    def page(self, number: int) -> QWidget:
        """Return the widget of a page, creating it if needed."""
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
        if self._shows_job and not titled:  # jobs without a title go on, but the one that was shown has ended
            self._shows_job = False
            self.jobs.show_idle()
        if running and running[0].seconds >= JOB_DELAY_S:
            self._shows_job = True
            job = running[0]
            page = self._stack.currentWidget()
            if page is not None and page.property("own_progress") == job.title:
                self.jobs.show_idle()  # the page shows the progress of this job itself
                return
            self.jobs.show_job(job.title, job.progress, job.unit, len(titled) - 1, is_stopping=job.is_stopping)

    def _cancel_job(self) -> None:
        for job in [job for job in self._runner.jobs if job.title and job.has_begun][:1]:
            job.cancel()
            self._on_poll_timeout()

    def _show_tip(self, text: str) -> None:
        """Show a text, for example “Copied”, instead of the note for a moment. The note may offer Undo."""
        self.jobs.show_note(text)
        self._tip_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._cancel_job()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < px(NARROW_BELOW_PX)
        if is_narrow != self.side.is_narrow:
            self.side.make_narrow(is_narrow=is_narrow)
        is_low = event.size().height() < px(LOW_BELOW_PX)
        if is_low != self._is_low:
            self._is_low = is_low
            for page in self._pages.values():
                self._fit_head(page)
        self._overlay.setGeometry(self.rect())

    def _fit_head(self, page: QWidget) -> None:
        if (head := self._get_page_head(page)) is not None:
            head.set_compact(is_compact=self._is_low)

    def close_keeping_jobs(self) -> None:
        """Close and delete the window without stopping jobs, because a new window replaces it."""
        self._poll.stop()
        self._frame.state_changed.disconnect(self._parts.show)
        self._frame.commands_changed.disconnect(self._menu_timer.start)
        self._menu_timer.stop()
        self._runner.changed.disconnect(self._on_runner_changed)
        self._is_retired = True
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the jobs and close, after a confirmation if work is in progress."""
        if not self._is_retired and not self._confirm_stop():
            event.ignore()
            return
        self._poll.stop()
        if not self._is_retired:
            self._runner.close()
        super().closeEvent(event)

    def _confirm_stop(self) -> bool:
        """Return whether the jobs may be stopped. The user is asked if work is in progress, except at logout.

        Work in progress is a job that loses work, or a job with a title that has run long enough to be shown.
        """
        jobs = [
            job
            for job in self._runner.jobs
            if not job.is_stopping and (job.loses_work or (job.title and job.seconds >= JOB_DELAY_S))
        ]
        application = QGuiApplication.instance()
        is_logout = isinstance(application, QGuiApplication) and application.isSavingSession()
        if not jobs or is_logout:
            return True
        title = jobs[0].title
        if len(jobs) > 1:
            title += " · " + self.tr("%Ln more task(s) waiting", "", len(jobs) - 1)
        lines = self.tr(
            "If you stop now, an unfinished import can be continued next time. Any other unfinished task is lost."
        )
        question = self.tr("A task is still running")
        return confirm_action(self, question, title, lines, self.tr("Stop and close"), self.tr("Let it finish"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        dropped = read_drop(event.mimeData())
        if not self._frame.accepts_drop(dropped):
            event.ignore()
            return
        accept_copy(event)
        self._show_offer(dropped, is_alt_held=bool(event.modifiers() & ALT_MODIFIER))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        accept_copy(event)
        self._show_offer(read_drop(event.mimeData()), is_alt_held=bool(event.modifiers() & ALT_MODIFIER))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._overlay.setVisible(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.setVisible(False)
        accept_copy(event)
        self._frame.drop(read_drop(event.mimeData()), is_alt_held=bool(event.modifiers() & ALT_MODIFIER))

    def _show_offer(self, dropped: DropContent, *, is_alt_held: bool) -> None:
        state, corpus = self._frame.state, self._frame.state.corpus or self.tr("a new collection")
        if dropped.workspace is not None:
            self._overlay.show_offer(self.tr("Drop to open %1").replace("%1", dropped.workspace.name), "")
        elif dropped.has_web_address:
            self._overlay.show_offer(self._frame.web_address_message(), "")
        elif self._frame.imports_on_drop(is_alt_held=is_alt_held):
            self._overlay.show_offer(
                self.tr("Drop to add to %1").replace("%1", corpus), self._drop_description(dropped)
            )
        else:
            sentence = self.tr("Drop to classify with the model %1").replace("%1", state.model)
            hint = self.tr("Hold %1 while dropping to add to %2 instead").replace("%2", corpus)
            can_add = self._frame.commands.add is not None
            self._overlay.show_offer(sentence, self._drop_description(dropped), hint if can_add else "")

    def _drop_description(self, dropped: DropContent) -> str:
        if len(dropped.paths) == 1:  # its name: whether it is a file or a folder is not asked during a drag
            return dropped.paths[0].name
        if dropped.paths:
            return self.tr("%Ln file(s)", "", len(dropped.paths))
        return self.tr("one mail") if dropped.message else self.tr("text")
