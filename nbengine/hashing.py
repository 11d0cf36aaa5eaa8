"""A hash of what a tally holds, whatever the order in which it came to hold it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray


def hash_of_cells(
    labels: Sequence[str],
    words: Sequence[str],
    documents: IntArray,
    occurrences: npt.NDArray[Any],
    presences: IntArray,
) -> str:
    """Hash labels, words and the cells (n_words, n_labels) that are not zero, all in sorted order."""
    is_used = (occurrences != 0) | (presences != 0)
    label_order = _sorted_used(labels, (documents != 0) | is_used.any(axis=0))
    word_order = _sorted_used(words, is_used.any(axis=1))
    used = is_used[word_order][:, label_order]
    digest = hashlib.blake2b(digest_size=16)
    for names, order in ((labels, label_order), (words, word_order)):
        _add_names(digest, [names[number] for number in order])
    _add_numbers(digest, documents[label_order])
    _add_numbers(digest, np.flatnonzero(used))
    for cells in (occurrences, presences):
        _add_numbers(digest, cells[word_order][:, label_order][used])
    return digest.hexdigest()


def _sorted_used(names: Sequence[str], is_used: npt.NDArray[np.bool_]) -> IntArray:
    numbers = np.flatnonzero(is_used).tolist()
    numbers.sort(key=names.__getitem__)
    return np.array(numbers, dtype=np.int64)


def _add_names(digest: Any, names: Sequence[str]) -> None:
    """Lengths first, so that no two lists of names read alike."""
    encoded = [name.encode("utf-8", "surrogatepass") for name in names]
    _add_numbers(digest, np.array([len(names), *map(len, encoded)], dtype=np.int64))
    digest.update(b"".join(encoded))


def _add_numbers(digest: Any, numbers: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())
