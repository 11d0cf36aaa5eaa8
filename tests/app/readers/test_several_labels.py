"""Several labels of a document, as tables, mail programs and exports write them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions, split_label_set
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items
from app.readers.tables.rows import entries_of_list_cell, guess_separator, labels_of_cell

MAIL = "From: a@b.org\nSubject: Hello {n}\nMessage-ID: <{n}@b.org>\n{more}\nSome text of {n}.\n"


def read(folder: Path, **options: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Plan and read a source: how many labels the plan proposes, and the labels of each document by its beginning."""
    plan = plan_source([folder], SourceOptions(**options))  # type: ignore[arg-type]
    found = [one for item in work_items([folder], plan.options) for one in read_item(item, plan.options)]
    assert all(isinstance(one, Document) for one in found), found
    labels = {one.title or one.text: split_label_set(one.label) for one in found if isinstance(one, Document)}
    return plan.options.labels, labels


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_lists_in_json_lines_are_several_labels(tmp_path: Path) -> None:
    rows = [["grain", "wheat"], ["acq"], [], ["grain", "", None, 7, {"name": "corn"}], "earn"]
    lines = [json.dumps({"text": f"the text number {n} of some length", "topics": row}) for n, row in enumerate(rows)]
    table = written(tmp_path / "t.jsonl", "\n".join(lines))

    proposed, labels = read(table)
    assert proposed == "several"
    assert list(labels.values()) == [("grain", "wheat"), ("acq",), (), ("7", "corn", "grain"), ("earn",)]
    assert list(read(table, labels="one")[1].values()) == [("grain",), ("acq",), (), ("grain",), ("earn",)]


def test_lists_of_one_each_are_one_label(tmp_path: Path) -> None:
    lines = [json.dumps({"text": f"the text number {n} of some length", "label": [f"l{n % 2}"]}) for n in range(6)]
    proposed, labels = read(written(tmp_path / "t.jsonl", "\n".join(lines)))
    assert (proposed, set(labels.values())) == ("one", {("l0",), ("l1",)})


@pytest.mark.parametrize("separator", [";", "; ", "|"])
def test_cells_with_separators_are_several_labels(tmp_path: Path, separator: str) -> None:
    tags = [("a b",), ("a b", "c"), ("c",), ("d", "a b"), ("c", "d")]
    rows = "".join(f"a long enough text number {n},{separator.join(row)}\n" for n, row in enumerate(tags))
    proposed, labels = read(written(tmp_path / "t.csv", "text,label\n" + rows))
    assert proposed == "several"
    assert list(labels.values()) == [tuple(sorted(row)) for row in tags]


def test_a_sign_in_few_names_is_no_separator() -> None:
    assert guess_separator("label", ["R;D"] + ["sales"] * 80) == ""
    assert guess_separator("comment", [f"some words; and {n} more" for n in range(40)]) == ""
    assert guess_separator("tags", ["law, tax", "tax", "law, art", "art"]) == ","
    assert guess_separator("who", ["law, tax", "tax", "law, art", "art"]) == ""


@pytest.mark.parametrize(
    ("cell", "labels"),
    [("['a', 'b']", ["a", "b"]), ("[]", []), ('[1, [2], null, {"x": 1}]', ["1"]), ("[broken", ["[broken"]), ("", [])],
)
def test_odd_lists_lose_nothing_that_is_a_label(cell: str, labels: list[str]) -> None:
    assert labels_of_cell(cell, "") == labels
    assert entries_of_list_cell("plain") is None


def test_columns_of_their_own_are_labels_by_name_where_they_say_yes_and_no(tmp_path: Path) -> None:
    rows = [
        "text,toxic,rude,kind",
        "the first text of all,1,0,letter",
        "the second text of all,1,1,post",
        "third one here,0,0,",
    ]
    _, labels = read(written(tmp_path / "t.csv", "\n".join(rows)), label_column="toxic,rude,kind")
    assert list(labels.values()) == [("letter", "toxic"), ("post", "rude", "toxic"), ()]


def mailbox(path: Path, *more: str) -> Path:
    return written(path, "".join("From x\n" + MAIL.format(n=n, more=line) + "\n" for n, line in enumerate(more)))


def test_gmail_s_labels_are_several_where_a_person_made_several(tmp_path: Path) -> None:
    lines = [f"X-Gmail-Labels: {told}\n" for told in ("Inbox,Opened,Tax,Travel", "Tax", "Spam", "Unread,Tax,Bank")]
    proposed, labels = read(mailbox(tmp_path / "all.mbox", *lines))
    assert proposed == "several"
    assert list(labels.values()) == [("Tax", "Travel"), ("Tax",), ("spam",), ("Bank", "Tax")]
    assert read(tmp_path / "all.mbox", labels="one")[1]["Hello 0"] == ("Tax",)


def test_a_mailbox_without_tags_has_one_label_each(tmp_path: Path) -> None:
    assert read(mailbox(tmp_path / "work.mbox", "", "", ""))[0] == "one"


def test_thunderbird_s_tags_stand_beside_the_folder(tmp_path: Path) -> None:
    lines = ["X-Mozilla-Keys: $label2 travel\n", "X-Mozilla-Keys: nonjunk $label1\n", "X-Mozilla-Keys:   \n"]
    mailbox(tmp_path / "Letters" / "Letters", *lines)
    written(tmp_path / "Letters" / "Letters.msf", "")
    proposed, labels = read(tmp_path / "Letters")
    assert proposed == "several"
    assert list(labels.values()) == [("Letters", "Work", "travel"), ("Important", "Letters"), ("Letters",)]


