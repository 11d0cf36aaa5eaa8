"""Change workspaces by chance: `check` finds it, or nothing that anybody is shown has changed.

python -m tests.benchmarks.workspace_mutants [--times 10000] [--seed N]

Half of the mutants have bytes flipped, cut out, doubled, swapped by pages, zeroed or taken from another workspace; in
the other half a value of some row is changed with SQL, as another program would. Of each, all that the program shows
is read beside the verdict of `check`. The run fails for a mutant with a traceback, for one that takes longer than a
minute, and for one that `check` calls sound though it shows something else; these are kept in the folder named.
"""

from __future__ import annotations

import argparse
import collections
import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from app.domain.documents import Document, SourceOptions
from app.domain.errors import AppError
from app.domain.jobs import NoOpJobContext
from app.domain.records import VerdictRecord
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.workspaces import check
from app.store.verdicts import Ticket
from app.store.workspace import Workspace

SLOW_S = 60.0
PAGE_BYTES = 4096
HEADER_BYTES = 100
WORDS = ["cheap", "watermelon", "offer", "lunch", "minutes", "monday", "invoice", "garden", "parser", "kernel"]
TABLE = "size,colour,label\n" + "".join(f"{n / 2},{'red' if n % 2 else 'blue'},{'ab'[n % 2]}\n" for n in range(1, 13))
MOMENT_S = 1.7e9


def main() -> int:
    """Make workspaces, change them, and count what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    kept = Path(tempfile.mkdtemp(prefix="workspace-mutants-"))
    outcomes: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        originals = list(made_workspaces(Path(name)))
        for number in range(given.times):
            outcome, told = tried(originals, random.Random(f"{given.seed}/{number}"), Path(name) / "mutant.bayleaf")
            outcomes[outcome] += 1
            if outcome in FAILING:
                shutil.copy(Path(name) / "mutant.bayleaf", kept / f"{number}.bayleaf")
                print(f"  {outcome} {number}: {told}", flush=True)
    for outcome, times in outcomes.most_common():
        print(f"  {outcome:<24} {times:7}")
    return report(outcomes, given.times, kept)


FAILING = ("traceback", "silent", "slow")


def report(outcomes: collections.Counter[str], n_mutants: int, kept: Path) -> int:
    n_failing = sum(outcomes[outcome] for outcome in FAILING)
    print(f"{n_mutants} mutants of workspaces, {n_failing} that should not be" + (f": {kept}" if n_failing else ""))
    return 1 if n_failing else 0


def made_workspaces(folder: Path) -> Iterator[tuple[bytes, list[Any]]]:
    """Yield a workspace of mail and one of a table, with all that hangs on them, and what each shows."""
    for number, make in enumerate((write_mails, write_table)):
        source, place = folder / f"source{number}", folder / f"made{number}.bayleaf"
        source.mkdir()
        make(source)
        options = SourceOptions(kind="table", label_column="label") if make is write_table else SourceOptions()
        import_sources(place, ImportRequest((source,), options), NoOpJobContext())
        train(place, TrainingOrder(RecipeRequest()), NoOpJobContext())
        with Workspace(place) as workspace:
            live_in(workspace)
        yield place.read_bytes(), shown(place)


def write_mails(folder: Path) -> None:
    chance = random.Random(1)
    for label in ("spam", "ham", "work/orders"):
        (folder / label).mkdir(parents=True)
        for number in range(8):
            text = " ".join(chance.choices(WORDS, k=30))
            mail = (
                f"From: {label[:4]}{number}@b.example\nTo: c@d.example\nSubject: {text[:20]}\nMessage-ID: <{number}>\n"
            )
            (folder / label / f"{number}.eml").write_text(f"{mail}\n{text}\n", encoding="utf-8")


def write_table(folder: Path) -> None:
    (folder / "table.csv").write_text(TABLE, encoding="utf-8")


def live_in(workspace: Workspace) -> None:
    """Leave the traces of use: a history, steps of undo, a ticket, a preference, a kept recipe."""
    corpus = workspace.corpora.all()[0].name
    judged = VerdictRecord("m", "path", "", "title", "spam", 0.9, judged_at=MOMENT_S)
    workspace.verdicts.add([judged, judged])
    numbers = workspace.documents.numbers(corpus).tolist()
    workspace.editing.relabel(numbers[:2], None)
    workspace.recipes.save(corpus, "kept", "{}")
    workspace.tickets.store(
        Ticket(Document("text", "-", content_hash=b"1" * 16), "spam", MOMENT_S), most=9, oldest_s=9e9
    )
    workspace.arrivals.store_preference("rules", {"a": 1})


def shown(place: Path) -> list[Any]:
    """Read everything that the program shows of a workspace."""
    with Workspace(place, read_only=True) as workspace, workspace.snapshot():
        corpora = workspace.corpora.all()
        found: list[Any] = [corpora, workspace.verdicts.recent(), workspace.undo_log.all()]
        found += [(record, workspace.models.content(record.name)) for record in workspace.models.all()]
        for corpus in corpora:
            found += [workspace.labels.all(corpus.name), workspace.recipes.all(corpus.name)]
            numbers = workspace.documents.numbers(corpus.name).tolist()
            found += [workspace.documents.get(number) for number in numbers]
            found.append(workspace.documents.table_rows_of(numbers))
        found.append(workspace.tickets.get(b"1" * 16))
        found.append(workspace.arrivals.preference("rules"))
        return found


def tried(originals: list[tuple[bytes, list[Any]]], chance: random.Random, path: Path) -> tuple[str, str]:
    """Change one workspace, and return in a word what `check` and reading made of it."""
    raw, before = chance.choice(originals)
    for beside in path.parent.glob(f"{path.name}-*"):
        beside.unlink()
    path.write_bytes(raw)
    try:
        deed = changed_row(path, chance) if chance.random() < 0.5 else changed_bytes(path, chance, originals)
    except sqlite3.Error as error:
        return "not changed", str(error)
    began_s = time.monotonic()
    outcome, told = outcome_of(path, before)
    if time.monotonic() - began_s > SLOW_S:
        outcome = "slow"
    return outcome, f"{deed}: {told}"


def outcome_of(path: Path, before: list[Any]) -> tuple[str, str]:
    try:
        problems = check(path, NoOpJobContext())
        is_named, told = bool(problems), " ".join(problem.code for problem in problems)
    except AppError as error:
        is_named, told = True, str(error)
    except Exception:
        return "traceback", traceback.format_exc()
    try:
        is_same = shown(path) == before
    except AppError as error:
        is_same, told = False, f"{told} {error}"
    except Exception:
        return "traceback", traceback.format_exc()
    if is_named:
        return "found", told
    return ("unharmed", told) if is_same else ("silent", told)


def changed_row(path: Path, chance: random.Random) -> str:
    """Change one value by SQL, or take out or double a row."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL").fetchall()
        full = [name for (name,) in tables if database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
        table = chance.choice(full)
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        row, other = chance.choice(rows), chance.choice(rows)
        where = " AND ".join(f"{name} IS ?" for name in columns)
        if chance.random() < 0.1:
            deed = f"DELETE FROM {table}"
            database.execute(f"{deed} WHERE {where}", row)
        else:
            at = chance.randrange(len(columns))
            deed = f"UPDATE {table}.{columns[at]}"
            value = changed_value(row[at], other[at], chance)
            database.execute(f"UPDATE {table} SET {columns[at]} = ? WHERE {where}", (value, *row))
        database.commit()
    return deed


def changed_value(value: Any, other: Any, chance: random.Random) -> Any:
    choices: list[Any] = [other, None, 0, 1, -1, 1 << 62, "", "{", "[]", b"", "x" * 50, 0.5]
    if isinstance(value, bytes) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    if isinstance(value, str) and value and chance.random() < 0.5:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice("ab0{}\x00\u202e") + value[at + 1 :]
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1))
    return chance.choice(choices)


