"""Documents by word: the counts of some documents turned round, in blocks that each hold a stretch of sorted words."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from app.store.counts.count_blobs import (
    CountRows,
    IntArray,
    decoded_row,
    decoded_rows,
    encoded_rows,
    starts_of,
)
from app.store.file.document_packing import DamagedBlob, compressed, damage, decompressed

ENTRIES_OF_BLOCK, WORDS_OF_BLOCK = 40_000, 400
"""A block ends when it has so many entries or words: one is read whole for each word that is looked for."""


class WordBlock(NamedTuple):
    """A stretch of words, each with the places of the documents that have it."""

    first_word: bytes
    words: bytes
    documents: bytes


def word_bytes(word: str) -> bytes:
    """A word as it is sorted and compared."""
    return word.encode("utf-8", "surrogatepass")


def word_blocks(rows: CountRows, words: Sequence[str]) -> Iterator[WordBlock]:
    """Turn counts round: for each word that occurs, the places of the rows that have it, in sorted order of words."""
    lengths = np.bincount(rows.tokens, minlength=len(words))
    used = sorted(np.flatnonzero(lengths).tolist(), key=lambda token: word_bytes(words[token]))
    documents = np.repeat(np.arange(rows.n_documents, dtype=np.int32), np.diff(rows.starts))
    documents = documents[np.argsort(rows.tokens, kind="stable")]
    begins = starts_of(lengths)
    for block in _blocks(used, lengths):
        entries = [documents[begins[token] : begins[token + 1]] for token in block]
        places = np.concatenate(entries)
        turned = CountRows(starts_of(lengths[block]), places, np.ones(len(places), np.int32))
        names = [words[token] for token in block]
        yield WordBlock(word_bytes(names[0]), _packed_words(names), encoded_rows(turned))


def documents_in(block: WordBlock, word: str, n_documents: int) -> IntArray:
    """The places of the documents that have a word, which may be none of the block's."""
    words = _unpacked_words(block.words)
    place = bisect_left(words, word_bytes(word), key=word_bytes)
    if place == len(words) or words[place] != word:
        return np.zeros(0, np.int64)
    return decoded_row(block.documents, place, len(words), n_documents)


def listed_words(blocks: Iterable[WordBlock], n_documents: int) -> Iterator[tuple[str, IntArray]]:
    """Yield every word with the places of its documents."""
    for block in blocks:
        words, rows = _unpacked_words(block.words), decoded_rows(block.documents, n_documents)
        if len(words) != rows.n_documents or word_bytes(words[0]) != block.first_word:
            raise DamagedBlob("a block of words has more or fewer rows than words")
        for place, word in enumerate(words):
            yield word, rows.tokens[rows.starts[place] : rows.starts[place + 1]].astype(np.int64)


def _blocks(used: list[int], lengths: IntArray) -> Iterator[list[int]]:
    block: list[int] = []
    n_entries = 0
    for token in used:
        block.append(token)
        n_entries += int(lengths[token])
        if n_entries >= ENTRIES_OF_BLOCK or len(block) >= WORDS_OF_BLOCK:
            yield block
            block, n_entries = [], 0
    if block:
        yield block


def _packed_words(words: Sequence[str]) -> bytes:
    return compressed(json.dumps(list(words), ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _unpacked_words(blob: bytes) -> list[str]:
    with damage(ValueError, RecursionError):
        words = json.loads(decompressed(blob).decode("utf-8", "surrogatepass"))
    if not isinstance(words, list) or not {str}.issuperset(map(type, words)):
        raise DamagedBlob("a block of words has something else in it")
    return words
