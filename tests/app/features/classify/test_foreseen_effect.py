"""Beside the button that corrects a verdict stands what else the correction changes; keys then do just that."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.classify.page import ClassifyPage, ForeseenEffect
from app.features.classify.use_cases import JudgedDocuments
from app.features.classify.view_model import ClassifyViewModel
from app.features.train.training import TrainingOrder, train
from app.kit.drops import DropContent
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.library.explanations import count_changed_verdicts, is_visibly_different
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from tests.app.walks import HAM_AND_SPAM, prepare
from tests.inline_runner import InlineRunner
from tests.walk.made_up_mail import write_mails

WORDS = ("meeting", "monday", "cruise", "prize", "draft", "free")
LIKE_ONE_ANOTHER = ("nothing of the kind", "the lunch meeting", "a lunch meeting", "lunch meeting")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared"))


def test_what_is_told_before_a_correction_is_what_it_then_changes(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, prepared: Path
) -> None:
    with Session(prepared) as session:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(JudgedDocuments(session))
        page = ClassifyPage(model)
        qtbot.addWidget(page)
        page.resize(1240, 760)
        page.show()
        model.open_model("First", HAM_AND_SPAM, (1, 1.0))
        for text in LIKE_ONE_ANOTHER:
            model.classify(DropContent(text=text))
        inline_runner.run()
        told: list[int] = []
        model.corrected.connect(lambda _item, _label, n_changed: told.append(n_changed))
        qtbot.keyClick(page._view, Qt.Key.Key_End)
        assert page._effect.text() == ""

        rest(qtbot, model, inline_runner)
        [n_foreseen] = model.state.n_changes_by_label.values()
        words = page._effect.text()
        qtbot.mouseClick(page._wrong, Qt.MouseButton.LeftButton)
        inline_runner.run()

        assert told == [n_foreseen]
        assert n_foreseen > 1
        assert words.startswith(f"A correction would change {n_foreseen} other")
        assert page._effect.text() != words


@pytest.mark.parametrize("event_model", ["learnt", "multinomial", "filter"])
def test_the_forecast_is_what_the_correction_then_changes_whatever_the_model(tmp_path: Path, event_model: str) -> None:
    """Learnt factors are fitted again after a correction; the forecast fits them too."""
    mails = write_mails(tmp_path / "mails", {"ham": 30, "spam": 30}, seed=1)
    place, context = tmp_path / "mail.bayleaf", NoOpJobContext()
    import_sources(place, ImportRequest((mails,), corpus="Mail"), context)
    train(place, TrainingOrder(RecipeRequest(event_model=event_model, smoothing="1"), "Mail", "Model"), context)
    texts = [f"{first} {second}" for first in WORDS for second in WORDS if first != second]
    told, done = [], []
    with Session(place) as session:
        documents = JudgedDocuments(session)
        for text in texts:
            documents.classify_text("Model", text, context)
        for item in documents.items()[::6]:
            [label] = {"ham", "spam"} - {item.verdict.label}
            told += count_changed_verdicts(session, "Model", documents.items(), item.number, [label], context).values()
            others = [each for each in documents.items() if each.number != item.number and each.corrected is None]
            before = {each.number: each.verdict for each in others}
            changed = documents.correct("Model", item.number, label, context)
            done.append(sum(
                is_visibly_different(before[each.number], each.verdict) for each in changed if each.number in before
            ))  # fmt: skip

    assert told == done
    assert any(done)


def test_of_several_labels_the_menu_says_it_of_each(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, prepared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[list[str]] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_at: shown.append([each.text() for each in menu.actions()]))
    with Session(prepared) as session:
        model = ClassifyViewModel(inline_runner)
        model.open_workspace(JudgedDocuments(session))
        page = ClassifyPage(model)
        qtbot.addWidget(page)
        page.show()
        model.open_model("Third", (Label("private", 0), Label("work", 1), Label("bills", 2)), (1, 1.0))
        model.classify(DropContent(text="the only one"))
        inline_runner.run()
        rest(qtbot, model, inline_runner)

        qtbot.mouseClick(page._wrong, Qt.MouseButton.LeftButton)

        others = [label.name for label in model.state.other_labels]
        keys = {label.name: number for number, label in enumerate(model.state.labels, start=1)}
        assert shown == [[f"{label}  (no other verdict changes)\t{keys[label]}" for label in others]]
        assert page._effect.text() == "", "nothing to tell"


def rest(qtbot: QtBot, model: ClassifyViewModel, runner: InlineRunner) -> None:
    """Wait until the page asks what a correction would change, and let it be answered."""
    qtbot.waitUntil(lambda: bool(runner.jobs) or not model._asker.is_waiting("n_changes_by_label"))
    runner.run()


def test_the_effect_of_each_label_is_a_sentence_of_its_own(qtbot: QtBot, theme: Theme) -> None:
    effect = ForeseenEffect()
    qtbot.addWidget(effect)

    assert effect.sentence_about_all_labels({"spam": 4}).replace("(s)", "s") == (
        "If you label it spam, 4 other verdicts in this list change."
    )
    assert (
        effect.sentence_about_all_labels({"spam": 0}) == "If you label it spam, no other verdict in this list changes."
    )
    assert effect.sentence_about_all_labels({"a": 1, "b": 0}).count("If you label it") == 2
