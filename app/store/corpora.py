"""Corpora (collections of documents), their labels, and saved searches.

Each corpus has its own change numbers and labels. A label has a colour, a keyboard shortcut and a position.
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

from app.domain.documents import (
    MAX_LABELS_PER_DOCUMENT,
    TableSchema,
    collect_single_labels,
    count_single_labels,
    is_label_set,
    label_set_name,
    split_label_set,
)
from app.domain.errors import NotFound, UnusableName
from app.domain.records import Corpus, CorpusKind, Label
from app.store.connection import WorkspaceFile, WorkspacePart, translate_sqlite_errors
from app.store.count_blobs import IntArray
from app.store.document_packing import DamagedBlob
from app.store.undo_log import apply_documents, change_row, new_edit, record_row_values

MAX_NAME_CHARACTERS = 200
MULTI_LABEL_VERSION = 9
"""First version of the file in which documents may have several labels."""
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode categories that names must not contain: controls, surrogates, line and paragraph separators."""

_SELECT_CORPORA = """SELECT id, name, kind, columns, change_number, corpus_id IS NOT NULL
    FROM visible_corpus LEFT JOIN several_labels ON corpus_id = id ORDER BY id"""
_SELECT_CORPORA_OF_OLD_VERSION = "SELECT id, name, kind, columns, change_number, 0 FROM visible_corpus ORDER BY id"
_LABELS_IN_USE = """SELECT DISTINCT name FROM document JOIN label ON label.id = label_id
    WHERE document.corpus_id = ? AND deleted_by IS NULL"""


class Corpora(WorkspacePart):
    """Corpora of a workspace."""

    def all(self) -> tuple[Corpus, ...]:
        """Return all corpora in order of creation."""
        rows = self._file.rows(
            _SELECT_CORPORA if self._file.version >= MULTI_LABEL_VERSION else _SELECT_CORPORA_OF_OLD_VERSION
        )
        with translate_sqlite_errors(self._file.path):
            return tuple(
                Corpus(number, name, kind, _parse_schema(columns), change_number, bool(takes_several))
                for number, name, kind, columns, change_number, takes_several in rows
            )

    def get(self, name: str) -> Corpus:
        """Return the corpus of this name. Raise NotFound if it does not exist."""
        matches = [corpus for corpus in self.all() if corpus.name == name]
        if not matches:
            raise NotFound("corpus", name, tuple(corpus.name for corpus in self.all()))
        return matches[0]

    def has(self, name: str) -> bool:
        """Return whether a corpus of this name exists."""
        return any(corpus.name == name for corpus in self.all())

    def add(self, name: str, kind: CorpusKind = "text", schema: TableSchema | None = None) -> Corpus:
        """Create an empty corpus."""
        with self._file.transaction():
            if self.has(name):
                raise UnusableName("corpus", name, "taken")
            edit = new_edit(self._file, "corpus-add", {"corpus": name})
            number = ensure_corpus(self._file, name, kind, schema, run=0)
            record_row_values(self._file, edit, "corpus", number, {"is_deleted": 1}, {"is_deleted": 0})
        return self.get(name)

    def rename(self, name: str, new_name: str) -> None:
        with self._file.transaction():
            number = corpus_number(self._file, name)
            if self.has(new_name):
                raise UnusableName("corpus", new_name, "taken")
            edit = new_edit(self._file, "corpus-rename", {"corpus": name, "new": new_name})
            change_row(self._file, edit, "corpus", number, name=normalise_name("corpus", new_name))

    def set_multi_label(self, name: str, *, is_on: bool = True) -> None:
        """Allow documents of a corpus to have several labels each (`is_on`), or only one.

        Raises UnusableName if only one is wanted and a document has several.
        """
        with self._file.transaction():
            if (corpus := self.get(name)).takes_several == is_on:
                return
            if not is_on and any(map(is_label_set, self._file.column(_LABELS_IN_USE, (corpus.number,)))):
                raise UnusableName("corpus", name, "has-several")
            edit = new_edit(self._file, "several-labels" if is_on else "one-label", {"corpus": name})
            change_row(self._file, edit, "corpus", corpus.number, takes_several=int(is_on))

    def remove(self, name: str) -> int:
        """Delete a corpus with its documents; return the number of documents."""
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
    """Return the number of a corpus by its name; raise NotFound if it does not exist."""
    return Corpora(file).get(name).number


