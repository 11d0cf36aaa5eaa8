"""Filing away: nothing is overwritten, nothing leaves the chosen folder or is lost, and everything can go back."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.domain.errors import BusyWorkspace
from app.features.filing import file_moves
from app.features.filing.plan import Action, Filing, make_filing_plan
from app.features.filing.use_cases import (
    file_away,
    filing_lock,
    last_batch,
    undo,
)
from tests.app.features.filing.inbox import NOBODY, StopAfter, a_plan, contents
from tests.systems import IS_WINDOWS, with_links


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


@pytest.mark.parametrize("action", ["move", "copy"])
def test_undoing_leaves_no_folder_that_filing_made(workspace: Path, inbox: Path, tmp_path: Path, action: str) -> None:
    file_away(workspace, a_plan(inbox, tmp_path / "new" / "filed", action=action), NOBODY)
    assert (tmp_path / "new" / "filed" / "ham").is_dir()

    undo(workspace, None, NOBODY)

    assert not (tmp_path / "new").exists()


def test_undoing_leaves_folders_that_were_there_and_those_with_anything_in_them(
    workspace: Path, inbox: Path, tmp_path: Path
) -> None:
    filed = tmp_path / "filed"
    (filed / "ham").mkdir(parents=True)
    file_away(workspace, a_plan(inbox, filed), NOBODY)
    (filed / "spam" / ".mine").write_text("kept")

    undo(workspace, None, NOBODY)

    assert (filed / "ham").is_dir()
    assert contents(filed) == {"spam/.mine": b"kept"}


def test_folders_go_with_the_last_file_that_is_brought_back(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    filed, sources = tmp_path / "filed", [str(path) for path in sorted(inbox.iterdir())]
    file_away(workspace, a_plan(inbox, filed), NOBODY)

    undo(workspace, 1, NOBODY, only=sources[:1])
    assert set(contents(filed)) == {"spam/b.eml", "ham/c.eml"}
    undo(workspace, 1, NOBODY, only=sources[1:])

    assert not filed.exists()


def test_a_file_that_cannot_go_leaves_no_folder_behind(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")
    for path in list(inbox.iterdir()):
        path.unlink()

    report = file_away(workspace, plan, NOBODY)

    assert [move.reason for move in report.moves] == ["vanished"] * 3
    assert not (tmp_path / "filed").exists()


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


@with_links
@pytest.mark.parametrize("action", ["move", "copy"])
@pytest.mark.parametrize("change", ["written", "replaced", "link"])
def test_a_file_that_changes_after_the_plan_stays_for_its_new_content_was_never_judged(
    workspace: Path, inbox: Path, tmp_path: Path, action: str, change: str
) -> None:
    plan = a_plan(inbox, tmp_path / "filed", action=action)
    path, other = inbox / "a.eml", tmp_path / "other.eml"
    other.write_text("a letter of my grandmother")
    if change == "written":
        path.write_text("a letter of my grandmother")
    elif change == "replaced":
        other.replace(path)
    else:
        path.unlink()
        path.symlink_to(other)

    report = file_away(workspace, plan, NOBODY)

    assert [move.state for move in report.moves] == ["failed", "done", "done"]
    assert report.moves[0].reason in ("changed", "link")
    assert path.read_text() == "a letter of my grandmother"
    assert "spam/a.eml" not in contents(tmp_path / "filed")


class CaseInsensitive:
    """`os.link` and `os.open` of a disk that keeps the case of names and does not tell names by it, as on macOS."""

    def __init__(self) -> None:
        self._link, self._open = os.link, os.open

    def _is_taken(self, name: str, folder: int | None) -> bool:
        names = os.listdir(folder if folder is not None else os.path.dirname(name))
        return os.path.basename(name).casefold() in {each.casefold() for each in names}

    def link(self, source: str, target: str, *, dst_dir_fd: int | None = None, follow_symlinks: bool = True) -> None:
        if self._is_taken(target, dst_dir_fd):
            raise FileExistsError(errno.EEXIST, "exists", target)
        self._link(source, target, dst_dir_fd=dst_dir_fd, follow_symlinks=follow_symlinks)

    def open(self, path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_EXCL and self._is_taken(path, dir_fd):
            raise FileExistsError(errno.EEXIST, "exists", path)
        return self._open(path, flags, mode, dir_fd=dir_fd)


@pytest.mark.skipif(IS_WINDOWS, reason="Windows tells no names by their case by itself")
@pytest.mark.parametrize("action", ["move", "copy"])
def test_on_a_disk_that_does_not_tell_names_by_case_nothing_is_overwritten_and_all_comes_back(
    workspace: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    (inbox / "A.EML").write_text("another of the same name")
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "B.eml").write_text("mine")
    before, disk = contents(inbox), CaseInsensitive()
    plan = a_plan(inbox, tmp_path / "filed", action=action)
    with monkeypatch.context() as other_disk:  # the inbox is on one that tells names by case
        other_disk.setattr(os, "link", disk.link)
        other_disk.setattr(os, "open", disk.open)
        report = file_away(workspace, plan, NOBODY)

    filed = contents(tmp_path / "filed")
    assert filed.pop("spam/B.eml") == b"mine"
    names = [name.casefold() for name in filed]
    assert len(set(names)) == len(names)
    failed = [(Path(move.source).name, move.reason) for move in report.moves if move.state == "failed"]
    assert failed == [("b.eml", "exists")]
    assert sorted([*filed.values(), (inbox / "b.eml").read_bytes()]) == sorted(before.values())
    undo(workspace, report.batch, NOBODY)
    assert contents(inbox) == before


class Fat(CaseInsensitive):
    """The calls of a disk with FAT: no second name for a file, no permissions, and names as Windows allows them."""

    def link(self, source: str, target: str, *, dst_dir_fd: int | None = None, follow_symlinks: bool = True) -> None:
        raise PermissionError(errno.EPERM, "no links", target)

    def open(self, path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_CREAT and set(os.path.basename(path)) & set(r':*?"<>|\\'):
            raise OSError(errno.EINVAL, "a name that it does not take", path)
        return super().open(path, flags, mode, dir_fd=dir_fd)

    def chmod(self, path: str, mode: int, *, dir_fd: int | None = None) -> None:
        raise PermissionError(errno.EPERM, "no permissions", path)


@pytest.mark.skipif(IS_WINDOWS, reason="Windows does not allow such names itself")
@pytest.mark.parametrize("action", ["move", "copy"])
def test_on_a_disk_with_fat_files_are_copied_and_a_name_that_it_does_not_take_stays(
    workspace: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: Action
) -> None:
    """The bytes under all names, before and after, are the oracle."""
    for name in ("Re: minutes.eml", "A.EML"):
        (inbox / name).write_text(name)
    before, disk = contents(inbox), Fat()
    filings = [Filing(number, str(path), label="spam") for number, path in enumerate(sorted(inbox.iterdir()))]
    plan = make_filing_plan(filings, tmp_path / "filed", action=action, context=NOBODY)
    with monkeypatch.context() as other_disk:
        for call in ("link", "open", "chmod"):
            other_disk.setattr(os, call, getattr(disk, call))
        report = file_away(workspace, plan, NOBODY)

    failed = [(Path(move.source).name, move.reason) for move in report.moves if move.state == "failed"]
    assert failed == [("Re: minutes.eml", "name")]
    assert (inbox / "Re: minutes.eml").read_text() == "Re: minutes.eml"
    filed = contents(tmp_path / "filed")
    assert len({name.casefold() for name in filed}) == len(filed) == len(filings) - 1
    assert sorted([*filed.values(), b"Re: minutes.eml"]) == sorted(before.values())
    undo(workspace, report.batch, NOBODY)
    assert contents(inbox) == before


def test_undoing_does_not_overwrite_what_came_meanwhile(workspace: Path, inbox: Path, tmp_path: Path) -> None:
    file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)
    (inbox / "a.eml").write_text("new collection")

    undone = undo(workspace, None, NOBODY)

    assert (inbox / "a.eml").read_text() == "new collection"
    assert (tmp_path / "filed" / "spam" / "a.eml").exists()
    assert [move.reason for move in undone.moves] == ["exists", "", ""]
    (inbox / "a.eml").unlink()
    assert undo(workspace, None, NOBODY).count("undone") == 3


@pytest.mark.parametrize("content", [b"another letter", b"of the same size"])
def test_undoing_leaves_another_file_that_took_the_name_of_a_filed_one(
    workspace: Path, inbox: Path, tmp_path: Path, content: bytes
) -> None:
    (inbox / "a.eml").write_bytes(b"the filed letter")
    os.utime(inbox / "a.eml", (1_000_000_000, 1_000_000_000))
    file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)
    filed = tmp_path / "filed" / "spam" / "a.eml"
    filed.rename(tmp_path / "kept.eml")
    filed.write_bytes(content)

    undone = undo(workspace, None, NOBODY)

    assert [(move.state, move.reason) for move in undone.moves] == [("done", "changed"), ("undone", ""), ("undone", "")]
    assert filed.read_bytes() == content
    assert set(contents(inbox)) == {"b.eml", "c.eml"}
    filed.unlink()
    (tmp_path / "kept.eml").rename(filed)
    assert undo(workspace, None, NOBODY).count("undone") == 3
    assert (inbox / "a.eml").read_bytes() == b"the filed letter"


def test_filed_files_on_a_disk_with_coarse_times_can_be_brought_back(
    workspace: Path, inbox: Path, tmp_path: Path
) -> None:
    """FAT stores times in steps of two seconds, which shows only after the disk was mounted again."""
    before = contents(inbox)
    file_away(workspace, a_plan(inbox, tmp_path / "filed"), NOBODY)
    for path in (tmp_path / "filed").rglob("*.eml"):
        seconds = int(path.stat().st_mtime) // 2 * 2
        os.utime(path, (seconds, seconds))

    undo(workspace, None, NOBODY)

    assert contents(inbox) == before


@with_links
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


@with_links
@pytest.mark.skipif(IS_WINDOWS, reason="Windows compares the folder of the label alone")
@pytest.mark.parametrize("action", ["move", "copy"])
@pytest.mark.parametrize("replaced", ["disk", "disk/filed", "disk/filed/office", "disk/filed/office/mail"])
def test_a_folder_of_the_path_that_becomes_a_link_after_the_plan_leads_nowhere_else(
    workspace: Path, inbox: Path, tmp_path: Path, action: Action, replaced: str
) -> None:
    """What Python's `os.walk` finds behind the link afterwards is the oracle."""
    maildir, elsewhere = tmp_path / "disk/filed/office/mail", tmp_path / "elsewhere"
    for part in ("cur", "new", "tmp"):
        (maildir / part).mkdir(parents=True)
    filings = [
        Filing(number, str(path), label="office/mail") for number, path in enumerate(sorted(inbox.glob("*.eml")))
    ]
    plan = make_filing_plan(filings, tmp_path / "disk/filed", action=action, context=NOBODY)
    assert {os.path.dirname(planned.move.target) for planned in plan.moves} == {str(maildir / "new")}
    before = contents(inbox)
    (tmp_path / replaced).rename(elsewhere)
    (tmp_path / replaced).symlink_to(elsewhere)

    report = file_away(workspace, plan, NOBODY)

    assert [names for _, _, names in os.walk(elsewhere) if names] == []
    assert contents(inbox) == before
    assert {(move.state, move.reason) for move in report.moves} == {("failed", "unsafe-path")}


