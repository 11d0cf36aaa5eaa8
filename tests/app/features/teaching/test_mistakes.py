"""A wrong answer is told by the mistake that gives it; the oracle is arithmetic on the counts of the textbook."""

from __future__ import annotations

import string
from fractions import Fraction
from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.domain.sheet_words import SLIP_SENTENCES
from app.features.teaching.exercises import Question, make_feedback, read_answer
from app.features.teaching.lesson_pages import check_answers, read_answer_sheet, write_answer_sheet
from app.features.teaching.lessons import (
    LESSON_ORDER,
    LessonSetup,
    list_questions,
    open_lesson,
)


def question(lesson: str, label: str, kind: str, step: str = "") -> Question:
    questions = list_questions(open_lesson(lesson).setup)
    return next(each for each in questions if (each.label, each.kind) == (label, kind) and step in each.step)


BUY = ("five-mails", "spam", "step", "buy")
"""Three of eight words, twelve possible words, α = 1: (3 + 1) / (8 + 12)."""
SUN = ("tennis", "Yes", "step", "Sunny")
"""Two of nine days, without smoothing; on days without tennis it is three of five."""


@pytest.mark.parametrize(
    ("asked", "written", "kind", "about"),
    [
        (BUY, "3/8", "unsmoothed", ""),
        (BUY, "0.375", "unsmoothed", ""),
        (BUY, "4/8", "smoothed-above", ""),
        (BUY, "3/20", "smoothed-below", ""),
        (BUY, "4/9", "one-alpha", ""),
        (BUY, "4/14", "outcomes", "6"),
        (BUY, "5/20", "count", "4"),
        (BUY, "4/5", "opposite", ""),
        (BUY, "1/23", "other-label", "ham"),
        (BUY, "-1.609", "logarithm", ""),
        (BUY, "-0.699", "logarithm", ""),
        (BUY, "1/0", "unreadable", ""),
        (BUY, "=1+1", "unreadable", ""),
        (BUY, "0.2017", "early", ""),
        (BUY, "0.777", "unknown", ""),
        (SUN, "2/5", "turned", ""),
        (SUN, "2/14", "total", "14"),
        (SUN, "3/9", "count", "3"),
        (SUN, "60 %", "other-label", "No"),
        (("tennis", "Yes", "prior"), "5/14", "other-label", "No"),
        (("tennis", "Yes", "prior"), "8/14", "count", "8"),
        (("tennis", "Yes", "product"), "125/611", "normalised", ""),
        (("tennis", "Yes", "product"), "2/243", "no-prior", ""),
        (("tennis", "Yes", "product"), "1/63", "left-out", "temperature"),
        (("tennis", "No", "share"), "18/875", "not-normalised", ""),
        (("tennis", "No", "share"), "0.875", "no-prior", ""),
        (("tennis", "No", "share"), "3.888", "odds", ""),
        (("tennis", "No", "share"), "125/611", "other-label", "Yes"),
        (("absent-words", "ham", "share"), "12/17", "no-absent", ""),
    ],
)
def test_a_usual_mistake_is_told_by_the_number_it_gives(
    asked: tuple[str, ...], written: str, kind: str, about: str
) -> None:
    slip = question(*asked).find_mistake(written)

    assert slip is not None
    assert (slip.kind, slip.subject if about else "") == (kind, about)


def test_words_taken_once_and_logarithms_divided_by_their_sum() -> None:
    setup = LessonSetup((("text", "text"),), (("a", "xx xx yy"), ("b", "yy zz")), ("xx xx",), "multinomial", 1.0)
    [share] = [each for each in list_questions(setup) if (each.kind, each.label) == ("share", "a")]

    # a: (2+1)/(3+3), b: (0+1)/(2+3), each twice; priors are equal
    once = Fraction(1, 2) / (Fraction(1, 2) + Fraction(1, 5))
    assert share.answer == Fraction(1, 4) / (Fraction(1, 4) + Fraction(1, 25))
    assert getattr(share.find_mistake(str(once)), "kind", "") == "once"
    logs = 2.0794415 / (2.0794415 + 3.9120230)  # log 8 and log 50
    assert getattr(share.find_mistake(f"{logs:.4f}"), "kind", "") == "logs-shared"


