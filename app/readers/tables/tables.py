"""Read tables as documents: detect the columns, and make one document of each row.

Columns are detected from the first megabyte only, both for the plan and by each worker, so that all parts of a
large table are read alike.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal

from app.domain.documents import Document, Extracted, Failure, SourceOptions, TableSchema, label_set_name
from app.domain.errors import SourceError
from app.readers.files.opening import read_up_to
from app.readers.reading_failures import Unreadable
from app.readers.tables.rows import (
    LABEL_NAMES,
    MISSING_CELLS,
    SAMPLE_BYTES,
    TEXT_NAMES,
    YES_NO_CELLS,
    Dialect,
    LabelColumn,
    Row,
    decode_sample,
    delimited_rows,
    encoding_of,
    entries_of_list_cell,
    guess_dialect,
    guess_separator,
    has_header,
    is_number,
    json_array_rows,
    json_column_names,
    json_line_rows,
    json_sample_values,
    label_columns,
    labels_of_cell,
    single_column_dialect,
)

GuessedUse = Literal["text", "label", "numeric", "categorical", "other"]
MAX_LABELS = 100
"""Maximum number of distinct values in a label column, unless its cells are lists (MAX_LISTED_LABELS)."""
MAX_LISTED_LABELS = 10_000
N_EXAMPLES = 3
MAX_CODES = 6
"""Maximum distinct whole numbers of a categorical column, if each is frequent (ROWS_PER_CODE)."""
ROWS_PER_CODE = 20
"""If whole numbers repeat at least this often on average, they are categories (codes), not amounts."""


@dataclass(frozen=True, slots=True)
class ColumnSurvey:
    """Statistics of a column over the rows of the sample, and a guess of its use."""

    name: str
    guessed_use: GuessedUse
    is_numeric: bool
    n_distinct: int
    mean_length: float
    missing_share: float
    examples: tuple[str, ...] = ()
    value_counts: tuple[tuple[str, int], ...] = ()
    """Values and their counts in the sample, most frequent first; empty if there are too many."""
    separator: str = ""
    """Separator of labels in a cell; empty if each cell is one label."""
    has_several_labels: bool = False
    """True if some cells have several labels, as a list or between separators."""


def column_names(first: Sequence[str], n_columns: int) -> tuple[str, ...]:
    """Return a unique name for each column, from a header row in which names may be missing or repeated."""
    names: dict[str, None] = {}  # a list would be searched from its start for each of 100,000 columns
    for number in range(n_columns):
        name = (first[number].strip() if number < len(first) else "") or f"column {number + 1}"
        names[name if name not in names else f"{name} ({number + 1})"] = None
    return tuple(names)


def guess_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[ColumnSurvey, ...]:
    """Return the statistics and the guessed use of each column.

    At most one column has the text and one has the label. Without a text column, the rest are numeric or categorical.
    """
    surveyed = [_survey_column(name, [row[number].strip() for row in rows]) for number, name in enumerate(names)]
    text = _find_text_column(surveyed)
    label = _find_label_column(surveyed, text)
    for number, column in enumerate(surveyed):
        guess: GuessedUse = "numeric" if _is_quantity(column) else "categorical"
        if column is text:
            guess = "text"
        elif column is label:
            guess = "label"
        elif text is not None:
            guess = "other"
        if guess != column.guessed_use:
            surveyed[number] = replace(column, guessed_use=guess)
    return tuple(surveyed)


def _survey_column(name: str, cells: Sequence[str]) -> ColumnSurvey:
    values = [cell for cell in cells if cell not in MISSING_CELLS]
    separator = guess_separator(name, values)
    is_listed = separator or (values and values[0].startswith("["))
    label_lists = [labels_of_cell(cell, separator) for cell in values] if is_listed else []
    counts = Counter(label for labels in label_lists for label in labels) or Counter(values)
    is_numeric = bool(values) and all(map(is_number, counts))
    return ColumnSurvey(
        name=name,
        guessed_use="categorical",
        is_numeric=is_numeric,
        n_distinct=len(counts),
        mean_length=sum(map(len, values)) / max(1, len(values)),
        missing_share=1 - len(values) / max(1, len(cells)),
        examples=tuple(cell[:200] for cell in list(counts)[:N_EXAMPLES]),
        value_counts=tuple(counts.most_common())
        if len(counts) <= (MAX_LISTED_LABELS if label_lists else MAX_LABELS)
        else (),
        separator=separator,
        has_several_labels=any(len(labels) > 1 for labels in label_lists),
    )


def _find_text_column(columns: Sequence[ColumnSurvey]) -> ColumnSurvey | None:
    candidates = [column for column in columns if not column.is_numeric and column.n_distinct > 0]
    well_named = [column for column in candidates if column.name.lower() in TEXT_NAMES and _has_many_values(column)]
    long = [column for column in candidates if column.mean_length >= 12 and _has_many_values(column)]
    if len(columns) == 1 and candidates:
        return candidates[0]
    return max(well_named or long, key=lambda column: column.mean_length, default=None)


def _has_many_values(column: ColumnSurvey) -> bool:
    return not column.value_counts or column.n_distinct * 2 > sum(n for _, n in column.value_counts)


def _find_label_column(columns: Sequence[ColumnSurvey], text: ColumnSurvey | None) -> ColumnSurvey | None:
    candidates = [column for column in columns if column is not text and column.value_counts]
    by_name = {column.name.lower(): column for column in reversed(candidates)}  # of equal names, the first one
    well_named = next((by_name[name] for name in LABEL_NAMES if name in by_name), None)
    if well_named is not None:
        return well_named
    repeated = [
        column
        for column in candidates
        if column.n_distinct > 1 and not _has_many_values(column) and column.mean_length <= 60
    ]
    repeated = [
        column
        for column in repeated
        if not column.is_numeric or all(value.isdigit() for value, _ in column.value_counts)
    ]
    if text is not None:
        return min(repeated, key=lambda column: column.n_distinct, default=None)
    ends = [column for column in (*columns[-1:], *columns[:1]) if column in repeated]
    return ends[0] if ends and len(columns) > 1 else None


def choose_schema(columns: Sequence[ColumnSurvey], options: SourceOptions, path: Path | str) -> TableSchema:
    """Return which columns to use, and for what: those that the options name, and guesses for the rest."""
    names = [column.name for column in columns]
    chosen = find_chosen_columns(names, options, path)
    ignored = set(map(_column_finder(names, path), options.ignored_columns))
    open_columns = [column for column in columns if column.name not in ignored]
    has_features = bool(chosen.numeric or chosen.categorical)
    guessed = {column.guessed_use: column.name for column in reversed(open_columns)}
    text = chosen.text or (None if has_features else guessed.get("text"))
    is_labelled_by_column = options.label is None and options.labels_from in ("folder", "column")
    label = chosen.label or (guessed.get("label") if is_labelled_by_column else None)
    label = label if label not in (text, chosen.weight, *chosen.numeric, *chosen.categorical) else None
    if not options.guesses_rest and (text is not None or (has_features and not ignored)):
        return TableSchema(chosen.numeric, chosen.categorical, text, label, chosen.weight)
    used = {text, *label_columns(label, names), chosen.weight, *chosen.numeric, *chosen.categorical}
    rest = [column for column in open_columns if column.name not in used and (text is None or column.value_counts)]
    numeric = {*chosen.numeric, *(column.name for column in rest if _is_quantity(column))}
    categorical = {*chosen.categorical, *(column.name for column in rest if not _is_quantity(column))}
    return TableSchema(
        numeric=tuple(name for name in names if name in numeric),
        categorical=tuple(name for name in names if name in categorical),
        text=text,
        label=label,
        weight=chosen.weight,
    )


def _is_quantity(column: ColumnSurvey) -> bool:
    """Return whether a column is numeric and its numbers are amounts.

    Few different whole numbers that repeat often are categories.
    """
    if not column.is_numeric or not column.value_counts or column.n_distinct > MAX_CODES:
        return column.is_numeric
    total = sum(count for _, count in column.value_counts)
    return total < ROWS_PER_CODE * column.n_distinct or not all(value.isdigit() for value, _ in column.value_counts)


def find_chosen_columns(names: Sequence[str], options: SourceOptions, path: Path | str) -> TableSchema:
    """Return the columns that the options name, by name or by number from 1. Raise SourceError (`no-column`)."""

    find = _column_finder(names, path)

    def find_names(*wanted: str | None) -> tuple[str, ...]:
        return tuple(find(name) for name in wanted if name is not None)

    labels = label_columns(options.label_column, names) if options.label is None else ()
    return TableSchema(
        numeric=find_names(*options.numeric_columns),
        categorical=find_names(*options.categorical_columns),
        text=next(iter(find_names(options.text_column)), None),
        label=",".join(find_names(*labels)) or None,
        weight=next(iter(find_names(options.weight_column)), None),
    )


def _column_finder(names: Sequence[str], path: Path | str) -> Callable[[str], str]:
    """Return a function that finds a column by its name or its number from 1. It raises SourceError (`no-column`)."""
    # Of 100,000 columns, each is named in the options of the second reading: no list may be searched for them.
    exact = frozenset(names)
    folded = {name.casefold(): name for name in reversed(names)}

    def find(wanted: str) -> str:
        if wanted in exact:
            return wanted
        if (found := folded.get(wanted.strip().casefold())) is not None:
            return found
        if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            return names[int(wanted) - 1]
        raise SourceError(path, "no-column", wanted)

    return find


Form = Literal["delimited", "lines", "array", "sheet"]

TABLE_SUFFIXES = (".csv", ".tsv", ".tab", ".psv", ".data", ".jsonl", ".ndjson", ".json")
JSON_LINES = (".jsonl", ".ndjson")
JSON_OBJECT_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?P<array>\[\s*)?\{\s*"[^"\\]*"\s*:')
"""A JSON object that begins the file, or the array in it."""
N_SAMPLE_ROWS = 5000
N_CLEAR_LINES = 20
CLEAR_AGREEMENT = 0.95


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Everything that is needed to read the rows of a table: its format, and the use of its columns."""

    file_format: Form
    names: tuple[str, ...]
    columns: tuple[ColumnSurvey, ...]
    schema: TableSchema
    has_header: bool
    first_rows: tuple[tuple[str, ...], ...] = ()
    dialect: Dialect | None = None
    encoding: str = "utf-8"


