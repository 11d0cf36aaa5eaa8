"""Put values of the wrong type into every column of a workspace, and use it.

python -m tests.benchmarks.crafted_workspaces [--commands info,check,…] [--only TABLE] [--values null,text,…]

The tables are STRICT, so no statement can store such values. This campaign does what an attacker with a file editor
does: it takes the constraints out of the stored schema, changes the row, and puts the schema back. SQLite's own
`PRAGMA quick_check` is the oracle for the craft: it names the type. Each command has to end with its result or with a
sentence, within a limit of processor time.
"""

from __future__ import annotations

import argparse
import collections
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.errors import AppError
from tests.benchmarks.workspace_mutants import made_workspaces

MOST_S = 20.0
VALUES: dict[str, Any] = {
    "null": None,
    "negative": -1,
    "largest": (1 << 63) - 1,
    "smallest": -(1 << 63),
    "real": 1.5,
    "infinity": float("inf"),
    "text": "x",
    "long text": "[" * 100_000,
    "control": "\x1b[31m\u202e\x00<b>",
    "empty blob": b"",
    "blob": b"\x28\xb5\x2f\xfd\x00\xff" * 20,
    "not UTF-8": b"\xff\xfe",
}
"""`not UTF-8` is stored as text by a cast."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "info": ("info", "WORKSPACE", "--json"),
    "check": ("check", "WORKSPACE"),
    "classify": ("classify", "WORKSPACE", "MAIL"),
    "explain": ("explain", "WORKSPACE", "MAIL"),
    "learn": ("learn", "WORKSPACE", "--label", "spam", "MAIL"),
    "train": ("train", "WORKSPACE"),
    "words": ("words", "WORKSPACE"),
    "compact": ("compact", "WORKSPACE"),
    "import": ("import", "WORKSPACE", "MAIL"),
    "evaluate": ("evaluate", "WORKSPACE"),
}


def main() -> int:
    """Try every column with every value and every command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", default=",".join(COMMANDS))
    parser.add_argument("--only", default="")
    parser.add_argument("--values", default=",".join(VALUES))
    options = parser.parse_args()
    outcomes: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mail = folder / "new.eml"
        mail.write_text("Subject: cheap offer\n\ncheap watermelon offer\n")
        for number, (raw, _) in enumerate(made_workspaces(folder)):
            made = folder / f"made-{number}.bayleaf"
            made.write_bytes(raw)
            for table, column in columns_of(made):
                if options.only and table != options.only:
                    continue
                for kind in options.values.split(","):
                    for command in options.commands.split(","):
                        outcome, detail = outcome_of(made, table, column, kind, command, mail)
                        outcomes[outcome] += 1
                        if outcome in FAILING:
                            print(f"{outcome}: {table}.{column} = {kind}, {command}: {detail}", flush=True)
    for outcome, count in outcomes.most_common():
        print(f"  {outcome:<12} {count:7}")
    return 1 if any(outcomes[outcome] for outcome in FAILING) else 0


FAILING = ("traceback", "slow", "not made")


def columns_of(path: Path) -> list[tuple[str, str]]:
    """Return the columns of all tables that have rows."""
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        full = [table for table in tables if database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]]
        return [(table, row[1]) for table in full for row in database.execute(f"PRAGMA table_info({table})")]


def craft(path: Path, table: str, column: str, kind: str) -> bool:
    """Store a value in all rows of a column whatever its type may be; return whether it is there."""
    with unconstrained(path, table) as database:
        value = "CAST(? AS TEXT)" if kind == "not UTF-8" else "?"
        try:
            database.execute(f"UPDATE {table} SET {column} = {value}", (VALUES[kind],))
        except sqlite3.Error:  # a rowid takes only integers, and a key only one of each
            return False
        return True


MASTER = "rowid, type, name, tbl_name, rootpage, sql"


class unconstrained:  # noqa: N801 - used as a statement
    """Opens a database in which one table has no types and no constraints, and puts the schema back at the end."""

    def __init__(self, path: Path, table: str) -> None:
        self._path, self._table = path, table

    def __enter__(self) -> sqlite3.Connection:
        with closing(self._writing()) as database:
            self._sql = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (self._table,)).fetchone()[0]
            self._indexes = database.execute(
                f"SELECT {MASTER} FROM sqlite_master WHERE tbl_name = ? AND type = 'index'",
                (self._table,),
            ).fetchall()
            key = [row[1] for row in database.execute(f"PRAGMA table_info({self._table})") if row[5]]
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({self._table})")]
            is_plain = "INTEGER PRIMARY KEY" in self._sql
            parts = [f"{name} INTEGER PRIMARY KEY" if is_plain and name in key else name for name in columns]
            if "WITHOUT ROWID" in self._sql:
                parts.append(f"PRIMARY KEY ({', '.join(key)})")
            ending = " WITHOUT ROWID" if "WITHOUT ROWID" in self._sql else ""
            database.execute(
                "UPDATE sqlite_master SET sql = ? WHERE name = ?",
                (f"CREATE TABLE {self._table} ({', '.join(parts)}){ending}", self._table),
            )
            # Without their indexes, which SQLite would keep up to date and check; they are made anew at the end.
            database.execute("DELETE FROM sqlite_master WHERE tbl_name = ? AND type = 'index'", (self._table,))
            database.commit()
        self._database = sqlite3.connect(self._path)
        return self._database

    def __exit__(self, *_: object) -> None:
        self._database.commit()
        self._database.close()
        with closing(self._writing()) as database:
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (self._sql, self._table))
            database.executemany(f"INSERT INTO sqlite_master ({MASTER}) VALUES (?, ?, ?, ?, ?, ?)", self._indexes)
            database.commit()

    def _writing(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path)
        database.execute("PRAGMA writable_schema = ON")
        return database


def outcome_of(made: Path, table: str, column: str, kind: str, command: str, mail: Path) -> tuple[str, str]:
    """Craft a workspace, run a command on it and say in a word how that ended."""
    path = made.with_name("crafted.bayleaf")
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    shutil.copy(made, path)
    if not craft(path, table, column, kind):
        return "not possible", ""
    words = [{"WORKSPACE": str(path), "MAIL": str(mail)}.get(word, word) for word in COMMANDS[command]]
    began_s = time.process_time()
    result = CliRunner().invoke(cli, words)
    if time.process_time() - began_s > MOST_S:
        return "slow", f"{time.process_time() - began_s:.1f} s"
    error = result.exception
    if isinstance(error, AppError):
        return "sentence", ""
    if error is not None and not isinstance(error, SystemExit):
        lines = traceback.format_exception(error)
        return "traceback", "".join(lines[-3:]).replace("\n", " | ")
    return "result", ""


if __name__ == "__main__":
    sys.exit(main())
