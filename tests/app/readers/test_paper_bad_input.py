"""Bad paper, item by item: what comes out is the truth or a sentence, within limits."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, Failure
from tests.app.readers.test_paper import WORDS, full_page, grey_page, png, read, read_one, tiff
from tests.app.readers.test_picture_kinds import tiff as any_tiff

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")

PATIENT = {"scan_seconds": 60.0, "seconds_per_document": 200.0}
"""For what is read in the end, on a machine that is busy."""


def test_fifty_million_pixels_are_read_like_a_page_of_usual_size() -> None:
    found = read_one(png(grey_page(scale=25)), "huge.png", **PATIENT)

    assert found.text.split() == WORDS.split()


def and_zeros(raw: bytes, n_pieces: int) -> bytes:
    """Pack bytes and so many times 16 megabytes of zeros, which are packed but once."""
    packer, n_zeros = zlib.compressobj(1), 1 << 24
    packed = packer.compress(raw) + packer.flush(zlib.Z_FULL_FLUSH)
    piece = packer.compress(bytes(n_zeros)) + packer.flush(zlib.Z_FULL_FLUSH)
    low, high = zlib.adler32(raw) & 0xFFFF, zlib.adler32(raw) >> 16
    high = (high + low * n_zeros * n_pieces) % 65_521
    return packed + piece * n_pieces + packer.flush()[:-4] + struct.pack(">HH", high, low)


@pytest.mark.parametrize("way", ["strip", "tile"])
def test_a_tiff_that_unpacks_to_far_more_than_its_page_is_bounded_and_its_page_read(way: str, tmp_path: Path) -> None:
    grey = grey_page()
    bomb = and_zeros(grey.tobytes(), 128)
    tile = (grey.shape[0], grey.shape[1]) if way == "tile" else (0, 0)
    whole = bytearray(any_tiff(grey, 1, tile=tile, **({} if way == "tile" else {"t278": [grey.shape[0]]})))
    places, sizes = (324, 325) if way == "tile" else (273, 279)
    (directory,) = struct.unpack_from("<I", whole, 4)
    (n_tags,) = struct.unpack_from("<H", whole, directory)
    for number in range(n_tags):
        at = directory + 2 + 12 * number
        (tag,) = struct.unpack_from("<H", whole, at)
        if tag in (places, sizes):
            struct.pack_into("<HHII", whole, at, tag, 4, 1, len(whole) if tag == places else len(bomb))
    path = tmp_path / "bomb.tif"
    path.write_bytes(bytes(whole) + bomb)
    assert path.stat().st_size < 20 << 20
    began_s = time.monotonic()

    told = subprocess.run(
        [sys.executable, "-m", "app.cli", "read", path, "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert time.monotonic() - began_s < 90
    assert "Traceback" not in told.stderr
    assert WORDS in " ".join(told.stdout.replace("\\n", " ").split()) or "bomb.tif" in told.stdout + told.stderr


@pytest.mark.parametrize("name", ["white", "black", "grain", "shades", "bars"])
def test_pages_of_pictures_of_nothing_have_no_words_and_say_so(name: str) -> None:
    dice = np.random.default_rng(4)
    down, across = np.mgrid[0:800, 0:1200]
    drawn = {
        "white": np.full((800, 1200), 255), "black": np.zeros((800, 1200)), "grain": dice.integers(0, 256, (800, 1200)),
        "shades": (down + across) % 256, "bars": np.where(across // 40 % 2, 255, 0),
    }[name]  # fmt: skip

    (found,) = read(png(drawn.astype(np.uint8)), "nothing.png")

    assert isinstance(found, Failure), found
    assert found.reason == "nothing-recognised"


def test_pages_that_lie_in_any_way_are_read_alike() -> None:
    upright, *turned = (read_one(png(np.rot90(full_page(), turn).copy()), "a.png", **PATIENT) for turn in range(4))

    assert [page.text.split() for page in turned] == [upright.text.split()] * 3
    assert upright.text.split().count("scanned") == 20


def test_a_mirrored_page_is_not_taken_for_text_that_is_sure() -> None:
    (found,) = read(png(full_page()[:, ::-1].copy()), "a.png", **PATIENT)

    assert isinstance(found, Failure) or "recognised-poorly" in found.flaws


def test_of_many_pages_the_broken_ones_cost_themselves_alone() -> None:
    pages = [grey_page(f"Page number {number}") for number in ("one", "two", "three")]
    raw = tiff(*pages)
    packed = zlib.compress(pages[1][:100].tobytes())
    at = raw.index(packed, raw.index(packed) + 1 if raw.index(packed) < len(raw) // 4 else 0)
    broken = raw[:at] + bytes(len(packed)) + raw[at + len(packed) :]

    found = read_one(broken, "a.tif", **PATIENT)

    assert isinstance(found, Document)
    assert "one" in found.text.split()
    assert "three" in found.text.split()
