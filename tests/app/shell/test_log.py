"""The log of the window: what was done, and nothing of what a document says."""

from __future__ import annotations

from pathlib import Path

from app.kit.drops import DropContent
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


def test_an_import_is_logged_by_the_name_of_its_function(somebody: InTheWindow, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("Dear Ann, the parcel has arrived", encoding="utf-8")
    somebody.program.frame.commands.add(DropContent((tmp_path / "letters",)))  # type: ignore[misc] # it is connected
    somebody.accept_import()
    somebody.rest()
    path = somebody.program.log_path

    assert path is not None
    [line] = [line for line in path.read_text(encoding="utf-8").splitlines() if "long job" in line and "import" in line]
    assert "WorkspaceViewModel.import_sources" in line
