"""Documents of a corpus that takes several labels: given, taken, united, searched, undone and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.documents import MAX_LABELS_PER_DOCUMENT, display_labels, label_set_name, split_label_set
from app.domain.errors import UnusableName
from app.domain.records import ImportCounts
from app.store.corpora import normalise_label, tidy_label
from app.store.workspace import Workspace
from tests.app.store.made_up import imported, mail, recounted
from tests.app.store.test_undo import EDITS, everything

SEVERAL_EDITS: dict[str, Callable[[Workspace, list[int]], Any]] = {
    **EDITS,
    "relabel with a set": lambda w, n: w.editing.relabel(n, label_set_name(["tax", "travel"])),
    "give one more": lambda w, n: w.editing.set_label_membership(n, "tax", is_on=True),
    "take one": lambda w, n: w.editing.set_label_membership(n, "spam", is_on=False),
    "rename one of a set": lambda w, n: w.labels.rename("mail", "travel", "aaa"),
    "merge one of a set": lambda w, n: w.labels.merge("mail", "travel", "spam"),
    "find again with other labels": lambda w, n: imported(
        w, [mail("letter 1", "tax", path="/b"), mail("fresh", "new"), mail("fresh", "newer", path="/c")]
    ),
    "take several elsewhere": lambda w, n: w.corpora.set_multi_label("other"),
}


@pytest.fixture
def ready(workspace: Workspace) -> Workspace:
    for name in ("mail", "other"):
        workspace.corpora.add(name, "mail")
    workspace.corpora.set_multi_label("mail")
    sets = ["spam", "ham", label_set_name(["spam", "travel"]), label_set_name(["ham", "travel", "bank"]), None]
    imported(workspace, [mail(f"letter {number}", label) for number, label in enumerate(sets)])
    imported(workspace, [mail("elsewhere", "spam")], "other")
    workspace.undo_log.forget()
    return workspace


def all_of(workspace: Workspace, corpus: str = "mail") -> list[int]:
    """Return the numbers of a corpus's documents."""
    numbers: list[int] = workspace.documents.numbers(corpus).tolist()
    return numbers


def seen_in(workspace: Workspace) -> tuple[Any, ...]:
    """Return all that a person sees, and which corpora take several labels."""
    return (*everything(workspace), {corpus.name: corpus.takes_several for corpus in workspace.corpora.all()})


def labels_of(workspace: Workspace, corpus: str = "mail") -> dict[str, tuple[str, ...]]:
    """Return the labels of each document by its text."""
    numbers = workspace.documents.numbers(corpus).tolist()
    found = [workspace.documents.get(number).document for number in numbers]
    return {document.text: split_label_set(document.label) for document in found}


def test_a_set_is_a_label_to_the_file_and_none_to_people(ready: Workspace) -> None:
    assert [(label.name, label.documents) for label in ready.labels.all("mail")] == [
        ("spam", 2), ("ham", 2), ("travel", 2), ("bank", 1),
    ]  # fmt: skip
    assert ready.labels.names("mail") == ("spam", "ham", "travel", "bank")
    assert labels_of(ready)["letter 3"] == ("bank", "ham", "travel")
    listed = ready._file.rows("SELECT document_id, label FROM document_label ORDER BY 1, 2")
    third = all_of(ready)[3]
    assert [label for number, label in listed if number == third] == ["bank", "ham", "travel"]
    assert ready.check(recount=recounted) == []


@pytest.mark.parametrize("edit", SEVERAL_EDITS)
def test_every_edit_can_be_undone_and_done_again(ready: Workspace, edit: str) -> None:
    if edit == "move":
        ready.corpora.set_multi_label("other")
    before, numbers = seen_in(ready), all_of(ready)
    SEVERAL_EDITS[edit](ready, numbers)
    after = seen_in(ready)
    assert after != before
    assert ready.check(recount=recounted) == []

    ready.undo_log.undo()
    assert seen_in(ready) == before
    assert ready.check(recount=recounted) == []
    ready.undo_log.redo()
    assert seen_in(ready) == after
    ready.undo_log.forget()
    ready.compact()
    assert seen_in(ready) == after
    assert ready.check(recount=recounted) == []


def test_one_label_is_given_and_taken_beside_the_others(ready: Workspace) -> None:
    numbers = all_of(ready)
    assert ready.editing.set_label_membership(numbers, "travel", is_on=True) == 3
    assert ready.editing.set_label_membership(numbers, "spam", is_on=False) == 2
    assert list(labels_of(ready).values()) == [
        ("travel",), ("ham", "travel"), ("travel",), ("bank", "ham", "travel"), ("travel",),
    ]  # fmt: skip
    assert ready.editing.set_label_membership(numbers, "travel", is_on=True) == 0


