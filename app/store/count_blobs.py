"""Counts of about a thousand documents as one blob, and back as arrays.

Token numbers ascend within a row, so their differences are small: these are split into byte planes and compressed
lightly. Measured on 8.5 million entries of 30,000 mails against the alternatives: planes of differences 14 MB and
0.09 s to read, differences alone 17 MB and 0.12 s, raw numbers 51 MB and 0.18 s.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from app.store.document_packing import DamagedBlob, beginning, damage, decompressed
from nbengine.lazy_dataclasses import dataclass

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

IntArray = npt.NDArray[np.int64]
TokenArray = npt.NDArray[np.int32]
HEAD_BYTES = 24
LENGTHS_BYTES = 140_000
"""Of a blob's beginning, enough to read the lengths of its rows: they are in its first block of at most 128 KB."""
_OPTIONS: dict[int, int] = {zstd.CompressionParameter.compression_level: 1, zstd.CompressionParameter.checksum_flag: 1}


@dataclass(frozen=True, slots=True, eq=False)
class CountRows:
    """Counts of some documents, in compressed rows: what a segment blob holds."""

    starts: IntArray
    """(n_documents + 1,): row d is the slice starts[d]:starts[d + 1]."""
    tokens: TokenArray
    """(n_entries,): word numbers, ascending within a row."""
    values: TokenArray
    """(n_entries,): how often."""

    @property
    def n_documents(self) -> int:
        return len(self.starts) - 1

    def picked(self, rows: npt.NDArray[Any]) -> CountRows:
        """Take some rows, by number or mask, in that order."""
        numbers = np.arange(self.n_documents)[rows]
        lengths = np.diff(self.starts)[numbers]
        starts = starts_of(lengths)
        entries = np.arange(starts[-1]) + np.repeat(self.starts[numbers] - starts[:-1], lengths)
        return CountRows(starts, self.tokens[entries], self.values[entries])

    def renumbered(self, numbers: IntArray) -> CountRows:
        """The same counts with token t called numbers[t]; rows are sorted anew."""
        tokens = numbers[self.tokens].astype(np.int32)
        rows = np.repeat(np.arange(self.n_documents), np.diff(self.starts))
        order = np.lexsort((tokens, rows))
        return CountRows(self.starts, tokens[order], self.values[order])


def starts_of(lengths: npt.NDArray[Any]) -> IntArray:
    """Return where each row starts and where the last one ends, one number more than there are rows."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)))


def joined(parts: Sequence[CountRows]) -> CountRows:
    """The rows of several blobs below one another."""
    if not parts:
        return CountRows(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32))
    lengths = np.concatenate([np.diff(part.starts) for part in parts])
    return CountRows(
        starts_of(lengths),
        np.concatenate([part.tokens for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def encoded_rows(rows: CountRows) -> bytes:
    """Compress counts; `decoded_rows` undoes it."""
    lengths = np.diff(rows.starts).astype("<i4")
    steps = np.diff(rows.tokens, prepend=np.int32(0)).astype("<i4")
    firsts = rows.starts[:-1][lengths > 0]
    steps[firsts] = rows.tokens[firsts]
    wide = np.flatnonzero(rows.values > 255)
    head = np.array([len(lengths), len(steps), len(wide)], dtype="<i8")
    parts = (
        head.tobytes(),
        lengths.tobytes(),
        np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T).tobytes(),
        np.minimum(rows.values, 255).astype(np.uint8).tobytes(),
        wide.astype("<i8").tobytes(),
        rows.values[wide].astype("<i4").tobytes(),
    )
    return zstd.compress(b"".join(parts), options=_OPTIONS)


def decoded_rows(blob: bytes, n_words: int) -> CountRows:
    """Read counts from a blob; raise DamagedBlob unless rows ascend within 0..n_words and counts are positive."""
    data = decompressed(blob)
    with damage(ValueError):
        n_rows, n_entries, n_wide, lengths = _head(data)
        at = HEAD_BYTES + 4 * n_rows
        planes = np.frombuffer(data, np.uint8, 4 * n_entries, at).reshape(4, n_entries)
        values = np.frombuffer(data, np.uint8, n_entries, at + 4 * n_entries).astype(np.int32)
        at += 5 * n_entries
        wide = np.frombuffer(data, "<i8", n_wide, at)
        if n_wide and wide.max() >= n_entries:
            raise DamagedBlob("a segment's rows do not add up")
        values[wide] = np.frombuffer(data, "<i4", n_wide, at + 8 * n_wide)
    starts = starts_of(lengths)
    tokens = _tokens(np.ascontiguousarray(planes.T).view("<i4").ravel(), starts, lengths)
    if len(tokens) and not (tokens.min() >= 0 and tokens.max() < n_words and values.min() > 0):
        raise DamagedBlob("a segment counts words that do not exist")
    return CountRows(starts, tokens, values)


def decoded_row(blob: bytes, row: int, n_rows: int, n_words: int) -> IntArray:
    """Return the words of one of so many rows, without making the others'; DamagedBlob as `decoded_rows` raises it."""
    data = decompressed(blob)
    with damage(ValueError):
        n_there, n_entries, _, lengths = _head(data)
        if n_there != n_rows:
            raise DamagedBlob("a segment has more or fewer rows than it should")
        starts = starts_of(lengths)
        planes = np.frombuffer(data, np.uint8, 4 * n_entries, HEAD_BYTES + 4 * n_rows).reshape(4, n_entries)
    steps = np.ascontiguousarray(planes[:, starts[row] : starts[row + 1]].T).view("<i4").ravel()
    tokens = np.cumsum(steps, dtype=np.int64)
    if len(tokens) and not (tokens[0] >= 0 and tokens[-1] < n_words and (steps[1:] > 0).all()):
        raise DamagedBlob("a segment's words are out of order, or do not exist")
    return tokens


