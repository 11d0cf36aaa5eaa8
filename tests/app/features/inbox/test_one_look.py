"""A file that arrives is taken once and whole, filed where that is sure and wanted, and left once a person said no."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.domain.jobs import NoOpJobContext
from app.domain.records import WatchRules
from app.features.filing import file_moves
from app.features.filing import use_cases as filing
from app.features.inbox import deciding as judging_and_filing
from app.features.inbox.deciding import MAIL_OPTIONS, move_arrivals_back, move_back_todays_arrivals
from app.features.inbox.use_cases import label_arrival, read_arrival_text
from app.library.reading import documents_of_bytes
from app.library.saved_models import learn
from app.store.workspace import Workspace
from tests.app.features.inbox.conftest import MakeWatch, deliver, names
from tests.app.letters import label_of, letter, mail_of

NOBODY = NoOpJobContext()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "downloads").mkdir()
    return tmp_path / "downloads"


def test_sure_spam_is_filed_good_mail_stays_and_the_unsure_is_asked_about(
    watch: MakeWatch, inbox: Path, tmp_path: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    for name, mail in (("1", letter("spam", 40)), ("2", letter("ham", 40)), ("3", b"Subject: zq\n\nxkcd qqq\n")):
        deliver(inbox, name, mail)

    found = {Path(arrival.path).name: arrival.state for arrival in watched.check_twice()}

    assert found == {"1": "filed", "2": "stays", "3": "asked"}
    assert names(tmp_path / "filed") == ["spam/1"]
    assert names(inbox) == ["new/2", "new/3"]
    assert (tmp_path / "filed" / "spam" / "1").read_bytes() == letter("spam", 40)


def test_what_is_there_when_watching_begins_is_let_be(watch: MakeWatch, inbox: Path, tmp_path: Path) -> None:
    deliver(inbox, "old", letter("spam", 41))
    watched = watch(inbox, file_to=tmp_path / "filed")

    assert watched.check_twice() == ()
    assert names(inbox) == ["new/old"]


def test_what_came_while_nobody_watched_is_taken_later(watch: MakeWatch, inbox: Path, tmp_path: Path) -> None:
    watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "meanwhile", letter("spam", 42))

    again = watch(inbox, file_to=tmp_path / "filed")
    again.check_twice()
    assert names(tmp_path / "filed") == ["spam/meanwhile"]
    assert again.check_twice() == ()


def test_a_mail_that_is_read_in_a_mail_program_is_not_new(watch: MakeWatch, inbox: Path) -> None:
    watched = watch(inbox)
    path = deliver(inbox, "1", letter("ham", 43))
    assert len(watched.check_twice()) == 1
    path.rename(inbox / "cur" / "1:2,S" if os.name != "nt" else inbox / "cur" / "1")

    assert watched.check_twice() == ()


def test_a_file_that_is_written_in_bursts_is_taken_once_and_whole(
    watch: MakeWatch, folder: Path, tmp_path: Path
) -> None:
    watched = watch(folder, file_to=tmp_path / "filed")
    whole = letter("spam", 44) + b"casino winner prize " * 40
    path = folder / "scan.eml"
    for start in range(0, len(whole), 300):  # the scanner closes the file after each burst, and waits
        with path.open("ab") as file:
            file.write(whole[start : start + 300])
        assert watched.check_places(after_s=4) == ()
    assert watched.check_places(after_s=6) == ()  # shorter than twice the longest pause

    assert [arrival.state for arrival in watched.check_places(after_s=3)] == ["filed"]
    assert (tmp_path / "filed" / "spam" / "scan.eml").read_bytes() == whole
    assert watched.check_twice() == ()


def test_a_mail_that_is_still_written_in_a_maildir_is_taken_once_and_whole(
    watch: MakeWatch, inbox: Path, tmp_path: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    whole = letter("spam", 47)
    with (inbox / "new" / "1").open("wb") as file:
        for start in range(0, len(whole), 200):
            file.write(whole[start : start + 200])
            file.flush()
            assert watched.check_places(after_s=2) == ()
    assert [arrival.state for arrival in watched.check_twice()] == ["filed"]
    assert (tmp_path / "filed" / "spam" / "1").read_bytes() == whole


def test_a_format_that_says_how_it_ends_is_waited_for(watch: MakeWatch, folder: Path) -> None:
    watched = watch(folder)
    (folder / "half.pdf").write_bytes(b"%PDF-1.4\nhalf of it")
    assert watched.check_places() == watched.check_places(after_s=20) == ()
    assert watched.watcher.check_places(NOBODY).pending_in_s == pytest.approx(40)

    with (folder / "half.pdf").open("ab") as file:
        file.write(b"\n%%EOF\n")
    assert watched.check_places() == ()
    assert [arrival.state for arrival in watched.check_places(after_s=41)] == ["failed"]


@pytest.mark.parametrize("name", ["a.part", "b.crdownload", ".hidden", "~$letter.docx", "c.tmp"])
def test_what_is_still_being_fetched_is_no_file_yet(watch: MakeWatch, folder: Path, name: str) -> None:
    watched = watch(folder)
    (folder / name).write_bytes(letter("spam", 45))
    assert watched.check_twice() == ()

    (folder / name).rename(folder / "finished.eml")
    assert len(watched.check_twice()) == 1


def test_a_file_that_is_renamed_while_it_waits_keeps_its_place_in_the_tray(
    watch: MakeWatch, workspace: Path, folder: Path
) -> None:
    watched = watch(folder)
    (folder / "odd.txt").write_text("xkcd qqq zyx")
    assert [arrival.state for arrival in watched.check_twice()] == ["asked"]
    (folder / "odd.txt").rename(folder / "other.txt")

    assert watched.check_twice() == ()
    with Workspace(workspace) as opened:
        assert [Path(arrival.path).name for arrival in opened.arrivals.list_in_states(["asked"])] == ["other.txt"]


def test_a_place_that_vanishes_and_returns_has_nothing_new_in_it(
    watch: MakeWatch, folder: Path, tmp_path: Path
) -> None:
    watched = watch(folder)
    (folder / "a.eml").write_bytes(letter("ham", 46))
    assert len(watched.check_twice()) == 1
    folder.rename(tmp_path / "unplugged")
    assert watched.watcher.check_places(NOBODY).unreachable == (str(folder),)
    folder.mkdir()  # the empty folder that a disk is mounted on
    assert watched.check_twice() == ()
    folder.rmdir()
    (tmp_path / "unplugged").rename(folder)

    assert watched.check_twice() == ()
    (folder / "b.eml").write_bytes(letter("ham", 47))
    assert len(watched.check_twice()) == 1


def test_what_is_filed_into_the_watched_folder_itself_is_not_taken_again(watch: MakeWatch, folder: Path) -> None:
    watched = watch(folder, file_to=folder)
    (folder / "a.eml").write_bytes(letter("spam", 48))

    assert [arrival.state for arrival in watched.check_twice()] == ["filed"]
    assert watched.check_twice() == ()
    assert names(folder) == ["spam/a.eml"]


def test_a_trial_only_says_what_it_would_do(watch: MakeWatch, inbox: Path, tmp_path: Path) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed", is_trial=True)
    deliver(inbox, "1", letter("spam", 49))

    assert [(arrival.state, arrival.label) for arrival in watched.check_twice()] == [("would", "spam")]
    assert names(inbox) == ["new/1"]
    assert not (tmp_path / "filed").exists()


def test_senders_that_a_person_allows_or_denies_come_before_the_verdict(
    watch: MakeWatch, inbox: Path, tmp_path: Path
) -> None:
    rules = WatchRules(allowed_senders=("person50@spam.example",), denied_senders=("@ham.example",))
    watched = watch(inbox, file_to=tmp_path / "filed", rules=rules)
    for label in ("spam", "ham"):
        deliver(inbox, label, letter(label, 50))

    found = {Path(arrival.path).name: (arrival.state, arrival.reason) for arrival in watched.check_twice()}
    assert found == {"spam": ("stays", "allowed sender"), "ham": ("filed", "")}
    assert names(tmp_path / "filed") == ["spam/ham"]


def test_beyond_the_limit_of_a_day_it_asks(watch: MakeWatch, inbox: Path, tmp_path: Path) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed", rules=WatchRules(most_a_day=2))
    for number in range(51, 55):
        deliver(inbox, str(number), letter("spam", number))

    assert sorted((arrival.state, arrival.reason) for arrival in watched.check_twice()) == [
        ("asked", "daily limit"), ("asked", "daily limit"), ("filed", ""), ("filed", ""),
    ]  # fmt: skip
    assert len(names(tmp_path / "filed")) == 2


def test_an_undo_brings_a_file_back_for_good_and_teaches_nothing(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "1", letter("spam", 60))
    deliver(inbox, "2", letter("spam", 61))
    first, _ = sorted(watched.check_twice(), key=lambda arrival: arrival.path)
    with Workspace(workspace) as opened:
        n_documents = opened.documents.count()

    assert [arrival.state for arrival in move_arrivals_back(workspace, [first.number], NOBODY)] == ["put back"]
    assert names(inbox) == ["new/1"]
    assert watched.check_twice() == ()
    (inbox / "new" / "1").unlink()
    deliver(inbox, "again", letter("spam", 60))  # as it comes from another computer
    assert [arrival.reason for arrival in watched.check_twice()] == ["by you"]
    with Workspace(workspace) as opened:
        assert opened.documents.count() == n_documents


def test_a_day_is_undone_at_once(watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    for number in range(62, 66):
        deliver(inbox, str(number), letter("spam", number))
        watched.check_twice()

    assert len(move_back_todays_arrivals(workspace, NOBODY)) == 4
    assert names(inbox) == [f"new/{number}" for number in range(62, 66)]
    assert names(tmp_path / "filed") == []


def test_a_mailbox_is_judged_mail_by_mail_and_never_written_to(watch: MakeWatch, tmp_path: Path) -> None:
    mailbox = tmp_path / "mbox"
    mailbox.write_bytes(b"From a@b Mon Jun  1 10:00:00 2026\n" + letter("spam", 70) + b"\n")
    watched = watch(mailbox, file_to=tmp_path / "filed")
    with mailbox.open("ab") as file:
        for number in (71, 72):
            file.write(b"From a@b Mon Jun  1 10:00:00 2026\n" + letter("spam", number) + b"\n")
    before = mailbox.read_bytes()

    assert [arrival.state for arrival in watched.check_twice()] == ["stays", "stays"]
    assert watched.check_twice() == ()
    assert mailbox.read_bytes() == before


def test_a_waiting_mail_of_a_mailbox_is_read_and_learnt_alone(
    watch: MakeWatch, tmp_path: Path, workspace: Path
) -> None:
    mailbox = tmp_path / "mbox"
    mailbox.write_bytes(mailbox_of(letter("ham", 73)))
    watched = watch(mailbox)
    with mailbox.open("ab") as file:
        file.write(mailbox_of(letter("spam", 74), b"Subject: zq\n\nxkcd\n", letter("ham", 75)))
    watched.check_twice()
    [waiting] = [arrival for arrival in watched.arrivals if arrival.state == "asked"]

    assert mailbox.read_bytes()[int(waiting.member) :].startswith(b"From a@b Mon Jun  1 10:00:00 2026\nSubject: zq\n")
    assert read_arrival_text(workspace, waiting, NOBODY).text.strip() == "xkcd"
    label_arrival(workspace, waiting.number, "spam", NOBODY)
    assert label_of(workspace, b"Subject: zq\n\nxkcd\n") == "spam"

    mailbox.write_bytes(mailbox_of(letter("ham", 76)))
    assert read_arrival_text(workspace, waiting, NOBODY).text == ""


def mailbox_of(*mails: bytes) -> bytes:
    return b"".join(b"From a@b Mon Jun  1 10:00:00 2026\n" + mail + b"\n" for mail in mails)


def test_of_a_mailbox_that_grew_by_much_the_rest_is_judged_at_the_next_looks(
    watch: MakeWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = [letter("spam" if number % 2 else "ham", number) for number in range(100, 112)]
    monkeypatch.setattr(judging_and_filing, "MAX_ADDITION_BYTES", 3 * len(mailbox_of(mails[0])))
    mailbox = tmp_path / "mbox"
    mailbox.write_bytes(b"")
    watched = watch(mailbox)
    mailbox.write_bytes(mailbox_of(*mails))

    assert watched.check_places() == ()
    first = watched.check_places(after_s=6)
    assert 0 < len(first) < len(mails)
    for _ in mails:
        watched.check_places()
    expected = {mail_of(mail).content_hash: "spam" if number % 2 else "ham" for number, mail in enumerate(mails)}
    assert len(watched.arrivals) == len(mails)
    assert {arrival.content_hash: arrival.label for arrival in watched.arrivals} == expected


def test_the_rest_of_a_mailbox_is_worth_looking_at_once_and_survives_a_kill(
    watch: MakeWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = [letter("ham", number) for number in range(120, 126)]
    monkeypatch.setattr(judging_and_filing, "MAX_ADDITION_BYTES", len(mailbox_of(mails[0])))
    mailbox = tmp_path / "mbox"
    mailbox.write_bytes(b"")
    watched = watch(mailbox)
    mailbox.write_bytes(mailbox_of(*mails))
    watched.check_places()
    watched.clock.now_s += 6
    begun = watched.watcher.check_places(NOBODY)
    again = watch(mailbox)
    again.check_twice()
    results = [again.watcher.check_places(NOBODY) for _ in mails]

    assert begun.pending_in_s == 0
    assert results[-1].pending_in_s is None
    found = [*begun.arrivals, *again.arrivals, *(arrival for result in results for arrival in result.arrivals)]
    assert sorted(arrival.content_hash for arrival in found) == sorted(mail_of(mail).content_hash for mail in mails)


def test_what_a_person_has_taught_is_let_be(watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "1", letter("spam", 3))  # which the corpus has

    assert [(arrival.state, arrival.reason) for arrival in watched.check_twice()] == [("stays", "by you")]


class Killed(BaseException):
    """The program is gone from one moment to the next."""


@pytest.mark.parametrize("moment", ["before", "between", "after"])
def test_a_kill_leaves_each_file_at_one_place_and_filed_once(
    watch: MakeWatch, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    for number in range(80, 86):
        deliver(inbox, str(number), letter("spam", number))
    move_file = file_moves.move_file
    moved: list[str] = []

    def killed(source: str, *rest: Any, **how: Any) -> Any:
        if len(moved) == 3:
            raise Killed
        moved.append(source)
        return move_file(source, *rest, **how)

    def file_away(*arguments):
        if moment == "before":
            raise Killed
        real_file_away(*arguments)
        raise Killed

    with monkeypatch.context() as patched:
        if moment == "between":
            patched.setattr(file_moves, "move_file", killed)
        else:
            real_file_away = filing.file_away
            patched.setattr("app.features.inbox.deciding.file_away", file_away)
        with pytest.raises(Killed):
            watched.check_twice()

    again = watch(inbox, file_to=tmp_path / "filed")
    again.check_twice()
    assert names(tmp_path / "filed") == [f"spam/{number}" for number in range(80, 86)]
    assert names(inbox) == []
    assert {arrival.state for arrival in again.arrivals} <= {"filed"}


def test_a_disk_that_is_full_leaves_the_file_and_says_so(
    watch: MakeWatch, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(100, 100, 0))
    monkeypatch.setattr("app.features.filing.plan.disk_of", lambda _path: (-1, 0))
    deliver(inbox, "1", letter("spam", 90))

    assert [(arrival.state, arrival.reason) for arrival in watched.check_twice()] == [("asked", "full")]
    assert names(inbox) == ["new/1"]


def test_after_a_lesson_the_next_one_like_it_is_judged_so(
    watch: MakeWatch, inbox: Path, tmp_path: Path, workspace: Path
) -> None:
    watched = watch(inbox, file_to=tmp_path / "filed")
    deliver(inbox, "1", letter("ham", 95, words="zyxwv " * 20))
    watched.check_twice()
    from_hand = [letter("ham", number, words="zyxwv " * 20) for number in range(96, 110)]
    documents = [document for raw in from_hand for document in documents_of(raw)]
    learn(workspace, None, documents, "spam", NOBODY)
    deliver(inbox, "2", letter("ham", 111, words="zyxwv " * 20))

    assert [arrival.label for arrival in watched.check_twice()] == ["spam"]


def documents_of(raw: bytes):
    return documents_of_bytes(raw, MAIL_OPTIONS)
