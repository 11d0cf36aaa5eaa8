"""Choices on the Train page reach the services as they are, and come back as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.pages.training.recipe_choices import (
    EVENT_MODELS,
    TABLE_EVENT_MODELS,
    Choices,
    are_same,
    choices_of,
    request_of,
)
from app.services.training.recipe_planning import RecipeRequest


@pytest.mark.parametrize("event_model", [*EVENT_MODELS, *TABLE_EVENT_MODELS])
def test_every_event_model_comes_back_as_it_was_chosen(event_model):
    chosen = replace(Choices(), event_model=event_model)

    assert choices_of(request_of(chosen)) == chosen


def test_mixed_columns_may_take_their_text_by_presence():
    request = request_of(replace(Choices(), event_model="mixed-bernoulli"))

    assert (request.event_model, request.mixed_text) == ("mixed", "bernoulli")


def test_protected_labels_of_a_kept_filter_are_kept_by_whoever_trains_it_again():
    kept = RecipeRequest(event_model="filter", spam_label="spam", protected=("ham", "family"))
    chosen = choices_of(kept)

    assert chosen is not None
    assert chosen.protected == ("ham", "family")
    assert request_of(chosen).protected == ("ham", "family")
    assert not are_same(replace(chosen, protected=()), chosen)


def test_a_textbook_model_protects_nothing_whatever_a_filter_did():
    chosen = replace(Choices(), event_model="bernoulli", protected=("ham",))

    assert request_of(chosen).protected == ()
    assert are_same(chosen, replace(chosen, protected=()))
