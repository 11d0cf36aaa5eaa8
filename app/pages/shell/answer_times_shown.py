"""Times of the last answer of each page, for the foot of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.pages.classify.view_model import ClassifyState
from app.pages.evaluation.questions import EvaluationResult
from app.pages.shell.frame_view_model import FrameState, FrameViewModel
from app.pages.shell.page_models import CLASSIFY_PAGE, EVALUATE_PAGE, TRAIN_PAGE, PageModels
from app.qt import wording
from app.services.training.recipe_workbench import JudgedRecipe


class AnswerTimes(QObject):
    """Tells the frame whenever a page has an answer."""

    def __init__(self, frame: FrameViewModel, pages: PageModels, parent: QObject) -> None:
        super().__init__(parent)
        self._frame = frame
        pages.training.state_changed.connect(lambda state: self._note(TRAIN_PAGE, state.result))
        pages.classify.state_changed.connect(lambda state: self._note(CLASSIFY_PAGE, state))
        pages.evaluation.state_changed.connect(lambda state: self._note(EVALUATE_PAGE, state.result))
        self._pages = pages
        frame.state_changed.connect(self._on_frame_state_changed)

    def _on_frame_state_changed(self, state: FrameState) -> None:
        """Say everything anew after the window has learnt another language, and forgotten what it said."""
        if not state.took:
            self._note(TRAIN_PAGE, self._pages.training.state.result)
            self._note(CLASSIFY_PAGE, self._pages.classify.state)
            self._note(EVALUATE_PAGE, self._pages.evaluation.state.result)

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
