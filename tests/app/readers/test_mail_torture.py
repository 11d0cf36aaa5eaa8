"""Hostile and broken mail is a document or has a named reason: never a crash, never a wait."""

import email
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document
from app.domain.errors import FAILURE_REASONS, SourceError
from app.readers.mail.mime import parse_mail
from app.readers.mail.reading import read_mail

MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
HTML = b"Content-Type: text/html\n\n"
ENCODED = b"Content-Type: text/plain\nContent-Transfer-Encoding: "
BOMBS = {
    "encoded words": b"Subject: " + b"=?utf-8?B?aGVsbG8=?= " * 50_000 + b"\n\nx",
    "folded encoded words": b"Subject: " + b"=?utf-8?B?aGVsbG8=?=\n " * 50_000 + b"\n\nx",
    "half encoded words": b"Subject: " + b"=?utf-8?q?a" * 50_000 + b"\n\nx",
    "many headers": b"".join(b"X-%d: y\n" % number for number in range(100_000)) + b"\nx",
    "many lines without colon": b"abc def\n" * 200_000,
    "every other line stray": b"a b\nX: y\n" * 100_000,
    "folds": b"X: y\n" + b" z\n" * 200_000 + b"\nx",
    "recipients": b"To: " + b"a@b.example, " * 100_000 + b"\n\nx",
    "brackets in Received": b"Received: from " + b"(" * 100_000 + b" by x\n\nx",
    "many hops": b"Received: from a (b [1.2.3.4]) by c; x\n" * 50_000 + b"\nx",
    "parameters": b"Content-Type: text/plain" + b"; a=b" * 50_000 + b"\n\nx",
    "quotes in parameters": b'Content-Type: text/plain; a="' + b'\\"' * 50_000 + b"\n\nx",
    "deep": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(1000)) + b"\nx",
    "deep, one boundary": (MIXED + b"--b\n") * 20_000 + b"\nx",
    "deep messages": b"Content-Type: message/rfc822\n\n" * 20_000 + b"x",
    "wide": MIXED + b"--b\n\nx\n" * 100_000,
    "almost boundaries": MIXED + b"--bb\n" * 200_000,
    "not base64": ENCODED + b"base64\n\n" + b"!" * 2_000_000,
    "padded base64": ENCODED + b"base64\n\n" + b"QQ==" * 300_000,
    "broken quoted-printable": ENCODED + b"quoted-printable\n\n" + b"=4" * 1_000_000,
    "many uuencoded beginnings": b"Subject: x\n\n" + b"begin 644 x\n" * 100_000 + b"end\n",
    "many yEnc beginnings": b"Subject: x\n\n\n=yend\n" + b"=ybegin name=x\n" * 100_000,
    "one long line": b"Subject: x\n\n" + b"h" * 10_000_000,
    "all high bytes": b"Subject: x\n\n" + bytes(range(128, 256)) * 10_000,
    "NUL": b"Subject: x\n\n" + b"\0" * 5_000_000,
    "angles": HTML + b"<a" * 500_000,
    "unclosed quotes": HTML + b'<a "' * 300_000,
    "links": HTML + b'<a href="http://x.y/z">http://q.example</a>' * 50_000,
    "nested elements": HTML + b"<div>" * 200_000,
    "hidden elements": HTML + b'<div style="display:none">' * 50_000,
    "comments": HTML + b"<!--" * 300_000,
    "entities": HTML + b"&#65;" * 200_000,
    "bare hosts": b"Subject: x\n\n" + b"www." * 500_000,
    "at signs in a URL": b"Subject: x\n\nhttp://" + b"a@" * 200_000,
    "spaced letters": b"Subject: x\n\n" + b"v i a g r a " * 100_000,
    "long words": b"Subject: x\n\n" + (b"a" * 50 + b" ") * 100_000,
    "code lines": b"Subject: x\n\n" + (b"a" * 60 + b"\n") * 50_000,
    "mixed scripts": b"Subject: x\n\n" + "Аa".encode() * 300_000,
    "invisible": b"Subject: x\n\n" + "a\u200b".encode() * 300_000,
    "colours": HTML + b"color= " * 200_000,
    "styles": HTML + (b"font-size:" + b" " * 500) * 2_000,
    "charset idna": b"Content-Type: text/plain; charset=idna\n\n" + b"\xc3a." * 100_000,
    "charset utf-7": b"Content-Type: text/plain; charset=utf-7\n\n" + b"+2D3+" * 100_000,
    "spaces in a subject": b"Subject: " + b" " * 200_000 + b"x\n\nx",
    "hyphens in a subject": b"Subject: " + b"a-" * 100_000 + b"\n\nx",
    "year far away": b"Subject: x\nDate: Mon, 99999999999999999999 Jan 999999999 10:00:00\n\nx",
}


