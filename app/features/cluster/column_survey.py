"""Table columns of shards: numbers and choices (categorical values), and their conversion between shards.

Each shard numbers the values of a categorical column in order of appearance, so two shards are merged by the names of
the values. Counts of choices are integers and part of a model's hash. Means and variances of numbers are merged by
Chan's formula; in any order of merging they agree to 1e-9. They are not part of the hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from app.features.cluster.shards import SourceSurvey
from app.library.training_data import MISSING_VALUE, number_of_value
from app.store.document_packing import PackedDocument
from nbengine.counts import FloatArray, IntArray
from nbengine.learnt.statistics import ChoiceTally
from nbengine.models.model import TableColumns
from nbengine.models.recipe import Recipe
from nbengine.packing import PackedContent


@dataclass(frozen=True, slots=True, eq=False)
class ShardColumns:
    """The table columns that the model reads, with their values in the documents of one shard."""

    table_columns: TableColumns
    """Names of the columns and, for each categorical column, the list of its different values in this shard."""
    numeric_values: FloatArray
    """(n_documents, n_numbers); NaN where a number is missing."""
    choice_numbers: IntArray
    """(n_documents, n_choices): index of the value in the list of its column, -1 if missing."""


def columns_for_recipe(recipe: Recipe, survey: SourceSurvey) -> TableColumns | None:
    """Return the table columns that a recipe reads; None if the sources are not tables or the recipe reads text
    only.
    """
    if survey.kind != "table" or recipe.reads_text_alone:
        return None
    return TableColumns(
        survey.schema.numeric if "numbers" in recipe.event.column_kinds else (),
        survey.schema.categorical if "choices" in recipe.event.column_kinds else (),
    )


def has_table_columns(document: PackedDocument, table_columns: TableColumns) -> bool:
    """Return whether the document has the columns. A text file that lies among the tables has none."""
    has_numbers = not table_columns.numbers or len(document.numbers) == len(table_columns.numbers)
    return has_numbers and (not table_columns.choices or len(document.choices) == len(table_columns.choices))


def collect_column_values(documents: Sequence[PackedDocument], wanted: TableColumns) -> ShardColumns:
    """Return the values of documents in the columns `wanted`. Documents without these columns get missing values."""
    no_numbers, no_choices = (np.nan,) * len(wanted.numbers), (None,) * len(wanted.choices)
    rows = [has_table_columns(document, wanted) for document in documents]
    numbers = [one.numbers if has else no_numbers for one, has in zip(documents, rows, strict=True)]
    chosen = [one.choices if has else no_choices for one, has in zip(documents, rows, strict=True)]
    known: list[dict[str, int]] = [{} for _ in wanted.choices]
    numbered = [[number_of_value(*pair, grow=True) for pair in zip(known, row, strict=True)] for row in chosen if known]
    return ShardColumns(
        TableColumns(wanted.numbers, wanted.choices, tuple(map(tuple, known))),
        np.array(numbers if wanted.numbers else [], np.float64).reshape(len(documents), len(wanted.numbers)),
        np.array(numbered, np.int64).reshape(len(documents), len(wanted.choices)),
    )


def unite_column_values(tables: Iterable[TableColumns]) -> TableColumns:
    """Return the columns of the first table, each with the union of its values in all tables.

    All tables have the same columns. Values of the first table keep their numbers.
    """
    all_tables = list(tables)
    values = zip(*(table.values for table in all_tables), strict=True)
    union = tuple(tuple(dict.fromkeys(value for own in column for value in own)) for column in values)
    return TableColumns(all_tables[0].numbers, all_tables[0].choices, union)


def renumber_choices(choices: IntArray, own: TableColumns, other: TableColumns) -> IntArray:
    """Convert the numbers of categorical values from those of `own` to those of `other`.

    A value that `other` lacks gets the number after the last value of `other`.
    """
    columns = [choices[:, column] for column in range(choices.shape[1])]
    moved = [places[values] for places, values in zip(_value_number_maps(own, other), columns, strict=True)]
    return np.column_stack(moved) if moved else choices


def _value_number_maps(own: TableColumns, other: TableColumns) -> list[IntArray]:
    """Return, for each column, an array from value numbers of `own` to value numbers of `other`.

    The last entry is for a missing value, which has the number -1.
    """
    columns = []
    for mine, theirs in zip(own.values, other.values, strict=True):
        numbers = {value: number for number, value in enumerate(theirs)}
        columns.append(np.array([*(numbers.get(value, len(numbers)) for value in mine), MISSING_VALUE], np.int64))
    return columns


def renumber_tally(tally: ChoiceTally, own: TableColumns, other: TableColumns) -> ChoiceTally:
    """Convert a tally from the value numbers of `own` to those of `other`, which must have all values of `own`."""
    counts = []
    for places, theirs, part in zip(_value_number_maps(own, other), other.values, tally.counts, strict=True):
        moved = np.zeros((len(tally.labels), len(theirs)), np.int64)
        moved[:, places[: part.shape[1]]] = part
        counts.append(moved)
    return ChoiceTally.from_counts(tally.labels, tally.documents, counts)


def columns_to_content(columns: ShardColumns | None) -> PackedContent:
    """Return the columns as named arrays that can be serialized; for None, return an empty content."""
    if columns is None:
        return PackedContent()
    table = columns.table_columns
    facts = {"table": [list(table.numbers), list(table.choices), [list(values) for values in table.values]]}
    missing = np.isnan(columns.numeric_values)
    numbers = {
        "column_numbers": np.where(missing, 0.0, columns.numeric_values).reshape(-1),
        "column_missing": missing.astype(np.int64).reshape(-1),
        "column_choices": columns.choice_numbers.reshape(-1),
    }
    return PackedContent(facts, numbers)


def columns_from_content(parts: PackedContent, n_documents: int) -> ShardColumns | None:
    """Return the columns from the result of `columns_to_content`; None if that is empty."""
    if "table" not in parts.facts:
        return None
    names, choices, values = parts.facts["table"]
    table = TableColumns(tuple(names), tuple(choices), tuple(map(tuple, values)))
    numbers = np.where(parts.numbers["column_missing"].astype(np.bool_), np.nan, parts.numbers["column_numbers"])
    return ShardColumns(
        table,
        numbers.astype(np.float64).reshape(n_documents, len(table.numbers)),
        parts.numbers["column_choices"].astype(np.int64).reshape(n_documents, len(table.choices)),
    )
