"""Verdicts of a model that was just trained on the documents of its collection that it did not learn.

These documents have no label, or weigh nothing. Their verdicts are kept beside the leave-one-out verdicts on the
labelled ones: none of these documents was seen by the model that judges it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.domain.documents import label_set
from app.domain.jobs import JobContext
from app.services.training.document_features import stored_features
from app.store.documents import NO_LABEL
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model
from nbengine.questions.answers import sets_given
from nbengine.questions.set_model import SetModel, SeveralVerdicts
from nbengine.trust.verdicts import Verdicts

UNDECIDED = -1


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledVerdicts:
    """The label that each of some documents was judged to have, and its probability."""

    numbers: IntArray
    """(n_documents,): ascending."""
    labels: tuple[str | None, ...]
    """A label, a set of labels, or None where the model could not decide."""
    probabilities: npt.NDArray[np.float32]


NO_UNLABELLED = UnlabelledVerdicts(np.zeros(0, np.int64), (), np.zeros(0, np.float32))


def judged_unlabelled(workspace: Workspace, model: Model, corpus: str, context: JobContext) -> UnlabelledVerdicts:
    """Judge the documents of a corpus that no model learns: those without a label, or without weight."""
    columns = workspace.documents.columns(corpus)
    wanted = np.asarray(columns.numbers[(columns.labels == NO_LABEL) | (columns.weights == 0)])
    numbers: list[int] = []
    labels: list[str | None] = []
    probabilities: list[float] = []
    for some, counted in stored_features(workspace, model, corpus, wanted, context):
        is_text_alone = counted.features.numbers is None and counted.features.choices is None
        given = counted.text if counted.text is not None and is_text_alone else counted.features
        verdicts = model.judge(given)
        numbers += some.tolist()
        for label, probability in _told(model, verdicts):
            labels.append(label)
            probabilities.append(probability)
    return UnlabelledVerdicts(np.array(numbers, np.int64), tuple(labels), np.array(probabilities, np.float32))


def _told(model: Model, verdicts: Verdicts) -> list[tuple[str | None, float]]:
    """Return the label of each verdict with its probability; of several labels that of the least probable one."""
    if isinstance(model, SetModel) and isinstance(verdicts, SeveralVerdicts):
        shares = np.exp(verdicts.calibrated)
        least = np.where(verdicts.given, shares, 1.0).min(axis=1, initial=1.0).tolist()
        return [(label_set([given]) if given else None, share) for given, share in zip(
            sets_given(verdicts.labels, verdicts.given), least, strict=True)]  # fmt: skip
    places, confidence = verdicts.label_numbers.tolist(), verdicts.confidence.tolist()
    names = [model.labels[place] if place >= 0 else None for place in places]
    return list(zip(names, confidence, strict=True))


def with_unlabelled(judged: LeaveOneOut, rest: UnlabelledVerdicts) -> LeaveOneOut:
    """Add the verdicts on documents that were not learnt to those on the others."""
    is_new = ~np.isin(rest.numbers, judged.document_numbers)
    if not is_new.any():
        return judged
    names = tuple(dict.fromkeys([*judged.label_names, *(label for label in rest.labels if label is not None)]))
    places = {name: place for place, name in enumerate(names)} | {None: UNDECIDED}
    labels = np.array([places[label] for label in rest.labels], np.int32)[is_new]
    numbers = np.concatenate([judged.document_numbers, rest.numbers[is_new]])
    order = np.argsort(numbers, kind="stable")
    own = judged.own_labels if judged.own_labels is not None else judged.labels
    return LeaveOneOut(
        judged.change_number,
        names,
        numbers[order],
        np.concatenate([judged.labels, labels])[order],
        np.concatenate([judged.probabilities, rest.probabilities[is_new]])[order],
        judged.model,
        np.concatenate([own, labels])[order],
    )
