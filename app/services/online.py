"""A filter that learns as it goes: judge a message, be told what it was, learn it.

The rules of judging and learning, and what each is worth, are in `nbengine.online`; how scores become probabilities and
when the filter is unsure in `nbengine.experience`. Both were chosen on public training sets, never on what the figures
are reported on. Here is what is known of mail: which fields witness together, and that mail which was stripped of its
headers is counted by pairs of words too. On Enron these lowered 1-ROCA% from .194 to .155 and spam missed at .1 % from
28 to 22; on SpamAssassin's first sets without their headers by date from 2.1 to 1.6 and missed from 29 to 20, though
shuffled 1-ROCA% rose from .51 to .56. Beside headers they gained nothing, nor in Russian and Chinese messages. The
subject of such a mail is also the first line of its text, for there is little else to know it by: .153 became .124.

How new its words are is evidence too (`nbengine.newness`). It lowered 1-ROCA% everywhere, by date and shuffled: on
SpamAssassin's first sets .223 to .174 and .108 to .106, Enron .106 to .098 and .124 to .116, English messages .441 to
.436 and .534 to .513, Russian .644 to .585 and .618 to .588, Chinese .224 to .175 and .248 to .229.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from app.domain.documents import Document
from app.services.recipes import CorpusKind, default_rules, kind_by_length
from nbengine.counter import TokenCounter
from nbengine.counts import CountMatrix, FloatArray
from nbengine.experience import Experience
from nbengine.newness import Newness
from nbengine.online import OnlineSettings, OnlineTally, margin
from nbengine.rules import TokenRules

LearnMode = Literal["weighted", "all", "mistakes"]
"""Settled messages count a little, as much as any other, or not at all: then only mistakes and doubts are learnt."""

TEXT = 0
WITNESSES = {
    "subject": 1,
    "from": 2, "sender": 2, "to": 2, "reply-to": 2, "received": 2, "mailer": 2, "content-type": 2, "list": 2,
    "mark": 3,
}  # fmt: skip
"""Fields that witness together; all others with the text. Keeping addresses in the text apart gained nothing."""
NEWNESS = 4
"""How new the words of each of the others are witnesses on its own."""


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
        *,
        settings: OnlineSettings | None = None,
        rules: TokenRules | None = None,
        heeds_newness: bool = True,
    ) -> None:
        self._labels, self._positive = tuple(labels), labels.index(positive)
        self._kind, self._rules, self._heeds_newness = kind, rules, heeds_newness
        self._counting: Counting | None = None
        self._tally = OnlineTally(len(labels), settings)
        self._newness = Newness(NEWNESS)
        self._kinds = np.full(Newness.n_words(NEWNESS), NEWNESS)
        self._experience = Experience()

    def count(self, documents: Sequence[Document]) -> CountMatrix:
        """Count messages ahead of their turn; counting does not look at labels.

        Whether texts are short messages, and mails have headers, is told by the first ones.
        """
        if self._counting is None:
            self._counting = counting_of(self._kind, documents, self._rules)
        counts = self._counting.count(documents)
        n_before, n_own = len(self._kinds), Newness.n_words(NEWNESS)
        words = self._counting.counter.vocabulary.words_of(np.arange(n_before - n_own, counts.n_tokens))
        new = [WITNESSES.get(word.partition(":")[0], TEXT) if ":" in word else TEXT for word in words]
        self._kinds = np.concatenate([self._kinds, np.array(new, np.int64)])
        return counts

    def judge_and_learn(self, row: CountMatrix, label: str) -> OnlineVerdict:
        """Judge one counted message, then learn what it was."""
        said = row.tokens + np.int32(Newness.n_words(NEWNESS))
        shares = self._newness.shares(said, self._kinds[said])
        words = np.concatenate([self._newness.words(shares), said]) if self._heeds_newness else said
        evidence = self._tally.evidence(words, self._kinds[words])
        number = self._labels.index(label)
        verdict = self._verdict(evidence)
        self._experience.add(verdict.score, is_positive=number == self._positive)
        self._tally.learn(words, number, evidence)
        self._newness.learn(said, shares)
        return verdict

    def _verdict(self, evidence: FloatArray) -> OnlineVerdict:
        score = margin(evidence, self._positive)
        log_proba = self._log_proba(score, evidence)
        band, number = self._experience.band, int(log_proba.argmax())
        is_unsure = band.low < score <= band.high
        if not is_unsure:
            number = self._positive if score > band.high else self._best_other(evidence)
        return OnlineVerdict(number, log_proba, score, is_unsure or not self._tally.learnt[number])

    def _log_proba(self, score: float, evidence: FloatArray) -> FloatArray:
        """The positive label by experience; the others share the rest as their evidence says."""
        proba = self._experience.probability(score)
        odds = self._experience.slope * evidence
        odds[self._positive] = -np.inf
        log_proba = odds - np.logaddexp.reduce(odds) + math.log1p(-proba)
        log_proba[self._positive] = math.log(proba)
        return np.asarray(log_proba)

    def _best_other(self, evidence: FloatArray) -> int:
        return max((label for label in range(len(evidence)) if label != self._positive), key=evidence.__getitem__)


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
    """How messages are counted."""

    counter: TokenCounter
    reads_subject_as_text: bool

    def count(self, documents: Sequence[Document]) -> CountMatrix:
        """Count messages; what is new to the vocabulary joins it."""
        texts = [document.text for document in documents]
        if self.reads_subject_as_text:
            texts = [f"{document.fields.get('subject', '')}\n{document.text}" for document in documents]
        return self.counter.count(texts, [document.fields for document in documents])


def counting_of(kind: CorpusKind, documents: Sequence[Document], rules: TokenRules | None) -> Counting:
    """What counts as a word in messages like these."""
    own = rules or default_rules(kind_by_length(kind, [len(document.text) for document in documents]))
    n_travelled = sum("received" in document.fields for document in documents)
    is_stripped = kind == "mail" and 4 * n_travelled < len(documents)
    if is_stripped and rules is None:
        own = replace(own, ngrams=(1, 2))
    return Counting(TokenCounter(own), is_stripped)


def learning_settings(mode: LearnMode, decay: float = 0.0) -> OnlineSettings:
    """How a filter learns, from how a person says it."""
    if mode == "all":
        return OnlineSettings(settled_from=math.inf, decay=decay)
    if mode == "mistakes":
        return OnlineSettings(settled_weight=0.0, decay=decay)
    return OnlineSettings(decay=decay)
