"""The order of documents follows their probability where tf-idf leaves no number of words to divide by."""

from __future__ import annotations

import numpy as np
import pytest

from app.services.ranking import ranking_scores
from nbengine.evaluation import log_odds
from nbengine.features import Features
from nbengine.recipe import Recipe
from nbengine.training import train_on_texts

TEXTS = ["cheap pills now", "meeting at noon", "cheap offer", "lunch at noon then", "pills offer now now"] * 8
LABELS = ["spam", "ham", "spam", "ham", "spam"] * 8


@pytest.mark.parametrize("event_model", ["multinomial", "complement"])
def test_tfidf_ranks_by_the_calibrated_probability(event_model):
    model = train_on_texts(TEXTS, LABELS, Recipe(event_model=event_model, weighting="tfidf", smoothing=0.1))
    counted = model.count(["cheap pills", "noon", "cheap noon meeting", "now"])
    verdicts = model.judge(counted)

    scores = ranking_scores(model, Features(counted.counts), verdicts.log_joint, "spam")

    np.testing.assert_allclose(scores, log_odds(verdicts.calibrated, 1))
