"""Hand-outs: a lesson as exercises on paper or as a notebook, sets of sheets with different numbers, answers and
hand-ins.

A hand-out states everything that its answers depend on: event model, smoothing, prior and counts. So it can be solved
without a computer; a test solves it from its text alone. A hand-in is a file with the answers of one pupil.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from app.domain.documents import one_line
from app.domain.errors import SourceError
from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.sheet_words import LESSON_WORDS, SHEET_TEMPLATES, Translate
from app.features.explain.working_sheet import STYLES, format_six_digits
from app.features.teaching.exercises import MAX_ANSWER_LENGTH, Question, format_answer
from app.features.teaching.lesson_pages import (
    LANGUAGES,
    CheckedAnswer,
    check_answers,
    html_of_markdown,
    load_catalog,
    make_notebook,
    make_script_input,
    question_text,
    translate_word,
)
from app.features.teaching.lessons import (
    LESSON_ORDER,
    Lesson,
    LessonFileError,
    LessonSetup,
    PriorKind,
    lesson_from_json,
    lesson_to_bytes,
    list_questions,
    open_lesson,
    query_features,
    read_small_file,
    require_one_of,
    require_text,
    require_whole_number,
    train_on_setup,
)
from nbengine.errors import EngineError
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.explanations.exact_fractions import GaussianCalculation, SmoothedShare

MAX_SHEETS = 60
"""Maximum number of hand-outs in a class set."""
MAX_TASKS, MAX_GIVEN_ROWS, MAX_PRINTED_ROWS, MAX_ROW_LENGTH = 40, 60, 20, 90
MAX_HALF_WIDTH = 35
"""Tables up to this width, in characters, are printed in two columns."""
MAX_HALF_TASK = 70
"""Maximum number of characters of exercises that are printed in two columns."""
MAX_ROOMY_ROWS = 6
"""Maximum number of rows of exercises that are all printed high enough to write a calculation into them."""
LESSONS_WITH_LASTING_STORY = frozenset({
    "fever", "tennis", "zero-counts", "absent-words", "unknown-word", "length", "in-pieces", "vocabulary-size",
    "how-many-rows",
})  # fmt: skip
"""Lessons whose first paragraph is printed on every sheet, also if the sheet has other numbers.

These paragraphs mention only the labels and the document to classify, which stay, and no counts.
"""
MAX_TRIES = 200
"""Maximum number of random draws for the numbers of a sheet."""
FORMULAS: Final = {
    "counts": (
        "P({word} | {label})", "{count} + α", "{total} + α · {vocabulary}",
        r"P(\text{{{word}}} \mid \text{{{label}}}) = \frac{{\text{{{count}}} + \alpha}}"
        r"{{\text{{{total}}} + \alpha \cdot \text{{{vocabulary}}}}}",
    ),
    "presences": (
        "P({word} | {label})", "{having} + α", "{documents} + 2 · α",
        r"P(\text{{{word}}} \mid \text{{{label}}}) = \frac{{\text{{{having}}} + \alpha}}"
        r"{{\text{{{documents}}} + 2\alpha}}",
    ),
    "choices": (
        "P({value} | {label})", "{count} + α", "{total} + α · {values}",
        r"P(\text{{{value}}} \mid \text{{{label}}}) = \frac{{\text{{{count}}} + \alpha}}"
        r"{{\text{{{total}}} + \alpha \cdot \text{{{values}}}}}",
    ),
    "numbers": (
        "{height}", "1", "√(2 · π · {variance})",
        r"\text{{{height}}} = \frac{{1}}{{\sqrt{{2\pi \cdot \text{{{variance}}}}}}}"
        r"\, e^{{-(x - \text{{{mean}}})^2 / (2 \cdot \text{{{variance}}})}}",
    ),
}  # fmt: skip
"""For each kind of factor: left side, numerator and denominator for paper, and the formula in TeX for a notebook."""


@dataclass(frozen=True, slots=True)
class PaperTask:
    """An exercise of a hand-out: a number to compute."""

    text: str
    working: str
    """The calculation with numbers; "" if it is not printed."""
    answer: str


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A hand-out: a lesson with the numbers of one sheet of a class set. Sheet 0 has the lesson's own numbers."""

    number: int
    """Number of the sheet in the class set."""
    lesson: Lesson
    code: str = ""
    """The printed sheet number; see `make_sheet_code`."""


NO_CONTEXT: Final = NoOpJobContext()