def looks_like_table(head: bytes, name: str) -> bool:
    """Return whether a file is clearly a table: its name and content say so, or every line has tabs."""
    is_named = name.lower().endswith(TABLE_SUFFIXES)
    if not is_named and b"\t" not in head:
        return False
    is_whole = len(head) < 4096
    if is_named and (b"{" in head[:64] or b"[" in head[:64]) and _has_json_rows(head, name, is_whole=is_whole):
        return True
    if name.lower().endswith((".json", *JSON_LINES)):
        return False
    dialect = guess_dialect(head, is_whole=is_whole, name=name)
    if dialect is None:
        return False
    if is_named:
        return dialect.delimiter != " " or name.lower().endswith(".data")
    n_lines = head.count(b"\n")
    return dialect.delimiter == "\t" and dialect.agreement > CLEAR_AGREEMENT and n_lines >= N_CLEAR_LINES


def _has_json_rows(head: bytes, name: str, *, is_whole: bool) -> bool:
    """Return whether the JSON values in a file are rows: objects with similar keys, or lists.

    If the first object is longer than `head`, any object in an array, or in a JSON lines file, counts as a row.
    """
    values = json_sample_values(head, encoding_of(head), is_whole=is_whole)
    begun = None if values or is_whole else JSON_OBJECT_START.match(head)
    if begun is not None:
        return begun["array"] is not None or name.lower().endswith(JSON_LINES)
    names = json_column_names(values)
    if names is None:
        return False
    n_alike = sum(isinstance(value, str) or len(value) * 2 > len(names) for value in values)  # type: ignore[arg-type]
    return len(names) * len(values) > 1 and n_alike * 10 >= 9 * len(values)


