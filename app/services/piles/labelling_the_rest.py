"""Label the rest: documents without a label get the one that a trained model judges, where it is certain enough.

The number of labels and of expected mistakes is known before anything is changed. The labels are given as one edit.
They weigh nothing: a model that learnt its own verdicts would take them for evidence, and its figures would say that
it is right about all of them. As soon as a person gives such a document a label, it is learnt like any other.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from app.domain.documents import label_set
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.sureness import asks_person, keeps, wrong_share_of
from app.domain.use_case_results import Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.stored_judging import judge_stored
from app.services.models.kept_models import current_model
from app.services.training.corpus_documents import the_corpus
from app.store.documents import NO_LABEL
from app.store.workspace import Place, Workspace, writing
from nbengine.lazy_dataclasses import dataclass
from nbengine.trust.unsure_band import fewest_to_prove
from nbengine.trust.verdicts import CERTAINTY
from nbengine.trust.verdicts import ONE_IN as ONE_IN

USUAL_LIMIT = ONE_IN[0]


@dataclass(frozen=True, slots=True)
class RestPlan:
    """The labels that documents without one would get."""

    corpus: str
    model: str
    numbers: Mapping[str, tuple[int, ...]]
    """For each label or set of labels, the documents that get it."""
    n_left: int
    """Documents that stay without a label, because the model is not certain enough."""
    expected_wrong: float
    """Expected number of wrong labels among those that are given."""
    one_in: int = USUAL_LIMIT
    n_without_promise: int = 0
    """Documents among those left whose likeliest label was judged too seldom to promise anything."""
    keeps_limits: bool = True
    """False if the model has one limit of its own, as a spam filter does, and not one for each label."""

    @property
    def fewest_judged(self) -> int:
        """Number of right verdicts on a label, without one mistake, from which on the limit can be promised for it."""
        return fewest_to_prove(0, 1 / self.one_in, CERTAINTY)

    @property
    def n_labelled(self) -> int:
        """Number of documents that get a label."""
        return sum(map(len, self.numbers.values()))


@dataclass(frozen=True, slots=True)
class RestReport:
    """The outcome of labelling the rest."""

    changed: int
    left: int
    """Documents of the collection that have no label now."""


def name_of_model(workspace: Workspace, corpus: str, name: str | None) -> str:
    """Return the name of a model: this one, or the newest of those that were trained on a corpus."""
    if name is not None:
        return name
    records = workspace.models.all(corpus)
    if not records:
        raise NotFound("no-model", "")
    return records[0].name


def plan_rest(place: Place, corpus: str | None, model: str | None, one_in: int | None, context: JobContext) -> RestPlan:
    """Judge every document of a corpus that has no label, and return the labels that are certain enough."""
    limit = USUAL_LIMIT if one_in is None else one_in
    with writing(place) as workspace:
        name = the_corpus(workspace, corpus).name
        kept = current_model(place, workspace, name_of_model(workspace, name, model), context)
        columns = workspace.documents.columns(name)
        unlabelled = np.asarray(columns.numbers[columns.labels == NO_LABEL])
        numbers: dict[str, list[int]] = {}
        expected_wrong, n_without_promise, keeps_limits = 0.0, 0, True
        with engine_errors(ModelError, kept.record.name):
            for heading, verdict in judge_stored(workspace, kept.model, name, unlabelled, context):
                keeps_limits = keeps_limits and verdict.kept_one_in is not None
                label = certain_label(verdict, limit)
                if label is not None:
                    numbers.setdefault(label, []).append(heading.number)
                    expected_wrong += wrong_share_of(verdict)
                elif verdict.kept_one_in == -1:
                    n_without_promise += 1
    given = {label: tuple(numbers[label]) for label in sorted(numbers)}
    n_left = len(unlabelled) - sum(map(len, given.values()))
    return RestPlan(name, kept.record.name, given, n_left, expected_wrong, limit, n_without_promise, keeps_limits)


def certain_label(verdict: Verdict, one_in: int) -> str | None:
    """Return the label of a verdict that keeps a limit, or the set of those that do; None where a person is asked.

    A model that keeps no limits label by label goes by its probabilities.
    """
    if verdict.error is not None:
        return None
    most_wrong = 1 / one_in
    if verdict.labels is not None:
        given = [one.label for one in verdict.labels if one.is_sure and 1 - one.probability <= most_wrong]
        return label_set(given)
    if asks_person(verdict) or not keeps(verdict, one_in):
        return None
    return verdict.label if verdict.kept_one_in is not None or wrong_share_of(verdict) <= most_wrong else None


def label_rest(place: Place, plan: RestPlan, context: JobContext) -> RestReport:
    """Give documents the labels of a plan, as one edit; those that have got a label meanwhile keep it."""
    context.checkpoint(phase="labelling")
    with writing(place) as workspace:
        changed = workspace.editing.label_by_model(plan.corpus, plan.numbers, plan.model)
        left = workspace.documents.label_counts(plan.corpus).get(None, 0)
    return RestReport(changed, left)
