"""Mail: from the bytes of a message to a document with its evidence. Start with `reading`, then `mime` and
`evidence`."""

from app.readers.mail.body import TextOf
from app.readers.mail.reading import looks_like_mail, read_mail

__all__ = ["TextOf", "looks_like_mail", "read_mail"]
