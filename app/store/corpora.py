"""Corpora: collections of documents that are labelled alike, each with its own change numbers and labels, which have a
colour, a key and an order.
"""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import asdict
from functools import lru_cache
from itertools import chain, count

import numpy as np

from app.domain.documents import MOST_LABELS, TableSchema, counted_singly, is_set, label_set, labels_in, single_labels
from app.domain.errors import NotFound, UnusableName
from app.domain.records import Corpus, CorpusKind, Label
from app.store.connection import WorkspaceFile, WorkspacePart, store_errors
from app.store.count_blobs import IntArray
from app.store.document_packing import DamagedBlob
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
            return tuple(
                Corpus(number, name, kind, _schema(columns), change_number, bool(takes_several))
                for number, name, kind, columns, change_number, takes_several in rows
            )

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


def numbered_name(wanted: str, taken: Collection[str]) -> str:
    """The name itself, or with the first number that nobody has."""
    names = chain([wanted], (f"{wanted} {number}" for number in count(2)))
    return next(name for name in names if name not in taken)


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


def _schema(columns: str | None) -> TableSchema | None:
    if columns is None:
        return None
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


_COUNTED = """SELECT label.id, label.name, label.colour, label.key, coalesce(counted.documents, 0)
    FROM visible_label AS label LEFT JOIN (
        SELECT label_id, count(*) AS documents FROM visible_document WHERE corpus_id = :corpus GROUP BY label_id
    ) AS counted ON counted.label_id = label.id
    WHERE corpus_id = :corpus ORDER BY position, label.id"""
_LIST_ANEW = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, corpus_id, label_id, :target, weight, weight, 1, 1
    FROM visible_document WHERE corpus_id = :corpus AND label_id = :label"""
SETS_AFTER = 1 << 30
"""The place of sets in the order: after all labels there can be."""

_BY_HAND = """SELECT DISTINCT document_id FROM edit_document JOIN edit ON edit.id = edit_id
    WHERE kind = 'relabel' AND NOT is_undone AND new_corpus_id = :corpus
    AND old_label_id IS NULL AND new_label_id IS NOT NULL AND (:most IS NULL OR edit.n_documents <= :most)"""


class Labels(WorkspacePart):
    """The labels of each corpus."""

    def all(self, corpus: str) -> tuple[Label, ...]:
        """The labels of a corpus in their order, with how many documents carry each."""
        with self._file.snapshot():
            rows = self._file.rows(_COUNTED, {"corpus": corpus_number(self._file, corpus)})
        n_of = counted_singly({name: documents for _, name, *_, documents in rows})
        shown = [looks for *looks, _ in rows if not is_set(looks[1])]
        return tuple(Label(number, name, colour, key, n_of[name]) for number, name, colour, key in shown)

    def looks(self, corpus: str) -> tuple[tuple[str, int], ...]:
        """Name and colour of each label in the same order, without counting documents."""
        sql = "SELECT name, colour FROM visible_label WHERE corpus_id = ? ORDER BY position, id"
        with self._file.snapshot():
            looks = self._file.rows(sql, (corpus_number(self._file, corpus),))
        return tuple(look for look in looks if not is_set(look[0]))

    def names(self, corpus: str, *, with_sets: bool = False) -> tuple[str, ...]:
        """The names alone, in the same order, without counting documents; if need be also those of sets of labels."""
        with self._file.snapshot():
            known = label_names(self._file, corpus_number(self._file, corpus))
        return tuple(name for _, name in known if with_sets or not is_set(name))

    def given_by_hand(self, corpus: str, most: int | None = None) -> IntArray:
        """Return the documents that had no label and were given one by a person, as far as that can be undone; with
        `most`, by edits of no more documents than that."""
        asked = {"corpus": corpus_number(self._file, corpus), "most": most}
        return np.array(self._file.column(_BY_HAND, asked), np.int64)

    def add(self, corpus: str, name: str) -> None:
        """Make a label that no document carries yet."""
        name = _usable_alone(name)
        with self._file.transaction():
            corpus_id = self._free(corpus, name)
            edit = new_edit(self._file, "label-add", {"label": name, "corpus": corpus})
            ensured_labels(self._file, corpus_id, [name], run=0, edit=edit)

    def rename(self, corpus: str, name: str, new_name: str) -> None:
        """Call a label something else; documents and models follow."""
        new_name = _usable_alone(new_name)
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            label_number(self._file, corpus_id, name)
            self._free(corpus, new_name)
            edit = new_edit(self._file, "label-rename", {"label": name, "new": new_name, "corpus": corpus})
            for label, found in self._with(corpus_id, name):
                change_row(self._file, edit, "label", label, name=_exchanged(found, name, new_name))

    def merge(self, corpus: str, name: str, into: str) -> int:
        """Give all documents of a label another one, and remove it; return how many there were."""
        with self._file.transaction():
            label_number(self._file, corpus_number(self._file, corpus), into)
            return self._dissolve(corpus, name, into, "label-merge", {"new": into})

    def remove(self, corpus: str, name: str) -> int:
        """Remove a label; its documents stay, without one. Return how many there were."""
        with self._file.transaction():
            return self._dissolve(corpus, name, None, "label-remove", {})

    def look(
        self,
        corpus: str,
        name: str,
        *,
        colour: int | None = None,
        key: str | None = None,
        position: int | None = None,
    ) -> None:
        """Give a label another colour, key or place in the order; a key belongs to one label of a corpus."""
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            label = label_number(self._file, corpus_id, name)
            edit = new_edit(self._file, "label-look", {"label": name, "corpus": corpus})
            if key:
                sql = "SELECT id FROM visible_label WHERE corpus_id = ? AND key = ?"
                for owner in self._file.column(sql, (corpus_id, key)):
                    change_row(self._file, edit, "label", owner, key="")
            if position is not None:  # the others are numbered so that this place is free
                known = label_names(self._file, corpus_id)
                others = [number for number, other in known if number != label and not is_set(other)]
                for place, number in enumerate(others):
                    change_row(self._file, edit, "label", number, position=place + (place >= position))
            wanted = {"colour": colour, "key": key, "position": position}
            values = {field: value for field, value in wanted.items() if value is not None}
            change_row(self._file, edit, "label", label, **values)

    def _free(self, corpus: str, name: str) -> int:
        """The corpus's number, if none of its labels has that name."""
        if name in self.names(corpus):
            raise UnusableName("label", name, "taken")
        return corpus_number(self._file, corpus)

    def _dissolve(self, corpus: str, name: str, into: str | None, kind: str, facts: dict[str, str]) -> int:
        """Put another label, or none, in the place of one, also in each set that it is in."""
        corpus_id = corpus_number(self._file, corpus)
        label_number(self._file, corpus_id, name)
        if name == into:
            return 0
        edit = new_edit(self._file, kind, {"label": name, "corpus": corpus, **facts})
        left = {label: _exchanged(found, name, into) for label, found in self._with(corpus_id, name)}
        numbers = ensured_labels(self._file, corpus_id, filter(None, left.values()), run=0, edit=edit)
        for label, target in left.items():
            asked = {"edit": edit, "target": numbers[target] if target else None, "label": label, "corpus": corpus_id}
            self._file.execute(_LIST_ANEW, asked)
            change_row(self._file, edit, "label", label, is_deleted=1)
        return apply_documents(self._file, edit, forward=True)

    def _with(self, corpus_id: int, name: str) -> list[tuple[int, str]]:
        """Return numbers and names of a label and of the sets that it is in."""
        return [(number, found) for number, found in label_names(self._file, corpus_id) if name in labels_in(found)]


