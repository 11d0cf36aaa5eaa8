"""Documents judged without those that they came with: near-copies, neighbours, and undated mail of one list or sender.

Judged by a model that knows a document's copy, a document seems easier than the next one of its kind will be. Copies
share most of their words: the least of some hashed words, drawn alike for all documents, agree as often as two
documents' words do, so that no two need to be compared.

Where documents have dates, later ones are judged by models of what came before. Else stretches of neighbours are left
out together, with their near-copies, and with all that the same list or sender sent where mail names one. Or documents
are dealt into folds, each of which is taken away from the whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.filter.corpus_replay import sources_of
from nbengine.learnt.documents import AnyDocuments
from nbengine.text.vocabulary import Vocabulary

BANDS, ROWS = 5, 5
"""Words are drawn in bands; two documents are compared where all of a band agree."""
LEAST_ALIKE: Final = 0.6
"""Documents that share fewer of all their words than this are no copies."""
MOST_OF_A_LABEL: Final = 0.5
"""A source that sent more of a label than this is what the next documents will be like, and no accident."""
SEED: Final = 8
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
"""An odd number whose powers are spread over all of 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Signatures:
    """Hashes of a vocabulary's words, drawn once."""

    hashes: npt.NDArray[np.uint32]
    """(BANDS * ROWS, n_words)"""

    @classmethod
    def drawn(cls, vocabulary: Vocabulary) -> Signatures:
        """Draw hashes for the words, always alike, in whatever order a vocabulary has them."""
        blob, lengths = vocabulary.to_blob()
        letters, sizes = np.frombuffer(blob, np.uint8).astype(np.uint64), np.asarray(lengths, np.int64)
        ends = np.cumsum(sizes)
        within = np.arange(len(letters)) - np.repeat(ends - sizes, sizes)
        powers = np.cumprod(np.full(int(sizes.max(initial=0)) + 1, STEP))
        sums = np.concatenate(([np.uint64(0)], np.cumsum((letters + np.uint64(1)) * powers[within])))
        words = sums[ends] - sums[ends - sizes]
        words = (words ^ (words >> np.uint64(29))) * STEP
        odd = np.random.default_rng(SEED).integers(0, 2**63, BANDS * ROWS, dtype=np.uint64) * np.uint64(2)
        hashes = np.empty((BANDS * ROWS, len(words)), np.uint32)
        for own, factor in zip(hashes, odd + np.uint64(1), strict=True):
            own[:] = (words * factor) >> np.uint64(32)
        return cls(hashes)

    def of(self, counts: CountMatrix) -> npt.NDArray[np.uint32]:
        """(BANDS * ROWS, n_documents): the least hash of the words of each."""
        found = np.zeros((len(self.hashes), counts.n_documents), np.uint32)
        has_words = np.diff(counts.starts) > 0
        if has_words.any():
            starts, tokens = counts.starts[:-1][has_words], counts.tokens.astype(np.int64)
            drawn = np.empty(len(tokens), np.uint32)
            for own, hashes in zip(found, self.hashes, strict=True):
                hashes.take(tokens, out=drawn, mode="clip")  # which spares a copy; no token is beyond
                own[has_words] = np.minimum.reduceat(drawn, starts)
        return found


def leaders_alike(documents: AnyDocuments) -> IntArray:
    """(n_documents,): the place of the document that goes before all that each comes together with, which is any of
    them; its own where it is alone."""
    return _leaders(_copies(documents), documents.label_numbers)


def _copies(documents: AnyDocuments) -> IntArray:
    """(n_documents,): a number for all near-copies of each."""
    return _joined(np.arange(len(documents)), _band_numbers(documents) if documents.has_text else [])


def _sources(documents: AnyDocuments) -> IntArray | None:
    """(n_documents,): a number for the list or sender of each; None where hardly any document names one."""
    sources = np.full(len(documents), -1)
    for places, piece in documents.pieces():
        if piece.features.text is not None:
            sources[places] = sources_of(piece.features.text, piece.vocabulary)
    is_named = sources >= 0
    if 2 * np.count_nonzero(is_named) <= len(sources):
        return None
    return np.where(is_named, sources, sources.max(initial=0) + 1 + np.arange(len(sources)))


