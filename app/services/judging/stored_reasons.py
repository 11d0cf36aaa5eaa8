"""Reasons for the verdict on a document of a corpus, by a model that has forgotten it, like the verdict beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.domain.corpus_browsing import share_of_judged
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.use_case_results import DroppedItem, Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.classify_session import KeptVerdict, Reasons, reasons_of
from app.services.judging.classifying import LoadedModel
from app.services.models.kept_models import current_model, forget_stored, own_copy
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.models.filter_model import FilterModel


def stored_reasons(workspace: Place, model: str, number: int, context: JobContext) -> Reasons:
    """Explain the verdict on a stored document; what is kept stays as it is."""
    with writing(workspace) as opened:
        kept = own_copy(workspace, opened, current_model(workspace, opened, model, context))
        stored = opened.documents.get(number)
        with engine_errors(ModelError, kept.record.name):
            forget_stored(opened, kept, stored)
            told = kept_verdict(opened, kept.record.name, stored, when_new=isinstance(kept.model, FilterModel))
    document = stored.document
    item = DroppedItem(number, Verdict(document.path, document.member, title=document.title), document)
    reasons = reasons_of(LoadedModel(kept.record.name, kept.model), item, document)
    return reasons if kept.record.corpus != stored.corpus else replace(reasons, kept=told)


def kept_verdict(workspace: Workspace, model: str, stored: StoredDocument, *, when_new: bool) -> KeptVerdict | None:
    """Find what is kept of a model's verdict on a document, with the probability that lists show of it."""
    found = workspace.verdicts.leave_one_out(stored.corpus, model)
    if found is None or not len(found.document_numbers) or found.model not in ("", model):
        return None
    place = min(int(np.searchsorted(found.document_numbers, stored.number)), len(found.document_numbers) - 1)
    judged = int(found.labels[place])
    if found.document_numbers[place] != stored.number or judged < 0:
        return None
    label, share = found.label_names[judged], float(found.probabilities[place])
    own = stored.document.label if found.own_labels is None else found.label_names[int(found.own_labels[place])]
    return KeptVerdict(label, share_of_judged(share, len(found.label_names), is_own=label == own), when_new)
