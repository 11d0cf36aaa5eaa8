"""Evidence per word: how strongly the informative words speak on average, for ranking only.

A sum of log-ratios ranks long documents at the ends whatever they say. Divided by the number of words that say
anything it ranks mail far better; the verdict is not touched. It suits models that count words present
(multinomial, complement); on full Bernoulli, where absent words speak too, it hurts.
"""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.errors import EngineError

INFORMATIVE_FROM = 0.1
"""Words whose log-ratio is no farther from zero say nothing about the label."""


def evidence_per_word(log_odds: FloatArray, counts: CountMatrix, log_ratios: FloatArray) -> FloatArray:
    """Divide log-odds by how often words speak for either side; documents where none does keep theirs.

    log_ratios (n_tokens,) is log P(word | positive) - log P(word | negative).
    """
    if log_ratios.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} columns need one log-ratio each, not shape {log_ratios.shape}.")
    speaks = np.abs(log_ratios) > INFORMATIVE_FROM
    spoken = np.where(speaks[counts.tokens], counts.values, 0)
    n_informative = np.bincount(counts.rows, spoken, counts.n_documents)
    return log_odds / np.maximum(n_informative, 1.0)
