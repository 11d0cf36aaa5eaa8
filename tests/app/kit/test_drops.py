"""A drag carries files first, else a mail, else text; never the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QUrl

from app.kit.drops import (
    CONTENTS_TYPE,
    DESCRIPTOR_TYPE,
    ROWS_TYPE,
    DropContent,
    VirtualFile,
    parse_file_descriptors,
    read_drop,
)

MAIL = b"Subject: hi\r\n\r\nhello"


def described(*names: str, size_bytes: int | None = None) -> bytes:
    """A table of files, laid out as the shell of Windows documents it: 592 bytes for each."""
    flags = 0 if size_bytes is None else 0x40
    size = (size_bytes or 0).to_bytes(8, "little")
    entries = [
        flags.to_bytes(4, "little") + bytes(60) + size[4:] + size[:4] + name.encode("utf-16-le").ljust(520, b"\0")
        for name in names
    ]
    assert {len(entry) for entry in entries} <= {592}
    return len(names).to_bytes(4, "little") + b"".join(entries)


def out_of_outlook(*names: str, contents: dict[str, bytes], size_bytes: int | None = None) -> QMimeData:
    """A drag as it comes through Qt: the table, the bytes, and the row of the list as text."""
    data = QMimeData()
    data.setData(DESCRIPTOR_TYPE, QByteArray(described(*names, size_bytes=size_bytes)))
    for media_type, content in contents.items():
        data.setData(media_type, QByteArray(content))
    data.setText("From\tSubject\tReceived")
    return data


def test_files_are_taken_and_web_links_are_not() -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/mail/a.eml"), QUrl("https://example.org/b.eml")])

    assert read_drop(data) == DropContent((Path("/mail/a.eml"),))


def test_a_mail_out_of_a_mail_program_is_taken_whole() -> None:
    data = QMimeData()
    data.setData("message/rfc822", QByteArray(b"Subject: hi\r\n\r\nhello"))

    assert read_drop(data).message == b"Subject: hi\r\n\r\nhello"


def test_text_is_taken_as_text() -> None:
    data = QMimeData()
    data.setText("win a cruise")

    assert read_drop(data).text == "win a cruise"


def test_a_link_alone_is_nothing() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/")])

    assert read_drop(data).is_empty


def test_rows_of_our_own_table_are_not_for_the_window() -> None:
    data = QMimeData()
    data.setData(ROWS_TYPE, QByteArray(b"rows"))
    data.setText("rows")

    assert read_drop(data).is_empty


@pytest.mark.parametrize("media_type", [CONTENTS_TYPE, f"{CONTENTS_TYPE};index=0"])
def test_a_mail_that_a_windows_program_has_not_on_disk_is_taken_whole(media_type: str) -> None:
    data = out_of_outlook("hi.eml", contents={media_type: MAIL + bytes(9)}, size_bytes=len(MAIL))

    assert read_drop(data) == DropContent(message=MAIL)


def test_the_row_of_a_list_is_not_taken_for_the_mail_where_its_bytes_cannot_be_had() -> None:
    assert read_drop(out_of_outlook("hi.msg", contents={})).is_empty
    assert read_drop(out_of_outlook("a.eml", "b.eml", contents={CONTENTS_TYPE: MAIL})).is_empty


def test_files_are_described_by_name_and_size() -> None:
    large = 5 << 32 | 7

    assert parse_file_descriptors(described("Привет.eml", size_bytes=large)) == (VirtualFile("Привет.eml", large),)
    assert parse_file_descriptors(described("a", "b")) == (VirtualFile("a", None), VirtualFile("b", None))


@pytest.mark.parametrize("broken", [b"", b"\1", described("a")[:-1], b"\xff\xff\xff\xff" + described("a")[4:]])
def test_a_table_that_promises_more_than_it_has_describes_nothing(broken: bytes) -> None:
    assert parse_file_descriptors(broken) == ()
