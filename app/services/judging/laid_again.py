"""Documents laid on the Classify page again: the list that was there at the end, and what the history names.

Their files are read again and judged by today's model.

Only places are kept, in the history of verdicts, and no text: what was pasted is not there any more. A file that is
gone is listed as such.
"""

from __future__ import annotations

from pathlib import Path

from app.domain.documents import Failure
from app.domain.errors import NotFound, SourceError
from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.domain.use_case_results import DroppedItem
from app.services.judging.classify_session import JudgedDocuments
from app.services.judging.source_judging import files_of


def lay_out_kept(documents: JudgedDocuments, model: str, context: JobContext) -> list[DroppedItem]:
    """Lay down again what was kept, with what a person said of it; return what lies there by it."""
    kept = [record for record in documents.history.kept_list() if record.path]
    places = dict.fromkeys(map(place_of, kept))
    paths = files_of(places)
    items = documents.classify(model, paths, context, only=places)[0] if paths else []
    placed = {(item.verdict.path, item.verdict.member): item for item in items}
    missing = [record for record in kept if place_of(record) not in placed]
    failures = [
        Failure(record.path, record.member, "not-in-file" if Path(record.path).is_file() else "gone")
        for record in missing
    ]
    laid = documents.lay_missing([(why, record.title) for why, record in zip(failures, missing, strict=True)])
    placed |= {place_of(record): item for record, item in zip(missing, laid, strict=True)}
    for record in kept:
        item = placed[place_of(record)]
        documents.history.follow(item.number, record.number)
        if record.right_label is not None and not item.error:
            documents.mark_said(item.number, record.right_label)
    return list(placed.values())


def place_of(record: VerdictRecord) -> tuple[str, str]:
    """The path and member that a verdict is about."""
    return record.path, record.member


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
