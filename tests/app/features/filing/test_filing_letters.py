"""The date and the sender by which a letter is named: seen, corrected and taken back in File away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.results import DocumentVerdict, DroppedItem
from app.features.filing.dialog import FilingDialog
from app.features.filing.view_model import FilingSettings, FilingViewModel
from app.kit.widgets import Link
from app.store.workspace import Workspace
from tests.app.walks import HAM_AND_SPAM
from tests.inline_runner import InlineRunner

pytestmark = pytest.mark.usefixtures("theme")


@pytest.fixture
def items(tmp_path: Path) -> list[DroppedItem]:
    made = []
    for number, sender in enumerate(("Acme Ltd", "Water GmbH")):
        path = tmp_path / f"scan{number}.txt"
        path.write_text("x")
        verdict = DocumentVerdict(str(path), title=path.name, label="ham", probability=0.99)
        text = f"{sender}\n2 March 2026\nwords"
        made.append(DroppedItem(number, verdict, Document(text, str(path), content_hash=bytes([number] * 16))))
    return made


def test_what_is_said_of_a_letter_names_it_is_kept_and_goes_back(
    qtbot: QtBot, inline_runner: InlineRunner, tmp_path: Path, items: list[DroppedItem]
) -> None:
    place = tmp_path / "w.bayleaf"
    Workspace(place, create=True).close()
    notes = {"filing-folder": str(tmp_path / "filed"), "filing-names": "{date} {sender}"}
    model = FilingViewModel(inline_runner, place, FilingSettings(lambda name: notes.get(name, ""), notes.__setitem__))
    model.begin(items)
    dialog = FilingDialog(model, HAM_AND_SPAM)
    qtbot.addWidget(dialog)
    dialog.show()
    inline_runner.run()

    def names() -> list[str]:
        inline_runner.run()
        assert dialog.isVisible()
        assert model.state.plan is not None
        return [Path(each.move.target).name for each in model.state.plan.moves]

    def field(name: str) -> QLineEdit:
        return next(each for each in dialog.findChildren(QLineEdit) if each.accessibleName() == name)

    def write(name: str, words: str) -> None:
        field(name).selectAll()
        qtbot.keyClicks(field(name), words)
        qtbot.keyClick(field(name), Qt.Key.Key_Return)

    back = next(each for each in dialog.findChildren(Link) if each.text() == "Restore the detected date and sender")
    assert names() == ["2026-03-02 Acme Ltd.txt", "2026-03-02 Water GmbH.txt"]
    assert (field("Date").text(), field("Sender").text(), back.isVisible()) == ("2026-03-02", "Acme Ltd", False)
    dialog._view.choose_row(1)
    write("Sender", "Town waterworks")
    assert names() == ["2026-03-02 Acme Ltd.txt", "2026-03-02 Town waterworks.txt"]
    write("Date", "5. Mai 2024")
    assert names()[1] == "2024-05-05 Town waterworks.txt"
    assert (field("Date").text(), back.isVisible()) == ("2024-05-05", True)
    assert model.state.facts[1].sender.rule == "person"
    write("Date", "someday")
    inline_runner.run()
    assert model.state.problem is not None
    assert not model.state.can_start or names()[1] == "2024-05-05 Town waterworks.txt"

    model.begin([replace(each, number=each.number + 10) for each in items])
    assert names()[1] == "2024-05-05 Town waterworks.txt"
    dialog._view.choose_row(1)
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert names() == ["2026-03-02 Acme Ltd.txt", "2026-03-02 Water GmbH.txt"]
    assert not back.isVisible()
