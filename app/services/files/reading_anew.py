"""One document of a file read anew, for a person who wonders what is read of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.domain.documents import Document, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.services.files.reading_sources import read_sources


def read_anew(path: str, member: str, context: JobContext) -> Document:
    """Read a file up to the document that was meant; one that cannot be read, or is there no more, is an error."""
    if not Path(path).exists():
        raise SourceError(path, "missing")
    with closing(read_sources([Path(path)], SourceOptions(), context)) as found:
        for extracted in found:
            if extracted.member != member:
                continue
            if isinstance(extracted, Document):
                return extracted
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    raise SourceError(path, "vanished")
