"""Glances at a workspace: its corpora and models as the window's frame shows them, what Undo would take back, and what
is done to whole corpora and their labels.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.documents import label_set
from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.records import Corpus, EditRecord, ModelsRevision
from app.domain.use_case_results import LabelCount
from app.services.models.kept_models import current_model
from app.services.training.corpus_documents import the_corpus
from app.services.training.recipe_planning import FILTER
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import is_like_spam, positive_label
from nbengine.questions.set_model import labels_asked


@dataclass(frozen=True, slots=True)
class CorpusGlance:
    """A corpus with its labels and models."""

    name: str
    kind: str
    n_documents: int
    labels: tuple[LabelCount, ...]
    """In their order."""
    models: tuple[str, ...]
    """The newest first."""
    positive: str
    has_spam: bool
    """One of two labels is named like spam."""
    has_text: bool
    """A table may have none."""
    revision: ModelsRevision
    """Of its documents and models."""


@dataclass(frozen=True, slots=True)
class ModelGlance:
    """A model that is kept."""

    name: str
    corpus: str | None
    event_model: str
    smoothing: float
    labels: tuple[str, ...]
    behind: int
    revision: tuple[int, float] = (0, 0.0)
    """Of what it learnt: the change of its corpus that it holds, and when it was kept."""


@dataclass(frozen=True, slots=True)
class WorkspaceGlance:
    """The glance at a workspace that the frame of the window shows."""

    corpora: tuple[CorpusGlance, ...]
    last_edit: EditRecord | None
    """The last change, if it can be undone."""


@dataclass(frozen=True, slots=True)
class NextSteps:
    """The edits that Undo and Redo would take in a corpus; None where there is none."""

    undo: EditRecord | None
    redo: EditRecord | None


def next_steps(workspace: Place, corpus: str, _context: JobContext) -> NextSteps:
    """Look up what Undo and Redo would do in a corpus."""
    with reading(workspace) as opened:
        return NextSteps(opened.undo_log.next_undo(corpus or None), opened.undo_log.next_redo(corpus or None))


def glance(workspace: Place, _context: JobContext) -> WorkspaceGlance:
    """Look at what is in a workspace; one that does not exist is made."""
    with writing(workspace, create=True) as opened:
        corpora = tuple(corpus_glance(opened, corpus) for corpus in opened.corpora.all())
        return WorkspaceGlance(corpora, opened.undo_log.next_undo())


def corpus_glance(opened: Workspace, corpus: Corpus) -> CorpusGlance:
    """Look at one corpus."""
    labels = opened.labels.all(corpus.name)
    records = sorted(opened.models.all(corpus.name), key=lambda record: -record.changed_at)
    positive = positive_label(sorted(label.name for label in labels)) if labels else ""
    return CorpusGlance(
        name=corpus.name,
        kind=corpus.kind,
        n_documents=opened.documents.count(corpus.name),
        labels=tuple(LabelCount(label.name, label.colour, label.documents) for label in labels),
        models=tuple(record.name for record in records),
        positive=positive,
        has_spam=len(labels) == 2 and is_like_spam(positive),
        has_text=corpus.schema is None or corpus.schema.text is not None,
        revision=(
            (corpus.number, corpus.change_number),
            tuple((record.name, record.change_number, record.changed_at) for record in records),
        ),
    )


def model_glance(workspace: Place, name: str, context: JobContext) -> ModelGlance:
    """Bring a model up to date with its corpus and say what it is."""
    with writing(workspace) as opened:
        kept = current_model(workspace, opened, name, context)
        return ModelGlance(
            name=kept.record.name,
            corpus=kept.record.corpus,
            event_model=FILTER if kept.model.recipe.learner else kept.model.recipe.event_model,
            smoothing=kept.model.recipe.smoothing,
            labels=labels_asked(kept.model),
            behind=kept.record.behind,
            revision=(kept.record.change_number, kept.record.changed_at),
        )


def give_labels(workspace: Place, numbers: Sequence[int], labels: Sequence[str]) -> int:
    """Give documents these labels in place of those that they have; return how many changed."""
    with writing(workspace) as opened:
        known = {heading.number for heading in opened.documents.headings(numbers)}
        for number in numbers:
            if number not in known:
                raise NotFound("document", str(number))
        return opened.editing.relabel(numbers, label_set(labels) if any(labels) or not labels else "")


def let_take(workspace: Place, corpus: str | None, is_several: bool) -> None:
    """Let the documents of a corpus have several labels, or one alone."""
    with writing(workspace) as opened:
        opened.corpora.take_several(the_corpus(opened, corpus).name, is_on=is_several)


def rename_corpus(workspace: Place, name: str, new_name: str, _context: JobContext) -> str:
    """Call a corpus something else."""
    with writing(workspace) as opened:
        opened.corpora.rename(name, new_name)
    return new_name


def remove_corpus(workspace: Place, name: str, _context: JobContext) -> int:
    """Delete a corpus with its documents; it can be undone."""
    with writing(workspace) as opened:
        return opened.corpora.remove(name)
