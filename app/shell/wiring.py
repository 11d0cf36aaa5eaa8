"""Creates the view models after the first paint, and connects them with the workspace and the menus."""

from __future__ import annotations

import hashlib
import logging
import os
import platform
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QTimer

from app.domain import VERSION
from app.domain.log import log_to_file, stop_logging
from app.features import get_optional
from app.features.classify.view_model import ListStorage
from app.features.importing.view_model import FirstRunViewModel, mail_on_this_computer
from app.features.train.view_model import default_recipe
from app.kit.drops import WORKSPACE_SUFFIX, DropContent
from app.kit.fields import last_folder
from app.kit.frame import INBOX_PAGE, LESSONS_PAGE, TRAIN_PAGE, ExportFormat, FrameViewModel, PageCommands
from app.kit.jobs import Runner
from app.kit.page_model import RequestSender
from app.library import workspaces
from app.library.recipes import RecipeRequest
from app.library.workspaces import WorkspaceSummary
from app.shell.application import Program
from app.shell.dialogs import DialogCommands
from app.shell.export_view_model import export_formats
from app.shell.exporting import Exports
from app.shell.interrupted_imports import InterruptedImports
from app.shell.next_step import NextSteps, SortPageConnector
from app.shell.pages import PageModels, ViewModels, make_page_models, models_by_name
from app.shell.workspace_commands import WorkspaceCommands
from app.shell.workspace_view_model import WorkspaceViewModel

if TYPE_CHECKING:
    from app.features.inbox.use_cases import ArrivalAnswer
    from app.features.inbox.view_model import InboxState, InboxViewModel
    from app.features.teaching.view_model import LessonsViewModel


CHECK_INTERVAL_MS = 3_000
"""Time between two checks whether another process has changed the workspace."""


class WorkspaceLock(QObject):
    """Detects other windows of the open workspace by a lock file. Notices changes that other processes make."""

    def __init__(
        self, runner: Runner, home: WorkspaceViewModel, frame: FrameViewModel, pages: PageModels, folder: Path
    ) -> None:
        super().__init__(home)
        self._runner = runner
        self._asker = RequestSender(runner, "other windows", failed=lambda _error: None)
        self._home, self._frame, self._pages, self._folder = home, frame, pages, folder
        self._lock: QLockFile | None = None
        self._stamp: workspaces.FileStamp = ()
        home.opened.connect(self._on_opened)
        timer = QTimer(self, interval=CHECK_INTERVAL_MS)
        timer.timeout.connect(self._check_files)
        timer.start()

    @property
    def is_alone(self) -> bool:
        """True if no other window has the workspace open."""
        return self._lock is not None

    def release_lock(self) -> None:
        if self._lock is not None:
            self._lock.unlock()
        self._lock = None

    def check_for_changes(self) -> None:
        """Check in the background whether another process has changed the workspace; if so, refresh the window.

        Such a process is another window, the mail daemon or a command.
        """
        session = self._home.session

        def compare(summary: WorkspaceSummary) -> None:
            if self._home.has_summary and summary != self._home.state:
                self._pages.documents.refresh()
                self._home.refresh()

        if session is not None:
            self._asker.ask(
                lambda context: workspaces.summarize_workspace(session, context), then=compare, topic="look"
            )

    def _check_files(self) -> None:
        """Check for changes if the files of the workspace have changed: a summary of a large workspace is expensive.

        Without this, a window beside the active one would show old counts.
        """
        session = self._home.session

        def compare(stamp: workspaces.FileStamp) -> None:
            has_changed, self._stamp = stamp != self._stamp, stamp
            if has_changed:
                self.check_for_changes()

        if session is not None and not self._runner.jobs:  # a job's own changes are shown when it ends
            self._asker.ask(lambda _context: workspaces.file_stamp(session.path), then=compare, topic="files")

    def _on_opened(self, path: Path) -> None:
        self._asker.forget()
        self.release_lock()
        name = hashlib.blake2b(os.fsencode(path.absolute().resolve()), digest_size=12).hexdigest()
        lock = QLockFile(str(self._folder / f"open-{name}.lock"))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            self._lock = lock
        elif lock.error() is QLockFile.LockError.LockFailedError:
            self._frame.show_note(
                self.tr("This workspace is open in another window too. Changes made there appear here.")
            )


