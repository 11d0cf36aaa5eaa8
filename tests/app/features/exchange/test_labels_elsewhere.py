"""Labels to and from labelling tools, notmuch, a Maildir and paperless-ngx: a round trip changes nothing."""

from __future__ import annotations

import json
import mailbox
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import ForeignFileError, UnusableName
from tests.app.command_line import Run, RunJson

FORMS = ["label-studio", "argilla", "doccano", "prodigy", "labels-csv"]
HOSTILE = "=cmd <script>alert(1)</script> \x1b[31m red\u2028line"


@pytest.fixture
def labelled(trained: Path, tmp_path: Path, run_json: RunJson) -> Path:
    """The five mails, one without a label, and one with odd letters and two labels."""
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "new.txt").write_text("buy meeting", encoding="utf-8")
    (tmp_path / "more" / "odd.txt").write_text(HOSTILE, encoding="utf-8")
    run_json("import", trained, tmp_path / "more", "--labels-from", "none")
    run_json("label", trained, "--takes", "several")
    run_json("label", trained, 7, "--label", "=1+1", "--label", "ham/../spam")
    return trained


def records(path: Path, form: str) -> list[dict[str, Any]]:
    text = path.read_text("utf-8")
    return json.loads(text) if form == "label-studio" else [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("form", FORMS)
def test_what_goes_to_a_tool_and_comes_back_untouched_changes_nothing(
    labelled: Path, tmp_path: Path, run_json: RunJson, form: str
) -> None:
    out = tmp_path / "out"

    assert run_json("convert", labelled, "--as", form, "--to", out)["documents"] == 7
    told = run_json("convert", out, "--to", labelled)

    assert (told["changed"], told["strangers"]) == (0, 0)
    assert told["answers"] == 6


def test_predictions_go_along_with_their_probabilities(labelled: Path, tmp_path: Path, run_json: RunJson) -> None:
    [verdict] = run_json("classify", labelled, tmp_path / "more" / "new.txt")["verdicts"]
    for form in FORMS[:4]:
        run_json("convert", labelled, "--as", form, "--to", tmp_path / form)
    studio, argilla, doccano, prodigy = (records(tmp_path / form, form)[5] for form in FORMS[:4])

    assert studio["predictions"][0]["score"] == pytest.approx(verdict["probability"])
    assert studio["predictions"][0]["result"][0]["value"]["choices"] == [verdict["label"]]
    assert argilla["suggestions"]["label"]["score"] == pytest.approx(verdict["probability"])
    assert doccano["predictions"][verdict["label"]] == pytest.approx(verdict["probability"])
    assert prodigy["meta"]["score"] == pytest.approx(verdict["probability"])
    assert {option["id"] for option in prodigy["options"]} >= {"spam", "ham"}


def answered(record: dict[str, Any], form: str) -> dict[str, Any]:
    """Answer as a person does in the tool."""
    if form == "label-studio":
        result = {"type": "choices", "from_name": "label", "to_name": "text", "value": {"choices": ["bank"]}}
        return {**record, "id": 77, "annotations": [{"completed_by": 1, "result": [result]}]}
    if form == "argilla":
        return {**record, "responses": {"label": [{"value": "bank", "user_id": "u", "status": "submitted"}]}}
    if form == "doccano":
        return {"id": 5, "text": record["text"], "label": ["bank"], "bayleaf_id": record["bayleaf_id"]}
    return {**record, "accept": ["bank"], "answer": "accept", "_task_hash": 1}


@pytest.mark.parametrize("form", FORMS[:4])
def test_an_answer_of_a_tool_is_taken_and_can_be_undone(
    labelled: Path, tmp_path: Path, run_json: RunJson, form: str
) -> None:
    run_json("convert", labelled, "--as", form, "--to", tmp_path / "out")
    given = records(tmp_path / "out", form)
    given[5] = answered(given[5], form)
    lines = json.dumps(given) if form == "label-studio" else "\n".join(map(json.dumps, given))
    (tmp_path / "back").write_text(lines, encoding="utf-8")

    assert run_json("convert", tmp_path / "back", "--to", labelled)["changed"] == 1

    run_json("convert", labelled, "--as", "doccano", "--to", tmp_path / "after")
    assert records(tmp_path / "after", "doccano")[5]["label"] == ["bank"]


def test_an_answer_about_another_text_changes_nothing(labelled: Path, tmp_path: Path, run_json: RunJson) -> None:
    lines = [{"text": text, "label": ["spam"], "bayleaf_id": number} for number, text in ((3, "another"), (99, "x"))]
    (tmp_path / "back").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    told = run_json("convert", tmp_path / "back", "--to", labelled)

    assert (told["answers"], told["changed"], told["strangers"]) == (2, 0, 2)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"{",
        b"[1, 2]",
        b"[" * 100_000,
        b'{"text": 1, "label": [], "bayleaf_id": "1"}',
        b'{"text": "a", "label": [{}], "bayleaf_id": 1}',
        b'{"fields": [], "metadata": null}',
        b"bayleaf_id,labels\n../etc,spam\n",
        b'[{"data": {"bayleaf_id": 1, "text": "a"}, "annotations": [{"result": 5}]}]',
    ],
)
def test_forged_answers_are_refused_with_a_sentence(
    labelled: Path, tmp_path: Path, run_json: RunJson, content: bytes
) -> None:
    (tmp_path / "back").write_bytes(content)

    with pytest.raises(ForeignFileError):
        run_json("convert", tmp_path / "back", "--to", labelled)


