"""Labels by the names of files: asked for, or found where several mailboxes bring no other labels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.library.importing import ImportRequest, import_sources, preview
from app.readers.labels import file_label
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items
from app.store.workspace import Workspace


def a_mail(number: int, header: str = "") -> str:
    return f"From: a@b.example\nSubject: mail {number}\n{header}\nwords of mail {number}\n"


def a_mailbox(path: Path, numbers: range, header: str = "") -> Path:
    text = "".join(f"From a@b.example Sat Jan  1 00:00:00 2022\n{a_mail(n, header)}\n" for n in numbers)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def mailboxes(tmp_path: Path) -> list[Path]:
    return [a_mailbox(tmp_path / "Junk.mbox", range(3)), a_mailbox(tmp_path / "Archive.mbox", range(3, 8))]


def read_labels(sources: list[Path], options: SourceOptions) -> dict[str | None, int]:
    found = [one for item in work_items(sources, options) for one in read_item(item, options)]
    return dict(Counter(one.label for one in found if isinstance(one, Document)))


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("mail/Junk.mbox", "Junk"), ("Junk.mbox.gz", "Junk"), ("spam.jsonl", "spam"), ("Trash", "Trash"),
        ("minutes of 3.12", "minutes of 3.12"), (".profile", ".profile"),
    ],
)  # fmt: skip
def test_a_file_name_without_its_ending_is_the_label(path: str, label: str) -> None:
    assert file_label(path) == label


def test_two_mailboxes_dropped_together_are_labelled_by_their_names(mailboxes: list[Path]) -> None:
    plan = plan_source(mailboxes)

    assert plan.options.labels_from == "file"
    assert read_labels(mailboxes, plan.options) == {"Junk": 3, "Archive": 5}


def test_the_preview_counts_the_mails_in_mailboxes(mailboxes: list[Path]) -> None:
    plan = plan_source(mailboxes)

    assert (plan.n_by_label, plan.labels_count_mails, plan.has_all_labels) == ({"Archive": 5, "Junk": 3}, True, True)


def test_an_import_of_two_mailboxes_keeps_the_labels(mailboxes: list[Path], tmp_path: Path) -> None:
    report = import_sources(tmp_path / "w.bayleaf", ImportRequest(tuple(mailboxes)), NoOpJobContext())

    with Workspace(tmp_path / "w.bayleaf") as opened:
        assert {label.name: label.documents for label in opened.labels.all(report.corpus)} == {"Junk": 3, "Archive": 5}


def test_two_letters_get_no_labels_by_their_names(tmp_path: Path) -> None:
    for name in ("Dear Anna.eml", "Dear Bert.eml"):
        (tmp_path / name).write_text(a_mail(1))
    (tmp_path / "rent.txt").write_text("a letter about the rent")
    (tmp_path / "tax.txt").write_text("a letter about the tax")

    for names in (("Dear Anna.eml", "Dear Bert.eml"), ("rent.txt", "tax.txt")):
        plan = plan_source([tmp_path / name for name in names])
        assert (plan.options.labels_from, plan.n_by_label) == ("folder", {})


def test_one_mailbox_and_parts_of_one_get_no_labels_by_their_names(tmp_path: Path) -> None:
    alone = [a_mailbox(tmp_path / "Inbox.mbox", range(3))]
    years = [a_mailbox(tmp_path / f"mail {year}.mbox", range(3)) for year in (2019, 2020)]
    same = [a_mailbox(tmp_path / folder / "Inbox.mbox", range(3)) for folder in ("a", "b")]

    for sources in (alone, years, same):
        assert plan_source(sources).options.labels_from == "folder"


@pytest.mark.parametrize(("name", "label"), [("Junk.mbox", "Junk"), ("Spam", "Spam"), ("Спам.mbox", "Спам")])
def test_a_mailbox_for_junk_mail_has_its_name_as_label_also_alone(tmp_path: Path, name: str, label: str) -> None:
    plan = plan_source([a_mailbox(tmp_path / name, range(3))])

    assert (plan.options.labels_from, dict(plan.n_by_label)) == ("file", {label: 3})


def test_a_junk_mailbox_is_one_more_label_of_a_collection_of_mail(tmp_path: Path) -> None:
    """Its name says nothing about the other labels, so it does not become a collection of its own."""
    workspace = tmp_path / "w.bayleaf"
    good = a_mailbox(tmp_path / "friends.mbox", range(3))
    import_sources(workspace, ImportRequest((good,), SourceOptions(label="ham"), "Mail"), NoOpJobContext())
    junk = a_mailbox(tmp_path / "Junk.mbox", range(3, 6))

    result = preview(workspace, [junk], SourceOptions(), "Mail", NoOpJobContext())

    assert (result.corpus, result.fits_corpus) == ("Mail", True)


def test_the_preview_counts_empty_folders(tmp_path: Path) -> None:
    source = tmp_path / "letters"
    for folder in ("rent", "tax", "later/still", "mail/cur", "mail/new", "mail/tmp"):
        (source / folder).mkdir(parents=True)
    (source / "rent" / "may.txt").write_text("a letter about the rent")
    (source / "tax" / ".DS_Store").write_text("")
    (source / "mail" / "cur" / "1:2,S").write_text(a_mail(1))

    assert plan_source([source]).n_empty_folders == 2  # tax and later/still


def test_mailboxes_that_bring_labels_keep_those(tmp_path: Path) -> None:
    header = "X-Gmail-Labels: Travel\n"
    sources = [a_mailbox(tmp_path / f"{name}.mbox", range(3), header) for name in ("first", "second")]

    plan = plan_source(sources)

    assert plan.options.labels_from == "folder"
    assert plan.n_by_label == {"Travel": 6}


def test_what_a_person_asks_for_wins_over_the_names(mailboxes: list[Path]) -> None:
    assert plan_source(mailboxes, SourceOptions(labels_from="none")).n_by_label == {}
    assert plan_source(mailboxes, SourceOptions(label="old")).n_by_label == {"old": 8}


def test_the_command_line_labels_any_files_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "rent.txt").write_text("a letter about the rent")
    (tmp_path / "tax.txt").write_text("a letter about the tax")
    workspace = tmp_path / "w.bayleaf"
    sources = [str(tmp_path / name) for name in ("rent.txt", "tax.txt")]

    done = CliRunner().invoke(cli, ["import", str(workspace), *sources, "--labels-from", "file"])

    assert done.exit_code == 0, done.output
    with Workspace(workspace) as opened:
        [corpus] = opened.corpora.all()
        assert {label.name for label in opened.labels.all(corpus.name)} == {"rent", "tax"}
