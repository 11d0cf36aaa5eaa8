"""Somebody's work with the real program: real widgets, drops, keys, threads and worker processes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenuBar,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.results import Shelf, ShelfKind
from app.features.train import view_model as training_model
from app.features.train.view_model import TrainingQuestions
from app.kit.jobs import Job
from app.kit.look.theme import ThemeChoice
from app.kit.smoothing_slider import SmoothingSlider
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.workspaces import new_sample_mails, sample_size
from app.shell.workspace_view_model import WorkspaceViewModel
from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow, cells, running
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.walk.made_up_mail import write_mailbox, write_mails

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS, _SORT, TRAIN, WORDS, EVALUATE, CLASSIFY = range(6)
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
N_HAM, N_SPAM = 24, 18
N_MANY = 40_000
"""Mails that take so long to import that there is time to stop it."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with two labels and two models."""
    models = {"Second": RecipeRequest(event_model="bernoulli", smoothing="0.5"), "Mail filter": MULTINOMIAL}
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": N_HAM, "spam": N_SPAM}, models)


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path / "mail.bayleaf"))


MEANT_AS_SPAM = ("a-prize-is-waiting", "your-card-has-expired")


def test_from_the_first_start_to_a_correction_taken_back(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    mails = [mail for mail in new_sample_mails(["resources/samples/en"]) if mail.stem in MEANT_AS_SPAM]
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        somebody.click(f"Try Bayleaf with {sample_size('en')} sample mails")
        somebody.rest()
        assert somebody.models.documents.state.overview.n_documents == sample_size("en")
        somebody.key(Qt.Key.Key_T, CTRL)
        somebody.rest()
        assert somebody.program.frame.state.model == "Sample mail filter"

        somebody.open(CLASSIFY)
        somebody.drop(mails)
        somebody.rest()
        items = somebody.models.classify.state.items
        assert [item.verdict.label for item in items] == ["spam", "spam"]

        somebody.key(Qt.Key.Key_1, on=somebody.part(QTableView, "Verdicts"))
        somebody.rest()
        assert somebody.models.classify.state.items[0].corrected == "ham"
        assert somebody.models.documents.state.overview.n_documents == sample_size("en") + 1
        assert somebody.note.startswith("Learnt")

        somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
        somebody.rest()
        assert somebody.program.frame.state.problem is None
        assert somebody.note == "Undone: Learnt “A prize is waiting for you” as an example of ham"
        assert somebody.models.documents.state.overview.n_documents == sample_size("en")
        assert [(item.verdict.label, item.corrected) for item in somebody.models.classify.state.items] == [
            ("spam", None),
            ("spam", None),
        ]


def test_files_that_cannot_be_read_are_listed_with_their_reasons(somebody: InTheWindow, tmp_path: Path) -> None:
    mails = write_mails(tmp_path / "more", {"ham": 3}, seed=11)
    (mails / "ham" / "broken.pdf").write_bytes(b"%PDF-1.4\nnot one at all")

    somebody.drop([mails], ALT)
    somebody.accept_import()
    somebody.rest()
    assert somebody.models.documents.state.overview.n_documents == N_HAM + N_SPAM + 3
    assert "1 file could not be read" in somebody.note

    somebody.models.documents.choose_shelf(Shelf(ShelfKind.UNREADABLE))
    somebody.rest()
    table = somebody.part(QTableView, "Could not be read")
    assert cells(table, 0)[0] == "“broken.pdf” is damaged."


@pytest.mark.parametrize("stage", ["planning", "reading"])
def test_escape_cancels_an_import_and_nothing_stays_of_it(somebody: InTheWindow, tmp_path: Path, stage: str) -> None:
    before = somebody.models.documents.state.overview

    somebody.drop([write_mailbox(tmp_path / "more.mbox", N_MANY)], ALT)
    somebody.wait(lambda: any(is_importing(job, stage) for job in somebody.program.runner.jobs))
    somebody.key(Qt.Key.Key_Escape, on=somebody.program.window)
    somebody.rest()

    assert somebody.models.documents.state.overview == before
    assert somebody.program.frame.state.problem is None


def is_importing(job: Job, stage: str) -> bool:
    return bool(job.title) and job.has_begun and (stage == "planning" or job.progress.done > 0)


def test_a_digit_labels_and_it_can_be_undone_and_done_again(somebody: InTheWindow) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: bool(cells(table, 0)[0]))
    assert cells(table, 0)[0] == "ham"

    somebody.key(Qt.Key.Key_2, on=table)
    somebody.rest()
    assert labels(somebody) == {"ham": N_HAM - 1, "spam": N_SPAM + 1}
    assert somebody.note == "1 document labelled spam"

    somebody.click("Undo")
    somebody.rest()
    assert labels(somebody) == {"ham": N_HAM, "spam": N_SPAM}

    somebody.key(Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier, somebody.program.window)
    somebody.rest()
    assert labels(somebody) == {"ham": N_HAM - 1, "spam": N_SPAM + 1}


