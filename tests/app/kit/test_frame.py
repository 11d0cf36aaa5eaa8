"""The frame decides what a drop means."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.kit.drops import DropContent
from app.kit.frame import SORT_PAGE, FrameCommands, FrameState, FrameViewModel

FILES = DropContent((Path("a.eml"),))


def a_frame(*, model: str, page: int) -> tuple[FrameViewModel, list[str]]:
    heard: list[str] = []
    commands = FrameCommands(
        classify=lambda _dropped: heard.append("classified"), add=lambda _dropped: heard.append("added")
    )
    return FrameViewModel(commands, FrameState(model=model, page=page)), heard


@pytest.mark.parametrize(
    ("model", "page", "is_alt_held", "expected"),
    [
        ("Mail filter", 3, False, "classified"),
        ("Mail filter", 1, False, "classified"),
        ("Mail filter", 3, True, "added"),
        ("Mail filter", 0, False, "added"),
        ("", 3, False, "added"),
    ],
)
def test_a_drop_classifies_unless_it_is_for_the_corpus(
    qapp: QApplication, model: str, page: int, is_alt_held: bool, expected: str
) -> None:
    frame, heard = a_frame(model=model, page=page)

    frame.drop(FILES, is_alt_held=is_alt_held)

    assert heard == [expected]


def test_a_workspace_that_is_dropped_by_itself_is_opened(qapp: QApplication) -> None:
    opened: list[Path] = []
    frame, heard = a_frame(model="Mail filter", page=5)
    frame.connect_commands(open_recent=opened.append)

    frame.drop(DropContent((Path("mail.bayleaf"),)), is_alt_held=False)
    frame.drop(DropContent((Path("mail.bayleaf"), Path("a.eml"))), is_alt_held=False)

    assert opened == [Path("mail.bayleaf")]
    assert heard == ["classified"]


def test_an_empty_drop_does_nothing(qapp: QApplication) -> None:
    frame, heard = a_frame(model="Mail filter", page=5)

    frame.drop(DropContent(), is_alt_held=False)

    assert heard == []


def test_a_frame_that_nobody_answers_takes_no_drops(qapp: QApplication) -> None:
    assert not FrameViewModel().accepts_drop(DropContent(text="hello"))


def test_while_a_workspace_could_not_be_opened_only_another_one_is_offered_and_taken(qapp: QApplication) -> None:
    frame, heard = a_frame(model="", page=0)
    commands = {name: lambda: None for name in ("open_workspace", "import_documents")}
    frame.connect_commands(open_recent=lambda path: heard.append(path.name), **commands)
    frame.change(has_failed_to_open=True)

    assert frame.commands.open_workspace is commands["open_workspace"]
    assert frame.commands.import_documents is None
    assert not frame.accepts_drop(DropContent((Path("mail.eml"),)))
    assert frame.accepts_drop(DropContent((Path("other.bayleaf"),)))

    frame.drop(DropContent((Path("other.bayleaf"),)), is_alt_held=False)
    assert heard == ["other.bayleaf"]

    frame.change(has_failed_to_open=False)
    assert frame.commands.import_documents is commands["import_documents"]


def test_commands_that_come_later_are_told(qapp: QApplication) -> None:
    frame, heard = FrameViewModel(), []
    frame.commands_changed.connect(lambda: heard.append(frame.commands.undo is not None))

    frame.connect_commands(undo=lambda: None)

    assert heard == [True]


def test_a_page_chosen_while_an_empty_workspace_opens_is_not_covered_by_the_first_page(qapp: QApplication) -> None:
    frame = FrameViewModel()
    frame.change(workspace=Path("home.bayleaf"))

    frame.open_page(SORT_PAGE)
    frame.change(corpora=())

    assert not frame.state.is_first_run
    assert frame.state.page == SORT_PAGE


def test_an_empty_workspace_begins_with_the_first_page(qapp: QApplication) -> None:
    frame = FrameViewModel()
    frame.change(workspace=Path("home.bayleaf"))
    frame.change(corpora=())

    assert frame.state.is_first_run


def test_a_note_that_undoes_something_in_another_collection_names_that_collection(qapp: QApplication) -> None:
    frame = FrameViewModel()
    frame.change(corpus="Mail")
    frame.offer_action("Model “filter” saved", "Undo", lambda: None, does_undo=True)
    assert frame.state.displayed_note == "Model “filter” saved"

    frame.change(corpus="Letters")

    assert frame.state.displayed_note == "Mail: Model “filter” saved"
    assert frame.state.undo_name == "Mail: Model “filter” saved"


def test_an_offer_is_worded_anew_when_the_language_changes_and_can_still_be_taken(qapp: QApplication) -> None:
    frame, language, taken = FrameViewModel(), ["en"], []
    words = {"en": ("3 documents removed", "Undo"), "ru": ("Удалено 3 документа", "Отменить")}
    frame.offer_action(
        lambda: words[language[0]][0], lambda: words[language[0]][1], lambda: taken.append(1), does_undo=True
    )

    language[0] = "ru"
    frame.retranslate()

    assert (frame.state.displayed_note, frame.state.note_button_text) == words["ru"]
    assert frame.state.undo_name == "Удалено 3 документа"
    assert frame.state.act_on_note is not None
    frame.state.act_on_note()
    assert taken == [1]


def test_a_plain_note_does_not_stay_in_the_language_before(qapp: QApplication) -> None:
    frame = FrameViewModel()
    frame.show_note("3 documents imported")

    frame.retranslate()

    assert frame.state.note == ""
