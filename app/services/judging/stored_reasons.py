"""Reasons for the verdict on a document of a corpus, by a model that has forgotten it, like the verdict beside it."""

from __future__ import annotations

from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.results import DroppedItem, Verdict
from app.services.judging.classify_session import Reasons, reasons_of
from app.services.judging.classifying import LoadedModel
from app.services.models.kept_models import current_model, forget_stored
from app.store.access import Place, writing
from nbengine.errors import EngineError


def stored_reasons(workspace: Place, model: str, number: int, context: JobContext) -> Reasons:
    """Explain the verdict on a stored document; what is kept stays as it is."""
    with writing(workspace) as opened:
        kept, stored = current_model(opened, model, context), opened.documents.get(number)
        try:
            forget_stored(opened, kept, stored)
        except EngineError as error:
            raise ModelError(kept.record.name, str(error)) from error
    document = stored.document
    item = DroppedItem(number, Verdict(document.path, document.member, title=document.title), document)
    return reasons_of(LoadedModel(kept.record.name, kept.model), item, document)
