"""Settings of a filter, and the groups of words (evidence groups).

Each word belongs to one group: text, subject, route, signs (how the mail is built), opening, or newness (novelty
tokens, which tell how many of the document's words are new). In a group with n words, each word has the weight 1 /
sqrt(n + 10). No group changes the score by more than `most_of_a_group`, so a long text or a trusted mailing list cannot
outweigh the rest. Newsletters are built like spam, so the group "signs" has its own, lower limit: `most_of_signs`.
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
"""Up to this number of words, a loop over the words finds their groups faster than array operations do."""

N_BUCKETS: Final = 10
"""Number of buckets: intervals of the share of new words in a group, relative to the running mean.

Each bucket of a group has a novelty token.
"""
N_NOVELTY_GROUPS: Final = NEWNESS
"""Number of groups that have novelty tokens: all groups but newness itself."""
N_NOVELTY_TOKENS: Final = N_NOVELTY_GROUPS * (N_BUCKETS + 1)
"""Number of novelty tokens, which are the first columns of a filter's vocabulary.

Each group has one for each bucket, and one for documents with too few words.
"""


@dataclass(frozen=True, slots=True)
class FilterSettings:
    """Settings of a filter. The defaults of the fields are for mail; `settings_for` returns complete presets."""

    positive: str = "spam"
    """The label that must not be assigned by mistake, such as spam."""
    smoothing: float = 0.1
    informative_from: float = 0.6
    """A word is informative if its log-probabilities under the labels differ by more than this."""
    doubted_to: float = 0.9
    """If the true label of a document leads by at most this mean evidence, the document is learnt with full weight."""
    settled_from: float = 0.9
    """If the true label of a document leads by at least this mean evidence, it is learnt with `settled_weight`."""
    settled_weight: float = 0.0
    """Weight, from 0 to 1, of a document that the filter already classifies clearly."""
    decay: float = 0.0
    """Share by which every learnt document reduces the counts of all documents learnt before."""
    rarity: float = 10.0
    """Strength of the shrinkage of scores that depend on words seen once or twice: larger values shrink more."""
    most_of_a_group: float = 0.4
    """Largest contribution of one group of words (text, subject, …) to the mean evidence; 0 means no limit."""
    # With 0.4, like the other groups, 2.8 good mails in 1,000 were lost for 2.6 (tests/benchmarks/decisions/filter.md).
    most_of_signs: float = 0.2
    """Largest contribution of the group "signs" (how the mail is built); 0 means no limit."""
    learning_rate: float = 12.0
    """Learning rate of the learnt weights."""
    # With 0.5, 0.82 good mails in 1,000 were lost for 0.59 (tests/benchmarks/decisions/filter.md). Short messages keep
    # 0.5.
    learnt_share: float = 0.25
    """Weight of the learnt weights in the score, relative to the counts, after very many learnt documents."""
    steps_by_group: bool = False
    """Whether all groups of words have equal parts of a learning step, however many words they have.

    If False, all words have equal parts, as in filters of earlier versions. A long text then outweighs the headers.
    """
    clean_trust: float = 0.05
    """Lowest weight of a document whose label contradicts the score, in a collection without wrong labels.

    The default equals the lowest weight with many wrong labels, which filters of earlier versions always used.
    """
    protected: tuple[str, ...] = field(default=())
    """Labels whose documents must not be lost to the positive label. Empty means all other labels."""

    def __post_init__(self) -> None:
        is_whole = self.informative_from >= 0 and self.rarity >= 0 and self.doubted_to <= self.settled_from
        is_bounded = min(self.most_of_a_group, self.most_of_signs, self.learning_rate, self.learnt_share) >= 0
        is_bounded = is_bounded and max(self.rarity, self.learning_rate) <= MAX_MAGNITUDE
        is_smoothed = 1 / MAX_MAGNITUDE <= self.smoothing <= MAX_MAGNITUDE
        if not is_smoothed or not 0 <= self.settled_weight <= 1 or not is_whole or not is_bounded:
            raise EngineError(f"These settings do not make sense for a filter: {self}.")
        if not 0 <= self.decay < 1:
            raise EngineError(f"Each lesson can lessen the earlier ones by a share below 1, not by {self.decay}.")

    def lesson_weight(self, evidence_lead: float) -> float:
        """Return the weight with which a document is learnt.

        `evidence_lead` is the mean evidence of its true label minus the mean evidence of the best other label.
        """
        if evidence_lead <= self.doubted_to:
            return 1.0
        if evidence_lead >= self.settled_from:
            return self.settled_weight
        doubt = (self.settled_from - evidence_lead) / (self.settled_from - self.doubted_to)
        return self.settled_weight + (1 - self.settled_weight) * doubt


def settings_for(positive: str, *, is_short: bool) -> FilterSettings:
    """Return the settings for mail, or with `is_short` for short messages.

    For short messages, groups have no limit. Documents that are already classified clearly are still learnt with a
    small weight, and learnt weights have a larger share in the score.
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
    """Return the names of the novelty tokens (they encode the share of new words), in the order of their columns."""
    buckets = [*(f"{100 * (2 * bucket - N_BUCKETS + 1) // (2 * N_BUCKETS):+d}%" for bucket in range(N_BUCKETS)), "few"]
    return [f"new:{GROUP_NAMES[kind]}:{bucket}" for kind in range(N_NOVELTY_GROUPS) for bucket in buckets]


def evidence_group_of_word(word: str) -> int:
    """Return the evidence group of a word, such as `TEXT` or `SUBJECT`. A word without a field belongs to `TEXT`."""
    name, colon, _ = word.partition(":")
    kind, at, _ = name.partition("@")
    if not colon:
        return TEXT
    return GROUP_OF_FIELDS_BEFORE_AT.get(kind, TEXT) if at else GROUP_OF_FIELD.get(name, TEXT)


def evidence_groups_of_vocabulary(vocabulary: Vocabulary, first_column: int = 0) -> npt.NDArray[np.int8]:
    """Return the group (TEXT, SUBJECT, …) of each word from column `first_column` on; shape (n_words -
    first_column,).
    """
    columns: IntArray = np.arange(first_column, len(vocabulary))
    if len(columns) < MAX_WORDS_ONE_BY_ONE:
        return np.array([evidence_group_of_word(word) for word in vocabulary.words_of(columns)], np.int8)
    words, groups = vocabulary.spans(columns), np.full(len(columns), TEXT, np.int8)
    for name, group in GROUP_OF_FIELD.items():
        groups[words.starts_with(f"{name}:".encode())] = group
    for name, group in GROUP_OF_FIELDS_BEFORE_AT.items():
        groups[words.starts_with(f"{name}@".encode())] = group
    return groups
