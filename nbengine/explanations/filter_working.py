"""One verdict of a filter from beginning to end: what each word says by counts and by its learnt weight, and the sum.

The terms are those of the explanation, to the last bit: they add up to the log-odds that are shown everywhere.
"""

from __future__ import annotations

import math

import numpy as np

from nbengine.explanations.explanation import explain
from nbengine.filter.settings import GROUP_NAMES, N_GROUPS
from nbengine.filter.tally import Tokens
from nbengine.filter.thresholds import MOST_UNSURE
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features
from nbengine.models.filter_model import FilterModel, rows_of

MOST_UNSURE_ODDS = math.log(MOST_UNSURE / (1 - MOST_UNSURE))


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One word of a document as a filter weighs it."""

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted documents with the word that were counted: of the label, and of the other one."""
    ratio: float
    """The logarithm of how much more often it is counted under the label; 0 where it tells nothing."""
    share: float
    """The factor of the ratio."""
    by_counts: float
    learnt: float
    """Its learnt weight, for the positive label."""
    by_learnt: float

    @property
    def adds(self) -> float:
        """The log-odds that the word adds."""
        return self.by_counts + self.by_learnt


@dataclass(frozen=True, slots=True)
class FilterWorking:
    """The log-odds of a filter's verdict for its label against the best other one, word by word."""

    label: str
    against: str
    prior: float
    """The log-odds before any word."""
    terms: tuple[FilterTerm, ...]
    """The strongest first."""
    score: float
    """The exact sum of the prior and all terms, rounded once."""
    new_share: float
    """The share of its words that is new to the filter."""
    cautious: float
    """The score after caution before new words, and no more than what is unsure can have: what the probability is made
    from."""
    mark: float
    """The log-odds from which on the label is sure."""

    def of_groups(self) -> tuple[tuple[str, int, float], ...]:
        """Return the groups of witnesses with how many words each has, and what they add together."""
        found = []
        for name in GROUP_NAMES:
            adds = [term.adds for term in self.terms if term.group == name]
            if adds:
                found.append((name, len(adds), math.fsum(adds)))
        return tuple(found)


def filter_working(model: FilterModel, features: Features, new_share: float) -> FilterWorking:
    """Work out the verdict on one document, of whose words such a share was new."""
    with model.lock:  # a lesson changes the filter in place
        return _working(model, features, new_share)


def _working(model: FilterModel, features: Features, new_share: float) -> FilterWorking:
    learner, marks = model.learner, model.learner.marks
    seen = learner.seen(rows_of(features)[0])
    verdict = learner.judge(seen)
    explained = explain(model, features, model.labels[verdict.label])
    number, other = (model.labels.index(label) for label in (explained.label, explained.against))
    sign = 1.0 if number == learner.positive else -1.0
    cautious = marks.slope * marks.cautious(verdict.score, new_share) + marks.offset
    if learner.verdict(verdict.opinion, new_share, seen.text_share).is_unsure:
        cautious = min(max(cautious, -MOST_UNSURE_ODDS), MOST_UNSURE_ODDS)
    mark = marks.slope * (marks.high_for(new_share) if number == learner.positive else marks.low) + marks.offset
    return FilterWorking(
        label=explained.label,
        against=explained.against,
        prior=explained.prior,
        terms=tuple(sorted(_terms(model, seen.tokens, number, other), key=lambda term: -abs(term.adds))),
        score=explained.score,
        new_share=new_share,
        cautious=sign * cautious,
        mark=sign * mark,
    )


def _terms(model: FilterModel, tokens: Tokens, label: int, against: int) -> list[FilterTerm]:
    learner, tally = model.learner, model.learner.tally
    groups = learner.groups.take(tokens)
    found = learner.weigher.weighed(tokens, groups, learner.scales, label, against)
    group_of = dict(zip(tokens.tolist(), groups.tolist(), strict=True))
    slope = learner.marks.slope
    told = zip(found.ratios.tolist(), (slope * found.shares).tolist(), (slope * found.terms).tolist(), strict=True)
    by_counts = dict(zip(found.telling.tolist(), told, strict=True))
    by_learnt = dict(zip(found.heard.tolist(), (slope * found.learnt_terms).tolist(), strict=True))
    known = np.array(list({**by_counts, **by_learnt}), np.int64)
    counts = (tally.counts[[label, against]][:, known] / tally.scale).T.tolist()
    return [
        FilterTerm(
            word=word,
            group=GROUP_NAMES[min(group_of[token], N_GROUPS - 1)],
            counts=(own, others),
            ratio=ratio,
            share=share,
            by_counts=adds,
            learnt=float(tally.steps[token]),
            by_learnt=by_learnt.get(token, 0.0),
        )
        for token, word, (own, others) in zip(known.tolist(), model.vocabulary.words_of(known), counts, strict=True)
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]
