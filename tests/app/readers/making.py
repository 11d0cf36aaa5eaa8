"""Files of every kind, made small."""

from __future__ import annotations

import io
import tarfile
import zipfile
from base64 import encodebytes
from collections.abc import Mapping, Sequence

WORD_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
OPEN_NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def zipped(files: Mapping[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(files: Mapping[str, bytes], mode: str = "w") -> bytes:
    """A tar archive; `mode` says how it is packed."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def word(*paragraphs: str, **parts: str) -> bytes:
    """A DOCX file."""
    body = "".join(f"<w:p><w:r><w:t>{paragraph}</w:t></w:r></w:p>" for paragraph in paragraphs)
    named = {f"word/{name}.xml": content for name, content in parts.items()}
    document = f"<w:document {WORD_NAMESPACE}><w:body>{body}</w:body></w:document>"
    return zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": document} | named)


def slides(*texts: str) -> bytes:
    """A PPTX file."""
    files = {"[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "<p/>"}
    for number, text in enumerate(texts, start=1):
        files[f"ppt/slides/slide{number}.xml"] = f'<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:t>{text}</a:t></a:p></p:sld>'
    return zipped(files)


def open_document(content: str, media_type: str = "application/vnd.oasis.opendocument.text", **more: str) -> bytes:
    """An ODT file, or one of its kin."""
    xml = f"<office:document-content {OPEN_NAMESPACES}><office:body>{content}</office:body></office:document-content>"
    return zipped(
        {"mimetype": media_type, "content.xml": xml} | {name.replace("__", "/"): it for name, it in more.items()}
    )


def book(**pages: str) -> bytes:
    """An EPUB file whose pages are to be read in the order given, and stored in the opposite one."""
    items = "".join(f'<item id="{name}" href="text/{name}.xhtml"/>' for name in pages)
    spine = "".join(f'<itemref idref="{name}"/>' for name in pages)
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfile full-path="OEBPS/content.opf"/></container>',
        "OEBPS/content.opf": f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    for name, page in reversed(pages.items()):
        files[f"OEBPS/text/{name}.xhtml"] = f"<html><body><p>{page}</p></body></html>"
    return zipped(files)


def sheet(rows: list[list[str | float]]) -> bytes:
    """An XLSX file of one sheet."""
    lines = []
    for number, row in enumerate(rows, start=1):
        cells = "".join(_cell(f"{chr(65 + place)}{number}", value) for place, value in enumerate(row))
        lines.append(f'<row r="{number}">{cells}</row>')
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    return zipped({
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" Type="{relations}/'
        'officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{relations}"><sheets><sheet name="S" sheetId="1" r:id="s"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="s" '
        f'Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{''.join(lines)}</sheetData></worksheet>",
    })  # fmt: skip


def _cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def pdf(text: str) -> bytes:
    """A PDF file of one page; without text, a page with nothing but a line on it."""
    return pdf_of(f"BT /F 12 Tf 20 100 Td ({text}) Tj ET".encode() if text else b"0 0 m 10 10 l S")


def pdf_of(
    stream: bytes, entries: bytes = b"", *, root: bytes = b"", page: bytes = b"", more: Sequence[bytes] = ()
) -> bytes:
    """A PDF file of one page with this content, entries that say how it is packed, and objects from number 6 on."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % root,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>"
        b"/XObject<</I 6 0 R>>>>%s>>" % page,
        b"<</Length %d%s>>stream\n%s\nendstream" % (len(stream), entries, stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *more,
    ]
    made = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(made))
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


def filled_form() -> bytes:
    """A PDF form with one field filled in, a note, a bookmark, and a hidden button."""
    words = "".join(f"{ord(letter):04X}" for letter in "Łódź 42")
    return pdf_of(
        b"BT /F 12 Tf 20 100 Td (Your town) Tj ET",
        root=b"/AcroForm<</Fields[6 0 R 7 0 R]>>/Outlines 9 0 R",
        page=b"/Annots[6 0 R 7 0 R 8 0 R]",
        more=[
            b"<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/V<FEFF%s>/Rect[0 0 9 9]>>" % words.encode(),
            b"<</Type/Annot/Subtype/Widget/FT/Btn/T(press)/V(Off)/Rect[0 0 9 9]>>",
            b"<</Type/Annot/Subtype/Text/Contents(please call back)/Rect[0 0 9 9]>>",
            b"<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>",
            b"<</Title(First chapter)/Parent 9 0 R/Dest[3 0 R/Fit]>>",
        ],
    )


def form_with_lists() -> bytes:
    """A PDF form with a list of which two lines are chosen, one of which none is, and a box typed into."""
    return pdf_of(
        b"BT /F 12 Tf 20 100 Td (Your order) Tj ET",
        root=b"/AcroForm<</Fields[6 0 R 7 0 R 8 0 R 9 0 R]>>",
        page=b"/Annots[6 0 R 7 0 R 8 0 R 9 0 R]",
        more=[
            b"<</Type/Annot/Subtype/Widget/FT/Ch/Ff 2097152/T(fruit)/Opt[(apples)(pears)(plums)]/V[(apples)(plums)]"
            b"/Rect[0 0 9 9]>>",
            b"<</Type/Annot/Subtype/Widget/FT/Ch/T(colour)/Opt[(red)(green)]/Rect[0 0 9 9]>>",
            b"<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(land)/Opt[[(x17)(Iceland)][(x18)(Norway)]]/V(x18)"
            b"/Rect[0 0 9 9]>>",
            b"<</Type/Annot/Subtype/Widget/FT/Ch/Ff 393216/T(other)/Opt[(one)(two)]/V(something else)/Rect[0 0 9 9]>>",
        ],
    )


def scan(grey: bytes, width: int, height: int) -> bytes:
    """A PDF file whose page is a picture."""
    head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>"
    picture = head % (width, height, len(grey)) + b"stream\n" + grey + b"\nendstream"
    return pdf_of(b"q 400 0 0 200 0 0 cm /I Do Q", more=[picture])


def mail(subject: str, body: str, **attachments: bytes) -> bytes:
    """A mail, with files attached that are named like the arguments."""
    head = (
        f"From: Ann <ann@example.org>\nTo: bob@example.org\nDate: Mon, 02 Mar 2026 10:00:00 +0000\nSubject: {subject}\n"
    )
    if not attachments:
        return f"{head}\n{body}\n".encode()
    parts = [f"\n\n{body}\n".encode()]
    for name, content in attachments.items():
        kind = f'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="{name}"\n'
        parts.append(f"\n{kind}Content-Transfer-Encoding: base64\n\n".encode() + encodebytes(content))
    kind = 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="edge"\n\n'
    return (head + kind).encode() + b"".join(b"--edge" + part for part in parts) + b"--edge--\n"


def with_member(packed: bytes, name: str, content: str) -> bytes:
    """A zip archive with another content for one of its members."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        files: dict[str, bytes | str] = {member: archive.read(member) for member in archive.namelist()}
    return zipped(files | {name: content})
