"""The dialect of a table: encoding, delimiter, quotes and header row, decided by trying them on its beginning.

Quotes are decided by evidence, because both mistakes lose rows: in a table of messages a literal quote at the start of
a field would swallow lines up to the next one, and in a proper CSV file a quoted field may hold delimiters and line
ends. Each delimiter is tried with and without quotes, and the reading under which the most records have the same number
of fields wins; quotes are believed only where they are well formed and cost no records.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from app.readers.charsets import decode_text, unmarked_wide_charset
from nbengine.lazy_dataclasses import dataclass

SAMPLE_BYTES = 1 << 20
"""The bytes of a table that are looked at to tell how it is written and what is in it."""

DELIMITERS = (",", "\t", ";", "|", " ")
MISSING = frozenset({"", "?", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "#N/A"})
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
LONGEST_FIELD = 1 << 27
N_TRIED = 2000
MIN_AGREEMENT = 0.6
MOSTLY = 0.9

csv.field_size_limit(LONGEST_FIELD)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The way in which a delimited table is written."""

    encoding: str
    delimiter: str
    is_quoted: bool
    n_columns: int
    agreement: float = 1.0
    """The share of the records tried that have this many columns."""


def encoding_of(sample: bytes) -> str:
    """The encoding to read a table with; where it fails later, single cells are mended by detection."""
    if sample.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if sample.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return unmarked_wide_charset(sample[:4096]) or "utf-8"


def guess_dialect(sample: bytes, *, is_whole: bool, name: str = "") -> Dialect | None:
    """Tell how a table is written from its beginning; None where it does not look like one."""
    encoding = encoding_of(sample)
    lines = list(io.StringIO(decoded(sample, encoding), newline=""))
    if not is_whole and len(lines) > 1:
        lines.pop()
    text = "".join(lines)
    able = [delimiter for delimiter in DELIMITERS if delimiter in text]
    tried = [_tried(lines, encoding, delimiter, is_whole=is_whole, name=name) for delimiter in able]
    best = max((dialect for dialect in tried if dialect.n_columns > 1), key=_merit, default=None)
    return best if best is not None and best.agreement >= MIN_AGREEMENT else None


def single_column(sample: bytes) -> Dialect:
    """The dialect of a file that has one record in each line, and nothing to divide it."""
    return Dialect(encoding_of(sample), "\0", is_quoted=False, n_columns=1)


def decoded(sample: bytes, encoding: str) -> str:
    """A sample as text, in its wide encoding or whatever else it is in."""
    is_wide = "16" in encoding or "32" in encoding
    return sample.decode(encoding, "ignore").lstrip("\ufeff") if is_wide else decode_text(sample)


def _merit(dialect: Dialect) -> tuple[float, int]:
    is_space = dialect.delimiter == " "
    return round(dialect.agreement - 0.2 * is_space, 2), -DELIMITERS.index(dialect.delimiter)


def _tried(lines: Sequence[str], encoding: str, delimiter: str, *, is_whole: bool, name: str) -> Dialect:
    """Read the lines with a delimiter, with quotes and without, and keep the better reading.

    A quoted field that goes on where the sample ends speaks for quotes if the lines make no records without them: a
    text of many lines may well be longer than the sample.
    """
    plain = Counter(map(len, _records(lines, delimiter, is_quoted=False)))
    n_plain, agreeing_plain = _usual(plain)
    without = Dialect(encoding, delimiter, False, n_plain, agreeing_plain / max(1, plain.total()))
    if not any(line.startswith('"') or f'{delimiter}"' in line for line in islice(lines, N_TRIED * 4)):
        return replace(without, is_quoted=delimiter != "\t" and not name.lower().endswith((".tsv", ".tab")))
    records = _records(lines, delimiter, is_quoted=True)
    is_cut = not is_whole and records[-1:] == [[]] and (n_plain < 2 or without.agreement < MIN_AGREEMENT)
    if is_cut:
        records = records[:-1] or _records([*lines, '"'], delimiter, is_quoted=True)
    quoted = Counter(map(len, records))
    n_quoted, agreeing_quoted = _usual(quoted)
    n_broken = quoted[0]
    if n_broken * 20 > quoted.total() or n_quoted < 2:
        return without
    is_literal = without.agreement > 0.98 and n_plain == n_quoted and agreeing_quoted < agreeing_plain
    if is_literal and (n_broken or delimiter == "\t"):
        return without
    return Dialect(encoding, delimiter, True, n_quoted, agreeing_quoted / max(1, quoted.total()))


