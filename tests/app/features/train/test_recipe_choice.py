"""Recipes are chosen where nothing was said, and nothing is chosen where something was."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train.choosing import choose_recipe
from app.library.recipes import (
    MAIL_RULES,
    MESSAGE_RULES,
    PLAIN_RULES,
    STRIPPED_RULES,
    TEXT_RULES,
    CorpusFacts,
    RecipeRequest,
    choose_kind_by_headers,
    choose_kind_by_length,
    default_rules,
    resolve_request,
)
from nbengine.learnt.documents import labelled_documents
from nbengine.text.token_counter import TokenCounter


def documents(n=300, n_rare=0, names=("ham", "spam")):
    rng = np.random.default_rng(0)
    labels = np.arange(n) % len(names)
    texts = [
        " ".join([*(f"common{word}" for word in rng.integers(0, 40, 10)), *([f"own{label}"] * int(rng.integers(0, 3)))])
        + "".join(f" rare{number}x{word}" for word in range(n_rare))
        for number, label in enumerate(labels)
    ]
    counter = TokenCounter(PLAIN_RULES)
    return labelled_documents(counter.count(texts), labels, names, counter.vocabulary)


def chosen(request, some=None, kind="text"):
    recipe = resolve_request(request, CorpusFacts("x", kind))
    return choose_recipe(recipe, request, kind, documents() if some is None else some, NoOpJobContext())


@pytest.mark.parametrize("n_documents", [60, 300])
def test_all_candidates_are_named_with_their_losses_and_the_least_wins(n_documents):
    recipe, choices = chosen(RecipeRequest(), documents(n_documents))

    losses = dict(choices[0].losses)
    assert choices[0].what == "event-model"
    assert len(losses) == 5
    assert min(losses, key=losses.get) == choices[0].chosen
    assert choices[0].chosen.startswith(recipe.event_model)
    assert recipe.smoothing > 0


@pytest.mark.parametrize("kind", ["mail", "stripped"])
def test_mail_is_filtered_by_whole_counts_and_sorted_by_any(kind):
    _, to_filter = chosen(RecipeRequest(), kind=kind)
    _, to_sort = chosen(RecipeRequest(), documents(names=("bills", "family", "news")), kind=kind)
    recipe, _ = chosen(RecipeRequest(tfidf=True), kind=kind)

    assert {name for name, _ in to_filter[0].losses} == {"multinomial", "multinomial, binary", "complement, binary"}
    assert len(to_sort[0].losses) == 5
    assert (recipe.event_model, recipe.weighting) == ("complement", "tfidf")


def test_what_was_asked_for_is_not_chosen():
    request = RecipeRequest(tokens="plain", event_model="multinomial", smoothing="0.25")

    recipe, choices = chosen(request)

    assert (recipe.event_model, recipe.smoothing, recipe.weighting, choices) == ("multinomial", 0.25, "count", ())
    assert recipe.rules == PLAIN_RULES
    assert recipe.limits.size is None


def test_only_the_smoothing_is_chosen_when_the_event_model_is_given():
    recipe, choices = chosen(RecipeRequest(event_model="bernoulli"))

    assert recipe.event_model == "bernoulli"
    assert [choice.what for choice in choices] == ["smoothing"]


def test_a_given_smoothing_is_kept_for_every_candidate():
    recipe, choices = chosen(RecipeRequest(smoothing="0.5"), documents(names=("art", "law")))

    assert recipe.smoothing == 0.5
    assert [choice.what for choice in choices] == ["event-model", "vocabulary"]


def test_what_is_filtered_keeps_all_its_words() -> None:
    _, choices = chosen(RecipeRequest(smoothing="0.5"), documents(n_rare=40))

    assert "vocabulary" not in [choice.what for choice in choices]


def test_the_number_of_words_is_tried_where_there_are_many():
    many = documents(n_rare=40, names=("art", "law"))
    assert len(many.vocabulary) > 10_000

    _, choices = chosen(RecipeRequest(), many)
    _, said = chosen(RecipeRequest(vocabulary="all"), many)

    assert [name for name, _ in choices[-1].losses] == ["all", "10000"]
    assert "vocabulary" not in [choice.what for choice in said]


@pytest.mark.parametrize(
    ("kind", "lengths", "expected"),
    [
        ("text", [20, 80, 5000], "message"),
        ("text", [900, 80, 5000], "text"),
        ("text", [], "text"),
        ("mail", [20], "mail"),
        ("table", [20], "table"),
    ],
)
def test_texts_are_messages_when_half_of_them_are_short(kind, lengths, expected):
    assert choose_kind_by_length(kind, lengths) == expected


@pytest.mark.parametrize(
    ("kind", "n_with_headers", "expected"),
    [("mail", 24, "stripped"), ("mail", 25, "mail"), ("text", 24, "stripped"), ("text", 25, "text")],
)
def test_mail_is_stripped_when_hardly_any_has_headers(kind, n_with_headers, expected):
    assert choose_kind_by_headers(kind, ("ham", "spam"), n_with_headers, 100) == expected


@pytest.mark.parametrize(
    ("kind", "labels", "expected"),
    [
        ("text", ["ham", "spam"], "stripped"),
        ("text", ["good", "junk"], "stripped"),
        ("text", ["news", "sport"], "text"),
        ("text", ["ham", "news", "spam"], "text"),
        ("text", ["spam"], "text"),
        ("mail", ["not spam", "spam"], "stripped"),
        ("mail", ["family", "work"], "mail"),
        ("message", ["ham", "spam"], "message"),
        ("table", ["ham", "spam"], "table"),
    ],
)
def test_only_what_is_filtered_is_stripped_mail(kind, labels, expected):
    assert choose_kind_by_headers(kind, labels, 0, 100) == expected


def test_no_mail_is_not_stripped_mail():
    assert choose_kind_by_headers("mail", ("ham", "spam"), 0, 0) == "mail"


def test_each_kind_has_its_words():
    rules = {kind: default_rules(kind) for kind in ("mail", "stripped", "text", "message", "table")}

    assert rules == {
        "mail": MAIL_RULES,
        "stripped": STRIPPED_RULES,
        "text": TEXT_RULES,
        "message": MESSAGE_RULES,
        "table": TEXT_RULES,
    }


def test_signs_and_numbers_of_a_message_are_words():
    counter = TokenCounter(MESSAGE_RULES)
    counter.count(["Win £500 now!!! 中文 \N{GRINNING FACE}"])

    assert set(counter.vocabulary.words) == {
        "win",
        "£",
        "‹number›",
        "now",
        "!!!",
        "中",
        "文",
        "中文",
        "\N{GRINNING FACE}",
    }
