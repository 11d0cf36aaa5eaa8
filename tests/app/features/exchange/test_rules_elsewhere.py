"""Rules for mail programs: measured on mail left out, and followed by Sieve's and procmail's own interpreters."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from defusedxml import ElementTree

from app.domain.errors import ForeignFileError
from tests.app.command_line import RunJson

HOSTILE = ['x"];discard;#', "a\n:0\n* .*\n| touch pwned", "</feed>", "../../etc"]


def mail(number: int, sender: str, to: str = "me@home.example", list_id: str = "") -> str:
    listed = f"List-Id: A list <{list_id}>\n" if list_id else ""
    date = f"Date: {1 + number % 27} Jan {2000 + number // 27} 10:00:00 +0000\n"
    return f"From: {sender}\nTo: {to}\n{listed}{date}Subject: letter {number}\n\nnumber {number} of all\n"


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """A list that is always ham, a host that is spam until the last mail, a host of both, and hostile names."""
    folder = tmp_path / "mail"
    for label in ("ham", "spam"):
        (folder / label).mkdir(parents=True)
    for number in range(60):
        rows = [
            ("ham", mail(number, f"a{number}@mixed.example", list_id="birds.lists.example")),
            ("spam" if number < 59 else "ham", mail(number, f"b{number}@bad.example")),
            (("ham", "spam")[number % 2], mail(number, f"c{number}@mixed.example")),
            ("spam", mail(number, "d@odd.example", to=HOSTILE[number % 4].replace("\n", " "), list_id=HOSTILE[0])),
        ]
        for place, (label, text) in enumerate(rows):
            (folder / label / f"{number}-{place}.eml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def workspace(mails: Path, tmp_path: Path, run_json: RunJson) -> Path:
    run_json("import", tmp_path / "w.bayleaf", mails)
    return tmp_path / "w.bayleaf"


def rules(run_json: RunJson, workspace: Path, form: str, target: Path) -> dict[str, Any]:
    return run_json("convert", workspace, "--as", form, "--to", target)


def test_each_rule_is_measured_on_mail_that_it_was_not_made_from(
    workspace: Path, tmp_path: Path, run_json: RunJson
) -> None:
    told = rules(run_json, workspace, "sieve", tmp_path / "r.sieve")

    by_value = {rule["value"]: rule for rule in told["rules"]}
    assert set(by_value) == {"birds.lists.example", "bad.example", "odd.example"}
    assert told["left_out"] == 80
    assert by_value["birds.lists.example"]["label"] == "ham"
    assert by_value["birds.lists.example"]["taken"] == by_value["birds.lists.example"]["right"] > 10
    assert by_value["bad.example"]["taken"] == by_value["bad.example"]["right"] + 1
    assert "mixed.example" not in by_value


def filed_by_sieve(script: Path, message: Path) -> str:
    """Return where Pigeonhole would put a mail; it runs for nobody where the tests run for root, whom it refuses."""
    user, group = (os.getuid() or 65534, os.getgid() or 65534)
    with tempfile.TemporaryDirectory() as name:
        open_to_all = Path(name)
        open_to_all.chmod(0o777)
        own, letter = (open_to_all / each for each in ("r.sieve", "letter"))
        shutil.copyfile(script, own)
        shutil.copyfile(message, letter)
        command = ["sieve-test", f"-omail_uid={user}", f"-omail_gid={group}", own, letter]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"store message in folder: (\S+)", done.stdout)
    assert done.returncode == 0, done.stderr
    return found[1] if found else ""


@pytest.mark.skipif(shutil.which("sieve-test") is None, reason="needs Pigeonhole's sieve-test")
def test_sieve_files_as_the_rules_say(workspace: Path, mails: Path, tmp_path: Path, run_json: RunJson) -> None:
    rules(run_json, workspace, "sieve", tmp_path / "r.sieve")

    assert filed_by_sieve(tmp_path / "r.sieve", mails / "ham" / "7-0.eml") == "ham"
    assert filed_by_sieve(tmp_path / "r.sieve", mails / "spam" / "7-1.eml") == "spam"
    assert filed_by_sieve(tmp_path / "r.sieve", mails / "spam" / "7-2.eml") == "INBOX"


@pytest.mark.skipif(shutil.which("procmail") is None, reason="needs procmail")
def test_procmail_files_as_the_rules_say(workspace: Path, mails: Path, tmp_path: Path, run_json: RunJson) -> None:
    rules(run_json, workspace, "procmail", tmp_path / "r.procmail")
    box = tmp_path / "box"
    box.mkdir()
    config = tmp_path / "rc"
    config.write_text(f"MAILDIR={box}\nDEFAULT={box}/kept/\nINCLUDERC={tmp_path / 'r.procmail'}\n")

    for message in (mails / "ham" / "7-0.eml", mails / "spam" / "7-1.eml", mails / "spam" / "7-2.eml"):
        subprocess.run(["procmail", "-m", config], input=message.read_bytes(), check=True, cwd=tmp_path)

    filed = {path.name: len(list((path / "new").iterdir())) for path in box.iterdir()}
    assert filed == {"ham": 1, "spam": 1, "kept": 1}
    assert not list(tmp_path.rglob("pwned"))


def test_gmail_and_thunderbird_get_whole_files(workspace: Path, tmp_path: Path, run_json: RunJson) -> None:
    rules(run_json, workspace, "gmail", tmp_path / "r.xml")
    rules(run_json, workspace, "thunderbird-rules", tmp_path / "msgFilterRules.dat")

    entries = ElementTree.parse(tmp_path / "r.xml").getroot().findall("{http://www.w3.org/2005/Atom}entry")
    told = [
        {each.get("name"): each.get("value") for each in entry.findall("{http://schemas.google.com/apps/2006}property")}
        for entry in entries
    ]
    assert {"hasTheWord": "list:birds.lists.example", "label": "ham"} in told
    assert {"from": "@bad.example", "label": "spam"} in told
    lines = (tmp_path / "msgFilterRules.dat").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r'[A-Za-z]+="(?:[^"\\]|\\.)*"', line) for line in lines)
    assert 'condition="AND (from,contains,@bad.example)"' in lines
    assert 'condition="AND (\\"list-id\\",contains,birds.lists.example)"' in lines


def test_labels_become_folders_and_nothing_else(workspace: Path, tmp_path: Path, run_json: RunJson) -> None:
    told = run_json("info", workspace)
    assert told
    for form in ("sieve", "procmail", "thunderbird-rules", "gmail"):
        rules(run_json, workspace, form, tmp_path / form)
        text = (tmp_path / form).read_text("utf-8")
        assert "discard" not in text
        assert "pwned" not in text
        assert ".." not in text


def test_a_corpus_without_rules_says_so(trained: Path, tmp_path: Path, run_json: RunJson) -> None:
    with pytest.raises(ForeignFileError, match="no-rules"):
        rules(run_json, trained, "sieve", tmp_path / "r")
    assert not (tmp_path / "r").exists()
