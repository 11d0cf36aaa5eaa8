"""Models as the workspace keeps them: found by name, loaded, brought up to date with their corpus, kept again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import Changes, DocumentChange, ModelRecord, StoredDocument
from app.services.training.corpus_documents import labelled_corpus, model_of, watched
from app.services.training.document_features import documents_features
from app.services.training.filter_training import trained_filter
from app.services.training.model_assurance import assured
from app.store.access import Place, reading, remembered
from app.store.workspace import Workspace
from nbengine.errors import EngineError
from nbengine.learnt.labelled_documents import learnt_from
from nbengine.models.filter_model import forget_by_keys, learn_by_keys
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes

CHANGES_AT_ONCE = 500


@dataclass(frozen=True, slots=True, eq=False)
class KeptModel:
    """A model with what the workspace knows of it."""

    record: ModelRecord
    model: Model


def model_record(workspace: Workspace, name: str | None) -> ModelRecord:
    """The model of that name; without a name, the one that changed last."""
    if name is not None:
        return workspace.models.get(name)
    known = workspace.models.all()
    if not known:
        raise NotFound("no-model", "")
    return max(known, key=lambda record: record.changed_at)


def shown_model(workspace: Place, name: str | None = None) -> KeptModel:
    """Find a model to be looked into and never changed; one of a workspace that is held open is loaded once."""
    with reading(workspace) as opened:
        record = model_record(opened, name)
        stamp = (record.number, record.change_number, record.changed_at)
        kept = remembered(workspace, ("model", record.name), stamp, lambda: kept_model(opened, record.name))
    return replace(kept, record=record)


def kept_model(workspace: Workspace, name: str | None = None) -> KeptModel:
    """Load a model as it was kept."""
    record = model_record(workspace, name)
    try:
        return KeptModel(record, model_from_bytes(workspace.models.content(record.name)))
    except EngineError as error:
        raise ModelError(record.name, str(error)) from error


def current_model(workspace: Workspace, name: str | None, context: JobContext) -> KeptModel:
    """Load a model and bring it up to date with its corpus, exactly; what it learnt is kept."""
    kept = kept_model(workspace, name)
    if kept.record.corpus is None or not kept.record.behind:
        return kept
    model, number = advanced(workspace, kept, context)
    return keep(workspace, replace(kept, model=model), number)


def advanced(workspace: Workspace, kept: KeptModel, context: JobContext) -> tuple[Model, int]:
    """The model with what changed in its corpus since, and the change number that it then holds."""
    corpus = kept.record.corpus
    if corpus is None:
        return kept.model, kept.record.change_number
    changes = workspace.changes.since(corpus, kept.record.change_number)
    try:
        if not changes.is_complete:
            return counted_anew(workspace, kept.model, corpus, context)
        apply_changes(workspace, kept.model, changes, context)
    except EngineError as error:
        raise ModelError(kept.record.name, str(error)) from error
    return kept.model, changes.last


def counted_anew(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> tuple[Model, int]:
    """The corpus as it is, under the model's recipe: the way out where deleted documents are gone for good."""
    labelled = labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context)
    if model.recipe.learner is not None:
        return trained_filter(model.recipe, labelled, context).model, labelled.change_number
    documents = watched(labelled.documents, context, "counting the corpus anew")
    whole = learnt_from(documents)
    fresh = model_of(model.recipe, replace(labelled, documents=documents), whole)
    assured(fresh, documents, whole)
    return fresh, labelled.change_number


def apply_changes(workspace: Workspace, model: Model, changes: Changes, context: JobContext) -> None:
    """Forget what documents were, and learn what they are."""
    if changes.renamed:
        renamed = {old: new for old, new in changes.renamed.items() if old in model.labels}
        model.rename_labels(renamed)
    waiting = iter(changes.documents)
    done = 0
    while part := list(islice(waiting, CHANGES_AT_ONCE)):
        context.checkpoint(done, len(changes.documents), "catching up")
        for is_forgetting in (True, False):
            apply_side(workspace, model, part, is_forgetting=is_forgetting)
        done += len(part)
    model.drop_empty_labels()


def apply_side(workspace: Workspace, model: Model, changes: Sequence[DocumentChange], *, is_forgetting: bool) -> None:
    """Apply one half of some changes: what documents no longer are, or what they have become."""
    if is_forgetting:
        entries = [(c.document, c.old_label, c.old_weight) for c in changes if c.was_there]
    else:
        entries = [(c.document, c.new_label, c.new_weight) for c in changes if c.is_there]
    labelled = [(number, label, weight) for number, label, weight in entries if label is not None and weight > 0]
    if not labelled:
        return
    numbers, labels, weights = zip(*labelled, strict=True)
    features = documents_features(workspace, model, numbers, grow=not is_forgetting)
    act = forget_by_keys if is_forgetting else learn_by_keys
    act(model, features, labels, np.array(weights), numbers)


def forget_stored(workspace: Workspace, kept: KeptModel, stored: StoredDocument) -> None:
    """Take a document out of the model at hand, if it is one of those that it learnt."""
    document = stored.document
    if kept.record.corpus != stored.corpus or document.label is None or document.weight <= 0:
        return
    features = documents_features(workspace, kept.model, [stored.number], grow=False)
    forget_by_keys(kept.model, features, [document.label], np.array([document.weight]), [stored.number])


def keep(workspace: Workspace, kept: KeptModel, change_number: int) -> KeptModel:
    """Write a model back under its name."""
    record = workspace.models.save(
        kept.record.name,
        model_to_bytes(kept.model),
        recipe=kept.record.recipe,
        change_number=change_number,
        corpus=kept.record.corpus,
        evaluation=kept.record.evaluation,
    )
    return replace(kept, record=record)


def recipe_text(plain: Mapping[str, Any]) -> str:
    """A recipe as the workspace keeps it beside the model, for those who look into the file."""
    return json.dumps(plain, ensure_ascii=False, sort_keys=True)
