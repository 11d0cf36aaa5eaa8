"""Groups of what has no label, named by their words.

Groups are made of all documents that came without a label, those that a person has labelled since among them: so what
is left of a group stays the same group while it is being labelled.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from app.domain.jobs import JobContext
from app.services.piles.pile_documents import PileDocuments, PileLabels, read_pile
from app.services.piles.pile_records import PileGroup
from app.store.access import Place
from nbengine.arrays.counts import IntArray
from nbengine.piles.groups import NOWHERE, Group, groups_of

MOST_WORDS, NAMING_WORDS = 5, 3
HEADINGS = ("subject:",)
"""The fields of mail whose words tell what a group is about."""


def groups_without_label(place: Place, corpus: str | None, context: JobContext) -> tuple[str, tuple[PileGroup, ...]]:
    """Return the corpus, and the groups of its documents that have no label, largest first."""
    documents, labels = read_pile(place, corpus, context)
    context.checkpoint(phase="grouping")
    return documents.corpus.name, grouped(documents, labels)


def grouped(documents: PileDocuments, labels: PileLabels) -> tuple[PileGroup, ...]:
    """Return the groups that documents without a label fall into."""
    is_known = labels.has_label & ~labels.is_by_hand
    rows = np.flatnonzero(~is_known)
    if is_known.any() and labels.has_label.mean() > 0.5:  # the pile is what came to a sorted corpus
        numbered = {name: place for place, name in enumerate(labels.names)}
        known = np.array([numbered[own[0]] if own else NOWHERE for own in labels.given], np.int64)
        found = groups_of(documents.counts, labels=known)
        rows = np.arange(len(documents.numbers))
    else:
        n_settled = int(np.searchsorted(rows, documents.n_settled))
        found = groups_of(documents.counts[rows], n_settled)
    told = (described(documents, labels, group, rows) for group in found)
    return tuple(sorted((one for one in told if one.documents), key=lambda one: -len(one.documents)))


def described(documents: PileDocuments, labels: PileLabels, group: Group, rows: IntArray) -> PileGroup:
    """Return a group by the numbers of its documents that have no label."""
    is_open = ~labels.has_label[rows]

    def numbers(own: IntArray) -> tuple[int, ...]:
        return tuple(documents.numbers[rows[own[is_open[own]]]].tolist())

    given = Counter(name for row in rows[group.members].tolist() for name in labels.given[row])
    words = shown_words(documents.vocabulary.words_of(group.words))
    label = given.most_common(1)[0][0] if given else None
    members, typical = numbers(group.members), numbers(group.typical)
    return PileGroup(
        name=", ".join(words[:NAMING_WORDS]) or (label or ""),
        words=tuple(words),
        documents=members,
        core=numbers(group.core),
        typical=typical or members[:NAMING_WORDS],
        label=label,
        is_new=group.is_new,
    )


def shown_words(words: list[str]) -> list[str]:
    """Return the first words that a person can read: none of a sender's or a route's, and none that is part of another;
    longer ones before single signs."""
    plain = [word.removeprefix(HEADINGS[0]) for word in words if ":" not in word or word.startswith(HEADINGS)]
    kept: list[str] = []
    for word in sorted(dict.fromkeys(plain), key=lambda word: len(word) < 2):
        if any(map(str.isalnum, word)) and not any(word in other or other in word for other in kept):
            kept.append(word)
    return kept[:MOST_WORDS]
