"""Changes by another program or a failing disk are found and named, and no broken workspace ends in a traceback."""

from __future__ import annotations

import math
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.documents import Document
from app.domain.errors import AppError
from app.domain.records import VerdictRecord
from app.store.connection import row_sum
from app.store.document_packing import DamagedBlob, compress_frame, decompress_frame, decompress_prefix, zstd
from app.store.schema import SEALED_IN_VERSION_3
from app.store.verdicts import Ticket
from app.store.workspace import Workspace
from tests.app.command_line import FIVE_MAILS
from tests.systems import with_shell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with five documents of two labels and a model."""
    folder = tmp_path_factory.mktemp("integrity")
    for label, texts in FIVE_MAILS.items():
        (folder / "five" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / "five" / label / f"{number}.txt").write_text(text, encoding="utf-8")
    path = folder / "made.bayleaf"
    (folder / "again").mkdir()
    shutil.copy(folder / "five" / "spam" / "0.txt", folder / "again" / "sibling.txt")
    (folder / "again" / "broken.docx").write_bytes(b"PK\x03\x04 broken")
    for source in ("five", "again"):
        result = CliRunner().invoke(cli, ["import", str(path), str(folder / source)])
        assert result.exit_code in (0, 1), result.stderr
    with Workspace(path) as workspace:
        corpus = workspace.corpora.all()[0].name
        workspace.editing.relabel([2], "spam")
        workspace.labels.rename(corpus, "spam", "junk")
        assert workspace.undo_log.undo()
        assert workspace.undo_log.undo()
    assert CliRunner().invoke(cli, ["train", str(path)]).exit_code == 0
    with Workspace(path) as workspace:
        workspace.verdicts.add([VerdictRecord("naive Bayes", "a.txt", title="cheap")])
        ticket = Ticket(Document("cheap", "-", content_hash=b"1" * 16), "spam", 0.0)
        workspace.tickets.store(ticket, most=9, oldest_s=math.inf)
    return path


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "copy.bayleaf"))


def checked(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", str(path), *options])
    assert result.exception is None or isinstance(result.exception, (AppError, SystemExit)), result.exception
    return (1 if isinstance(result.exception, AppError) else result.exit_code), result.stderr


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            assert database.execute(statement).rowcount > 0


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE document SET label_id = (SELECT max(id) FROM label) WHERE id = 1", "document 1"),
        ("UPDATE document SET weight = 7 WHERE id = 2", "document 2"),
        ("UPDATE document SET date_s = 1 WHERE id = 3", "document 3"),
        ("UPDATE content SET title = 'changed' WHERE document_id = 5", "document 5"),
        ("UPDATE content SET sender = 'somebody' WHERE document_id = 5", "document 5"),
        ("UPDATE ticket SET body = x'00'", "ticket 1"),
        ("UPDATE verdict SET title = 'another'", "verdict 1"),
        ("UPDATE model SET name = 'another'", "model 1"),
        ("UPDATE content SET path = '/etc/passwd' WHERE document_id = 4", "document 4"),
        ("UPDATE label SET name = 'other' WHERE id = 1", "label 1"),
        ("UPDATE corpus SET name = 'other'", "collection 1"),
        ("DELETE FROM document WHERE id = 5", "document 5"),
        ("UPDATE edit_document SET old_label_id = NULL", "edit_document 3 2"),
        ("DELETE FROM edit_document", "edit_document"),
        ("UPDATE edit_row SET old_values = '{}'", "edit_row 1"),
        ("UPDATE label_rename SET old_name = 'another'", "label_rename 1"),
        ("UPDATE import_run SET failed = 7", "import_run 1"),
        ("UPDATE failure SET reason = 'encrypted'", "failure 1"),
        ("UPDATE duplicate SET path = 'another'", "duplicate"),
    ],
)
def test_what_another_program_changes_is_found_and_named(copy: Path, statement: str, named: str) -> None:
    assert checked(copy)[0] == 0

    changed(copy, statement)

    status, told = checked(copy)
    assert status == 1
    assert named in told


def test_what_this_program_changes_is_sound(copy: Path, tmp_path: Path) -> None:
    mail = tmp_path / "new.txt"
    mail.write_text("cheap watermelon offer", encoding="utf-8")
    for command in (
        ["learn", str(copy), "--label", "spam", str(mail)],
        ["forget", str(copy), "--label", "spam", str(mail)],
        ["compact", str(copy)],
    ):
        assert CliRunner().invoke(cli, command).exit_code == 0

    assert checked(copy, "--deep")[0] == 0


def test_a_deep_check_counts_each_model_anew(copy: Path) -> None:
    changed(
        copy,
        "UPDATE document SET label_id = 3 - label_id WHERE id = 1",
        """UPDATE seal SET sum = -1 WHERE kind = 'document' AND row_id = 1""",
    )
    assert "document 1" in checked(copy)[1]

    with closing(sqlite3.connect(copy)) as database, database:  # somebody who takes care of the checksum as well
        database.create_function("row_sum", -1, row_sum)
        values = ", ".join(SEALED_IN_VERSION_3["document"][1])
        database.execute(
            f"UPDATE seal SET sum = (SELECT row_sum({values}) FROM document WHERE id = row_id) WHERE kind = 'document'"
        )
    assert checked(copy)[0] == 0

    status, told = checked(copy, "--deep")
    assert status == 1
    assert "does not match its collection" in told


def test_deleted_means_gone_in_models_too(copy: Path, tmp_path: Path) -> None:
    mail = tmp_path / "secret.txt"
    mail.write_text("xbodywordqq meeting xbodywordqq", encoding="utf-8")
    assert CliRunner().invoke(cli, ["learn", str(copy), "--label", "ham", str(mail)]).exit_code == 0
    with Workspace(copy) as workspace:
        newest = int(workspace.documents.numbers(workspace.corpora.all()[0].name).max())
        workspace.editing.remove([newest])
        assert workspace.models.all()[0].n_missing_changes

    result = CliRunner().invoke(cli, ["compact", str(copy)])

    assert result.exit_code == 0
    assert "have forgotten what was deleted" in result.stderr
    told = CliRunner().invoke(cli, ["words", str(copy), "--csv", str(tmp_path / "words.csv")])
    assert told.exit_code == 0
    assert "xbodywordqq" not in (tmp_path / "words.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE corpus SET columns = '{'",
        "UPDATE corpus SET columns = '[1]'",
        "UPDATE model SET recipe = '{{'",
        "UPDATE vocabulary SET n_words = 9223372036854775807",
        "UPDATE word_list SET n_words = 1000000",
        "UPDATE segment SET counts = x'00'",
        "UPDATE model SET content = x'00'",
    ],
)
@pytest.mark.parametrize("command", ["check", "compact", "train", "info"])
def test_a_broken_row_is_a_sentence_and_no_traceback(copy: Path, statement: str, command: str) -> None:
    changed(copy, statement)

    result = CliRunner().invoke(cli, [command, str(copy)])

    assert result.exception is None or isinstance(result.exception, (AppError, SystemExit))
    if command == "check":
        assert result.exit_code == 1 or isinstance(result.exception, AppError)


@pytest.mark.parametrize("seed", range(40))
def test_no_mutant_of_a_workspace_gives_a_traceback(copy: Path, seed: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(copy.read_bytes())
    page = 4096
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(100, len(raw))
        if chance.random() < 0.5:
            raw[at] ^= 1 << chance.randrange(8)
        else:
            first, second = (chance.randrange(1, len(raw) // page) * page for _ in range(2))
            raw[first : first + page], raw[second : second + page] = (
                raw[second : second + page],
                raw[first : first + page],
            )
    copy.write_bytes(raw)

    checked(copy)


def zeros(n_bytes: int) -> bytes:
    """A frame that is small and expands to so many zeros."""
    return compress_frame(bytes(n_bytes))


def index_as(statement: str) -> list[tuple[str, tuple[object, ...]]]:
    """Statements for an index that is told to have been made otherwise, without SQLite computing it now."""
    return [
        ("CREATE INDEX x ON document (id)", ()),
        ("PRAGMA writable_schema = 1", ()),
        ("UPDATE sqlite_master SET sql = ? WHERE name = 'x'", (statement,)),
    ]


UNSIZED = b"\x28\xb5\x2f\xfd\x00\x58" + b"\x02\x00\x10\x41" * 1_023 + b"\x03\x00\x10\x41"
"""A frame that does not state its size: 1,024 blocks of 128 KB each. See: https://www.rfc-editor.org/rfc/rfc8878"""


