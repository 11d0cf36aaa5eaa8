"""Cells of a table as words: each number in the stretch that its word names, each value by its column."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.learnt.statistics import TableColumns
from nbengine.models.model import Model
from nbengine.models.model_words import (
    MAX_INTERVALS,
    choose_cutting_points,
    count_cells_as_words,
    name_intervals,
    stands_for_table_cell,
)
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_model

NUMBERS = st.lists(st.floats(-1e6, 1e6, allow_nan=False, width=32), min_size=1, max_size=60)


def in_words(numbers: np.ndarray | None, choices: np.ndarray | None, table: TableColumns) -> list[list[str]]:
    cuts = () if numbers is None else choose_cutting_points(numbers)
    counts, words = count_cells_as_words(cuts, table, numbers, choices)
    return [words.words_of(counts.row(row).tokens.astype(np.int64)) for row in range(counts.n_documents)]


def says_where(word: str, value: float) -> bool:
    """Read a stretch as a person would."""
    if found := re.fullmatch(r"x = (\S+) … (\S+)", word):
        return float(found[1]) <= value < float(found[2])
    if found := re.fullmatch(r"x ([<≥]) (\S+)", word):
        return (value < float(found[2])) == (found[1] == "<")
    return word == "x = any"


@given(NUMBERS)
def test_each_number_lies_in_the_stretch_that_its_word_names(values: list[float]) -> None:
    rounded = [float(f"{value:.4g}") for value in values]
    rows = in_words(np.array(rounded)[:, None], None, TableColumns(("x",)))

    assert all(len(row) == 1 and says_where(row[0], value) for row, value in zip(rows, rounded, strict=True))


@given(NUMBERS)
def test_there_are_few_stretches_and_each_has_a_number(values: list[float]) -> None:
    (cuts,) = choose_cutting_points(np.array(values)[:, None])

    assert list(cuts) == sorted(set(cuts))
    assert len(cuts) < MAX_INTERVALS
    assert set(np.searchsorted(cuts, values, side="right")) == set(range(len(cuts) + 1))


def test_a_column_that_is_mostly_zero_is_cut_where_it_is_not() -> None:
    column = np.concatenate((np.zeros(900), np.linspace(1, 10, 100)))[:, None]

    assert sum(cut > 1 for cut in choose_cutting_points(column)[0]) >= 2


def test_cuts_that_look_alike_when_rounded_are_written_out() -> None:
    assert len(set(name_intervals("x", (1.0000001, 1.0000002)))) == 3


def test_what_is_missing_is_no_word_and_a_new_value_is_not_taken_for_another() -> None:
    table = TableColumns(("size",), ("colour",), (("blue", "red"),))
    numbers, choices = np.array([[1.0], [math.nan], [2.0]]), np.array([[0], [1], [-1]])
    cuts = choose_cutting_points(numbers)

    counts, words = count_cells_as_words(cuts, table, numbers, choices)
    new, of_new = count_cells_as_words(cuts, table, np.array([[math.inf]]), np.array([[2]]))

    assert in_words(numbers, choices, table) == [["size < 2", "colour = blue"], ["colour = red"], ["size ≥ 2"]]
    assert counts.sums().tolist() == [2.0, 1.0, 1.0]
    assert [word in words for word in of_new.words_of(new.tokens.astype(np.int64))] == [True, False]


def test_names_that_run_into_one_another_count_twice_and_break_nothing() -> None:
    table = TableColumns((), ("a", "a = b"), (("b = c",), ("c",)))

    counts, words = count_cells_as_words((), table, None, np.zeros((2, 2), np.int64))

    assert list(words) == ["a = b = c"]
    assert counts.values.tolist() == [2, 2]


def test_cells_are_told_from_words_of_texts() -> None:
    assert all(map(stands_for_table_cell, [*name_intervals("a b", (1.0, 2.0)), *name_intervals("c", ()), "d = e"]))
    assert not any(map(stands_for_table_cell, ["word", "two words", "x=1", "a<b"]))


def a_model() -> Model:
    """Four rows of one column, learnt."""
    cuts = ((2.0,),)
    counts, words = count_cells_as_words(cuts, TableColumns(("x",)), np.array([[1.0], [1.5], [2.5], [3.0]]), None)
    recipe = Recipe(event_model="learnt", smoothing=0.1, cuts=cuts)
    return train_model(recipe, counts, [0, 0, 1, 1], ["low", "high"], words, table=TableColumns(("x",)))


def test_a_kept_model_knows_its_columns_and_cuts() -> None:
    model = a_model()

    kept = model_from_bytes(model_to_bytes(model))

    assert kept.recipe == model.recipe
    assert kept.table == model.table
    assert kept.canonical_hash() == model.canonical_hash()


def test_only_learnt_factors_read_cells_as_words() -> None:
    with pytest.raises(EngineError, match="Only learnt factors"):
        Recipe(event_model="multinomial", cuts=((1.0,),))
