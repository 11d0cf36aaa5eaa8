"""Functions that run in a worker process: read a part of a source, count its words, compress its texts.

All costly work happens in the worker, which can be killed; the parent process only writes the results. Counts are over
the vocabulary of the part, which the parent maps to the corpus vocabulary in one array operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.domain.documents import Document, Extracted, Failure, ReadLimits, WorkItem
from app.domain.jobs import JobContext
from app.library.workers import LostPosition, WorkerPool, YieldedValue, worker_count
from app.readers.reading import Bookmark, ReadingSettings, read_batches
from app.store.document_packing import PackedDocument, pack_document, pack_page
from nbengine.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.text.token_counter import CountedBatch, TokenCounter
from nbengine.text.token_rules import PLAIN_PATTERN, WORDS_AND_SIGNS, TokenRules
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import parse_run_pattern

PATTERNS_OF_FILTERS = frozenset({
    r"[^\W\d_][^\s\"<>;=():&%$#@+|/\\{}^?*,\[\]]+(?<=[^'._~-])|\$\d+(?:\.\d+)?",
    r"[^\W_][\w'.-]+",
    r"(?<![\w,@*!'$.-])[\w,@*!'$.-]*\w",
})  # fmt: skip
"""Patterns of models that were imported from bogofilter, POPFile and SpamAssassin. They take linear time."""
MAX_VOCABULARY_WORDS = 1 << 18
"""Size limit of a worker's vocabulary, in words. A worker above it starts a new vocabulary, to bound its memory."""


@dataclass(frozen=True)
class ExtractionSettings:
    """Settings of a worker process that reads and counts documents."""

    reading: ReadingSettings
    rules: TokenRules | None
    """Token rules; None skips counting."""
    keeps_bodies: bool = True
    """Whether the worker sends the texts. False if the documents are only judged and not stored."""

    @cached_property
    def counter(self) -> BatchCounter:
        """The counter of this worker process. It is kept as long as the worker runs."""
        return BatchCounter(self.rules)


class BatchCounter:
    """Counts the words of batches of documents.

    The vocabulary is kept between batches, so that most words need only a lookup.
    """

    def __init__(self, rules: TokenRules | None) -> None:
        self._rules = rules
        self._counter = TokenCounter(rules or TokenRules())

    def count(self, documents: Sequence[Document]) -> CountedBatch:
        """Return the word counts of documents, over a vocabulary of their own. Without rules the counts are empty."""
        if len(self._counter.vocabulary) > MAX_VOCABULARY_WORDS:
            self._counter = TokenCounter(self._counter.rules)
        if self._rules is None:
            return self._counter.count_with_own_vocabulary([""] * len(documents))
        return self._counter.count_with_own_vocabulary(
            [document.text for document in documents], [document.fields for document in documents]
        )


@dataclass(frozen=True, slots=True, eq=False)
class ExtractedBatch:
    """Documents that are ready to be stored, their word counts, and the files that could not be read."""

    documents: tuple[PackedDocument, ...]
    failures: tuple[Failure, ...]
    counted: CountedBatch
    pages: tuple[tuple[bytes, bytes], ...] = ()
    """(key, page) pairs of the pages whose text was recognised in this batch."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the counts."""
        return Vocabulary.from_blob(self.counted.blob, self.counted.lengths)

    @property
    def counts(self) -> CountMatrix:
        return self.counted.counts


def extract(item: WorkItem, extraction: ExtractionSettings, bookmark: Bookmark) -> Iterator[ExtractedBatch]:
    """Read the documents of a work item and count their words. This is the target function of a worker pool."""
    for batch in read_batches(item, extraction.reading, bookmark):
        yield pack_batch(batch, extraction.counter, keeps_bodies=extraction.keeps_bodies)


def pack_batch(batch: Sequence[Extracted], counting: BatchCounter, *, keeps_bodies: bool = True) -> ExtractedBatch:
    """Count and compress some documents."""
    documents = [found for found in batch if isinstance(found, Document)]
    return ExtractedBatch(
        documents=tuple(pack_document(document, has_body=keeps_bodies) for document in documents),
        failures=tuple(found for found in batch if isinstance(found, Failure)),
        counted=counting.count(documents),
        pages=tuple((page.key, pack_page(page)) for found in documents for page in found.pages if page.is_new),
    )


TEXTS_AT_ONCE = 100
COUNTING_LIMITS = ReadLimits(seconds_per_document=20.0)
"""Limits for counting a batch of TEXTS_AT_ONCE texts.

A pattern that takes longer would never finish a corpus.
"""

NumberedBodies = list[tuple[int, Document]]


@dataclass(frozen=True, slots=True)
class TextsItem(WorkItem):
    """A work item with texts to count."""

    documents: tuple[Document, ...] = ()


def has_custom_pattern(rules: TokenRules) -> bool:
    """Return whether the user wrote the token pattern, so that its running time is unbounded."""
    return rules.char_ngrams is None and rules.pattern not in (PLAIN_PATTERN, WORDS_AND_SIGNS)


def may_backtrack(rules: TokenRules) -> bool:
    r"""Return whether a token pattern may take exponential time, and hold the GIL meanwhile.

    Patterns such as `[a-z]{3,}` cannot. A model or workspace may come from a stranger: with `(?:a+)+b|\w+`, one line of
    40 letters stopped `explain`, the mail daemon and the window for good. A worker process counts the words of such a
    pattern, which takes a tenth of a second longer for each mail.
    """
    is_known = rules.pattern in PATTERNS_OF_FILTERS or parse_run_pattern(rules.pattern) is not None
    return has_custom_pattern(rules) and not is_known


def count_with_workers(
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterable[NumberedBodies], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Count texts in worker processes; yield (document numbers, counts). New words are added to `vocabulary`.

    Raise EngineError if the token pattern takes too long or too much memory on a text.
    """
    waiting: list[list[int]] = []

    def items() -> Iterator[WorkItem]:
        for part in bodies:
            waiting.append([number for number, _ in part])
            yield TextsItem(("",), (None,), documents=tuple(body for _, body in part))

    with WorkerPool(count_texts, rules, n_workers=worker_count(has_window=True), limits=COUNTING_LIMITS) as pool:
        for event in pool.run(items(), context.checkpoint):
            if isinstance(event, LostPosition):
                raise EngineError(f"The word pattern “{rules.pattern}” takes too long, or too much memory, on a text.")
            if isinstance(event, YieldedValue):
                yield waiting.pop(0), event.value.counts_over(vocabulary)


def count_texts(item: WorkItem, rules: TokenRules, _bookmark: Bookmark) -> Iterator[CountedBatch]:
    """Count texts over their own vocabulary. This is the target function of a worker pool."""
    assert isinstance(item, TextsItem)
    counter = TokenCounter(rules)
    counts = counter.count([body.text for body in item.documents], [body.fields for body in item.documents])
    yield CountedBatch(*counter.vocabulary.to_blob(), counts)
