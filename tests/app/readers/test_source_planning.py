"""Everything that a person dropped is seen: every file, its label, and each that cannot be read with its reason."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from app.domain.documents import Document, Failure, SourceOptions
from app.domain.errors import FAILURE_REASONS, SourceError
from app.domain.jobs import Cancelled
from app.readers.label_patterns import search_texts
from app.readers.parsers import LAZILY_IMPORTED_FUNCTIONS, PAGED_PARSERS, PARSERS
from app.readers.reading import SMALL_BYTES, Bookmark, read_item
from app.readers.sources import plan_source, work_items
from tests.app.readers import making
from tests.systems import as_a_person, with_links, with_pipes


def read(*sources: Path, **options: object) -> list[Document | Failure]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    return [extracted for item in work_items(sources, chosen) for extracted in read_item(item, chosen)]


def labels(extracted: list[Document | Failure]) -> list[tuple[str, str | None]]:
    return [(Path(one.path).name, one.label) for one in extracted if isinstance(one, Document)]


def failures(extracted: list[Document | Failure]) -> list[tuple[str, str]]:
    found = [(Path(one.path).name, one.reason) for one in extracted if isinstance(one, Failure)]
    assert all(reason in FAILURE_REASONS for _, reason in found)
    return found


@pytest.fixture
def folder(tmp_path: Path):
    def write(**files: str) -> Path:
        for name, content in files.items():
            path = tmp_path / "source" / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return tmp_path / "source"

    return write


def test_the_folder_a_file_lies_in_is_its_label(folder):
    source = folder(ham__a="hello", spam__b="buy", spam__deeper__c="buy more", top="words")
    assert labels(read(source)) == [("top", None), ("a", "ham"), ("b", "spam"), ("c", "deeper")]


def test_as_many_files_as_folders_beside_them_are_documents_of_a_label_too(folder):
    source = folder(later__a="hello", earlier__b="buy", one="words", two="more words")
    assert labels(read(source)) == [("one", "source"), ("two", "source"), ("b", "earlier"), ("a", "later")]


def test_what_is_said_beside_label_folders_has_no_label_however_deep_an_archive_put_them(folder):
    source = folder(corpus__first__ham__a="hello", corpus__first__spam__b="buy", corpus__first__Summary="two labels")
    assert labels(read(source)) == [("Summary", None), ("a", "ham"), ("b", "spam")]


def test_a_single_file_has_no_label_of_its_own(folder):
    assert labels(read(folder(ham__a="hello") / "ham" / "a")) == [("a", None)]


def test_the_halves_of_a_set_split_by_date_share_their_labels(folder):
    source = folder(news_train__sport__1="goal", news_train__art__2="paint", news_test__sport__3="match")
    plan = plan_source([source])
    assert plan.train_and_test_folders == ("news_test", "news_train")
    assert plan.n_by_label == {"sport": 2, "art": 1}


def test_folders_of_mail_programs_are_looked_through(folder):
    source = folder(spam__cur__1="a b", spam__new__2="c d", spam__tmp__3="e f", spam__cur__4="g h")
    (source / ".Junk.Old" / "cur").mkdir(parents=True)
    (source / ".Junk.Old" / "cur" / "5").write_text("i j")
    (source / "cur").mkdir()
    found = dict(labels(read(source)))
    assert found == {"1": "spam", "2": "spam", "4": "spam", "5": "Junk/Old"}


def test_hidden_and_system_files_are_no_documents(folder):
    source = folder(a="text")
    for name in (".hidden", "Thumbs.db", ".DS_Store", "desktop.ini", "~$letter.docx"):
        (source / name).write_text("not a document")
    (source / ".git").mkdir()
    (source / ".git" / "config").write_text("not a document")
    assert labels(read(source)) == [("a", "source")]


def test_a_label_for_everything_wins_over_folders(folder):
    assert labels(read(folder(ham__a="hello"), label="told")) == [("a", "told")]


def test_a_pattern_finds_the_label_in_the_path(folder):
    source = folder(x__spam_17="buy", x__ham_18="hello")
    found = dict(labels(read(source, labels_from=r"pattern:/(spam|ham)_\d+$")))
    assert found == {"spam_17": "spam", "ham_18": "ham"}


def test_a_pattern_that_runs_away_is_refused_in_the_end(folder):
    source = folder(**{"a" * 60: "text"})
    with pytest.raises(SourceError, match="it takes too long"):
        plan_source([source], SourceOptions(labels_from="pattern:(a|aa|a?a)*$[0-9]"))
    with pytest.raises(SourceError, match="it takes too long"):
        search_texts("(a|aa|a?a)*$[0-9]", ["b", "a" * 60])
    assert search_texts("^a.*[0-9]$", ["a1", "b1", "ab"]) == [True, False, False]


def test_a_pattern_that_is_none_is_refused_at_once(folder):
    with pytest.raises(SourceError, match="bad-pattern"):
        plan_source([folder(a="text")], SourceOptions(labels_from="pattern:(("))


def test_mailboxes_side_by_side_are_labels_by_their_names(folder):
    box = "From ann Mon Mar  2 10:00:00 2026\nFrom: a@b.c\nTo: d@e.f\nSubject: x\n\nwords\n"
    source = folder(**{"Spam.mbox": box, "Inbox.mbox": box, "years__2003.mbox": box, "years__2004.mbox": box})
    (source / "local").mkdir()
    (source / "local" / "Junk").write_text(box)
    (source / "local" / "Junk.msf").write_text("an index")
    assert [label for _, label in labels(read(source))] == ["Inbox", "Spam", "Junk", "years", "years"]


def test_a_file_that_grows_while_it_is_read_says_so(folder):
    rows = "label,text\nham,see you at noon\nspam,win a prize\n" + "\n" * SMALL_BYTES
    source = folder(a="text" * SMALL_BYTES, b=rows)
    (source / "b").rename(source / "b.csv")

    def grow(_position, path: str, _member: str, _is_optional: bool) -> None:
        with Path(path or os.devnull).open("a") as file:
            file.write("more")

    extracted = [one for item in work_items([source]) for one in read_item(item, bookmark=Bookmark(publish=grow))]
    assert failures(extracted) == [("a", "changed"), ("b.csv", "bad-row"), ("b.csv", "changed")]
    assert [one.text for one in extracted if isinstance(one, Document)] == ["see you at noon", "win a prize"]


def test_a_small_file_that_grows_before_it_is_read_whole_says_so(folder, monkeypatch):
    source = folder(a="text")
    read_bytes = os.read

    def read_and_grow(descriptor: int, n_bytes: int) -> bytes:
        raw = read_bytes(descriptor, n_bytes)
        with (source / "a").open("a") as file:
            file.write("more")
        return raw

    monkeypatch.setattr("app.readers.files.opening.os.read", read_and_grow)
    assert failures(read(source)) == [("a", "changed")]


def test_the_plan_counts_the_labels_inside_of_zip_archives(folder):
    source = folder(a="text")
    (source / "b.zip").write_bytes(making.zipped({"ham/1": "x", "ham/2": "y", "spam/3": "z", "4": "v"}))
    (source / "c.docx").write_bytes(making.word("words"))
    plan = plan_source([source])
    assert plan.n_by_label == {"source": 2, "ham": 2, "spam": 1, "b": 1}
    assert not plan.has_all_labels


def test_planning_can_be_stopped(folder):
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        plan_source([folder(a="text")], checkpoint=stop)


def test_a_spreadsheet_is_planned_as_a_table_where_one_is_wanted(tmp_path):
    rows = [["label", "text"], ["ham", "see you at noon today"], ["spam", "win a prize right now"]]
    (tmp_path / "file").write_bytes(making.sheet(rows))
    plan = plan_source([tmp_path / "file"], SourceOptions(kind="table"))
    assert (plan.schema.text, plan.schema.label) == ("text", "label")
    assert plan.n_by_label == {"ham": 1, "spam": 1}


def test_tables_of_different_columns_are_each_read_by_their_own(folder):
    source = folder(**{"a.csv": "label,text\nham,see you at noon\n", "b.csv": "body,class\nwin a prize now,spam\n"})
    plan = plan_source([source])
    assert plan.options.text_column is None
    assert [(one.label, one.text) for one in read(source) if isinstance(one, Document)] == [
        ("ham", "see you at noon"),
        ("spam", "win a prize now"),
    ]


def test_reading_mail_loads_no_parser_of_other_files():
    heavy = {"pypdfium2", "python_calamine", "defusedxml", "striprtf", "oxmsg"}
    program = f"import app.readers.reading, sys; print(sorted({heavy} & set(sys.modules)))"
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "[]"


def test_every_parser_that_is_loaded_late_exists():
    for module, function in (*PARSERS.values(), *PAGED_PARSERS.values(), *LAZILY_IMPORTED_FUNCTIONS.values()):
        assert callable(getattr(import_module(module), function))


def test_no_labels_are_taken_where_none_are_wanted(folder):
    assert labels(read(folder(ham__a="hello"), labels_from="none")) == [("a", None)]


@with_links
def test_links_are_not_followed_out_of_the_folder(folder, tmp_path):
    source = folder(inside="text")
    (tmp_path / "secret").write_text("not yours")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "more").write_text("not yours either")
    (source / "to-secret").symlink_to(tmp_path / "secret")
    (source / "to-elsewhere").symlink_to(tmp_path / "elsewhere")
    (source / "to-inside").symlink_to(source / "inside")
    (source / "round").symlink_to(source)
    (source / "broken").symlink_to(tmp_path / "nothing")
    extracted = read(source)
    assert labels(extracted) == [("inside", "source")]
    assert failures(extracted) == [
        ("broken", "not-a-file"),
        ("to-elsewhere", "not-a-file"),
        ("to-secret", "not-a-file"),
    ]


@with_links
def test_a_link_that_is_dropped_itself_is_meant(folder, tmp_path):
    folder(a="text")
    (tmp_path / "link").symlink_to(tmp_path / "source")
    assert labels(read(tmp_path / "link")) == [("a", "source")]


@with_pipes
def test_pipes_and_sockets_are_listed_and_nobody_waits_for_them(folder):
    source = folder(a="text")
    for name in ("Inbox", "manifest.json", "pipe"):
        os.mkfifo(source / name)
    with socket.socket(socket.AF_UNIX) as listener:
        os.chdir(source)
        listener.bind("socket")
    os.chdir("/")
    names = ["Inbox", "manifest.json", "pipe", "socket"]
    assert failures(read(source)) == [(name, "not-a-file") for name in names]
    assert failures(read(Path("/dev/zero"))) == [("zero", "not-a-file")]


@with_pipes
def test_nobody_waits_for_pipes_where_mail_programs_keep_their_notes(folder):
    mail = "From - Mon Mar  2 10:00:00 2026\nFrom: a@b.c\nTo: d@e.f\nSubject: x\n\nwords\n"
    source = folder(box__cur__1="From: a@b.c\nTo: d@e.f\nSubject: x\n\nwords\n", ImapMail__host__INBOX=mail)
    os.mkfifo(source / "box" / "dovecot-keywords")
    os.mkfifo(source / "folderCache.json")
    assert ("1", "box") in labels(read(source))
    assert ("INBOX", "Inbox") in labels(read(source / "ImapMail" / "host"))


def test_a_file_that_vanishes_between_plan_and_reading_is_listed(folder):
    source = folder(a="text", b="more")
    items = list(work_items([source]))
    (source / "a").unlink()
    extracted = [one for item in items for one in read_item(item)]
    assert failures(extracted) == [("a", "vanished")]
    assert labels(extracted) == [("b", "source")]


def test_a_source_that_does_not_exist_is_a_failure(tmp_path):
    assert failures(read(tmp_path / "nothing")) == [("nothing", "vanished")]
    assert [one.reason for one in plan_source([tmp_path / "nothing"]).failures] == ["vanished"]


@as_a_person
def test_what_may_not_be_read_is_listed(folder):
    source = folder(a="text", closed__b="more")
    (source / "a").chmod(0)
    (source / "closed").chmod(0)
    try:
        assert failures(read(source)) == [("a", "no-permission"), ("closed", "no-permission")]
    finally:
        (source / "closed").chmod(0o700)


def test_an_empty_file_says_so(folder):
    assert failures(read(folder(a="", b="  \n"))) == [("a", "empty"), ("b", "no-text")]


def test_pictures_and_programs_are_no_text(folder):
    source = folder(a="text")
    (source / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (source / "program").write_bytes(b"\x7fELF" + bytes(range(256)) * 4)
    assert failures(read(source)) == [("picture.txt", "damaged"), ("program", "unsupported")]


def test_the_plan_counts_files_bytes_kinds_and_labels(folder):
    plan = plan_source([folder(ham__a="hello", ham__b="<html><body>hi</body></html>", spam__c="buy")])
    assert (plan.n_files, plan.size_bytes) == (3, 36)
    assert plan.n_files_by_kind == {"text": 2, "html": 1}
    assert plan.n_by_label == {"ham": 2, "spam": 1}


def test_small_files_share_a_work_item_and_all_are_in_one(folder):
    source = folder(**{f"file{number:03}": "words" for number in range(600)})
    items = list(work_items([source]))
    assert [len(item.paths) for item in items] == [256, 256, 88]
    assert sum(item.size_bytes for item in items) == 600 * 5


def test_a_folder_deeper_than_any_recursion_is_read(tmp_path):
    depth = 1100
    at = os.open(tmp_path, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(os.open("leaf", os.O_CREAT | os.O_WRONLY, dir_fd=at))
    os.close(at)
    try:
        assert failures(read(tmp_path)) == [("leaf", "empty")]
    finally:  # what clears up after tests does recurse
        while (tmp_path / "d" / "d").exists():
            (tmp_path / "d" / "d").rename(tmp_path / "e")
            (tmp_path / "d").rmdir()
            (tmp_path / "e").rename(tmp_path / "d")


@pytest.mark.corpora
def test_the_news_split_by_date_is_read_whole_under_twenty_labels(corpora):
    plan = plan_source([corpora / "20news-bydate"], SourceOptions(kind="text"))
    assert (plan.n_files, len(plan.n_by_label), plan.n_unlabelled) == (18846, 20, 0)
    assert plan.train_and_test_folders == ("20news-bydate-test", "20news-bydate-train")


def test_a_mail_with_a_control_character_in_it_is_a_mail(tmp_path):
    path = tmp_path / "mail.txt"
    path.write_bytes(b"From: a@example.com\nSubject: hello\n\nsome text \0 and more")

    (document,) = [found for item in work_items([path], SourceOptions()) for found in read_item(item, SourceOptions())]

    assert isinstance(document, Document)
    assert document.kind == "mail"
