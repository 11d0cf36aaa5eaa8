"""Fewest wrong wins; where chance alone could make the difference, the least log loss among those."""

from __future__ import annotations

import numpy as np

from nbengine.measure.choosing import (
    RecipeTrial,
    choose_by_errors,
    choose_by_log_loss,
    has_fewer_errors,
    is_within_chance,
)
from nbengine.models.recipe import Recipe


def judged(n_wrong: int, log_loss: float, *, first: int = 0, n: int = 1_000) -> RecipeTrial:
    is_wrong = np.zeros(n, bool)
    is_wrong[first : first + n_wrong] = True
    return RecipeTrial(Recipe(), is_wrong, log_loss)


def test_far_fewer_wrong_wins_although_its_log_loss_is_higher() -> None:
    assert choose_by_errors([judged(80, 0.13), judged(40, 0.15)]) == 1


def test_of_those_that_chance_cannot_tell_apart_the_least_log_loss_wins() -> None:
    few, other = judged(40, 0.20, first=0), judged(44, 0.15, first=30)

    assert is_within_chance(other, few)
    assert choose_by_errors([few, other, judged(80, 0.01, first=100)]) == 1


def test_a_recipe_alone_and_documents_that_are_all_right_are_no_trouble() -> None:
    assert choose_by_errors([judged(0, 0.0)]) == 0


def test_of_few_the_least_log_loss_wins_where_it_is_less_than_the_first_by_a_margin() -> None:
    usual, fewer_wrong = judged(10, 0.50, n=100), judged(6, 0.60, n=100)

    assert choose_by_log_loss([usual, fewer_wrong, judged(12, 0.48, n=100)], 2) == 2
    assert choose_by_log_loss([usual, fewer_wrong, judged(9, 0.495, n=100)], 2) == 0
    assert choose_by_log_loss([usual, fewer_wrong, judged(12, 0.48, n=100)], 10) == 0, "more labels, more chance"


def test_better_by_more_than_chance_is_told_in_deviations() -> None:
    """Nine documents against three are 1.7 deviations, eleven against three 2.1."""
    assert has_fewer_errors(judged(3, 0.5, first=20), judged(9, 0.5))
    assert not has_fewer_errors(judged(3, 0.5, first=20), judged(9, 0.5), 2.0)
    assert has_fewer_errors(judged(3, 0.5, first=20), judged(11, 0.5), 2.0)