logger = logging.getLogger(__name__)


def connect_program(program: Program) -> ViewModels:
    """Create and connect the view models, and open a workspace.

    It is the workspace on the command line, else the workspace that was open last, else the default workspace.
    """
    runner, frame = program.runner, program.frame
    pages = make_page_models(runner)
    pages.training.default = default_recipe(program.settings.default_recipe)
    home = WorkspaceViewModel(runner, frame, pages)
    home.setParent(program)
    SortPageConnector(runner, home, frame, pages.sorting, pages.documents)
    ListStorage(runner, frame, pages.classify, lambda: home.judged_lists, home)
    WorkspaceCommands(home, frame, pages, lambda: program.window).connect_all()
    dialogs = DialogCommands(home, frame, pages, runner, program.settings, lambda: program.window)
    dialogs.connect_all()

    def formats() -> list[ExportFormat]:
        return [] if home.session is None else export_formats(home.session, frame, pages.evaluation)

    exports = Exports(runner, frame, formats, lambda: program.window)
    frame.connect_commands(export=exports.show)
    home.opened.connect(program.settings.remember_workspace)
    home.last_corpus, home.last_model = program.settings.last_corpus, program.settings.last_model
    last_folder.store_in_settings(program.settings.note, program.settings.store_note)
    frame.context_changed.connect(lambda state: program.settings.remember_corpus(state.workspace, state.corpus))
    frame.context_changed.connect(
        lambda state: program.settings.remember_model(state.workspace, state.corpus, state.model)
    )
    program.ending.connect(home.close)
    for paper in (pages.documents.paper, pages.classify.paper):
        program.ending.connect(paper.close)
    windows = WorkspaceLock(runner, home, frame, pages, program.settings.folder)
    program.ending.connect(windows.release_lock)
    interrupted = InterruptedImports(home, frame, program.settings, lambda: windows.is_alone)
    program.ending.connect(interrupted.forget_offered)
    program.reactivated.connect(windows.check_for_changes)

    def train_with(corpus: str, chosen: RecipeRequest) -> None:
        pages.training.show_proposed_request(corpus, chosen)
        frame.open_page(TRAIN_PAGE)

    pages.evaluation.recipe_wanted.connect(train_with)
    frame.connect_commands(
        show_first_steps=lambda: frame.change(is_first_run=True),
        recent_workspaces=lambda: program.settings.recent_workspaces,
        open_recent=home.open_workspace,
    )
    if pages.inbox is not None:
        connect_inbox(program, pages.inbox, home)
    given = [path for path in program.files if path.suffix == WORKSPACE_SUFFIX]
    dropped = tuple(path.absolute() for path in program.files if path.suffix != WORKSPACE_SUFFIX)
    program.files = ()
    program.log_path = log_to_file(workspaces.data_folder())
    logger.info("Bayleaf %s, Python %s, %s", VERSION, platform.python_version(), platform.platform())
    program.ending.connect(stop_logging)
    recent = [path for path in program.settings.recent_workspaces if path.exists()][:1]
    home.open_workspace([workspaces.default_workspace(), *recent, *given][-1])
    if dropped:
        drop = DropContent(dropped)
        home.call_when_ready(lambda: home.classify(drop) if frame.state.model else home.add(drop))
    lessons = make_lessons_view_model(runner, home)
    if lessons is not None:
        connect_lesson_steps(frame, lessons)

    def open_first_lesson() -> None:
        if lessons is not None:
            lessons.open(lessons.titles()[0][0])

    commands = PageCommands(
        frame,
        import_documents=dialogs.import_documents,
        import_folder=dialogs.import_folder,
        try_sample=lambda: home.import_sample(program.language.code),
        n_sample_documents=workspaces.sample_size(program.language.code),
        open_files=dialogs.open_files,
        open_folder=dialogs.open_folder,
        file_away=dialogs.file_away,
        file_documents=dialogs.file_documents,
        file_classified_documents=dialogs.file_classified_documents,
        label_rest=dialogs.label_rest,
        explain=dialogs.explain,
        show_reading=dialogs.show_reading,
        show_export=exports.show,
        begin_lesson=None if lessons is None else frame.command_on_page(LESSONS_PAGE, open_first_lesson),
        lesson_titles=tuple if lessons is None else lambda: [title for _, title in lessons.titles()],
    )
    NextSteps(frame, pages, commands, home)
    first_run = FirstRunViewModel(runner, mail_on_this_computer, commands)
    return ViewModels(**models_by_name(pages), lessons=lessons, commands=commands, first_run=first_run)


