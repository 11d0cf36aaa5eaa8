"""The Train page: what it offers fits the corpus, and nothing touches anything."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.results import FalsePositiveEstimate, SmoothingCurve
from app.features.train.page import KeptTable, PromisePane, ProtectedLabels, TrainingPage, TrustedServers
from app.features.train.recipe_sections import EventModelChoice
from app.features.train.view_model import (
    FILTER,
    INITIAL_REQUEST,
    ProgramChange,
    TrainingQuestions,
    TrainingViewModel,
    effective_request,
    request_on_page,
    token_fields_of,
)
from app.features.train.workbench import ByDateComparison, JudgedRecipe, SavedRecipe
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.smoothing_slider import tick_text
from app.kit.widgets import CollapsibleHeader, Paragraph
from app.kit.wording import Language
from app.library.recipes import CorpusFacts, RecipeRequest, resolve_request
from app.store.workspace import NO_WORKSPACE
from tests.inline_runner import InlineRunner
from tests.judged_recipes import a_judged_recipe

LABELS = (Label("good", 0, 70), Label("bad", 1, 30))


@pytest.fixture
def model(inline_runner: InlineRunner) -> TrainingViewModel:
    return TrainingViewModel(inline_runner)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, model: TrainingViewModel) -> TrainingPage:
    made = TrainingPage(model)
    qtbot.addWidget(made)
    made.resize(996, 700)
    made.show()
    return made


def offered(page: TrainingPage) -> set[str]:
    folds = {fold.text() for fold in page.findChildren(CollapsibleHeader) if fold.isVisible()}
    return folds | {radio.text() for radio in page.findChildren(QRadioButton) if radio.isVisible()}


def test_a_table_without_text_offers_nothing_about_words(model: TrainingViewModel, page: TrainingPage) -> None:
    about_words = {"Vocabulary", "Words and word forms", "Unknown words", "Mixed, Bernoulli"}

    model.open_corpus("Credit", 100, LABELS, is_table=True, has_text=True)
    assert about_words <= offered(page)

    model.open_corpus("Iris", 100, LABELS, is_table=True, has_text=False)
    assert about_words.isdisjoint(offered(page))
    assert {"Gaussian", "Categorical", "Mixed", "Prior"} <= offered(page)


def test_a_notice_keeps_away_from_the_figures(qtbot: QtBot, model: TrainingViewModel, page: TrainingPage) -> None:
    model.open_corpus("Credit", 100, LABELS)
    model._on_failed(TrainingError("Credit", "there is nothing to learn"))

    notice, figures = page._notice, page._stats

    def gap() -> int:
        painted_to = notice.mapTo(page, QPoint(0, notice.height() - notice._gap)).y()
        return figures.mapTo(page, QPoint(0, 0)).y() - painted_to

    assert notice.isVisible()
    qtbot.waitUntil(lambda: gap() >= 12)


def test_the_sequences_that_the_documents_needed_are_told(model: TrainingViewModel, page: TrainingPage) -> None:
    def told() -> str:
        return next(
            fold.value for fold in page.findChildren(CollapsibleHeader) if fold.text() == "Words and word forms"
        )

    result = a_judged_recipe(("good", "bad"), longest_ngram=2)
    model.open_corpus("Mail", 100, LABELS)
    assert told() == "lower case"

    model._change(result=result)
    assert told() == "lower case, words and pairs"

    model._change(choices=replace(INITIAL_REQUEST, ngrams=(1, 1)))
    assert told() == "lower case"


def test_a_filter_says_what_it_can_promise_and_what_would_make_it_better(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    def promised() -> list[str]:
        """Say them with or without a catalog, which has the plurals of English."""
        shown = [one.accessibleName() for one in page.findChild(PromisePane).findChildren(Paragraph) if one.isVisible()]
        return [sentence.replace("(s)", "s") for sentence in shown]

    result = a_judged_recipe()
    model.open_corpus("Mail", 292, (Label("ham", 0, 103), Label("spam", 1, 189)))
    model._change(choices=replace(INITIAL_REQUEST, event_model=FILTER), result=result)
    assert promised() == []

    model._change(result=replace(result, promise=FalsePositiveEstimate(103, 60, 61, 39, 100, (7, 9))))
    assert promised() == [
        "Your 103 good mails come from only 60 different senders and lists. All mails of one mailing list count as "
        "one sender. "
        "The model can guarantee that at most 1 good mail in 61 is wrongly called spam.",
        "To guarantee at most 1 error in 100, the model needs good mail from 39 more senders or mailing lists.",
        "Check 2 labels that may be wrong. They are at the top of the list on the right.",
    ]

    model._change(result=replace(result, promise=FalsePositiveEstimate(103, 103, 104, 0, 100, ())))
    assert promised() == [
        (
            "The model has learnt 103 good mails. The model can guarantee that at most 1 good mail in 104 is wrongly"
            " called spam."
        )
    ]

    model._change(choices=INITIAL_REQUEST)
    assert promised() == []


def test_a_filter_among_several_labels_names_those_that_it_protects(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    def ticks() -> dict[str, bool]:
        return {action.text(): action.isChecked() for action in control.menu().actions()}

    [control] = page.findChildren(ProtectedLabels)
    model.open_corpus("Mail", 300, (Label("ham", 0, 103), Label("news", 1, 97), Label("spam", 2, 100)))
    assert not control.isVisible()

    model.choose(event_model=FILTER)
    assert control.isVisible()
    assert ticks() == {"ham": True, "news": True}

    next(action for action in control.menu().actions() if action.text() == "news").trigger()
    assert model.state.choices.protected == ("ham",)
    assert ticks() == {"ham": True, "news": False}
    assert [action.isEnabled() for action in control.menu().actions()] == [False, True]

    next(action for action in control.menu().actions() if action.text() == "news").trigger()
    assert model.state.choices.protected == ()


def test_a_server_is_trusted_when_its_name_was_typed(
    model: TrainingViewModel, page: TrainingPage, qtbot: QtBot
) -> None:
    [field] = page.findChild(TrustedServers).findChildren(QLineEdit)
    model.open_corpus("Mail", 292, (Label("ham", 0, 103), Label("spam", 1, 189)))
    assert not field.isVisible()
    model.choose(event_model=FILTER)
    assert field.isVisible()
    words = token_fields_of(model.state.choices)

    field.setFocus()
    qtbot.keyClicks(field, "MX.Home.example, other.example")
    assert model.state.choices.trusted_servers == ()
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert model.state.choices.trusted_servers == ("mx.home.example", "other.example")
    assert effective_request(model.state.choices).trusted_servers == ("mx.home.example", "other.example")
    assert request_on_page(effective_request(model.state.choices)) == model.state.choices
    assert token_fields_of(model.state.choices) != words, "the documents are counted anew"


def test_a_filter_between_two_labels_has_nothing_to_choose_of_protected_ones(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    [control] = page.findChildren(ProtectedLabels)
    model.open_corpus("Mail", 292, (Label("ham", 0, 103), Label("spam", 1, 189)))
    model.choose(event_model=FILTER)

    assert not control.isVisible()


def test_while_the_first_result_is_computed_its_place_says_so(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    class Waiting(TrainingQuestions):
        def saved_recipes(self, *_asked: object) -> tuple[SavedRecipe, ...]:
            return ()

        def n_uncounted(self, *_asked: object) -> int:
            return 0

        def result(self, *_asked: object) -> JudgedRecipe:
            return a_judged_recipe(("good", "bad"), ((60, 10), (5, 25)))

        def curve(self, *_asked: object) -> SmoothingCurve:
            return SmoothingCurve((0.1, 1.0), (0.8, 0.9), 1.0)

        def choose(self, _corpus: str, chosen: RecipeRequest, _context: JobContext) -> RecipeRequest:
            return chosen

    def texts() -> set[str]:
        return {label.text() for label in page.findChildren(QLabel) if label.isVisible()}

    model = TrainingViewModel(inline_runner, Waiting(NO_WORKSPACE))
    page = TrainingPage(model)
    qtbot.addWidget(page)
    page.show()
    working = "Testing these settings on held-out documents…"
    model.open_corpus("Mail", 100, LABELS)
    inline_runner.run_first()
    assert working in texts()

    inline_runner.run()
    assert working not in texts()
    assert any(text.startswith("recommended: 1") for text in texts())

    model.choose(event_model="complement")
    assert not {text for text in texts() if text.startswith("recommended:")}, "that was of another model"
    inline_runner.run()
    assert any(text.startswith("recommended: 1") for text in texts())


def test_a_button_shows_all_mistakes_again(model: TrainingViewModel, page: TrainingPage, qtbot: QtBot) -> None:
    def button() -> QPushButton:
        return next(each for each in page.findChildren(QPushButton) if each.text() == "Show all mistakes")

    model.open_corpus("Mail", 100, LABELS)
    model._change(result=a_judged_recipe(("good", "bad"), ((60, 10), (5, 25)), n_wrong=15))
    assert not button().isVisible()
    model.choose_cell(0, 1)
    assert button().isVisible()
    assert model.state.n_wrong == 10

    button().click()

    assert not button().isVisible()
    assert (model.state.cell, model.state.n_wrong) == (None, 15)


SAVED = SavedRecipe(
    "Mail",
    True,
    resolve_request(effective_request(INITIAL_REQUEST), CorpusFacts("Mail", "mail")),
    effective_request(INITIAL_REQUEST),
    100,
    0.85,
    0.3,
)
LEARNT = resolve_request(effective_request(replace(INITIAL_REQUEST, event_model="learnt")), CorpusFacts("Mail", "mail"))
JUDGED = a_judged_recipe(("good", "bad"), ((60, 10), (5, 25)))


def owner_of_figures(page: TrainingPage) -> tuple[str, str]:
    """The heading over the figures and the sentence below it; empty if hidden."""
    heading, note = page._owner, page._owner_note
    said = note.accessibleName().replace("(s)", "s")
    return heading.text() if heading.isVisible() else "", said if note.isVisible() else ""


@pytest.mark.parametrize(
    ("changes", "heading", "note"),
    [
        ({}, "Preview: not a saved model", "Nothing is saved until you press Train."),
        ({"kept": (SAVED,)}, "Saved model “Mail”", "a test with the settings and documents of this model"),
        (
            {"kept": (replace(SAVED, n_documents=80),)},
            "Saved model “Mail”",
            "The model was saved with 80 documents and has learnt every change since. The figures below are for all "
            "100 documents.",
        ),
        (
            {"kept": (replace(SAVED, n_documents=80, recipe=replace(LEARNT, unlabelled=0.1)),)},
            "Saved model “Mail”",
            "The model was saved with 80 documents and has learnt every change since.",
        ),
        (
            {"kept": (replace(SAVED, recipe=replace(LEARNT, unlabelled=0.1)),)},
            "Saved model “Mail”",
            "The saved model also learnt from unlabelled documents (accuracy: 85.0\u202f%). The figures below are for "
            "training without them.",
        ),
        (
            {"kept": (SAVED,), "choices": replace(INITIAL_REQUEST, event_model="complement")},
            "Preview: not a saved model",
            "The saved model “Mail” has other settings. Its accuracy was 85.0\u202f% when it was saved.",
        ),
        (
            {"kept": (replace(SAVED, request=None, accuracy=float("nan")),)},
            "Preview: not a saved model",
            "The saved model “Mail” has other settings.",
        ),
        ({"problem": TrainingError("Mail", "too few")}, "Preview: not a saved model", "until you press Train"),
        ({"is_first_answer": True}, "Quick first result: Multinomial", ""),
    ],
    ids=[
        "no model",
        "saved",
        "older than the documents",
        "older than the labels",
        "unlabelled",
        "changed settings",
        "unknown settings",
        "failed",
        "first",
    ],
)
def test_the_figures_say_whether_they_are_a_preview_or_of_the_saved_model(
    model: TrainingViewModel, page: TrainingPage, changes: dict[str, object], heading: str, note: str
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    model._change(**{"result": JUDGED, **changes})

    shown = owner_of_figures(page)

    assert shown[0] == heading
    assert note in shown[1]


@pytest.mark.parametrize(("is_behind", "expected"), [(False, ("Trained", False)), (True, ("Train again", True))])
def test_a_model_can_be_trained_again_once_the_collection_has_changed(
    model: TrainingViewModel, page: TrainingPage, is_behind: bool, expected: tuple[str, bool]
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    model._change(result=JUDGED, kept=(replace(SAVED, is_behind=is_behind),))

    assert (page._train.text(), page._train.isEnabled()) == expected


@pytest.mark.parametrize(("p_value", "expected"), [(0.8, "could be chance"), (0.01, "is unlikely to be chance")])
def test_the_comparison_with_the_filter_says_which_documents_it_is_of_and_whether_it_could_be_chance(
    model: TrainingViewModel, page: TrainingPage, p_value: float, expected: str
) -> None:
    model.open_corpus("Mail", 100, (Label("ham", 0, 70), Label("spam", 1, 30)))
    by_date = ByDateComparison(50, 0.98, 0.96, p_value)

    model._change(result=JUDGED, by_date=by_date)

    said = page._tested.accessibleName()
    assert said.startswith("On the newer half (50 mail")
    assert "98.00\u202f%" in said
    assert f"The difference {expected}." in said


def test_where_the_filter_and_another_model_are_equally_good_no_difference_is_named(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, (Label("ham", 0, 70), Label("spam", 1, 30)))

    model._change(result=JUDGED, by_date=ByDateComparison(50, 0.98, 0.98, 1.0))

    assert "98.00\u202f%" in page._tested.accessibleName()
    assert "difference" not in page._tested.accessibleName()


def test_a_quick_first_result_beside_a_filter_says_that_its_test_is_easier(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, (Label("ham", 0, 70), Label("spam", 1, 30)))

    model._change(result=JUDGED, is_first_answer=True, choices=replace(INITIAL_REQUEST, event_model=FILTER))

    assert page._tested.isVisible()
    assert "This test is easier than the filter's test by date." in page._tested.accessibleName()


def test_a_recommended_value_below_the_top_of_the_curve_is_explained(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    model.choose(event_model="learnt")

    model._change(curve=SmoothingCurve((0.3, 1.0), (0.807, 0.805), 1.0, 90))
    words = page._ridge_words
    assert (
        "With 0.3, slightly more documents are classified correctly than with 1, but that could be chance."
        in words.accessibleName()
    )
    assert " ".join(words._lines()) == words.accessibleName(), "the end of the sentence is not cut off"

    model._change(curve=SmoothingCurve((0.3, 1.0), (0.805, 0.807), 1.0, 90))
    assert "slightly more documents" not in words.accessibleName()


def test_the_recommended_value_can_be_chosen_only_while_another_one_is(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    assert not page._auto.isEnabled()

    model._change(curve=SmoothingCurve((0.1, 1.0), (0.8, 0.9), 1.0, 90))
    assert page._auto.text().startswith("Use 1")
    assert page._auto.isEnabled()
    page._auto.click()
    model._change(curve=SmoothingCurve((0.1, 1.0), (0.8, 0.9), 1.0, 90))

    assert model.state.smoothing == 1.0
    assert not page._auto.isEnabled()


def test_before_the_first_model_the_page_says_that_nothing_has_to_be_set(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    assert not page._no_need.isVisible(), "the saved models are not known yet"
    model._change(result=JUDGED)
    assert page._no_need.isVisible()

    model._change(kept=(SAVED,))
    assert not page._no_need.isVisible()


def test_the_figures_of_a_label_stand_beside_its_row(
    qtbot: QtBot, model: TrainingViewModel, page: TrainingPage
) -> None:
    names = tuple(f"label {number}" for number in range(5))
    page.resize(1260, 860)
    model.open_corpus("Letters", 100, tuple(Label(name, place, 20) for place, name in enumerate(names)))

    model._change(result=a_judged_recipe(names, 20 * np.eye(5, dtype=np.int64)))

    matrix, figures = page._matrix.geometry(), page._figures.geometry()
    qtbot.waitUntil(lambda: 0 < page._figures.x() - matrix.right() < 60)
    assert figures.width() <= 260


@pytest.mark.parametrize(("height", "is_list"), [(640, True), (800, False)])
def test_a_matrix_of_many_labels_shows_rows_on_a_page_of_any_height(
    model: TrainingViewModel, page: TrainingPage, qtbot: QtBot, height: int, is_list: bool
) -> None:
    names = tuple(f"talk.religion.group{number}" for number in range(20))
    page.resize(996, height)
    model.open_corpus("News", 100, tuple(Label(name, place, 5) for place, name in enumerate(names)))

    model._change(result=a_judged_recipe(names, np.arange(400).reshape(20, 20)))

    matrix, viewport = page._matrix, page._pair_scroll.viewport()
    assert matrix.is_list == is_list
    qtbot.waitUntil(lambda: viewport.height() >= matrix.head_height() + 4 * matrix.cell_size()[1])


@pytest.mark.parametrize("height", [540, 640, 700])
def test_on_a_low_page_rows_of_the_matrix_and_of_the_mistakes_are_seen(
    model: TrainingViewModel, page: TrainingPage, qtbot: QtBot, height: int
) -> None:
    names = ("Firearms", "Medical", "Motor claims", "Parish", "Sales & purchases")
    page.resize(820, height)
    model.open_corpus("Letters", 100, tuple(Label(name, place, 20) for place, name in enumerate(names)))
    model._change(result=a_judged_recipe(names, 20 * np.eye(5, dtype=np.int64) + 1))
    matrix, view = page._matrix, page._view

    def seen_height() -> int:
        return matrix.visibleRegion().boundingRect().height()

    qtbot.waitUntil(lambda: seen_height() >= matrix.head_height() + 3 * matrix.cell_size()[1])
    assert view.viewport().height() >= 2 * view.rowHeight(0)


def test_saved_models_are_listed_with_the_setting_that_matters_for_their_kind(qtbot: QtBot, theme: Theme) -> None:
    table = KeptTable()
    qtbot.addWidget(table)
    facts = CorpusFacts("Mail", "mail", ("ham", "spam"))
    filter_recipe = resolve_request(RecipeRequest(event_model="filter", spam_label="spam"), facts)
    rows = (SAVED, replace(SAVED, recipe=replace(LEARNT, ridge=3.0)), replace(SAVED, recipe=filter_recipe))

    table.show_rows(rows)

    cells = table.view.table
    assert [str(cells.index(row, 4).data()) for row in range(3)] == ["α = 0.10", "caution 3", ""]


def test_while_a_model_is_trained_the_figures_are_still_a_preview(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    model = TrainingViewModel(inline_runner, TrainingQuestions(NO_WORKSPACE))
    page = TrainingPage(model)
    qtbot.addWidget(page)
    page.show()
    model.open_corpus("Mail", 100, LABELS)
    model._change(result=JUDGED, kept=(SAVED,), choices=replace(INITIAL_REQUEST, event_model="complement"))

    model.train_as("Other")

    assert owner_of_figures(page) == (
        "Preview: not a saved model",
        "The model is being trained. It is saved at the end.",
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ProgramChange.BEST_VALUE,
            "Bayleaf moved the slider to the recommended value, 0.30. You can simply press Train.",
        ),
        (
            ProgramChange.BEST_SETTINGS,
            "Bayleaf chose these settings. They had the best result on held-out documents.",
        ),
        (
            ProgramChange.RESTORED,
            "The test of the new settings did not finish. These are the settings that were tested last.",
        ),
    ],
)
def test_settings_that_the_program_changed_are_named_beside_them(
    model: TrainingViewModel, page: TrainingPage, change: ProgramChange, expected: str
) -> None:
    def seen() -> list[str]:
        return [each.words for each in page.findChildren(Paragraph) if each.isVisible()]

    model.open_corpus("Mail", 100, LABELS)
    model._change(result=JUDGED, choices=replace(INITIAL_REQUEST, smoothing="0.3"), program_change=change)
    assert expected in seen()

    model.choose(smoothing="0.5")
    assert not [words for words in seen() if words.startswith(("Bayleaf ", "The test of"))]


def test_figures_of_the_former_settings_say_so_while_the_new_ones_are_tested(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    class Answering(TrainingQuestions):
        def n_uncounted(self, *_asked: object) -> int:
            return 0

        def result(self, *_asked: object) -> JudgedRecipe:
            return JUDGED

    former = "Result of the former settings"
    model = TrainingViewModel(inline_runner, Answering(NO_WORKSPACE))
    page = TrainingPage(model)
    qtbot.addWidget(page)
    page.show()
    model.open_corpus("Mail", 100, LABELS)
    model._change(result=JUDGED, result_request=INITIAL_REQUEST)

    model.choose(event_model="complement")
    qtbot.waitUntil(lambda: owner_of_figures(page)[0] == former)
    assert owner_of_figures(page)[1] == "The new settings are being tested."

    model._change(result_request=model.state.choices)
    assert owner_of_figures(page)[0] == "Preview: not a saved model"


def test_figures_of_settings_that_were_not_tested_are_not_shown_as_theirs(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    model.open_corpus("Mail", 100, LABELS)
    other = replace(INITIAL_REQUEST, event_model="complement")
    model._change(result=JUDGED, result_request=INITIAL_REQUEST, choices=other)

    assert owner_of_figures(page) == ("Result of the former settings", "The new settings were not tested.")


@pytest.mark.parametrize(
    ("ticks", "expected"),
    [
        ((98.0, 99.0, 100.0), ["98", "99", "100"]),
        ((98.5, 99.0, 100.0), ["98.5", "99.0", "100"]),
        ((60.0, 80.0, 100.0), ["60", "80", "100"]),
    ],
)
def test_the_labels_of_the_curve_fit_beside_it(ticks: tuple[float, ...], expected: list[str]) -> None:
    """“100.0” lost its first digit."""
    assert [tick_text(value, ticks) for value in ticks] == expected


def test_what_an_event_model_assumes_is_read_in_full_in_russian(qtbot: QtBot, qapp: QApplication, theme: Theme) -> None:
    language = Language(qapp)
    language.choose("ru")
    try:
        choice = EventModelChoice()
        qtbot.addWidget(choice)
        choice.show_choice("learnt", is_table=False, has_filter=True)
        choice.resize(px(384 - 2 * 24 - 1), 300)
        choice.show()
        hints = [each for each in choice.findChildren(Paragraph) if each.isVisible()]
    finally:
        language.choose("en")

    assert len(hints) == 5
    assert [each.words for each in hints if " ".join(each._lines()) != each.words] == []


def test_without_documents_of_two_labels_no_figures_are_shown(model: TrainingViewModel, page: TrainingPage) -> None:
    model.open_corpus("Mail", 0, ())

    assert owner_of_figures(page) == ("", "")


def test_mail_without_senders_is_not_said_to_come_from_few_senders(
    model: TrainingViewModel, page: TrainingPage
) -> None:
    promise = FalsePositiveEstimate(200, 66, 68, 97, 100, (), has_senders=False)
    model.open_corpus("Mail", 100, LABELS)
    model._change(choices=replace(INITIAL_REQUEST, event_model=FILTER), result=replace(JUDGED, promise=promise))

    pane = page.findChild(PromisePane)
    shown = " ".join(part.accessibleName() for part in pane.findChildren(Paragraph) if part.isVisible())

    assert "The senders are unknown" in shown
    assert "the model needs 97 more good mail" in shown
    assert "senders and lists" not in shown


def test_the_figures_of_many_labels_are_a_table_and_the_names_of_confused_labels_are_whole(
    qtbot: QtBot, model: TrainingViewModel, page: TrainingPage
) -> None:
    names = tuple(f"comp.sys.ibm.pc.hardware.{number}" for number in range(20))
    page.resize(1260, 860)
    model.open_corpus("News", 100, tuple(Label(name, place, 5) for place, name in enumerate(names)))
    model._change(result=a_judged_recipe(names, np.arange(400).reshape(20, 20)))
    assert page._figures.isVisible()

    page.resize(1100, 640)
    matrix = page._matrix
    qtbot.waitUntil(lambda: matrix.is_list and not page._figures.isVisible())
    room_of_name = (matrix.cell_rect(*matrix._listed[0]).width() - px(40)) / 2 - px(34)
    assert room_of_name > painting.text_width(f"→ {names[0]}", fonts.body())
    table = page._of_labels.table
    assert [table.index(3, column).data() for column in (0, 1)] == [names[3], "1,390"]

    page.resize(1260, 860)
    qtbot.waitUntil(page._figures.isVisible)
    assert page._figures.height() == matrix.height(), "each figure stands in the row of its label"


def test_on_a_narrow_page_all_tabs_and_the_probability_are_reached(
    qtbot: QtBot, model: TrainingViewModel, page: TrainingPage
) -> None:
    names = tuple(f"comp.sys.ibm.pc.hardware.{number}" for number in range(20))
    page.resize(1260, 860)
    model.open_corpus("News", 100, tuple(Label(name, place, 5) for place, name in enumerate(names)))
    result = a_judged_recipe(names, np.arange(400).reshape(20, 20))
    model._change(result=result, kept=(SAVED,))
    tabs, view = page._tabs, page._view

    page.resize(840, 600)

    qtbot.waitUntil(lambda: not page._order.isVisible())
    assert [*tabs.names_in_menu][-1].startswith("Labels")
    assert "Models and recipes: 1" in (*tabs.names_in_menu, tabs.tabText(1))
    assert tabs._more.isVisible()
    assert tabs._more.geometry().right() <= tabs.width()
    assert view.model().columnCount() == 4
    assert not view.isColumnHidden(3)
    assert view.columnWidth(0) >= px(110)
    assert sum(view.columnWidth(column) for column in range(4)) <= view.viewport().width()


def test_on_a_low_page_the_figures_scroll_and_none_is_painted_over_another(
    qtbot: QtBot, model: TrainingViewModel, page: TrainingPage
) -> None:
    page.resize(847, 480)
    model.open_corpus("Mail", 100, (Label("ham", 0, 70), Label("spam", 1, 30)))
    model._change(result=JUDGED, by_date=ByDateComparison(50, 0.98, 0.96, 0.5))
    parts = (page._owner, page._owner_note, page._stats, page._tested, page._pair_scroll)

    def edges() -> list[tuple[int, int]]:
        tops = [part.mapTo(page._above_list, QPoint(0, 0)).y() for part in parts]
        return [(top, top + part.height()) for top, part in zip(tops, parts, strict=True)]

    qtbot.waitUntil(lambda: all(above[1] <= below[0] for above, below in zip(edges(), edges()[1:], strict=False)))
    assert page._pair_scroll.height() >= page._matrix.height()
    assert page._lists.height() >= 100
    assert page._figures_scroll.verticalScrollBar().maximum() > 0

    page.resize(1260, 900)
    qtbot.waitUntil(lambda: page._figures_scroll.verticalScrollBar().maximum() == 0)


def test_a_curve_of_other_documents_goes_when_documents_are_added(
    model: TrainingViewModel, inline_runner: InlineRunner
) -> None:
    model.open_corpus("Mail", 100, LABELS, revision=(1, 1))
    model._change(result=JUDGED, curve=SmoothingCurve((0.1, 1.0), (0.8, 0.9), 1.0, 100), is_curve_due=False)

    model.open_corpus("Mail", 112, LABELS, revision=(1, 2))

    assert model.state.curve == SmoothingCurve()
    assert model.state.is_curve_due


@pytest.mark.parametrize("event_model", [FILTER, "multinomial"])
def test_the_first_control_of_the_page_is_visible_whatever_the_event_model(
    model: TrainingViewModel, page: TrainingPage, event_model: str
) -> None:
    """With a filter it was the hidden slider, and the focus stayed in the side bar."""
    model.open_corpus("Mail", 100, (Label("ham", 0, 70), Label("spam", 1, 30)))
    model._change(result=JUDGED, choices=replace(INITIAL_REQUEST, event_model=event_model))

    first = page.property("first_focus")
    assert isinstance(first, QWidget)
    assert first.isVisible()
    assert first.focusPolicy() != Qt.FocusPolicy.NoFocus or first.focusProxy() is not None
