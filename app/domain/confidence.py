"""The sureness of a verdict: a word that stands for a measured share of right ones, and a reason where it is not sure.

The calibrated probability of a verdict is the share of left-out documents with such a score that were judged right.
Where something speaks against trusting that share, such as a handful of known words, the reason beats the figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from app.domain.results import DroppedItem, Verdict
from nbengine.lazy_dataclasses import dataclass

SURE, LIKELY = 0.99, 0.90
LEAST_KNOWN_WORDS = 8
NO_LEAST: Mapping[str, float] = MappingProxyType({})


class Sureness(Enum):
    """The word that stands beside a verdict."""

    SURE = "sure"
    LIKELY = "likely"
    UNSURE = "unsure"
    NOT_READ = "not-read"
    BY_YOU = "by-you"


class Doubt(Enum):
    """A reason why a verdict is unsure."""

    CLOSE_CALL = "close call"
    SHORT_OF_SURE = "short of sure"
    """Probable, but more is wanted before anything like it is called sure."""
    FEW_WORDS = "few words"
    NEW_KIND = "new kind"
    TWO_LABELS = "two labels"
    NO_PROMISE = "no promise"
    """Too few documents of the label were judged rightly to promise anything of it."""


@dataclass(frozen=True, slots=True)
class HowSure:
    """The signs of sureness that a list shows beside a verdict's label."""

    word: Sureness
    doubt: Doubt | None = None
    score: float = 0.0
    """Log-odds of the judged label against the next one."""
    probability: float = 0.0
    """Calibrated probability of the label, 0 where it is not known. Every bar of sureness is this long."""


def how_sure(verdict: Verdict, *, is_by_person: bool = False) -> HowSure:
    """Return how sure a verdict is, or that a person has said it."""
    if verdict.error is not None:
        return HowSure(Sureness.NOT_READ)
    score, probability = score_of(verdict), verdict.probability or 0.0
    if is_by_person:
        return HowSure(Sureness.BY_YOU, score=score, probability=probability)
    doubt = _doubt(verdict)
    if doubt is not None:
        return HowSure(Sureness.UNSURE, doubt, score, probability)
    return HowSure(Sureness.SURE if probability >= SURE else Sureness.LIKELY, score=score, probability=probability)


def asks_person(verdict: Verdict) -> bool:
    """Tell whether a person is asked: wherever this is so, the verdict says *unsure* and nothing is filed."""
    return how_sure(verdict).word is Sureness.UNSURE


def sureness_of_share(share: float | None, n_labels: int) -> HowSure:
    """Return how sure a kept verdict is, of which only the probability is known."""
    if share is not None and share >= LIKELY:
        return HowSure(Sureness.SURE if share >= SURE else Sureness.LIKELY, probability=share)
    doubt = Doubt.TWO_LABELS if n_labels > 2 else Doubt.CLOSE_CALL
    return HowSure(Sureness.UNSURE, doubt, probability=share or 0.0)


def wrong_share_of(verdict: Verdict) -> float:
    """Return the share of verdicts like it that is expected to be wrong: as measured, or as its probability says."""
    return verdict.wrong_share if verdict.wrong_share is not None else 1.0 - (verdict.probability or 0.0)


def keeps(verdict: Verdict, one_in: int | None) -> bool:
    """Return whether a verdict keeps the limit that a person chose: of those like it at most one in so many is wrong.

    Where none was chosen, or a model keeps other promises, what is sure by itself will do.
    """
    return one_in is None or verdict.kept_one_in is None or verdict.kept_one_in >= one_in


def has_least(verdict: Verdict, least_shares: Mapping[str, float]) -> bool:
    """Return whether a verdict is as probable as a person wants those of its label to be."""
    return (verdict.probability or 0.0) >= least_shares.get(verdict.label or "", 0.0)


def goes_unasked(item: DroppedItem, least_shares: Mapping[str, float], one_in: int | None = None) -> bool:
    """Tell whether something is filed without a question: a person said what it is, or it is sure enough."""
    verdict = item.verdict
    is_sure = has_sure_place(verdict) and has_least(verdict, least_shares) and keeps(verdict, one_in)
    return item.corrected is not None or is_sure


def has_sure_place(verdict: Verdict) -> bool:
    """Return whether a folder is sure: that of a label, or of a branch that it lies in."""
    if verdict.labels is not None:
        return verdict.branch is not None or any(one.is_sure for one in verdict.labels)
    return not asks_person(verdict) or verdict.branch is not None


def _doubt(verdict: Verdict) -> Doubt | None:
    if verdict.is_unlike:
        return Doubt.NEW_KIND
    is_close = verdict.label is None or (verdict.probability or 0.0) < LIKELY
    if not (is_close or verdict.is_unsure):
        return None
    if verdict.n_known_words is not None and verdict.n_known_words < LEAST_KNOWN_WORDS:
        return Doubt.FEW_WORDS  # explains a doubt and makes none: most short messages have as few
    if not is_close:
        return Doubt.NO_PROMISE if verdict.kept_one_in == -1 else Doubt.SHORT_OF_SURE
    has_rivals = len(verdict.log_joint) > 2 and verdict.labels is None
    return Doubt.TWO_LABELS if has_rivals else Doubt.CLOSE_CALL


def score_of(verdict: Verdict) -> float:
    """Return the log-odds of the judged label against the next one; 0 where nothing is known of another."""
    if verdict.odds is not None:
        return verdict.odds
    if verdict.labels is not None:
        return verdict.score or 0.0
    joint = sorted(verdict.log_joint.values(), reverse=True)
    if len(joint) < 2 or math.isinf(joint[0]):
        return 0.0
    return joint[0] - joint[1]
