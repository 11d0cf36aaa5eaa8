"""The Evaluate page: a place without a picture says why, and only pictures that say something are offered."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.jobs import Cancelled, JobContext, NoOpJobContext
from app.domain.records import ModelsRevision
from app.features.evaluate.page import EvaluationPage, OpponentsPane, table_to_text
from app.features.evaluate.use_cases import EvaluationReport
from app.features.evaluate.view_model import (
    EvaluatedRecipe,
    EvaluationQuestions,
    EvaluationResult,
    EvaluationViewModel,
    ModelFigures,
    Opponents,
    View,
    Yardstick,
    draw_roc,
    initial_models,
    mcnemar_sentence,
)
from app.features.train.training import TrainingOrder, train
from app.kit import wording
from app.kit.frame import TRAIN_PAGE, PageCommands
from app.kit.look import fonts, painting
from app.kit.look.control_drawing import without_mnemonic
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.page_head import TabBar
from app.kit.painted_values import Confusion, PlotContent
from app.kit.plots.evaluation_figures import ConfusionMatrix
from app.kit.widgets import Link, Paragraph, TextLabel
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import FILTER, RecipeRequest
from app.store.workspace import NO_WORKSPACE
from nbengine.measure.evaluation import evaluate
from nbengine.measure.ranking_curves import mcnemar
from nbengine.models.recipe import Recipe
from tests.inline_runner import InlineRunner
from tests.walk.made_up_mail import write_mails

MODELS = tuple(ModelFigures(name, 0.9, 0.1, 0.1, 0.9, 0.02, 0.1, 0.01) for name in ("first", "second"))


class MadeUpFigures(EvaluationQuestions):
    """Two models, and no curve of either."""

    def __init__(self) -> None:
        super().__init__(NO_WORKSPACE)

    def model_names(self, _corpus: str) -> tuple[str, ...]:
        return tuple(each.model for each in MODELS)

    def has_only_filters(self, _corpus: str) -> bool:
        return False

    def figures_of_models(self, *_asked: object) -> tuple[ModelFigures, ...]:
        return MODELS

    def evaluate(
        self, _corpus: str, _models: Sequence[str], _yardstick: Yardstick, _context: JobContext, _label: str = ""
    ) -> EvaluationResult:
        return EvaluationResult({View.RELIABILITY: PlotContent()})


@pytest.fixture
def model(inline_runner: InlineRunner) -> EvaluationViewModel:
    return EvaluationViewModel(inline_runner, MadeUpFigures())


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, model: EvaluationViewModel) -> EvaluationPage:
    made = EvaluationPage(model)
    qtbot.addWidget(made)
    made.resize(996, 700)
    made.show()
    return made


def texts(page: EvaluationPage) -> set[str]:
    return {label.text() for label in page.findChildren(QLabel) if label.isVisible()}


def tabs(page: EvaluationPage) -> list[str]:
    bar = page.findChildren(TabBar)[0]
    return [bar.tabText(place) for place in range(bar.count()) if bar.isTabVisible(place)]


@pytest.mark.parametrize("view", [View.ROC, View.RELIABILITY, View.CONFUSION, View.SPAM])
def test_without_a_tick_the_place_of_the_picture_says_what_to_do(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, view: View
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam", has_spam=True)
    inline_runner.run()
    model.choose_view(view)
    assert "Tick a model in the list below to see it here." not in texts(page)

    model.tick("second")
    qtbot.keyClick(page._view, Qt.Key.Key_Space)
    inline_runner.run()
    assert "Tick a model in the list below to see it here." in texts(page)

    qtbot.keyClick(page._view, Qt.Key.Key_Space)
    inline_runner.run()
    assert "Tick a model in the list below to see it here." not in texts(page)


def test_a_curve_that_cannot_be_drawn_says_why(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()

    assert "A curve needs tested documents both with and without the label spam." in texts(page)


def test_a_label_keeps_its_name_wherever_it_is_written(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "böse", "gut")
    inline_runner.run()

    titles = [
        page._view.table.headerData(place, Qt.Orientation.Horizontal) for place in range(page._view.table.columnCount())
    ]
    assert tabs(page)[0] == "ROC curve"
    assert {"böse lost", "gut missed", "F1 of gut"} <= set(titles)


def test_a_label_with_an_ampersand_keeps_it(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "Q&A", "R&D")
    inline_runner.run()

    heads = [page._view.table.headerData(n, Qt.Orientation.Horizontal) for n in range(page._view.table.columnCount())]
    assert {"R&D missed", "F1 of R&D"} <= set(heads)
    assert without_mnemonic("&File away…") == "File away…"


def test_spam_is_measured_only_where_one_of_two_labels_is_spam_and_words_only_where_there_are_any(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam", has_spam=True)
    inline_runner.run()
    QApplication.processEvents()  # the bar folds its tabs by its width, which it is given now
    assert {"Spam measures", "Vocabulary size"} <= set(tabs(page))
    model.choose_view(View.SPAM)

    model.open_corpus("Iris", 150, "", "setosa", has_text=False)
    inline_runner.run()

    assert {"Spam measures", "Vocabulary size"}.isdisjoint(tabs(page))
    assert model.state.view is View.CONFUSION


def test_of_many_labels_all_against_all_come_first_and_a_picture_that_was_chosen_stays(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("News", 400, "", "spam")
    inline_runner.run()
    assert [page._tabs.tabText(place) for place in (0, 1)] == ["Confusion", "ROC curve"]
    assert model.state.view is View.CONFUSION

    model.open_corpus("Mail", 40, "ham", "spam")
    assert tabs(page)[0] == "ROC curve"
    assert model.state.view is View.ROC
    model.choose_view(View.RELIABILITY)
    model.open_corpus("News", 400, "", "spam")

    assert model.state.view is View.RELIABILITY
    assert page._tabs.tabText(page._tabs.currentIndex()) == "Reliability"


@pytest.mark.parametrize("label", ["spam", "everything that wants to be paid, and was not paid by the end of May"])
def test_tabs_are_as_wide_as_their_names_and_leave_room_beside(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, label: str
) -> None:
    def spare(place: int) -> float:
        return bar.tabRect(place).width() - painting.text_width(bar.tabText(place), fonts.body(600))

    model.open_corpus("Mail", 40, "ham", label, has_spam=True)
    model.choose_view(View.RELIABILITY)
    inline_runner.run()
    bar, save = page._tabs, page._save
    page.resize(1400, 700)
    QApplication.processEvents()
    assert min(spare(place) for place in range(1, bar.count()) if bar.isTabVisible(place)) > 0

    page.resize(847, 500)
    QApplication.processEvents()
    assert bar.geometry().left() + bar.tabRect(bar.count() - 1).right() <= save.x()


def test_a_filter_is_said_to_be_replayed(model: EvaluationViewModel, page: EvaluationPage) -> None:
    def facts() -> str:
        return next(text for text in texts(page) if "Mail" in text)

    model._change(corpus="Mail", models=MODELS)
    assert facts().endswith("each document tested by a model trained on all others")

    model._change(models=tuple(replace(each, is_replayed=True) for each in MODELS))
    assert facts().endswith("tested by date: each document was classified before it was learnt")
    assert page._yardstick.currentText() == "Replay: test each, then learn it"


def test_while_filters_are_tested_the_test_by_date_is_named(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line named a model trained on all others, and the result a test by date."""
    monkeypatch.setattr(MadeUpFigures, "has_only_filters", lambda *_asked: True)
    model.choose_yardstick(Yardstick())
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run_first()

    assert model.state.is_working
    assert model.state.models == ()
    facts = next(text for text in texts(page) if text.startswith("Mail"))
    assert facts.endswith("tested by date: each document was classified before it was learnt")


