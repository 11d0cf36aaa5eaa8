"""A filter that learns as it goes from messages that were just read: count, judge, be told what it was, learn.

It is the filter that training makes of a corpus (`nbengine.filter`), fed one message after another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy.typing as npt
from numpy import int32

from app.domain.documents import Document
from app.services.training.recipe_planning import CorpusKind, filter_rules, kind_by_headers, kind_by_length
from nbengine.arrays.counts import FloatArray
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_OWN_WORDS, FilterSettings, groups_of, settings_for
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

LearnMode = Literal["auto", "weighted", "all", "mistakes"]
"""Settled messages count a little, as much as any other, or not at all: then only mistakes and doubts are counted.
Left open, short messages are weighted, and of longer ones only mistakes and doubts are counted."""
SETTLED_WEIGHT = 0.05

WordNumbers = npt.NDArray[int32]


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """Options of how the filter learns; the defaults suit most mail."""

    learn: LearnMode = "auto"
    decay: float = 0.0
    """By which share each message lessens what was counted before it."""
    settings: FilterSettings | None = None
    """In place of what `learn` and `decay` say."""
    rules: TokenRules | None = None
    """The rules for words; None takes those that suit the kind of messages."""
    trusted_servers: tuple[str, ...] = ()
    """Servers whose findings about senders count, where no rules are given."""


@dataclass(frozen=True, slots=True, eq=False)
class OnlineVerdict:
    """The verdict of the filter before it was told the label."""

    label_number: int
    log_proba: FloatArray
    score: float
    """For the positive label against the best other one."""
    is_unsure: bool


class OnlineFilter:
    """Judges and learns one message after another."""

    def __init__(
        self,
        labels: Sequence[str],
        positive: str,
        kind: CorpusKind,
        options: FilterOptions | None = None,
    ) -> None:
        self._labels, self._positive, self._kind = tuple(labels), positive, kind
        self._options = options or FilterOptions()
        self._counter: TokenCounter | None = None
        self._filter = Filter(self._labels, FilterSettings(positive))

    def count(self, documents: Sequence[Document]) -> list[WordNumbers]:
        """Count messages ahead of their turn; counting does not look at labels."""
        if self._counter is None:
            self._counter = self._begun(documents)
        counts = self._counter.count([one.text for one in documents], [one.fields for one in documents])
        self._filter.extend(groups_of(self._counter.vocabulary, len(self._filter.groups) - N_OWN_WORDS))
        numbers = counts.tokens + int32(N_OWN_WORDS)
        starts = counts.starts.tolist()
        return [numbers[start:end] for start, end in pairwise(starts)]

    def _begun(self, documents: Sequence[Document]) -> TokenCounter:
        """Decide from the first messages whether texts are short and mail has headers, and begin the filter
        accordingly."""
        by_length = kind_by_length(self._kind, [len(document.text) for document in documents])
        n_with_headers = sum("received" in document.fields for document in documents)
        kind = kind_by_headers(by_length, self._labels, n_with_headers, len(documents))
        options = self._options
        settings = options.settings or learning_settings(options.learn, kind, self._positive, options.decay)
        self._filter = Filter(self._labels, settings)
        return TokenCounter(options.rules or filter_rules(kind, options.trusted_servers))

    def judge_and_learn(self, words: WordNumbers, label: str) -> OnlineVerdict:
        """Judge one counted message, then learn what it was."""
        learner = self._filter
        if learner.is_due():
            learner.make_marks()
        seen = learner.look(words)
        opinion = learner.opinion(seen)
        found = learner.verdict(opinion, seen.new_share, seen.text_share)
        learner.learn(seen, self._labels.index(label), opinion)
        return OnlineVerdict(found.label, learner.log_proba(found), found.score, found.is_unsure)


def learning_settings(mode: LearnMode, kind: CorpusKind, positive: str, decay: float = 0.0) -> FilterSettings:
    """Return the settings by which a filter of such messages learns, from how a person says it."""
    own = replace(settings_for(positive, is_short=kind == "message"), decay=decay)
    if mode == "all":
        return replace(own, doubted_to=math.inf, settled_from=math.inf)
    if mode == "weighted":
        return replace(own, settled_weight=SETTLED_WEIGHT)
    if mode == "mistakes":
        return replace(own, settled_weight=0.0)
    return own
