"""Filing away that was killed: every file is in exactly one place, and the next start sees to the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.domain.records import MoveState
from app.features.filing.plan import Filing, make_filing_plan
from app.features.filing.use_cases import continue_filing, filing_lock, finish_interrupted_moves, undo
from app.library.own_records import plan_own_batch
from app.store.workspace import Workspace
from tests.app.features.filing import victim
from tests.app.features.filing.inbox import NOBODY, a_plan, contents
from tests.app.features.filing.test_doing_and_undoing import call_before
from tests.systems import IS_WINDOWS, ended


def killed(workspace: Path, root: Path, source: Path, work: str, n_steps: int) -> bool:
    """Run the victim; tell whether it was killed, or was through before."""
    return ended(victim.main, workspace, root, source, work, n_steps) != 0


@pytest.mark.parametrize(
    "n_steps", [0, 1, 2] if IS_WINDOWS else [0, 2, 3, 4, 5, 6, 7, 9, 14]
)  # there one step is a move
def test_killed_while_moving_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, tmp_path: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, tmp_path / "filed", inbox, "move", n_steps)

    finish_interrupted_moves(workspace, NOBODY)

    check_one_place_each(workspace, inbox, tmp_path / "filed", before)


@pytest.mark.parametrize("n_steps", [0, 3, 4, 5, 6, 7, 9])
def test_killed_while_moving_to_another_disk_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, other_disk: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, other_disk, inbox, "move", n_steps)

    finish_interrupted_moves(workspace, NOBODY)

    check_one_place_each(workspace, inbox, other_disk, before)


@pytest.mark.parametrize("n_steps", [0, 1, 2] if IS_WINDOWS else [0, 1, 2, 3, 4, 5])
def test_killed_while_undoing_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, tmp_path: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, tmp_path / "filed", inbox, "undo", n_steps)

    finish_interrupted_moves(workspace, NOBODY)

    check_one_place_each(workspace, inbox, tmp_path / "filed", before)


def check_one_place_each(workspace: Path, inbox: Path, root: Path, before: dict[str, bytes]) -> None:
    """Every file is whole, at its source or its target; the journal knows which; and all can come back."""
    filed = contents(root) if root.exists() else {}
    now = {**contents(inbox), **{Path(name).name: content for name, content in filed.items()}}
    assert now == before
    assert len(filed) + len(contents(inbox)) == len(before)
    with Workspace(workspace) as opened:
        assert opened.journal.unfinished_moves() == ()
        moves = [move for batch in opened.journal.batches() for move in batch]
    assert all(Path(move.target).exists() == (move.state == "done") for move in moves)
    undo(workspace, None, NOBODY)
    assert contents(inbox) == before


def test_a_copy_that_was_cut_short_is_removed_at_the_next_start(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed", action="copy")
    half = (inbox / "a.eml").read_bytes()[:50]
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_bytes(half)
    (tmp_path / "filed" / "spam" / "b.eml").write_text("somebody else's")
    with Workspace(workspace) as opened:
        for move in plan_own_batch(opened, [planned.move for planned in plan.moves]):
            opened.journal.set_state(move.number, "started")

    report = finish_interrupted_moves(workspace, NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [
        ("failed", "interrupted"),
        ("failed", "exists"),
        ("failed", "interrupted"),
    ]
    assert contents(tmp_path / "filed") == {"spam/b.eml": b"somebody else's"}
    assert finish_interrupted_moves(workspace, NOBODY).moves == ()


@pytest.mark.parametrize(
    ("state", "n_filed_bytes", "removed"),
    [("started", 50, "target"), ("started", 1_000, "source"), ("undoing", 1_000, "target")],
)
def test_a_new_version_that_is_saved_while_a_crash_is_mended_is_not_lost(
    workspace: Path,
    inbox: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    state: MoveState,
    n_filed_bytes: int,
    removed: str,
) -> None:
    """Another program saves the file between its comparison and its removal. The bytes on the disk are the oracle."""
    plan = a_plan(inbox, tmp_path / "filed")
    move, new_path = plan.moves[0].move, tmp_path / "new"
    new_path.write_bytes(b"a new version")
    Path(move.target).parent.mkdir(parents=True)
    Path(move.target).write_bytes((inbox / "a.eml").read_bytes()[:n_filed_bytes])
    with Workspace(workspace) as opened:
        opened.journal.set_state(plan_own_batch(opened, [move])[0].number, state)
    path, replace = move.target if removed == "target" else move.source, os.replace

    def save_anew() -> None:
        if new_path.exists():
            replace(new_path, path)

    with monkeypatch.context() as other_program:
        call_before(other_program, ("rename", "unlink"), save_anew)
        finish_interrupted_moves(workspace, NOBODY)

    assert Path(path).read_bytes() == b"a new version"


def test_the_report_has_also_the_moves_that_were_done_before_the_crash(
    workspace: Path, inbox: Path, tmp_path: Path
) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    with Workspace(workspace) as opened:
        first, *others = plan_own_batch(opened, [planned.move for planned in plan.moves])
        Path(first.target).parent.mkdir(parents=True)
        Path(first.source).rename(first.target)
        opened.journal.set_state(first.number, "done")

    report = finish_interrupted_moves(workspace, NOBODY)

    assert (report.count("done"), report.count("failed")) == (1, len(others))


def test_filing_continues_with_the_files_that_a_crash_left(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    with Workspace(workspace) as opened:
        first, *_others = plan_own_batch(opened, [planned.move for planned in plan.moves])
        Path(first.target).parent.mkdir(parents=True)
        Path(first.source).rename(first.target)
        opened.journal.set_state(first.number, "done")
    batch = finish_interrupted_moves(workspace, NOBODY).batch

    (inbox / "c.eml").write_text("another letter, which was never judged")
    report = continue_filing(workspace, batch, NOBODY)

    assert [(Path(move.source).name, move.state, move.reason) for move in report.moves] == [
        ("b.eml", "done", ""),
        ("c.eml", "failed", "changed"),
    ]
    assert sorted(contents(tmp_path / "filed")) == ["spam/a.eml", "spam/b.eml"]
    assert continue_filing(workspace, report.batch, NOBODY).moves == ()


def test_filing_continues_with_mails_of_a_mailbox(workspace: Path, tmp_path: Path) -> None:
    letter = b"From: a@example.org\nSubject: one\n\nLetter\n"
    mailbox = tmp_path / "all.mbox"
    mailbox.write_bytes(b"From a@example.org Thu Nov 20 12:31:00 2003\n" + letter)
    filings = [Filing(1, str(mailbox), "0", "one", "spam", kind="mail", size_bytes=len(letter))]
    plan = make_filing_plan(filings, tmp_path / "filed", context=NOBODY)
    with Workspace(workspace) as opened:
        plan_own_batch(opened, [planned.move for planned in plan.moves])
    batch = finish_interrupted_moves(workspace, NOBODY).batch

    assert continue_filing(workspace, batch, NOBODY).count("done") == 1
    assert contents(tmp_path / "filed") == {"spam/one.eml": letter}


def test_a_move_that_never_began_touches_nothing_that_is_there(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_bytes((inbox / "a.eml").read_bytes())
    (tmp_path / "filed" / "spam" / "b.eml").write_bytes(b"")
    with Workspace(workspace) as opened:
        plan_own_batch(opened, [planned.move for planned in plan.moves])
    inbox_before, filed_before = contents(inbox), contents(tmp_path / "filed")

    finish_interrupted_moves(workspace, NOBODY)

    assert (contents(inbox), contents(tmp_path / "filed")) == (inbox_before, filed_before)


def test_what_another_program_is_filing_is_left_to_it(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    with Workspace(workspace) as opened:
        plan_own_batch(opened, [planned.move for planned in plan.moves])

    with filing_lock(workspace):
        assert finish_interrupted_moves(workspace, NOBODY).moves == ()

    assert finish_interrupted_moves(workspace, NOBODY).count("failed") == 3


def test_a_workspace_that_is_not_there_has_nothing_to_recover(tmp_path: Path) -> None:
    assert finish_interrupted_moves(tmp_path / "none.bayleaf", NOBODY).moves == ()
