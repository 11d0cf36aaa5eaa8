"""View model of the Lessons page: a tiny corpus whose numbers can be changed, and the calculation of its verdict.

A changed value is shown at once. Results are computed in a job, so that a long text does not block typing. A newer
change replaces queued jobs.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale

from app.domain.errors import AppError
from app.domain.jobs import JobContext
from app.domain.whole_files import write_atomically
from app.features.evaluate.use_cases import SizeCurves, evaluate_vocabulary_sizes
from app.features.evaluate.view_model import draw_vocabulary_sizes, share_axis
from app.features.explain.spreadsheet import make_calculation_xlsx
from app.features.explain.view_model import to_text_view_html, translate_template
from app.features.explain.working_sheet import Block, blocks_to_html_page, blocks_to_text, sheet_blocks
from app.features.teaching.classroom_view_model import Classroom
from app.features.teaching.exercises import Question, make_feedback
from app.features.teaching.experiments import (
    LearningCurves,
    Reliability,
    call_on_sample_mail,
    measure_learning,
    measure_reliability,
    question_about_model,
    setup_from_table,
)
from app.features.teaching.lessons import (
    LESSON_ORDER,
    ExperimentKind,
    Lesson,
    LessonPart,
    LessonSetup,
    PartQuestion,
    PictureKind,
    SetupResult,
    StepKind,
    StepOutcome,
    compute_result,
    draw_question,
    lesson_to_bytes,
    load_lesson_text,
    open_lesson,
    question_of_check,
    read_lesson,
    read_small_file,
    run_steps,
    setup_from_corpus,
)
from app.features.teaching.scenes import Arrows, Scene, choose_pictures, make_scene
from app.features.train.view_model import event_model_name
from app.kit import wording
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.kit.painted_values import Axis, PlotContent, PlotLine
from app.library.workspaces import OpenContext
from app.store.workspace import WorkspaceSource

translate = QCoreApplication.translate
MIN_CURVE_DOCUMENTS = 500
"""Minimum number of documents for a calibration curve. With fewer, the curve is mostly chance."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """The result of an experiment on real documents."""

    picture: PlotContent
    sentence: str
    """The result in one or two sentences."""


class LessonsQuestions:
    """The functions of the Lessons page that need the open workspace or the sample mail. Jobs call them."""

    def __init__(self, open_context: Callable[[], OpenContext], progress: Path | None = None) -> None:
        self.open_context = open_context
        self._progress = progress
        self._on_sample: dict[tuple[ExperimentKind, str], Any] = {}
        """Cache of the results of experiments on the sample mail, which never changes."""

    def finished_lessons(self) -> frozenset[str]:
        """Read the names of the finished lessons from the progress file; no names if the file is missing or damaged."""
        if self._progress is None or not self._progress.is_file():
            return frozenset()
        try:
            names = json.loads(read_small_file(self._progress, MAX_PROGRESS_BYTES))
        except (ValueError, RecursionError, AppError):
            return frozenset()
        is_list = isinstance(names, list) and all(isinstance(each, str) for each in names)
        return frozenset(names) & frozenset(LESSON_ORDER) if is_list else frozenset()

    def save_finished(self, names: frozenset[str]) -> None:
        """Save the names of the finished lessons."""
        if self._progress is not None:
            write_atomically(self._progress, json.dumps(sorted(names)).encode())

    def setup_from_corpus_of_window(
        self, open_context: OpenContext, corpus: str, like: LessonSetup, seed: int, _context: JobContext
    ) -> LessonSetup:
        """Return a setup with random documents of a corpus in the open workspace; see `setup_from_corpus`."""
        return setup_from_corpus(open_context.place, corpus, like, seed, window_language())

    def setup_from_table_file(self, path: Path, like: LessonSetup, seed: int, context: JobContext) -> LessonSetup:
        """Return a setup with random rows of a table file."""
        return setup_from_table(path, like, seed, context)

    def own_question(self, open_context: OpenContext, seed: int, _context: JobContext) -> Question | None:
        """Return a random question about the current model."""
        return question_about_model(open_context.place, open_context.model, seed)

    def run_experiment(
        self, open_context: OpenContext, kind: ExperimentKind, corpus: str, language: str, context: JobContext
    ) -> Experiment:
        """Run an experiment on a corpus, or on the sample mail if `corpus` is empty."""
        act, picture, words = EXPERIMENTS[kind]
        if corpus and kind == "sizes":
            result = evaluate_vocabulary_sizes(
                open_context.place, corpus, context, open_context.model if corpus == open_context.corpus else ""
            )
        elif corpus:
            result = act(open_context.place, corpus, context)
        else:
            if (kind, language) not in self._on_sample:
                self._on_sample[kind, language] = call_on_sample_mail(language, act, context)
            result = self._on_sample[kind, language]
        return Experiment(picture(result), words(result))


def plot_reliability(result: Reliability) -> PlotContent:
    """Return the reliability diagram as a plot: accuracy over confidence, before and after calibration."""
    names = (
        (translate("LessonsConnection", "after calibration"), result.calibrated_bins),
        (translate("LessonsConnection", "before calibration"), result.raw_bins),
    )
    lines = tuple(
        PlotLine(name, np.array([each.confidence for each in bins]), np.array([each.accuracy for each in bins]), style)
        for style, (name, bins) in enumerate(names)
    )
    sure = Axis(translate("LessonsConnection", "Probability that the model states"))
    right = Axis(translate("LessonsConnection", "Share of correct verdicts"))
    return PlotContent(lines, sure, right, has_diagonal=True, has_legend=True)


def reliability_text(result: Reliability) -> str:
    """Return the results of the reliability experiment as sentences."""
    sentence = translate(
        "LessonsConnection",
        "The model is more than 99.9 % sure of %1 of the %2 held-out documents; of these %1, it "
        "classifies %3 wrongly. Calibration error: %4 before calibration, %5 after.",
    )
    counts = map(wording.format_count, (result.n_very_sure, result.n_documents, result.n_very_sure_wrong))
    sentence = wording.fill_placeholders(
        sentence, *counts, wording.format_percent(result.raw_error), wording.format_percent(result.calibrated_error)
    )
    few = translate("LessonsConnection", "With so few documents, these figures may be chance.")
    return f"{sentence} {few}" if result.n_documents < MIN_CURVE_DOCUMENTS else sentence


def plot_learning_curves(result: LearningCurves) -> PlotContent:
    """Return a plot of the learning curves: accuracy by number of training documents."""
    sizes = np.array(result.sizes, np.float64)
    lines = tuple(
        PlotLine(event_model_name(name), sizes, np.array(shares), place)
        for place, (name, shares) in enumerate(result.accuracies.items())
    )
    low, high = float(result.sizes[0]), float(max(result.sizes[-1], result.sizes[0] + 1))
    ticks = tuple(float(size) for size in (1, 2, 5, 10, 100, 1_000, 10_000, 100_000) if low <= size <= high)
    learnt = Axis(
        translate("LessonsConnection", "Number of training documents"), low, high, ticks, is_log=True, is_share=False
    )
    right = share_axis(translate("LessonsConnection", "Correct on held-out documents"), lines)
    return PlotContent(lines, learnt, right, has_legend=True)


def learning_text(result: LearningCurves) -> str:
    """Return the result of the learning experiment as a sentence."""
    sentence = translate(
        "LessonsConnection",
        "Trained on %1 documents, the multinomial model classifies %2 of the %3 held-out documents "
        "correctly (mean of %4 random draws). Trained on all %5 documents, it classifies %6 correctly.",
    )
    shares, middle = result.accuracies["multinomial"], len(result.sizes) // 2
    facts = [
        wording.format_count(result.sizes[middle]),
        wording.format_percent(shares[middle]),
        wording.format_count(result.n_held_out),
    ]
    facts += [
        wording.format_count(result.n_draws),
        wording.format_count(result.sizes[-1]),
        wording.format_percent(shares[-1]),
    ]
    return wording.fill_placeholders(sentence, *facts)


def sizes_text(result: SizeCurves) -> str:
    """Return the result of the experiment on vocabulary sizes as sentences.

    If only a part of the documents was tested, a sentence says how many.
    """
    if result.n_documents < result.n_in_corpus:
        sample = translate("LessonsConnection", "To save memory, only %1 of %2 documents were tested, drawn at random.")
        sample = wording.fill_placeholders(
            sample, wording.format_count(result.n_documents), wording.format_count(result.n_in_corpus)
        )
        return f"{sample} {bernoulli_lead_text(result)}"
    return bernoulli_lead_text(result)


def bernoulli_lead_text(result: SizeCurves) -> str:
    """Return sentences about the vocabulary sizes at which the Bernoulli model is more accurate than the
    multinomial.
    """
    bernoulli, multinomial = (np.array(result.accuracies[name]) for name in ("bernoulli", "multinomial"))
    ahead = [size for size, is_ahead in zip(result.sizes, bernoulli > multinomial, strict=True) if is_ahead]
    sentence = translate(
        "LessonsConnection",
        "With all %1 words, the Bernoulli model classifies %2 of the documents correctly, the multinomial model %3.",
    )
    shares = (wording.format_percent(float(accuracies[-1])) for accuracies in (bernoulli, multinomial))
    sentence = wording.fill_placeholders(sentence, wording.format_count(result.sizes[-1]), *shares)
    if not ahead:
        lead_sentence = translate(
            "LessonsConnection", "The Bernoulli model is not more accurate at any vocabulary size."
        )
        return f"{sentence} {lead_sentence}"
    lead_sentence = translate(
        "LessonsConnection",
        "With vocabularies from %1 to %2 words, the Bernoulli model is more accurate than the multinomial model.",
    )
    bounds = wording.format_count(ahead[0]), wording.format_count(ahead[-1])
    return f"{sentence} {wording.fill_placeholders(lead_sentence, *bounds)}"


MeasureOnCorpus: TypeAlias = Callable[[WorkspaceSource, str, JobContext], Any]
EXPERIMENTS: dict[ExperimentKind, tuple[MeasureOnCorpus, Callable[[Any], PlotContent], Callable[[Any], str]]] = {
    "reliability": (measure_reliability, plot_reliability, reliability_text),
    "sizes": (evaluate_vocabulary_sizes, draw_vocabulary_sizes, sizes_text),
    "learning": (measure_learning, plot_learning_curves, learning_text),
}
"""For each kind of experiment, three functions: measure on a corpus, plot the result, and describe the result
in words.
"""
MAX_PROGRESS_BYTES, MAX_HISTORY = 100_000, 200
MAX_SHOWN_STEPS = 60
"""Maximum number of listed steps per label in the window. Thousands would take seconds to lay out."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonResults:
    """Everything that the page shows about the values of a lesson."""

    result: SetupResult
    blocks: tuple[Block, ...]
    """The full calculation, with all steps."""
    html: str
    """The calculation as HTML for the window, with at most MAX_SHOWN_STEPS steps per label."""
    steps: tuple[StepOutcome, ...] = ()
    """State of the model after each step of learning and forgetting, in a lesson about these steps."""
    scene: Scene | None = None
    """Scene of the chosen picture."""


