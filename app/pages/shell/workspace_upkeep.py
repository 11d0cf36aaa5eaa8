"""Upkeep of the file that is open: a copy of it, what was deleted removed for good, and whether it is sound."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.qt.jobs import Runner
from app.qt.page_model import Asker
from app.services.library import upkeep
from app.session.session import NO_WORKSPACE
from app.store.workspace import Place


class WorkspaceUpkeep(QObject):
    """Looks after one workspace."""

    told = Signal(str)
    """Emitted with the sentence about what was done."""
    failed = Signal(object)

    def __init__(self, runner: Runner, parent: QObject) -> None:
        super().__init__(parent)
        self._asker = Asker(runner, "upkeep", failed=self.failed.emit)
        self.workspace: Place = NO_WORKSPACE

    def save_copy(self, path: Path) -> None:
        """Write the whole workspace to another file."""
        workspace, done = self.workspace, self.tr("A copy was saved")
        self._asker.ask(
            lambda context: upkeep.save_copy(workspace, path, context),
            then=lambda _path: self.told.emit(done),
            title=self.tr("Saving a copy"),
            lane="long",
        )

    def compact(self) -> None:
        """Remove for good what was deleted."""
        workspace = self.workspace
        self._asker.ask(
            lambda context: upkeep.compact(workspace, context),
            then=self._on_compacted,
            title=self.tr("Compacting"),
            lane="long",
        )

    def check(self) -> None:
        """Verify the workspace."""
        workspace = self.workspace
        self._asker.ask(
            lambda context: upkeep.check(workspace, context),
            then=self._on_checked,
            title=self.tr("Checking"),
            lane="long",
        )

    def _on_compacted(self, found: upkeep.Compacted) -> None:
        before, after = (f"{size / 1e6:.1f} MB" for size in (found.bytes_before, found.bytes_after))
        self.told.emit(self.tr("Compacted: %1 before, %2 now").replace("%1", before).replace("%2", after))

    def _on_checked(self, problems: Sequence[object]) -> None:
        sound = self.tr("The workspace is sound")
        self.told.emit(sound if not problems else self.tr("%n problem(s) found", "", len(problems)))
