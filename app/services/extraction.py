"""What a worker process does with a piece of a source: read it, count its words, compress its text.

Everything costly happens here, where it can be killed; the parent only writes. Counts come over a vocabulary of the
piece's own, which the parent maps to the corpus's in one array operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, Extracted, Failure, WorkItem
from app.readers.batches import Reading, read_batches
from app.readers.bookmarks import Bookmark
from app.store.packing import PackedDocument, packed
from nbengine.counter import TokenCounter
from nbengine.counts import CountMatrix
from nbengine.rules import TokenRules
from nbengine.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a worker needs to know beside its work item."""

    reading: Reading
    rules: TokenRules | None
    """What counts as a word; None leaves counting for later."""


@dataclass(frozen=True, slots=True, eq=False)
class ExtractedBatch:
    """Documents ready to be written, with their counts."""

    documents: tuple[PackedDocument, ...]
    failures: tuple[Failure, ...]
    starts: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int32]
    values: npt.NDArray[np.int32]
    words: bytes
    """The words that the tokens number, as `Vocabulary.to_blob` gives them."""
    word_lengths: npt.NDArray[np.int32]

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.from_blob(self.words, self.word_lengths)

    @property
    def counts(self) -> CountMatrix:
        return CountMatrix(self.starts, self.tokens, self.values, len(self.word_lengths))


def extract(item: WorkItem, extraction: Extraction, bookmark: Bookmark) -> Iterator[ExtractedBatch]:
    """Read a work item; the target of a worker pool."""
    for batch in read_batches(item, extraction.reading, bookmark):
        yield extracted_batch(batch, extraction.rules)


def extracted_batch(batch: Sequence[Extracted], rules: TokenRules | None) -> ExtractedBatch:
    """Count and compress some documents."""
    documents = [found for found in batch if isinstance(found, Document)]
    counter = TokenCounter(rules or TokenRules())
    texts, fields = [document.text for document in documents], [document.fields for document in documents]
    counts = counter.count(texts if rules else [""] * len(texts), fields if rules else None)
    words, lengths = counter.vocabulary.to_blob()
    return ExtractedBatch(
        documents=tuple(packed(document) for document in documents),
        failures=tuple(found for found in batch if isinstance(found, Failure)),
        starts=counts.starts,
        tokens=counts.tokens,
        values=counts.values.astype(np.int32, copy=False),
        words=words,
        word_lengths=lengths,
    )
