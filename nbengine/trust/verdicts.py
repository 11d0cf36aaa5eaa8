"""Verdicts of a model on some documents, the record of how far scores may be trusted, and the marks from which on they
are sure: of the documents of each label that pass one, at most one in so many is wrong.

Marks are placed among scores as new documents get them: at the lowest confidence for which the verdicts on the label
that are as probable prove that share, and their probabilities say the same; for each label by itself, and so it holds
in all. It is proved with a certainty of seven in ten, since the lowest mark of many is the luckiest one. A label of
which too few documents were judged keeps no limit, and nothing is sure to be of it. Wrong labels among the documents
count as mistakes, which makes the marks stricter: what a score cannot tell from a mistake is not explained away
(`tests/benchmarks/decisions/documents.md`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.filter.thresholds import LEAST_SURE
from nbengine.logspace import UNDECIDED, best_labels, is_undecided, normalise_log_joint
from nbengine.measure.evaluation import log_odds
from nbengine.notebooks import ShownInNotebooks
from nbengine.trust.calibration import Calibration, LabelSets, fit_calibration, learn_label_sets

NEGATIVE, UNSURE, POSITIVE = 0, -1, 1
HALVINGS = 52
"""Of the interval in which a share is looked for."""


@dataclass(frozen=True, slots=True)
class SafeThreshold:
    """Scores strictly above it count; `safe_threshold` makes it."""

    threshold: float
    tolerated: float
    """The share of documents that may pass by mistake."""
    proved: float
    """The share that passes by mistake is at most this, with the stated confidence."""
    confidence: float
    passed: int
    """Documents seen that pass by mistake."""
    n_documents: int

    @property
    def expected(self) -> float:
        """The share that passes by mistake is at most this on average."""
        return (self.passed + 1) / (self.n_documents + 1)

    @property
    def is_kept(self) -> bool:
        """Return whether there were documents enough to keep the promise on average."""
        return self.expected <= self.tolerated

    @property
    def is_proved(self) -> bool:
        """Return whether there were documents enough to prove the promise with the stated confidence."""
        return self.proved <= self.tolerated


def safe_threshold(scores: npt.ArrayLike, tolerated: float = 0.001, *, confidence: float = 0.95) -> SafeThreshold:
    """Find the lowest threshold that documents like these pass at most a tolerated share of the time.

    The scores are those of documents that should not pass. The more there are, the more of them may lie above.
    """
    values = np.asarray(scores, dtype=np.float64)
    if np.isnan(values).any():
        raise EngineError(f"{int(np.isnan(values).sum())} scores are NaN.")
    if not 0 < tolerated < 1 or not 0 < confidence < 1:
        raise EngineError(f"A share between 0 and 1 is needed, not {tolerated} with confidence {confidence}.")
    n_documents = len(values)
    if not n_documents:
        return SafeThreshold(math.inf, tolerated, 1.0, confidence, 0, 0)
    allowed = min(max(0, math.floor(tolerated * (n_documents + 1) * (1 + 1e-12)) - 1), n_documents - 1)
    threshold = float(np.partition(values, n_documents - 1 - allowed)[n_documents - 1 - allowed])
    passed = int(np.sum(values > threshold))
    proved = proved_share(passed, n_documents, confidence)
    return SafeThreshold(threshold, tolerated, proved, confidence, passed, n_documents)


def proved_share(n_passed: int, n_documents: int, confidence: float = 0.95) -> float:
    """Return the largest share that is still believable when this many of the documents pass a threshold among them."""
    if n_passed >= n_documents:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _chance_of_at_most(n_passed, n_documents, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


@lru_cache(maxsize=4_096)
def fewest_to_prove(n_passed: int, share: float, confidence: float) -> int:
    """Return how many documents it takes, so many of which pass, to prove that at most a share of all does."""
    low, high = n_passed, math.ceil((n_passed + 10 * math.sqrt(n_passed + 1)) / share)
    while low < high:
        middle = (low + high) // 2
        if middle > n_passed and _chance_of_at_most(n_passed, middle, share) <= 1 - confidence:
            high = middle
        else:
            low = middle + 1
    return low


def _chance_of_at_most(n_passed: int, n_documents: int, share: float) -> float:
    """The binomial's lower tail; `scipy.special` has it, but takes longer to import than the window."""
    passed = np.arange(1, n_passed + 1)
    log_ways = np.concatenate(([0.0], np.cumsum(np.log((n_documents - passed + 1) / passed))))
    numbers = np.arange(n_passed + 1)
    logs = log_ways + numbers * math.log(share) + (n_documents - numbers) * math.log1p(-share)
    return math.exp(np.logaddexp.reduce(logs))


