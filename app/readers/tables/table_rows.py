"""The records of a table, one at a time, from delimited text, JSON lines, or one JSON array; and the labels of each.

A record that is not well formed is handed on as such with the number of its line, and reading goes on behind it.
Where a literal quote has opened a field that never ends, only the line it stands in is taken for the record, as it is
written, and the lines that it swallowed are read again.

A row has several labels in a list, between separators, or in columns of their own that say yes or no.
"""

from __future__ import annotations

import ast
import csv
import io
import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, NamedTuple

from app.readers.charsets import decode_text
from app.readers.reading_failures import Unreadable
from app.readers.tables.table_dialects import Dialect, decoded, strict_reader
from nbengine.lazy_dataclasses import dataclass

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
