"""A recipe is what it says, as a record, as plain data and as a key."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.events.event_model import EventSettings, Prior
from nbengine.models.recipe import Recipe, VocabularyLimits, recipe_from_plain
from nbengine.text.token_rules import Field, TokenRules

RICH = Recipe(
    rules=TokenRules(ngrams=(1, 2), stop_words=frozenset({"the", "и"}), fields=(Field("subject"), Field("host", True))),
    limits=VocabularyLimits(size=500, rank_by="chi2", min_documents=0.01, word_list=("早上好", "offer")),
    event_model="complement",
    smoothing=0.1,
    prior=Prior.given({"spam": 0.25, "ham": 0.75}),
    weighting="tfidf",
    norm=True,
    mixed_text="bernoulli",
)

recipes = st.builds(
    Recipe,
    limits=st.builds(VocabularyLimits, size=st.none() | st.integers(1, 9), min_documents=st.integers(0, 3)),
    event_model=st.sampled_from(["multinomial", "bernoulli", "complement", "gaussian", "categorical", "mixed"]),
    smoothing=st.floats(0, 10) | st.integers(0, 10),
    prior=st.builds(Prior, st.sampled_from(["data", "uniform", "none", "smoothed"]), strength=st.floats(0, 5)),
    weighting=st.sampled_from(["count", "binary", "tfidf"]),
    norm=st.booleans(),
    threshold=st.floats(0, 3),
    mixed_text=st.sampled_from(["multinomial", "bernoulli"]),
)


@given(recipes)
def test_a_recipe_comes_back_equal_through_json(recipe):
    back = recipe_from_plain(json.loads(json.dumps(recipe.to_plain())))

    assert back == recipe
    assert back.key == recipe.key


def test_a_rich_recipe_comes_back_equal_through_json():
    assert recipe_from_plain(json.loads(json.dumps(RICH.to_plain()))) == RICH


def test_every_choice_has_its_part_in_the_key():
    keys = {Recipe().key} | {
        replace(Recipe(), **{choice.name: getattr(RICH, choice.name)}).key
        for choice in fields(Recipe)
        if getattr(RICH, choice.name) != getattr(Recipe(), choice.name)
    }

    assert len(keys) == 9


def test_the_key_is_the_same_in_another_process():
    code = "from nbengine.models.recipe import Recipe; print(Recipe(smoothing=1).key)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=environment)

    assert answer.stdout.strip() == Recipe().key


def test_only_the_rules_decide_the_counting_key():
    assert RICH.counting_key == replace(RICH, smoothing=3.0, event_model="bernoulli").counting_key
    assert RICH.counting_key != Recipe().counting_key


def test_the_event_models_settings_are_the_recipes():
    assert RICH.settings == EventSettings("complement", 0.1, RICH.prior, norm=True, mixed_text="bernoulli")
    assert RICH.reads_text
    assert not replace(RICH, event_model="gaussian").reads_text


@pytest.mark.parametrize(
    ("plain", "problem"),
    [
        ({"weighting": "heavy"}, "recipe.weighting must be one of count, binary, tfidf"),
        ({"event_model": "poisson"}, "There is no event model called 'poisson'"),
        ({"smoothing": -1}, "Smoothing must be a finite number from 0 upwards"),
        ({"smoothing": "auto"}, "recipe.smoothing must be a number"),
        ({"threshold": -0.5}, "threshold must be a number from 0 upwards"),
        ({"limits": {"size": 0}}, "at least one word"),
        ({"prior": {"kind": "given", "shares": [["spam", 0.5]]}}, "add up to 1"),
        ({"colour": "blue"}, "recipe has no colour"),
        ("multinomial", "recipe must be a set of named values"),
    ],
)
def test_what_is_no_recipe_is_refused(plain, problem):
    with pytest.raises(EngineError, match=problem):
        recipe_from_plain(plain)


def test_a_recipe_made_by_hand_is_checked_as_well():
    with pytest.raises(EngineError, match="not by 'heavy'"):
        Recipe(weighting="heavy")
    with pytest.raises(EngineError, match="Smoothing"):
        Recipe(smoothing=float("nan"))
