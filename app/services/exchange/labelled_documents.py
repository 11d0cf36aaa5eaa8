"""Documents of a workspace with their labels and a model's predictions, for labelling tools; and what comes back.

A document is known again by its number and its text together: a file of another workspace, or a text that was edited,
changes nothing. What has no answer keeps the labels that it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from app.domain.errors import NotFound
from app.domain.label_sets import label_set, labels_in, single_labels
from app.services.models.kept_models import KeptModel, shown_model
from app.services.training.corpus_documents import the_corpus
from app.services.training.document_features import documents_features
from app.store.access import Place, reading, writing
from app.store.corpora import usable_label
from app.store.workspace import Workspace
from nbengine.lazy_dataclasses import dataclass

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Task:
    """One document for a labelling tool."""

    number: int
    title: str
    text: str
    labels: tuple[str, ...]
    known: tuple[str, ...]
    """All labels that there are to choose from."""
    probabilities: dict[str, float]
    """By the model, of all its labels; empty without one."""
    model: str

    @property
    def predicted(self) -> str | None:
        """The likeliest label; None without a model."""
        return max(self.probabilities, key=self.probabilities.__getitem__) if self.probabilities else None


@dataclass(frozen=True, slots=True)
class Answer:
    """The labels that a tool says a document has."""

    number: int
    text: str | None
    """None where the form has no room for it."""
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers that were taken into a workspace."""

    answers: int
    changed: int
    strangers: int
    """Answers about documents that are not here, or have another text here."""


def tasks(workspace: Place, corpus: str | None, model: str | None) -> Iterator[Task]:
    """Yield the documents of a corpus, a few at a time."""
    kept = model_if_any(workspace, model)
    with reading(workspace) as opened:
        found = the_corpus(opened, corpus)
        names = opened.labels.names(found.name)
        numbers = opened.documents.numbers(found.name).tolist()
        for first in range(0, len(numbers), AT_ONCE):
            yield from some_tasks(opened, numbers[first : first + AT_ONCE], tuple(names), kept)


def model_if_any(workspace: Place, name: str | None) -> KeptModel | None:
    try:
        return shown_model(workspace, name)
    except NotFound:
        if name is not None:
            raise
        return None


def some_tasks(
    workspace: Workspace, numbers: Sequence[int], names: tuple[str, ...], kept: KeptModel | None
) -> Iterator[Task]:
    shares = np.zeros((len(numbers), 0))
    labels: tuple[str, ...] = ()
    if kept is not None:
        features = documents_features(workspace, kept.model, numbers, grow=False)
        said = kept.model.judge(features)
        shares, labels = np.exp(said.calibrated), said.labels
    bodies = dict(workspace.documents.bodies(numbers))
    for place, heading in enumerate(workspace.documents.headings(numbers)):
        yield Task(
            heading.number,
            heading.title,
            bodies[heading.number].text,
            labels_in(heading.label),
            tuple(dict.fromkeys((*names, *single_labels(labels)))),
            dict(zip(labels, shares[place].tolist(), strict=True)),
            "" if kept is None else kept.record.name,
        )


def take_answers(workspace: Place, answers: Iterable[Answer]) -> Answered:
    """Give documents the labels that were answered, one step of undo for each set of labels."""
    n_answers, n_strangers = 0, 0
    wanted: dict[str, list[int]] = {}
    waiting = (answer for answer in answers if answer.labels)
    with writing(workspace) as opened:
        while some := list(islice(waiting, AT_ONCE)):
            fitting = answers_that_fit(opened, some)
            n_answers, n_strangers = n_answers + len(some), n_strangers + len(some) - len(fitting)
            for answer in fitting:
                name = label_set(usable_label(label) for label in answer.labels)
                wanted.setdefault(name or "", []).append(answer.number)
        changed = sum(opened.editing.relabel(numbers, name) for name, numbers in wanted.items())
    return Answered(n_answers, changed, n_strangers)


def answers_that_fit(workspace: Workspace, answers: Sequence[Answer]) -> list[Answer]:
    """Return the answers about documents that are here with the same text."""
    here = dict(workspace.documents.bodies([answer.number for answer in answers]))
    return [
        answer
        for answer in answers
        if answer.number in here and answer.text in (None, here[answer.number].text, shown(here[answer.number].text))
    ]


def shown(text: str) -> str:
    """A text as JSON and tables carry it: without what no encoding knows."""
    return text.encode("utf-8", "replace").decode("utf-8")
