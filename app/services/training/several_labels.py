"""Training where a document may have several labels: each label is a question of its own.

What is learnt are the counts of each set of labels; nothing said, factors are learnt beside them for all questions at
once. How sure to be of each label comes from documents that were left out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.domain.documents import counted_singly
from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.records import Corpus, ModelRecord
from app.domain.use_case_results import Choice, TrainingReport
from app.services.engine_errors import engine_errors
from app.services.models.kept_models import keep_judged
from app.services.training.automatic_choice import name_of
from app.services.training.corpus_documents import LabelledCorpus, kind_of_corpus, labelled_corpus, model_of, watched
from app.services.training.recipe_planning import FILTER, RecipePlan, RecipeRequest, planned_recipe
from app.services.training.unlabelled_documents import (
    NO_UNLABELLED,
    UnlabelledVerdicts,
    judged_unlabelled,
    with_unlabelled,
)
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.several_labels import SeveralEvaluation, evaluate_several
from nbengine.models.recipe import Recipe
from nbengine.questions.answers import BoolArray, cross_answered, sets_given
from nbengine.questions.label_questions import asked
from nbengine.questions.set_model import SetModel

LEARNT, COUNTED = "learnt", "multinomial"
"""Learnt factors of several labels, and the counts beside them."""
ASKING = "judging every label of every document without it"
NO_FILTER = "a filter keeps one label from all others, and documents of this corpus may have several"
SMOOTHING = 0.03
"""For the counts of a question, where nothing was said: rare labels have few words."""


@dataclass(frozen=True, slots=True, eq=False)
class SeveralTrained:
    """A model of sets of labels, and how it judges its own documents when it has not seen them."""

    model: SetModel
    evaluation: SeveralEvaluation
    probabilities: FloatArray
    """(n_documents, n_labels): of each label, by what other documents taught."""
    given: BoolArray
    truth: BoolArray

    def given_sets(self, known: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
        """Return the names of sets of labels, these first, and which of them each document was given; -1 is none."""
        return named_sets(self.model.questions.labels, self.given, known)


def named_sets(labels: Sequence[str], given: BoolArray, known: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
    """Return the names of sets of labels, the known ones first, and the set of each document; -1 is none."""
    sets = sets_given(labels, given)
    names = tuple(dict.fromkeys([*known, *filter(None, sets)]))
    places = {name: place for place, name in enumerate(names)} | {"": -1}
    return names, np.array([places[name] for name in sets], np.int64)


def train_with_several(
    workspace: Workspace, corpus: Corpus, request: RecipeRequest, name: str, context: JobContext
) -> TrainingReport:
    """Train a model of a corpus whose documents may have several labels, and keep it."""
    began_s = time.monotonic()
    is_learnt, plan = several_plan(workspace, corpus, request)
    labelled = labelled_corpus(workspace, corpus, plan.recipe, context)
    with engine_errors(TrainingError, corpus.name):
        trained = several_trained(plan, labelled, context, is_learnt=is_learnt)
    rest = judged_unlabelled(workspace, trained.model, corpus.name, context)
    context.checkpoint(phase="keeping the model")
    with workspace.transaction():
        record = keep_several(workspace, name, labelled, trained, rest)
    return several_report(record, labelled, trained, time.monotonic() - began_s)


def several_plan(workspace: Workspace, corpus: Corpus, request: RecipeRequest) -> tuple[bool, RecipePlan]:
    """Return whether factors are to be learnt beside the counts, and the recipe of the counts."""
    if request.event_model == FILTER:
        raise TrainingError(corpus.name, NO_FILTER)
    is_learnt = corpus.kind != "table" and (request.is_auto_model or request.event_model == LEARNT)
    counted = replace(request, event_model=COUNTED) if request.event_model == LEARNT else request
    plan = planned_recipe(counted, kind_of_corpus(workspace, corpus), corpus.name)
    if request.is_auto_smoothing:
        plan = replace(plan, recipe=replace(plan.recipe, smoothing=SMOOTHING))
    return is_learnt, plan


def several_recipe(workspace: Workspace, corpus: Corpus, request: RecipeRequest) -> Recipe:
    """Return the recipe that a request comes to, as it is kept and shown."""
    is_learnt, plan = several_plan(workspace, corpus, request)
    return told_recipe(plan.recipe, is_learnt=is_learnt)


def told_recipe(recipe: Recipe, *, is_learnt: bool) -> Recipe:
    """Return the recipe of the counts under the name of what judges."""
    return replace(recipe, event_model=LEARNT) if is_learnt else recipe


def counted_recipe(recipe: Recipe) -> Recipe:
    """Return the recipe of the counts from what `told_recipe` gave."""
    return replace(recipe, event_model=COUNTED) if recipe.is_fitted else recipe


def several_trained(
    plan: RecipePlan, labelled: LabelledCorpus, context: JobContext, *, is_learnt: bool
) -> SeveralTrained:
    """Learn the documents, and answer every question about each of them by the others."""
    documents = watched(labelled.documents, context, "learning")
    counted = model_of(plan.recipe, replace(labelled, documents=documents))
    found = asked(
        counted, documents, is_learnt=is_learnt, progress=lambda done, total: context.checkpoint(done, total, ASKING)
    )
    model = SetModel(counted, found.questions.kept)
    probabilities, given = cross_answered(found.log_odds, found.truth, model.questions.labels)
    evaluation = evaluate_several(given, found.truth, model.questions.labels, model.questions.is_branch)
    return SeveralTrained(model, evaluation, probabilities, given, found.truth)


def keep_several(
    workspace: Workspace,
    name: str,
    labelled: LabelledCorpus,
    trained: SeveralTrained,
    rest: UnlabelledVerdicts = NO_UNLABELLED,
) -> ModelRecord:
    """Keep a model, and what it says of each of its documents without having seen it: the labels that it gives, and how
    likely the answer is that speaks most against the labels that the document has."""
    names, given = trained.given_sets(labelled.documents.labels)
    right = np.where(trained.truth, trained.probabilities, 1.0 - trained.probabilities)
    judged = LeaveOneOut(
        labelled.change_number,
        names,
        labelled.document_numbers,
        given.astype(np.int32),
        right.min(axis=1, initial=1.0).astype(np.float32),
        name,
        labelled.documents.label_numbers.astype(np.int32),
    )
    judged = with_unlabelled(judged, rest)
    recipe = told_recipe(trained.model.recipe, is_learnt=trained.model.is_learnt)
    return keep_judged(workspace, labelled.corpus.name, trained.model, recipe, trained.evaluation.to_plain(), judged)


def several_report(
    record: ModelRecord, labelled: LabelledCorpus, trained: SeveralTrained, seconds: float
) -> TrainingReport:
    """Say what a training came to."""
    documents, recipe = labelled.documents, trained.model.recipe
    counts = np.bincount(documents.label_numbers, minlength=len(documents.labels)).tolist()
    is_learnt = trained.model.is_learnt
    return TrainingReport(
        model=record.name,
        corpus=labelled.corpus.name,
        documents=len(labelled.document_numbers),
        labels=counted_singly(dict(zip(documents.labels, counts, strict=True))),
        words=trained.model.n_words,
        event_model=LEARNT if is_learnt else recipe.event_model,
        smoothing=recipe.smoothing,
        prior=recipe.prior.kind,
        weighting=recipe.weighting,
        accuracy=trained.evaluation.subset_accuracy,
        judged_by="folds" if is_learnt else "leave-one-out",
        choices=tuple[Choice, ...](),
        canonical_hash=trained.model.canonical_hash(),
        seconds=seconds,
        description=LEARNT if is_learnt else name_of(recipe),
        micro_f1=trained.evaluation.micro_f1,
    )
