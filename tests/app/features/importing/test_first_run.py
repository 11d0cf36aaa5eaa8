"""The first page asks what somebody came for: each answer leads there, by a click or by its number."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain.jobs import NoOpJobContext
from app.features.importing.dialog import ImportDialog
from app.features.importing.first_page import Card, FirstRunPage, MailRow
from app.features.importing.view_model import FirstRunViewModel, FoundMail
from app.kit.frame import CorpusChoice, FrameViewModel, PageCommands
from app.kit.look.theme import Theme
from app.kit.widgets import TextLabel
from app.library.importing import ImportRequest, import_sources
from app.library.workspaces import sample_size
from tests.app.in_the_window import InTheWindow, running
from tests.inline_runner import InlineRunner
from tests.walk.made_up_mail import write_mails

THUNDERBIRD = FoundMail("Thunderbird", "ann@harbour.example", (Path("/mail/ann"),))
APPLE = FoundMail("Apple Mail", "ann.lind@example.org", (Path("/mail/lind"),))
LOCKED = FoundMail("Evolution", "", (Path("/mail/eve"),), problem="in use by Evolution")
LESSONS = 7


class Asked:
    """The commands that the page asked for, in order."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def _import(self, sources: Sequence[Path] = ()) -> None:
        self.told.append(tuple(sources) or "mailbox")

    def commands(self) -> PageCommands:
        return PageCommands(
            import_documents=self._import,
            import_folder=lambda: self.told.append("folders"),
            begin_lesson=lambda: self.told.append("lesson"),
            try_sample=lambda: self.told.append("sample"),
            n_sample_documents=36,
            lesson_titles=lambda: ["Five mails", "Zero counts", "Play tennis?"],
        )


@pytest.fixture
def asked() -> Asked:
    return Asked()


def shown(bot: QtBot, runner: InlineRunner, asked: Asked, *found: FoundMail, is_looking: bool = False) -> FirstRunPage:
    page = FirstRunPage(FirstRunViewModel(runner, lambda _context: found, asked.commands()))
    bot.addWidget(page)
    page.resize(1056, 700)
    page.show()
    if not is_looking:
        runner.run()
    return page


def names(page: FirstRunPage) -> set[str]:
    return {each.text() for each in page.findChildren(QAbstractButton) if each.isVisible()}


def test_one_mailbox_that_can_be_read_is_ticked_and_looked_through(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked
) -> None:
    page = shown(qtbot, inline_runner, asked, APPLE, THUNDERBIRD, LOCKED)

    assert [each.isChecked() for each in page.findChildren(MailRow)] == [False, True, False]
    qtbot.keyClick(page, Qt.Key.Key_2)

    assert asked.told == [(Path("/mail/ann"),)]


def test_a_mailbox_in_use_is_named_with_its_reason_and_cannot_be_ticked(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked
) -> None:
    page = shown(qtbot, inline_runner, asked, LOCKED)
    [row] = page.findChildren(MailRow)

    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)

    assert row.accessibleName() == "Evolution, in use by Evolution"
    assert page._model.state.ticked == frozenset()
    assert "Choose a mailbox…" in names(page)


def test_several_mailboxes_are_looked_through_together(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked
) -> None:
    page = shown(qtbot, inline_runner, asked, APPLE, THUNDERBIRD)
    qtbot.mouseClick(page.findChildren(MailRow)[0], Qt.MouseButton.LeftButton)
    page._mail.click()

    assert asked.told == [(Path("/mail/lind"), Path("/mail/ann"))]