def test_labels_that_nobody_could_read_are_refused_before_anything_changes(
    labelled: Path, tmp_path: Path, run_json: RunJson
) -> None:
    run_json("convert", labelled, "--as", "doccano", "--to", tmp_path / "out")
    given = records(tmp_path / "out", "doccano")
    given[0]["label"], given[1]["label"] = ["ham"], ["a\x00b" * 10]
    (tmp_path / "back").write_text("\n".join(map(json.dumps, given)), encoding="utf-8")

    with pytest.raises(UnusableName):
        run_json("convert", tmp_path / "back", "--to", labelled)
    run_json("convert", labelled, "--as", "doccano", "--to", tmp_path / "again")
    assert (tmp_path / "again").read_text("utf-8") == (tmp_path / "out").read_text("utf-8")


def test_a_table_of_labels_has_no_cell_that_a_spreadsheet_runs(labelled: Path, tmp_path: Path, run: Run) -> None:
    run("convert", labelled, "--as", "labels-csv", "--to", tmp_path / "out.csv")

    text = (tmp_path / "out.csv").read_text("utf-8")
    assert "\x1b" not in text
    assert "\"'=1+1\n" in text


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    (tmp_path / "Mail").mkdir()
    box = mailbox.Maildir(tmp_path / "Mail" / "box", create=True)
    for number, label in enumerate(["spam", "ham", "spam"]):
        message = mailbox.MaildirMessage(
            f"Message-ID: <{number}@x.example>\nSubject: {label}\n\ntext {number} {label}\n"
        )
        message.set_subdir("cur")
        message.set_flags("S")
        box.add(message)
    return tmp_path / "Mail" / "box"


@pytest.fixture
def of_maildir(maildir: Path, tmp_path: Path, run_json: RunJson) -> Path:
    """A workspace with the mails of the Maildir, labelled by their subjects."""
    workspace = tmp_path / "mail.bayleaf"
    run_json("import", workspace, maildir, "--labels-from", "header:Subject")
    return workspace


def test_files_of_a_maildir_get_keywords_as_dovecot_keeps_them(
    of_maildir: Path, maildir: Path, tmp_path: Path, run_json: RunJson
) -> None:
    (maildir / "dovecot-keywords").write_text("0 $Forwarded\n", encoding="utf-8")
    before = sorted(os.listdir(maildir / "cur"))

    assert run_json("convert", of_maildir, "--as", "maildir", "--to", maildir, "--dry-run")["changed"] == 3
    assert sorted(os.listdir(maildir / "cur")) == before
    assert run_json("convert", of_maildir, "--as", "maildir", "--to", maildir)["changed"] == 3

    keywords = [line.split(" ", 1)[1] for line in (maildir / "dovecot-keywords").read_text().splitlines()]
    assert keywords[0] == "$Forwarded"
    for message in mailbox.Maildir(maildir):
        letters = set(message.get_flags()) - {"S"}
        assert "S" in message.get_flags()
        assert [keywords[ord(letter) - ord("a")] for letter in letters] == [message["subject"]]
    told = run_json("import", tmp_path / "again.bayleaf", maildir, "--labels", "several")
    assert told["documents"] == 3
    assert run_json("convert", of_maildir, "--as", "maildir", "--to", maildir)["changed"] == 0


@pytest.mark.skipif(shutil.which("notmuch") is None, reason="needs notmuch")
def test_notmuch_takes_the_tags(of_maildir: Path, maildir: Path, tmp_path: Path, run_json: RunJson) -> None:
    config = tmp_path / "config"
    config.write_text(f"[database]\npath={maildir.parent}\n[user]\nname=a\nprimary_email=a@x.example\n")
    environment = {**os.environ, "NOTMUCH_CONFIG": str(config), "HOME": str(tmp_path)}

    def notmuch(*words: object) -> str:
        command = ["notmuch", *map(str, words)]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    notmuch("new")
    told = run_json("convert", of_maildir, "--as", "notmuch", "--to", tmp_path / "tags")
    notmuch("tag", "--batch", f"--input={tmp_path / 'tags'}")

    assert (told["changed"], told["left"]) == (3, 0)
    assert notmuch("count", "tag:spam").strip() == "2"
    assert notmuch("search", "--output=messages", "tag:ham").strip() == "id:1@x.example"


def test_an_export_of_paperless_gets_tags_and_brings_them_back(tmp_path: Path, run_json: RunJson) -> None:
    fields = {"title": "Bill", "content": "electricity bill of may", "tags": [3]}
    documents = [
        {"model": "documents.document", "pk": 1, "fields": fields, "__exported_file_name__": "bill.pdf"},
        {"model": "documents.document", "pk": 2, "fields": {"title": "Letter", "content": "dear friend", "tags": []},
         "__exported_file_name__": "letter.pdf"},
    ]  # fmt: skip
    tag = {"model": "documents.tag", "pk": 3, "fields": {"name": "home", "color": "#fff"}}
    export, workspace = tmp_path / "manifest.json", tmp_path / "paper.bayleaf"
    export.write_text(json.dumps([tag, *documents]), encoding="utf-8")
    run_json("import", workspace, export)
    run_json("label", workspace, "--takes", "several")
    run_json("label", workspace, 1, "--label", "home", "--label", "finance/energy")
    run_json("label", workspace, 2, "--label", "private")
    (tmp_path / "new").mkdir()

    told = run_json(
        "convert", workspace, "--as", "paperless", "--with", export, "--to", tmp_path / "new" / "manifest.json"
    )
    again = tmp_path / "again.bayleaf"
    run_json("import", again, tmp_path / "new" / "manifest.json", "--labels", "several")
    run_json("convert", again, "--as", "doccano", "--to", tmp_path / "labels")

    assert told["changed"] == 2
    assert [set(record["label"]) for record in records(tmp_path / "labels", "doccano")] == [
        {"home", "finance/energy"},
        {"private"},
    ]