def test_the_models_of_a_collection_are_filters_only_if_all_are(tmp_path: Path) -> None:
    mails, workspace = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 3}, seed=5), tmp_path / "w.bayleaf"
    import_sources(workspace, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    questions = EvaluationQuestions(workspace)

    train(
        workspace, TrainingOrder(RecipeRequest(event_model=FILTER, spam_label="spam"), "Mail", "one"), NoOpJobContext()
    )
    assert questions.has_only_filters("Mail")
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial"), "Mail", "two"), NoOpJobContext())
    assert not questions.has_only_filters("Mail")


def test_figures_by_different_tests_are_said_not_to_compare_and_one_press_makes_them(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    assert not page._same_mails.isVisible()

    model._change(models=(replace(MODELS[0], is_replayed=True), MODELS[1]))
    assert page._comparison.words.startswith("These models were tested by date, which is a harder test: “first”.")

    page._same_mails.click()
    inline_runner.run()
    assert model.state.yardstick == Yardstick("by-date")
    assert page._yardstick.currentText() == "By date"
    assert not page._same_mails.isVisible()


def test_a_test_set_says_how_many_documents_it_has_and_offers_the_way_back(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, tmp_path: Path
) -> None:
    later = tmp_path / "later.csv"
    later.write_text("text,label")
    model.open_corpus("Mail", 40, "ham", "spam")
    model.choose_yardstick(Yardstick("test", sources=(later,)))
    inline_runner.run()
    model._change(models=(replace(MODELS[0], n_documents=12),))
    assert "Test set “later.csv” · 12 documents" in texts(page)

    page._back.click()
    inline_runner.run()
    assert model.state.yardstick == Yardstick()
    assert not page._back.isVisible()


def test_beside_the_accuracy_on_a_test_set_stands_the_one_on_the_collection(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def accuracies() -> list[list[str]]:
        lines = [line.split("\t") for line in table_to_text(page._view).split("\n")]
        places = [place for place, title in enumerate(lines[0]) if title in ("Accuracy", "Leave-one-out", "5 folds")]
        return [[line[place] for place in places] for line in lines[:2]]

    later = tmp_path / "later.csv"
    later.write_text("text,label")
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    assert accuracies()[0] == ["Accuracy"]

    on_test_set = tuple(replace(each, accuracy=0.75) for each in MODELS)
    monkeypatch.setattr(MadeUpFigures, "figures_of_models", lambda *_asked: on_test_set)
    model.choose_yardstick(Yardstick("test", sources=(later,)))
    model.choose_yardstick(Yardstick("test", sources=(later,)))
    inline_runner.run()
    assert accuracies() == [["Accuracy", "Leave-one-out"], [wording.format_percent(each, 2) for each in (0.75, 0.9)]]

    page._back.click()
    inline_runner.run()
    assert accuracies()[0] == ["Accuracy"]


def test_figures_of_an_older_state_of_the_collection_do_not_stand_beside_a_test_set(
    inline_runner: InlineRunner, model: EvaluationViewModel, tmp_path: Path
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam", revision=((1, 40), ()))
    inline_runner.run()
    model.choose_yardstick(Yardstick("test", sources=(tmp_path / "later.csv",)))
    inline_runner.run()
    assert model.state.collection_models == MODELS

    model.open_corpus("Mail", 41, "ham", "spam", revision=((2, 41), ()))
    assert model.state.collection_models == ()


def test_while_the_first_model_is_trained_the_page_says_so(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MadeUpFigures, "model_names", lambda *_asked: ())
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    assert "No model to test yet" in texts(page)

    model.follow_training("Mail")
    assert "The model is being trained" in texts(page)
    assert "No model to test yet" not in texts(page)
    model.follow_training("")
    assert "No model to test yet" in texts(page)


def test_at_1024_pixels_no_figure_is_missing(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("News", 400, "", "spam")
    inline_runner.run()
    page.resize(842, 600)
    QApplication.processEvents()
    header = page._view.horizontalHeader()
    titles = [
        page._view.table.headerData(place, Qt.Orientation.Horizontal)
        for place in range(page._view.table.columnCount())
        if not header.isSectionHidden(place)
    ]
    assert titles[-2:] == ["Log loss", "Cal. error"]


def test_a_new_model_joins_those_that_are_compared(
    inline_runner: InlineRunner, model: EvaluationViewModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    assert model.state.ticked == ("first", "second")
    model.tick("first")
    inline_runner.run()

    third = (replace(MODELS[0], model="third"), *MODELS)
    monkeypatch.setattr(MadeUpFigures, "figures_of_models", lambda *_asked: third)
    model.open_corpus("Mail", 41, "ham", "spam")
    inline_runner.run()
    assert model.state.ticked == ("second", "third")


def a_contender(name: str, right: Sequence[int], in_use: EvaluatedRecipe | None = None) -> EvaluatedRecipe:
    """One that judges these of a hundred documents right; half are of either label."""
    truth = np.arange(100) % 2
    is_right = np.isin(np.arange(100), right)
    judged = np.where(is_right, truth, 1 - truth)
    log_proba = np.log(np.where(np.arange(2) == judged[:, None], 0.9, 0.1))
    event_model, _, weighting = name.partition(", ")
    recipe = Recipe(event_model=event_model, weighting="tfidf" if weighting else "count")
    evaluation = evaluate(log_proba, truth, ("boats", "trains"))
    return EvaluatedRecipe(
        name, recipe, evaluation, is_right, mcnemar(in_use.is_right if in_use else is_right, is_right), 1.0
    )


@pytest.mark.parametrize(("n_right", "is_as_good"), [(88, True), (60, False)])
def test_plain_naive_bayes_is_proposed_where_it_is_as_good_and_a_click_goes_to_train(
    qtbot: QtBot,
    inline_runner: InlineRunner,
    model: EvaluationViewModel,
    page: EvaluationPage,
    n_right: int,
    is_as_good: bool,
) -> None:
    learnt = a_contender("learnt", range(90))
    others = (a_contender("multinomial", range(n_right), learnt), a_contender("complement, tfidf", range(50), learnt))
    found = Opponents("first", "Papers", (learnt, *others), ("bernoulli",), False, False, 60.0, 3.0)
    asked: list[tuple[str, float]] = []

    class WithOpponents(MadeUpFigures):
        def compare_with_opponents(self, model: str, budget_s: float, _context: JobContext) -> Opponents:
            asked.append((model, budget_s))
            return found

    model.open_workspace(WithOpponents())
    wanted: list[tuple[str, RecipeRequest]] = []
    model.recipe_wanted.connect(lambda corpus, choices: wanted.append((corpus, choices)))

    model.open_corpus("Papers", 100, "", "boats")
    inline_runner.run()
    model.choose_view(View.OPPONENTS)
    inline_runner.run()
    assert asked == [], "looking at the tab starts nothing"
    model.compare()
    inline_runner.run()

    [link] = [link for link in page.findChildren(Link) if link.text() == "Train this model"]
    assert asked == [("first", 60.0)]
    assert link.isVisible() is is_as_good
    pane = page.findChildren(OpponentsPane)[0]
    said = " ".join(words.text() for words in pane.findChildren(TextLabel) if words.isVisible()) + " ".join(
        words.words for words in pane.findChildren(Paragraph)
    )
    assert "not tested because the time was up: bernoulli" in said
    assert "of the collection, each classified by a model" in said
    assert model.state.opponents is not None
    heads = [*pane._columns(model.state.opponents), *page._columns(model.state)]
    unexplained = {each.title for each in heads if not each.tip}
    assert unexplained <= {"", "Model", "Accuracy"}, "a tooltip at the heading explains every other figure"
    if is_as_good:
        link.click()
        assert [(corpus, choices.event_model) for corpus, choices in wanted] == [("Papers", "multinomial")]


def test_in_a_narrow_window_the_test_of_the_difference_between_two_models_is_whole(
    page: EvaluationPage, model: EvaluationViewModel, inline_runner: InlineRunner
) -> None:
    words = (
        "Documents that only one of the two best models classifies correctly: “mnb-second” 412, “20news-train” 793. "
        "McNemar’s test: p < 0.001, the difference is unlikely to be chance."
    )
    model.open_corpus("Papers", 100, "", "boats")
    inline_runner.run()
    page.resize(830, 540)

    model._change(result=replace(model.state.result, comparison=words))
    QApplication.processEvents()

    assert " ".join(page._comparison._lines()) == words


def test_the_button_that_compares_is_right_below_the_sentence_about_it(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Iris", 100, "", "boats", has_text=False)
    inline_runner.run()
    model.choose_view(View.OPPONENTS)
    pane = page.findChildren(OpponentsPane)[0]
    QApplication.processEvents()

    [compare] = [button for button in pane.findChildren(QPushButton) if button.text() == "Compare"]
    sentence = pane.findChildren(Paragraph)[0]
    below = compare.mapTo(pane, QPoint(0, 0)) - sentence.mapTo(pane, QPoint(0, sentence.height()))
    assert 0 <= below.y() < 30
    assert below.x() == 0


@pytest.mark.parametrize(
    ("is_stopped", "words"),
    [
        (False, "No other model could be tested within the time limit. Choose a longer one, and compare again."),
        (True, "No other model was tested, because you stopped the comparison."),
    ],
)
def test_a_comparison_with_no_model_concludes_nothing(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, is_stopped: bool, words: str
) -> None:
    alone = Opponents(
        "first", "Papers", (a_contender("learnt", range(90)),), ("bernoulli",), is_stopped, False, 60.0, 3.0
    )

    class Alone(MadeUpFigures):
        def compare_with_opponents(self, _model: str, _budget_s: float, _context: JobContext) -> Opponents:
            return alone

    model.open_workspace(Alone())
    model.open_corpus("Papers", 100, "", "boats")
    inline_runner.run()
    model.choose_view(View.OPPONENTS)
    model.compare()
    inline_runner.run()

    assert words in [each.words for each in page.findChildren(Paragraph)]


def test_a_comparison_can_be_stopped_and_shows_what_was_judged_by_then(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    learnt = replace(a_contender("learnt", range(90)), micro_f1=0.875)
    others = (replace(a_contender("multinomial", range(60), learnt), micro_f1=0.625),)
    found = Opponents("first", "Papers", (learnt, *others), ("bernoulli",), True, False, 60.0, 3.0)

    class StoppedByAPerson(MadeUpFigures):
        def compare_with_opponents(self, _model: str, _budget_s: float, context: JobContext) -> Opponents:
            [stop] = [button for button in page.findChildren(QPushButton) if button.text() == "Stop"]
            assert stop.isVisible()
            assert "Testing other models on the same documents…" in texts(page)
            stop.click()
            with pytest.raises(Cancelled):
                context.checkpoint()
            return found

    model.open_workspace(StoppedByAPerson())
    model.open_corpus("Iris", 100, "", "boats", has_text=False)
    inline_runner.run()
    model.choose_view(View.OPPONENTS)
    model.compare()
    inline_runner.run()

    assert not model.state.is_comparing
    pane = page.findChildren(OpponentsPane)[0]
    assert any("not tested, stopped by you: bernoulli" in part.words for part in pane.findChildren(Paragraph))
    assert not any(button.isVisible() for button in pane.findChildren(QPushButton) if button.text() == "Stop")
    titles = [pane._table.headerData(place, Qt.Orientation.Horizontal) for place in range(pane._table.columnCount())]
    assert titles[1:5] == ["All labels correct", "Difference", "micro-F1", "macro-F1"]
    assert [pane._table.index(row, 3).data() for row in (0, 1)] == ["87.50\u202f%", "62.50\u202f%"]


def buttons(page: EvaluationPage) -> dict[str, QPushButton]:
    return {button.text(): button for button in page.findChildren(QPushButton) if button.isVisible()}


def test_while_models_are_tested_their_place_says_so_and_offers_to_stop(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    assert "No model yet" not in texts(page)
    inline_runner.run_first()

    assert "No model yet" not in texts(page)
    assert any(text.startswith("Testing 2 model") for text in texts(page))
    assert "Cancel" in buttons(page)

    inline_runner.run()
    assert not any(text.startswith("Testing") for text in texts(page))
    assert "Cancel" not in buttons(page)


def test_a_test_that_was_stopped_can_be_begun_again(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run_first()
    buttons(page)["Cancel"].click()
    inline_runner.run()
    assert "The test was stopped." in texts(page)
    assert "No model yet" not in texts(page)

    buttons(page)["Test again"].click()
    inline_runner.run()

    assert model.state.models == MODELS
    assert "The test was stopped." not in texts(page)


def test_the_figures_of_another_test_go_when_a_test_is_chosen(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()

    model.choose_yardstick(Yardstick("folds", 5))
    assert model.state.models == ()
    assert "No model yet" not in texts(page)
    inline_runner.run()

    assert model.state.models == MODELS


def test_without_a_model_the_page_leads_to_train_though_the_long_lane_is_busy(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    class NoModel(MadeUpFigures):
        def model_names(self, _corpus: str) -> tuple[str, ...]:
            return ()

    opened: list[bool] = []

    class Commands(PageCommands):
        def open_page(self, number: int) -> Callable[[], object]:
            return lambda: opened.append(number == TRAIN_PAGE)

    model = EvaluationViewModel(inline_runner, NoModel())
    page = EvaluationPage(model, Commands())
    qtbot.addWidget(page)
    page.show()
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run_first()

    assert inline_runner.jobs == (), "nothing is asked that waits for an import"
    assert {"No model to test yet", "No model yet"} <= texts(page)
    buttons(page)["Train a model"].click()
    assert opened == [True]


@pytest.mark.parametrize(("micro_f1", "is_shown"), [(0.9, False), (0.8, True)])
def test_micro_f1_is_shown_only_where_it_differs_from_accuracy(
    inline_runner: InlineRunner,
    model: EvaluationViewModel,
    page: EvaluationPage,
    monkeypatch: pytest.MonkeyPatch,
    micro_f1: float,
    is_shown: bool,
) -> None:
    rows = (replace(MODELS[0], accuracy=0.9, micro_f1=micro_f1),)
    monkeypatch.setattr(MadeUpFigures, "figures_of_models", lambda *_asked: rows)
    model.open_corpus("News", 40, "", "sport")
    inline_runner.run()

    head = table_to_text(page._view).split("\n")[0].split("\t")
    assert "Macro F1" in head
    assert ("Micro F1" in head) == is_shown


def test_a_table_is_copied_with_its_titles(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()

    lines = [line.split("\t") for line in table_to_text(page._view).split("\n")]

    assert "Model" in lines[0]
    assert [line[1] for line in lines[1:]] == ["first", "second"]


def made_up_report(name: str, n_right: int) -> EvaluationReport:
    """A report on 100 documents with the label ham, of which the first `n_right` are judged ham."""
    truth = np.zeros(100, np.int64)
    log_proba = np.log(np.where((np.arange(100) < n_right)[:, None], [0.9, 0.1], [0.1, 0.9]))
    return EvaluationReport(
        model=name, way="leave-one-out", evaluation=evaluate(log_proba, truth, ("ham", "spam")), positive="spam",
        failed=(), skipped=0, seconds=0.0, log_proba=log_proba, truth=truth, ranking=None,
        document_numbers=np.arange(100),
    )  # fmt: skip


def test_an_exported_table_has_no_figures_that_do_not_apply(tmp_path: Path) -> None:
    """The columns of two labels were full of `nan` in the table of a collection with more labels."""

    class ThreeLabels(MadeUpFigures):
        def figures_of_models(self, *_asked: object) -> tuple[ModelFigures, ...]:
            known = replace(MODELS[0], negatives_lost=math.nan, positives_missed=math.nan, one_minus_auc=math.nan)
            return (known, replace(known, model="second", log_loss=math.nan))

    target = tmp_path / "figures.csv"
    ThreeLabels().export_report("Topics", (), Yardstick(), target, NoOpJobContext())

    first, second = csv.DictReader(target.read_text(encoding="utf-8-sig").splitlines())
    assert not {"negatives_lost", "positives_missed", "one_minus_auc"} & {*first}
    assert (first["log_loss"], second["log_loss"]) == ("0.1", "")
    assert "nan" not in {*first.values(), *second.values()}


def test_the_table_of_models_names_their_event_models(
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    inline_runner: InlineRunner,
    model: EvaluationViewModel,
    page: EvaluationPage,
) -> None:
    rows = (replace(MODELS[0], event_model=FILTER), replace(MODELS[1], event_model="bernoulli"))
    monkeypatch.setattr(MadeUpFigures, "figures_of_models", lambda *_asked: rows)
    model.open_corpus("Mail", 40, "ham", "spam", has_spam=True)
    inline_runner.run()

    table, last = page._view.model(), page._view.model().columnCount() - 1
    assert [table.index(row, last).data() for row in range(2)] == ["Filter", "Bernoulli"]
    page.resize(1400, 700)
    qtbot.waitUntil(lambda: not page._view.isColumnHidden(last))
    header = page._view.horizontalHeader()
    assert header.sectionSize(last) >= painting.text_width("Event model", header.font()) + px(36)


def test_a_logarithmic_axis_says_so() -> None:
    picture = draw_roc([made_up_report("first", 40)], [None], "spam")
    assert picture.x_axis.is_log
    assert picture.x_axis.title.endswith(", logarithmic scale")


def test_a_small_p_value_has_one_sign() -> None:
    first, second, third = (made_up_report(name, n) for name, n in (("first", 100), ("second", 99), ("third", 50)))

    assert mcnemar_sentence([first, second]).endswith("McNemar’s test: p = 1.000")
    assert mcnemar_sentence([first, third]).endswith("McNemar’s test: p < 0.001")


def test_of_several_models_the_two_most_accurate_are_compared() -> None:
    first, second, third = (made_up_report(name, n) for name, n in (("first", 50), ("second", 99), ("third", 100)))

    assert "“second” 0, “third” 1" in mcnemar_sentence([first, second, third])


def test_the_newest_model_and_the_best_of_the_others_are_compared_at_first() -> None:
    rows = tuple(
        replace(MODELS[0], model=name, accuracy=accuracy, is_replayed=is_replayed)
        for name, accuracy, is_replayed in (
            ("newest", 0.7, False), ("second", 0.6, False), ("best", 0.8, False), ("filter", 0.9, True),
        )
    )  # fmt: skip

    assert initial_models(rows) == ["newest", "best"]
    assert initial_models(rows[:1]) == ["newest"]
    assert initial_models(()) == []


def revision_of(models: dict[str, float], *, change_number: int = 1) -> ModelsRevision:
    """A collection's documents at this change, with its models and when each was saved."""
    return (1, change_number), tuple((name, change_number, saved_at) for name, saved_at in models.items())


def test_a_test_set_stays_with_its_collection(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage, tmp_path: Path
) -> None:
    test_set = Yardstick("test", sources=(tmp_path,))
    model.open_corpus("Mail", 40, "ham", "spam")
    model.choose_yardstick(test_set)
    inline_runner.run()

    model.open_corpus("News", 400, "", "space")
    inline_runner.run()
    assert model.state.yardstick == Yardstick(), "its labels are those of the other collection"
    assert not page._back.isVisible()

    model.choose_yardstick(Yardstick("folds", 5))
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    assert model.state.yardstick == test_set

    model.choose_yardstick(Yardstick())
    model.open_corpus("News", 400, "", "space")
    model.open_corpus("Mail", 40, "ham", "spam")
    assert model.state.yardstick == Yardstick(), "a person has gone back from the test set"

    model.choose_yardstick(test_set)
    model.open_workspace(MadeUpFigures())
    assert model.state.yardstick == Yardstick()


def compared(model: str, corpus: str) -> Opponents:
    learnt = a_contender("learnt", range(90))
    others = (a_contender("multinomial", range(60), learnt),)
    return Opponents(model, corpus, (learnt, *others), (), False, False, 60.0, 3.0)


class ComparesModels(MadeUpFigures):
    def compare_with_opponents(self, model: str, _budget_s: float, _context: JobContext) -> Opponents:
        return compared(model, "")

    def plot_vocabulary_sizes(self, _corpus: str, _context: JobContext) -> PlotContent:
        return PlotContent()


def test_a_comparison_is_there_again_when_its_collection_returns(
    inline_runner: InlineRunner, model: EvaluationViewModel
) -> None:
    mail, news = revision_of({"first": 1.0, "second": 1.0}), revision_of({"first": 5.0}, change_number=7)
    model.open_workspace(ComparesModels())
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)
    inline_runner.run()
    model.compare()
    inline_runner.run()
    found = model.state.opponents
    assert found is not None

    model.open_corpus("News", 400, "", "space", revision=news)
    inline_runner.run()
    assert model.state.opponents is None
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)
    assert model.state.opponents is found

    model.open_corpus("Mail", 40, "ham", "spam", revision=revision_of({"first": 1.0, "second": 1.0, "third": 2.0}))
    assert model.state.opponents is found, "another model does not change it"
    model.open_corpus("Mail", 40, "ham", "spam", revision=revision_of({"first": 3.0, "second": 1.0}))
    assert model.state.opponents is None, "the model was trained again"
    model.open_corpus("Mail", 41, "ham", "spam", revision=revision_of({"first": 1.0}, change_number=2))
    assert model.state.opponents is None, "there are other documents"


def test_a_comparison_runs_on_while_another_collection_is_shown(
    inline_runner: InlineRunner, model: EvaluationViewModel
) -> None:
    mail, news = revision_of({"first": 1.0, "second": 1.0}), revision_of({"first": 5.0}, change_number=7)
    model.open_workspace(ComparesModels())
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)
    inline_runner.run()
    model.compare()
    assert model.state.is_comparing

    model.open_corpus("News", 400, "", "space", revision=news)
    assert not model.state.is_comparing
    inline_runner.run()
    assert model.state.opponents is None
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)

    assert model.state.opponents is not None
    assert not model.state.is_comparing


def test_vocabulary_sizes_are_tried_in_another_collection_and_known_when_one_returns(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    mail, news = revision_of({"first": 1.0, "second": 1.0}), revision_of({"first": 5.0}, change_number=7)
    model.open_workspace(ComparesModels())
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)
    inline_runner.run()
    model.choose_view(View.VOCABULARY)
    assert "Testing different vocabulary sizes…" in texts(page)
    inline_runner.run()
    of_mail = model.state.sizes

    model.open_corpus("News", 400, "", "space", revision=news)
    assert model.state.sizes is None
    inline_runner.run()
    assert model.state.sizes is not None
    assert model.state.sizes is not of_mail
    model.open_corpus("Mail", 40, "ham", "spam", revision=mail)
    assert model.state.sizes is of_mail


def test_a_test_of_vocabulary_sizes_can_be_stopped_and_begun_again(
    inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_workspace(ComparesModels())
    model.open_corpus("Mail", 40, "ham", "spam")
    inline_runner.run()
    model.choose_view(View.VOCABULARY)
    buttons(page)["Cancel"].click()
    inline_runner.run()
    assert "The test was stopped." in texts(page)

    buttons(page)["Test again"].click()
    inline_runner.run()
    assert model.state.sizes is not None
    assert "The test was stopped." not in texts(page)


def test_figures_go_before_the_name_of_a_model_is_cut(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    model.open_corpus("Mail", 40, "письма по делу о наследстве", "нежелательные письма")
    inline_runner.run()
    page.resize(847, 560)

    qtbot.waitUntil(lambda: page._view.columnWidth(1) >= 100)
    assert not page._view.isColumnHidden(3), "the accuracy is always shown"
    assert page._view.isColumnHidden(9)
    page.resize(1500, 560)
    qtbot.waitUntil(lambda: not page._view.isColumnHidden(9))


def test_on_a_low_page_many_labels_are_a_list_of_confusions_instead_of_a_table_without_rows(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    names = tuple(f"comp.sys.ibm.pc.hardware.{number}" for number in range(20))
    confusion = Confusion(names, tuple(range(20)), np.arange(400).reshape(20, 20))
    model.open_corpus("News", 400, "", names[0])
    inline_runner.run()
    model.choose_view(View.CONFUSION)
    page.resize(847, 480)
    model._change(result=EvaluationResult(confusions=(("first", confusion),), labels=names))
    [matrix] = page._matrices.findChildren(ConfusionMatrix)
    qtbot.waitUntil(lambda: matrix.is_list)
    assert not page._order.isEnabled()

    page.resize(1260, 900)
    qtbot.waitUntil(lambda: not matrix.is_list)
    assert page._order.isEnabled()


def test_the_most_confused_pairs_are_listed_by_choice(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    names = tuple(f"label {number}" for number in range(6))
    counts = np.arange(36).reshape(6, 6)
    model.open_corpus("News", 36, "", names[0])
    inline_runner.run()
    model.choose_view(View.CONFUSION)
    page.resize(1260, 900)
    model._change(
        result=EvaluationResult(confusions=(("first", Confusion(names, tuple(range(6)), counts)),), labels=names)
    )
    assert not page._matrices.findChildren(ConfusionMatrix)[-1].is_list

    page._listing.click()
    matrix = page._matrices.findChildren(ConfusionMatrix)[-1]
    assert matrix.is_list
    assert matrix._listed[:2] == [(5, 4), (5, 3)], "the largest counts beside the diagonal"
    cell = model.state.cell
    matrix.cell_chosen.emit(*matrix._listed[0])
    assert model.state.cell == ("first", 5, 4) != cell

    page._listing.click()
    assert not page._matrices.findChildren(ConfusionMatrix)[-1].is_list


def test_a_matrix_that_fits_has_no_horizontal_scroll_bar(
    qtbot: QtBot, inline_runner: InlineRunner, model: EvaluationViewModel, page: EvaluationPage
) -> None:
    names = tuple(f"comp.sys.ibm.pc.hardware.{number}" for number in range(20))
    confusion = Confusion(names, tuple(range(20)), np.arange(400).reshape(20, 20))
    model.open_corpus("News", 400, "", names[0])
    inline_runner.run()
    model.choose_view(View.CONFUSION)
    page.resize(1260, 900)
    model._change(result=EvaluationResult(confusions=(("first", confusion),), labels=names))
    qtbot.waitUntil(lambda: page._matrices.widget().width() > 1000)
    QApplication.processEvents()

    assert page._matrices.horizontalScrollBar().maximum() == 0
