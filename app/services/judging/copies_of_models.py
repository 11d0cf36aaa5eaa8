"""Questions to a copy of a model, in memory, that learns or forgets a document; what is kept stays as it is.

How many other verdicts would a correction change? The lesson is learnt by the steps that a correction takes. It costs a
copy of the model and a look at every document of the list for each label, so long lists are not asked.

Why is a document of the corpus judged as it is? The copy has forgotten it, like the verdict beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.domain.corpus_browsing import share_of_judged
from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.use_case_results import DroppedItem, Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.classify_session import is_other
from app.services.judging.classifying import LoadedModel, classify_documents
from app.services.judging.reasons import KeptVerdict, Reasons, reasons_of
from app.services.models.kept_models import advanced, current_model, forget_stored, own_copy, shared_model
from app.services.models.learning import corpus_of
from app.services.training.document_features import documents_features, read_features
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.models.filter_model import FilterModel, forget_by_keys, learn_by_keys
from nbengine.models.model import Model

MOST_VERDICTS, MOST_CHARACTERS = 500, 4_000_000
NEW_DOCUMENT = -1
"""The key of a lesson whose document the corpus does not have."""


def is_foreseeable(items: Sequence[DroppedItem], n_labels: int) -> bool:
    """Tell whether a list is short enough to be judged once for each label."""
    documents = [item.document for item in items if item.document is not None]
    n_characters = sum(len(document.text) for document in documents)
    return n_labels * len(documents) <= MOST_VERDICTS and n_labels * n_characters <= MOST_CHARACTERS


def foreseen_changes(
    place: Place, model: str, items: Sequence[DroppedItem], number: int, labels: Sequence[str], context: JobContext
) -> dict[str, int]:
    """Count, for each label that an item may be given, the other items of which a person would see another verdict."""
    document = next((item.document for item in items if item.number == number), None)
    others = [(item.verdict, item.document) for item in items if item.number != number and item.document is not None]
    if document is None:
        return {}
    changes: dict[str, int] = {}
    for label in labels:
        context.checkpoint(len(changes), len(labels), "classifying")
        loaded = _taught_copy(place, model, document, label, context)
        verdicts = classify_documents(loaded, [other for _, other in others], 0) if others else []
        changes[label] = sum(is_other(now, then) for (now, _), then in zip(others, verdicts, strict=True))
    return changes


def _taught_copy(place: Place, name: str, document: Document, label: str, context: JobContext) -> LoadedModel:
    with reading(place) as workspace, workspace.snapshot():
        kept = own_copy(place, workspace, shared_model(place, workspace, name))
        corpus = corpus_of(kept.record)
        model, _ = advanced(workspace, kept, context)
        with engine_errors(ModelError, name):
            _learn(workspace, model, corpus, document, label)
        return LoadedModel(name, model)


def _learn(workspace: Workspace, model: Model, corpus: str, document: Document, label: str) -> None:
    """Learn what a document is, as the corpus would take it: content that is there already gets another label."""
    known = workspace.documents.find(corpus, document.content_hash) if document.content_hash else None
    if known is None:
        features = read_features(model, [document], grow=True).features
        learn_by_keys(model, features, [label], np.array([document.weight]), [NEW_DOCUMENT])
        return
    stored = workspace.documents.get(known).document
    if stored.label == label or stored.weight <= 0:
        return
    weights = np.array([stored.weight])
    if stored.label is not None:
        features = documents_features(workspace, model, [known], grow=False)
        forget_by_keys(model, features, [stored.label], weights, [known])
    learn_by_keys(model, documents_features(workspace, model, [known], grow=True), [label], weights, [known])
    model.drop_empty_labels()


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
