"""A model that was taught one document judges the next by its own words, as if all weights had been derived anew."""

from __future__ import annotations

import copy
import re
import threading
from pathlib import Path

import numpy as np
import pytest

import nbengine
from nbengine.errors import EngineError
from nbengine.events.event_model import Prior
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_on_texts

LABELS = ("ham", "spam", "news")
RECIPES = [
    Recipe(smoothing=0.5),
    Recipe(smoothing=0.0),
    Recipe(weighting="binary", smoothing=0.1),
    Recipe(weighting="tfidf", smoothing=0.1),
    Recipe(event_model="bernoulli", smoothing=0.5),
    Recipe(event_model="bernoulli", smoothing=0.0),
    Recipe(event_model="bernoulli", threshold=1.0),
    Recipe(event_model="complement", smoothing=0.3),
    Recipe(event_model="complement", smoothing=0.3, norm=True, with_prior=True),
    Recipe(event_model="complement", weighting="tfidf", norm=True),
    Recipe(prior=Prior("smoothed", 2.0), limits=VocabularyLimits(size=250, unknown_word=True)),
    Recipe(prior=Prior("uniform"), smoothing=3.0),
    Recipe(event_model="bernoulli", prior=Prior("none"), smoothing=1e-3),
    Recipe(event_model="bernoulli", weighting="binary", threshold=1.0),
    Recipe(event_model="complement", weighting="binary", smoothing=1e-3),
    Recipe(event_model="mixed"),
]


def some_texts(seed, n_texts):
    random = np.random.default_rng(seed)
    return [" ".join(f"w{word}" for word in random.zipf(1.3, 12) % 400) for _ in range(n_texts)]


def a_model(recipe):
    texts = [*some_texts(0, 60), " ".join(f"w{word}" for word in range(400))]
    return train_on_texts(texts, [LABELS[number % 3] for number in range(61)], recipe)


def whole(model: Model, text: str):
    """The same judged by a model that has derived all weights."""
    return Model(model.recipe, model.vocabulary, model.statistics, tfidf=model.tfidf).judge_texts([text])


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.event_model}-{recipe.weighting}")
def test_every_verdict_between_lessons_is_that_of_the_whole_table(recipe):
    model = a_model(recipe)
    texts = some_texts(1, 12)
    for number, text in enumerate(texts):
        model.learn_texts([f"{text} new{number}"], [LABELS[number % 2]])
        if number % 3 == 2:
            model.forget_texts([f"{texts[number - 1]} new{number - 1}"], [LABELS[(number - 1) % 2]])
        asked = f"{texts[number - 1]} new{number} unheard"
        found, expected = model.judge_texts([asked]), whole(model, asked)

        np.testing.assert_allclose(found.log_joint, expected.log_joint, rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(found.unknown_share, expected.unknown_share)
        assert model._lookup is not None
        assert model._scoring is None


def test_a_label_that_is_new_is_judged_too():
    model = a_model(RECIPES[0])
    model.learn_texts(["w1 w2"], ["ham"])
    model.judge_texts(["w1"])
    model.learn_texts(["w3 strange"], ["poetry"])

    np.testing.assert_allclose(model.judge_texts(["strange"]).log_joint, whole(model, "strange").log_joint, rtol=1e-12)
    model.rename_labels({"news": "ham"})
    assert model.judge_texts(["strange w3"]).log_joint.shape == (1, 3)


def test_a_lesson_that_is_refused_changes_no_verdict():
    model = a_model(RECIPES[4])
    model.learn_texts(["w1 w2"], ["ham"])
    before = model.judge_texts(["w1 w7"]).log_joint
    with pytest.raises(EngineError, match="never learnt"):
        model.forget_texts(["w1 w2"] * 40, ["news"] * 40)

    np.testing.assert_array_equal(model.judge_texts(["w1 w7"]).log_joint, before)


def test_a_verdict_and_a_model_say_what_they_are():
    model = train_on_texts(["buy now", "lunch on monday"], ["spam", "ham"], Recipe(smoothing=0.5))
    verdict = model.judge_text("buy monday lunch")

    assert repr(model) == "Model(multinomial, 5 words, ham/spam)"
    assert verdict.label == "ham"
    assert str(verdict) == f"ham ({verdict.probability:.1%})"
    assert verdict.probabilities["ham"] == pytest.approx(verdict.probability)
    assert repr(model.judge_texts(["buy", "lunch"])).startswith("Verdicts(spam (")


def test_threads_that_teach_and_ask_one_model_wait_for_one_another():
    model, problems = a_model(RECIPES[0]), []
    lessons = [(f"{text} t{number}", LABELS[number % 3]) for number, text in enumerate(some_texts(3, 60))]
    expected = copy.deepcopy(model)
    for text, label in lessons:
        expected.learn_texts([text], [label])

    def work(own, ask):
        try:
            for text, label in own:
                _ = model.judge_texts([text]) if ask else model.learn_texts([text], [label])
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(lessons[part::2], False)) for part in range(2)]
    threads += [threading.Thread(target=work, args=(lessons, True)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert problems == []
    assert model.canonical_hash() == expected.canonical_hash()


def test_the_changelog_begins_with_the_version_of_the_package():
    pages = (Path(nbengine.__file__).parent / "CHANGELOG.md").read_text("utf-8")

    assert re.findall(r"^## (\S+)", pages, re.M)[0] == nbengine.__version__
