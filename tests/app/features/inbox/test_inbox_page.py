"""The Inbox page settles with keys, and says what it files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QFileSystemWatcher, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QLineEdit,
    QRadioButton,
    QScrollArea,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from app.domain.errors import StoreError
from app.domain.jobs import NoOpJobContext
from app.domain.records import Arrival
from app.features.documents.paper import PagePictureWidget
from app.features.inbox import use_cases
from app.features.inbox.deciding import LossLimit, LossLimits
from app.features.inbox.page import InboxPage, NamesDialog, PlacesPanel, RulesDialog, StartFilingDialog
from app.features.inbox.use_cases import ArrivalText
from app.features.inbox.view_model import InboxState, InboxViewModel, final_label
from app.kit.coloured_text import ColouredText
from app.kit.fields import MultiLineField
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.table_view import TableView
from app.kit.widgets import (
    Button,
    Link,
    Paragraph,
    TextLabel,
)
from app.library.saved_models import learn
from app.store.workspace import Workspace
from nbengine.trust.verdicts import ERROR_LIMITS
from tests.app.features.inbox.conftest import deliver, names
from tests.app.in_the_window import running
from tests.app.letters import label_of, letter, mail_of
from tests.app.readers import making
from tests.inline_runner import InlineRunner


@pytest.fixture
def empty(qtbot: QtBot, theme: Theme, inline_runner: InlineRunner, workspace: Path, inbox: Path) -> Iterator[InboxPage]:
    """The page before any place is watched; an inbox was found on this computer."""
    model = InboxViewModel(inline_runner, find_places=lambda _context: (str(inbox),), quiet_s=0.0)
    model.open_workspace(workspace)
    inline_runner.run()
    page = InboxPage(model)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    yield page
    model.close_workspace()


@pytest.fixture
def page(empty: InboxPage, inline_runner: InlineRunner, inbox: Path, tmp_path: Path) -> InboxPage:
    """The page with a place of which one mail was filed, and two wait."""
    model = empty.model
    model.add_place(inbox)
    inline_runner.run()
    model.change_place(str(inbox), is_trial=False, file_to=str(tmp_path / "filed"))
    inline_runner.run()
    for name, mail in (("1", letter("spam", 40)), ("2", b"Subject: zq\n\nxkcd\n"), ("3", b"Subject: yq\n\nqqq\n")):
        deliver(inbox, name, mail)
    model.check_places()
    inline_runner.run()
    return empty


def views(page: InboxPage) -> tuple[TableView, TableView]:
    tray, filed = sorted(page.findChildren(TableView), key=lambda view: view.accessibleName(), reverse=True)
    return tray, filed


def test_a_number_settles_and_the_next_one_is_chosen(
    page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    tray, _ = views(page)
    tray.setFocus()
    assert [button.text() for button in page.findChildren(Button) if button.text() in ("ham", "spam")] == [
        "ham",
        "spam",
    ]
    qtbot.keyClick(tray, Qt.Key.Key_2)
    inline_runner.run()

    assert tray.model().rowCount() == 1
    assert tray.chosen_rows() == [0]
    assert len(names(tmp_path / "filed")) == 2
    qtbot.keyClick(tray, Qt.Key.Key_1)
    inline_runner.run()
    assert tray.model().rowCount() == 0


def test_keys_pressed_faster_than_answers_are_saved_each_answer_another_item(
    page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner
) -> None:
    tray, _ = views(page)
    tray.setFocus()

    for _ in range(2):
        qtbot.keyClick(tray, Qt.Key.Key_2)
    assert tray.model().rowCount() == 0
    inline_runner.run()

    assert not page.model.state.tray
    assert [final_label(each) for each in page.model.state.inbox.handled if each.state == "settled"] == ["spam"] * 2


def test_an_item_whose_answer_could_not_be_saved_waits_again(
    page: InboxPage, inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("mail.bayleaf", "disk-full")

    first, second = (arrival.number for arrival in page.model.state.tray)
    monkeypatch.setattr(use_cases, "label_arrival", fail)

    page.model.label_arrival(first, "spam")
    assert [arrival.number for arrival in page.model.state.tray] == [second]
    inline_runner.run()

    assert [arrival.number for arrival in page.model.state.tray] == [first, second]
    assert isinstance(page.model.state.problem, StoreError)


def test_a_key_settles_also_when_a_button_has_the_focus_and_the_next_row_is_chosen(
    page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, inbox: Path
) -> None:
    deliver(inbox, "4", b"Subject: xq\n\nzzz\n")
    page.model.check_places()
    inline_runner.run()
    tray, _ = views(page)
    first, _second, third = (arrival.number for arrival in page.model.state.tray)
    tray.choose_row(1)
    [button] = [button for button in page.findChildren(Button) if button.text() == "spam"]
    button.setFocus()

    qtbot.keyClick(button, Qt.Key.Key_2)
    inline_runner.run()

    assert [arrival.number for arrival in page.model.state.tray] == [first, third]
    assert tray.chosen_rows() == [1]
    qtbot.keyClick(button, Qt.Key.Key_L)
    inline_runner.run()
    assert {arrival.number for arrival in page.model.state.tray if arrival.state == "later"} == {third}


def test_a_new_arrival_leaves_the_chosen_one_chosen(page: InboxPage, inline_runner: InlineRunner, inbox: Path) -> None:
    tray, _ = views(page)
    tray.choose_row(1)
    deliver(inbox, "4", b"Subject: xq\n\nzzz\n")
    page.model.check_places()
    inline_runner.run()

    assert tray.model().rowCount() == 3
    assert tray.chosen_rows() == [1]


def test_the_head_of_the_lower_list_counts_answers_and_does_not_deny_them(page: InboxPage) -> None:
    arrival = page.model.state.tray[0]
    inbox = page.model.state.inbox
    answered = replace(inbox, handled=(replace(arrival, state="settled", right_label="spam"),))
    show_state(page, replace(page.model.state, inbox=answered, has_all_days=True))

    words = [each.text() for each in page.findChildren(TextLabel)]
    assert {"1 item labelled by you", "1 item(s) labelled by you"} & {*words}
    assert not any("Nothing has been filed" in each for each in words)


def test_filing_starts_with_a_proposed_folder_and_says_what_goes_where(
    empty: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, inbox: Path
) -> None:
    empty.model.add_place(inbox)
    inline_runner.run()
    [link] = [link for link in empty.findChildren(Link) if link.text() == "Start filing new items"]
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    [dialog] = empty.findChildren(StartFilingDialog)
    words = [each.text() for each in dialog.findChildren(TextLabel)]
    words += [each.words for each in dialog.findChildren(Paragraph)]
    [place] = empty.model.state.places
    proposed = empty.model.proposed_folder(place)

    assert str(proposed) in words
    assert "Folders for the labels: spam. Mail labelled ham stays where it is." in words
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    inline_runner.run()
    [place] = empty.model.state.places
    assert (place.is_trial, place.file_to) == (False, str(proposed))


def test_a_new_place_says_what_it_waits_for(empty: InboxPage, inline_runner: InlineRunner, inbox: Path) -> None:
    model = empty.model
    deliver(inbox, "before", letter("spam", 40))

    def says_so() -> bool:
        return any("checks only new mails" in each.text() for each in empty.findChildren(TextLabel))

    model.add_place(inbox)
    inline_runner.run()
    model.check_places()
    inline_runner.run()
    assert says_so()
    assert names(inbox) == ["new/before"]

    deliver(inbox, "after", b"Subject: zq\n\nxkcd\n")
    model.check_places()
    inline_runner.run()
    assert not says_so()


def test_the_text_of_what_waits_has_room_for_six_lines_in_a_window_of_usual_height(page: InboxPage) -> None:
    assert page.findChild(ColouredText).height() >= 6 * px(22)


def test_where_the_chosen_arrival_has_no_text_the_lists_take_the_height(page: InboxPage) -> None:
    tray, _ = views(page)
    strip = page._strip
    strip.show_text(ArrivalText(9, ""))
    QApplication.processEvents()

    assert strip.height() <= strip.sizeHint().height()
    assert tray.height() > page.height() // 4


def test_the_heading_of_the_lower_list_is_whole_in_a_narrow_window(page: InboxPage, qtbot: QtBot) -> None:
    head = page._filed_head
    for width in (1300, 760, 1300):
        page.resize(width, 700)
        qtbot.waitUntil(lambda: head.isVisible() and head.width() >= head.sizeHint().width())
        assert page._line_above_acts.isVisible() is (width == 760)


def test_the_lower_list_can_show_one_outcome_alone(page: InboxPage, qtbot: QtBot) -> None:
    _, filed = views(page)
    arrival = page.model.state.inbox.handled[0]
    states = ("filed", "put back", "put back", "would")
    handled = tuple(replace(arrival, number=100 + number, state=state) for number, state in enumerate(states))
    inbox = replace(page.model.state.inbox, handled=handled)
    show_state(page, replace(page.model.state, inbox=inbox))
    [box] = [each for each in page.findChildren(QComboBox) if each.accessibleName() == "Arrivals to list"]
    assert [box.itemText(row) for row in range(box.count())] == [
        "All · 4", "Filed · 1", "Put back · 2", "Would be filed (trial) · 1",
    ]  # fmt: skip

    box.setFocus()
    for _key in range(2):
        qtbot.keyClick(box, Qt.Key.Key_Down)

    assert filed.model().rowCount() == 2
    assert page.model.state.shown_outcome == "put back"
    filed.choose_row(1)
    assert page._selected_filing() == handled[2]


def test_z_puts_a_filed_mail_back(page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, inbox: Path) -> None:
    _, filed = views(page)
    filed.setFocus()
    filed.selectRow(0)
    qtbot.keyClick(filed, Qt.Key.Key_Z)
    inline_runner.run()

    assert "new/1" in names(inbox)


def test_of_a_mailbox_file_each_new_mail_is_listed_with_its_label_and_filing_is_not_offered(
    empty: InboxPage, inline_runner: InlineRunner, tmp_path: Path
) -> None:
    mailbox = tmp_path / "mbox"
    mailbox.write_bytes(b"")
    (tmp_path / "maildir").mkdir()
    empty.model.add_place(mailbox)
    inline_runner.run()
    begin = b"From a@b Mon Jun  1 10:00:00 2026\n"
    mailbox.write_bytes(
        b"".join(begin + letter(label, number) + b"\n" for number, label in ((80, "spam"), (81, "ham")))
    )
    for _ in range(3):
        empty.model.check_places()
        inline_runner.run()

    _, arrived = views(empty)
    rows = [[arrived.model().index(row, column).data() for column in range(4)] for row in range(2)]
    assert sorted(row[3] for row in rows) == ["ham · not moved", "spam · not moved"]
    assert not any(link.text() == "Start filing new items" and not link.isHidden() for link in empty.findChildren(Link))
    assert any("never changes a mailbox file" in each.accessibleName() for each in empty.findChildren(Paragraph))
    parts = (empty._panel.loss, empty._panel._limits, empty._back, empty._day)
    assert all(part.isHidden() for part in parts), "nothing is ever filed from a mailbox file"
    empty.model.add_place(tmp_path / "maildir")
    inline_runner.run()
    assert not any(part.isHidden() for part in parts[1:])


def test_it_says_when_it_looked_and_looks_at_once_if_asked(
    page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, inbox: Path
) -> None:
    assert any("last checked at" in each.text() for each in page.findChildren(TextLabel))
    deliver(inbox, "4", letter("spam", 41))
    check = next(button for button in page.findChildren(Button) if button.text() == "Check now")
    qtbot.mouseClick(check, Qt.MouseButton.LeftButton)
    assert not check.isEnabled()
    inline_runner.run()

    assert check.isEnabled()
    assert "new/4" not in names(inbox)


def test_without_a_place_it_says_what_to_do(empty: InboxPage) -> None:
    assert [button.text() for button in empty.findChildren(Button) if button.isVisible()] == [
        "Connect Thunderbird…", "Add a folder…",
    ]  # fmt: skip


def test_the_chosen_mail_is_opened_with_its_text_and_an_answer_for_each_label(
    page: InboxPage, inline_runner: InlineRunner
) -> None:
    inline_runner.run()
    text = page.findChild(ColouredText)
    assert text is not None
    assert text.isVisible()
    assert text.toPlainText().strip() in ("xkcd", "qqq")


def test_what_waits_is_shown_where_the_command_line_watched_and_no_place_is_known(
    page: InboxPage, inline_runner: InlineRunner
) -> None:
    assert page.model.state.inbox.tray
    page.model._change(inbox=replace(page.model.state.inbox, places=()))

    tray, _ = views(page)
    assert tray.isVisible()


def test_a_mail_that_was_put_back_can_be_learnt_as_the_other_label(
    page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path
) -> None:
    _, filed = views(page)
    filed.setFocus()
    filed.selectRow(0)
    qtbot.keyClick(filed, Qt.Key.Key_Z)
    inline_runner.run()
    filed.selectRow(0)
    [learn] = [button for button in page.findChildren(Button) if button.text() == "Learn as ham"]
    learn.click()
    inline_runner.run()

    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", mail_of(letter("spam", 40)).content_hash)
        assert number is not None
        assert opened.documents.get(number).document.label == "ham"
    assert not learn.isVisible()


def test_senders_and_the_limit_of_a_day_are_kept(page: InboxPage, qtbot: QtBot, inline_runner: InlineRunner) -> None:
    model = page.model
    dialog = RulesDialog(model.state.inbox.rules, model.set_filing_rules, page)
    qtbot.addWidget(dialog)
    allowed, denied = dialog.findChildren(MultiLineField)
    allowed.setPlainText("ann@home.example\n\nnobody\n@work.example\nann@home.example")
    denied.setPlainText("@casino.example")
    [most] = dialog.findChildren(QSpinBox)
    most.setValue(7)
    [buttons] = dialog.findChildren(QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    inline_runner.run()

    rules = model.state.inbox.rules
    assert rules.allowed_senders == ("ann@home.example", "@work.example")
    assert (rules.denied_senders, rules.most_a_day) == (("@casino.example",), 7)


def test_a_place_in_trial_says_how_often_it_would_have_been_wrong(
    empty: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, workspace: Path, inbox: Path
) -> None:
    model = empty.model
    model.add_place(inbox)
    inline_runner.run()
    for number in (40, 41, 42):
        deliver(inbox, str(number), letter("spam", number))
    model.check_places()
    inline_runner.run()
    qtbot.waitUntil(lambda: "Bayleaf would file 3 of 3 items, with almost no mistakes" in said(empty))
    for number, label in ((40, "spam"), (41, "ham")):
        learn(workspace, None, [mail_of(letter("spam", number))], label, NoOpJobContext())
    model.refresh()
    inline_runner.run()

    words = (
        "Bayleaf would file 3 of 3 items, with almost no mistakes; of the 2 items that you filed yourself, "
        "Bayleaf would have put 1 in another folder"
    )
    qtbot.waitUntil(lambda: words in said(empty))


def said(page: InboxPage) -> list[str]:
    return [words.accessibleName() for words in page.findChildren(Paragraph) if words.isVisible()]


def test_all_days_show_what_was_filed_before_today(
    page: InboxPage, inline_runner: InlineRunner, workspace: Path
) -> None:
    with Workspace(workspace) as opened:
        [filed] = opened.arrivals.list_in_states(["filed"])
        opened.arrivals.record([], [replace(filed, title="of another day", arrived_at=86_400.0)])
    [days] = [button for button in page.findChildren(Button) if button.text() == "Show all days"]
    days.click()
    inline_runner.run()
    assert views(page)[1].model().rowCount() == 2
    assert days.text() == "Show only today"
    days.click()
    inline_runner.run()
    assert views(page)[1].model().rowCount() == 1


def test_an_inbox_that_was_found_on_this_computer_is_offered(
    empty: InboxPage, inline_runner: InlineRunner, inbox: Path
) -> None:
    [offer] = [link for link in empty.findChildren(Link) if link.isVisible()]
    assert offer.text() == f"Watch {Path('…', *inbox.parts[-2:])}"
    offer.click()
    inline_runner.run()

    assert [place.path for place in empty.model.state.inbox.places] == [str(inbox)]


def test_only_a_window_that_watches_a_folder_listens_to_the_system(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "mail.bayleaf") as somebody:
        inbox = somebody.models.inbox
        assert inbox.findChildren(QFileSystemWatcher) == []
        inbox._watch_folders([str(tmp_path)])
        [listener] = inbox.findChildren(QFileSystemWatcher)
        assert listener.directories() == [str(tmp_path)]
        inbox.close_workspace()
        somebody.wait(lambda: inbox.findChildren(QFileSystemWatcher) == [])


def test_the_note_about_an_answer_offers_to_undo_all_of_it(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, workspace: Path
) -> None:
    mail = b"Subject: zq\n\nxkcd\n"
    (tmp_path / "new").mkdir()
    path = tmp_path / "new" / "1.eml"
    path.write_bytes(mail)
    waiting = Arrival(str(path.parent), str(path), title="zq", content_hash=mail_of(mail).content_hash, arrived_at=1.0)
    with Workspace(workspace) as opened:
        [number] = opened.arrivals.record([], [waiting])
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        frame, inbox = somebody.program.frame, somebody.models.inbox
        somebody.wait(lambda: len(inbox.state.tray) == 1)
        somebody.rest()
        inbox.label_arrival(number, "spam")
        somebody.wait(lambda: inbox.state.tray == ())
        somebody.rest()
        assert frame.state.displayed_note == "“zq” is learnt as spam"
        assert label_of(workspace, mail) == "spam"

        somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        somebody.wait(lambda: len(inbox.state.tray) == 1)
        somebody.rest()
        assert frame.state.displayed_note == "“zq” waits for your decision again"
        assert label_of(workspace, mail) is None


def show_state(page: InboxPage, state: InboxState) -> None:
    page.model.state = state
    page.model.state_changed.emit(state)


@pytest.mark.parametrize("needs", [19, 999])
def test_no_words_at_the_left_are_wider_than_their_place(page: InboxPage, qtbot: QtBot, needs: int) -> None:
    limits = LossLimits(3, 1, (LossLimit(0), *(LossLimit(one_in, n_sources_needed=needs) for one_in in ERROR_LIMITS)))
    [place] = page.model.state.inbox.places
    inbox = replace(
        page.model.state.inbox, limits=limits, n_filed_30_days=10**6 * needs, n_put_back_30_days=10**6 * needs
    )
    inbox = replace(inbox, places=(replace(place, file_to=place.file_to + "a" * needs),))
    show_state(page, replace(page.model.state, inbox=inbox))
    [scroll] = page.findChildren(PlacesPanel)[0].findChildren(QScrollArea)

    QApplication.processEvents()
    assert scroll.widget().minimumSizeHint().width() <= scroll.viewport().width()
    assert scroll.widget().width() == scroll.viewport().width()


def test_the_list_of_all_days_says_that_nothing_was_ever_filed(page: InboxPage) -> None:
    def heads() -> list[str]:
        show_state(page, state)
        return [each.text() for each in page.findChildren(TextLabel) if "filed" in each.text()]

    state = replace(page.model.state, inbox=replace(page.model.state.inbox, handled=()), has_all_days=True)
    assert "Nothing has been filed yet" in heads()
    state = replace(state, has_all_days=False)
    assert {"0 item(s) filed today", "0 items filed today"} & {*heads()}  # with or without a catalog


def test_the_month_is_one_sentence_with_both_numbers(page: InboxPage) -> None:
    inbox = replace(page.model.state.inbox, n_filed_30_days=1234, n_put_back_30_days=2)
    show_state(page, replace(page.model.state, inbox=inbox))

    words = [each.accessibleName() for each in page.findChildren(Paragraph)]
    assert "Filed automatically in the last 30 days: 1,234. Put back: 2." in words


def test_words_over_what_was_filed_that_find_no_room_are_told_in_the_tooltip(page: InboxPage) -> None:
    [head] = [each for each in page.findChildren(TextLabel) if each.text().endswith("filed today")]
    assert not head.toolTip()
    head.setText(head.text() * 9)
    page.grab()

    assert head.toolTip()


def test_a_folder_gets_a_pattern_for_names_with_an_example_and_a_mail_folder_none(
    qtbot: QtBot, page: InboxPage, tmp_path: Path, inline_runner: InlineRunner
) -> None:
    def links() -> list[str]:
        inline_runner.run()
        return [
            each.text() for each in page.findChildren(Link) if each.isVisible() and each.text().startswith("File names")
        ]

    model = page.model
    assert links() == []
    (tmp_path / "scanner").mkdir()
    model.add_place(tmp_path / "scanner")
    qtbot.waitUntil(lambda: links() == ["File names…"])

    link = next(each for each in page.findChildren(Link) if each.text() == "File names…" and each.isVisible())
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    dialog = next(each for each in page.findChildren(NamesDialog) if each.isVisible())
    [layers] = dialog.findChildren(QCheckBox)
    assert not layers.isChecked()
    layers.setChecked(True)
    [field], ok = dialog.findChildren(QLineEdit), QDialogButtonBox.StandardButton.Ok
    buttons = dialog.findChildren(QDialogButtonBox)[0]
    field.setText("{date} {nobody}")
    assert not buttons.button(ok).isEnabled()
    field.setText("{date} {sender}")
    assert any("2026-03-02 Acme Ltd.pdf" in each.accessibleName() for each in dialog.findChildren(Paragraph))
    qtbot.mouseClick(buttons.button(ok), Qt.MouseButton.LeftButton)

    def told() -> str:
        inline_runner.run()
        return " ".join(each.text() for each in page.findChildren(TextLabel))

    qtbot.waitUntil(lambda: "{date} {sender} · when filed, scanned PDFs get the recognised text" in told())
    place = next(each for each in model.state.inbox.places if each.path.endswith("scanner"))
    assert (place.names, place.with_layers) == ("{date} {sender}", True)


def test_what_waits_shows_the_picture_of_its_page_beside_its_text(
    page: InboxPage, tmp_path: Path, inline_runner: InlineRunner
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(making.pdf("words on paper"))
    inline_runner.run()
    page._strip.show_text(ArrivalText(7, "words on paper", label="ham", against="spam", path=str(path)))
    inline_runner.run()

    [sheet] = page.findChildren(PagePictureWidget)
    assert page.model.paper.state.has_page
    assert sheet.isVisible()
    page._strip.show_text(ArrivalText(8, "a text without pages", path=str(tmp_path / "a.txt")))
    inline_runner.run()
    assert not sheet.isVisible()


def test_a_trial_can_be_tried_on_what_is_in_the_place_already(
    empty: InboxPage, qtbot: QtBot, inline_runner: InlineRunner, inbox: Path
) -> None:
    empty.model.add_place(inbox)
    inline_runner.run()
    [link] = [part for part in empty.findChildren(Link) if part.text() == "Classify existing items…"]
    assert not link.isHidden()

    with qtbot.waitSignal(empty.model.trial_wanted) as wanted:
        link.click()
    assert wanted.args == [str(inbox)]


def test_the_status_of_a_trial_is_readable_in_whole_and_not_cut(
    empty: InboxPage, inline_runner: InlineRunner, inbox: Path
) -> None:
    empty.model.add_place(inbox)
    inline_runner.run()
    QApplication.processEvents()
    [status] = [each for each in empty.findChildren(Paragraph) if each.accessibleName().startswith("trial")]
    assert status.isVisible()
    lines, room = status.height() // px(18), status.width()
    assert lines * room >= status.fontMetrics().horizontalAdvance(status.accessibleName())


def test_the_recommended_limit_says_how_often_a_person_is_asked(page: InboxPage) -> None:
    limits = LossLimits(60, 56, (LossLimit(0),), LossLimit(55, 1.0, asks_about_one_in=43))
    show_state(page, replace(page.model.state, inbox=replace(page.model.state.inbox, limits=limits)))
    [recommended] = [each for each in page.findChildren(QRadioButton) if each.text() == "recommended"]
    assert {"56", "43"} <= set(re.findall(r"\d+", recommended.accessibleDescription()))


def test_the_head_names_the_model_that_judges(page: InboxPage) -> None:
    name = page.model.state.inbox.model_name
    assert name
    assert any(f"model “{name}”" in each.text() for each in page.findChildren(TextLabel))


def test_a_link_that_names_files_says_what_it_does(page: InboxPage) -> None:
    links = [each for each in page.findChildren(Link) if each.text() == "File names…"]
    assert links
    assert all("new name" in link.toolTip() for link in links)


def test_without_the_program_for_servers_the_page_says_how_to_get_it(page: InboxPage) -> None:
    hints = [each for each in page.findChildren(Paragraph) if "bayleaf-imap" in each.accessibleName()]
    show_state(page, replace(page.model.state, has_server_program=False))
    assert [each.isHidden() for each in hints] == [False]
    show_state(page, replace(page.model.state, has_server_program=True))
    assert [each.isHidden() for each in hints] == [True]


def test_places_of_another_computer_are_named_in_a_sentence(page: InboxPage) -> None:
    inbox = replace(page.model.state.inbox, has_foreign_places=True)
    show_state(page, replace(page.model.state, inbox=inbox))

    words = [each.accessibleName() for each in page.findChildren(Paragraph)]
    assert (
        "These folders were set up on another computer or by an earlier version of Bayleaf. Nothing is moved until you "
        "choose “Start filing new items” again."
    ) in words
