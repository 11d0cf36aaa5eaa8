"""Counts of whole corpora, kept in the workspace so that training never reads a text twice.

Documents are counted once for each set of token rules. Words are numbered per corpus and rules, in the order in
which they came; a model takes from these counts the words that its own vocabulary keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from app.domain.jobs import JobContext
from app.services.pattern_counting import TEXTS_AT_ONCE, counted_by_workers, may_hang
from app.store.packing import Body
from app.store.workspace import Workspace
from nbengine.counter import TokenCounter
from nbengine.counts import CountMatrix, IntArray
from nbengine.plain import plain_key
from nbengine.rules import TokenRules
from nbengine.vocabulary import Vocabulary

DOCUMENTS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class CorpusCounts:
    """What the documents of a corpus hold, word by word."""

    document_numbers: IntArray
    """Ascending, one per row."""
    counts: CountMatrix
    vocabulary: Vocabulary


def rules_key(rules: TokenRules) -> str:
    """The name under which counts made by these rules are kept."""
    return plain_key(rules)


def corpus_counts(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CorpusCounts:
    """Return the counts of every document of a corpus; only documents that were never counted so are read."""
    count_missing(workspace, corpus, rules, context)
    counted = workspace.segments.read(corpus, rules_key(rules))
    vocabulary = Vocabulary(workspace.segments.words(corpus, rules_key(rules)))
    counts = CountMatrix(counted.starts, counted.tokens, counted.values, len(vocabulary))
    return CorpusCounts(counted.document_numbers, counts, vocabulary)


def count_missing(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> None:
    """Count the documents that came since these rules were last used, a batch to a transaction."""
    missing = workspace.segments.uncounted(corpus, rules_key(rules))
    if not len(missing):
        return
    writer = workspace.segments.writer(corpus, rules_key(rules))
    vocabulary = Vocabulary(writer.words)
    done, n_known = 0, len(vocabulary)
    context.checkpoint(done, len(missing), "counting words")
    for numbers, counts in _counted(rules, vocabulary, workspace.documents.bodies(missing.tolist()), context):
        new_words = vocabulary.words_of(np.arange(n_known, len(vocabulary)))
        writer.add(np.array(numbers, np.int64), counts.starts, counts.tokens, counts.values, new_words)
        n_known = len(vocabulary)
        done += len(numbers)
        context.checkpoint(done, len(missing), "counting words")


def _counted(
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterator[tuple[int, Body]], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Numbers and counts of documents, some at a time."""
    if may_hang(rules):
        yield from counted_by_workers(rules, vocabulary, _batches(bodies, TEXTS_AT_ONCE), context)
        return
    counter = TokenCounter(rules, vocabulary)
    for batch in _batches(bodies, DOCUMENTS_AT_ONCE):
        texts, fields = [body.text for _, body in batch], [body.fields for _, body in batch]
        yield [number for number, _ in batch], counter.count(texts, fields)


def _batches(bodies: Iterator[tuple[int, Body]], at_once: int) -> Iterator[list[tuple[int, Body]]]:
    while batch := list(islice(bodies, at_once)):
        yield batch
