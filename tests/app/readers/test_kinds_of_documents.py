"""Each kind of document is known by its content, whatever its name, and gives what a person would read."""

from __future__ import annotations

import shutil
import warnings
import zipfile
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.readers.documents.pdf import pdf_text
from app.readers.reading import read_attachment_text, read_item
from app.readers.reading_failures import Unreadable
from app.readers.sources import plan_source, work_items
from app.readers.tables.spreadsheets import sheet_text
from tests.app.readers import making
from tests.app.readers.compound import compound


def read(path: Path, **options: object) -> list[Extracted]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    return [extracted for item in work_items([path], chosen) for extracted in read_item(item, chosen)]


@pytest.fixture
def text(tmp_path: Path):
    def text_of_file(content: bytes, name: str = "file.bin") -> str:
        (tmp_path / name).write_bytes(content)
        (document,) = read(tmp_path / name)
        assert isinstance(document, Document), document
        return document.text

    return text_of_file


@pytest.fixture
def reason(tmp_path: Path):
    def reason_of_file(content: bytes, name: str = "file.bin") -> str:
        (tmp_path / name).write_bytes(content)
        (failure,) = read(tmp_path / name)
        assert isinstance(failure, Failure), failure
        return failure.reason

    return reason_of_file


def test_word_files_keep_paragraphs_and_leave_out_what_was_deleted_or_doubled(text):
    namespace = making.WORD_NAMESPACE
    note = f"<w:footnotes {namespace}><w:p><w:r><w:t>a note</w:t></w:r></w:p></w:footnotes>"
    body = (
        f'<w:document {namespace} xmlns:mc="mc"><w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText>'
        "</w:r></w:del></w:p><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Choice>"
        "<mc:Fallback><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:document>"
    )
    found = text(making.zipped({"[Content_Types].xml": "", "word/document.xml": body, "word/footnotes.xml": note}))
    assert found.split() == ["kept", "once", "a", "note"]
    assert text(making.word("first", "second")) == "first\nsecond\n"


def test_slides_are_read_in_their_order(text):
    found = text(making.slides(*[f"slide {number}" for number in range(1, 12)]))
    assert found.split("\n\n") == [*(f"slide {number}" for number in range(1, 11)), "slide 11\n"]


def test_open_documents_keep_spaces_tabs_and_lines(text):
    content = '<text:p>one<text:s text:c="3"/>two<text:tab/>three<text:line-break/>four</text:p><text:h>five</text:h>'
    assert text(making.open_document(content)) == "one   two\tthree\nfour\nfive\n"


def test_tracked_deletions_are_not_in_the_text(text):
    content = "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>kept</text:p>"
    assert text(making.open_document(content)).strip() == "kept"


def test_books_are_read_in_reading_order(text):
    assert text(making.book(zebra="chapter one", apple="chapter two")) == "chapter one\n\nchapter two"


def with_parts(package: bytes, *parts: tuple[str, str]) -> bytes:
    """A package with more entries at its end, which may have names that it has already."""
    raw = BytesIO(package)
    with zipfile.ZipFile(raw, "a") as archive, warnings.catch_warnings(action="ignore"):
        for name, content in parts:
            archive.writestr(name, content)
    return raw.getvalue()


