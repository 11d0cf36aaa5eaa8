"""Filing away: nothing is overwritten, nothing leaves the chosen folder or is lost, and everything can go back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import BusyWorkspace
from app.domain.jobs import Cancelled, Unattended
from app.services.file_moves import MoveError, move_file
from app.services.filing import file_away, last_batch, recover, undo
from app.services.filing_lock import filing_lock
from app.services.filing_plan import Filing, FilingPlan, planned, real_path
from app.services.safe_names import numbered, safe_name
from app.store.workspace import Workspace

ROOT = Path(__file__).parents[3]
NOBODY = Unattended()
SHARED_MEMORY = Path("/dev/shm")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    Workspace(path, create=True).close()
    return path


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Three files: two spam, one ham."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in ("a.eml", "b.eml", "c.eml"):
        (folder / name).write_text(f"Subject: {name}\n\n{name * 100}")
    return folder


def filings(inbox: Path) -> list[Filing]:
    labels = {"a.eml": "spam", "b.eml": "spam", "c.eml": "ham"}
    return [
        Filing(number, str(path), title=path.name, label=labels.get(path.name, "spam"), kind="mail")
        for number, path in enumerate(sorted(inbox.iterdir()), start=1)
    ]


def a_plan(inbox: Path, root: Path, **options: object) -> FilingPlan:
    return planned(filings(inbox), root, context=NOBODY, **options)  # type: ignore[arg-type]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# The plan


def test_a_plan_says_where_everything_goes_and_touches_nothing(inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")

    assert [planned.move.target for planned in plan.moves] == [
        str(tmp_path / "filed" / place) for place in ("spam/a.eml", "spam/b.eml", "ham/c.eml")
    ]
    assert plan.size_bytes == sum(path.stat().st_size for path in inbox.iterdir())
    assert plan.needed_bytes == 0
    assert not (tmp_path / "filed").exists()


def test_only_what_is_sure_goes_unless_asked(inbox: Path, tmp_path: Path) -> None:
    unsure = [Filing(1, str(inbox / "a.eml"), label="spam", is_sure=False), Filing(2, str(inbox / "b.eml"), label=None)]

    plan = planned(unsure, tmp_path, context=NOBODY)
    bold = planned(unsure, tmp_path, with_unsure=True, context=NOBODY)

    assert [each.reason for each in plan.left_out] == ["unsure", "no-label"]
    assert [each.number for each in bold.moves] == [1]


@pytest.mark.parametrize(
    ("filing", "reason"),
    [
        (Filing(1, "", title="pasted", label="spam"), "no-file"),
        (Filing(1, "/nowhere/at/all.eml", label="spam"), "vanished"),
        (Filing(1, "/", label="spam"), "not-a-file"),
        (Filing(1, __file__, member="12", label="spam", kind="row"), "row"),
    ],
)
def test_what_is_no_file_stays_and_says_why(filing: Filing, reason: str, tmp_path: Path) -> None:
    plan = planned([filing], tmp_path, context=NOBODY)

    assert [left.reason for left in plan.left_out] == [reason]


def test_a_link_is_never_filed(inbox: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.eml"
    link.symlink_to(inbox / "a.eml")

    plan = planned([Filing(1, str(link), label="spam")], tmp_path / "filed", context=NOBODY)

    assert [left.reason for left in plan.left_out] == ["not-a-file"]


def test_names_that_are_taken_get_a_number_or_stay(inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_text("mine")

    numbering, skipping = a_plan(inbox, tmp_path / "filed"), a_plan(inbox, tmp_path / "filed", clashes="skip")

    assert numbering.moves[0].move.target.endswith("spam/a (2).eml")
    assert numbering.n_renamed == 1
    assert [left.reason for left in skipping.left_out] == ["exists"]


def test_files_of_one_name_from_two_folders_get_two_names(tmp_path: Path) -> None:
    paths = [tmp_path / folder / name for folder, name in (("x", "a.eml"), ("y", "a.eml"), ("z", "A.eml"))]
    for path in paths:
        path.parent.mkdir()
        path.write_text(str(path))

    plan = planned([Filing(n, str(path), label="spam") for n, path in enumerate(paths)], tmp_path / "f", context=NOBODY)

    assert [Path(each.move.target).name for each in plan.moves] == ["a.eml", "a (2).eml", "A (3).eml"]


def test_what_lies_in_its_folder_already_stays(inbox: Path, tmp_path: Path) -> None:
    plan = planned([Filing(1, str(inbox / "a.eml"), label="inbox")], tmp_path, context=NOBODY)

    assert [left.reason for left in plan.left_out] == ["already-there"]


def test_two_labels_that_come_to_one_name_get_two_folders(inbox: Path, tmp_path: Path) -> None:
    two = [Filing(1, str(inbox / "a.eml"), label="a/b"), Filing(2, str(inbox / "b.eml"), label="A:B")]

    plan = planned(two, tmp_path / "filed", context=NOBODY)

    assert [Path(each.move.target).parent.name for each in plan.moves] == ["a_b", "A_B (2)"]


@given(st.text())
def test_any_label_makes_one_plain_name_inside_its_folder(words: str) -> None:
    name = safe_name(words)

    assert os.path.basename(name) == name
    assert name not in ("", ".", "..")
    assert not name.startswith(".")
    assert not name.endswith((".", " "))
    assert name.isprintable()
    assert len(name.encode()) < 200
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("../../etc", "_.._etc"),
        ("..", "_"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("a\u202ebc\0d", "abcd"),
        ("垃圾邮件", "垃圾邮件"),
        ("  two   words ", "two words"),
    ],
)
def test_names_that_mean_something_to_a_system_are_made_plain(words: str, name: str) -> None:
    assert safe_name(words) == name


def test_a_number_goes_before_the_suffix_and_the_name_stays_short() -> None:
    assert numbered("a.eml", 2) == "a (2).eml"
    assert numbered("README", 3) == "README (3)"
    assert len(numbered("x" * 255, 2)) == 255


def test_a_name_that_is_no_text_is_found_again(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9.eml"
    Path(os.fsdecode(raw)).write_text("x")

    assert os.fsencode(real_path(f"{tmp_path}/caf\\udce9.eml")) == raw


# Doing and undoing


def test_what_was_filed_is_there_and_what_is_undone_is_back(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    before, times = contents(inbox), {path.name: path.stat().st_mtime_ns for path in inbox.iterdir()}

    report = file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)

    assert report.numbers == (1, 2, 3)
    assert contents(inbox) == {}
    assert set(contents(tmp_path / "filed")) == {"spam/a.eml", "spam/b.eml", "ham/c.eml"}
    assert last_batch(workspace, NOBODY).count("done") == 3

    undone = undo(workspace, None, NOBODY)

    assert undone.count("undone") == 3
    assert contents(inbox) == before
    assert {path.name: path.stat().st_mtime_ns for path in inbox.iterdir()} == times
    assert contents(tmp_path / "filed") == {}
    assert last_batch(workspace, NOBODY).count("undone") == 3
    assert undo(workspace, None, NOBODY).moves == ()


def test_copies_leave_the_originals_and_go_when_undone(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    before = contents(inbox)

    report = file_away(workspace, a_plan(inbox, tmp_path / "filed", action="copy"), NOBODY)

    assert report.count("done") == 3
    assert contents(inbox) == before
    assert contents(tmp_path / "filed")["ham/c.eml"] == before["c.eml"]
    undo(workspace, report.batch, NOBODY)
    assert contents(tmp_path / "filed") == {}
    assert contents(inbox) == before


def test_a_copy_that_a_person_changed_is_not_removed(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    report = file_away(workspace, a_plan(inbox, tmp_path / "filed", action="copy"), NOBODY)
    (tmp_path / "filed" / "ham" / "c.eml").write_text("with my notes")

    undone = undo(workspace, report.batch, NOBODY)

    assert contents(tmp_path / "filed") == {"ham/c.eml": b"with my notes"}
    assert [(move.state, move.reason) for move in undone.moves if move.state != "undone"] == [("done", "changed")]


@pytest.mark.parametrize("action", ["move", "copy"])
def test_nothing_is_overwritten_that_appears_after_the_plan(
    workspace: Path, inbox: Path, tmp_path: Path, action: str
) -> None:
    plan = a_plan(inbox, tmp_path / "filed", action=action)
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_text("mine")

    report = file_away(workspace, plan, NOBODY)

    assert (tmp_path / "filed" / "spam" / "a.eml").read_text() == "mine"
    assert (inbox / "a.eml").exists()
    assert [(move.state, move.reason) for move in report.moves] == [("failed", "exists"), ("done", ""), ("done", "")]


def test_undoing_does_not_overwrite_what_came_meanwhile(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)
    (inbox / "a.eml").write_text("a new one")

    undone = undo(workspace, None, NOBODY)

    assert (inbox / "a.eml").read_text() == "a new one"
    assert (tmp_path / "filed" / "spam" / "a.eml").exists()
    assert [move.reason for move in undone.moves] == ["exists", "", ""]
    (inbox / "a.eml").unlink()
    assert undo(workspace, None, NOBODY).count("undone") == 3


@pytest.mark.parametrize("is_there_before", [True, False])
def test_a_folder_that_is_a_link_to_elsewhere_takes_nothing(
    workspace: Path, inbox: Path, tmp_path: Path, is_there_before: bool
) -> None:
    elsewhere, root = tmp_path / "elsewhere", tmp_path / "filed"
    elsewhere.mkdir()
    root.mkdir()
    if is_there_before:
        (root / "spam").symlink_to(elsewhere)
    plan = a_plan(inbox, root)
    if not is_there_before:
        (root / "spam").symlink_to(elsewhere)

    report = file_away(workspace, plan, NOBODY)

    assert contents(elsewhere) == {}
    assert {path.name for path in inbox.iterdir()} == {"a.eml", "b.eml"}
    reasons = [left.reason for left in plan.left_out] or [move.reason for move in report.moves if move.reason]
    assert reasons == ["unsafe-path"] * 2


def test_a_file_in_the_place_of_a_folder_is_said_to_be_one(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "filed").write_text("no folder")

    assert a_plan(inbox, tmp_path / "filed").problem == "no-folder"


def test_a_message_in_a_mailbox_is_copied_out_and_stays_there(workspace: Path, tmp_path: Path) -> None:
    box = tmp_path / "inbox.mbox"
    line = b"From a@example.org Thu Nov 20 12:31:00 2003\n"
    letters = [f"From: a@example.org\nSubject: No. {n}/2\n\nLetter {n}\n".encode() for n in range(2)]
    box.write_bytes(b"".join(line + letter + b"\n" for letter in letters))
    before, second = box.read_bytes(), len(line) + len(letters[0]) + 1
    filing = Filing(1, str(box), str(second), "No. 1/2", "ham", kind="mail", size_bytes=len(letters[1]) + 1)

    plan = planned([filing], tmp_path / "filed", context=NOBODY)
    report = file_away(workspace, plan, NOBODY)

    assert plan.needed_bytes == len(letters[1]) + 1
    assert [move.state for move in report.moves] == ["done"]
    assert contents(tmp_path / "filed") == {"ham/No. 1_2.eml": letters[1] + b"\n"}
    assert box.read_bytes() == before
    undo(workspace, None, NOBODY)
    assert contents(tmp_path / "filed") == {}


def test_a_mailbox_that_changed_since_gives_no_other_message(workspace: Path, tmp_path: Path) -> None:
    box = tmp_path / "inbox.mbox"
    box.write_bytes(b"From a@example.org Thu Nov 20 12:31:00 2003\nFrom: a@b.org\nSubject: other\n\nanother one\n")
    filing = Filing(1, str(box), "0", "first", "ham", kind="mail", size_bytes=4321)

    report = file_away(workspace, planned([filing], tmp_path / "filed", context=NOBODY), NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [("failed", "changed")]
    assert contents(tmp_path / "filed") == {}


class StopAfter(Unattended):
    """A person who has had enough after so many checkpoints."""

    def __init__(self, n_checkpoints: int) -> None:
        self._left = n_checkpoints

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self._left -= 1
        if self._left < 0:
            raise Cancelled


def test_cancelled_what_went_stays_gone_and_can_come_back(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    report = file_away(workspace, a_plan(inbox, tmp_path / "filed"), StopAfter(1))

    assert report.is_cancelled
    assert report.numbers == (1,)
    assert [move.reason for move in report.moves] == ["", "cancelled", "cancelled"]
    assert {path.name for path in inbox.iterdir()} == {"b.eml", "c.eml"}
    assert undo(workspace, None, NOBODY).count("undone") == 1
    assert len(contents(inbox)) == 3


def test_a_second_program_waits_its_turn(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    with filing_lock(workspace), pytest.raises(BusyWorkspace):
        file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)

    assert file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY).count("done") == 3
    assert {path.name for path in workspace.parent.glob("mine*")} == {"mine.bayleaf"}


# Other disks


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk."""
    if not SHARED_MEMORY.is_dir() or SHARED_MEMORY.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second disk here")
    folder = SHARED_MEMORY / f"bayleaf-{os.getpid()}-{tmp_path.name}"
    folder.mkdir()
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kilobytes, where the system lets us make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], check=False).returncode:
        pytest.skip("this system does not mount a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)


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


# Interrupted


def killed(workspace: Path, root: Path, source: Path, work: str, n_steps: int) -> bool:
    """Run the victim; tell whether it was killed, or was through before."""
    command = [sys.executable, "-m", "tests.app.services.filing_victim", workspace, root, source, work, str(n_steps)]
    done = subprocess.run(list(map(str, command)), env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    return done.returncode != 0


@pytest.mark.parametrize("n_steps", [0, 2, 3, 4, 5, 8, 11, 16])
def test_killed_while_moving_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, tmp_path: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, tmp_path / "filed", inbox, "move", n_steps)

    recover(workspace, NOBODY)

    check_one_place_each(workspace, inbox, tmp_path / "filed", before)


@pytest.mark.parametrize("n_steps", [0, 3, 5, 7, 9])
def test_killed_while_moving_to_another_disk_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, other_disk: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, other_disk, inbox, "move", n_steps)

    recover(workspace, NOBODY)

    check_one_place_each(workspace, inbox, other_disk, before)