def detect_table(sample: bytes, options: SourceOptions, path: str, *, is_whole: bool, name: str = "") -> TableLayout:
    """Return the layout of a table, detected from its first bytes (`sample`).

    `is_whole` tells whether `sample` is the whole file.
    """
    encoding = encoding_of(sample)
    values = json_sample_values(sample, encoding, is_whole=is_whole)
    names = json_column_names(values) if values and not isinstance(values[0], (int, float)) else None
    if names is not None:
        form: Form = "array" if decode_sample(sample[:4096], encoding).lstrip().startswith("[") else "lines"
        if form == "lines" and not is_whole:
            sample = sample[: sample.rfind(b"\n") + 1]
        valid_rows = _skip_malformed_rows(_iterate_json_rows(form, BytesIO(sample), encoding, names))
        return layout_of_rows(form, valid_rows, options, path, names=names, encoding=encoding)
    dialect = guess_dialect(sample, is_whole=is_whole, name=name) or single_column_dialect(sample)
    if not is_whole and "16" not in dialect.encoding and "32" not in dialect.encoding:
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    rows = delimited_rows(BytesIO(sample), dialect, 1, is_sample=not is_whole)
    header = [row.cells for row in islice(rows, 1)]  # may have another number of fields
    return layout_of_rows("delimited", [*header, *_skip_malformed_rows(rows)], options, path, dialect=dialect)


