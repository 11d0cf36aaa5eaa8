"""Choices on the Train page reach the services as they are, and come back as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.pages.training.choice_recipes import choices_of, request_of
from app.pages.training.recipe_choices import EVENT_MODELS, TABLE_EVENT_MODELS, Choices


@pytest.mark.parametrize("event_model", [*EVENT_MODELS, *TABLE_EVENT_MODELS])
def test_every_event_model_comes_back_as_it_was_chosen(event_model):
    chosen = replace(Choices(), event_model=event_model)

    assert choices_of(request_of(chosen)) == chosen


def test_mixed_columns_may_take_their_text_by_presence():
    request = request_of(replace(Choices(), event_model="mixed-bernoulli"))

    assert (request.event_model, request.mixed_text) == ("mixed", "bernoulli")
