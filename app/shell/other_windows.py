"""Detects other windows on the same workspace, and refreshes this one when it becomes active."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject

from app.kit.frame import FrameViewModel
from app.kit.jobs import Runner
from app.kit.page_model import RequestSender
from app.library import workspaces as workspace_glances
from app.library.workspaces import WorkspaceGlance
from app.shell.pages import PageModels
from app.shell.workspace_view_model import WorkspaceViewModel


class OtherWindows(QObject):
    """Holds a lock file per open workspace, and refreshes the window after changes by other processes."""

    def __init__(
        self, runner: Runner, home: WorkspaceViewModel, frame: FrameViewModel, pages: PageModels, folder: Path
    ) -> None:
        super().__init__(home)
        self._asker = RequestSender(runner, "other windows", failed=lambda _error: None)
        self._home, self._frame, self._pages, self._folder = home, frame, pages, folder
        self._lock: QLockFile | None = None
        home.opened.connect(self._on_opened)

    @property
    def is_alone(self) -> bool:
        """True if no other window has the workspace open."""
        return self._lock is not None

    def release_lock(self) -> None:
        """Release the lock of the workspace."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock = None

    def look(self) -> None:
        """Refresh if another window, the mail daemon or a command has changed the workspace."""
        session = self._home.session

        def compare(glance: WorkspaceGlance) -> None:
            if self._home.has_looked and glance != self._home.state:
                self._pages.documents.refresh()
                self._home.refresh()

        if session is not None:
            self._asker.ask(
                lambda context: workspace_glances.summarize_workspace(session, context), then=compare, topic="look"
            )

    def _on_opened(self, path: Path) -> None:
        self._asker.forget()
        self.release_lock()
        name = hashlib.blake2b(os.fsencode(path.absolute().resolve()), digest_size=12).hexdigest()
        lock = QLockFile(str(self._folder / f"open-{name}.lock"))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            self._lock = lock
        elif lock.error() is QLockFile.LockError.LockFailedError:
            self._frame.say(self.tr("This workspace is open in another window too. Changes made there appear here."))
