"""Exercises on a person's own model: its counts are given, and a probability is to be worked out from them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from app.domain.errors import ModelError
from app.services.engine_errors import engine_errors
from app.services.lessons.questions import Given, Question, QuestionKind, asked
from app.services.models.kept_models import shown_model
from app.store.access import Place
from nbengine.events.categorical import choice_working
from nbengine.explanations.derivation import prior_workings, word_workings
from nbengine.explanations.exact_fractions import ComplementWorking, WordShare, Working
from nbengine.models.model import Model

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
    column, label = chance.randrange(tally.n_columns), chance.randrange(len(model.labels))
    counts = tally.counts[column]
    seen = np.flatnonzero(counts.sum(axis=0) > 0)
    if not len(seen):
        return None
    value = int(chance.choice(seen.tolist()))
    smoothing = model.recipe.smoothing
    workings = {each: choice_working(counts, place, value, smoothing) for place, each in enumerate(model.labels)}
    name = f"{model.table.choices[column]} = {model.table.values[column][value]}"
    return _question(model.labels[label], name, workings, "values")


def _question(
    label: str, step: str, workings: Mapping[str, WordShare | None], of: str, kind: QuestionKind = "step"
) -> Question | None:
    working = workings.get(label)
    if not isinstance(working, Working):
        return None
    given = Given(
        of=of,
        count=working.count,
        total=working.total,
        smoothing=working.smoothing,
        n_outcomes=working.n_outcomes,
    )
    return next((replace(question, given=given) for question in asked(label, step, kind, workings)), None)
