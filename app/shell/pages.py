"""The eight pages: their numbers, their view-models, and what makes each.

Loaded after the window shows, because they bring NumPy with them. The widgets of a page are loaded by name when it is
looked at, or when the first page has been seen and nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from app.features import is_there, part
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.view_model import DocumentsViewModel
from app.features.evaluate.view_model import EvaluationViewModel
from app.features.importing.first_page_view_model import FirstRunViewModel
from app.features.sort.view_model import SortingViewModel
from app.features.train.view_model import TrainingViewModel
from app.features.words.view_model import WordsViewModel
from app.kit.frame import PageCommands
from app.kit.jobs import Runner
from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from app.features.inbox.view_model import InboxViewModel
    from app.features.teaching.view_model import LessonsViewModel


@dataclass(frozen=True, slots=True)
class PageModels:
    """The view-models that an open workspace fills; the lessons do without one."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    inbox: InboxViewModel | None
    """None if the optional feature was deleted."""
    evaluation: EvaluationViewModel
    sorting: SortingViewModel


def page_models(runner: Runner) -> PageModels:
    """Make all of them; nobody answers what they ask yet."""
    make_inbox = part("inbox.view_model.InboxViewModel")
    return PageModels(
        DocumentsViewModel(runner), TrainingViewModel(runner), WordsViewModel(runner), ClassifyViewModel(runner),
        None if make_inbox is None else make_inbox(runner), EvaluationViewModel(runner), SortingViewModel(runner),
    )  # fmt: skip


PAGES = {
    "documents": "documents",
    "training": "train",
    "words": "words",
    "classify": "classify",
    "inbox": "inbox",
    "evaluation": "evaluate",
    "lessons": "teaching",
    "sorting": "sort",
}
"""The pages in the order of their numbers: the name of a page's view model, and its folder in `app.features`."""
WITHOUT_COMMANDS = ("inbox", "lessons")
AHEAD = (
    *(f"{folder}.page" for folder in PAGES.values() if is_there(folder)),
    "importing.dialog", "classify.why_dialog", "classify.history", "filing.dialog",
    *(["cluster.dialog"] if is_there("cluster") else []),
)  # fmt: skip
"""Modules of pages and dialogs, in the order in which they are loaded ahead."""


@dataclass(frozen=True, slots=True)
class ViewModels(PageModels):
    """One view-model for each page."""

    lessons: LessonsViewModel | None
    """None if the optional feature was deleted."""
    commands: PageCommands = field(default_factory=PageCommands)
    first_run: FirstRunViewModel | None = None


def named(pages: PageModels) -> dict[str, Any]:
    """Return the view-models of an open workspace by their names."""
    return {each.name: getattr(pages, each.name) for each in fields(pages)}


def page_makers(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return what makes each page, by their numbers."""

    def made(name: str) -> QWidget:
        make = getattr(load(f"{PAGES[name]}.page"), f"{name.capitalize()}Page")
        page: QWidget = make(getattr(models, name), *([] if name in WITHOUT_COMMANDS else [models.commands]))
        return page

    return [partial(made, name) for name in PAGES]


def first_run_maker(models: ViewModels) -> Callable[[], QWidget] | None:
    """Return what makes the page that asks what somebody came for."""
    return None if models.first_run is None else lambda: load("importing.first_page").FirstRunPage(models.first_run)


def load(module: str) -> Any:
    """Load what makes a page or dialog: before it is looked at, so that opening it takes no longer than making it."""
    return import_module(f"..features.{module}", __package__)
