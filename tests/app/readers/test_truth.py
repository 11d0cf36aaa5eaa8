"""Mail as programs of today write it is read as a person sees it, each beside the text that it shows."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from app.domain.documents import Document, ReadLimits, SourceOptions, WorkItem
from app.readers.mail.body import card_text
from app.readers.mail.mime import decompress_rtf, parse_tnef
from app.readers.mail.reading import read_mail
from app.readers.reading import make_small_reader, read_bytes, read_item

FOLDER = Path(__file__).parent / "truth"
MAILS = sorted(FOLDER.glob("*.eml"))


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def read(name: str) -> Document:
    found = list(read_item(WorkItem((str(FOLDER / f"{name}.eml"),), (None,))))
    assert isinstance(found[0], Document)
    return found[0]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_the_text_of_a_mail_is_what_it_shows(path: Path) -> None:
    document = read(path.stem)

    assert document.kind == "mail"
    assert lines(document.text) == lines(path.with_suffix(".txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_every_way_in_sees_the_same_document(path: Path) -> None:
    raw, options = path.read_bytes(), SourceOptions(labels_from="none")

    [dropped] = make_small_reader(options, ReadLimits())(raw, str(path), None).documents
    piped = next(iter(read_bytes(raw, str(path), options, ReadLimits())))
    imported = next(iter(read_item(WorkItem((str(path),), (None,)), options)))

    assert dropped == piped == imported


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("microsoft-365", "minutes of last week"),
        ("mjml", "What to sow this month"),
        ("newsletter", "Three books for summer"),
        ("russian", "протокол собрания"),
        ("chinese", "会议记录"),
    ],
)
def test_what_nobody_sees_is_evidence_of_its_own(name: str, words: str) -> None:
    document = read(name)

    assert words in document.hidden_text
    assert words not in document.text
    assert words in document.fields["unseen"]


def test_verdicts_of_servers_on_the_way_are_no_evidence() -> None:
    raw = (FOLDER / "microsoft-365.eml").read_bytes()
    other = raw.replace(b"spf=fail", b"spf=pass").replace(b"dmarc=fail", b"dmarc=pass").replace(b"SCL: 9", b"SCL: -1")
    other = other.replace(b"cv=pass", b"cv=fail")

    assert other != raw
    assert read_mail(other, path="x").fields == read_mail(raw, path="x").fields


def test_seals_are_named_and_never_read_as_text() -> None:
    document = read("smime")

    assert "seal:smime-signed" in document.fields["mark"].split()
    assert [attachment.name for attachment in document.attachments] == ["smime.p7s"]


def test_files_in_a_tnef_container_are_files_of_the_mail() -> None:
    assert [attachment.name for attachment in read("tnef").attachments] == ["plan.txt"]


def test_a_tnef_container_that_is_cut_off_gives_what_was_whole() -> None:
    mail = (FOLDER / "tnef.eml").read_bytes()
    raw = base64.b64decode(mail.partition(b"base64\n\n")[2].partition(b"--t")[0])

    found = [parse_tnef(raw[:size]) for size in range(len(raw) + 1)]

    assert [part.media_type for part in found[-1]] == ["text/html", "application/octet-stream"]
    assert found[0] == found[20] == []


def test_packed_rtf_is_unpacked_as_its_specification_does() -> None:
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )

    assert decompress_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_a_visiting_card_says_who_and_where() -> None:
    card = "BEGIN:VCARD\nVERSION:3.0\nFN:Jo March\nORG:Mill;Roofs\nitem1.TEL;TYPE=cell:+1 555\nPHOTO:AAAA\nEND:VCARD\n"

    assert card_text(card) == "Jo March\nMill Roofs\n+1 555"


def test_a_template_that_does_not_begin_with_a_tag_is_html_by_its_name() -> None:
    raw = b"{{ define header }}\n<table><tr><td>Your order</td></tr></table>\n"

    [page] = read_bytes(raw, "order.html", SourceOptions(), ReadLimits())
    [note] = read_bytes(b"1 < 2, and no tag at all\n", "note.html", SourceOptions(), ReadLimits())

    assert isinstance(page, Document)
    assert isinstance(note, Document)
    assert page.text == "{{ define header }}\nYour order"
    assert note.text == "1 < 2, and no tag at all\n"