HOSTILE: dict[str, list[tuple[str, tuple[object, ...]]]] = {  # a number stands for a frame of so many zeros
    "texts of a gigabyte": [("UPDATE content SET body = ?", (1 << 30,))],
    "many texts that are small enough each": [
        ("UPDATE content SET body = ?", ((1 << 28) - 1,)),
    ],
    "words without end": [("UPDATE word_list SET words = ?", (1 << 29,))],
    "counts without end": [("UPDATE segment SET counts = ?", (1 << 29,))],
    "counts that hide how far they expand": [("UPDATE segment SET counts = ?", (UNSIZED,))],
    "texts that hide how far they expand": [("UPDATE content SET body = ?", (UNSIZED,))],
    "an index that computes": index_as("CREATE INDEX x ON document (hex(zeroblob(400000000)))"),
    "an index on what is computed": index_as(
        "CREATE INDEX x ON document (id) WHERE length(hex(zeroblob(400000000))) > 1"
    ),
    "a table with a costly rule": [
        ("CREATE TABLE x (a CHECK (length(hex(zeroblob(400000000))) > 1))", ()),
        ("PRAGMA ignore_check_constraints = 1", ()),
        ("INSERT INTO x VALUES (1)", ()),
    ],
    "a view without end": [
        ("CREATE VIEW x AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", ()),
    ],
    "a trigger": [("CREATE TRIGGER x AFTER UPDATE ON document BEGIN DELETE FROM document; END", ())],
    "a million words that are said to be there": [("UPDATE vocabulary SET n_words = 9223372036854775807", ())],
}  # fmt: skip


