"""Fewest wrong wins; where chance alone could make the difference, the least log loss among those."""

from __future__ import annotations

import numpy as np

from nbengine import Recipe
from nbengine.measure.recipe_choice import TriedRecipe, best_judged, could_be_chance


def judged(n_wrong: int, log_loss: float, *, first: int = 0, n: int = 1_000) -> TriedRecipe:
    is_wrong = np.zeros(n, bool)
    is_wrong[first : first + n_wrong] = True
    return TriedRecipe(Recipe(), is_wrong, log_loss)


def test_far_fewer_wrong_wins_although_its_log_loss_is_higher() -> None:
    assert best_judged([judged(80, 0.13), judged(40, 0.15)]) == 1


def test_of_those_that_chance_cannot_tell_apart_the_least_log_loss_wins() -> None:
    few, other = judged(40, 0.20, first=0), judged(44, 0.15, first=30)

    assert could_be_chance(other, few)
    assert best_judged([few, other, judged(80, 0.01, first=100)]) == 1


def test_a_recipe_alone_and_documents_that_are_all_right_are_no_trouble() -> None:
    assert best_judged([judged(0, 0.0)]) == 0
