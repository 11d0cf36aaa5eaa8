"""Paper: pages without text are read off their pictures, whatever the recogniser does."""

from __future__ import annotations

import os
import shutil
import struct
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from app.domain.documents import Document, Failure, ReadLimits, SourceOptions, WorkItem
from app.library.reading import documents_of_bytes, read_mail_in_time
from app.readers.paper import recognisers
from app.readers.paper.page_reading import (
    PageRecogniser,
    even_out_light,
    needs_recognition,
    picture_pages,
    render_picture,
)
from app.readers.paper.pictures import pictures_in, write_pdf_of_pictures
from app.readers.paper.recognised_words import RecognisedWord, join_words
from app.readers.paper.tesseract import Tesseract, child_environment, find_program, usual_program_paths
from app.readers.reading import read_bytes, read_item
from app.readers.reading_failures import Unreadable
from tests.app.readers import making

WORDS = "Hello from a scanned page"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a program of three lines is a shell script here")
TABLE = "1\t1\t0\t0\t0\t0\t0\t0\t400\t200\t-1\t\n5\t1\t1\t1\t1\t1\t20\t90\t40\t12\t{sure}\tinvoice\n"


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    recognisers.installed_recognisers.cache_clear()
    yield
    recognisers.installed_recognisers.cache_clear()


