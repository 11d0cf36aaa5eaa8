"""Read the records of a table from delimited text, JSON lines or one JSON array, and the labels of each record.

A malformed record is yielded with its problem and line number, and reading continues after it. A stray quote may open a
field that never ends. Then the line with the quote becomes a record of its own, and the lines after it are read again.

A row may have several labels: as a list, between separators, or in yes/no columns.
"""

from __future__ import annotations

import ast
import codecs
import csv
import io
import json
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import BinaryIO, NamedTuple

from app.readers.charsets import decode_text, find_utf16_or_32
from app.readers.reading_failures import Unreadable

SAMPLE_BYTES = 1 << 20
"""Bytes of a table from which its format and its columns are detected."""

DELIMITERS = (",", "\t", ";", "|", " ")
MISSING_CELLS = frozenset({"", "?", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "#N/A"})
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
MAX_FIELD_BYTES = 1 << 27
MAX_TRIED_RECORDS = 2000
MIN_SHARE_OF_USUAL_LENGTH = 0.6
"""Minimum share of the tried records that have the most frequent number of fields."""
MOSTLY_MISSING_SHARE = 0.9

csv.field_size_limit(MAX_FIELD_BYTES)


@dataclass(frozen=True, slots=True)
class Dialect:
    """The format of a delimited table."""

    encoding: str
    delimiter: str
    is_quoted: bool
    n_columns: int
    agreement: float = 1.0
    """Fraction of the tried records, from 0 to 1, that have `n_columns` fields."""


def encoding_of(sample: bytes) -> str:
    """Return the encoding of a table: UTF-16, UTF-32 or UTF-8. Cells that are not UTF-8 are later decoded singly."""
    if sample.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if sample.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return find_utf16_or_32(sample[:4096]) or "utf-8"


def guess_dialect(sample: bytes, *, is_whole: bool, name: str = "") -> Dialect | None:
    """Return the format of a delimited table from its first bytes; None if it does not look like a table.

    `is_whole` tells whether `sample` is the whole file.
    """
    encoding = encoding_of(sample)
    lines = list(io.StringIO(decode_sample(sample, encoding), newline=""))
    if not is_whole and len(lines) > 1:
        lines.pop()
    text = "".join(lines)
    candidates = [delimiter for delimiter in DELIMITERS if delimiter in text]
    dialects = [_try_delimiter(lines, encoding, delimiter, is_whole=is_whole, name=name) for delimiter in candidates]
    best = max((dialect for dialect in dialects if dialect.n_columns > 1), key=_dialect_rank, default=None)
    return best if best is not None and best.agreement >= MIN_SHARE_OF_USUAL_LENGTH else None


def single_column_dialect(sample: bytes) -> Dialect:
    """Return the dialect of a file with one record per line and no delimiter."""
    return Dialect(encoding_of(sample), "\0", is_quoted=False, n_columns=1)


def decode_sample(sample: bytes, encoding: str) -> str:
    """Return a sample as text. If `encoding` is neither UTF-16 nor UTF-32, the charset is detected."""
    is_wide = "16" in encoding or "32" in encoding
    return sample.decode(encoding, "ignore").lstrip("\ufeff") if is_wide else decode_text(sample)


def _dialect_rank(dialect: Dialect) -> tuple[float, int]:
    is_space = dialect.delimiter == " "
    return round(dialect.agreement - 0.2 * is_space, 2), -DELIMITERS.index(dialect.delimiter)


def _try_delimiter(lines: Sequence[str], encoding: str, delimiter: str, *, is_whole: bool, name: str) -> Dialect:
    """Parse the lines with a delimiter, with and without quotes, and return the better dialect.

    A quoted field, for example a long text, may continue beyond the sample. Such a field makes the dialect with quotes
    win only if the lines make no good records without quotes.
    """
    plain = Counter(map(len, _parse_records(lines, delimiter, is_quoted=False)))
    n_plain, agreeing_plain = _find_commonest_length(plain)
    without = Dialect(encoding, delimiter, False, n_plain, agreeing_plain / max(1, plain.total()))
    if not any(line.startswith('"') or f'{delimiter}"' in line for line in islice(lines, MAX_TRIED_RECORDS * 4)):
        return replace(without, is_quoted=delimiter != "\t" and not name.lower().endswith((".tsv", ".tab")))
    records = _parse_records(lines, delimiter, is_quoted=True)
    is_cut = not is_whole and records[-1:] == [[]] and (n_plain < 2 or without.agreement < MIN_SHARE_OF_USUAL_LENGTH)
    if is_cut:
        records = records[:-1] or _parse_records([*lines, '"'], delimiter, is_quoted=True)
    quoted = Counter(map(len, records))
    n_quoted, agreeing_quoted = _find_commonest_length(quoted)
    n_broken = quoted[0]
    if n_broken * 20 > quoted.total() or n_quoted < 2:
        return without
    is_literal = without.agreement > 0.98 and n_plain == n_quoted and agreeing_quoted < agreeing_plain
    if is_literal and (n_broken or delimiter == "\t"):
        return without
    return Dialect(encoding, delimiter, True, n_quoted, agreeing_quoted / max(1, quoted.total()))


