"""Label the rest: documents without a label get the one that a trained model judges, where it is certain enough.

The number of labels and of expected mistakes is known before anything is changed. The labels are given as one edit.
They weigh nothing: a model that learnt its own verdicts would take them for evidence, and its figures would say that
it is right about all of them. As soon as a person gives such a document a label, it is learnt like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.domain.documents import label_set
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext
from app.domain.sureness import asks_person, keeps, wrong_share_of
from app.domain.use_case_results import Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.stored_judging import judge_stored
from app.services.models.kept_models import KeptModel, current_model
from app.services.piles.pile_documents import AT_ONCE, lots_of
from app.services.training.corpus_documents import the_corpus
from app.store.documents import NO_LABEL
from app.store.workspace import Place, Workspace, writing
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.questions.set_model import SetModel
from nbengine.trust.unsure_band import fewest_to_prove
from nbengine.trust.verdicts import CERTAINTY
from nbengine.trust.verdicts import ONE_IN as ONE_IN

USUAL_LIMIT = ONE_IN[0]
FEWEST_ANSWERS = 10
"""Certain verdicts on answers from which on their share of mistakes is taken for that of the rest."""


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
    """Documents whose likeliest label was judged too seldom to promise anything."""
    is_by_groups: bool = False
    """Most labels were given to many documents at once. These are easier than the others, and nobody looked at each, so
    that more labels are wrong than is expected."""
    n_answers: int = 0
    """Answers to questions drawn by chance that the expectation rests on; 0 if it rests on all learnt documents."""

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
        with engine_errors(ModelError, kept.record.name):
            judged = judge_stored(workspace, kept.model, name, unlabelled, context)
            verdicts = [_CertainLabels.of(heading.number, verdict) for heading, verdict in judged]
            is_by_groups, answers = _answers_beside_groups(workspace, name)
            tried = _tried_on_answers(workspace, kept, name, answers) if is_by_groups else []
    is_enough = sum(one.label(limit) is not None for one, _ in tried) >= FEWEST_ANSWERS
    used = _limit_that_is_kept(tried, verdicts, limit) if is_enough else limit
    numbers: dict[str, list[int]] = {}
    for one in verdicts:
        if (label := one.label(used)) is not None:
            numbers.setdefault(label, []).append(one.number)
    given = {label: tuple(numbers[label]) for label in sorted(numbers)}
    n_given = sum(map(len, given.values()))
    expected_wrong = sum(one.wrong_share for one in verdicts if one.label(used) is not None)
    if is_enough:
        expected_wrong = max(expected_wrong, _wrong_share(tried, used) * n_given)
    return RestPlan(
        name,
        kept.record.name,
        given,
        len(unlabelled) - n_given,
        expected_wrong,
        limit,
        sum(one.is_without_promise for one in verdicts),
        is_by_groups,
        len(tried) if is_enough else 0,
    )


@dataclass(frozen=True, slots=True)
class _CertainLabels:
    """The label that a verdict gives under each limit."""

    number: int
    labels: tuple[str | None, ...]
    """One for each of `ONE_IN`; None where the verdict does not keep the limit."""
    wrong_share: float
    is_without_promise: bool

    @classmethod
    def of(cls, number: int, verdict: Verdict) -> _CertainLabels:
        """Keep of a verdict what a plan needs."""
        labels = tuple(certain_label(verdict, one_in) for one_in in ONE_IN)
        return cls(number, labels, wrong_share_of(verdict), verdict.kept_one_in == -1)

    def label(self, one_in: int) -> str | None:
        """Return the label under a limit."""
        return self.labels[ONE_IN.index(one_in)]


Tried = Sequence[tuple[_CertainLabels, str | None]]
"""Verdicts on documents whose label a person gave one by one, with that label."""


def _limit_that_is_kept(tried: Tried, verdicts: Sequence[_CertainLabels], one_in: int) -> int:
    """Return the loosest limit under which the share of wrong answers is what `one_in` allows.

    Where there is none, return the strictest that labels anything: answers are few, and a person decides with the
    expected number of mistakes in sight.
    """
    limits = [limit for limit in ONE_IN[ONE_IN.index(one_in) :] if any(one.label(limit) for one in verdicts)]
    kept = (limit for limit in limits if _wrong_share(tried, limit) <= 1 / one_in)
    return next(kept, limits[-1] if limits else one_in)


def _wrong_share(tried: Tried, one_in: int) -> float:
    """Return the share of wrong labels among those that answers would get, estimated from few of them."""
    certain = [(label, given) for one, given in tried if (label := one.label(one_in)) is not None]
    return (sum(label != given for label, given in certain) + 0.5) / (len(certain) + 1) if certain else 0.0


def _answers_beside_groups(workspace: Workspace, corpus: str) -> tuple[bool, IntArray]:
    """Return whether most learnt documents got their label together with many others, and the answers that stand for
    the documents without a label.

    Most questions are about documents in doubt. Those that were drawn by chance have the lowest lots, as
    `pile_documents.lots_of` tells: all documents up to the first one without an answer.
    """
    columns = workspace.documents.columns(corpus)
    learnt = columns.numbers[(columns.labels != NO_LABEL) & (columns.weights > 0)]
    by_hand, one_by_one = (
        np.intersect1d(learnt, workspace.labels.given_by_hand(corpus, most)) for most in (None, AT_ONCE)
    )
    n_by_groups = len(by_hand) - len(np.intersect1d(by_hand, one_by_one))
    asked = np.union1d(one_by_one, columns.numbers[columns.labels == NO_LABEL])
    asked = asked[np.argsort(lots_of(asked), kind="stable")]
    is_open = ~np.isin(asked, one_by_one)
    n_drawn = int(np.argmax(is_open)) if is_open.any() else len(asked)
    return n_by_groups > len(learnt) / 2, asked[:n_drawn]


def _tried_on_answers(workspace: Workspace, kept: KeptModel, corpus: str, answers: IntArray) -> Tried:
    """Return the verdicts on answers that were kept when the model was trained, each without having seen it.

    Of a wrong verdict only the probability of the right label is kept. What is left of 1 is taken for its confidence:
    that is too high where there are more than two labels, so that rather too many mistakes count as certain.
    """
    assurance = kept.model.assurance
    found = workspace.verdicts.leave_one_out(corpus, kept.record.name)
    if assurance is None or assurance.band is not None or isinstance(kept.model, SetModel):
        return []
    if found is None or found.model != kept.record.name or found.own_labels is None:
        return []
    rows = np.flatnonzero(np.isin(found.document_numbers, answers) & (found.labels >= 0))
    judged, own, shares = found.labels[rows], found.own_labels[rows], found.probabilities[rows].astype(np.float64)
    confidence = np.where(judged == own, shares, 1.0 - shares)
    kept_one_in, wrong_shares = assurance.marks.places(confidence, judged.astype(np.int64), found.label_names)
    return [
        (
            _CertainLabels(
                number,
                tuple(found.label_names[label] if one_in <= limit else None for one_in in ONE_IN),
                wrong_share,
                limit == -1,
            ),
            found.label_names[given],
        )
        for number, label, given, limit, wrong_share in zip(
            found.document_numbers[rows].tolist(), judged.tolist(), own.tolist(), kept_one_in.tolist(),
            wrong_shares.tolist(), strict=True,
        )
    ]  # fmt: skip


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
