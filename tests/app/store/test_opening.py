"""Opening takes what it should, refuses all else, and leaves a refused file as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import AppError, BusyWorkspace, NewerWorkspace, NotAWorkspace, StoreError
from app.store import opening
from app.store.opening import file_system, shared_storage_of
from app.store.workspace import Workspace
from tests.app.store.made_up import contents, imported, mails

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
MOUNTS = """22 1 254:1 / / rw,relatime - ext4 /dev/vda1 rw
40 22 0:35 / /home/ann/share rw - cifs //server/share rw
41 22 0:36 / /home/ann/my\\040files rw - fuse.sshfs ann@host: rw
"""


@pytest.fixture
def closed(path: Path) -> Path:
    """A closed workspace with a few hundred mails."""
    with Workspace(path, create=True) as workspace:
        imported(workspace, mails(300))
    return path


def test_a_new_workspace_is_one_file_that_says_what_it_is(path: Path) -> None:
    Workspace(path, create=True).close()

    assert os.listdir(path.parent) == [path.name]
    assert path.read_bytes()[68:72] == b"BYLF"


def test_a_workspace_that_does_not_exist_is_made_only_when_asked(path: Path) -> None:
    with pytest.raises(StoreError, match="not-found"):
        Workspace(path)
    with pytest.raises(StoreError, match="no-folder"):
        Workspace(path / "below" / "x.bayleaf", create=True)

    assert os.listdir(path.parent) == []


def test_an_empty_file_becomes_a_workspace_only_when_asked(path: Path) -> None:
    path.touch()
    with pytest.raises(NotAWorkspace):
        Workspace(path)

    with Workspace(path, create=True) as workspace:
        assert workspace.corpora.all() == ()


@pytest.mark.parametrize(
    "content", [b"Dear reader", b"SQLite format 3\0", b"\0" * 4096, b"SQLite format 3\0" + b"x" * 200]
)
def test_a_stranger_s_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for create in (False, True):
        with pytest.raises(NotAWorkspace):
            Workspace(path, create=create)

    assert (path.read_bytes(), os.listdir(path.parent)) == (content, [path.name])


def test_another_program_s_database_is_refused_and_left_alone(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE mine (x)")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(NotAWorkspace):
        Workspace(path)

    assert (path.read_bytes(), os.listdir(path.parent)) == (before, [path.name])


def test_a_workspace_of_a_later_version_is_refused_and_left_alone(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = closed.read_bytes()
    with pytest.raises(NewerWorkspace) as caught:
        Workspace(closed)

    assert (caught.value.file_version, closed.read_bytes(), os.listdir(closed.parent)) == (99, before, [closed.name])


def test_a_workspace_with_triggers_is_refused(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    raw.execute("CREATE TRIGGER t AFTER INSERT ON label BEGIN DELETE FROM document; END")
    raw.close()

    with pytest.raises(StoreError, match="damaged"):
        Workspace(closed)


def test_a_workspace_whose_views_were_changed_is_refused(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    raw.execute("DROP VIEW visible_label")
    raw.execute("CREATE VIEW visible_label AS SELECT * FROM label")
    raw.close()

    with pytest.raises(StoreError, match="damaged"):
        Workspace(closed)


def test_an_index_by_an_order_that_sqlite_does_not_know_is_refused(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as raw:
        raw.execute("CREATE INDEX mine ON document (length DESC, kind)")
        raw.commit()
        Workspace(closed).close()
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX mine ON document (length COLLATE z)' WHERE name = 'mine'"
        )
        raw.commit()

    with pytest.raises(StoreError, match="damaged"):
        Workspace(closed)


def test_a_workspace_with_a_damaged_schema_is_refused_but_one_with_additions_is_not(closed: Path) -> None:
    raw = sqlite3.connect(closed)
    raw.execute("CREATE TABLE notes (text)")
    raw.execute("CREATE INDEX mine ON document (length)")
    raw.commit()
    Workspace(closed).close()
    raw.execute("ALTER TABLE edit_row RENAME COLUMN old_values TO odd_values")
    raw.close()

    with pytest.raises(StoreError, match="damaged"):
        Workspace(closed)


def test_a_truncated_workspace_is_a_sentence_and_left_alone(closed: Path) -> None:
    whole = closed.read_bytes()
    for share in (0.001, 0.05, 0.3, 0.6, 0.9, 0.99):
        closed.write_bytes(whole[: int(len(whole) * share)])
        before = closed.read_bytes()
        assert _used(closed) is None, share
        assert closed.read_bytes() == before


@pytest.mark.parametrize("seed", range(12))
def test_flipped_bits_are_found_or_harmless(closed: Path, seed: int) -> None:
    whole = bytearray(closed.read_bytes())
    expected = _used(closed)
    for place in range(seed * 37, len(whole), 3001):
        whole[place] ^= 1 << (place % 8)
    closed.write_bytes(whole)

    assert _used(closed) in (None, expected)


def _used(path: Path) -> object:
    """Open, check and read everything; None where a sentence says that the file is damaged."""
    try:
        with Workspace(path) as workspace:
            return None if workspace.check() else contents(workspace)
    except AppError:
        return None


READ_ONLY = """
import os, sys, urllib.parse  # loaded while this may still read the standard library
from pathlib import Path
from app.domain.errors import StoreError
import sqlite_utils
from app.store.workspace import Workspace
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    with Workspace(Path(sys.argv[1])) as workspace:
        assert workspace.is_read_only
        assert workspace.documents.count() == 300
        assert workspace.check() == []
        try:
            workspace.labels.add("mail", "new")
        except StoreError as error:
            print(error.reason)
