"""Mean evidence: how strongly the words of a document speak for one of two labels, to tell when to be sure.

The joint log-probability of a text model adds up what every word says, as if each were news: long documents come out
certain whatever they say, and a model with little smoothing stakes all on words that it saw once. It decides well and
ranks badly where it matters, among the few good mails that look like spam. Here, from the same counts,

- a word counts once, by the documents of each label that hold it, smoothed by Lidstone's .1 whatever the model's own;
- words say something from a log-ratio of .3 on; what they say is averaged, as if three more had said nothing;
- the words of each field witness together: of n that say something each weighs 1 / sqrt(n + 10), so that a long text
  does not shout down the headers;
- the size of a label is halfway between its words and its documents, on the logarithmic scale;
- what rests on words seen once or twice is believed less, as in `nbengine.filter.document_score`, from which all of
  this is taken.

A band placed on this score (`nbengine.trust.unsure_band`) leaves far less spam unfound than one on the model's own
log-odds (`tests/benchmarks/decisions/unsure_band.md`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray, split_into_runs, units_of
from nbengine.errors import EngineError
from nbengine.events.leave_one_out_entries import NEVER_LEARNT
from nbengine.filter.document_score import GROUP_WORDS, NEUTRAL_WORDS, PRIOR_WORDS
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.tally import Tally
from nbengine.text.token_rules import Field
from nbengine.text.vocabulary import Vocabulary

SMOOTHING, INFORMATIVE_FROM, RARITY = 0.1, 0.3, 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutOf:
    """The documents that are judged and were learnt: each is judged without itself."""

    label_numbers: IntArray
    weights: npt.ArrayLike | None = None

    def units(self) -> IntArray:
        """(n_documents,): what each document weighs."""
        n_documents = len(self.label_numbers)
        units = units_of(self.weights, n_documents)
        return np.full(n_documents, UNIT) if units is None else units


class Witnesses:
    """The evidence of documents for the second of two labels against the first."""

    def __init__(self, tally: Tally, groups: IntArray) -> None:
        """groups (n_tokens,) says which words witness together, by small numbers."""
        if tally.n_labels != 2 or len(groups) != tally.n_tokens:
            raise EngineError(f"Witnesses need two labels and a group for each of {tally.n_tokens} words.")
        self._presences, self._threshold, self._groups = tally.presences.T, tally.threshold, groups
        self._n_groups = int(groups.max(initial=0)) + 1
        self._words, self._documents = np.einsum("ij->j", self._presences), tally.documents
        self._n_living = int(np.count_nonzero(self._presences[:, 0] + self._presences[:, 1]))

    def of(self, tally: Tally) -> Witnesses:
        """The same words witness together, by other counts."""
        return Witnesses(tally, self._groups)

    def evidence(self, counts: CountMatrix, own: LeftOutOf | None = None) -> FloatArray:
        """(n_documents,): positive speaks for the second label; `own` leaves each document out of what was learnt."""
        found = np.zeros(counts.n_documents)
        units = np.zeros(counts.n_documents, np.int64) if own is None else own.units()
        for documents in split_into_runs(counts):
            some = counts[documents]
            is_present = some.values > self._threshold
            entries = _Entries(some.n_documents, some.rows[is_present], some.tokens[is_present])
            label_numbers = None if own is None else own.label_numbers[documents]
            found[documents] = self._evidence(entries, self._learnt(entries, label_numbers, units[documents]))
        return found

    def _evidence(self, entries: _Entries, learnt: _Learnt) -> FloatArray:
        seen, n_documents = learnt.seen + SMOOTHING, entries.n_documents
        logs = np.log(seen) - learnt.log_sizes()[entries.rows]
        ratios = logs[:, 1] - logs[:, 0]
        is_telling = learnt.seen.any(axis=1) & (np.abs(ratios) > INFORMATIVE_FROM)
        weights, n_witnesses = self._weighed(entries, is_telling)
        prior = PRIOR_WORDS * (np.log1p(learnt.documents[:, 1]) - np.log1p(learnt.documents[:, 0]))
        said = np.bincount(entries.rows, weights * ratios, n_documents) + prior
        doubt = np.bincount(entries.rows, weights * weights * (1 / seen[:, 0] + 1 / seen[:, 1]), n_documents)
        return np.asarray(said / n_witnesses / np.sqrt(1 + 0.5 * RARITY * doubt / n_witnesses**2))

    def _learnt(self, entries: _Entries, label_numbers: IntArray | None, units: IntArray) -> _Learnt:
        """Look up what was learnt of the documents' words, without the documents where they have label numbers."""
        seen, n_documents = self._presences.take(entries.tokens, axis=0), entries.n_documents
        words, documents = (np.tile(sizes, (n_documents, 1)) for sizes in (self._words, self._documents))
        n_living = np.full(n_documents, self._n_living)
        if label_numbers is not None:
            rows, everyone = entries.rows, np.arange(n_documents)
            seen[np.arange(len(rows)), label_numbers[rows]] -= units[rows]
            words[everyone, label_numbers] -= units * np.bincount(rows, minlength=n_documents)
            documents[everyone, label_numbers] -= units
            if seen.min(initial=0) < 0 or documents.min(initial=0) < 0:
                raise EngineError(NEVER_LEARNT)
            n_living -= np.bincount(rows[seen[:, 0] + seen[:, 1] == 0], minlength=n_documents)
        return _Learnt(seen / UNIT, words / UNIT, documents / UNIT, n_living)

    def _weighed(self, entries: _Entries, is_telling: npt.NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
        """The weight of each entry, nothing where it does not tell, and what the witnesses of each document come to."""
        n_documents = entries.n_documents
        cells = entries.rows * self._n_groups + self._groups.take(entries.tokens)
        n_telling = np.bincount(cells, is_telling, n_documents * self._n_groups)
        weights = 1 / np.sqrt(n_telling + GROUP_WORDS)
        n_witnesses = (n_telling * weights).reshape(n_documents, -1).sum(axis=1) + NEUTRAL_WORDS
        return weights.take(cells) * is_telling, n_witnesses


@dataclass(frozen=True, slots=True, eq=False)
class _Entries:
    """The different words of some documents."""

    n_documents: int
    rows: IntArray
    """(n_entries,): which document each is from."""
    tokens: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _Learnt:
    """The counts of some documents' words, without the documents themselves where they were learnt."""

    seen: FloatArray
    """(n_entries, 2): how many documents of each label hold the word."""
    words: FloatArray
    """(n_documents, 2): how many words all documents of a label have together."""
    documents: FloatArray
    """(n_documents, 2)"""
    n_living: IntArray
    """(n_documents,): how many different words there are."""

    def log_sizes(self) -> FloatArray:
        """(n_documents, 2): the label's size, halfway between words and documents."""
        words = np.log(self.words + SMOOTHING * np.maximum(self.n_living, 1)[:, None])
        return np.asarray(0.5 * (words + np.log(self.documents + 2 * SMOOTHING)))


def witness_groups(vocabulary: Vocabulary, fields: tuple[Field, ...], first: int = 0) -> IntArray:
    """(n_words - first,): words from one on by the field they are from, 0 for the text."""
    numbers = np.arange(first, len(vocabulary))
    spans, groups = vocabulary.spans(numbers), np.zeros(len(numbers), np.int64)
    for group, field in enumerate(fields, start=1):
        groups[spans.begin_with(f"{field.name}:".encode())] = group
    return groups