@with_shell
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_workspace_is_checked_within_the_memory_of_a_small_machine(copy: Path, what: str) -> None:
    with closing(sqlite3.connect(copy)) as database, database:
        for statement, values in HOSTILE[what]:
            database.execute(statement, [zeros(value) if isinstance(value, int) else value for value in values])
    limited = f"ulimit -v 524288 && exec {sys.executable} -m app.cli check {copy}"
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(Path(__file__).parents[3])}

    done = subprocess.run(["sh", "-c", limited], capture_output=True, env=environment, check=False)

    assert done.returncode == 1
    assert b"Memory" not in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stderr.strip()


@pytest.mark.parametrize("column", [2**40, 2**20, -1])
def test_a_damaged_number_of_a_column_is_found_and_takes_no_memory(tmp_path: Path, column: int) -> None:
    table, path = tmp_path / "table.csv", tmp_path / "table.bayleaf"
    table.write_text("colour,label\n" + "red,a\nblue,b\n" * 4, encoding="utf-8")
    assert CliRunner().invoke(cli, ["import", str(path), str(table), "--label-column", "label"]).exit_code == 0
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE choice_value SET column_number = ? WHERE value = 'red'", (column,))

    with Workspace(path, read_only=True) as workspace:
        corpus = workspace.corpora.all()[0].name
        number = int(workspace.documents.numbers(corpus)[0])
        for read in (lambda: workspace.documents.get(number), lambda: workspace.documents.table_rows(corpus)):
            with pytest.raises(AppError):
                read()
    checked = CliRunner().invoke(cli, ["check", str(path)])
    assert checked.exit_code == 1
    assert "Traceback" not in checked.output


def test_a_frame_that_hides_how_far_it_expands_is_not_expanded() -> None:
    assert len(zstd.ZstdDecompressor().decompress(UNSIZED, max_length=1 << 28)) == 1 << 27
    with pytest.raises(DamagedBlob, match="size"):
        decompress_frame(UNSIZED)
    with pytest.raises(DamagedBlob, match="size"):
        decompress_prefix(UNSIZED, 1 << 30)
    assert decompress_frame(compress_frame(b"")) == b""
