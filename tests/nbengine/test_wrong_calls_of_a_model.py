"""Calls of a model that look right and are wrong end in a sentence, and the labels of a model are names."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine import EngineError, Recipe, TokenCounter, TokenRules, train_on_texts

TEXTS = ["buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday"]
LABELS = ["spam", "spam", "ham", "ham"]


@pytest.fixture
def model():
    return train_on_texts(TEXTS, LABELS, Recipe(smoothing=0.5), is_assured=False)


def test_a_model_predicts_names_and_probabilities_in_the_order_of_its_labels(model):
    assert model.predict(["buy now", "lunch"]) == ["spam", "ham"]
    assert model.predict_one("buy now") == "spam"
    np.testing.assert_allclose(model.predict_proba(["buy now"]).sum(axis=1), 1.0)
    assert model.labels[int(model.predict_proba(["buy now"])[0].argmax())] == "spam"


def test_a_model_learns_one_text_under_a_new_label(model):
    model.learn_one("goal kick goal", "sports")

    assert model.predict_one("goal") == "sports"


@pytest.mark.parametrize("call", ["judge", "learn", "forget", "explain", "left_out"])
def test_texts_where_counts_are_expected_are_refused_in_a_sentence(model, call):
    arguments = {"judge": (), "explain": (), "left_out": ([0],)}.get(call, (["spam"],))

    with pytest.raises(EngineError, match="Documents are counts, a CountMatrix or Features, not list"):
        getattr(model, call)(["aa"], *arguments)


@pytest.mark.parametrize("call", ["judge_texts", "predict", "count"])
def test_a_single_string_is_refused_where_texts_are_expected(model, call):
    with pytest.raises(EngineError, match=r"a single string was given\. Pass \[text\]"):
        getattr(model, call)("aa")


@pytest.mark.parametrize("text", [3, None, b"bytes", 2.5])
def test_what_is_no_text_is_refused(model, text):
    with pytest.raises(EngineError, match=f"Texts are strings; one of them is {type(text).__name__}"):
        model.judge_texts(["fine", text])
    with pytest.raises(EngineError, match="Texts are strings"):
        TokenCounter(TokenRules()).count([text])


def test_labels_that_are_one_string_or_no_names_are_refused_and_nothing_changes(model):
    before, counts = model.canonical_hash(), model.count(TEXTS).counts

    with pytest.raises(EngineError, match="Labels are a list of names"):
        model.learn(counts, "spam")
    with pytest.raises(EngineError, match="A model's labels are names, not 1"):
        model.learn(counts, [1, 2, 1, 2])
    with pytest.raises(EngineError, match="Labels are a list of names"):
        train_on_texts(TEXTS, "spam")
    assert model.canonical_hash() == before
    assert model.labels == ("ham", "spam")
