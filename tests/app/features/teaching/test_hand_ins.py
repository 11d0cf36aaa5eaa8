"""Thirty hand-ins opened at once: who failed at which step, and the commonest mistake."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import SourceError
from app.features.teaching.hand_outs import (
    SUFFIX,
    HandIn,
    check_hand_in,
    collect_hand_ins,
    find_sheet,
    hand_in_to_bytes,
    make_sheet,
    read_hand_in,
    vary_lesson,
)
from app.features.teaching.lesson_pages import find_lesson
from app.features.teaching.lessons import list_questions


def right_answers(hand_in: HandIn) -> dict[int, str]:
    return {n: str(each.answer) for n, each in enumerate(list_questions(hand_in.lesson.setup), start=1)}


def saved(folder: Path, hand_in: HandIn) -> Path:
    path = folder / f"{hand_in.pupil}{SUFFIX}"
    path.write_bytes(hand_in_to_bytes(hand_in))
    return path


def class_of_thirty(folder: Path) -> None:
    """30 pupils with a sheet each: 12 forget smoothing in question 2, 5 stop after 3, one writes nonsense."""
    for number in range(1, 31):
        lesson = vary_lesson(find_lesson("five-mails", "en"), number)
        hand_in = HandIn(f"pupil {number:02}", lesson, {}, sheet_number=number)
        answers, second = right_answers(hand_in), list_questions(lesson.setup)[1]
        if number <= 12:
            working = second.working
            assert working is not None
            answers[2] = f"{working.count}/{working.total}"
        elif number <= 17:
            answers = {place: answer for place, answer in answers.items() if place <= 3}
        elif number == 18:
            answers[1] = "a lot"
        saved(folder, replace(hand_in, answers=answers))


def test_thirty_hand_ins_say_who_failed_where_and_the_commonest_mistake(tmp_path: Path) -> None:
    class_of_thirty(tmp_path)

    result = collect_hand_ins([tmp_path], str)

    assert len(result.hand_ins) == 30
    assert not result.problems
    failed = {each.hand_in.pupil: each.first_mistake.question_number for each in result.hand_ins if each.first_mistake}
    assert failed == {**{f"pupil {n:02}": 2 for n in range(1, 13)}, "pupil 18": 1}
    first = result.mistakes()[0]
    assert (first.mistake_kind, first.question_number, first.n_pupils) == ("unsmoothed", 2, 12)
    assert first.feedback == "This is the result without smoothing."
    assert not any(each.has_own_numbers for each in result.hand_ins)
    done = {each.hand_in.pupil: (each.n_right, len(each.results), each.n_questions) for each in result.hand_ins}
    assert done["pupil 13"][:2] == (3, 3)
    assert done["pupil 20"][0] == done["pupil 20"][2]


def test_a_hand_in_is_read_as_it_was_saved(tmp_path: Path) -> None:
    hand_in = HandIn("Ада 小明", find_lesson("tennis", "ru"), {}, language="ru")
    answers = {number: right_answers(hand_in)[number] for number in (1, 3)}

    read = read_hand_in(saved(tmp_path, replace(hand_in, answers=answers)))

    assert (read.pupil, read.answers, read.language, read.sheet_number) == ("Ада 小明", answers, "ru", 0)
    assert read.lesson.setup == hand_in.lesson.setup
    assert [each.is_right for each in check_hand_in(read, str).results] == [True, True]


def test_easier_numbers_than_the_sheet_s_are_noticed(tmp_path: Path) -> None:
    lesson = find_lesson("five-mails", "en")
    easier = replace(lesson, setup=replace(lesson.setup, rows=lesson.setup.rows[:3]))

    checked = check_hand_in(read_hand_in(saved(tmp_path, HandIn("a", easier, {1: "1"}))), str)

    assert checked.has_own_numbers


def test_a_hand_in_of_a_sheet_with_other_settings_has_the_numbers_of_its_sheet(tmp_path: Path) -> None:
    lesson = find_lesson("fever", "en")
    changed = replace(lesson, setup=replace(lesson.setup, smoothing=0.125, prior="smoothed", strength=2.5))
    sheet = make_sheet(changed, 7)
    path = saved(tmp_path, HandIn("a", sheet.lesson, {1: "1"}, 7, sheet_code=sheet.code))

    read = read_hand_in(path)
    plain = json.loads(path.read_text("utf-8"))
    del plain["code"]
    path.write_text(json.dumps(plain), "utf-8")

    assert not check_hand_in(read, str).has_own_numbers
    assert find_sheet(lesson, sheet.code, "en") == sheet
    assert sheet.code.startswith("7-m0.125-s2.5-") or sheet.code.startswith("7-k0.125-s2.5-")
    assert check_hand_in(read_hand_in(path), str).has_own_numbers, "older files do not name the settings of the sheet"


def test_rows_that_a_teacher_changed_are_found_only_in_the_teachers_lesson() -> None:
    lesson = find_lesson("five-mails", "en")
    teachers = replace(lesson, name="own", setup=replace(lesson.setup, rows=lesson.setup.rows[:4]))
    sheet = make_sheet(teachers, 0)

    assert find_sheet(teachers, sheet.code, "en") == sheet
    assert find_sheet(replace(teachers, name="five-mails"), sheet.code, "en").lesson.setup == sheet.lesson.setup
    with pytest.raises(SourceError) as refused:
        find_sheet(lesson, sheet.code, "en")
    assert refused.value.reason == "no-such-sheet"


@pytest.mark.parametrize(
    "change",
    [
        {"bayleaf_hand_in": 0},
        {"bayleaf_hand_in": True},
        {"bayleaf_hand_in": "1"},
        {"answers": []},
        {"answers": {"x": "1"}},
        {"answers": {"1": 1}},
        {"answers": {"1": "1" * 300}},
        {"answers": {str(n): "" for n in range(2000)}},
        {"sheet": -1},
        {"sheet": True},
        {"sheet": 1.0},
        {"sheet": 99},
        {"language": "../x"},
        {"code": 3},
        {"name": "../../etc/passwd"},
        {"pupil": None},
        {"lesson": {}},
        {"lesson": None},
    ],
)
def test_a_file_that_is_no_hand_in_is_one_sentence_and_the_others_are_opened(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    good = saved(tmp_path, HandIn("good", find_lesson("fever", "en"), {1: "1/2"}))
    plain = json.loads(good.read_text("utf-8")) | change
    (tmp_path / f"bad{SUFFIX}").write_text(json.dumps(plain), "utf-8")

    result = collect_hand_ins([tmp_path], str)

    assert [each.hand_in.pupil for each in result.hand_ins] == ["good"]
    assert [error.reason for error in result.problems] == ["not-a-hand-in"]


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff", b"[" * 100_000, b"{}", b"1" * 5_000, b'{"bayleaf_hand_in": 1' + b" " * 2_000_000]
)
def test_a_hostile_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / f"x{SUFFIX}").write_bytes(content)

    [problem] = collect_hand_ins([tmp_path], str).problems

    assert problem.reason in ("not-a-hand-in", "too-large")


def test_bad_lessons_in_a_hand_in_are_refused(tmp_path: Path) -> None:
    good = saved(tmp_path, HandIn("good", find_lesson("five-mails", "en"), {1: "1/2"}))
    plain = json.loads(good.read_text("utf-8"))
    for change, reason in (
        ({"smoothing": -1}, "lesson-number"),
        ({"rows": [["spam", "x"]] * 10_000}, "lesson-rows"),
        ({"rows": [["", "x"]]}, "nothing-to-learn"),
        ({"smoothing": float("nan")}, "lesson-number"),
    ):
        path = tmp_path / f"bad{SUFFIX}"
        path.write_text(json.dumps({**plain, "lesson": plain["lesson"] | change}), "utf-8")

        [problem] = collect_hand_ins([path], str).problems

        assert problem.reason == reason


def test_a_hand_in_of_a_newer_version_says_so(tmp_path: Path) -> None:
    path = saved(tmp_path, HandIn("good", find_lesson("fever", "en"), {}))
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"bayleaf_hand_in": 2}), "utf-8")

    with pytest.raises(SourceError) as refused:
        read_hand_in(path)

    assert refused.value.reason == "newer-file"
