"""Counts of whole corpora, kept in the workspace so that training never reads a text twice.

Documents are counted once for each set of token rules. Words are numbered per corpus and rules, in the order in
which they came; a model takes from these counts the words that its own vocabulary keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document
from app.domain.jobs import JobContext
from app.services.work.killable_pattern_counting import TEXTS_AT_ONCE, counted_by_workers, may_hang
from app.store.access import reading
from app.store.counts.count_segments import SegmentPlaces
from app.store.workspace import Workspace
from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.plain_records import plain_key
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import Reader
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import MADE, TokenRules, with_made
from nbengine.text.vocabulary import Vocabulary

DOCUMENTS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class CorpusCounts:
    """Counts of the words of each document of a corpus."""

    document_numbers: IntArray
    """Ascending, one per row."""
    counts: CountMatrix
    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class CountedPlaces:
    """Places of the counts of a corpus with their vocabulary, without the counts themselves."""

    places: SegmentPlaces
    vocabulary: Vocabulary
    is_meant: npt.NDArray[np.bool_] | None = None
    """(n_words,): whether the rules count the word, where the counts were made by richer ones."""

    def matrix(self, starts: IntArray, tokens: npt.NDArray[np.int32], values: npt.NDArray[np.int32]) -> CountMatrix:
        """Return counts of some documents, of the words that are meant."""
        counts = CountMatrix(starts, tokens, values, len(self.vocabulary))
        return counts if self.is_meant is None else of_words(counts, self.is_meant)


def rules_key(rules: TokenRules) -> str:
    """The name under which counts made by these rules are kept."""
    return plain_key(rules)


def counted_places(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CountedPlaces:
    """Count what was never counted by these rules, and tell where the counts of each document are."""
    used = rules_used(workspace, corpus, rules)
    count_missing(workspace, corpus, used, context)
    with workspace.snapshot():
        places = workspace.segments.places(corpus, rules_key(used))
        words = Vocabulary(workspace.segments.words(corpus, rules_key(used)))
    if used == rules:
        return CountedPlaces(places, words)
    return CountedPlaces(places, words, are_not_made(words))


def are_not_made(words: Vocabulary) -> npt.NDArray[np.bool_]:
    """Return which words are not of a made field, (n_words,)."""
    spans, is_meant = words.spans(), np.ones(len(words), np.bool_)
    for made in MADE:
        is_meant &= ~spans.begin_with(f"{made.name}:".encode())
    return is_meant


def of_words(counts: CountMatrix, is_meant: npt.NDArray[np.bool_]) -> CountMatrix:
    """Return the counts of some words alone, in the same columns."""
    is_kept = is_meant.take(counts.tokens)
    kept_starts = np.concatenate([[0], np.cumsum(is_kept)])[counts.starts].astype(np.int64)
    return CountMatrix(kept_starts, counts.tokens[is_kept], counts.values[is_kept], counts.n_tokens)


def rules_used(workspace: Workspace, corpus: str, rules: TokenRules) -> TokenRules:
    """Return the rules whose counts are used: richer ones, where only those have counted all documents."""
    richer = with_made(rules)
    if richer == rules or not len(workspace.segments.uncounted(corpus, rules_key(rules))):
        return rules
    return rules if len(workspace.segments.uncounted(corpus, rules_key(richer))) else richer


def held_counts(workspace: Workspace, counted: CountedPlaces, numbers: IntArray) -> CorpusCounts:
    """The counts of some documents, all in memory."""
    (found,) = workspace.segments.runs(counted.places, [numbers])
    counts = counted.matrix(found.starts, found.tokens, found.values)
    return CorpusCounts(numbers, counts, counted.vocabulary)


def reader_of(path: Path, counted: CountedPlaces) -> Reader:
    """Reads counts anew in each pass, by a connection of its own: whoever asked may have closed theirs by then."""

    def read(runs: Iterable[IntArray]) -> Iterator[CountMatrix]:
        with reading(path) as workspace:
            for found in workspace.segments.runs(counted.places, runs):
                yield counted.matrix(found.starts, found.tokens, found.values)

    return read


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
    rules: TokenRules, vocabulary: Vocabulary, bodies: Iterator[tuple[int, Document]], context: JobContext
) -> Iterator[tuple[list[int], CountMatrix]]:
    """Yield numbers and counts of documents, some at a time."""
    if may_hang(rules):
        yield from counted_by_workers(rules, vocabulary, _batches(bodies, TEXTS_AT_ONCE), context)
        return
    counter = TokenCounter(rules, vocabulary)
    for batch in _batches(bodies, DOCUMENTS_AT_ONCE):
        texts, fields = [body.text for _, body in batch], [body.fields for _, body in batch]
        yield [number for number, _ in batch], counter.count(texts, fields)


def _batches(bodies: Iterator[tuple[int, Document]], at_once: int) -> Iterator[list[tuple[int, Document]]]:
    while batch := list(islice(bodies, at_once)):
        yield batch
