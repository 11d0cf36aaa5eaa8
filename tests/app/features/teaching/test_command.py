"""`lesson` as a person calls it: pupils' tables of answers."""

from __future__ import annotations

from pathlib import Path

from app.domain.errors import SourceError
from app.features.teaching.lessons import lesson_bytes, open_lesson
from tests.app.command_line import Run, RunJson


def test_a_pupil_s_table_is_checked_from_the_command_line(tmp_path: Path, run_json: RunJson) -> None:
    """The lesson is a teacher's own, in a file."""
    own = tmp_path / "own.bayleaf-lesson"
    own.write_bytes(lesson_bytes(open_lesson("five-mails")))
    run_json("lesson", own, "--to", tmp_path / "sheet.csv")
    lines = (tmp_path / "sheet.csv").read_text("utf-8-sig").splitlines()
    answers = [f"{line}{answer}" for line, answer in zip(lines[1:4], ["3/5", "0", "3/23"], strict=True)]
    (tmp_path / "sheet.csv").write_text("\n".join(answers))

    told = run_json("lesson", own, "--check", tmp_path / "sheet.csv")

    assert [each["is_right"] for each in told["answers"]] == [True, False, True]
    assert told["first_wrong"] == 2
    assert told["answers"][1]["slip"] == "unsmoothed"


def test_a_table_is_checked_in_the_language_it_was_asked_in_and_by_no_other_lesson(
    tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    run_json("lesson", "five-mails", "--language", "zh", "--to", tmp_path / "sheet.csv")
    text = (tmp_path / "sheet.csv").read_text("utf-8-sig").rstrip()
    (tmp_path / "sheet.csv").write_text(f"{text}12167/39167", encoding="utf-8")

    [answer] = run_json("lesson", "five-mails", "--check", tmp_path / "sheet.csv")["answers"]
    other = run("lesson", "tennis", "--check", tmp_path / "sheet.csv").exception

    assert answer["is_right"]
    assert answer["told"].startswith("正确")
    assert isinstance(other, SourceError)
    assert other.reason == "other-questions"


def test_a_corpus_goes_along_as_a_page_with_its_questions(tmp_path: Path, trained: Path, run_json: RunJson) -> None:
    run_json("lesson", trained, "--to", tmp_path / "page.html")
    run_json("lesson", trained, "--to", tmp_path / "sheet.csv")

    page = (tmp_path / "page.html").read_text("utf-8")
    assert "buy" in page
    assert "<details>" in page
    assert "<script" not in page
    assert len((tmp_path / "sheet.csv").read_text("utf-8-sig").splitlines()) > 5
