"""The Inbox watches what a person adds, begins with a trial, learns what it is told, and takes back what it filed."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.errors import BusyWorkspace, StoreError
from app.domain.jobs import JobContext
from app.domain.records import Arrival
from app.domain.sentences import sentence_for
from app.features.inbox.use_cases import ArrivalAnswer
from app.features.inbox.view_model import InboxViewModel
from app.features.inbox.watching import CheckResult, Watcher, watching_lock
from app.store.workspace import Workspace
from tests.app.features.inbox.conftest import deliver, names
from tests.app.in_the_window import running
from tests.app.letters import letter
from tests.inline_runner import InlineRunner

ODD = b"Subject: zq\n\nxkcd qqq\n"


class AtOnce:
    """A view-model whose jobs are done before a call returns."""

    def __init__(self, model: InboxViewModel, runner: InlineRunner) -> None:
        self._model, self._runner = model, runner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        return self._run(found) if callable(found) and not isinstance(found, SignalInstance) else found

    def _run(self, act: Callable[..., object]) -> Callable[..., None]:
        def run(*arguments: object, **named: object) -> None:
            act(*arguments, **named)
            self._runner.run()

        return run


@pytest.fixture
def model(inline_runner: InlineRunner, workspace: Path) -> Iterator[AtOnce]:
    # A mail counts as quiet at the first look; tests/app/services/watching tests the wait itself.
    made = AtOnce(InboxViewModel(inline_runner, quiet_s=0.0), inline_runner)
    made.open_workspace(workspace)
    yield made
    made.close_workspace()


@pytest.fixture
def filing(model: AtOnce, inbox: Path, tmp_path: Path) -> AtOnce:
    """An Inbox that watches a Maildir and files."""
    model.add_place(inbox)
    model.change_place(str(inbox), is_trial=False, file_to=str(tmp_path / "filed"))
    return model


def test_nothing_is_watched_until_a_person_adds_a_place(model: AtOnce, inbox: Path) -> None:
    deliver(inbox, "1", letter("spam", 40))
    model.check_places()

    assert (model.state.inbox.places, model.state.inbox.n_arrived) == ((), 0)


def test_a_place_begins_with_a_trial(model: AtOnce, inbox: Path, tmp_path: Path) -> None:
    model.add_place(inbox)
    model.change_place(str(inbox), file_to=str(tmp_path / "filed"))
    deliver(inbox, "1", letter("spam", 40))
    model.check_places()

    [arrival] = model.state.inbox.handled
    assert (arrival.state, arrival.label, names(inbox)) == ("would", "spam", ["new/1"])


def test_a_mail_is_not_taken_before_it_was_quiet(inline_runner: InlineRunner, workspace: Path, inbox: Path) -> None:
    patient = AtOnce(InboxViewModel(inline_runner, quiet_s=3_600.0), inline_runner)
    patient.open_workspace(workspace)
    patient.add_place(inbox)
    deliver(inbox, "1", letter("spam", 40))
    patient.check_places()
    patient.check_places()

    assert patient.state.has_checked
    assert patient.state.inbox.n_arrived == 0
    patient.close_workspace()


def test_what_is_sure_is_filed_and_brought_back(filing: AtOnce, inbox: Path, tmp_path: Path) -> None:
    deliver(inbox, "1", letter("spam", 41))
    filing.check_places()
    [arrival] = filing.state.inbox.handled
    assert (arrival.state, names(tmp_path / "filed")) == ("filed", ["spam/1"])

    filing.put_back(arrival.number)
    assert names(inbox) == ["new/1"]
    assert [each.state for each in filing.state.inbox.handled] == ["put back"]
    filing.check_places()
    assert names(inbox) == ["new/1"]


def test_what_is_less_probable_than_file_away_asks_for_is_asked_about(
    filing: AtOnce, inbox: Path, tmp_path: Path
) -> None:
    deliver(inbox, "1", letter("spam", 41))
    filing.set_thresholds({"spam": 1.0})
    filing.check_places()

    assert [each.label for each in filing.state.inbox.tray] == ["spam"]
    assert names(inbox) == ["new/1"]

    filing.set_thresholds({})
    deliver(inbox, "2", letter("spam", 42))
    filing.check_places()
    assert names(tmp_path / "filed") == ["spam/2"]


def test_a_day_is_undone(filing: AtOnce, inbox: Path) -> None:
    for number in range(42, 45):
        deliver(inbox, str(number), letter("spam", number))
    filing.check_places()
    filing.put_back_today()

    assert len(names(inbox)) == 3


def test_what_is_unsure_is_settled_learnt_and_filed(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    deliver(inbox, "1", ODD)
    filing.check_places()
    [asked] = filing.state.inbox.tray
    with Workspace(workspace) as opened:
        before = opened.documents.count()
    filing.label_arrival(asked.number, "spam")

    assert filing.state.inbox.tray == ()
    assert names(tmp_path / "filed") == ["spam/1"]
    with Workspace(workspace) as opened:
        assert opened.documents.count() == before + 1
    assert [each.right_label for each in filing.state.inbox.handled] == ["spam"]


@pytest.mark.parametrize("has_later_edit", [False, True])
def test_an_answer_is_taken_back_with_its_file_and_its_lesson(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path, has_later_edit: bool
) -> None:
    answers: list[ArrivalAnswer] = []
    filing.answered.connect(answers.append)
    deliver(inbox, "1", ODD)
    filing.check_places()
    [asked] = filing.state.inbox.tray
    with Workspace(workspace) as opened:
        before = opened.documents.count()
    filing.label_arrival(asked.number, "spam")
    if has_later_edit:
        with Workspace(workspace) as opened:
            opened.editing.add(opened.corpora.all()[0].name, [Document("another one", "", label="ham")])
    filing.take_back(answers[0])

    assert names(inbox) == ["new/1"]
    assert names(tmp_path / "filed") == []
    with Workspace(workspace) as opened:
        assert opened.documents.count() == before + has_later_edit
    [again] = filing.state.inbox.tray
    assert (again.number, again.reason, again.right_label, again.batch) == (asked.number, asked.reason, None, None)
    filing.label_arrival(again.number, "ham")
    assert filing.state.inbox.tray == ()


def test_what_is_put_off_stays_in_the_tray(filing: AtOnce, inbox: Path) -> None:
    deliver(inbox, "1", ODD)
    filing.check_places()
    reason = filing.state.inbox.tray[0].reason
    filing.postpone(filing.state.inbox.tray[0].number)

    assert reason
    assert [(each.state, each.reason) for each in filing.state.inbox.tray] == [("later", reason)]


def test_while_it_is_paused_nothing_is_taken_and_all_of_it_afterwards(filing: AtOnce, inbox: Path) -> None:
    filing.toggle_pause()
    deliver(inbox, "1", letter("spam", 46))
    filing.check_places()
    assert names(inbox) == ["new/1"]

    filing.toggle_pause()
    assert names(inbox) == []


def test_without_a_place_there_is_nothing_to_pause(model: AtOnce) -> None:
    model.toggle_pause()

    assert not model.state.is_paused


def test_senders_and_limits_are_kept(filing: AtOnce, inbox: Path, inline_runner, workspace: Path) -> None:
    filing.set_filing_rules(["person47@spam.example"], ["@bad.example"], 5)
    again = AtOnce(InboxViewModel(inline_runner), inline_runner)
    again.open_workspace(workspace)
    assert again.state.inbox.rules == filing.state.inbox.rules
    again.close_workspace()
    deliver(inbox, "1", letter("spam", 47))
    filing.check_places()

    assert names(inbox) == ["new/1"]


def test_another_program_that_watches_is_named(filing: AtOnce, workspace: Path) -> None:
    with watching_lock(workspace):
        filing.check_places()
        assert filing.state.is_watched_elsewhere
    filing.check_places()

    assert not filing.state.is_watched_elsewhere


def test_a_workspace_that_is_being_written_is_not_taken_for_a_watched_one(
    filing: AtOnce, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_in_vain(_watcher: Watcher, _context: JobContext) -> CheckResult:  # in truth it takes two minutes
        raise BusyWorkspace(workspace)

    with monkeypatch.context() as patch:
        patch.setattr(Watcher, "check_places", wait_in_vain)
        filing.check_places()
        assert not filing.state.is_watched_elsewhere
        assert isinstance(filing.state.problem, BusyWorkspace)
    filing.check_places()

    assert filing.state.problem is None


def test_what_comes_into_a_watched_folder_wakes_the_look(
    filing: AtOnce, inbox: Path, qtbot: QtBot, inline_runner: InlineRunner
) -> None:
    filing.check_places()
    deliver(inbox, "9", letter("ham", 44))
    qtbot.waitUntil(lambda: inline_runner.run() or filing.state.inbox.n_arrived == 1, timeout=10_000)


def test_what_may_be_lost_is_chosen_and_kept(filing: AtOnce) -> None:
    filing.choose_loss_limit(100)
    assert filing.state.inbox.rules.lost_one_in == 100
    filing.choose_loss_limit(None)
    assert filing.state.inbox.rules.lost_one_in is None


# A workspace of another computer


def sign_away(workspace: Path, name: str = "watched places signature") -> None:
    """Remove a signature, as in a workspace that another computer or an earlier version wrote."""
    with Workspace(workspace) as opened:
        opened.arrivals.store_preference(name, None)


def test_places_of_another_computer_are_trials_until_filing_is_started_again(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    assert not filing.state.has_foreign_places
    sign_away(workspace)
    filing.open_workspace(workspace)
    deliver(inbox, "1", letter("spam", 40))
    filing.check_places()

    assert filing.state.has_foreign_places
    assert [place.is_trial for place in filing.state.places] == [True]
    assert names(inbox) == ["new/1"]

    filing.change_place(str(inbox), is_trial=False, file_to=str(tmp_path / "filed"))
    deliver(inbox, "2", letter("spam", 41))
    filing.check_places()

    assert not filing.state.has_foreign_places
    assert names(tmp_path / "filed") == ["spam/2"]


def test_opening_the_window_moves_no_file_from_a_place_of_another_computer(
    qtbot: QtBot,
    qapp: QApplication,
    trained: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(InboxViewModel.__init__, "__kwdefaults__", {"quiet_s": 0.0})  # files count as complete at once
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    (downloads / "offer.txt").write_text("buy cheap watermelon buy buy cheap offer now")
    place = {"path": str(downloads), "file_to": str(tmp_path / "config"), "model": "", "is_trial": False}
    with closing(sqlite3.connect(trained)) as file, file:
        for name, value in (("watched places", [place]), ("places begun", [str(downloads)])):
            file.execute("INSERT INTO preference VALUES (?, ?)", (name, json.dumps(value)))

    with running(qtbot, qapp, tmp_path / "window.ini", trained) as somebody:
        inbox = somebody.models.inbox
        assert inbox is not None
        somebody.wait(lambda: bool(inbox.state.handled_arrivals))
        somebody.rest()
        [arrival] = inbox.state.handled_arrivals

    assert (names(downloads), (tmp_path / "config").exists(), arrival.state) == (["offer.txt"], False, "would")


def test_a_place_whose_target_was_changed_is_a_trial(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    with Workspace(workspace) as opened:
        [place] = opened.arrivals.preference("watched places")
        opened.arrivals.store_preference("watched places", [{**place, "file_to": str(tmp_path / "autostart")}])
    filing.open_workspace(workspace)
    deliver(inbox, "1", letter("spam", 40))
    filing.check_places()

    assert (names(inbox), (tmp_path / "autostart").exists()) == (["new/1"], False)


def test_an_answer_files_nothing_in_a_place_of_another_computer(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    deliver(inbox, "1", ODD)
    filing.check_places()
    sign_away(workspace)
    [waiting] = filing.state.tray
    filing.label_arrival(waiting.number, "spam")

    assert (names(inbox), (tmp_path / "filed").exists()) == (["new/1"], False)


@pytest.mark.parametrize("path", ["private/1", "inbox/../private/1", "inbox2/1"])
def test_an_arrival_outside_of_its_place_is_not_filed(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path, path: str
) -> None:
    for folder in ("private", "inbox2"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1").write_bytes(letter("spam", 40))
    with Workspace(workspace) as opened:
        for state in ("due", "asked"):
            arrival = Arrival(str(inbox), os.path.join(tmp_path, path), "", "title", "", b"", "spam", state=state)
            opened.arrivals.record([], [arrival])
    filing.open_workspace(workspace)
    filing.check_places()
    [waiting] = filing.state.tray
    filing.label_arrival(waiting.number, "spam")

    assert (names(tmp_path / "private"), names(tmp_path / "inbox2")) == (["1"], ["1"])


def test_putting_back_what_another_computer_filed_says_why_it_stays(
    filing: AtOnce, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    deliver(inbox, "1", letter("spam", 40))
    filing.check_places()
    [filed] = filing.state.handled_arrivals
    sign_away(workspace, f"filed batch {filed.batch} signature")
    filing.put_back(filed.number)

    assert (names(tmp_path / "filed"), names(inbox)) == (["spam/1"], [])
    assert isinstance(filing.state.problem, StoreError)
    assert "Another computer" in sentence_for(filing.state.problem)
