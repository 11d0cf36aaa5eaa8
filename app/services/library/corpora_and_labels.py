"""Whole corpora, given another name or deleted; labels of stored documents, and how many a document may have."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.errors import NotFound
from app.domain.jobs import JobContext
from app.domain.label_sets import label_set
from app.services.training.corpus_documents import the_corpus
from app.store.workspace import Place, writing


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
