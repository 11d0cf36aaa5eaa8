"""`convert` as a person calls it, and what bogofilter and SpamAssassin themselves make of what it wrote."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from app.domain.errors import SourceError
from app.features.exchange.conversions import PROGRAMS
from app.features.exchange.word_tables import ForeignCounts
from tests.app.command_line import RunJson

KINDS = {"spam": "offer cheap watermelon pills buy now", "ham": "meeting notes monday lunch report team"}
COMMON = ["the", "and", "with", "from", "here", "this", "letter"]


def counts_by_word(table: ForeignCounts) -> dict[str, tuple[int, ...]]:
    return {word: tuple(row) for word, row in zip(table.words, table.counts.tolist(), strict=True) if any(row)}


def trained_workspace(tmp_path: Path, run_json: RunJson) -> Path:
    """Some made-up mails of two kinds, and a filter of them."""
    chance = random.Random(1)
    for label, own in (
        ("spam", "offer cheap watermelon pills buy now"),
        ("ham", "meeting notes monday lunch report team"),
    ):
        (tmp_path / "mail" / label).mkdir(parents=True)
        for number in range(60):
            words = chance.choices(own.split(), k=8) + chance.choices(
                ["the", "and", "with", "from", "here", "this", "letter"], k=6
            )
            subject, sender = chance.choice(own.split()), f"{label}{number}@{label}.example"
            (tmp_path / "mail" / label / f"{number}.eml").write_text(
                f"From: {sender}\nTo: me@home.example\nSubject: {subject} {number}\n\n{' '.join(words)}\n"
            )
    workspace = tmp_path / "w.bayleaf"
    run_json("import", workspace, tmp_path / "mail")
    run_json("train", workspace)
    return workspace


def verdicts_of_bogofilter(folder: Path, mails: Path) -> Counter[str]:
    """S, H or U for each mail."""
    command = ["bogofilter", "-d", folder, "-T"]
    said = [
        subprocess.run(command, input=path.read_bytes(), capture_output=True, check=False).stdout
        for path in mails.iterdir()
    ]
    return Counter(each[:1].decode() for each in said)


@pytest.mark.skipif(shutil.which("bogofilter") is None, reason="needs bogofilter")
def test_bogofilter_reads_what_we_write_and_judges_by_it(tmp_path: Path, run_json: RunJson) -> None:
    workspace = trained_workspace(tmp_path, run_json)

    told = run_json("convert", workspace, "--as", "bogofilter", "--to", tmp_path / "words")

    assert told["agreed"] == told["judged"] == 120
    assert told["documents"] == {"ham": 60, "spam": 60}
    folder = tmp_path / "bf"
    folder.mkdir()
    words = (tmp_path / "words").read_bytes()
    subprocess.run(["bogoutil", "-l", folder / "wordlist.db"], input=words, check=True)
    judged = {label: verdicts_of_bogofilter(folder, tmp_path / "mail" / label) for label in KINDS}
    assert judged["spam"]["S"] >= 55
    assert judged["ham"]["H"] >= 55
    assert judged["spam"]["H"] == judged["ham"]["S"] == 0
    dumped = subprocess.run(["bogoutil", "-d", folder / "wordlist.db"], capture_output=True, check=True).stdout
    read = PROGRAMS["bogofilter"].read
    assert counts_by_word(read(dumped, "dump")) == counts_by_word(read(words, "words"))


@pytest.mark.skipif(shutil.which("bogofilter") is None, reason="needs bogofilter")
def test_what_bogofilter_learnt_judges_here_as_there(tmp_path: Path, run_json: RunJson) -> None:
    workspace = trained_workspace(tmp_path, run_json)
    (tmp_path / "bf").mkdir()
    for label, flag in (("spam", "-s"), ("ham", "-n")):
        for path in (tmp_path / "mail" / label).iterdir():
            subprocess.run(["bogofilter", "-d", tmp_path / "bf", flag], input=path.read_bytes(), check=True)
    dumped = subprocess.run(["bogoutil", "-d", tmp_path / "bf" / "wordlist.db"], capture_output=True, check=True).stdout
    (tmp_path / "theirs").write_bytes(dumped)

    told = run_json("convert", tmp_path / "theirs", "--to", tmp_path / "theirs.model")
    run_json("add-model", workspace, tmp_path / "theirs.model")
    verdicts = run_json("classify", workspace, "--model", "theirs", tmp_path / "mail")["verdicts"]

    assert told["documents"] == {"ham": 60, "spam": 60}
    assert all(verdict["label"] in verdict["path"] for verdict in verdicts)
    assert max(verdict["unknown_share"] for verdict in verdicts) < 0.5


@pytest.mark.skipif(shutil.which("sa-learn") is None, reason="needs SpamAssassin")
def test_spamassassin_restores_what_we_write_and_gives_it_back(tmp_path: Path, run_json: RunJson) -> None:
    workspace = trained_workspace(tmp_path, run_json)
    run_json("convert", workspace, "--as", "spamassassin", "--to", tmp_path / "backup")
    learn = ["sa-learn", "-p", "/dev/null", "--dbpath", tmp_path / "bayes"]

    subprocess.run([*learn, "--restore", tmp_path / "backup"], check=True, capture_output=True)
    again = subprocess.run([*learn, "--backup"], check=True, capture_output=True).stdout

    ours = PROGRAMS["spamassassin"].read((tmp_path / "backup").read_bytes(), "ours")
    theirs = PROGRAMS["spamassassin"].read(again, "theirs")
    assert counts_by_word(theirs) == counts_by_word(ours)
    assert theirs.document_counts.tolist() == ours.document_counts.tolist() == [60, 60]


def test_a_model_that_was_taken_in_with_an_empty_corpus_goes_out_too(tmp_path: Path, run_json: RunJson) -> None:
    workspace = trained_workspace(tmp_path, run_json)
    run_json("export", workspace, "--to", tmp_path / "given.model")
    run_json("add-model", workspace, tmp_path / "given.model")

    told = run_json("convert", workspace, "--model", "given", "--as", "bogofilter", "--to", tmp_path / "words")

    assert (told["agreed"], told["judged"]) == (0, 0)
    assert told["words"] > 20


def test_nothing_is_written_by_a_dry_run_and_nothing_over_a_workspace(tmp_path: Path, run_json: RunJson) -> None:
    workspace = trained_workspace(tmp_path, run_json)
    before = run_json("info", workspace)

    told = run_json("convert", workspace, "--as", "spambayes", "--to", tmp_path / "out", "--dry-run")

    assert told["words"] > 20
    assert not (tmp_path / "out").exists()
    with pytest.raises(SourceError, match="is-workspace"):
        run_json("convert", workspace, "--as", "spambayes", "--to", workspace)
    assert run_json("info", workspace)["documents"] == before["documents"]
