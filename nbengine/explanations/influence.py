"""Training documents that speak most for a verdict, and those whose label the others do not bear out.

Influence is exact: the log-odds of the verdict with all documents, less the log-odds had one of them never been learnt.
Nothing is refitted; each document is taken off the sums that it is in.

Where factors were fitted, a document is a lesson, taken back as forgetting takes it: at the fit the weights are the sum
of all lessons, so that nothing is missing in them and nothing counted twice.

A filter's lessons are taken back one by one in the same way. What a lesson added can be subtracted to the last bit, its
steps of the learnt weights among it; the steps of later lessons stay as they were given, as they do when a document is
forgotten. How sure a filter is does not enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, check_label_numbers, units_of
from nbengine.errors import EngineError
from nbengine.events import event_model_of
from nbengine.events.event_model import EventSettings, Prior, Training
from nbengine.filter.tally import Tokens
from nbengine.learnt.statistics import Features, Statistics, features_of, require_part, statistics_of
from nbengine.learnt.tally import Tally
from nbengine.logspace import is_undecided, log_odds_between, log_of
from nbengine.models.filter_model import FilterModel, rows_of
from nbengine.models.fitted_factors import lesson_gains
from nbengine.models.model import Model


def influence_on_verdict(
    model: Model,
    document: Features | CountMatrix,
    training: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    *,
    label: str,
    against: str,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return how much each of the model's own documents adds to one document's log-odds, (n_documents,).

    All are counted over the model's columns; positive speaks for `label`.
    """
    for name in (label, against):
        if name not in model.labels:
            raise EngineError(f"The model has no label {name!r}.")
    given, features, statistics = model.prepared(document), model.prepared(training), model.scored_statistics
    settings, own, other = model.recipe.settings, model.labels.index(label), model.labels.index(against)
    if statistics.factors is None:
        return training_influence(
            given, features, label_numbers, statistics, settings, label=own, against=other, weights=weights
        )
    numbers = check_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
    texts = require_part(given.text, "text"), require_part(features.text, "text")
    gains = lesson_gains(model.recipe, statistics, *texts, numbers, weights)
    documents = Training(features, numbers, units_of(weights, features.n_documents))
    return gains[:, own] - gains[:, other] + _effect_of_prior(documents, statistics, settings, own, other)


def training_influence(
    document: Features | CountMatrix,
    training: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    learnt: Statistics | Tally,
    settings: EventSettings,
    *,
    label: int,
    against: int,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return how much each training document adds to one document's log-odds of `label` over `against`.

    What was learnt holds all of the training documents; the answer has shape (n_documents,). Infinite where a label
    would become impossible without the document.
    """
    given, features, statistics = features_of(document), features_of(training), statistics_of(learnt)
    if given.n_documents != 1:
        raise EngineError(f"Influence is on the verdict of one document, not of {given.n_documents}.")
    texts = [part.n_tokens for part in (given.text, features.text, statistics.text) if part is not None]
    if len(texts) == 3 and len(set(texts)) > 1:
        raise EngineError("The document and the training documents must be counted over the tally's tokens.")
    numbers = check_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
    documents = Training(features, numbers, units_of(weights, features.n_documents))
    event = event_model_of(settings.event_model)
    effects = [event.influence(given, documents, statistics, settings, number) for number in (label, against)]
    return log_odds_between(*effects) + _effect_of_prior(documents, statistics, settings, label, against)


def most_influential(influence: FloatArray, n_documents: int) -> tuple[IntArray, IntArray]:
    """Return the documents that speak most for the verdict and most against it, the strongest first."""
    order = np.argsort(-influence, kind="stable")
    backing, opposing = order[influence[order] > 0], order[::-1][influence[order[::-1]] < 0]
    return backing[:n_documents], opposing[:n_documents]


@dataclass(frozen=True, slots=True, eq=False)
class Suspicions:
    """Documents by how little the others bear out their label, the most suspicious first."""

    documents: IntArray
    """Document numbers."""
    margins: FloatArray
    """Score of the given label less that of the best other one, in the same order; negative speaks for an error."""
    suggested: IntArray
    """The best other label of each."""


def suspicious_labels(scores: FloatArray, label_numbers: npt.ArrayLike) -> Suspicions:
    """Rank documents by leave-one-out scores (n_documents, n_labels) of any kind; calibrated ones compare best.

    Undecided documents tell nothing and are left out.
    """
    if scores.ndim != 2 or scores.shape[1] < 2:
        raise EngineError("Labels can be doubted only where there are two or more.")
    numbers = check_label_numbers(label_numbers, len(scores), scores.shape[1])
    documents = np.flatnonzero(~is_undecided(scores))
    own = scores[documents, numbers[documents]]
    others = scores[documents].copy()
    others[np.arange(len(documents)), numbers[documents]] = -np.inf
    suggested = others.argmax(axis=1)
    margins = log_odds_between(own, others[np.arange(len(documents)), suggested])
    order = np.argsort(margins, kind="stable")
    return Suspicions(documents[order], margins[order], suggested[order])


def _effect_of_prior(
    training: Training, statistics: Statistics, settings: EventSettings, label: int, against: int
) -> FloatArray | float:
    n_labels = len(statistics.labels)
    if not event_model_of(settings.event_model).has_prior(n_labels, settings):
        return 0.0
    return log_odds_between(*(_prior_gain(training, statistics.documents, settings.prior, n) for n in (label, against)))


def _prior_gain(training: Training, documents: IntArray, prior: Prior, label: int) -> FloatArray:
    """Return what each document adds to a label's prior, without the total that cancels in odds."""
    if prior.kind not in ("data", "smoothed"):
        return np.zeros(len(training.label_numbers))
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    own = np.where(training.label_numbers == label, training.all_units, 0)
    before = documents[label] / UNIT + strength
    return log_odds_between(log_of(before), log_of((documents[label] - own) / UNIT + strength))


def lesson_influence(
    model: FilterModel,
    text: str,
    fields: Mapping[str, str],
    lessons: Iterable[tuple[Tokens, int]],
    *,
    label: str,
    against: str,
) -> Iterator[float]:
    """Yield how much each lesson adds to the log-odds of a text; a lesson is the words of its document, and its key.

    Positive speaks for `label`. The words are without the filter's own.
    """
    for name in (label, against):
        if name not in model.labels:
            raise EngineError(f"The model has no label {name!r}.")
    own, other, changing = model.labels.index(label), model.labels.index(against), model.copy()
    learner = changing.learner

    def looked_at() -> Tokens:
        [tokens] = rows_of(Features(changing.count([text], [fields]).counts))
        return tokens

    def odds(tokens: Tokens) -> float:
        found = learner.log_odds(learner.judge(learner.seen(tokens)))
        return float(found[own] - found[other])

    known = looked_at()
    with_all = odds(known)
    for words, key in lessons:
        if key not in learner.lessons:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        with learner.without(words, key):
            known_by_it_alone = words[learner.tally.heard.take(words) == 0]
            yield with_all - odds(looked_at() if np.isin(known_by_it_alone, known).any() else known)
