"""Every edit can be undone and done again, across restarts, and models can follow by the log of changes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.errors import UnusableName
from app.store import undo_log
from app.store.corpora import normalise_label, tidy_label
from app.store.document_packing import pack_document
from app.store.workspace import Workspace
from tests.app.store.made_up import bags, contents, imported, mail, mails, numbers_of, recounted

EDITS: dict[str, Callable[[Workspace, list[int]], Any]] = {
    "learn": lambda w, n: w.editing.add("mail", [mail("learnt", "new")]),
    "relabel": lambda w, n: w.editing.relabel(n, "spam"),
    "relabel with a new label": lambda w, n: w.editing.relabel(n, "invoice"),
    "unlabel": lambda w, n: w.editing.relabel(n, None),
    "read again": lambda w, n: w.editing.read_again(
        {number: pack_document(mail(f"better {number}", None)) for number in n}
    ),
    "remove": lambda w, n: w.editing.remove(n),
    "move": lambda w, n: w.editing.move(n, "other"),
    "import": lambda w, n: imported(w, [*mails(3), mail("fresh", "fresh label")]),
    "import into a new corpus": lambda w, n: imported(w, mails(3), "third"),
    "rename a label": lambda w, n: w.labels.rename("mail", "spam", "junk"),
    "merge labels": lambda w, n: w.labels.merge("mail", "spam", "ham"),
    "remove a label": lambda w, n: w.labels.remove("mail", "spam"),
    "add a label": lambda w, n: w.labels.add("mail", "empty"),
    "look": lambda w, n: w.labels.change_look("mail", "spam", colour=7, key="s", position=0),
    "rename a corpus": lambda w, n: w.corpora.rename("mail", "letters"),
    "remove a corpus": lambda w, n: w.corpora.remove("mail"),
    "add a corpus": lambda w, n: w.corpora.add("fourth"),
}


@pytest.fixture
def ready(workspace: Workspace) -> Workspace:
    prepare(workspace)
    return workspace


def prepare(workspace: Workspace) -> None:
    """Nine mails in one corpus, one of them also in another, with nothing to undo."""
    imported(workspace, mails(9))
    imported(workspace, [mail("letter number 8", "ham"), mail("elsewhere", "spam")], "other")
    workspace.undo_log.forget()


def test_an_import_of_copies_only_is_nothing_to_undo(ready: Workspace) -> None:
    ready.editing.relabel(ready.documents.numbers("mail").tolist()[:1], "invoice")

    report = imported(ready, mails(9))

    assert (report.documents, report.duplicates) == (0, 9)
    last = ready.undo_log.next_undo()
    assert last is not None
    assert last.kind == "relabel"


def everything(workspace: Workspace) -> tuple[Any, ...]:
    """Return all that a person sees of documents and labels."""
    labels = {corpus.name: workspace.labels.all(corpus.name) for corpus in workspace.corpora.all()}
    return contents(workspace), labels


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_can_be_undone_and_done_again(ready: Workspace, name: str) -> None:
    before = everything(ready)
    EDITS[name](ready, ready.documents.numbers("mail").tolist()[3:])
    after = everything(ready)
    assert after != before

    undone = ready.undo_log.undo()
    assert everything(ready) == before
    again = ready.undo_log.redo()

    assert undone is not None
    assert again is not None
    assert (undone.number, everything(ready)) == (again.number, after)


def test_what_is_read_again_keeps_label_weight_and_place_in_its_import(ready: Workspace) -> None:
    (number,) = ready.editing.add("mail", [replace(mail("heavy", "spam"), weight=3.0)]).document_numbers.tolist()
    old, column = ready.documents.get(number), ready.documents.columns("mail")

    fresh = ready.editing.read_again({number: pack_document(mail("read better", "another"))})[number]

    now = ready.documents.columns("mail")
    assert {fresh} == set(now.document_numbers.tolist()) - set(column.document_numbers.tolist())
    read = ready.documents.get(fresh).document
    assert (read.text, read.label, read.weight) == (mail("read better", None).text, old.document.label, 3.0)
    assert number not in now.document_numbers
    assert now.import_numbers[now.document_numbers == fresh] == column.import_numbers[column.document_numbers == number]
    last = ready.undo_log.next_undo("mail")
    assert last is not None
    assert (last.kind, last.documents) == ("read-again", 1)


def test_a_document_read_again_that_is_the_same_as_another_now_becomes_a_place_of_it(ready: Workspace) -> None:
    first, second, *rest = ready.documents.numbers("mail").tolist()
    same = ready.documents.get(first).document

    assert ready.editing.read_again({second: pack_document(replace(same, path="elsewhere.eml"))}) == {second: first}

    assert ready.documents.numbers("mail").tolist() == [first, *rest]
    assert [place.path for place in ready.documents.duplicate_locations([first])[first]] == ["elsewhere.eml"]


def test_a_model_forgets_what_was_read_before_and_learns_what_was_read_again(ready: Workspace) -> None:
    number, since = int(ready.documents.numbers("mail")[0]), ready.changes.last_number("mail")

    fresh = ready.editing.read_again({number: pack_document(mail("read better", None))})[number]

    changes = {
        each.document: (each.existed_before, each.exists_after)
        for each in ready.changes.changes_since("mail", since).document_changes
    }
    assert changes == {number: (True, False), fresh: (False, True)}


def test_undo_works_after_a_restart(path: Path) -> None:
    with Workspace(path, create=True) as workspace:
        prepare(workspace)
        before = everything(workspace)
        workspace.editing.remove(workspace.documents.numbers("mail")[:4])
        workspace.labels.rename("mail", "spam", "junk")

    with Workspace(path) as workspace:
        workspace.undo_log.undo()
        workspace.undo_log.undo()
        assert everything(workspace) == before
        assert workspace.undo_log.undo() is None


def test_a_new_edit_ends_what_could_be_done_again(ready: Workspace) -> None:
    ready.editing.add("mail", [mail("learnt", "ham")])
    ready.undo_log.undo()
    ready.labels.add("mail", "later")

    assert ready.undo_log.redo() is None
    assert [edit.kind for edit in ready.undo_log.all()] == ["label-add"]


def test_an_edit_that_changes_nothing_is_no_step_of_undo(ready: Workspace) -> None:
    ready.editing.relabel(numbers_of(ready, "letter number 0"), "spam")
    ready.editing.remove([])
    ready.editing.add("mail", [mail("letter number 1", "spam")])

    assert ready.undo_log.all() == ()
    assert ready.editing.add("mail", [mail("letter number 1", "spam")]).document_numbers.tolist() == [-1]


def test_an_import_that_was_undone_is_no_longer_listed(ready: Workspace) -> None:
    imported(ready, [mail("one", "ham"), mail("two", "ham")])
    ready.undo_log.undo()
    assert len(ready.imports.history("mail")) == 1
    ready.undo_log.redo()
    assert len(ready.imports.history("mail")) == 2
    ready.undo_log.undo()
    ready.labels.add("mail", "later")

    assert len(ready.imports.history("mail")) == 1


def test_only_the_last_edits_are_remembered_and_older_deletions_are_final(ready: Workspace, monkeypatch) -> None:
    monkeypatch.setattr(undo_log, "MAX_EDITS", 3)
    for number in ready.documents.numbers("mail").tolist()[:6]:
        ready.editing.remove([number])
    undo_log.remove_deleted(ready._file)

    assert len(ready.undo_log.all()) == 3
    while ready.undo_log.undo():
        pass
    assert ready.documents.count("mail") == 6


def test_moving_takes_labels_along_and_leaves_content_that_is_there_already(ready: Workspace) -> None:
    moved = ready.editing.move(ready.documents.numbers("mail").tolist(), "other")

    assert (moved, list(contents(ready)["mail"])) == (8, ["letter number 8"])
    assert contents(ready)["other"]["letter number 3"] == ("spam", 1.0)


def test_moved_documents_are_counted_in_their_new_corpus(ready: Workspace) -> None:
    numbers = numbers_of(ready, "letter number 2", "letter number 3")
    ready.editing.move(numbers, "other")

    assert ready.segments.uncounted_documents("other", "plain").tolist() == numbers
    assert set(bags(ready)) == set(ready.documents.numbers("mail").tolist())


def test_a_person_who_labels_a_document_decides_its_conflict(ready: Workspace) -> None:
    imported(ready, [mail("letter number 0", "ham", path="/again"), mail("letter number 3", "ham", path="/again")])
    assert ready.documents.columns("mail").has_conflict.sum() == 2

    ready.editing.relabel(numbers_of(ready, "letter number 0"), "spam")
    assert int(ready.documents.columns("mail").has_conflict.sum()) == 1
    ready.undo_log.undo()

    assert ready.documents.columns("mail").has_conflict.sum() == 2


def test_names_must_be_free_and_legible(ready: Workspace) -> None:
    for call in (
        lambda: ready.labels.add("mail", "spam"),
        lambda: ready.labels.add("mail", " spam "),
        lambda: ready.labels.rename("mail", "ham", "spam"),
        lambda: ready.labels.rename("mail", "ham", "\tspam"),
        lambda: ready.editing.relabel([1], " "),
        lambda: ready.labels.add("mail", "  "),
        lambda: ready.corpora.add("mail"),
        lambda: ready.corpora.add("a\nb"),
        lambda: ready.corpora.rename("mail", "x" * 201),
    ):
        with pytest.raises(UnusableName):
            call()
    assert ready.undo_log.all() == ()


@given(st.text(st.characters(codec=None), max_size=30))
def test_a_label_that_a_person_gives_is_kept_as_one_that_a_folder_gives(name: str) -> None:
    try:
        usable = normalise_label(name)
    except UnusableName:
        return
    assert usable == tidy_label(name)


def test_a_key_belongs_to_one_label(ready: Workspace) -> None:
    ready.labels.change_look("mail", "spam", key="1")
    ready.labels.change_look("mail", "ham", key="1")

    assert {label.name: label.key for label in ready.labels.all("mail")} == {"spam": "", "ham": "1"}


def test_a_name_that_passed_to_another_label_is_not_taken_for_the_first_one_renamed(ready: Workspace) -> None:
    held, number = snapshot_of(ready), ready.changes.last_number("mail")

    ready.labels.merge("mail", "spam", "ham")
    imported(ready, [mail("another letter", "spam")])
    ready.labels.rename("mail", "spam", "junk")

    assert ready.changes.changes_since("mail", number).renamed_labels == {}
    assert caught_up(ready, held, number) == snapshot_of(ready)


def test_of_two_labels_that_had_a_name_one_after_the_other_the_first_is_followed(ready: Workspace) -> None:
    held, number = snapshot_of(ready), ready.changes.last_number("mail")

    ready.labels.rename("mail", "spam", "junk")
    imported(ready, [mail("another letter", "spam")])
    ready.labels.rename("mail", "spam", "newer")

    assert ready.changes.changes_since("mail", number).renamed_labels == {"spam": "junk"}
    assert caught_up(ready, held, number) == snapshot_of(ready)


STEPS = st.lists(
    st.tuples(st.sampled_from([*EDITS, "undo", "undo", "redo"]), st.sets(st.integers(0, 12), min_size=1, max_size=6)),
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, looked=st.integers(0, 12))
def test_any_edits_can_all_be_undone_and_the_log_of_changes_tells_them_all(steps, looked: int) -> None:
    with tempfile.TemporaryDirectory() as folder, Workspace(Path(folder) / "w", create=True) as workspace:
        prepare(workspace)
        first = everything(workspace)
        held, number = snapshot_of(workspace), workspace.changes.last_number("mail")
        for place, (name, chosen) in enumerate(steps):
            if place == looked and workspace.corpora.has("mail"):
                held, number = snapshot_of(workspace), workspace.changes.last_number("mail")
            do(workspace, name, sorted(chosen))
        if workspace.corpora.has("mail"):
            assert caught_up(workspace, held, number) == snapshot_of(workspace)
        assert workspace.check(recount=recounted) == []

        last = everything(workspace)
        undone = 0
        while workspace.undo_log.undo():
            undone += 1
        assert everything(workspace) == first
        while undone and workspace.undo_log.redo():
            undone -= 1
        assert everything(workspace) == last
        assert workspace.check(recount=recounted) == []


def do(workspace: Workspace, name: str, numbers: list[int]) -> None:
    """Do one step, if it makes sense now."""
    if name in ("undo", "redo"):
        (workspace.undo_log.undo if name == "undo" else workspace.undo_log.redo)()
        return
    names = workspace.labels.names("mail") if workspace.corpora.has("mail") else ()
    taken = [corpus.name for corpus in workspace.corpora.all()]
    impossible = {
        "rename a label": "junk" in names,
        "add a label": "empty" in names,
        "merge labels": "ham" not in names,
        "rename a corpus": "letters" in taken,
        "add a corpus": "fourth" in taken,
    }
    needs_spam = name in ("rename a label", "merge labels", "remove a label", "look")
    if not workspace.corpora.has("mail") or impossible.get(name) or (needs_spam and "spam" not in names):
        return
    EDITS[name](workspace, numbers)


def snapshot_of(workspace: Workspace) -> dict[int, tuple[str | None, float]]:
    """Label and weight by document number: what a model of the corpus holds."""
    columns = workspace.documents.columns("mail")
    labels = [columns.label_names[place] if place >= 0 else None for place in columns.label_indices.tolist()]
    return dict(zip(columns.document_numbers.tolist(), zip(labels, columns.weights.tolist(), strict=True), strict=True))


def caught_up(workspace: Workspace, held: dict[int, Any], number: int) -> dict[int, Any]:
    """Follow the log as a model does: rename, forget, learn."""
    changes = workspace.changes.changes_since("mail", number)
    assert changes.is_complete
    now = {document: (changes.renamed_labels.get(label, label), weight) for document, (label, weight) in held.items()}
    for change in changes.document_changes:
        if change.existed_before:
            assert now.pop(change.document) == (change.old_label, change.old_weight)
        if change.exists_after:
            now[change.document] = (change.new_label, change.new_weight)
    return now


def test_a_corpus_is_undone_by_itself(ready: Workspace) -> None:
    [first] = numbers_of(ready, "letter number 1")
    [other] = numbers_of(ready, "elsewhere", corpus="other")
    ready.editing.relabel([first], "mine")
    ready.editing.relabel([other], "theirs")

    undone = ready.undo_log.undo("mail")

    assert undone is not None
    assert ready.documents.get(first).document.label != "mine"
    assert ready.documents.get(other).document.label == "theirs"
    assert ready.undo_log.next_undo("mail") is None
    assert ready.undo_log.redo("other") is None
    redone = ready.undo_log.redo("mail")
    assert redone is not None
    assert redone.number == undone.number
    assert ready.documents.get(first).document.label == "mine"


def test_what_was_moved_is_not_undone_under_what_was_done_to_it_since(ready: Workspace) -> None:
    [first] = numbers_of(ready, "letter number 1")
    ready.editing.move([first], "other")
    ready.editing.relabel([first], "theirs")

    undone = ready.undo_log.undo("mail")

    assert undone is not None
    assert undone.kind == "relabel"
    undone = ready.undo_log.undo("mail")
    assert undone is not None
    assert undone.kind == "move"


def test_a_corpus_that_was_deleted_comes_back_from_any_other(ready: Workspace) -> None:
    ready.corpora.remove("mail")

    undone = ready.undo_log.undo("other")

    assert undone is not None
    assert undone.kind == "corpus-remove"
    assert {corpus.name for corpus in ready.corpora.all()} == {"mail", "other"}
