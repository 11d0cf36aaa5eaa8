"""Stamps of what something was made from, so that what is shown can be told from what has changed since."""

from __future__ import annotations

Revision = tuple[str, int, int]
"""Of which corpus, after which change, and by which verdicts something is so."""
DocumentsRevision = tuple[int, int]
"""Of which corpus, by its number, and after which change something is so."""
ModelsRevision = tuple[DocumentsRevision, tuple[tuple[str, int, float], ...]]
"""Of which documents something is so, and by which models: each by name, the change it holds, and when it was kept."""
