"""Corrects verdicts of the history: what one was about is learnt from Classify, or from its file where it left that."""

from __future__ import annotations

from pathlib import Path

from app.domain.errors import NotFound, SourceError
from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.domain.use_case_results import DroppedItem
from app.services.judging.classify_session import JudgedDocuments


def correct_remembered(
    documents: JudgedDocuments, model: str, verdict: VerdictRecord, label: str, context: JobContext
) -> tuple[int, list[DroppedItem]]:
    """Learn what a verdict of the history was about; return its number on Classify, and all that is judged otherwise.

    What does not lie there any more is read from its file and laid there again, so that the correction can be undone.
    """
    number = documents.history.item_of(verdict.number)
    if number is None or number not in {item.number for item in documents.items()}:
        number = _laid_again(documents, model, verdict, context)
    return number, documents.correct(model, number, label, context)


def _laid_again(documents: JudgedDocuments, model: str, verdict: VerdictRecord, context: JobContext) -> int:
    if not verdict.path:
        raise NotFound("remembered", verdict.title)
    path = Path(verdict.path)
    if not path.is_file():
        raise NotFound("remembered-file", path.name)
    placed, _ = documents.classify(model, [path], context, only=[(verdict.path, verdict.member)])
    if not placed:
        raise NotFound("remembered", verdict.title or verdict.member)
    [item] = placed[:1]
    if item.document is None:
        documents.take_off([item.number])
        raise SourceError(path, item.failure.reason if item.failure is not None else "parser")
    documents.history.follow(item.number, verdict.number)
    return item.number
