"""Pages under a machine as slow and as disorderly as can be: keys are pressed while answers are anywhere on their way.

After every single step, what shows must belong together; once all answers are there, it must be what is stored.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.corpus_view import Order, Shelf, ShelfKind
from app.domain.jobs import Unattended
from app.pages.classify.model import ClassifyViewModel
from app.pages.classify.page import ClassifyPage
from app.pages.documents.model import DocumentsViewModel
from app.pages.documents.page import DocumentsCommands, DocumentsPage
from app.pages.kit.coloured_text import ColouredText
from app.pages.shown import Label
from app.qt.drops import Dropped
from app.qt.look.theme import Theme
from app.services.judging.classify_session import Desk
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.session.session import Session
from app.store.workspace import Workspace
from tests.app.views.in_the_window import cells
from tests.late_answers import LateRunner
from tests.walk.made_up_mail import write_mails

SEEDS = range(12)
N_KEYS = 30
LABELS = (Label("ham", 0, 9), Label("spam", 1, 8))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    path = folder / "mail.bayleaf"
    mails = write_mails(folder / "mails", {"ham": 9, "spam": 8})
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    request = RecipeRequest(event_model="multinomial", smoothing="0.5")
    train(path, TrainingOrder(request, "Mail", "Filter"), Unattended())
    return path


@pytest.fixture
def session(prepared: Path, tmp_path: Path) -> Iterator[Session]:
    with Session(Path(shutil.copy(prepared, tmp_path / "mail.bayleaf"))) as made:
        yield made


def stored(session: Session) -> dict[int, tuple[str | None, str]]:
    """Each document's label and text, as the file has them."""
    with Workspace(session.path, read_only=True) as opened:
        documents = (opened.documents.get(number) for number in opened.documents.numbers("Mail").tolist())
        return {one.number: (one.document.label, one.document.text) for one in documents}


def shown_text(page: DocumentsPage | ClassifyPage) -> str:
    [text] = page.findChildren(ColouredText)
    return text.toPlainText() if text.isVisible() else ""


@pytest.mark.parametrize("seed", SEEDS)
def test_documents_show_what_belongs_together_however_late_answers_come(
    qtbot: QtBot, theme: Theme, session: Session, seed: int
) -> None:
    chance, runner = random.Random(seed), LateRunner(seed)
    model = DocumentsViewModel(runner)
    model.open_workspace(session)
    page = DocumentsPage(model, DocumentsCommands())
    qtbot.addWidget(page)
    page.resize(1240, 700)
    page.show()
    model.open_corpus("Mail")
    runner.finish()
    texts = {number: text.split() for number, (_, text) in stored(session).items()}
    given: dict[int, str | None] = {}

    for _ in range(N_KEYS):
        key = chance.choice(["1", "2", "u", "down", "up", "shelf", "order", "undo"])
        chosen = page.chosen_ids().tolist()
        if key in ("1", "2", "u"):
            qtbot.keyClicks(page._view, key)
            given |= dict.fromkeys(chosen, {"1": "ham", "2": "spam", "u": None}[key])
        elif key in ("down", "up"):
            qtbot.keyClick(page._view, Qt.Key.Key_Down if key == "down" else Qt.Key.Key_Up)
        elif key == "shelf":
            model.choose_shelf(chance.choice([Shelf(), Shelf(ShelfKind.LABEL, "spam"), Shelf(ShelfKind.UNLABELLED)]))
        elif key == "order":
            model.choose_order(chance.choice(list(Order)))
        for _ in range(chance.randint(0, 5)):
            runner.step()
            assert_together(page, texts)
    runner.finish()
    assert_together(page, texts)

    now = stored(session)
    for number, label in given.items():
        assert now[number][0] == label
    overview = model.state.overview
    counts = {label.name: label.n_documents for label in overview.labels}
    assert counts == {name: sum(label == name for label, _ in now.values()) for name in ("ham", "spam")}
    assert model.state.revision == overview.revision
    for number, words in zip(page._table.ids.tolist(), cells(page._view, 0), strict=True):
        runner.finish()
        assert words in ("", now[number][0] or "")
    if page._table.rowCount():
        runner.finish()
        assert cells(page._view, 0) == [now[number][0] or "" for number in page._table.ids.tolist()]
        [chosen_number] = page.chosen_ids().tolist()
        assert shown_text(page).split() == texts[chosen_number]


def assert_together(page: DocumentsPage, texts: dict[int, list[str]]) -> None:
    """The text beside the list is that of the chosen row, or none."""
    words, chosen = shown_text(page).split(), page.chosen_ids().tolist()
    if words:
        assert len(chosen) == 1
        assert words == texts[chosen[0]]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_reasons_and_typed_words_belong_together_however_late_answers_come(
    qtbot: QtBot, theme: Theme, session: Session, seed: int
) -> None:
    chance, runner = random.Random(seed), LateRunner(seed)
    desk, model = Desk(session), ClassifyViewModel(runner)
    model.open_workspace(desk)
    page = ClassifyPage(model)
    qtbot.addWidget(page)
    page.resize(1240, 700)
    page.show()
    model.open_model("Filter", LABELS, (1, 1.0))
    texts = [f"a {word} on monday, number {n}" for n, word in enumerate(("meeting", "cruise", "prize", "draft"))]
    for text in texts:
        model.classify(Dropped(text=text))
    runner.finish()
    typed: dict[int, str] = {}

    for _ in range(N_KEYS):
        key = chance.choice(["1", "2", "down", "up", "edit", "type", "type", "type", "model"])
        state = model.state
        if key in ("1", "2"):
            qtbot.keyClicks(page._view, key)
            if model.state.chosen != state.chosen:
                typed.pop(state.chosen, None)
        elif key in ("down", "up"):
            qtbot.keyClick(page._view, Qt.Key.Key_Down if key == "down" else Qt.Key.Key_Up)
            typed.pop(state.chosen, None)
        elif key == "edit" and page._edit.isVisible():
            qtbot.mouseClick(page._edit, Qt.MouseButton.LeftButton)
            typed.pop(state.chosen, None)
            typed |= {state.chosen: shown_text(page)} if model.state.is_editing else {}
        elif key == "type" and state.is_editing and state.chosen in typed:
            letter = chance.choice("free money")
            at = page._text.textCursor().position()
            was = typed[state.chosen]
            qtbot.keyClicks(page._text, letter)
            typed[state.chosen] = was[:at] + letter + was[at:]
        elif key == "model":
            model.open_model("Filter", LABELS, (chance.randint(1, 9), 1.0))
        for _ in range(chance.randint(0, 4)):
            runner.step()
            assert_reasons_together(page, texts, typed)
    runner.finish()
    assert_reasons_together(page, texts, typed)

    reasons, item = model.state.reasons, model.chosen_item()
    assert reasons is not None
    assert item is not None
    if not model.state.is_editing:
        assert reasons.verdict.probability == pytest.approx(item.verdict.probability, rel=1e-12)
    assert list(model.state.items) == desk.items()
    desk.close()


def assert_reasons_together(page: ClassifyPage, texts: list[str], typed: dict[int, str]) -> None:
    """The text is that of the chosen row or what was typed, or none; the verdict is one of that text."""
    state, words = page._model.state, shown_text(page)
    row = page._view.currentIndex().row()
    assert page._view.items[row].number == state.chosen
    if state.is_editing and state.chosen in typed:
        assert words == typed[state.chosen]
    elif words:
        assert words == texts[state.chosen - 1]
    if state.reasons is not None:
        assert state.reasons.item.number == state.chosen
