"""Labels of a corpus: names with a colour, a key and an order."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.errors import NotFound, UnusableName
from app.domain.label_colours import WARNING, free_colour, warns
from app.domain.records import Label
from app.store.corpora import corpus_number, usable_label, usable_name
from app.store.file.connection import WorkspaceFile
from app.store.undo_log import apply_documents, change_row, keep_row, new_edit

_COUNTED = """SELECT label.id, label.name, label.colour, label.key, coalesce(counted.documents, 0)
    FROM visible_label AS label LEFT JOIN (
        SELECT label_id, count(*) AS documents FROM visible_document WHERE corpus_id = :corpus GROUP BY label_id
    ) AS counted ON counted.label_id = label.id
    WHERE corpus_id = :corpus ORDER BY position, label.id"""


class Labels:
    """The labels of each corpus."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def all(self, corpus: str) -> tuple[Label, ...]:
        """The labels of a corpus in their order, with how many documents carry each."""
        with self._file.snapshot():
            rows = self._file.rows(_COUNTED, {"corpus": corpus_number(self._file, corpus)})
        return tuple(Label(*row) for row in rows)

    def looks(self, corpus: str) -> tuple[tuple[str, int], ...]:
        """Name and colour of each label in the same order, without counting documents."""
        sql = "SELECT name, colour FROM visible_label WHERE corpus_id = ? ORDER BY position, id"
        with self._file.snapshot():
            return tuple(self._file.rows(sql, (corpus_number(self._file, corpus),)))

    def names(self, corpus: str) -> tuple[str, ...]:
        """The names alone, in the same order, without counting documents."""
        with self._file.snapshot():
            return tuple(name for _, name in label_names(self._file, corpus_number(self._file, corpus)))

    def add(self, corpus: str, name: str) -> None:
        """Make a label that no document carries yet."""
        name = usable_label(name)
        with self._file.transaction():
            corpus_id = self._free(corpus, name)
            edit = new_edit(self._file, "label-add", {"label": name, "corpus": corpus})
            ensured_labels(self._file, corpus_id, [name], run=0, edit=edit)

    def rename(self, corpus: str, name: str, new_name: str) -> None:
        """Call a label something else; documents and models follow."""
        new_name = usable_label(new_name)
        with self._file.transaction():
            label = label_number(self._file, corpus_number(self._file, corpus), name)
            self._free(corpus, new_name)
            edit = new_edit(self._file, "label-rename", {"label": name, "new": new_name, "corpus": corpus})
            change_row(self._file, edit, "label", label, name=new_name)

    def merge(self, corpus: str, name: str, into: str) -> int:
        """Give all documents of a label another one, and remove it; return how many there were."""
        with self._file.transaction():
            target = label_number(self._file, corpus_number(self._file, corpus), into)
            return self._dissolve(corpus, name, target, "label-merge", {"new": into})

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

    def _dissolve(self, corpus: str, name: str, target: int | None, kind: str, facts: dict[str, str]) -> int:
        corpus_id = corpus_number(self._file, corpus)
        label = label_number(self._file, corpus_id, name)
        if label == target:
            return 0
        edit = new_edit(self._file, kind, {"label": name, "corpus": corpus, **facts})
        self._file.execute(
            """INSERT INTO edit_document SELECT :edit, id, corpus_id, corpus_id, label_id, :target, weight, weight, 1, 1
            FROM visible_document WHERE corpus_id = :corpus AND label_id = :label""",
            {"edit": edit, "target": target, "label": label, "corpus": corpus_id},
        )
        change_row(self._file, edit, "label", label, is_deleted=1)
        return apply_documents(self._file, edit, forward=True)

    def _take_key(self, edit: int, corpus_id: int, key: str) -> None:
        sql = "SELECT id FROM visible_label WHERE corpus_id = ? AND key = ?"
        for label in self._file.column(sql, (corpus_id, key)):
            change_row(self._file, edit, "label", label, key="")

    def _make_room(self, edit: int, corpus_id: int, label: int, position: int) -> None:
        """Number the other labels so that this place is free."""
        others = [number for number, _ in label_names(self._file, corpus_id) if number != label]
        for place, number in enumerate(others):
            change_row(self._file, edit, "label", number, position=place + (place >= position))


def label_names(file: WorkspaceFile, corpus: int) -> list[tuple[int, str]]:
    """Return numbers and names of a corpus's labels in their order."""
    return file.rows("SELECT id, name FROM visible_label WHERE corpus_id = ? ORDER BY position, id", (corpus,))


def label_number(file: WorkspaceFile, corpus: int, name: str) -> int:
    """The number of a label by its name."""
    known = label_names(file, corpus)
    for number, found in known:
        if found == name:
            return number
    raise NotFound("label", name, tuple(found for _, found in known))


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
    brings."""
    wanted = list(dict.fromkeys(names))
    known = dict(file.rows("SELECT name, id FROM label WHERE corpus_id = ? AND NOT is_deleted", (corpus,)))
    missing = [name for name in wanted if name not in known]
    first = file.value("SELECT coalesce(max(position), -1) + 1 FROM label WHERE corpus_id = ?", (corpus,))
    sql = "SELECT colour, id, run_id FROM label WHERE corpus_id = ? AND NOT is_deleted"
    taken = {colour: (number, of_run) for colour, number, of_run in file.rows(sql, (corpus,))}
    for position, name in enumerate(missing, start=first):
        colour = free_colour(position, taken)
        if run and warns(name):
            colour = _warning(file, taken, run, colour)
        record = {"corpus_id": corpus, "name": usable_name("label", name), "colour": colour, "position": position}
        known[name] = file.insert("label", {**record, "run_id": run})
        taken[colour] = (known[name], run)
        if edit is not None:
            keep_row(file, edit, "label", known[name], {"is_deleted": 1}, {"is_deleted": 0})
    if not run:
        used = [(known[name],) for name in wanted]
        file.execute_many("UPDATE label SET run_id = 0 WHERE id = ? AND run_id <> 0", used)
    return known