def test_a_maildir_s_keywords_are_labels(tmp_path: Path) -> None:
    written(tmp_path / "box" / "dovecot-keywords", "0 tax\n1 $Forwarded\n2 travel\nbroken\n99 x\n")
    for n, flags in enumerate(("Sac", "S", "Sb", "Sc")):
        written(tmp_path / "box" / "cur" / f"{n}.host:2,{flags}", MAIL.format(n=n, more=""))
    (tmp_path / "box" / "new").mkdir()
    _, labels = read(tmp_path / "box", labels="several")
    assert labels == {
        "Hello 0": ("box", "tax", "travel"),
        "Hello 1": ("box",),
        "Hello 2": ("box",),
        "Hello 3": ("box", "travel"),
    }
    assert set(read(tmp_path / "box", labels="one")[1].values()) == {("box",)}


DUMP = (
    "#notmuch-dump batch-tag:3 config,properties,tags\n+inbox +tax +two%20words -- id:0@b.org\n+unread -- id:1@b.org\n"
)


def test_notmuch_s_tags_are_found_by_message_id(tmp_path: Path) -> None:
    for n in range(3):
        written(tmp_path / "mail" / f"{n}.eml", MAIL.format(n=n, more=""))
    dump = written(tmp_path / "dump", DUMP + '+odd -- id:"2@b.org"\n')
    _, labels = read(tmp_path / "mail", labels="several", labels_from=f"notmuch:{dump}")
    assert labels == {"Hello 0": ("tax", "two words"), "Hello 1": (), "Hello 2": ("odd",)}


@pytest.mark.skipif(shutil.which("notmuch") is None, reason="notmuch is not installed")
def test_what_notmuch_itself_dumps_is_read(tmp_path: Path) -> None:
    for n in range(2):
        written(tmp_path / "mail" / "cur" / f"{n}:2,S", MAIL.format(n=n, more=""))
    (tmp_path / "mail" / "new").mkdir()
    config = written(
        tmp_path / "config", f"[database]\npath={tmp_path / 'mail'}\n[user]\nname=A\nprimary_email=a@b.org\n"
    )

    def notmuch(*arguments: str) -> None:
        command = ["notmuch", f"--config={config}", *arguments]
        subprocess.run(command, check=True, capture_output=True, timeout=60)

    notmuch("new")
    notmuch("tag", "+tax", "+two words", "+Ärger", "--", "id:0@b.org")
    notmuch("dump", f"--output={tmp_path / 'dump'}")
    _, labels = read(tmp_path / "mail" / "cur", labels="several", labels_from=f"notmuch:{tmp_path / 'dump'}")
    assert labels["Hello 0"] == ("tax", "two words", "Ärger")


def manifest(folder: Path) -> Path:
    tags = [(1, "Bank", None), (2, "Tax", None), (3, "2023", 2)]
    records: list[dict[str, object]] = [
        {"model": "documents.tag", "pk": pk, "fields": {"name": name, "color": "#fff", "tn_parent": above}}
        for pk, name, above in tags
    ]
    records.append({"model": "documents.correspondent", "pk": 1, "fields": {"name": "ACME"}})
    for n, own in enumerate([[1, 3], [2], [], [1, 99]]):
        fields = {
            "title": f"Letter {n}",
            "content": f"what letter {n} says",
            "tags": own,
            "correspondent": 1,
            "created": "2023-05-0" + str(n + 1),
        }
        records.append(
            {"model": "documents.document", "pk": n, "fields": fields, "__exported_file_name__": f"letter-{n}.pdf"}
        )
        written(folder / f"letter-{n}.pdf", "%PDF-1.4 a scan")
    written(folder / "metadata.json", '{"version": "2.0"}')
    return written(folder / "manifest.json", json.dumps(records, indent=2))


def test_an_export_of_paperless_brings_texts_dates_and_tags(tmp_path: Path) -> None:
    manifest(tmp_path / "export")
    proposed, labels = read(tmp_path / "export")
    assert proposed == "several"
    assert labels == {"Letter 0": ("Bank", "Tax/2023"), "Letter 1": ("Tax",), "Letter 2": (), "Letter 3": ("Bank",)}
    assert set(read(tmp_path / "export", label_column="correspondent")[1].values()) == {("ACME",)}
    [first, *_] = read_item(next(work_items([tmp_path / "export"])))
    assert isinstance(first, Document)
    assert (first.path, first.date_s) == (str(tmp_path / "export" / "letter-0.pdf"), 1_682_899_200)


def test_another_manifest_is_no_export(tmp_path: Path) -> None:
    written(tmp_path / "web" / "manifest.json", '{"name": "an app", "icons": []}')
    written(tmp_path / "web" / "a.txt", "some text")
    assert len(next(work_items([tmp_path / "web"])).paths) == 2
    assert plan_source([tmp_path / "web"]).options.labels == "one"


def test_by_the_tree_a_label_is_the_whole_path_of_folders(tmp_path: Path) -> None:
    for place in ("finance/bank/1.txt", "finance/2.txt", "finance/bank/old/3.txt", "home/4.txt", "5.txt"):
        written(tmp_path / "all" / place, f"the text of {place}")
    _, labels = read(tmp_path / "all", labels_from="tree")
    assert labels == {
        "1.txt": ("finance/bank",), "2.txt": ("finance",), "3.txt": ("finance/bank/old",),
        "4.txt": ("home",), "5.txt": (),
    }  # fmt: skip
    sources = [tmp_path / "all" / name for name in ("finance", "home")]
    options = SourceOptions(labels_from="tree")
    found = [one for item in work_items(sources, options) for one in read_item(item, options)]
    assert [one.label for one in found if isinstance(one, Document)] == [
        "finance",
        "finance/bank",
        "finance/bank/old",
        "home",
    ]
