"""The counts of a whole corpus, for tests that ask what was counted."""

from __future__ import annotations

from app.domain.jobs import JobContext
from app.services.training.corpus_documents import CorpusCounts, counted_places, held_counts
from app.store.workspace import Workspace
from nbengine.text.token_rules import TokenRules


def corpus_counts(workspace: Workspace, corpus: str, rules: TokenRules, context: JobContext) -> CorpusCounts:
    """Return the counts of every document of a corpus; only documents that were never counted so are read."""
    counted = counted_places(workspace, corpus, rules, context)
    return held_counts(workspace, counted, counted.places.document_numbers)