def call_before(monkeypatch: pytest.MonkeyPatch, names: Iterable[str], before: Callable[[], None]) -> None:
    """Let calls of the system be preceded by what another program does."""

    def preceded(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            before()
            return call(*arguments, **named)

        return run

    for name in names:
        monkeypatch.setattr(os, name, preceded(getattr(os, name)))


def refuse_link(*_arguments: object, **_named: object) -> None:
    raise PermissionError(errno.EPERM, "no links")


@pytest.mark.skipif(IS_WINDOWS, reason="there a move on one disk is one call")
@pytest.mark.parametrize("has_links", [True, False])
@pytest.mark.parametrize("work", ["move", "move back", "remove copy"])
@pytest.mark.parametrize("moment", range(4))
def test_a_new_version_that_is_saved_between_two_calls_of_the_system_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, moment: int, has_links: bool
) -> None:
    """The contents of all folders afterwards are the oracle."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    path, new_path, moments = here / "a.txt", tmp_path / "new", list(range(4))
    path.write_bytes(b"old")
    new_path.write_bytes(b"new")
    if work == "remove copy":
        (there / "a.txt").write_bytes(b"old")
    rename = os.rename

    def save_anew() -> None:
        if moments and moments.pop(0) == moment:
            rename(new_path, path)

    with monkeypatch.context() as other_program, suppress(file_moves.MoveError):
        if not has_links:
            other_program.setattr(os, "link", refuse_link)
        call_before(other_program, ("link", "rename", "unlink"), save_anew)
        if work == "move":
            file_moves.move_file(str(path), str(there / "a.txt"), lambda _n_bytes: None)
        elif work == "move back":
            file_moves.move_back(str(path), str(there / "a.txt"), lambda _n_bytes: None)
        else:
            file_moves.remove_copy(str(there / "a.txt"), str(path))

    left = contents(tmp_path)
    assert b"new" in left.values()
    assert set(left) <= {"here/a.txt", "there/a.txt", "new"}
    assert set(left) & {"here/a.txt", "there/a.txt"}


@with_links
@pytest.mark.skipif(IS_WINDOWS, reason="Windows has no calls relative to an open folder")
@pytest.mark.parametrize("calls", [("open",), ("mkdir",), ("open", "stat"), ("link",)])
@pytest.mark.parametrize("label", ["finance/bank", "finance/bank/2024", "finance/new/2024", "finance/new/2024/may"])
def test_a_folder_that_is_a_link_for_a_moment_leads_nowhere_else(
    inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: tuple[str, ...], label: str
) -> None:
    """A folder of the path is a link during each call. What is behind the link afterwards is the oracle."""
    root, elsewhere, before = tmp_path / "filed", tmp_path / "elsewhere", contents(inbox)
    for folder in (root / "finance", elsewhere):
        (folder / "bank").mkdir(parents=True)
    rename, symlink, unlink = os.rename, os.symlink, os.unlink

    def with_link(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            rename(root / "finance", root / "old")
            symlink(elsewhere, root / "finance")
            try:
                return call(*arguments, **named)
            finally:
                unlink(root / "finance")
                rename(root / "old", root / "finance")

        return run

    with monkeypatch.context() as other_program, suppress(file_moves.MoveError):
        for name in calls:
            other_program.setattr(os, name, with_link(getattr(os, name)))
        file_moves.move_file(str(inbox / "a.eml"), str(root / label / "a.eml"), lambda _n_bytes: None)

    assert [*elsewhere.rglob("*")] == [elsewhere / "bank"]
    assert sorted([*contents(inbox).values(), *contents(root).values()]) == sorted(before.values())


@with_links
def test_undoing_a_copy_does_not_remove_the_original_behind_a_link(
    workspace: Path, inbox: Path, tmp_path: Path
) -> None:
    (tmp_path / "filed").mkdir()
    filings = [Filing(1, str(inbox / "a.eml"), label="inbox")]
    file_away(workspace, make_filing_plan(filings, tmp_path / "filed", action="copy", context=NOBODY), NOBODY)
    before = contents(inbox)
    (tmp_path / "filed").rename(tmp_path / "away")
    (tmp_path / "filed").symlink_to(tmp_path)  # so that filed/inbox is the inbox

    report = undo(workspace, None, NOBODY)

    assert contents(inbox) == before
    assert [move.reason for move in report.moves] == ["unsafe-path"]


@with_links
@pytest.mark.parametrize("action", ["move", "copy"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_name_that_becomes_a_link_after_the_plan_is_not_written_through(
    workspace: Path, inbox: Path, tmp_path: Path, action: str, is_there: bool
) -> None:
    plan = a_plan(inbox, tmp_path / "filed", action=action)
    behind = tmp_path / "behind"
    if is_there:
        behind.write_text("mine")
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").symlink_to(behind)

    report = file_away(workspace, plan, NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [("failed", "exists"), ("done", ""), ("done", "")]
    assert (inbox / "a.eml").exists()
    assert behind.exists() == is_there
    assert not is_there or behind.read_text() == "mine"


@with_links
def test_a_system_without_calls_for_folders_refuses_a_link_and_takes_a_folder(
    workspace: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_moves, "HAS_FOLDER_CALLS", False)
    elsewhere, root = tmp_path / "elsewhere", tmp_path / "filed"
    elsewhere.mkdir()
    root.mkdir()
    plan = a_plan(inbox, root)
    (root / "spam").symlink_to(elsewhere)

    report = file_away(workspace, plan, NOBODY)

    assert contents(elsewhere) == {}
    assert [move.reason for move in report.moves if move.reason] == ["unsafe-path"] * 2
    assert set(contents(root)) == {"ham/c.eml"}


@pytest.mark.parametrize(("tag", "is_one"), [(0xA000000C, True), (0xA0000003, True), (0x9000001A, False), (0, False)])
def test_links_and_junctions_of_windows_are_links_and_folders_of_onedrive_are_not(tag: int, is_one: bool) -> None:
    status = SimpleNamespace(st_mode=stat.S_IFDIR | 0o777, st_reparse_tag=tag)

    assert file_moves.is_link(cast(os.stat_result, status)) is is_one


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

    plan = make_filing_plan([filing], tmp_path / "filed", context=NOBODY)
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

    report = file_away(workspace, make_filing_plan([filing], tmp_path / "filed", context=NOBODY), NOBODY)

    assert [(move.state, move.reason) for move in report.moves] == [("failed", "changed")]
    assert contents(tmp_path / "filed") == {}


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
