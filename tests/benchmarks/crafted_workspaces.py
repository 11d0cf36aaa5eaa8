"""Put values of the wrong type into every column of a workspace, and use it; or craft its schema, header and journals.

python -m tests.benchmarks.crafted_workspaces [--commands info,check,…] [--only TABLE] [--values null,text,…]
python -m tests.benchmarks.crafted_workspaces --forms [--only PART_OF_A_NAME]

The tables are STRICT, so no statement can store such values. This campaign does what an attacker with a file editor
does: it takes the constraints out of the stored schema, changes the row, and puts the schema back. SQLite's own
`PRAGMA quick_check` is the oracle for the craft: it names the type. Each command has to end with its result or with a
sentence, within a limit of processor time.

With --forms, each form of `FORMS` is tried with each command, in a process of its own with limits on time and memory.
Files beside the workspace must stay as they are. A command that succeeds must be right to do so: SQLite's integrity
check passes, and no document is missing or doubled.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import os
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.errors import AppError
from app.store.document_packing import compress_frame
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
    parser.add_argument("--forms", action="store_true")
    options = parser.parse_args()
    if options.forms:
        return try_forms(options.only, options.commands.split(","))
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


Craft = Callable[[Path], None]
"""Changes a sound workspace, or puts something else in its place."""


def statements(*sql: str, is_schema: bool = False) -> Craft:
    """Return a craft that runs statements; with `is_schema`, they may change the stored schema."""

    def run(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA foreign_keys = OFF")
            if is_schema:
                database.execute("PRAGMA writable_schema = ON")
            for statement in sql:
                database.execute(statement)

    return run


def overwrite(at: int, raw: bytes) -> Craft:
    """Return a craft that overwrites bytes of the file."""

    def run(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(raw)

    return run


def make_pipe(path: Path) -> None:
    """Make a named pipe. Windows has none, so the call is inside a function and not at import."""
    os.mkfifo(path)


def beside(ending: str, make: Callable[[Path], bytes]) -> Craft:
    """Return a craft that puts a file beside the workspace."""

    def run(path: Path) -> None:
        path.with_name(path.name + ending).write_bytes(make(path))

    return run


def other_log(path: Path) -> bytes:
    """Return the write-ahead log of another database, whose tables are not ours."""
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE document (id INTEGER PRIMARY KEY, text)")
        database.execute("INSERT INTO document VALUES (1, 'other')")
        raw = other.with_name("other.db-wal").read_bytes()
    other.unlink()
    return raw


def hot_journal(path: Path) -> bytes:
    """Return a rollback journal that empties page 2, as if a program had been killed. It names no super-journal."""
    size = 4096
    pages = path.stat().st_size // size
    nonce, page = 7, bytes(size)
    checksum = (nonce + sum(page[size - 200 * step] for step in range(1, size // 200 + 1))) % (1 << 32)
    head = struct.pack(">8sIIIII", bytes.fromhex("d9d505f920a163d7"), 1, nonce, pages, 512, size).ljust(512, b"\0")
    return head + struct.pack(">I", 2) + page + struct.pack(">I", checksum)


def super_journal(path: Path) -> bytes:
    """Return a journal that names the file `bystander` as its super-journal, which SQLite would delete."""
    name = os.fsencode(path.with_name("bystander"))
    end = struct.pack(">I", len(name)) + struct.pack(">I", sum(name)) + bytes.fromhex("d9d505f920a163d7")
    return hot_journal(path) + struct.pack(">I", 262_145) + name + end


def replaced(make: Callable[[Path], object]) -> Craft:
    """Return a craft that removes the workspace and makes something else in its place."""

    def run(path: Path) -> None:
        path.unlink()
        make(path)

    return run


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
NEW_VIEW = "UPDATE sqlite_master SET sql = 'CREATE VIEW {0} AS {1}' WHERE name = '{0}'"
NEW_ROOT = (
    "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = '{}') WHERE name = '{}'"
)
BOMB = compress_frame(bytes(200 << 20))
UNSIZED = b"\x28\xb5\x2f\xfd\x00\x58" + b"\x02\x00\x10\x41" * 8192 + b"\x03\x00\x10\x41"
"""A frame that does not state its size: 8,193 blocks of 128 KB each, which is one GB."""
FORMS: dict[str, Craft] = {
    "trigger that deletes": statements(
        "CREATE TRIGGER t AFTER UPDATE ON document BEGIN DELETE FROM content; END",
        "CREATE TRIGGER u AFTER INSERT ON document BEGIN DELETE FROM content; END",
    ),
    "trigger on a view": statements(
        "CREATE TRIGGER t INSTEAD OF DELETE ON visible_document BEGIN DELETE FROM document; END"
    ),
    "endless view": statements("CREATE VIEW endless AS " + ENDLESS + " max(i) FROM n"),
    "our view is endless": statements(
        NEW_VIEW.format("visible_document", "SELECT * FROM document WHERE 0 < (" + ENDLESS + " max(i) FROM n)"),
        is_schema=True,
    ),
    "view of itself": statements(NEW_VIEW.format("visible_document", "SELECT * FROM visible_document"), is_schema=True),
    "view that hides": statements(
        NEW_VIEW.format("visible_document", "SELECT * FROM document WHERE id > 3"), is_schema=True
    ),
    "view in place of a table": statements(
        "ALTER TABLE label RENAME TO label_2", "CREATE VIEW label AS SELECT * FROM label_2"
    ),
    "table without a column": statements("ALTER TABLE content DROP COLUMN member"),
    "table that is gone": statements("DROP TABLE content"),
    "generated column": statements("ALTER TABLE label ADD COLUMN more TEXT AS (hex(zeroblob(100000000))) VIRTUAL"),
    "costly constraint": statements(
        "CREATE TABLE extra (a INTEGER CHECK (length(hex(zeroblob(100000000))) > a))",
        "PRAGMA ignore_check_constraints = ON",
        "INSERT INTO extra SELECT id FROM document",
    ),
    "index on an expression": statements("CREATE INDEX costly ON document (abs(length))"),
    "index with a condition": statements("CREATE INDEX partly ON content (title) WHERE length(hex(body)) > 1"),
    "unknown collation": statements(
        "UPDATE sqlite_master SET sql = 'CREATE INDEX label_name ON label (name COLLATE z)' WHERE name = 'label_name'",
        is_schema=True,
    ),
    "unique index on a column with equal values": statements(
        "CREATE INDEX extra ON document (kind)",
        "UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX extra ON document (kind)' WHERE name = 'extra'",
        is_schema=True,
    ),
    "virtual table": statements("CREATE VIRTUAL TABLE words USING fts5 (text)", "INSERT INTO words VALUES ('a')"),
    "virtual table of a missing module": statements(
        "INSERT INTO sqlite_master VALUES ('table', 'zip', 'zip', 0, 'CREATE VIRTUAL TABLE zip USING zipfile (a)')",
        is_schema=True,
    ),
    "wild statistics": statements("ANALYZE", "UPDATE sqlite_stat1 SET stat = '99999999999999 0 -1 x'"),
    "two tables on one page": statements(NEW_ROOT.format("label", "content"), is_schema=True),
    "index on the page of a table": statements(NEW_ROOT.format("document", "document_by_hash"), is_schema=True),
    "no counter": statements("DELETE FROM counter"),
    "numbers given out again": statements("UPDATE counter SET value = 1", "UPDATE sqlite_sequence SET seq = 0"),
    "change numbers run out": statements("UPDATE corpus SET change_number = 9223372036854775806"),
    "application id 0": statements("PRAGMA application_id = 0"),
    "application id of another program": statements("PRAGMA application_id = 252006673"),
    "version 0": statements("PRAGMA user_version = 0"),
    "older version": statements("PRAGMA user_version = 5"),
    "newer version": statements("PRAGMA user_version = 999"),
    "version below zero": statements("PRAGMA user_version = -1"),
    "UTF-16": overwrite(56, struct.pack(">I", 2)),
    "other page size": overwrite(16, struct.pack(">H", 512)),
    "unknown format": overwrite(18, b"\x03\x03"),
    "more pages than there are": overwrite(28, struct.pack(">I", 1 << 30)),
    "list of free pages in a circle": overwrite(32, struct.pack(">II", 3, 1_000)),
    "cut short": lambda path: os.truncate(path, path.stat().st_size // 2),
    "zeros after the head": overwrite(100, bytes(200_000)),
    "log of another file": beside("-wal", other_log),
    "log of rubbish": beside("-wal", lambda _path: os.urandom(100_000)),
    "hot journal": beside("-journal", hot_journal),
    "journal that names a super-journal": beside("-journal", super_journal),
    "journal that is a pipe": lambda path: make_pipe(path.with_name(path.name + "-journal")),
    "log that is a pipe": lambda path: make_pipe(path.with_name(path.name + "-wal")),
    "log that is a link": lambda path: path.with_name(path.name + "-wal").symlink_to(path.with_name("bystander")),
    "journal that is a link": lambda path: path.with_name(path.name + "-journal").symlink_to(
        path.with_name("bystander")
    ),
    "link to itself": replaced(lambda path: path.symlink_to(path.name)),
    "link to nothing": replaced(lambda path: path.symlink_to("nothing")),
    "link to another file": replaced(lambda path: path.symlink_to("bystander")),
    "link to zeros without end": replaced(lambda path: path.symlink_to("/dev/zero")),
    "pipe": replaced(make_pipe),
    "folder": replaced(Path.mkdir),
    "socket": replaced(listening),
    "value of 300 MB": statements("UPDATE content SET body = zeroblob(300000000) WHERE document_id = 1"),
    "name of 300 MB": statements("UPDATE label SET name = hex(zeroblob(150000000)) WHERE id = 1"),
    "texts that unpack to 5 GB": statements(f"UPDATE content SET body = x'{BOMB.hex()}'"),
    "text that unpacks to 1 GB": statements(f"UPDATE content SET body = x'{UNSIZED.hex()}'"),
    "counts that unpack to 1 GB": statements(f"UPDATE segment SET counts = x'{UNSIZED.hex()}'"),
    "index that unpacks to 1 GB": statements(f"UPDATE search_word SET documents = x'{UNSIZED.hex()}'"),
    "headings that unpack to 1 GB": statements(f"UPDATE search_heading SET texts = x'{UNSIZED.hex()}'"),
    "index of other documents": statements(
        "UPDATE search_part SET document_ids = (SELECT document_ids FROM segment LIMIT 1)"
    ),
    "recipe nested deeply": statements("UPDATE model SET recipe = replace(hex(zeroblob(100000)), '0', '[')"),
    "model of zeros": statements("UPDATE model SET content = zeroblob(100000)"),
}
"""What an attacker may do to a workspace before somebody opens it."""
MOST_MB = 750
"""One text may have 256 MB, and unpacking holds it twice."""
TIMEOUT_S = 60.0


def try_forms(part_of_name: str, commands: Sequence[str]) -> int:
    """Try every form with every command; print how each ended, and return 1 if one ended wrongly."""
    outcomes: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="crafted") as name:
        made, _ = next(made_workspaces(Path(name)))
        for form, craft_form in FORMS.items():
            if part_of_name not in form:
                continue
            ended = []
            for command in commands:
                outcome, detail = outcome_of_form(Path(name) / "case", made, craft_form, COMMANDS[command])
                outcomes[outcome] += 1
                ended.append(outcome)
                if outcome in WRONG_OUTCOMES:
                    print(f"{outcome.upper()}: {form}, {command}: {detail}", flush=True)
            print(f"{form:36} {dict(collections.Counter(ended))}", flush=True)
    print(dict(outcomes))
    return 1 if any(outcomes[outcome] for outcome in WRONG_OUTCOMES) else 0


WRONG_OUTCOMES = ("traceback", "timeout", "memory", "bystander", "damaged silently", "not made")


def outcome_of_form(folder: Path, made: bytes, craft_form: Craft, words: tuple[str, ...]) -> tuple[str, str]:
    """Craft a workspace, run a command on it, and return in a word how that ended, with its last line."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path, mail, bystander = folder / "crafted.bayleaf", folder / "new.eml", folder / "bystander"
    path.write_bytes(made)
    mail.write_text("Subject: cheap offer\n\ncheap watermelon offer\n")
    bystander.write_text("not yours")
    # In a process of its own: on Linux, a child begins with the peak memory of its parent.
    crafting = multiprocessing.get_context("fork").Process(target=craft_form, args=(path,))
    crafting.start()
    crafting.join()
    if crafting.exitcode:
        return "not made", f"exit {crafting.exitcode}"
    command = [sys.executable, "-m", "app.cli"]
    command += [{"WORKSPACE": str(path), "MAIL": str(mail)}.get(word, word) for word in words]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        killer = threading.Timer(TIMEOUT_S, process.kill)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        is_timeout = not killer.is_alive()
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().strip()
    last = said.rpartition("\n")[2][:200]
    if is_timeout:
        return "timeout", last
    if "Traceback" in said or process.returncode < 0:
        return "traceback", last
    if usage.ru_maxrss >> 10 > MOST_MB:
        return "memory", f"{usage.ru_maxrss >> 10} MB"
    if not bystander.is_file() or bystander.read_text() != "not yours":
        return "bystander", last
    if process.returncode:
        return "sentence", last
    if words[0] in ("learn", "import", "train", "compact"):
        with multiprocessing.get_context("fork").Pool(1) as other:
            damage = other.apply(damage_of, (path,))
        if damage:
            return "damaged silently", damage
    return "result", last


def damage_of(path: Path) -> str:
    """Return what SQLite and a count of the documents say against a workspace that a command has changed."""
    with closing(sqlite3.connect(path)) as database:
        try:
            (message,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            return str(error)
        if message != "ok":
            return str(message)
        (n_lost,) = database.execute(
            "SELECT count(*) FROM document WHERE id NOT IN (SELECT document_id FROM content)"
        ).fetchone()
    return f"{n_lost} documents have lost their text" if n_lost else ""


if __name__ == "__main__":
    sys.exit(main())
