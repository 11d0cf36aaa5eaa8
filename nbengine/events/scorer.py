"""The scorer of a model, ready to classify: log-probabilities that never change, to be shared between threads.

Every event model ends here, as a prior and up to three parts (text, numbers, choices) whose evidence is added up. The
explanation reads the same numbers as the verdict.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import added, difference, judged, normalised
from nbengine.errors import EngineError
from nbengine.events.scorer_parts import ChoiceWeights, NumberCurves, WordWeights
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, features_of, needed


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """The log-odds of one label against another for one document, term by term."""

    label: int
    against: int
    prior: float
    tokens: IntArray
    """The document's tokens that took part, by number."""
    counts: npt.NDArray[Any]
    """The number of times each of them occurs (1 where only presence counts)."""
    terms: FloatArray
    """The log-odds that each of these tokens adds."""
    absent_term: float
    """The log-odds that all absent tokens add together; 0 where absence does not count."""
    number_terms: FloatArray
    """The log-odds that each numeric column adds."""
    choice_terms: FloatArray
    """The log-odds that each column of choices adds."""

    @property
    def all_terms(self) -> list[float]:
        """The prior and every term, in a fixed order."""
        arrays = (self.terms, self.number_terms, self.choice_terms)
        return [self.prior, self.absent_term, *(term for array in arrays for term in array.tolist())]

    @property
    def is_undecided(self) -> bool:
        """Return whether there is no score: both labels are impossible, or both have infinite evidence."""
        terms = self.all_terms
        return math.inf in terms and -math.inf in terms

    @property
    def score(self) -> float:
        """The exact sum of all terms, rounded once; 0 where it is undecided."""
        return 0.0 if self.is_undecided else math.fsum(self.all_terms)


