"""Confidence of a verdict: a level (sure, likely, unsure) and, for an unsure verdict, the reason for the doubt.

The calibrated probability of a verdict is the share of held-out documents with a similar score that were judged
correctly. If there is a reason to distrust that share, such as too few known words, the verdict is unsure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from app.domain.results import DocumentVerdict, DroppedItem

SURE_FROM, LIKELY_FROM = 0.99, 0.90
MIN_KNOWN_WORDS = 8
NO_THRESHOLDS: Mapping[str, float] = MappingProxyType({})


class ConfidenceLevel(Enum):
    """Confidence level, shown next to the verdict. NOT_READ: there is no verdict. BY_YOU: a person gave the label."""

    SURE = "sure"
    LIKELY = "likely"
    UNSURE = "unsure"
    NOT_READ = "not-read"
    BY_YOU = "by-you"


class Doubt(Enum):
    """A reason why a verdict is unsure."""

    CLOSE_CALL = "close call"
    """The probability is below LIKELY_FROM, with two labels or in a multi-label corpus."""
    SHORT_OF_SURE = "short of sure"
    """The probability is high, but below the threshold for *sure*: the model's own, or one that a person set."""
    FEW_WORDS = "few words"
    """The document has fewer than MIN_KNOWN_WORDS words that the model knows."""
    NEW_KIND = "new kind"
    """The document is unlike all training documents."""
    TWO_LABELS = "two labels"
    """The probability is below LIKELY_FROM, with more than two labels that exclude each other."""
    NO_PROMISE = "no promise"
    """Too few documents of the label were judged correctly to state an error limit."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """Confidence of one verdict, as lists show it next to the label."""

    level: ConfidenceLevel
    doubt: Doubt | None = None
    score: float = 0.0
    """Log-odds of the judged label against the label with the next higher score; 0 if no other label was scored."""
    probability: float = 0.0
    """Calibrated probability of the label; 0 if it is unknown. Lists draw it as the length of a bar."""


def confidence_of(verdict: DocumentVerdict, *, is_by_person: bool = False) -> Confidence:
    """Return the confidence of a verdict. `is_by_person` means that a person gave the label."""
    if verdict.error is not None:
        return Confidence(ConfidenceLevel.NOT_READ)
    score, probability = log_odds_against_runner_up(verdict), verdict.probability or 0.0
    if is_by_person:
        return Confidence(ConfidenceLevel.BY_YOU, score=score, probability=probability)
    doubt = _find_doubt(verdict)
    if doubt is not None:
        return Confidence(ConfidenceLevel.UNSURE, doubt, score, probability)
    return Confidence(
        ConfidenceLevel.SURE if probability >= SURE_FROM else ConfidenceLevel.LIKELY,
        score=score,
        probability=probability,
    )


def is_unsure_verdict(verdict: DocumentVerdict) -> bool:
    """Return whether the verdict is shown as *unsure*. Such a document is not filed automatically."""
    return confidence_of(verdict).level is ConfidenceLevel.UNSURE


def confidence_of_probability(probability: float | None, n_labels: int) -> Confidence:
    """Return the confidence of a verdict if only its probability is stored in the database; None counts as 0."""
    if probability is not None and probability >= LIKELY_FROM:
        return Confidence(
            ConfidenceLevel.SURE if probability >= SURE_FROM else ConfidenceLevel.LIKELY, probability=probability
        )
    doubt = Doubt.TWO_LABELS if n_labels > 2 else Doubt.CLOSE_CALL
    return Confidence(ConfidenceLevel.UNSURE, doubt, probability=probability or 0.0)


def expected_error_rate(verdict: DocumentVerdict) -> float:
    """Return how often verdicts like this one are wrong: the share measured on held-out documents, or else 1 -
    probability.
    """
    return verdict.wrong_share if verdict.wrong_share is not None else 1.0 - (verdict.probability or 0.0)


def meets_error_limit(verdict: DocumentVerdict, one_in: int | None) -> bool:
    """Return whether at most one in `one_in` verdicts of this confidence is expected to be wrong.

    True if no limit was chosen (`one_in` is None) or the model gives no error limits.
    """
    return one_in is None or verdict.strictest_limit_met is None or verdict.strictest_limit_met >= one_in


def reaches_threshold(verdict: DocumentVerdict, thresholds: Mapping[str, float]) -> bool:
    """Return whether the verdict's probability is at least the threshold of its label.

    `thresholds` maps labels to thresholds. Labels that are missing in `thresholds` have the threshold 0.
    """
    return (verdict.probability or 0.0) >= thresholds.get(verdict.label or "", 0.0)


def can_file_without_asking(item: DroppedItem, thresholds: Mapping[str, float], one_in: int | None = None) -> bool:
    """Return whether an item may be filed without asking a person.

    An item with a label from a person may. Otherwise the verdict must be sure, reach the threshold of its label in
    `thresholds` (see `reaches_threshold`), and meet the error limit `one_in` (see `meets_error_limit`).
    """
    verdict = item.verdict
    is_sure_enough = (
        is_sure_of_folder(verdict) and reaches_threshold(verdict, thresholds) and meets_error_limit(verdict, one_in)
    )
    return item.corrected is not None or is_sure_enough


def is_sure_of_folder(verdict: DocumentVerdict) -> bool:
    """Return whether the verdict is sure enough to choose a folder.

    The folder belongs to the label itself, or to an outer label that contains it, such as `finance` for `finance/bank`.
    """
    if verdict.labels is not None:
        return verdict.branch is not None or any(answer.is_sure for answer in verdict.labels)
    return not is_unsure_verdict(verdict) or verdict.branch is not None


def _find_doubt(verdict: DocumentVerdict) -> Doubt | None:
    if verdict.is_unlike:
        return Doubt.NEW_KIND
    is_close = verdict.label is None or (verdict.probability or 0.0) < LIKELY_FROM
    if not (is_close or verdict.is_unsure):
        return None
    if verdict.n_known_words is not None and verdict.n_known_words < MIN_KNOWN_WORDS:
        return Doubt.FEW_WORDS  # only explains an existing doubt: most short messages have this few known words
    if not is_close:
        return Doubt.NO_PROMISE if verdict.strictest_limit_met == -1 else Doubt.SHORT_OF_SURE
    has_rivals = len(verdict.log_joint) > 2 and verdict.labels is None
    return Doubt.TWO_LABELS if has_rivals else Doubt.CLOSE_CALL


def log_odds_against_runner_up(verdict: DocumentVerdict) -> float:
    """Return the log-odds of the judged label against the label with the next higher score; 0 if no other was
    scored.
    """
    if verdict.odds is not None:
        return verdict.odds
    if verdict.labels is not None:
        return verdict.score or 0.0
    joint = sorted(verdict.log_joint.values(), reverse=True)
    if len(joint) < 2 or math.isinf(joint[0]):
        return 0.0
    return joint[0] - joint[1]
