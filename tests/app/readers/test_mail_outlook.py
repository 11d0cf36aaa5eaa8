"""Outlook's messages become documents like any other mail."""

import random

import pytest

from app.domain.documents import ReadLimits
from app.domain.errors import SourceError
from app.readers.mail.outlook import outlook_mail
from app.readers.mail.reading import read_mail

LIMITS = ReadLimits()


def read_outlook(raw, path, *, limits=LIMITS, **told):
    return read_mail(raw, path=path, limits=limits, mail=outlook_mail(raw, path, limits), **told)


@pytest.mark.corpora
def test_a_message_with_a_picture_is_read(corpora):
    raw = (corpora / "document-torture/python-oxmsg/tests/test_files/message.msg").read_bytes()
    found = read_outlook(raw, path="message.msg", label="inbox")

    assert found.title == "Re: test internal"
    assert "bedfortest" in found.sender
    assert (found.date_s, found.kind, found.label) == (1601978266, "mail", "inbox")
    assert [(attachment.name, attachment.media_type) for attachment in found.attachments] == [
        ("serveimage.jpg", "image/jpeg")
    ]
    assert found.fields["subject"] == "Re: test internal"
    assert len(found.content_hash) == 16


@pytest.mark.corpora
def test_headers_it_travelled_with_are_evidence(corpora):
    raw = (corpora / "document-torture/msg-extractor/example-msg-files/unicode.msg").read_bytes()

    assert "google_com" in read_outlook(raw, path="x").fields["received"]


def outcome(raw):
    try:
        return read_outlook(raw, path="x").kind
    except SourceError as error:
        return error.reason


@pytest.mark.corpora
def test_mutants_are_documents_or_damaged(corpora):
    raw = (corpora / "document-torture/python-oxmsg/tests/test_files/no-attachments.msg").read_bytes()
    dice, outcomes = random.Random(1), set()
    for _ in range(100):
        mutant = bytearray(raw)
        for _ in range(dice.randrange(1, 40)):
            mutant[dice.randrange(len(mutant))] = dice.randrange(256)
        outcomes.add(outcome(bytes(mutant)))

    assert outcomes == {"mail", "damaged"}


@pytest.mark.parametrize("raw", [b"", b"Subject: x\n\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600])
def test_what_is_none_is_damaged(raw):
    with pytest.raises(SourceError) as refused:
        read_outlook(raw, path="x")

    assert refused.value.reason == "damaged"


def test_a_file_over_the_limit_is_refused():
    with pytest.raises(SourceError) as refused:
        read_outlook(b"x" * 101, path="x", limits=ReadLimits(document_bytes=100))

    assert refused.value.reason == "too-large"
