"""The use of a table's columns: text, the label, numbers or choices; guessed, or as a person said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from app.domain.documents import SourceOptions, TableSchema
from app.domain.errors import SourceError
from app.readers.tables.table_dialects import LABEL_NAMES, MISSING, TEXT_NAMES, is_number
from app.readers.tables.table_rows import label_columns, labels_of_cell, separator_of
from nbengine.lazy_dataclasses import dataclass

Guess = Literal["text", "label", "numeric", "categorical", "other"]
MAX_LABELS = 100
MOST_LISTED = 10_000
N_EXAMPLES = 3
MAX_CODES = 6
ROWS_PER_CODE = 20


@dataclass(frozen=True, slots=True)
class SurveyedColumn:
    """The figures of a column by its first rows, and the best use for it."""

    name: str
    guess: Guess
    is_numeric: bool
    n_distinct: int
    mean_length: float
    missing_share: float
    examples: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    """The values with their counts in the sample, most frequent first, where there are few: labels to be."""
    separator: str = ""
    """The sign between several labels in a cell; nothing where each cell is one."""
    is_several: bool = False
    """True if cells hold several labels each: lists, or what stands between separators."""


def column_names(first: Sequence[str], n_columns: int) -> tuple[str, ...]:
    """Names for all columns from a header row, which may be short, or lack some, or repeat itself."""
    names: list[str] = []
    for number in range(n_columns):
        name = (first[number].strip() if number < len(first) else "") or f"column {number + 1}"
        names.append(name if name not in names else f"{name} ({number + 1})")
    return tuple(names)


def guess_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[SurveyedColumn, ...]:
    """Describe every column, and choose text and label columns, or numbers and choices where there is no text."""
    seen = [_seen(name, [row[number].strip() for row in rows]) for number, name in enumerate(names)]
    text = _text_column(seen)
    label = _label_column(seen, text)
    for number, column in enumerate(seen):
        guess: Guess = "numeric" if _is_quantity(column) else "categorical"
        if column is text:
            guess = "text"
        elif column is label:
            guess = "label"
        elif text is not None:
            guess = "other"
        seen[number] = replace(column, guess=guess)
    return tuple(seen)


def _seen(name: str, cells: Sequence[str]) -> SurveyedColumn:
    known = [cell for cell in cells if cell not in MISSING]
    separator = separator_of(name, known)
    is_listed = separator or (known and known[0].startswith("["))
    listed = [labels_of_cell(cell, separator) for cell in known] if is_listed else []
    counts = Counter(label for labels in listed for label in labels) or Counter(known)
    is_numeric = bool(known) and all(map(is_number, counts))
    return SurveyedColumn(
        name=name,
        guess="categorical",
        is_numeric=is_numeric,
        n_distinct=len(counts),
        mean_length=sum(map(len, known)) / max(1, len(known)),
        missing_share=1 - len(known) / max(1, len(cells)),
        examples=tuple(cell[:200] for cell in list(counts)[:N_EXAMPLES]),
        counts=tuple(counts.most_common()) if len(counts) <= (MOST_LISTED if listed else MAX_LABELS) else (),
        separator=separator,
        is_several=any(len(labels) > 1 for labels in listed),
    )


def _text_column(columns: Sequence[SurveyedColumn]) -> SurveyedColumn | None:
    able = [column for column in columns if not column.is_numeric and column.n_distinct > 0]
    named = [column for column in able if column.name.lower() in TEXT_NAMES and _varies(column)]
    long = [column for column in able if column.mean_length >= 12 and _varies(column)]
    if len(columns) == 1 and able:
        return able[0]
    return max(named or long, key=lambda column: column.mean_length, default=None)


def _varies(column: SurveyedColumn) -> bool:
    return not column.counts or column.n_distinct * 2 > sum(n for _, n in column.counts)


def _label_column(columns: Sequence[SurveyedColumn], text: SurveyedColumn | None) -> SurveyedColumn | None:
    able = [column for column in columns if column is not text and column.counts]
    named = [column for wanted in LABEL_NAMES for column in able if column.name.lower() == wanted]
    if named:
        return named[0]
    repeated = [column for column in able if column.n_distinct > 1 and not _varies(column) and column.mean_length <= 60]
    repeated = [one for one in repeated if not one.is_numeric or all(value.isdigit() for value, _ in one.counts)]
    if text is not None:
        return min(repeated, key=lambda column: column.n_distinct, default=None)
    ends = [column for column in (*columns[-1:], *columns[:1]) if column in repeated]
    return ends[0] if ends and len(columns) > 1 else None


def schema_of(columns: Sequence[SurveyedColumn], options: SourceOptions, path: Path | str) -> TableSchema:
    """The columns to use: what the person named, and the guesses for all that was left open."""
    names = [column.name for column in columns]
    chosen = chosen_columns(names, options, path)
    ignored = {_column_named(names, wanted, path) for wanted in options.ignored_columns}
    open_columns = [column for column in columns if column.name not in ignored]
    has_features = bool(chosen.numeric or chosen.categorical)
    guessed = {column.guess: column.name for column in reversed(open_columns)}
    text = chosen.text or (None if has_features else guessed.get("text"))
    is_labelled_by_column = options.label is None and options.labels_from in ("folder", "column")
    label = chosen.label or (guessed.get("label") if is_labelled_by_column else None)
    label = label if label not in (text, chosen.weight, *chosen.numeric, *chosen.categorical) else None
    if not options.guesses_rest and (text is not None or (has_features and not ignored)):
        return TableSchema(chosen.numeric, chosen.categorical, text, label, chosen.weight)
    taken = {text, *label_columns(label, names), chosen.weight, *chosen.numeric, *chosen.categorical}
    rest = [column for column in open_columns if column.name not in taken and (text is None or column.counts)]
    numeric = {*chosen.numeric, *(column.name for column in rest if _is_quantity(column))}
    categorical = {*chosen.categorical, *(column.name for column in rest if not _is_quantity(column))}
    return TableSchema(
        numeric=tuple(name for name in names if name in numeric),
        categorical=tuple(name for name in names if name in categorical),
        text=text,
        label=label,
        weight=chosen.weight,
    )


def _is_quantity(column: SurveyedColumn) -> bool:
    """Tell amounts from codes, which are whole numbers of few values, each of them frequent."""
    if not column.is_numeric or not column.counts or column.n_distinct > MAX_CODES:
        return column.is_numeric
    total = sum(count for _, count in column.counts)
    return total < ROWS_PER_CODE * column.n_distinct or not all(value.isdigit() for value, _ in column.counts)


def chosen_columns(names: Sequence[str], options: SourceOptions, path: Path | str) -> TableSchema:
    """The columns that the options name, by name or by number from 1; a name that no column has is an error."""

    def named(*wanted: str | None) -> tuple[str, ...]:
        return tuple(_column_named(names, each, path) for each in wanted if each is not None)

    labels = label_columns(options.label_column, names) if options.label is None else ()
    return TableSchema(
        numeric=named(*options.numeric_columns),
        categorical=named(*options.categorical_columns),
        text=next(iter(named(options.text_column)), None),
        label=",".join(named(*labels)) or None,
        weight=next(iter(named(options.weight_column)), None),
    )


def _column_named(names: Sequence[str], wanted: str, path: Path | str) -> str:
    if wanted in names:
        return wanted
    folded = [name for name in names if name.casefold() == wanted.strip().casefold()]
    if folded:
        return folded[0]
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return names[int(wanted) - 1]
    raise SourceError(path, "no-column", wanted)