@pytest.mark.parametrize(
    ("asked", "written", "right", "told"),
    [
        (BUY, "5/20", "3", "You seem to use 4 in the numerator. Count again."),
        (BUY, "4/14", "12", "You seem to use 6 as the number of possible values. Count them again."),
        (SUN, "2/14", "9", "You seem to divide by 14. Count the total of Yes again."),
    ],
)
def test_a_wrong_count_can_be_named_without_the_right_one(
    asked: tuple[str, ...], written: str, right: str, told: str
) -> None:
    assert right in make_feedback(question(*asked), written)
    assert make_feedback(question(*asked), written, states_numbers=False) == told


@pytest.mark.parametrize("lesson", LESSON_ORDER)
def test_no_right_answer_is_called_a_mistake_and_every_mistake_has_its_sentence(lesson: str) -> None:
    for each in list_questions(open_lesson(lesson).setup):
        assert each.find_mistake(str(each.answer)) is None
        assert (
            each.find_mistake(f"{float(each.answer):.6g}") is None
            or each.answer < Fraction(1, 10**6)
            or each.answer == 1
        )
        for slip in each.known_mistakes:
            told = make_feedback(each, str(slip.value))
            assert "{" not in told
            assert slip.value == each.answer or not told.startswith("Correct")


def test_sentences_name_facts_that_there_are() -> None:
    names = {name for text in SLIP_SENTENCES.values() for _, name, _, _ in string.Formatter().parse(text) if name}
    assert names <= {"label", "step", "about", "right"}


@pytest.mark.parametrize("written", ["", "9/", "1/0", "1e400000000", "⅓⅓", "nan", "inf", "0x10", "1" * 100_000])
def test_what_is_no_number_or_too_long_is_no_answer(written: str) -> None:
    assert read_answer(written) is None


def given(sheet: Path) -> dict[int, str]:
    return {number: answer for number, (_, answer) in read_answer_sheet(sheet).items()}


def filled(tmp_path: Path, lesson: str, answers: dict[int, str], mark: str = ",", encoding: str = "utf-8") -> Path:
    sheet = tmp_path / "sheet.csv"
    write_answer_sheet(open_lesson(lesson).setup, sheet, str)
    lines = sheet.read_text("utf-8-sig").splitlines()
    rows = [line.rsplit(",", 1)[0].replace(",", mark) + mark + answers.get(n, "") for n, line in enumerate(lines)]
    sheet.write_text("\n".join(rows), encoding=encoding)
    return sheet


def test_the_first_wrong_step_is_told_and_what_follows_from_it_is_not_called_wrong(tmp_path: Path) -> None:
    setup = open_lesson("tennis").setup
    right = {number: str(each.answer) for number, each in enumerate(list_questions(setup), start=1)}
    doubled = Fraction(36, 875)
    share = doubled / (doubled + Fraction(1, 189))
    wrong = right | {3: "2/5", 6: str(doubled), 13: str(share), 14: str(1 - share)}

    assert all(each.is_right for each in check_answers(setup, given(filled(tmp_path, "tennis", right))))
    found = {
        each.question_number: each.mistake_kind
        for each in check_answers(setup, given(filled(tmp_path, "tennis", wrong)))
    }

    wrong_or_following = {number: slip for number, slip in found.items() if slip}
    assert wrong_or_following == {3: "count", 6: "follows", 13: "follows", 14: "follows"}


@pytest.mark.parametrize(("mark", "encoding"), [(";", "utf-8-sig"), ("\t", "utf-8")])
def test_tables_of_other_spreadsheets_are_read(tmp_path: Path, mark: str, encoding: str) -> None:
    sheet = filled(tmp_path, "tennis", {1: "0,357", 2: "3/5"}, mark, encoding)

    assert [each.is_right for each in check_answers(open_lesson("tennis").setup, given(sheet))] == [True, True]


@pytest.mark.parametrize("content", [b"", b"\0\0\0", b"a,b\nx,2", b"a,b\n1,", b"\xff\xfe\x00", b'"' * 5000, b"1,q,\n"])
def test_a_file_that_is_no_table_of_answers_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sheet.csv").write_bytes(content)

    with pytest.raises(SourceError):
        read_answer_sheet(tmp_path / "sheet.csv")
