"""The counts of a whole corpus, for tests that ask what was counted."""

from __future__ import annotations

from typing import NamedTuple

from app.domain.jobs import JobContext
from app.library.training_data import ensure_counted, load_counts
from app.store.workspace import Workspace
from nbengine.counts import CountMatrix, IntArray
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary


class CorpusCounts(NamedTuple):
    """Counts of the words of each document of a corpus."""

    document_numbers: IntArray
    counts: CountMatrix
    vocabulary: Vocabulary


def corpus_counts(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CorpusCounts:
    """Return the counts of every document of a corpus; only documents that were never counted so are read."""
    counted = ensure_counted(workspace, corpus, rules, context)
    numbers = counted.segments.document_numbers
    return CorpusCounts(numbers, load_counts(workspace, counted, numbers), counted.vocabulary)
