"""Choices on the Train page reach the services as they are, and come back as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.features.train.view_model import (
    EVENT_MODELS,
    INITIAL_REQUEST,
    TABLE_EVENT_MODELS,
    effective_request,
    fields_of_event_model,
    request_on_page,
)
from app.library.recipes import RecipeRequest


@pytest.mark.parametrize("event_model", [*EVENT_MODELS, *TABLE_EVENT_MODELS])
def test_every_event_model_comes_back_as_it_was_chosen(event_model: str) -> None:
    chosen = replace(INITIAL_REQUEST, **fields_of_event_model(event_model))

    assert request_on_page(effective_request(chosen)) == chosen


@pytest.mark.parametrize(
    "parts",
    [
        {"vocabulary": "500", "unknown_word": False},
        {"ngrams": (1, 2), "min_length": 3, "lower": False},
        {"stop_words": "en", "stem": "english", "binary": True},
        {"min_df": 3, "prior": "uniform", "tokens": "plain", "rank_words_by": "chi2"},
    ],
)
def test_every_part_comes_back_as_it_was_chosen(parts: dict[str, object]) -> None:
    chosen = replace(INITIAL_REQUEST, **parts)

    assert request_on_page(effective_request(chosen)) == chosen


@pytest.mark.parametrize(
    "part", [{"char_ngrams": (2, 3)}, {"max_df": 0.5}, {"norm": True}, {"ngrams": (2, 3)}, {"stop_words": "list"}]
)
def test_what_the_page_has_no_control_for_is_not_shown(part: dict[str, object]) -> None:
    assert request_on_page(replace(effective_request(INITIAL_REQUEST), **part)) is None


def test_mixed_columns_may_take_their_text_by_presence() -> None:
    request = effective_request(replace(INITIAL_REQUEST, **fields_of_event_model("mixed-bernoulli")))

    assert (request.event_model, request.mixed_text) == ("mixed", "bernoulli")


def test_protected_labels_of_a_kept_filter_are_kept_by_whoever_trains_it_again() -> None:
    kept = RecipeRequest(event_model="filter", spam_label="spam", protected=("ham", "family"))
    chosen = request_on_page(kept)

    assert chosen is not None
    assert chosen.protected == ("ham", "family")
    assert effective_request(chosen).protected == ("ham", "family")
    assert effective_request(replace(chosen, protected=())) != effective_request(chosen)


def test_a_textbook_model_protects_nothing_whatever_a_filter_did() -> None:
    chosen = replace(INITIAL_REQUEST, event_model="bernoulli", protected=("ham",))

    assert effective_request(chosen).protected == ()
    assert effective_request(chosen) == effective_request(replace(chosen, protected=()))
