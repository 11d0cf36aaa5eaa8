"""Mail: from the bytes of a message to a document with its evidence. Read `reading` first, then `mime` and
`evidence_fields`."""

from app.readers.mail.body import TextOf
from app.readers.mail.headers import label_from_header
from app.readers.mail.reading import looks_like_mail, read_mail

__all__ = ["TextOf", "label_from_header", "looks_like_mail", "read_mail"]
