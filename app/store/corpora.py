"""Corpora: collections of documents that are labelled alike, each with its own labels and change numbers."""

from __future__ import annotations

import json
import time
import unicodedata
from dataclasses import asdict
from functools import lru_cache

from app.domain.documents import TableSchema
from app.domain.errors import NotFound, UnusableName
from app.domain.label_sets import MOST_LABELS, is_set, label_set, labels_in
from app.domain.records import Corpus, CorpusKind
from app.store.file.connection import WorkspaceFile, WorkspacePart, store_errors
from app.store.file.document_packing import DamagedBlob
from app.store.undo_log import apply_documents, change_row, keep_row, new_edit

LONGEST_NAME = 200
SEVERAL_SINCE = 9
"""The version of the file from which on documents may have several labels."""
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of characters that no name may have: controls, halves of pairs, ends of lines."""

_ALL = """SELECT id, name, kind, columns, change_number, corpus_id IS NOT NULL
    FROM visible_corpus LEFT JOIN several_labels ON corpus_id = id ORDER BY id"""
_ALL_OF_OLD = "SELECT id, name, kind, columns, change_number, 0 FROM visible_corpus ORDER BY id"
_LABELS_IN_USE = """SELECT DISTINCT name FROM document JOIN label ON label.id = label_id
    WHERE document.corpus_id = ? AND deleted_by IS NULL"""


class Corpora(WorkspacePart):
    """The corpora of a workspace."""

    def all(self) -> tuple[Corpus, ...]:
        """Every corpus, in the order in which they were made."""
        rows = self._file.rows(_ALL if self._file.version >= SEVERAL_SINCE else _ALL_OF_OLD)
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

    def take_several(self, name: str, *, is_on: bool = True) -> None:
        """Let documents of a corpus have several labels, or one alone; UnusableName where a document has several."""
        with self._file.transaction():
            if (corpus := self.get(name)).takes_several == is_on:
                return
            if not is_on and any(map(is_set, self._file.column(_LABELS_IN_USE, (corpus.number,)))):
                raise UnusableName("corpus", name, "has-several")
            edit = new_edit(self._file, "several-labels" if is_on else "one-label", {"corpus": name})
            change_row(self._file, edit, "corpus", corpus.number, takes_several=int(is_on))

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


def ensured_corpus(
    file: WorkspaceFile, name: str, kind: str, schema: TableSchema | None, *, run: int, takes_several: bool = False
) -> int:
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
    number = file.insert("corpus", record)
    if takes_several:
        file.execute("INSERT INTO several_labels VALUES (?)", (number,))
    return number


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
    """Return a label, or a set of them, as it is kept: spaces around it, or several in a row, are never meant."""
    if len(labels := labels_in(name)) > MOST_LABELS:
        raise UnusableName("label", name, "too-many")
    return label_set(" ".join(usable_name("label", label.strip()).split()) for label in labels or (name,)) or name


def checked_for(corpus: Corpus, label: str | None) -> str | None:
    """Return a label as it is kept in a corpus; UnusableName where it is several and the corpus takes one."""
    if label is None:
        return None
    if is_set(label) and not corpus.takes_several:
        raise UnusableName("corpus", corpus.name, "takes-one")
    return usable_label(label)


@lru_cache(maxsize=4096)
def tidied_name(name: str | None) -> str | None:
    """A label that a folder or a header gave, made usable: an import does not fail for an odd name."""
    if is_set(name):
        return label_set(tidied_name(label) or "" for label in labels_in(name)[:MOST_LABELS])
    if name is None:
        return None
    kept = "".join(" " if unicodedata.category(letter) in UNPRINTABLE else letter for letter in name)
    return " ".join(unicodedata.normalize("NFC", kept).split())[:LONGEST_NAME].strip() or None


def _corpus(
    number: int, name: str, kind: CorpusKind, columns: str | None, change_number: int, takes_several: int
) -> Corpus:
    schema = None if columns is None else _schema(columns)
    return Corpus(number, name, kind, schema, change_number, bool(takes_several))


def _schema(columns: str) -> TableSchema:
    try:
        found = json.loads(columns)
        return TableSchema(**{**found, "numeric": tuple(found["numeric"]), "categorical": tuple(found["categorical"])})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DamagedBlob("the columns of a corpus") from error


class KeptSearches(WorkspacePart):
    """The searches that are kept."""

    def all(self, corpus: str) -> tuple[tuple[str, str], ...]:
        """Name and search of each, in the order in which they were kept."""
        sql = "SELECT name, search FROM shelf WHERE corpus_id = ? ORDER BY position, name"
        return tuple(self._file.rows(sql, (corpus_number(self._file, corpus),)))

    def keep(self, corpus: str, name: str, search: str) -> None:
        """Keep a search under a name, in place of the one that had it."""
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            last = self._file.value("SELECT max(position) FROM shelf WHERE corpus_id = ?", (corpus_id,))
            self._file.execute(
                "INSERT INTO shelf VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET search = excluded.search",
                (corpus_id, usable_name("shelf", name.strip()), search, (last or 0) + 1),
            )

    def remove(self, corpus: str, name: str) -> None:
        """Keep it no more."""
        sql = "DELETE FROM shelf WHERE corpus_id = ? AND name = ?"
        self._file.execute(sql, (corpus_number(self._file, corpus), name))
