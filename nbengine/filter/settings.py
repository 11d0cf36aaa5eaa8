"""The choices that make a filter, and the kinds of witnesses that its words are.

A word is one witness of a group: what a mail says, its subject, where it comes from, how it is built, how it begins,
and how new its words are. Each word of a group of n weighs 1 / sqrt(n + 10), and no group moves the score by more than
`most_of_a_group`, so that neither a long text nor a trusted mailing list shouts the others down. Newsletters are built
as spam is, so how a mail is built moves the score by no more than `most_of_signs`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray
from nbengine.errors import EngineError
from nbengine.text.vocabulary import Vocabulary

LARGEST: Final = 1e100
"""Beyond this squares and products of a filter's numbers could overflow."""

TEXT, SUBJECT, ROUTE, SIGNS, OPENING, NEWNESS = range(6)
N_GROUPS: Final = 6
GROUP_NAMES: Final = ("text", "subject", "route", "signs", "opening", "newness")
GROUP_OF_FIELD: Final = {
    "subject": SUBJECT,
    "from": ROUTE, "sender": ROUTE, "to": ROUTE, "reply-to": ROUTE, "received": ROUTE, "mailer": ROUTE,
    "content-type": ROUTE, "list": ROUTE,
    "mark": SIGNS, "unseen": SIGNS,
    "opening": OPENING, "pair": OPENING,
    "new": NEWNESS,
}  # fmt: skip
"""Words of all other fields witness with the text."""
GROUP_OF_FIELDS_BEFORE_AT: Final = {"auth": ROUTE}
"""Fields that bear a name of their own after an @ sign."""
FEW_WORDS: Final = 500
"""Fewer are looked at one by one, as a lesson brings them; more at once, as a corpus does."""

N_BUCKETS: Final = 10
N_KINDS: Final = NEWNESS
"""Groups whose words can be new."""
N_OWN_WORDS: Final = N_KINDS * (N_BUCKETS + 1)
"""The first columns of a filter's vocabulary say how new the words of a document are."""


@dataclass(frozen=True, slots=True)
class FilterSettings:
    """Settings by which a filter learns and weighs; the defaults are for mail, `settings_for` has all of them."""

    positive: str = "spam"
    """The label that must not be given by mistake."""
    smoothing: float = 0.1
    informative_from: float = 0.6
    """Words whose log-probabilities under the labels are no farther apart than this are passed over."""
    doubted_to: float = 0.9
    """Documents judged right by no more mean evidence than this are counted in full."""
    settled_from: float = 0.9
    """Documents judged right by this much mean evidence are settled."""
    settled_weight: float = 0.0
    """The weight at which a settled document is counted, from 0 to 1."""
    decay: float = 0.0
    """The share by which each lesson lessens what was counted before it."""
    rarity: float = 10.0
    """The strength by which scores shrink that rest on words seen once or twice."""
    most_of_a_group: float = 0.4
    """The most that one group can add to the mean evidence; 0 sets no bound."""
    most_of_signs: float = 0.2
    """The most that how a document is built can add; 0 sets no bound."""
    learning_rate: float = 12.0
    """Of the learnt weights."""
    learnt_share: float = 0.25
    """The share of the learnt weights beside the counts once there is experience."""
    steps_by_group: bool = False
    """All groups of a document move their learnt weights alike, so that a long text leaves its headers their part; else
    all words do, as in filters of earlier versions."""
    clean_trust: float = 0.05
    """The least that a lesson is believed which contradicts all others, where no label is taken for wrong; filters of
    earlier versions have it as where labels are wrong."""
    protected: tuple[str, ...] = field(default=())
    """Labels whose documents must not be lost to the positive one; all others where none is named."""

    def __post_init__(self) -> None:
        is_whole = self.informative_from >= 0 and self.rarity >= 0 and self.doubted_to <= self.settled_from
        is_bounded = min(self.most_of_a_group, self.most_of_signs, self.learning_rate, self.learnt_share) >= 0
        is_bounded = is_bounded and max(self.rarity, self.learning_rate) <= LARGEST
        is_smoothed = 1 / LARGEST <= self.smoothing <= LARGEST
        if not is_smoothed or not 0 <= self.settled_weight <= 1 or not is_whole or not is_bounded:
            raise EngineError(f"These settings do not make sense for a filter: {self}.")
        if not 0 <= self.decay < 1:
            raise EngineError(f"Each lesson can lessen the earlier ones by a share below 1, not by {self.decay}.")

    def weight_of(self, ahead: float) -> float:
        """Return the weight at which a document is counted whose true label was ahead by so much evidence (behind if
        negative)."""
        if ahead <= self.doubted_to:
            return 1.0
        if ahead >= self.settled_from:
            return self.settled_weight
        doubt = (self.settled_from - ahead) / (self.settled_from - self.doubted_to)
        return self.settled_weight + (1 - self.settled_weight) * doubt


def settings_for(positive: str, *, is_short: bool) -> FilterSettings:
    """Settings for mail, or for short messages: of their two groups neither is bounded, what is settled counts,
    and learnt weights have more of their say."""
    if not is_short:
        return FilterSettings(positive, steps_by_group=True, clean_trust=0.3)
    return FilterSettings(
        positive,
        informative_from=0.3,
        doubted_to=0.3,
        settled_from=0.7,
        settled_weight=0.05,
        most_of_a_group=0.0,
        most_of_signs=0.0,
        learnt_share=0.5,
    )


def own_words() -> list[str]:
    """The words that say how new the words of a document are, in their order."""
    buckets = [*(f"{100 * (2 * bucket - N_BUCKETS + 1) // (2 * N_BUCKETS):+d}%" for bucket in range(N_BUCKETS)), "few"]
    return [f"new:{GROUP_NAMES[kind]}:{bucket}" for kind in range(N_KINDS) for bucket in buckets]


def group_of(word: str) -> int:
    """Return the group of one word."""
    name, colon, _ = word.partition(":")
    kind, at, _ = name.partition("@")
    if not colon:
        return TEXT
    return GROUP_OF_FIELDS_BEFORE_AT.get(kind, TEXT) if at else GROUP_OF_FIELD.get(name, TEXT)


def groups_of(vocabulary: Vocabulary, first: int = 0) -> npt.NDArray[np.int8]:
    """(n_words - first,): the group of each word from one on, by the field whose name it begins with."""
    columns: IntArray = np.arange(first, len(vocabulary))
    if len(columns) < FEW_WORDS:
        return np.array([group_of(word) for word in vocabulary.words_of(columns)], np.int8)
    words, found = vocabulary.spans(columns), np.full(len(columns), TEXT, np.int8)
    for name, group in GROUP_OF_FIELD.items():
        found[words.begin_with(f"{name}:".encode())] = group
    for name, group in GROUP_OF_FIELDS_BEFORE_AT.items():
        found[words.begin_with(f"{name}@".encode())] = group
    return found