def test_deleted_documents_come_back_by_undo(somebody: InTheWindow) -> None:
    table = somebody.part(QTableView, "Documents")
    table.setFocus()
    table.selectAll()
    somebody.key(Qt.Key.Key_Delete, on=table)
    somebody.rest()
    assert somebody.program.frame.state.problem is None
    assert labels(somebody) == {"ham": 0, "spam": 0}
    assert somebody.note == f"{N_HAM + N_SPAM} documents deleted · the files on disk stay"

    somebody.click("Undo")
    somebody.rest()
    assert labels(somebody) == {"ham": N_HAM, "spam": N_SPAM}


def test_a_word_leads_to_its_documents_and_a_mistake_to_its_document(somebody: InTheWindow) -> None:
    somebody.open(WORDS)
    words = somebody.models.words
    words.choose_word_named("meeting")
    somebody.rest()
    assert words.state.working is not None
    n_documents = words.state.working.n_documents
    somebody.click(f"{n_documents} documents")
    somebody.rest()
    assert somebody.program.frame.state.page == DOCUMENTS
    assert len(somebody.models.documents.state.ids) == n_documents

    somebody.open(TRAIN)
    somebody.models.training.choose(smoothing="10.0")
    somebody.rest()
    table = somebody.part(QTableView, "Mistakes")
    table.setCurrentIndex(table.model().index(0, 0))
    somebody.key(Qt.Key.Key_Return, on=table)
    somebody.rest()
    document = somebody.models.documents.state.document
    assert somebody.program.frame.state.page == DOCUMENTS
    assert document is not None
    assert document.number == somebody.models.training.state.shown_mistakes[0].document


@pytest.mark.parametrize("page", range(5))
def test_tab_reaches_every_control_of_a_page(somebody: InTheWindow, page: int) -> None:
    somebody.open(page)
    window = somebody.program.window
    wanted = {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and not isinstance(each, QAbstractButton | QMenuBar)
    }

    reached: set[QWidget | None] = set()
    for _ in range(80):
        focus = window.focusWidget()
        assert focus is not None
        reached.add(focus)
        somebody.key(Qt.Key.Key_Tab, on=focus)

    assert {type(each).__name__ for each in wanted - reached} == set()


def labels(somebody: InTheWindow) -> dict[str, int]:
    return {label.name: label.n_documents for label in somebody.models.documents.state.overview.labels}


def test_the_smoothing_slider_changes_the_live_result(somebody: InTheWindow) -> None:
    page = somebody.open(TRAIN)
    before = somebody.models.training.state
    slider = somebody.part(SmoothingSlider)
    slider.setFocus()

    for _ in range(8):
        somebody.key(Qt.Key.Key_Right, on=slider)
    somebody.rest()

    after = somebody.models.training.state
    assert after.choices.smoothing > before.choices.smoothing
    assert after.result is not before.result
    assert not after.is_working
    assert page.isVisible()


