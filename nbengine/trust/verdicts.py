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

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import UNDECIDED, best_labels, is_undecided, normalise_log_joint
from nbengine.errors import EngineError
from nbengine.filter.thresholds import LEAST_SURE
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import log_odds
from nbengine.notebooks import ShownInNotebooks
from nbengine.trust.calibration import Calibration, fit_calibration
from nbengine.trust.conformal import LabelSets, learn_label_sets
from nbengine.trust.unsure_band import NEGATIVE, POSITIVE, UnsureBand, fewest_to_prove, unsure_band

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
    """True if the band's scores are the evidence of `nbengine.filter.mean_evidence`, False if calibrated log-odds."""


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
