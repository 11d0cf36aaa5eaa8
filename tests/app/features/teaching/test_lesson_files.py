"""A lesson from a file is the lesson that was written; a file that is none says so, whatever is in it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import SourceError
from app.features.teaching.lessons import (
    MAX_FILE_BYTES,
    MAX_ROWS,
    ORDER,
    lesson_bytes,
    open_lesson,
    read_lesson,
    result_of,
)


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@pytest.mark.parametrize("name", ORDER)
def test_every_lesson_of_the_book_comes_back_as_it_was(tmp_path: Path, name: str, language: str) -> None:
    path = tmp_path / "given.bayleaf-lesson"
    lesson = replace(open_lesson(name, language), hides_answers=True)

    path.write_bytes(lesson_bytes(lesson))

    assert read_lesson(path) == replace(lesson, name=str(path))


def plain() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lesson_bytes(open_lesson("five-mails")))
    return found


CHANGES: dict[str, Any] = {
    "another format": {"bayleaf_lesson": 2},
    "a title that is none": {"title": 3},
    "no columns": {"columns": [], "rows": [], "query": []},
    "a kind of column that nobody knows": {"columns": [["a", "python"]]},
    "a row that is too short": {"rows": [["spam"]]},
    "a row that is text": {"rows": ["ab"]},
    "a cell that is a list": {"rows": [["spam", ["x"]]]},
    "too many rows": {"rows": [["spam", "x"]] * (MAX_ROWS + 1)},
    "an event model that reads no text": {"event_model": "gaussian"},
    "an event model that nobody knows": {"event_model": "__import__"},
    "smoothing that is no number": {"smoothing": "1"},
    "smoothing below nothing": {"smoothing": -1},
    "smoothing without end": {"smoothing": float("inf")},
    "smoothing that is true": {"smoothing": True},
    "a prior that nobody knows": {"prior": "mine"},
    "half a word": {"vocabulary": 0.5},
    "an experiment that nobody knows": {"experiment": "delete"},
    "no rows": {"rows": None},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_file_with_something_wrong_in_it_is_no_lesson(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "bad.bayleaf-lesson"
    path.write_text(json.dumps({**plain(), **change}), encoding="utf-8")

    with pytest.raises(SourceError, match="not-a-lesson"):
        read_lesson(path)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b'{"bayleaf_lesson": 1}'], ids=str
)
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
    assert result_of(lesson.bench).wrong == 0