@dataclass(frozen=True, slots=True)
class UnsureBand:
    """Scores above `high` are positive, up to `low` negative, between them unsure."""

    low: float
    high: float
    negatives: SafeThreshold
    """The promise to the negatives: how often one of them is called positive."""
    negatives_lost: int
    positives_missed: int
    unsure_share: float
    """Of all documents seen; the ones to be judged may be of another mix."""

    def judge(self, scores: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """POSITIVE, NEGATIVE or UNSURE for each score."""
        values = np.asarray(scores, dtype=np.float64)
        return np.where(values > self.high, POSITIVE, np.where(values <= self.low, NEGATIVE, UNSURE))


def unsure_band(
    scores: npt.ArrayLike,
    is_positive: npt.ArrayLike,
    *,
    tolerated_lost: float = 0.001,
    tolerated_missed: float = 0.01,
    most_unsure: float = 0.04,
    confidence: float = 0.95,
) -> UnsureBand:
    """Place the band by scores of documents that were left out when scored, higher ones more positive.

    The upper end keeps the promise to the negatives. The lower end keeps all but a tolerated share of the positives
    from being called negative, as far as that leaves at most a given share of the documents unsure.
    """
    values, positives = np.asarray(scores, dtype=np.float64), np.asarray(is_positive, dtype=np.bool_)
    if values.ndim != 1 or values.shape != positives.shape:
        raise EngineError(f"Scores of shape {values.shape} do not go with labels of shape {positives.shape}.")
    upper = safe_threshold(values[~positives], tolerated_lost, confidence=confidence)
    low = _lower_end(values, positives, upper.threshold, tolerated_missed, most_unsure)
    is_unsure = (values > low) & (values <= upper.threshold)
    return UnsureBand(
        low=low,
        high=upper.threshold,
        negatives=upper,
        negatives_lost=upper.passed,
        positives_missed=int(np.sum(values[positives] <= low)),
        unsure_share=float(is_unsure.mean()) if len(values) else 0.0,
    )


def _lower_end(
    values: FloatArray, positives: npt.NDArray[np.bool_], high: float, tolerated_missed: float, most_unsure: float
) -> float:
    wanted = np.sort(values[positives])
    allowed = int(tolerated_missed * len(wanted))
    low = min(high, np.nextafter(wanted[allowed], -np.inf)) if len(wanted) else high
    below = np.sort(values[values <= high])
    n_unsure = int(most_unsure * len(values))
    if len(below) - np.searchsorted(below, low, side="right") > n_unsure:
        low = below[len(below) - n_unsure - 1]
    return float(low)


FEWEST_KNOWN, MOST_UNKNOWN = 2.5, 0.5
"""A document with fewer known words than this, and a larger share of unknown ones, is unsure whatever its score."""
MOST_KEPT = 2_000
"""Scores kept of what is usual; as many order statistics as tell a share of 1 in 1,000."""


@dataclass(frozen=True, slots=True)
class Verdict(ShownInNotebooks):
    """The verdict of a model on one document."""

    label: str | None
    """The best label; None where it is undecided."""
    probability: float
    """The calibrated probability of the label; 0 where the document is undecided."""
    is_unsure: bool
    """True if the evidence is too weak for the tolerated errors, so that a person had better look."""
    probabilities: dict[str, float]
    """Each label's."""

    def __str__(self) -> str:
        return "undecided" if self.label is None else f"{self.label} ({self.probability:.1%})"


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts(ShownInNotebooks):
    """One row per document."""

    label_numbers: IntArray
    """(n_documents,): the best label's number, -1 where it is undecided."""
    log_joint: FloatArray
    """(n_documents, n_labels): the scores themselves."""
    log_proba: FloatArray
    """(n_documents, n_labels): the raw posterior, which is far too sure."""
    calibrated: FloatArray
    """(n_documents, n_labels): log-probabilities as sure as experience bears out; the raw ones where there is none."""
    is_unsure: npt.NDArray[np.bool_]
    """(n_documents,): whether a person had better look: too little evidence, too few known words, or unlike anything
    learnt; undecided documents are too."""
    is_unlike: npt.NDArray[np.bool_]
    """(n_documents,): whether the document is unlike anything learnt."""
    unknown_share: FloatArray
    """(n_documents,): which share of the document's words the model does not know."""
    labels: tuple[str, ...] = ()
    """The labels' names, in the order of the columns."""
    kept_one_in: IntArray | None = None
    """(n_documents,): the strictest limit that each verdict keeps: of those like it at most one in so many is wrong;
    0 where it keeps none, -1 where none on its label does. None where limits are not kept label by label."""
    wrong_share: FloatArray | None = None
    """(n_documents,): the share of wrong verdicts among those like it, on documents that were left out."""

    def __len__(self) -> int:
        return len(self.label_numbers)

    def __getitem__(self, document: int) -> Verdict:
        """Return one document's verdict by the names of the labels."""
        number, shares = int(self.label_numbers[document]), np.exp(self.calibrated[document]).tolist()
        return Verdict(
            None if number == UNDECIDED else self.labels[number],
            float(self.confidence[document]),
            bool(self.is_unsure[document]),
            dict(zip(self.labels, shares, strict=True)),
        )

    def __repr__(self) -> str:
        shown = [str(self[document]) for document in range(min(len(self), 3))]
        return f"Verdicts({', '.join(shown)}{', …' if len(self) > 3 else ''})"

    @property
    def confidence(self) -> FloatArray:
        """(n_documents,): the calibrated probability of the verdict; 0 where it is undecided."""
        return np.asarray(np.exp(self.calibrated.max(axis=1, initial=-np.inf)))


@dataclass(frozen=True, slots=True, eq=False)
class Assurance:
    """The trust that a verdict deserves, learnt from scores of left-out documents; `fit_assurance` makes it."""

    calibration: Calibration
    marks: LabelMarks
    """From which calibrated confidence on a verdict is sure, label by label."""
    label_sets: LabelSets | None = None
    band: UnsureBand | None = None
    """For two labels one of which must not be given by mistake: which scores are sure, either way."""
    positive: str | None = None
    """The label that must not be given by mistake."""
    is_band_on_evidence: bool = False
    """True if the band's scores are the evidence of `nbengine.filter.document_score`, False if calibrated log-odds."""


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """Raw scores of some documents, before trust comes in; `verdicts_of` makes verdicts of them."""

    log_joint: FloatArray
    """(n_documents, n_labels)"""
    lengths: FloatArray
    unknown: FloatArray
    unknown_share: FloatArray
    evidence: FloatArray | None
    """(n_documents,): for the second of two labels."""


def fit_assurance(
    log_joint: FloatArray,
    label_numbers: IntArray,
    lengths: FloatArray,
    unknown: FloatArray,
    log_prior: FloatArray,
    labels: Sequence[str],
    *,
    calibration: Calibration | None = None,
    as_new: tuple[IntArray, FloatArray] | None = None,
) -> Assurance:
    """Learn from scores (n_documents, n_labels) of documents that were left out when scored.

    The calibration is learnt from them too, unless there is a better one, and so are the marks, unless there are places
    and scores of documents judged as new ones will be.
    """
    calibration = calibration or fit_calibration(log_joint, label_numbers, lengths)
    picked, scores = (np.arange(len(log_joint)), log_joint) if as_new is None else as_new
    confidence = np.exp(calibration.apply(scores, lengths[picked]).max(axis=1, initial=-np.inf))
    found = best_labels(scores)
    marks = label_marks(confidence, found, found == label_numbers[picked], labels)
    sets = learn_label_sets(log_joint, label_numbers, lengths, log_prior, unknown)
    return Assurance(calibration, marks, _thinned(sets))


def with_band(
    assurance: Assurance,
    log_joint: FloatArray,
    label_numbers: IntArray,
    lengths: FloatArray,
    labels: tuple[str, ...],
    positive: str,
    *,
    evidence: FloatArray | None = None,
    tolerated_lost: float = 0.001,
    tolerated_missed: float = 0.01,
    most_unsure: float = 0.02,
) -> Assurance:
    """Add the band that keeps a promise such as: lose at most 1 good mail in 1,000 to the positive label.

    It is placed on the evidence for the second of two labels if that is given, and else on calibrated log-odds.
    """
    if positive not in labels:
        raise EngineError(f"{positive!r} is not one of the labels {', '.join(labels)}.")
    number = labels.index(positive)
    decided = ~is_undecided(log_joint)
    if evidence is None:
        scores = log_odds(assurance.calibration.apply(log_joint, lengths), number)
    else:
        scores = evidence if number else -evidence
    band = unsure_band(
        scores[decided],
        (np.asarray(label_numbers) == number)[decided],
        tolerated_lost=tolerated_lost,
        tolerated_missed=tolerated_missed,
        most_unsure=most_unsure,
    )
    return replace(assurance, band=band, positive=positive, is_band_on_evidence=evidence is not None)


def with_renamed(assurance: Assurance, names: Mapping[str, str], *, is_merged: bool) -> Assurance:
    """Rename the labels of an assurance; label sets are dropped where two labels became one."""
    positive = assurance.positive
    return replace(
        assurance,
        marks=assurance.marks.renamed(names),
        positive=None if positive is None else names.get(positive, positive),
        label_sets=None if is_merged else assurance.label_sets,
    )


def verdicts_of(said: Said, labels: tuple[str, ...], assurance: Assurance | None) -> Verdicts:
    """Turn what was said into verdicts; without assurance none is unsure or unlike anything."""
    log_joint, unknown_share = said.log_joint, said.unknown_share
    numbers, log_proba = best_labels(log_joint), normalise_log_joint(log_joint)
    undecided, nothing = numbers == UNDECIDED, np.zeros(len(numbers), dtype=np.bool_)
    if assurance is None:
        return Verdicts(numbers, log_joint, log_proba, log_proba, undecided, nothing, unknown_share, labels)
    calibrated = assurance.calibration.apply(log_joint, said.lengths)
    confidence = np.exp(calibrated.max(axis=1, initial=-np.inf))
    kept, wrong_share = assurance.marks.places(confidence, numbers, labels)
    by_band = _is_unsure_by_band(calibrated, confidence, said.evidence, numbers, labels, assurance)
    sets = assurance.label_sets
    unlike = nothing if sets is None else sets.is_unlike(log_joint, said.lengths, said.unknown)
    n_known = said.unknown * (1 - unknown_share) / np.maximum(unknown_share, 1e-9)
    says_little = (unknown_share > MOST_UNKNOWN) & (n_known < FEWEST_KNOWN)
    unsure = undecided | (kept < ONE_IN[0] if by_band is None else by_band) | unlike | says_little
    found = Verdicts(numbers, log_joint, log_proba, calibrated, unsure, unlike, unknown_share, labels)
    if by_band is not None:
        return found
    return replace(found, kept_one_in=np.where(unsure, np.minimum(kept, 0), kept), wrong_share=wrong_share)


def _is_unsure_by_band(
    calibrated: FloatArray,
    confidence: FloatArray,
    evidence: FloatArray | None,
    numbers: IntArray,
    labels: tuple[str, ...],
    assurance: Assurance,
) -> npt.NDArray[np.bool_] | None:
    """Return which verdicts the band leaves unsure; None where there is none for these labels."""
    band, has_scores = assurance.band, evidence is not None or not assurance.is_band_on_evidence
    if band is None or assurance.positive not in labels or not has_scores:
        return None
    number = labels.index(assurance.positive)
    if evidence is None:
        by_band = band.judge(log_odds(calibrated, number))
    else:
        by_band = band.judge(evidence if number else -evidence)
    is_outside = np.where(numbers == number, by_band == POSITIVE, by_band == NEGATIVE)
    return np.asarray(~is_outside | (confidence < LEAST_SURE))


def _thinned(sets: LabelSets) -> LabelSets:
    """Keep evenly spread order statistics: a model should not grow with the documents it was made from."""
    return replace(
        sets,
        known_odds=tuple(_spread(known) for known in sets.known_odds),
        known_excess=_spread(sets.known_excess),
        known_acquaintance=_spread(sets.known_acquaintance),
    )


def _spread(known: FloatArray) -> FloatArray:
    if len(known) <= MOST_KEPT:
        return known
    return known[np.linspace(0, len(known) - 1, MOST_KEPT).round().astype(np.int64)]


ONE_IN: Final = (20, 100, 1_000)
"""Limits from which a person may choose, the loosest first: it is what *sure* means where nobody chose."""
CERTAINTY: Final = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class LabelMarks:
    """A mark for each limit and label, and the documents that it rests on; `label_marks` makes it."""

    labels: tuple[str, ...]
    marks: FloatArray
    """(n_limits, n_labels): verdicts of at least this confidence keep the limit; infinite where none does."""
    judged: IntArray
    """(n_limits + 1, n_labels): the documents judged to be of a label that pass so many of its marks."""
    wrong: IntArray
    """(n_limits + 1, n_labels): those of them that are of another."""

    def places(
        self, confidence: FloatArray, label_numbers: IntArray, labels: Sequence[str]
    ) -> tuple[IntArray, FloatArray]:
        """(n_documents,) twice: the strictest limit that each verdict keeps, and the share of verdicts like it that was
        wrong. The limit is 0 where it keeps none, and -1 where no verdict on its label does."""
        columns = {label: column for column, label in enumerate(self.labels)}
        own = np.array([*(columns.get(label, -1) for label in labels), -1])[label_numbers]
        n_passed = np.where(own >= 0, (confidence >= self.marks[:, own]).sum(axis=0), 0)
        n_judged, n_wrong = self.judged[n_passed, own], self.wrong[n_passed, own]
        is_measured = (own >= 0) & (n_judged > 0)
        share = np.where(is_measured, (n_wrong + 0.5) / (n_judged + 1), 1.0 - confidence)
        is_open = (own >= 0) & np.isfinite(self.marks[:, own]).any(axis=0)
        return np.where(is_open, np.array((0, *ONE_IN))[n_passed], -1), share

    def sure(self, one_in: int) -> tuple[IntArray, IntArray]:
        """(n_labels,) twice: the documents that were sure under a limit, and those of them that were wrong."""
        first = ONE_IN.index(one_in) + 1
        return self.judged[first:].sum(axis=0), self.wrong[first:].sum(axis=0)

    def least_in_all(self, one_in: int) -> float:
        """Return the confidence that keeps a limit whatever the label."""
        kept = self.marks[ONE_IN.index(one_in)]
        return float(kept[np.isfinite(kept)].max(initial=0.0)) if np.isfinite(kept).any() else np.inf

    def renamed(self, names: Mapping[str, str]) -> LabelMarks:
        """Call labels something else; where several become one, the strictest of their marks is its."""
        found = [names.get(label, label) for label in self.labels]
        labels = tuple(dict.fromkeys(found))
        own = [[place for place, name in enumerate(found) if name == label] for label in labels]
        return LabelMarks(
            labels,
            np.stack([self.marks[:, some].max(axis=1) for some in own], axis=1),
            np.stack([self.judged[:, some].sum(axis=1) for some in own], axis=1),
            np.stack([self.wrong[:, some].sum(axis=1) for some in own], axis=1),
        )


def label_marks(
    confidence: FloatArray, label_numbers: IntArray, is_right: npt.NDArray[np.bool_], labels: Sequence[str]
) -> LabelMarks:
    """Place the marks by verdicts on documents that the judging models had not seen: (n_documents,) each."""
    marks = np.full((len(ONE_IN), len(labels)), np.inf)
    judged, wrong = (np.zeros((len(ONE_IN) + 1, len(labels)), np.int64) for _ in range(2))
    for label in range(len(labels)):
        own = np.flatnonzero(label_numbers == label)
        own = own[np.argsort(-confidence[own], kind="stable")]
        ranked, mistakes = confidence[own], ~is_right[own]
        marks[:, label] = [_mark(ranked, mistakes, one_in) for one_in in ONE_IN]
        n_passed = (ranked >= marks[:, label, None]).sum(axis=0)
        judged[:, label] = np.bincount(n_passed, minlength=len(ONE_IN) + 1)
        wrong[:, label] = np.bincount(n_passed[mistakes], minlength=len(ONE_IN) + 1)
    return LabelMarks(tuple(labels), marks, judged, wrong)


def _mark(ranked: FloatArray, mistakes: npt.NDArray[np.bool_], one_in: int) -> float:
    """Return the lowest confidence that keeps a limit, half way to the next verdict; the most probable come first."""
    ranked, mistakes = ranked[ranked >= LEAST_SURE], mistakes[ranked >= LEAST_SURE]
    n_wrong = np.cumsum(mistakes)
    needed = np.array([fewest_to_prove(n, 1 / one_in, CERTAINTY) for n in range(int(n_wrong.max(initial=-1)) + 1)])
    n_as_probable = np.arange(1, len(ranked) + 1)
    is_proved = n_as_probable >= needed[n_wrong] if len(ranked) else np.zeros(0, np.bool_)
    is_kept = is_proved & (one_in * np.cumsum(1 - ranked) <= n_as_probable)
    is_last_of_equals = np.append(ranked[1:] < ranked[:-1], True)[: len(ranked)]
    kept = np.flatnonzero(is_kept & is_last_of_equals)
    if not len(kept):
        return np.inf
    last = int(kept[-1])
    return LEAST_SURE if last + 1 == len(ranked) else float(ranked[last] + ranked[last + 1]) / 2