def decoded_lengths(blob: bytes) -> IntArray:
    """Return how many entries each row of a blob has, from its first bytes; `decoded_rows` looks at the entries."""
    with damage(ValueError):
        (n_rows,) = np.frombuffer(beginning(blob, HEAD_BYTES), "<i8", 1).tolist()
        lengths = np.frombuffer(beginning(blob, HEAD_BYTES + 4 * max(n_rows, 0)), "<i4", max(n_rows, 0), HEAD_BYTES)
    if n_rows < 0 or (lengths < 0).any():
        raise DamagedBlob("a segment's rows do not add up")
    return lengths.astype(np.int64)


def encoded_numbers(numbers: npt.NDArray[Any]) -> bytes:
    """Ascending 64-bit numbers, such as document ids, as their differences."""
    return zstd.compress(np.diff(numbers, prepend=0).astype("<i8").tobytes(), options=_OPTIONS)


def decoded_numbers(blob: bytes) -> IntArray:
    """Undo `encoded_numbers`."""
    with damage(ValueError):
        return np.cumsum(np.frombuffer(decompressed(blob), "<i8"), dtype=np.int64)


def _head(data: bytes) -> tuple[int, int, int, npt.NDArray[Any]]:
    """The number of rows, of entries and of large values, and the length of each row, which agree with the bytes."""
    n_rows, n_entries, n_wide = (int(number) for number in np.frombuffer(data, "<i8", 3))
    if min(n_rows, n_entries, n_wide) < 0 or len(data) != HEAD_BYTES + 4 * n_rows + 5 * n_entries + 12 * n_wide:
        raise DamagedBlob("a segment is shorter or longer than it says")
    lengths = np.frombuffer(data, "<i4", n_rows, HEAD_BYTES)
    if (lengths < 0).any() or lengths.sum(dtype=np.int64) != n_entries:
        raise DamagedBlob("a segment's rows do not add up")
    return n_rows, n_entries, n_wide, lengths


def _tokens(steps: TokenArray, starts: IntArray, lengths: npt.NDArray[Any]) -> TokenArray:
    """Add the steps up within each row; int32 wraps round in the running sum and back in the difference."""
    running = np.cumsum(steps, dtype=np.int32)
    before = np.concatenate((np.zeros(1, np.int32), running))[starts[:-1]]
    tokens = running - np.repeat(before, lengths)
    inside = np.ones(len(steps), bool)
    inside[starts[:-1][lengths > 0]] = False
    if (steps[inside] <= 0).any():
        raise DamagedBlob("a segment's words are out of order")
    return tokens
