"""The view models of the eight pages, and the functions that create their widgets.

This module is imported after the window shows, because the view models import NumPy. The widgets of a page are imported
by name when the page is first shown, or preloaded while the program is idle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from app.features import get_optional, is_there
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.view_model import DocumentsViewModel
from app.features.evaluate.view_model import EvaluationViewModel
from app.features.importing.view_model import FirstRunViewModel
from app.features.sort.view_model import SortingViewModel
from app.features.train.view_model import TrainingViewModel
from app.features.words.view_model import WordsViewModel
from app.kit.frame import PageCommands
from app.kit.jobs import Runner

if TYPE_CHECKING:
    from app.features.inbox.view_model import InboxViewModel
    from app.features.teaching.view_model import LessonsViewModel


@dataclass(frozen=True, slots=True)
class PageModels:
    """The view models of the pages that need an open workspace."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    inbox: InboxViewModel | None
    """None if the optional feature was deleted."""
    evaluation: EvaluationViewModel
    sorting: SortingViewModel


def make_page_models(runner: Runner) -> PageModels:
    """Create the view models, without a workspace yet."""
    make_inbox = get_optional("inbox.view_model.InboxViewModel")
    return PageModels(
        DocumentsViewModel(runner), TrainingViewModel(runner), WordsViewModel(runner), ClassifyViewModel(runner),
        None if make_inbox is None else make_inbox(runner), EvaluationViewModel(runner), SortingViewModel(runner),
    )  # fmt: skip


PAGES = {
    "documents": "documents",
    "sorting": "sort",
    "training": "train",
    "words": "words",
    "evaluation": "evaluate",
    "classify": "classify",
    "inbox": "inbox",
    "lessons": "teaching",
}
"""Field name of each page's view model to its folder in `app.features`, in the order of page numbers."""
WITHOUT_COMMANDS = ("inbox", "lessons")
"""Pages whose constructor takes no `PageCommands`."""
PRELOADED_MODULES = (
    *(f"{folder}.page" for folder in PAGES.values() if is_there(folder)),
    "importing.dialog", "classify.dialogs", "filing.dialog",
    *(["cluster.dialog"] if is_there("cluster") else []),
)  # fmt: skip
"""Modules of pages and dialogs, in preloading order."""


@dataclass(frozen=True, slots=True)
class ViewModels(PageModels):
    """The view models of all pages."""

    lessons: LessonsViewModel | None
    """None if the optional feature was deleted."""
    commands: PageCommands = field(default_factory=PageCommands)
    first_run: FirstRunViewModel | None = None


def models_by_name(pages: PageModels) -> dict[str, Any]:
    """Return the view models by the name of their field in `pages`."""
    return {item.name: getattr(pages, item.name) for item in fields(pages)}


def page_factories(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return the functions that create the pages, by page number."""

    def make_page(name: str) -> QWidget:
        page_class = getattr(load_feature(f"{PAGES[name]}.page"), f"{name.capitalize()}Page")
        page: QWidget = page_class(getattr(models, name), *([] if name in WITHOUT_COMMANDS else [models.commands]))
        return page

    return [partial(make_page, name) for name in PAGES]


def first_run_factory(models: ViewModels) -> Callable[[], QWidget] | None:
    """Return the function that creates the first-run page; None if the page is not needed."""
    return (
        None
        if models.first_run is None
        else lambda: load_feature("importing.first_page").FirstRunPage(models.first_run)
    )


def load_feature(module: str) -> Any:
    """Import a module of `app.features` and return it."""
    return import_module(f"..features.{module}", __package__)
