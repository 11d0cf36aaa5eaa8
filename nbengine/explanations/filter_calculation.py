"""The score of the spam filter, word by word: the part from counts and the part from the learnt weight.

The terms equal those of the explanation to the last bit, so they sum to the log-odds of the verdict.
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
"""Upper limit of the log-odds of an unsure verdict. It is the log-odds of `MAX_UNSURE_PROBABILITY`."""


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """The terms of one word of a document in a filter's score."""

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted number of documents with the word, under the label and under the other label."""
    log_ratio: float
    """Log-odds of the word according to the counts; 0 if the word is not informative."""
    ratio_factor: float
    """Factor by which `log_ratio` is multiplied in the score."""
    counts_contribution: float
    """Contribution of the counts, in log-odds."""
    learnt_weight: float
    """Learnt weight of the word for the positive label."""
    learnt_contribution: float
    """Contribution of the learnt weight, in log-odds."""

    @property
    def contribution(self) -> float:
        """Contribution of the word to the score, in log-odds."""
        return self.counts_contribution + self.learnt_contribution


@dataclass(frozen=True, slots=True)
class FilterCalculation:
    """How the spam filter computed its verdict: the log-odds against the best other label, word by word."""

    label: str
    against: str
    prior: float
    """Log-odds of a document without words."""
    terms: tuple[FilterTerm, ...]
    """All terms, largest magnitude first."""
    score: float
    """Exact sum of the prior and all terms, rounded once."""
    new_share: float
    """Share of the document's words that are new to the filter."""
    cautious_score: float
    """The score lowered for new words, and limited if the verdict is unsure.

    The displayed probability is computed from it.
    """
    threshold: float
    """A verdict on the label is confident if its log-odds are at least this."""


def make_filter_terms(
    learner: Filter, vocabulary: Vocabulary, tokens: Tokens, label: int, against: int
) -> list[FilterTerm]:
    """Return the contribution of each known word of a document to the log-odds of `label` against `against`."""
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
            log_ratio=ratio,
            ratio_factor=share,
            counts_contribution=adds,
            learnt_weight=float(tally.steps[token]),
            learnt_contribution=by_learnt.get(token, 0.0),
        )
        for token, word, (with_label, with_other) in zip(
            known.tolist(), vocabulary.words_of(known), counts, strict=True
        )
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]
