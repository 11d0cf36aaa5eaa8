"""Hand-ins: a pupil's answers in a small JSON file, and the overview of a class.

A file has the pupil's name, the lesson as it was worked on, the number of the sheet, and the answers. Nothing in it is
trusted: size, types and lengths are checked, and answers are checked again when the file is opened.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.domain.documents import one_line
from app.domain.errors import SourceError
from app.domain.sheet_words import Translate
from app.features.teaching.exercises import MAX_ANSWER_LENGTH
from app.features.teaching.hand_outs import MAX_SHEETS, vary_lesson
from app.features.teaching.lesson_pages import LANGUAGES, CheckedAnswer, check_answers
from app.features.teaching.lessons import (
    LESSON_ORDER,
    Lesson,
    LessonFault,
    all_questions,
    lesson_bytes,
    lesson_of,
    open_lesson,
    read_small_file,
    require_one_of,
    require_whole_number,
    text,
)
from nbengine.errors import EngineError

SUFFIX = ".bayleaf-hand-in"
FORMAT = 1
MAX_FILE_BYTES, MAX_ANSWERS, MAX_NAME_LENGTH, MAX_FILES = 1_000_000, 1_000, 100, 500


@dataclass(frozen=True, slots=True)
class HandIn:
    """A pupil's answers to the questions of a lesson, by question number from 1."""

    pupil: str
    lesson: Lesson
    answers: Mapping[int, str]
    sheet: int = 0
    language: str = "en"


@dataclass(frozen=True, slots=True)
class CheckedHandIn:
    """A hand-in with the result of each answer."""

    hand_in: HandIn
    results: tuple[CheckedAnswer, ...]
    n_questions: int
    has_own_numbers: bool
    """Whether the rows or the recipe differ from those of the book's lesson and sheet."""

    @property
    def n_right(self) -> int:
        return sum(each.is_right for each in self.results)

    @property
    def first_mistake(self) -> CheckedAnswer | None:
        """The first answer that is wrong and does not follow from an earlier one."""
        return next((each for each in self.results if each.slip not in ("", "follows")), None)


@dataclass(frozen=True, slots=True)
class FirstMistake:
    """A mistake, with the number of pupils who made it first."""

    slip: str
    number: int
    question: str
    told: str
    n_pupils: int


@dataclass(frozen=True, slots=True)
class ClassResult:
    """The checked hand-ins of a class by lesson and pupil, and the files that could not be read."""

    hand_ins: tuple[CheckedHandIn, ...] = ()
    problems: tuple[SourceError, ...] = ()

    def mistakes(self) -> list[FirstMistake]:
        """Return first mistakes, the commonest first. Unrecognised mistakes come last, as they may differ."""
        first = [each.first_mistake for each in self.hand_ins]
        made = [each for each in first if each is not None]
        counts = Counter(each.slip for each in made)
        examples = {each.slip: each for each in reversed(made)}
        order = sorted(counts, key=lambda slip: (slip in ("unknown", "unreadable"), -counts[slip], slip))
        return [
            FirstMistake(slip, examples[slip].number, examples[slip].question, examples[slip].told, counts[slip])
            for slip in order
        ]


def hand_in_bytes(hand_in: HandIn) -> bytes:
    """Return a hand-in as the content of its file."""
    plain = {
        "bayleaf_hand_in": FORMAT,
        "pupil": hand_in.pupil,
        "name": hand_in.lesson.name if hand_in.lesson.name in LESSON_ORDER else "",
        "sheet": hand_in.sheet,
        "language": hand_in.language,
        "answers": {str(number): answer for number, answer in hand_in.answers.items() if answer.strip()},
        "lesson": json.loads(lesson_bytes(replace(hand_in.lesson, source=""))),
    }
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def read_hand_in(path: Path) -> HandIn:
    """Read a hand-in's file.

    Raises:
        SourceError: The file is no hand-in, or a newer version saved it.
    """
    try:
        return _hand_in_of(json.loads(read_small_file(path, MAX_FILE_BYTES)), path)
    except LessonFault as fault:
        raise SourceError(path, fault.reason, fault.detail) from fault
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SourceError(path, "not-a-hand-in") from error


def _hand_in_of(plain: Mapping[str, Any], path: Path) -> HandIn:
    if require_whole_number(plain["bayleaf_hand_in"], 1) > FORMAT:
        raise SourceError(path, "newer-file")
    answers, name = plain["answers"], text(plain["name"])
    lengths = [(len(key), len(text(each))) for key, each in answers.items()]
    if len(answers) > MAX_ANSWERS or any(key > 6 or answer > MAX_ANSWER_LENGTH for key, answer in lengths):
        raise ValueError
    lesson = lesson_of(plain["lesson"], path)
    return HandIn(
        pupil=one_line(text(plain["pupil"]))[:MAX_NAME_LENGTH].strip() or path.stem,
        lesson=replace(lesson, name=require_one_of(name, ("", *LESSON_ORDER)) or lesson.name),
        answers={int(key): text(each) for key, each in answers.items()},
        sheet=require_whole_number(plain["sheet"], 0, MAX_SHEETS),
        language=require_one_of(plain["language"], LANGUAGES),
    )


def check_hand_in(hand_in: HandIn, translate: Translate) -> CheckedHandIn:
    """Check a hand-in's answers.

    Raises:
        EngineError: Nothing can be learned from the lesson's rows.
    """
    bench = hand_in.lesson.bench
    results = tuple(check_answers(bench, hand_in.answers, translate))
    return CheckedHandIn(hand_in, results, len(all_questions(bench)), _has_own_numbers(hand_in))


def _has_own_numbers(hand_in: HandIn) -> bool:
    if hand_in.lesson.name not in LESSON_ORDER:
        return False  # a teacher's own lesson: its original is not known here
    try:
        original = vary_lesson(open_lesson(hand_in.lesson.name, hand_in.language), hand_in.sheet)
    except SourceError:
        return True
    return original.bench != hand_in.lesson.bench


def collect_hand_ins(paths: Iterable[Path], translate: Translate) -> ClassResult:
    """Read and check hand-ins. A folder stands for its files; unreadable files are listed beside the others."""
    checked, problems = [], []
    for path in files_of(paths):
        try:
            checked.append(check_hand_in(read_hand_in(path), translate))
        except SourceError as error:
            problems.append(error)
        except EngineError:
            problems.append(SourceError(path, "nothing-to-learn"))
    checked.sort(key=lambda each: (each.hand_in.lesson.title, each.hand_in.pupil.casefold()))
    return ClassResult(tuple(checked), tuple(problems))


def files_of(paths: Iterable[Path]) -> Sequence[Path]:
    """Return the files, with the hand-ins of each folder in its place."""
    files: list[Path] = []
    for path in paths:
        files += sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    return files[:MAX_FILES]
