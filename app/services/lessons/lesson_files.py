"""Lessons as files that a teacher gives out: the same values as a lesson of the book, in one JSON object.

A file comes from somebody else, so everything in it is looked at before it is used, and none of it is ever run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import numpy as np

from app.domain.documents import shown_labels
from app.domain.errors import SourceError
from app.readers.files.opening_files import small_file
from app.readers.reading_failures import Unreadable, reason_of
from app.services.lessons.lesson_bench import Bench, ColumnKind, ExperimentKind, Lesson, PriorKind
from app.services.training.corpus_documents import the_corpus
from app.store.workspace import reading

SUFFIX = ".bayleaf-lesson"
FORMAT = 1
LARGEST_FILE = 1_000_000
MOST_LOOKED_AT, MOST_DOCUMENTS, MOST_WORDS = 200, 12, 12
"""Of a corpus that becomes a lesson."""
MOST_ROWS, MOST_COLUMNS, LONGEST_TITLE = 2_000, 50, 200
LARGEST_VALUE, LARGEST_VOCABULARY = 1_000.0, 1_000_000


def lesson_bytes(lesson: Lesson) -> bytes:
    """Return a lesson as the content of a file; rows that were forgotten on the way are in it as rows."""
    own = {name: getattr(lesson, name) for name in ("title", "explanation", "experiment", "hides_answers")}
    bench = {each.name: getattr(lesson.bench, each.name) for each in fields(Bench) if each.name != "steps"}
    plain = {"bayleaf_lesson": FORMAT, **own, **bench}
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def given_content(path: Path, largest: int) -> bytes:
    """Return all of a file that is no larger; SourceError for any other."""
    try:
        content = small_file(str(path), largest)
    except (OSError, Unreadable) as error:
        raise SourceError(path, *reason_of(error)) from error
    if content is None:
        raise SourceError(path, "too-large")
    return content


def read_lesson(path: Path) -> Lesson:
    """Return the lesson in a file; SourceError where it holds none."""
    try:
        return lesson_of(json.loads(given_content(path, LARGEST_FILE)), path)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SourceError(path, "not-a-lesson") from error


def lesson_of_corpus(path: Path) -> Lesson:
    """Return a lesson of the newest corpus of a workspace, small enough to be worked by hand: how some documents of all
    of it begin, and one more to be judged."""
    with reading(path) as workspace:
        corpus = the_corpus(workspace, None).name
        numbers = workspace.documents.numbers(corpus)
        some = numbers[np.linspace(0, max(len(numbers) - 1, 0), min(MOST_LOOKED_AT, len(numbers))).astype(np.int64)]
        bodies = dict(workspace.documents.bodies(some.tolist()))
        rows = [
            (shown_labels(heading.label), words)
            for heading in workspace.documents.headings(some.tolist())
            if heading.label and heading.number in bodies
            if (words := " ".join(bodies[heading.number].text.split()[:MOST_WORDS]))
        ]
    if len(rows) < 2:
        raise SourceError(path, "not-a-lesson")
    learnt = rows[:: max(len(rows) // MOST_DOCUMENTS, 1)][: MOST_DOCUMENTS + 1]
    bench = Bench((("text", "text"),), tuple(learnt[:-1]), (learnt[-1][1],), "multinomial", 1.0)
    return Lesson(str(path), corpus, "", bench)


def lesson_of(plain: Mapping[str, Any], path: Path) -> Lesson:
    """Return the lesson in the object of a file; ValueError, KeyError or TypeError where it is none."""
    if plain["bayleaf_lesson"] != FORMAT:
        raise ValueError
    columns = tuple((text(name), one_of(kind, get_args(ColumnKind))) for name, kind in plain["columns"])
    if not 0 < len(columns) <= MOST_COLUMNS or len(plain["rows"]) > MOST_ROWS:
        raise ValueError
    bench = Bench(
        columns=columns,
        rows=tuple(cells(row, len(columns) + 1) for row in plain["rows"]),
        query=cells(plain["query"], len(columns)),
        event_model=text(plain["event_model"]),
        smoothing=number(plain["smoothing"]),
        prior=one_of(plain["prior"], get_args(PriorKind)),
        strength=number(plain["strength"]),
        norm=plain["norm"] is True,
        vocabulary=size(plain["vocabulary"]),
    )
    one_of(bench.event_model, bench.event_models)
    title, explanation = text(plain["title"]).strip()[:LONGEST_TITLE] or path.stem, text(plain["explanation"])
    experiment = one_of(plain["experiment"], get_args(ExperimentKind))
    return Lesson(str(path), title, explanation, bench, experiment, plain["hides_answers"] is True)


def text(value: object) -> str:
    """Return a value that must be text; halves of letters, which no file can hold, become question marks."""
    if not isinstance(value, str):
        raise TypeError
    return value.encode("utf-8", "replace").decode("utf-8")


def cells(row: Iterable[object], n_cells: int) -> tuple[str, ...]:
    """Return a row that must have so many cells, all of them text."""
    found = tuple(text(cell) for cell in row)
    if isinstance(row, str) or len(found) != n_cells:
        raise ValueError
    return found


def number(value: object) -> float:
    """Return a value that must be a number of those that the page lets a person choose."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError
    if not 0.0 <= value <= LARGEST_VALUE or math.isnan(value):
        raise ValueError
    return float(value)


def size(value: object) -> int | None:
    """Return a value that must be a number of words, or nothing for all."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if not 1 <= value <= LARGEST_VOCABULARY:
        raise ValueError
    return value


def one_of(value: Any, known: Iterable[Any]) -> Any:
    """Return a value that must be one of some."""
    if value not in tuple(known):
        raise ValueError
    return value
