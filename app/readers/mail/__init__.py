"""Mail: convert a message to a document with evidence, which are fields beside the text that a filter may learn from.

Read `reading` first, then `mime`, which parses messages, and `evidence`, which computes the fields.
"""

from app.readers.mail.body import TextOf
from app.readers.mail.reading import looks_like_mail, read_mail

__all__ = ["TextOf", "looks_like_mail", "read_mail"]
