"""Reasons for the verdict on a document of a corpus, by a model that has forgotten it, like the verdict beside it."""

from __future__ import annotations

import numpy as np

from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.results import DroppedItem, Verdict
from app.services.judging.classify_session import Reasons, reasons_of
from app.services.judging.classifying import LoadedModel
from app.services.models.kept_models import KeptModel, current_model
from app.services.training.document_features import documents_features
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.errors import EngineError
from nbengine.models.filter_model import forget_by_keys


def stored_reasons(workspace: Place, model: str, number: int, context: JobContext) -> Reasons:
    """Explain the verdict on a stored document; what is kept stays as it is."""
    with writing(workspace) as opened:
        kept, stored = current_model(opened, model, context), opened.documents.get(number)
        try:
            forget(opened, kept, stored)
        except EngineError as error:
            raise ModelError(kept.record.name, str(error)) from error
    document = stored.document
    item = DroppedItem(number, Verdict(document.path, document.member, title=document.title), document)
    return reasons_of(LoadedModel(kept.record.name, kept.model), item, document)


def forget(workspace: Workspace, kept: KeptModel, stored: StoredDocument) -> None:
    """Take the document out of the model at hand, if it is one of those that it learnt."""
    document = stored.document
    if kept.record.corpus != stored.corpus or document.label is None or document.weight <= 0:
        return
    features = documents_features(workspace, kept.model, [stored.number], grow=False)
    forget_by_keys(kept.model, features, [document.label], np.array([document.weight]), [stored.number])
