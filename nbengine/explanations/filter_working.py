"""The working of a filter's verdict, word by word: the part from counts and the part from the learnt weight.

The terms equal those of the explanation to the last bit: they sum to the log-odds that are shown everywhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nbengine.filter.filter import Filter
from nbengine.filter.settings import GROUP_NAMES, N_GROUPS
from nbengine.filter.tally import Tokens
from nbengine.filter.thresholds import MAX_UNSURE_PROBABILITY
from nbengine.text.vocabulary import Vocabulary

MAX_UNSURE_LOG_ODDS = math.log(MAX_UNSURE_PROBABILITY / (1 - MAX_UNSURE_PROBABILITY))
"""Log-odds of the highest probability that an unsure verdict may show."""


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One word of a document in a filter's score."""

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted number of documents with the word, under the label and under the other label."""
    ratio: float
    """Log-odds of the word by counts; 0 if it is not informative."""
    share: float
    """Factor of the ratio in the score."""
    by_counts: float
    """Contribution by counts, in log-odds."""
    learnt: float
    """Learnt weight of the word for the positive label."""
    by_learnt: float
    """Contribution by the learnt weight, in log-odds."""

    @property
    def adds(self) -> float:
        """The total contribution of the word, in log-odds."""
        return self.by_counts + self.by_learnt


@dataclass(frozen=True, slots=True)
class FilterWorking:
    """The log-odds of a filter's verdict against the best other label, word by word."""

    label: str
    against: str
    prior: float
    """Log-odds without any words."""
    terms: tuple[FilterTerm, ...]
    """All terms, largest magnitude first."""
    score: float
    """Exact sum of the prior and all terms, rounded once."""
    new_share: float
    """Share of words that are new to the filter."""
    cautious: float
    """Score after the correction for new words, limited if the verdict is unsure. The probability is computed from
    it."""
    mark: float
    """Threshold from which a verdict on the label is confident, in log-odds."""


def filter_terms(learner: Filter, vocabulary: Vocabulary, tokens: Tokens, label: int, against: int) -> list[FilterTerm]:
    """Return what each of a document's words adds to the log-odds of one label against another."""
    tally = learner.tally
    groups = learner.groups.take(tokens)
    weighed = learner.scorer.explain_terms(tokens, groups, learner.scales, label, against)
    group_of = dict(zip(tokens.tolist(), groups.tolist(), strict=True))
    slope = learner.thresholds.slope
    count_terms = zip(
        weighed.ratios.tolist(), (slope * weighed.weights).tolist(), (slope * weighed.terms).tolist(), strict=True
    )
    by_counts = dict(zip(weighed.informative_words.tolist(), count_terms, strict=True))
    by_learnt = dict(zip(weighed.learnt_words.tolist(), (slope * weighed.learnt_terms).tolist(), strict=True))
    known = np.array(list({**by_counts, **by_learnt}), np.int64)
    counts = (tally.counts[[label, against]][:, known] / tally.scale).T.tolist()
    return [
        FilterTerm(
            word=word,
            group=GROUP_NAMES[min(group_of[token], N_GROUPS - 1)],
            counts=(with_label, with_other),
            ratio=ratio,
            share=share,
            by_counts=adds,
            learnt=float(tally.steps[token]),
            by_learnt=by_learnt.get(token, 0.0),
        )
        for token, word, (with_label, with_other) in zip(
            known.tolist(), vocabulary.words_of(known), counts, strict=True
        )
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]
