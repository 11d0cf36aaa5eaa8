"""Learning and forgetting the rows of a lesson one at a time, beside a model that learnt the same rows afresh."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.services.lessons.lesson_bench import Bench, StepKind, learnt, query_features
from nbengine.arrays.logspace import normalised
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model

SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class ToldStep:
    """The outcome of one step of learning or forgetting."""

    kind: StepKind | None
    """None before the first step."""
    row: int
    n_documents: int
    fingerprint: str
    """Of the counts after the step."""
    fresh_fingerprint: str
    """Of the counts of a model that learnt these rows, and no others, from the beginning."""
    label: str | None
    probability: float | None
    """The probability of that label; None where the document is undecided."""

    @property
    def is_same(self) -> bool:
        """Return whether nothing tells the two models apart."""
        return self.fingerprint == self.fresh_fingerprint


def told_steps(bench: Bench) -> tuple[ToldStep, ...]:
    """Take the steps one after the other, on one model."""
    start = replace(bench, steps=())
    model, _ = learnt(start)
    told = [_told(model, start, None, 0)]
    for place, (kind, row) in enumerate(bench.steps, start=1):
        label, *cells = bench.rows[row]
        features = query_features(model, replace(bench, query=tuple(cells)))
        (model.forget if kind == "forget" else model.learn)(features, [label.strip()])
        told.append(_told(model, replace(bench, steps=bench.steps[:place]), kind, row))
    return tuple(told)


def _told(model: Model, bench: Bench, kind: StepKind | None, row: int) -> ToldStep:
    fresh, _ = learnt(bench)
    log_joint = model.scorer.log_joint(model.prepared(query_features(model, bench)))
    log_proba = normalised(log_joint)[0]
    is_decided = bool(np.isfinite(log_proba).any())
    best = int(np.nanargmax(log_proba)) if is_decided else -1
    return ToldStep(
        kind=kind,
        row=row,
        n_documents=len(bench.learnt_rows),
        fingerprint=model.canonical_hash()[:SHOWN_DIGITS],
        fresh_fingerprint=fresh.canonical_hash()[:SHOWN_DIGITS],
        label=model.labels[best] if is_decided else None,
        probability=float(np.exp(log_proba[best])) if is_decided else None,
    )
