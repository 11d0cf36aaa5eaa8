"""Show your working, from the pages of verdicts and of words, through its own widgets."""

from __future__ import annotations

import csv
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QAbstractButton, QApplication, QTextBrowser
from pytestqt.qtbot import QtBot

import resources
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.classify.explanations import to_explained_verdict
from app.features.explain.view_model import WhyTab
from app.features.explain.why_panel import WhyPanel, WorkingDialog
from app.features.train.training import TrainingOrder, train
from app.kit.page_head import TabBar
from app.kit.table_view import SheetView
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow, running

LESSONS = Path(resources.__file__).parent / "lessons"
WORDS, CLASSIFY = 3, 5
MAILS = {
    "spam": ("buy cheap watermelon buy", "cheap offer buy now"),
    "ham": ("meeting notes for monday", "lunch on monday", "notes on the offer"),
}
QUERY = "buy notes monday unknown"
EVENT_MODELS = ("multinomial", "bernoulli", "complement")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A workspace with the five mails for each event model."""
    folder = tmp_path_factory.mktemp("five")
    for label, texts in MAILS.items():
        (folder / "mails" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / "mails" / label / f"{number}.txt").write_text(text)
    found = {}
    for event_model in EVENT_MODELS:
        path = folder / f"{event_model}.bayleaf"
        import_sources(path, ImportRequest((folder / "mails",), corpus="Mails"), NoOpJobContext())
        request = RecipeRequest(event_model=event_model, smoothing="1", tokens="plain", unknown_word=False)
        train(path, TrainingOrder(request, "Mails", event_model), NoOpJobContext())
        found[event_model] = path
    return found


@pytest.fixture
def somebody(
    qtbot: QtBot, qapp: QApplication, prepared: dict[str, Path], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[InTheWindow]:
    path = shutil.copy(prepared[getattr(request, "param", "multinomial")], tmp_path / "mine.bayleaf")
    with running(qtbot, qapp, tmp_path / "window.ini", Path(path)) as made:
        yield made
    QLocale.setDefault(QLocale("en_US"))


def classified(somebody: InTheWindow, folder: Path) -> WorkingDialog:
    """Drop the query, and ask for the working of its verdict."""
    query = folder / "query.txt"
    query.write_text(QUERY)
    somebody.open(CLASSIFY)
    somebody.drop([query])
    somebody.rest()
    return opened(somebody)


def opened(somebody: InTheWindow) -> WorkingDialog:
    if somebody.page.findChildren(WhyPanel):
        somebody.page.findChildren(WhyPanel)[0].choose_tab(WhyTab.CALCULATION)
        somebody.click("Open in a window: copy, print, save…")
    else:
        somebody.click("Full calculation…")
    somebody.rest()
    [dialog] = [each for each in somebody.program.window.findChildren(WorkingDialog) if each.isVisible()]
    return dialog


def told(dialog: WorkingDialog, name: str) -> str:
    return next(each for each in dialog.findChildren(QTextBrowser) if each.accessibleName() == name).toPlainText()


def click(qtbot: QtBot, dialog: WorkingDialog, name: str) -> None:
    button = next(each for each in dialog.findChildren(QAbstractButton) if each.text() == name)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("somebody", "shares"),
    [
        ("multinomial", "27000/39167"),
        ("bernoulli", "1207959552/1452100177"),
        ("complement", "+7.600902"),
    ],
    indirect=["somebody"],
)
def test_the_verdict_on_a_dropped_mail_is_derived_as_in_the_textbook(
    somebody: InTheWindow, tmp_path: Path, shares: str
) -> None:
    dialog = classified(somebody, tmp_path)

    assert shares in told(dialog, "Step by step")
    assert "The label with the largest share wins: ham" in told(dialog, "Step by step")
    dialog.close()


def test_a_row_of_a_table_has_its_working_too(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    lesson = json.loads((LESSONS / "fever" / "lesson.json").read_text(encoding="utf-8"))
    names = [name for name, _ in lesson["columns"]]
    learnt, new = tmp_path / "patients.csv", tmp_path / "new.csv"
    learnt.write_text("\n".join(",".join(row) for row in (["label", *names], *lesson["rows"])))
    new.write_text("\n".join(",".join(row) for row in (names, lesson["query"], ["no", "?", "yes"])))
    workspace = tmp_path / "fever.bayleaf"
    options = SourceOptions(kind="table", label_column="label", categorical_columns=tuple(names))
    import_sources(workspace, ImportRequest((learnt,), options, "Fever"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(smoothing="1"), "Fever", "Fever"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        somebody.open(CLASSIFY)
        somebody.drop([new])
        somebody.rest()
        assert len(somebody.models.classify.state.items) == 2
        somebody.models.classify.choose(somebody.models.classify.state.items[0].number)
        somebody.rest()
        reasons = somebody.models.classify.state.reasons
        assert reasons is not None
        explanation = to_explained_verdict(reasons, {})
        assert explanation.text.splitlines() == ["fever: yes", "cough: no", "listless: no"]
        assert len(explanation.score.words) == 3
        somebody.models.classify.export(tmp_path / "judged.csv")
        somebody.rest()
        with (tmp_path / "judged.csv").open(encoding="utf-8", newline="") as file:
            judged = list(csv.DictReader(file))
        assert [row["cough"] for row in judged] == ["no", "?"]
        assert judged[0]["verdict"] == "infected"
        assert float(judged[0]["P(infected)"]) == pytest.approx(4 / 7)
        dialog = opened(somebody)

        assert "4/7" in told(dialog, "Step by step")
        assert "categorical" in told(dialog, "Event models side by side")
        dialog.close()


def test_five_event_models_stand_side_by_side(qtbot: QtBot, somebody: InTheWindow, tmp_path: Path) -> None:
    dialog = classified(somebody, tmp_path)
    tabs = dialog.findChild(TabBar)
    assert tabs is not None

    tabs.setCurrentIndex(1)

    text = told(dialog, "Event models side by side")
    for name in ("multinomial", "binary multinomial", "Bernoulli", "complement", "complement with norm"):
        assert name in text.splitlines()
    assert "68.9356 %" in text
    assert "83.1871 %" in text
    dialog.close()


def test_the_sheet_is_copied_printed_and_saved(qtbot: QtBot, somebody: InTheWindow, tmp_path: Path) -> None:
    dialog = classified(somebody, tmp_path)

    click(qtbot, dialog, "Copy")
    assert "27000/39167" in QApplication.clipboard().text()
    for name in ("sheet.xlsx", "sheet.pdf", "sheet.html", "sheet.txt"):
        dialog.save(tmp_path / name)
        somebody.rest()
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog._working.print_on(printer)

    assert zipfile.is_zipfile(tmp_path / "sheet.xlsx")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")
    assert "27000/39167" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert "binary multinomial" in (tmp_path / "sheet.txt").read_text(encoding="utf-8")
    dialog.save(tmp_path / "missing" / "sheet.txt")
    somebody.rest()
    assert dialog._model.state.problem is not None
    dialog.close()


def test_a_changed_text_has_a_working_of_its_own(somebody: InTheWindow, tmp_path: Path) -> None:
    classified(somebody, tmp_path).close()
    classify = somebody.models.classify
    classify.allow_editing(is_allowed=True)
    classify.edit_text("cheap watermelon")
    somebody.rest()

    dialog = opened(somebody)

    assert "watermelon" in told(dialog, "Step by step")
    assert "monday" not in told(dialog, "Step by step")
    dialog.close()


def test_a_long_text_is_summed_until_every_step_is_asked_for(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.explain.view_model.SHOWN_STEPS", 2)
    dialog = classified(somebody, tmp_path)
    assert "the other 1, added up" in told(dialog, "Step by step")

    click(qtbot, dialog, "Show every step")
    somebody.rest()

    assert "more, summed" not in told(dialog, "Step by step")
    dialog.close()


def test_a_text_of_many_words_is_shown_piece_by_piece(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.explain.view_model.ROWS_PER_PART", 2)
    dialog = classified(somebody, tmp_path)
    view = next(each for each in dialog.findChildren(SheetView) if each.accessibleName() == "Step by step")
    qtbot.waitUntil(lambda: not view.is_writing)

    text = told(dialog, "Step by step")

    written = dialog._model.state.rendered
    assert written is not None
    assert len(written.parts) > 3
    assert text.count("Sum: the score") == 2
    assert text.count("Calculation") == 2
    assert text.index("ham") < text.index("As one fraction") < text.index("From scores to probabilities")
    assert "27000/39167" in text
    dialog.close()


def test_a_word_alone_is_judged_like_a_document_of_one_word(somebody: InTheWindow) -> None:
    somebody.open(WORDS)
    somebody.models.words.set_min_occurrences(1)
    somebody.models.words.choose_word_named("monday")
    somebody.rest()

    dialog = opened(somebody)

    text = told(dialog, "Step by step")
    assert "(2 + 1) / (11 + 12)" in text
    assert "(0 + 1) / (8 + 12)" in text
    dialog.close()