def make_class_set(lesson: Lesson, n_sheets: int, context: JobContext = NO_CONTEXT) -> list[PaperSheet]:
    """Return `n_sheets` hand-outs with different numbers. A single hand-out has the lesson's own numbers.

    Raises:
        SourceError: No other numbers were found for the lesson.
    """
    if n_sheets <= 1:
        return [make_sheet(lesson, 0)]
    sheets = []
    for number in range(1, min(n_sheets, MAX_SHEETS) + 1):
        sheets.append(make_sheet(lesson, number))
        context.checkpoint(number, 2 * n_sheets, "writing")
    return sheets


def vary_lesson(lesson: Lesson, number: int) -> Lesson:
    """Return the lesson with randomly changed rows. The same `number` gives the same rows on every computer; 0 changes
    nothing.

    Each cell is replaced by a random cell of the same label and column. Texts are replaced word by word; one word in
    five is drawn from all labels. Draws are repeated until two conditions hold: the same words and values of the
    document to classify occur in the rows as before, and the verdict is still undecided, certain, or neither.

    Raises:
        SourceError: No such rows were found in `MAX_TRIES` draws.
    """
    setup = replace(lesson.setup, steps=())
    if number == 0:
        return replace(lesson, setup=setup)
    chance = random.Random(number)  # a seed of an integer gives the same numbers in every version of Python
    wanted, outcome = _known_parts(setup), _verdict_kind(setup)
    pools = _cell_pools_of(setup)
    for _ in range(MAX_TRIES):
        changed = replace(setup, rows=tuple(_draw_row(setup, row, pools, chance) for row in setup.rows))
        if changed != setup and _known_parts(changed) == wanted and _verdict_kind(changed) == outcome:
            return replace(lesson, setup=changed)
    raise SourceError(lesson.title, "no-other-numbers")


MODEL_LETTERS: Final = {
    "multinomial": "m", "bernoulli": "b", "complement": "c", "learnt": "l", "gaussian": "g", "categorical": "k",
    "mixed": "x",
}  # fmt: skip
"""The letter for each event model in a printed sheet number. A letter must not change, because sheets are on paper."""
PRIOR_LETTERS: Final[dict[PriorKind, str]] = {"uniform": "u", "smoothed": "s"}
SHEET_CODE = re.compile(r"(\d{1,3})(?:-([a-z])([\d.]+)(?:-([us])([\d.]*))?(?:-v(\d+))?(-n)?-\d{4})?")
MAX_CODE_LENGTH = 100


def make_sheet(lesson: Lesson, number: int) -> PaperSheet:
    """Return one sheet of a class set.

    Raises:
        SourceError: No other numbers were found for the lesson.
    """
    return PaperSheet(number, vary_lesson(lesson, number), make_sheet_code(lesson, number))


def make_sheet_code(lesson: Lesson, number: int) -> str:
    """Return the sheet number to print on a sheet, as in “3” or “3-m0.5-4821”; "" for an unchanged built-in lesson.

    If the teacher changed the lesson, its number also states the settings and ends with a checksum of the rows. Pupils
    open the lesson with its original settings, and need these to get the same numbers.
    """
    setup = replace(lesson.setup, steps=())
    if lesson.name in LESSON_ORDER:
        originals = (open_lesson(lesson.name, language).setup for language in LANGUAGES)
        if any(replace(original, steps=()) == setup for original in originals):
            return str(number) if number else ""
    return _make_code_with_settings(setup, number)


def _make_code_with_settings(setup: LessonSetup, number: int) -> str:
    parts = [str(number), f"{MODEL_LETTERS[setup.event_model]}{_format_without_exponent(setup.smoothing)}"]
    if setup.prior in PRIOR_LETTERS:
        strength = _format_without_exponent(setup.strength) if setup.prior == "smoothed" else ""
        parts.append(f"{PRIOR_LETTERS[setup.prior]}{strength}")
    parts += [f"v{setup.vocabulary}"] * (setup.vocabulary is not None) + ["n"] * setup.norm
    content = json.dumps([parts, setup.columns, setup.rows, setup.query])
    return "-".join([*parts, f"{crc32(content.encode()) % 10_000:04}"])


def _format_without_exponent(value: float) -> str:
    """Return a number without an exponent, because the minus sign of an exponent would separate parts of a sheet
    number.
    """
    return f"{Decimal(repr(float(value))):f}".removesuffix(".0")


