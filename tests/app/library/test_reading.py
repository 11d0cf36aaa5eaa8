"""One file after another: the quick way finds in each what a source of that one file holds."""

from pathlib import Path

import pytest

from app.domain.documents import ReadLimits, SourceOptions
from app.library.reading import DocumentReader
from app.readers.reading import read_item
from app.readers.sources import work_items

MAIL = b"From: a@b.example\nSubject: lunch\nDate: Mon, 15 Jan 2001 10:00:00 +0100\n\nAt noon?\n"
ENVELOPE = b"From a@b.example Mon Jan 15 10:00:00 2001\n"


@pytest.mark.parametrize(
    "raw",
    [
        MAIL,
        ENVELOPE + MAIL,
        ENVELOPE + MAIL + b"\n" + ENVELOPE + MAIL,
        ENVELOPE + b"X-Mozilla-Status: 0008\n" + MAIL,
        b"No mail at all.\n",
        b"text,label\nhello,ham\nbuy,spam\n",
        b"\x89PNG\r\n",
        b" \n",
        b"",
        MAIL + b"x" * 2000,
    ],
    ids=["mail", "mailbox of one", "mailbox of two", "deleted", "text", "table", "picture", "blank",
         "empty", "too large"],
)  # fmt: skip
def test_a_file_holds_the_same_however_it_is_read(raw: bytes, tmp_path: Path) -> None:
    path, options, limits = tmp_path / "file", SourceOptions(labels_from="none"), ReadLimits(document_bytes=2000)
    path.write_bytes(raw)

    imported = [one for item in work_items([path], options) for one in read_item(item, options, limits)]
    with DocumentReader(options, limits) as reader:
        assert reader.documents_in_small_file(str(path)) == list(reader.documents_in_file(str(path))) == imported