def test_while_it_looks_and_when_nothing_is_found_a_mailbox_can_be_chosen_at_once(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a dialog of several ways to import in between."""
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_about: (["/mail/Inbox"], ""))
    page = shown(qtbot, inline_runner, asked, is_looking=True)
    assert page._model.state.is_looking
    page._mail.click()

    inline_runner.run()
    page._mail.click()

    assert not page._model.state.is_looking
    assert asked.told == [(Path("/mail/Inbox"),)] * 2


def test_choose_files_opens_the_file_dialog_and_imports_nothing_if_it_is_cancelled(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(qtbot, inline_runner, asked)
    [choose] = [button for button in page.findChildren(QAbstractButton) if button.text() == "Choose files…"]
    answers = iter([[], ["/a.txt", "/b.txt"]])
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_about: (next(answers), ""))
    choose.click()
    assert asked.told == []
    choose.click()
    assert asked.told == [(Path("/a.txt"), Path("/b.txt"))]


def test_the_keys_on_the_buttons_are_in_reading_order(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked
) -> None:
    page = shown(qtbot, inline_runner, asked)
    page.resize(1100, 800)
    buttons = [page._folder, page._mail, page._lesson]
    places = [button.mapTo(page, button.rect().topLeft()) for button in buttons]

    assert places[0].y() < min(place.y() for place in places[1:])
    assert [place.x() for place in places[1:]] == sorted(place.x() for place in places[1:])


@pytest.mark.parametrize(("key", "wanted"), [(Qt.Key.Key_1, "folders"), (Qt.Key.Key_3, "lesson")])
def test_each_card_has_a_key(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked, key: Qt.Key, wanted: str
) -> None:
    page = shown(qtbot, inline_runner, asked)
    page._mail.setFocus()

    qtbot.keyClick(page._mail, key)

    assert asked.told == [wanted]


def test_nothing_stands_over_mailboxes_once_they_are_found(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, asked: Asked
) -> None:
    page = shown(qtbot, inline_runner, asked, APPLE, is_looking=True)
    assert page._looking.isVisible()

    inline_runner.run()

    assert not page._looking.isVisible()


def test_it_is_asked_once_for_an_empty_workspace_and_again_for_another() -> None:
    frame = FrameViewModel()
    frame.change(corpora=())
    assert frame.state.is_first_run

    frame.open_page(0)
    frame.change(corpora=())
    assert not frame.state.is_first_run

    frame.change(workspace=Path("other.bayleaf"))
    frame.change(corpora=())
    assert frame.state.is_first_run
    frame.change(corpora=(CorpusChoice("Mail", 3),))
    assert not frame.state.is_first_run


@pytest.fixture
def beginner(qtbot: QtBot, qapp: QApplication, tmp_path: Path, own_home: Path) -> Iterator[InTheWindow]:
    with running(qtbot, qapp, tmp_path / "window.ini") as made:
        yield made


def test_a_new_window_asks_and_the_sample_is_an_answer(beginner: InTheWindow) -> None:
    assert "Drop a folder with documents or mail here" in beginner.texts()

    beginner.click(f"Try Bayleaf with {sample_size('en')} sample mails")
    beginner.rest()

    assert "Drop a folder with documents or mail here" not in beginner.texts()
    assert beginner.models.documents.state.overview.n_documents == sample_size("en")


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_what_one_may_have_come_for_is_not_cut_in_the_smallest_window(beginner: InTheWindow, language: str) -> None:
    old = beginner.program.window
    beginner.program.choose_language(language)
    beginner.wait(lambda: language == "en" or not isValid(old))
    page = beginner.part(FirstRunPage)
    beginner.program.window.resize(1024, 700)
    beginner.wait(lambda: page.width() < 1024 - 100)

    titles = [card.findChildren(TextLabel)[0] for card in page.findChildren(Card)]
    rooms = {title.text(): (title.fontMetrics().horizontalAdvance(title.text()), title.width()) for title in titles}

    assert len(rooms) == 3
    assert [name for name, (needed, room) in rooms.items() if needed > room] == []


def test_the_first_lesson_is_a_key_away(beginner: InTheWindow) -> None:
    beginner.key(Qt.Key.Key_3)
    beginner.rest()

    assert beginner.program.frame.state.page == LESSONS
    assert beginner.models.lessons.state.lesson.name == beginner.models.lessons.titles()[0][0]


def test_a_profile_of_a_mail_program_is_offered_by_its_name(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    profile = own_home / ".thunderbird" / "abc.default"
    (profile / "Mail").mkdir(parents=True)
    (own_home / ".thunderbird" / "profiles.ini").write_text("[Profile0]\nName=ann\nIsRelative=1\nPath=abc.default\n")

    with running(qtbot, qapp, tmp_path / "window.ini") as beginner:
        beginner.rest()
        [row] = beginner.program.window.findChildren(MailRow)

        assert row.accessibleName() == "Thunderbird, ann · ~/.thunderbird/abc.default"
        assert row.isChecked()


def test_a_chosen_mailbox_opens_in_the_import_dialog(
    beginner: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = write_mails(tmp_path / "mails", {"ham": 3})
    [chosen, *_] = sorted(path for path in mails.rglob("*") if path.is_file())
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_about: ([str(chosen)], ""))
    beginner.key(Qt.Key.Key_2)

    [dialog] = beginner.program.window.findChildren(ImportDialog)
    assert dialog.isVisible()
    dialog.close()


def test_a_place_of_the_side_bar_leads_away_and_help_leads_back(beginner: InTheWindow) -> None:
    beginner.open(0)
    assert "Drop a folder with documents or mail here" not in beginner.texts()

    steps = beginner.program.frame.commands.show_first_steps
    assert steps is not None
    steps()

    assert "Drop a folder with documents or mail here" in beginner.texts()


def test_who_has_documents_is_not_asked(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "mail.bayleaf"
    mails = write_mails(tmp_path / "mails", {"ham": 3, "spam": 3})
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        assert "Drop a folder with documents or mail here" not in somebody.texts()