except StoreError as error:
    print(error.reason)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o444), (0o755, 0o444), (0o555, 0o644)])
def test_what_may_only_be_read_can_be_read(closed: Path, folder_mode: int, file_mode: int) -> None:
    assert _as_nobody(closed, folder_mode, file_mode) == "read-only"


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_workspace_left_by_a_crash_where_nobody_may_write_is_a_sentence(closed: Path) -> None:
    killed = f"""import os; from app.store.workspace import Workspace
w = Workspace({str(closed)!r}); w.labels.add("mail", "late"); os._exit(9)"""
    assert subprocess.run([sys.executable, "-c", killed], check=False, env=ENVIRONMENT).returncode == 9
    assert closed.with_name(closed.name + "-wal").stat().st_size > 0

    assert _as_nobody(closed, 0o555, 0o444) == "read-only-unfinished"
    with Workspace(closed) as workspace:
        assert "late" in workspace.labels.names("mail")


def _as_nobody(path: Path, folder_mode: int, file_mode: int) -> str:
    """Let a process without rights use and change a workspace; return what it says. Nothing may change."""
    with tempfile.TemporaryDirectory() as folder:
        before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        for name, content in before.items():
            Path(folder, name).write_bytes(content)
            Path(folder, name).chmod(file_mode)
        Path(folder).chmod(folder_mode)
        command = [sys.executable, "-c", READ_ONLY, str(Path(folder, path.name))]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=ENVIRONMENT)
        Path(folder).chmod(0o755)
        assert {file.name: file.read_bytes() for file in Path(folder).iterdir()} == before
    return done.stdout.strip()


def test_a_locked_workspace_is_a_sentence(closed: Path) -> None:
    raw = sqlite3.connect(closed, isolation_level=None)
    raw.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BusyWorkspace):
        Workspace(closed, busy_ms=10)
    raw.execute("ROLLBACK")
    raw.close()

    Workspace(closed).close()


def test_opening_waits_for_nobody_who_writes(closed: Path) -> None:
    with Workspace(closed) as writer, writer.transaction():
        Workspace(closed, busy_ms=130_000).close()


def test_a_workspace_that_fails_while_it_is_opened_is_closed(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_imports: object, **_how: float) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.store.workspace.Imports.remove_abandoned", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Workspace(closed)

    assert os.listdir(closed.parent) == [closed.name], "its log was not folded"


def test_reading_goes_on_while_somebody_writes(closed: Path) -> None:
    with Workspace(closed) as reader, Workspace(closed, busy_ms=10) as writer, reader.transaction():
        assert writer.documents.count() == 300
        with pytest.raises(BusyWorkspace):
            writer.labels.add("mail", "new")


def test_who_only_reads_hinders_no_writer_and_cannot_write(closed: Path) -> None:
    with Workspace(closed, read_only=True) as reader, reader.snapshot():
        assert reader.documents.count() == 300
        with Workspace(closed, busy_ms=10) as writer:
            writer.labels.add("mail", "new")
        assert "new" not in reader.labels.names("mail")
    with Workspace(closed, read_only=True) as reader, pytest.raises(StoreError, match="read-only"):
        reader.labels.add("mail", "newer")

    assert os.listdir(closed.parent) == [closed.name]


def test_a_folder_shared_by_a_network_gets_a_safer_journal(path: Path, monkeypatch) -> None:
    monkeypatch.setattr(opening, "shared_storage_of", lambda path: "network")
    with Workspace(path, create=True) as workspace, Workspace(path) as other:
        imported(workspace, mails(3))
        assert (workspace.shared_place, workspace._file.value("PRAGMA journal_mode")) == ("network", "delete")
        assert other.documents.count() == 3


@pytest.mark.parametrize("folder", ["Dropbox/mine", "OneDrive - Work", "iCloud Drive", "Nextcloud"])
def test_synchronised_folders_are_told_by_their_names(tmp_path: Path, folder: str) -> None:
    assert shared_storage_of(tmp_path / folder / "w.bayleaf") == "synchronised"