def test_a_chapter_that_a_book_lists_many_times_is_read_once(text):
    entry = '<itemref idref="a"/>'
    with zipfile.ZipFile(BytesIO(making.book(a="a chapter"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["OEBPS/content.opf"] = parts["OEBPS/content.opf"].replace(entry.encode(), entry.encode() * 50)
    assert text(making.zipped(parts)) == "a chapter"


def test_a_part_that_an_archive_lists_many_times_is_read_once(text):
    header = f"<w:hdr {making.WORD_NAMESPACE}><w:p><w:r><w:t>a header</w:t></w:r></w:p></w:hdr>"
    repeated = [("word/header1.xml", "")] * 50 + [("word/header1.xml", header)]
    assert text(with_parts(making.word("a text"), *repeated)).split() == ["a", "text", "a", "header"]


def test_a_sheet_that_a_workbook_lists_many_times_is_too_large():
    sheet = '<sheet name="S" sheetId="1" r:id="s"/>'
    with zipfile.ZipFile(BytesIO(making.sheet([["words"] * 20] * 200))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    names = "".join(sheet.replace('"S"', f'"S{number}"') for number in range(100))
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(sheet.encode(), names.encode())
    with pytest.raises(Unreadable, match="too-large"):
        sheet_text(making.zipped(parts), ReadLimits(document_bytes=1 << 20))


def test_spreadsheets_are_text_by_rows(text):
    assert text(making.sheet([["name", "count"], ["pear", 3], ["fig", 2.5]])) == "name\tcount\npear\t3\nfig\t2.5"


def test_a_spreadsheet_is_a_table_where_one_is_wanted(tmp_path):
    rows = [["label", "text"], ["ham", "see you at noon today"], ["spam", "win a prize right now"]]
    (tmp_path / "file").write_bytes(making.sheet(rows))
    found = read(tmp_path / "file", kind="table")
    assert [(one.label, one.text, one.member) for one in found if isinstance(one, Document)] == [
        ("ham", "see you at noon today", "2"),
        ("spam", "win a prize right now", "3"),
    ]


def test_pdf_files_give_their_text(text):
    assert text(making.pdf("Hello from a page")).strip() == "Hello from a page"


def test_what_is_typed_into_a_pdf_form_is_read_with_its_notes_and_bookmarks(text):
    lines = [line for line in text(making.filled_form()).splitlines() if line]
    assert lines == ["Your town", "Łódź 42", "please call back", "First chapter"]


def test_of_the_lists_in_a_pdf_form_the_lines_that_are_chosen_are_read_as_a_person_sees_them(text):
    lines = [line for line in text(making.form_with_lists()).splitlines() if line]
    assert lines == ["Your order", "apples", "plums", "Norway", "something else"]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
def test_a_scan_is_read_where_tesseract_is_installed(text):
    written = pypdfium2.PdfDocument(making.pdf("Hello from a scanned page"))
    bitmap = written[0].render(scale=3, grayscale=True)
    rows = bytes(bitmap.buffer)
    grey = b"".join(rows[at : at + bitmap.width] for at in range(0, len(rows), bitmap.stride))
    made = making.scan(grey, bitmap.width, bitmap.height)

    assert text(made).split() == ["Hello", "from", "a", "scanned", "page"]
    with pytest.raises(Unreadable, match="scan"):
        pdf_text(made, ReadLimits(scan_seconds=0.0))


def test_a_pdf_without_text_is_a_scan(reason, monkeypatch):
    monkeypatch.setattr("app.readers.paper.pictures.installed_recognisers", tuple)
    assert reason(making.pdf("")) == "scan"


def test_rtf_files_give_their_text_in_their_code_page(text):
    assert (
        text(rb"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2 {\b bold} \u20013?\par}").strip() == "Привет bold 中"
    )


@pytest.mark.parametrize(
    "code", [r'{HYPERLINK "https://pills.example/"}', r'HYPERLINK "https://pills.example/" \\\\o "x"']
)
def test_the_address_of_a_link_in_rtf_is_read(text, code):
    raw = rf"{{\rtf1\ansi buy {{\field{{\*\fldinst{code}}}{{\fldrslt {{\ul here}}}}}} now}}".encode()
    assert text(raw, "a.rtf").split() == ["buy", '("https://pills.example/")', "here", "now"]


def test_each_font_of_rtf_has_its_own_charset(text):
    fonts = (
        rb"{\fonttbl{\f0\froman Times;}{\f1\fswiss\fcharset204{\*\falt Arial}Arial CYR;}{\f2\fcharset238 Arial CE;}}"
    )
    words = rb"\f0 \'e9t\'e9 \f1 \'ec\'e8\'f0 \f2 \'9e\'e1k"

    assert text(rb"{\rtf1\ansi" + fonts + words + b"}", "a.rtf").split() == ["été", "мир", "žák"]


def test_html_is_told_by_its_tags(text):
    page = "<!DOCTYPE html><html><head><style>p {}</style></head><body><p>V<b>ia</b>gra &amp; co</p></body></html>"
    assert text(page.encode()) == "Viagra & co"


def test_html_is_read_in_the_charset_it_declares(text):
    page = '<html><head><meta charset="windows-1251"></head><body>Привет всем</body></html>'
    assert text(page.encode("cp1251")) == "Привет всем"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "koi8-r", "cp1251"])
def test_text_is_read_in_any_common_encoding(text, encoding):
    words = "Мой дядя самых честных правил, когда не в шутку занемог, он уважать себя заставил и лучше выдумать не мог."
    assert text(words.encode(encoding), "file.txt") == words


def test_a_mail_is_a_mail_without_any_extension(tmp_path):
    (tmp_path / "17").write_bytes(making.mail("lunch", "at noon?"))
    (found,) = read(tmp_path / "17")
    assert isinstance(found, Document)
    assert (found.kind, found.title, found.text.strip()) == ("mail", "lunch", "at noon?")


def test_a_mail_is_plain_text_where_text_is_wanted(tmp_path):
    (tmp_path / "17").write_bytes(making.mail("lunch", "at noon?"))
    (found,) = read(tmp_path / "17", kind="text")
    assert isinstance(found, Document)
    assert found.kind == "text"
    assert "Subject: lunch" in found.text


def test_a_mailbox_gives_each_of_its_messages(tmp_path):
    messages = [b"From ann Mon Mar  2 10:00:00 2026\n" + making.mail(f"number {n}", "words") + b"\n" for n in range(3)]
    (tmp_path / "box").write_bytes(b"".join(messages))
    found = read(tmp_path / "box")
    assert [one.title for one in found if isinstance(one, Document)] == ["number 0", "number 1", "number 2"]
    assert len({one.member for one in found}) == 3


def test_the_text_of_attachments_is_part_of_a_mail(tmp_path):
    files = {"a.docx": making.word("from the word file"), "b.pdf": making.pdf("from the page"), "c.png": b"\x89PNG1234"}
    (tmp_path / "mail").write_bytes(making.mail("three files", "see below", **files))
    (found,) = read(tmp_path / "mail")
    assert isinstance(found, Document)
    assert "from the word file" in found.text
    assert "from the page" in found.text
    assert [file.name for file in found.attachments] == list(files)


@pytest.mark.parametrize("content", [b"", b"\x89PNG1234", bytes(9 << 20)])
def test_an_attachment_without_text_has_none(content):
    assert read_attachment_text("file", "application/pdf", content) is None


@pytest.mark.parametrize("content", [b"PK\x03\x04broken", b"%PDF-1.4 broken"])
def test_a_broken_attachment_is_named_and_costs_nothing_else(content, tmp_path):
    (tmp_path / "mail").write_bytes(making.mail("one file", "see below", **{"a.pdf": content}))
    (found,) = read(tmp_path / "mail")
    assert isinstance(found, Document)
    assert (found.text.strip(), found.flaws) == ("see below", ("unreadable-damaged",))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (making.word("x")[:-40], "damaged"),
        (making.zipped({"[Content_Types].xml": "", "word/document.xml": "<w:t"}), "damaged"),
        (making.open_document("<text:p>x</text:p>", META__x="")[:200], "damaged"),
        (b"%PDF-1.7\nbroken", "damaged"),
        (compound({"Workbook": bytes(300)})[:2040], "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "unsupported"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le") + bytes(600), "encrypted"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(reason, content, expected):
    assert reason(content) == expected


@pytest.mark.parametrize(("name", "expected"), [("letter.docx", "damaged"), ("photo.bin", "unsupported")])
def test_random_bytes_with_the_name_of_a_document_are_a_damaged_document(tmp_path, name, expected):
    """A newcomer concluded that Word files are not read."""
    (tmp_path / name).write_bytes(bytes(range(256)) * 8)

    (found,) = read(tmp_path / name)

    assert isinstance(found, Failure)
    assert found.reason == expected


def test_an_archive_whose_members_begin_before_it_does_is_damaged(reason):
    content = bytearray(making.word("x"))
    place = content.rindex(b"PK\x05\x06") + 16  # where the end of the archive says that its directory begins
    content[place : place + 4] = (int.from_bytes(content[place : place + 4], "little") + 500).to_bytes(4, "little")

    assert reason(bytes(content)) == "damaged"


@pytest.mark.parametrize("encoding", ["WTF-8", "big5"])
def test_a_part_in_an_encoding_that_xml_parsers_do_not_know_is_damage_and_no_fault_of_the_parser(reason, encoding):
    part = f'<?xml version="1.0" encoding="{encoding}"?><w:document {making.WORD_NAMESPACE}><w:t>x</w:t></w:document>'

    assert reason(making.zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": part})) == "damaged"


@pytest.mark.parametrize(
    "head",
    [
        b"\x28\xb5\x2f\xfd\x57\x73\xa7",
        b"  -lh5-\x68\xf4\xfb",
        b"\x1f\x9d\x90",
        b"\x04\x22\x4d\x18\x64",
        b"LZIP\x01\x0c",
    ],
    ids=["zstd", "lzh", "compress", "lz4", "lzip"],
)
def test_archives_of_kinds_that_are_not_read_are_no_text(reason, head):
    assert reason(head + "не текст, но без управляющих знаков ".encode("koi8-r") * 9) == "unsupported"


def test_a_text_about_an_archive_method_is_text(tmp_path):
    (tmp_path / "notes").write_bytes(b"# -lh5- is the method of most LHA archives")
    (found,) = read(tmp_path / "notes")

    assert isinstance(found, Document)


def test_encrypted_open_documents_say_so(reason):
    manifest = {"META-INF__manifest.xml": "<manifest:encryption-data/>"}
    assert reason(making.open_document("<text:p>x</text:p>", **manifest)) == "encrypted"


def test_entities_that_multiply_are_a_bomb(reason):
    layers = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    body = f'<!DOCTYPE x [<!ENTITY e0 "lol">{layers}]><w:document {making.WORD_NAMESPACE}><w:t>&e8;</w:t></w:document>'
    assert reason(making.zipped({"[Content_Types].xml": "", "word/document.xml": body})) == "bomb"


def test_external_entities_are_never_read(reason, tmp_path):
    (tmp_path / "secret").write_text("not yours")
    body = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{tmp_path}/secret">]><x>&e;</x>'
    assert reason(making.zipped({"[Content_Types].xml": "", "word/document.xml": body})) == "bomb"


def test_a_word_file_that_unpacks_to_more_than_a_document_may_is_refused(reason):
    assert reason(making.word("a" * (80 << 20))) == "bomb"


def test_equal_texts_are_the_same_document_in_whatever_file(tmp_path):
    (tmp_path / "a.txt").write_text("the very same\n")
    (tmp_path / "b.docx").write_bytes(making.word("the very same"))
    (tmp_path / "c.txt").write_text("another\n")
    found = [one for one in read(tmp_path) if isinstance(one, Document)]
    assert found[0].content_hash == found[1].content_hash != found[2].content_hash
    assert all(len(one.content_hash) == 16 for one in found)


def test_rows_of_a_table_beside_documents_are_no_documents(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"letter {name}")
    (tmp_path / "list.csv").write_text("name,amount\nann,3\nbob,4\n")
    plan = plan_source([tmp_path])
    found = [one for item in work_items([tmp_path], plan.options) for one in read_item(item, plan.options)]

    assert [one.kind for one in found if isinstance(one, Document)] == ["text"] * 3
    assert [one.reason for one in found if isinstance(one, Failure)] == ["table-beside"]
    assert plan.columns == ()


def test_a_table_with_a_file_that_tells_about_it_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("about the list")
    (tmp_path / "list.names").write_text("what the columns mean")
    (tmp_path / "list.csv").write_text("name,amount\nann,3\nbob,4\n")

    assert [column.name for column in plan_source([tmp_path]).columns] == ["name", "amount"]


def test_footnotes_and_inner_tables_of_rtf_are_read(text) -> None:
    written = (
        rb"{\rtf1\ansi Before{\footnote\pard a note below} after.\par "
        rb"\intbl\itap2 one\nestcell two\nestcell{\*\nesttableprops\trowd\nestrow}\pard last\cell\row}"
    )
    words = text(written, "a.rtf").replace("|", " ").split()
    assert words == ["Before", "a", "note", "below", "after.", "one", "two", "last"]


def test_rtf_with_numbers_that_are_none_is_still_read(text) -> None:
    written = rb"{\rtf1\ansi{\fonttbl{\f0\fcharset Arial;}}\uc\f0 words\u99999999 ? here}"
    assert text(written, "a.rtf").split() == ["words?", "here"]


def test_chapters_of_a_fiction_book_keep_their_titles(text) -> None:
    book = (
        '<?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">'
        "<body><section><title><p>Глава первая</p></title><p>Слово.</p></section></body>"
        '<binary id="1">aGVsbG8=</binary></FictionBook>'
    )
    assert text(book.encode(), "a.fb2").split() == ["Глава", "первая", "Слово."]
