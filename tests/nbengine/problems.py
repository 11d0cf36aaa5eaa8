"""Small random problems for every event model, with all that a real corpus throws at them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nbengine import events
from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    count_matrix,
)
from nbengine.events.event_model import EventSettings
from nbengine.learnt.statistics import Features, Statistics, empty_statistics

EVENT_MODELS: tuple[str, ...] = tuple(events.EVENT_MODELS)
TEXT_MODELS: tuple[str, ...] = tuple(
    name for name, model in events.EVENT_MODELS.items() if model.column_kinds == ("text",)
)


@dataclass(frozen=True)
class Problem:
    """Documents with every kind of column, their labels and their weights."""

    labels: tuple[str, ...]
    features: Features
    label_numbers: IntArray
    weights: FloatArray | None

    @property
    def counts(self) -> CountMatrix:
        assert self.features.text is not None
        return self.features.text

    def learnt(self, documents: IntArray | slice = slice(None), *, is_real: bool = False) -> Statistics:
        statistics = empty_statistics(self.labels, self.features, is_real=is_real)
        weights = None if self.weights is None else self.weights[documents]
        statistics.learn(self.features[documents], self.label_numbers[documents], weights)
        return statistics


def a_problem(
    seed: int = 0,
    n_documents: int = 24,
    n_tokens: int = 15,
    n_labels: int = 3,
    *,
    is_weighted: bool = False,
    is_real: bool = False,
) -> Problem:
    """A label with a single document, a word in every document, one in none, empty documents, missing values."""
    random = np.random.default_rng(seed)
    label_numbers = random.integers(0, max(n_labels - 1, 1), n_documents)
    label_numbers[0] = n_labels - 1
    table = random.poisson(random.uniform(0.05, 1.5, n_tokens), (n_documents, n_tokens))
    table[:, 0] += 1
    table[:, 1] = 0
    table[label_numbers == 0, 2] = 1
    table[3] = 0
    values = table * random.uniform(0.1, 1, table.shape) if is_real else table
    weights = random.choice([0.25, 1.0, 1 / 3, 2.0, 5.5], n_documents) if is_weighted else None
    return Problem(
        tuple("abcdefgh"[:n_labels]),
        Features(count_matrix(values), _numbers(random, n_documents), _choices(random, n_documents)),
        label_numbers,
        weights,
    )


def settings_for(model: str, smoothing: float = 0.7, **choices: object) -> EventSettings:
    return EventSettings(event_model=model, smoothing=smoothing, **choices)


def _numbers(random: np.random.Generator, n_documents: int) -> FloatArray:
    numbers = random.normal([0, 50, 1000, 3], [1, 20, 1e-2, 1], (n_documents, 4))
    numbers[:, 3] = 7.0
    numbers[1, 3] = 8.5
    numbers[random.random(n_documents) < 0.2, 0] = np.nan
    return numbers


def _choices(random: np.random.Generator, n_documents: int) -> IntArray:
    choices = random.integers(-1, 3, (n_documents, 3))
    choices[2, 1] = 5
    choices[:, 2] = 1
    return choices


def judged_by_folds(
    statistics: Statistics,
    features: Features,
    label_numbers: IntArray,
    folds: IntArray,
    settings: EventSettings,
    weights: FloatArray | None = None,
) -> FloatArray:
    """Return the scores of each document by what was learnt less its fold."""
    log_joint = np.empty((features.n_documents, len(statistics.labels)))
    for fold in np.unique(folds):
        own, rest = np.flatnonzero(folds == fold), statistics.copy()
        rest.forget(features[own], label_numbers[own], None if weights is None else weights[own])
        log_joint[own] = events.derive(rest, settings).log_joint(features[own])
    return log_joint
