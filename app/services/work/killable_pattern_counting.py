"""Counting under a word pattern of a person's own, in processes that can be killed.

Patterns are those of `re`, which may backtrack for ever and cannot be interrupted: it would freeze the window, whose
thread it keeps waiting, and leave a command hanging. The program's own patterns never do; they are counted in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.domain.documents import Document, ReadLimits, WorkItem
from app.domain.jobs import JobContext
from app.readers.reading_positions import Bookmark
from app.services.work.workers import Batch, Lost, WorkerPool, worker_count
from nbengine.arrays.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_counter import CountedBatch, TokenCounter
from nbengine.text.token_rules import PLAIN_PATTERN, WORDS_AND_SIGNS, TokenRules
from nbengine.text.vocabulary import Vocabulary

TEXTS_AT_ONCE = 100
LIMITS = ReadLimits(seconds_per_document=20.0)
"""For a hundred texts: a pattern that needs longer would never be done with a corpus."""

NumberedBodies = list[tuple[int, Document]]


@dataclass(frozen=True, slots=True)
class TextsItem(WorkItem):
    """Texts that are there already, for a worker to count."""

    bodies: tuple[Document, ...] = ()


def may_hang(rules: TokenRules) -> bool:
    """Return whether the pattern is a person's own, so that nobody knows how long it may take."""
    return rules.char_ngrams is None and rules.pattern not in (PLAIN_PATTERN, WORDS_AND_SIGNS)


def counted_by_workers(
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterable[NumberedBodies], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Count texts over a vocabulary that grows; EngineError where the pattern takes too long."""
    waiting: list[list[int]] = []

    def items() -> Iterator[WorkItem]:
        for part in bodies:
            waiting.append([number for number, _ in part])
            yield TextsItem(("",), (None,), bodies=tuple(body for _, body in part))

    with WorkerPool(count_texts, rules, n_workers=worker_count(has_window=True), limits=LIMITS) as pool:
        for event in pool.run(items(), context.checkpoint):
            if isinstance(event, Lost):
                raise EngineError(f"The word pattern “{rules.pattern}” takes too long, or too much memory, on a text.")
            if isinstance(event, Batch):
                yield waiting.pop(0), event.value.over(vocabulary)


def count_texts(item: WorkItem, rules: TokenRules, _bookmark: Bookmark) -> Iterator[CountedBatch]:
    """Count texts over words of their own; the target of a worker pool."""
    assert isinstance(item, TextsItem)
    counter = TokenCounter(rules)
    counts = counter.count([body.text for body in item.bodies], [body.fields for body in item.bodies])
    yield CountedBatch(*counter.vocabulary.to_blob(), counts)
