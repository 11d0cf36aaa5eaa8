"""Any message that was read can be fetched again from where it lies, byte for byte."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.readers.files.archives import read_raw_member
from app.readers.mail.reading import read_mail
from app.readers.reading import read_item
from app.readers.reading_failures import Unreadable
from app.readers.sources import work_items
from tests.app.readers.making import tarred, zipped


def mail(number: int, more: str = "") -> bytes:
    return (
        f"From: someone{number}@example.org\nTo: me@example.org\nSubject: letter {number}\n"
        f"Date: Thu, 20 Nov 2003 12:{number:02}:00 +0000\n\nThis is letter number {number}.\n{more}"
    ).encode()


def mailbox(n_mails: int, more: str = "") -> bytes:
    line = b"From someone@example.org Thu Nov 20 12:31:00 2003\n"
    return b"".join(line + mail(number, more) + b"\n" for number in range(n_mails))


HOLDERS = {
    "inbox.mbox": mailbox(5, "\n>From here on it is quoted.\n"),
    "letters.zip": zipped({"spam/one.eml": mail(1), "ham/two.eml": mail(2), "box.mbox": mailbox(3)}),
    "letters.tar": tarred({"spam/one.eml": mail(1), "ham/two.eml": mail(2)}),
    "letters.tar.gz": tarred({"spam/one.eml": mail(1), "box.mbox": mailbox(3)}, "w:gz"),
    "inbox.mbox.gz": gzip.compress(mailbox(4)),
    "nested.zip": zipped(
        {"inner.zip": zipped({"a/one.eml": mail(1)}), "b/inner.tar.gz": tarred({"x": mail(2)}, "w:gz")}
    ),
}


def documents_of(path: Path) -> list[Document]:
    extracted = [each for item in work_items([path]) for each in read_item(item)]
    assert all(isinstance(each, Document) for each in extracted), extracted
    return [each for each in extracted if isinstance(each, Document)]


@pytest.mark.parametrize("name", HOLDERS)
def test_every_message_that_was_read_is_found_again_by_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(HOLDERS[name])
    found = documents_of(path)

    assert found
    for document in found:
        raw = read_raw_member(document.path, document.member)
        again = read_mail(raw, path=document.path, member=document.member, options=SourceOptions(), limits=ReadLimits())
        assert again.content_hash == document.content_hash
        assert len(raw) == document.size_bytes


def test_a_message_loses_the_mailboxs_quoting_and_its_from_line(tmp_path: Path) -> None:
    (tmp_path / "inbox").write_bytes(mailbox(2, "\n>From here on it is quoted.\n"))

    raw = read_raw_member(str(tmp_path / "inbox"), "0")

    assert raw.startswith(b"From: someone0@")
    assert b"\nFrom here on" in raw


@pytest.mark.parametrize(
    ("name", "member"),
    [("inbox.mbox", "9999999"), ("inbox.mbox", "not a number"), ("letters.zip", "gone.eml"), ("letters.tar", "spam")],
)
def test_what_is_not_there_any_more_has_vanished(tmp_path: Path, name: str, member: str) -> None:
    (tmp_path / name).write_bytes(HOLDERS[name])

    with pytest.raises(Unreadable) as caught:
        read_raw_member(str(tmp_path / name), member)

    assert caught.value.reason == "vanished"


def test_a_member_that_explodes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bomb.zip").write_bytes(zipped({"zeros.eml": mail(1) + bytes(8 << 20)}))

    with pytest.raises(Unreadable) as caught:
        read_raw_member(str(tmp_path / "bomb.zip"), "zeros.eml", replace(ReadLimits(), archive_ratio=50.0))

    assert caught.value.reason == "bomb"


def test_a_name_that_points_out_of_its_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "evil.zip").write_bytes(zipped({"../../evil.eml": mail(1)}))

    with pytest.raises(Unreadable) as caught:
        read_raw_member(str(tmp_path / "evil.zip"), "../../evil.eml")

    assert caught.value.reason == "unsafe-path"


def test_a_member_packed_in_a_way_that_nobody_knows_is_unsupported(tmp_path: Path) -> None:
    packed = bytearray(zipped({"mail.eml": mail(1)}))
    for signature, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = packed.find(signature) + place
        packed[at : at + 2] = (99).to_bytes(2, "little")
    (tmp_path / "mails.zip").write_bytes(packed)

    with pytest.raises(Unreadable) as caught:
        read_raw_member(str(tmp_path / "mails.zip"), "mail.eml")

    assert caught.value.reason == "unsupported"
