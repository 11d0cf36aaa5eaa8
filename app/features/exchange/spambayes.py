"""Read and write SpamBayes' database as `sb_dbexpimp` does: CSV of words with numbers of good and spam mails."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from app.domain.errors import ForeignFileError
from app.features.exchange.word_tables import ForeignCounts, ForeignFilter, mail_table, parse_count, read_lines
from nbengine.text.token_rules import Field, TokenRules

FIELDS = {"subject": "subject", "from": "from:name", "to": "to:name", "content-type": "content-type"}
RULES = TokenRules(pattern=r"\S+", min_length=3, max_length=12, fields=tuple(map(Field, FIELDS)))
HEAD = re.compile(rb"\d{1,12},\d{1,12}\r?\n")


def read(content: bytes, name: str) -> ForeignCounts:
    """Read an export of SpamBayes."""
    rows = csv.reader(read_lines(content, name))
    try:
        documents = read_counts(next(rows, []), name)
        words = ((PROGRAM.our_name(row[0]), read_counts(row[1:], name)) for row in rows if row)
        return mail_table(name, words, documents)
    except csv.Error as error:
        raise ForeignFileError("damaged-words", name) from error


def read_counts(cells: list[str], name: str) -> tuple[int, ...]:
    if len(cells) != 2:
        raise ForeignFileError("damaged-words", name)
    return tuple(parse_count(cell, name) for cell in cells)


def write(table: ForeignCounts) -> Iterator[bytes]:
    """Yield an export of SpamBayes. Cells are not protected against spreadsheets, because a program reads the file."""
    yield "{},{}\r\n".format(*table.documents.tolist()).encode()
    for word, counts in zip(table.words, table.counts.tolist(), strict=True):
        line = io.StringIO()
        csv.writer(line).writerow([word, *counts])
        yield line.getvalue().encode("utf-8", "surrogatepass")


def is_spambayes_export(head: bytes) -> bool:
    """Return whether a file begins with a line of two numbers, as an export does."""
    return HEAD.match(head) is not None


PROGRAM = ForeignFilter("spambayes", RULES, FIELDS, is_spambayes_export, read, write, lengths=(1, 12))
