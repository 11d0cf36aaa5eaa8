"""Filing away to another disk: nothing is lost on the way, and a full or closed one costs nothing."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from app.features.filing.file_moves import MoveError, move_back, move_file
from app.features.filing.plan import FilingPlan
from app.features.filing.use_cases import file_away, undo
from tests.app.features.filing.inbox import NOBODY, StopAfter, a_plan, contents


def test_files_go_to_another_disk_with_their_dates_and_come_back(
    workspace: Path, inbox: Path, other_disk: Path
) -> None:
    os.utime(inbox / "a.eml", ns=(10**18, 10**18))
    before = contents(inbox)

    plan = a_plan(inbox, other_disk)
    report = file_away(workspace, plan, NOBODY)

    assert plan.needed_bytes == plan.size_bytes > 0
    assert report.count("done") == 3
    assert contents(inbox) == {}
    assert (other_disk / "spam" / "a.eml").stat().st_mtime_ns == 10**18
    undo(workspace, None, NOBODY)
    assert contents(inbox) == before
    assert (inbox / "a.eml").stat().st_mtime_ns == 10**18


def test_nothing_is_overwritten_on_another_disk(workspace: Path, inbox: Path, other_disk: Path) -> None:
    plan = a_plan(inbox, other_disk)
    (other_disk / "spam").mkdir()
    (other_disk / "spam" / "a.eml").write_text("mine")

    report = file_away(workspace, plan, NOBODY)

    assert (other_disk / "spam" / "a.eml").read_text() == "mine"
    assert (inbox / "a.eml").exists()
    assert [move.reason for move in report.moves] == ["exists", "", ""]


def test_stopping_in_the_middle_of_a_large_file_leaves_only_the_original(
    workspace: Path, inbox: Path, other_disk: Path
) -> None:
    (inbox / "a.eml").write_bytes(os.urandom(5 << 20))
    before = contents(inbox)

    report = file_away(workspace, a_plan(inbox, other_disk), StopAfter(3))

    assert report.is_cancelled
    assert contents(inbox) == before
    assert contents(other_disk) == {}


def test_a_full_disk_is_foreseen_and_costs_nothing_when_it_comes_unforeseen(
    workspace: Path, inbox: Path, small_disk: Path
) -> None:
    (inbox / "a.eml").write_bytes(os.urandom(200_000))
    before = contents(inbox)
    plan = a_plan(inbox, small_disk)
    assert plan.problem == "full"

    hopeful = FilingPlan(plan.root, plan.action, plan.moves)
    report = file_away(workspace, hopeful, NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [("failed", "full"), ("done", ""), ("done", "")]
    assert contents(inbox) == {"a.eml": before["a.eml"]}
    assert "spam/a.eml" not in contents(small_disk)


def test_a_folder_that_may_only_be_read_takes_nothing(workspace: Path, inbox: Path, small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    before = contents(inbox)
    plan = a_plan(inbox, small_disk)
    assert plan.problem == "read-only"

    report = file_away(workspace, FilingPlan(plan.root, plan.action, plan.moves), NOBODY)

    assert {move.reason for move in report.moves} == {"read-only"}
    assert contents(inbox) == before


def test_a_file_that_may_not_leave_its_folder_stays_and_has_no_second_name(inbox: Path, tmp_path: Path) -> None:
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may give its rights away for a moment")
    target = tmp_path / "filed" / "spam" / "a.eml"
    target.parent.mkdir(parents=True)
    for path in (tmp_path / "filed", target.parent, inbox / "a.eml"):
        os.chown(path, 65534, 65534)
    for path in (tmp_path, *tmp_path.parents[:3]):
        path.chmod(path.stat().st_mode | 0o055)
    inbox.chmod(0o555)
    os.seteuid(65534)
    try:
        with pytest.raises(MoveError) as caught:
            move_file(str(inbox / "a.eml"), str(target), lambda _n_bytes: None)
    finally:
        os.seteuid(0)

    assert caught.value.reason == "no-permission"
    assert (inbox / "a.eml").exists()
    assert not target.exists()


@pytest.mark.parametrize("change", ["saved anew", "appended", "touched"])
@pytest.mark.parametrize("move", [move_file, move_back])
def test_a_file_that_changes_while_it_goes_to_another_disk_or_comes_back_stays_with_its_new_content(
    tmp_path: Path, other_disk: Path, move: Callable[..., None], change: str
) -> None:
    """The contents of both folders afterwards are the oracle."""
    folder = tmp_path / "here"
    folder.mkdir()
    path, old = folder / "a.txt", b"old" * 1_000_000
    path.write_bytes(old)
    changes = [change]

    def change_once(_n_bytes: int) -> None:
        for each in changes:
            if each == "saved anew":
                (folder / "a.tmp").write_bytes(b"new version")
                (folder / "a.tmp").replace(path)
            elif each == "appended":
                with path.open("ab") as file:
                    file.write(b"more")
            else:
                os.utime(path, ns=(10**18, 10**18))
        changes.clear()

    with pytest.raises(MoveError) as caught:
        move(str(path), str(other_disk / "x" / "a.txt"), change_once)

    expected = {"saved anew": b"new version", "appended": old + b"more", "touched": old}[change]
    assert caught.value.reason == "changed"
    assert contents(folder) == {"a.txt": expected}
    assert contents(other_disk) == {}