def find_sheet(lesson: Lesson, code: str, language: str) -> PaperSheet:
    """Return the sheet that was printed with the sheet number `code`. "" stands for the lesson as it is.

    `lesson` is the lesson that is open here. The rows of the sheet are made from its rows, or from those of the
    built-in lesson.

    Raises:
        SourceError: There is no such sheet, or it was printed from other rows.
    """
    code = "".join(code.lower().replace(",", ".").split())
    if not code.strip("0"):
        return PaperSheet(0, vary_lesson(lesson, 0))
    match = SHEET_CODE.fullmatch(code)
    if match is None or int(match[1]) > MAX_SHEETS:
        raise SourceError(lesson.title, "no-such-sheet")
    number, letter = int(match[1]), match[2]
    original = open_lesson(lesson.name, language) if lesson.name in LESSON_ORDER else lesson
    if letter is None:
        return PaperSheet(number, vary_lesson(original, number), code)
    for each in (original, lesson):
        setup = _setup_with_settings(each.setup, match)
        if setup is not None and _make_code_with_settings(setup, number) == code:
            return PaperSheet(number, vary_lesson(replace(each, setup=setup), number), code)
    raise SourceError(lesson.title, "no-such-sheet")


def _setup_with_settings(setup: LessonSetup, match: re.Match[str]) -> LessonSetup | None:
    """Return the setup with the settings that a sheet number states; None if they are invalid."""
    _, letter, smoothing, prior, strength, vocabulary, norm = match.groups()
    event_model = {letter: name for name, letter in MODEL_LETTERS.items()}.get(letter, "")
    if event_model not in setup.event_models:
        return None
    try:
        return replace(
            setup, event_model=event_model, smoothing=float(smoothing), steps=(), norm=norm is not None, rounds=0,
            prior={letter: kind for kind, letter in PRIOR_LETTERS.items()}.get(prior, "data"),
            strength=float(strength or 1), vocabulary=None if vocabulary is None else int(vocabulary),
        )  # fmt: skip
    except ValueError:
        return None


CellPools = dict[tuple[str | None, int], list[str]]
"""(label, column number) to the cells from which new rows are drawn; for a text column, to single words.

The label None stands for all labels.
"""


def _cell_pools_of(setup: LessonSetup) -> CellPools:
    pools: CellPools = {}
    for label, *cells in setup.rows:
        for place, ((_, kind), cell) in enumerate(zip(setup.columns, cells, strict=True)):
            for key in (label, None):
                pools.setdefault((key, place), []).extend(cell.split() if kind == "text" else [cell])
    return pools


def _draw_row(setup: LessonSetup, row: tuple[str, ...], pools: CellPools, chance: random.Random) -> tuple[str, ...]:
    label, *cells = row
    drawn = [label]
    for place, ((_, kind), cell) in enumerate(zip(setup.columns, cells, strict=True)):
        own, every = pools[label, place], pools[None, place]
        if kind != "text":
            drawn.append(chance.choice(own))
            continue
        n_words = max(len(cell.split()) + chance.choice((-1, 0, 1)), 1) if cell.split() else 0
        chosen = [own if own and chance.random() < 0.8 else every for _ in range(n_words)]
        drawn.append(" ".join(chance.choice(pool) for pool in chosen))
    return tuple(drawn)


def _known_parts(setup: LessonSetup) -> frozenset[str]:
    """Return those words and values of the document to classify that also occur in the rows."""
    parts = set()
    for place, (_, kind) in enumerate(setup.columns):
        cells = {row[place + 1] for row in setup.rows}
        if kind == "text":
            cells = {word for cell in cells for word in cell.split()}
        asked = setup.query[place].split() if kind == "text" else [setup.query[place]]
        parts |= {f"{place} {part}" for part in asked if part in cells or kind == "number"}
    return frozenset(parts)


def _verdict_kind(setup: LessonSetup) -> str:
    """Return "undecided", "certain" or "open" for the verdict on the document; "" if there is no verdict.

    Other numbers must not change this, because for example a lesson about zero counts needs a certain verdict.
    """
    try:
        shares = _derive_verdict(setup).probabilities
    except EngineError:
        return ""
    if shares is None or len(set(shares)) == 1:
        return "undecided"
    return "certain" if max(shares) == 1.0 else "open"


def _derive_verdict(setup: LessonSetup) -> Derivation:
    model, _ = train_on_setup(setup)
    return derivation_of(model, query_features(model, setup))


def make_tasks(lesson: Lesson, translate: Translate) -> list[PaperTask]:
    """Return the exercises of a hand-out in order.

    Raises:
        SourceError: The answers cannot be computed by hand, or no model can be trained on the rows.
    """
    setup = lesson.setup
    if not any(row[0].strip() and any(cell.strip() for cell in row[1:]) for row in setup.rows):
        raise SourceError(lesson.title, "nothing-to-learn")
    try:
        derived, questions = _derive_verdict(setup), list_questions(setup)
    except EngineError as error:
        raise SourceError(lesson.title, "nothing-to-learn") from error
    workings = [step.working for label in derived.labels for step in label.steps]
    is_by_hand = all(isinstance(each, (SmoothedShare, GaussianCalculation)) for each in workings)
    has_guesses = bool(setup.rounds and setup.unlabelled_rows)
    if not is_by_hand or has_guesses or make_script_input(setup) is None:
        raise SourceError(lesson.title, "not-by-hand")
    if any(isinstance(each, GaussianCalculation) for each in workings):
        return list(_decimal_tasks(derived, translate))[:MAX_TASKS]
    return [_make_task(question, translate) for question in questions[:MAX_TASKS]]


