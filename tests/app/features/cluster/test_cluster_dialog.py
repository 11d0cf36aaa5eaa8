"""The dialog that trains on a cluster, typed into and looked at."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from app.domain.errors import ClusterError
from app.features.cluster.dialog import ClusterDialog
from app.features.cluster.use_cases import ClusterProgress, WorkerProgress
from app.features.cluster.view_model import ClusterViewModel
from tests.inline_runner import InlineRunner


def named(dialog: ClusterDialog, kind: type[QWidget], name: str) -> QWidget:
    return next(child for child in dialog.findChildren(kind) if child.accessibleName() == name)


def button(dialog: ClusterDialog, text: str) -> QPushButton:
    return next(child for child in dialog.findChildren(QPushButton) if child.text() == text)


def test_what_is_typed_is_what_is_asked(qtbot: QtBot, theme: object, inline_runner: InlineRunner) -> None:
    model = ClusterViewModel(inline_runner, Path("w.bayleaf"))
    dialog = ClusterDialog(model)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not button(dialog, "Train").isEnabled()

    address = named(dialog, QLineEdit, "Address")
    assert isinstance(address, QLineEdit)
    address.selectAll()
    qtbot.keyClicks(address, "tls://head:8786")
    qtbot.keyClicks(named(dialog, QLineEdit, "CA certificate"), "ca.pem")
    sources = named(dialog, QPlainTextEdit, "Sources")
    qtbot.keyClicks(sources, "/mail/spam")
    qtbot.keyClick(sources, Qt.Key.Key_Return)
    qtbot.keyClicks(sources, "/mail/ham")
    qtbot.keyClicks(named(dialog, QLineEdit, "Name of the model"), "from afar")
    labels = named(dialog, QComboBox, "Labels from")
    assert isinstance(labels, QComboBox)
    labels.setCurrentIndex(labels.findData("pattern"))
    labels.activated.emit(labels.currentIndex())
    assert not button(dialog, "Train").isEnabled()
    qtbot.keyClicks(named(dialog, QLineEdit, "Header name, path pattern or label"), "/(spam|ham)/")

    cluster_request = model.state.cluster_request
    assert (cluster_request.where, cluster_request.tls_ca, cluster_request.name) == (
        "tls://head:8786",
        "ca.pem",
        "from afar",
    )
    assert cluster_request.sources == ("/mail/spam", "/mail/ham")
    assert cluster_request.options.labels_from == "pattern:/(spam|ham)/"
    button(dialog, "Train").click()
    assert len(inline_runner.jobs) == 1
    assert button(dialog, "Stop").isVisible()


def test_workers_and_problems_are_shown(qtbot: QtBot, theme: object, inline_runner: InlineRunner) -> None:
    model = ClusterViewModel(inline_runner, Path("w.bayleaf"))
    dialog = ClusterDialog(model)
    qtbot.addWidget(dialog)
    dialog.show()
    workers = (WorkerProgress("one", 2, 3 << 20), WorkerProgress("two", 0, 1 << 20))

    model._change(is_running=True, progress=ClusterProgress(3, 6, 900, 2.0, workers))
    tree = named(dialog, QTreeWidget, "Workers")
    assert isinstance(tree, QTreeWidget)
    assert [tree.topLevelItem(place).text(0) for place in range(tree.topLevelItemCount())] == ["one", "two"]

    model._change(is_running=False, problem=ClusterError("no-workers", "60"))
    assert not tree.isVisible()
    assert any("has had no workers for 60 seconds" in child.accessibleName() for child in dialog.findChildren(QWidget))
