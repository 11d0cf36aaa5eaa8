"""Documents read anew from their files: what is there now takes their place, under the labels that they have."""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.domain.jobs import Cancelled, NoOpJobContext
from app.library.importing import ImportRequest, import_sources
from app.library.reading_sources import RereadReport, read_files, reread_documents
from app.store.workspace import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    for label in ("bills", "poems"):
        (made / label).mkdir(parents=True)
        for number in range(2):
            (made / label / f"{number}.txt").write_text(f"{label} as they were, number {number}")
    return made


@pytest.fixture
def path(tmp_path: Path, folder: Path) -> Path:
    made = tmp_path / "mine.bayleaf"
    import_sources(made, ImportRequest((folder,)), NoOpJobContext())
    return made


def contents(path: Path) -> dict[str, tuple[str, str | None]]:
    """Return text and label of each document by its file."""
    with Workspace(path) as workspace:
        [corpus] = workspace.corpora.all()
        listed = workspace.documents.numbers(corpus.name).tolist()
        found = [workspace.documents.get(number).document for number in listed]
    return {f"{each.path} {each.member}": (each.text.strip(), each.label) for each in found}


def numbers(path: Path) -> list[int]:
    with Workspace(path) as workspace:
        return [int(number) for number in workspace.documents.numbers(workspace.corpora.all()[0].name)]


def again(path: Path) -> RereadReport:
    return reread_documents(path, numbers(path), NoOpJobContext())


def test_a_file_that_changed_is_read_anew_and_keeps_the_label_that_a_person_gave(path: Path, folder: Path) -> None:
    with Workspace(path) as workspace:
        first = numbers(path)[0]
        changed = Path(workspace.documents.get(first).document.path)
        workspace.editing.relabel([first], "poems")
    changed.write_text("another text altogether")

    found = again(path)

    assert (found.n_same, list(found.new_number_by_old), found.failures) == (3, [first], ())
    assert ("another text altogether", "poems") in contents(path).values()
    assert len(numbers(path)) == 4


def test_reading_again_can_be_taken_back(path: Path, folder: Path) -> None:
    before = contents(path)
    (folder / "bills" / "1.txt").write_text("another text altogether")
    again(path)
    assert contents(path) != before

    with Workspace(path) as workspace:
        undone = workspace.undo_log.undo()

    assert undone is not None
    assert undone.kind == "read-again"
    assert contents(path) == before


def test_files_that_are_read_as_before_leave_nothing_to_undo(path: Path) -> None:
    with Workspace(path) as workspace:
        last = workspace.undo_log.next_undo()

    assert again(path).n_same == 4

    with Workspace(path) as workspace:
        assert workspace.undo_log.next_undo() == last


def test_a_file_that_is_gone_or_unreadable_leaves_its_document_and_is_said(path: Path, folder: Path) -> None:
    before = contents(path)
    (folder / "bills" / "0.txt").unlink()
    (folder / "poems" / "0.txt").write_bytes(b"")

    found = again(path)

    assert {(Path(each.path).name, each.reason) for each in found.failures} == {("0.txt", "gone"), ("0.txt", "empty")}
    assert found.n_same == 2
    assert contents(path) == before


def test_a_mail_whose_place_in_a_mailbox_holds_another_now_stays_as_it_was(tmp_path: Path) -> None:
    """Mailboxes are compacted: a number in one is no name."""
    box, path = tmp_path / "Inbox", tmp_path / "mine.bayleaf"
    write_mailbox(box, ["one", "two", "three"])
    import_sources(path, ImportRequest((box,)), NoOpJobContext())
    before = contents(path)
    box.unlink()
    write_mailbox(box, ["one", "three", "four"])

    found = again(path)

    assert found.n_same == 1
    assert {each.reason for each in found.failures} == {"not-in-file"}
    assert contents(path) == before


def test_nothing_changes_when_it_is_stopped(path: Path, folder: Path) -> None:
    before = contents(path)
    (folder / "bills" / "1.txt").write_text("another text altogether")

    class Stopped(NoOpJobContext):
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        reread_documents(path, numbers(path), Stopped())

    assert contents(path) == before


def test_while_no_file_is_read_the_progress_is_unknown_and_not_zero_percent(path: Path) -> None:
    """The bar said 0 % for half a minute, until all files of the only work item were read."""
    reported: list[tuple[float, float]] = []

    class Recorder(NoOpJobContext):
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase == "reading":
                reported.append((done, total))

    reread_documents(path, numbers(path), Recorder())

    assert reported
    assert all(done > 0 or not total for done, total in reported)


def test_the_bar_moves_while_some_dozens_of_small_files_are_read(tmp_path: Path) -> None:
    """All small files were one work item, so nothing moved until the last one was read."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(32):
        (folder / f"{number}.txt").write_text(f"the text of letter {number}")
    steps: set[float] = set()

    class Recorder(NoOpJobContext):
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            steps.add(done)

    batches = list(read_files([str(folder)], tmp_path / "mine.bayleaf", Recorder()))

    assert [Path(document.path).name for batch in batches for document in batch.documents] == [
        path.name for path in sorted(folder.iterdir())
    ]
    assert len(steps) > 3


def write_mailbox(path: Path, subjects: list[str]) -> None:
    days = {"one": 1, "two": 2, "three": 3, "four": 4}
    made = mailbox.mbox(path)
    for subject in subjects:
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "ann@a.example", subject
        mail["Date"] = f"Mon, 0{days[subject]} Jan 2024 10:00:00 +0000"
        mail.set_content(f"the text of {subject}")
        made.add(mail)
    made.close()