def label_names(file: WorkspaceFile, corpus: int) -> list[tuple[int, str]]:
    """Return numbers and names of a corpus's labels in their order, sets of them last."""
    return file.rows("SELECT id, name FROM visible_label WHERE corpus_id = ? ORDER BY position, id", (corpus,))


def label_number(file: WorkspaceFile, corpus: int, name: str) -> int:
    """The number of a label by its name."""
    known = label_names(file, corpus)
    for number, found in known:
        if found == name:
            return number
    raise NotFound("label", name, tuple(found for _, found in known if not is_set(found)))


def _usable_alone(name: str) -> str:
    if is_set(name):
        raise UnusableName("label", name, "unprintable")
    return usable_label(name)


def _exchanged(name: str, label: str, other: str | None) -> str | None:
    return label_set([*(each for each in labels_in(name) if each != label), other or ""])


def _warning(file: WorkspaceFile, taken: dict[int, tuple[int, int]], run: int, colour: int) -> int:
    """Return the colour of a warning, if nobody has it or a label of the same run can have the given one instead."""
    number, of_run = taken.get(WARNING, (0, run))
    if of_run != run:
        return colour
    if number:
        if warns(str(file.value("SELECT name FROM label WHERE id = ?", (number,)))):
            return colour
        file.execute_many("UPDATE label SET colour = ? WHERE id = ?", [(colour, number)])
        taken[colour] = taken.pop(WARNING)
    return WARNING


def ensured_labels(
    file: WorkspaceFile, corpus: int, names: Iterable[str], *, run: int, edit: int | None = None
) -> dict[str, int]:
    """Return numbers of labels by name; missing ones are made: for a run that alone sees them, or as part of an
    edit. What a run brings that is named like spam gets the colour of a warning, if need be from another label that it
    brings. With a set its labels are made before it."""
    given = list(dict.fromkeys(names))
    wanted = list(dict.fromkeys([*single_labels(given), *given]))
    known = dict(file.rows("SELECT name, id FROM label WHERE corpus_id = ? AND NOT is_deleted", (corpus,)))
    missing = [name for name in wanted if name not in known]
    highest = "SELECT coalesce(max(position), -1) + 1 FROM label WHERE corpus_id = ? AND position < ?"
    first = file.value(highest, (corpus, SETS_AFTER))
    sql = "SELECT colour, id, run_id FROM label WHERE corpus_id = ? AND NOT is_deleted AND NOT instr(name, char(31))"
    taken = {colour: (number, of_run) for colour, number, of_run in file.rows(sql, (corpus,))}
    for position, name in enumerate(missing, start=first):
        record = {"corpus_id": corpus, "name": usable_label(name), "run_id": run}
        if is_set(name):
            known[name] = file.insert("label", {**record, "colour": 0, "position": SETS_AFTER})
        else:
            colour = next(number for number in chain([position], count()) if number not in taken)
            if run and warns(name):
                colour = _warning(file, taken, run, colour)
            known[name] = file.insert("label", {**record, "colour": colour, "position": position})
            taken[colour] = (known[name], run)
        if edit is not None:
            keep_row(file, edit, "label", known[name], {"is_deleted": 1}, {"is_deleted": 0})
    if not run:
        used = [(known[name],) for name in wanted]
        file.execute_many("UPDATE label SET run_id = 0 WHERE id = ? AND run_id <> 0", used)
    return known


LIKE_SPAM = ("spam", "junk", "phishing", "спам", "垃圾")
"""As the engine knows the label that must not be given by mistake."""
WARNING = 1


def warns(label: str) -> bool:
    """Return whether the label's name holds “spam”, “junk” or their like."""
    return any(name in label.casefold() for name in LIKE_SPAM)