def _iterate_json_rows(
    form: Form, stream: BinaryIO, encoding: str, names: Sequence[str], first_line: int = 1
) -> Iterator[Row]:
    if form == "lines":
        return json_line_rows(stream, encoding, names, first_line)
    return json_array_rows(stream, encoding, names)


def _skip_malformed_rows(rows: Iterator[Row]) -> list[Sequence[str]]:
    """Return the cells of the first well-formed rows, at most N_SAMPLE_ROWS rows."""
    valid: list[Sequence[str]] = []
    try:
        for row in rows:
            if not row.problem:
                valid.append(row.cells)
            if len(valid) >= N_SAMPLE_ROWS:
                break
    except Unreadable:
        pass  # the sample ends inside of the array
    return valid


def layout_of_rows(
    form: Form,
    rows: Sequence[Sequence[str]],
    options: SourceOptions,
    path: str,
    *,
    dialect: Dialect | None = None,
    names: tuple[str, ...] = (),
    encoding: str = "",
) -> TableLayout:
    """Return the layout of a table, detected from its first rows. Without `names`, the first row may be a header."""
    if not rows:
        raise Unreadable("empty")
    is_headed = not names and (has_header(rows) or _has_all_names(rows[0], options))
    if not names and options.has_header_row is not None:
        is_headed = options.has_header_row
    n_columns = dialect.n_columns if dialect is not None else max(map(len, rows))
    names = names or column_names(rows[0] if is_headed else (), n_columns)
    data = [row for row in (rows[1:] if is_headed else rows) if len(row) == len(names)]
    columns = guess_columns(names, data)
    return TableLayout(
        file_format=form,
        names=names,
        columns=columns,
        schema=choose_schema(columns, options, path),
        has_header=is_headed,
        first_rows=tuple(tuple(cell[:500] for cell in row) for row in data[:20]),
        dialect=dialect,
        encoding=dialect.encoding if dialect is not None else encoding,
    )


def _has_all_names(first: Sequence[str], options: SourceOptions) -> bool:
    """Return whether the first row contains every column name in the options.

    Numbers in the options are column positions, not names.
    """
    single = (options.text_column, options.label_column, options.weight_column)
    chosen = (*options.numeric_columns, *options.categorical_columns, *options.ignored_columns, *single)
    names = {name for name in chosen if name is not None and not name.isdigit()}
    return bool(names) and names <= {cell.strip() for cell in first}


def table_rows(table: TableLayout, stream: BinaryIO, *, is_start: bool = True, first_line: int = 1) -> Iterator[Row]:
    """Yield the rows of a table, or of a part of it, without the header.

    `is_start` tells whether `stream` begins at the start of the table. `first_line` is the number of its first line.
    """
    if table.dialect is None:
        return _iterate_json_rows(table.file_format, stream, table.encoding, table.names, first_line)
    rows = delimited_rows(stream, table.dialect, first_line)
    if is_start and table.has_header:
        next(rows, None)
    return rows


