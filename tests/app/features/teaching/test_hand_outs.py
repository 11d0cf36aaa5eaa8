"""A hand-out can be solved from its text alone; a class set has different numbers and the same questions."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import exp, pi, prod, sqrt

import pypdfium2
import pytest

from app.domain.documents import one_line
from app.domain.errors import SourceError
from app.features.teaching.hand_outs import (
    LESSONS_WITH_LASTING_STORY,
    MODEL_LETTERS,
    PaperSheet,
    make_class_set,
    make_hand_out_notebook,
    make_hand_out_page,
    make_tasks,
    vary_lesson,
)
from app.features.teaching.lesson_pages import LANGUAGES, find_lesson
from app.features.teaching.lessons import Lesson, LessonSetup, compute_result
from app.kit.picture_files import html_to_pdf
from nbengine.events import EVENT_MODELS

BY_HAND = ("fever", "tennis", "five-mails", "zero-counts", "prior", "absent-words", "unknown-word", "length", "twice")


HEADINGS = re.compile(r"^(Document to classify|What is given|Exercises)\s+", re.MULTILINE)
"""With some fonts, the text of a PDF goes on behind a heading in the same line."""


def printed_pages(
    lesson: Lesson, n_sheets: int = 1, *, has_answers: bool = True, number: int = 0, language: str = "en"
) -> list[str]:
    sheets = [PaperSheet(number, lesson)] if number else make_class_set(lesson, n_sheets)
    pdf = html_to_pdf(make_hand_out_page(sheets, language, has_answers=has_answers))
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.get_textpage().get_text_range().replace("\r\n", "\n").replace("\xa0", " ") for page in document]
    document.close()
    return [HEADINGS.sub(r"\1\n", page) for page in pages]


class Reader:
    """Reads what a pupil reads on paper, and works the tasks out with fractions."""

    def __init__(self, paper: str) -> None:
        self.text = paper
        smoothing = re.search(r"α = ([\d.]+)", paper)
        assert smoothing is not None, "the hand-out names its smoothing"
        self.alpha = Fraction(smoothing[1].rstrip("."))
        self.labels = re.search(r"Values for each label (.+)", paper)[1].split()  # type: ignore[index]
        self.documents = self.row("Documents")
        self.is_bernoulli = "documents of the label" in paper
        asked = re.findall(r"^\s*(\d+)\.\s+((?:.|\n)+? = \?)", paper.split("\nExercises\n")[1], re.MULTILINE)
        self.questions = [(number, " ".join(question.split())) for number, question in asked]

    def row(self, name: str) -> list[Fraction]:
        """The numbers printed behind a name."""
        found = re.search(rf"^{re.escape(name)} ((?:[\d.]+ ?)+)$", self.text, re.MULTILINE)
        assert found is not None, f"{name} is given"
        return [Fraction(each) for each in found[1].split()]

    def factor(self, step: str, label: str) -> Fraction:
        place, n_labels = self.labels.index(label), len(self.labels)
        if " = " in step:
            column, value = step.split(" = ")
            block = self.text[re.search(rf"^{column} {' '.join(self.labels)}$", self.text, re.MULTILINE).start() :]  # type: ignore[union-attr]
            inside = Reader.__new__(Reader)
            inside.text = block
            count, total, values = (inside.row(name)[place] for name in (value, "Total", "Possible values"))
            return (count + self.alpha) / (total + self.alpha * values)
        count = self.row(step)[place]
        if self.is_bernoulli:
            return (count + self.alpha) / (self.documents[place] + 2 * self.alpha)
        total, vocabulary = (
            self.row("Number of words of the label")[place],
            self.row("Words in the vocabulary")[n_labels - 1],
        )
        return (count + self.alpha) / (total + self.alpha * vocabulary)

    def prior(self, label: str) -> Fraction:
        if "Every label has the same prior" in self.text:
            return Fraction(1, len(self.labels))
        assert "The prior of a label is its share of the documents." in self.text
        return self.documents[self.labels.index(label)] / sum(self.documents)

    def product(self, label: str) -> Fraction:
        if self.is_bernoulli:
            asked = self.text.split("Document to classify\n")[1].split("\n")[0].split()
            table = self.text.split("\nDocuments with the word")[1].split("\n")[1:]
            words = [line.split()[0] for line in table if re.fullmatch(r"\S+( \d+)+", line)]
            shares = {word: self.factor(word, label) for word in words}
            return self.prior(label) * prod(share if word in asked else 1 - share for word, share in shares.items())
        found = (re.fullmatch(rf"P\((.+) \| {label}\) = \?", question) for _, question in self.questions)
        steps = [each[1] for each in found if each is not None]
        times = {
            step: self.text.split("Document to classify\n")[1].split("\n")[0].split().count(step) for step in steps
        }
        return self.prior(label) * prod(self.factor(step, label) ** (times[step] or 1) for step in steps)

    def solve(self, question: str) -> Fraction:
        if found := re.fullmatch(r"P\((\S+) \| document\) = \?", question):
            return self.product(found[1]) / sum(map(self.product, self.labels))
        if found := re.fullmatch(r"The product of (\S+) = \?", question):
            return self.product(found[1])
        if found := re.fullmatch(r"P\((.+) \| (\S+)\) = \?", question):
            return self.factor(found[1], found[2])
        return self.prior(re.fullmatch(r"P\((\S+)\) = \?", question)[1])  # type: ignore[index]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("number", [0, 5])
@pytest.mark.parametrize("name", [name for name in BY_HAND if name != "unknown-word"])
def test_a_hand_out_is_solved_from_its_text_alone(name: str, number: int) -> None:
    lesson = vary_lesson(find_lesson(name, "en"), number)
    pages = printed_pages(lesson)
    first_answers = next(place for place, page in enumerate(pages) if page.startswith("Answers"))
    reader = Reader("\n".join(pages[:first_answers]))
    answers = "\n".join(pages[first_answers:])

    assert len(reader.questions) >= 4
    for place, question in reader.questions:
        expected = reader.solve(question)
        block = re.search(rf"^{place}\.\s(.*?)(?=^\d+\.\s|\Z)", answers, re.MULTILINE | re.DOTALL)
        assert block is not None
        assert question.split()[0] in block[1]
        assert str(expected) in block[1].split(), (question, expected, block[1])


@pytest.mark.usefixtures("qapp")
def test_a_hand_out_says_how_factors_combine_and_what_becomes_of_a_word_without_counts() -> None:
    with_unknown, without = (
        "\n".join(printed_pages(find_lesson(name, "en"))) for name in ("five-mails", "zero-counts")
    )

    for paper in (with_unknown, without):
        assert "For each label, multiply its prior by all of its factors" in " ".join(paper.split())
        assert ".." not in paper
    left_out = "Words that are not in the table are left out"
    assert left_out in " ".join(with_unknown.split())
    assert left_out not in " ".join(without.split())


@pytest.mark.usefixtures("qapp")
def test_a_hand_out_begins_with_the_largest_title_and_lines_for_name_and_date() -> None:
    page = make_hand_out_page(make_class_set(find_lesson("tennis", "en"), 1), "en", has_answers=False)
    first, *_ = printed_pages(find_lesson("tennis", "en"), has_answers=False)

    sizes = {tag: float(re.search(rf"{tag} {{[^}}]*font-size: ([\d.]+)pt", page)[1]) for tag in ("h1", "h2", "body")}  # type: ignore[index]
    assert sizes["h1"] > sizes["h2"] > sizes["body"]
    assert first.startswith(find_lesson("tennis", "en").title)
    assert re.search(r"Name: _+\s*Date: _+", first)
    assert "Event model: categorical" in first


@pytest.mark.usefixtures("qapp")
def test_without_answers_no_page_has_one_and_with_them_they_begin_a_page_of_their_own() -> None:
    lesson = find_lesson("five-mails", "en")
    without, with_answers = printed_pages(lesson, has_answers=False), printed_pages(lesson)

    assert len(with_answers) == len(without) + 1
    assert not any("27000/39167" in page for page in without)
    assert "27000/39167" in with_answers[-1]
    assert not any("27000/39167" in page for page in with_answers[:-1])


@pytest.mark.parametrize("name", [*BY_HAND, "iris"])
def test_a_class_set_has_different_numbers_the_same_on_every_computer(name: str) -> None:
    lesson = find_lesson(name, "en")
    sheets = make_class_set(lesson, 12)

    assert len({sheet.lesson.setup.rows for sheet in sheets}) == 12
    assert [sheet.lesson for sheet in sheets] == [vary_lesson(lesson, number) for number in range(1, 13)]
    for sheet in sheets:
        assert sheet.lesson.setup.query == lesson.setup.query
        verdicts = [compute_result(each.setup).derived_verdict.verdict for each in (lesson, sheet.lesson)]
        assert (verdicts[0].label is None) is (verdicts[1].label is None), "an undecided lesson stays undecided"
        assert len(make_tasks(sheet.lesson, str)) == len(make_tasks(lesson, str))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BY_HAND)
def test_a_sheet_of_a_class_set_is_one_page(name: str, language: str) -> None:
    sheet = make_class_set(find_lesson(name, language), 2)[0]

    assert len(printed_pages(sheet.lesson, has_answers=False, number=1, language=language)) == 1


@pytest.mark.parametrize("name", sorted(LESSONS_WITH_LASTING_STORY))
def test_a_story_is_printed_on_a_sheet_with_other_numbers_where_it_is_still_true(name: str) -> None:
    lesson = find_lesson(name, "en")
    sheets = make_class_set(lesson, 3)

    assert all(
        Counter(row[0] for row in sheet.lesson.setup.rows) == Counter(row[0] for row in lesson.setup.rows)
        for sheet in sheets
    )
    first = one_line(lesson.explanation.partition("\n\n")[0]).replace("*", "").split(".")[0]
    page = re.sub("<[^>]+>", "", make_hand_out_page(sheets, "en", has_answers=False))
    assert one_line(html.unescape(page)).count(first) == 3


def test_a_story_about_counts_is_left_out_of_sheets_with_other_counts() -> None:
    page = make_hand_out_page(make_class_set(find_lesson("five-mails", "en"), 2), "en", has_answers=False)

    assert "twelve different words" not in page


def test_a_sheet_s_number_stands_for_its_rows() -> None:
    """A pupil's hand-in names its sheet; a later release must not draw other rows for it."""
    rows = vary_lesson(find_lesson("five-mails", "en"), 1).setup.rows

    assert rows[0] == ("spam", "cheap notes now")