def _make_task(question: Question, translate: Translate) -> PaperTask:
    own = question.working
    working = ""
    if own is not None and own.n_outcomes:
        smoothing = f"{float(own.smoothing):g}"
        above = f"({float(own.count):g} + {smoothing})" if own.smoothing else f"{float(own.count):g}"
        below = f"({float(own.total):g} + {smoothing} · {own.n_outcomes})" if own.smoothing else f"{float(own.total):g}"
        working = f"{above} / {below}"
    elif question.kind in ("product", "share"):
        working = translate(LESSON_WORDS[f"paper-{question.kind}"])
    return PaperTask(question_text(question, translate), working, format_answer(question.answer))


def _decimal_tasks(derived: Derivation, translate: Translate) -> Iterator[PaperTask]:
    """Yield exercises with decimal answers, for a model with normal distributions. Their densities are not
    fractions.
    """
    product, share = (translate(LESSON_WORDS[f"paper-{kind}"]) for kind in ("product", "share"))
    for label in derived.labels:
        for step in label.steps:
            key = "ask-height" if isinstance(step.working, GaussianCalculation) else "ask-step"
            shown = (
                f"{step.name} = {step.working.value:g}" if isinstance(step.working, GaussianCalculation) else step.name
            )
            text = translate(LESSON_WORDS[key]).format(step=shown, label=label.label)
            yield PaperTask(text, "", format_six_digits(math.exp(step.log)))
        yield PaperTask(
            translate(LESSON_WORDS["ask-product"]).format(label=label.label), product, format_six_digits(label.product)
        )
    for label, probability in zip(derived.labels, derived.probabilities or (), strict=False):
        yield PaperTask(
            translate(LESSON_WORDS["ask-share"]).format(label=label.label), share, format_six_digits(probability)
        )


def list_recipe_sentences(setup: LessonSetup, translate: Translate) -> list[str]:
    """Return sentences that state the event model, α and the prior of a setup."""
    said = partial(translate_word, translate)
    name = translate(SHEET_TEMPLATES.get(f"name-{setup.event_model}", setup.event_model))
    sentences = [f"{said('event-model')}: {name}."]
    if setup.is_smoothed:
        sentences.append(f"α = {setup.smoothing:g}.")
    n_labels = len({row[0].strip() for row in setup.learnt_rows})
    return [*sentences, said(f"paper-prior-{setup.prior}").format(strength=f"{setup.strength:g}", n=n_labels)]


@dataclass(frozen=True, slots=True)
class HandOutFacts:
    """The facts that a hand-out states, so that its exercises can be solved."""

    sentences: tuple[str, ...]
    formulas: tuple[str, ...]
    """Kinds of factors whose formulas are printed; keys of `FORMULAS`."""
    tables: tuple[tuple[list[str], list[tuple[str, ...]]], ...]
    """(column heads, rows) of each table."""


def collect_facts(setup: LessonSetup, translate: Translate) -> HandOutFacts:
    """Return all facts that the answers of a hand-out depend on."""
    state = make_script_input(setup)
    assert state is not None  # make_tasks() has checked the recipe
    said = partial(translate_word, translate)
    labels = list(state["labels"])
    kinds = [state["kind"]] if state["words"] else []
    kinds += ["choices"] * bool(state["choices"]) + ["numbers"] * bool(state["numbers"])
    sentences = list_recipe_sentences(setup, translate)
    if "presences" in kinds:
        sentences.append(said("paper-absent"))
    sentences.append(said("paper-product-is"))
    n_words = sum(
        len(cell.split()) for (_, kind), cell in zip(setup.columns, setup.query, strict=True) if kind == "text"
    )
    if n_words > sum(state["query"]["words"]):
        sentences.append(said("paper-left-out"))
    tables = [([said("paper-per-label"), *labels], [_numbers_row(said("live-documents"), state["documents"])])]
    if state["words"]:
        tables += _word_tables(state, said)
    for column, value in zip(state["choices"], state["query"]["choices"], strict=True):
        tables.append(_choice_table(column, value, labels, said))
    for column, value in zip(state["numbers"], state["query"]["numbers"], strict=True):
        if value is not None:
            rows = [_numbers_row(said(f"live-{part}"), column[f"{part}s"]) for part in ("mean", "variance")]
            tables.append(([column["name"], *labels], rows))
    return HandOutFacts(tuple(sentences), tuple(kinds), tuple(tables))


