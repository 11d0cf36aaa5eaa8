"""Choose held-out documents that resemble future documents.

The training documents contain no near-copies of the held-out documents, no neighbours, and no mail of their senders. A
model that has learnt a copy of a document judges the document too well. Near-copies are found by MinHash: the share of
equal minimum hashes of two documents estimates the share of their common words. So not every pair has to be compared.

If documents have dates, later ones are judged by models of the earlier ones. Otherwise blocks of neighbours are held
out, together with their near-copies and with all mail of their sources. A *source* is a mailing list or a sender.
*Neighbours* are documents that arrived one after another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.filter.corpus_replay import find_sources
from nbengine.learnt.documents import AnyDocuments
from nbengine.text.vocabulary import Vocabulary

BANDS, ROWS = 5, 5
"""Number of MinHash bands, and of hashes in each. Two documents are compared if all hashes of a band are equal."""
MIN_COMMON_WORDS_SHARE: Final = 0.6
"""Two documents are near-copies if at least this share of their words is common."""
MAX_SHARE_OF_LABEL: Final = 0.5
"""A source with a larger share of a label is typical of future documents, so it is not held out as a whole."""
SEED: Final = 8
HASH_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd multiplier of a multiplicative hash (2⁶⁴ divided by the golden ratio). Its powers spread over all 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Signatures:
    """Random hash functions, evaluated for each word of a vocabulary, from which MinHash signatures are computed."""

    hashes: npt.NDArray[np.uint32]
    """(BANDS * ROWS, n_words): hash of each word."""

    @classmethod
    def draw(cls, vocabulary: Vocabulary) -> Signatures:
        """Return random hashes of the words of a vocabulary. The hash of a word depends only on the word."""
        blob, lengths = vocabulary.to_blob()
        letters, sizes = np.frombuffer(blob, np.uint8).astype(np.uint64), np.asarray(lengths, np.int64)
        ends = np.cumsum(sizes)
        within = np.arange(len(letters)) - np.repeat(ends - sizes, sizes)
        powers = np.cumprod(np.full(int(sizes.max(initial=0)) + 1, HASH_MULTIPLIER))
        sums = np.concatenate(([np.uint64(0)], np.cumsum((letters + np.uint64(1)) * powers[within])))
        words = sums[ends] - sums[ends - sizes]
        words = (words ^ (words >> np.uint64(29))) * HASH_MULTIPLIER
        odd = np.random.default_rng(SEED).integers(0, 2**63, BANDS * ROWS, dtype=np.uint64) * np.uint64(2)
        hashes = np.empty((BANDS * ROWS, len(words)), np.uint32)
        for row, factor in zip(hashes, odd + np.uint64(1), strict=True):
            row[:] = (words * factor) >> np.uint64(32)
        return cls(hashes)

    def compute(self, counts: CountMatrix) -> npt.NDArray[np.uint32]:
        """Return the minimum hash of the words of each document; shape (BANDS * ROWS, n_documents)."""
        signatures = np.zeros((len(self.hashes), counts.n_documents), np.uint32)
        has_words = np.diff(counts.starts) > 0
        if has_words.any():
            starts, tokens = counts.starts[:-1][has_words], counts.tokens.astype(np.int64)
            hashes_of_tokens = np.empty(len(tokens), np.uint32)
            for row, hashes in zip(signatures, self.hashes, strict=True):
                hashes.take(tokens, out=hashes_of_tokens, mode="clip")  # "clip" avoids a copy; all tokens are in range
                row[has_words] = np.minimum.reduceat(hashes_of_tokens, starts)
        return signatures


def find_near_copy_leaders(documents: AnyDocuments) -> IntArray:
    """Return the leader of each document's group of near-copies; shape (n_documents,).

    The leader is a document of the group, drawn at random with a fixed seed. A document without near-copies is its own
    leader.
    """
    return _draw_leaders(_near_copy_groups(documents), documents.label_numbers)


def _near_copy_groups(documents: AnyDocuments) -> IntArray:
    """Return the group number of each document, shape (n_documents,). Near-copies have the same number."""
    return _merge_groups(np.arange(len(documents)), _group_numbers_by_band(documents) if documents.has_text else [])


def _source_numbers(documents: AnyDocuments) -> IntArray | None:
    """Return the source number of each document, shape (n_documents,). A source is a mailing list or a sender.

    A document whose source is unknown is its own source. Return None if at least half of the sources are unknown.
    """
    sources = np.full(len(documents), -1)
    for positions, piece in documents.pieces():
        if piece.features.text is not None:
            sources[positions] = find_sources(piece.features.text, piece.vocabulary)
    is_named = sources >= 0
    if 2 * np.count_nonzero(is_named) <= len(sources):
        return None
    return np.where(is_named, sources, sources.max(initial=0) + 1 + np.arange(len(sources)))


def _group_numbers_by_band(documents: AnyDocuments) -> list[IntArray]:
    """Return the group number of each document, for each band of hashes.

    Two documents are in one group if their hashes of the band are equal and enough of their words are common. A
    document without words has a group of its own.
    """
    signatures = Signatures.draw(documents.vocabulary)
    minima = np.zeros((BANDS * ROWS, len(documents)), np.uint32)
    is_empty = np.zeros(len(documents), np.bool_)
    for positions, piece in documents.pieces():
        if piece.features.text is not None:
            minima[:, positions] = signatures.compute(piece.features.text)
            is_empty[positions] = np.diff(piece.features.text.starts) == 0
    numbers, all_documents = [], np.arange(len(documents))
    factors = np.random.default_rng(SEED).integers(0, 2**64, ROWS, dtype=np.uint64)
    for band in range(BANDS):
        keys = factors @ minima[band * ROWS : (band + 1) * ROWS].astype(np.uint64)
        leaders, number = np.unique(keys, return_index=True, return_inverse=True)[1:]
        leader_of_document = leaders[number]
        followers = np.flatnonzero(leader_of_document != all_documents)
        is_alone = is_empty.copy()
        is_alone[followers] |= (minima[:, followers] == minima[:, leader_of_document[followers]]).mean(
            axis=0
        ) < MIN_COMMON_WORDS_SHARE
        numbers.append(np.where(is_alone, len(leaders) + all_documents, number))
    return numbers


def _merge_groups(groups: IntArray, groupings: list[IntArray]) -> IntArray:
    """Merge groups that have documents in a common group of one of the `groupings`. Return the new group numbers."""
    while True:
        before = groups
        for numbers in groupings:
            least = np.full(int(numbers.max(initial=-1)) + 1, len(groups))
            np.minimum.at(least, numbers, groups)
            groups = least[numbers]
        if np.array_equal(before, groups):
            return groups


def _draw_leaders(numbers: IntArray, label_numbers: IntArray) -> IntArray:
    """Return the leader of each document's group: a document of the group, drawn at random with a fixed seed.

    The first document would be a bad choice: the first mails of frequent senders all come from the same time.
    """
    groups = _split_typical_groups(numbers, label_numbers)
    shuffled = np.random.default_rng(SEED).permutation(len(groups))
    least = np.full(len(groups), len(groups))
    np.minimum.at(least, groups, shuffled)
    return np.asarray(np.argsort(shuffled)[least[groups]])


def _split_typical_groups(groups: IntArray, label_numbers: IntArray) -> IntArray:
    """Split groups with more than `MAX_SHARE_OF_LABEL` of the documents of one label into single documents."""
    n_labels = int(label_numbers.max(initial=-1)) + 1
    pairs, sizes = np.unique(groups * max(n_labels, 1) + label_numbers, return_counts=True)
    of_label = np.bincount(label_numbers, minlength=n_labels)[pairs % max(n_labels, 1)]
    typical = pairs[(sizes > MAX_SHARE_OF_LABEL * of_label) & (sizes > 1)] // max(n_labels, 1)
    return np.where(np.isin(groups, typical), np.arange(len(groups)), groups)


LATER_SHARE, LATER_PARTS = 0.5, 4
"""Share of the dated documents that are judged, and the number of parts into which they are cut."""
LATER_SHARE_OF_FEW, LATER_PARTS_OF_FEW = 0.7, 8
"""Like `LATER_SHARE` and `LATER_PARTS`, for few documents."""


@dataclass(frozen=True, slots=True, eq=False)
class UnseenDocuments:
    """Held-out documents of a corpus that resemble future documents, divided into folds."""

    judged_rows: IntArray
    """(n_judged,): positions of the judged documents in the corpus, ascending."""
    folds: IntArray
    """(n_judged,): fold of each judged document."""
    counted_rows: IntArray
    """Positions of the judged documents on which results are based.

    A document is left out if training had no document with its label.
    """
    near_copy_leaders: IntArray | None = None
    """(n_documents,): result of `find_near_copy_leaders`; None if it was not computed."""
    is_in_time: bool = False
    """Whether each fold is judged by a model of the earlier documents only, instead of all other documents."""
    is_by_neighbour_blocks: bool = False
    """Whether folds are blocks of neighbours with their near-copies, because sources are unknown."""


def choose_unseen_documents(documents: AnyDocuments, dates_s: IntArray | None = None) -> UnseenDocuments | None:
    """Choose held-out documents that resemble future ones. Return None if the corpus has fewer than `N_BLOCKS`
    documents.

    `dates_s` (n_documents,) are Unix times; negative values are unknown.
    """
    label_numbers, is_many = documents.label_numbers, len(documents) >= MANY_DOCUMENTS
    n_parts_and_share = (LATER_PARTS, LATER_SHARE) if is_many else (LATER_PARTS_OF_FEW, LATER_SHARE_OF_FEW)
    parts = cut_later_documents(dates_s, *n_parts_and_share)
    if len(documents) < N_BLOCKS:
        return None
    if parts is not None:
        later = np.flatnonzero(parts >= 0)
        first_part_of_label = np.full(int(label_numbers.max(initial=-1)) + 1, len(parts))
        np.minimum.at(first_part_of_label, label_numbers, parts)
        is_known = first_part_of_label[label_numbers[later]] < parts[later]
        return UnseenDocuments(later, parts[later], later[is_known], is_in_time=True)
    copies, sources = _near_copy_groups(documents), _source_numbers(documents)
    alike = _draw_leaders(copies, label_numbers)
    leaders = alike if sources is None else _draw_leaders(_merge_groups(copies, [sources]), label_numbers)
    picked, folds = sample_blocks(label_numbers, CALIBRATION_SAMPLE_SIZE, leaders)
    return UnseenDocuments(picked, folds, picked, alike, is_by_neighbour_blocks=sources is None)


def cut_later_documents(dates_s: IntArray | None, n_parts: int, share: float) -> IntArray | None:
    """Cut the latest `share` of the dated documents into parts, in order of time. Return parts, shape (n_documents,).

    The part is -1 for earlier and for undated documents. Return None if fewer than half of the documents are dated.
    """
    if dates_s is None or not len(dates_s) or 2 * np.count_nonzero(dates_s >= 0) < len(dates_s):
        return None
    dated = np.flatnonzero(dates_s >= 0)
    later = dated[np.argsort(dates_s[dated], kind="stable")][len(dated) - int(share * len(dated)) :]
    parts = np.full(len(dates_s), -1)
    parts[later] = np.arange(len(later)) * n_parts // max(len(later), 1)
    return parts


MAX_FOLDS = N_BLOCKS = 10
"""Number of blocks into which each label's documents are cut, in order of arrival; also the maximum number of folds."""
MANY_DOCUMENTS = 2_000
"""With at least this many documents, half as many folds are enough."""
CALIBRATION_SAMPLE_SIZE = 5_000
"""Number of documents that suffices for calibration. With more, only some blocks are judged."""


