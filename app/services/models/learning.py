"""Learn and forget: a document joins or leaves its corpus, and the model with it, in one transaction.

The corpus is the truth, and the model follows it: what the model learns or forgets is read from the corpus's own log
of changes. So learning a document twice changes nothing, an undo in the window is a change like any other, and two
programs that teach the same model lose nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.documents import Document, SourceKind, SourceOptions, labels_in
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.records import ModelRecord
from app.domain.use_case_results import LearningReport
from app.services.models.kept_models import KeptModel, can_follow, followed, model_record, shared_model, teaching
from app.store.corpora import usable_label
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.models.filter_model import FilterModel

DOUBTED_BELOW = 0.5


def reading_options(workspace: Place, model: str | None, kind: SourceKind) -> SourceOptions:
    """Return the options by which documents are read for a model: for one of a table, by its corpus's columns."""
    with reading(workspace) as opened:
        corpus = model_record(opened, model).corpus
        schema = None if corpus is None else opened.corpora.get(corpus).schema
    if schema is None:
        return SourceOptions(kind=kind, labels_from="none")
    return SourceOptions(
        kind="table",
        labels_from="none",
        text_column=schema.text,
        numeric_columns=schema.numeric,
        categorical_columns=schema.categorical,
    )


def learn(
    workspace: Place,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Add documents to the model's corpus under a label, and to the model; nothing happens twice."""
    label = usable_label(label)
    with writing(workspace) as opened, teaching(workspace, opened, model) as record:
        corpus = corpus_of(record)
        changed = sum(learn_one(opened, corpus, replace(document, label=label)) for document in documents)
        kept = followed(workspace, opened, record.name, context)
        doubted = doubted_lessons(kept, changed)
    return report(kept, label, len(documents), changed, doubted, asks_hash=asks_hash)


def learn_one(workspace: Workspace, corpus: str, document: Document) -> int:
    """Add a document, or give the one with the same content the label; return 1 if anything changed."""
    known = workspace.documents.find(corpus, document.content_hash) if document.content_hash else None
    if known is not None:
        return workspace.editing.relabel([known], document.label)
    workspace.editing.add(corpus, [document])
    return 1


def forget(
    workspace: Place,
    model: str | None,
    documents: Sequence[Document],
    label: str,
    context: JobContext,
    *,
    asks_hash: bool = False,
) -> LearningReport:
    """Take documents out of the model and its corpus; one that was never learnt under the label is an error."""
    label = usable_label(label)
    with writing(workspace) as opened, teaching(workspace, opened, model) as record:
        corpus = corpus_of(record)
        numbers = []
        for document in documents:
            number = opened.documents.find(corpus, document.content_hash) if document.content_hash else None
            if number is None or opened.documents.get(number).document.label != label:
                raise NotFound("learnt", Path(document.member or document.path).name)
            numbers.append(number)
        changed = opened.editing.remove(numbers)
        kept = followed(workspace, opened, record.name, context)
    return report(kept, label, len(documents), changed, 0, asks_hash=asks_hash)


def corpus_of(record: ModelRecord) -> str:
    """The corpus that lessons go to."""
    if record.corpus is None:
        raise ModelError(record.name, "no-corpus")
    return record.corpus


def report(
    kept: KeptModel, label: str, n_documents: int, changed: int, doubted: int, *, asks_hash: bool
) -> LearningReport:
    """Say what a lesson changed."""
    learnt_hash, corpus = kept.model.canonical_hash() if asks_hash else "", corpus_of(kept.record)
    return LearningReport(kept.record.name, corpus, label, n_documents, changed, learnt_hash, doubted)


def relabel(
    workspace: Place, model: str, corpus: str, numbers: Sequence[int], label: str | None, context: JobContext
) -> int:
    """Give documents of a corpus a label, or none; return how many contradict what its filter has learnt.

    Where the corpus takes several, the label is given beside the others, or taken where all of them have it.
    """
    with writing(workspace) as opened:
        if label is not None and opened.corpora.get(corpus).takes_several:
            n_changed = toggled(opened, numbers, label)
        else:
            n_changed = opened.editing.relabel(numbers, label)
        try:
            return doubted_at_once(workspace, opened, model, corpus, numbers, context) if n_changed and model else 0
        except (ModelError, NotFound):  # the labels stand; the model's trouble is told where the model is used
            return 0


def toggled(workspace: Workspace, numbers: Sequence[int], label: str) -> int:
    """Give documents one more label, or take it from them where all of them have it."""
    headings = workspace.documents.headings(list(numbers))
    have_it = all(label in labels_in(heading.label) for heading in headings)
    return workspace.editing.toggle(numbers, label, is_on=not have_it)


def doubted_at_once(
    place: Place, workspace: Workspace, model: str, corpus: str, numbers: Sequence[int], context: JobContext
) -> int:
    """Let a filter learn a few changes now, and count the documents that it hardly believes.

    Many changes, a new label and other models are left for when the model is next asked.
    """
    with teaching(place, workspace, model) as record:
        changes = workspace.changes.since(corpus, record.change_number) if record.corpus == corpus else None
        if changes is None or not can_follow(shared_model(place, workspace, model).model, changes):
            return 0
        kept = followed(place, workspace, model, context).model
        rows = kept.learner.lessons.rows if isinstance(kept, FilterModel) else None
        return 0 if rows is None else int((np.isin(rows["key"], numbers) & (rows["trust"] < DOUBTED_BELOW)).sum())


def doubted_lessons(kept: KeptModel, changed: int) -> int:
    """Count the last lessons that a filter hardly believes."""
    if not changed or not isinstance(kept.model, FilterModel):
        return 0
    return int((kept.model.learner.lessons.rows["trust"][-changed:] < DOUBTED_BELOW).sum())
