"""`bayleaf-cli read`: what the readers make of files, in their order, and nothing kept."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.readers.sources import LARGE_BYTES, work_items
from tests.app.command_line import Run, RunJson

CONTRACT = {"kind", "charset", "subject", "from", "date", "label", "text", "attachments", "flaws"}


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    message = EmailMessage()
    message["From"] = "Ada <ada@example.org>"
    message["To"] = "bob@example.org"
    message["Subject"] = "Grüße"
    message["Date"] = "Tue, 03 Feb 2026 10:00:00 +0100"
    message["Message-ID"] = "<1@example.org>"
    message.set_content("Schöne Grüße aus Köln\n", charset="iso-8859-1")
    message.add_attachment(b"\0" * 10, maintype="application", subtype="octet-stream", filename="data.bin")
    path = tmp_path / "letter.eml"
    path.write_bytes(bytes(message))
    return path


def test_a_mail_is_told_under_the_names_of_the_contract(letter: Path, run_json: RunJson) -> None:
    [told] = run_json("read", letter)["documents"]

    assert set(told) >= CONTRACT
    assert (told["kind"], told["charset"], told["subject"]) == ("mail", "cp1252", "Grüße")
    assert (told["from"], told["date"]) == ("Ada <ada@example.org>", "2026-02-03T09:00:00+00:00")
    assert told["text"] == "Schöne Grüße aus Köln\n"
    assert told["attachments"] == [{"name": "data.bin", "media_type": "application/octet-stream", "size_bytes": 10}]
    assert told["evidence"]["to"] == "bob@example.org"


def test_json_shows_a_terminal_nothing_to_obey_and_decodes_to_the_same_text(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text("red\x9b31m \u202etxt.exe", encoding="utf-8")

    done = run("read", tmp_path / "a.txt", "--json")

    assert not set(done.stdout) & set("\x9b\u202e")
    assert json.loads(done.stdout)["documents"][0]["text"] == "red\x9b31m \u202etxt.exe"


def test_documents_come_in_the_order_of_the_files_and_what_is_unreadable_keeps_its_place(
    tmp_path: Path, letter: Path, run_json: RunJson
) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")

    told = run_json("read", letter, tmp_path / "empty.txt", tmp_path / "a.txt")["documents"]

    assert [one["kind"] for one in told] == ["mail", "unreadable", "text"]
    assert (told[1]["flaws"], told[1]["problem"]) == (["empty"], "“empty.txt” is empty.")


def test_a_large_file_does_not_overtake_those_before_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    (tmp_path / "b.txt").write_bytes(b"x " * (LARGE_BYTES // 2))

    items = list(work_items([tmp_path / "a.txt", tmp_path / "b.txt"]))

    assert [Path(path).name for item in items for path in item.paths] == ["a.txt", "b.txt"]


def test_labels_are_those_that_an_import_would_bring(five_mails: Path, run_json: RunJson) -> None:
    told = run_json("read", five_mails)["documents"]

    assert [one["label"] for one in told] == ["ham"] * 3 + ["spam"] * 2


def test_standard_input_is_read_where_it_stands(tmp_path: Path, letter: Path, run_json: RunJson) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")

    told = run_json("read", tmp_path / "a.txt", "-", stdin=letter.read_bytes())["documents"]

    assert [one["subject"] for one in told] == ["a.txt", "Grüße"]


def test_a_person_reads_the_same_and_no_line_of_it_can_be_forged(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(b"From: a@b.c\nTo: d@e.f\nSubject: =?utf-8?q?x=0Alabel_ham=1B[2J=E2=80=AE?=\n\nhi\x1b[31m\n")

    shown = run("read", path).output

    assert "subject      x label ham\ufffd[2J\ufffd\n" in shown
    assert "    hi\ufffd[31m\n" in shown


def test_a_name_that_is_no_text_is_still_json(tmp_path: Path, run: Run) -> None:
    path = Path(str(tmp_path / "a") + "\udcff.txt")
    try:
        path.write_text("text", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes text alone for names")

    assert json.loads(run("read", path, "--json").stdout)["documents"][0]["path"].endswith("a\udcff.txt")


def test_where_nothing_could_be_read_the_status_is_one(tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")

    result = run("read", tmp_path / "empty.txt")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "“empty.txt” is empty." in result.stderr


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path, run: Run) -> None:
    assert isinstance(run("read", tmp_path / "none.eml").exception, SourceError)