def ensure_corpus(
    file: WorkspaceFile, name: str, kind: str, schema: TableSchema | None, *, run: int, takes_several: bool = False
) -> int:
    """Return the number of a corpus by its name; create the corpus if it does not exist.

    `run` is the number of the import run that needs the corpus, or 0. A corpus created for an import run stays
    invisible until that run ends, except to the run itself. With 0, the corpus becomes visible at once, even if a
    running import has created it.
    """
    existing = file.value("SELECT id FROM corpus WHERE name = ? AND NOT is_deleted", (name,))
    if existing is not None:
        if not run:
            file.table("corpus").update(existing, run_id=0)
        return int(existing)
    record = {
        "name": normalise_name("corpus", name),
        "kind": kind,
        "columns": None if schema is None else json.dumps(asdict(schema)),
        "created_at": time.time(),
        "run_id": run,
    }
    number = file.table("corpus").insert(record)
    if takes_several:
        file.table("several_labels").insert({"corpus_id": number})
    return number


def normalise_name(what: str, name: str) -> str:
    """Return the name in Unicode form NFC. Raise UnusableName if it is empty, too long or not printable."""
    if not name.strip():
        raise UnusableName(what, name, "empty")
    if len(name) > MAX_NAME_CHARACTERS:
        raise UnusableName(what, name, "too-long")
    if any(unicodedata.category(letter) in UNPRINTABLE for letter in name):
        raise UnusableName(what, name, "unprintable")
    return unicodedata.normalize("NFC", name)


