"""Every way in reads through one door: what explodes, hangs or crashes costs a flaw or a sentence."""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import FAILURE_REASONS, NoWorkers
from app.library import workers
from app.library.reading import DocumentReader, documents_of_bytes, documents_of_file
from tests.app.readers.making import pdf, pdf_of

OPTIONS = SourceOptions(labels_from="none")
LIMITS = ReadLimits(seconds_per_document=20.0, memory_bytes=192 << 20)
WORDS = "cheap watermelon"
HEAD = b"From: a@b.example\nTo: c@d.example\nSubject: offer\nMIME-Version: 1.0\n"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}


def with_attachment(name: str, media_type: str, content: bytes) -> bytes:
    head = f"Content-Type: {media_type}; name={name}\nContent-Transfer-Encoding: base64\n\n"
    parts = f"--b\nContent-Type: text/plain\n\n{WORDS}\n--b\n{head}".encode() + base64.encodebytes(content)
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n"


@cache
def exploding_pdf() -> bytes:
    """A page of 300 MB of spaces, packed into 300 kB."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(300)) + packer.flush()
    return pdf_of(packed, b"/Filter/FlateDecode")


@cache
def exploding_zip() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.txt", b"0" * (80 << 20))
    return file.getvalue()


BOMBS: dict[str, Callable[[], bytes]] = {
    "a PDF that explodes in a mail": lambda: with_attachment("a.pdf", "application/pdf", exploding_pdf()),
    "a PDF that explodes": exploding_pdf,
    "a zip that explodes": exploding_zip,
    "a zip that explodes in a mail": lambda: with_attachment("a.zip", "application/zip", exploding_zip()),
    "mails in mails": lambda: HEAD + b"Content-Type: message/rfc822\n\n" * 9_000 + b"\n" + WORDS.encode(),
    "a page of open elements": lambda: HEAD + b"Content-Type: text/html\n\n" + WORDS.encode() + b"<div>" * 400_000,
    "a table of a million columns": lambda: b"text,label" + b",c" * 1_000_000 + b"\n" + b"x,spam" + b",1" * 1_000_000,
    "JSON in JSON": lambda: b'{"text": ' + b"[" * 300_000 + b"]" * 300_000 + b', "label": "spam"}\n',
}
WAYS: dict[str, Callable[[bytes, Path], list[Extracted]]] = {
    "bytes": lambda raw, _: documents_of_bytes(raw, OPTIONS, LIMITS),
    "a file": lambda _, path: list(documents_of_file(path, OPTIONS, LIMITS)),
    "file after file": lambda _, path: DocumentReader(OPTIONS, LIMITS).documents_in_small_file(str(path)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_a_document_or_has_a_name(bomb: str, way: str, tmp_path: Path) -> None:
    raw, path = BOMBS[bomb](), tmp_path / "bomb"
    path.write_bytes(raw)

    found = WAYS[way](raw, path)

    assert found
    assert all(each.reason in FAILURE_REASONS for each in found if isinstance(each, Failure))
    if raw.startswith(HEAD):
        [mail] = found
        assert isinstance(mail, Document)
        assert (mail.title, WORDS in mail.text or "too-deep" in mail.flaws) == ("offer", True)


IN_THIS_PROCESS = """
import sys
from pathlib import Path
from app.domain.documents import SourceOptions
from app.library.reading import DocumentReader, documents_of_bytes, read_mail_in_time
options, path = SourceOptions(labels_from="none"), sys.argv[1]
raw = Path(path).read_bytes()
with DocumentReader(options) as reader:
    found = [*reader.documents_in_bytes(raw), *reader.documents_in_file(path), *reader.documents_in_small_file(path)]
    found.append(read_mail_in_time(raw, options, 60.0))
print([" ".join(each.text.split()) for each in found], "pypdfium2" in sys.modules)
"""


def test_no_parser_but_our_own_is_loaded_by_the_process_that_asks(tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    path.write_bytes(with_attachment("a.pdf", "application/pdf", pdf("attached words")))

    done = subprocess.run(
        [sys.executable, "-c", IN_THIS_PROCESS, path], capture_output=True, env=ENVIRONMENT, check=True
    )

    assert done.stdout.decode().strip() == f"{[f'{WORDS} attached words'] * 4} False"


def test_an_attachment_that_costs_too_much_is_named_and_the_mail_is_there() -> None:
    [mail] = documents_of_bytes(BOMBS["a PDF that explodes in a mail"](), OPTIONS, LIMITS)

    assert isinstance(mail, Document)
    assert (mail.text.strip(), [file.name for file in mail.attachments]) == (WORDS, ["a.pdf"])
    assert any(flaw.startswith("unreadable-") for flaw in mail.flaws)


def test_where_no_worker_can_be_had_a_mail_is_read_without_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        raise NoWorkers("no processes left")

    monkeypatch.setattr(workers, "_Worker", refuse)
    raw = with_attachment("a.pdf", "application/pdf", pdf("attached words"))

    [mail] = documents_of_bytes(raw, OPTIONS)

    assert isinstance(mail, Document)
    assert (mail.text.strip(), mail.flaws) == (WORDS, ("unread-files",))
    with pytest.raises(NoWorkers):
        documents_of_bytes(pdf("attached words"), OPTIONS)
