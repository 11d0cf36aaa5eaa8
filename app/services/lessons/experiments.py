"""Experiments of the lessons on real documents: the sample mail, or a corpus of one's own.

How sure a model may be is found out on other documents than those on which it is then judged: half of them teach the
calibration of the other half, and the other way round.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.services.library.sample_mail import import_sample
from app.services.training.corpus_documents import kind_of_corpus, labelled_corpus, model_of, watched
from app.services.training.recipe_planning import RecipeRequest, planned_recipe
from app.store.access import Place, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import normalised
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import ReliabilityBin, expected_calibration_error, reliability_bins
from nbengine.models.training import honest_scores
from nbengine.trust.calibration import fit_calibration

Result = TypeVar("Result")
N_BINS = 10
VERY_SURE = 0.999
FEWEST = 8
"""Documents without which nothing can be said about how sure a model may be."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The confidence of a model about documents that it has not seen, beside how often it is right then."""

    raw: tuple[ReliabilityBin, ...]
    calibrated: tuple[ReliabilityBin, ...]
    raw_error: float
    calibrated_error: float
    n_documents: int
    n_very_sure: int
    n_very_sure_wrong: int


def on_sample(language: str, act: Callable[[Path, str, JobContext], Result], context: JobContext) -> Result:
    """Do something with the sample mail, in a workspace that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bayleaf-", ignore_cleanup_errors=True) as folder:
        workspace = Path(folder, "sample.bayleaf")
        import_sample(workspace, language, "Sample", context)
        return act(workspace, "Sample", context)


def reliability(workspace: Place, corpus: str, context: JobContext) -> Reliability:
    """Judge every document of a corpus by a multinomial model without it, before and after calibration."""
    with writing(workspace) as opened:
        found = opened.corpora.get(corpus)
        request = RecipeRequest(event_model="multinomial", smoothing="1")
        recipe = planned_recipe(request, kind_of_corpus(opened, found), corpus).recipe
        labelled = labelled_corpus(opened, found, recipe, context)
    truth = np.asarray(labelled.documents.label_numbers)
    if len(truth) < FEWEST:
        raise TrainingError(corpus, f"it has {len(truth)} labelled documents; this takes at least {FEWEST}")
    try:
        context.checkpoint(phase="learning")
        model = model_of(recipe, replace(labelled, documents=watched(labelled.documents, context, "learning")))
        context.checkpoint(phase="judging")
        honest = honest_scores(model, watched(labelled.documents, context, "judging"))
        return reliability_of(honest.log_joint, truth, honest.lengths)
    except EngineError as error:
        raise TrainingError(corpus, str(error)) from error


def reliability_of(log_joint: FloatArray, truth: IntArray, lengths: FloatArray) -> Reliability:
    """Return the same from the scores of documents that were left out when scored."""
    halves = np.arange(len(truth)) % 2 == 0
    calibrated = np.empty_like(log_joint)
    for half in (halves, ~halves):
        calibration = fit_calibration(log_joint[half], truth[half], lengths[half])
        calibrated[~half] = calibration.apply(log_joint[~half], lengths[~half])
    raw_trust, raw_right = _trust(normalised(log_joint), truth)
    trust, is_right = _trust(calibrated, truth)
    raw_bins, bins = (reliability_bins(*pair, N_BINS) for pair in ((raw_trust, raw_right), (trust, is_right)))
    is_sure = raw_trust > VERY_SURE
    return Reliability(
        raw=raw_bins,
        calibrated=bins,
        raw_error=expected_calibration_error(raw_bins),
        calibrated_error=expected_calibration_error(bins),
        n_documents=len(truth),
        n_very_sure=int(is_sure.sum()),
        n_very_sure_wrong=int((is_sure & ~raw_right).sum()),
    )


def _trust(
    log_proba: FloatArray, truth: IntArray
) -> tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """Return the probability of each document's likeliest label, and whether that label is right."""
    proba = np.exp(np.nan_to_num(log_proba, nan=-np.inf))
    return proba.max(axis=1), np.asarray(proba.argmax(axis=1) == truth)
