"""Read and write bogofilter's word list in the text form of `bogoutil -d` and `-l`: token, spam, good, day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.errors import ForeignFileError
from app.features.exchange.word_tables import ForeignCounts, ForeignFilter, mail_table, parse_count, read_lines
from nbengine.text.token_rules import Field, TokenRules

MESSAGE_COUNT_KEY = ".MSG_COUNT"
VERSION, UTF8 = ".WORDLIST_VERSION 20040500 0 20260101\n", ".ENCODING 2 0 20260101\n"
DAY = 20260101
LINE = re.compile(rb"\S.* \d{1,12} \d{1,12} \d{8}")
FIELDS = {"subject": "subj", "from": "from", "to": "to", "received": "rcvd"}
WORD_CHARACTER = r"[^\s\"<>;=():&%$#@+|/\\{}^?*,\[\]]"
RULES = TokenRules(
    lower=False,
    pattern=rf"[^\W\d_]{WORD_CHARACTER}+(?<=[^'._~-])|\$\d+(?:\.\d+)?",
    min_length=3,
    max_length=30,
    fields=tuple(map(Field, FIELDS)),
)


def read(content: bytes, name: str) -> ForeignCounts:
    """Read bogofilter's word list."""
    documents = [0, 0]

    def rows() -> Iterator[tuple[str, tuple[int, ...]]]:
        for line in read_lines(content, name):
            parts = line.rsplit(" ", 3)
            if len(parts) < 3 or not parts[0]:
                raise ForeignFileError("damaged-words", name)
            token, spam, good = parts[0], parse_count(parts[1], name), parse_count(parts[2], name)
            if token == MESSAGE_COUNT_KEY:
                documents[:] = good, spam
            elif not token.startswith("."):
                yield PROGRAM.our_name(token), (good, spam)

    return mail_table(name, rows(), documents)


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Yield the words in bogofilter's form."""
    good, spam = table.documents.tolist()
    yield (VERSION + UTF8 + f"{MESSAGE_COUNT_KEY} {spam} {good} {DAY}\n").encode()
    for word, (of_good, of_spam) in zip(table.words, table.counts.tolist(), strict=True):
        yield f"{word} {of_spam} {of_good} {DAY}\n".encode("utf-8", "surrogatepass")


def is_word_list(head: bytes) -> bool:
    """Return whether the first lines of a file are those of a word list."""
    lines = head.splitlines()[:3]
    return bool(lines) and all(LINE.fullmatch(line) for line in lines)


PROGRAM = ForeignFilter("bogofilter", RULES, FIELDS, is_word_list, read, write, lengths=(3, 30))
