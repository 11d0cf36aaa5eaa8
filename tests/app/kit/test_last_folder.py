"""File dialogs start in the folder that was used last, in this session or an earlier one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.kit import fields
from app.kit.fields import LastFolder, ask_file_path, ask_files, ask_folder, ask_save_path
from app.kit.settings import Settings

CODE = Path(fields.__file__).parents[1]


@pytest.fixture
def last_folder(monkeypatch: pytest.MonkeyPatch) -> LastFolder:
    made = LastFolder()
    monkeypatch.setattr(fields, "last_folder", made)
    return made


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """Where the dialogs started. The person chooses something in the folder `chosen`."""
    asked: list[Path] = []
    chosen = tmp_path / "chosen"
    chosen.mkdir()

    def answer(path: object) -> object:
        return lambda _owner, _title, start, *_kinds: asked.append(Path(start)) or path

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer((str(chosen / "a"), "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", answer(([str(chosen / "a"), str(chosen / "b")], "")))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer((str(chosen / "a"), "")))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", answer(str(chosen)))
    return asked


@pytest.mark.parametrize("first", range(4))
def test_each_dialog_starts_where_the_one_before_ended(
    last_folder: LastFolder, owner: QWidget, starts: list[Path], tmp_path: Path, first: int
) -> None:
    given: list[object] = []
    dialogs = (
        lambda: ask_file_path(owner, "Open", given.append),
        lambda: ask_files(owner, "Open", given.append),
        lambda: ask_folder(owner, "Folder", given.append),
        lambda: ask_save_path(owner, "Save", "name.txt", "", given.append),
    )

    dialogs[first]()
    for ask in dialogs:
        ask()

    chosen = tmp_path / "chosen"
    beside_folder = tmp_path
    after_first = beside_folder if first == 2 else chosen
    assert starts[1:] == [after_first, chosen, chosen, beside_folder / "name.txt"]
    assert given[1:] == [chosen / "a", [chosen / "a", chosen / "b"], chosen, chosen / "a"]


def test_the_folder_outlives_the_program(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    first, second = LastFolder(), LastFolder()
    for folder in (first, second):
        folder.store_in_settings(settings.note, settings.store_note)
    (tmp_path / "used").mkdir()

    first.remember(tmp_path / "used")

    assert second.path == tmp_path / "used"


def test_a_folder_that_is_gone_gives_way_to_its_parent(last_folder: LastFolder, tmp_path: Path) -> None:
    last_folder.remember(tmp_path / "gone" / "deeper")

    assert last_folder.path == tmp_path


def test_no_other_module_opens_file_dialogs() -> None:
    using = {
        path.relative_to(CODE).as_posix()
        for path in CODE.rglob("*.py")
        if re.search(r"\bQFileDialog\b", path.read_text(encoding="utf-8"))
    }

    assert using == {"kit/fields.py"}