def stratified_folds(label_numbers: npt.ArrayLike, n_folds: int, seed: int = 0) -> IntArray:
    """Assign documents to folds at random, each label as evenly as possible. Return the fold of each document."""
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be dealt into {n_folds} folds.")
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    by_label = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(len(labels), dtype=np.int64)
    folds[by_label] = np.arange(len(labels)) % n_folds
    return folds


def contiguous_folds(label_numbers: npt.ArrayLike, n_folds: int, leaders: IntArray | None = None) -> IntArray:
    """Cut each label's documents into contiguous blocks, in order of arrival. Return the fold of each document.

    Mails and posts that arrive together answer and quote each other. A block holds out all of them, so the result is
    closer to that on future documents. With `leaders`, a near-copy goes to the fold of its leader (see
    `find_near_copy_leaders`).
    """
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be cut into {n_folds} folds.")
    folds = np.empty(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        positions = np.flatnonzero(labels == label)
        folds[positions] = np.arange(len(positions)) * n_folds // len(positions)
    return folds if leaders is None else folds[leaders]


def sample_blocks(
    label_numbers: IntArray, sample_size: int, leaders: IntArray | None = None
) -> tuple[IntArray, IntArray]:
    """Cut documents into `N_BLOCKS` contiguous blocks, and choose evenly spaced blocks with at least `sample_size`
    documents.

    Return the numbers of the documents in the chosen blocks, and the block of each document. Documents with the same
    leader are in the same block.
    """
    blocks = contiguous_folds(label_numbers, N_BLOCKS, leaders)
    n_needed = min(N_BLOCKS, -(-N_BLOCKS * sample_size // len(label_numbers)))
    chosen = np.linspace(0, N_BLOCKS - 1, n_needed + 2)[1:-1].round() if n_needed < N_BLOCKS else blocks
    picked = np.flatnonzero(np.isin(blocks, chosen))
    return picked, blocks[picked]
