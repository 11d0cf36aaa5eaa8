"""The Lessons page: a tiny corpus whose every number can be changed, and the working that follows at once.

A lesson is worked out where it is shown: it has a few hundred rows at most, which takes the engine a few milliseconds,
less than handing the work to a thread would.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal

from app.domain.errors import TrainingError
from app.services.lessons import (
    ORDER,
    Bench,
    EventModel,
    Lesson,
    PriorKind,
    Question,
    Result,
    open_lesson,
    question_of,
    result_of,
)
from app.services.sheet_pages import Block, Grid, sheet_blocks
from app.services.sheet_writing import as_html, as_text, html_body
from app.services.whole_files import write_whole
from app.services.working_book import working_book

LARGEST_SMOOTHING = 1000.0


def translated(template: str) -> str:
    """A template of the working sheet in the language of the window."""
    return QCoreApplication.translate("sheet", template)


@dataclass(frozen=True, slots=True)
class LessonsState:
    """What the page shows."""

    lesson: Lesson
    bench: Bench
    result: Result | None = None
    blocks: tuple[Block, ...] = ()
    html: str = ""
    """The working, for a text view that has colours of its own."""
    problem: TrainingError | None = None
    """Why nothing follows."""
    is_changed: bool = False
    question: Question | None = None
    answered: str = ""
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class LessonsServices:
    """What the page needs of the world."""

    language: Callable[[], str] = field(default=lambda: QLocale().name().partition("_")[0])


class LessonsViewModel(QObject):
    """Holds one open lesson."""

    state_changed = Signal(object)

    def __init__(self, services: LessonsServices | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services or LessonsServices()
        self._random = random.Random()
        self.state = self._opened(ORDER[0])

    def titles(self) -> list[tuple[str, str]]:
        """The names and titles of all lessons, in their order."""
        return [(name, open_lesson(name, self._services.language()).title) for name in ORDER]

    def speak(self) -> None:
        """Tell the open lesson in the language that the window now has."""
        lesson = open_lesson(self.state.lesson.name, self._services.language())
        self._show(worked_out(replace(self.state, lesson=lesson)))

    def open(self, name: str) -> None:
        """Begin a lesson, as it is in the book."""
        self._show(self._opened(name))

    def reset(self) -> None:
        """Begin the open lesson anew."""
        self.open(self.state.lesson.name)

    def set_cell(self, row: int, column: int, text: str) -> None:
        """Change a row: column 0 is its label."""
        rows = [list(cells) for cells in self.state.bench.rows]
        rows[row][column] = text
        self._change(rows=tuple(map(tuple, rows)))

    def set_query(self, column: int, text: str) -> None:
        """Change the document to judge."""
        query = list(self.state.bench.query)
        query[column] = text
        self._change(query=tuple(query))

    def set_event_model(self, event_model: EventModel) -> None:
        self._change(event_model=event_model)

    def set_smoothing(self, smoothing: float) -> None:
        self._change(smoothing=min(max(smoothing, 0.0), LARGEST_SMOOTHING))

    def set_prior(self, prior: PriorKind) -> None:
        self._change(prior=prior)

    def set_strength(self, strength: float) -> None:
        """Change λ, which each label gets on top of its documents."""
        self._change(strength=min(max(strength, 0.0), LARGEST_SMOOTHING))

    def ask(self) -> None:
        """Put a question about the lesson as it now is."""
        if self.state.result is not None:
            question = question_of(self.state.bench, self._random.randrange(1 << 30))
            self._show(replace(self.state, question=question, answered="", is_right=False))

    def answer(self, written: str) -> None:
        """Check an answer."""
        question = self.state.question
        if question is not None and written.strip():
            self._show(replace(self.state, answered=written, is_right=question.is_right(written)))

    def save(self, path: Path) -> None:
        """Write the working to a file; its name says how."""
        result = self.state.result
        if result is None:
            return
        suffix = path.suffix.lower()
        if suffix == ".xlsx":
            write_whole(path, working_book(result.explained, translated))
        elif suffix == ".txt":
            write_whole(path, as_text(self.state.blocks).encode("utf-8", "backslashreplace"))
        else:
            write_whole(path, as_html(self.state.blocks, self.state.lesson.title).encode("utf-8", "backslashreplace"))

    def _opened(self, name: str) -> LessonsState:
        lesson = open_lesson(name, self._services.language())
        return worked_out(LessonsState(lesson, lesson.bench))

    def _change(self, **changes: object) -> None:
        bench = replace(self.state.bench, **changes)  # type: ignore[arg-type] # the setters above check what they give
        if bench == self.state.bench:
            return
        is_changed = bench != self.state.lesson.bench
        self._show(worked_out(LessonsState(self.state.lesson, bench, is_changed=is_changed)))

    def _show(self, state: LessonsState) -> None:
        self.state = state
        self.state_changed.emit(state)


def worked_out(state: LessonsState) -> LessonsState:
    """Everything that follows from a bench."""
    try:
        result = result_of(state.bench)
    except TrainingError as error:
        return replace(state, result=None, blocks=(), html="", problem=error)
    blocks = sheet_blocks(result.explained, None, translated)[2:]
    html = html_body([narrowed(block) for block in blocks])
    html = html.replace("<h2>", '<p class="head">').replace("</h2>", "</p>")
    return replace(state, result=result, blocks=tuple(blocks), html=html, problem=None)


def narrowed(block: Block) -> Block:
    """A table of steps that all enter once: how often they do, and their logarithms, say nothing of their own."""
    if not isinstance(block, Grid) or not block.has_sum or any(row[2] not in ("", "1") for row in block.rows):
        return block
    kept = (0, 1, 3, 5)
    rows = tuple(tuple(row[column] for column in kept) for row in block.rows)
    return replace(block, head=tuple(block.head[column] for column in kept), rows=rows)
