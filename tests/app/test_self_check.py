"""The program proves itself, and says so in one line; what is missing is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app import self_check
from app.domain.documents import ReadLimits, RecognisedPage
from app.readers.kinds import MAGIC
from app.readers.mail.outlook import outlook_mail
from app.readers.mail.reading import read_mail
from app.readers.paper.recognisers import recogniser_names
from tests.app.readers.compound import outlook

STEPS = {
    "icons",
    "letters",
    "catalogs",
    "help",
    "readers in a worker process",
    "scans",
    "import",
    "train",
    "classify",
    "explain",
    "learn",
}


def test_all_is_well_here(qapp: QApplication, capsys: pytest.CaptureFixture[str]) -> None:
    assert self_check.self_check() == 0

    [line] = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["passed"]
    assert told["steps"].keys() >= STEPS
    assert told["recognisers"] == list(recogniser_names())
    assert told["text_layers"] == (shutil.which("ocrmypdf") is not None and shutil.which("tesseract") is not None)


def test_a_recogniser_that_reads_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind:
        name = "Blind 1.0"

        def read(self, *_given: object) -> RecognisedPage:
            return RecognisedPage()

    monkeypatch.setattr(self_check, "installed_recognisers", lambda: (Blind(),))
    with pytest.raises(self_check.CheckFailed, match=r"Blind 1\.0 reads nothing"):
        self_check.check_scans()


def test_what_is_missing_is_told_and_the_rest_is_still_tried(
    qapp: QApplication, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(self_check, "FOLDER", tmp_path)

    assert self_check.self_check() == 1

    told = json.loads(capsys.readouterr().out)
    assert not told["passed"]
    assert "no icons" in told["steps"]["icons"]
    assert "glossary" in told["steps"]["help"]
    assert told["steps"]["train"] == "ok"


def test_every_kind_that_can_be_told_by_its_first_bytes_has_a_tiny_file() -> None:
    heads = [path.read_bytes()[:8] for path in self_check.KINDS.iterdir()]
    wanted = {kind: [magic for magic, named in MAGIC if named == kind] for _, kind in MAGIC}
    for refused in ("unsupported", "outlook-store", "picture"):  # a picture is read where a recogniser is installed
        wanted.pop(refused)

    missing = [kind for kind, magics in wanted.items() if not any(head.startswith(tuple(magics)) for head in heads)]
    assert missing == []


def test_the_tiny_outlook_message_is_read() -> None:
    raw = (self_check.KINDS / "message.msg").read_bytes()
    made = outlook(
        "Rehearsal on Thursday", "Ann Field <ann@choir.example>", "Hello,\r\n\r\nthe rehearsal begins at seven.\r\n"
    )

    assert raw == made
    found = read_mail(raw, path="message.msg", mail=outlook_mail(raw, "message.msg", ReadLimits()))
    assert (found.title, found.sender) == ("Rehearsal on Thursday", "Ann Field <ann@choir.example>")
    assert "begins at seven" in found.text
