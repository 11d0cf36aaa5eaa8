"""Documents are ranked by their words in the mean, or by their probability, as suits the model."""

from __future__ import annotations

import numpy as np
import pytest

from app.library.classifying import ranking_scores
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import log_odds
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_on_texts

TEXTS = ["cheap pills now", "meeting at noon", "cheap offer", "lunch at noon then", "pills offer now now"] * 8
LABELS = ["spam", "ham", "spam", "ham", "spam"] * 8


@pytest.mark.parametrize("event_model", ["multinomial", "complement"])
def test_tfidf_ranks_by_the_calibrated_probability(event_model):
    model = train_on_texts(TEXTS, LABELS, Recipe(event_model=event_model, weighting="tfidf", smoothing=0.1))
    counted = model.count(["cheap pills", "noon", "cheap noon meeting", "now"])
    verdicts = model.judge(counted)

    scores = ranking_scores(model, Features(counted.counts), verdicts.log_joint, "spam")

    np.testing.assert_allclose(scores, log_odds(verdicts.calibrated_log_proba, 1))


@pytest.mark.parametrize("event_model", ["multinomial", "complement"])
@pytest.mark.parametrize("positive", ["ham", "spam"])
def test_words_in_the_mean_put_documents_in_order(event_model, positive):
    model = train_on_texts(TEXTS, LABELS, Recipe(event_model=event_model))
    counted = model.count(["cheap pills", "noon", "cheap noon meeting", "cheap pills " * 50])
    verdicts = model.judge(counted)

    scores = ranking_scores(model, Features(counted.counts), verdicts.log_joint, positive)

    np.testing.assert_array_equal(scores, model.evidence(counted.counts) * (1 if positive == "spam" else -1))
    assert scores[0] == scores[3]


def test_bernoulli_keeps_its_log_odds():
    model = train_on_texts(TEXTS, LABELS, Recipe(event_model="bernoulli"))
    counted = model.count(["cheap pills", "noon"])
    verdicts = model.judge(counted)

    scores = ranking_scores(model, Features(counted.counts), verdicts.log_joint, "spam")

    np.testing.assert_array_equal(scores, log_odds(verdicts.log_joint, 1))


def test_words_that_were_chosen_by_labels_are_not_heard_in_the_mean():
    limits = VocabularyLimits(size=4, rank_by="chi2")
    model = train_on_texts(TEXTS, LABELS, Recipe(limits=limits))
    counted = model.count(["cheap pills", "noon"])
    verdicts = model.judge(counted)

    scores = ranking_scores(model, Features(counted.counts), verdicts.log_joint, "spam")

    assert np.sign(scores).tolist() == np.sign(log_odds(verdicts.log_joint, 1)).tolist()
    assert not np.allclose(scores, model.evidence(counted.counts))
