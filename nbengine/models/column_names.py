"""The names of a table's columns and values, for those who number them."""

from __future__ import annotations

from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Statistics


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Names of a table's columns and values, in the order of their numbers."""

    numbers: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    """For each column of choices, its values in the order of their numbers."""


def check_table(table: TableColumns | None, statistics: Statistics) -> None:
    """Names are optional, but where there are any, each column has one."""
    if table is None:
        return
    n_numbers = 0 if statistics.numbers is None else statistics.numbers.n_columns
    n_choices = 0 if statistics.choices is None else statistics.choices.n_columns
    if len(table.numbers) not in (0, n_numbers) or len(table.choices) not in (0, n_choices):
        raise EngineError(f"{n_numbers} columns of numbers and {n_choices} of choices need as many names.")
    if len(table.values) not in (0, n_choices):
        raise EngineError(f"{n_choices} columns of choices need as many lists of values.")
