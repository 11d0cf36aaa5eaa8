"""Names of filed files: dates and senders of letters in four languages, patterns, and the way back."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.documents import Document
from app.domain.errors import UnusableName
from app.domain.jobs import NoOpJobContext
from app.domain.records import (
    GUESSING_RULES,
    LETTER_RULES,
    LetterFact,
    LetterFacts,
)
from app.domain.sentences import sentence_of_error
from app.features.filing.letter_facts import find_facts
from app.features.filing.plan import Filing, check_pattern, name_from_pattern, rename_by_content
from tests.app.made_up_corpus import workspace as workspace
from tests.app.readers.test_linear_time import grows_too_fast

NOBODY = NoOpJobContext()

LETTERS = {
    "english": (
        "Northern Water Ltd\n12 Mill Lane, Leeds\n\nMr A. Smith\n7 Elm Row\nLeeds\n\n2 March 2026\n\nDear Mr Smith,\n"
        "please pay by 31 March 2026.\n\nYours sincerely\nJane Doe",
        ("2026-03-02", "date-line"),
        ("Northern Water Ltd", "company"),
    ),
    "american": (
        "From: Acme Billing\nInvoice Date: March 2, 2026\nDue: April 1, 2026\nTotal $40",
        ("2026-03-02", "date-word"),
        ("Acme Billing", "from-word"),
    ),
    "read off a stain": (
        "Northern Savings Bank ©\n2 March 2026\nDear Sir",
        ("2026-03-02", "date-line"),
        ("Northern Savings Bank", "company"),
    ),
    "ambiguous": ("Bill\n03/04/2026\nplease pay", ("2026-03-04", "slashes"), ("Bill", "first-line")),
    "german": (
        "Stadtwerke Beispiel GmbH · Postfach 12 · 10115 Berlin\n\nHerrn\nMax Muster\n\nBerlin, den 2. März 2026\n\n"
        "Ihre Rechnung, fällig am 31.03.2026\nVertrag vom 1.1.2020\nMit freundlichen Grüßen\nErika Muster",
        ("2026-03-02", "date-word"),
        ("Stadtwerke Beispiel GmbH", "company"),
    ),
    "german signature": (
        "Hallo Max,\nalles Gute zum 5. Mai 2026 wünscht dir die ganze Familie aus dem fernen Norden\n\n"
        "Mit freundlichen Grüßen\nErika Muster\n",
        ("2026-05-05", "first-date"),
        ("Erika Muster", "signature"),
    ),
    "russian": (
        "ООО «Ромашка»\nг. Тверь, ул. Мира, 5\n\nСчёт № 17 от 2 марта 2026 г.\nСрок оплаты: до 15 апреля 2026 г.\n",
        ("2026-03-02", "date-word"),
        ("ООО «Ромашка", "company"),
    ),
    "russian figures": (
        "Отправитель: Иван Петров\nДата: 02.03.26\nДата рождения 01.02.1980",
        ("2026-03-02", "date-word"),
        ("Иван Петров", "from-word"),
    ),
    "chinese": (
        "尊敬的客户：\n请于 2026年4月1日 之前付款。\n\n北京阳光物业管理有限公司\n二〇二六年三月十二日",
        ("2026-03-12", "date-line"),
        ("北京阳光物业管理有限公司", "company"),
    ),
    "body": (
        "J. Friend\n2 March 2026\nthe revenue of the bank was a surprise\nYours sincerely\nJane Doe",
        ("2026-03-02", "date-line"),
        ("Jane Doe", "signature"),
    ),
    "iso": ("Report\n2026-03-02\nwww.example.org", ("2026-03-02", "date-line"), ("example.org", "domain")),
    "nothing": ("", ("", ""), ("", "")),
    "no such day": ("Nonsense\n31.02.2026 and 2026-13-01", ("", ""), ("Nonsense", "first-line")),
}


@pytest.mark.parametrize("name", LETTERS)
def test_the_letters_own_date_and_sender_are_found_with_the_rule(name: str) -> None:
    text, date, sender = LETTERS[name]
    found = find_facts(Document(text, "a.pdf"))
    assert (found.date.value, found.date.rule) == date
    assert (found.sender.value, found.sender.rule) == sender


def test_a_letter_without_a_date_has_that_of_its_file_which_is_a_guess() -> None:
    found = find_facts(Document("Words", "a.pdf"), modification_time_s=1_772_409_600.0)
    assert (found.date.value, found.date.rule, found.date.is_guess) == ("2026-03-02", "file-time", True)


def test_a_mail_says_who_sent_it_and_when() -> None:
    found = find_facts(Document("5 May 1999", "a.eml", kind="mail", sender='"Ann, X" <a@b.c>', date_s=1_772_409_600))
    assert (found.date.value, found.sender.value, found.sender.is_guess) == ("2026-03-02", "Ann, X", False)


def test_every_rule_has_words_for_people() -> None:
    rules = {rule for _, *facts in LETTERS.values() for _, rule in facts if rule}
    assert rules | {"file-time", "mail", "person"} == set(LETTER_RULES)


FACTS = LetterFacts(LetterFact("2026-03-02", "date-line"), LetterFact("Acme: Co/Ltd", "company"))
BILL = Filing(1, "/in/scan0001.pdf", label="tax/2026", title="A bill")


@pytest.mark.parametrize(
    ("pattern", "facts", "name"),
    [
        ("{date:%Y-%m-%d} {sender} {label}", FACTS, "2026-03-02 Acme_ Co-Ltd tax-2026.pdf"),
        ("{date} - {sender} - {label}", LetterFacts(), "tax-2026.pdf"),
        ("{date:%d.%m.%y}_{name}", FACTS, "02.03.26_scan0001.pdf"),
        ("{title}", FACTS, "A bill.pdf"),
        ("{date} {sender}", LetterFacts(), "scan0001.pdf"),
        ("{sender}", LetterFacts(sender=LetterFact("CON")), "CON_.pdf"),
        ("{sender}", LetterFacts(sender=LetterFact("..")), "scan0001.pdf"),
        ("{sender}", LetterFacts(sender=LetterFact("x" * 400)), "x" * 180 + ".pdf"),
        ("letter {sender}", LetterFacts(sender=LetterFact("Ann\u202efdp\n.exe")), "letter Annfdp .exe.pdf"),
    ],
)
def test_a_pattern_gives_a_name_that_every_system_takes(pattern: str, facts: LetterFacts, name: str) -> None:
    assert name_from_pattern(check_pattern(pattern), BILL, facts, "scan0001.pdf") == name


@pytest.mark.parametrize(
    "pattern", ["", "plain", "{date", "{nothing}", "{sender:%Y}", "{date:%s}", "{date:%", "{}", "{{label}}"]
)
def test_a_pattern_that_cannot_be_used_says_why(pattern: str) -> None:
    with pytest.raises(UnusableName) as caught:
        check_pattern(pattern)
    assert "{date}" in str(sentence_of_error(caught.value))


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, [*map(str, arguments)])
    return done.exit_code, done.stdout


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A folder of letters of two kinds, two of which would get the same name."""
    folder = tmp_path / "new"
    folder.mkdir()
    for number in range(4):
        words = "meeting notes monday lunch report" if number < 2 else "free offer click prize winner"
        (folder / f"scan{number}.txt").write_text(f"Acme Ltd\n2 March 2026\n{words} {words}\n" + "x" * (number // 2))
    return folder


def test_files_get_their_names_when_they_are_filed_and_the_old_ones_back(
    workspace: Path, letters: Path, tmp_path: Path
) -> None:
    before = {path.name: path.read_bytes() for path in letters.iterdir()}
    pattern = ("--name", "{date:%Y-%m-%d} {sender} {label}", "--with-unsure")
    status, told = run("file", workspace, letters, "--to", tmp_path / "out", *pattern, "--plan", "--json")
    assert status == 0
    first = json.loads(told)["files"][0]
    assert first["date"] == {"value": "2026-03-02", "rule": "date-line", "words": "2 March 2026", "guess": False}
    assert [path.name for path in letters.iterdir()] == [*before]

    status, _ = run("file", workspace, letters, "--to", tmp_path / "out", *pattern)
    assert status == 0
    made = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.txt"))
    assert made == [
        "ham/2026-03-02 Acme Ltd ham (2).txt",
        "ham/2026-03-02 Acme Ltd ham.txt",
        "spam/2026-03-02 Acme Ltd spam (2).txt",
        "spam/2026-03-02 Acme Ltd spam.txt",
    ]
    assert run("file", workspace, "--undo")[0] == 0
    assert {path.name: path.read_bytes() for path in letters.iterdir()} == before


def test_watched_files_get_names_too(workspace: Path, letters: Path, tmp_path: Path) -> None:
    watch = ("watch", workspace, letters, "--file-to", tmp_path / "out", "--once", "--existing", "--quiet", "0.1")
    assert run(*watch, "--name", "{sender} {name}")[0] == 0
    filed = [path.name for path in (tmp_path / "out").rglob("*.txt")]
    assert all(name.startswith("Acme Ltd scan") for name in filed)
    assert len(filed) + len(os.listdir(letters)) == 4


def test_a_wrong_pattern_is_wrong_use(workspace: Path, letters: Path, tmp_path: Path) -> None:
    assert run("file", workspace, letters, "--to", tmp_path / "out", "--name", "plain")[0] == 2


def test_what_a_person_says_of_a_letter_is_kept_with_its_content_and_taken_back(
    workspace: Path, tmp_path: Path
) -> None:
    letter = tmp_path / "scan.txt"
    letter.write_text("Acme Limited\n2 March 2026\nwords of the letter")
    pattern = "{date} {sender}"

    def name(path: Path, **corrections: str) -> str:
        ((filing, facts),) = rename_by_content(
            [Filing(1, str(path), label="x")], pattern, workspace, NOBODY, corrections=corrections
        )
        assert facts is not None
        rules.append((facts.date.rule, facts.sender.rule))
        return filing.name

    rules: list[tuple[str, str]] = []
    assert name(letter) == "2026-03-02 Acme Limited.txt"
    assert name(letter, sender=" Ann\nX ", date="5 May 2024") == "2024-05-05 Ann X.txt"
    again = Path(shutil.move(letter, tmp_path / "other.txt"))
    assert name(again) == "2024-05-05 Ann X.txt"
    assert name(again, sender="") == "2024-05-05 Acme Limited.txt"
    assert rules[1:] == [("person", "person"), ("person", "person"), ("person", "company")]
    assert "person" not in GUESSING_RULES
    assert name(again, date="") == "2026-03-02 Acme Limited.txt"
    with pytest.raises(UnusableName):
        name(again, date="tomorrow")


@pytest.mark.parametrize("piece", ["a", "a.", "1", "01/02/2020 ", "二〇二〇年一月一日", "GmbH, A", "regards."])
def test_the_facts_of_a_text_without_line_ends_are_found_in_linear_time(piece: str) -> None:
    def find(n: int) -> None:
        find_facts(Document(piece * (n // len(piece)), "letter.txt"))

    growth = grows_too_fast(find, (4_000, 16_000, 64_000, 1_000_000))
    assert not growth, growth