def _numbers_row(name: str, values: Sequence[float]) -> tuple[str, ...]:
    return (name, *(f"{value:.6g}" for value in values))


def _word_tables(state: dict[str, Any], said: Translate) -> list[tuple[list[str], list[tuple[str, ...]]]]:
    words, labels = state["words"], state["labels"]
    counts = dict(zip(words["names"], words["counts"], strict=True))
    known = {name: row for name, row in counts.items() if words["isClosed"] or any(row)}
    is_bernoulli = state["kind"] == "presences"
    asked = [name for name, times in zip(words["names"], state["query"]["words"], strict=True) if times]
    if is_bernoulli and len(known) > MAX_GIVEN_ROWS:
        raise SourceError(said("rows"), "not-by-hand")  # every absent word is a factor
    shown = known if is_bernoulli or len(known) <= MAX_GIVEN_ROWS else {name: known[name] for name in asked}
    rows = [_numbers_row(name, row) for name, row in shown.items()]
    if not is_bernoulli:
        totals = [math.fsum(row[place] for row in counts.values()) for place in range(len(labels))]
        rows.append(_numbers_row(said("paper-words-in-all"), totals))
        rows.append((said("paper-vocabulary"), *[str(len(known))] * len(labels)))
    return [([said("live-documents-with" if is_bernoulli else "live-counts"), *labels], rows)]


def _choice_table(
    column: dict[str, Any], value: int, labels: list[str], said: Translate
) -> tuple[list[str], list[tuple[str, ...]]]:
    rows = [_numbers_row(*pair) for pair in zip(column["values"], column["counts"], strict=True)]
    totals = [math.fsum(row[place] for row in column["counts"]) for place in range(len(labels))]
    n_values = sum(any(row) for row in column["counts"])
    is_seen = 0 <= value < len(column["counts"]) and any(column["counts"][value])
    rows.append(_numbers_row(said("paper-total"), totals))
    rows.append((said("paper-values"), *[str(n_values + (value >= 0 and not is_seen))] * len(labels)))
    return [column["name"], *labels], rows


def make_hand_out_page(
    sheets: Sequence[PaperSheet], language: str, *, has_answers: bool, context: JobContext = NO_CONTEXT
) -> str:
    """Return hand-outs as one HTML page for printing. With `has_answers`, the answers follow on a new sheet of paper.

    Raises:
        SourceError: The answers cannot be computed by hand.
    """
    translate = load_catalog(language)
    tasks = []
    for number, sheet in enumerate(sheets, start=len(sheets)):
        context.checkpoint(number, 2 * len(sheets), "writing")
        tasks.append(make_tasks(sheet.lesson, translate))
    numbered = list(enumerate(zip(sheets, tasks, strict=True)))
    parts = [_sheet_html(sheet, asked, translate, is_first=place == 0) for place, (sheet, asked) in numbered]
    if has_answers:
        parts += [_answers_html(sheet, asked, translate, is_first=place == 0) for place, (sheet, asked) in numbered]
    style = (STYLES / "paper.css").read_text(encoding="utf-8")
    return f'<html lang="{escape(language)}"><head><style>{style}</style></head><body>{"".join(parts)}</body></html>'


def _sheet_html(sheet: PaperSheet, tasks: Sequence[PaperTask], translate: Translate, *, is_first: bool) -> str:
    said, lesson = partial(translate_word, translate), sheet.lesson
    given = collect_facts(lesson.setup, translate)
    start = "" if is_first else ' style="page-break-before: always"'
    number = said("paper-sheet").format(number=sheet.code or sheet.number) if sheet.code or sheet.number else ""
    line = "_" * 34
    explanation = lesson.explanation
    if lesson.name in LESSON_ORDER:
        has_story = not sheet.number or lesson.name in LESSONS_WITH_LASTING_STORY
        explanation = explanation.partition("\n\n")[0] if has_story else ""
    rows = [row for row in lesson.setup.rows if sum(map(len, row)) <= MAX_ROW_LENGTH]
    columns = [name for name, _ in lesson.setup.columns]
    parts = [
        f"<h1{start}>{escape(lesson.title)}</h1>",
        f'<table width="100%"><tr><td>{said("paper-name")}: {line}</td><td>{said("paper-date")}: {line[:14]}</td>'
        f'<td align="right">{escape(number)}</td></tr></table>',
        html_of_markdown(explanation),
        f"<h2>{said('query')}</h2>",
        f"<p>{_query_html(lesson.setup)}</p>",
        f"<h2>{said('paper-given')}</h2>",
        f"<p>{escape(' '.join(given.sentences))}</p>",
        *(_formula_html(kind, said) for kind in given.formulas),
    ]
    counts = "".join(_table_html(head, cells) for head, cells in given.tables)
    if len(columns) == 1 and len(rows) == len(lesson.setup.rows) <= MAX_PRINTED_ROWS:
        learnt = f"<p><b>{said('rows')}</b></p>" + _table_html([said("label"), *columns], rows, is_text=True)
        counts = f'<table width="100%"><tr><td width="58%">{counts}</td><td>{learnt}</td></tr></table>'
    elif len(given.tables) > 2 and max(_width_of_table(*table) for table in given.tables) <= MAX_HALF_WIDTH:
        cells = ["".join(_table_html(head, rows) for head, rows in given.tables[half::2]) for half in (0, 1)]
        counts = f'<table width="100%"><tr><td width="50%">{cells[0]}</td><td>{cells[1]}</td></tr></table>'
    parts.append(counts)
    parts.append(f"<h2>{said('exercises')}</h2>{_tasks_html(tasks)}")
    return "".join(parts)


