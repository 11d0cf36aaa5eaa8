"""A mail is taken apart the way a person would want it read, however broken it is."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.readers.mail.mime import MAX_PARTS, parse_mail
from app.readers.mail.reading import looks_like_mail


def leaves(part):
    return [leaf for child in part.children for leaf in leaves(child)] if part.children else [part]


def contents(raw):
    return [(leaf.media_type, leaf.content.strip()) for leaf in leaves(parse_mail(raw))]


TWO_PARTS = b"""Subject: two
Content-Type: multipart/mixed; boundary="b 1"

preamble
--b 1
Content-Type: text/plain

first
--b 1
Content-Type: text/html

<p>second
--b 1--
epilogue
"""
BOTH = [("text/plain", b"first"), ("text/html", b"<p>second")]


@pytest.mark.parametrize(
    "raw",
    [
        TWO_PARTS,
        TWO_PARTS.replace(b"\n", b"\r\n"),
        TWO_PARTS.replace(b"\n", b"\r"),
        b"\n\n \n" + TWO_PARTS,
        b"\xef\xbb\xbf" + TWO_PARTS,
        b"From someone@example.com Mon Jan  1 10:00:00 2001\n" + TWO_PARTS,
        b">From someone@example.com Mon Jan  1 10:00:00 2001\n" + TWO_PARTS,
        TWO_PARTS.replace(b"--b 1--\nepilogue\n", b""),
        TWO_PARTS.replace(b"--b 1--", b"--b 1--   "),
        TWO_PARTS.replace(b"--b 1\n", b"--b 1 \t\n"),
        TWO_PARTS.replace(b"boundary=", b"x=1;\n\tboundary="),
        TWO_PARTS.replace(b"boundary=", b"Boundary = "),
        TWO_PARTS.replace(b'boundary="b 1"', b"charset=x"),
        TWO_PARTS.replace(b'boundary="b 1"', b'boundary="another"'),
        TWO_PARTS.replace(b"first", b"first\n--b 12\nnot a boundary").replace(b"\n--b 12\nnot a boundary", b""),
        TWO_PARTS.replace(b"Subject: two\n", b"Subject: two\nthis is no header\nX: y\n"),
    ],
    ids=[
        "as written", "CRLF", "CR", "blank lines first", "byte order mark", "From line", "quoted From line",
        "no final boundary", "space after the end", "space after a boundary", "folded", "spaced parameter",
        "boundary not declared", "wrong boundary", "prefix", "stray line",
    ],
)  # fmt: skip
def test_both_parts_are_found(raw):
    assert contents(raw) == BOTH


def test_a_longer_boundary_inside_is_not_mistaken_for_the_shorter_one():
    inner = TWO_PARTS.replace(b"b 1", b"b 12")
    raw = TWO_PARTS.replace(b"Content-Type: text/plain\n\nfirst", inner.strip())

    assert contents(raw) == [("text/plain", b"first"), ("text/html", b"<p>second"), ("text/html", b"<p>second")]


def test_a_multipart_without_any_boundary_is_read_as_it_stands():
    mail = parse_mail(b"Content-Type: multipart/mixed\n\njust text\n")

    assert mail.content == b"just text\n"
    assert mail.flaws == ["no-boundary"]


def test_messages_inside_messages_keep_their_headers():
    mail = parse_mail(b"Content-Type: message/rfc822\n\nSubject: inner\n\nbody\n")

    assert mail.children[0].headers[b"subject"] == [b"inner"]
    assert mail.children[0].content == b"body\n"


def encoded(encoding, body):
    return parse_mail(b"Content-Type: text/plain\nContent-Transfer-Encoding: " + encoding + b"\n\n" + body).content


HELLO = b"Hello, this is a text that is long enough.\n" * 3


@pytest.mark.parametrize(
    ("encoding", "body", "content"),
    [
        (b"base64", base64.encodebytes(HELLO), HELLO),
        (b"BASE64 ", base64.encodebytes(HELLO).replace(b"\n", b"\r\n"), HELLO),
        (b"base64", base64.encodebytes(HELLO).rstrip(b"=\n"), HELLO),
        (b"base64", base64.encodebytes(HELLO)[:-6] + b"!!!\0", HELLO[:-4]),
        (b"base64", base64.encodebytes(HELLO) + b"_____\na list footer here\n", HELLO + b"\na list footer here\n"),
        (b"base64", b"This was never encoded at all.\n", b"This was never encoded at all.\n"),
        (b"quoted-printable", b"caf=E9 =\nau lait=20", b"caf\xe9 au lait "),
        (b"quoted-printable", b"100% =ZZ broken =", b"100% =ZZ broken "),
        (b"x-uuencode", b"begin 644 a.txt\n#8V%T\n`\nend\n", b"cat"),
        (b"7bit", b"as it is", b"as it is"),
        (b"nonsense", b"as it is", b"as it is"),
    ],
)
def test_transfer_encodings_are_taken_off(encoding, body, content):
    assert encoded(encoding, body).rstrip(b"_\n") == content.rstrip(b"_\n")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (b'attachment; filename="a b.pdf"', b"a b.pdf"),
        (b"attachment; filename=plain.txt", b"plain.txt"),
        (b"attachment; filename*=utf-8''caf%C3%A9.txt", "café.txt".encode()),
        (b"attachment; filename*0=\"long\"; filename*1=\"name.doc\"", b"longname.doc"),
        (b"attachment; filename*1*=%20b.doc; filename*0*=utf-8'en'a", b"a b.doc"),
        (b'attachment; filename="quo\\"ted.txt"', b'quo"ted.txt'),
        (b"attachment", b""),
    ],
)  # fmt: skip
def test_file_names_are_put_together(header, name):
    assert parse_mail(b"Content-Disposition: " + header + b"\n\nx").name == name


def test_headers_beyond_the_limit_are_left_out_and_the_body_is_still_found():
    mail = parse_mail(b"Subject: kept\n" + b"X-Long: y\n" * 1000 + b"To: lost\n\nbody", header_bytes=500)

    assert b"subject" in mail.headers
    assert b"to" not in mail.headers
    assert mail.content == b"body"


def test_depth_and_number_of_parts_are_limited():
    deep = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(1000))
    wide = b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * (MAX_PARTS * 3)

    assert len(leaves(parse_mail(deep + b"\nhello"))) == 1
    assert len(leaves(parse_mail(wide))) <= MAX_PARTS


@given(st.binary(max_size=500))
def test_any_bytes_can_be_taken_apart(raw):
    assert all(isinstance(leaf.content, bytes) for leaf in leaves(parse_mail(raw)))


@given(st.lists(st.sampled_from([line + b"\n" for line in TWO_PARTS.split(b"\n")]), max_size=30))
def test_any_shuffling_of_lines_can_be_taken_apart(lines):
    assert len(leaves(parse_mail(b"".join(lines)))) >= 1


@pytest.mark.parametrize(
    ("head", "is_mail"),
    [
        (b"From: a@example.com\nSubject: hello\n\ntext", True),
        (b"\r\nReceived: from x by y\r\nDate: today\r\n\r\n", True),
        (b"From a@b Mon Jan  1 10:00:00 2001\nTo: a\nMessage-ID: <1@2>\n\n", True),
        (b"Subject: all that was kept\r\ntext", True),
        (b"name: value\nSubject: x\n\ntext", False),
        (b"name: value\nstatus: open\n", False),
        (b"Dear all,\n\nfrom: here\nto: there\n", False),
        (b"\x89PNG\r\n\x1a\n\0\0", False),
        (b"", False),
    ],
)
def test_mail_is_told_from_other_text_by_its_headers(head, is_mail):
    assert looks_like_mail(head) is is_mail


SEALED = (
    b"Received: from a.prod.outlook.com (2603:10a6::1) by b.prod.outlook.com; Mon, 3 Jun 2024 10:00:00 +0000\n"
    b"ARC-Seal: i=2; a=rsa-sha256; s=arcselector10001; d=microsoft.com; cv=pass;\n b=%s\n"
    b"ARC-Message-Signature: i=2; a=rsa-sha256; c=relaxed/relaxed; d=microsoft.com;\n bh=%s\n"
    % (b"QUJD" * 1500, b"QUJD" * 1500)
)


@pytest.mark.parametrize("n_bytes", [4096, 8192, len(SEALED)])
def test_mail_is_known_by_the_seals_and_signatures_of_the_servers_it_passed(n_bytes):
    assert looks_like_mail((SEALED + b"From: a@example.com\n\ntext\n")[:n_bytes])


def test_a_name_decides_where_there_is_but_one_header_to_tell():
    assert looks_like_mail(b"Date: yesterday\nColour: green\n\ntext", "note.eml")
    assert not looks_like_mail(b"Date: yesterday\nColour: green\n\ntext", "note.txt")
    assert not looks_like_mail(b"Dear all,\n\nsee you there\n", "note.eml")


@pytest.mark.timeout(20)
def test_boundaries_that_follow_each_other_on_one_line_do_not_hold_the_reader():
    raw = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nseen\n" + b"--x" * 700_000 + b"\n--x--\n"

    assert contents(raw)[0][1].startswith(b"seen\n--x--x")


def test_a_number_of_pieces_that_is_no_number_leaves_the_name_readable():
    raw = b"Content-Type: image/png; name*0=a; name*" + b"9" * 5000 + b"=b; name*\xb2=c\n\n"

    assert parse_mail(raw).media_type == "image/png"
    assert parse_mail(raw).flaws == []


CARRIED = b"""Received: from a.example by
b.example (4.1/SMI-4.1)
 id AA06126; Fri, 18 Feb 94 18:17:57 CST
