"""Reasons for the verdict on a document of a corpus, by a model that has forgotten it, like the verdict beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.corpus_view import share_of_judged
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.results import DroppedItem, Verdict
from app.services.judging.classify_session import KeptVerdict, Reasons, reasons_of
from app.services.judging.classifying import LoadedModel
from app.services.models.kept_models import current_model, forget_stored
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.errors import EngineError
from nbengine.models.filter_model import FilterModel


def stored_reasons(workspace: Place, model: str, number: int, context: JobContext) -> Reasons:
    """Explain the verdict on a stored document; what is kept stays as it is."""
    with writing(workspace) as opened:
        kept, stored = current_model(opened, model, context), opened.documents.get(number)
        try:
            forget_stored(opened, kept, stored)
            told = kept_verdict(opened, stored, when_new=isinstance(kept.model, FilterModel))
        except EngineError as error:
            raise ModelError(kept.record.name, str(error)) from error
    document = stored.document
    item = DroppedItem(number, Verdict(document.path, document.member, title=document.title), document)
    reasons = reasons_of(LoadedModel(kept.record.name, kept.model), item, document)
    return reasons if kept.record.corpus != stored.corpus else replace(reasons, kept=told)


def kept_verdict(workspace: Workspace, stored: StoredDocument, *, when_new: bool) -> KeptVerdict | None:
    """Find what is kept of a document, with the probability that lists show of it."""
    found = workspace.verdicts.leave_one_out(stored.corpus)
    if found is None or not len(found.document_numbers):
        return None
    place = min(int(np.searchsorted(found.document_numbers, stored.number)), len(found.document_numbers) - 1)
    judged = int(found.labels[place])
    if found.document_numbers[place] != stored.number or judged < 0:
        return None
    label, share = found.label_names[judged], float(found.probabilities[place])
    n_labels = len(found.label_names)
    return KeptVerdict(label, share_of_judged(share, n_labels, is_own=label == stored.document.label), when_new)
