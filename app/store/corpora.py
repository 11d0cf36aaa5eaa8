"""Corpora: collections of documents that are labelled alike, each with its own labels and change numbers."""

from __future__ import annotations

import json
import time
from dataclasses import asdict

from app.domain.documents import TableSchema
from app.domain.errors import NotFound, UnusableName
from app.domain.records import Corpus, CorpusKind
from app.store.connection import WorkspaceFile

LONGEST_NAME = 200


class Corpora:
    """The corpora of a workspace."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def all(self) -> tuple[Corpus, ...]:
        """Every corpus, in the order in which they were made."""
        rows = self._file.rows("SELECT id, name, kind, columns, change_number FROM visible_corpus ORDER BY id")
        return tuple(_corpus(*row) for row in rows)

    def get(self, name: str) -> Corpus:
        """The corpus of that name; NotFound names the others."""
        found = [corpus for corpus in self.all() if corpus.name == name]
        if not found:
            raise NotFound("corpus", name, tuple(corpus.name for corpus in self.all()))
        return found[0]

    def has(self, name: str) -> bool:
        """Whether there is a corpus of that name."""
        return any(corpus.name == name for corpus in self.all())

    def add(self, name: str, kind: CorpusKind = "text", schema: TableSchema | None = None) -> Corpus:
        """Make an empty corpus."""
        with self._file.transaction():
            if self.has(name):
                raise UnusableName("corpus", name, "taken")
            ensured_corpus(self._file, name, kind, schema, run=0)
        return self.get(name)


def corpus_number(file: WorkspaceFile, name: str) -> int:
    """The number of a corpus by its name."""
    return Corpora(file).get(name).number


def ensured_corpus(file: WorkspaceFile, name: str, kind: str, schema: TableSchema | None, *, run: int) -> int:
    """The number of the corpus of that name, made for a run (0: for everybody) where there is none."""
    found = file.value("SELECT id FROM corpus WHERE name = ? AND NOT is_deleted", (name,))
    if found is not None:
        if not run:
            file.execute("UPDATE corpus SET run_id = 0 WHERE id = ?", (found,))
        return int(found)
    record = {
        "name": usable_name("corpus", name),
        "kind": kind,
        "columns": None if schema is None else json.dumps(asdict(schema)),
        "created_at": time.time(),
        "run_id": run,
    }
    return file.insert("corpus", record)


def usable_name(what: str, name: str) -> str:
    """The name, or UnusableName where nobody could read it."""
    if not name.strip():
        raise UnusableName(what, name, "empty")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise UnusableName(what, name, "too-long" if len(name) > LONGEST_NAME else "unprintable")
    return name


def _corpus(number: int, name: str, kind: CorpusKind, columns: str | None, change_number: int) -> Corpus:
    return Corpus(number, name, kind, None if columns is None else _schema(columns), change_number)


def _schema(columns: str) -> TableSchema:
    found = json.loads(columns)
    return TableSchema(**{**found, "numeric": tuple(found["numeric"]), "categorical": tuple(found["categorical"])})
