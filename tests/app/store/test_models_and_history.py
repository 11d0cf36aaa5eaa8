"""Models are snapshots that know how far behind they are; verdicts and moved files are remembered."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import NotFound, StoreError
from app.domain.records import FileMove, VerdictRecord
from app.store import import_runs as import_leases
from app.store import models
from app.store.import_runs import (
    RunOwner,
    describe_this_process,
    host_and_boot_id,
    is_owner_alive,
    process_start_time,
)
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace
from tests.app.store.made_up import imported, mail, mails


def save(workspace: Workspace, name: str = "filter", content: bytes = b"content") -> None:
    change = workspace.changes.last_number("mail")
    workspace.models.save(name, content, recipe='{"a": 1}', change_number=change, corpus="mail", evaluation='{"b": 2}')


def test_a_model_comes_back_as_it_was_saved(with_mail: Workspace) -> None:
    save(with_mail)
    model = with_mail.models.get("filter")

    assert (model.corpus, model.change_number, model.n_missing_changes) == ("mail", 9, 0)
    assert (model.recipe, model.evaluation, with_mail.models.content("filter")) == ('{"a": 1}', '{"b": 2}', b"content")


def test_a_model_says_how_far_it_is_behind(with_mail: Workspace) -> None:
    save(with_mail)
    with_mail.editing.relabel([1, 2, 3], "new")
    with_mail.editing.add("mail", [mail("one"), mail("two")])

    assert with_mail.models.get("filter").n_missing_changes == 5


def test_saving_again_replaces_the_content_and_keeps_the_name(with_mail: Workspace) -> None:
    save(with_mail)
    first = with_mail.models.get("filter")
    save(with_mail, content=b"other")

    (model,) = with_mail.models.all("mail")
    assert (model.number, model.created_at, with_mail.models.content("filter")) == (
        first.number,
        first.created_at,
        b"other",
    )


def test_learning_and_saving_happen_together_or_not_at_all(with_mail: Workspace) -> None:
    save(with_mail)

    def learn_and_fail() -> None:
        with with_mail.transaction():
            with_mail.editing.add("mail", [mail("one", "ham")])
            save(with_mail, content=b"other")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        learn_and_fail()

    assert (with_mail.documents.count(), with_mail.models.content("filter")) == (9, b"content")
    assert with_mail.models.get("filter").n_missing_changes == 0


def test_a_flipped_bit_in_a_model_is_found(with_mail: Workspace) -> None:
    save(with_mail)
    with_mail._file.execute("UPDATE model SET content = x'636f6e74656e75'")
    with pytest.raises(StoreError, match="damaged"):
        with_mail.models.content("filter")
    with_mail.models.remove("filter")


def test_models_are_removed(with_mail: Workspace) -> None:
    save(with_mail)
    save(with_mail, "other")
    with_mail.models.remove("filter")

    assert [model.name for model in with_mail.models.all()] == ["other"]
    for missing in (with_mail.models.get, with_mail.models.content, with_mail.models.remove):
        with pytest.raises(NotFound):
            missing("filter")


def test_a_model_may_have_no_corpus(workspace: Workspace) -> None:
    workspace.models.save("from elsewhere", b"m", recipe="{}", change_number=0)

    assert workspace.models.get("from elsewhere").corpus is None
    assert workspace.models.all("mail") == ()


def test_recipes_are_kept_by_name(with_mail: Workspace) -> None:
    with_mail.recipes.save("mail", "first", "{}")
    with_mail.recipes.save("mail", "second", "{}", '{"accuracy": 1}')
    with_mail.recipes.save("mail", "first", '{"a": 2}')
    with_mail.recipes.remove("mail", "second")

    assert [(kept.name, kept.recipe) for kept in with_mail.recipes.all("mail")] == [("first", '{"a": 2}')]


def test_verdicts_are_remembered_newest_first(workspace: Workspace) -> None:
    numbers = workspace.verdicts.add(
        [
            VerdictRecord("filter", "/a", title="A", label="spam", probability=0.9),
            VerdictRecord("filter", "/b", problem="encrypted", is_unsure=True),
        ]
    )
    workspace.verdicts.correct(numbers[0], "ham", 7)
    second, first = workspace.verdicts.recent()

    assert (first.path, first.label, first.right_label, first.document) == ("/a", "spam", "ham", 7)
    assert (second.label, second.problem, second.is_unsure) == (None, "encrypted", True)
    assert workspace.verdicts.recent(before=numbers[1]) == (first,)
    workspace.verdicts.remove(numbers[:1])
    assert workspace.verdicts.count() == 1
    workspace.verdicts.clear()
    assert workspace.verdicts.recent() == ()


def test_leave_one_out_verdicts_come_back_as_arrays(with_mail: Workspace) -> None:
    assert with_mail.verdicts.leave_one_out("mail") is None
    numbers = with_mail.documents.numbers("mail")
    judged = LeaveOneOut(9, ("spam", "ham"), numbers, numbers.astype(np.int32) % 2 - 1, np.full(9, 0.25, np.float32))
    with_mail.verdicts.store_leave_one_out("mail", judged)
    found = with_mail.verdicts.leave_one_out("mail")

    assert found is not None
    assert (found.change_number, found.label_names) == (9, ("spam", "ham"))
    for name in ("document_numbers", "label_indices", "probabilities"):
        np.testing.assert_array_equal(getattr(found, name), getattr(judged, name))


def test_moves_are_planned_noted_and_found_again_after_a_crash(path: Path) -> None:
    strange = os.fsdecode(b"/in/\xff.eml")
    with Workspace(path, create=True) as workspace:
        first, second, third = workspace.journal.plan(
            [
                FileMove(strange, "/spam/1", "spam", 10),
                FileMove("/b", "/c", "ham", 5, "copy"),
                FileMove("/d", "/e", "x", 1),
            ]
        )
        workspace.journal.set_state(first.number, "done")
        workspace.journal.set_state(second.number, "started")
        workspace.journal.set_state(third.number, "failed", "no-permission", 2, "ab12", -1_000_000_000)

    with Workspace(path) as workspace:
        assert [replace(move, changed_at=0.0) for move in workspace.journal.unfinished_moves()] == [
            replace(second, state="started", changed_at=0.0)
        ]
        (batch,) = workspace.journal.batches()
        assert (batch[0].source, batch[0].state, batch[2].reason) == (strange, "done", "no-permission")
        assert (batch[2].n_new_folders, batch[2].text_layer_hash, batch[2].modified_ns) == (2, "ab12", -1_000_000_000)


def test_changes_of_an_import_are_its_documents_as_they_are_now(with_mail: Workspace) -> None:
    with_mail.editing.relabel([1], "ham")
    with_mail.editing.remove([2])
    changes = with_mail.changes.changes_since("mail", 0)

    assert {change.document: change.new_label for change in changes.document_changes if change.exists_after}[1] == "ham"
    assert [change.document for change in changes.document_changes] == [1, 3, 4, 5, 6, 7, 8, 9]
    assert not any(change.existed_before for change in changes.document_changes)


def test_changes_that_were_undone_are_none(with_mail: Workspace) -> None:
    number = with_mail.changes.last_number("mail")
    with_mail.editing.relabel([1, 2], "new")
    with_mail.labels.rename("mail", "spam", "junk")
    with_mail.undo_log.undo()
    with_mail.undo_log.undo()
    changes = with_mail.changes.changes_since("mail", number)

    assert (
        changes.document_changes,
        changes.renamed_labels,
        changes.last_change_number - changes.first_change_number,
    ) == ((), {}, 6)


def test_few_changes_are_told_step_by_step_and_many_at_once(
    with_mail: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = with_mail.changes.last_number("mail")
    for label in ("new", "ham", "new"):
        with_mail.editing.relabel([1], label)
    steps = with_mail.changes.changes_since("mail", number).single_changes
    assert [(step.old_label, step.new_label) for step in steps][1:] == [("new", "ham"), ("ham", "new")]

    monkeypatch.setattr(models, "MAX_SINGLE_STEPS", len(steps) - 1)
    changes = with_mail.changes.changes_since("mail", number)

    assert (changes.single_changes, [change.document for change in changes.document_changes]) == ((), [1])


def test_a_renamed_label_is_followed(with_mail: Workspace) -> None:
    number = with_mail.changes.last_number("mail")
    with_mail.labels.rename("mail", "spam", "junk")
    with_mail.labels.rename("mail", "junk", "trash")
    with_mail.labels.add("mail", "spam")

    assert with_mail.changes.changes_since("mail", number).renamed_labels == {"spam": "trash"}


def test_a_lease_is_held_while_its_process_lives(monkeypatch) -> None:
    run = (Path("/w"), 1)
    host, process, began, now = describe_this_process()
    assert not is_owner_alive(RunOwner(run, host, process, began, now)), "this process has given it up"
    monkeypatch.setattr(import_leases, "ACTIVE_RUNS", {run})
    assert is_owner_alive(RunOwner(run, host, process, began, 0.0)), "however long it was silent"
    assert not is_owner_alive(RunOwner(run, host, process, "another time", now)), (
        "the number was given to another process"
    )
    assert not is_owner_alive(RunOwner(run, host, 2**22 + 1, began, now))
    assert is_owner_alive(RunOwner(run, "another machine 1", process, began, now))
    assert not is_owner_alive(RunOwner(run, "another machine 1", process, began, now - 1e6))
    assert not is_owner_alive(RunOwner(run, f"{host.split()[0]} another-boot", process, began, now))
    assert (process_start_time(2**22 + 1), host) == ("", host_and_boot_id())


def test_imports_of_other_corpora_change_nothing_here(with_mail: Workspace) -> None:
    number = with_mail.changes.last_number("mail")
    imported(with_mail, mails(5), "other")

    assert with_mail.changes.changes_since("mail", number).document_changes == ()
    assert with_mail.changes.last_number("mail") == number
