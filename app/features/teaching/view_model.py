"""The Lessons page: a tiny corpus whose every number can be changed, and the working that follows at once.

What a person changes is shown where it was changed, at once; what follows is worked out by a job, so that a long text
does not hold up the typing, and the newest change takes the place of those that wait.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale

from app.domain.errors import AppError
from app.domain.jobs import JobContext
from app.domain.whole_files import write_whole
from app.features.evaluate.use_cases import SizeCurves, size_curves
from app.features.evaluate.view_model import sizes_picture
from app.features.explain.spreadsheet import working_book
from app.features.explain.view_model import translated, window_html
from app.features.explain.working_sheet import Block, as_html, as_text, sheet_blocks
from app.features.teaching.exercises import Question as Question
from app.features.teaching.exercises import told_of
from app.features.teaching.experiments import Reliability, on_sample, own_question, reliability
from app.features.teaching.lesson_pages import lesson_page
from app.features.teaching.lessons import (
    ORDER,
    SUFFIX,
    StepKind,
    lesson_bytes,
    open_lesson,
    page_of,
    question_of,
    read_lesson,
    result_of,
    told_steps,
)
from app.features.teaching.lessons import Bench as Bench
from app.features.teaching.lessons import ExperimentKind as ExperimentKind
from app.features.teaching.lessons import Lesson as Lesson
from app.features.teaching.lessons import Result as Result
from app.features.teaching.lessons import ToldStep as ToldStep
from app.kit import wording
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.kit.painted_values import Axis, CurvePicture, Line
from app.library.workspaces import AtHand
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass

translate = QCoreApplication.translate
FEW = 500
"""Documents below which a calibration curve is mostly chance."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """The outcome of an experiment on real documents."""

    picture: CurvePicture
    told: str
    """In a sentence or two."""


class LessonsQuestions:
    """Answers by what the window has open at the moment, and by the sample mail."""

    def __init__(self, at_hand: Callable[[], AtHand]) -> None:
        self.at_hand = at_hand
        self._on_sample: dict[tuple[ExperimentKind, str], Reliability | SizeCurves] = {}
        """The sample mail is always the same."""

    def own_question(self, at_hand: AtHand, seed: int, _context: JobContext) -> Question | None:
        """A question about the model at hand."""
        return own_question(at_hand.place, at_hand.model, seed)

    def experiment(
        self, at_hand: AtHand, kind: ExperimentKind, corpus: str, language: str, context: JobContext
    ) -> Experiment:
        """Make an experiment, on a corpus or on the sample mail."""
        found = self._found(at_hand, kind, corpus, language, context)
        if isinstance(found, SizeCurves):
            return Experiment(sizes_picture(found), told_sizes(found))
        return Experiment(reliability_picture(found), told_reliability(found))

    def _found(
        self, at_hand: AtHand, kind: ExperimentKind, corpus: str, language: str, context: JobContext
    ) -> Reliability | SizeCurves:
        if corpus and kind == "sizes":
            return size_curves(at_hand.place, corpus, context, at_hand.model if corpus == at_hand.corpus else "")
        act: Callable[[Place, str, JobContext], Reliability | SizeCurves] = (
            size_curves if kind == "sizes" else reliability
        )
        if corpus:
            return act(at_hand.place, corpus, context)
        if (kind, language) not in self._on_sample:
            self._on_sample[kind, language] = on_sample(language, act, context)
        return self._on_sample[kind, language]


def reliability_picture(found: Reliability) -> CurvePicture:
    """Draw how often a model is right over how sure it is; on the diagonal the two are the same."""
    names = (
        (translate("LessonsConnection", "after calibration"), found.calibrated),
        (translate("LessonsConnection", "by the counts alone"), found.raw),
    )
    lines = tuple(
        Line(name, np.array([each.confidence for each in bins]), np.array([each.accuracy for each in bins]), style)
        for style, (name, bins) in enumerate(names)
    )
    sure = Axis(translate("LessonsConnection", "How sure the model is"))
    right = Axis(translate("LessonsConnection", "How often it is right"))
    return CurvePicture(lines, sure, right, has_diagonal=True, has_legend=True)


def told_reliability(found: Reliability) -> str:
    """The figures behind the picture."""
    told = translate(
        "LessonsConnection",
        "More than 99.9 % sure of %1 of %2 unseen documents; %3 of these are wrong. "
        "Calibration error: %4 by the counts alone, %5 after calibration.",
    )
    counts = map(wording.count, (found.n_very_sure, found.n_documents, found.n_very_sure_wrong))
    told = wording.numbered(told, *counts, wording.percent(found.raw_error), wording.percent(found.calibrated_error))
    few = translate("LessonsConnection", "So few documents say little.")
    return f"{told} {few}" if found.n_documents < FEW else told


def told_sizes(found: SizeCurves) -> str:
    """Say up to which size Bernoulli is ahead, and among how many documents where not all could take part."""
    if found.n_documents < found.n_in_corpus:
        sample = translate(
            "LessonsConnection", "Among %1 of %2 documents, drawn at random: as many as memory should hold."
        )
        sample = wording.numbered(sample, wording.count(found.n_documents), wording.count(found.n_in_corpus))
        return f"{sample} {told_leads(found)}"
    return told_leads(found)


def told_leads(found: SizeCurves) -> str:
    """Say up to which size Bernoulli is ahead."""
    bernoulli, multinomial = (np.array(found.accuracies[name]) for name in ("bernoulli", "multinomial"))
    ahead = [size for size, is_ahead in zip(found.sizes, bernoulli > multinomial, strict=True) if is_ahead]
    told = translate("LessonsConnection", "With all %1 words Bernoulli is right on %2, multinomial on %3.")
    shares = (wording.percent(float(accuracies[-1])) for accuracies in (bernoulli, multinomial))
    told = wording.numbered(told, wording.count(found.sizes[-1]), *shares)
    if not ahead:
        more = translate("LessonsConnection", "Bernoulli leads nowhere.")
        return f"{told} {more}"
    more = translate("LessonsConnection", "Bernoulli leads with %1 words and for the last time with %2.")
    return f"{told} {wording.numbered(more, wording.count(ahead[0]), wording.count(ahead[-1]))}"


LESSON_SUFFIX = SUFFIX
SHOWN_STEPS = 60
"""Steps of a label in the window; a text of thousands of words would take seconds to lay out."""


@dataclass(frozen=True, slots=True, eq=False)
class Worked:
    """Everything that follows from a bench."""

    result: Result
    blocks: tuple[Block, ...]
    html: str
    """The working, for a text view that has colours of its own."""
    steps: tuple[ToldStep, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonsState:
    """The state of the Lessons page."""

    lesson: Lesson
    bench: Bench
    worked: Worked | None = None
    problem: Exception | None = None
    """The error for which there is no result; None where there is one."""
    is_changed: bool = False
    question: Question | None = None
    is_of_own_model: bool = False
    """The question is about the model at hand, not about the lesson."""
    has_no_question: bool = False
    answered: str = ""
    is_right: bool = False
    mistake: str = ""
    """The sentence about the mistake that gives the answer; empty where none is known."""
    source: str = ""
    """The corpus that the experiment is made on; empty is the sample mail."""
    experiment: Experiment | None = None
    is_trying: bool = False
    experiment_problem: Exception | None = None
    hides_answers: bool = False
    is_answer_wanted: bool = False
    """Somebody asked for what is hidden; the next change hides it again."""

    @property
    def shows_answers(self) -> bool:
        """Return whether the verdict and the working are in sight."""
        return self.is_answer_wanted or not self.hides_answers

    @property
    def result(self) -> Result | None:
        """Return what was learnt and judged; None while it is worked out."""
        return None if self.worked is None else self.worked.result


class LessonsViewModel(PageModel[LessonsState, LessonsQuestions]):
    """Holds one open lesson."""

    def __init__(self, runner: Runner, questions: LessonsQuestions | None = None) -> None:
        lesson = open_lesson(ORDER[0], language_shown())
        self._questions = questions or LessonsQuestions(AtHand)
        super().__init__(runner, "lessons", LessonsState(lesson, lesson.bench), self._questions)
        self._random = random.Random()
        self._own: dict[str, Lesson] = {}
        """Lessons from files, by their paths."""
        self._hides = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all lessons; those from files are their paths."""
        return (*ORDER, *self._own)

    def titles(self) -> list[tuple[str, str]]:
        """The names and titles of all lessons, in their order; those from files come last."""
        of_book = [(name, page_of(name, language_shown())[0]) for name in ORDER]
        return of_book + [(name, lesson.title) for name, lesson in self._own.items()]

    @property
    def corpora(self) -> tuple[str, ...]:
        """The corpora at hand that have texts."""
        return self._questions.at_hand().corpora

    @property
    def own_model(self) -> str:
        """The model at hand, or nothing."""
        return self._questions.at_hand().model

    def speak(self) -> None:
        """Tell the open lesson in the language that the window now has."""
        lesson = self._lesson(self.state.lesson.name)
        is_translated = lesson.explanation != self.state.lesson.explanation
        bench = self.state.bench if self.state.is_changed else lesson.bench
        self._change(lesson=lesson, bench=bench)
        self._work_out()
        if is_translated and self.state.experiment is not None:
            self.experiment()

    def open(self, name: str) -> None:
        """Begin a lesson, as it is in the book."""
        lesson = self._lesson(name)
        self._asker.forget()
        self.state = LessonsState(
            lesson, lesson.bench, source=self.state.source, hides_answers=self._hides or lesson.hides_answers
        )
        self._change()
        self._work_out()

    def reset(self) -> None:
        """Begin the open lesson anew."""
        self.open(self.state.lesson.name)

    def open_file(self, path: Path) -> None:
        """Begin the lesson in a file; SourceError where it holds none."""
        lesson = read_lesson(path)
        self._own[lesson.name] = lesson
        self.open(lesson.name)

    def save_lesson(self, path: Path, title: str, explanation: str, *, hides_answers: bool) -> None:
        """Write the open lesson as it now is to a file, and begin it from there."""
        state = self.state
        lesson = replace(
            state.lesson, name=str(path), title=title, explanation=explanation, hides_answers=hides_answers,
            bench=replace(state.bench, steps=()),
        )  # fmt: skip
        write_whole(path, lesson_bytes(lesson))
        self.open_file(path)

    def hide_answers(self, *, is_wanted: bool) -> None:
        """Hide in every lesson what follows until it is asked for, or show it always."""
        self._hides = is_wanted
        self._change(hides_answers=is_wanted, is_answer_wanted=False)

    def want_answer(self, *, is_wanted: bool) -> None:
        """Show what is hidden, up to the next change, or hide it again."""
        self._change(is_answer_wanted=is_wanted)

    def set_cell(self, row: int, column: int, text: str) -> None:
        """Change a row: column 0 is its label."""
        rows = [list(cells) for cells in self.state.bench.rows]
        rows[row][column] = text
        self.alter_bench(rows=tuple(map(tuple, rows)), steps=())

    def add_row(self, after: int) -> int:
        """Add a row under another one, with its label; return its number."""
        rows = self.state.bench.rows
        place = min(max(after + 1, 0), len(rows)) if rows else 0
        label = rows[place - 1][0] if place else ""
        new = (label, *("" for _ in self.state.bench.columns))
        self.alter_bench(rows=(*rows[:place], new, *rows[place:]), steps=())
        return place

    def remove_row(self, row: int) -> None:
        """Take a row away."""
        rows = self.state.bench.rows
        if 0 <= row < len(rows):
            self.alter_bench(rows=(*rows[:row], *rows[row + 1 :]), steps=())

    def step(self, kind: StepKind, row: int) -> None:
        """Forget a row, or learn it again."""
        bench = self.state.bench
        is_there = 0 <= row < len(bench.rows) and bool(bench.rows[row][0].strip())
        if is_there and (row in bench.forgotten) is (kind == "learn"):
            self.alter_bench(steps=(*bench.steps, (kind, row)))

    def set_query(self, column: int, text: str) -> None:
        """Change the document to judge."""
        query = list(self.state.bench.query)
        query[column] = text
        self.alter_bench(query=tuple(query))

    def ask(self, *, is_of_own_model: bool = False) -> None:
        """Put a question about the lesson as it now is, or about the model at hand."""
        seed, bench, at_hand = self._random.randrange(1 << 30), self.state.bench, self._questions.at_hand()
        is_own = is_of_own_model and bool(at_hand.model)
        self._asker.forget("question", "own question")
        self._ask(
            lambda questions, context: (
                questions.own_question(at_hand, seed, context) if is_own else question_of(bench, seed)
            ),
            then=lambda question: self._on_question_found(question, is_of_own_model=is_own),
            topic="own question" if is_own else "question",
        )

    def answer(self, written: str) -> None:
        """Check an answer."""
        question = self.state.question
        if question is not None and written.strip():
            slip = question.slip_of(written)
            is_known = slip is not None and slip.kind != "unknown"
            mistake = told_of(question, written, translated) if is_known else ""
            self._change(answered=written, is_right=slip is None, mistake=mistake)

    def _on_question_found(self, question: Question | None, *, is_of_own_model: bool) -> None:
        self._change(
            question=question, has_no_question=question is None, is_of_own_model=is_of_own_model, answered="",
            is_right=False, mistake="",
        )  # fmt: skip

    def choose_source(self, corpus: str) -> None:
        """Make the experiment on another corpus; none is the sample mail."""
        self._change(source=corpus)
        self.experiment()

    def experiment(self) -> None:
        """Try out on real documents what the lesson says."""
        kind, source = self.state.lesson.experiment, self.state.source
        at_hand, code = self._questions.at_hand(), language_shown()
        if kind not in ("reliability", "sizes"):
            return
        self._change(experiment_problem=None)
        self._ask(
            lambda questions, context: questions.experiment(at_hand, kind, source, code, context),
            then=lambda found: self._change(experiment=found),
            failed=lambda error: self._change(experiment_problem=error),
            topic="experiment", flag="is_trying", title=self.tr("Trying it out"), lane="long",
        )  # fmt: skip

    def hand_out(self, *, has_answers: bool, is_on_paper: bool) -> str:
        """Return the lesson as it now is as a page of HTML, to be printed or given out."""
        lesson = replace(self.state.lesson, bench=replace(self.state.bench, steps=()))
        return lesson_page(lesson, language_shown(), has_answers=has_answers, is_on_paper=is_on_paper)

    def save(self, path: Path) -> None:
        """Write the working to a file; its name says how."""
        worked = self.state.worked
        if worked is None:
            return
        suffix = path.suffix.lower()
        if suffix == ".xlsx":
            write_whole(path, working_book(worked.result.explained, translated))
            return
        text = as_text(worked.blocks) if suffix == ".txt" else as_html(worked.blocks, self.state.lesson.title)
        write_whole(path, text.encode("utf-8", "backslashreplace"))

    def alter_bench(self, **changes: Any) -> None:
        bench = replace(self.state.bench, **changes)
        if bench == self.state.bench:
            return
        question = self.state.question if self.state.is_of_own_model else None
        self._asker.forget("question")  # one that is on its way is about the rows before
        is_changed = bench != self.state.lesson.bench
        self._change(bench=bench, is_changed=is_changed, question=question, is_answer_wanted=False)
        self._work_out()

    def _lesson(self, name: str) -> Lesson:
        return self._own[name] if name in self._own else open_lesson(name, language_shown())

    def _work_out(self) -> None:
        bench, experiment = self.state.bench, self.state.lesson.experiment
        self._ask(
            lambda _questions, _context: worked_out(bench, experiment),
            then=lambda worked: self._change(worked=worked, problem=None),
            failed=lambda error: self._change(worked=None, problem=error),
            topic="working",
        )

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._change(problem=error)


def language_shown() -> str:
    """The code of the language that the window has."""
    return QLocale().name().partition("_")[0]


def worked_out(bench: Bench, experiment: ExperimentKind) -> Worked:
    """Everything that follows from a bench."""
    result = result_of(bench)
    blocks = sheet_blocks(result.explained, None, translated)[2:]
    shown = sheet_blocks(result.explained, SHOWN_STEPS, translated)[2:]
    return Worked(result, tuple(blocks), window_html(shown), told_steps(bench) if experiment == "steps" else ())
