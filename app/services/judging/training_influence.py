"""Training documents that weigh most for and against one verdict, each found by taking it alone out of what was learnt.

The model is first brought to where its corpus is, in memory: what is kept stays as it is. A filter takes each lesson
back as forgetting would; any other model subtracts each document from its counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.sureness import LIKELY
from app.domain.use_case_results import InfluentialDocument, TrainingInfluence
from app.services.engine_errors import engine_errors
from app.services.library.corpus_columns import titles_of
from app.services.models.kept_models import KeptModel, advanced, forget_stored, own_copy, shared_model
from app.services.models.learning import corpus_of
from app.services.training.corpus_documents import LabelledCorpus, adopted, labelled_corpus
from app.services.training.document_features import documents_features, read_features
from app.store.workspace import Place, Workspace, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.explanations.explanation import Explanation, explain
from nbengine.explanations.training_document_influence import influence_on_verdict, lesson_influence, most_influential
from nbengine.filter.tally import Tokens
from nbengine.learnt.held_or_streamed_documents import Documents
from nbengine.learnt.statistics import Features
from nbengine.models.filter_model import FilterModel, rows_of, without_own
from nbengine.models.model import Model

SHOWN_DOCUMENTS = 5
ROWS_AT_ONCE, LESSONS_AT_ONCE = 1_000, 50
PHASE = "weighing documents"


def influence_on_document(
    place: Place, model: str | None, document: Document, context: JobContext, *, n_shown: int = SHOWN_DOCUMENTS
) -> TrainingInfluence:
    """Find the training documents that weigh most in the verdict on a document that was just read."""
    with writing(place) as workspace:
        kept = _following(place, workspace, model, context)
        return _influence(workspace, kept, document, context, n_shown)


def influence_on_stored(
    place: Place, model: str | None, number: int, context: JobContext, *, n_shown: int = SHOWN_DOCUMENTS
) -> TrainingInfluence:
    """Find those for a stored document, as judged by a model that has forgotten it."""
    with writing(place) as workspace:
        kept, stored = _following(place, workspace, model, context), workspace.documents.get(number)
        with engine_errors(ModelError, kept.record.name):
            forget_stored(workspace, kept, stored)
        return _influence(workspace, kept, stored.document, context, n_shown, without=number)


def _following(place: Place, workspace: Workspace, name: str | None, context: JobContext) -> KeptModel:
    kept = own_copy(place, workspace, shared_model(place, workspace, name))
    corpus_of(kept.record)
    return replace(kept, model=advanced(workspace, kept, context)[0])


def _influence(
    workspace: Workspace, kept: KeptModel, document: Document, context: JobContext, n_shown: int, without: int = -1
) -> TrainingInfluence:
    if len(kept.model.labels) < 2:
        return TrainingInfluence(None, None, 0.0, 0, (), ())
    corpus = workspace.corpora.get(corpus_of(kept.record))
    labelled = labelled_corpus(workspace, corpus, kept.model.recipe, context)
    places = np.flatnonzero(labelled.document_numbers != without)
    documents, numbers = labelled.documents[places], labelled.document_numbers[places]
    labelled = replace(labelled, documents=documents, document_numbers=numbers)
    with engine_errors(ModelError, kept.record.name):
        found = explain(kept.model, read_features(kept.model, [document]).features)
        pieces = _pieces(workspace, kept.model, labelled, context)
        effects = _effects(kept.model, document, found, pieces, len(places), context)
    backing, opposing = most_influential(effects, n_shown)
    doubted = doubted_labels(workspace, kept.record.name, corpus.name)
    return TrainingInfluence(
        found.label,
        found.against,
        found.score,
        len(effects),
        _shown(workspace, labelled, backing, effects, doubted),
        _shown(workspace, labelled, opposing, effects, doubted),
    )


def _effects(
    model: Model,
    document: Document,
    found: Explanation,
    pieces: Iterable[tuple[IntArray, Documents, Features]],
    n_documents: int,
    context: JobContext,
) -> FloatArray:
    """(n_documents,): what each adds to the log-odds of the verdict."""
    if isinstance(model, FilterModel):
        lessons, text, fields = _lessons(pieces, n_documents, context), document.text, document.fields
        effects = lesson_influence(model, text, fields, lessons, label=found.label, against=found.against)
        return np.fromiter(effects, np.float64)
    judged, parts = read_features(model, [document]).features, [np.zeros(0)]
    for _, piece, training in pieces:
        own = np.array([model.labels.index(label) for label in piece.labels])[piece.label_numbers]
        labels = {"label": found.label, "against": found.against}
        parts.append(influence_on_verdict(model, judged, training, own, weights=piece.weights, **labels))
    return np.concatenate(parts)


def _pieces(
    workspace: Workspace, model: Model, labelled: LabelledCorpus, context: JobContext
) -> Iterator[tuple[IntArray, Documents, Features]]:
    """Yield numbers of some documents, what is known of them, and their features over the model's columns."""
    numbers, n_documents = labelled.document_numbers, len(labelled.documents)
    if model.recipe.reads_text_alone:
        for places, piece in labelled.documents.pieces():
            context.checkpoint(places.start, n_documents, PHASE)
            yield numbers[places], piece, adopted(model, piece)
        return
    whole = labelled.documents.held()
    for start in range(0, n_documents, ROWS_AT_ONCE):  # rows are read again, by the names of their values
        context.checkpoint(start, n_documents, PHASE)
        own, piece = numbers[start : start + ROWS_AT_ONCE], whole[start : start + ROWS_AT_ONCE]
        yield own, piece, documents_features(workspace, model, own.tolist(), grow=False)


def _lessons(
    pieces: Iterable[tuple[IntArray, Documents, Features]], n_documents: int, context: JobContext
) -> Iterator[tuple[Tokens, int]]:
    """The words and the key of each lesson of a filter."""
    done = 0
    for numbers, _, features in pieces:
        for words, number in zip(rows_of(without_own(features)), numbers.tolist(), strict=True):
            if not done % LESSONS_AT_ONCE:
                context.checkpoint(done, n_documents, PHASE)
            done += 1
            yield words, number


def _shown(
    workspace: Workspace, labelled: LabelledCorpus, places: IntArray, effects: FloatArray, doubted: Mapping[int, str]
) -> tuple[InfluentialDocument, ...]:
    numbers = labelled.document_numbers[places].tolist()
    headings = {heading.number: heading for heading in workspace.documents.headings(numbers)}
    titles = titles_of(workspace, headings.values())
    shown = []
    for number, effect in zip(numbers, effects[places].tolist(), strict=True):
        if (one := headings.get(number)) is not None:
            rather = doubted.get(number) if doubted.get(number) != one.label else None
            own = (titles[number], one.sender, one.date_s, one.label)
            shown.append(InfluentialDocument(number, *own, effect, rather))
    return tuple(shown)


def doubted_labels(workspace: Workspace, model: str, corpus: str) -> dict[int, str]:
    """Return the documents whose label is most likely wrong, with the one they were judged to have instead.

    A model that had not seen a document gave its label one chance in ten at most.
    """
    kept = workspace.verdicts.leave_one_out(corpus, model)
    if kept is None or kept.own_labels is None:
        return {}
    is_other = (kept.labels >= 0) & (kept.labels != kept.own_labels) & (kept.probabilities <= 1.0 - LIKELY)
    numbers, labels = kept.document_numbers[is_other].tolist(), kept.labels[is_other].tolist()
    return {number: kept.label_names[label] for number, label in zip(numbers, labels, strict=True)}