def test_what_cannot_be_worked_out_by_hand_is_one_sentence() -> None:
    with pytest.raises(SourceError) as refused:
        make_tasks(find_lesson("same-thing", "en"), str)
    assert refused.value.reason == "not-by-hand"
    empty = Lesson("own", "Own", "", LessonSetup((("text", "text"),), (("", "words"),), ("words",), "multinomial", 1.0))
    with pytest.raises(SourceError) as refused:
        make_tasks(empty, str)
    assert refused.value.reason == "nothing-to-learn"
    same = replace(
        empty,
        setup=replace(
            empty.setup,
            columns=(("side", "choice"),),
            rows=(("a", "x"), ("b", "y")),
            query=("x",),
            event_model="categorical",
        ),
    )
    with pytest.raises(SourceError) as refused:
        vary_lesson(same, 1)
    assert refused.value.reason == "no-other-numbers"


def test_a_hand_out_as_a_notebook_has_formulas_and_an_empty_cell_for_each_task() -> None:
    lesson = find_lesson("five-mails", "en")
    notebook = json.loads(make_hand_out_notebook(PaperSheet(0, lesson), "en"))

    sources = [cell["source"] for cell in notebook["cells"]]
    n_tasks = len(make_tasks(lesson, str))
    assert sum(cell["cell_type"] == "code" and not cell["source"] for cell in notebook["cells"]) == n_tasks
    assert any(r"\frac{\text{count} + \alpha}" in source for source in sources)
    assert not any("27000" in source for source in sources)


