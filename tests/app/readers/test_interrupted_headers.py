"""An empty line among the headers does not turn the rest of them into text."""

from __future__ import annotations

import pytest

from app.readers.mail.reading import read_mail

FIRST = b"Received: from a.example by b.example; Mon, 3 Jun 2024 10:00:00 +0000\nX-Relay: one\n"
SECOND = b"From: a@b.example\nSubject: =?utf-8?q?caf=C3=A9?=\nMIME-Version: 1.0\nContent-Type: text/html\n"
QUOTED = b"From: x@y.example\nSubject: quoted\nDate: Mon, 3 Jun 2024 10:00:00 +0000\n\nquoted words\n"


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_headers_behind_an_empty_line_are_headers(end: bytes) -> None:
    raw = (FIRST + b"\n" + SECOND + b"\n<p>the text</p>\n").replace(b"\n", end)

    document = read_mail(raw, path="mail")

    assert (document.title, document.sender) == ("café", "a@b.example")
    assert document.text.strip() == "the text"
    assert "interrupted-headers" in document.flaws


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (b"From: a@b.example\nSubject: mine\n", QUOTED),
        (FIRST + SECOND, b"Note: well\n\nthe text\n"),
        (b"From: a@b.example\nDate: Mon, 3 Jun 2024 10:00:00 +0000\n", b"To: do list\nmilk\n"),
        (b"Subject: mine\n", b"From: the beginning\nTo: the end, without an empty line\nof it\n"),
    ],
    ids=["a quoted mail", "one line", "a list", "lines of text"],
)
def test_lines_of_the_body_that_look_like_headers_stay_text(head: bytes, body: bytes) -> None:
    document = read_mail(head + b"\n" + body, path="mail")

    assert body.split(b"\n")[0].decode() in document.text
    assert "interrupted-headers" not in document.flaws