def first_free_name(wanted: str, taken: Collection[str]) -> str:
    """Return `wanted`, or if it is taken "wanted 2", "wanted 3", …: the first name that is free."""
    names = chain([wanted], (f"{wanted} {number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def normalise_label(name: str) -> str:
    """Return a label or label set as it is stored: in NFC, and with single spaces between words.

    Raises UnusableName if it is not allowed as a label.
    """
    if len(labels := split_label_set(name)) > MAX_LABELS_PER_DOCUMENT:
        raise UnusableName("label", name, "too-many")
    return (
        label_set_name(" ".join(normalise_name("label", label.strip()).split()) for label in labels or (name,)) or name
    )


def normalise_label_for(corpus: Corpus, label: str | None) -> str | None:
    """Return a label, or None, as `corpus` stores it (see `normalise_label`).

    Raises UnusableName for a label set if documents of the corpus have only one label each.
    """
    if label is None:
        return None
    if is_label_set(label) and not corpus.takes_several:
        raise UnusableName("corpus", corpus.name, "takes-one")
    return normalise_label(label)


@lru_cache(maxsize=4096)
def tidy_label(name: str | None) -> str | None:
    """Return the label for a folder name or mail header, without characters that labels must not contain.

    Return None if no character is left. Unlike `normalise_label`, this never raises, so that an import does not fail
    for a strange name.
    """
    if is_label_set(name):
        return label_set_name(tidy_label(label) or "" for label in split_label_set(name)[:MAX_LABELS_PER_DOCUMENT])
    if name is None:
        return None
    printable = "".join(" " if unicodedata.category(letter) in UNPRINTABLE else letter for letter in name)
    return " ".join(unicodedata.normalize("NFC", printable).split())[:MAX_NAME_CHARACTERS].strip() or None


def _parse_schema(columns: str | None) -> TableSchema | None:
    if columns is None:
        return None
    try:
        schema = json.loads(columns)
        lists = {"numeric": tuple(schema["numeric"]), "categorical": tuple(schema["categorical"])}
        return TableSchema(**{**schema, **lists})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DamagedBlob("the columns of a corpus") from error


class SavedSearches(WorkspacePart):
    """Saved searches of each corpus."""

    def all(self, corpus: str) -> tuple[tuple[str, str], ...]:
        """Return (name, search) of each saved search of a corpus, in the order in which they were saved."""
        sql = "SELECT name, search FROM shelf WHERE corpus_id = ? ORDER BY position, name"
        return tuple(self._file.rows(sql, (corpus_number(self._file, corpus),)))

    def save(self, corpus: str, name: str, search: str) -> None:
        """Save a search under a name, replacing an earlier one of that name."""
        with self._file.transaction():
            corpus_id, name = corpus_number(self._file, corpus), normalise_name("shelf", name.strip())
            last = self._file.value("SELECT max(position) FROM shelf WHERE corpus_id = ?", (corpus_id,))
            known = self._file.value("SELECT position FROM shelf WHERE corpus_id = ? AND name = ?", (corpus_id, name))
            record = {"corpus_id": corpus_id, "name": name, "search": search, "position": known or (last or 0) + 1}
            self._file.table("shelf").insert(record, replace=True)

    def remove(self, corpus: str, name: str) -> None:
        """Delete a saved search."""
        corpus_id = corpus_number(self._file, corpus)
        self._file.table("shelf").delete("corpus_id = ? AND name = ?", (corpus_id, name))


_SELECT_LABELS_WITH_COUNTS = """SELECT label.id, label.name, label.colour, label.key, coalesce(counted.documents, 0)
    FROM visible_label AS label LEFT JOIN (
        SELECT label_id, count(*) AS documents FROM visible_document WHERE corpus_id = :corpus GROUP BY label_id
    ) AS counted ON counted.label_id = label.id
    WHERE corpus_id = :corpus ORDER BY position, label.id"""
_LIST_DOCUMENTS_OF_LABEL = """INSERT INTO edit_document
    SELECT :edit, id, corpus_id, corpus_id, label_id, :target, weight, weight, 1, 1
    FROM visible_document WHERE corpus_id = :corpus AND label_id = :label"""
POSITION_OF_LABEL_SETS = 1 << 30
"""Position of label sets in the order: after every single label."""

_SELECT_LABELLED_BY_HAND = """SELECT DISTINCT document_id FROM edit_document JOIN edit ON edit.id = edit_id
    WHERE kind = 'relabel' AND NOT is_undone AND new_corpus_id = :corpus
    AND old_label_id IS NULL AND new_label_id IS NOT NULL AND (:most IS NULL OR edit.n_documents <= :most)"""


class Labels(WorkspacePart):
    """Labels of each corpus."""

    def all(self, corpus: str) -> tuple[Label, ...]:
        """Return the labels of a corpus in their order, each with its number of documents, which are counted now."""
        with self._file.snapshot():
            rows = self._file.rows(_SELECT_LABELS_WITH_COUNTS, {"corpus": corpus_number(self._file, corpus)})
        n_of = count_single_labels({name: documents for _, name, *_, documents in rows})
        single = [label for *label, _ in rows if not is_label_set(label[1])]
        return tuple(Label(number, name, colour, key, n_of[name]) for number, name, colour, key in single)

    def names_and_colours(self, corpus: str) -> tuple[tuple[str, int], ...]:
        """Return (name, colour) of each label in order, without counting documents."""
        sql = "SELECT name, colour FROM visible_label WHERE corpus_id = ? ORDER BY position, id"
        with self._file.snapshot():
            looks = self._file.rows(sql, (corpus_number(self._file, corpus),))
        return tuple(look for look in looks if not is_label_set(look[0]))

    def names(self, corpus: str, *, with_sets: bool = False) -> tuple[str, ...]:
        """Return the label names in order, without counting documents; `with_sets` includes label sets."""
        with self._file.snapshot():
            labels = label_names(self._file, corpus_number(self._file, corpus))
        return tuple(name for _, name in labels if with_sets or not is_label_set(name))

    def labelled_by_hand(self, corpus: str, most: int | None = None) -> IntArray:
        """Return the numbers of documents that had no label until a person gave them one.

        They are read from the undo log, so older edits may be missing. With `most`, edits of more than `most`
        documents are ignored.
        """
        parameters = {"corpus": corpus_number(self._file, corpus), "most": most}
        return np.array(self._file.column(_SELECT_LABELLED_BY_HAND, parameters), np.int64)

    def add(self, corpus: str, name: str) -> None:
        """Create a label without documents."""
        name = _normalise_single_label(name)
        with self._file.transaction():
            corpus_id = self._require_unused_name(corpus, name)
            edit = new_edit(self._file, "label-add", {"label": name, "corpus": corpus})
            ensure_labels(self._file, corpus_id, [name], run=0, edit=edit)

    def rename(self, corpus: str, name: str, new_name: str) -> None:
        """Rename a label. Models get the new name when they next learn the changes of the corpus."""
        new_name = _normalise_single_label(new_name)
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            label_number(self._file, corpus_id, name)
            self._require_unused_name(corpus, new_name)
            edit = new_edit(self._file, "label-rename", {"label": name, "new": new_name, "corpus": corpus})
            for label, stored_name in self._label_and_sets(corpus_id, name):
                change_row(self._file, edit, "label", label, name=_replace_label(stored_name, name, new_name))

    def merge(self, corpus: str, name: str, into: str) -> int:
        """Give all documents of the label `name` the label `into`, and delete `name`. Return their number."""
        with self._file.transaction():
            label_number(self._file, corpus_number(self._file, corpus), into)
            return self._replace_everywhere(corpus, name, into, "label-merge", {"new": into})

    def remove(self, corpus: str, name: str) -> int:
        """Delete a label. Its documents stay in the corpus without the label. Return their number."""
        with self._file.transaction():
            return self._replace_everywhere(corpus, name, None, "label-remove", {})

    def change_look(
        self,
        corpus: str,
        name: str,
        *,
        colour: int | None = None,
        key: str | None = None,
        position: int | None = None,
    ) -> None:
        """Change the colour, shortcut key or position of a label; None leaves a value unchanged.

        A key belongs to one label of the corpus: a label that had this key before loses it.
        """
        with self._file.transaction():
            corpus_id = corpus_number(self._file, corpus)
            label = label_number(self._file, corpus_id, name)
            edit = new_edit(self._file, "label-look", {"label": name, "corpus": corpus})
            if key:
                sql = "SELECT id FROM visible_label WHERE corpus_id = ? AND key = ?"
                for owner in self._file.column(sql, (corpus_id, key)):
                    change_row(self._file, edit, "label", owner, key="")
            if position is not None:  # renumber the others so that this position is free
                labels = label_names(self._file, corpus_id)
                others = [number for number, other in labels if number != label and not is_label_set(other)]
                for index, number in enumerate(others):
                    change_row(self._file, edit, "label", number, position=index + (index >= position))
            fields = {"colour": colour, "key": key, "position": position}
            values = {field: value for field, value in fields.items() if value is not None}
            change_row(self._file, edit, "label", label, **values)

    def _require_unused_name(self, corpus: str, name: str) -> int:
        """Return the number of the corpus; raise UnusableName if it has a label of this name."""
        if name in self.names(corpus):
            raise UnusableName("label", name, "taken")
        return corpus_number(self._file, corpus)

    def _replace_everywhere(self, corpus: str, name: str, into: str | None, kind: str, facts: dict[str, str]) -> int:
        """Replace a label by `into` in all documents and in every label set. If `into` is None, remove the label.

        Return the number of documents changed. `kind` and `facts` are stored in the edit.
        """
        corpus_id = corpus_number(self._file, corpus)
        label_number(self._file, corpus_id, name)
        if name == into:
            return 0
        edit = new_edit(self._file, kind, {"label": name, "corpus": corpus, **facts})
        affected = self._label_and_sets(corpus_id, name)
        targets = {label: _replace_label(stored_name, name, into) for label, stored_name in affected}
        numbers = ensure_labels(self._file, corpus_id, filter(None, targets.values()), run=0, edit=edit)
        for label, target in targets.items():
            new = numbers[target] if target else None
            self._file.execute(
                _LIST_DOCUMENTS_OF_LABEL, {"edit": edit, "target": new, "label": label, "corpus": corpus_id}
            )
            change_row(self._file, edit, "label", label, is_deleted=1)
        return apply_documents(self._file, edit, forward=True)

    def _label_and_sets(self, corpus_id: int, name: str) -> list[tuple[int, str]]:
        """Return (number, stored name) of a label and of all label sets that contain it."""
        labels = label_names(self._file, corpus_id)
        return [(number, stored_name) for number, stored_name in labels if name in split_label_set(stored_name)]


def label_names(file: WorkspaceFile, corpus: int) -> list[tuple[int, str]]:
    """Return (number, name) of a corpus's labels in their order, label sets last."""
    return file.rows("SELECT id, name FROM visible_label WHERE corpus_id = ? ORDER BY position, id", (corpus,))


def label_number(file: WorkspaceFile, corpus: int, name: str) -> int:
    """Return the number of a label by its name; raise NotFound if it does not exist."""
    labels = label_names(file, corpus)
    for number, label in labels:
        if label == name:
            return number
    raise NotFound("label", name, tuple(label for _, label in labels if not is_label_set(label)))


def _normalise_single_label(name: str) -> str:
    if is_label_set(name):
        raise UnusableName("label", name, "unprintable")
    return normalise_label(name)


def _replace_label(name: str, old: str, new: str | None) -> str | None:
    return label_set_name([*(label for label in split_label_set(name) if label != old), new or ""])


def _choose_warning_colour(file: WorkspaceFile, taken: dict[int, tuple[int, int]], run: int, colour: int) -> int:
    """Return the palette index for a new label named like spam: WARNING_COLOUR if possible, otherwise `colour`.

    `taken` has (label number, import run) by palette index. If another label of the import run `run` has WARNING_COLOUR
    and is not named like spam, that label gets `colour` instead.
    """
    number, owner_run = taken.get(WARNING_COLOUR, (0, run))
    if owner_run != run:
        return colour
    if number:
        if is_like_spam(str(file.value("SELECT name FROM label WHERE id = ?", (number,)))):
            return colour
        file.table("label").update(number, colour=colour)
        taken[colour] = taken.pop(WARNING_COLOUR)
    return WARNING_COLOUR


def ensure_labels(
    file: WorkspaceFile, corpus: int, names: Iterable[str], *, run: int, edit: int | None = None
) -> dict[str, int]:
    """Return the number of each label by its name; create the missing labels.

    `run` is the number of the import run that needs the labels, or 0. A label created for an import run stays invisible
    until that run ends, except to the run itself. With 0, the label is visible at once, and its creation is recorded in
    the edit `edit` for undo. The single labels of a label set are created before the set. A label named like spam gets
    the warning colour if possible.
    """
    unique_names = list(dict.fromkeys(names))
    wanted = list(dict.fromkeys([*collect_single_labels(unique_names), *unique_names]))
    known = dict(file.rows("SELECT name, id FROM label WHERE corpus_id = ? AND NOT is_deleted", (corpus,)))
    missing = [name for name in wanted if name not in known]
    highest = "SELECT coalesce(max(position), -1) + 1 FROM label WHERE corpus_id = ? AND position < ?"
    first = file.value(highest, (corpus, POSITION_OF_LABEL_SETS))
    sql = "SELECT colour, id, run_id FROM label WHERE corpus_id = ? AND NOT is_deleted AND NOT instr(name, char(31))"
    taken = {colour: (number, owner_run) for colour, number, owner_run in file.rows(sql, (corpus,))}
    for position, name in enumerate(missing, start=first):
        record = {"corpus_id": corpus, "name": normalise_label(name), "run_id": run}
        if is_label_set(name):
            known[name] = file.table("label").insert({**record, "colour": 0, "position": POSITION_OF_LABEL_SETS})
        else:
            colour = next(number for number in chain([position], count()) if number not in taken)
            if run and is_like_spam(name):
                colour = _choose_warning_colour(file, taken, run, colour)
            known[name] = file.table("label").insert({**record, "colour": colour, "position": position})
            taken[colour] = (known[name], run)
        if edit is not None:
            record_row_values(file, edit, "label", known[name], {"is_deleted": 1}, {"is_deleted": 0})
    if not run:
        used = [(known[name],) for name in wanted]
        file.execute_many("UPDATE label SET run_id = 0 WHERE id = ? AND run_id <> 0", used)
    return known


SPAM_NAME_PARTS = ("spam", "junk", "phishing", "спам", "垃圾")
"""Parts of label names that mark the spam label. Equal to `nbengine.measure.evaluation.SPAM_NAMES`."""
WARNING_COLOUR = 1
"""Palette index of the warning colour."""


def is_like_spam(label: str) -> bool:
    """Return whether a label is named like spam and should have the warning colour."""
    return any(name in label.casefold() for name in SPAM_NAME_PARTS)
