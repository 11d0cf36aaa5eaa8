"""Export lessons as a Jupyter notebook, a self-contained HTML page, or an answer sheet, and check filled-in answer
sheets.

All formats are made from the same data as the lessons in the window. On the page, answers are in <details> elements.
Texts of the calculation come from the translation catalogs of the window, or are English without them.

In an answer sheet, a wrong product may be the correct product of wrong factors. Such an answer is not a new mistake: it
follows from an earlier mistake. The same holds for a posterior probability that is computed from wrong products.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import numpy as np

import resources
from app.domain.documents import one_line
from app.domain.errors import NotFound, SourceError
from app.domain.sheet_words import LESSON_WORDS, SHEET_TEMPLATES, SLIP_SENTENCES, Translate
from app.domain.whole_files import SQLITE_HEADER, escape_csv_cell, open_csv_atomically
from app.features.explain.working_sheet import blocks_to_html, sheet_blocks
from app.features.teaching.exercises import ROUNDING_TOLERANCE, Answer, Question, make_feedback, read_answer
from app.features.teaching.lessons import (
    LESSON_ORDER,
    Lesson,
    LessonSetup,
    compute_result,
    draw_question,
    list_questions,
    make_lesson_from_corpus,
    open_lesson,
    query_features,
    read_lesson,
    read_small_file,
    train_on_setup,
)
from nbengine.counts import UNIT
from nbengine.errors import EngineError
from nbengine.events.gaussian import number_curves
from nbengine.learnt.statistics import Features
from nbengine.models.model import Model

FOLDER = Path(resources.__file__).parent / "lessons" / "page"
TEXTS: Final = (
    "document", "documents", "documents-with", "counts", "mean", "variance", "prior", "absent", "without", "sum",
    "factor", "word", "add", "less", "more", "unknown", "hidden", "beam", "undecided", "smoothing",
)  # fmt: skip
"""Keys of the texts that the script of the page needs. In `LESSON_WORDS` they begin with “live-”."""
MAX_WORDS, MAX_LABELS = 20_000, 20
"""Maximum numbers of words and labels for a page with counts that can be changed. More would be too slow on a
telephone.
"""


@lru_cache(maxsize=8)
def read_page_file(name: str) -> str:
    """Return the text of a file that is part of the page, such as its script or its style sheet."""
    return (FOLDER / name).read_text(encoding="utf-8")


def make_script_input(setup: LessonSetup) -> dict[str, Any] | None:
    """Return counts, recipe and document as input of the page's JavaScript; None if it cannot compute with this
    recipe.
    """
    model, _ = train_on_setup(setup)
    features = query_features(model, setup)
    settings = model.recipe.settings
    text_part = model.recipe.event.text_model(settings)
    kind = ""
    if text_part is not None and model.statistics.text is not None:
        kind = "others" if not text_part.are_weights_shares else "counts"
        kind = "presences" if model.recipe.counts_absence else kind
    is_plain = settings.norm is False and not model.recipe.is_fitted and model.tfidf is None
    if not is_plain or model.n_words > MAX_WORDS or len(model.labels) > MAX_LABELS:
        return None
    has_prior = model.recipe.event.has_prior(len(model.labels), settings)
    return {
        "kind": kind,
        "alpha": setup.smoothing,
        "prior": {"kind": setup.prior, "strength": setup.strength},
        "hasPrior": has_prior,
        "labels": list(model.labels),
        "documents": _to_documents(model.statistics.documents),
        "words": _make_word_input(model, kind) if kind else None,
        "choices": list(_iter_choice_inputs(model)),
        "numbers": list(_iter_number_inputs(model)),
        "query": _make_query_input(model, features, kind),
    }


def _to_documents(units: Any) -> list[Any]:
    values: list[Any] = (np.asarray(units) / UNIT).tolist()
    return values


def _make_word_input(model: Model, kind: str) -> dict[str, Any]:
    counts = model.tally.presences if kind == "presences" else model.tally.occurrences
    limits = model.recipe.limits
    return {
        "names": model.words_of(np.arange(model.n_words)),
        "counts": _to_documents(counts.T),
        "isClosed": not (limits.is_open and limits.min_documents),
        "unknown": 0 if limits.unknown_word else -1,
    }


def _iter_choice_inputs(model: Model) -> Iterator[dict[str, Any]]:
    tally = model.statistics.choices
    if tally is not None:
        for name, values, counts in zip(model.table.choices, model.table.values, tally.counts, strict=True):
            yield {"name": name, "values": list(values), "counts": _to_documents(counts.T)}


def _iter_number_inputs(model: Model) -> Iterator[dict[str, Any]]:
    tally = model.statistics.numbers
    if tally is None:
        return
    curves = number_curves(tally, model.recipe.settings.var_smoothing)
    for column, name in enumerate(model.table.numbers):
        variances = curves.variances[:, column]
        if np.isfinite(variances).all() and (variances > 0).all():
            yield {"name": name, "means": curves.means[:, column].tolist(), "variances": variances.tolist()}


def _make_query_input(model: Model, features: Features, kind: str) -> dict[str, Any]:
    words = np.zeros(model.n_words if kind else 0, np.int64)
    if features.text is not None and kind:
        np.add.at(words, features.text.tokens, features.text.values.astype(np.int64))
    numbers = [] if features.numbers is None else features.numbers[0].tolist()
    choices = [] if features.choices is None else features.choices[0].tolist()
    known = [each["name"] for each in _iter_number_inputs(model)]
    values = dict(zip(model.table.numbers, numbers, strict=False))
    return {
        "words": words.tolist(),
        "choices": choices,
        "numbers": [None if np.isnan(values[name]) else values[name] for name in known],
    }


def make_interactive_section(setup: LessonSetup, language: str, translate: Translate) -> str:
    """Return the HTML of the section in which a reader can change the counts.

    Returns "" if the page's JavaScript cannot compute the verdict (see `make_script_input`).
    """
    try:
        state = make_script_input(setup)
    except EngineError:
        return ""
    if state is None:
        return ""
    texts = {name: translate(LESSON_WORDS[f"live-{name}"]) for name in TEXTS}
    texts["documentsWith"] = texts.pop("documents-with")
    data = {"language": language, "isSmoothed": setup.is_smoothed, "text": texts, "state": state}
    plain = json.dumps(data, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")

    def to_html(name: str) -> str:
        return escape(translate(LESSON_WORDS[name]))

    return (
        f'<section class="lab"><div><h2>{to_html("query")}</h2><div id="controls"></div>'
        f'<h2>{to_html("live-learnt")}</h2><div id="learnt" class="wide"></div>'
        f'<button type="button" id="reset">{to_html("live-reset")}</button></div>'
        f'<div><h2>{to_html("live-verdict")}</h2><output id="verdict" aria-live="polite"></output>'
        f'<div id="share"></div>'
        f'<div id="picture"></div></div></section>'
        f'<section><h2>{to_html("working")}</h2><div id="working" class="wide"></div></section>'
        f"<noscript><p>{to_html('live-noscript')}</p></noscript>"
        f'<script type="application/json" id="lesson-data">{plain}</script>'
    )


def make_html_page(title: str, body: str, language: str, *, is_live: bool) -> str:
    """Return a whole HTML page with this body. With `is_live`, it has the JavaScript for counts that can be changed.

    Its content security policy allows only its own script and style sheet.
    """
    style = read_page_file("page.css")
    script = f"{read_page_file('arithmetic.js')}\n{read_page_file('page.js')}" if is_live else ""
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {_hash_of(style)}"
    if is_live:
        policy += f"; script-src {_hash_of(script)}"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n{body}\n"
        f"{f'<script>{script}</script>' if is_live else ''}</body></html>\n"
    )


def _hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


CATALOGS = Path(resources.__file__).parent / "translations"
LANGUAGES: Final = ("en", "ru", "zh")
N_QUESTIONS, MAX_QUESTIONS = 5, 40
"""Number of exercises on a page, and maximum number of questions in the table of all questions."""
BLANK_FOR_ANSWER = "\N{NO-BREAK SPACE}" * 30


def find_lesson(name: str, language: str) -> Lesson:
    """Open a built-in lesson by name, or a lesson file or workspace by path.

    Raises:
        NotFound: Neither a lesson nor a file has this name.
    """
    if name in LESSON_ORDER:
        return open_lesson(name, language)
    if not Path(name).is_file():
        raise NotFound("lesson", name, LESSON_ORDER)
    with Path(name).open("rb") as file:
        is_workspace = file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    return make_lesson_from_corpus(Path(name)) if is_workspace else read_lesson(Path(name))


def make_lesson_page(lesson: Lesson, language: str, *, has_answers: bool = True) -> str:
    """Return a lesson as an HTML page with explanation, rows and exercises.

    With `has_answers`, the page also has the calculation of the verdict and the answers, both collapsed at first. The
    reader can then also change the counts.
    """
    translate = load_catalog(language)
    said, setup = partial(translate_word, translate), lesson.setup
    has_explanation = (
        has_answers or lesson.name not in LESSON_ORDER
    )  # after the first paragraph, the book's explanations give answers away
    explanation = lesson.explanation if has_explanation else lesson.explanation.partition("\n\n")[0]
    live = make_interactive_section(setup, language, translate) if has_answers else ""
    parts = [f"<h1>{escape(lesson.title)}</h1>", html_of_markdown(explanation), live]
    head, rows = [said("label"), *(column for column, _ in setup.columns)], list(setup.rows)
    table = html_table(head, rows)
    parts.append(collapsible_html(said("rows"), table) if live else f"<h2>{said('rows')}</h2>{table}")
    if not live:
        parts += [f"<h2>{said('query')}</h2>", html_table(head[1:], [setup.query])]
    parts += exercises_html(setup, translate, has_answers=has_answers)
    if has_answers:
        working = blocks_to_html(sheet_blocks(compute_result(setup).derived_verdict, None, translate))
        parts.append(collapsible_html(said("whole"), f'<div class="wide">{working}</div>'))
    return make_html_page(lesson.title, "\n".join(parts), language, is_live=bool(live))


def exercises_html(setup: LessonSetup, translate: Translate, *, has_answers: bool) -> Iterator[str]:
    """Yield the HTML of some exercises, and of a table of all questions with their numbers."""
    said = partial(translate_word, translate)
    texts = [(question_text(each, translate), str(each.answer)) for each in list_questions(setup)]
    if not texts:
        return
    some = dict(random.Random(0).sample(texts, min(N_QUESTIONS, len(texts))))
    items = (
        f"<li>{escape(text)}{collapsible_html(said('answer'), escape(answer)) if has_answers else '<p>&nbsp;</p>'}</li>"
        for text, answer in some.items()
    )
    yield f"<h2>{said('exercises')}</h2><ol>{''.join(items)}</ol>"
    if len(texts) <= MAX_QUESTIONS:
        rows = [
            (str(n), text, answer if has_answers else BLANK_FOR_ANSWER) for n, (text, answer) in enumerate(texts, 1)
        ]
        table = html_table(["", said("question"), said("answer")], rows)
        yield (
            collapsible_html(said("all-questions"), table)
            if has_answers
            else f"<h2>{said('all-questions')}</h2>{table}"
        )


def collapsible_html(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def html_table(head: list[str], rows: Sequence[tuple[str, ...]]) -> str:
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{first}</tr>{body}</table></div>'


def html_of_markdown(text: str) -> str:
    """Convert the Markdown of lessons to HTML: paragraphs, lists, bold and italic."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        items = "".join(f"<li>{_emphasis_to_html(line[2:])}</li>" for line in lines if line.startswith("- "))
        before = " ".join(line for line in lines if not line.startswith("- "))
        paragraph = f"<p>{_emphasis_to_html(before)}</p>" if before else ""
        blocks.append(paragraph + (f"<ul>{items}</ul>" if items else ""))
    return "\n".join(blocks)


