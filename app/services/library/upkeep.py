"""Looking after a workspace: what is in it, whether it is sound, and giving back what deleted documents took."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.domain.documents import Document
from app.domain.errors import ModelError, StoreError
from app.domain.jobs import JobContext
from app.domain.records import Corpus, Label, ModelRecord, Problem, StoredDocument, WorkspaceInfo
from app.readers.documents.text import hash_of
from app.services.models.kept_models import counted_anew, current_model, kept_model, without_lessons_beside
from app.services.training.corpus_documents import rules_key, rules_used
from app.services.training.recipe_planning import MAIL_RULES, MESSAGE_RULES, PLAIN_RULES, TEXT_RULES, imported_rules
from app.store.counts.count_blobs import CountRows
from app.store.workspace import Place, Workspace, path_of, writing
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, recipe_from_plain
from nbengine.text.token_counter import TokenCounter
from nbengine.text.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class WorkspaceReport:
    """A workspace in figures, its corpora with their labels, and its models."""

    info: WorkspaceInfo
    corpora: tuple[tuple[Corpus, tuple[Label, ...], int], ...]
    """Each with its labels and how many documents it has."""
    models: tuple[ModelRecord, ...]


def inform(workspace: Place) -> WorkspaceReport:
    """Say what is in a workspace."""
    with Workspace(path_of(workspace), read_only=True, takes_older=True) as opened, opened.snapshot():
        corpora = tuple(
            (corpus, opened.labels.all(corpus.name), opened.documents.count(corpus.name))
            for corpus in opened.corpora.all()
        )
        return WorkspaceReport(opened.info(), corpora, opened.models.all())


def check(workspace: Place, context: JobContext, *, is_deep: bool = False) -> tuple[Problem, ...]:
    """Verify everything: the file, the counts against the documents, the checksums, and that every model can be read.

    A deep check also counts each model that is up to date anew from its corpus, and compares.
    """
    with Workspace(path_of(workspace), read_only=True, takes_older=True) as opened:
        try:
            recounter = Recounter(opened)
        except StoreError as error:
            if error.reason != "damaged":
                raise
            return (Problem("damaged", error.detail), *opened.check(context, rehash=rehashed))
        found = opened.check(context, recount=recounter, rehash=rehashed)
        for record in opened.models.all():
            try:
                kept_model(opened, record.name)
            except (ModelError, StoreError):
                found.append(Problem("model", record.name))
        return (*found, *(deep_problems(opened, context) if is_deep and not found else ()))


class Recounter:
    """Counts texts again, under those token rules that the program or one of the workspace's models knows."""

    def __init__(self, workspace: Workspace) -> None:
        rules = [PLAIN_RULES, TEXT_RULES, MESSAGE_RULES, MAIL_RULES, imported_rules("mail")]
        rules += [json_recipe(record.recipe).rules for record in workspace.models.all()]
        self._rules = {rules_key(each): each for each in rules}
        self._words: Sequence[str] = ()
        self._counter: TokenCounter | None = None

    def __call__(self, key: str, words: Sequence[str], bodies: Sequence[Document]) -> CountRows | None:
        """The counts of some texts over these words."""
        if key not in self._rules:
            return None
        if self._counter is None or words is not self._words:  # each corpus has words of its own
            self._words, self._counter = words, TokenCounter(self._rules[key], Vocabulary(words), is_growing=False)
        counts = self._counter.count([body.text for body in bodies], [body.fields for body in bodies])
        return CountRows(counts.starts, counts.tokens, counts.values)


def json_recipe(text: str) -> Recipe:
    """A recipe as it is kept beside its model; a damaged one is told by the check itself."""
    try:
        return recipe_from_plain(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return Recipe()


def rehashed(stored: StoredDocument) -> bytes:
    """The content hash of a text; that of a mail is over parts which are not kept, and cannot be told."""
    document = stored.document
    return hash_of(document.text) if document.kind == "text" and document.content_hash else b""


def deep_problems(workspace: Workspace, context: JobContext) -> tuple[Problem, ...]:
    """Compare models with their corpora; documents are counted for that in a copy, as a check writes nothing."""
    current = [(record.corpus, record.recipe) for record in workspace.models.all() if not record.behind]
    uncounted = (
        workspace.segments.uncounted(corpus, rules_key(rules_used(workspace, corpus, json_recipe(recipe).rules)))
        for corpus, recipe in current
        if corpus is not None
    )
    if not any(map(len, uncounted)):  # lessons, for example, may never have been counted by the model's rules
        return tuple(differing_models(workspace, context))
    with tempfile.TemporaryDirectory(prefix="bayleaf-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "copy.bayleaf")
        workspace.save_copy(copy)
        with Workspace(copy) as opened:
            return tuple(differing_models(opened, context))


def differing_models(workspace: Workspace, context: JobContext) -> Iterator[Problem]:
    """The models that are not what their corpus teaches; those that have still to catch up are passed over.

    Of a filter the counts are compared: what it makes of them depends on the order of its lessons.
    """
    for record in workspace.models.all():
        if record.corpus is None or record.behind:
            continue
        kept = kept_model(workspace, record.name)
        fresh, _ = counted_anew(workspace, kept.model, record.corpus, context)
        if Model.canonical_hash(fresh) != Model.canonical_hash(kept.model):
            yield Problem("model-differs", record.name)


@dataclass(frozen=True, slots=True)
class Compacted:
    """The outcome of compacting a workspace."""

    bytes_before: int
    bytes_after: int
    caught_up: tuple[str, ...]
    """Models that still knew words of what was deleted, and no longer do."""
    still_knowing: tuple[str, ...]
    """Models that no corpus stands behind any more: what they learnt cannot be told from what was deleted."""
    n_verdicts: int
    """In the history, with the paths and titles of what was judged."""


def compact(workspace: Place, context: JobContext) -> Compacted:
    """Remove what was deleted for good, also from the models, and give the room back.

    The copies that updates left beside the workspace hold what was deleted, and go too.
    """
    with writing(workspace) as opened:
        before = opened.info().size_bytes
        behind = [record.name for record in opened.models.all() if record.corpus is not None and record.behind]
        for name in behind:
            current_model(workspace, opened, name, context)
        for record in opened.models.all():
            without_lessons_beside(opened, record)
        opened.compact(context, remove_backups=True)
        return Compacted(
            before,
            opened.info().size_bytes,
            tuple(behind),
            tuple(record.name for record in opened.models.all() if record.corpus is None),
            opened.verdicts.count(),
        )


def save_copy(workspace: Place, target: Path, context: JobContext) -> Path:
    """Write the whole workspace to another file."""
    context.checkpoint(phase="saving a copy")
    with writing(workspace) as opened:
        opened.save_copy(target)
    return target
