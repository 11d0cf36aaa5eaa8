"""*Why* connects the score with the probability, and the full calculation derives the one from the other."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentVerdict
from app.features.classify.explanations import calibration_sentence, to_explained_verdict
from app.features.explain.use_cases import calibration_step, explain_documents, sheet_of_document
from app.features.explain.view_model import SheetViewModel, WhyTab
from app.features.explain.why_panel import WhyPanel
from app.features.explain.working_sheet import Grid, SheetHeading, SheetParagraph, blocks_to_text, sheet_blocks
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.table_view import SheetView
from app.library.classifying import load_classifier
from tests.app.features.classify.test_why_words import mail, reasons_of, why, workspace
from tests.inline_runner import InlineRunner

__all__ = ["workspace"]

BY_FILTER = DocumentVerdict(
    "", label="spam", probability=0.5, raw={"spam": 1 / (1 + math.exp(-4)), "ham": 1 / (1 + math.exp(4))}, odds=4.0,
    against="ham", is_by_filter=True,
)  # fmt: skip


@pytest.mark.parametrize("model", ["filter", "multinomial", "bernoulli", "learnt"])
def test_the_score_and_both_probabilities_are_in_one_sentence(workspace: Path, model: str) -> None:
    explanation, verdict = why(workspace, model), reasons_of(workspace, model).verdict
    step = calibration_step(verdict)

    assert step is not None
    assert step.is_by_pair
    assert 1 / (1 + math.exp(-step.score)) == pytest.approx(step.before, abs=1e-9)
    assert step.after == verdict.probability
    assert explanation.calibration.startswith(f"A score of {step.score:+.2f} corresponds to a probability of ")


@pytest.mark.parametrize(
    ("after", "is_unsure", "words"),
    [
        (
            0.001 + 0.998 / (1 + math.exp(-4)),
            False,
            "Because some labels may be wrong, 98.1 % is shown.",
        ),
        (
            0.001 + 0.998 / (1 + math.exp(-2)),
            True,
            "They lower the score to +2.00, which corresponds to a probability of 88.0 %.",
        ),
    ],
)
def test_a_filter_says_what_limits_its_probability(after: float, is_unsure: bool, words: str) -> None:
    sentence = calibration_sentence(replace(BY_FILTER, probability=after, is_unsure=is_unsure))

    assert words in sentence.replace("\u202f", " ").replace("\u2009", " ")


def test_a_score_lowered_for_new_words_is_the_sum_of_the_list(workspace: Path) -> None:
    """The score of a mail full of new words was shown as it was before the filter lowered it, beside its verdict."""
    reasons = reasons_of(workspace, "filter")
    odds = reasons.verdict.odds
    assert odds is not None
    lowered = 0.001 + 0.998 / (1 + math.exp(1 - odds))
    score = to_explained_verdict(
        replace(reasons, verdict=replace(reasons.verdict, probability=lowered, is_unsure=True)), {"ham": 0, "spam": 1}
    ).score

    assert score.total == pytest.approx(odds - 1)
    assert score.terms[-1].name == "many new words"
    assert score.prior is not None
    assert math.fsum([score.prior.value, *(term.value for term in score.terms)]) == pytest.approx(score.total)


def test_an_unsure_verdict_of_a_filter_says_how_much_it_shows_at_most() -> None:
    raw = {"spam": 1 / (1 + math.exp(-6)), "ham": 1 / (1 + math.exp(6))}
    sentence = calibration_sentence(replace(BY_FILTER, odds=6.0, raw=raw, probability=0.989, is_unsure=True))

    assert "For an unsure verdict, at most 98.9" in sentence


def test_with_further_labels_the_score_alone_does_not_give_the_probability() -> None:
    raw = {"spam": 0.5, "ham": 0.3, "work": 0.2}
    sentence = calibration_sentence(
        DocumentVerdict("", label="spam", probability=0.7, raw=raw, odds=math.log(0.5 / 0.3), against="ham")
    )

    assert sentence.startswith("The scores of all labels give ")


def test_an_unsure_verdict_is_not_said_to_be_as_often_right_as_its_probability() -> None:
    """Above it stood “on held-out documents, 56.8 % of such verdicts were wrong”, below it that 90.9 % were correct."""
    raw = {"spam": 0.8, "ham": 0.15, "work": 0.05}
    verdict = DocumentVerdict("", label="spam", probability=0.909, raw=raw, odds=math.log(0.8 / 0.15), against="ham")

    assert "was correct" in calibration_sentence(verdict)
    assert calibration_sentence(replace(verdict, is_unsure=True)).endswith("give a probability of 90.9\u202f%.")


def test_beside_a_verdict_only_the_probability_that_is_shown_is_named() -> None:
    """A probability of 41.3 % stood beside “sure 99.9 %”, and was read as another probability of the same letter."""
    raw = {"spam": 0.413, "ham": 0.3, "work": 0.287}
    verdict = DocumentVerdict("", label="spam", probability=0.75, raw=raw, odds=math.log(0.413 / 0.3), against="ham")

    for sentence in (
        calibration_sentence(verdict),
        calibration_sentence(replace(BY_FILTER, is_by_filter=False, probability=0.75)),
    ):
        assert re.findall(r"[\d.]+(?=\s?%)", sentence) == ["75.0"] or re.findall(r"\d+(?=\s?%)", sentence) == ["75"]


@pytest.mark.parametrize("odds", [None, math.inf, -math.inf])
def test_without_a_finite_score_nothing_is_connected(odds: float | None) -> None:
    assert calibration_sentence(replace(BY_FILTER, odds=odds)) == ""


def test_the_full_calculation_of_a_filter_gives_its_probability_before_the_comparison(workspace: Path) -> None:
    [derived] = explain_documents(workspace, "filter", [mail(101, "spam")])
    blocks = sheet_blocks(derived)
    heads = [block.text for block in blocks if isinstance(block, SheetHeading)]
    words = blocks_to_text(blocks)
    found = re.search(r"= ([\d.]+) \+ ([\d.]+) / \(1 \+ exp\(−score\)\) = ([\d.]+) %, with score = \+(\d+\.\d+)", words)

    assert heads.index("Decision") < heads.index("For comparison: the same words in a multinomial model")
    assert heads.count("Decision") == 1
    assert found is not None
    least, rest, percent, score = map(float, found.groups())
    assert 100 * (least + rest / (1 + math.exp(-score))) == pytest.approx(percent, abs=1e-4)
    assert derived.verdict.probability == pytest.approx(percent / 100, abs=1e-6)
    assert isinstance(blocks[-1], SheetParagraph)
    assert blocks[-1].text.startswith("The multinomial model would give spam a probability of ")


def test_a_score_that_is_not_lowered_is_not_said_to_be(workspace: Path) -> None:
    [derived] = explain_documents(workspace, "filter", [mail(101, "spam")])
    assert derived.working is not None
    as_it_is = replace(derived, working=replace(derived.working, cautious_score=derived.working.score))
    lowered = replace(derived, working=replace(derived.working, cautious_score=derived.working.score - 1))

    assert "This does not lower the score." in blocks_to_text(sheet_blocks(as_it_is))
    assert "so the score is lowered to" in blocks_to_text(sheet_blocks(lowered))


def test_a_filter_stands_beside_the_event_models(workspace: Path) -> None:
    loaded = load_classifier(workspace, "filter")
    sheet = sheet_of_document(workspace, loaded, mail(101, "spam"), NoOpJobContext())
    first = sheet.comparison.views[0]
    probability = dict(zip(sheet.comparison.labels, first.probabilities or (), strict=True))["spam"]

    assert first.name == "filter"
    assert probability == pytest.approx(sheet.explained.verdict.probability)
    assert first.prior + math.fsum(first.terms.values()) == pytest.approx(sheet.explained.verdict.odds)


@pytest.mark.parametrize("model", ["filter", "multinomial", "bernoulli", "learnt"])
def test_the_tab_full_calculation_never_scrolls_sideways(
    qtbot: QtBot, theme: Theme, workspace: Path, inline_runner: InlineRunner, model: str
) -> None:
    loaded, document = load_classifier(workspace, model), mail(101, "spam")
    sheet = SheetViewModel(
        inline_runner, "a mail", lambda context: sheet_of_document(workspace, loaded, document, context)
    )
    panel = WhyPanel()
    qtbot.addWidget(panel)
    panel.resize(px(520), px(420))
    with qtbot.waitExposed(panel):
        panel.show()
    panel.choose_tab(WhyTab.CALCULATION)

    panel.calculation.show_calculation(sheet)
    view = panel.calculation.findChild(SheetView)
    assert view is not None
    inline_runner.run()
    qtbot.waitUntil(lambda: not view.is_writing)

    assert "Decision" in view.toPlainText()
    assert view.horizontalScrollBar().maximum() == 0
    panel.resize(px(1200), px(420))
    qtbot.waitUntil(lambda: not view.is_writing)
    assert sheet.state.rendered is not None
    [grid, *_] = [block for block in sheet_blocks(sheet.state.rendered.sheet.explained) if isinstance(block, Grid)]
    assert grid.head[-1] in view.toPlainText()
