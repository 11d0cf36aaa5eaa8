"""A first look at the labels that mails and exports bring, to propose how many a document may have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from app.domain.documents import SourceOptions
from app.domain.label_sets import SEPARATOR
from app.readers.documents.paperless import is_manifest
from app.readers.files.opening_files import open_regular
from app.readers.kinds import Kind
from app.readers.mail.mailboxes import iter_mbox
from app.readers.mail.mime import parse_first_headers
from app.readers.mail.reading import chosen_label

N_MESSAGES = 200
HEADER_BYTES = 64 << 10


def labels_of_file(path: Path, kind: Kind, around: str | None, options: SourceOptions) -> Iterator[str | None]:
    """Yield the label, or set of labels, of a mail or of the first messages of a mailbox; of an export of paperless-ngx
    two sets, which it always has."""
    try:
        with open_regular(str(path)) as (file, _):
            if kind not in ("mbox", "mail"):
                yield from (SEPARATOR, SEPARATOR) if is_manifest(path.name, file.read(HEADER_BYTES)) else ()
                return
            alone = [("", file.read(HEADER_BYTES))] if kind == "mail" else ()
            for _, raw in alone or islice(iter_mbox(file, 0, None), N_MESSAGES):
                yield chosen_label(parse_first_headers(raw[:HEADER_BYTES]), options, around)
    except (OSError, ValueError):
        return