def _usual(lengths: Counter[int]) -> tuple[int, int]:
    """The number of fields most records have (not counting broken ones, which have 0), and how many have it."""
    return max(((length, n) for length, n in lengths.items() if length), key=lambda pair: pair[1], default=(0, 0))


def _records(lines: Sequence[str], delimiter: str, *, is_quoted: bool) -> list[list[str]]:
    """The first records; one whose quotes are not well formed is an empty list."""
    records: list[list[str]] = []
    rest = iter(lines)
    reader = strict_reader(rest, delimiter, is_quoted=is_quoted)
    while len(records) < N_TRIED:
        try:
            fields = next(reader, None)
        except csv.Error:
            records.append([])
            reader = strict_reader(rest, delimiter, is_quoted=is_quoted)
            continue
        if fields is None:
            break
        if fields and fields != [""]:
            records.append(fields)
    return records


def strict_reader(lines, delimiter: str, *, is_quoted: bool):  # type: ignore[no-untyped-def]  # csv names no type
    """A csv reader that complains about quotes that are not well formed."""
    if is_quoted:
        return csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t")
    return csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE, quotechar=None)


def is_number(cell: str) -> bool:
    """Return whether a cell holds a number, with a decimal point or a decimal comma."""
    return NUMBER.fullmatch(cell) is not None


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first of these rows names the columns: by what would be odd about it as a row of data.

    A column may lack a name if it is all but empty, or the first one and counts the rows: spreadsheets and programs
    leave such columns behind.
    """
    if len(rows) < 2:
        return False
    first, later = [cell.strip() for cell in rows[0]], rows[1:500]
    columns = [[row[number].strip() for row in later if number < len(row)] for number in range(len(first))]
    named = [name for name in first if name]
    if len(set(named)) < max(1, len(named)) or any(map(is_number, named)):
        return False
    votes = 0
    for number, (name, cells) in enumerate(zip(first, columns, strict=True)):
        known = [cell for cell in cells if cell not in MISSING]
        is_mostly_missing = len(cells) - len(known) >= MOSTLY * len(cells)
        if not name and not is_mostly_missing and (number or not all(map(is_number, cells))):
            return False
        votes += _vote(name, known) if name else 0
    return votes > 0 or (votes == 0 and all(len(name) <= 40 for name in first) and len(later) < 3)


def _vote(name: str, cells: Sequence[str]) -> int:
    if name in cells:
        return -4
    if name.lower() in COLUMN_NAMES or (cells and all(map(is_number, cells))):
        return 4
    n_distinct = len(set(cells))
    if n_distinct * 2 <= len(cells) and len(cells) >= 4:
        return 2  # a column of few values, and this is none of them
    mean = sum(map(len, cells)) / max(1, len(cells))
    return 1 if len(name) <= 30 and mean > 2 * len(name) else 0


TEXT_NAMES = (
    "text", "message", "body", "content", "sms", "comment", "review", "tweet", "document", "email", "mail", "post",
    "sentence", "abstract", "description", "v2", "текст", "сообщение", "文本", "内容", "短信",
)  # fmt: skip
LABEL_NAMES = (
    "label", "labels", "class", "category", "target", "spam", "is_spam", "isspam", "sentiment", "type", "topic",
    "tags", "topics", "manual tags", "newsgroup", "y", "v1", "play", "outcome", "diagnosis", "species",
    "метка", "класс", "категория", "标签", "类别",
)  # fmt: skip
COLUMN_NAMES = frozenset((*TEXT_NAMES, *LABEL_NAMES, "id", "subject", "title", "date", "name", "from", "to", "value"))
"""Names that columns have in the tables people share, to be told from data."""
