"""Closing the window during work: a question first. An import can be continued at the next opening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import JobContext, NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments
from app.features.train.training import TrainingOrder, train
from app.kit.frame import CLASSIFY_PAGE, DOCUMENTS_PAGE, TRAIN_PAGE, WORDS_PAGE
from app.kit.page_head import ProgressBar, ProgressPane
from app.kit.widgets import Button
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.shell import main_window, workspace_view_model
from tests.app.in_the_window import InTheWindow, running
from tests.walk.made_up_mail import write_mails


def import_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an import take until it is stopped."""

    def never_ends(_place: object, _order: object, context: JobContext, report_count: Callable[[int], object]) -> Any:
        report_count(1_234)
        while True:
            context.checkpoint(38, 100, "importing")

    monkeypatch.setattr(workspace_view_model, "import_sources", never_ends)


def begin_import(somebody: InTheWindow, folder: Path) -> None:
    somebody.drop([folder])
    somebody.accept_import()
    somebody.wait(lambda: any(job.loses_work and job.has_begun for job in somebody.program.runner.jobs))


def test_closing_during_an_import_asks_and_may_be_refused(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5)
    import_for_ever(monkeypatch)
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "w.bayleaf") as somebody:
        begin_import(somebody, mails)

        was_asked = somebody.answer_question("Let it finish")
        assert not somebody.program.window.close()
        assert was_asked()
        assert any(job.loses_work for job in somebody.program.runner.jobs)

        somebody.answer_question("Stop and close")
        assert somebody.program.window.close()
        assert not somebody.program.runner.jobs


def test_closing_while_dropped_files_are_classified_asks_and_may_be_refused(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cancelled without a question, and the next start said nothing."""
    mails, workspace = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5), tmp_path / "w.bayleaf"
    import_sources(workspace, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(), "Mail"), NoOpJobContext())

    def never_ends(_self: object, _model: str, _paths: object, context: JobContext, **_only: object) -> Any:
        while True:
            context.checkpoint(3, 5, "reading")

    monkeypatch.setattr(JudgedDocuments, "classify", never_ends)
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        somebody.program.frame.open_page(CLASSIFY_PAGE)
        somebody.drop([mails])
        somebody.wait(lambda: any(job.seconds >= main_window.JOB_DELAY_S for job in somebody.program.runner.jobs))

        was_asked = somebody.answer_question("Let it finish")
        assert not somebody.program.window.close()
        assert was_asked()
        assert not any(job.is_stopping for job in somebody.program.runner.jobs)

        somebody.program.window._cancel_job()
        somebody.rest()
        assert somebody.program.window.close(), "nothing runs, so nothing is asked"


def test_an_import_from_the_first_page_is_shown_where_its_documents_will_be_and_can_be_cancelled(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5)
    import_for_ever(monkeypatch)
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        assert somebody.program.frame.state.is_first_run
        begin_import(somebody, mails)

        assert not somebody.program.frame.state.is_first_run
        [working] = [pane for pane in somebody.page.findChildren(ProgressPane) if pane.isVisible()]
        assert working.accessibleName() == "Importing Letters"
        assert somebody.models.documents.import_progress().share == 0.38
        somebody.wait(lambda: any("1,234 document" in text for text in somebody.texts()))
        bar = somebody.program.window.jobs
        assert not any(each.isVisible() for each in bar.findChildren(ProgressBar)), "the progress is told twice"
        somebody.program.frame.open_page(TRAIN_PAGE)
        somebody.wait(lambda: any(each.isVisible() for each in bar.findChildren(ProgressBar)))
        somebody.program.frame.open_page(DOCUMENTS_PAGE)
        somebody.wait(lambda: not any(each.isVisible() for each in bar.findChildren(ProgressBar)))

        [cancel] = [button for button in working.findChildren(Button) if button.text() == "Cancel"]
        cancel.click()
        somebody.rest()
        assert not working.isVisible()
        assert "Let Bayleaf learn from documents that you have already sorted" in somebody.texts()


def test_an_interrupted_import_is_told_of_and_continued_at_the_next_opening(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, settings = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5), tmp_path / "window.ini"
    with monkeypatch.context() as patch:
        import_for_ever(patch)
        with running(qtbot, qapp, settings, tmp_path / "w.bayleaf") as somebody:
            begin_import(somebody, mails)
            somebody.answer_question("Stop and close")
            assert somebody.program.window.close()

    with running(qtbot, qapp, settings, tmp_path / "w.bayleaf") as somebody:
        assert somebody.note == "The import of Letters was interrupted. None of its documents were stored."
        somebody.click("Continue importing")
        somebody.rest()
        assert somebody.models.documents.state.overview.n_documents == 5

    with running(qtbot, qapp, settings, tmp_path / "w.bayleaf") as somebody:
        assert somebody.note == ""


def test_an_import_that_the_person_cancels_or_that_ends_is_not_offered_again(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails, settings = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5), tmp_path / "window.ini"
    with monkeypatch.context() as patch, running(qtbot, qapp, settings, tmp_path / "w.bayleaf") as somebody:
        import_for_ever(patch)
        begin_import(somebody, mails)
        somebody.program.window._cancel_job()
        somebody.rest()

    with running(qtbot, qapp, settings, tmp_path / "w.bayleaf") as somebody:
        assert somebody.note == ""
        assert somebody.program.window.close(), "nothing runs, so nothing is asked"


@pytest.mark.parametrize(("page", "shown"), [(WORDS_PAGE, DOCUMENTS_PAGE), (TRAIN_PAGE, TRAIN_PAGE)])
def test_an_import_leads_from_pages_about_models_to_the_documents(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, page: int, shown: int
) -> None:
    mails = write_mails(tmp_path / "Letters", {"ham": 3, "spam": 2}, seed=5)
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.program.frame.open_page(page)
        home = somebody.program.findChild(workspace_view_model.WorkspaceViewModel)
        assert isinstance(home, workspace_view_model.WorkspaceViewModel)
        home.import_sources([mails])
        somebody.rest()

        assert somebody.program.frame.state.page == shown
