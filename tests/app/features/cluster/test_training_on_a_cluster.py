"""A model made from the window on a real cluster: a scheduler and workers that were started by themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QProgressBar, QPushButton, QTreeWidget

pytest.importorskip("distributed")

from app.domain.jobs import NoOpJobContext
from app.features.cluster.dialog import ClusterDialog
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.shell.workspace_view_model import WorkspaceViewModel
from app.store.workspace import Workspace
from nbengine.models.persistence import model_from_bytes
from tests.app.features.cluster import odd_tasks
from tests.app.features.cluster.conftest import Cluster, many_boxes
from tests.app.in_the_window import InTheWindow
from tests.walk.made_up_mail import write_mails

pytestmark = [
    pytest.mark.qt_log_ignore("does not support", extend=True),  # raise() and size hints, offscreen
    pytest.mark.timeout(600),
]
CLASSIFY = 5
N_WORKERS = 2
N_ENOUGH = 20
"""Of sixty tasks: no more are begun before somebody has looked at the dialog."""


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """One whose tasks are small, and held back in the middle until somebody has looked at them."""
    monkeypatch.setattr("tests.app.in_the_window.PATIENCE_MS", 180_000)
    notes = tmp_path / "notes"
    notes.mkdir()
    monkeypatch.setenv(odd_tasks.NOTES, str(notes))
    monkeypatch.setattr("app.features.cluster.sharded_corpus.count_shard", odd_tasks.noted)
    monkeypatch.setattr("app.features.cluster.training.ClusterSources", partial(ClusterSources, shard_bytes=4_000))
    monkeypatch.setattr("app.features.cluster.running.CHECK_S", 0.2)
    monkeypatch.setattr("app.features.cluster.running.MIN_OBSERVE_INTERVAL_S", 0.2)
    odd_tasks.allow(notes, 0)
    made = Cluster(tmp_path, N_WORKERS)
    yield made
    odd_tasks.allow(notes, math.inf)
    made.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with a model of other mails."""
    path = tmp_path / "mail.bayleaf"
    mails = write_mails(tmp_path / "few", {"ham": 8, "spam": 8})
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    train(
        path, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.5"), "Mail", "Old"), NoOpJobContext()
    )
    return path


def asked(somebody: InTheWindow, address: str, source: Path) -> ClusterDialog:
    """The dialog, filled in as a person does it."""
    actions = somebody.program.window.findChildren(QAction)
    next(action for action in actions if action.text() == "Train on a &cluster…").trigger()
    dialog = somebody.program.window.findChild(ClusterDialog)
    assert dialog is not None
    where = somebody.part(QLineEdit, "Address")
    where.selectAll()
    somebody.write(address, where)
    somebody.part(QPlainTextEdit, "Sources").appendPlainText(str(source))
    somebody.write("From afar", somebody.part(QLineEdit, "Name of the model"))
    models = somebody.part(QComboBox, "Event model")
    models.setCurrentIndex(models.findData("multinomial"))
    models.activated.emit(models.currentIndex())
    return dialog


def column(tree: QTreeWidget, number: int) -> list[str]:
    """A column of what stands in the list of workers now, which may be nothing yet."""
    items = [tree.topLevelItem(place) for place in range(tree.topLevelItemCount())]
    return [item.text(number) for item in items if item is not None]


def press(dialog: ClusterDialog, name: str) -> None:
    """Click on a button of the dialog; a page behind it may have one of the same name."""
    next(button for button in dialog.findChildren(QPushButton) if button.text() == name).click()


def test_a_model_of_a_real_cluster_is_watched_stopped_made_and_used(
    somebody: InTheWindow, cluster: Cluster, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", links.append)
    source = many_boxes(tmp_path / "mail")
    dialog = asked(somebody, cluster.address, source)

    press(dialog, "Train")
    bar, workers = (somebody.part(kind) for kind in (QProgressBar, QTreeWidget))
    somebody.wait(lambda: workers.topLevelItemCount() == N_WORKERS)
    odd_tasks.allow(tmp_path / "notes", N_ENOUGH)
    somebody.wait(lambda: 0 < bar.value() < bar.maximum() and any(int(done) > 0 for done in column(workers, 1)))
    assert all(memory.endswith("MB") for memory in column(workers, 2))
    assert any("per second" in text and "of" in text for text in somebody.texts())
    somebody.click("Open cluster dashboard")
    assert urlopen(links[0].toString(), timeout=20).status == 200

    press(dialog, "Stop")
    odd_tasks.allow(tmp_path / "notes", math.inf)
    somebody.rest()
    assert not dialog._model.state.is_running
    assert somebody.program.frame.state.problem is None
    with Workspace(workspace) as opened:
        assert [model.name for model in opened.models.all()] == ["Old"]

    press(dialog, "Train")
    somebody.rest()
    with Workspace(workspace) as opened:
        kept = opened.models.content("From afar")
    assert model_from_bytes(kept).statistics.documents.sum() == 720 << 20
    assert somebody.note == "Model “From afar” received from the cluster"
    dialog.close()

    home = somebody.program.findChild(WorkspaceViewModel)
    assert home is not None
    home.choose_model("From afar")
    somebody.rest()
    somebody.open(CLASSIFY)
    somebody.drop([source / "spam" / "001.mbox"])
    somebody.rest()
    labels = [item.verdict.label for item in somebody.models.classify.state.items]
    assert labels == ["spam"] * 12


def test_a_cluster_that_is_lost_meanwhile_is_a_sentence_in_the_dialog(
    somebody: InTheWindow, cluster: Cluster, tmp_path: Path
) -> None:
    press(asked(somebody, cluster.address, many_boxes(tmp_path / "mail")), "Train")
    bar, workers = (somebody.part(kind) for kind in (QProgressBar, QTreeWidget))
    somebody.wait(lambda: workers.topLevelItemCount() > 0)
    odd_tasks.allow(tmp_path / "notes", N_ENOUGH)
    somebody.wait(lambda: bar.value() > 0)

    cluster.scheduler.kill()
    somebody.rest()

    assert any("was lost" in text for text in somebody.texts())
    assert somebody.program.frame.state.problem is None
