"""Changes by another program or a failing disk are found and named, and no broken workspace ends in a traceback."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.group import cli
from app.domain.errors import AppError
from app.store.file.connection import row_sum
from app.store.file.seals import SEALED
from app.store.workspace import Workspace
from tests.app.cli.conftest import FIVE_MAILS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with five documents of two labels and a model."""
    folder = tmp_path_factory.mktemp("integrity")
    for label, texts in FIVE_MAILS.items():
        (folder / "five" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / "five" / label / f"{number}.txt").write_text(text, encoding="utf-8")
    path = folder / "made.bayleaf"
    for command in (["import", str(path), str(folder / "five")], ["train", str(path)]):
        assert CliRunner().invoke(cli, command).exit_code == 0
    return path


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "copy.bayleaf"))


def checked(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", str(path), *options])
    assert result.exception is None or isinstance(result.exception, (AppError, SystemExit)), result.exception
    return (1 if isinstance(result.exception, AppError) else result.exit_code), result.stderr


def changed(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as database:
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
        ("UPDATE content SET path = '/etc/passwd' WHERE document_id = 4", "document 4"),
        ("UPDATE label SET name = 'other' WHERE id = 1", "Label 1"),
        ("UPDATE corpus SET name = 'other'", "Corpus 1"),
        ("DELETE FROM document WHERE id = 5", "document 5"),
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

    with sqlite3.connect(copy) as database:  # somebody who takes care of the checksum as well
        database.create_function("row_sum", -1, row_sum)
        values = ", ".join(SEALED["document"][1])
        database.execute(
            f"UPDATE seal SET sum = (SELECT row_sum({values}) FROM document WHERE id = row_id) WHERE kind = 'document'"
        )
    assert checked(copy)[0] == 0

    status, told = checked(copy, "--deep")
    assert status == 1
    assert "is not what its corpus teaches" in told


def test_deleted_means_gone_in_models_too(copy: Path, tmp_path: Path) -> None:
    mail = tmp_path / "secret.txt"
    mail.write_text("xbodywordqq meeting xbodywordqq", encoding="utf-8")
    assert CliRunner().invoke(cli, ["learn", str(copy), "--label", "ham", str(mail)]).exit_code == 0
    with Workspace(copy) as workspace:
        workspace.editing.remove([6])
        assert workspace.models.all()[0].behind

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