def test_a_recipe_is_kept_taken_back_and_removed_by_keys(somebody: InTheWindow) -> None:
    somebody.open(TRAIN)
    training = somebody.models.training
    assert training.state.choices.event_model == "multinomial"
    somebody.wait(lambda: training.state.result is not None)
    tabs = somebody.part(QTabBar)
    tabs.setFocus()
    somebody.key(Qt.Key.Key_Right, on=tabs)
    somebody.answer_with_enter()
    somebody.click("Save as a recipe…")
    somebody.rest()
    table = somebody.part(QTableView, "Saved models and recipes")
    assert cells(table, 0) == ["Mail filter", "Second", "Multinomial · α = 0.50"]

    table.setFocus()
    table.setCurrentIndex(table.model().index(1, 0))
    somebody.key(Qt.Key.Key_Return, on=table)
    somebody.rest()
    assert training.state.choices.event_model == "bernoulli"

    somebody.key(Qt.Key.Key_Up, on=table)
    somebody.key(Qt.Key.Key_Delete, on=table)
    somebody.rest()
    assert cells(table, 0) == ["Second", "Multinomial · α = 0.50"]
    assert somebody.program.frame.state.model == "Second"
    assert somebody.program.window.focusWidget() is table

    somebody.click("Undo")
    somebody.rest()
    assert "Mail filter" in cells(table, 0)
    assert somebody.program.frame.state.problem is None


def test_other_words_are_counted_in_a_job_that_can_be_cancelled(
    somebody: InTheWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_model, "MAX_QUICK_TOKENIZE_DOCUMENTS", 10)
    may_count, count = threading.Event(), TrainingQuestions.count

    def count_when_allowed(
        questions: TrainingQuestions, corpus: str, choices: RecipeRequest, context: JobContext
    ) -> None:
        while not may_count.wait(0.01):
            context.checkpoint()
        count(questions, corpus, choices, context)

    monkeypatch.setattr(TrainingQuestions, "count", count_when_allowed)
    somebody.open(TRAIN)
    training = somebody.models.training
    before = training.state

    training.choose(stem="english")
    somebody.wait(lambda: any(job.title == "Counting the words of Mail" for job in somebody.program.runner.jobs))
    [job] = [job for job in somebody.program.runner.jobs if job.title]
    job.cancel()
    somebody.rest()
    assert training.state.choices in (before.choices, replace(before.choices, stem="english"))
    assert not training.state.is_working

    may_count.set()
    training.choose(stem="english", ngrams=(1, 2))
    somebody.rest()
    assert training.state.choices.ngrams == (1, 2)
    assert training.state.result is not before.result


def test_words_are_searched_sorted_and_worked_out(somebody: InTheWindow) -> None:
    somebody.open(WORDS)
    table = somebody.part(QTableView, "Words")
    n_words = table.model().rowCount()

    somebody.write("meet", somebody.part(QLineEdit, "Search words"))
    somebody.wait(lambda: 0 < table.model().rowCount() < n_words)
    assert all("meet" in word for word in cells(table, 0))

    header = table.horizontalHeader()
    header.sectionClicked.emit(0)
    table.setFocus()
    somebody.key(Qt.Key.Key_Home, CTRL, table)
    somebody.key(Qt.Key.Key_Down, on=table)
    somebody.rest()
    working = somebody.models.words.state.working
    assert working is not None
    assert working.log_odds == pytest.approx(
        sum(
            sign * fraction.steps.log
            for fraction in working.probabilities
            for sign in ([1] if fraction.steps.label == "spam" else [-1])
        )
    )


def test_two_models_are_judged_side_by_side(somebody: InTheWindow) -> None:
    somebody.open(EVALUATE)
    somebody.rest()
    assert set(somebody.models.evaluation.state.ticked) == {"Mail filter", "Second"}  # a new model joins the one there

    table = somebody.part(QTableView, "Models")
    table.setFocus()
    table.setCurrentIndex(table.model().index(1, 0))
    for expected in (1, 2):
        somebody.key(Qt.Key.Key_Space, on=table)
        somebody.rest()
        assert len(somebody.models.evaluation.state.ticked) == expected

    state = somebody.models.evaluation.state
    assert len(state.result.confusions) == 2
    assert "McNemar" in state.result.comparison