@dataclass(frozen=True, slots=True)
class LessonSnapshot:
    """The part of the state that Undo and Redo restore."""

    setup: LessonSetup
    arrows: Arrows = frozenset()
    corpus: str = ""


@dataclass(frozen=True, slots=True)
class LessonsState:
    """The state of the Lessons page."""

    lesson: Lesson
    setup: LessonSetup
    """The values of the lesson, with the student's changes."""
    results: LessonResults | None = None
    """Results of the last values for which they were computed; None before the first, or after an error."""
    problem: Exception | None = None
    """The error that prevented a result, or None."""
    is_changed: bool = False
    """Whether the values differ from those of the lesson."""
    question: Question | None = None
    is_of_own_model: bool = False
    """True if the question is about the user's current model, False if it is about the lesson."""
    has_no_question: bool = False
    """Whether a random question was requested and there is none."""
    answer_text: str = ""
    """The student's answer to the question."""
    is_right: bool = False
    mistake: str = ""
    """Sentence about the mistake in the answer; "" if the kind of mistake is unknown."""
    experiment_corpus: str = ""
    """Corpus of the experiment; empty for the sample mails."""
    experiment: Experiment | None = None
    is_experiment_running: bool = False
    """Whether an experiment is running."""
    experiment_problem: Exception | None = None
    hides_answers: bool = False
    is_answer_wanted: bool = False
    """Whether the student asked to see the answers. The next change of a value hides the answers again."""
    picture: PictureKind | None = None
    arrows: Arrows = frozenset()
    """Ticked arrows of the network."""
    corpus: str = ""
    """Name of the corpus or table from which the rows were taken; empty for the lesson's own rows."""
    last_part_index: int = 0
    """Index of the last part of the text that is shown."""
    is_check_open: bool = True
    """True if the shown question is that at the end of the part, False if it is a random question."""
    chosen_answer_index: int = -1
    """Index of the chosen answer of a multiple-choice question; -1 if none is chosen."""
    finished_lessons: frozenset[str] = frozenset()
    """Names of the finished lessons."""
    can_undo: bool = False
    can_redo: bool = False

    @property
    def parts(self) -> tuple[LessonPart, ...]:
        """The parts of the text that are shown."""
        return self.lesson.parts[: self.last_part_index + 1]

    @property
    def text(self) -> str:
        """The part of the explanation that is shown. While answers are hidden, there are blanks in their place."""
        return "\n\n".join(each.text if self.shows_answers else each.masked_text for each in self.parts)

    @property
    def check(self) -> PartQuestion | None:
        """The question at the end of the shown text; None if there is none, or while a random question is shown
        instead.
        """
        return self.parts[-1].check if self.is_check_open else None

    @property
    def pictures(self) -> tuple[PictureKind, ...]:
        """The kinds of pictures that suit the present values of the lesson."""
        return choose_pictures(
            self.setup, self.lesson.pictures if self.setup.columns == self.lesson.setup.columns else ()
        )

    @property
    def is_last_part(self) -> bool:
        """Whether the whole text is shown."""
        return self.last_part_index >= len(self.lesson.parts) - 1

    @property
    def shows_answers(self) -> bool:
        """Whether verdict and calculation are visible."""
        return self.is_answer_wanted or not self.hides_answers

    @property
    def result(self) -> SetupResult | None:
        """Result of the last values for which it was computed; None before the first, or after an error."""
        return None if self.results is None else self.results.result


