"""All that is known to break parsers, through real worker processes: every file is a document or a named failure."""

from __future__ import annotations

import zlib
from collections import Counter
from pathlib import Path

import pytest

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import FAILURE_REASONS
from app.library.workers import LostPosition, WorkerPool, YieldedValue
from app.readers.mail.mailboxes import maildir_flags
from app.readers.reading import ReadingSettings, read_batches
from app.readers.sources import work_items
from tests.app.readers import making

LIMITS = ReadLimits(seconds_per_document=10.0)


def read_by_workers(source: Path, limits: ReadLimits = LIMITS, **options: object) -> list[Extracted]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    found: list[Extracted] = []
    with WorkerPool(read_batches, ReadingSettings(chosen, limits), n_workers=2, limits=limits) as pool:
        for event in pool.run(work_items([source], chosen)):
            if isinstance(event, YieldedValue):
                found += event.value
            elif isinstance(event, LostPosition):
                found.append(event.failure)
    return found


def check_complete(source: Path, found: list[Extracted]) -> Counter[str]:
    """Every file of a folder is accounted for, by a document or by a failure with a known reason."""
    paths = [path for path in source.rglob("*") if path.is_file() and not path.name.startswith(".")]
    files = {str(path) for path in paths if "T" not in maildir_flags(path.name)}
    assert files <= {one.path for one in found}
    assert all(one.reason in FAILURE_REASONS for one in found if isinstance(one, Failure))
    for one in found:
        if isinstance(one, Document):
            one.text.encode()
    return Counter(one.reason if isinstance(one, Failure) else "documents" for one in found)


@pytest.mark.corpora
@pytest.mark.slow
def test_every_document_of_the_torture_set_is_read_or_named(corpora):
    source = corpora / "document-torture"
    outcome = check_complete(source, read_by_workers(source))
    assert outcome["documents"] >= 380
    assert outcome["encrypted"] == 10
    assert outcome["parser"] == outcome["crash"] == outcome["timeout"] == 0


@pytest.mark.corpora
@pytest.mark.slow
def test_every_mail_of_the_torture_set_is_read_or_named(corpora):
    source = corpora / "mail-torture"
    outcome = check_complete(source, read_by_workers(source))
    assert outcome["documents"] >= 2300
    assert outcome["parser"] == outcome["crash"] == outcome["timeout"] == 0


@pytest.mark.corpora
def test_texts_in_odd_encodings_are_all_read(corpora):
    source = corpora / "encodings"
    outcome = check_complete(source, read_by_workers(source))
    assert set(outcome) == {"documents"}


@pytest.mark.corpora
@pytest.mark.slow
def test_torture_in_an_archive_in_an_archive_is_the_same_torture(corpora, tmp_path):
    folder = corpora / "document-torture" / "python-docx"
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    (tmp_path / "outer.zip").write_bytes(making.zipped({"inner.tar.gz": making.tarred(files, "w:gz")}))
    packed, loose = read_by_workers(tmp_path / "outer.zip"), read_by_workers(folder)
    assert {one.member.removeprefix("inner.tar.gz/") for one in packed} == set(files)
    assert sorted(one.text for one in packed if isinstance(one, Document)) == sorted(
        one.text for one in loose if isinstance(one, Document)
    )


def giant_pdf() -> bytes:
    """A PDF file with a stream that unpacks to 110 MB of content, which its parser wants in memory at once."""
    packer = zlib.compressobj(1)
    block = b"BT /F 12 Tf (a) Tj ET\n" * 50_000
    packed = b"".join(packer.compress(block) for _ in range(100)) + packer.flush()
    return making.pdf_of(packed, b"/Filter/FlateDecode")


def sparse_sheet() -> bytes:
    """A spreadsheet with one cell in each of two far corners, for which its parser wants every cell between."""
    content = making.sheet([["first", "last"]])
    rows = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
        "</sheetData></worksheet>"
    )
    return making.with_member(content, "xl/worksheets/sheet1.xml", rows)


@pytest.mark.parametrize(
    ("name", "make", "reasons"),
    [
        ("giant.pdf", giant_pdf, {"crash", "memory", "timeout"}),
        ("sparse.xlsx", sparse_sheet, {"crash", "memory", "timeout"}),
    ],
)
def test_a_real_file_that_explodes_its_parser_costs_itself_only(tmp_path, name, make, reasons):
    (tmp_path / "a.txt").write_text("before")
    (tmp_path / name).write_bytes(make())
    (tmp_path / "z.txt").write_text("after")
    found = read_by_workers(tmp_path, ReadLimits(seconds_per_document=5.0, memory_bytes=300 << 20))
    assert [one.text for one in found if isinstance(one, Document)] == ["before", "after"]
    (failure,) = [one for one in found if isinstance(one, Failure)]
    assert Path(failure.path).name == name
    assert failure.reason in reasons


def test_a_mail_is_read_without_the_attachment_that_kills_its_reader(tmp_path):
    (tmp_path / "mail").write_bytes(making.mail("a present", "for you", **{"sparse.xlsx": sparse_sheet()}))
    found = read_by_workers(tmp_path, ReadLimits(seconds_per_document=5.0, memory_bytes=400 << 20))
    (document,) = found
    assert isinstance(document, Document)
    assert document.text.strip() == "for you"
    assert [file.name for file in document.attachments] == ["sparse.xlsx"]


def test_deadly_files_in_an_archive_cost_themselves_only(tmp_path):
    files = {"a": b"before", "deadly.xlsx": sparse_sheet(), "z": b"after"}
    (tmp_path / "packed.zip").write_bytes(making.zipped(files))
    found = read_by_workers(tmp_path, ReadLimits(seconds_per_document=5.0, memory_bytes=400 << 20))
    assert [one.member for one in found if isinstance(one, Document)] == ["a", "z"]
    assert [one.member for one in found if isinstance(one, Failure)] == ["deadly.xlsx"]