def connect_inbox(program: Program, inbox: InboxViewModel, home: WorkspaceViewModel) -> None:
    """Connect the Inbox with the window and the notification area."""
    frame = program.frame

    def on_inbox_changed(state: InboxState) -> None:
        if len(state.inbox.tray) != frame.state.n_waiting_in_inbox:
            frame.change(n_waiting_in_inbox=len(state.inbox.tray))

    def open_inbox() -> None:
        bring_to_front = get_optional("inbox.tray.bring_to_front")
        if bring_to_front is not None:
            bring_to_front(program.window)
        frame.open_page(INBOX_PAGE)

    def try_on(path: str) -> None:
        if frame.commands.classify is not None:
            frame.commands.classify(DropContent((Path(path),)))

    def offer_undo(answer: ArrivalAnswer) -> None:
        home.steps.suppress_note(answer.edit)
        home.refresh()
        frame.offer_action(
            partial(inbox.answer_note, answer), inbox.undo_name, partial(inbox.take_back, answer), does_undo=True
        )

    def on_answer_taken_back(answer: ArrivalAnswer) -> None:
        home.refresh()
        frame.show_note(inbox.waits_again_note(answer))

    inbox.answered.connect(offer_undo)
    inbox.answer_taken_back.connect(on_answer_taken_back)
    inbox.trial_wanted.connect(try_on)
    program.ending.connect(inbox.paper.close)
    frame.connect_commands(pause_watching=frame.command_on_page(INBOX_PAGE, inbox.toggle_pause))
    inbox.state_changed.connect(on_inbox_changed)
    make_tray_icon = get_optional("inbox.tray.TrayIcon")
    program.tray = None if make_tray_icon is None else make_tray_icon(program.settings, inbox, open_inbox, program)


def make_lessons_view_model(runner: Runner, home: WorkspaceViewModel) -> LessonsViewModel | None:
    """Return the view model of the lessons; None if that optional feature was deleted."""
    make_lessons = get_optional("teaching.view_model.LessonsViewModel")
    make_questions = get_optional("teaching.view_model.LessonsQuestions")
    if make_lessons is None or make_questions is None:
        return None
    lessons: LessonsViewModel = make_lessons(
        runner, make_questions(home.open_context, workspaces.data_folder() / "lessons-finished.json")
    )
    return lessons


def connect_lesson_steps(frame: FrameViewModel, lessons: LessonsViewModel) -> None:
    """Make Undo and Redo work on the lesson while the Lessons page is shown and the lesson has steps.

    Otherwise they work on the workspace, as before.
    """
    undo_edit, redo_edit = frame.commands.undo, frame.commands.redo

    def undo() -> None:
        if frame.state.page == LESSONS_PAGE and lessons.state.can_undo:
            lessons.undo()
        elif undo_edit is not None:
            undo_edit()

    def redo() -> None:
        if frame.state.page == LESSONS_PAGE and lessons.state.can_redo:
            lessons.redo()
        elif redo_edit is not None:
            redo_edit()

    frame.connect_commands(undo=undo, redo=redo)
