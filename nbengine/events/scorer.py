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


NO_TERMS = np.zeros(0)


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
        return normalised(self.log_joint(documents))

    def predict(self, documents: Features | CountMatrix) -> IntArray:
        """The most probable label's number for each document, -1 where it is undecided."""
        return judged(self.log_joint(documents))

    def contributions(self, document: Features | CountMatrix, label: int, against: int | None = None) -> Contributions:
        """Explain one document's log-odds of a label against another, by default the strongest other."""
        features = self._one_document(document)
        other = self._rival(features, label) if against is None else against
        pair = self._checked_label(label), self._checked_label(other)
        tokens, times, terms, absent_term = np.zeros(0, np.int64), np.zeros(0, np.int64), NO_TERMS, 0.0
        if self.text is not None:
            text = needed(features.text, "text")
            counts = self.text.fitting(text)
            tokens, times = counts.tokens.astype(np.int64), counts.values
            terms, absent_term = self.text.terms(text, *pair), self.text.absent_term(text, *pair)
        numbers, choices = self.numbers, self.choices
        return Contributions(
            *pair,
            float(difference(self.log_prior[label], self.log_prior[other])),
            tokens,
            times,
            terms,
            absent_term,
            NO_TERMS if numbers is None else numbers.terms(needed(features.numbers, "numbers"), *pair),
            NO_TERMS if choices is None else choices.terms(needed(features.choices, "choices"), *pair),
        )

    def absent_terms(self, document: Features | CountMatrix, label: int, against: int) -> tuple[IntArray, FloatArray]:
        """The tokens that one document lacks, and what the absence of each adds to the log-odds."""
        counts = needed(self._one_document(document).text, "text")
        return self._text().absent_terms(counts, self._checked_label(label), self._checked_label(against))

    def decisive_tokens(self, document: Features | CountMatrix, label: int) -> IntArray:
        """The tokens whose presence (or absence) in one document alone makes a label impossible, or certain."""
        counts = needed(self._one_document(document).text, "text")
        return self._text().decisive_tokens(counts, self._checked_label(label))

    def _evidence(self, features: Features) -> list[FloatArray]:
        parts: dict[str, Any] = {"text": self.text, "numbers": self.numbers, "choices": self.choices}
        known = {kind: part for kind, part in parts.items() if part is not None}
        return [part.evidence(needed(getattr(features, kind), kind)) for kind, part in known.items()]

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