def _emphasis_to_html(line: str) -> str:
    strong = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(line))
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", strong)


def translate_word(translate: Translate, word: str) -> str:
    return translate(LESSON_WORDS.get(word) or SHEET_TEMPLATES[word])


@lru_cache(maxsize=4)
def load_catalog(language: str) -> Translate:
    """Return a function that translates the sentences of a calculation into a language.

    For English, or without a catalog, the function returns sentences unchanged.
    """
    path = CATALOGS / f"bayleaf_{language}.ts"
    if language == "en" or not path.is_file():
        return str
    messages = ElementTree.parse(path).iter("message")
    translations = {message.findtext("source", ""): message.findtext("translation", "") for message in messages}
    return lambda text: translations.get(text) or text


def make_lesson_notebook(name: str, language: str) -> bytes:
    """Return a lesson as the content of a Jupyter notebook without outputs."""
    lesson = find_lesson(name, language)
    return make_notebook(
        lesson.title, _iter_notebook_cells(lesson, name, language, partial(translate_word, load_catalog(language)))
    )


def make_notebook(title: str, cells: Iterable[tuple[str, str]]) -> bytes:
    """Return the content of a Jupyter notebook. `cells` are (kind, source) pairs; the kind is "markdown" or "code"."""
    of_code: dict[str, Any] = {"outputs": [], "execution_count": None}
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            "language_info": {"name": "python"},
            "title": title,
        },
        "cells": [
            {"id": f"cell-{place}", "metadata": {}, "cell_type": kind, "source": source}
            | (of_code if kind == "code" else {})
            for place, (kind, source) in enumerate(cells)
        ],
    }
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()


