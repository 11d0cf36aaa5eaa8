"""A trial says how often it would have been wrong, by what a person then did with the same mail."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.library.saved_models import learn
from app.library.trials import TrialReport, trial_reports
from app.store.workspace import Session, Workspace
from tests.app.features.inbox.conftest import MakeWatch, deliver
from tests.app.features.inbox.test_hand_moves import label_of
from tests.app.letters import letter, mail_of

NOBODY = NoOpJobContext()


def reports(workspace: Path) -> dict[str, TrialReport]:
    with Workspace(workspace, read_only=True) as opened:
        found = trial_reports(opened)
    assert all(0 < report.expected_wrong < report.n_would_be_filed <= report.n_arrived for report in found.values())
    return {place: replace(report, n_arrived=0, expected_wrong=0.0) for place, report in found.items()}


def test_a_trial_needs_no_folder_to_say_what_it_would_file(watch: MakeWatch, inbox: Path, workspace: Path) -> None:
    watched = watch(inbox, is_trial=True)
    for number in (40, 41):
        deliver(inbox, f"spam{number}", letter("spam", number))
        deliver(inbox, f"ham{number}", letter("ham", number))

    found = sorted((Path(arrival.path).name, arrival.state) for arrival in watched.check_twice())
    assert found == [("ham40", "stays"), ("ham41", "stays"), ("spam40", "would"), ("spam41", "would")]
    assert reports(workspace) == {str(inbox): TrialReport(2, 0, 0)}


def test_what_a_person_taught_tells_right_from_wrong(watch: MakeWatch, inbox: Path, workspace: Path) -> None:
    watched = watch(inbox, is_trial=True)
    for number in (40, 41, 42):
        deliver(inbox, str(number), letter("spam", number))
    watched.check_twice()
    learn(workspace, None, [mail_of(letter("spam", 40))], "spam", NOBODY)
    learn(workspace, None, [mail_of(letter("spam", 41))], "ham", NOBODY)

    assert reports(workspace) == {str(inbox): TrialReport(n_would_be_filed=3, n_decided=2, n_relabelled=1)}


def test_a_mail_that_a_hand_moves_to_a_labels_folder_is_decided_and_learnt(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed", is_trial=True)
    for number, label in ((40, "spam"), (41, "ham")):
        deliver(inbox, str(number), letter("spam", number))
        (tmp_path / "filed" / label).mkdir(parents=True)
    watched.check_twice()
    os.rename(inbox / "new" / "40", tmp_path / "filed" / "spam" / "40")
    os.rename(inbox / "new" / "41", tmp_path / "filed" / "ham" / "41")
    moved = watched.check_twice()

    assert sorted((arrival.state, arrival.reason, arrival.right_label) for arrival in moved) == [
        ("would", "moved", "ham"), ("would", "moved", "spam"),
    ]  # fmt: skip
    assert reports(workspace) == {str(inbox): TrialReport(2, 2, 1)}
    assert (label_of(workspace, letter("spam", 40)), label_of(workspace, letter("spam", 41))) == (None, "ham")
    assert watched.check_twice() == ()


def test_a_junk_folder_beside_the_inbox_stands_for_spam(watch: MakeWatch, inbox: Path, workspace: Path) -> None:
    watched = watch(inbox, is_trial=True)
    for name, folder in (("1", ".Junk"), ("2", ".Ham"), ("3", ".Archive")):
        (inbox / folder / "cur").mkdir(parents=True)
        deliver(inbox, name, letter("spam", 40 + int(name)))
    watched.check_twice()
    for name, folder in (("1", ".Junk"), ("2", ".Ham"), ("3", ".Archive")):
        os.rename(inbox / "new" / name, inbox / folder / "cur" / name)
    watched.check_twice()

    assert reports(workspace) == {str(inbox): TrialReport(3, 2, 1)}


def test_a_mail_that_is_read_or_deleted_is_not_decided(watch: MakeWatch, inbox: Path, workspace: Path) -> None:
    watched = watch(inbox, is_trial=True)
    for number in (40, 41):
        deliver(inbox, str(number), letter("spam", number))
    watched.check_twice()
    os.rename(inbox / "new" / "40", inbox / "cur" / "40")
    (inbox / "new" / "41").unlink()
    watched.check_twice()

    assert reports(workspace) == {str(inbox): TrialReport(2, 0, 0)}
    (inbox / ".Junk" / "cur").mkdir(parents=True)
    os.rename(inbox / "cur" / "40", inbox / ".Junk" / "cur" / "40")
    watched.check_twice()
    assert reports(workspace) == {str(inbox): TrialReport(2, 1, 0)}


def test_the_judge_tells_of_trials(watch: MakeWatch, inbox: Path, workspace: Path) -> None:
    daemon = pytest.importorskip("app.features.mail_daemon.daemon")
    json_lines = pytest.importorskip("app.features.mail_daemon.json_lines")
    watched = watch(inbox, is_trial=True)
    deliver(inbox, "1", letter("spam", 40))
    watched.check_twice()
    learn(workspace, None, [mail_of(letter("spam", 40))], "ham", NOBODY)

    with Session(workspace) as session:
        told = json_lines.status(daemon.MailJudge(session))
    assert told["trials"] == [{"place": str(inbox), "would_file": 1, "decided": 1, "elsewhere": 1}]
