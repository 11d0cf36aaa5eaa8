"""The explanation of a document that is in the corpus, without the model's own memory of it."""

from __future__ import annotations

from pathlib import Path

from app.domain.jobs import JobContext
from app.pages.classify.model import Explanation
from app.pages.classify.questions import shown_reasons
from app.pages.labels import labels_of
from app.services.judging.stored_reasons import stored_reasons
from app.store.workspace import Workspace


def explanation_of(workspace: Path, model: str, corpus: str, number: int, context: JobContext) -> Explanation:
    """Say why a stored document was judged so."""
    reasons = stored_reasons(workspace, model, number, context)
    with Workspace(workspace, read_only=True) as opened:
        colours = {label.name: label.colour for label in labels_of(opened, corpus)}
    return shown_reasons(reasons, colours)
