"""Lessons: tiny corpora with an explanation, whose numbers a student can change.

A lesson is data (`resources/lessons`): rows, a document to classify, a recipe, and an explanation in each language. The
student changes the values of a `LessonSetup`, and the normal engine computes everything else from it. A lesson has a
few hundred rows at most, so this takes milliseconds.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import numpy as np
import numpy.typing as npt

import resources
from app.domain.documents import display_labels
from app.domain.errors import SourceError, TrainingError
from app.features.explain.use_cases import DerivedVerdict, explain_document
from app.features.teaching.exercises import Question, QuestionKind, iter_questions
from app.library.engine_errors import translate_engine_errors
from app.library.recipes import event_models_of_columns
from app.library.training_data import find_corpus
from app.readers.files.opening import read_if_small
from app.readers.reading_failures import Unreadable, reason_of
from app.store.documents import NO_LABEL
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import event_model_of
from nbengine.events.event_model import Kind, Prior
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.learnt.statistics import Features, TableColumns
from nbengine.logspace import best_label_numbers, normalise_log_joint
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import compute_held_out_log_joint, train_model
from nbengine.text.token_counter import TokenCounter
from nbengine.text.vocabulary import Vocabulary

Read = TypeVar("Read")
FOLDER = Path(resources.__file__).parent / "lessons"
LESSON_ORDER = (
    "fever", "tennis", "five-mails", "zero-counts", "prior", "absent-words", "unknown-word", "length", "twice",
    "same-thing", "iris",
    "in-pieces", "too-sure", "vocabulary-size", "how-many-rows", "pile",
)  # fmt: skip
"""Names of the built-in lessons, in the order of teaching."""
MISSING_CELLS = frozenset({"", "?"})
ColumnKind = Literal["text", "number", "choice"]
KINDS: dict[ColumnKind, Kind] = {"text": "text", "number": "numbers", "choice": "choices"}
PriorKind = Literal["data", "uniform", "smoothed"]
StepKind = Literal["learn", "forget"]
ExperimentKind = Literal["", "steps", "reliability", "sizes", "learning"]
PictureKind = Literal["odds", "counts", "presence", "bells", "regions", "underflow", "network", "models", "pile"]
NUMBER_CHECKS = frozenset(get_args(QuestionKind))


@dataclass(frozen=True, slots=True)
class LessonSetup:
    """The values of a lesson that a student can change: rows, document to classify, and recipe."""

    columns: tuple[tuple[str, ColumnKind], ...]
    """(name, kind) of each column."""
    rows: tuple[tuple[str, ...], ...]
    """Training rows: the label ("" for none), and then a cell for each column."""
    query: tuple[str, ...]
    """The document to classify: a cell for each column."""
    event_model: str
    smoothing: float
    prior: PriorKind = "data"
    strength: float = 1.0
    """Smoothing λ of the prior "smoothed"."""
    norm: bool = False
    vocabulary: int | None = None
    """Maximum number of words in the vocabulary; all other words then count as one unknown word.

    With None there is no maximum, and words that no row contains are ignored.
    """
    steps: tuple[tuple[StepKind, int], ...] = ()
    """(kind, row number) of each row to forget or to learn again, in order, after all rows were learnt."""
    rounds: int = 0
    """Number of rounds of expectation-maximisation. In each, the model learns unlabelled rows by the labels that it
    guesses.
    """

    @property
    def forgotten(self) -> frozenset[int]:
        """Numbers of the rows that the model has forgotten after all steps."""
        last = {row: kind for kind, row in self.steps}
        return frozenset(row for row, kind in last.items() if kind == "forget")

    @property
    def learnt_rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows that have a label and are not forgotten."""
        forgotten = self.forgotten
        return tuple(row for number, row in enumerate(self.rows) if row[0].strip() and number not in forgotten)

    @property
    def unlabelled_rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows without a label, whose labels the model can guess.

        Always empty for the event model with learnt factors, which cannot learn from guessed labels.
        """
        rows = [row for row in self.rows if not row[0].strip() and any(cell.strip() for cell in row[1:])]
        return tuple(rows) if self.event_model != "learnt" else ()

    @property
    def event_models(self) -> tuple[str, ...]:
        """Names of the event models that can read all columns."""
        return event_models_of_columns({KINDS[kind] for _, kind in self.columns})

    @property
    def is_smoothed(self) -> bool:
        """Whether the event model has a smoothing parameter."""
        return event_model_of(self.event_model).is_smoothed


SMOOTHED_FORMULAS = {
    r"P(x_{i} | c) = \frac{N_{c,x_{i}}}{N_{c}}": r"P(x_{i} | c) = \frac{N_{c,x_{i}} + α}{N_{c} + α|X_{i}|}",
    r"P(w | c) = \frac{0}{N_{c}} = 0  ⇒  P(c) ∏_{i} P(w_{i} | c) = 0":
        r"P(w | c) = \frac{0 + α}{N_{c} + α|V|} > 0",
}  # fmt: skip
"""Formula of a lesson that begins without smoothing, to the same formula with α."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as it is stored, without the student's changes."""

    name: str
    title: str
    source: str
    """Markdown text in parts, with marks for hidden answers and questions; see `split_parts`."""
    setup: LessonSetup
    experiment: ExperimentKind = ""
    """Kind of experiment of the lesson; empty if it has none."""
    hides_answers: bool = False
    """Whether verdict and calculation are hidden until the student requests them, and again after each change."""
    formula: str = ""
    """The formula of the lesson, in the notation of the module `formulas`; "" for none."""
    pictures: tuple[PictureKind, ...] = ()
    """The pictures that show the idea of the lesson, the most important first; () for all that suit its columns."""

    def formula_for(self, setup: LessonSetup) -> str:
        """Return the formula of the lesson, with α if the setup has smoothing."""
        return SMOOTHED_FORMULAS.get(self.formula, self.formula) if setup.smoothing > 0 else self.formula

    @property
    def parts(self) -> tuple[LessonPart, ...]:
        """The explanation in parts, each with the question at its end."""
        return split_parts(self.source)

    @property
    def explanation(self) -> str:
        """The whole explanation as Markdown, with all answers and without the questions."""
        return "\n\n".join(part.text for part in self.parts)

    @property
    def masked_explanation(self) -> str:
        """The explanation with a blank in place of every answer."""
        return "\n\n".join(part.masked_text for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """An answer of a multiple-choice question."""

    text: str
    is_right: bool
    feedback: str = ""
    """Why this answer is wrong."""


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """The question at the end of a part of a lesson: for a number to compute, or a multiple-choice question."""

    kind: QuestionKind | Literal["choice"]
    text: str = ""
    """Text of a multiple-choice question."""
    label: str = ""
    """The label that the question for a number is about."""
    place: int = 0
    """Index of the document's word or column that the question for a number is about."""
    choices: tuple[AnswerChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonPart:
    """A part of a lesson's text, and the question at its end."""

    source: str
    check: PartQuestion | None = None

    @property
    def text(self) -> str:
        return ANSWER_BRACKETS.sub(r"\1", self.source)

    @property
    def masked_text(self) -> str:
        """The text with `▢▢▢` in place of every answer."""
        return ANSWER_BRACKETS.sub("▢▢▢", self.source)


CHECKED_LABEL = re.compile(r"^(\?= *\w+ *\| *)([^|\n]*[^|\s])", re.MULTILINE)
"""Pattern of a question for a number, `?= step | label`. Its groups are the text up to the label, and the label."""
ANSWER_BRACKETS = re.compile(r"\[\[((?:(?!\[\[|\]\]).)+)\]\]", re.DOTALL)
"""Pattern of an answer. It stops at the next `[[`: else a lesson of 200 KB of them took minutes."""


def split_parts(source: str) -> tuple[LessonPart, ...]:
    """Split the Markdown text of a lesson into parts.

    Parts are separated by a line `---`. `[[4/7]]` is an answer that can be hidden. A part may end with a question. `?=
    step | infected | 1` asks for a number: the kind of number, the label, and the number of the document's word or
    column. `? Sentence` is a multiple-choice question. The next lines are answers: `+ right` or `- wrong :: why it is
    wrong`.
    """
    return tuple(_parse_part(stretch.strip()) for stretch in re.split(r"^---+ *$", source, flags=re.MULTILINE))


def _parse_part(stretch: str) -> LessonPart:
    text, mark, check = ("\n" + stretch).partition("\n?")
    if not mark:
        return LessonPart(stretch)
    if check.startswith("="):
        kind, *names = (piece.strip() for piece in check[1:].split("|"))
        label, place = (*names, "", "")[:2]
        number_of_step = max(int(place) - 1, 0) if place.isdecimal() else 0
        is_known = kind in NUMBER_CHECKS
        return LessonPart(text.strip(), PartQuestion(kind, label=label, place=number_of_step) if is_known else None)  # type: ignore[arg-type]
    sentence, *lines = (line.strip() for line in check.split("\n"))
    choices = []
    for line in lines:
        answer, _, feedback = line[1:].partition("::")
        if line[:1] in ("+", "-"):
            choices.append(AnswerChoice(answer.strip(), line[0] == "+", feedback.strip()))
    return LessonPart(text.strip(), PartQuestion("choice", sentence, choices=tuple(choices)) if choices else None)


def question_of_check(setup: LessonSetup, check: PartQuestion) -> Question | None:
    """Return the question for a number at the end of a part; None if the setup no longer has its label, word or
    column.
    """
    questions = [each for each in list_questions(setup) if each.kind == check.kind and each.label == check.label]
    return questions[check.place] if check.place < len(questions) else None


@dataclass(frozen=True, slots=True, eq=False)
class SetupResult:
    """What is computed from the values of a lesson."""

    derived_verdict: DerivedVerdict
    """The verdict on the document, with its full calculation."""
    n_wrong: int
    """Number of training rows that the model classifies wrongly."""
    n_wrong_left_out: int | None
    """Number of training rows that a model trained on all other rows classifies wrongly (leave-one-out).

    None if the model learnt guessed labels, because every row already influenced the guesses.
    """


def open_lesson(name: str, language: str = "en") -> Lesson:
    """Return a built-in lesson in a language.

    The rows are translated word by word, so that all counts are the same in every language.
    """
    plain = json.loads((FOLDER / name / "lesson.json").read_text(encoding="utf-8"))
    title, source = load_lesson_text(name, language)
    translations = load_translations(language)
    setup = LessonSetup(
        columns=tuple((translations.get(column, column), kind) for column, kind in plain["columns"]),
        rows=tuple(tuple(translations.get(cell, cell) for cell in row) for row in plain["rows"]),
        query=tuple(translations.get(cell, cell) for cell in plain["query"]),
        event_model=plain["event_model"],
        smoothing=plain["smoothing"],
        prior=plain.get("prior", "data"),
        vocabulary=plain.get("vocabulary"),
    )
    source = CHECKED_LABEL.sub(lambda match: match[1] + translations.get(match[2], match[2]), source)
    return Lesson(
        name, title, source, setup, plain.get("experiment", ""), formula=plain.get("formula", ""),
        pictures=tuple(plain.get("pictures", ())),
    )  # fmt: skip


def load_translations(language: str) -> dict[str, str]:
    """Return English word to its translation, for the words in the lessons' rows; {} for English."""
    translations: dict[str, str] = json.loads((FOLDER / "words.json").read_text(encoding="utf-8")).get(language, {})
    return translations


def load_lesson_text(name: str, language: str) -> tuple[str, str]:
    """Return the title and the explanation of a lesson, in English if there is no translation."""
    page = FOLDER / name / f"{language}.md"
    text = (page if page.exists() else FOLDER / name / "en.md").read_text(encoding="utf-8")
    title, _, explanation = text.partition("\n")
    return title.lstrip("# ").strip(), explanation.strip()


def compute_result(setup: LessonSetup) -> SetupResult:
    """Train a model on the rows of a setup, and classify the document and the rows with it.

    Raises:
        TrainingError: No model can be trained on the rows.
    """
    with translate_engine_errors(TrainingError, "Lesson"):
        model, documents = train_on_setup(setup)
        truth, rows = np.asarray(documents.label_numbers), documents.features
        if rows.text is not None:
            rows = replace(rows, text=model.map_counts(rows.text, documents.vocabulary).counts)
        wrong = int((model.judge(rows).label_numbers != truth).sum())
        left_out = None
        if not (setup.rounds and setup.unlabelled_rows):
            left_out = int((best_label_numbers(compute_held_out_log_joint(model, documents)) != truth).sum())
        return SetupResult(explain_document("Lesson", model, query_features(model, setup)), wrong, left_out)


def judge_query(setup: LessonSetup) -> Derivation:
    """Train a model on the rows of a setup, and return the calculation of its verdict on the document.

    Raises:
        TrainingError: No model can be trained on the rows.
    """
    with translate_engine_errors(TrainingError, "Lesson"):
        model, _ = train_on_setup(setup)
        return derivation_of(model, query_features(model, setup))


def draw_question(setup: LessonSetup, seed: int) -> Question | None:
    """Return a random question about the verdict; None if no question has a fraction as its answer."""
    questions = [question for question in list_questions(setup) if question.kind in ("step", "share")]
    return random.Random(seed).choice(questions) if questions else None


def list_questions(setup: LessonSetup) -> list[Question]:
    """Return all questions about the verdict, in the order of the calculation."""
    model, _ = train_on_setup(setup)
    names_with_values = {
        name: f"{name} = {cell}"
        for (name, kind), cell in zip(setup.columns, setup.query, strict=True)
        if kind == "choice"
    }
    questions = iter_questions(derivation_of(model, query_features(model, setup)))
    return [replace(question, step=names_with_values.get(question.step, question.step)) for question in questions]


def recipe_of_setup(setup: LessonSetup) -> Recipe:
    limits = VocabularyLimits(size=setup.vocabulary, unknown_word=setup.vocabulary is not None)
    prior = Prior(setup.prior, strength=setup.strength if setup.prior == "smoothed" else 1.0)
    return Recipe(
        limits=limits, event_model=setup.event_model, smoothing=setup.smoothing, prior=prior,
        norm=setup.norm and event_model_of(setup.event_model).has_norm_option,
    )  # fmt: skip


def train_on_setup(setup: LessonSetup) -> tuple[Model, Documents]:
    """Train a model on the rows. Return the model, and the labelled rows as documents.

    In each round of expectation-maximisation, the previous model computes label probabilities of the unlabelled rows. A
    new model then learns the labelled rows, and each unlabelled row under every label, weighted by the probability of
    that label (Nigam, McCallum, Thrun and Mitchell, 2000).

    Raises:
        EngineError: No row has a label.
    """
    labelled = setup.learnt_rows
    if not labelled:
        raise EngineError("There is no row with a label to learn from.")
    model, documents = _train_on(setup, labelled, None)
    for _ in range(setup.rounds if setup.unlabelled_rows else 0):
        guesses = guess_labels(model, setup)
        guessed = [
            ((label, *row[1:]), weight)
            for row, shares in zip(setup.unlabelled_rows, guesses.tolist(), strict=True)
            for label, weight in zip(model.labels, shares, strict=True)
            if weight > 0
        ]
        weights = [1.0] * len(labelled) + [weight for _, weight in guessed]
        model, _ = _train_on(setup, [*labelled, *(row for row, _ in guessed)], weights)
    return model, documents


def guess_labels(model: Model, setup: LessonSetup) -> FloatArray:
    """Return the label probabilities of the unlabelled rows, (n_rows, n_labels), rounded to multiples of 1 / UNIT.

    All are 0 for a row that is impossible under every label, so that the next model does not learn it.
    """
    features = _features_of_rows(model, setup, [row[1:] for row in setup.unlabelled_rows])
    shares = np.exp(normalise_log_joint(model.scorer.log_joint(model.prepare(features))))
    return np.asarray(np.rint(np.nan_to_num(shares) * UNIT) / UNIT)


def _train_on(
    setup: LessonSetup, rows: Sequence[tuple[str, ...]], weights: list[float] | None
) -> tuple[Model, Documents]:
    labels = tuple(sorted({row[0].strip() for row in rows}))
    recipe, numbers = recipe_of_setup(setup), np.array([labels.index(row[0].strip()) for row in rows], np.int64)
    cells, kinds = [row[1:] for row in rows], {kind for _, kind in setup.columns}
    text, vocabulary, table = None, Vocabulary(), TableColumns()
    if "text" in kinds:
        counter = TokenCounter(recipe.rules)
        text, vocabulary = counter.count(_texts_of_rows(setup, cells)), counter.vocabulary
    if kinds != {"text"}:
        columns = zip(*(parse_choices(setup, row) for row in cells), strict=True)
        values = (tuple(dict.fromkeys(cell for cell in column if cell is not None)) for column in columns)
        numeric = tuple(name for name, kind in setup.columns if kind == "number")
        choices = tuple(name for name, kind in setup.columns if kind == "choice")
        table = TableColumns(numeric, choices, tuple(values))
    features = _features(setup, cells, text, table)
    documents = labelled_documents(features, numbers, labels, vocabulary, weights)
    model = train_model(recipe, features, numbers, labels, vocabulary, weights, table=table, is_assured=False)
    return model, documents


def query_features(model: Model, setup: LessonSetup) -> Features:
    """Return the features of the document to classify, in the model's columns."""
    return _features_of_rows(model, setup, [setup.query])


def _features_of_rows(model: Model, setup: LessonSetup, rows: Sequence[Sequence[str]]) -> Features:
    reads_text = any(kind == "text" for _, kind in setup.columns)
    text = model.count(_texts_of_rows(setup, rows)).counts if reads_text else None
    return _features(setup, rows, text, model.table)


def _features(
    setup: LessonSetup, rows: Sequence[Sequence[str]], text: CountMatrix | None, table: TableColumns
) -> Features:
    """Return the features of rows, in the columns of `table`. An unknown value gets the number after the last known
    value.
    """
    known = [{value: place for place, value in enumerate(values)} for values in table.values]
    choices = [
        [
            -1 if cell is None else own.get(cell, len(own))
            for own, cell in zip(known, parse_choices(setup, row), strict=True)
        ]
        for row in rows
        if known
    ]
    numbers = [[parse_number(cell) for cell in _cells_of_kind(setup, row, "number")] for row in rows if table.numbers]
    return Features(text, np.array(numbers) if numbers else None, np.array(choices, np.int64) if choices else None)


def _cells_of_kind(setup: LessonSetup, row: Sequence[str], wanted: ColumnKind) -> list[str]:
    return [cell.strip() for (_, kind), cell in zip(setup.columns, row, strict=True) if kind == wanted]


def _texts_of_rows(setup: LessonSetup, rows: Sequence[Sequence[str]]) -> list[str]:
    return [" ".join(_cells_of_kind(setup, row, "text")) for row in rows]


def parse_choices(setup: LessonSetup, row: Sequence[str]) -> list[str | None]:
    return [None if cell in MISSING_CELLS else cell for cell in _cells_of_kind(setup, row, "choice")]


def parse_number(cell: str) -> float:
    """Parse a number; NaN (missing) for anything else, as in imported tables."""
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        return math.nan
    return value if math.isfinite(value) and abs(value) < 1e100 else math.nan


SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """The state of a model after it has learnt or forgotten a row."""

    kind: StepKind | None
    """Whether a row was learnt or forgotten; None for the state before the first step."""
    row_number: int
    """Number of the row."""
    n_documents: int
    """Number of rows that the model has learnt."""
    fingerprint: str
    """Hash of the counts after the step."""
    fresh_fingerprint: str
    """Hash of the counts of a model that was trained from scratch on the rows that are learnt now."""
    label: str | None
    """Label that the model gives the document; None if the verdict is undecided."""
    probability: float | None
    """Probability of `label`; None if the verdict is undecided."""

    @property
    def matches_fresh_model(self) -> bool:
        """Whether the model has the same counts as a model trained from scratch."""
        return self.fingerprint == self.fresh_fingerprint


def run_steps(setup: LessonSetup) -> tuple[StepOutcome, ...]:
    """Let a model learn and forget rows, step by step. Return its state before the first step and after each step."""
    setup = replace(setup, rounds=0)
    start = replace(setup, steps=())
    model, _ = train_on_setup(start)
    outcomes = [_step_outcome(model, start, None, 0)]
    for place, (kind, row) in enumerate(setup.steps, start=1):
        label, *cells = setup.rows[row]
        features = query_features(model, replace(setup, query=tuple(cells)))
        (model.forget if kind == "forget" else model.learn)(features, [label.strip()])
        outcomes.append(_step_outcome(model, replace(setup, steps=setup.steps[:place]), kind, row))
    return tuple(outcomes)


def _step_outcome(model: Model, setup: LessonSetup, kind: StepKind | None, row: int) -> StepOutcome:
    fresh, _ = train_on_setup(setup)
    log_joint = model.scorer.log_joint(model.prepare(query_features(model, setup)))
    log_proba = normalise_log_joint(log_joint)[0]
    is_decided = bool(np.isfinite(log_proba).any())
    best = int(np.nanargmax(log_proba)) if is_decided else -1
    return StepOutcome(
        kind=kind,
        row_number=row,
        n_documents=len(setup.learnt_rows),
        fingerprint=model.canonical_hash()[:SHOWN_DIGITS],
        fresh_fingerprint=fresh.canonical_hash()[:SHOWN_DIGITS],
        label=model.labels[best] if is_decided else None,
        probability=float(np.exp(log_proba[best])) if is_decided else None,
    )


SUFFIX = ".bayleaf-lesson"
FORMAT = 1
MAX_FILE_BYTES = 1_000_000
MAX_DRAWN, MAX_LESSON_ROWS, MAX_ROW_WORDS = 20_000, 12, 12
"""Limits for a lesson that is made from a corpus: number of documents to draw from, of rows, and of words per row."""
MAX_ROWS, MAX_COLUMNS, MAX_TITLE_LENGTH = 2_000, 50, 200
MAX_VALUE, MAX_VOCABULARY, MAX_ROUNDS = 1_000.0, 1_000_000, 50


def lesson_to_bytes(lesson: Lesson) -> bytes:
    """Return a lesson as the content of a lesson file. Steps of learning and forgetting are not saved."""
    lesson_fields = {name: getattr(lesson, name) for name in ("title", "experiment", "hides_answers", "formula")}
    lesson_fields |= {"explanation": lesson.source, "pictures": lesson.pictures}
    setup_fields = {each.name: getattr(lesson.setup, each.name) for each in fields(LessonSetup) if each.name != "steps"}
    plain = {"bayleaf_lesson": FORMAT, **lesson_fields, **setup_fields}
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def read_small_file(path: Path, largest: int) -> bytes:
    """Read a file of at most `largest` bytes.

    Raises:
        SourceError: The file cannot be read, or is larger.
    """
    try:
        content = read_if_small(str(path), largest)
    except (OSError, Unreadable) as error:
        raise SourceError(path, *reason_of(error)) from error
    if content is None:
        raise SourceError(path, "too-large")
    return content


class LessonFileError(ValueError):
    """Raised if a part of a lesson file is invalid. `reason` is a key of `SOURCE_SENTENCES`."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


def read_lesson(path: Path) -> Lesson:
    """Read a lesson file.

    Raises:
        SourceError: The file is not a valid lesson. The reason says which part is wrong.
    """
    try:
        return lesson_from_json(json.loads(read_small_file(path, MAX_FILE_BYTES)), path)
    except LessonFileError as fault:
        raise SourceError(path, fault.reason, fault.detail) from fault
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise SourceError(path, "not-a-lesson") from error


def make_lesson_from_corpus(path: Path) -> Lesson:
    """Make a small lesson from random documents of the newest corpus in a workspace."""
    with open_for_reading(path) as workspace:
        corpus = find_corpus(workspace, None).name
    setup = LessonSetup((("text", "text"),), (), ("",), "multinomial", 1.0)
    try:
        return Lesson(str(path), corpus, "", setup_from_corpus(path, corpus, setup))
    except TrainingError as error:
        raise SourceError(path, "not-a-lesson") from error


def setup_from_corpus(
    place: WorkspaceSource, corpus: str, like: LessonSetup, seed: int = 0, language: str = "en"
) -> LessonSetup:  # fmt: skip
    """Return the setup `like` with random documents of a corpus as its rows, evenly over the labels.

    One more random document is the document to classify. For a table, the columns are those of the table. For other
    documents they are of the kind that `like` has: a text column with the first words, columns that say whether a
    document contains certain words, or numbers about the text. `language` is that of the column names. If the event
    model of `like` does not suit the columns, it is replaced by the first that does. If `like` has unlabelled rows,
    only the first row of each label keeps its label.

    Raises:
        TrainingError: The corpus has fewer than two labelled documents.
    """
    with open_for_reading(place) as workspace:
        record = workspace.corpora.get(corpus)
        columns = workspace.documents.columns(corpus)
        chosen = _spread_over_labels(columns.document_numbers, columns.label_indices, random.Random(seed))
        headings = {heading.number: heading for heading in workspace.documents.headings(chosen)}
        chosen = [each for each in chosen if headings[each].label]
        schema = record.schema
        kinds: list[tuple[str, ColumnKind]] = []
        if record.kind == "table" and schema is not None:
            kinds = [(name, "number") for name in schema.numeric] + [(name, "choice") for name in schema.categorical]
        cells: list[tuple[str, ...]]
        if kinds:
            cells = [
                (*map(_format_number, numbers), *(cell or "" for cell in choices))
                for numbers, choices in workspace.documents.table_rows_of(chosen)
            ]
        else:
            bodies = dict(workspace.documents.read_bodies(chosen))
            chosen = [each for each in chosen if each in bodies]
            kinds, cells = [("text", "text")], []
    labels = [display_labels(headings[each].label or "") for each in chosen]
    if len(labels) < 2:
        raise TrainingError(corpus, "lesson-documents")
    if not cells:
        texts = [bodies[each].text for each in chosen]
        kinds, cells = _columns_of_texts(texts, labels, like, load_translations(language))
    rows = [(label, *row) for label, row in zip(labels, cells, strict=True)]
    *rows, (_, *query) = (row[: MAX_COLUMNS + 1] for row in rows)
    if like.unlabelled_rows:
        rows = _keep_one_label_each(rows)
    setup = replace(
        like, columns=tuple(kinds[:MAX_COLUMNS]), rows=tuple(rows), query=tuple(query), steps=(), vocabulary=None,
        rounds=0,
    )  # fmt: skip
    fits = like.event_model in setup.event_models
    return setup if fits else replace(setup, event_model=setup.event_models[0])


MAX_WORD_COLUMNS, MIN_WORD_LETTERS, WORD_COLUMN = 4, 3, "has “%1”"
MEASURES = ("words", "different, %", "digits, %", "marks, %")
"""Names of columns of numbers about a text: number of words; percentages of distinct words, digits and punctuation
marks.
"""


def _columns_of_texts(
    texts: Sequence[str], labels: Sequence[str], like: LessonSetup, translations: Mapping[str, str]
) -> tuple[list[tuple[str, ColumnKind]], list[tuple[str, ...]]]:
    """Return (name, kind) of columns, and the cells of each text. The columns have the kinds of the columns of `like`.

    Instead of categorical columns, such as the weather, there is a column for each of some characteristic words, which
    says whether a text contains the word. Instead of columns of numbers, there are the numbers `MEASURES`. The last
    text is the document to classify, so the words are selected from the other texts.
    """
    kinds = {kind for _, kind in like.columns}
    if "text" in kinds:
        return [("text", "text")], [(" ".join(text.split()[:MAX_ROW_WORDS]),) for text in texts]
    counter = TokenCounter(recipe_of_setup(like).rules)
    counts = counter.count(texts)
    tokens = [set(counts.tokens[begin:end].tolist()) for begin, end in pairwise(counts.starts.tolist())]
    if kinds == {"number"}:
        totals = [int(counts.values[begin:end].sum()) for begin, end in pairwise(counts.starts.tolist())]
        numbers = [
            (total, 100 * len(own) / max(total, 1), *_shares_of_characters(text))
            for total, own, text in zip(totals, tokens, texts, strict=True)
        ]
        names = [translations.get(name, name) for name in MEASURES]
        return [(name, "number") for name in names], [tuple(f"{number:.3g}" for number in row) for row in numbers]
    words = counter.vocabulary.words_of(np.arange(len(counter.vocabulary)))
    telling = _choose_characteristic_tokens(tokens[:-1], labels[:-1], words, min(len(like.columns), MAX_WORD_COLUMNS))
    yes, no = translations.get("yes", "yes"), translations.get("no", "no")
    title = translations.get(WORD_COLUMN, WORD_COLUMN)
    return (
        [(title.replace("%1", words[token]), "choice") for token in telling],
        [tuple(yes if token in own else no for token in telling) for own in tokens],
    )


def _shares_of_characters(text: str) -> tuple[float, float]:
    """Return the percentage of digits among the characters of a text, and the percentage of punctuation marks."""
    n_digits = sum(character.isdigit() for character in text)
    n_marks = sum(not character.isalnum() and not character.isspace() for character in text)
    return 100 * n_digits / max(len(text), 1), 100 * n_marks / max(len(text), 1)


def _choose_characteristic_tokens(
    tokens: Sequence[set[int]], labels: Sequence[str], words: Sequence[str], n_words: int
) -> list[int]:  # fmt: skip
    """Return `n_words` tokens that are most characteristic of the labels, for each label in turn.

    `tokens` has the tokens of each text. A token is characteristic of a label if a larger share of the texts with this
    label contains it than of all other texts.
    """
    own_labels = sorted(set(labels))
    candidates = sorted({token for own in tokens for token in own if len(words[token]) >= MIN_WORD_LETTERS})

    def margin(token: int, label: str) -> float:
        own = [token in each for each, other in zip(tokens, labels, strict=True) if other == label]
        others = [token in each for each, other in zip(tokens, labels, strict=True) if other != label]
        return sum(own) / len(own) - sum(others) / max(len(others), 1)

    telling: list[int] = []
    for label in islice(cycle(own_labels), n_words):
        best = max((token for token in candidates if token not in telling), default=None,
                   key=lambda token: (margin(token, label), words[token]))  # fmt: skip
        if best is not None:
            telling.append(best)
    return telling


def _keep_one_label_each(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the rows without their labels, except the first row of each label."""
    first = {row[0]: place for place, row in reversed(list(enumerate(rows)))}
    return [row if first[row[0]] == place else ("", *row[1:]) for place, row in enumerate(rows)]


def _spread_over_labels(numbers: IntArray, labels: npt.NDArray[np.int32], chance: random.Random) -> list[int]:
    """Draw random labelled documents, evenly over the labels: MAX_LESSON_ROWS for the rows, and one more. Return their
    numbers.
    """
    order = list(range(len(numbers)))
    chance.shuffle(order)
    taken: dict[int, list[int]] = {}
    for place in order[:MAX_DRAWN]:
        if labels[place] != NO_LABEL:
            taken.setdefault(int(labels[place]), []).append(int(numbers[place]))
    by_label = sorted(taken.values(), key=len, reverse=True)[:MAX_LESSON_ROWS]
    rounds = (own[turn] for turn in range(MAX_LESSON_ROWS) for own in by_label if turn < len(own))
    return [number for number, _ in zip(rounds, range(MAX_LESSON_ROWS + 1), strict=False)]


def _format_number(number: float) -> str:
    return "" if math.isnan(number) else f"{number:g}"


def lesson_from_json(plain: Mapping[str, Any], path: Path) -> Lesson:
    """Return the lesson that a JSON object describes.

    Raises:
        LessonFileError: A part of the lesson is missing or wrong.
        ValueError, KeyError, TypeError: The object is not a lesson.
    """
    version = require_whole_number(plain["bayleaf_lesson"], 1)
    if version > FORMAT:
        raise LessonFileError("newer-file")

    def read(name: str, check: Callable[[Any], Read], fallback: object = None) -> Read:
        try:
            return check(plain[name] if fallback is None else plain.get(name, fallback))
        except LessonFileError:
            raise
        except (ValueError, KeyError, TypeError) as error:
            raise LessonFileError("lesson-field", name) from error

    def read_number(name: str) -> float:
        try:
            return require_number(plain[name])
        except (ValueError, KeyError, TypeError) as error:
            raise LessonFileError("lesson-number", name) from error

    columns = read("columns", _columns)
    setup = LessonSetup(
        columns=columns,
        rows=read("rows", lambda rows: _rows(rows, len(columns) + 1)),
        query=read("query", lambda row: require_cells(row, len(columns))),
        event_model=read("event_model", require_text),
        smoothing=read_number("smoothing"),
        prior=read("prior", lambda kind: require_one_of(kind, get_args(PriorKind))),
        strength=read_number("strength"),
        norm=plain["norm"] is True,
        vocabulary=read(
            "vocabulary", lambda size: None if size is None else require_whole_number(size, 1, MAX_VOCABULARY)
        ),
        rounds=read("rounds", lambda rounds: require_whole_number(rounds, 0, MAX_ROUNDS), fallback=0),
    )
    if setup.event_model not in setup.event_models:
        raise LessonFileError("lesson-model", setup.event_model)
    return Lesson(
        str(path),
        title=read("title", require_text).strip()[:MAX_TITLE_LENGTH] or path.stem,
        source=read("explanation", require_text),
        setup=setup,
        experiment=read("experiment", lambda kind: require_one_of(kind, get_args(ExperimentKind))),
        hides_answers=plain["hides_answers"] is True,
        formula=read("formula", require_text, fallback="")[:MAX_TITLE_LENGTH],
        pictures=read(
            "pictures", lambda kinds: tuple(require_one_of(kind, get_args(PictureKind)) for kind in kinds), fallback=()
        ),
    )


def _columns(columns: Any) -> tuple[tuple[str, ColumnKind], ...]:
    if not 0 < len(columns) <= MAX_COLUMNS:
        raise ValueError
    return tuple((require_text(name), require_one_of(kind, get_args(ColumnKind))) for name, kind in columns)


def _rows(rows: Any, n_cells: int) -> tuple[tuple[str, ...], ...]:
    if len(rows) > MAX_ROWS:
        raise LessonFileError("lesson-rows", f"{len(rows):,}")
    checked = []
    for place, row in enumerate(rows, start=1):
        try:
            checked.append(require_cells(row, n_cells))
        except (ValueError, TypeError) as error:
            raise LessonFileError("lesson-row", str(place)) from error
    return tuple(checked)


def require_text(value: object) -> str:
    """Return `value` if it is a string, with lone surrogates replaced by question marks, because no file can store
    them.

    Raises `TypeError` for other types.
    """
    if not isinstance(value, str):
        raise TypeError
    return value.encode("utf-8", "replace").decode("utf-8")


def require_cells(row: Iterable[object], n_cells: int) -> tuple[str, ...]:
    """Return a row as a tuple of strings.

    Raises an error if the row does not have exactly `n_cells` strings.
    """
    values = tuple(require_text(cell) for cell in row)
    if isinstance(row, str) or len(values) != n_cells:
        raise ValueError
    return values


def require_number(value: object) -> float:
    """Return a number between 0 and `MAX_VALUE`. Raises `TypeError` or `ValueError` otherwise."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError
    if not 0.0 <= value <= MAX_VALUE or math.isnan(value):
        raise ValueError
    return float(value)


def require_whole_number(value: object, least: int, most: int | None = None) -> int:
    """Return an integer between `least` and `most`. Raise an error for any other value."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if value < least or (most is not None and value > most):
        raise ValueError
    return value


def require_one_of(value: Any, known: Iterable[Any]) -> Any:
    """Return `value` if it is in `known`. Raise an error otherwise."""
    if value not in tuple(known):
        raise ValueError
    return value
