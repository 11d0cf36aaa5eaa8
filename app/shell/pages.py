"""The view models of the eight pages, the functions that create their widgets, and the saved layout of the widgets.

This module is imported after the window shows, because the view models import NumPy. The widgets of a page are imported
by name when the page is first shown, or preloaded while the program is idle.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSplitter, QWidget

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
from app.kit.settings import Settings
from app.kit.table_view import TableView

if TYPE_CHECKING:
    from app.features.inbox.view_model import InboxViewModel
    from app.features.teaching.view_model import LessonsViewModel

Part = TypeVar("Part", bound=QObject)


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


def make_page_factories(models: ViewModels) -> list[Callable[[], QWidget]]:
    """Return the functions that create the pages, by page number."""

    def make_page(name: str) -> QWidget:
        page_class = getattr(load_feature(f"{PAGES[name]}.page"), f"{name.capitalize()}Page")
        page: QWidget = page_class(getattr(models, name), *([] if name in WITHOUT_COMMANDS else [models.commands]))
        return page

    return [partial(make_page, name) for name in PAGES]


def make_first_run_factory(models: ViewModels) -> Callable[[], QWidget] | None:
    """Return the function that creates the first-run page; None if the page is not needed."""
    return (
        None
        if models.first_run is None
        else lambda: load_feature("importing.first_page").FirstRunPage(models.first_run)
    )


def load_feature(module: str) -> Any:
    """Import a module of `app.features` and return it."""
    return import_module(f"..features.{module}", __package__)


def restore_layout(page: QWidget, settings: Settings) -> None:
    """Restore the saved splitters and columns of a page. Without a saved state, they keep their default."""
    for splitter in _named_children(page, QSplitter):
        state = settings.layout(splitter.objectName())
        if not state.isEmpty():
            splitter.restoreState(state)
    for table in _named_children(page, TableView):
        table.restore_column_widths(parse_column_widths(settings.note(f"columns/{table.objectName()}")))
        choices = _parse_layout(settings.note(f"chosen-columns/{table.objectName()}")).items()
        table.restore_shown_columns({name: is_shown for name, is_shown in choices if isinstance(is_shown, bool)})


def save_layout(window: QWidget, settings: Settings) -> None:
    """Save the positions of all splitters, and the columns of all tables, that have an object name."""
    for splitter in _named_children(window, QSplitter):
        settings.remember_layout(splitter.objectName(), splitter.saveState())
    for table in _named_children(window, TableView):
        settings.store_note(f"columns/{table.objectName()}", json.dumps(table.own_widths))
        settings.store_note(f"chosen-columns/{table.objectName()}", json.dumps(table.choices))


def _named_children(owner: QObject, kind: type[Part]) -> list[Part]:
    """Return all descendants of `owner` of a type that have an object name."""
    return [part for part in owner.findChildren(kind) if part.objectName()]


def _parse_layout(note: str) -> dict[str, object]:
    """Parse a stored JSON object; return {} if it is invalid."""
    try:
        stored = json.loads(note or "{}")
    except ValueError:
        return {}
    return stored if isinstance(stored, dict) else {}


def parse_column_widths(note: str) -> dict[str, int]:
    """Return the stored column widths in pixels, by column name, without implausible ones. `note` is JSON."""
    pairs = ((name, width) for name, width in _parse_layout(note).items() if isinstance(width, int))
    return {name: width for name, width in pairs if not isinstance(width, bool) and 20 <= width <= 2_000}
