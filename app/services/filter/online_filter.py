"""A filter that learns as it goes: judge a message, be told what it was, learn it.

The rules of judging and learning, and what each is worth, are in `nbengine.filter.online_tally`; how scores become
probabilities and when the filter is unsure in `nbengine.filter.score_calibration`; what counts as a word in
`app.services.filter.filter_counting`. All were chosen on public training sets, never on what the figures are reported
on.

How new its words are is evidence too (`nbengine.filter.new_words`). It lowered 1-ROCA% everywhere, by date and
shuffled: on SpamAssassin's first sets .223 to .174 and .108 to .106, Enron .106 to .098 and .124 to .116, English
messages .441 to .436 and .534 to .513, Russian .644 to .585 and .618 to .588, Chinese .224 to .175 and .248 to .229.

Of what gained nothing and is not here: whether the sender, or an earlier letter of the conversation, is known, and as
what (.116 in place of .116); which fields' words were seen with one label alone (.111, at twice the work for a word);
every witness as a filter of its own that is combined by naive Bayes (.15), by discriminants (.14) or by regression (no
better than the sum); runs of characters of text and headers (fewer spam missed, but worse by date, at twice the work).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from app.domain.documents import Document
from app.services.filter.filter_counting import N_WITNESSES, MessageCounter, WordNumbers
from app.services.training.recipe_planning import CorpusKind
from nbengine.arrays.counts import FloatArray
from nbengine.filter.new_words import Newness
from nbengine.filter.online_tally import SETTLED_WEIGHT, OnlineSettings, OnlineTally, margin
from nbengine.filter.score_calibration import Experience
from nbengine.text.token_rules import TokenRules

LearnMode = Literal["auto", "weighted", "all", "mistakes"]
"""Settled messages count a little, as much as any other, or not at all: then only mistakes and doubts are learnt.
Left open, short messages are weighted, and of longer ones only mistakes and doubts are learnt."""

LONGER = OnlineSettings(doubted_to=0.9, settled_from=0.9, settled_weight=0.0, informative_from=0.6)
"""For anything longer than short messages."""

LeftOut = Literal["newness", "places"]
"""Evidence that can be left out, to see what it is worth."""


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """How to learn; the defaults were the best over many corpora."""

    learn: LearnMode = "auto"
    decay: float = 0.0
    """By which share each message lessens what was learnt before it."""
    settings: OnlineSettings | None = None
    """In place of what `learn` and `decay` say."""
    rules: TokenRules | None = None
    """What counts as a word, in place of what suits the kind of messages."""
    left_out: frozenset[LeftOut] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class OnlineVerdict:
    """What the filter said before it was told."""

    label_number: int
    log_proba: FloatArray
    score: float
    """Mean evidence for the positive label against the best other one."""
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
        self._labels, self._positive = tuple(labels), labels.index(positive)
        self._kind, self._options = kind, options or FilterOptions()
        self._counter: MessageCounter | None = None
        self._tally = OnlineTally(len(labels))
        self._newness = Newness(N_WITNESSES)
        self._experience = Experience()

    def count(self, documents: Sequence[Document]) -> list[WordNumbers]:
        """Count messages ahead of their turn; counting does not look at labels."""
        if self._counter is None:
            self._counter = self._begun(documents)
        words, witnesses = self._counter.count(documents)
        self._newness.extend(witnesses)
        self._tally.reserve(self._newness.n_words)
        return words

    def _begun(self, documents: Sequence[Document]) -> MessageCounter:
        options = self._options
        counter = MessageCounter(
            self._kind,
            documents,
            labels=self._labels,
            first_number=self._newness.n_words,
            rules=options.rules,
            heeds_places="places" not in options.left_out,
        )
        settings = options.settings or learning_settings(options.learn, counter.kind, options.decay)
        self._tally = OnlineTally(len(self._labels), settings)
        return counter

    def judge_and_learn(self, said: WordNumbers, label: str) -> OnlineVerdict:
        """Judge one counted message, then learn what it was."""
        witnesses, shares = self._newness.look(said)
        words = said
        if "newness" not in self._options.left_out:
            words = np.concatenate([self._newness.words(shares), said])
            witnesses = np.concatenate([self._newness.own_kinds, witnesses])
        evidence = self._tally.evidence(words, witnesses)
        number = self._labels.index(label)
        verdict = self._verdict(evidence)
        self._experience.add(verdict.score, is_positive=number == self._positive)
        self._tally.learn(words, number, evidence)
        self._newness.learn(said, shares)
        return verdict

    def _verdict(self, evidence: FloatArray) -> OnlineVerdict:
        score = margin(evidence, self._positive)
        log_proba = self._log_proba(score, evidence)
        band = self._experience.band
        is_unsure = band.low < score <= band.high
        if is_unsure:
            number = int(log_proba.argmax())
        else:
            number = self._positive if score > band.high else self._best_other(evidence)
        return OnlineVerdict(number, log_proba, score, is_unsure or not self._tally.learnt[number])

    def _log_proba(self, score: float, evidence: FloatArray) -> FloatArray:
        """The positive label by experience; the others share the rest as their evidence says."""
        proba = self._experience.probability(score)
        if len(evidence) == 2:
            both = (math.log1p(-proba), math.log(proba))
            return np.array(both if self._positive else both[::-1])
        odds = self._experience.slope * evidence
        odds[self._positive] = -np.inf
        log_proba = odds - np.logaddexp.reduce(odds) + math.log1p(-proba)
        log_proba[self._positive] = math.log(proba)
        return np.asarray(log_proba)

    def _best_other(self, evidence: FloatArray) -> int:
        values = evidence.tolist()
        values[self._positive] = -math.inf
        return int(values.index(max(values)))


def learning_settings(mode: LearnMode, kind: CorpusKind, decay: float = 0.0) -> OnlineSettings:
    """How a filter of messages of a kind learns, from how a person says it."""
    own = replace(OnlineSettings() if kind == "message" else LONGER, decay=decay)
    if mode == "all":
        return replace(own, settled_from=math.inf)
    if mode == "weighted":
        return replace(own, settled_weight=SETTLED_WEIGHT)
    if mode == "mistakes":
        return replace(own, settled_weight=0.0)
    return own
