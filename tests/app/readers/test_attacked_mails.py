"""Inputs that were made to hide text from the readers, or to be read as what they are not."""

from __future__ import annotations

import base64

import pytest

from app.domain.documents import ReadLimits
from app.readers.kinds import kind_of
from app.readers.mail.reading import read_mail
from app.readers.parsers import text_parser
from app.readers.reading_failures import Unreadable
from tests.app.readers import making

TOP = b"From: a@x.example\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nMIME-Version: 1.0\n"


def alternatives(plain: str, html: str) -> str:
    mail = f"Content-Type: multipart/alternative; boundary=A\n\n--A\nContent-Type: text/plain\n\n{plain}\n--A\n"
    return read_mail(TOP + f"{mail}Content-Type: text/html\n\n{html}\n--A--\n".encode(), path="m").text


def test_short_html_that_says_what_the_plain_side_says_is_read_once():
    assert alternatives("see you", "<p>see you</p>").split() == ["see", "you"]


def test_html_without_text_leaves_the_plain_side():
    assert alternatives("see you", "<p></p>").split() == ["see", "you"]


def test_words_cut_by_deleted_spaces_are_joined():
    head = TOP + b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n"
    text = read_mail(head + b"and on with wo \nrds. \n> quoted wo \n> rd\n-- \nsignature\n", path="m").text
    assert text == "and on with words.\n> quoted word\n-- \nsignature\n"


def test_flowed_lines_of_other_quote_depths_stay_apart():
    head = TOP + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"
    assert read_mail(head + b"a \n> b \n>> c\nd", path="m").text == "a\n> b\n>> c\nd"


def test_a_letter_split_over_two_encoded_words_is_decoded():
    raw = "привет мир".encode()
    words = b" ".join(b"=?utf-8?B?" + base64.b64encode(raw[at : at + 3]) + b"?=" for at in range(0, len(raw), 3))
    assert read_mail(TOP + b"Subject: " + words + b"\n\nx\n", path="m").title == "привет мир"


@pytest.mark.parametrize("head", [b"\x28\xb5\x2f\xfdWs\xa7H\xa4\xbed\xd4", b"  -lh5-h\xf4\xfb\xd8=SH", b" 1-lz4-\xf4"])
def test_packings_that_are_not_read_are_not_text(head):
    assert kind_of(head, "x") == "unsupported"


def test_a_word_file_in_an_unknown_encoding_is_damaged():
    part = '<?xml version="1.0" encoding="WTF-8"?><w:document xmlns:w="w"><w:t>a</w:t></w:document>'
    raw = making.zipped({"[Content_Types].xml": "", "word/document.xml": part})
    with pytest.raises(Unreadable) as caught:
        text_parser("word")(raw, ReadLimits())
    assert caught.value.reason == "damaged"
