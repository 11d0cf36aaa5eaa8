"""Read and write SpamAssassin's statistics as `sa-learn --backup` and `--restore` do.

SpamAssassin stores no words, only five bytes of each word's SHA-1. An imported model has these hashes as words;
exported words are hashed the same way, so that SpamAssassin finds them in mail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha1

from app.domain.errors import ForeignFileError
from app.features.exchange.word_tables import ForeignCounts, ForeignFilter, mail_table, parse_count, read_lines
from nbengine.text.token_rules import Field, TokenRules

HASHED = "sha1:"
TOKEN = re.compile(r"[0-9a-f]{10}")
TIME_S = 1767225600
FIELDS = {
    "subject": "HSubject", "from": "H*F", "reply-to": "H*R", "received": "H*r", "mailer": "H*x",
    "content-type": "H*ct", "to": "HTo",
}  # fmt: skip
RULES = TokenRules(pattern=r"[\w,@*!'$.-]*\w", min_length=3, max_length=15, fields=tuple(map(Field, FIELDS)))
LOSS = "SpamAssassin keeps hashes instead of words: they are known by these, and no text has them."
VARIABLES = {"num_nonspam": 0, "num_spam": 1}


def read(content: bytes, name: str) -> ForeignCounts:
    """Read a backup of SpamAssassin. Its words are hashes."""
    documents = [0, 0]

    def rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for line in read_lines(content, name):
            kind, *parts = line.split("\t")
            if kind == "v" and len(parts) > 1 and parts[1] in VARIABLES:
                documents[VARIABLES[parts[1]]] = parse_count(parts[0], name)
            elif kind == "t":
                if len(parts) != 4 or not TOKEN.fullmatch(parts[3]):
                    raise ForeignFileError("damaged-words", name)
                yield HASHED + parts[3], (parse_count(parts[1], name), parse_count(parts[0], name))
            elif kind not in ("v", "s"):
                raise ForeignFileError("damaged-words", name)

    return mail_table(name, rows(), documents, LOSS)


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Yield a backup."""
    good, spam = table.documents.tolist()
    yield f"v\t3\tdb_version # this must be the first line!!!\nv\t{spam}\tnum_spam\nv\t{good}\tnum_nonspam\n".encode()
    for word, (of_good, of_spam) in zip(table.words, table.counts.tolist(), strict=True):
        yield f"t\t{of_spam}\t{of_good}\t{TIME_S}\t{hash_word(word)}\n".encode()


def hash_word(word: str) -> str:
    """Return the last five bytes of a word's SHA-1 in hex; an imported hash is returned unchanged."""
    if word.startswith(HASHED) and TOKEN.fullmatch(word.removeprefix(HASHED)):
        return word.removeprefix(HASHED)
    return sha1(word.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[-10:]


def is_statistics_backup(head: bytes) -> bool:
    """Return whether the first line of a file is that of a backup."""
    return head.startswith(b"v\t") and b"db_version" in head[:80]


PROGRAM = ForeignFilter("spamassassin", RULES, FIELDS, is_statistics_backup, read, write, lengths=(3, 40))