def test_another_language_and_theme_still_show_everything(somebody: InTheWindow) -> None:
    somebody.open(TRAIN)
    old = somebody.program.window

    somebody.program.choose_language("ru")
    somebody.wait(lambda: somebody.program.window is not old)
    somebody.program.choose_theme(ThemeChoice.DARK)
    somebody.rest()

    assert somebody.program.theme.tokens.is_dark
    for page in range(EVALUATE + 1):
        somebody.open(page)
        assert somebody.page.isVisible()
    assert cells(somebody.part(QTableView, "Модели"), 1) == ["Mail filter", "Second"]
    assert not somebody.program.window.grab().isNull()


def test_no_part_of_a_page_is_ever_a_window_of_its_own(somebody: InTheWindow, qapp: QApplication) -> None:
    shown = ShownWindows()
    qapp.installEventFilter(shown)

    for page in range(EVALUATE + 1):
        somebody.open(page)
    somebody.program.choose_language("zh")
    somebody.wait(lambda: len(shown.kinds) > 0)
    for page in range(EVALUATE + 1):
        somebody.open(page)

    qapp.removeEventFilter(shown)
    assert shown.kinds == {"MainWindow"}


class ShownWindows(QObject):
    """Collects what shows as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.kinds.add(type(watched).__name__)
        return False


def test_two_workspaces_are_kept_apart(somebody: InTheWindow, workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.bayleaf"
    import_sources(
        other, ImportRequest((write_mails(tmp_path / "few", {"work": 4, "home": 3}),), corpus="Mail"), NoOpJobContext()
    )
    home = next(each for each in somebody.program.children() if isinstance(each, WorkspaceViewModel))

    home.open_workspace(other)
    somebody.rest()
    assert labels(somebody) == {"home": 3, "work": 4}
    assert somebody.program.frame.state.model == ""
    assert somebody.part(QComboBox, "Collection").currentText() == "Mail"
    assert len(somebody.models.documents.state.ids) == 7
    assert somebody.models.words.state.table is None

    home.open_workspace(workspace)
    somebody.rest()
    assert labels(somebody) == {"ham": N_HAM, "spam": N_SPAM}
    assert somebody.program.frame.state.model == "Mail filter"


def test_closing_during_an_import_loses_nothing_that_was_there(
    qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path
) -> None:
    mails = write_mailbox(tmp_path / "more.mbox", N_MANY)
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        somebody.drop([mails], ALT)
        somebody.wait(lambda: any(is_importing(job, "reading") for job in somebody.program.runner.jobs))
        somebody.answer_question("Stop and close")
        somebody.program.window.close()
        assert somebody.program.runner.jobs == ()

    assert settled(workspace) == N_HAM + N_SPAM


def test_a_program_killed_in_the_middle_of_an_import_opens_as_it_was(
    qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path, own_home: Path
) -> None:
    mails = write_mailbox(tmp_path / "more.mbox", N_MANY)
    victim = subprocess.Popen(
        [sys.executable, "-m", "tests.app.shell.victim", str(workspace), str(mails)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    qtbot.waitUntil(lambda: unsettled_runs(workspace) == 1, timeout=30_000)
    victim.kill()
    victim.wait()
    assert unsettled_runs(workspace) == 1

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        assert somebody.program.frame.state.problem is None
        assert labels(somebody) == {"ham": N_HAM, "spam": N_SPAM}
    assert unsettled_runs(workspace) == 0


def settled(workspace: Path) -> int:
    with Workspace(workspace, read_only=True) as opened:
        return opened.documents.count("Mail")


def unsettled_runs(workspace: Path) -> int:
    with closing(sqlite3.connect(workspace)) as connection:
        return int(connection.execute("SELECT count(*) FROM import_run WHERE settled_number IS NULL").fetchone()[0])
