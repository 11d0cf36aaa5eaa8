"""Categorical event model: each value of a column counts by its frequency under the label.

Leave-one-out removes one value per column from the document's own label. If no other document has the value, it becomes
unknown. With D documents of the label and n known values, its probability is then α / (D + α((n - 1) + 1)). This equals
the formula for n known values, so the number of values does not have to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.event_model import (
    ColumnModel,
    EventSettings,
    JudgedDocument,
    LeaveOneOutEvidence,
    Prior,
    Smoothing,
    TrainingDocuments,
    log_prior,
    require_single_smoothing,
)
from nbengine.events.leave_one_out import subtract_own_counts
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import ChoiceWeights
from nbengine.explanations.exact_fractions import SmoothedShare, Step, fraction_as_written, units_to_documents
from nbengine.learnt.statistics import ChoiceTally, ContiguousChoiceTally, Features, Statistics, require_part
from nbengine.logspace import add_log_probabilities, log_odds_between, log_of


class CategoricalModel(ColumnModel):
    """Event model of columns with a fixed set of values: each value counts by its frequency under the label."""

    name = "categorical"
    title = "Categorical"
    column_kind = "choices"
    column_kinds = ("choices",)

    def weights(self, statistics: Statistics, settings: EventSettings) -> ChoiceWeights:
        return choice_weights(require_part(statistics.choices, "choices"), settings.smoothing)

    def column_leave_one_out(
        self,
        statistics: Statistics,
        training: TrainingDocuments,
        settings: EventSettings,  # noqa: ARG002 - used by Gaussian
    ) -> LeaveOneOutEvidence:
        tally, choices = require_part(statistics.choices, "choices"), require_part(training.features.choices, "choices")
        return CategoricalLeaveOneOut(tally, choices, training.label_numbers, training.weight_units)

    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        tally = require_part(judged.statistics.choices, "choices")
        choices = require_part(judged.features.choices, "choices")[0]
        names = judged.choice_names or tuple(map(str, range(tally.n_columns)))
        for column, (name, counts, value) in enumerate(zip(names, tally.counts, choices.tolist(), strict=True)):
            if value >= 0:
                numbered = (
                    count_numbered_values(counts, tally.min_values[column])
                    if isinstance(tally, ContiguousChoiceTally)
                    else None
                )
                alpha = require_single_smoothing(judged.settings.smoothing)
                working = choice_fraction(counts, label, value, alpha, n_values=numbered)
                yield Step(name, "choice", 1, working, working.log)

    def column_influence(
        self,
        document: Features,
        training: TrainingDocuments,
        statistics: Statistics,
        settings: EventSettings,
        label: int,
    ) -> FloatArray:
        """Return how much each training document adds to the score of `label` through its choices, shape (n_training,).

        If a training document is the only one with some value, leaving it out lowers the number of known values.
        """
        alpha, tally = require_single_smoothing(settings.smoothing), require_part(statistics.choices, "choices")
        choices, units = require_part(training.features.choices, "choices"), training.all_weight_units
        own_units = np.where(training.label_numbers == label, units, 0)
        least = tally.min_values if isinstance(tally, ContiguousChoiceTally) else [None] * tally.n_columns
        columns = [
            _influence_of_column(
                int(value), choices[:, column], own_units, units, tally.counts[column], alpha, label, least[column]
            )
            for column, value in enumerate(require_part(document.choices, "choices")[0].tolist())
            if value >= 0
        ]
        return add_log_probabilities(np.zeros(len(choices)), *columns)


def categorical(
    tally: ChoiceTally,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    n_values: Sequence[int] | None = None,
) -> Scorer:
    """Build a scorer: each choice adds its log-probability. An unseen value counts as unknown; a missing one is
    skipped.

    `n_values` gives the number of possible values of each column. By default it is the number of values seen.

    Example: fever, cough, listless; three infected, three not. The query has fever only (4/7 with Laplace smoothing).

    >>> from nbengine import ChoiceTally, categorical
    >>> tally = ChoiceTally(["+", "-"], 3)
    >>> rows = [[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1], [0, 1, 0]]
    >>> tally.learn(np.array(rows), [0, 0, 0, 1, 1, 1])
    >>> from nbengine import Features
    >>> round(float(np.exp(categorical(tally).log_proba(Features(choices=[[1, 0, 0]])))[0, 0]), 6)
    0.571429
    """
    weights = choice_weights(tally, smoothing, n_values=n_values)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), choices=weights)


def choice_weights(tally: ChoiceTally, smoothing: Smoothing, *, n_values: Sequence[int] | None = None) -> ChoiceWeights:
    """Return one table of log-probabilities per column. The last entry is for an unseen value."""
    alpha = require_single_smoothing(smoothing)
    if n_values is not None and len(n_values) != tally.n_columns:
        raise EngineError(f"{tally.n_columns} columns need as many numbers of values, not {len(n_values)}.")
    declared_values: Sequence[int | None] = [None] * tally.n_columns if n_values is None else n_values
    return ChoiceWeights(
        tuple(_log_share_table(*pair, alpha) for pair in zip(tally.counts, declared_values, strict=True))
    )


def count_seen_values(counts: IntArray) -> int:
    """Return the number of values of a column with a weight above 0."""
    return int((counts.sum(axis=0) > 0).sum())


def count_numbered_values(counts: IntArray, least: int) -> int:
    """Return the number of values of a column whose values are numbered from 0 without gaps.

    It is 1 plus the largest value that occurs in `counts`, and at least `least`.
    """
    return max(int(least), int(np.flatnonzero(counts.any(axis=0)).max(initial=-1)) + 1)


def _log_share_table(counts: IntArray, n_values: int | None, alpha: float) -> FloatArray:
    """Return log-probabilities, (n_labels, n_values + 1). A value whose weight is 0 counts as unseen."""
    declared = counts.shape[1] if n_values is None else max(n_values, counts.shape[1])
    seen = np.zeros((len(counts), declared + 1))
    seen[:, : counts.shape[1]] = counts / UNIT
    n_known = count_seen_values(counts) if n_values is None else declared
    totals = counts.sum(axis=1, keepdims=True) / UNIT
    is_unknown = np.ones(declared + 1, dtype=bool)
    is_unknown[:declared] = n_values is None
    is_unknown[: counts.shape[1]] &= counts.sum(axis=0) == 0
    return log_smoothed_share(seen, totals, alpha, n_known + is_unknown)


def log_smoothed_share(
    seen: FloatArray, totals: FloatArray, alpha: float, n_values: FloatArray | IntArray | int
) -> FloatArray:
    """Return log((count + α) / (total + α·n_values)); -inf if the numerator is 0."""
    smoothed = seen + alpha
    denominators = totals + alpha * n_values
    return log_of(smoothed) - np.where(smoothed > 0, log_of(np.where(denominators > 0, denominators, 1.0)), 0.0)


class CategoricalLeaveOneOut:
    """Leave-one-out log-likelihoods of each document, for any smoothing."""

    def __init__(self, tally: ChoiceTally, choices: IntArray, label_numbers: IntArray, units: IntArray | None) -> None:
        if choices.shape[1] != tally.n_columns:
            raise EngineError(f"There are {choices.shape[1]} columns of choices where {tally.n_columns} are expected.")
        self._tally, self._choices, self._label_numbers = tally, choices, label_numbers
        self._units = np.full(len(choices), UNIT) if units is None else units
        self._counts_left = [self._weights_without_document(column) for column in range(tally.n_columns)]

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        alpha = require_single_smoothing(smoothing)
        joint = choice_weights(self._tally, alpha).evidence(self._choices)
        own_evidence = add_log_probabilities(
            np.zeros(len(joint)), *(self._own_label_evidence(column, alpha) for column in range(self._tally.n_columns))
        )
        joint[np.arange(len(joint)), self._label_numbers] = own_evidence
        return joint

    def _weights_without_document(self, column: int) -> tuple[IntArray, IntArray]:
        """Return two weights for each document, both computed without the document.

        The first is the weight of the document's value under its label. The second is the weight of all values under
        its label.
        """
        counts, values = self._tally.counts[column], self._choices[:, column]
        if values.size and values.max() >= counts.shape[1]:
            raise EngineError("A document to leave out holds a value that was never learnt.")
        is_known = values >= 0
        own_weights = np.where(is_known, self._units, 0)
        if not counts.shape[1]:
            return own_weights, own_weights
        chosen = np.where(is_known, counts[self._label_numbers, values], 0)
        totals = counts.sum(axis=1)[self._label_numbers]
        return subtract_own_counts(chosen, own_weights), subtract_own_counts(totals, own_weights)

    def _own_label_evidence(self, column: int, alpha: float) -> FloatArray:
        chosen, totals = self._counts_left[column]
        shares = log_smoothed_share(chosen / UNIT, totals / UNIT, alpha, count_seen_values(self._tally.counts[column]))
        return np.where(self._choices[:, column] >= 0, shares, 0.0)


def choice_fraction(
    counts: IntArray, label: int, value: int, smoothing: float = 1.0, *, n_values: int | None = None
) -> SmoothedShare:
    """Return P(value | label) of one categorical column as an exact fraction.

    `counts` has the shape (n_labels, n_values). A value that was never seen counts as one more value besides the known
    ones. With `n_values`, all numbers below it are known values.
    """
    alpha, is_seen = fraction_as_written(smoothing), counts.sum(axis=0) > 0
    if n_values is not None:
        is_seen = np.ones(n_values, np.bool_)
    is_known = 0 <= value < len(is_seen) and bool(is_seen[value])
    count = counts[label, value] if is_known and value < counts.shape[1] else 0
    n_values = int(is_seen.sum()) + (not is_known)
    return SmoothedShare(
        units_to_documents(count), alpha, units_to_documents(counts[label].sum()), alpha * n_values, n_values
    )


def _influence_of_column(
    value: int,
    chosen: IntArray,
    own_units: IntArray,
    units: IntArray,
    counts: IntArray,
    alpha: float,
    label: int,
    least: int | None,
) -> FloatArray:
    """Return the influence of each training document through one column, shape (n_training,).

    If values are numbered without gaps, `least` is the minimum number of values. None means that only values that
    occurred count.
    """
    all_counts = np.append(counts.sum(axis=0), 0)
    index = value if value < counts.shape[1] else -1
    count, total = np.append(counts[label], 0)[index], counts[label].sum()
    has_value, is_known = chosen == value, chosen >= 0
    is_last = is_known & (all_counts[np.where(is_known, chosen, -1)] == units) & (units > 0)
    is_unknown: npt.NDArray[np.bool_]
    n_values: IntArray
    if least is None:
        n_before = count_seen_values(counts)
        n_values = n_before - is_last
        is_new, is_unknown = all_counts[index] == 0, (all_counts[index] == 0) | (is_last & has_value)
    else:
        n_before, seen = count_numbered_values(counts, least), np.flatnonzero(all_counts)
        n_shorter = max(least, int(seen[-2]) + 1 if len(seen) > 1 else 0)
        loses_largest = is_last & (chosen == seen.max(initial=-1))
        n_values = np.where(loses_largest, n_shorter, n_before)
        is_new, is_unknown = np.bool_(value >= n_before), value >= n_values
    without = log_smoothed_share(
        (count - np.where(has_value, own_units, 0)) / UNIT,
        (total - np.where(is_known, own_units, 0)) / UNIT,
        alpha,
        n_values + is_unknown,
    )
    whole = log_smoothed_share(np.asarray(count / UNIT), total / UNIT, alpha, n_before + int(is_new))
    return log_odds_between(whole, without)
