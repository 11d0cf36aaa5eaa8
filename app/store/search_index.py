"""The search index of a corpus. It consists of parts of some thousand documents, each built in one short transaction.

A part covers either the headings (title, sender, path) of its documents or their counted words. Deleted documents stay
in a part until the workspace is compacted; callers filter them out. For each heading, the order of all documents in
parts is stored. Callers insert the documents that are in no part yet.

For a heading such as the title, each different value is stored once, case-folded, in sorted order in one byte array,
together with a value number per document. A substring search scans this array in a few milliseconds. For words, a part
has an inverted index, in blocks of consecutive sorted words.
"""

from __future__ import annotations

import heapq
import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from app.store.connection import WorkspaceFile, WorkspacePart, translate_sqlite_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import (
    CountRows,
    IntArray,
    decode_numbers,
    decode_row,
    decode_rows,
    encode_numbers,
    encode_rows,
    row_starts,
)
from app.store.count_segments import Segments, visible_document_numbers
from app.store.document_packing import (
    LARGEST_COUNTS_BYTES,
    DamagedBlob,
    compress_frame,
    decompress_frame,
    translate_damage,
)

Mask = npt.NDArray[np.bool_]
BYTES_AT_ONCE = 1 << 20
"""Bytes compared at a time, sized to stay in the processor's cache."""
SAMPLE_BYTES = 1 << 14
"""Bytes sampled to find the rarest byte of the searched text."""
BYTES_PER_ENTRY = 32
"""`HeadingTexts.first_values` has one entry for this many bytes, which is about the length of one value."""
MIN_DENSITY = 64
"""If fewer than one in this many positions may still match, these are compared singly instead of as whole arrays."""
TEXT_END = b"\0"
"""Terminates each value. Texts in a workspace never contain it."""


