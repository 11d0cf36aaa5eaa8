"""Evidence per word: how strongly the informative words speak on average, for ranking only.

A sum of log-ratios ranks long documents at the ends whatever they say. Divided by the number of words that say
anything it ranks mail far better; the verdict is not touched. It suits models that count words present
(multinomial, complement); on full Bernoulli, where absent words speak too, it hurts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.errors import EngineError

INFORMATIVE_FROM = 0.1
"""Words whose log-ratio is no farther from zero say nothing about the label."""


def evidence_per_word(log_odds: npt.ArrayLike, n_informative: npt.ArrayLike) -> FloatArray:
    """Divide log-odds by the number of informative words; documents without any keep theirs."""
    odds, number = np.asarray(log_odds, dtype=np.float64), np.asarray(n_informative, dtype=np.float64)
    if odds.shape != number.shape:
        raise EngineError(f"Log-odds of shape {odds.shape} need as many word numbers, not shape {number.shape}.")
    return odds / np.maximum(number, 1.0)


def informative_words(
    counts: CountMatrix, log_ratios: npt.ArrayLike, *, threshold: float = INFORMATIVE_FROM
) -> FloatArray:
    """Count the words of each document that speak for either side, shape (n_documents,).

    log_ratios (n_tokens,) is log P(word | positive) - log P(word | negative).
    """
    ratios = np.asarray(log_ratios, dtype=np.float64)
    if ratios.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} columns need one log-ratio each, not shape {ratios.shape}.")
    speaks = np.abs(ratios) > threshold
    spoken = np.where(speaks[counts.tokens], counts.values, 0)
    return np.bincount(counts.rows, spoken, counts.n_documents).astype(np.float64)
