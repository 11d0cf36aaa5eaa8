"""The eight pages and their view-models: loaded after the window shows, because they bring NumPy with them.

The widgets of a page are loaded when it is looked at, or when the first page has been seen and nobody waits, which is
why imports stand inside functions here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from importlib import import_module
from typing import Any

from PySide6.QtWidgets import QWidget

from app.pages.first_run.view_model import FirstRunViewModel
from app.pages.lessons.view_model import LessonsViewModel
from app.pages.page_commands import PageCommands
from app.pages.shell.page_models import PageModels
from nbengine.lazy_dataclasses import dataclass

AHEAD = (
    "documents.page", "training.page", "words.page", "classify.page", "inbox.page", "evaluation.page", "lessons.page",
    "sorting.page",
    "importing.dialog", "classify.why_dialog", "classify.history_dialog", "filing.dialog",
    "training.cluster_dialog", "what_is_read.dialog",
)  # fmt: skip
"""Modules of pages and dialogs, in the order in which they are loaded ahead."""


@dataclass(frozen=True, slots=True)
class ViewModels(PageModels):
    """One view-model for each page."""

    lessons: LessonsViewModel
    commands: PageCommands = field(default_factory=PageCommands)
    first_run: FirstRunViewModel | None = None


def named(pages: PageModels) -> dict[str, Any]:
    """Return the view-models of an open workspace by their names."""
    return {each.name: getattr(pages, each.name) for each in fields(pages)}


def page_makers(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return what makes each page, by their numbers."""

    def documents() -> QWidget:
        from app.pages.documents.page import DocumentsPage

        return DocumentsPage(models.documents, models.commands)

    def training() -> QWidget:
        from app.pages.training.page import TrainingPage

        return TrainingPage(models.training, models.commands)

    def words() -> QWidget:
        from app.pages.words.page import WordsPage

        return WordsPage(models.words, models.commands)

    def classify() -> QWidget:
        from app.pages.classify.page import ClassifyPage

        return ClassifyPage(models.classify, models.commands)

    def inbox() -> QWidget:
        from app.pages.inbox.page import InboxPage

        return InboxPage(models.inbox)

    def evaluation() -> QWidget:
        from app.pages.evaluation.page import EvaluationPage

        return EvaluationPage(models.evaluation, models.commands)

    def lessons() -> QWidget:
        from app.pages.lessons.page import LessonsPage

        return LessonsPage(models.lessons)

    def sorting() -> QWidget:
        from app.pages.sorting.page import SortingPage

        return SortingPage(models.sorting, models.commands)

    return [documents, training, words, classify, inbox, evaluation, lessons, sorting]


def first_run_maker(models: ViewModels) -> Callable[[], QWidget] | None:
    """Return what makes the page that asks what somebody came for."""
    view_model = models.first_run
    if view_model is None:
        return None

    def first_run() -> QWidget:
        from app.pages.first_run.page import FirstRunPage

        return FirstRunPage(view_model)

    return first_run


def load_ahead(module: str) -> None:
    """Load what makes a page or dialog before it is looked at, so that opening it takes no longer than making it."""
    import_module(f"..{module}", __package__)
