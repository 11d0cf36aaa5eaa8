"""Every lesson opens in every language and comes to the numbers that its page promises."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.domain.errors import TrainingError
from app.features.explain.use_cases import fraction_or_decimal
from app.features.teaching.exercises import Question, format_answer
from app.features.teaching.lessons import (
    LESSON_ORDER,
    LessonSetup,
    compute_result,
    draw_question,
    open_lesson,
    question_of_check,
)
from app.features.teaching.scenes import CountsScene, OddsScene, make_scene

NUMBER = re.compile(r"[\d.]+")
UNTRANSLATED = {"spam", "ham", "setosa", "versicolor", "virginica", "new york"}
"""Names, and two words that are one only where words are parted by spaces."""


def lesson_setup(name: str, **changes: object) -> LessonSetup:
    return replace(open_lesson(name).setup, **changes)  # type: ignore[arg-type]


def shares(given: LessonSetup) -> dict[str, Fraction]:
    sheet = compute_result(given).derived_verdict.derivation
    assert sheet.exact is not None
    return {label.label: Fraction(share) for label, share in zip(sheet.labels, sheet.exact, strict=True)}


@pytest.mark.parametrize("name", LESSON_ORDER)
def test_every_lesson_is_told_in_three_languages_and_can_be_worked_out(name: str) -> None:
    lessons = [open_lesson(name, language) for language in ("en", "ru", "zh")]

    assert len({lesson.title for lesson in lessons}) == 3
    assert re.search("[а-я]", lessons[1].explanation)
    assert re.search("[一-龥]", lessons[2].explanation)
    assert compute_result(lessons[0].setup).derived_verdict.derivation.labels


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_no_mark_of_emphasis_is_left_in_the_text_as_it_is_shown(qapp: QApplication, name: str, language: str) -> None:
    document = QTextDocument()
    document.setMarkdown(open_lesson(name, language).explanation, QTextDocument.MarkdownFeature.MarkdownNoHTML)

    assert "*" not in document.toPlainText()
    assert "[[" not in document.toPlainText()


@pytest.mark.parametrize("language", ["ru", "zh"])
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_rows_are_in_the_language_of_the_page_and_every_number_stays_as_in_english(name: str, language: str) -> None:
    plain, told = open_lesson(name).setup, open_lesson(name, language).setup
    cells = [cell for row in (*told.rows, told.query) for cell in row if not NUMBER.fullmatch(cell)]

    assert {cell for cell in cells if re.fullmatch("[A-Za-z ]+", cell)} <= UNTRANSLATED
    for mine, english in zip(numbers_of(told), numbers_of(plain), strict=True):
        assert mine == (english if english is None else pytest.approx(english, abs=1e-7))
    assert set(re.findall("[*]([^*]+)[*]", open_lesson(name, language).explanation)) & set(plain.query) <= {"new york"}


def numbers_of(given: LessonSetup) -> tuple[object, ...]:
    """Return the figures, whatever the labels and words are called."""
    result = compute_result(given)
    shares = result.derived_verdict.derivation.probabilities
    return None if shares is None else sorted(shares), result.n_wrong, result.n_wrong_left_out


@pytest.mark.parametrize(("smoothing", "infected"), [(0.0, Fraction(1)), (1.0, Fraction(4, 7)), (0.5, Fraction(9, 14))])
def test_the_fever_table_has_the_fractions_of_the_textbook(smoothing: float, infected: Fraction) -> None:
    assert shares(lesson_setup("fever", smoothing=smoothing))["infected"] == infected


def test_no_tennis_on_a_sunny_cool_humid_windy_day() -> None:
    found = shares(lesson_setup("tennis"))

    assert found["No"] == Fraction(18, 875) / (Fraction(18, 875) + Fraction(1, 189))


@pytest.mark.parametrize(
    ("event_model", "smoothing", "ham"),
    [
        ("multinomial", 1.0, Fraction(27000, 39167)),
        ("multinomial", 0.5, Fraction(14700, 19613)),
        ("bernoulli", 1.0, Fraction(1207959552, 1452100177)),
    ],
)
def test_the_five_mails_have_the_fractions_of_the_textbook(event_model: str, smoothing: float, ham: Fraction) -> None:
    assert shares(lesson_setup("five-mails", event_model=event_model, smoothing=smoothing))["ham"] == ham


def test_the_complement_of_the_five_mails_has_the_scores_of_the_textbook() -> None:
    sheet = compute_result(lesson_setup("five-mails", event_model="complement")).derived_verdict.derivation

    assert [label.score for label in sheet.labels] == pytest.approx([7.60090246, 7.20925807], abs=1e-8)


def test_iris_is_wrong_about_six_of_its_own_flowers_and_seven_left_out() -> None:
    result = compute_result(lesson_setup("iris"))

    assert (result.n_wrong, result.n_wrong_left_out) == (6, 7)


def test_zero_counts_leave_the_verdict_undecided_until_something_is_smoothed() -> None:
    assert compute_result(lesson_setup("zero-counts")).derived_verdict.verdict.label is None
    assert compute_result(lesson_setup("zero-counts", smoothing=1e-9)).derived_verdict.verdict.label is not None


def test_a_missing_value_leaves_the_product_and_an_unknown_one_does_not() -> None:
    missing = compute_result(lesson_setup("fever", query=("?", "no", "no"))).derived_verdict.derivation
    unknown = compute_result(lesson_setup("fever", query=("maybe", "no", "no"))).derived_verdict.derivation

    assert [step.name for step in missing.labels[0].steps] == ["cough", "listless"]
    assert len(unknown.labels[0].steps) == 3


def test_the_prior_lesson_turns_from_ham_to_spam_with_a_uniform_prior() -> None:
    assert compute_result(lesson_setup("prior")).derived_verdict.verdict.label == "ham"
    assert compute_result(lesson_setup("prior", prior="uniform")).derived_verdict.verdict.label == "spam"


def test_words_that_come_together_square_the_odds() -> None:
    alone, both = (shares(lesson_setup("twice", query=(text,), prior="uniform")) for text in ("new", "new york"))

    assert both["travel"] / both["sport"] == (alone["travel"] / alone["sport"]) ** 2


def test_the_unknown_word_weighs_in_where_words_are_left_out() -> None:
    steps = compute_result(lesson_setup("unknown-word")).derived_verdict.derivation.labels[0].steps

    assert any(step.count == 2 for step in steps)


def test_rows_without_a_label_are_not_learnt_and_no_rows_at_all_are_an_error() -> None:
    without = lesson_setup("fever", rows=(("", "yes", "no", "yes"), *open_lesson("fever").setup.rows))
    assert shares(without) == shares(lesson_setup("fever"))
    with pytest.raises(TrainingError):
        compute_result(lesson_setup("fever", rows=()))


def test_questions_are_answered_by_the_sheet() -> None:
    questions = {question for seed in range(60) if (question := draw_question(lesson_setup("fever"), seed)) is not None}
    asked = {(each.kind, each.label, each.step, each.answer) for each in questions}

    assert ("share", "infected", "", Fraction(4, 7)) in asked
    assert ("step", "infected", "fever = yes", Fraction(3, 5)) in asked
    assert draw_question(lesson_setup("iris"), 1) is None


@pytest.mark.parametrize("written", ["4/7", " 8 / 14 ", "0.57", "0,571", "57.1 %", "57%"])
def test_a_right_answer_may_be_written_in_many_ways(written: str) -> None:
    assert Question("infected", "", Fraction(4, 7)).is_right(written)


@pytest.mark.parametrize("written", ["", "0.6", "0.58", "4/8", "1/0", "four", "57"])
def test_a_wrong_answer_is_wrong(written: str) -> None:
    assert not Question("infected", "", Fraction(4, 7)).is_right(written)


@pytest.mark.parametrize("n_words", [900, 3000])
def test_a_text_of_thousands_of_words_has_its_sheet_though_its_fraction_is_too_long_to_write(n_words: int) -> None:
    text = " ".join(f"w{number}" for number in range(n_words))
    rows = (*open_lesson("five-mails").setup.rows, ("ham", text))
    given = lesson_setup("five-mails", rows=rows, query=(text,))

    sheet = compute_result(given).derived_verdict.derivation

    assert len(sheet.labels[0].steps) == n_words
    assert sheet.labels[0].exact is not None
    assert fraction_or_decimal(sheet.labels[0].exact).startswith("≈ ")
    assert draw_question(given, 3) is not None


def test_a_second_word_that_says_the_same_makes_naive_bayes_surer_and_learnt_factors_hardly() -> None:
    """The figures of the page."""

    def spam(event_model: str, *, doubled: bool) -> float:
        given = lesson_setup("same-thing", event_model=event_model, query=("buy bargain" if doubled else "buy",))
        rows = tuple((label, text.replace("buy", "buy bargain") if doubled else text) for label, text in given.rows)
        sheet = compute_result(replace(given, rows=rows)).derived_verdict.derivation
        assert sheet.probabilities is not None
        return dict(zip((label.label for label in sheet.labels), sheet.probabilities, strict=True))["spam"]

    assert spam("learnt", doubled=False) == pytest.approx(0.82, abs=0.005)
    assert spam("learnt", doubled=True) == pytest.approx(0.85, abs=0.005)
    assert spam("multinomial", doubled=False) == pytest.approx(0.974, abs=0.0005)
    assert spam("multinomial", doubled=True) == pytest.approx(0.999, abs=0.0005)


@pytest.mark.parametrize(
    ("answer", "text"), [("1/8", "1/8 = 0.125"), ("1/3", "1/3 ≈ 0.33333"), ("2", "2"), ("1/64", "1/64 = 0.015625")]
)
def test_an_answer_has_an_equals_sign_where_its_decimals_are_exact(answer: str, text: str) -> None:
    assert format_answer(Fraction(answer)) == text


def test_a_column_of_choices_is_shown_with_the_value_whose_counts_are_drawn() -> None:
    fever = lesson_setup("fever")
    counts, odds = make_scene("counts", fever, compute_result(fever)), make_scene("odds", fever, compute_result(fever))

    assert isinstance(counts, CountsScene)
    assert isinstance(odds, OddsScene)
    for named in (counts.groups, odds.effects):
        assert [each.name for each in named] == ["", "fever = yes", "cough = no", "listless = no"]


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_no_question_asks_for_a_number_that_is_printed_right_above(name: str, language: str) -> None:
    lesson = open_lesson(name, language)
    for part in lesson.parts:
        if part.check is not None and part.check.kind != "choice":
            question = question_of_check(lesson.setup, part.check)
            assert question is not None
            printed = re.findall(r"(?<![\d/.,])\d+(?:/\d+)?(?![\d/]|[.,]\d)", part.text)
            assert question.answer.denominator == 1 or str(question.answer) not in printed, part.text
