"""The words that stand for pictures, and formulas, are text of office documents."""

from __future__ import annotations

from app.domain.documents import ReadLimits
from app.readers.documents.office import docx_text, open_document_text, pptx_text
from tests.app.readers import making

LIMITS = ReadLimits()
MATHS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
SVG = 'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:draw="d"'
PICTURE = """</w:t></w:r><w:r><w:drawing xmlns:wp="wp" xmlns:pic="pic"><wp:docPr id="1" name="Picture 1" descr="{0}"/>
<pic:cNvPr id="1" name="x.png" descr="{0}"/></w:drawing></w:r><w:r><w:t>"""


def test_the_words_for_a_picture_are_read_once() -> None:
    text = docx_text(making.word("before", PICTURE.format("a garden in June"), "after"), LIMITS).text

    assert text.split("\n") == ["before", "", "a garden in June", "", "after", ""]


def test_a_picture_on_a_slide_is_described() -> None:
    picture = '</a:t></a:p><p:pic><p:cNvPr id="4" name="Picture 3" descr="sales by month"/></p:pic><a:p><a:t>'

    assert "sales by month" in pptx_text(making.slides("title" + picture + "end"), LIMITS).text.split("\n")


def test_a_picture_in_an_open_document_is_described_on_a_line_of_its_own() -> None:
    frame = "<draw:frame><svg:title>Plan</svg:title><svg:desc>the ground floor</svg:desc></draw:frame>"
    text = open_document_text(making.open_document(f"<text:p {SVG}>before {frame} after</text:p>"), LIMITS).text

    assert [line.strip() for line in text.split("\n") if line.strip()] == [
        "before",
        "Plan",
        "the ground floor",
        "after",
    ]


def test_a_formula_is_written_on_one_line() -> None:
    fraction = "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    power = "<m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    formula = f"</w:t></w:r><m:oMath {MATHS}>{fraction}<m:r><m:t>=</m:t></m:r>{power}</m:oMath><w:r><w:t>"

    assert "where a/b=c^2 holds" in docx_text(making.word(f"where {formula} holds"), LIMITS).text


def test_a_formula_of_an_open_document_is_read_from_its_own_part() -> None:
    formula = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi><annotation>E</annotation></math>'
    raw = making.open_document("<text:p>the energy</text:p>", **{"Object 1__content.xml": formula})

    assert open_document_text(raw, LIMITS).text.split("\n") == ["the energy", "", "E=m"]