def _find_commonest_length(lengths: Counter[int]) -> tuple[int, int]:
    """Return the most frequent number of fields per record, and the number of records that have it.

    Broken records, with 0 fields, do not count.
    """
    return max(((length, n) for length, n in lengths.items() if length), key=lambda pair: pair[1], default=(0, 0))


def _parse_records(lines: Sequence[str], delimiter: str, *, is_quoted: bool) -> list[list[str]]:
    """Return the cells of the first records. A record with malformed quotes becomes an empty list."""
    records: list[list[str]] = []
    remaining_lines = iter(lines)
    reader = strict_csv_reader(remaining_lines, delimiter, is_quoted=is_quoted)
    while len(records) < MAX_TRIED_RECORDS:
        try:
            fields = next(reader, None)
        except csv.Error:
            records.append([])
            reader = strict_csv_reader(remaining_lines, delimiter, is_quoted=is_quoted)
            continue
        if fields is None:
            break
        if fields and fields != [""]:
            records.append(fields)
    return records


def strict_csv_reader(lines, delimiter: str, *, is_quoted: bool):  # type: ignore[no-untyped-def]  # csv names no type
    """Return a csv reader that raises on malformed quotes."""
    if is_quoted:
        return csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t")
    return csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE, quotechar=None)


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with a decimal point or a decimal comma."""
    return NUMBER.fullmatch(cell) is not None


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a header with column names: it differs in form from the rows below it.

    A column may have no name if it is almost empty, or if it is the first column and numeric: spreadsheets and programs
    write such columns.
    """
    if len(rows) < 2:
        return False
    first, later = [cell.strip() for cell in rows[0]], rows[1:500]
    columns = [[row[number].strip() for row in later if number < len(row)] for number in range(len(first))]
    names = [name for name in first if name]
    if len(set(names)) < max(1, len(names)) or any(map(is_number, names)):
        return False
    votes = 0
    for number, (name, cells) in enumerate(zip(first, columns, strict=True)):
        values = [cell for cell in cells if cell not in MISSING_CELLS]
        is_mostly_missing = len(cells) - len(values) >= MOSTLY_MISSING_SHARE * len(cells)
        if not name and not is_mostly_missing and (number or not all(map(is_number, cells))):
            return False
        votes += _header_vote(name, values) if name else 0
    return votes > 0 or (votes == 0 and all(len(name) <= 40 for name in first) and len(later) < 3)


def _header_vote(name: str, cells: Sequence[str]) -> int:
    if name in cells:
        return -4
    if name.lower() in COLUMN_NAMES or (cells and all(map(is_number, cells))):
        return 4
    n_distinct = len(set(cells))
    if n_distinct * 2 <= len(cells) and len(cells) >= 4:
        return 2  # a column of few values that does not contain this one
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
"""Usual column names, to distinguish a header from data."""

MAX_RECORD_LINES = 50_000
"""A quoted field of more lines counts as never closed."""
MIN_REREAD_CHARS, MAX_REREAD_SHARE = 1 << 20, 8
"""Limit on reading lines again: MIN_REREAD_CHARS, and MAX_REREAD_SHARE times what was read, counted in characters.

Each line `y","z` opens a field that never closes. Without this limit, 16,000 of them, in a file of 136 KB, took 28 s,
and no limit on time ended it, because each line was a row.
"""
LINE_COST_CHARS = 32
"""Characters that take as long to read as the end of a line."""
MAX_LINE_CHARS = 1 << 26
JSON_CHUNK_CHARS = 1 << 18
MAX_JSON_VALUE_CHARS = 1 << 27
"""Maximum length of one value of a JSON array; `json` can only parse a complete value."""


