"""Experiments and exercises of the lessons on real documents: the sample mail, or a corpus and a model of one's own.

How sure a model may be is found out on other documents than those on which it is then judged: half of them teach the
calibration of the other half, and the other way round.

How Bernoulli and multinomial fare with few and with many words is asked as in the experiment of the literature: four
fifths of the documents, drawn at random, teach and choose the words, by mutual information; the others are judged; and
five such draws are averaged. Words seen once in all documents are left out. A small vocabulary favours Bernoulli, which
also weighs what is absent; a large one multinomial.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import JobContext
from app.features.teaching.exercises import Given, Question, QuestionKind, asked
from app.library.engine_errors import engine_errors
from app.library.recipes import RecipeRequest, planned_recipe
from app.library.saved_models import shown_model
from app.library.training_data import kind_of_corpus, labelled_corpus, model_of, watched
from app.library.workspaces import import_sample
from app.store.workspace import Place, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import normalised
from nbengine.events.categorical import choice_working
from nbengine.explanations.derivation import prior_workings, word_workings
from nbengine.explanations.exact_fractions import ComplementWorking, WordShare, Working
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import ReliabilityBin, expected_calibration_error, reliability_bins
from nbengine.models.model import Model
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
    with engine_errors(TrainingError, corpus):
        context.checkpoint(phase="learning")
        model = model_of(recipe, replace(labelled, documents=watched(labelled.documents, context, "learning")))
        context.checkpoint(phase="judging")
        honest = honest_scores(model, watched(labelled.documents, context, "judging"))
        return reliability_of(honest.log_joint, truth, honest.lengths)


def reliability_of(log_joint: FloatArray, truth: IntArray, lengths: FloatArray) -> Reliability:
    """Return the same from the scores of documents that were left out when scored."""
    halves = np.arange(len(truth)) % 2 == 0
    calibrated = np.empty_like(log_joint)
    for half in (halves, ~halves):
        calibration = fit_calibration(log_joint[half], truth[half], lengths[half])
        calibrated[~half] = calibration.apply(log_joint[~half], lengths[~half])
    raw_trust, raw_right = _trust(normalised(log_joint), truth)
    raw_bins, bins = (
        reliability_bins(raw_trust, raw_right, N_BINS),
        reliability_bins(*_trust(calibrated, truth), N_BINS),
    )
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


def _trust(log_proba: FloatArray, truth: IntArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Return the probability of each document's likeliest label, and whether that label is right."""
    proba = np.exp(np.nan_to_num(log_proba, nan=-np.inf))
    return proba.max(axis=1), np.asarray(proba.argmax(axis=1) == truth)


FREQUENT = 400
"""Words to ask about: rare ones are all alike."""


def own_question(workspace: Place, name: str, seed: int) -> Question | None:
    """Return one of the questions that a model has; None where its answers are no fractions."""
    kept = shown_model(workspace, name)
    with engine_errors(ModelError, kept.record.name):
        return question_about(kept.model, random.Random(seed))


def question_about(model: Model, chance: random.Random) -> Question | None:
    """Return a word's probability, a value's, or a label's before anything is read."""
    able = [_prior_question]
    if model.recipe.reads_text and model.statistics.text is not None and model.tfidf is None:
        able += [_word_question] * 3
    if "choices" in model.recipe.event.kinds and model.statistics.choices is not None:
        able += [_choice_question] * 3
    chance.shuffle(able)
    return next((question for make in able if (question := make(model, chance)) is not None), None)


def _prior_question(model: Model, chance: random.Random) -> Question | None:
    if model.recipe.prior.kind not in ("data", "smoothed"):
        return None
    return _question(chance.choice(model.labels), "", dict(prior_workings(model)), "prior", "prior")


def _word_question(model: Model, chance: random.Random) -> Question | None:
    seen = model.tally.token_sums[1]
    if not len(seen):
        return None
    frequent = np.argsort(-seen, kind="stable")[:FREQUENT]
    [word] = model.words_of(frequent[[chance.randrange(len(frequent))]])
    workings = dict(word_workings(model, word))
    shares = {label: each.share if isinstance(each, ComplementWorking) else each for label, each in workings.items()}
    of = "documents" if model.recipe.counts_absence else "words" if shares == workings else "complement"
    return _question(chance.choice(model.labels), word, shares, of)


def _choice_question(model: Model, chance: random.Random) -> Question | None:
    tally = model.statistics.choices
    if tally is None or not tally.n_columns:
        return None
    column, label = chance.randrange(tally.n_columns), chance.choice(model.labels)
    counts = tally.counts[column]
    seen = np.flatnonzero(counts.sum(axis=0) > 0)
    if not len(seen):
        return None
    value, smoothing = int(chance.choice(seen.tolist())), model.recipe.smoothing
    workings = {each: choice_working(counts, place, value, smoothing) for place, each in enumerate(model.labels)}
    name = f"{model.table.choices[column]} = {model.table.values[column][value]}"
    return _question(label, name, workings, "values")


def _question(
    label: str, step: str, workings: Mapping[str, WordShare | None], of: str, kind: QuestionKind = "step"
) -> Question | None:
    working = workings.get(label)
    if not isinstance(working, Working):
        return None
    given = Given(of, working.count, working.total, working.smoothing, working.n_outcomes)
    return next((replace(question, given=given) for question in asked(label, step, kind, workings)), None)
