"""Trainings of the model in use: what each took the place of is said, and can be brought back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.pages.shell.frame_view_model import FrameViewModel
from app.pages.training.recipe_choices import FILTER, event_model_name
from app.pages.training.view_model import TrainingViewModel
from app.qt import wording
from app.qt.jobs import Runner
from app.qt.page_model import Asker
from app.services.models.kept_recipes import Replacement, take_back_training
from app.services.training.recipe_planning import RecipeRequest
from app.store.workspace import NO_WORKSPACE, Place


class Trainings(QObject):
    """Trains models in place of others, and takes that back."""

    model_changed = Signal(str)
    """The name of the model in use now; empty where it is gone."""

    def __init__(self, runner: Runner, frame: FrameViewModel, page: TrainingViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._frame, self._page = frame, page
        self._asker = Asker(runner, "trainings", failed=lambda error: frame.change(problem=error))
        self.workspace: Place = NO_WORKSPACE

    def show(self, replacement: Replacement, before: RecipeRequest | None) -> None:
        """Work with a model that was trained, and offer to undo that; the page goes back to what it showed before."""
        place = self.workspace

        def taken_back(model: str) -> None:
            self._page.take_recipe(replacement.report.corpus, before)
            self.model_changed.emit(model)
            words = self.tr("“%1” was deleted") if replacement.before is None else self.tr("“%1” is as it was before")
            self._frame.say(words.replace("%1", replacement.report.model))

        def take_back() -> None:
            self._asker.ask(
                lambda context: take_back_training(place, replacement, context), then=taken_back, lane="long"
            )

        self.model_changed.emit(replacement.report.model)
        self._frame.offer(self._sentence(replacement), self.tr("Undo"), take_back, does_undo=True)

    def _sentence(self, replacement: Replacement) -> str:
        report, kept = replacement.report, replacement.kept
        event_model = FILTER if kept is not None and kept.recipe.learner else report.event_model
        words = self.tr("“%1” is kept") if replacement.before is None else self.tr("“%1” is trained anew")
        facts = [words.replace("%1", report.model), event_model_name(event_model)]
        has_alpha = report.smoothing > 0 and event_model != FILTER
        facts += [f"α = {wording.smoothing(report.smoothing)}"] if has_alpha else []
        right = self.tr("%1 right without having seen it")
        facts += [] if report.accuracy is None else [right.replace("%1", wording.percent(report.accuracy))]
        return wording.joined(facts)