@dataclass(frozen=True, slots=True)
class Row:
    """A record of a table: its cells, or its problem if it is malformed."""

    line_number: int
    """Number of its first line, from 1; in a JSON array, its number in the array."""
    cells: Sequence[str]
    size_bytes: int = 0
    """Approximate size in the file."""
    problem: str = ""
    """Why the record is malformed; empty if it is not."""


class _RecordTooLong(Exception):
    """A quoted field is longer than any record may be."""


class _Lines:
    """Iterator over lines. It keeps the lines of the current record, so that they can be read again.

    It raises `_RecordTooLong` for a record that has too many lines, or for which too much would be read again. The
    first record that is read again is free, because one stray quote may be anywhere.
    """

    def __init__(self, stream: io.TextIOBase) -> None:
        self._stream = stream
        self._again: deque[str] = deque()
        self.taken: list[str] = []
        self.is_at_end = False
        self._left_chars: int | None = None
        """Characters that the current record may still have; None while nothing was read again."""

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._stream.readline(MAX_LINE_CHARS)
        if not line:
            self.is_at_end = True
            raise StopIteration
        self.taken.append(line)
        if len(self.taken) > MAX_RECORD_LINES:
            raise _RecordTooLong
        if self._left_chars is not None:
            self._left_chars -= len(line) + LINE_COST_CHARS
            if self._left_chars < 0 and len(self.taken) > 1:
                raise _RecordTooLong
        return line

    def finish_record(self) -> list[str]:
        """Return the lines of the current record, which has ended. The next line begins a new record."""
        record_lines, self.taken = self.taken, []
        if self._left_chars is not None:
            self._left_chars += (MAX_REREAD_SHARE + 1) * _cost_chars(record_lines)
        return record_lines

    def put_back(self) -> str:
        """Return the first line of the current record. The other lines of the record will be read again."""
        first, *rest = self.taken
        self._again.extendleft(reversed(rest))
        if self._left_chars is None:
            self._left_chars = MIN_REREAD_CHARS
        else:
            self._left_chars += (MAX_REREAD_SHARE + 1) * _cost_chars([first])
        self.taken, self.is_at_end = [], False
        return first


