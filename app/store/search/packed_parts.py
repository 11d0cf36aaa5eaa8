"""Headings and words of the documents of a part of the index, packed.

Titles, senders or paths are one run of bytes, in which a text is found in a few milliseconds. Letters are alike in
either case. Each different value is kept once, in sorted order, beside a number per document. Words are the counts
turned round: the documents by word, in blocks that each hold a stretch of sorted words.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.store.counts.count_blobs import (
    CountRows,
    IntArray,
    decoded_row,
    decoded_rows,
    encoded_rows,
    starts_of,
)
from app.store.file.document_packing import DamagedBlob, compressed, damage, decompressed
from nbengine.lazy_dataclasses import dataclass

Mask = npt.NDArray[np.bool_]
BYTES_AT_ONCE = 1 << 20
"""Bytes that are compared together: as many as a processor keeps near."""
SAMPLE_BYTES = 1 << 14
STRETCH = 32
"""Letters; about as many as a value has."""
FEW = 64
"""Each place is looked at by itself where fewer than one in so many is left."""
END = b"\0"
"""Ends each value; no text of a workspace has it."""


@dataclass(frozen=True, slots=True, eq=False)
class HeadingTexts:
    """One field of some documents."""

    letters: npt.NDArray[np.uint8]
    """All values in sorted order, each ended by END."""
    ends: IntArray
    """(n_values,): where each value ends."""
    values: npt.NDArray[np.int32]
    """(n_documents,): the value that each document has."""
    first_values: IntArray
    """(n_stretches,): the value in which each stretch of STRETCH letters begins."""

    def containing(self, text: str) -> Mask:
        """(n_documents,): the documents whose value has a text in it."""
        wanted = comparable(text).encode()
        if not wanted:
            return np.ones(len(self.values), np.bool_)
        has_it = np.zeros(len(self.ends), np.bool_)
        has_it[self._values_at(_places(self.letters, wanted))] = True
        return np.asarray(has_it[self.values])

    def _values_at(self, places: IntArray) -> IntArray:
        """(n_places,): the value that each letter is of: that of its stretch, or one of the next."""
        found = self.first_values[places // STRETCH]
        while (is_past := self.ends[found] < places).any():
            found += is_past
        return found

    def text(self, document: int) -> str:
        """The value of one document."""
        value = int(self.values[document])
        begin = int(self.ends[value - 1]) + 1 if value else 0
        return self.letters[begin : int(self.ends[value])].tobytes().decode()

    def texts(self) -> Iterator[str]:
        """Each value, in order."""
        begin, letters = 0, self.letters.tobytes()
        for end in self.ends.tolist():
            yield letters[begin:end].decode()
            begin = end + 1


def heading_texts(texts: Sequence[str]) -> HeadingTexts:
    """The values of one field, a text for each document."""
    folded = [comparable(text) for text in texts]
    distinct = sorted(set(folded))
    places = {text: place for place, text in enumerate(distinct)}
    letters = np.frombuffer(b"".join(text.encode() + END for text in distinct), np.uint8)
    return _of_letters(letters, np.array([places[text] for text in folded], np.int32))


def comparable(text: str) -> str:
    """A text as it is compared: letters alike in either case, and nothing that ends a value."""
    return text.casefold().replace("\0", "\ufffd")


def encoded_texts(texts: HeadingTexts) -> bytes:
    """Compress; `decoded_texts` undoes it."""
    head = np.array([len(texts.values)], "<i8").tobytes()
    return compressed(head + texts.values.astype("<i4").tobytes() + texts.letters.tobytes())


def decoded_texts(blob: bytes) -> HeadingTexts:
    """Read a field of some documents from a blob."""
    data = decompressed(blob)
    with damage(ValueError):
        [n_documents] = np.frombuffer(data, "<i8", 1).tolist()
        values = np.frombuffer(data, "<i4", n_documents, 8)
        letters = np.frombuffer(data, np.uint8, -1, 8 + 4 * n_documents)
    found = _of_letters(letters, values)
    if len(values) and not (values.min() >= 0 and values.max() < len(found.ends)):
        raise DamagedBlob("a document has a heading that does not exist")
    return found


def _of_letters(letters: npt.NDArray[np.uint8], values: npt.NDArray[np.int32]) -> HeadingTexts:
    ends = np.flatnonzero(letters == END[0])
    n_ends = np.bincount(ends // STRETCH, minlength=len(letters) // STRETCH + 1)
    return HeadingTexts(letters, ends, values, np.concatenate([[0], np.cumsum(n_ends)])[:-1])


def _places(letters: npt.NDArray[np.uint8], wanted: bytes) -> IntArray:
    """Find where the wanted bytes begin; the rarest of them are looked for first."""
    n_places = len(letters) - len(wanted) + 1
    how_often = np.bincount(letters[:SAMPLE_BYTES], minlength=256)
    rarest, *others = sorted(range(len(wanted)), key=lambda step: int(how_often[wanted[step]]))
    found = [np.zeros(0, np.int64)]
    for begin in range(0, max(n_places, 0), BYTES_AT_ONCE):
        end = min(begin + BYTES_AT_ONCE, n_places)
        is_there, waiting = letters[begin + rarest : end + rarest] == wanted[rarest], list(others)
        while waiting and np.count_nonzero(is_there) > (end - begin) // FEW:
            step = waiting.pop(0)
            is_there &= letters[begin + step : end + step] == wanted[step]
        places = np.flatnonzero(is_there) + begin
        for step in waiting:
            places = places[letters[places + step] == wanted[step]]
        found.append(places)
    return np.concatenate(found)


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