@pytest.mark.usefixtures("qapp")
def test_markup_in_names_is_printed_as_it_is() -> None:
    evil = "<img src='file:///etc/passwd'><b>x</b>"
    lesson = find_lesson("fever", "en")
    setup = replace(lesson.setup, rows=tuple((evil + row[0], *row[1:]) for row in lesson.setup.rows))
    own = Lesson("own", evil, evil, setup)

    text = " ".join("".join(printed_pages(own)).split())

    assert text.startswith("<img src='file:///etc/passwd'><b>x</b>")
    assert "<img" not in make_hand_out_page([PaperSheet(0, own)], "en", has_answers=True)
    assert "<img" not in json.loads(make_hand_out_notebook(PaperSheet(0, own), "en"))["cells"][0]["source"]


def test_a_large_lesson_of_a_teacher_is_varied_in_one_pass() -> None:
    rows = tuple((f"label {n % 5}", f"word{n % 700} word{n % 31} common") for n in range(2_000))
    own = Lesson("own", "Own", "", LessonSetup((("text", "text"),), rows, ("common word1",), "multinomial", 1.0))

    changed = vary_lesson(own, 1)

    assert len(changed.setup.rows) == 2_000
    assert {row[0] for row in changed.setup.rows} == {row[0] for row in rows}
    assert make_tasks(changed, str)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("number", [0, 2])
