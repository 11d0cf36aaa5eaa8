"""Trainings of the model in use: what each took the place of is said, and can be brought back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.pages.training.model import TrainingViewModel
from app.pages.training.questions import kept_choices
from app.qt import wording
from app.qt.jobs import Runner
from app.services.models.kept_recipes import Replacement, take_back_training, train_anew
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder
from app.session.no_workspace import NO_WORKSPACE
from app.store.access import Place


class Trainings(QObject):
    """Trains models in place of others, and takes that back."""

    model_changed = Signal(str)
    """The name of the model in use now; empty where it is gone."""
    told = Signal(str, object)
    """What was done, and what undoes it, or None."""
    failed = Signal(object)

    def __init__(self, runner: Runner, page: TrainingViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._runner, self._page = runner, page
        self.workspace: Place = NO_WORKSPACE

    def train_with_auto(self, corpus: str) -> None:
        """Train with everything chosen by leave-one-out, and show on the Train page what was chosen."""
        title = self.tr("Training on %1").replace("%1", corpus)
        workspace, order = self.workspace, TrainingOrder(RecipeRequest(), corpus)
        job = self._runner.start(lambda context: train_anew(workspace, order, context), title=title, lane="long")
        job.succeeded.connect(self._on_train_with_auto_succeeded)
        job.failed.connect(self.failed)

    def show(self, replacement: Replacement, on_undone: Callable[[], object] | None = None) -> None:
        """Work with a model that was trained, and offer to undo that."""
        self.model_changed.emit(replacement.report.model)
        self.told.emit(self._sentence(replacement), lambda: self._take_back(replacement, on_undone))

    def _on_train_with_auto_succeeded(self, replacement: Replacement) -> None:
        corpus = replacement.report.corpus
        before = self._page.chosen(corpus)
        self._page.take_recipe(corpus, kept_choices(replacement))
        self.show(replacement, lambda: self._page.take_recipe(corpus, before))

    def _take_back(self, replacement: Replacement, on_undone: Callable[[], object] | None) -> None:
        workspace = self.workspace
        job = self._runner.start(lambda context: take_back_training(workspace, replacement, context), lane="long")
        job.succeeded.connect(lambda model: self._on_taken_back(replacement, model, on_undone))
        job.failed.connect(self.failed)

    def _on_taken_back(self, replacement: Replacement, model: str, on_undone: Callable[[], object] | None) -> None:
        if on_undone is not None:
            on_undone()
        self.model_changed.emit(model)
        self.told.emit(self._sentence_of_undo(replacement), None)

    def _sentence(self, replacement: Replacement) -> str:
        """Say which model was trained by which recipe, and how often it is right."""
        report = replacement.report
        words = self.tr("“%1” is kept") if replacement.before is None else self.tr("“%1” is trained anew")
        facts = [words.replace("%1", report.model), QCoreApplication.translate("sheet", report.event_model)]
        facts += [f"α = {wording.smoothing(report.smoothing)}"] if report.smoothing > 0 else []
        right = self.tr("%1 right without having seen it")
        facts += [] if report.accuracy is None else [right.replace("%1", wording.percent(report.accuracy))]
        return wording.joined(facts)

    def _sentence_of_undo(self, replacement: Replacement) -> str:
        words = self.tr("“%1” was deleted") if replacement.before is None else self.tr("“%1” is as it was before")
        return words.replace("%1", replacement.report.model)