@pytest.mark.parametrize("n_steps", [0, 1, 2, 3])
def test_killed_while_undoing_every_file_is_in_exactly_one_place(
    workspace: Path, inbox: Path, tmp_path: Path, n_steps: int
) -> None:
    before = contents(inbox)
    assert killed(workspace, tmp_path / "filed", inbox, "undo", n_steps)

    recover(workspace, NOBODY)

    check_one_place_each(workspace, inbox, tmp_path / "filed", before)


def check_one_place_each(workspace: Path, inbox: Path, root: Path, before: dict[str, bytes]) -> None:
    """Every file is whole, at its source or its target; the journal knows which; and all can come back."""
    filed = contents(root) if root.exists() else {}
    now = {**contents(inbox), **{Path(name).name: content for name, content in filed.items()}}
    assert now == before
    assert len(filed) + len(contents(inbox)) == len(before)
    with Workspace(workspace) as opened:
        assert opened.journal.unfinished() == ()
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
        for move in opened.journal.plan([planned.move for planned in plan.moves]):
            opened.journal.note(move.number, "started")

    report = recover(workspace, NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [
        ("failed", "interrupted"),
        ("failed", "exists"),
        ("failed", "interrupted"),
    ]
    assert contents(tmp_path / "filed") == {"spam/b.eml": b"somebody else's"}
    assert recover(workspace, NOBODY).moves == ()


def test_a_move_that_never_began_touches_nothing_that_is_there(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_bytes((inbox / "a.eml").read_bytes())
    (tmp_path / "filed" / "spam" / "b.eml").write_bytes(b"")
    with Workspace(workspace) as opened:
        opened.journal.plan([planned.move for planned in plan.moves])
    inbox_before, filed_before = contents(inbox), contents(tmp_path / "filed")

    recover(workspace, NOBODY)

    assert (contents(inbox), contents(tmp_path / "filed")) == (inbox_before, filed_before)


def test_what_another_program_is_filing_is_left_to_it(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    with Workspace(workspace) as opened:
        opened.journal.plan([planned.move for planned in plan.moves])

    with filing_lock(workspace):
        assert recover(workspace, NOBODY).moves == ()

    assert recover(workspace, NOBODY).count("failed") == 3


def test_a_workspace_that_is_not_there_has_nothing_to_recover(tmp_path: Path) -> None:
    assert recover(tmp_path / "none.bayleaf", NOBODY).moves == ()