NO_NUMBERS = np.zeros(0, dtype=np.int64)
NO_TERMS = np.zeros(0)
CLOSE = 1e-5
"""Log-odds nearer to nothing than this may be a tie."""


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """A prior and the evidence of each kind of column."""

    labels: tuple[str, ...]
    log_prior: FloatArray
    """(n_labels,)"""
    text: WordWeights | None = None
    numbers: NumberCurves | None = None
    choices: ChoiceWeights | None = None

    @property
    def weights(self) -> FloatArray:
        """(n_tokens, n_labels): the evidence of one occurrence of each token; `weights_of` asks for some alone."""
        return self._text().table

    def weights_of(self, tokens: IntArray) -> FloatArray:
        """(n, n_labels): the evidence of one occurrence of each of some tokens."""
        return self._text().rows(tokens)

    @property
    def bias(self) -> FloatArray:
        """(n_labels,): the text's evidence of a document without tokens, without prior."""
        return self._text().bias

    @property
    def is_binary(self) -> bool:
        """Return whether only the occurrence of a token matters, not how often it occurs."""
        return self.text is not None and self.text.is_binary

    def log_joint(self, documents: Features | CountMatrix) -> FloatArray:
        """log P(label, document), for complement its score: (n_documents, n_labels), never NaN."""
        parts = self._evidence(features_of(documents))
        if len(parts) == 1 and np.isfinite(self.log_prior).all():
            parts[0] += self.log_prior
            return parts[0]
        return added(self.log_prior, *parts)

    def log_proba(self, documents: Features | CountMatrix) -> FloatArray:
        """log P(label | document): (n_documents, n_labels); a row is all -inf where it is undecided."""
        features = features_of(documents)
        if self._is_two_way and features.n_documents > 1:
            odds = self._log_odds(features)
            return -np.stack((np.logaddexp(0.0, odds), np.logaddexp(0.0, -odds)), axis=1)
        return normalised(self.log_joint(features))

    def predict(self, documents: Features | CountMatrix) -> IntArray:
        """The most probable label's number for each document, -1 where it is undecided."""
        features = features_of(documents)
        if self._is_two_way and features.n_documents > 1:
            return self._told_apart(features)
        return judged(self.log_joint(features))

    def contributions(self, document: Features | CountMatrix, label: int, against: int | None = None) -> Contributions:
        """Explain one document's log-odds of a label against another, by default the strongest other."""
        features = self._one_document(document)
        other = self._rival(features, label) if against is None else against
        pair = self._checked_label(label), self._checked_label(other)
        text = None if self.text is None else needed(features.text, "text")
        counts = None if self.text is None or text is None else self.text.fitting(text)
        return Contributions(
            *pair,
            prior=float(difference(self.log_prior[label], self.log_prior[other])),
            tokens=NO_NUMBERS if counts is None else counts.tokens.astype(np.int64),
            counts=NO_NUMBERS if counts is None else counts.values,
            terms=NO_TERMS if self.text is None or text is None else self.text.terms(text, *pair),
            absent_term=0.0 if self.text is None or text is None else self.text.absent_term(text, *pair),
            number_terms=NO_TERMS if self.numbers is None else self.numbers.terms(_numbers(features), *pair),
            choice_terms=NO_TERMS if self.choices is None else self.choices.terms(_choices(features), *pair),
        )

    def absent_terms(self, document: Features | CountMatrix, label: int, against: int) -> tuple[IntArray, FloatArray]:
        """The tokens that one document lacks, and what the absence of each adds to the log-odds."""
        counts = needed(self._one_document(document).text, "text")
        return self._text().absent_terms(counts, self._checked_label(label), self._checked_label(against))

    def decisive_tokens(self, document: Features | CountMatrix, label: int) -> IntArray:
        """The tokens whose presence (or absence) in one document alone makes a label impossible, or certain."""
        counts = needed(self._one_document(document).text, "text")
        return self._text().decisive_tokens(counts, self._checked_label(label))

    @property
    def _is_two_way(self) -> bool:
        """Return whether one finite number per token tells two labels apart, for half the work."""
        is_text_alone = self.numbers is None and self.choices is None and self.text is not None
        is_finite = self.text is not None and not self.text.has_infinities and bool(np.isfinite(self.log_prior).all())
        return is_text_alone and is_finite and len(self.labels) == 2

    def _told_apart(self, features: Features) -> IntArray:
        """Tell two labels apart by their odds; where these are close, by both scores, as one document would be."""
        odds = self._log_odds(features)
        labels = (odds > 0).astype(np.int64)
        close = np.flatnonzero(np.abs(odds) < CLOSE)
        if len(close):
            labels[close] = judged(self.log_joint(features[close]))
        return labels

    def _log_odds(self, features: Features) -> FloatArray:
        odds = self._text().log_odds(needed(features.text, "text"))
        odds += self.log_prior[1] - self.log_prior[0]
        return odds

    def _evidence(self, features: Features) -> list[FloatArray]:
        parts = []
        if self.text is not None:
            parts.append(self.text.evidence(needed(features.text, "text")))
        if self.numbers is not None:
            parts.append(self.numbers.evidence(_numbers(features)))
        if self.choices is not None:
            parts.append(self.choices.evidence(_choices(features)))
        return parts

    def _one_document(self, document: Features | CountMatrix) -> Features:
        features = features_of(document)
        if features.n_documents != 1:
            raise EngineError(f"One document can be explained at a time, not {features.n_documents}.")
        return features

    def _rival(self, features: Features, label: int) -> int:
        """The strongest label but the given one."""
        if len(self.labels) < 2:
            raise EngineError("With a single label there is no other to compare it with.")
        log_joint = self.log_joint(features)[0]
        others = np.delete(np.arange(len(self.labels)), self._checked_label(label))
        return int(others[log_joint[others].argmax()])

    def _checked_label(self, label: int) -> int:
        if not 0 <= label < len(self.labels):
            raise EngineError(f"There is no label number {label}; there are {len(self.labels)} labels.")
        return label

    def _text(self) -> WordWeights:
        return needed(self.text, "text")


def _numbers(features: Features) -> FloatArray:
    return needed(features.numbers, "numbers")


def _choices(features: Features) -> IntArray:
    return needed(features.choices, "choices")
