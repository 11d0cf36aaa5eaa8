"""Made-up documents and counts for tests of the store."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from app.domain.documents import Document
from app.domain.records import ImportCounts
from app.store.count_blobs import CountRows, IntArray
from app.store.workspace import Workspace

RULES = "plain"


def mail(text: str, label: str | None = None, *, path: str = "", weight: float = 1.0) -> Document:
    """A mail with this text, told from others by it."""
    return Document(
        text,
        path or f"/mail/{text}",
        kind="mail",
        title=text.title(),
        sender="ann@example.org",
        date_s=1_700_000_000,
        label=label,
        weight=weight,
        fields={"subject": text.title()},
        content_hash=hash_of(text),
        size_bytes=len(text),
    )


def hash_of(text: str) -> bytes:
    """16 bytes that tell texts apart."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def mails(n_documents: int, *, first: int = 0) -> list[Document]:
    """So many mails, one in three of them spam."""
    return [
        mail(f"letter number {number}", "spam" if number % 3 == 0 else "ham")
        for number in range(first, first + n_documents)
    ]


def imported(
    workspace: Workspace, documents: Sequence[Document], corpus: str = "mail", *, keep_duplicates: bool = False
) -> ImportCounts:
    """Import documents and count their words."""
    with workspace.imports.begin(corpus, source="made up", kind="mail", keep_duplicates=keep_duplicates) as run:
        writer = run.segments(RULES)
        numbers = run.add(documents)
        words = list(writer.words)
        rows, new_words = counted([document.text for document in documents], words)
        writer.add(numbers, rows.starts, rows.tokens, rows.values, new_words)
        return run.settle()


def counted(texts: Sequence[str], words: Sequence[str]) -> tuple[CountRows, list[str]]:
    """Count words of texts, one after another, and say which are new."""
    places = {word: place for place, word in enumerate(words)}
    starts, tokens, values = [0], list[int](), list[int]()
    for text in texts:
        found: dict[int, int] = {}
        for word in text.split():
            place = places.setdefault(word, len(places))
            found[place] = found.get(place, 0) + 1
        tokens.extend(sorted(found))
        values.extend(found[place] for place in sorted(found))
        starts.append(len(tokens))
    rows = CountRows(np.array(starts, np.int64), np.array(tokens, np.int32), np.array(values, np.int32))
    return rows, list(places)[len(words) :]


def recounted(rules_key: str, words: Sequence[str], bodies: Sequence[Document]) -> CountRows:
    """Count anew, as `check` asks for it."""
    assert rules_key == RULES
    return counted([body.text for body in bodies], words)[0]


def bags(workspace: Workspace, corpus: str = "mail") -> dict[int, dict[str, int]]:
    """Each document's words and how often, as the segments have them."""
    table, words = workspace.segments.read(corpus, RULES), workspace.segments.words(corpus, RULES)
    found = {}
    for row, number in enumerate(table.document_numbers.tolist()):
        entries = slice(*table.starts[row : row + 2])
        names = [words[token] for token in table.tokens[entries].tolist()]
        found[number] = dict(zip(names, table.values[entries].tolist(), strict=True))
    return found


def numbers_of(workspace: Workspace, *texts: str, corpus: str = "mail") -> list[int]:
    """The numbers of documents by their texts."""
    found = [workspace.documents.find_by_hash(corpus, hash_of(text)) for text in texts]
    return [number for number in found if number is not None]


def contents(workspace: Workspace) -> dict[str, dict[str, tuple[str | None, float]]]:
    """Everything a person sees: for each corpus, each text with its label and weight."""
    seen: dict[str, dict[str, tuple[str | None, float]]] = {}
    for corpus in workspace.corpora.all():
        columns = workspace.documents.columns(corpus.name)
        texts = [body.text for _, body in workspace.documents.read_bodies(columns.document_numbers.tolist())]
        labels = [columns.label_names[place] if place >= 0 else None for place in columns.label_indices.tolist()]
        seen[corpus.name] = dict(sorted(zip(texts, zip(labels, columns.weights.tolist(), strict=True), strict=True)))
    return seen


def as_array(*numbers: int) -> IntArray:
    """Numbers as an array."""
    return np.array(numbers, np.int64)
