"""The text of files that travel inside mails, as far as it is cheap to have."""

from __future__ import annotations

import io

from app.domain.documents import ReadLimits
from app.readers.files.archives import archive_kind, opened_zip
from app.readers.kinds import HEAD_BYTES, Kind, kind_of, ole_kind_of
from app.readers.parsers import PARSERS, text_parser
from app.readers.reading_failures import Unreadable, reason_of

MAX_ATTACHMENT_BYTES = 8 << 20
LIMITS = ReadLimits(document_bytes=16 << 20, scan_seconds=0.0)
"""The limits of what an attachment may unpack to."""


def text_of(name: str, _media_type: str, raw: bytes) -> str | None:
    """The text of an attachment that is text, PDF or an office document; None for anything else, or larger ones.

    What it says it is does not matter; archives are not opened. One that cannot be read is Unreadable.
    """
    if len(raw) > MAX_ATTACHMENT_BYTES:
        return None
    try:
        kind = whole_kind_of(raw, name)
        return text_parser(kind)(raw, LIMITS) if kind in PARSERS else None
    except Exception as error:  # whatever is wrong with an attachment, the mail around it is worth having
        raise Unreadable(*reason_of(error)) from error


def whole_kind_of(raw: bytes, name: str) -> Kind:
    """The kind of a file of which everything is at hand, office documents told from other zip and OLE files."""
    kind = kind_of(raw[:HEAD_BYTES], name, "text")
    if kind == "ole":
        return ole_kind_of(raw)
    if kind != "zip":
        return kind
    with opened_zip(io.BytesIO(raw)) as archive:
        return archive_kind(archive)
