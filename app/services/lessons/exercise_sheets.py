"""A table of all that is to be worked out on the way to a verdict, and what is right in one that was filled in.

A product of wrong factors, or a share of wrong products, may still follow from them: then the mistake was before it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Final

from app.domain.errors import SourceError
from app.domain.sheet_words import LESSON_WORDS, SLIPS, Translate
from app.readers.files.opening_files import small_file
from app.readers.reading_failures import Unreadable, reason_of
from app.services.files.whole_files import safe_cell, whole_table
from app.services.lessons.lesson_bench import Bench, all_questions
from app.services.lessons.questions import NEARLY, Answer, Question, read_answer, told_of
from nbengine.lazy_dataclasses import dataclass

LARGEST_SHEET = 1_000_000
MARKS: Final = (";", "\t", ",")
"""Between cells, as spreadsheets of all languages write them."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer and what it is: right, wrong, or following from a wrong one before it."""

    number: int
    question: str
    answer: str
    is_right: bool
    slip: str
    """The kind of mistake; empty where there is none."""
    told: str


def asked_in_words(question: Question, translate: Translate) -> str:
    """Return a question as a formula."""
    return translate(LESSON_WORDS[f"ask-{question.kind}"]).format(label=question.label, step=question.step)


def write_sheet(bench: Bench, target: Path, translate: Translate) -> None:
    """Write the questions as a table whose last column is to be filled in."""
    with whole_table(target) as table:
        table.writerow(["", translate(LESSON_WORDS["question"]), translate(LESSON_WORDS["answer"])])
        for number, question in enumerate(all_questions(bench), start=1):
            table.writerow([number, asked_in_words(question, translate), ""])


def answers_of(path: Path) -> dict[int, tuple[str, str]]:
    """Read a table that was filled in: the number of each question, the question and the answer."""
    try:
        content = small_file(str(path), LARGEST_SHEET)
    except (OSError, Unreadable) as error:
        raise SourceError(path, *reason_of(error)) from error
    if content is None:
        raise SourceError(path, "too-large")
    text = content.decode("utf-8-sig", "replace")
    mark = max(MARKS, key=text.partition("\n")[0].count)
    try:
        rows = [
            row for row in csv.reader(StringIO(text), delimiter=mark) if len(row) > 2 and row[0].strip().isdecimal()
        ]
    except csv.Error as error:
        raise SourceError(path, "damaged") from error
    found = {int(row[0]): (row[1], mark.join(row[2:]).strip(f" '{mark}")) for row in rows if len(row[0]) < 9}
    if not any(answer for _, answer in found.values()):
        raise SourceError(path, "no-exercise-answers")
    return found


def answers_to(bench: Bench, sheet: Mapping[int, tuple[str, str]], translate: Translate) -> dict[int, str] | None:
    """Return the answers of a table; None where its questions are not those of the lesson in this language."""
    asked = dict(enumerate((safe_cell(asked_in_words(each, translate)) for each in all_questions(bench)), start=1))
    is_about_it = all(asked.get(number) == question.strip() for number, (question, _) in sheet.items())
    return {number: answer for number, (_, answer) in sheet.items()} if is_about_it else None


def checked(bench: Bench, answers: Mapping[int, str], translate: Translate = str) -> Iterator[CheckedAnswer]:
    """Check answers one by one, in their order; what was left empty is passed over."""
    questions = all_questions(bench)
    read = {number: read_answer(answers.get(number, "")) for number in range(1, len(questions) + 1)}
    for number, question in enumerate(questions, start=1):
        written = answers.get(number, "")
        if not written:
            continue
        slip, told = question.slip_of(written), told_of(question, written, translate)
        kind = "" if slip is None else slip.kind
        if kind and follows(questions, read, number):
            kind, told = "follows", translate(SLIPS["follows"])
        yield CheckedAnswer(number, asked_in_words(question, translate), written, not kind, kind, told)


def follows(questions: list[Question], read: Mapping[int, Answer | None], number: int) -> bool:
    """Return whether a product is that of the factors that were written, or a share that of such products."""
    question, answer = questions[number - 1], read[number]
    own = [(each, read[place]) for place, each in enumerate(questions, start=1)]
    if question.kind == "product":
        expected = question.answer
        for each, factor in own:
            if each.kind in ("prior", "step") and each.label == question.label:
                if factor is None or not each.answer:
                    return False
                expected *= (factor.value / each.answer) ** each.times
    elif question.kind == "share":
        products = {each.label: factor.value for each, factor in own if each.kind == "product" and factor is not None}
        whole = sum(products.values(), Fraction(0))
        if question.label not in products or len(products) < len({each.label for each in questions}) or not whole:
            return False
        expected = products[question.label] / whole
    else:
        return False
    return answer is not None and abs(answer.value - expected) <= answer.tolerance + NEARLY * abs(expected)
