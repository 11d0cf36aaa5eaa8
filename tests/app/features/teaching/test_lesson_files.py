"""A lesson from a file is the lesson that was written; a file that is none says so, whatever is in it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import SourceError
from app.domain.sentences import sentence_for
from app.features.teaching.lessons import (
    LESSON_ORDER,
    MAX_FILE_BYTES,
    LessonPart,
    compute_result,
    judge_query,
    lesson_to_bytes,
    open_lesson,
    read_lesson,
)


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_every_lesson_of_the_book_comes_back_as_it_was(tmp_path: Path, name: str, language: str) -> None:
    path = tmp_path / "given.bayleaf-lesson"
    lesson = replace(open_lesson(name, language), hides_answers=True)

    path.write_bytes(lesson_to_bytes(lesson))

    assert read_lesson(path) == replace(lesson, name=str(path))


def test_answers_that_do_not_end_take_no_time_and_stay_text() -> None:
    """The test would run for minutes in quadratic time."""
    part = LessonPart("[[a" * 300_000 + "]] [[4/7]]")

    assert part.text == "[[a" * 299_999 + "a 4/7"
    assert part.masked_text.endswith("▢▢▢ ▢▢▢")


def plain() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lesson_to_bytes(open_lesson("five-mails")))
    return found


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "another format": ({"bayleaf_lesson": 2}, "newer-file"),
    "a format that is none": ({"bayleaf_lesson": "1"}, "not-a-lesson"),
    "a title that is none": ({"title": 3}, "lesson-field"),
    "no columns": ({"columns": [], "rows": [], "query": []}, "lesson-field"),
    "a kind of column that nobody knows": ({"columns": [["a", "python"]]}, "lesson-field"),
    "a row that is too short": ({"rows": [["spam", "x"], ["spam"]]}, "lesson-row"),
    "a row that is text": ({"rows": ["ab"]}, "lesson-row"),
    "a row that is a number": ({"rows": [7]}, "lesson-row"),
    "a cell that is a list": ({"rows": [["spam", ["x"]]]}, "lesson-row"),
    "ten thousand rows": ({"rows": [["spam", "x"]] * 10_000}, "lesson-rows"),
    "an event model that reads no text": ({"event_model": "gaussian"}, "lesson-model"),
    "an event model that nobody knows": ({"event_model": "__import__"}, "lesson-model"),
    "smoothing that is no number": ({"smoothing": "1"}, "lesson-number"),
    "smoothing below nothing": ({"smoothing": -1}, "lesson-number"),
    "smoothing without end": ({"smoothing": float("inf")}, "lesson-number"),
    "smoothing that is true": ({"smoothing": True}, "lesson-number"),
    "a prior that nobody knows": ({"prior": "mine"}, "lesson-field"),
    "half a word": ({"vocabulary": 0.5}, "lesson-field"),
    "too many rounds": ({"rounds": 10_000}, "lesson-field"),
    "an experiment that nobody knows": ({"experiment": "delete"}, "lesson-field"),
    "no rows": ({"rows": None}, "lesson-field"),
}


@pytest.mark.parametrize(("change", "reason"), CHANGES.values(), ids=CHANGES.keys())
def test_a_file_with_something_wrong_in_it_is_no_lesson(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = tmp_path / "bad.bayleaf-lesson"
    path.write_text(json.dumps({**plain(), **change}), encoding="utf-8")

    with pytest.raises(SourceError) as refused:
        read_lesson(path)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"smoothing": -1}, "“bad.bayleaf-lesson” was not opened: “smoothing” must be a number from 0 to 1,000."),
        ({"rows": [["spam", "x"]] * 10_000}, "“bad.bayleaf-lesson” has 10,000 rows. A lesson can have at most 2,000."),
        (
            {"rows": [["spam", "x"], ["spam"]]},
            "“bad.bayleaf-lesson” was not opened: row 2 needs a label and a value for each column.",
        ),
        (
            {"event_model": "gaussian"},
            (
                "“bad.bayleaf-lesson” was not opened: the event model “gaussian” cannot be used with the columns of "
                "this lesson."
            ),
        ),
        (
            {"bayleaf_lesson": 2},
            "“bad.bayleaf-lesson” was saved by a newer version of Bayleaf. Update Bayleaf to open it.",
        ),
    ],
    ids=["smoothing", "rows", "row", "event model", "version"],
)
def test_the_sentence_says_what_is_wrong_in_the_file(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    path = tmp_path / "bad.bayleaf-lesson"
    path.write_text(json.dumps({**plain(), **change}), encoding="utf-8")

    with pytest.raises(SourceError) as refused:
        read_lesson(path)
    assert sentence_for(refused.value) == sentence


def test_a_label_without_words_is_worked_out_with_and_without_smoothing() -> None:
    setup = replace(open_lesson("five-mails").setup, rows=(("ham", ""), ("spam", "buy buy now")), query=("buy",))

    assert judge_query(setup).exact == (Fraction(5, 11), Fraction(6, 11))
    assert compute_result(replace(setup, smoothing=0.0)).derived_verdict.verdict.label in (None, "spam")


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b"{}"], ids=str)
def test_a_file_of_something_else_is_no_lesson(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.bayleaf-lesson"
    path.write_bytes(content)

    with pytest.raises(SourceError, match="not-a-lesson"):
        read_lesson(path)


def test_a_file_without_end_is_not_read_whole_and_one_that_is_not_there_says_so(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b" " * (MAX_FILE_BYTES + 1))

    with pytest.raises(SourceError, match="too-large"):
        read_lesson(tmp_path / "long")
    with pytest.raises(SourceError, match="vanished"):
        read_lesson(tmp_path / "none")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(SourceError, match="not-a-file"):
            read_lesson(path)


def test_halves_of_letters_become_question_marks_and_the_rest_is_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "odd.bayleaf-lesson"
    path.write_text(json.dumps({**plain(), "title": "\ud800!"}), encoding="utf-8")

    lesson = read_lesson(path)

    assert lesson.title == "?!"
    assert compute_result(lesson.setup).n_wrong == 0
