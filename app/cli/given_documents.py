"""The documents that `learn` and `forget` are given: from files or standard input."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.domain.documents import Document
from app.services.files.reading_in_process import (
    STANDARD_INPUT,
    documents_of_given,
    documents_or_error,
)
from app.services.library.importing import check_sources
from app.services.models.learning import reading_options
from app.store.access import Place


def given_documents(workspace: Place, model: str | None, files: Sequence[Path], kind: str) -> list[Document]:
    """Every document of the files; one that cannot be read stops the command before anything is changed."""
    options = reading_options(workspace, model, kind)  # type: ignore[arg-type] # click has checked it
    found: list[Document] = []
    for path in files:
        if path != Path(STANDARD_INPUT):
            check_sources([path])
        found += documents_or_error(list(documents_of_given(path, options)))
    return found