@dataclass(frozen=True, slots=True, eq=False)
class HeadingTexts:
    """One heading (title, sender or path) of some documents, in a form for fast substring search."""

    text_bytes: npt.NDArray[np.uint8]
    """UTF-8 bytes of all different texts in sorted order, each followed by TEXT_END."""
    text_ends: IntArray
    """(n_texts,): position of the TEXT_END of each different text."""
    text_numbers: npt.NDArray[np.int32]
    """(n_documents,): number of the document's text in sorted order."""
    first_text_numbers: IntArray
    """(n_entries,): entry i is the number of the text that contains byte i * BYTES_PER_ENTRY."""

    def mask_containing(self, text: str) -> Mask:
        """Return a mask, shape (n_documents,), of the documents whose value contains a text, ignoring case."""
        pattern = to_comparable(text).encode()
        if not pattern:
            return np.ones(len(self.text_numbers), np.bool_)
        is_match = np.zeros(len(self.text_ends), np.bool_)
        positions = _find_pattern(self.text_bytes, pattern)
        value_numbers = self.first_text_numbers[positions // BYTES_PER_ENTRY]
        # A stretch may contain the ends of several values: step on until the value reaches the position.
        while (is_past := self.text_ends[value_numbers] < positions).any():
            value_numbers += is_past
        is_match[value_numbers] = True
        return np.asarray(is_match[self.text_numbers])

    def text(self, document: int) -> str:
        """Return the case-folded text of one document, given by its index."""
        value = int(self.text_numbers[document])
        begin = int(self.text_ends[value - 1]) + 1 if value else 0
        return self.text_bytes[begin : int(self.text_ends[value])].tobytes().decode()

    def texts(self) -> Iterator[str]:
        """Yield each different text once, in sorted order."""
        begin, letters = 0, self.text_bytes.tobytes()
        for end in self.text_ends.tolist():
            yield letters[begin:end].decode()
            begin = end + 1


def heading_texts(texts: Sequence[str]) -> HeadingTexts:
    """Return the `HeadingTexts` of documents. `texts` has one title, sender or path per document."""
    folded = [to_comparable(text) for text in texts]
    distinct = sorted(set(folded))
    number_of = {text: number for number, text in enumerate(distinct)}
    letters = np.frombuffer(b"".join(text.encode() + TEXT_END for text in distinct), np.uint8)
    return _heading_texts_from_bytes(letters, np.array([number_of[text] for text in folded], np.int32))


def to_comparable(text: str) -> str:
    """Return a text in the form in which texts are compared: case-folded, and with NUL, the terminator, replaced."""
    return text.casefold().replace("\0", "\ufffd")


def encode_texts(texts: HeadingTexts) -> bytes:
    """Return heading texts as a compressed blob. `decode_texts` is the inverse."""
    head = np.array([len(texts.text_numbers)], "<i8").tobytes()
    return compress_frame(head + texts.text_numbers.astype("<i4").tobytes() + texts.text_bytes.tobytes())


def decode_texts(blob: bytes) -> HeadingTexts:
    """Return the `HeadingTexts` in a blob. Raise DamagedBlob if the blob is invalid."""
    data = decompress_frame(blob, LARGEST_COUNTS_BYTES)
    with translate_damage(ValueError):
        [n_documents] = np.frombuffer(data, "<i8", 1).tolist()
        values = np.frombuffer(data, "<i4", n_documents, 8)
        letters = np.frombuffer(data, np.uint8, -1, 8 + 4 * n_documents)
    texts = _heading_texts_from_bytes(letters, values)
    if len(values) and not (values.min() >= 0 and values.max() < len(texts.text_ends)):
        raise DamagedBlob("a document has a heading that does not exist")
    return texts


def _heading_texts_from_bytes(text_bytes: npt.NDArray[np.uint8], text_numbers: npt.NDArray[np.int32]) -> HeadingTexts:
    ends = np.flatnonzero(text_bytes == TEXT_END[0])
    n_ends = np.bincount(ends // BYTES_PER_ENTRY, minlength=len(text_bytes) // BYTES_PER_ENTRY + 1)
    return HeadingTexts(text_bytes, ends, text_numbers, np.concatenate([[0], np.cumsum(n_ends)])[:-1])


def _find_pattern(text_bytes: npt.NDArray[np.uint8], pattern: bytes) -> IntArray:
    """Return the positions in `text_bytes` at which a byte pattern occurs.

    The rarest byte of the pattern is compared first. Whole arrays are compared until few candidates are left; the other
    bytes of the pattern are compared only at these.
    """
    n_positions = len(text_bytes) - len(pattern) + 1
    frequency = np.bincount(text_bytes[:SAMPLE_BYTES], minlength=256)
    rarest, *others = sorted(range(len(pattern)), key=lambda offset: int(frequency[pattern[offset]]))
    parts = [np.zeros(0, np.int64)]
    for start in range(0, max(n_positions, 0), BYTES_AT_ONCE):
        end = min(start + BYTES_AT_ONCE, n_positions)
        is_candidate, remaining = text_bytes[start + rarest : end + rarest] == pattern[rarest], list(others)
        while remaining and np.count_nonzero(is_candidate) > (end - start) // MIN_DENSITY:
            offset = remaining.pop(0)
            is_candidate &= text_bytes[start + offset : end + offset] == pattern[offset]
        positions = np.flatnonzero(is_candidate) + start
        for offset in remaining:
            positions = positions[text_bytes[positions + offset] == pattern[offset]]
        parts.append(positions)
    return np.concatenate(parts)


ENTRIES_OF_BLOCK, WORDS_OF_BLOCK = 40_000, 400
"""Limits on the size of a block. A search for one word decompresses one whole block."""


class WordBlock(NamedTuple):
    """Block of the inverted index: consecutive sorted words, and the indices of the documents that contain each."""

    first_word: bytes
    """First word of the block, encoded by `word_bytes`."""
    packed_words: bytes
    """Compressed list of words."""
    packed_documents: bytes
    """Compressed rows: document indices of each word."""


def word_bytes(word: str) -> bytes:
    """Return a word as the bytes by which it is sorted and compared."""
    return word.encode("utf-8", "surrogatepass")


def word_blocks(rows: CountRows, words: Sequence[str]) -> Iterator[WordBlock]:
    """Yield blocks of the inverted index of `rows`: words in sorted order, each with the numbers of the rows that
    contain it.
    """
    lengths = np.bincount(rows.tokens, minlength=len(words))
    sorted_tokens = sorted(np.flatnonzero(lengths).tolist(), key=lambda token: word_bytes(words[token]))
    documents = np.repeat(np.arange(rows.n_documents, dtype=np.int32), np.diff(rows.starts))
    documents = documents[np.argsort(rows.tokens, kind="stable")]
    starts = row_starts(lengths)
    for block in _split_blocks(sorted_tokens, lengths):
        entries = [documents[starts[token] : starts[token + 1]] for token in block]
        indices = np.concatenate(entries)
        inverted = CountRows(row_starts(lengths[block]), indices, np.ones(len(indices), np.int32))
        block_words = [words[token] for token in block]
        packed_words = compress_frame(json.dumps(block_words, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        yield WordBlock(word_bytes(block_words[0]), packed_words, encode_rows(inverted))


def document_indices_of_word(block: WordBlock, word: str, n_documents: int) -> IntArray:
    """Return the indices of the documents that contain a word; empty if the block does not have the word."""
    words = _unpack_words(block.packed_words)
    index = bisect_left(words, word_bytes(word), key=word_bytes)
    if index == len(words) or words[index] != word:
        return np.zeros(0, np.int64)
    return decode_row(block.packed_documents, index, len(words), n_documents)


def iterate_words(blocks: Iterable[WordBlock], n_documents: int) -> Iterator[tuple[str, IntArray]]:
    """Yield every word of some blocks with the indices of its documents."""
    for block in blocks:
        words, rows = _unpack_words(block.packed_words), decode_rows(block.packed_documents, n_documents)
        if len(words) != rows.n_documents or word_bytes(words[0]) != block.first_word:
            raise DamagedBlob("a block of words has more or fewer rows than words")
        for index, word in enumerate(words):
            yield word, rows.tokens[rows.starts[index] : rows.starts[index + 1]].astype(np.int64)


def _split_blocks(sorted_tokens: list[int], lengths: IntArray) -> Iterator[list[int]]:
    """Yield the consecutive tokens of each block. A block ends at ENTRIES_OF_BLOCK entries or WORDS_OF_BLOCK words."""
    block: list[int] = []
    n_entries = 0
    for token in sorted_tokens:
        block.append(token)
        n_entries += int(lengths[token])
        if n_entries >= ENTRIES_OF_BLOCK or len(block) >= WORDS_OF_BLOCK:
            yield block
            block, n_entries = [], 0
    if block:
        yield block


def _unpack_words(blob: bytes) -> list[str]:
    with translate_damage(ValueError, RecursionError):
        words = json.loads(decompress_frame(blob, LARGEST_COUNTS_BYTES).decode("utf-8", "surrogatepass"))
    if not isinstance(words, list) or not {str}.issuperset(map(type, words)):
        raise DamagedBlob("a block of words has something else in it")
    return words


MAX_DOCUMENTS_PER_PART = 32_768
MIN_DOCUMENTS_PER_PART = 8_192
"""Smallest number of documents of a part. Fewer documents are not indexed; a search reads them directly."""
Field = Literal["title", "sender", "path"]
FIELDS: tuple[Field, ...] = get_args(Field)
NO_DOCUMENTS: IntArray = np.zeros(0, np.int64)
HEADINGS_KEY = ""
"""Value of `rules_key` for heading parts. For word parts, `rules_key` is the key of the token rules."""

_WORD_BLOCK = """SELECT first_word, words, documents FROM search_word
    WHERE part_id = ? AND first_word <= ? ORDER BY first_word DESC LIMIT 1"""
_WORD_BLOCKS = """SELECT first_word, words, documents FROM search_word WHERE part_id = ?
    AND first_word >= coalesce(
        (SELECT max(first_word) FROM search_word WHERE part_id = ? AND first_word <= ?), x'')
    AND first_word <= ? ORDER BY first_word"""
_HEADINGS = """SELECT id, title, sender, path FROM (SELECT value AS number FROM json_each(?)) AS wanted
    CROSS JOIN visible_document ON id = number JOIN content ON document_id = id WHERE corpus_id = ?"""


@dataclass(frozen=True, slots=True, eq=False)
class IndexPart:
    """Number of a part of the index, and numbers of its documents."""

    part_number: int
    document_numbers: IntArray
    """(n_documents,): ascending."""


class SearchIndex(WorkspacePart):
    """Reads and builds the search index of each corpus."""

    def parts(self, corpus: str, rules_key: str = HEADINGS_KEY) -> tuple[IndexPart, ...]:
        """Return the parts with headings (by default), or those with words that were counted by some token rules.

        Numbers of parts are never reused.
        """
        sql = "SELECT id, n_documents, document_ids FROM search_part WHERE corpus_id = ? AND rules_key = ? ORDER BY id"
        with self._file.snapshot():
            rows = self._file.rows(sql, (corpus_number(self._file, corpus), rules_key))
        with translate_sqlite_errors(self._file.path):
            parts = tuple(IndexPart(number, decode_numbers(ids)) for number, _, ids in rows)
            if [len(part.document_numbers) for part in parts] != [n_documents for _, n_documents, _ in rows]:
                raise DamagedBlob("a part of the index has more or fewer documents than it says")
        return parts

    def part_numbers(self, corpus: str, rules_key: str = HEADINGS_KEY) -> tuple[int, ...]:
        """Return the numbers of the parts that `parts` returns, without reading their documents."""
        sql = "SELECT id FROM search_part WHERE corpus_id = ? AND rules_key = ? ORDER BY id"
        return tuple(self._file.column(sql, (corpus_number(self._file, corpus), rules_key)))

    def headings(self, parts: Sequence[IndexPart]) -> Iterator[Mapping[Field, HeadingTexts]]:
        """Yield for each part the titles, senders and paths of its documents, by field."""
        with translate_sqlite_errors(self._file.path):
            for part in parts:
                yield self._read_headings(part)

    def order(self, corpus: str, field: Field) -> IntArray:
        """Return the numbers of the documents in all heading parts, sorted by a heading. `store_order` stored this
        order.
        """
        sql = "SELECT document_ids FROM search_order WHERE corpus_id = ? AND field = ?"
        blob = self._file.value(sql, (corpus_number(self._file, corpus), field))
        with translate_sqlite_errors(self._file.path):
            return np.frombuffer(b"" if blob is None else decompress_frame(blob), "<i8")

    def documents_with(self, parts: Sequence[IndexPart], word: str) -> Iterator[IntArray]:
        """Yield for each part which of its documents contain a word, as indices of `IndexPart.documents`.

        Deleted documents are included.
        """
        with translate_sqlite_errors(self._file.path):
            for part in parts:
                row = self._file.row(_WORD_BLOCK, (part.part_number, word_bytes(word)))
                yield (
                    NO_DOCUMENTS
                    if row is None
                    else document_indices_of_word(WordBlock(*row), word, len(part.document_numbers))
                )

    def blocks_between(self, part: IndexPart, first: bytes, last: bytes) -> list[WordBlock]:
        """Return the blocks of a part that may contain words from `first` to `last`, both encoded by `word_bytes`."""
        with translate_sqlite_errors(self._file.path):
            return [
                WordBlock(*row)
                for row in self._file.rows(_WORD_BLOCKS, (part.part_number, part.part_number, first, last))
            ]

    def headings_of(self, corpus: str, numbers: Sequence[int]) -> list[tuple[int, str, str, str]]:
        """Return (number, title, sender, path) of documents, by ascending number. The index is not used."""
        listed = f"[{','.join(map(str, numbers))}]"
        return sorted(self._file.rows(_HEADINGS, (listed, corpus_number(self._file, corpus))))

    def add_headings(self, corpus: str) -> bool:
        """Index the headings of documents that are in no heading part yet, as one part. Return False if these are too
        few.
        """
        with self._file.snapshot():
            known, missing = self.part_numbers(corpus), self._documents_without_part(corpus, HEADINGS_KEY)
            if len(missing) < MIN_DOCUMENTS_PER_PART:
                return False
            rows = self.headings_of(corpus, missing.tolist())
        texts = [heading_texts([str(row[column]) for row in rows]) for column in (1, 2, 3)]
        blobs = [encode_texts(field_texts) for field_texts in texts]
        numbers = np.array([row[0] for row in rows], np.int64)
        with self._file.transaction():
            part = self._insert_part(corpus, HEADINGS_KEY, known, numbers)
            if part is not None:
                records = ((part, field, blob) for field, blob in zip(FIELDS, blobs, strict=True))
                self._file.execute_many("INSERT INTO search_heading VALUES (?, ?, ?)", records)
        return True

    def add_words(self, corpus: str, rules_key: str) -> bool:
        """Index the words of counted documents that are in no word part yet, as one part.

        Return False if these documents are too few.
        """
        segments = Segments(self._file)
        with self._file.snapshot():
            known, missing = self.part_numbers(corpus, rules_key), self._documents_without_part(corpus, rules_key)
            if len(missing) < MIN_DOCUMENTS_PER_PART:
                return False
            counted = segments.read_documents(corpus, rules_key, missing)
            words = segments.words(corpus, rules_key)
        if len(counted.document_numbers) < MIN_DOCUMENTS_PER_PART:
            return False
        blocks = list(word_blocks(counted, words))
        with self._file.transaction():
            part = self._insert_part(corpus, rules_key, known, counted.document_numbers)
            if part is not None:
                records = ((part, *block) for block in blocks)
                self._file.execute_many("INSERT INTO search_word VALUES (?, ?, ?, ?)", records)
        return True

    def store_order(self, corpus: str, field: Field) -> None:
        """Sort the documents of all heading parts by a field, and store the order."""
        parts = self.parts(corpus)
        with self._file.snapshot(), translate_sqlite_errors(self._file.path):
            texts = [self._read_headings(part)[field] for part in parts]
        blob = compress_frame(sort_documents(_documents_of_parts(parts), texts).astype("<i8").tobytes())
        with self._file.transaction():
            if self.part_numbers(corpus) == tuple(part.part_number for part in parts):
                record = (corpus_number(self._file, corpus), field, blob)
                self._file.execute("INSERT OR REPLACE INTO search_order VALUES (?, ?, ?)", record)

    def lacks_order(self, corpus: str, field: Field) -> bool:
        """Return whether a part was added after the order by a field was stored."""
        return len(self.order(corpus, field)) != sum(len(part.document_numbers) for part in self.parts(corpus))

    def _documents_without_part(self, corpus: str, rules_key: str) -> IntArray:
        """Return the numbers of at most MAX_DOCUMENTS_PER_PART documents that are in no part yet, lowest first."""
        covered = _documents_of_parts(self.parts(corpus, rules_key))
        visible = visible_document_numbers(self._file, corpus_number(self._file, corpus))
        return np.setdiff1d(visible, covered, assume_unique=True)[:MAX_DOCUMENTS_PER_PART]

    def _insert_part(
        self, corpus: str, rules_key: str, known_parts: tuple[int, ...], documents: IntArray
    ) -> int | None:
        """Insert a part; return None if another program has added a part since `known_parts` was read."""
        if self.part_numbers(corpus, rules_key) != known_parts:
            return None
        record = {"corpus_id": corpus_number(self._file, corpus), "rules_key": rules_key, "n_documents": len(documents)}
        return self._file.table("search_part").insert({**record, "document_ids": encode_numbers(documents)})

    def _read_headings(self, part: IndexPart) -> dict[Field, HeadingTexts]:
        sql = "SELECT field, texts FROM search_heading WHERE part_id = ?"
        fields = {field: decode_texts(blob) for field, blob in self._file.rows(sql, (part.part_number,))}
        if fields.keys() != set(FIELDS) or any(
            len(texts.text_numbers) != len(part.document_numbers) for texts in fields.values()
        ):
            raise DamagedBlob("a part of the index has other headings than documents")
        return fields


def remove_outdated_parts(file: WorkspaceFile) -> None:
    """Delete the parts that contain deleted documents, and the stored orders of their corpora."""
    sql = """SELECT search_part.id, search_part.corpus_id, document_ids, name, is_deleted FROM search_part
        LEFT JOIN corpus ON corpus.id = corpus_id"""
    for number, corpus, ids, name, is_deleted in file.rows(sql):
        visible = np.zeros(0, np.int64) if name is None or is_deleted else visible_document_numbers(file, corpus)
        if not np.isin(decode_numbers(ids), visible).all():
            for table in ("search_heading", "search_word"):
                file.table(table).delete("part_id = ?", (number,))
            file.table("search_part").delete("id = ?", (number,))
            file.table("search_order").delete("corpus_id = ?", (corpus,))


def _documents_of_parts(parts: Sequence[IndexPart]) -> IntArray:
    """Return the document numbers of all parts, one part after the other."""
    return np.concatenate([np.zeros(0, np.int64), *(part.document_numbers for part in parts)])


def sort_documents(documents: IntArray, texts_of_parts: Sequence[HeadingTexts]) -> IntArray:
    """Return document numbers sorted by the text of the document, then by number.

    `documents` has the document numbers of all parts, one part after the other, and `texts_of_parts` the texts of each
    part. The values of each part are sorted already, so they are merged to find the rank of each value over all parts.
    """
    ranks = [np.zeros(len(part_texts.text_ends), np.int64) for part_texts in texts_of_parts]
    rank, last = -1, None
    for text, part, number in heapq.merge(*map(_enumerate_values, range(len(texts_of_parts)), texts_of_parts)):
        if text != last:
            rank, last = rank + 1, text
        ranks[part][number] = rank
    document_ranks = [
        np.zeros(0, np.int64),
        *(ranks[part][values.text_numbers] for part, values in enumerate(texts_of_parts)),
    ]
    return documents[np.lexsort((documents, np.concatenate(document_ranks)))]


def _enumerate_values(part: int, texts: HeadingTexts) -> Iterator[tuple[str, int, int]]:
    """Yield (text, part, value number) of each different text of a part, in sorted order."""
    return ((text, part, number) for number, text in enumerate(texts.texts()))
