"""The six pages and their view-models: loaded after the window shows, because they bring NumPy with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from app.qt.jobs import Runner
from app.viewmodels.classify import ClassifyServices, ClassifyViewModel
from app.viewmodels.documents import DocumentsServices, DocumentsViewModel
from app.viewmodels.evaluation import EvaluationServices, EvaluationViewModel
from app.viewmodels.lessons import LessonsViewModel
from app.viewmodels.training import TrainingServices, TrainingViewModel
from app.viewmodels.words import WordsServices, WordsViewModel
from app.views.classify_page import ClassifyPage
from app.views.documents_page import DocumentsCommands, DocumentsPage
from app.views.evaluation_page import EvaluationPage
from app.views.first_steps import FirstSteps
from app.views.lessons_page import LessonsPage
from app.views.training_page import TrainingPage
from app.views.words_page import WordsPage


@dataclass(frozen=True, slots=True)
class ViewModels:
    """One view-model for each page."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    evaluation: EvaluationViewModel
    lessons: LessonsViewModel
    steps: FirstSteps = field(default_factory=FirstSteps)
    documents_commands: DocumentsCommands = field(default_factory=DocumentsCommands)


def unconnected(runner: Runner) -> ViewModels:
    """Return view-models that nobody answers: an empty window."""
    return ViewModels(
        DocumentsViewModel(runner, DocumentsServices()),
        TrainingViewModel(runner, TrainingServices()),
        WordsViewModel(runner, WordsServices()),
        ClassifyViewModel(runner, ClassifyServices()),
        EvaluationViewModel(runner, EvaluationServices()),
        LessonsViewModel(runner),
    )


def page_makers(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return what makes each page, in the order of the side bar."""
    return [
        lambda: DocumentsPage(models.documents, models.documents_commands),
        lambda: TrainingPage(models.training, models.steps),
        lambda: WordsPage(models.words, models.steps),
        lambda: ClassifyPage(models.classify, models.steps),
        lambda: EvaluationPage(models.evaluation, models.steps),
        lambda: LessonsPage(models.lessons),
    ]