def _iter_notebook_cells(lesson: Lesson, name: str, language: str, said: Translate) -> Iterator[tuple[str, str]]:
    yield "markdown", escape(f"# {lesson.title}\n\n{lesson.explanation}", quote=False)
    yield "code", f"# {said('open')}\nimport bayleaf\n\nlesson = bayleaf.lesson({name!r}, {language!r})\nlesson.rows"
    yield "code", f"# {said('query')}: {' · '.join(map(one_line, lesson.setup.query))}\nlesson.verdict"
    yield "code", f"# {said('why')}\nlesson.derivation"
    if lesson.setup.is_smoothed:
        yield "code", f"# {said('change')}\nlesson.changed(smoothing=2).derivation"
    if draw_question(lesson.setup, 0) is not None:
        yield "code", f"# {said('ask')}\nquestion = lesson.question(0)\nquestion"
        yield "code", f'lesson.check(question, "0.5")  # {said("yours")}'


MAX_SHEET_BYTES = 1_000_000
SEPARATORS: Final = (";", "\t", ",")
"""Cell separators of spreadsheets in different locales."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """A pupil's answer to one question, and whether it is right."""

    question_number: int
    """Number of the question, from 1."""
    question: str
    answer: str
    is_right: bool
    mistake_kind: str
    """Kind of mistake; "follows" if the answer follows from an earlier mistake, "" if the answer is right."""
    feedback: str
    """Sentence about the answer, for the pupil."""


