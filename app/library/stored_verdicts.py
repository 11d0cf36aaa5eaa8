"""Judge stored documents by their stored counts, without reading any file again."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.jobs import JobContext
from app.domain.records import DocumentHeading
from app.domain.results import DocumentVerdict
from app.library.classifying import judge, verdict_rows
from app.library.training_data import stored_features
from app.store.workspace import Workspace
from nbengine.arrays.counts import IntArray
from nbengine.models.model import Model


def judge_stored(
    workspace: Workspace, model: Model, corpus: str, numbers: IntArray, context: JobContext
) -> Iterator[tuple[DocumentHeading, DocumentVerdict]]:
    """Yield the verdict on each of these documents; documents that the model cannot read are left out.

    The workspace must be writable if some documents were never counted under the model's rules.
    """
    for batch, counted in stored_features(workspace, model, corpus, numbers, context):
        headings_by_number = {heading.number: heading for heading in workspace.documents.headings(batch.tolist())}
        headings = [headings_by_number.get(number, _deleted(number)) for number in batch.tolist()]
        for heading, verdict in zip(
            headings, verdict_rows(model, headings, counted, judge(model, counted), 0), strict=True
        ):
            if heading.number in headings_by_number:
                yield heading, verdict


def _deleted(number: int) -> DocumentHeading:
    """Placeholder for a document that was deleted while the others were judged."""
    return DocumentHeading(number, "", "", None, "", "", None, 0)
