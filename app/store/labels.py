"""Labels of a corpus: names with a colour, a key and an order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from app.domain.errors import NotFound, UnusableName
from app.domain.label_sets import counted_singly, is_set, label_set, labels_in, single_labels
from app.domain.records import Label
from app.store.corpora import corpus_number, usable_label
from app.store.counts.count_blobs import IntArray
from app.store.file.connection import WorkspaceFile, WorkspacePart
from app.store.undo_log import apply_documents, change_row, keep_row, new_edit

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
                self._take_key(edit, corpus_id, key)
            if position is not None:
                self._make_room(edit, corpus_id, label, position)
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

    def _take_key(self, edit: int, corpus_id: int, key: str) -> None:
        sql = "SELECT id FROM visible_label WHERE corpus_id = ? AND key = ?"
        for label in self._file.column(sql, (corpus_id, key)):
            change_row(self._file, edit, "label", label, key="")

    def _make_room(self, edit: int, corpus_id: int, label: int, position: int) -> None:
        """Number the other labels so that this place is free."""
        known = label_names(self._file, corpus_id)
        others = [number for number, name in known if number != label and not is_set(name)]
        for place, number in enumerate(others):
            change_row(self._file, edit, "label", number, position=place + (place >= position))


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
        colour = 0 if is_set(name) else free_colour(position, taken)
        if run and warns(name) and not is_set(name):
            colour = _warning(file, taken, run, colour)
        place = SETS_AFTER if is_set(name) else position
        record = {"corpus_id": corpus, "name": usable_label(name), "colour": colour, "position": place}
        known[name] = file.insert("label", {**record, "run_id": run})
        if not is_set(name):
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


def free_colour(position: int, taken: Collection[int]) -> int:
    """Return the colour of a label's place in the order, or the first that no other label has."""
    return (
        position if position not in taken else next(number for number in range(len(taken) + 1) if number not in taken)
    )