def _cost_chars(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + LINE_COST_CHARS * len(lines)


def delimited_rows(stream: BinaryIO, dialect: Dialect, first_line: int, *, is_sample: bool = False) -> Iterator[Row]:
    """Yield every record of delimited text, except blank lines.

    With `is_sample`, a last record that the end of the sample cuts off is left out too.
    """
    lines = _Lines(text_stream(stream, dialect.encoding))
    reader = strict_csv_reader(lines, dialect.delimiter, is_quoted=dialect.is_quoted)
    line = first_line
    while True:
        try:
            cells = next(reader, None)
        except (csv.Error, _RecordTooLong):
            if is_sample and lines.is_at_end and not _are_records(lines.taken, dialect):
                return
            yield _make_literal_row(lines.put_back(), dialect, line)
            reader = strict_csv_reader(lines, dialect.delimiter, is_quoted=dialect.is_quoted)
            line += 1
            continue
        if cells is None:
            return
        record_lines = lines.finish_record()
        if cells and (len(cells) > 1 or cells[0].strip()):
            n_columns = dialect.n_columns
            problem = "" if len(cells) == n_columns else f"{len(cells)} fields instead of {n_columns}"
            yield Row(line, _decode_cells(cells), sum(map(len, record_lines)), problem)
        line += len(record_lines)


def _are_records(lines: Sequence[str], dialect: Dialect) -> bool:
    """Return whether most lines have the right number of delimiters, so that they are records and no long text."""
    n_fitting = sum(line.count(dialect.delimiter) == dialect.n_columns - 1 for line in lines)
    return 2 * n_fitting > len(lines)


def _make_literal_row(line: str, dialect: Dialect, number: int) -> Row:
    """Return a line with malformed quotes as a row. The quotes stay in the cells.

    The row has a problem if its number of cells is wrong.
    """
    cells = line.rstrip("\r\n").split(dialect.delimiter)
    if len(cells) != dialect.n_columns:
        return Row(number, cells, len(line), "a quote that is not closed")
    return Row(number, _decode_cells(cells), len(line))


def _decode_cells(cells: list[str]) -> list[str]:
    """Return the cells as valid text. The charset of a row that is not UTF-8 is detected cell by cell."""
    try:
        "".join(cells).encode()
    except UnicodeEncodeError:
        return [decode_text(cell.encode("utf-8", "surrogateescape")) for cell in cells]
    return cells


def text_stream(stream: BinaryIO, encoding: str) -> io.TextIOWrapper:
    """Return a text stream over a byte stream. Line ends are unchanged; invalid UTF-8 becomes surrogates."""
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return io.TextIOWrapper(io.BufferedReader(stream, 1 << 18), encoding, errors, newline="")  # type: ignore[type-var]


def json_line_rows(stream: BinaryIO, encoding: str, names: Sequence[str], first_line: int) -> Iterator[Row]:
    """Yield a row for each value of a file with one JSON value per line."""
    lines = text_stream(stream, encoding)
    for number, line in enumerate(iter(lambda: lines.readline(MAX_LINE_CHARS), ""), start=first_line):
        if line.strip():
            try:
                value = json.loads(_decode_cells([line])[0])
            except (ValueError, RecursionError) as error:
                yield Row(number, (), len(line), str(error))
            else:
                yield _make_json_row(number, value, names, len(line))


def json_array_rows(stream: BinaryIO, encoding: str, names: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each value of a file that is one JSON array, without loading the whole array."""
    for number, (value, size) in enumerate(json_array_values(stream, encoding), start=1):
        yield _make_json_row(number, value, names, size)


def json_array_values(stream: BinaryIO, encoding: str) -> Iterator[tuple[object, int]]:
    """Yield the values of a JSON array, each with its approximate length in characters."""
    text, decoder, buffer = text_stream(stream, encoding), json.JSONDecoder(), ""
    n_wanted = JSON_CHUNK_CHARS
    is_begun = False
    while True:
        chunk = text.read(n_wanted)
        buffer += chunk
        start, values, is_ended, is_begun = _decode_array_values(decoder, buffer, is_begun=is_begun, is_last=not chunk)
        yield from values
        if is_ended:
            return
        if not chunk:
            raise Unreadable("damaged", "the JSON array is not closed")
        buffer = buffer[start:]
        n_wanted = max(JSON_CHUNK_CHARS, len(buffer))  # doubling limits how often a long value is parsed again
        if len(buffer) > MAX_JSON_VALUE_CHARS:
            raise Unreadable("too-large", "one value of the JSON array")


def _decode_array_values(
    decoder: json.JSONDecoder, buffer: str, *, is_begun: bool, is_last: bool
) -> tuple[int, list[tuple[object, int]], bool, bool]:
    """Decode the complete values in a buffer.

    Returns the offset of the rest, the (value, size) pairs, whether the array has ended, and whether it has begun.
    """
    values: list[tuple[object, int]] = []
    at = 0
    while True:
        while (at < len(buffer) and buffer[at] in " \t\r\n,\ufeff") or (not is_begun and buffer[at : at + 1] == "["):
            is_begun = is_begun or buffer[at] == "["
            at += 1
        if at < len(buffer) and buffer[at] == "]":
            return at + 1, values, True, is_begun
        try:
            value, end = decoder.raw_decode(buffer, at)
        except (ValueError, RecursionError):
            return at, values, False, is_begun
        if end == len(buffer) and not is_last:
            return at, values, False, is_begun  # a number could continue
        values.append((value, end - at))
        at = end


def json_column_names(values: Sequence[object]) -> tuple[str, ...] | None:
    """Return the column names of JSON values: their keys in order of appearance; None if the values are not rows."""
    kinds = set(map(type, values))
    if kinds == {dict}:
        return tuple(dict.fromkeys(str(key) for value in values for key in value))  # type: ignore[attr-defined]
    if kinds == {list}:
        return tuple(f"column {number + 1}" for number in range(max(len(value) for value in values)))  # type: ignore[arg-type]
    return ("value",) if kinds == {str} else None


def _make_json_row(number: int, value: object, names: Sequence[str], size: int) -> Row:
    """Return a JSON value as a row.

    JSON can escape surrogates, which text must not contain. They are joined to characters, or replaced.
    """
    if isinstance(value, Mapping):
        value = [value.get(name) for name in names]
    elif isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or len(value) != len(names):
        return Row(number, (), size, "not a row like the others")
    cells = [cell_text(item) for item in value]
    try:
        "".join(cells).encode()
    except UnicodeEncodeError:
        cells = [cell.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for cell in cells]
    return Row(number, cells, size)


def cell_text(cell: object) -> str:
    """Return a value of JSON or of a spreadsheet as the text of a cell; None becomes an empty cell."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, (dict, list)):
        return json.dumps(cell, ensure_ascii=False)
    return str(cell)


def json_sample_values(sample: bytes, encoding: str, *, is_whole: bool) -> list[object]:
    """Return the first values of a file in JSON lines or one JSON array. Empty if the file is not JSON."""
    text = decode_sample(sample, encoding)
    if text.lstrip().startswith("["):
        return [
            value for value, _ in _decode_array_values(json.JSONDecoder(), text, is_begun=False, is_last=is_whole)[1]
        ]
    lines = text.split("\n")
    if not is_whole and len(lines) > 1:
        lines.pop()
    values: list[object] = []
    n_bad = 0
    for line in filter(str.strip, lines):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            n_bad += 1
        if n_bad > 3 + len(values) // 10:
            return []
    return values


LIST_NAMES = frozenset(
    {"labels", "tags", "topics", "categories", "keywords", "subjects", "manual tags", "метки", "标签"}
)
"""Names of columns with several values per cell, which may then be separated by commas."""
MAX_LABEL_CHARACTERS = 60
MAX_LIST_CHARACTERS = 100_000
MIN_CELLS_FOR_SEPARATOR = 20
MAX_CELLS_PER_SEPARATOR = 50
"""A separator must be in at least one of this many cells. Otherwise it is part of the label texts."""
YES_CELLS = frozenset({"1", "true", "yes", "x"})
"""Cells of a yes/no column that mean yes."""
YES_NO_CELLS = YES_CELLS | {"0", "false", "no", ""}
NAME_KEYS = ("name", "label", "tag", "title")


def entries_of_list_cell(cell: str) -> list[str] | None:
    """Return the entries of a cell that is a JSON or Python list, without empty entries.

    None if the cell is not a list.
    """
    if not (cell.startswith("[") and cell.endswith("]")) or len(cell) > MAX_LIST_CHARACTERS:
        return None
    try:
        values = json.loads(cell)
    except (ValueError, RecursionError):
        try:
            values = ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    return [text for text in map(_entry_text, values) if text] if isinstance(values, list) else None


def _entry_text(value: object) -> str:
    if isinstance(value, Mapping):
        value = next((value[name] for name in NAME_KEYS if isinstance(value.get(name), str)), None)
    return "" if isinstance(value, (list, tuple, Mapping)) else cell_text(value).strip()


def labels_of_cell(cell: str, separator: str) -> list[str]:
    """Return the labels in a cell: the entries of a list, or the texts between separators."""
    listed = entries_of_list_cell(cell)
    if listed is not None:
        return listed
    return [part.strip() for part in (cell.split(separator) if separator else [cell]) if part.strip()]


def guess_separator(name: str, cells: Sequence[str]) -> str:
    """Return the character that separates labels in the cells of a column; empty if each cell seems to be one label.

    The separator must occur often, and separate short texts that repeat.
    """
    candidates = (";", "|", ",") if name.casefold() in LIST_NAMES else (";", "|")
    for separator in candidates:
        n_with = sum(separator in cell for cell in cells)
        if n_with < 2 or n_with * MAX_CELLS_PER_SEPARATOR < len(cells):
            continue
        parts = [part.strip() for cell in cells for part in cell.split(separator)]
        max_distinct = len(parts) - 1 if len(cells) < MIN_CELLS_FOR_SEPARATOR else len(parts) // 2
        if len(set(parts)) <= max_distinct and max(map(len, parts)) <= MAX_LABEL_CHARACTERS:
            return separator
    return ""


def label_columns(label: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the label columns. `label` is the name of one column, or several names between commas."""
    if label is None:
        return ()
    return (label,) if label in names else tuple(part.strip() for part in label.split(",") if part.strip())


class LabelColumn(NamedTuple):
    """A column of a table that has labels: its index in a row, and the separator of labels in its cells.

    In a yes/no column, "yes" stands for the label `yes_label`.
    """

    column_index: int
    separator: str
    yes_label: str | None = None

    def labels(self, cells: Sequence[str]) -> list[str]:
        """Return the labels that this column gives to the row with these cells."""
        cell = cells[self.column_index].strip()
        if self.yes_label is not None:
            return [self.yes_label] if cell.casefold() in YES_CELLS else []
        return labels_of_cell(cell, self.separator)
