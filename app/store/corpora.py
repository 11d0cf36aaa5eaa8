"""Corpora: collections of documents that are labelled alike, each with its own labels and change numbers."""

from __future__ import annotations

import json
import time
import unicodedata
from dataclasses import asdict
from functools import lru_cache

from app.domain.documents import TableSchema
from app.domain.errors import NotFound, UnusableName
from app.domain.records import Corpus, CorpusKind
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.document_packing import DamagedBlob
from app.store.undo_log import apply_documents, change_row, keep_row, new_edit

LONGEST_NAME = 200
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of characters that no name may have: controls, halves of pairs, ends of lines."""


class Corpora:
    """The corpora of a workspace."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def all(self) -> tuple[Corpus, ...]:
        """Every corpus, in the order in which they were made."""
        rows = self._file.rows("SELECT id, name, kind, columns, change_number FROM visible_corpus ORDER BY id")
        with store_errors(self._file.path):
            return tuple(_corpus(*row) for row in rows)

    def get(self, name: str) -> Corpus:
        """The corpus of that name; NotFound names the others."""
        found = [corpus for corpus in self.all() if corpus.name == name]
        if not found:
            raise NotFound("corpus", name, tuple(corpus.name for corpus in self.all()))
        return found[0]

    def has(self, name: str) -> bool:
        """Return whether there is a corpus of that name."""
        return any(corpus.name == name for corpus in self.all())

    def add(self, name: str, kind: CorpusKind = "text", schema: TableSchema | None = None) -> Corpus:
        """Make an empty corpus."""
        with self._file.transaction():
            if self.has(name):
                raise UnusableName("corpus", name, "taken")
            edit = new_edit(self._file, "corpus-add", {"corpus": name})
            number = ensured_corpus(self._file, name, kind, schema, run=0)
            keep_row(self._file, edit, "corpus", number, {"is_deleted": 1}, {"is_deleted": 0})
        return self.get(name)

    def rename(self, name: str, new_name: str) -> None:
        """Call a corpus something else."""
        with self._file.transaction():
            number = corpus_number(self._file, name)
            if self.has(new_name):
                raise UnusableName("corpus", new_name, "taken")
            edit = new_edit(self._file, "corpus-rename", {"corpus": name, "new": new_name})
            change_row(self._file, edit, "corpus", number, name=usable_name("corpus", new_name))

    def remove(self, name: str) -> int:
        """Remove a corpus with its documents; return how many there were."""
        with self._file.transaction():
            number = corpus_number(self._file, name)
            edit = new_edit(self._file, "corpus-remove", {"corpus": name})
            self._file.execute(
                """INSERT INTO edit_document
                SELECT ?, id, corpus_id, corpus_id, label_id, label_id, weight, weight, 1, 0
                FROM visible_document WHERE corpus_id = ?""",
                (edit, number),
            )
            change_row(self._file, edit, "corpus", number, is_deleted=1)
            return apply_documents(self._file, edit, forward=True)


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
    if len(name) > LONGEST_NAME:
        raise UnusableName(what, name, "too-long")
    if any(unicodedata.category(letter) in UNPRINTABLE for letter in name):
        raise UnusableName(what, name, "unprintable")
    return unicodedata.normalize("NFC", name)


def usable_label(name: str) -> str:
    """A label as a person gave it, as it is kept: spaces around it, or several in a row, are never meant."""
    return " ".join(usable_name("label", name.strip()).split())


@lru_cache(maxsize=4096)
def tidied_name(name: str | None) -> str | None:
    """A label that a folder or a header gave, made usable: an import does not fail for an odd name."""
    if name is None:
        return None
    kept = "".join(" " if unicodedata.category(letter) in UNPRINTABLE else letter for letter in name)
    return " ".join(unicodedata.normalize("NFC", kept).split())[:LONGEST_NAME].strip() or None


def _corpus(number: int, name: str, kind: CorpusKind, columns: str | None, change_number: int) -> Corpus:
    return Corpus(number, name, kind, None if columns is None else _schema(columns), change_number)


def _schema(columns: str) -> TableSchema:
    try:
        found = json.loads(columns)
        return TableSchema(**{**found, "numeric": tuple(found["numeric"]), "categorical": tuple(found["categorical"])})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DamagedBlob("the columns of a corpus") from error
