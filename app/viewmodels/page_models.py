"""The five pages by number, and their view-models together; and what the first page needs to know before the rest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.services import homes
from app.viewmodels.classify import ClassifyViewModel
from app.viewmodels.documents import DocumentsViewModel
from app.viewmodels.evaluation import EvaluationViewModel
from app.viewmodels.training import TrainingViewModel
from app.viewmodels.words import WordsViewModel

DOCUMENTS_PAGE, TRAIN_PAGE, WORDS_PAGE, CLASSIFY_PAGE, EVALUATE_PAGE = range(5)


@dataclass(frozen=True, slots=True)
class PageModels:
    """The view-models of the five pages."""

    documents: DocumentsViewModel
    training: TrainingViewModel
    words: WordsViewModel
    classify: ClassifyViewModel
    evaluation: EvaluationViewModel


def own_workspace() -> Path:
    """The workspace of a person who has not named one."""
    return homes.default_workspace()


def n_sample(language: str) -> int:
    """How many documents the sample in a language has."""
    return homes.sample_size(language)
