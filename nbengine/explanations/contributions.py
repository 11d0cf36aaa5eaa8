"""The log-odds of a verdict term by term: the prior and one term per word or column, which add up to the score
exactly."""

from __future__ import annotations

import math
from typing import Any

import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass


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
