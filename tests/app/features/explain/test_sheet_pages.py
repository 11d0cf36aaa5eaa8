"""The working sheet shows every step, or sums what it does not show, and never hides a number."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from app.features.explain.use_cases import compare_event_models, complement_formula, explain_document, share_formula
from app.features.explain.working_sheet import (
    Block,
    Grid,
    SheetParagraph,
    blocks_to_html_page,
    blocks_to_text,
    display_width,
    format_signed,
    format_six_digits,
    sheet_blocks,
    side_by_side_blocks,
)
from nbengine.explanations.exact_fractions import SmoothedShare
from nbengine.learnt.statistics import Features
from nbengine.models.recipe import Recipe
from tests.nbengine.models import RECIPES, made_up_documents, made_up_model, model_of_mails

QUERY = "buy notes monday unknown"


def mails_blocks(recipe: Recipe | None = None, text: str = QUERY, n_steps: int | None = None) -> list[Block]:
    model = model_of_mails(recipe)
    return sheet_blocks(explain_document("Mails", model, Features(text=model.count([text]).counts)), n_steps)


def number(cell: str) -> float:
    return float(cell.replace("−", "-").replace("∞", "inf"))


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("n_steps", [None, 1, 3])
def test_what_is_shown_adds_up_to_the_score(name: str, n_steps: int | None) -> None:
    explained = explain_document("Made up", made_up_model(RECIPES[name]), made_up_documents(seed=4)[0][[1]])
    sums = [block for block in sheet_blocks(explained, n_steps) if isinstance(block, Grid) and block.has_sum]

    for grid in sums:
        terms = [number(row[5]) for row in grid.rows]
        total = -math.inf if -math.inf in terms[:-1] else math.fsum(terms[:-1])
        assert total == pytest.approx(terms[-1], abs=1e-6 * len(terms))


def test_the_sheet_of_the_five_mails_has_the_fractions_of_the_textbook() -> None:
    text = blocks_to_text(mails_blocks())

    assert "27000/39167" in text
    assert "log[(0 + 1) / (11 + 12) = 1/23]" in text
    assert "1207959552/1452100177" in blocks_to_text(mails_blocks(Recipe(event_model="bernoulli")))


def test_without_smoothing_the_sheet_names_the_words_that_make_each_label_impossible() -> None:
    text = blocks_to_text(mails_blocks(Recipe(smoothing=0.0)))

    assert "ham is impossible, because of buy." in text
    assert "spam is impossible, because of" in text
    assert "undecided" in text


def test_the_sheet_shows_where_the_plain_product_vanishes() -> None:
    model = model_of_mails()
    explained = explain_document("Mails", model, Features(text=model.count(["buy notes " * 200]).counts))
    text = blocks_to_text(sheet_blocks(explained))

    assert explained.derivation.do_all_underflow
    for label in explained.derivation.labels:
        found = label.underflow
        assert found is not None
        assert 0 < found.before < 1e-300
        assert f"factor number {found.n_factors}" in text
    assert "0/0" in text


def test_a_product_that_a_computer_holds_does_not_vanish() -> None:
    model = model_of_mails()
    explained = explain_document("Mails", model, Features(text=model.count([QUERY]).counts))

    assert [label.underflow for label in explained.derivation.labels] == [None, None]


def test_steps_left_out_are_those_that_tell_the_labels_apart_least() -> None:
    grid = next(block for block in mails_blocks(n_steps=1) if isinstance(block, Grid))

    assert [row[0] for row in grid.rows] == ["prior", "buy", "the other 2, added up", "Sum: the score"]


def test_event_models_stand_side_by_side_with_equal_words() -> None:
    model = model_of_mails()
    found = compare_event_models(model, Features(text=model.count([QUERY]).counts))
    shares = {view.name: dict(zip(found.labels, view.probabilities or (), strict=True)) for view in found.views}

    assert found.compared == ("ham", "spam")
    assert shares["multinomial"]["ham"] == pytest.approx(27000 / 39167, rel=1e-12)
    assert shares["bernoulli"]["ham"] == pytest.approx(1207959552 / 1452100177, rel=1e-12)
    scores = {view.name: view.scores[::-1] for view in found.views}
    assert scores["complement"] == pytest.approx((7.60090246, 7.20925807), abs=1e-8)
    assert scores["complement with norm"] == pytest.approx((0.24218698, 0.23357875), abs=1e-8)
    grid = side_by_side_blocks(found, None)[-1]
    assert isinstance(grid, Grid)
    assert [row[0] for row in grid.rows] == ["prior", "buy", "notes", "monday", "absent words"]


def test_a_table_is_compared_under_the_models_of_its_columns() -> None:
    found = compare_event_models(made_up_model(RECIPES["mixed"]), made_up_documents(seed=4)[0][[1]])

    assert {"gaussian", "categorical", "mixed", "multinomial"} <= {view.name for view in found.views}


def test_html_carries_the_same_cells_and_nothing_of_a_word_becomes_markup() -> None:
    page = blocks_to_html_page([Grid(("a", "b"), (("<script>", "1"),)), SheetParagraph("x & y")], "<title>")

    assert "<td>&lt;script&gt;</td>" in page
    assert "<p>x &amp; y</p>" in page
    assert "<script>" not in page


@pytest.mark.parametrize(
    ("value", "written"), [(-0.5, "−0.500000"), (math.inf, "+∞"), (-math.inf, "−∞"), (math.nan, "–")]
)
def test_logarithms_are_written_with_their_sign(value: float, written: str) -> None:
    assert format_signed(value) == written


def test_tiny_probabilities_are_written_with_powers_of_ten() -> None:
    assert format_six_digits(4.94e-324) == "4.94066 × 10⁻³²⁴"
    assert format_six_digits(1e20) == "1 × 10²⁰"


def test_columns_line_up_around_han_characters() -> None:
    rows = blocks_to_text([Grid(("字", "n"), (("ab", "1"), ("汉字", "2")))]).splitlines()

    assert len({display_width(row) for row in rows}) == 1


def test_a_product_too_long_to_write_is_told_by_its_decimals_and_never_as_nothing() -> None:
    text = blocks_to_text(mails_blocks(text="buy notes " * 200))

    assert "the product is 0" not in text
    assert re.search(r"the product is ≈ [1-9.]\S* × 10⁻\S+\.", text)


def test_what_words_weigh_is_written_as_decimals_and_counts_as_fractions() -> None:
    alpha = Fraction(1, 10)
    weighed = SmoothedShare(Fraction(0.280392), alpha, Fraction(6909.54), 20 * alpha)
    counted = SmoothedShare(Fraction(2), alpha, Fraction(13), 20 * alpha)

    assert share_formula(weighed) == "(0.280392 + 1/10) / (6909.54 + 2) ≈ 5.50372 × 10⁻⁵"
    assert share_formula(counted) == "(2 + 1/10) / (13 + 2) = 7/50"
    assert complement_formula(weighed).startswith("1 − (0.280392 + 1/10) / (6909.54 + 2) ≈ 0.99994")