def test_a_hand_out_of_bell_curves_is_solved_from_its_text_alone(number: int) -> None:
    pages = printed_pages(vary_lesson(find_lesson("iris", "en"), number))
    text, answers = "\n".join(pages[:-1]), " ".join(pages[-1].split())
    labels = re.search(r"Values for each label (.+)", text)[1].split()  # type: ignore[index]
    asked = dict(re.findall(r"(\w+ \w+) = ([\d.]+)", text.split("Document to classify\n")[1].split("\n")[0]))
    products = {}
    for place, label in enumerate(labels):
        products[label] = 1 / len(labels)
        for name, value in asked.items():
            block = text[text.index(f"\n{name} {' '.join(labels)}") :]
            mean, variance = (
                float(re.search(rf"^{row} (.+)$", block, re.MULTILINE)[1].split()[place])  # type: ignore[index]
                for row in ("Mean", "Variance")
            )
            height = exp(-((float(value) - mean) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)
            products[label] *= height
            assert printed_number(answers, f"How high is the curve of {label} at {name} = {float(value):g}?") == (
                pytest.approx(height, rel=2e-3)
            )
        assert printed_number(answers, f"The product of {label} = ? product (prior × factors)") == (
            pytest.approx(products[label], rel=5e-3)
        )
    for label, product in products.items():
        found = printed_number(answers, f"P({label} | document) = ? product / Σ products")
        assert found == pytest.approx(product / sum(products.values()), rel=5e-3)


def printed_number(answers: str, question: str) -> float:
    """Return the number behind a question on the answer page."""
    found = re.search(rf"{re.escape(question)} ([\d.]+)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", answers)
    assert found is not None, question
    power = (found[2] or "⁰").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(found[1]) * 10.0 ** int(power)


def test_every_event_model_has_a_letter_of_its_own_in_sheet_numbers() -> None:
    assert set(EVENT_MODELS) <= set(MODEL_LETTERS)
    assert len(set(MODEL_LETTERS.values())) == len(MODEL_LETTERS)