def changed_bytes(path: Path, chance: random.Random, originals: list[tuple[bytes, list[Any]]]) -> str:
    """Change some bytes of the file, as a fault of the disk would."""
    raw = bytearray(path.read_bytes())
    deed = chance.choice(("flip", "overwrite", "swap", "zero", "cut", "double", "splice"))
    for _ in range(chance.choice((1, 1, 2, 4))):
        at, n_pages = chance.randrange(HEADER_BYTES, len(raw)), len(raw) // PAGE_BYTES
        first, second = (chance.randrange(1, n_pages) * PAGE_BYTES for _ in range(2))
        length = chance.choice((1, 4, 64, PAGE_BYTES))
        if deed == "flip":
            raw[at] ^= 1 << chance.randrange(8)
        elif deed == "overwrite":
            raw[at : at + length] = chance.randbytes(min(length, len(raw) - at))
        elif deed == "swap":
            page = raw[first : first + PAGE_BYTES]
            raw[first : first + PAGE_BYTES] = raw[second : second + PAGE_BYTES]
            raw[second : second + PAGE_BYTES] = page
        elif deed == "zero":
            raw[first : first + PAGE_BYTES] = bytes(PAGE_BYTES)
        elif deed == "cut":
            del raw[at : at + length]
        elif deed == "double":
            raw[at:at] = raw[at : at + length]
        else:
            other, _ = chance.choice(originals)
            raw[first : first + PAGE_BYTES] = other[first : first + PAGE_BYTES].ljust(PAGE_BYTES, b"\0")
    path.write_bytes(raw)
    return deed


if __name__ == "__main__":
    sys.exit(main())
