"""Numbers of the eight pages, the view-models of an open workspace, and what the first page needs."""

from __future__ import annotations

from app.pages.classify.view_model import ClassifyViewModel
from app.pages.documents.view_model import DocumentsViewModel
from app.pages.evaluation.view_model import EvaluationViewModel
from app.pages.inbox.view_model import InboxViewModel
from app.pages.sorting.view_model import SortingViewModel
from app.pages.training.view_model import TrainingViewModel
from app.pages.words.view_model import WordsViewModel
from app.qt.jobs import Runner
from nbengine.lazy_dataclasses import dataclass

DOCUMENTS_PAGE, TRAIN_PAGE, WORDS_PAGE, CLASSIFY_PAGE, INBOX_PAGE, EVALUATE_PAGE, LESSONS_PAGE, SORT_PAGE = range(8)


@dataclass(frozen=True, slots=True)
class PageModels:
    """The view-models that an open workspace fills; the lessons do without one."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    inbox: InboxViewModel
    evaluation: EvaluationViewModel
    sorting: SortingViewModel


def page_models(runner: Runner) -> PageModels:
    """Make all of them; nobody answers what they ask yet."""
    return PageModels(
        DocumentsViewModel(runner), TrainingViewModel(runner), WordsViewModel(runner), ClassifyViewModel(runner),
        InboxViewModel(runner), EvaluationViewModel(runner), SortingViewModel(runner),
    )  # fmt: skip
