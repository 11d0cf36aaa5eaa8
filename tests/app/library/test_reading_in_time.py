"""One mail is read in a bounded time, whatever it holds."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions
from app.library.reading import documents_of_path_or_stdin, read_mail_in_time
from app.readers.mail.mime import Part, parse_mail

MAIL = SourceOptions(kind="mail")
HEAD = b"From: a@b.example\nSubject: cheap pills\nContent-Type: text/html\n\n"


def test_a_mail_that_takes_too_long_is_read_from_its_beginning() -> None:
    raw = HEAD + b"<p>buy now</p>" + b"<b style='color:#%06d'>x</b>" * 300_000

    document = read_mail_in_time(raw, MAIL, seconds=0.0)

    assert document is not None
    assert (document.title, document.sender, document.text[:7]) == ("cheap pills", "a@b.example", "buy now")
    assert "only-the-beginning" in document.flaws
    for thread in threading.enumerate():
        if thread.name == "reading one mail":  # it goes on, and begins processes meanwhile
            thread.join(60)


def test_a_mail_that_is_too_large_to_be_read_is_read_from_its_beginning() -> None:
    document = read_mail_in_time(HEAD + b"<p>buy now</p>" + b" " * (70 << 20), MAIL)

    assert document is not None
    assert document.text == "buy now"


def test_a_mail_that_is_read_in_time_is_read_whole() -> None:
    document = read_mail_in_time(HEAD + b"<p>buy now</p>", MAIL)

    assert document is not None
    assert (document.text, document.flaws) == ("buy now", ())


@pytest.mark.parametrize("raw", [b"", b" \n\n"])
def test_nothing_gives_nothing(raw: bytes) -> None:
    assert read_mail_in_time(raw, MAIL) is None


def test_mails_in_mails_are_not_copied_at_every_depth() -> None:
    raw = b"Content-Type: message/rfc822\n\n" * 40 + b"Subject: inmost\n\n" + b"x" * (4 << 20)

    mail, n_bytes, depth = parse_mail(raw), 0, 0
    waiting: list[Part] = [mail]
    while waiting:
        part = waiting.pop()
        n_bytes += len(part.content)
        depth += bool(part.children)
        waiting += part.children

    assert depth < 12
    assert n_bytes <= len(raw)


def test_a_file_that_is_read_in_time_gives_all_its_documents_in_order(tmp_path: Path) -> None:
    mailbox = tmp_path / "many.mbox"
    mails = [f"From a@b Thu Jan  1 00:00:00 2024\nFrom: a@b.example\nSubject: {n}\n\ntext\n\n" for n in range(30)]
    mailbox.write_text("".join(mails))

    found = list(documents_of_path_or_stdin(mailbox, SourceOptions()))

    assert [each.title for each in found if isinstance(each, Document)] == [str(n) for n in range(30)]
