"""The time of reading grows no faster than what is read, whatever it consists of.

Processor time of one input is compared with that of its double. Quadratic time gives a ratio of 4, linear time one of
2. The best of several tries counts, and only times that are long enough to be measured.
"""

from __future__ import annotations

import gzip
import importlib
import inspect
import pkgutil
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import regex

import app.readers
from app.domain.documents import Extracted, SourceOptions, WorkItem
from app.readers.mail.mailboxes import MAX_LINE_BYTES
from app.readers.mail.reading import read_mail
from app.readers.reading import read_item
from tests.app.readers import making

AnyPattern = re.Pattern[str] | re.Pattern[bytes] | regex.Pattern[str] | regex.Pattern[bytes]
MOST_RATIO = 3.2
LEAST_SECONDS = 0.02
N_TRIES = 3
SIZES = (500, 2_000, 8_000, 16_000)


def grows_too_fast(run: Callable[[int], object], sizes: Sequence[int]) -> str:
    """Return how the time grew where it more than tripled for twice the size; nothing where it never did.

    It begins with small sizes, so that what takes cubic time is found before it takes minutes.
    """
    for n in sizes:
        twice = _seconds(run, n)
        if twice <= LEAST_SECONDS:
            continue
        once = min(_seconds(run, n // 2) for _ in range(N_TRIES))
        twice = min(twice, *(_seconds(run, n) for _ in range(N_TRIES)))
        if twice > LEAST_SECONDS and twice > MOST_RATIO * once:
            return f"{n // 2}: {once:.3f} s, {n}: {twice:.3f} s"
    return ""


def _seconds(run: Callable[[int], object], n: int) -> float:
    start = time.process_time()
    run(n)
    return time.process_time() - start


Place = tuple[str, str]
"""The module and the name under which it has a pattern."""


def patterns() -> dict[AnyPattern, list[Place]]:
    """Return every compiled pattern of the modules that read, also of those in tuples and dictionaries."""
    places: dict[AnyPattern, list[Place]] = {}
    for module in pkgutil.walk_packages(app.readers.__path__, "app.readers."):
        for name, value in sorted(vars(importlib.import_module(module.name)).items()):
            several = [value]
            if isinstance(value, (dict, tuple, list)):
                several = [*(value.values() if isinstance(value, dict) else value)]
            for each in several:
                if isinstance(each, (re.Pattern, regex.Pattern)):
                    places.setdefault(each, []).append((module.name.removeprefix("app.readers."), name))
    return places


PATTERNS = patterns()
MATCHED = frozenset({("mail.mime", "USUAL_HEADERS"), ("mail.mime", "WELL_FORMED_HEADERS")})
"""Patterns that are only matched at a beginning, though taken out of a tuple."""
MOST_CHARACTERS = {
    ("mail.evidence", "DIGITS_AT_END"): 60,  # of the end of a subject
    ("mail.mailboxes", "FROM_WITH_TIME"): MAX_LINE_BYTES,
}
"""Patterns that only ever see short texts."""
WITHOUT_UNENDED_TAGS = frozenset({("web.markup", "TAG"), ("web.markup", "SIMPLE_TAG")})
"""Patterns for sources from which a tag without an end was cut off, so that every `<` has a `>` behind it."""
OPENERS = (
    "<", "<a ", "<!--", "<p ", "a=", "</", "(", "((", "=?", "=?a?q?", "-----BEGIN", "\n-----BEGIN X-----", "a",
    "ab ", " ", "\n", " \n", "\t", "\r\n", "1", "1,", "1.", "@", "a@", "://", "http://", "www.", '"', "'", '""',
    "\\", "{", "}", ";", "a;", ":", "a:", "#", "&", "&#", "%", "=", "=\n", "[", "]", "/*", "*/", ",", "-", "--",
    "_", ".", "/", "x/", "\u00e9", "\u4e00", "\0", "From ", "\nFrom ", "begin 644 a\n", "<?", "<![CDATA[",
    "url(", "style=", "\xa0",
)  # fmt: skip
ESCAPES = {
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "s": " ",
    "d": "1",
    "w": "a",
    "S": "a",
    "D": "a",
    "W": " ",
    "b": "",
    "B": "",
}
ELEMENT = re.compile(
    r"\\x([0-9a-fA-F]{2})|\\(.)|\[(\^?)((?:\\.|[^\]\\])+)\]|(\(\?(?:[:=!>]|<[=!])|[()*+?^$|]|\{[\d,]*\})|(.)", re.DOTALL
)

OPTIONAL_GROUP = re.compile(r"\((?:\?:)?[^()]*\)[?*]")
"""Left out, so that `<itemref` is a piece of `<(?:\\w+:)?itemref`: tags without an end took quadratic time."""


def pieces_of(source: str) -> set[str]:
    """Return strings that parts of a pattern match, roughly: alternatives, their beginnings, and single characters."""
    pieces: set[str] = set()
    run = ""
    for match in ELEMENT.finditer(source):
        if match[5] and match[5] not in "*+?^$" and not match[5].startswith("{"):
            pieces.update((run, run[:-1]))
            run = "" if match[5] in "|)" else run
            continue
        if match[1]:
            run += chr(int(match[1], 16))
        elif match[2]:
            run += ESCAPES.get(match[2], match[2])
        elif match[4]:
            first = match[4].removeprefix("\\")[0]
            run += "a" if match[3] else ESCAPES.get(first, first) if match[4].startswith("\\") else first
        elif match[6]:
            run += match[6]
        pieces.add(run[:40])
    pieces.update((run, run[-1:]))
    return {piece for piece in pieces if piece}


def _by_length(piece: str) -> tuple[int, str]:
    """Return a key that sorts pieces in the same order on every run."""
    return len(piece), piece


def adversaries(pattern: AnyPattern) -> set[str]:
    """Return what is repeated against a pattern: what it is made of, and what commonly opens something."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    own = pieces_of(source) | pieces_of(OPTIONAL_GROUP.sub("", source))
    quoted = {quote + mark for mark in "\"'" for quote in ("\\", "&", "=", "a")}
    return (
        own
        | set(OPENERS)
        | quoted
        | {piece + filling for piece in sorted(own, key=_by_length)[-6:] for filling in 'a \n1<"('}
    )


def uses_of(pattern: AnyPattern, places: list[Place]) -> list[Callable[[Any], object]]:
    """Return the ways in which the readers use a pattern; what only looks at a beginning has to be fast only there."""
    used: set[str] = set()
    for module, name in places:
        source = inspect.getsource(importlib.import_module(f"app.readers.{module}"))
        used.update(re.findall(rf"\b(?<!import ){name}\b(?! = |,\n)(?:\.(\w+))?", source))
    if MATCHED.intersection(places) or (used and used <= {"match", "fullmatch"}):
        return [pattern.match]
    sub: Callable[..., object] = pattern.sub
    return [pattern.search, partial(sub, pattern.pattern[:0])]


def _repeated(piece: str, pattern: AnyPattern, prefix: str, ending: str) -> Callable[[int], str | bytes]:
    def text(n: int) -> str | bytes:
        made = prefix + (piece * (n // len(piece) + 1))[:n] + ending
        return made if isinstance(pattern.pattern, str) else made.encode("utf-8")

    return text


@pytest.mark.parametrize(
    ("pattern", "places"), PATTERNS.items(), ids=[".".join(places[0]) for places in PATTERNS.values()]
)
def test_a_pattern_takes_linear_time(pattern: AnyPattern, places: list[Place]) -> None:
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    prefixes = ["", *sorted(pieces_of(source), key=_by_length)[-1:]]
    uses = uses_of(pattern, places)
    ending = ">" if WITHOUT_UNENDED_TAGS.intersection(places) else "\x01"
    sizes = [n for n in SIZES if n <= min(MOST_CHARACTERS.get(place, SIZES[-1]) for place in places)]
    for prefix in prefixes:
        for piece in sorted(adversaries(pattern)):
            text = _repeated(piece, pattern, prefix, ending)

            def run(n: int, text: Callable[[int], str | bytes] = text) -> None:
                subject = text(n)
                for use in uses:
                    use(subject)

            growth = grows_too_fast(run, sizes)
            assert not growth, f"{prefix!r} + {piece!r} * n: {growth}"


HEAD = b"From: a@x.example\nSubject: s\nMIME-Version: 1.0\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\n\n"
HIDING = HTML + b'<p style="display:none">x</p>'


def deep_multiparts(n: int) -> bytes:
    """Return multiparts in multiparts, each with a boundary of its own."""
    opening = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (k, k) for k in range(n // 60))
    return HEAD + opening + b"Content-Type: text/plain\n\nx\n"


def repeated(head: bytes, piece: bytes, end: bytes = b"") -> Callable[[int], bytes]:
    """Return how to make a mail of about n bytes that repeats one piece."""
    return lambda n: head + piece * (n // len(piece)) + end


MAILS: dict[str, Callable[[int], bytes]] = {
    "deep multiparts": deep_multiparts,
    "many parts": repeated(
        HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\nContent-Type: text/plain\n\nx\n"
    ),
    "boundary lines": repeated(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\n"),
    "almost boundaries": repeated(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n", b"--ba\n"),
    "messages in messages": repeated(HEAD, b"Content-Type: message/rfc822\n\n", b"x"),
    "many headers": repeated(b"", b"X-Header: value\n", b"\nbody"),
    "headers of many names": lambda n: b"".join(b"X-%d: v\n" % k for k in range(n // 12)) + b"\nbody",
    "received lines": repeated(b"", b"Received: from a (b [1.2.3.4]) by c; Mon, 2 Mar 2026 10:00:00 +0000\n", b"\nx"),
    "a folded header": repeated(b"Subject: a", b"\n \t ", b"\n\nbody"),
    "stray lines": repeated(HEAD, b"no header\nX: y\n", b"\nbody"),
    "parameters": repeated(HEAD + b"Content-Type: text/plain", b"; a*1*=b", b"\n\nx"),
    "addresses": repeated(b"To: ", b"a@", b"\n\nx"),
    "encoded words": repeated(b"Subject: ", b"=?utf-8?q?a?= ", b"\n\nx"),
    "begun encoded words": repeated(b"Subject: ", b"=?utf-8?q?", b"?=\n\nx"),
    "unclosed tags": repeated(HTML, b"<p"),
    "unclosed comments": repeated(HTML, b"<!--"),
    "elements in elements": repeated(HIDING, b"<div><b>"),
    "elements that end out of order": repeated(HIDING, b"<b><i></b>"),
    "ends of nothing": repeated(HIDING + b"<p>" * 50, b"</b>"),
    "table cells": repeated(HIDING, b"<table><tr><td>"),
    "style sheets": repeated(HTML, b"<style>a{"),
    "rules": repeated(HTML + b"<style>", b".a,.b>.c{color:red}", b"</style><p class=a>x"),
    "rules of many names": lambda n: (
        HTML + b"<style>" + b"".join(b".a%d{color:red}" % k for k in range(n // 100)) + b"</style>"
        + b"".join(b"<p class=a%d>x" % k for k in range(n // 100))
    ),
    "more rules than are read": lambda n: (
        HTML + b"<style>" + b"".join(b".a%d{color:red}" % k for k in range(10_000 + n // 40)) + b"</style>"
        + b"".join(b"<p class=a%d>x" % k for k in range(10_000 + n // 40))
    ),
    "blocks that are skipped": repeated(HTML + b"<style>@media print{", b"a{b:(c)}", b'"</style>x'),
    "brackets in declarations": repeated(HTML + b"<style>p{a:", b"(x)", b"</style>x"),
    "brackets in selectors": repeated(HTML + b"<style>", b"p(x) ", b"</style>x"),
    "rules that do not end": repeated(HTML + b"<style>", b"p{a:(b}", b"</style>x"),
    "nested rules": repeated(HTML + b"<style>", b"@media all{", b"</style>x"),
    "comments in rules": repeated(HTML + b"<style>", b"/*", b"</style>x"),
    "attributes": repeated(HIDING + b"<p ", b"a=b "),
    "attributes of many names": lambda n: HIDING + b"<p " + b"".join(b"a%d=b " % k for k in range(n // 8)) + b">x",
    "open quotes of two kinds in a tag": repeated(HIDING + b"<p ", b"a='b=\"", b">x"),
    "quotes in a tag where nothing hides": repeated(HTML + b"<p ", b"a='", b">x"),
    "quotes in tags": repeated(HIDING, b"<p a='>"),
    "quotes in a tag": repeated(HIDING + b"<p ", b"a='", b">x"),
    "declarations": repeated(HIDING + b'<p style="', b"color:red;", b'">x'),
    "spaces in a declaration": repeated(HIDING + b'<p style="color:red', b" ", b'x!">x'),
    "covers": repeated(HIDING, b"<div style='position:absolute;inset:0;background:#fff'></div><i> </i>x"),
    "covers in containers": repeated(
        HIDING, b'<p style="position:relative"><b style="position:absolute;inset:0;background:#fff"></b>x'
    ),
    "text above covers": repeated(
        HIDING,
        b'<i style="position:relative;z-index:9">x</i><b style="position:absolute;inset:0;background:#fff"></b>',
    ),
    "boxes of a colour": repeated(
        HIDING, b"<div style='background:#000;height:50px'> </div><p style='margin-top:-40px'> "
    ),
    "boxes of a colour in containers": repeated(
        HIDING, b"<b style='position:relative;display:block'><p style='background:#000;height:50px'></p><i> </i>"
    ),
    "spaces after a box of a colour": repeated(
        HIDING + b"<div style='background:#000;height:50px'></div>", b"<p style='margin-top:-40px'> </p><i> </i>"
    ),
    "tall boxes in a box that clips": repeated(
        HIDING + b"<div style='height:90px;overflow:auto'>", b"<div style='height:50px'>x</div>"
    ),
    "lines that are cut": repeated(
        HIDING + b"<div style='width:90px;white-space:nowrap;overflow:hidden'>", b"a rather long line <b>x</b>"
    ),
    "embedded pictures": repeated(HIDING, b"<img src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAE'>"),
    "begun embedded pictures": repeated(HIDING, b"data:image/png;a=b;base64,AAAA"),
    "types of an embedded picture": repeated(HIDING + b"data:image/png", b";a=b"),
    "comments before the doctype": repeated(HTML, b"<!---->", b"<!doctype html><p style='display:none'>x"),
    "options of a list": repeated(HIDING + b"<select multiple>", b"<option>x"),
    "names of shown elements": repeated(HTML + b"<style>", b"style,", b"{display:block}</style>x"),
    "rectangles in a picture of SVG": repeated(HIDING + b"<svg>", b"<rect width=900 height=99 /><text> </text>"),
    "text in one line after an indent": repeated(HIDING + b'<p style="text-indent:-900px">', b"x<b>y</b>"),
    "declarations around nested rules": repeated(HTML + b"<style>p{", b"color:red;b{color:red}", b"}</style>x"),
    "variables of variables": lambda n: (
        HTML + b"<style>p{" + b"".join(b"--a%d:var(--a%d);" % (k, k + 1) for k in range(n // 20)) + b"color:var(--a0)}"
        b"</style><p>x"
    ),
    "templates": repeated(HTML, b"<template><style>p{color:red}</style></template>"),
    "references": repeated(HTML, b"&#x26;&lt"),
    "a long line": repeated(HEAD + b"\n", b"a"),
    "a line of spaces": repeated(HEAD + b"\n", b" "),
    "blank lines": repeated(HEAD + b"\n", b"\n"),
    "web addresses": repeated(HEAD + b"\n", b"http://a.example/?b=http://"),
    "quoted-printable": repeated(HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n", b"=3D=\n"),
    "broken base64": repeated(HEAD + b"Content-Transfer-Encoding: base64\n\n", b"YQ=*"),
    "begun uuencoded files": repeated(HEAD + b"\n", b"begin 644 a\n", b"\nend"),
    "begun yEnc files": repeated(HEAD + b"\n", b"=ybegin name=a\n"),
    "signed texts": repeated(HEAD + b"\n-----BEGIN PGP SIGNED MESSAGE-----\n", b"-----BEGIN PGP SIGNATURE-----\n"),
    "flowed quotes": repeated(HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n", b"> a \n"),
}  # fmt: skip
MAIL_SIZES = (4_000, 16_000, 64_000, 256_000)


@pytest.mark.parametrize("make", MAILS.values(), ids=MAILS)
def test_a_mail_is_read_in_linear_time(make: Callable[[int], bytes]) -> None:
    growth = grows_too_fast(lambda n: read_mail(make(n), path="mail"), MAIL_SIZES)
    assert not growth, growth


def small_members(n: int) -> bytes:
    """Return a zip archive of many small files."""
    return making.zipped({f"{number}.txt": b"a few words" for number in range(n // 100)})


def archives_in_archives(n: int) -> bytes:
    """Return zip archives side by side in one, each with a few files."""
    inner = making.zipped({f"{number}.txt": b"a few words" for number in range(5)})
    return making.zipped({f"{number}.zip": inner for number in range(n // 1_000)})


def calendar_events(n: int) -> bytes:
    return b"BEGIN:VCALENDAR\n" + b"BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n" * (n // 40) + b"END:VCALENDAR\n"


def mail_with(name: str, make: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Return how to make a mail with an attachment."""
    return lambda n: making.mail("s", "body", **{name: make(n)})


def words_in_paragraphs(n: int) -> bytes:
    return making.word(*["some words"] * (n // 60))


def deep_xml(n: int) -> bytes:
    """Return an office document with elements in elements."""
    return making.open_document("<text:p>" * (n // 20) + "x" + "</text:p>" * (n // 20))


def rows_of_a_sheet(n: int) -> bytes:
    return making.sheet([["ham", "some words", float(number)] for number in range(n // 60)])


FILES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "archives in an archive": ("a.zip", archives_in_archives),
    "members of a tar file": (
        "a.tar", lambda n: making.tarred({f"{number}.txt": b"a few words" for number in range(n // 1_000)}),
    ),
    "mails in an archive": (
        "a.zip", lambda n: making.zipped({f"{number}.eml": making.mail("s", "words") for number in range(n // 400)}),
    ),
    "paragraphs of a text document": ("a.docx", words_in_paragraphs),
    "elements in elements of a document": ("a.odt", deep_xml),
    "slides": ("a.pptx", lambda n: making.slides(*["some words"] * (n // 1_000))),
    "rows of a sheet": ("a.xlsx", rows_of_a_sheet),
    "chapters of a book": (
        "a.epub", lambda n: making.book(**{f"p{number}": "<p>some words</p>" for number in range(n // 600)}),
    ),
    "a long text in a PDF": ("a.pdf", lambda n: making.pdf("some words " * (n // 11))),
    "a mail with a document": ("a.eml", mail_with("a.docx", words_in_paragraphs)),
    "a mail with archives": ("a.eml", mail_with("a.zip", archives_in_archives)),
    "a mail with events": ("a.eml", mail_with("a.ics", calendar_events)),
    "styles of a page": (
        "a.html", repeated(b"<html><style>", b".a .b:not(.c)>d{color:red}", b"</style><body class=a><p class=b>x"),
    ),
    "elements in elements of a page": ("a.html", repeated(b"<html><body>", b"<div><b><i>")),
    "attributes of a page": ("a.html", repeated(b"<html><body><p ", b"a=b style='color:red' ", b">x")),
    "JSON lines": ("a.jsonl", repeated(b"", b'{"text": "some words", "label": "ham"}\n')),
    "nested JSON": ("a.json", repeated(b"", b"[", b"]")),
    "a table without line ends": ("a.csv", repeated(b"label,text\n", b"a,")),
    "tabs": ("a.tsv", repeated(b"label\ttext\n", b"ham\tsome words\n")),
    "quotes in a table": ("a.csv", repeated(b'label,text\nham,"', b'""')),
    "one open quote": ("a.csv", repeated(b'label,text\nham,"', b"words,\n")),
    "quotes that open one field after another": (
        "a.csv", repeated(b"label,text\n" + b'"ham","some words"\n' * 2_100, b'y","z\n')
    ),
    "many columns": ("a.csv", repeated(b"label,text", b",a", b"\nham,words\n")),
    "many rows": ("a.csv", repeated(b"label,text\n", b'ham,"some words"\n')),
    "members of an archive": ("a.zip", small_members),
    "members of gzip": ("a.txt.gz", repeated(b"", gzip.compress(b""), gzip.compress(b"text"))),
    "a page": ("a.html", repeated(b"<html><body>", b"<p>a <b>b</b>")),
    "a mailbox": ("a.mbox", repeated(b"", b"From a Mon Mar  2 10:00:00 2026\nSubject: s\n\nbody\n\n")),
    "almost a mailbox": ("a.mbox", repeated(b"From a Mon Mar  2 10:00:00 2026\nSubject: s\n\n", b"From \n")),
    "a text without spaces": ("a.txt", repeated(b"", "\u4e00".encode())),
    "rich text": ("a.rtf", repeated(b"{\\rtf1 ", b"{\\b a")),
    "hidden rich text": ("a.rtf", repeated(b"{\\rtf1 ", b"{\\v a}b{\\v")),
    "begun links of rich text": ("a.rtf", repeated(b"{\\rtf1 ", b"{\\field{\\*\\fldinst{HYPERLINK \"")),
    "fonts of rich text": ("a.rtf", repeated(b"{\\rtf1 {\\fonttbl", b"\\f1\\fcharset1 ", b"}words}")),
    "the end of a link of rich text": (
        "a.rtf", repeated(b'{\\rtf1 {\\field{\\*\\fldinst{HYPERLINK "x"}}{', b" a", b"}}}")
    ),
    "hidden runs of a text document": (
        "a.docx", lambda n: making.word(*["x</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>y"] * (n // 100))
    ),
    "white words in a PDF": (
        "a.pdf", lambda n: making.pdf_of(b"0 g 0 0 9 9 re f 1 g BT /F 12 Tf 20 100 Td (b) Tj ET " * (n // 55))
    ),
}  # fmt: skip


@pytest.mark.parametrize(("name", "make"), FILES.values(), ids=FILES)
def test_a_file_is_read_in_linear_time(tmp_path: Path, name: str, make: Callable[[int], bytes]) -> None:
    def read(n: int) -> None:
        path = tmp_path / f"{n}" / name
        if not path.exists():
            path.parent.mkdir()
            path.write_bytes(make(n))
        consume(read_item(WorkItem((str(path),), (None,)), SourceOptions()))

    growth = grows_too_fast(read, MAIL_SIZES)
    assert not growth, growth


def consume(found: Iterable[Extracted]) -> None:
    """Read all, and keep nothing."""
    deque(found, maxlen=0)


def test_a_table_of_many_chosen_columns_is_read_in_linear_time(tmp_path: Path) -> None:
    def read(n: int) -> None:
        path = tmp_path / f"{n}.csv"
        names = tuple(f"c{number}" for number in range(n))
        if not path.exists():
            path.write_text(",".join(names) + "\n" + ",".join(["1.5"] * n) + "\n", encoding="ascii")
        options = SourceOptions(kind="table", numeric_columns=names)  # as the plan of an import names them
        consume(read_item(WorkItem((str(path),), (None,)), options))

    growth = grows_too_fast(read, (1_000, 4_000, 16_000, 32_000))
    assert not growth, growth