def question_text(question: Question, translate: Translate) -> str:
    return translate(LESSON_WORDS[f"ask-{question.kind}"]).format(label=question.label, step=question.step)


def write_answer_sheet(setup: LessonSetup, target: Path, translate: Translate) -> None:
    """Write an answer sheet: a CSV table of the questions with an empty column for answers."""
    with open_csv_atomically(target) as table:
        table.writerow(["", translate(LESSON_WORDS["question"]), translate(LESSON_WORDS["answer"])])
        for number, question in enumerate(list_questions(setup), start=1):
            table.writerow([number, question_text(question, translate), ""])


def read_answer_sheet(path: Path) -> dict[int, tuple[str, str]]:
    """Read an answer sheet. Return question number to (question, answer).

    The first line says which columns the sheet has: number, question and answer, or number and answer. In a sheet
    without a column of questions, all questions are "".
    """
    text = read_small_file(path, MAX_SHEET_BYTES).decode("utf-8-sig", "replace")
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    try:
        rows = list(csv.reader(StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise SourceError(path, "damaged") from error
    n_before = 1 if rows and len(rows[0]) == 2 else 2
    numbered = [row for row in rows if len(row) > n_before and len(row[0]) < 9 and row[0].strip().isdecimal()]
    answers = {
        int(row[0]): ("".join(row[1:n_before]), separator.join(row[n_before:]).strip(f" '{separator}"))
        for row in numbered
    }
    if not any(answer for _, answer in answers.values()):
        raise SourceError(path, "no-exercise-answers")
    return answers


def match_answers(
    setup: LessonSetup, sheet: Mapping[int, tuple[str, str]], translate: Translate
) -> dict[int, str] | None:
    """Return question number to answer, from a sheet as `read_answer_sheet` returns it.

    Returns None if its questions are not those of the lesson in this language. A row without a question is matched by
    its number only.
    """
    asked = dict(
        enumerate((escape_csv_cell(question_text(each, translate)) for each in list_questions(setup)), start=1)
    )
    is_about_it = all(
        number in asked and question.strip() in ("", asked[number]) for number, (question, _) in sheet.items()
    )
    return {number: answer for number, (_, answer) in sheet.items()} if is_about_it else None


def check_answers(
    setup: LessonSetup, answers: Mapping[int, str], translate: Translate = str
) -> Iterator[CheckedAnswer]:
    """Check the answers in the order of the questions. Questions without an answer are skipped."""
    questions = list_questions(setup)
    parsed = {number: read_answer(answers.get(number, "")) for number in range(1, len(questions) + 1)}
    for number, question in enumerate(questions, start=1):
        written = answers.get(number, "")
        if not written:
            continue
        slip, feedback = question.find_mistake(written), make_feedback(question, written, translate)
        kind = "" if slip is None else slip.kind
        if kind and is_consistent(questions, parsed, number):
            kind, feedback = "follows", translate(SLIP_SENTENCES["follows"])
        yield CheckedAnswer(number, question_text(question, translate), written, not kind, kind, feedback)


def is_consistent(questions: list[Question], parsed: Mapping[int, Answer | None], number: int) -> bool:
    """Return whether a wrong answer is right for the earlier answers on which it depends.

    It is then the product of the factors that were answered, or the posterior probability for the products that were
    answered.
    """
    question, answer = questions[number - 1], parsed[number]
    answered = [(earlier, parsed[place]) for place, earlier in enumerate(questions, start=1)]
    if question.kind == "product":
        expected = question.answer
        for earlier, factor in answered:
            if earlier.kind in ("prior", "step") and earlier.label == question.label:
                if factor is None or not earlier.answer:
                    return False
                expected *= (factor.value / earlier.answer) ** earlier.exponent
    elif question.kind == "share":
        products = {
            earlier.label: factor.value
            for earlier, factor in answered
            if earlier.kind == "product" and factor is not None
        }
        total = sum(products.values(), Fraction(0))
        if question.label not in products or len(products) < len({earlier.label for earlier in questions}) or not total:
            return False
        expected = products[question.label] / total
    else:
        return False
    return answer is not None and abs(answer.value - expected) <= answer.tolerance + ROUNDING_TOLERANCE * abs(expected)
