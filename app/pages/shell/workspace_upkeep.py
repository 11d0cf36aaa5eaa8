"""Upkeep of the file that is open: a copy of it, what was deleted removed for good, and whether it is sound.

Beside it the times of each page's last answer, for the foot of the window.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject

from app.domain.jobs import JobContext
from app.pages.classify.view_model import ClassifyState
from app.pages.evaluation.questions import EvaluationResult
from app.pages.shell.frame_view_model import FrameState, FrameViewModel
from app.pages.shell.page_models import CLASSIFY_PAGE, EVALUATE_PAGE, TRAIN_PAGE, PageModels
from app.qt import wording
from app.qt.jobs import Runner
from app.qt.page_model import Asker
from app.services.library import upkeep
from app.services.training.recipe_workbench import JudgedRecipe
from app.store.workspace import NO_WORKSPACE, Place

Answer = TypeVar("Answer")


class WorkspaceUpkeep(QObject):
    """Looks after one workspace, and tells the frame what was done."""

    def __init__(self, runner: Runner, frame: FrameViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        self._asker = Asker(runner, "upkeep", failed=lambda error: frame.change(problem=error))
        self.workspace: Place = NO_WORKSPACE

    def save_copy(self, path: Path) -> None:
        """Write the whole workspace to another file."""
        done = self.tr("A copy was saved")
        self._do(
            lambda workspace, context: upkeep.save_copy(workspace, path, context), lambda _path: done,
            self.tr("Saving a copy"),
        )  # fmt: skip

    def compact(self) -> None:
        """Remove for good what was deleted."""

        def said(found: upkeep.Compacted) -> str:
            before, after = (f"{size / 1e6:.1f} MB" for size in (found.bytes_before, found.bytes_after))
            return wording.numbered(self.tr("Compacted: %1 before, %2 now"), before, after)

        self._do(upkeep.compact, said, self.tr("Compacting"))

    def check(self) -> None:
        """Verify the workspace."""
        sound = self.tr("The workspace is sound")
        self._do(
            upkeep.check, lambda found: self.tr("%n problem(s) found", "", len(found)) if found else sound,
            self.tr("Checking"),
        )  # fmt: skip

    def _do(self, act: Callable[[Place, JobContext], Answer], said: Callable[[Answer], str], title: str) -> None:
        workspace = self.workspace
        self._asker.ask(
            lambda context: act(workspace, context), then=lambda answer: self._frame.say(said(answer)), title=title,
            lane="long",
        )  # fmt: skip


class AnswerTimes(QObject):
    """Tells the frame whenever a page has an answer."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        training, classify, evaluation = pages.training, pages.classify, pages.evaluation

        def note_all(state: FrameState) -> None:
            """Say everything anew after the window has learnt another language, and forgotten what it said."""
            if not state.took:
                self._note(TRAIN_PAGE, training.state.result)
                self._note(CLASSIFY_PAGE, classify.state)
                self._note(EVALUATE_PAGE, evaluation.state.result)

        training.state_changed.connect(lambda state: self._note(TRAIN_PAGE, state.result))
        classify.state_changed.connect(lambda state: self._note(CLASSIFY_PAGE, state))
        evaluation.state_changed.connect(lambda state: self._note(EVALUATE_PAGE, state.result))
        frame.state_changed.connect(note_all)

    def _note(self, page: int, answer: JudgedRecipe | ClassifyState | EvaluationResult | None) -> None:
        if answer is None or not answer.seconds:
            return
        words = {
            TRAIN_PAGE: self.tr("worked out in %1"),
            CLASSIFY_PAGE: self.tr("classified in %1"),
            EVALUATE_PAGE: self.tr("judged in %1"),
        }[page].replace("%1", wording.seconds(answer.seconds))
        if self._frame.state.took.get(page) != words:
            self._frame.change(took={**self._frame.state.took, page: words})
