"""The list of the Classify page as it was when the program ended: its files are read again and judged by today's model.

Only places are kept, in the history of verdicts, and no text: what was pasted is not there any more. A file that is
gone is listed as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.domain.documents import Failure
from app.domain.jobs import JobContext
from app.domain.records import VerdictRecord
from app.domain.use_case_results import DroppedItem
from app.services.judging.classify_session import JudgedDocuments
from app.services.judging.picked_by_path_and_member import files_of


def lay_out_kept(documents: JudgedDocuments, model: str, context: JobContext) -> list[DroppedItem]:
    """Lay down again what was kept, with what a person said of it; return what lies there by it."""
    kept = [record for record in documents.history.kept_list() if record.path]
    placed = _read(documents, model, kept, context)
    missing = [record for record in kept if place_of(record) not in placed]
    laid = documents.lay_missing([(failure_of(record), record.title) for record in missing])
    placed |= {place_of(record): item for record, item in zip(missing, laid, strict=True)}
    for record in kept:
        item = placed[place_of(record)]
        documents.history.follow(item.number, record.number)
        if record.right_label is not None and not item.error:
            documents.mark_said(item.number, record.right_label)
    return list(placed.values())


def _read(
    documents: JudgedDocuments, model: str, kept: Sequence[VerdictRecord], context: JobContext
) -> dict[tuple[str, str], DroppedItem]:
    places = dict.fromkeys(map(place_of, kept))
    paths = files_of(places)
    items = documents.classify(model, paths, context, only=places)[0] if paths else []
    return {(item.verdict.path, item.verdict.member): item for item in items}


def place_of(record: VerdictRecord) -> tuple[str, str]:
    """The path and member that a verdict is about."""
    return record.path, record.member


def failure_of(record: VerdictRecord) -> Failure:
    """The reason why what a verdict is about cannot be read again."""
    reason = "not-in-file" if Path(record.path).is_file() else "gone"
    return Failure(record.path, record.member, reason)