def test_synchronised_folders_are_told_by_their_traces(tmp_path: Path) -> None:
    (tmp_path / "sync" / ".stfolder").mkdir(parents=True)

    assert shared_storage_of(tmp_path / "sync" / "deep" / "w.bayleaf") == "synchronised"
    assert shared_storage_of(tmp_path / "w.bayleaf") is None


def test_file_systems_are_told_by_the_longest_mount(tmp_path: Path) -> None:
    homes = [Path("/home/ann/share/work"), Path("/home/ann/my files"), Path("/home/ann/shared")]

    assert [file_system(home, MOUNTS) for home in homes] == ["cifs", "fuse.sshfs", "ext4"]


def test_a_workspace_belongs_to_its_thread_and_opens_again_for_another(closed: Path) -> None:
    with Workspace(closed) as first, Workspace(closed) as second:
        second.labels.add("mail", "new")

        assert "new" in first.labels.names("mail")


def test_the_last_one_to_close_leaves_a_single_file(closed: Path) -> None:
    first, second = Workspace(closed), Workspace(closed)
    second.labels.add("mail", "new")
    first.close()
    second.close()

    assert os.listdir(closed.parent) == [closed.name]
    with Workspace(closed, read_only=True) as reader:
        assert "new" in reader.labels.names("mail")


def journal_naming(victim: Path, database: Path) -> bytes:
    """Return a rollback journal that names a super-journal, as https://sqlite.org/fileformat.html describes it."""
    content = database.read_bytes()
    page_size = int.from_bytes(content[16:18], "big")
    n_pages, name = len(content) // page_size, os.fsencode(victim)
    mark = bytes.fromhex("d9d505f920a163d7")
    numbers = (0, 12_345, n_pages, 512, page_size)
    head = (mark + b"".join(number.to_bytes(4, "big") for number in numbers)).ljust(512, b"\0")
    lock_page = 0x40000000 // page_size + 1
    return head + b"".join(
        (lock_page.to_bytes(4, "big"), name, len(name).to_bytes(4, "big"), sum(name).to_bytes(4, "big"), mark)
    )


def test_sqlite_itself_deletes_the_file_that_a_crafted_journal_names(closed: Path) -> None:
    """Without this the next test could pass because its journal was made wrongly."""
    victim = closed.with_name("victim.txt")
    victim.write_text("precious")
    closed.with_name(f"{closed.name}-journal").write_bytes(journal_naming(victim, closed))
    raw = sqlite3.connect(closed)
    raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    raw.close()

    assert not victim.exists()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_that_names_another_file_is_refused_and_deletes_nothing(closed: Path, read_only: bool) -> None:
    victim, journal = closed.with_name("victim.txt"), closed.with_name(f"{closed.name}-journal")
    victim.write_text("precious")
    journal.write_bytes(journal_naming(victim, closed))
    before = closed.read_bytes(), journal.read_bytes()
    with pytest.raises(StoreError, match="foreign-journal"):
        Workspace(closed, read_only=read_only)

    assert victim.read_text() == "precious"
    assert (closed.read_bytes(), journal.read_bytes()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="SQLite follows symlinks to a database on POSIX systems only")
def test_a_journal_beside_the_file_that_a_symlink_points_to_is_refused_too(closed: Path) -> None:
    victim, link = closed.with_name("victim.txt"), closed.with_name("gift.bayleaf")
    victim.write_text("precious")
    closed.with_name(f"{closed.name}-journal").write_bytes(journal_naming(victim, closed))
    link.symlink_to(closed.name)
    before = closed.read_bytes()
    with pytest.raises(StoreError, match="foreign-journal"):
        Workspace(link, read_only=True)

    assert victim.read_text() == "precious"
    assert closed.read_bytes() == before


WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")  # so that changed pages reach the file before the commit
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE content SET path = 'half written'")
connection.execute("CREATE TABLE half_written AS SELECT randomblob(4000) FROM json_each('[1,2,3,4,5,6,7,8,9]')")
print("written", flush=True)
sys.stdin.read()
"""


def test_the_journal_of_a_killed_writer_is_rolled_back(closed: Path) -> None:
    with Workspace(closed, read_only=True) as reader:
        before = contents(reader)
    whole = closed.read_bytes()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(closed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
        writer.kill()
    assert closed.read_bytes() != whole, "the writer was killed before it changed the file"
    with Workspace(closed) as opened:
        assert contents(opened) == before
    raw = sqlite3.connect(closed)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    raw.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes in folders")
def test_a_journal_that_is_no_file_is_refused_without_waiting(closed: Path) -> None:
    os.mkfifo(closed.with_name(f"{closed.name}-journal"))
    with pytest.raises(StoreError, match="foreign-journal"):
        Workspace(closed)