def _band_numbers(documents: AnyDocuments) -> list[IntArray]:
    """Return for each band the number of each document among those that differ; documents without words differ."""
    drawn = Signatures.drawn(documents.vocabulary)
    found = np.zeros((BANDS * ROWS, len(documents)), np.uint32)
    is_empty = np.zeros(len(documents), np.bool_)
    for places, piece in documents.pieces():
        if piece.features.text is not None:
            found[:, places] = drawn.of(piece.features.text)
            is_empty[places] = np.diff(piece.features.text.starts) == 0
    numbers, everyone = [], np.arange(len(documents))
    mixed = np.random.default_rng(SEED).integers(0, 2**64, ROWS, dtype=np.uint64)
    for band in range(BANDS):
        keys = mixed @ found[band * ROWS : (band + 1) * ROWS].astype(np.uint64)
        leaders, number = np.unique(keys, return_index=True, return_inverse=True)[1:]
        own_leaders = leaders[number]
        led = np.flatnonzero(own_leaders != everyone)
        is_alone = is_empty.copy()
        is_alone[led] |= (found[:, led] == found[:, own_leaders[led]]).mean(axis=0) < LEAST_ALIKE
        numbers.append(np.where(is_alone, len(leaders) + everyone, number))
    return numbers


def _joined(together: IntArray, groupings: list[IntArray]) -> IntArray:
    """Join what any grouping puts together, until nothing moves."""
    while True:
        before = together
        for numbers in groupings:
            least = np.full(int(numbers.max(initial=-1)) + 1, len(together))
            np.minimum.at(least, numbers, together)
            together = least[numbers]
        if np.array_equal(before, together):
            return together


def _leaders(numbers: IntArray, label_numbers: IntArray) -> IntArray:
    """Draw one of each group, always alike: the first ones of senders who write all the time came at one time."""
    together = _without_usual(numbers, label_numbers)
    drawn = np.random.default_rng(SEED).permutation(len(together))
    least = np.full(len(together), len(together))
    np.minimum.at(least, together, drawn)
    return np.asarray(np.argsort(drawn)[least[together]])


def _without_usual(together: IntArray, label_numbers: IntArray) -> IntArray:
    """Let go of groups that make up most of a label."""
    n_labels = int(label_numbers.max(initial=-1)) + 1
    pairs, sizes = np.unique(together * max(n_labels, 1) + label_numbers, return_counts=True)
    of_label = np.bincount(label_numbers, minlength=n_labels)[pairs % max(n_labels, 1)]
    usual = pairs[(sizes > MOST_OF_A_LABEL * of_label) & (sizes > 1)] // max(n_labels, 1)
    return np.where(np.isin(together, usual), np.arange(len(together)), together)


LATER_SHARE, LATER_PARTS = 0.5, 4
LATER_SHARE_OF_FEW, LATER_PARTS_OF_FEW = 0.7, 8
"""Of dated documents, judged by models of what came before."""


@dataclass(frozen=True, slots=True, eq=False)
class UnseenDocuments:
    """Some of the documents of a corpus, in folds that are left out by turns."""

    judged: IntArray
    """(n_judged,): places of documents in the corpus, in their order."""
    folds: IntArray
    """(n_judged,)"""
    picked: IntArray
    """Places of those whose verdict counts: a document of a label that was not there yet says nothing."""
    copies: IntArray | None = None
    """(n_documents,): of `leaders_alike`, where it had to be worked out."""
    is_in_time: bool = False
    """A fold is judged by what comes before it, not by all others."""
    is_by_neighbours: bool = False
    """Folds are stretches of neighbours and their copies alone."""