@pytest.mark.timeout(20)
@pytest.mark.parametrize("raw", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_is_a_document_with_little_evidence_and_no_wait(raw):
    found = read_mail(raw, path="bomb")

    assert sum(map(len, found.fields.values())) < 100_000
    assert len(found.text) <= len(raw)


def read(raw):
    """A document that can be stored, or the reason."""
    try:
        found = read_mail(raw, path="x")
    except SourceError as error:
        return error.reason
    "\n".join([found.text, found.title, found.sender, *found.fields.values()]).encode()
    return found


@given(st.binary(max_size=600))
def test_any_bytes_are_a_document_or_have_a_reason(raw):
    found = read(raw)

    assert isinstance(found, Document) or found in FAILURE_REASONS


@pytest.mark.corpora
@pytest.mark.slow
def test_the_whole_torture_set_is_read(corpora):
    found = [read(path.read_bytes()) for path in sorted((corpora / "mail-torture").rglob("*")) if path.is_file()]
    documents = [each for each in found if isinstance(each, Document)]

    assert len(found) > 1700
    assert len(documents) > 1500
    assert {each for each in found if not isinstance(each, Document)} == {"empty", "unsupported"}


@pytest.mark.corpora
@pytest.mark.slow
def test_mutants_of_the_torture_set_are_documents_or_have_reasons(corpora):
    files = sorted((corpora / "mail-torture").rglob("*.eml"))
    raws = [path.read_bytes() for path in files if path.stat().st_size < 20_000]
    dice = random.Random(7)
    for _ in range(2000):
        found = read(mutant(dice, dice.choice(raws), dice.choice(raws)))
        assert isinstance(found, Document) or found in FAILURE_REASONS


def mutant(dice, raw, other):
    """Change a few bytes, cut a piece out, repeat one, or graft in a piece of another."""
    changed = bytearray(raw)
    for _ in range(dice.randrange(1, 6)):
        at, to = sorted(dice.randrange(len(changed) + 1) for _ in range(2))
        kind = dice.randrange(4)
        if kind == 0 and changed:
            changed[at % len(changed)] = dice.randrange(256)
        elif kind == 1:
            del changed[at : at + dice.randrange(100)]
        elif kind == 2:
            changed[at:at] = changed[at : min(to, at + 500)] * dice.randrange(1, 20)
        else:
            start = dice.randrange(len(other) + 1)
            changed[at:at] = other[start : start + dice.randrange(500)]
    return bytes(changed)


def leaves(part):
    return [leaf for child in part.children for leaf in leaves(child)] if part.children else [part]


@pytest.mark.corpora
def test_real_mail_is_taken_apart_as_the_standard_library_does_it(corpora):
    files = sorted(path for path in (corpora / "spamassassin").rglob("*") if path.is_file())[::5]
    same = 0
    for path in files:
        raw = path.read_bytes()
        ours = [(leaf.media_type, leaf.content.replace(b"\r\n", b"\n").rstrip()) for leaf in leaves(parse_mail(raw))]
        parts = [part for part in email.message_from_bytes(raw).walk() if not part.is_multipart()]
        theirs = [(part.get_content_type(), part.get_payload(decode=True)) for part in parts]
        same += ours == [(kind, (content or b"").replace(b"\r\n", b"\n").rstrip()) for kind, content in theirs]

    assert same >= 0.995 * len(files)
