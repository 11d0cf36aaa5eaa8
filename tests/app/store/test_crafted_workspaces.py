"""A workspace that holds values of the wrong type is called damaged, or used as far as it goes; never a traceback.

SQLite's own `quick_check` is the oracle that the values are there, for no statement can store them in STRICT tables.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import AppError, StoreError
from app.store.workspace import Session, Workspace
from tests.benchmarks.crafted_workspaces import columns_of, craft, outcome_of
from tests.benchmarks.workspace_mutants import made_workspaces

COLUMNS = [("counter", "value"), ("document", "label_id"), ("content", "body"), ("label", "name"), ("model", "recipe"),
           ("corpus", "change_number"), ("segment", "counts"), ("vocabulary", "n_words"), ("verdict", "probability"),
           ("edit_row", "old_values"), ("ticket", "body"), ("seal", "sum")]  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crafted")
    raw, _ = next(made_workspaces(folder))
    (folder / "made.bayleaf").write_bytes(raw)
    (folder / "new.eml").write_text("Subject: cheap offer\n\ncheap watermelon offer\n")
    return folder / "made.bayleaf"


def quick_check(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("PRAGMA quick_check").fetchone()[0])


def test_the_craft_stores_what_no_statement_can(made: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(made, tmp_path / "crafted.bayleaf"))
    assert quick_check(path) == "ok"
    with closing(sqlite3.connect(path)) as database, pytest.raises(sqlite3.IntegrityError):
        database.execute("UPDATE counter SET value = 'x'")
    assert craft(path, "counter", "value", "text")
    assert "counter.value" in quick_check(path)


@pytest.mark.parametrize("kind", ["null", "largest", "infinity", "text", "blob", "not UTF-8", "long text"])
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(place) for place in COLUMNS])
def test_a_value_of_the_wrong_type_is_a_sentence_or_harmless(made: Path, table: str, column: str, kind: str) -> None:
    assert (table, column) in columns_of(made)
    for command in ("info", "learn"):
        outcome, detail = outcome_of(made, table, column, kind, command, made.with_name("new.eml"))
        assert outcome in ("result", "sentence", "not possible"), f"{command}: {detail}"


def test_an_error_over_a_damaged_file_is_called_damage_and_one_over_a_sound_file_stays_itself(
    made: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(made, tmp_path / "copy.bayleaf"))
    with pytest.raises(ZeroDivisionError), Workspace(path) as workspace:
        fail(workspace)
    with Session(path) as session, pytest.raises(ZeroDivisionError), session.borrow_for_reading() as workspace:
        fail(workspace)

    assert craft(path, "verdict", "probability", "text")
    with pytest.raises(StoreError, match="damaged"), Workspace(path) as workspace:
        fail(workspace)
    with (
        Session(path) as session,
        pytest.raises(StoreError, match="damaged"),
        session.borrow_for_reading() as workspace,
    ):
        fail(workspace)


def fail(workspace: Workspace) -> None:
    assert workspace.documents.count()
    raise ZeroDivisionError


def test_a_workspace_without_its_counter_is_called_damaged(made: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(made, tmp_path / "copy.bayleaf"))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM counter")
    mail = made.with_name("new.eml")
    outcome, detail = outcome_of(path, "seal", "sum", "negative", "learn", mail)
    assert outcome == "sentence", detail
    with pytest.raises(AppError), Workspace(path) as workspace:
        workspace.editing.add("Mail", [workspace.documents.get(1).document])
