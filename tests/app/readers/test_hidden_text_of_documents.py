"""Text in DOCX, OpenDocument, RTF and PDF files that a person does not see is no part of a document's text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from app.domain.documents import Document, ReadLimits, SourceOptions, WorkItem
from app.readers.documents.office import docx_text, open_document_text
from app.readers.documents.parsed_text import ParsedText
from app.readers.documents.pdf import pdf_text
from app.readers.documents.rtf import rtf_text
from app.readers.reading import read_item
from tests.app.readers import making

LIMITS = ReadLimits()
ODF = (
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
)


def judge(parsed: ParsedText) -> tuple[list[str], list[str], tuple[str, ...]]:
    """Return the visible words, the hidden words, and the reasons."""
    return parsed.text.split(), parsed.hidden.split(), parsed.hidden_by


def word_runs(properties: str, before: str = "", after: str = "", **parts: str) -> ParsedText:
    """Read a DOCX file of two runs, `seen` and `bait`; the second one has these properties."""
    body = (
        f"<w:document {making.WORD_NAMESPACE}><w:body>{before}<w:p><w:r><w:t>seen </w:t></w:r>"
        f"<w:r><w:rPr>{properties}</w:rPr><w:t>bait</w:t></w:r></w:p>{after}</w:body></w:document>"
    )
    return docx_text(making.word(document=body, **parts), LIMITS)


WORD_HIDES = {
    "<w:vanish/>": "display",
    '<w:vanish w:val="true"/>': "display",
    '<w:color w:val="FFFFFF"/>': "colour",
    '<w:color w:val="f4f8ff"/>': "colour",
    '<w:sz w:val="2"/>': "size",
    '<w:color w:val="112233"/><w:shd w:val="clear" w:fill="112233"/>': "colour",
    '<w:highlight w:val="white"/><w:color w:val="FFFFFF"/>': "colour",
    '<w:rStyle w:val="Secret"/>': "display",
    '<w:rStyle w:val="Heir"/>': "display",
}
WORD_SHOWS = (
    "",
    '<w:vanish w:val="0"/>',
    '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>',
    '<w:color w:val="auto"/>',
    '<w:color w:val="C0C0C0"/>',
    '<w:sz w:val="16"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="4472C4"/>',
    '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="pct50" w:fill="FFFFFF" w:color="000000"/>',
    "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>",
)
WORD_STYLES = (
    f'<w:styles {making.WORD_NAMESPACE}><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr>'
    '</w:style><w:style w:type="character" w:styleId="Heir"><w:basedOn w:val="Secret"/></w:style>'
    '<w:style w:type="character" w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Pale"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style></w:styles>'
)


@pytest.mark.parametrize(("properties", "reason"), WORD_HIDES.items())
def test_word_hides_text_by_its_properties(properties: str, reason: str) -> None:
    assert judge(word_runs(properties, styles=WORD_STYLES)) == (["seen"], ["bait"], (reason,))


@pytest.mark.parametrize("properties", WORD_SHOWS)
def test_word_shows_text_in_usual_formats(properties: str) -> None:
    assert judge(word_runs(properties, styles=WORD_STYLES)) == (["seen", "bait"], [], ())


def test_a_paragraph_of_word_inherits_from_its_style_and_from_nothing_else() -> None:
    pale = '<w:p><w:pPr><w:pStyle w:val="Pale"/></w:pPr><w:r><w:t>bait</w:t></w:r></w:p>'
    marked = "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>more</w:t></w:r></w:p>"

    assert judge(word_runs("", after=pale + marked, styles=WORD_STYLES)) == (
        ["seen", "bait", "more"],
        ["bait"],
        ("colour",),
    )


@pytest.mark.parametrize(
    ("table", "is_seen"),
    [
        ('<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F4E79"/></w:tcPr>{}</w:tc></w:tr></w:tbl>', True),
        ('<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>', True),
        ("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", False),
        ("<w:p><w:r><w:txbxContent>{}</w:txbxContent></w:r></w:p>", True),
    ],
)
def test_white_letters_of_word_count_where_the_colour_behind_them_may_be_another(table: str, is_seen: bool) -> None:
    white = '<w:p><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>title</w:t></w:r></w:p>'

    assert ("title" in word_runs("", after=table.format(white)).text) == is_seen


def test_hidden_defaults_of_word_apply_where_nothing_else_is_set() -> None:
    styles = (
        f'<w:styles {making.WORD_NAMESPACE}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="1"/></w:rPr>'
        "</w:rPrDefault></w:docDefaults></w:styles>"
    )
    parsed = word_runs('<w:sz w:val="22"/>', styles=styles)

    assert judge(parsed) == (["bait"], ["seen"], ("size",))


def open_text(
    style: str, body: str = '<text:p>seen <text:span text:style-name="T">bait</text:span></text:p>'
) -> ParsedText:
    """Read an OpenDocument whose style `T` has these attributes and elements."""
    styles = f'<office:automatic-styles><style:style style:name="T" {style}</style:style></office:automatic-styles>'
    raw = making.open_document("")
    xml = (
        f"<office:document-content {making.OPEN_NAMESPACES} {ODF}>{styles}<office:body>{body}</office:body>"
        "</office:document-content>"
    )
    return open_document_text(making.with_member(raw, "content.xml", xml), LIMITS)


OPEN_HIDES = {
    'style:family="text"><style:text-properties text:display="none"/>': "display",
    'style:family="text"><style:text-properties fo:color="#ffffff"/>': "colour",
    'style:family="text"><style:text-properties fo:color="#FAFAFA"/>': "colour",
    'style:family="text"><style:text-properties fo:color="#aa0000" fo:background-color="#aa0000"/>': "colour",
    'style:family="text"><style:text-properties fo:font-size="1pt"/>': "size",
    'style:family="text"><style:text-properties fo:font-size="0.3mm"/>': "size",
}
OPEN_SHOWS = (
    'style:family="text">',
    'style:family="paragraph"><style:text-properties text:display="none"/>',
    'style:family="text"><style:text-properties text:display="true" fo:color="#c0c0c0" fo:font-size="8pt"/>',
    'style:family="text"><style:text-properties fo:color="#ffffff" fo:background-color="#000000"/>',
    'style:family="text"><style:text-properties fo:color="#ffffff" style:use-window-font-color="true"/>',
    'style:family="text"><style:text-properties fo:font-size="50%"/>',
)


@pytest.mark.parametrize(("style", "reason"), OPEN_HIDES.items())
def test_open_documents_hide_text_by_a_style(style: str, reason: str) -> None:
    assert judge(open_text(style)) == (["seen"], ["bait"], (reason,))


@pytest.mark.parametrize("style", OPEN_SHOWS)
def test_open_documents_show_text_in_usual_formats(style: str) -> None:
    assert judge(open_text(style)) == (["seen", "bait"], [], ())


@pytest.mark.parametrize(
    ("style", "body", "words"),
    [
        ('style:family="paragraph"><style:text-properties text:display="none"/>',
         '<text:p text:style-name="T">bait</text:p><text:p>seen</text:p>', ["seen"]),
        ('style:family="text">', '<text:section text:display="none"><text:p>bait</text:p></text:section>', []),
        ('style:family="text"><style:text-properties text:display="true"/>',
         '<text:section text:display="none"><text:p><text:span text:style-name="T">bait</text:span></text:p>'
         "</text:section><text:p>seen</text:p>", ["seen"]),
        ('style:family="text">',
         '<text:p><text:hidden-paragraph text:is-hidden="true"/>bait</text:p><text:p>seen</text:p>', ["seen"]),
        ('style:family="text"><style:text-properties fo:color="#ffffff"/>',
         '<draw:custom-shape><text:p><text:span text:style-name="T">title</text:span></text:p></draw:custom-shape>',
         ["title"]),
    ],
)  # fmt: skip
def test_open_documents_hide_paragraphs_and_sections(style: str, body: str, words: list[str]) -> None:
    assert open_text(style, body).text.split() == words


def test_named_styles_of_an_open_document_are_read_from_their_own_part() -> None:
    styles = (
        f'<office:document-styles {making.OPEN_NAMESPACES} {ODF}><office:styles><style:style style:name="Gone" '
        'style:family="text"><style:text-properties text:display="none"/></style:style></office:styles>'
        "</office:document-styles>"
    )
    body = '<text:p>seen <text:span text:style-name="Gone">bait</text:span></text:p>'
    raw = making.open_document(body, **{"styles.xml": styles})

    assert judge(open_document_text(raw, LIMITS)) == (["seen"], ["bait"], ("display",))


RTF_COLOURS = r"{\colortbl;\red255\green255\blue255;\red200\green0\blue0;\red250\green250\blue245;}"
RTF_HIDES = {
    r"{\v bait}": "display",
    r"\v bait\v0 ": "display",
    r"\fs2 bait\fs24 ": "size",
    r"\cf1 bait\cf0 ": "colour",
    r"{\cf3 bait}": "colour",
    r"{\v\'62\u97?it}": "display",
}
RTF_SHOWS = (
    r"{\v0 bait}", r"{\v\plain bait}", r"\fs20 bait", r"\cf2 bait", r"\cf1\highlight2 bait", r"\cf1\cb2 bait",
    r"\pard\cbpat2\cf1 bait", r"\trowd\clcbpat2\cellx99\pard\intbl\cf1 bait\cell\row", r"\vertalc bait",
)  # fmt: skip


@pytest.mark.parametrize(("code", "reason"), RTF_HIDES.items())
def test_rtf_hides_text_by_its_codes(code: str, reason: str) -> None:
    raw = rf"{{\rtf1\ansi{{\fonttbl{{\f0 Times;}}}}{RTF_COLOURS}\f0 seen {code}\par more}}".encode()

    assert judge(rtf_text(raw, LIMITS)) == (["seen", "more"], ["bait"], (reason,))


@pytest.mark.parametrize("code", RTF_SHOWS)
def test_rtf_shows_text_in_usual_formats(code: str) -> None:
    raw = rf"{{\rtf1\ansi{{\fonttbl{{\f0 Times;}}}}{RTF_COLOURS}\f0 seen {code}\par\pard\plain\cf0 more}}".encode()
    words, hidden, reasons = judge(rtf_text(raw, LIMITS))

    assert [word.strip("|") for word in words] == ["seen", "bait", "more"]
    assert (hidden, reasons) == ([], ())


def test_hidden_rtf_keeps_its_code_page_and_the_escaped_signs() -> None:
    raw = rb"{\rtf1\ansi\ansicpg1251 \{seen\}\\*{\v \'cf\'f0\'e8\'e2\'e5\'f2}{\*\generator \v x}}"

    assert judge(rtf_text(raw, LIMITS)) == (["{seen}\\*"], ["Привет"], ("display",))


PDF_HIDES = {
    "BT /F 12 Tf 1 g 20 100 Td (bait) Tj ET": "colour",
    "1 1 1 rg BT /F 12 Tf 20 100 Td (bait) Tj ET": "colour",
    "1 g 0 0 400 200 re f BT /F 12 Tf 20 100 Td (bait) Tj ET": "colour",
    "BT /F 1 Tf 20 100 Td (bait) Tj ET": "size",
    "0.05 0 0 0.05 20 100 cm BT /F 12 Tf (bait) Tj ET": "size",
    "BT /F 12 Tf 900 100 Td (bait) Tj ET": "place",
    "BT /F 12 Tf 20 -80 Td (bait) Tj ET": "place",
}
PDF_SHOWS = (
    "BT /F 12 Tf 20 100 Td (bait) Tj ET",
    "0.7 g BT /F 12 Tf 20 100 Td (bait) Tj ET",
    "0 0 1 rg 10 90 100 40 re f BT /F 12 Tf 1 g 20 100 Td (bait) Tj ET",
    "12 0 0 12 20 100 cm BT /F 1 Tf (bait) Tj ET",
    "BT /F 12 Tf 0 12 -12 0 300 20 Tm /F 1 Tf (bait) Tj ET",
)
SEEN = "BT /F 12 Tf 0 g 20 20 Td (seen) Tj ET "


@pytest.mark.parametrize(("stream", "reason"), PDF_HIDES.items())
def test_a_pdf_hides_text_that_pdfium_does_not_draw_so_that_it_can_be_read(stream: str, reason: str) -> None:
    assert not has_ink(stream, min_pixels=30)
    assert judge(pdf_text(making.pdf_of((SEEN + stream).encode()), LIMITS)) == (["seen"], ["bait"], (reason,))


@pytest.mark.parametrize("stream", PDF_SHOWS)
def test_a_pdf_shows_text_that_pdfium_draws(stream: str) -> None:
    assert has_ink(stream, min_pixels=30)
    assert judge(pdf_text(making.pdf_of((SEEN + stream).encode()), LIMITS)) == (["seen", "bait"], [], ())


def has_ink(stream: str, *, min_pixels: int) -> bool:
    """Return whether PDFium draws something on the page that is not white."""
    document = pypdfium2.PdfDocument(making.pdf_of(stream.encode()))
    bitmap = document[0].render(scale=2, grayscale=True)
    return int((np.frombuffer(bitmap.buffer, np.uint8) < 230).sum()) >= min_pixels


def test_the_text_layer_of_a_scan_counts() -> None:
    grey = bytes(100)
    picture = b"<</Type/XObject/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8/Length 100>>"
    more = [picture + b"stream\n" + grey + b"\nendstream"]
    drawn = b"q 400 0 0 200 0 0 cm /I Do Q "
    for layer in (b"BT 3 Tr /F 1 Tf 20 100 Td (words) Tj ET", b"BT 1 g /F 12 Tf 20 100 Td (words) Tj ET"):
        assert judge(pdf_text(making.pdf_of(drawn + layer, more=more), LIMITS)) == (["words"], [], ())


def test_hidden_text_inside_of_a_form_of_a_pdf_is_found() -> None:
    form = b"1 g BT /F 12 Tf 20 100 Td (bait) Tj ET"
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 400 200]/Resources<</Font<</F 5 0 R>>>>/Length %d>>" % len(form)
    more = [head + b"stream\n" + form + b"\nendstream"]
    on_paper, on_blue = b"/I Do", b"0 0 1 rg 0 0 400 200 re f /I Do"

    assert judge(pdf_text(making.pdf_of(SEEN.encode() + on_paper, more=more), LIMITS)) == (
        ["seen"],
        ["bait"],
        ("colour",),
    )
    assert "bait" in pdf_text(making.pdf_of(on_blue, more=more), LIMITS).text


HIDING_FILES = {
    "a.docx": making.word("seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>bait"),
    "a.rtf": rb"{\rtf1 seen{\v bait}}",
    "a.pdf": making.pdf_of(SEEN.encode() + b"1 g BT /F 12 Tf 20 100 Td (bait) Tj ET"),
    "a.html": b"<html><body><p>seen</p><p style='display:none'>bait</p></body></html>",
}


@pytest.mark.parametrize("name", HIDING_FILES)
def test_a_file_keeps_its_hidden_text_apart(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(HIDING_FILES[name])
    [document] = read_item(WorkItem((str(tmp_path / name),), (None,)), SourceOptions())

    assert isinstance(document, Document)
    assert (document.text.split(), document.hidden_text.split()) == (["seen"], ["bait"])


@pytest.mark.parametrize("name", HIDING_FILES)
def test_hidden_text_of_an_attachment_is_evidence_like_that_of_a_page(tmp_path: Path, name: str) -> None:
    (tmp_path / "mail").write_bytes(making.mail("a file", "see below", **{name: HIDING_FILES[name]}))
    [document] = read_item(WorkItem((str(tmp_path / "mail"),), (None,)), SourceOptions())

    assert isinstance(document, Document)
    assert "bait" not in document.text
    assert document.fields["unseen"] == "bait"
    assert "unseen-words-1" in document.fields["mark"].split()
