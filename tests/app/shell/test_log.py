"""The log of the window: what was done, and nothing of what a document says."""

from __future__ import annotations

from pathlib import Path

from tests.app.in_the_window import InTheWindow

SECRET = "confidential watermelon"


def test_jobs_and_the_start_are_logged_and_no_text_is(somebody: InTheWindow, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(f"{SECRET}\nDear Ann", encoding="utf-8")
    somebody.drop([letter])
    somebody.rest()
    path = somebody.program.log_path

    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert "Bayleaf " in text
    assert "succeeded after" in text
    assert SECRET not in text
