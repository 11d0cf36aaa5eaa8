"""Tables from the command line: columns left out, verdicts added to a table's own columns, spreadsheets as tables."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from app.features.explain.spreadsheet import Worksheet, workbook_to_xlsx
from tests.app.command_line import Run, RunJson

ROWS = [(f"{4 + n % 2 * 3 + n % 5 / 10:.1f}", "red" if n % 3 else "blue", f"n{n}", "ab"[n % 2]) for n in range(40)]
HEAD = ("height", "colour", "name", "label")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "flowers.csv"
    path.write_text("\n".join(map(",".join, (HEAD, *ROWS))) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def trained_table(table: Path, tmp_path: Path, run_json: RunJson) -> Path:
    workspace = tmp_path / "flowers.bayleaf"
    run_json("import", workspace, table, "--ignore", "name")
    run_json("train", workspace, "--smoothing", 1)
    return workspace


def test_a_table_comes_back_with_its_verdicts(trained_table: Path, tmp_path: Path, run: Run) -> None:
    new, judged = tmp_path / "new.csv", tmp_path / "judged.csv"
    new.write_text("colour,height,verdict\nred,4.1,?\nblue,tall,x\nred,7.2,y\n", encoding="utf-8")

    assert run("classify", trained_table, new, "--kind", "table", "--csv", judged).exit_code == 0

    with judged.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["colour"] for row in rows] == ["red", "blue", "red"]
    assert [row["verdict"] for row in rows] == ["?", "x", "y"]
    assert [row["verdict'"] for row in rows] == ["a", "", "b"]
    assert float(rows[0]["P(a)"]) + float(rows[0]["P(b)"]) == pytest.approx(1)
    assert rows[1]["error"]


def test_a_spreadsheet_is_a_table_like_any_other(tmp_path: Path, run: Run, run_json: RunJson) -> None:
    page = Worksheet("Flowers")
    page.add_row(*HEAD)
    for height, colour, name, label in ROWS:
        page.add_row(float(height), colour, name, label)
    book, workspace, judged = tmp_path / "flowers.xlsx", tmp_path / "x.bayleaf", tmp_path / "judged.csv"
    book.write_bytes(workbook_to_xlsx([page]))

    assert run_json("import", workspace, book, "--kind", "table", "--ignore", "name")["documents"] == 40
    assert run_json("train", workspace)["event_model"] == "mixed"
    assert run("classify", workspace, book, "--csv", judged).exit_code == 0

    with judged.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [row[2] for row in ROWS]
    assert [row["verdict"] for row in rows] == [row[3] for row in ROWS]


def test_files_that_are_no_table_are_listed_by_name(trained: Path, five_mails: Path, tmp_path: Path, run: Run) -> None:
    judged = tmp_path / "judged.csv"
    assert run("classify", trained, five_mails / "spam", "--csv", judged).exit_code == 0

    with judged.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {Path(row["path"]).name: row["verdict"] for row in rows} == {"0.txt": "spam", "1.txt": "spam"}


def test_a_row_is_explained_with_a_term_for_each_column(trained_table: Path, tmp_path: Path, run: Run) -> None:
    new = tmp_path / "new.csv"
    new.write_text("colour,height\nred,4.1\n?,\n", encoding="utf-8")

    shown = run("explain", trained_table, new, "--kind", "table").stdout

    assert "height" in shown
    assert "−½ log(2π" in shown
    assert "colour" in shown


def test_a_weight_column_counts_rows_more_than_once(table: Path, tmp_path: Path, run_json: RunJson) -> None:
    weighted, twice = tmp_path / "weighted.csv", tmp_path / "twice.csv"
    weighted.write_text("w,c,l\n" + "2,red,a\n1,blue,b\n1,red,b\n" * 5, encoding="utf-8")
    twice.write_text("c,l\n" + "red,a\nred,a\nblue,b\nred,b\n" * 5, encoding="utf-8")
    hashes = []
    for path, more in ((weighted, ("--weight-column", "w")), (twice, ())):
        workspace = tmp_path / f"{path.stem}.bayleaf"
        run_json("import", workspace, path, "--label-column", "l", "--categorical", "c", *more)
        hashes.append(run_json("train", workspace, "--smoothing", 1)["hash"])

    assert hashes[0] == hashes[1]


def test_text_beside_numbers_counts_by_how_often_or_by_whether_words_occur(tmp_path: Path, run_json: RunJson) -> None:
    table, workspace = tmp_path / "notes.csv", tmp_path / "notes.bayleaf"
    notes = {"a": "cheap cheap cheap offer of a meeting today", "b": "meeting of a cheap offer offer today"}
    notes_and_labels = [("ab"[number % 5 > 1], "ab"[number % 3 > 1]) for number in range(40)]
    rows = [f"{n % 7 / 5},{notes[note]} no {n},{label}" for n, (note, label) in enumerate(notes_and_labels)]
    table.write_text("\n".join(("height,note,label", *rows)) + "\n", encoding="utf-8")
    columns = ["--text-column", "note", "--numeric", "height", "--label-column", "label"]
    run_json("import", workspace, table, "--kind", "table", *columns)

    raw = []
    for way in ("multinomial", "bernoulli"):
        run_json("train", workspace, "--event-model", "mixed", "--mixed-text", way, "--smoothing", 1, "--model", way)
        raw.append(run_json("explain", workspace, table, "--model", way)["documents"][0]["verdict"]["raw"]["a"])

    assert raw[0] != pytest.approx(raw[1])


def test_an_import_says_which_columns_it_left_out(tmp_path: Path, run: Run, run_json: RunJson) -> None:
    path = tmp_path / "letters.csv"
    letters = [f"we have had letter number {n} for days,{n * 7},{'ab'[n % 2]}" for n in range(30)]
    path.write_text("\n".join(["letter,length,label", *letters]) + "\n", encoding="utf-8")
    all_named = ("--text-column", "letter", "--numeric", "length", "--label-column", "label")

    told = run("import", tmp_path / "guessed.bayleaf", path).stderr
    assert "Columns not used: length.\n" in told
    assert "--numeric" in told
    assert run_json("import", tmp_path / "again.bayleaf", path)["unused_columns"] == ["length"]
    assert run_json("import", tmp_path / "ignored.bayleaf", path, "--ignore", "length")["unused_columns"] == []
    assert "not used" not in run("import", tmp_path / "named.bayleaf", path, *all_named).stderr


def test_of_tables_with_other_columns_the_first_is_imported_and_the_others_are_said(
    tmp_path: Path, run_json: RunJson
) -> None:
    folder, workspace = tmp_path / "tables", tmp_path / "w.bayleaf"
    folder.mkdir()
    (folder / "a.csv").write_text("x,y,label\n" + "1,2,a\n3,4,b\n" * 10, encoding="utf-8")
    (folder / "b.csv").write_text("z,label\n5,a\n6,b\n", encoding="utf-8")
    (folder / "c.csv").write_text("y,label,x\n7,a,8\n9,b,9\n", encoding="utf-8")

    told = run_json("import", workspace, folder, "--labels-from", "column")

    assert told["documents"] + told["duplicates"] == 22
    assert [Path(failure["path"]).name for failure in told["failed"]] == ["b.csv"]
    assert run_json("train", workspace)["documents"] == told["documents"]
    assert run_json("check", workspace)["problems"] == []
