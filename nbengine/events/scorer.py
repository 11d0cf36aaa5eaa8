"""The immutable scorer of a model. It classifies documents, and may be shared between threads.

Every event model produces one: a prior and up to three parts (text, numbers, choices) whose evidence is added.
Explanations and verdicts use the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.scorer_parts import ChoiceWeights, NumberCurves, WordWeights
from nbengine.learnt.statistics import Features, require_part, to_features
from nbengine.logspace import (
    add_log_probabilities,
    best_label_numbers,
    log_odds_between,
    normalise_log_joint,
)


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """The log-odds of one label against another for one document, term by term."""

    label: int
    against: int
    prior: float
    tokens: IntArray
    """Numbers of the document's tokens that add something to the log-odds."""
    counts: npt.NDArray[Any]
    """Count of each token in `tokens`; 1 if only presence matters."""
    terms: FloatArray
    """Log-odds added by each token in `tokens`."""
    absent_term: float
    """Log-odds added by all absent tokens together; 0 if absence does not count."""
    number_terms: FloatArray
    """The log-odds added by each numeric column."""
    choice_terms: FloatArray
    """The log-odds added by each column of choices."""

    @property
    def all_terms(self) -> list[float]:
        """The prior and every term, in a fixed order."""
        arrays = (self.terms, self.number_terms, self.choice_terms)
        return [self.prior, self.absent_term, *(term for array in arrays for term in array.tolist())]

    @property
    def is_undecided(self) -> bool:
        """Whether the log-odds are undefined: both labels are impossible, or both have infinite evidence."""
        terms = self.all_terms
        return math.inf in terms and -math.inf in terms

    @property
    def score(self) -> float:
        """The exact sum of all terms, rounded once; 0 if undecided."""
        return 0.0 if self.is_undecided else math.fsum(self.all_terms)


NO_TERMS = np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """Log-probabilities of a model: a prior, and the evidence of each kind of column."""

    labels: tuple[str, ...]
    log_prior: FloatArray
    """Log prior of each label, (n_labels,)."""
    text: WordWeights | None = None
    numbers: NumberCurves | None = None
    choices: ChoiceWeights | None = None

    @property
    def weights(self) -> FloatArray:
        """Evidence of one occurrence of each token, (n_tokens, n_labels). Use `weights_of` for selected tokens."""
        return self._text().table

    def weights_of(self, tokens: IntArray) -> FloatArray:
        """Return the evidence of one occurrence of the given tokens, shape (n, n_labels)."""
        return self._text().rows(tokens)

    @property
    def bias(self) -> FloatArray:
        """Evidence of an empty text, without the prior; (n_labels,)."""
        return self._text().bias

    @property
    def is_binary(self) -> bool:
        """Whether only the presence of a token matters, not its count."""
        return self.text is not None and self.text.is_binary

    def log_joint(self, documents: Features | CountMatrix) -> FloatArray:
        """Return log P(label, document), or the score for complement; shape (n_documents, n_labels). Never NaN."""
        parts = self._evidence(to_features(documents))
        if len(parts) == 1 and np.isfinite(self.log_prior).all():
            parts[0] += self.log_prior
            return parts[0]
        return add_log_probabilities(self.log_prior, *parts)

    def log_proba(self, documents: Features | CountMatrix) -> FloatArray:
        """Return log P(label | document), shape (n_documents, n_labels).

        If a document is undecided, its row is all -inf.
        """
        return normalise_log_joint(self.log_joint(documents))

    def predict(self, documents: Features | CountMatrix) -> IntArray:
        """Return the number of the most probable label for each document, or -1 if undecided."""
        return best_label_numbers(self.log_joint(documents))

    def contributions(self, document: Features | CountMatrix, label: int, against: int | None = None) -> Contributions:
        """Explain one document's log-odds of `label` against another label, by default the strongest other one."""
        features = self._one_document(document)
        other = self._strongest_other(features, label) if against is None else against
        pair = self._check_label(label), self._check_label(other)
        tokens, token_counts, terms, absent_term = np.zeros(0, np.int64), np.zeros(0, np.int64), NO_TERMS, 0.0
        if self.text is not None:
            text = require_part(features.text, "text")
            counts = self.text.adapt_counts(text)
            tokens, token_counts = counts.tokens.astype(np.int64), counts.values
            terms, absent_term = self.text.terms(text, *pair), self.text.absent_term(text, *pair)
        numbers, choices = self.numbers, self.choices
        return Contributions(
            *pair,
            float(log_odds_between(self.log_prior[label], self.log_prior[other])),
            tokens,
            token_counts,
            terms,
            absent_term,
            NO_TERMS if numbers is None else numbers.terms(require_part(features.numbers, "numbers"), *pair),
            NO_TERMS if choices is None else choices.terms(require_part(features.choices, "choices"), *pair),
        )

    def absent_terms(self, document: Features | CountMatrix, label: int, against: int) -> tuple[IntArray, FloatArray]:
        """Return the tokens that the document lacks, and the log-odds added by the absence of each."""
        counts = require_part(self._one_document(document).text, "text")
        return self._text().absent_terms(counts, self._check_label(label), self._check_label(against))

    def decisive_tokens(self, document: Features | CountMatrix, label: int) -> IntArray:
        """Return the tokens that decide about `label` on their own, by their presence or absence.

        They make the label impossible. For complement, they make it certain.
        """
        counts = require_part(self._one_document(document).text, "text")
        return self._text().decisive_tokens(counts, self._check_label(label))

    def _evidence(self, features: Features) -> list[FloatArray]:
        parts: dict[str, Any] = {"text": self.text, "numbers": self.numbers, "choices": self.choices}
        present_parts = {kind: part for kind, part in parts.items() if part is not None}
        return [part.evidence(require_part(getattr(features, kind), kind)) for kind, part in present_parts.items()]

    def _one_document(self, document: Features | CountMatrix) -> Features:
        features = to_features(document)
        if features.n_documents != 1:
            raise EngineError(f"One document can be explained at a time, not {features.n_documents}.")
        return features

    def _strongest_other(self, features: Features, label: int) -> int:
        """Return the label with the highest score, except `label`."""
        if len(self.labels) < 2:
            raise EngineError("With a single label there is no other to compare it with.")
        log_joint = self.log_joint(features)[0]
        others = np.delete(np.arange(len(self.labels)), self._check_label(label))
        return int(others[log_joint[others].argmax()])

    def _check_label(self, label: int) -> int:
        if not 0 <= label < len(self.labels):
            raise EngineError(f"There is no label number {label}; there are {len(self.labels)} labels.")
        return label

    def _text(self) -> WordWeights:
        return require_part(self.text, "text")