class LessonsViewModel(PageModel[LessonsState, LessonsQuestions]):
    """View model of the Lessons page."""

    def __init__(self, runner: Runner, questions: LessonsQuestions | None = None) -> None:
        lesson = open_lesson(LESSON_ORDER[0], window_language())
        self._questions = questions or LessonsQuestions(OpenContext)
        super().__init__(runner, "lessons", LessonsState(lesson, lesson.setup), self._questions)
        self.classroom = Classroom(runner, self._questions.open_context)
        self._random = random.Random()
        self._own: dict[str, Lesson] = {}
        """Lessons from files, by their paths."""
        self._hides = False
        self._history: list[LessonSnapshot] = []
        self._undone: list[LessonSnapshot] = []
        self._typed_into = ""
        """Key of the field that the newest change typed into; typing on merges with it."""

    @property
    def lesson_names(self) -> tuple[str, ...]:
        """Names of all lessons; for lessons from files, their paths."""
        return (*LESSON_ORDER, *self._own)

    def titles(self) -> list[tuple[str, str]]:
        """Return (name, title) of all lessons; lessons from files come last."""
        of_book = [(name, load_lesson_text(name, window_language())[0]) for name in LESSON_ORDER]
        return of_book + [(name, lesson.title) for name, lesson in self._own.items()]

    @property
    def corpora(self) -> tuple[str, ...]:
        """Names of the corpora with texts in the open workspace."""
        return self._questions.open_context().corpora

    @property
    def current_model_name(self) -> str:
        """Name of the user's current model; "" without one."""
        return self._questions.open_context().model

    @property
    def own_corpus(self) -> str:
        """Name of the current corpus in the open workspace; "" without one."""
        return self._questions.open_context().corpus

    def retranslate(self) -> None:
        """Load the open lesson in the window's current language, and the names of the finished lessons."""
        lesson = self._lesson(self.state.lesson.name)
        is_translated = lesson.source != self.state.lesson.source
        setup = self.state.setup if self.state.is_changed else lesson.setup
        finished = self.state.finished_lessons | self._questions.finished_lessons()
        self._change(lesson=lesson, setup=setup, finished_lessons=finished)
        self._show_picture()
        if is_translated or self.state.question is None:
            self._ask_check()
        if is_translated and self.state.experiment is not None:
            self.run_experiment()

    def open(self, name: str) -> None:
        """Open a lesson as it is stored, without earlier changes."""
        lesson = self._lesson(name)
        self._asker.forget()
        self._history, self._undone, self._typed_into = [], [], ""
        self.state = LessonsState(
            lesson, lesson.setup, experiment_corpus=self.state.experiment_corpus,
            hides_answers=self._hides or lesson.hides_answers, finished_lessons=self.state.finished_lessons,
        )  # fmt: skip
        self._show_picture()
        self._ask_check()

    def go_forward(self) -> None:
        """Show the next part of the text. After the last part, mark the lesson as finished and open the next lesson."""
        state = self.state
        if not state.is_last_part:
            self._asker.forget("question")
            self._change(last_part_index=state.last_part_index + 1, is_check_open=True)
            self._ask_check()
            return
        self._finish_lesson()
        names = self.lesson_names
        place = names.index(state.lesson.name) + 1
        if place < len(names):
            self.open(names[place])

    def _finish_lesson(self) -> None:
        finished = self.state.finished_lessons | {self.state.lesson.name}
        if finished == self.state.finished_lessons:
            return
        self._change(finished_lessons=finished)
        try:
            self._questions.save_finished(finished & frozenset(LESSON_ORDER))
        except AppError as error:
            self._change(problem=error)

    def _finish_if_solved(self) -> None:
        """Mark the lesson as finished if the question at the end of its last part is answered correctly."""
        if self.state.is_right and self.state.is_last_part and self.state.is_check_open:
            self._finish_lesson()

    def open_previous(self) -> None:
        """Open the previous lesson."""
        place = self.lesson_names.index(self.state.lesson.name)
        if place:
            self.open(self.lesson_names[place - 1])

    def choose_picture(self, kind: PictureKind) -> None:
        """Show another kind of picture."""
        if kind != self.state.picture:
            self._change(picture=kind)
            self._request_results()

    def toggle_arrow(self, source: int, target: int) -> None:
        """Tick or untick an arrow of the network. `source` and `target` are the indices of its nodes."""
        self._remember()
        self._change(arrows=self.state.arrows ^ {(source, target)})
        self._request_results()

    def undo(self) -> None:
        """Undo the last change of a value or of the network."""
        if self._history:
            self._undone.append(self._snapshot())
            self._restore(self._history.pop())

    def redo(self) -> None:
        """Redo the change that was last undone."""
        if self._undone:
            self._history.append(self._snapshot())
            self._restore(self._undone.pop())

    def reset(self) -> None:
        """Restore the values of the stored lesson. This can be undone."""
        self._remember()
        self._restore(LessonSnapshot(self.state.lesson.setup))

    def use_own_documents(self, corpus: str = "") -> None:
        """Replace the rows by documents of a corpus; without a name, of the current corpus. This can be undone."""
        open_context, like, seed = self._questions.open_context(), self.state.setup, self._random.randrange(1 << 30)
        name = corpus or open_context.corpus

        self._ask(
            lambda questions, context: questions.setup_from_corpus_of_window(open_context, name, like, seed, context),
            then=lambda setup: self._show_own_rows(setup, name), topic="own documents",
            title=lambda: self.tr("Picking documents at random"),
        )  # fmt: skip

    def use_table(self, path: Path) -> None:
        """Replace the rows by rows of a table file. This can be undone."""
        like, seed = self.state.setup, self._random.randrange(1 << 30)
        self._ask(
            lambda questions, context: questions.setup_from_table_file(path, like, seed, context),
            then=lambda setup: self._show_own_rows(setup, path.stem), topic="own documents",
            title=lambda: self.tr("Reading the table"),
        )  # fmt: skip

    def _show_own_rows(self, setup: LessonSetup, corpus: str) -> None:
        self._remember()
        self._restore(LessonSnapshot(setup, corpus=corpus))

    def _snapshot(self) -> LessonSnapshot:
        return LessonSnapshot(self.state.setup, self.state.arrows, self.state.corpus)

    def _remember(self, typed_into: str = "") -> None:
        """Add the present state to the undo history, except while the user continues to type into the field
        `typed_into`.
        """
        if not typed_into or typed_into != self._typed_into:
            self._history = [*self._history[1 - MAX_HISTORY :], self._snapshot()]
        self._undone, self._typed_into = [], typed_into

    def _restore(self, snapshot: LessonSnapshot) -> None:
        self._typed_into = ""
        self._show_setup(snapshot.setup, arrows=snapshot.arrows, corpus=snapshot.corpus)

    def _show_setup(self, setup: LessonSetup, **changes: Any) -> None:
        question = self.state.question if self.state.is_of_own_model else None
        self._asker.forget("question", "own documents")  # a question being computed is about the old rows
        is_changed = setup != self.state.lesson.setup
        self._change(setup=setup, is_changed=is_changed, question=question, is_answer_wanted=False, **changes)
        self._show_picture()
        if self.state.check is not None and self.state.check.kind != "choice":
            self._ask_check()

    def _show_picture(self) -> None:
        """Show the chosen kind of picture, or the first kind that suits the present values."""
        pictures = self.state.pictures
        self._change(
            picture=self.state.picture if self.state.picture in pictures else pictures[0],
            can_undo=bool(self._history), can_redo=bool(self._undone),
        )  # fmt: skip
        self._request_results()

    def open_file(self, path: Path) -> None:
        """Open a lesson file.

        Raises:
            SourceError: The file has no valid lesson.
        """
        lesson = read_lesson(path)
        self._own[lesson.name] = lesson
        self.open(lesson.name)

    def save_lesson(self, path: Path, title: str, source: str, *, hides_answers: bool) -> None:
        """Save the lesson in its current state to a file, and open that file."""
        state = self.state
        lesson = replace(
            state.lesson, name=str(path), title=title, source=source, hides_answers=hides_answers,
            setup=replace(state.setup, steps=()),
        )  # fmt: skip
        write_atomically(path, lesson_to_bytes(lesson))
        self.open_file(path)

    def hide_answers(self, *, is_wanted: bool) -> None:
        """Set whether answers are hidden until the student asks for them. This holds for all lessons."""
        self._hides = is_wanted
        self._change(hides_answers=is_wanted, is_answer_wanted=False)

    def request_answers(self, *, is_wanted: bool) -> None:
        """Show hidden answers until the next change of a value; if `is_wanted` is false, hide the answers again."""
        self._change(is_answer_wanted=is_wanted)

    def set_cell(self, row: int, column: int, text: str) -> None:
        """Change a cell of a row; column 0 is the label."""
        rows = [list(cells) for cells in self.state.setup.rows]
        rows[row][column] = text
        self.change_setup(rows=tuple(map(tuple, rows)), steps=())

    def add_row(self, after: int) -> int:
        """Add an empty row with the label of row number `after` below that row. Return the number of the new row."""
        rows = self.state.setup.rows
        place = min(max(after + 1, 0), len(rows)) if rows else 0
        label = rows[place - 1][0] if place else ""
        new = (label, *("" for _ in self.state.setup.columns))
        self.change_setup(rows=(*rows[:place], new, *rows[place:]), steps=())
        return place

    def remove_row(self, row: int) -> None:
        """Remove a row."""
        rows = self.state.setup.rows
        if 0 <= row < len(rows):
            self.change_setup(rows=(*rows[:row], *rows[row + 1 :]), steps=())

    def forget_or_learn_row(self, kind: StepKind, row: int) -> None:
        """Let the model forget a row, or learn a forgotten row again."""
        setup = self.state.setup
        is_there = 0 <= row < len(setup.rows) and bool(setup.rows[row][0].strip())
        if is_there and (row in setup.forgotten) is (kind == "learn"):
            self.change_setup(steps=(*setup.steps, (kind, row)))

    def set_query(self, column: int, text: str) -> None:
        """Change a cell of the document to classify."""
        query = list(self.state.setup.query)
        query[column] = text
        self.change_setup(f"query {column}", query=tuple(query))

    def ask(self, *, is_of_own_model: bool = False) -> None:
        """Show a random question: about the present values of the lesson, or about the user's current model."""
        seed, setup, open_context = self._random.randrange(1 << 30), self.state.setup, self._questions.open_context()
        is_own = is_of_own_model and bool(open_context.model)
        self._asker.forget("question", "own question")
        self._ask(
            lambda questions, context: (
                questions.own_question(open_context, seed, context) if is_own else draw_question(setup, seed)
            ),
            then=lambda question: self._on_question_found(question, is_of_own_model=is_own),
            topic="own question" if is_own else "question",
        )

    def _ask_check(self) -> None:
        """Show the question at the end of the shown text."""
        state, check = self.state, self.state.check
        self._change(
            question=None, has_no_question=False, answer_text="", is_right=False, mistake="", chosen_answer_index=-1
        )
        if check is None or check.kind == "choice":
            return
        self._ask(
            lambda _questions, _context: question_of_check(state.setup, check),
            then=lambda question: self._change(question=question, is_of_own_model=False),
            failed=lambda _error: None,
            topic="question",
        )

    def choose_answer(self, index: int) -> None:
        """Choose an answer of the multiple-choice question, by its index."""
        check = self.state.check
        if check is not None and 0 <= index < len(check.choices):
            choice = check.choices[index]
            self._change(chosen_answer_index=index, is_right=choice.is_right, mistake=choice.feedback)
            self._finish_if_solved()

    def answer(self, written: str) -> None:
        """Check the answer to the question."""
        question = self.state.question
        if question is not None and written.strip():
            slip = question.find_mistake(written)
            is_known = slip is not None and slip.kind != "unknown"
            mistake = make_feedback(question, written, translate_template) if is_known else ""
            self._change(answer_text=written, is_right=slip is None, mistake=mistake)
            self._finish_if_solved()

    def _on_question_found(self, question: Question | None, *, is_of_own_model: bool) -> None:
        self._change(
            question=question, has_no_question=question is None, is_of_own_model=is_of_own_model, answer_text="",
            is_right=False, mistake="", is_check_open=False,
        )  # fmt: skip

    def choose_experiment_corpus(self, corpus: str) -> None:
        """Run the experiment on another corpus; empty for the sample mail."""
        self._change(experiment_corpus=corpus)
        self.run_experiment()

    def run_experiment(self) -> None:
        """Run the lesson's experiment on real documents."""
        kind, source = self.state.lesson.experiment, self.state.experiment_corpus
        open_context, code = self._questions.open_context(), window_language()
        if kind not in EXPERIMENTS:
            return
        self._change(experiment_problem=None)
        self._ask(
            lambda questions, context: questions.run_experiment(open_context, kind, source, code, context),
            then=lambda found: self._change(experiment=found),
            failed=lambda error: self._change(experiment_problem=error),
            topic="experiment", flag="is_experiment_running", title=lambda: self.tr("Running the experiment"),
            lane="long",
        )  # fmt: skip

    @property
    def current_lesson(self) -> Lesson:
        """The lesson with its present rows, document and recipe, for exports.

        If the rows are from a corpus or table, the name of that corpus or table is the title. The text is then empty,
        because the explanation is about other rows.
        """
        lesson = replace(self.state.lesson, setup=replace(self.state.setup, steps=()))
        return replace(lesson, title=self.state.corpus, source="") if self.state.corpus else lesson

    def save_calculation(self, path: Path) -> None:
        """Save the calculation to a file; the suffix selects the format. Without a result, nothing is saved."""
        results = self.state.results
        if results is None:
            return
        suffix = path.suffix.lower()
        if suffix == ".xlsx":
            write_atomically(path, make_calculation_xlsx(results.result.derived_verdict, translate_template))
            return
        text = (
            blocks_to_text(results.blocks)
            if suffix == ".txt"
            else blocks_to_html_page(results.blocks, self.state.lesson.title)
        )
        write_atomically(path, text.encode("utf-8", "backslashreplace"))

    def change_setup(self, typed_into: str = "", /, **changes: Any) -> None:
        """Change values of the lesson, given by field name. Undo reverts all typing into the field `typed_into` at
        once.
        """
        setup = replace(self.state.setup, **changes)
        if setup != self.state.setup:
            self._remember(typed_into)
            self._show_setup(setup)

    def _lesson(self, name: str) -> Lesson:
        return self._own[name] if name in self._own else open_lesson(name, window_language())

    def _request_results(self) -> None:
        state = self.state
        self._change(can_undo=bool(self._history), can_redo=bool(self._undone))
        self._ask(
            lambda _questions, _context: compute_results(
                state.setup, state.lesson.experiment, state.picture, state.arrows
            ),
            then=lambda results: self._change(results=results, problem=None),
            failed=lambda error: self._change(results=None, problem=error),
            topic="working",
        )

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._change(problem=error)


def window_language() -> str:
    """Return the language code of the window."""
    return QLocale().name().partition("_")[0]


def compute_results(
    setup: LessonSetup, experiment: ExperimentKind, picture: PictureKind | None = None, arrows: Arrows = frozenset()
) -> LessonResults:
    """Compute all results of a setup, with the scene for a kind of picture; without a scene if `picture` is None."""
    result = compute_result(setup)
    blocks = sheet_blocks(result.derived_verdict, None, translate_template)[2:]
    shown = sheet_blocks(result.derived_verdict, MAX_SHOWN_STEPS, translate_template)[2:]
    scene = None if picture is None else make_scene(picture, setup, result, arrows)
    steps = run_steps(setup) if experiment == "steps" else ()
    return LessonResults(result, tuple(blocks), to_text_view_html(shown), steps, scene)
