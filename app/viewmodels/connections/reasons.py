"""The explanation of a document that is in the corpus, without the model's own memory of it."""

from __future__ import annotations

from pathlib import Path

from app.domain.jobs import JobContext
from app.services.stored_reasons import stored_reasons
from app.store.workspace import Workspace
from app.viewmodels.classify import Explanation
from app.viewmodels.connections.classify import shown_reasons
from app.viewmodels.connections.labels import labels_of


def explanation_of(workspace: Path, model: str, corpus: str, number: int, context: JobContext) -> Explanation:
    """Say why a stored document was judged so."""
    reasons = stored_reasons(workspace, model, number, context)
    with Workspace(workspace, read_only=True) as opened:
        colours = {label.name: label.colour for label in labels_of(opened, corpus)}
    return shown_reasons(reasons, colours)
