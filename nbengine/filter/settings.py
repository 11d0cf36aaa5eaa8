"""Settings of a filter, and the groups its words are divided into.

Each word belongs to one evidence group: text, subject, route, signs (how the mail is built), opening, or newness (how
new its words are). A word of a group of n weighs 1 / sqrt(n + 10). No group moves the score by more than
`most_of_a_group`, so a long text or a trusted mailing list cannot outweigh the rest. Newsletters are built like spam,
so the group "signs" has its own, lower limit: `most_of_signs`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray
from nbengine.errors import EngineError
from nbengine.text.vocabulary import Vocabulary

MAX_MAGNITUDE: Final = 1e100
"""The largest allowed magnitude. Squares and products of larger numbers could overflow."""

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
"""Evidence group by field name. Words of all other fields belong to the text group."""
GROUP_OF_FIELDS_BEFORE_AT: Final = {"auth": ROUTE}
"""Evidence group of fields with a name after an @ sign, such as `auth@mx.example.org`."""
MAX_WORDS_ONE_BY_ONE: Final = 500
"""Fewer words are grouped one by one (typical of a lesson); more words in one vectorised pass (a corpus)."""

N_BUCKETS: Final = 10
N_KINDS: Final = NEWNESS
"""Number of groups with novelty tokens: all groups but newness itself."""
N_NOVELTY_TOKENS: Final = N_KINDS * (N_BUCKETS + 1)
"""Number of novelty tokens: the first columns of a filter's vocabulary. They say how new a document's words are."""


@dataclass(frozen=True, slots=True)
class FilterSettings:
    """Settings of a filter. The defaults of the single fields are for mail; `settings_for` returns complete presets."""

    positive: str = "spam"
    """The label that must not be assigned by mistake."""
    smoothing: float = 0.1
    informative_from: float = 0.6
    """Words are ignored if their log-probabilities under all labels differ by no more than this."""
    doubted_to: float = 0.9
    """A correctly judged document with at most this mean evidence is counted in full."""
    settled_from: float = 0.9
    """A correctly judged document with at least this mean evidence is settled."""
    settled_weight: float = 0.0
    """The weight of a settled document, from 0 to 1."""
    decay: float = 0.0
    """The share by which each lesson reduces all earlier counts."""
    rarity: float = 10.0
    """How strongly a score shrinks that depends on words seen once or twice."""
    most_of_a_group: float = 0.4
    """The largest contribution of one group to the mean evidence; 0 means no limit."""
    most_of_signs: float = 0.2
    """The largest contribution of the group "signs"; 0 means no limit."""
    learning_rate: float = 12.0
    """The learning rate of the learnt weights."""
    learnt_share: float = 0.25
    """The share of the learnt weights in the score, next to the counts, once the filter has experience."""
    steps_by_group: bool = False
    """True: all groups of a document move their learnt weights equally, so a long text leaves its headers their part.
    False: all words do, as in filters of earlier versions."""
    clean_trust: float = 0.05
    """The lowest trust in a lesson that contradicts all others, if no label is suspected to be wrong.
    Filters of earlier versions use the same value as with wrong labels.
    """
    protected: tuple[str, ...] = field(default=())
    """Labels whose documents must not be lost to the positive label. Empty means: all other labels."""

    def __post_init__(self) -> None:
        is_whole = self.informative_from >= 0 and self.rarity >= 0 and self.doubted_to <= self.settled_from
        is_bounded = min(self.most_of_a_group, self.most_of_signs, self.learning_rate, self.learnt_share) >= 0
        is_bounded = is_bounded and max(self.rarity, self.learning_rate) <= MAX_MAGNITUDE
        is_smoothed = 1 / MAX_MAGNITUDE <= self.smoothing <= MAX_MAGNITUDE
        if not is_smoothed or not 0 <= self.settled_weight <= 1 or not is_whole or not is_bounded:
            raise EngineError(f"These settings do not make sense for a filter: {self}.")
        if not 0 <= self.decay < 1:
            raise EngineError(f"Each lesson can lessen the earlier ones by a share below 1, not by {self.decay}.")

    def weight_of(self, ahead: float) -> float:
        """Return the weight of a document whose true label is ahead of its best rival by `ahead` (negative: behind)."""
        if ahead <= self.doubted_to:
            return 1.0
        if ahead >= self.settled_from:
            return self.settled_weight
        doubt = (self.settled_from - ahead) / (self.settled_from - self.doubted_to)
        return self.settled_weight + (1 - self.settled_weight) * doubt


def settings_for(positive: str, *, is_short: bool) -> FilterSettings:
    """Return the settings for mail, or for short messages.

    For short messages, groups have no limit, settled documents still count a little, and learnt weights count for more.
    """
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


def novelty_token_names() -> list[str]:
    """Return the novelty tokens in column order."""
    buckets = [*(f"{100 * (2 * bucket - N_BUCKETS + 1) // (2 * N_BUCKETS):+d}%" for bucket in range(N_BUCKETS)), "few"]
    return [f"new:{GROUP_NAMES[kind]}:{bucket}" for kind in range(N_KINDS) for bucket in buckets]


def group_of(word: str) -> int:
    """Return the evidence group of a word."""
    name, colon, _ = word.partition(":")
    kind, at, _ = name.partition("@")
    if not colon:
        return TEXT
    return GROUP_OF_FIELDS_BEFORE_AT.get(kind, TEXT) if at else GROUP_OF_FIELD.get(name, TEXT)


def groups_of(vocabulary: Vocabulary, first: int = 0) -> npt.NDArray[np.int8]:
    """Return the evidence group of each word from column `first` on; shape (n_words - first,)."""
    columns: IntArray = np.arange(first, len(vocabulary))
    if len(columns) < MAX_WORDS_ONE_BY_ONE:
        return np.array([group_of(word) for word in vocabulary.words_of(columns)], np.int8)
    words, groups = vocabulary.spans(columns), np.full(len(columns), TEXT, np.int8)
    for name, group in GROUP_OF_FIELD.items():
        groups[words.begin_with(f"{name}:".encode())] = group
    for name, group in GROUP_OF_FIELDS_BEFORE_AT.items():
        groups[words.begin_with(f"{name}@".encode())] = group
    return groups
