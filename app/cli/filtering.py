"""A mail passed through with its verdict in the header, for procmail, maildrop, sieve and their kind."""

from __future__ import annotations

from app.domain.documents import Document, SourceOptions
from app.services.files.reading_in_process import documents_of_bytes
from app.services.judging.classifying import LoadedModel, classify_documents
from app.services.judging.verdict_headers import with_headers


def filtered(loaded: LoadedModel, raw: bytes, options: SourceOptions) -> bytes:
    """The mail with two headers more; byte for byte the same otherwise. Headers of that name that came with it go."""
    found = documents_of_bytes(raw, SourceOptions(kind="mail", labels_from=options.labels_from))
    documents = [extracted for extracted in found if isinstance(extracted, Document)]
    verdict = classify_documents(loaded, documents[:1], 0)[0] if documents else None
    return with_headers(raw, verdict)