def _tasks_html(tasks: Sequence[PaperTask]) -> str:
    """Return the exercises as HTML, each with a line for its answer. Short exercises are in two columns, the left one
    first.
    """
    n_columns = 2 if all(len(task.text) <= MAX_HALF_TASK for task in tasks) else 1
    n_rows = -(-len(tasks) // n_columns)
    height, gap = (19, 4) if n_rows <= MAX_ROOMY_ROWS else (13, 2)
    room = f'<span style="font-size: {height}pt">&nbsp;</span>'  # on the text's line: no row is split between pages
    cells = [
        f"{place}. {escape(task.text).replace(' = ?', '&nbsp;=&nbsp;?')}{room}"
        for place, task in enumerate(tasks, start=1)
    ]
    style = f'width="{100 // n_columns}%" style="border-bottom: 1px solid #888888"'
    rows = ("".join(f"<td {style}>{cell}</td>" for cell in cells[row::n_rows]) for row in range(n_rows))
    return f'<table width="100%" cellspacing="{gap}">{"".join(f"<tr>{row}</tr>" for row in rows)}</table>'


def _width_of_table(head: list[str], rows: Sequence[tuple[str, ...]]) -> int:
    """Return the width that a table takes, in characters."""
    return sum(max(map(len, cells)) for cells in zip(head, *rows, strict=True))


def _query_html(setup: LessonSetup) -> str:
    cells = zip(setup.columns, setup.query, strict=True)
    return " &nbsp; ".join(
        f"<b>{escape(cell)}</b>" if kind == "text" else f"{escape(name)} = <b>{escape(cell or '–')}</b>"
        for (name, kind), cell in cells
    )


def _formula_html(kind: str, said: Translate) -> str:
    """Return the formula for a kind of factor as HTML. Its fraction bar is the border of a table cell, because Qt's
    rich text has no MathML.
    """
    left, above, below, _ = FORMULAS[kind]
    words = {name: escape(text) for name, text in _formula_words(said).items()}
    tail = ""
    if kind == "numbers":
        tail = " · exp(−(x − {mean})² / (2 · {variance}))".format(**words)
    return (
        f'<table cellspacing="0" style="margin-top: 6px; margin-bottom: 6px"><tr>'
        f'<td rowspan="2" style="vertical-align: middle">{left.format(**words)} &nbsp;=&nbsp; </td>'
        f'<td align="center" style="border-bottom: 1px solid black">{above.format(**words)}</td>'
        f'<td rowspan="2" style="vertical-align: middle">{tail}</td></tr>'
        f'<tr><td align="center">{below.format(**words)}</td></tr></table>'
    )


def _formula_words(said: Translate) -> dict[str, str]:
    names = ("word", "value", "label", "count", "total", "vocabulary", "having", "documents", "values", "height")
    words = {name: said(f"formula-{name}") for name in names}
    return words | {"mean": said("live-mean"), "variance": said("live-variance")}


def _table_html(head: list[str], rows: Sequence[tuple[str, ...]], *, is_text: bool = False) -> str:
    side = "left" if is_text else "right"
    first = "".join(f'<th align="{"left" if n == 0 else side}">{escape(cell)}</th>' for n, cell in enumerate(head))
    body = "".join(
        "<tr>"
        + "".join(f'<td align="{"left" if n == 0 else side}">{escape(c)}</td>' for n, c in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f'<table class="counts" cellspacing="0" style="margin-bottom: 8px"><tr>{first}</tr>{body}</table>'


def _answers_html(sheet: PaperSheet, tasks: Sequence[PaperTask], translate: Translate, *, is_first: bool) -> str:
    said = partial(translate_word, translate)
    start = ' style="page-break-before: always"' if is_first else ""
    title = f"<h1{start}>{said('paper-answers')}: {escape(sheet.lesson.title)}</h1>" if is_first else ""
    printed = sheet.code or str(sheet.number or "")
    number = f"<h2>{said('paper-sheet').format(number=escape(printed))}</h2>" if printed else ""
    rows = [(f"{place}.", task.text, task.working, task.answer) for place, task in enumerate(tasks, start=1)]
    head = ["", said("question"), said("working"), said("answer")]
    return title + number + _table_html(head, rows, is_text=True)


def make_hand_out_notebook(sheet: PaperSheet, language: str) -> bytes:
    """Return a hand-out as the content of a Jupyter notebook: the given facts, and an empty cell for each exercise.

    Raises:
        SourceError: The answers cannot be computed by hand.
    """
    translate = load_catalog(language)
    said, lesson = partial(translate_word, translate), sheet.lesson
    tasks, given = make_tasks(lesson, translate), collect_facts(lesson.setup, translate)
    words = {name: _escape_markup(text) for name, text in _formula_words(said).items()}
    formulas = [f"$${FORMULAS[kind][3].format(**words)}$$" for kind in given.formulas]
    tables = [_table_markdown(head, rows) for head, rows in given.tables]
    title = f"# {_escape_markup(lesson.title)}\n\n{said('paper-name')}: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_"
    if sheet.code:
        title += f"\n\n{said('paper-sheet').format(number=_escape_markup(sheet.code))}"
    query = " · ".join(_escape_markup(cell) for cell in lesson.setup.query)
    intro = f"## {said('query')}\n\n{query}\n\n## {said('paper-given')}\n\n{_escape_markup(' '.join(given.sentences))}"
    cells = [("markdown", title), ("markdown", "\n\n".join([intro, *formulas, *tables]))]
    for place, task in enumerate(tasks, start=1):
        cells += [("markdown", f"**{place}.** {_escape_markup(task.text)}"), ("code", "")]
    return make_notebook(lesson.title, cells)


def _escape_markup(text: str) -> str:
    """Escape a text so that Markdown, HTML and TeX show it unchanged."""
    escaped = escape(" ".join(text.split()), quote=False)
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]#|$~" else sign for sign in escaped)


def _table_markdown(head: list[str], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(_escape_markup(cell) if cell != "---" else cell for cell in line) + " |" for line in lines
    )


SUFFIX = ".bayleaf-hand-in"
FORMAT = 1
MAX_FILE_BYTES, MAX_ANSWERS, MAX_NAME_LENGTH, MAX_FILES = 1_000_000, 1_000, 100, 500


@dataclass(frozen=True, slots=True)
class HandIn:
    """The answers of one pupil to the questions of a lesson."""

    pupil: str
    lesson: Lesson
    answers: Mapping[int, str]
    """Number of the question, from 1, to the answer."""
    sheet_number: int = 0
    """Number of the sheet in the class set; 0 for the numbers of the lesson itself."""
    language: str = "en"
    sheet_code: str = ""
    """The sheet number as it is printed, with settings; "" in files of older versions."""

    @property
    def printed_sheet(self) -> str:
        """The sheet number as it is printed; "" for the numbers of the lesson itself."""
        return self.sheet_code or str(self.sheet_number or "")


@dataclass(frozen=True, slots=True)
class CheckedHandIn:
    """The answers of one pupil with the result of each check."""

    hand_in: HandIn
    results: tuple[CheckedAnswer, ...]
    n_questions: int
    has_own_numbers: bool
    """Whether the pupil changed the rows or the recipe of the sheet. Always false for a teacher's own lesson."""

    @property
    def n_right(self) -> int:
        return sum(each.is_right for each in self.results)

    @property
    def first_mistake(self) -> CheckedAnswer | None:
        """The first wrong answer that does not follow from an earlier wrong answer; None if there is none."""
        return next((each for each in self.results if each.mistake_kind not in ("", "follows")), None)


@dataclass(frozen=True, slots=True)
class FirstMistake:
    """A kind of mistake, how many pupils made it as their first mistake, and an example."""

    mistake_kind: str
    """Kind of mistake, a key of `SLIP_SENTENCES`."""
    question_number: int
    """Number of the question in the example."""
    question: str
    feedback: str
    n_pupils: int


@dataclass(frozen=True, slots=True)
class SchoolClassResult:
    """The checked answers of a school class, sorted by lesson and pupil, and the errors of unreadable files."""

    hand_ins: tuple[CheckedHandIn, ...] = ()
    problems: tuple[SourceError, ...] = ()

    def mistakes(self) -> list[FirstMistake]:
        """Return the pupils' first mistakes by kind, most frequent first.

        Mistakes of unknown kind come last, because they may differ from each other.
        """
        first = [each.first_mistake for each in self.hand_ins]
        made = [each for each in first if each is not None]
        counts = Counter(each.mistake_kind for each in made)
        examples = {each.mistake_kind: each for each in reversed(made)}
        order = sorted(counts, key=lambda slip: (slip in ("unknown", "unreadable"), -counts[slip], slip))
        return [
            FirstMistake(
                slip, examples[slip].question_number, examples[slip].question, examples[slip].feedback, counts[slip]
            )
            for slip in order
        ]


def hand_in_to_bytes(hand_in: HandIn) -> bytes:
    """Return the content of the file for a pupil's answers."""
    plain = {
        "bayleaf_hand_in": FORMAT,
        "pupil": hand_in.pupil,
        "name": hand_in.lesson.name if hand_in.lesson.name in LESSON_ORDER else "",
        "sheet": hand_in.sheet_number,
        "code": hand_in.sheet_code,
        "language": hand_in.language,
        "answers": {str(number): answer for number, answer in hand_in.answers.items() if answer.strip()},
        "lesson": json.loads(lesson_to_bytes(replace(hand_in.lesson, source=""))),
    }
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")


def read_hand_in(path: Path) -> HandIn:
    """Read a file with a pupil's answers.

    Raises:
        SourceError: The file has another format, or a newer version of the program saved it.
    """
    try:
        return _hand_in_of(json.loads(read_small_file(path, MAX_FILE_BYTES)), path)
    except LessonFileError as fault:
        raise SourceError(path, fault.reason, fault.detail) from fault
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SourceError(path, "not-a-hand-in") from error


def _hand_in_of(plain: Mapping[str, Any], path: Path) -> HandIn:
    if require_whole_number(plain["bayleaf_hand_in"], 1) > FORMAT:
        raise SourceError(path, "newer-file")
    answers, name = plain["answers"], require_text(plain["name"])
    lengths = [(len(key), len(require_text(each))) for key, each in answers.items()]
    if len(answers) > MAX_ANSWERS or any(key > 6 or answer > MAX_ANSWER_LENGTH for key, answer in lengths):
        raise ValueError
    lesson = lesson_from_json(plain["lesson"], path)
    return HandIn(
        pupil=one_line(require_text(plain["pupil"]))[:MAX_NAME_LENGTH].strip() or path.stem,
        lesson=replace(lesson, name=require_one_of(name, ("", *LESSON_ORDER)) or lesson.name),
        answers={int(key): require_text(each) for key, each in answers.items()},
        sheet_number=require_whole_number(plain["sheet"], 0, MAX_SHEETS),
        language=require_one_of(plain["language"], LANGUAGES),
        sheet_code=one_line(require_text(plain.get("code", "")))[:MAX_CODE_LENGTH],
    )


def check_hand_in(hand_in: HandIn, translate: Translate) -> CheckedHandIn:
    """Check the answers of a pupil.

    Raises:
        EngineError: No model can be trained on the lesson's rows.
    """
    setup = hand_in.lesson.setup
    results = tuple(check_answers(setup, hand_in.answers, translate))
    return CheckedHandIn(hand_in, results, len(list_questions(setup)), _has_own_numbers(hand_in))


def _has_own_numbers(hand_in: HandIn) -> bool:
    if hand_in.lesson.name not in LESSON_ORDER:
        return False  # a teacher's own lesson: its original is not known here
    try:
        lesson = open_lesson(hand_in.lesson.name, hand_in.language)
        original = find_sheet(lesson, hand_in.printed_sheet, hand_in.language).lesson
    except SourceError:
        return True
    return original.setup != hand_in.lesson.setup


def collect_hand_ins(paths: Iterable[Path], translate: Translate) -> SchoolClassResult:
    """Read and check the files of several pupils. A folder stands for the files in it. The result also lists unreadable
    files.
    """
    checked, problems = [], []
    for path in expand_folders(paths):
        try:
            checked.append(check_hand_in(read_hand_in(path), translate))
        except SourceError as error:
            problems.append(error)
        except EngineError:
            problems.append(SourceError(path, "nothing-to-learn"))
    checked.sort(key=lambda each: (each.hand_in.lesson.title, each.hand_in.pupil.casefold()))
    return SchoolClassResult(tuple(checked), tuple(problems))


def expand_folders(paths: Iterable[Path]) -> Sequence[Path]:
    """Return the paths, with each folder replaced by the hand-ins in it; at most `MAX_FILES` paths."""
    files: list[Path] = []
    for path in paths:
        files += sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    return files[:MAX_FILES]