def unseen_documents(documents: AnyDocuments, dates_s: IntArray | None = None) -> UnseenDocuments | None:
    """Choose what to judge by what; None for so few documents that stretches say nothing. Dates (n_documents,) below
    zero are unknown."""
    is_many = len(documents) >= MANY_DOCUMENTS
    own = (LATER_PARTS, LATER_SHARE) if is_many else (LATER_PARTS_OF_FEW, LATER_SHARE_OF_FEW)
    parts = later_parts(dates_s, *own)
    if len(documents) < STRETCHES:
        return None
    if parts is not None:
        later = np.flatnonzero(parts >= 0)
        is_known = _known_before(parts, documents.label_numbers)[later]
        return UnseenDocuments(later, parts[later], later[is_known], is_in_time=True)
    copies, sources, numbers = _copies(documents), _sources(documents), documents.label_numbers
    alike = _leaders(copies, numbers)
    leaders = alike if sources is None else _leaders(_joined(copies, [sources]), numbers)
    picked, folds = some_stretches(numbers, ENOUGH_DOCUMENTS, leaders)
    return UnseenDocuments(picked, folds, picked, alike, is_by_neighbours=sources is None)


def later_parts(dates_s: IntArray | None, n_parts: int, share: float) -> IntArray | None:
    """Cut the later share of dated documents into parts in the order of time: (n_documents,), -1 for what comes before
    and for what has no date; None where fewer than half have one. Dates below zero are unknown."""
    if dates_s is None or not len(dates_s) or 2 * np.count_nonzero(dates_s >= 0) < len(dates_s):
        return None
    dated = np.flatnonzero(dates_s >= 0)
    later = dated[np.argsort(dates_s[dated], kind="stable")][len(dated) - int(share * len(dated)) :]
    parts = np.full(len(dates_s), -1)
    parts[later] = np.arange(len(later)) * n_parts // max(len(later), 1)
    return parts


def _known_before(parts: IntArray, label_numbers: IntArray) -> npt.NDArray[np.bool_]:
    """(n_documents,): whether an earlier part, or what comes before all of them, has the label."""
    first = np.full(int(label_numbers.max(initial=-1)) + 1, len(parts))
    np.minimum.at(first, label_numbers, parts)
    return np.asarray(first[label_numbers] < parts)


MOST_FOLDS = STRETCHES = 10
"""Of each label's documents in the order in which they came."""
MANY_DOCUMENTS = 2_000
"""Half the folds tell as much."""
ENOUGH_DOCUMENTS = 5_000
"""To calibrate with; of more, some stretches do."""


def stratified_folds(label_numbers: npt.ArrayLike, n_folds: int, seed: int = 0) -> IntArray:
    """Deal documents into folds at random, each label as evenly as can be: a fold number per document."""
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be dealt into {n_folds} folds.")
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    by_label = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(len(labels), dtype=np.int64)
    folds[by_label] = np.arange(len(labels)) % n_folds
    return folds


def contiguous_folds(label_numbers: npt.ArrayLike, n_folds: int, leaders: IntArray | None = None) -> IntArray:
    """Cut each label's documents, in the order in which they came, into stretches: a fold number per document.

    Mails and posts that arrive together answer and repeat one another. Leaving out a whole stretch leaves those out
    as well, and so tells how a model fares on documents of another time. What comes together with another document
    goes where its leader is (`near_copies`).
    """
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be cut into {n_folds} folds.")
    folds = np.empty(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        own = np.flatnonzero(labels == label)
        folds[own] = np.arange(len(own)) * n_folds // len(own)
    return folds if leaders is None else folds[leaders]


def some_stretches(label_numbers: IntArray, enough: int, leaders: IntArray | None = None) -> tuple[IntArray, IntArray]:
    """Cut documents into stretches of neighbours, and take as many stretches as hold enough documents.

    What comes together (`leaders`, of near_copies) lies in one. Returns document numbers and the stretch of each.
    """
    stretches = contiguous_folds(label_numbers, STRETCHES, leaders)
    n_needed = min(STRETCHES, -(-STRETCHES * enough // len(label_numbers)))
    chosen = np.linspace(0, STRETCHES - 1, n_needed + 2)[1:-1].round() if n_needed < STRETCHES else stretches
    picked = np.flatnonzero(np.isin(stretches, chosen))
    return picked, stretches[picked]
