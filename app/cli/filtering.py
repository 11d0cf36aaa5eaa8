"""A mail passed through with its verdict in the header, for procmail, maildrop, sieve and their kind."""

from __future__ import annotations

from app.domain.documents import SourceOptions
from app.domain.results import Verdict
from app.services.files.reading_in_process import mail_in_time
from app.services.judging.classifying import LoadedModel, classify_documents
from app.services.judging.verdict_headers import with_headers


def filtered(loaded: LoadedModel, raw: bytes, options: SourceOptions) -> tuple[bytes, Verdict | None]:
    """Return the mail with two headers more, otherwise byte for byte, and the verdict; headers of that name go.

    It never holds a delivery: what cannot be read in time is judged by its beginning.
    """
    document = mail_in_time(raw, SourceOptions(kind="mail", labels_from=options.labels_from))
    verdict = classify_documents(loaded, [document], 0)[0] if document else None
    return with_headers(raw, verdict), verdict