def row_documents(
    table: TableLayout, rows: Iterable[Row], path: str, member: str, label: str | None, options: SourceOptions
) -> Iterator[Extracted]:
    """Yield a document for each row, or a failure for a row that does not fit the table.

    `label` is the label of rows in a table without a label column.
    """
    maker = _RowMaker(table, path, label, options)
    for row in rows:
        row_member = f"{member}/{row.line_number}" if member else str(row.line_number)
        try:
            yield maker.document(row, row_member)
        except Unreadable as error:
            yield Failure(path, row_member, error.reason, error.detail)


class _RowMaker:
    """Converts rows of a table to documents. The column indices are looked up only once."""

    def __init__(self, table: TableLayout, path: str, label: str | None, options: SourceOptions) -> None:
        index_of = {name: number for number, name in enumerate(table.names)}
        schema = table.schema
        self._path, self._label = path, label
        self._charset = "" if table.file_format == "sheet" else table.encoding
        self._n_columns = len(table.names)
        self._text = None if schema.text is None else index_of[schema.text]
        surveyed = {column.name: column for column in table.columns}
        labels = [surveyed[name] for name in label_columns(schema.label, table.names)]
        self._is_several = options.labels == "several"
        self._labels: list[LabelColumn] = []
        for column in labels:
            values = [value.casefold() for value, _ in column.value_counts]
            is_answer = len(labels) > 1 and values and YES_NO_CELLS.issuperset(values)
            yes_label = column.name if is_answer else None
            self._labels.append(LabelColumn(index_of[column.name], column.separator or ";", yes_label))
        self._weight = None if schema.weight is None else index_of[schema.weight]
        self._numeric = [(name, index_of[name]) for name in schema.numeric]
        self._categorical = [index_of[name] for name in schema.categorical]

    def document(self, row: Row, member: str) -> Document:
        if row.problem:
            raise Unreadable("bad-row", row.problem)
        cells = row.cells
        if len(cells) != self._n_columns:
            raise Unreadable("bad-row", f"{len(cells)} fields instead of {self._n_columns}")
        text = cells[self._text] if self._text is not None else ""
        if not text.strip() and not self._numeric and not self._categorical:
            raise Unreadable("empty")
        return Document(
            text=text,
            path=self._path,
            member=member,
            kind="row",
            charset=self._charset,
            label=self._label_of(cells),
            weight=1.0 if self._weight is None else _parse_weight(cells[self._weight]),
            numbers=tuple(_parse_number(cells[at], name) for name, at in self._numeric),
            choices=tuple(None if (cell := cells[at].strip()) in MISSING_CELLS else cell for at in self._categorical),
            size_bytes=row.size_bytes,
        )

    def _label_of(self, cells: Sequence[str]) -> str | None:
        """Return the label of a row; in multi-label mode, its label set."""
        if not self._labels:
            return self._label
        if self._is_several:
            return label_set_name(label for column in self._labels for label in column.labels(cells))
        cell = cells[self._labels[0].column_index].strip()
        entries = entries_of_list_cell(cell)
        return cell or None if entries is None else next(iter(entries), None)


def _parse_number(cell: str, name: str) -> float:
    cell = cell.strip()
    if cell in MISSING_CELLS:
        return math.nan
    if not is_number(cell):
        raise Unreadable("bad-row", f"{name}: {cell[:80]!r} is not a number")
    return float(cell.replace(",", "."))


def _parse_weight(cell: str) -> float:
    weight = _parse_number(cell, "weight")
    if not 0 <= weight < math.inf:
        raise Unreadable("bad-row", f"{cell[:80]!r} is not a weight")
    return weight


def read_sample(stream: BinaryIO, head: bytes) -> tuple[bytes, bool]:
    """Return at most SAMPLE_BYTES of a table from its beginning, and whether they are the whole table.

    `head` are the first bytes, which were already read from the stream.
    """
    sample = read_up_to(stream, head, SAMPLE_BYTES)
    return sample, len(sample) < SAMPLE_BYTES
