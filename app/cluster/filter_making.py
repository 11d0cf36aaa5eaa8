"""A filter from counted shards: many machines read and count, and one worker teaches it, document after document.

Each lesson hangs on all lessons before it, so teaching cannot be shared out; but reading and counting, which take most
of the time, can. The documents come in the order that they have on one machine, and the same code learns them, so the
filter is the laptop's. One worker holds the counts of all: of more documents than it is allowed, those of whole shards
are learnt, spread evenly over the sources.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from app.cluster.model_from_counts import FinishedModel, check_labels
from app.cluster.shard_counting import ShardCounts
from app.cluster.tally_merging import LearntRows, ShardPart, learnt_rows
from app.domain.errors import TrainingError
from app.domain.jobs import Unattended
from app.services.engine_errors import engine_errors
from app.services.training.filter_training import (
    filter_recipe,
    filtered_label,
    leaves_all_open,
    promise_record,
    trained_filter,
    with_filter,
)
from app.services.training.recipe_planning import FILTER, CorpusKind, RecipePlan, RecipeRequest
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, stacked
from nbengine.arrays.renumbered_columns import remapped
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import Documents, labelled_documents
from nbengine.learnt.statistics import Features
from nbengine.models.persistence import model_to_bytes
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class DatedDocuments:
    """Documents as a filter learns them."""

    documents: Documents
    document_numbers: IntArray
    dates_s: IntArray


def makes_filter(request: RecipeRequest, name: str) -> bool:
    """Return whether a filter is asked for, by its name or by what only a filter has."""
    if request.event_model == FILTER:
        return True
    if request.spam_label is None and not request.protected:
        return False
    if not leaves_all_open(request):
        raise TrainingError(name, "only a filter keeps one label from the others")
    return True


def suits_filter(request: RecipeRequest, kind: CorpusKind, labels: Sequence[str]) -> bool:
    """Return whether one machine would have made a filter of these labels."""
    return leaves_all_open(request) and filtered_label(request, kind, labels, "") is not None


def filter_plan(plan: RecipePlan) -> RecipePlan:
    """Return a plan that counts what a filter reads; the label that it keeps from the others is found out later."""
    return RecipePlan(filter_recipe(plan.recipe, plan.kind, ""), plan.kind)


def finished_filter(
    request: RecipeRequest, plan: RecipePlan, name: str, parts: Mapping[int, ShardPart], *counted: ShardCounts
) -> FinishedModel:
    """Teach a filter the documents of some shards, in their order; a task for one worker."""
    with engine_errors(TrainingError, name):
        labelled = dated_documents(counted, parts)
        documents = labelled.documents
        asked = replace(request, event_model=FILTER)
        recipe = with_filter(plan, asked, documents.labels, name).recipe
        trained = trained_filter(recipe, labelled, Unattended())
        model = model_to_bytes(trained.model)
    learnt = np.bincount(documents.label_numbers, minlength=len(documents.labels)).tolist()
    return FinishedModel(
        model=model,
        recipe=recipe,
        labels=dict(zip(documents.labels, learnt, strict=True)),
        n_words=trained.model.n_words,
        accuracy=trained.evaluation.accuracy,
        judged_by="replay",
        canonical_hash=trained.model.canonical_hash(),
        n_judged=len(documents.label_numbers),
        promise=promise_record(trained.model),
    )


def dated_documents(counted: Sequence[ShardCounts], parts: Mapping[int, ShardPart]) -> DatedDocuments:
    """Return the documents of shards that are to be learnt, over the words of all of them."""
    learnt = [learnt_rows(shard, parts[shard.number]) for shard in counted]
    used = {
        shard.labels[number]
        for shard, rows in zip(counted, learnt, strict=True)
        for number in np.unique(rows.label_numbers).tolist()
    }
    labels = sorted(used)
    check_labels(labels)
    numbers = [
        np.array([labels.index(label) if label in used else -1 for label in shard.labels], np.int64)[rows.label_numbers]
        for shard, rows in zip(counted, learnt, strict=True)
    ]
    words, counts = _over_common_words(learnt)
    documents = labelled_documents(Features(counts), np.concatenate(numbers), tuple(labels), words, _weights(learnt))
    dates_s = np.concatenate([rows.dates_s for rows in learnt])
    return DatedDocuments(documents, np.arange(1, len(dates_s) + 1), dates_s)


def _over_common_words(learnt: Sequence[LearntRows]) -> tuple[Vocabulary, CountMatrix]:
    """Number the words of all shards in the order in which they come."""
    words = Vocabulary()
    counts = []
    for rows in learnt:
        columns = rows.vocabulary.mapping_to(words, grow=True)
        counts.append(remapped(rows.counts, columns[: rows.counts.n_tokens], len(words)))
    return words, stacked(counts)


def _weights(learnt: Sequence[LearntRows]) -> FloatArray | None:
    if all(rows.weights is None for rows in learnt):
        return None
    return np.concatenate(
        [np.ones(len(rows.label_numbers)) if rows.weights is None else rows.weights for rows in learnt]
    )
