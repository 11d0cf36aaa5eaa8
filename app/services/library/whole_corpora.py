"""Whole corpora, given another name or deleted."""

from __future__ import annotations

from app.domain.jobs import JobContext
from app.store.access import Place, writing


def rename_corpus(workspace: Place, name: str, new_name: str, _context: JobContext) -> str:
    """Call a corpus something else."""
    with writing(workspace) as opened:
        opened.corpora.rename(name, new_name)
    return new_name


def remove_corpus(workspace: Place, name: str, _context: JobContext) -> int:
    """Delete a corpus with its documents; it can be undone."""
    with writing(workspace) as opened:
        return opened.corpora.remove(name)
