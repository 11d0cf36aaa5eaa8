"""The recipe for another event model, followed: a class of its own, a line in the table, and everything works."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.features.explain.use_cases import event_model_recipes
from app.features.train.choosing import candidate_recipes
from app.features.train.view_model import event_model_name
from app.library.recipes import (
    CorpusFacts,
    RecipeRequest,
    event_model_names,
    resolve_request,
    text_event_models,
)
from nbengine.counts import UNIT, count_matrix
from nbengine.errors import EngineError
from nbengine.events import EVENT_MODELS, derive
from nbengine.events.event_model import EventSettings, JudgedDocument, TextModel, WordSums
from nbengine.events.scorer_parts import TextWeights
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.exact_fractions import (
    SmoothedShare,
    WordGroup,
    fraction_as_written,
    group_equal_units,
    units_to_documents,
)
from nbengine.explanations.explanation import explain, fewest_words_to_flip
from nbengine.explanations.influence import influence_on_verdict
from nbengine.learnt.tally import Tally, make_tally
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts

MAILS = ["buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday", "the offer"]
LABELS = ["spam", "spam", "ham", "ham", "ham"]


class Geometric(TextModel):
    """A word occurs k times in a document with probability p^k (1 - p): a negative binomial of one failure."""

    name = "geometric"
    title = "Geometric"

    def text_weights(self, tally: Tally, settings: EventSettings) -> TextWeights:
        alpha = float(np.asarray(settings.smoothing))
        occurrences, documents = tally.occurrences.T / UNIT + alpha, tally.documents / UNIT + alpha
        shares = occurrences / (occurrences + documents)
        return TextWeights(np.log(shares), np.log1p(-shares).sum(axis=0), has_infinities=False)

    def explain_word(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> SmoothedShare:
        occurrences = units_to_documents(tally.occurrences[label, token])
        alpha, documents = (
            fraction_as_written(float(np.asarray(settings.smoothing))),
            units_to_documents(tally.documents[label]),
        )
        return SmoothedShare(occurrences, alpha, occurrences + documents, 2 * alpha, 2)

    def group_absent_words(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:
        tally = judged.statistics.text
        workings = [
            (self.explain_word(tally, list(tally.occurrences[label]).index(count), label, judged.settings, None), times)
            for count, times in group_equal_units(tally.occurrences[label])
        ]
        return tuple(WordGroup(working, times, math.log(working.absent)) for working, times in workings)


@pytest.fixture(autouse=True)
def _is_known(monkeypatch):
    monkeypatch.setitem(EVENT_MODELS, Geometric.name, Geometric())


@pytest.fixture
def model():
    return train_on_texts(MAILS, LABELS, Recipe(event_model="geometric", smoothing=0.5))


def by_hand(counts, learnt, alpha):
    """The textbook's product, over the rows of a table."""
    scores = []
    for rows in learnt:
        shares = (rows.sum(axis=0) + alpha) / (rows.sum(axis=0) + len(rows) + 2 * alpha)
        prior = len(rows) / sum(map(len, learnt))
        scores.append(math.log(prior) + float((np.log(1 - shares) + counts * np.log(shares)).sum()))
    return scores


def test_without_its_line_in_the_table_nobody_knows_it(monkeypatch):
    monkeypatch.delitem(EVENT_MODELS, "geometric")
    with pytest.raises(EngineError, match="no event model called 'geometric'"):
        Recipe(event_model="geometric")


def test_it_judges_by_its_own_formula():
    ham, spam = np.array([[1, 0, 2], [0, 0, 1]]), np.array([[0, 3, 0], [1, 1, 0], [0, 2, 0]])
    tally = make_tally(["ham", "spam"], count_matrix(np.concatenate((ham, spam))), [0, 0, 1, 1, 1])
    counts = np.array([2, 1, 1])

    scores = derive(tally, EventSettings("geometric", smoothing=0.5)).log_joint(count_matrix(counts[None, :]))[0]

    np.testing.assert_allclose(scores, by_hand(counts, [ham, spam], 0.5), rtol=1e-12)


def test_it_leaves_out_and_tells_influence_as_a_refit_does(model):
    counts = model.count(MAILS).counts
    numbers = np.array([model.labels.index(label) for label in LABELS])
    query = model.count(["the cheap notes"]).counts
    left_out = model.left_out(counts, numbers).log_joint()
    influence = influence_on_verdict(model, query, counts, numbers, label="spam", against="ham")
    whole = model.scorer.log_joint(model.prepare(query))[0]
    spam, ham = model.labels.index("spam"), model.labels.index("ham")

    for document in range(len(MAILS)):
        rest = model.statistics.copy()
        rest.forget(counts[[document]], numbers[[document]])
        scorer = derive(rest, model.recipe.settings)
        np.testing.assert_allclose(left_out[document], scorer.log_joint(counts[[document]])[0], rtol=1e-12)
        without = scorer.log_joint(query)[0]
        expected = (whole[spam] - whole[ham]) - (without[spam] - without[ham])
        np.testing.assert_allclose(influence[document], expected, rtol=1e-9)


def test_its_working_and_its_explanation_add_up_to_its_score(model):
    query = model.count(["cheap notes cheap"]).counts
    scores = model.scorer.log_joint(model.prepare(query))[0]
    derived, explained = derivation_of(model, query), explain(model, query, "spam", "ham")

    np.testing.assert_allclose([label.score for label in derived.labels], scores, rtol=1e-12)
    assert derived.exact is not None
    odds = scores[model.labels.index("spam")] - scores[model.labels.index("ham")]
    assert explained.score == pytest.approx(odds, rel=1e-12)
    flip = fewest_words_to_flip(model.scorer, model.prepare(query))
    assert flip is None or flip.label != int(scores.argmax())


def test_auto_tries_it_under_the_weightings_that_it_names(monkeypatch):
    recipe = resolve_request(RecipeRequest(), CorpusFacts("x", "mail"))
    filtered, sorted_by_topic = ("ham", "spam"), ("bills", "family", "news")

    def tried(labels):
        return {(each.event_model, each.weighting) for each in candidate_recipes(recipe, "mail", labels)}

    before = [tried(labels) for labels in (filtered, sorted_by_topic)]
    monkeypatch.setattr(Geometric, "automatic_weightings", ("count", "binary"))
    monkeypatch.setattr(Geometric, "automatic_mail_weightings", ("binary",))

    assert tried(filtered) - before[0] == {("geometric", "binary")}
    assert tried(sorted_by_topic) - before[1] == {("geometric", "count"), ("geometric", "binary")}


def test_it_learns_forgets_and_is_kept_like_any_other(model):
    again = model_from_bytes(model_to_bytes(model))
    assert again.recipe.event_model == "geometric"

    before = model.canonical_hash()
    new = model.count(["cheap lunch on monday"], grow=True).counts
    model.learn(new, ["spam"])
    model.forget(new, ["spam"])
    assert model.canonical_hash() == before
    query = "monday offer"
    np.testing.assert_allclose(again.judge_texts([query]).log_joint, model.judge_texts([query]).log_joint, rtol=1e-12)


def test_the_program_offers_it_and_compares_it(model):
    assert "geometric" in event_model_names()
    assert "geometric" in text_event_models()
    assert event_model_name("geometric") == "Geometric"
    assert "geometric" in [name for name, _ in event_model_recipes(model)]