def test_a_label_that_is_renamed_merged_or_removed_is_so_in_every_set(ready: Workspace) -> None:
    number = ready.changes.last_number("mail")
    ready.labels.rename("mail", "travel", "zoo")
    assert labels_of(ready)["letter 3"] == ("bank", "ham", "zoo")
    renamed = ready.changes.changes_since("mail", number).renamed_labels
    assert renamed[label_set_name(["ham", "travel", "bank"]) or ""] == label_set_name(["ham", "bank", "zoo"])
    ready.labels.merge("mail", "zoo", "spam")
    assert [labels_of(ready)[f"letter {n}"] for n in (2, 3)] == [("spam",), ("bank", "ham", "spam")]
    ready.labels.remove("mail", "ham")
    assert [labels_of(ready)[f"letter {n}"] for n in (1, 3)] == [(), ("bank", "spam")]
    assert ready.check(recount=recounted) == []


def test_the_same_document_in_two_folders_has_both_labels(ready: Workspace) -> None:
    report = imported(
        ready,
        [
            mail("both", "tax"),
            mail("both", "bank", path="/b"),
            mail("letter 0", "tax", path="/c"),
            mail("letter 4", "tax"),
        ],
    )

    assert report == ImportCounts(documents=1, duplicates=3, conflicts=0, bytes=24, failed=0)
    assert labels_of(ready)["both"] == ("bank", "tax")
    assert labels_of(ready)["letter 0"] == ("spam", "tax")
    assert not ready.documents.columns("mail").has_conflict.any()
    assert ready.documents.duplicate_counts("mail")[1] == 0
    columns = ready.documents.columns("mail")
    assert not columns.has_conflict.any()


def test_nobody_sees_new_labels_of_an_import_before_it_settles(ready: Workspace, path: Path) -> None:
    before = everything(ready)
    with ready.imports.begin("mail", source="inbox") as run:
        run.add([mail("letter 0", "tax", path="/b"), mail("x", "p"), mail("x", "q", path="/x")])
        assert everything(ready) == before
    assert everything(ready) == before
    assert ready.check(recount=recounted) == []


def test_labels_of_a_set_outlive_the_import_that_made_them_first(ready: Workspace, path: Path) -> None:
    with Workspace(path) as other:
        run = other.imports.begin("mail", source="second")
        with ready.imports.begin("mail", source="first") as first:
            first.add([mail("one", label_set_name(["p", "q"]))])
            run.add([mail("two", label_set_name(["p", "q"]))])
        assert ready.labels.names("mail") == ("spam", "ham", "travel", "bank")
        run.settle()
    assert ready.labels.names("mail") == ("spam", "ham", "travel", "bank", "p", "q")
    assert ready.check(recount=recounted) == []


def test_where_labels_exclude_each_other_several_are_refused_in_a_sentence(ready: Workspace) -> None:
    before = everything(ready)
    two = label_set_name(["a", "b"])
    for tried in (
        lambda: ready.editing.relabel(all_of(ready, "other"), two),
        lambda: ready.editing.set_label_membership(all_of(ready, "other"), "b", is_on=True),
        lambda: ready.editing.add("other", [mail("new", two)]),
        lambda: ready.editing.move(all_of(ready), "other"),
    ):
        with pytest.raises(UnusableName) as raised:
            tried()
        assert raised.value.reason == "takes-one"
    with pytest.raises(UnusableName) as raised:
        ready.corpora.set_multi_label("mail", is_on=False)
    assert raised.value.reason == "has-several"
    assert everything(ready) == before


def test_odd_labels_are_refused_or_made_usable(ready: Workspace) -> None:
    assert normalise_label("\x1f".join(["  b  c ", "a"])) == "a\x1fb c"
    assert tidy_label("\x1f".join(["b\n", "", "\x07", "a"])) == "a\x1fb"
    assert tidy_label("\x1f") is None
    with pytest.raises(UnusableName):
        normalise_label("\x1f".join(map(str, range(MAX_LABELS_PER_DOCUMENT + 1))))
    for refused in (lambda: ready.labels.add("mail", "a\x1fb"), lambda: ready.labels.rename("mail", "spam", "a\x1fb")):
        with pytest.raises(UnusableName):
            refused()
    many = label_set_name(f"label {number}" for number in range(300))
    assert ready.editing.relabel(all_of(ready)[:1], many) == 1
    assert len(labels_of(ready)["letter 0"]) == 300
    assert len(display_labels(many or "").split(", ")) == 300
    assert ready.check(recount=recounted) == []


def test_thousands_of_labels_are_kept_and_counted(ready: Workspace) -> None:
    documents = [replace(mail(f"d {n}"), label=label_set_name([f"l{n}", f"l{(n + 1) % 3_000}"])) for n in range(3_000)]
    imported(ready, documents)
    found = {label.name: label.documents for label in ready.labels.all("mail")}
    assert len(found) == 3_004
    assert found["l17"] == 2


def test_two_windows_may_answer_at_once(ready: Workspace, path: Path) -> None:
    numbers = all_of(ready)
    with Workspace(path) as other:
        ready.editing.set_label_membership(numbers[:1], "tax", is_on=True)
        other.editing.set_label_membership(numbers[:1], "bank", is_on=True)
        assert labels_of(ready)["letter 0"] == labels_of(other)["letter 0"] == ("bank", "spam", "tax")
