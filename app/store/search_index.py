"""The index of a corpus: parts of some thousand documents, made one at a time, each in one short transaction.

A part lists its documents with their headings, or with the words that they were counted by. Documents that were deleted
stay in it until the workspace is compacted, and are left out of what is found. Orders by a heading are kept for all
documents of a corpus that have a part, and merged with those that have none.

Titles, senders or paths are one run of bytes, in which a text is found in a few milliseconds. Letters are alike in
either case. Each different value is kept once, in sorted order, beside a number per document. Words are the counts
turned round: the documents by word, in blocks that each hold a stretch of sorted words.
"""

from __future__ import annotations

import heapq
import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from app.store.connection import WorkspaceFile, WorkspacePart, store_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import (
    CountRows,
    IntArray,
    decoded_numbers,
    decoded_row,
    decoded_rows,
    encoded_numbers,
    encoded_rows,
    starts_of,
)
from app.store.count_segments import Segments, visible_numbers
from app.store.document_packing import (
    DamagedBlob,
    compressed,
    damage,
    decompressed,
)
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
        places = _places(self.letters, wanted)
        found = self.first_values[places // STRETCH]  # a letter is of the value of its stretch, or of one of the next
        while (is_past := self.ends[found] < places).any():
            found += is_past
        has_it[found] = True
        return np.asarray(has_it[self.values])

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
    """A text as it is compared: in one case, and without the characters that end a value."""
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
        packed_names = compressed(json.dumps(names, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        yield WordBlock(word_bytes(names[0]), packed_names, encoded_rows(turned))


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


def _unpacked_words(blob: bytes) -> list[str]:
    with damage(ValueError, RecursionError):
        words = json.loads(decompressed(blob).decode("utf-8", "surrogatepass"))
    if not isinstance(words, list) or not {str}.issuperset(map(type, words)):
        raise DamagedBlob("a block of words has something else in it")
    return words


DOCUMENTS_OF_PART = 32_768
LEAST_OF_PART = 8_192
"""So many documents without a part are looked through as they lie."""
Field = Literal["title", "sender", "path"]
FIELDS: tuple[Field, ...] = get_args(Field)
NOTHING: IntArray = np.zeros(0, np.int64)
HEADINGS = ""
"""Stands for the headings where a part of words names the rules that they were counted by."""

_WORD_BLOCK = """SELECT first_word, words, documents FROM search_word
    WHERE part_id = ? AND first_word <= ? ORDER BY first_word DESC LIMIT 1"""
_HEADINGS = """SELECT id, title, sender, path FROM (SELECT value AS number FROM json_each(?)) AS wanted
    CROSS JOIN visible_document ON id = number JOIN content ON document_id = id WHERE corpus_id = ?"""


@dataclass(frozen=True, slots=True, eq=False)
class IndexPart:
    """The documents that one part of the index covers."""

    number: int
    documents: IntArray
    """(n_documents,): ascending."""


class SearchIndex(WorkspacePart):
    """Reads and makes the index of each corpus."""

    def parts(self, corpus: str, rules_key: str = HEADINGS) -> tuple[IndexPart, ...]:
        """The parts of headings, or of words counted by some rules; their numbers are never given twice."""
        sql = "SELECT id, n_documents, document_ids FROM search_part WHERE corpus_id = ? AND rules_key = ? ORDER BY id"
        with self._file.snapshot():
            rows = self._file.rows(sql, (corpus_number(self._file, corpus), rules_key))
        with store_errors(self._file.path):
            parts = tuple(IndexPart(number, decoded_numbers(ids)) for number, _, ids in rows)
            if [len(part.documents) for part in parts] != [n_documents for _, n_documents, _ in rows]:
                raise DamagedBlob("a part of the index has more or fewer documents than it says")
        return parts

    def numbers(self, corpus: str, rules_key: str = HEADINGS) -> tuple[int, ...]:
        """The numbers of these parts alone."""
        sql = "SELECT id FROM search_part WHERE corpus_id = ? AND rules_key = ? ORDER BY id"
        return tuple(self._file.column(sql, (corpus_number(self._file, corpus), rules_key)))

    def headings(self, parts: Sequence[IndexPart]) -> Iterator[Mapping[Field, HeadingTexts]]:
        """Yield the headings of one part after another."""
        with store_errors(self._file.path):
            for part in parts:
                yield self._fields(part)

    def order(self, corpus: str, field: Field) -> IntArray:
        """Return the documents of all parts of headings in the order of a field, as it was when the last was made."""
        sql = "SELECT document_ids FROM search_order WHERE corpus_id = ? AND field = ?"
        blob = self._file.value(sql, (corpus_number(self._file, corpus), field))
        with store_errors(self._file.path):
            return np.frombuffer(b"" if blob is None else decompressed(blob), "<i8")

    def documents_with(self, parts: Sequence[IndexPart], word: str) -> Iterator[IntArray]:
        """Yield for each part the places of its documents that have a word; deleted ones are among them."""
        with store_errors(self._file.path):
            for part in parts:
                row = self._file.row(_WORD_BLOCK, (part.number, word_bytes(word)))
                yield NOTHING if row is None else documents_in(WordBlock(*row), word, len(part.documents))

    def texts_of(self, corpus: str, numbers: Sequence[int]) -> list[tuple[int, str, str, str]]:
        """Number, title, sender and path of some documents, ascending; for those that no part covers."""
        listed = f"[{','.join(map(str, numbers))}]"
        return sorted(self._file.rows(_HEADINGS, (listed, corpus_number(self._file, corpus))))

    def add_headings(self, corpus: str) -> bool:
        """Make a part of headings of the next documents that have none; False where too few are left."""
        with self._file.snapshot():
            known, missing = self.numbers(corpus), self._missing(corpus, HEADINGS)
            if len(missing) < LEAST_OF_PART:
                return False
            rows = self.texts_of(corpus, missing.tolist())
        texts = [heading_texts([str(row[place]) for row in rows]) for place in (1, 2, 3)]
        blobs = [encoded_texts(each) for each in texts]
        numbers = np.array([row[0] for row in rows], np.int64)
        with self._file.transaction():
            part = self._new_part(corpus, HEADINGS, known, numbers)
            if part is not None:
                records = ((part, field, blob) for field, blob in zip(FIELDS, blobs, strict=True))
                self._file.execute_many("INSERT INTO search_heading VALUES (?, ?, ?)", records)
        return True

    def add_words(self, corpus: str, rules_key: str) -> bool:
        """Make a part of words of the next documents that are counted and have none; False where too few are left."""
        segments = Segments(self._file)
        with self._file.snapshot():
            known, missing = self.numbers(corpus, rules_key), self._missing(corpus, rules_key)
            if len(missing) < LEAST_OF_PART:
                return False
            counted = segments.of_documents(corpus, rules_key, missing)
            words = segments.words(corpus, rules_key)
        if len(counted.document_numbers) < LEAST_OF_PART:
            return False
        blocks = list(word_blocks(counted, words))
        with self._file.transaction():
            part = self._new_part(corpus, rules_key, known, counted.document_numbers)
            if part is not None:
                records = ((part, *block) for block in blocks)
                self._file.execute_many("INSERT INTO search_word VALUES (?, ?, ?, ?)", records)
        return True

    def keep_order(self, corpus: str, field: Field) -> None:
        """Sort the documents of all parts by a field, and keep the order."""
        parts = self.parts(corpus)
        with self._file.snapshot(), store_errors(self._file.path):
            texts = [self._fields(part)[field] for part in parts]
        blob = compressed(sorted_documents(_documents(parts), texts).astype("<i8").tobytes())
        with self._file.transaction():
            if self.numbers(corpus) == tuple(part.number for part in parts):
                record = (corpus_number(self._file, corpus), field, blob)
                self._file.execute("INSERT OR REPLACE INTO search_order VALUES (?, ?, ?)", record)

    def lacks_order(self, corpus: str, field: Field) -> bool:
        """Tell whether some part came after the order by a field was kept."""
        return len(self.order(corpus, field)) != sum(len(part.documents) for part in self.parts(corpus))

    def _missing(self, corpus: str, rules_key: str) -> IntArray:
        """The first documents that no part covers, as many as a part takes."""
        covered = _documents(self.parts(corpus, rules_key))
        visible = visible_numbers(self._file, corpus_number(self._file, corpus))
        return np.setdiff1d(visible, covered, assume_unique=True)[:DOCUMENTS_OF_PART]

    def _new_part(self, corpus: str, rules_key: str, known: tuple[int, ...], documents: IntArray) -> int | None:
        """Begin a part, unless somebody else has made one since its documents were chosen."""
        if self.numbers(corpus, rules_key) != known:
            return None
        record = {"corpus_id": corpus_number(self._file, corpus), "rules_key": rules_key, "n_documents": len(documents)}
        return self._file.insert("search_part", {**record, "document_ids": encoded_numbers(documents)})

    def _fields(self, part: IndexPart) -> dict[Field, HeadingTexts]:
        sql = "SELECT field, texts FROM search_heading WHERE part_id = ?"
        found = {field: decoded_texts(blob) for field, blob in self._file.rows(sql, (part.number,))}
        if found.keys() != set(FIELDS) or any(len(each.values) != len(part.documents) for each in found.values()):
            raise DamagedBlob("a part of the index has other headings than documents")
        return found


def remove_parts(file: WorkspaceFile) -> None:
    """Remove the parts that list documents which are not there any more, and the orders that they are in."""
    sql = """SELECT search_part.id, search_part.corpus_id, document_ids, name, is_deleted FROM search_part
        LEFT JOIN corpus ON corpus.id = corpus_id"""
    for number, corpus, ids, name, is_deleted in file.rows(sql):
        visible = np.zeros(0, np.int64) if name is None or is_deleted else visible_numbers(file, corpus)
        if not np.isin(decoded_numbers(ids), visible).all():
            for table in ("search_heading", "search_word"):
                file.execute(f"DELETE FROM {table} WHERE part_id = ?", (number,))  # noqa: S608 - our names
            file.execute("DELETE FROM search_part WHERE id = ?", (number,))
            file.execute("DELETE FROM search_order WHERE corpus_id = ?", (corpus,))


def _documents(parts: Sequence[IndexPart]) -> IntArray:
    return np.concatenate([np.zeros(0, np.int64), *(part.documents for part in parts)])


def sorted_documents(documents: IntArray, texts: Sequence[HeadingTexts]) -> IntArray:
    """Return documents, listed part after part, in the order of their texts; equal ones in that of their numbers."""
    ranks = [np.zeros(len(each.ends), np.int64) for each in texts]
    rank, last = -1, None
    for text, part, place in heapq.merge(*(_numbered(part, each) for part, each in enumerate(texts))):
        if text != last:
            rank, last = rank + 1, text
        ranks[part][place] = rank
    own = [np.zeros(0, np.int64), *(ranks[part][each.values] for part, each in enumerate(texts))]
    return documents[np.lexsort((documents, np.concatenate(own)))]


def _numbered(part: int, texts: HeadingTexts) -> Iterator[tuple[str, int, int]]:
    return ((text, part, place) for place, text in enumerate(texts.texts()))
