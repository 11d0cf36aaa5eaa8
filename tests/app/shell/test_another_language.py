"""The window in another language: what was worded before is worded anew, and nothing of a page is lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.confidence import ConfidenceLevel
from app.features.classify.explanations import term_name, to_explained_verdict
from app.features.classify.page import min_confidence_column_width
from app.features.documents.columns import ClickableHint
from app.features.documents.page import DocumentsPage
from app.features.evaluate.view_model import View
from app.features.explain.view_model import to_text_view_html
from app.features.explain.working_sheet import Grid
from app.kit.fields import SearchField
from app.kit.label_chips import KeyHint
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.painted_values import CONFIDENCE_BAR_PX, confidence_word
from app.kit.plots.waterfall import Waterfall
from app.library.recipes import RecipeRequest
from app.shell.dialogs import CrashDialog
from tests.app.in_the_window import InTheWindow, running
from tests.app.mail_workspaces import mail_workspace
from tests.walk.made_up_mail import write_mails

DOCUMENTS, _SORT, TRAIN, WORDS, EVALUATE, CLASSIFY, _INBOX, LESSONS = range(8)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = {"Mail filter": RecipeRequest(smoothing="0.5")}
    return mail_workspace(tmp_path_factory.mktemp("own") / "own.bayleaf", {"ham": 24, "spam": 18}, models)


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, prepared: Path, tmp_path: Path) -> Iterator[InTheWindow]:
    """Mails that were dropped are judged, and the model is evaluated."""
    path = Path(shutil.copy(prepared, tmp_path))
    dropped = write_mails(tmp_path / "dropped", {"ham": 2, "spam": 2}, seed=9)
    with running(qtbot, qapp, tmp_path / "window.ini", path) as made:
        for page in (DOCUMENTS, EVALUATE, CLASSIFY):
            made.open(page)
        made.drop(sorted(dropped.glob("*/*.eml")))
        made.rest()
        yield made
    QLocale.setDefault(QLocale("en_US"))


def test_a_word_that_counts_in_part_is_written_shortly_and_in_the_language() -> None:
    assert [term_name("dcc", count) for count in (1, 3, 12, 0.280392)] == ["dcc", "dcc × 3", "dcc × 12", "dcc × 0.28"]
    QLocale.setDefault(QLocale("ru_RU"))
    try:
        assert term_name("dcc", 0.280392) == "dcc × 0,28"
    finally:
        QLocale.setDefault(QLocale("en_US"))


def test_the_numbers_of_a_working_are_written_in_the_language_and_its_words_are_left_alone() -> None:
    grid = Grid(("what", "how", "decimal", "adds"), (("v1.0", "log[(3 + 0) / 6]", "0.5", "−1,234.693147"),), n_left=2)
    QLocale.setDefault(QLocale("ru_RU"))
    try:
        html = to_text_view_html([grid])
    finally:
        QLocale.setDefault(QLocale("en_US"))
    assert ">0,5<" in html
    assert "−1\u00a0234,693147" in html
    assert "v1.0" in html


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_no_word_of_sureness_is_cut_where_the_window_is_small(somebody: InTheWindow, language: str) -> None:
    somebody.program.choose_language(language)
    somebody.rest()
    words = [confidence_word(word) for word in (ConfidenceLevel.SURE, ConfidenceLevel.LIKELY)]
    needed = max(px(CONFIDENCE_BAR_PX + 9) + painting.text_width(word, fonts.body()) for word in words)
    assert px(min_confidence_column_width()) - px(16) >= max(
        needed, painting.outline_chip_width(confidence_word(ConfidenceLevel.UNSURE))
    )


def shown_search(somebody: InTheWindow, page: int) -> str:
    models = somebody.models
    return {DOCUMENTS: models.documents, WORDS: models.words, CLASSIFY: models.classify}[page].state.search


def speak_russian(somebody: InTheWindow) -> None:
    old = somebody.program.window
    somebody.program.choose_language("ru")
    somebody.wait(lambda: somebody.program.window is not old)


def speak(somebody: InTheWindow, code: str) -> None:
    """Choose a language, and wait until the window before is gone."""
    old = somebody.program.window
    somebody.program.choose_language(code)
    somebody.wait(lambda: not isValid(old))


def test_pages_of_languages_before_are_not_told_of_anything(somebody: InTheWindow, tmp_path: Path) -> None:
    for code in ("ru", "zh", "en"):
        for page in range(8):
            somebody.open(page)
        speak(somebody, code)
    more = write_mails(tmp_path / "more", {"ham": 3, "spam": 3}, seed=5)

    somebody.program.frame.commands.train()  # type: ignore[misc] # it is connected
    somebody.rest()
    somebody.drop([more], Qt.KeyboardModifier.AltModifier)
    somebody.accept_import()
    somebody.rest()
    for page in range(8):
        somebody.open(page)

    assert not [each for each in QApplication.topLevelWidgets() if isinstance(each, CrashDialog) and each.isVisible()]
    assert "6 documents imported into the collection Mail" in somebody.note
    assert somebody.models.words.state.table is not None


@pytest.mark.parametrize(("page", "wanted"), [(DOCUMENTS, "pills"), (WORDS, "pills"), (CLASSIFY, "pills")])
def test_what_is_searched_for_still_stands_in_its_field(somebody: InTheWindow, page: int, wanted: str) -> None:
    somebody.open(page)
    somebody.write(wanted, somebody.part(SearchField))
    somebody.wait(lambda: shown_search(somebody, page) == wanted)

    speak(somebody, "ru")
    somebody.open(page)

    assert shown_search(somebody, page) == wanted
    assert somebody.part(SearchField).text() == wanted


def test_pictures_are_worded_anew(somebody: InTheWindow) -> None:
    before = somebody.models.evaluation.state.result.pictures[View.ROC]

    speak_russian(somebody)
    somebody.open(EVALUATE)
    somebody.rest()

    after = somebody.models.evaluation.state.result.pictures[View.ROC]
    assert before.x_axis.title == "False positives (share of ham), logarithmic scale"
    assert after.x_axis.title.startswith("Ложные срабатывания (доля документов с меткой «ham»)")


def test_an_explanation_is_worded_anew(somebody: InTheWindow) -> None:
    reasons = somebody.models.classify.state.reasons
    assert reasons is not None
    before = to_explained_verdict(reasons, {})

    speak_russian(somebody)
    somebody.open(CLASSIFY)
    somebody.rest()

    after = to_explained_verdict(reasons, {})
    waterfall = somebody.part(Waterfall)
    assert waterfall._score.verdict == after.score.verdict
    assert before.score.verdict.endswith("likely")
    assert after.score.verdict.endswith("вероятно")
    assert somebody.program.frame.state.answer_times[CLASSIFY].startswith("классифицировано")


def test_an_experiment_is_told_anew(somebody: InTheWindow) -> None:
    somebody.open(LESSONS)
    somebody.models.lessons.open("vocabulary-size")
    somebody.models.lessons.run_experiment()
    somebody.rest()
    before = somebody.models.lessons.state.experiment

    speak_russian(somebody)
    somebody.open(LESSONS)
    somebody.rest()

    after = somebody.models.lessons.state.experiment
    assert before is not None
    assert after is not None
    assert "multinomial" in before.sentence
    assert "мультиномиальная" in after.sentence


def test_the_keys_of_all_labels_still_stand_below_the_documents(somebody: InTheWindow) -> None:
    speak_russian(somebody)

    somebody.open(DOCUMENTS)
    somebody.rest()

    somebody.wait(lambda: sum(hint.isVisible() for hint in somebody.page.findChildren(KeyHint)) == 3)


def test_a_key_is_left_out_only_where_it_has_no_room_and_all_labels_are_offered_then(somebody: InTheWindow) -> None:
    page = somebody.open(DOCUMENTS)
    assert isinstance(page, DocumentsPage)
    hints = page.findChildren(KeyHint)
    [more] = [hint for hint in hints if isinstance(hint, ClickableHint)]
    chosen = next(each for each in page.findChildren(QLabel) if each.text().endswith(" selected"))
    widths = [hint.parentWidget().sizeHint().width() for hint in hints if hint is not more]
    needed = sum(widths) + chosen.sizeHint().width() + px(32)

    def visible_at(width: int) -> list[KeyHint]:
        page._middle.resize(width, page._middle.height())
        return [hint for hint in hints if hint.isVisible()]

    all_keys = [hint for hint in hints if hint is not more]
    assert (visible_at(needed), chosen.isVisible()) == (all_keys, True)
    assert (visible_at(needed - 1), chosen.isVisible()) == (all_keys, False)  # the one selected row is seen anyway
    assert more in visible_at(sum(widths) - 1)
    assert len(visible_at(sum(widths) - 1)) < len(hints)
