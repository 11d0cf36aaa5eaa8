"""The seven pages and their view-models: loaded after the window shows, because they bring NumPy with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from app.pages.classify.model import ClassifyViewModel
from app.pages.classify.page import ClassifyCommands, ClassifyPage
from app.pages.documents.model import DocumentsViewModel
from app.pages.documents.page import DocumentsCommands, DocumentsPage
from app.pages.evaluation.model import EvaluationViewModel
from app.pages.evaluation.page import EvaluationPage
from app.pages.first_run.model import FirstRunViewModel
from app.pages.first_run.page import FirstRunPage
from app.pages.inbox.model import InboxViewModel
from app.pages.inbox.page import InboxPage
from app.pages.lessons.model import LessonsViewModel
from app.pages.lessons.page import LessonsPage
from app.pages.shell.first_steps import FirstSteps
from app.pages.training.model import TrainingViewModel
from app.pages.training.page import TrainingPage
from app.pages.words.model import WordsViewModel
from app.pages.words.page import WordsPage
from app.qt.jobs import Runner


@dataclass(frozen=True, slots=True)
class ViewModels:
    """One view-model for each page."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    inbox: InboxViewModel
    evaluation: EvaluationViewModel
    lessons: LessonsViewModel
    steps: FirstSteps = field(default_factory=FirstSteps)
    documents_commands: DocumentsCommands = field(default_factory=DocumentsCommands)
    classify_commands: ClassifyCommands = field(default_factory=ClassifyCommands)
    first_run: FirstRunViewModel | None = None


def unconnected(runner: Runner) -> ViewModels:
    """Return view-models that nobody answers: an empty window."""
    return ViewModels(
        DocumentsViewModel(runner),
        TrainingViewModel(runner),
        WordsViewModel(runner),
        ClassifyViewModel(runner),
        InboxViewModel(runner),
        EvaluationViewModel(runner),
        LessonsViewModel(runner),
    )


def page_makers(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return what makes each page, in the order of the side bar."""
    return [
        lambda: DocumentsPage(models.documents, models.documents_commands),
        lambda: TrainingPage(models.training, models.steps),
        lambda: WordsPage(models.words, models.steps),
        lambda: ClassifyPage(models.classify, models.classify_commands, models.steps),
        lambda: InboxPage(models.inbox),
        lambda: EvaluationPage(models.evaluation, models.steps),
        lambda: LessonsPage(models.lessons),
    ]


def first_run_maker(models: ViewModels) -> Callable[[], QWidget] | None:
    """Return what makes the page that asks what somebody came for."""
    first_run = models.first_run
    return None if first_run is None else lambda: FirstRunPage(first_run)
