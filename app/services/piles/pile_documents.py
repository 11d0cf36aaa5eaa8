"""A corpus as a pile: the counts of its documents, how each came to its label, and the groups of what has none.

Counts are those that the import made, so that no text is read again. Of a large pile so many documents are looked at as
an answer can be weighed against within a moment, drawn by chance. Groups are made of all documents that came without a
label, those that a person has labelled since among them: so what is left of a group stays the same group.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from app.domain.documents import labels_in
from app.domain.jobs import JobContext
from app.domain.records import Corpus
from app.services.piles.pile_records import PileGroup
from app.services.training.corpus_documents import counted_places, held_counts, rules_key, rules_used, the_corpus
from app.services.training.recipe_planning import default_rules
from app.store.documents import NO_LABEL
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.piles.groups import NOWHERE, Group, groups_of
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

MOST_UNLABELLED, MOST_LABELLED = 20_000, 5_000
AT_ONCE = 10
"""Labels given to more documents at once were not given by looking at each."""
SETTLED = 2 / 3
"""The share of a pile that came first, and by which the groups are made."""


@dataclass(frozen=True, slots=True, eq=False)
class PileLabels:
    """The labels of a pile's documents at one moment, in the order of its rows."""

    given: tuple[tuple[str, ...], ...]
    is_by_hand: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label, be it to many at once."""
    is_one_by_one: npt.NDArray[np.bool_]
    """(n_documents,): whether a person gave the label and looked at the document."""
    n_unlabelled: int
    """In the whole corpus."""
    n_labelled: int
    names: tuple[str, ...]
    """Each label of the corpus, in its order."""

    @property
    def has_label(self) -> npt.NDArray[np.bool_]:
        """(n_documents,): whether a document has any label."""
        return np.array([bool(own) for own in self.given], np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class PileDocuments:
    """The documents of a pile that are looked at."""

    corpus: Corpus
    numbers: IntArray
    """Ascending, one a row."""
    counts: CountMatrix
    vocabulary: Vocabulary
    runs: IntArray
    """The import that brought each."""

    @property
    def lots(self) -> FloatArray:
        """The number by which chance draws each document."""
        return lots_of(self.numbers)

    @property
    def n_settled(self) -> int:
        """The number of documents that came before the last ones: whole imports, which make up most of the pile."""
        ends = np.flatnonzero(np.diff(self.runs) != 0) + 1
        late = ends[ends >= SETTLED * len(self.runs)]
        return int(late[0]) if len(late) else len(self.runs)


def lots_of(numbers: IntArray) -> FloatArray:
    """Return for each document a number between 0 and 1 that is always the same, and looks drawn by chance."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return np.asarray((mixed ^ (mixed >> np.uint64(31))).astype(np.float64) / 2.0**64)


def read_pile(place: Place, name: str | None, context: JobContext) -> tuple[PileDocuments, PileLabels]:
    """Read a corpus as a pile; what was never counted is counted now."""
    with reading(place) as workspace:
        corpus = the_corpus(workspace, name)
        rules = default_rules("mail" if corpus.kind == "mail" else "text")  # by which an import counts it
        key = rules_key(rules_used(workspace, corpus.name, rules))
        if not len(workspace.segments.uncounted(corpus.name, key)):
            return pile_of(workspace, corpus, rules, context)
    with writing(place) as workspace:
        return pile_of(workspace, corpus, rules, context)


def is_without_labels(place: Place, corpus: str) -> bool:
    """Tell whether no document of a corpus has a label, and it is no table, which may need none."""
    with reading(place) as workspace:
        return workspace.corpora.get(corpus).kind != "table" and not any(workspace.documents.label_counts(corpus))


def pile_of(
    workspace: Workspace, corpus: Corpus, rules: TokenRules, context: JobContext
) -> tuple[PileDocuments, PileLabels]:
    """Return the counted documents of a corpus, of a large one some."""
    counted = counted_places(workspace, corpus.name, rules, context)
    context.checkpoint(phase="reading counts")
    columns = workspace.documents.columns(corpus.name)
    at = np.flatnonzero(np.isin(columns.numbers, counted.places.document_numbers))
    lots, has_label = lots_of(columns.numbers[at]), columns.labels[at] != NO_LABEL
    of_each = [(has_label, MOST_LABELLED), (~has_label, MOST_UNLABELLED)]
    looked_at = [at[own][np.argsort(lots[own], kind="stable")[:most]] for own, most in of_each]
    at = np.sort(np.concatenate(looked_at))
    numbers = columns.numbers[at]
    counts = held_counts(workspace, counted, numbers)
    pile = PileDocuments(corpus, numbers, counts, counted.vocabulary, columns.runs[at])
    return pile, labels_of_pile(workspace, corpus.name, pile.numbers)


def labels_of_pile(workspace: Workspace, corpus: str, numbers: IntArray) -> PileLabels:
    """Return the labels that documents have now; those that are gone have none."""
    with workspace.snapshot():
        columns = workspace.documents.columns(corpus)
        by_hand, one_by_one = (workspace.labels.given_by_hand(corpus, most) for most in (None, AT_ONCE))
        names = workspace.labels.names(corpus)
    sets = [labels_in(name) for name in columns.label_names]
    own = np.full(len(numbers), NO_LABEL)
    _, places, of_pile = np.intersect1d(columns.numbers, numbers, assume_unique=True, return_indices=True)
    own[of_pile] = columns.labels[places]
    n_labelled = int((columns.labels != NO_LABEL).sum())
    return PileLabels(
        tuple(sets[label] if label != NO_LABEL else () for label in own.tolist()),
        np.isin(numbers, by_hand),
        np.isin(numbers, one_by_one),
        len(columns.numbers) - n_labelled,
        n_labelled,
        tuple(dict.fromkeys(label for name in names for label in labels_in(name))),
    )


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
    is_known, rows = labels.has_label & ~labels.is_by_hand, None
    if is_known.any() and labels.has_label.mean() > 0.5:  # the pile is what came to a sorted corpus
        numbered = {name: place for place, name in enumerate(labels.names)}
        known = np.array([numbered[own[0]] if own else NOWHERE for own in labels.given], np.int64)
        found = groups_of(documents.counts, labels=known)
    else:
        rows = np.flatnonzero(~is_known)
        found = groups_of(documents.counts[rows], int(np.searchsorted(rows, documents.n_settled)))
    told = (described(documents, labels, group, rows) for group in found)
    return tuple(sorted((one for one in told if one.documents), key=lambda one: -len(one.documents)))


def described(documents: PileDocuments, labels: PileLabels, group: Group, rows: IntArray | None = None) -> PileGroup:
    """Return a group, of all rows or of these, by the numbers of its documents that have no label."""
    rows = np.arange(len(documents.numbers)) if rows is None else rows
    is_open = ~labels.has_label

    def numbers(own: IntArray) -> tuple[int, ...]:
        return tuple(documents.numbers[rows[own][is_open[rows[own]]]].tolist())

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
