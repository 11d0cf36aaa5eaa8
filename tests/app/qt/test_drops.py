"""A drag carries files first, else a mail, else text; never the network."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QUrl

from app.qt.drops import ROWS_TYPE, Dropped, dropped_from


def test_files_are_taken_and_web_links_are_not() -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/mail/a.eml"), QUrl("https://example.org/b.eml")])

    assert dropped_from(data) == Dropped((Path("/mail/a.eml"),))


def test_a_mail_out_of_a_mail_program_is_taken_whole() -> None:
    data = QMimeData()
    data.setData("message/rfc822", QByteArray(b"Subject: hi\r\n\r\nhello"))

    assert dropped_from(data).message == b"Subject: hi\r\n\r\nhello"


def test_text_is_taken_as_text() -> None:
    data = QMimeData()
    data.setText("win a cruise")

    assert dropped_from(data).text == "win a cruise"


def test_a_link_alone_is_nothing() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/")])

    assert dropped_from(data).is_empty


def test_rows_of_our_own_table_are_not_for_the_window() -> None:
    data = QMimeData()
    data.setData(ROWS_TYPE, QByteArray(b"rows"))
    data.setText("rows")

    assert dropped_from(data).is_empty
