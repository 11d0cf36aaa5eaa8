"""Lessons to take along: a notebook that asks the same engine, and one page of HTML that needs nothing.

Both are made of the same source as the window's lessons. On the page the working is hidden until it is asked for, by
the browser alone; without answers it is a hand-out. Words of the working come from the window's catalogs, and are
English where those are not installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import resources
from app.services.lessons.lesson_bench import ORDER, Lesson, open_lesson, question_of, result_of
from app.services.sheets.sheet_as_text_and_html import STYLE, html_body
from app.services.sheets.sheet_pages import sheet_blocks

CATALOGS = Path(resources.__file__).parent / "translations"
LANGUAGES: Final = ("en", "ru", "zh")
N_QUESTIONS = 5
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "rows": "What it learns", "query": "What is to be judged", "label": "label", "working": "The working",
        "questions": "Exercises", "answer": "Answer", "share": "P({label}) in the end = ?",
        "step": "P({step} | {label}) = ?", "open": "Open the lesson", "change": "Change something",
        "why": "The working, step by step", "ask": "A question, and the answer checked", "yours": "your answer",
    },
    "ru": {
        "rows": "Что изучается", "query": "О чём судим", "label": "метка", "working": "Вычисление",
        "questions": "Упражнения", "answer": "Ответ", "share": "P({label}) в конце = ?",
        "step": "P({step} | {label}) = ?", "open": "Откройте урок", "change": "Измените что-нибудь",
        "why": "Вычисление шаг за шагом", "ask": "Вопрос и проверка ответа", "yours": "ваш ответ",
    },
    "zh": {
        "rows": "学习的内容", "query": "要判断的内容", "label": "标签", "working": "计算过程",
        "questions": "练习", "answer": "答案", "share": "最后的 P({label}) = ?",
        "step": "P({step} | {label}) = ?", "open": "打开课程", "change": "改一改",
        "why": "逐步计算", "ask": "一个问题，并检查答案", "yours": "你的答案",
    },
}  # fmt: skip
PAGE_STYLE = (
    STYLE
    + """
body { max-width: 46em; padding: 0 1em; font-size: 16px; } details { margin: 1em 0; } .wide { overflow-x: auto; }
summary { cursor: pointer; font-weight: 600; } :root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) { body { color: #E6E9E4; background: #1B1E1C; } table { background: #222623; }
th { color: #A3ABA5; } td { border-color: #333834; } .sum td { border-color: #777; } }
"""
)


def lesson_page(name: str, language: str, *, has_answers: bool = True) -> str:
    """Return a lesson as one page: explanation, rows, working and exercises."""
    lesson, words = open_lesson(name, language), WORDS.get(language, WORDS["en"])
    parts = [f"<h1>{escape(lesson.title)}</h1>", marked_down(lesson.explanation)]
    head = [words["label"], *(column for column, _ in lesson.bench.columns)]
    parts += [f"<h2>{words['rows']}</h2>", rows_of(head, list(lesson.bench.rows))]
    parts += [f"<h2>{words['query']}</h2>", rows_of(head[1:], [lesson.bench.query])]
    parts += [f"<h2>{words['questions']}</h2>", exercises(lesson, words, has_answers=has_answers)]
    if has_answers:
        working = html_body(sheet_blocks(result_of(lesson.bench).explained, None, catalog(language)))
        parts.append(hidden(words["working"], f'<div class="wide">{working}</div>'))
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(lesson.title)}</title><style>{PAGE_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def exercises(lesson: Lesson, words: dict[str, str], *, has_answers: bool) -> str:
    """Return questions that the lesson's numbers answer, each once."""
    asked: dict[str, str] = {}
    for seed in range(8 * N_QUESTIONS):
        question = question_of(lesson.bench, seed)
        if question is not None and len(asked) < N_QUESTIONS:
            form = words["step"] if question.step else words["share"]
            asked.setdefault(form.format(label=question.label, step=question.step), str(question.answer))
    items = (
        f"<li>{escape(text)}{hidden(words['answer'], escape(answer)) if has_answers else '<p>&nbsp;</p>'}</li>"
        for text, answer in asked.items()
    )
    return f"<ol>{''.join(items)}</ol>"


def hidden(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def rows_of(head: list[str], rows: list[tuple[str, ...]]) -> str:
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{first}</tr>{body}</table></div>'


def marked_down(text: str) -> str:
    """Return the little Markdown that lessons are written in as HTML: paragraphs, lists, and two kinds of stress."""
    return "\n".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()))


def _block(block: str) -> str:
    lines = block.split("\n")
    items = [f"<li>{_stressed(line[2:])}</li>" for line in lines if line.startswith("- ")]
    before = " ".join(line for line in lines if not line.startswith("- "))
    paragraph = f"<p>{_stressed(before)}</p>" if before else ""
    return paragraph + (f"<ul>{''.join(items)}</ul>" if items else "")


def _stressed(line: str) -> str:
    strong = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(line))
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", strong)


@lru_cache(maxsize=4)
def catalog(language: str) -> Callable[[str], str]:
    """Return what says the words of a working in another language."""
    path = CATALOGS / f"bayleaf_{language}.ts"
    if language == "en" or not path.is_file():
        return str
    known = {
        message.findtext("source", ""): message.findtext("translation", "")
        for message in ElementTree.parse(path).iter("message")
    }
    return lambda text: known.get(text) or text


def lesson_notebook(name: str, language: str) -> dict[str, Any]:
    """Return a lesson as a notebook of Jupyter's, without any output yet."""
    lesson, words = open_lesson(name, language), WORDS.get(language, WORDS["en"])
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            "language_info": {"name": "python"},
            "title": lesson.title,
        },
        "cells": [
            {"id": f"cell-{place}", "metadata": {}, **cell}
            for place, cell in enumerate(_cells(lesson, name, language, words))
        ],
    }  # fmt: skip


def _cells(lesson: Lesson, name: str, language: str, words: dict[str, str]) -> Iterator[dict[str, Any]]:
    yield _text(f"# {lesson.title}\n\n{lesson.explanation}")
    yield _code(f"# {words['open']}\nimport bayleaf\n\nlesson = bayleaf.lesson({name!r}, {language!r})\nlesson.rows")
    yield _code(f"# {words['query']}: {' · '.join(lesson.bench.query)}\nlesson.verdict")
    yield _code(f"# {words['why']}\nlesson.derivation")
    if lesson.bench.is_smoothed:
        yield _code(f"# {words['change']}\nlesson.changed(smoothing=2).derivation")
    if question_of(lesson.bench, 0) is not None:
        yield _code(f"# {words['ask']}\nquestion = lesson.question(0)\nquestion")
        yield _code(f'question.is_right("0.5")  # {words["yours"]}')


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source}


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": [], "execution_count": None}


def notebook_bytes(name: str, language: str) -> bytes:
    """Return the content of a notebook's file."""
    return (json.dumps(lesson_notebook(name, language), ensure_ascii=False, indent=1) + "\n").encode()


def titles(language: str) -> dict[str, str]:
    """The lessons by name, from the first step to the last."""
    return {name: open_lesson(name, language).title for name in ORDER}
