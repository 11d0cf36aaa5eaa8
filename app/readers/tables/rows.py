"""The records of a table, one at a time, from delimited text, JSON lines, or one JSON array; and the labels of each.

A record that is not well formed is handed on as such with the number of its line, and reading goes on behind it.
Where a literal quote has opened a field that never ends, only the line it stands in is taken for the record, as it is
written, and the lines that it swallowed are read again.

A row has several labels in a list, between separators, or in columns of their own that say yes or no.
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

from app.readers.charsets import decode_text, unmarked_wide_charset
from app.readers.reading_failures import Unreadable

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

MAX_RECORD_LINES = 50_000
MAX_LINE_CHARS = 1 << 26
JSON_CHUNK_CHARS = 1 << 18
JSON_VALUE_CHARS = 1 << 27


@dataclass(frozen=True, slots=True)
class Row:
    """A record: its cells or what is wrong with it, and the line it begins in (its number in a JSON array), from 1."""

    line: int
    cells: Sequence[str]
    size: int = 0
    """About how many bytes of the file it takes."""
    problem: str = ""


class _Unending(Exception):
    """A quoted field goes on for longer than any record may be."""


class _Lines:
    """Lines with a memory of those that the record at hand is made of, so that they can be read again."""

    def __init__(self, stream: io.TextIOBase) -> None:
        self._stream = stream
        self._again: deque[str] = deque()
        self.taken: list[str] = []
        self.is_at_end = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._again.popleft() if self._again else self._stream.readline(MAX_LINE_CHARS)
        if not line:
            self.is_at_end = True
            raise StopIteration
        self.taken.append(line)
        if len(self.taken) > MAX_RECORD_LINES:
            raise _Unending
        return line

    def read_again(self) -> str:
        """Put all but the first of the taken lines back, and return that."""
        first, *rest = self.taken
        self._again.extendleft(reversed(rest))
        self.taken, self.is_at_end = [], False
        return first


def delimited_rows(stream: BinaryIO, dialect: Dialect, first_line: int, *, is_sample: bool = False) -> Iterator[Row]:
    """Yield every record of delimited text, without blank lines and without a last record that a sample cuts in two."""
    lines = _Lines(text_stream(stream, dialect.encoding))
    reader = strict_reader(lines, dialect.delimiter, is_quoted=dialect.is_quoted)
    line = first_line
    while True:
        try:
            cells = next(reader, None)
        except (csv.Error, _Unending):
            if is_sample and lines.is_at_end and not _are_records(lines.taken, dialect):
                return
            yield _mended(lines.read_again(), dialect, line)
            reader = strict_reader(lines, dialect.delimiter, is_quoted=dialect.is_quoted)
            line += 1
            continue
        if cells is None:
            return
        taken, lines.taken = lines.taken, []
        if cells and (len(cells) > 1 or cells[0].strip()):
            n_wanted = dialect.n_columns
            problem = "" if len(cells) == n_wanted else f"{len(cells)} fields instead of {n_wanted}"
            yield Row(line, _utf8(cells), sum(map(len, taken)), problem)
        line += len(taken)


def _are_records(lines: Sequence[str], dialect: Dialect) -> bool:
    """Return whether most lines are records by themselves, and so no part of a long text."""
    n_fitting = sum(line.count(dialect.delimiter) == dialect.n_columns - 1 for line in lines)
    return 2 * n_fitting > len(lines)


def _mended(line: str, dialect: Dialect, number: int) -> Row:
    """A line whose quotes are not well formed, taken literally: a row if it has as many fields as the others."""
    cells = line.rstrip("\r\n").split(dialect.delimiter)
    if len(cells) != dialect.n_columns:
        return Row(number, cells, len(line), "a quote that is not closed")
    return Row(number, _utf8(cells), len(line))


def _utf8(cells: list[str]) -> list[str]:
    """Decode the cells that are not UTF-8 by themselves, so that one odd line does not spoil the others."""
    try:
        "".join(cells).encode()
    except UnicodeEncodeError:
        return [decode_text(cell.encode("utf-8", "surrogateescape")) for cell in cells]
    return cells


def text_stream(stream: BinaryIO, encoding: str) -> io.TextIOWrapper:
    """The text of a byte stream with its line ends as they are; bytes that are no text are kept as surrogates."""
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return io.TextIOWrapper(io.BufferedReader(stream, 1 << 18), encoding, errors, newline="")  # type: ignore[type-var]


def json_line_rows(stream: BinaryIO, encoding: str, names: Sequence[str], first_line: int) -> Iterator[Row]:
    """Every value of a file with one JSON value in each line."""
    lines = text_stream(stream, encoding)
    for number, line in enumerate(iter(lambda: lines.readline(MAX_LINE_CHARS), ""), start=first_line):
        if line.strip():
            try:
                value = json.loads(_utf8([line])[0])
            except (ValueError, RecursionError) as error:
                yield Row(number, (), len(line), str(error))
            else:
                yield _json_row(number, value, names, len(line))


def json_array_rows(stream: BinaryIO, encoding: str, names: Sequence[str]) -> Iterator[Row]:
    """Every value of a file that is one JSON array, without holding the whole of it."""
    for number, (value, size) in enumerate(json_array_values(stream, encoding), start=1):
        yield _json_row(number, value, names, size)


def json_array_values(stream: BinaryIO, encoding: str) -> Iterator[tuple[object, int]]:
    """The values of a JSON array with about the number of characters each took."""
    text, decoder, buffer = text_stream(stream, encoding), json.JSONDecoder(), ""
    wanted = JSON_CHUNK_CHARS
    is_begun = False
    while True:
        chunk = text.read(wanted)
        buffer += chunk
        start, values, is_ended, is_begun = _array_values(decoder, buffer, is_begun=is_begun, is_last=not chunk)
        yield from values
        if is_ended:
            return
        if not chunk:
            raise Unreadable("damaged", "the JSON array is not closed")
        buffer = buffer[start:]
        wanted = max(JSON_CHUNK_CHARS, len(buffer))  # doubling keeps a long value from being tried again too often
        if len(buffer) > JSON_VALUE_CHARS:
            raise Unreadable("too-large", "one value of the JSON array")


def _array_values(
    decoder: json.JSONDecoder, buffer: str, *, is_begun: bool, is_last: bool
) -> tuple[int, list[tuple[object, int]], bool, bool]:
    """Decode the whole values in a buffer: where the rest starts, the values, whether the array ended, and began."""
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
            return at, values, False, is_begun  # a number could go on
        values.append((value, end - at))
        at = end


def json_names(values: Sequence[object]) -> tuple[str, ...] | None:
    """The columns that JSON values have: their keys in order of appearance; None where they are no rows at all."""
    kinds = set(map(type, values))
    if kinds == {dict}:
        return tuple(dict.fromkeys(str(key) for value in values for key in value))  # type: ignore[attr-defined]
    if kinds == {list}:
        return tuple(f"column {number + 1}" for number in range(max(len(value) for value in values)))  # type: ignore[arg-type]
    return ("value",) if kinds == {str} else None


def _json_row(number: int, value: object, names: Sequence[str], size: int) -> Row:
    """Return a row with values as cells; halves of characters, which JSON can write but no text may have, are joined or
    replaced."""
    if isinstance(value, Mapping):
        value = [value.get(name) for name in names]
    elif isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or len(value) != len(names):
        return Row(number, (), size, "not a row like the others")
    cells = [cell_text(each) for each in value]
    try:
        "".join(cells).encode()
    except UnicodeEncodeError:
        cells = [cell.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for cell in cells]
    return Row(number, cells, size)


def cell_text(cell: object) -> str:
    """A value of JSON or of a spreadsheet as the text of a cell; nothing is an empty one."""
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


def sample_values(sample: bytes, encoding: str, *, is_whole: bool) -> list[object]:
    """The JSON values at the beginning of a file: of its lines, or of its array; empty where it has neither."""
    text = decoded(sample, encoding)
    if text.lstrip().startswith("["):
        return [value for value, _ in _array_values(json.JSONDecoder(), text, is_begun=False, is_last=is_whole)[1]]
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
"""Names of columns that hold several things, which may then be between commas."""
LONGEST_LABEL = 60
LONGEST_LIST = 100_000
FEW_CELLS = 20
SELDOM = 50
"""A separator that fewer cells have than one in so many belongs to the labels."""
YES = frozenset({"1", "true", "yes", "x"})
ANSWERS = YES | {"0", "false", "no", ""}
NAMED_BY = ("name", "label", "tag", "title")


def listed_labels(cell: str) -> list[str] | None:
    """Return the entries of a list as JSON or Python write it; None where a cell is none. Nothing and what has no text
    is no label."""
    if not (cell.startswith("[") and cell.endswith("]")) or len(cell) > LONGEST_LIST:
        return None
    try:
        values = json.loads(cell)
    except (ValueError, RecursionError):
        try:
            values = ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    return [text for text in map(_entry, values) if text] if isinstance(values, list) else None


def _entry(value: object) -> str:
    if isinstance(value, Mapping):
        value = next((value[name] for name in NAMED_BY if isinstance(value.get(name), str)), None)
    return "" if isinstance(value, (list, tuple, Mapping)) else cell_text(value).strip()


def labels_of_cell(cell: str, separator: str) -> list[str]:
    """Return the labels in a cell: of a list, or between separators where there is one."""
    listed = listed_labels(cell)
    if listed is not None:
        return listed
    return [part.strip() for part in (cell.split(separator) if separator else [cell]) if part.strip()]


def separator_of(name: str, cells: Sequence[str]) -> str:
    """Return what stands between the labels of a column's cells; nothing where each seems to be one label.

    Whatever is often between short texts that come again and again is a separator.
    """
    able = (";", "|", ",") if name.casefold() in LIST_NAMES else (";", "|")
    for separator in able:
        n_with = sum(separator in cell for cell in cells)
        if n_with < 2 or n_with * SELDOM < len(cells):
            continue
        parts = [part.strip() for cell in cells for part in cell.split(separator)]
        n_most = len(parts) - 1 if len(cells) < FEW_CELLS else len(parts) // 2
        if len(set(parts)) <= n_most and max(map(len, parts)) <= LONGEST_LABEL:
            return separator
    return ""


def label_columns(label: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that hold labels: the one of that name, or those whose names stand between commas."""
    if label is None:
        return ()
    return (label,) if label in names else tuple(part.strip() for part in label.split(",") if part.strip())


class LabelColumn(NamedTuple):
    """A column with labels: its place, and what is between them; or the label that it says yes or no to."""

    place: int
    separator: str
    asked: str | None = None

    def labels(self, cells: Sequence[str]) -> list[str]:
        """Return the labels that a row has by this column."""
        cell = cells[self.place].strip()
        if self.asked is not None:
            return [self.asked] if cell.casefold() in YES else []
        return labels_of_cell(cell, self.separator)