@pytest.fixture
def real() -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed")


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A program called tesseract that knows English, and does as it is told with a page."""

    def make(deed: str) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        program = folder / "tesseract"
        program.write_text(
            "#!/bin/sh\n"
            'case "$*" in\n'
            "*--version*) echo 'tesseract 9.9'; exit;;\n"
            "*--list-langs*) printf 'List:\\neng\\nosd\\n'; exit;;\n"
            f'esac\necho "$*" >>{tmp_path}/asked\n{deed}\n'
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(recognisers, "has_rapid", lambda: False)
        return tmp_path / "asked"

    return make


def grey_page(text: str = WORDS, scale: float = 4) -> np.ndarray:
    bitmap = pypdfium2.PdfDocument(making.pdf(text))[0].render(scale=scale, grayscale=True)
    return np.frombuffer(bitmap.buffer, np.uint8).reshape(bitmap.height, bitmap.stride)[:, : bitmap.width].copy()


def full_page() -> np.ndarray:
    lines = " ".join([WORDS] * 2)
    content = "".join(f"BT /F 12 Tf 20 {180 - 16 * line} Td ({lines}) Tj ET\n" for line in range(10)).encode()
    bitmap = pypdfium2.PdfDocument(making.pdf_of(content))[0].render(scale=4, grayscale=True)
    return np.frombuffer(bitmap.buffer, np.uint8).reshape(bitmap.height, bitmap.stride)[:, : bitmap.width].copy()


def png(grey: np.ndarray, width: int | None = None) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width or grey.shape[1], grey.shape[0], 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in grey)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def tiff(*greys: np.ndarray, rows_per_strip: int = 100) -> bytes:
    """A TIFF of many pages, each in strips of packed rows."""
    made = bytearray(b"II*\0\0\0\0\0")
    link = 4
    for grey in greys:
        height, width = grey.shape
        strips = [zlib.compress(grey[at : at + rows_per_strip].tobytes()) for at in range(0, height, rows_per_strip)]
        places = []
        for strip in strips:
            places.append(len(made))
            made += strip
        lists = len(made)
        made += struct.pack(f"<{len(strips)}I", *places) + struct.pack(f"<{len(strips)}I", *map(len, strips))
        tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1)]
        tags += [(273, 4, len(strips), lists), (277, 3, 1, 1), (278, 4, 1, rows_per_strip)]
        tags += [(279, 4, len(strips), lists + 4 * len(strips))]
        made[link : link + 4] = struct.pack("<I", len(made))
        made += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + bytes(4)
        link = len(made) - 4
    return bytes(made)


def scan(grey: np.ndarray) -> bytes:
    return making.scan(grey.tobytes(), grey.shape[1], grey.shape[0])


def read(raw: bytes, name: str = "file", ocr: str = "auto", **limits: float) -> list[Document | Failure]:
    return list(read_bytes(raw, name, SourceOptions(ocr=ocr), ReadLimits(**limits)))  # type: ignore[arg-type]


def read_one(raw: bytes, name: str = "file", ocr: str = "auto", **limits: float) -> Document:
    (found,) = read(raw, name, ocr, **limits)
    assert isinstance(found, Document), found
    return found


@pytest.mark.usefixtures("real")
@pytest.mark.parametrize(("name", "pack"), [("a.png", png), ("a.tif", tiff), ("a.pdf", scan)])
def test_a_picture_of_a_page_becomes_its_words_and_says_where_they_lie(name, pack):
    found = read_one(pack(grey_page()), name)

    assert found.text.split() == WORDS.split()
    assert found.flaws == ("recognised",)
    (page,) = found.pages
    assert page.ocr_program.startswith("Tesseract 5.") or page.ocr_program.startswith("Tesseract 4.")
    assert page.confidence > 0.8
    assert [page.text[at : at + n] for at, n in zip(page.boxes[::7], page.boxes[1::7], strict=True)] == WORDS.split()
    left, top, right, bottom = page.boxes[2:6]
    assert 400 <= left < right <= 1500  # of ten thousand: twenty of four hundred points from the left
    assert 4000 <= top < bottom <= 5300


@pytest.mark.usefixtures("real")
def test_a_page_that_lies_on_its_side_is_read_upright():
    found = read_one(png(np.rot90(full_page()).copy()), "a.png", scan_seconds=60.0, seconds_per_document=200.0)

    assert found.text.split().count("scanned") == 20
    assert found.pages[0].rotation == 90
    assert found.flaws == ("recognised",)


@pytest.mark.usefixtures("real")
def test_a_mirrored_page_is_said_to_be_misread():
    assert "recognised-poorly" in read_one(png(full_page()[:, ::-1].copy()), "a.png").flaws


@pytest.mark.usefixtures("real")
def test_every_page_of_a_tiff_is_read_up_to_the_limit_which_is_said():
    pages = [grey_page(f"Page number {number} of many") for number in ("one", "two", "three")]

    found = read_one(tiff(*pages), "a.tif", scan_pages=2)

    assert [page.text.split()[2] for page in found.pages] == ["one", "two"]
    assert [found.text[page.start :].startswith(page.text) for page in found.pages] == [True, True]
    assert "more-pages" in found.flaws


@pytest.mark.usefixtures("real")
def test_a_pdf_whose_text_is_rubbish_is_read_off_its_picture():
    grey = grey_page()
    head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>"
    picture = head % (grey.shape[1], grey.shape[0], grey.size) + b"stream\n" + grey.tobytes() + b"\nendstream"
    shown = b"q 400 0 0 200 0 0 cm /I Do Q"
    for layer in (b" " * 200, b"~^~ #*# ~~~ ^^^ |||| ... ~^~ #*# ~~~ ^^^"):
        raw = making.pdf_of(b"BT 3 Tr /F 12 Tf 20 100 Td (%s) Tj ET %s" % (layer, shown), more=[picture])
        assert read_one(raw, "a.pdf").text.split() == WORDS.split()
    kept = making.pdf_of(b"BT 3 Tr /F 12 Tf 20 100 Td (what a scanner has read already) Tj ET " + shown, more=[picture])
    assert read_one(kept, "a.pdf").text.strip() == "what a scanner has read already"
    assert read_one(kept, "a.pdf", ocr="always").text.split() == WORDS.split()


@pytest.mark.usefixtures("real")
def test_a_mail_that_is_a_picture_is_read_where_that_is_asked_for_or_it_looks_like_a_letter():
    mail = making.mail("Look", "see", **{"a.png": png(grey_page(scale=1.6))})
    assert "scanned" not in read_one(mail, "a.eml").text
    assert WORDS in read_one(mail, "a.eml", ocr="always").text
    letter = np.full((1300, 1600), 255, np.uint8)
    letter[200:1000] = grey_page()
    mail = making.mail("Look", "see", **{"a.png": png(letter)})
    found = read_one(mail, "a.eml")
    assert WORDS in found.text
    assert found.text[found.pages[0].start :] == found.pages[0].text
    assert "scanned" not in read_one(mail, "a.eml", ocr="never").text
    long = making.mail("Look", "a mail that says a good deal by itself " * 10, **{"a.png": png(letter)})
    assert "scanned" not in read_one(long, "a.eml").text


def test_without_a_recogniser_a_scan_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recognisers, "find_tesseract", lambda: None)
    monkeypatch.setattr(recognisers, "has_rapid", lambda: False)
    for raw in (scan(grey_page()), png(grey_page()), tiff(grey_page())):
        (found,) = read(raw)
        assert isinstance(found, Failure)
        assert found.reason == "scan"


@POSIX
def test_a_picture_whose_recognition_was_given_up_does_not_ask_for_a_recogniser(fake):
    """After a time limit, a picture was called unreadable without Tesseract, which was installed and read it later."""
    fake("exit 1")

    def give_up(_read):
        raise Unreadable("given-up")

    paper = PageRecogniser(ReadLimits(), run_guarded=give_up)
    with pytest.raises(Unreadable) as raised:
        picture_pages(png(grey_page()), ReadLimits(), paper)
    assert raised.value.reason == "recognition-failed"


@POSIX
def test_nothing_is_asked_of_a_recogniser_where_nothing_is_to_be_read(fake):
    asked = fake("exit 1")
    (found,) = read(scan(grey_page()), "a.pdf", "never")
    assert isinstance(found, Failure)
    assert read_one(making.pdf("Hello from a page"), "a.pdf").text.strip() == "Hello from a page"
    assert not asked.exists()


@POSIX
@pytest.mark.parametrize(
    "deed",
    ["kill -9 $$", "exit 3", "cat /dev/zero", "echo 5 5 5; echo '\t\t\t'", "cat; exit 0", "sleep 60 & sleep 60", ":"],
    ids=["crashes", "fails", "prints for ever", "prints rubbish", "prints the picture", "hangs", "prints nothing"],
)
def test_a_recogniser_that_misbehaves_costs_the_page_and_no_more_time_than_it_may(fake, deed):
    fake(deed)
    began_s = time.monotonic()
    (found,) = read(png(grey_page()), "a.png", scan_seconds=1.5)
    assert isinstance(found, Failure)
    assert found.reason == "nothing-recognised"
    assert time.monotonic() - began_s < 8


@POSIX
def test_a_word_the_recogniser_is_unsure_of_is_left_out(fake):
    fake(f"printf '%s' '{TABLE.format(sure=91.5)}'")
    assert read_one(png(grey_page()), "a.png").text == "invoice"
    fake(f"printf '%s' '{TABLE.format(sure=12.5)}'")
    recognisers.installed_recognisers.cache_clear()
    (found,) = read(png(grey_page()), "a.png")
    assert isinstance(found, Failure)


@POSIX
def test_a_page_that_is_known_is_not_read_again(fake):
    asked = fake(f"printf '%s' '{TABLE.format(sure=91.5)}'")
    found = read_one(png(grey_page()), "a.png")
    n_asked = len(asked.read_text().splitlines())
    (page,) = found.pages
    assert page.is_new

    path = asked.with_name("again.pdf")
    path.write_bytes(write_pdf_of_pictures(pictures_in(png(grey_page()))))
    (again,) = read_item(WorkItem((str(path),), (None,)), find_cached_page={page.key: page}.get)
    assert isinstance(again, Document)
    assert again.text == "invoice"
    assert not again.pages[0].is_new
    assert len(asked.read_text().splitlines()) == n_asked


@pytest.mark.parametrize("raw", [png(np.zeros((2, 2), np.uint8), 1 << 30), tiff(np.zeros((200, 30), np.uint8))[:-60]])
def test_a_picture_of_a_billion_pixels_and_a_tiff_cut_short_are_refused_before_they_are_unpacked(raw):
    (found,) = read(raw)
    assert isinstance(found, Failure)
    assert found.reason in ("too-large", "damaged")


def test_a_tiff_whose_pages_lead_round_in_a_circle_ends():
    raw = bytearray(tiff(np.full((120, 40), 255, np.uint8)))
    first = struct.unpack_from("<I", raw, 4)[0]
    raw[-4:] = struct.pack("<I", first)
    assert len(pictures_in(bytes(raw))) == 1


def test_uneven_light_is_evened_out_and_even_light_is_left_alone():
    page = grey_page()
    assert even_out_light(page) is page
    dark = (page * np.linspace(0.3, 0.9, page.shape[1])).astype(np.uint8)
    lit = even_out_light(dark)
    assert np.percentile(lit, 20) > 230
    assert lit[page < 60].mean() < 90


def test_chinese_stands_without_spaces_and_other_words_with():
    box = (0.1, 0.1, 0.2, 0.2)
    found = join_words([RecognisedWord(word, 0.9, box, (0, 0), 0) for word in ("发", "票", "No.", "7", "号")], "x")
    assert found.text == "发票 No. 7 号"


def test_tesseract_is_looked_for_where_installers_put_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("ProgramFiles", str(tmp_path))
    assert tmp_path / "Tesseract-OCR" / "tesseract.exe" in list(usual_program_paths("win32"))
    assert Path("/opt/homebrew/bin/tesseract") in list(usual_program_paths("darwin"))


@POSIX
def test_a_program_in_the_folder_at_hand_is_not_believed_to_be_tesseract(fake, monkeypatch: pytest.MonkeyPatch):
    asked = fake("exit 0")
    monkeypatch.chdir(asked.with_name("bin"))
    monkeypatch.setenv("PATH", ".")
    assert find_program() is None


CYRILLIC = """case "$*" in
*'psm 0'*) printf 'Rotate: 0\\nOrientation confidence: 9\\nScript: Cyrillic\\nScript confidence: 9\\n';;
*) printf '%s' 'TABLE';;
esac"""


@POSIX
@pytest.mark.parametrize(("sure", "text"), [(57, ""), (93, "invoice")])
def test_a_page_in_a_script_without_its_language_says_so_unless_it_is_read_surely(fake, sure, text):
    fake(CYRILLIC.replace("TABLE", TABLE.format(sure=sure)))
    for name, pack in (("a.png", png), ("a.pdf", scan)):
        (found,) = read(pack(grey_page()), name)
        assert getattr(found, "text", "") == text
        assert getattr(found, "reason", "no-language") == "no-language"


def test_languages_are_those_of_the_script():
    tesseract = Tesseract("nowhere")
    tesseract.__dict__["languages"] = ("chi_sim", "deu", "eng", "fra", "jpn", "rus", "ukr")
    assert tesseract.languages_for("Latin") == ("eng", "deu", "fra")
    assert tesseract.languages_for("Cyrillic") == ("rus", "ukr", "eng")
    assert tesseract.languages_for("Han") == ("chi_sim",)
    assert tesseract.languages_for("Japanese") == ("jpn",)
    assert tesseract.languages_for("") == ("eng", "chi_sim", "rus")
    assert tesseract.languages_for("Thai") == ("chi_sim", "deu", "eng")


@pytest.mark.usefixtures("real")
def test_a_mail_that_a_server_waits_for_is_judged_without_its_pictures(monkeypatch: pytest.MonkeyPatch):
    letter = np.full((1300, 1600), 255, np.uint8)
    letter[200:1000] = grey_page()
    mail = making.mail("Look", "see", **{"a.png": png(letter)})
    found = read_mail_in_time(mail, SourceOptions(kind="mail", labels_from="none"))
    assert found is not None
    assert "scanned" not in found.text
    [waited_for] = documents_of_bytes(mail, SourceOptions(kind="mail", labels_from="none"))
    assert isinstance(waited_for, Document)
    assert WORDS in waited_for.text


def test_a_packaged_program_gives_tesseract_the_libraries_of_the_system(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/_MEI123")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    assert child_environment()["LD_LIBRARY_PATH"] == "/tmp/_MEI123"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_environment()["LD_LIBRARY_PATH"] == "/opt/lib"
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    assert "LD_LIBRARY_PATH" not in child_environment()


def test_a_hundred_million_pixels_are_read_small_and_more_are_refused():
    page = np.full((10_000, 10_000), 255, np.uint8)
    [picture] = pictures_in(png(page))
    sheet = render_picture(picture, b"")
    assert isinstance(sheet, np.ndarray)
    assert sheet.size <= 20_100_000
    (found,) = read(png(np.zeros((2, 2), np.uint8), 1 << 27))
    assert isinstance(found, Failure)
    assert found.reason == "too-large"


def test_text_of_scripts_whose_vowels_are_marks_is_no_rubbish():
    hindi = "प्रिय ग्राहक आपका बिल तैयार है कृपया समय पर भुगतान करें धन्यवाद"
    thai = "เรียนลูกค้า ใบแจ้งหนี้ของท่านพร้อมแล้ว กรุณาชำระเงินภายในกำหนด"
    page = pypdfium2.PdfDocument(making.pdf("words"))[0]
    assert not needs_recognition(page, hindi)
    assert not needs_recognition(page, thai)
    assert needs_recognition(page, "\ufffd\ue000\ue001 ~~ \ufffd" * 10)
