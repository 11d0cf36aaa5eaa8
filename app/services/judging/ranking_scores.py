"""Scores for putting documents in order: how strongly each speaks for the positive label.

The sum of all log-odds ranks long mails at the ends whatever they say; what the words say in the mean (see
`nbengine.filter.mean_evidence`) ranks mail far better. It changes no label. Where words were chosen by the labels of
the documents it would be too sure of these: then the sum is divided by the number of words that say anything. Bernoulli
counts absent words, and keeps its plain log-odds. With tf-idf the calibrated log-odds, which allow for length, rank
best (`tests/benchmarks/decisions/ranking.md`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import log_odds
from nbengine.measure.evidence_per_word import evidence_per_word, informative_words
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import is_judged_by_folds


def ranking_scores(
    model: Model, features: Features, log_joint: npt.NDArray[np.float64], positive: str
) -> npt.NDArray[np.float64]:
    """(n_documents,): evidence for the positive label, higher is more."""
    number = model.labels.index(positive)
    if isinstance(model, FilterModel):
        return log_odds(log_joint, number)
    if model.recipe.counts_as == "tfidf" and model.assurance is not None:
        return log_odds(model.assurance.calibration.apply(log_joint, model.lengths(features)), number)
    odds = log_odds(log_joint, number)
    if not is_per_word(model.recipe) or len(model.labels) != 2 or features.text is None:
        return odds
    if ranks_by_witnesses(model):
        return evidence_for(positive, model, model.evidence(features))
    prepared = model.prepared(features)
    weights = model.scorer.weights
    with np.errstate(invalid="ignore"):
        ratios = weights[:, number] - weights[:, 1 - number]
    if not np.isfinite(ratios).all() or prepared.text is None:
        return odds
    return evidence_per_word(odds, informative_words(prepared.text, ratios))


def is_per_word(recipe: Recipe) -> bool:
    """Return whether each occurrence of a word adds its own part, and nothing else does."""
    return recipe.reads_text_alone and not recipe.counts_absence


def ranks_by_witnesses(model: Model) -> bool:
    """Return whether mean evidence puts documents in order, rather than the sum of log-odds."""
    is_weighed = model.recipe.counts_as == "tfidf"
    return is_per_word(model.recipe) and not is_weighed and model.has_witnesses and not is_judged_by_folds(model.recipe)


def evidence_for(positive: str, model: Model, evidence: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Evidence for one of the model's two labels, from that for the second."""
    return evidence if model.labels.index(positive) else -evidence
