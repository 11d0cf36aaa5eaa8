"""A filter that threads share: what explains it waits for a lesson."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from nbengine.explanations.explanation import explain, fewest_words
from nbengine.filter.filter import Filter
from nbengine.filter.settings import evidence_groups_of_vocabulary, novelty_token_names
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.filter_model import FilterModel
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary

QUESTIONS = [explain, fewest_words, lambda model, features: model.filter_calculation(features, 0.0)]


@pytest.mark.parametrize("question", QUESTIONS, ids=["explanation", "fewest words", "working"])
def test_whoever_explains_waits_for_the_lesson_that_another_thread_gives(question):
    model = a_filter()
    features = model.count(["buy now"]).counts
    with ThreadPoolExecutor(1) as threads:
        with model.lock:
            asked = threads.submit(question, model, features)
            assert not wait([asked], timeout=0.3).done
        assert asked.result(timeout=30) is not None


def a_filter():
    words = Vocabulary(novelty_token_names())
    learner = Filter(("ham", "spam"))
    learner.append_words(evidence_groups_of_vocabulary(words, len(learner.groups)))
    model = FilterModel(Recipe(), words, Statistics(Tally(["ham", "spam"], len(words))), learner)
    for text, label in (("buy now", "spam"), ("lunch monday", "ham")):
        model.learn(model.count([text], grow=True).counts, [label])
    return model