Received: from c.example (c.example
[192.0.2.9]) by a.example (8.8.3) with ESMTP id
PAA25939 for <list@a.example>; Wed, 8 Jan 1997 15:24:12 +0200
(EET)
Date: Fri,
18 Feb 1994 19:12:02 -0500 (EST)
From: Andrew
<andrew@c.example>
Message-Id:
<01H91@c.example>
Subject: questions

These are questions.
To: nobody
"""


def test_lines_that_should_have_been_indented_belong_to_the_header_before_them():
    mail = parse_mail(CARRIED)

    assert b" ".join(mail.headers[b"date"][0].split()) == b"Fri, 18 Feb 1994 19:12:02 -0500 (EST)"
    assert b" ".join(mail.headers[b"from"][0].split()) == b"Andrew <andrew@c.example>"
    assert mail.headers[b"message-id"][0].split() == [b"<01H91@c.example>"]
    assert [len(value.split()) > 8 for value in mail.headers[b"received"]] == [True, True]
    assert mail.content == b"These are questions.\nTo: nobody\n"


def test_text_without_an_empty_line_before_it_is_no_header():
    mail = parse_mail(b"Subject: x\nDear all,\nwe meet at noon.\nPlace: the mill\n\nbye\n")

    assert mail.content == b"Dear all,\nwe meet at noon.\nPlace: the mill\n\nbye\n"


QUOTED = b"""<p style=3D"margin:0">Your parcel is waiting for you at the post office, =
please pay the fee of 2=E2=82=AC today or it will be sent back to the sender =
at once</p>
"""


def test_a_quoted_printable_that_nobody_declared_is_taken_off():
    mail = parse_mail(b"Content-Type: text/html; charset=utf-8\n\n" + QUOTED)

    assert "fee of 2€ today or it will be sent back to the sender at once" in mail.content.decode()
    assert mail.flaws == ["undeclared-quoted-printable"]


@pytest.mark.parametrize(
    "body",
    [
        b"total =\n    first + second; // the sum of all that was in the list, and no more=\nx == 3D\n",
        QUOTED.replace(b"3D", b"3d") + b"a = b\n",
        b"https://a.example/?a=20&b=3D\n",
    ],
)
def test_text_that_only_resembles_quoted_printable_stays_as_it_is(body):
    mail = parse_mail(b"Content-Type: text/plain\n\n" + body)

    assert (mail.content, mail.flaws) == (body, [])
