"""`lesson` as a person calls it: pupils' tables of answers."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pypdfium2
import pytest

from app.domain.errors import SourceError
from app.domain.sentences import sentence_for
from app.features.teaching.lessons import lesson_to_bytes, open_lesson
from tests.app.command_line import Run, RunJson


def test_a_pupil_s_table_is_checked_from_the_command_line(tmp_path: Path, run_json: RunJson) -> None:
    """The lesson is a teacher's own, in a file."""
    own = tmp_path / "own.bayleaf-lesson"
    own.write_bytes(lesson_to_bytes(open_lesson("five-mails")))
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


@pytest.mark.parametrize(("head", "rows"), [(";answer\n", "1;3/5\n2;0\n3;0,5"), ("", "1,3/5\n2,0\n3,1/2")])
def test_a_table_of_numbers_and_answers_is_checked(tmp_path: Path, run_json: RunJson, head: str, rows: str) -> None:
    (tmp_path / "sheet.csv").write_text(head + rows)

    found = run_json("lesson", "five-mails", "--check", tmp_path / "sheet.csv")

    assert [each["answer"] for each in found["answers"]][:2] == ["3/5", "0"]
    assert [each["is_right"] for each in found["answers"]] == [True, False, False]
    assert found["first_wrong"] == 2


def test_an_answer_to_a_question_that_the_lesson_does_not_have_is_an_error(tmp_path: Path, run: Run) -> None:
    (tmp_path / "sheet.csv").write_text("number,answer\n1,3/5\n999,1/2")

    error = run("lesson", "five-mails", "--check", tmp_path / "sheet.csv").exception

    assert isinstance(error, SourceError)
    assert error.reason == "other-questions"


@pytest.mark.parametrize("option", ["--to", "--check"])
def test_a_lesson_without_its_name_is_an_error_that_says_what_to_do(tmp_path: Path, run: Run, option: str) -> None:
    result = run("lesson", option, tmp_path / "sheet.csv")

    assert result.exit_code == 2
    assert "bayleaf-cli lesson" in result.stderr
    assert not (tmp_path / "sheet.csv").exists()


def test_the_command_named_for_a_table_without_answers_writes_such_a_table(tmp_path: Path, run: Run) -> None:
    (tmp_path / "sheet.csv").write_text("1,What is the prior?,\n")
    error = run("lesson", "five-mails", "--check", tmp_path / "sheet.csv").exception
    assert isinstance(error, SourceError)
    [command] = re.findall("`bayleaf-cli (.+)`", sentence_for(error))

    result = run(*command.replace("NAME", "five-mails").replace("FILE.csv", str(tmp_path / "new.csv")).split(" "))

    assert result.exit_code == 0
    [first, *rest] = csv.reader((tmp_path / "new.csv").read_text("utf-8-sig").splitlines())
    (tmp_path / "new.csv").write_text(",".join(first) + "\n" + "\n".join(f"{number},,1/2" for number, *_ in rest))
    assert run("lesson", "five-mails", "--check", tmp_path / "new.csv").exit_code == 0


def test_a_corpus_goes_along_as_a_page_with_its_questions(tmp_path: Path, trained: Path, run_json: RunJson) -> None:
    run_json("lesson", trained, "--to", tmp_path / "page.html")
    run_json("lesson", trained, "--to", tmp_path / "sheet.csv")

    page = (tmp_path / "page.html").read_text("utf-8")
    assert "buy" in page
    assert "<details>" in page
    assert len((tmp_path / "sheet.csv").read_text("utf-8-sig").splitlines()) > 5


def test_hand_ins_are_collected_from_a_folder(tmp_path: Path, run_json: RunJson, run: Run) -> None:
    run_json("lesson", "five-mails", "--numbers", "3", "--to", tmp_path / "sheet.csv")
    lines = (tmp_path / "sheet.csv").read_text("utf-8-sig").splitlines()
    (tmp_path / "sheet.csv").write_text("\n".join([f"{lines[1]}3/5", f"{lines[2]}99"]), encoding="utf-8")
    (tmp_path / "in").mkdir()
    hand_in = tmp_path / "in" / "ann.bayleaf-hand-in"
    (tmp_path / "in" / "noise.bayleaf-hand-in").write_text("{}", encoding="utf-8")

    run_json(
        "lesson", "five-mails", "--numbers", "3", "--check", tmp_path / "sheet.csv", "--pupil", "Ann", "--to", hand_in
    )
    found = run_json("lesson", "--collect", tmp_path / "in")

    [ann] = found["hand_ins"]
    assert (ann["pupil"], ann["sheet"], ann["right"], ann["answered"], ann["first_wrong"]) == ("Ann", 3, 1, 2, 2)
    assert not ann["own_numbers"]
    assert [each["pupils"] for each in found["mistakes"]] == [1]
    assert found["problems"] == [{"file": "noise.bayleaf-hand-in", "reason": "not-a-hand-in"}]
    assert "Ann" in run("lesson", "--collect", tmp_path / "in").stdout


def test_rules_are_scored_beside_naive_bayes(tmp_path: Path, run_json: RunJson, run: Run) -> None:
    (tmp_path / "red.txt").write_text('if "free" then spam\nelse ham', encoding="utf-8")
    (tmp_path / "blue.txt").write_text("if free then spam", encoding="utf-8")

    found = run_json("lesson", "--rules", tmp_path / "red.txt")
    refused = run("lesson", "--rules", tmp_path / "blue.txt").exception

    assert {each["team"] for each in found["table"]} == {"red", "naive Bayes"}
    assert all(each["right"] + each["wrong"] + each["silent"] == found["hidden"] for each in found["table"])
    assert isinstance(refused, SourceError)
    assert (refused.reason, refused.detail) == ("bad-rule", "1")


@pytest.mark.usefixtures("qapp")
def test_a_class_set_is_one_pdf(tmp_path: Path, run_json: RunJson) -> None:
    run_json("lesson", "fever", "--copies", "3", "--to", tmp_path / "class.pdf")

    document = pypdfium2.PdfDocument(tmp_path / "class.pdf")
    text = [page.get_textpage().get_text_range() for page in document]
    document.close()
    assert [sum(f"Sheet {number}" in page for page in text) for number in (1, 2, 3)] == [2, 2, 2]
    assert any(page.startswith("Answers") for page in text)
