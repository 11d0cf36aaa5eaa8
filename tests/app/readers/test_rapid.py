"""RapidOCR in its process: a package of a few lines stands for it, which does as it is told."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.readers.paper import rapid, recognisers
from app.readers.paper.rapid import RapidOcr

PAGE = np.full((100, 200), 255, np.uint8)
PACKAGE = """
import os, time

class RapidOCR:
    def __init__(self, **_how):
        print("loading models")

    def __call__(self, page):
        height, width, _ = page.shape
        found = [([[0, 0], [width, 0], [width, height / 2], [0, height / 2]], "two words", "0.9")]
        DEED
        return found, None
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], RapidOcr]]:
    made: list[RapidOcr] = []

    def make(deed: str = "pass") -> RapidOcr:
        folder = tmp_path / "rapidocr_onnxruntime"
        (folder / "models").mkdir(parents=True, exist_ok=True)
        for part in ("det", "cls", "rec"):
            (folder / "models" / f"x_{part}_y.onnx").touch()
        (folder / "__init__.py").write_text(PACKAGE.replace("DEED", deed))
        about = tmp_path / "rapidocr_onnxruntime-9.9.dist-info"
        about.mkdir(exist_ok=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rapidocr-onnxruntime\nVersion: 9.9\n")
        made.append(RapidOcr())
        return made[-1]

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(rapid, "LOADING_SECONDS", 10.0)
    recognisers.has_rapid.cache_clear()
    yield make
    recognisers.has_rapid.cache_clear()
    for each in made:
        each.stop_process()


def test_pages_are_read_one_after_the_other_in_one_process(package: Callable[[str], RapidOcr]) -> None:
    reader = package("pass")

    first, second = reader.read(PAGE, 5.0), reader.read(np.rot90(PAGE).copy(), 5.0)

    assert (first.text, first.ocr_program, first.confidence) == ("two words", "RapidOCR 9.9", pytest.approx(0.9))
    assert first.boxes[2:6] == (0, 0, 3333, 5000)
    assert second.text == "two words"


@pytest.mark.parametrize(
    "deed",
    ["os._exit(3)", "os.abort()", "time.sleep(60)", "bytearray(8 << 30)", "raise ValueError", 'found = "rubbish"'],
    ids=["ends", "crashes", "hangs", "takes all memory", "fails", "answers rubbish"],
)
def test_a_package_that_misbehaves_costs_the_page_and_the_next_is_read(
    package: Callable[[str], RapidOcr], deed: str
) -> None:
    if "bytearray" in deed and sys.platform != "linux":
        pytest.skip("no limit of memory here")
    reader = package(f"if page[0, 0, 0] == 255: {deed}")
    began_s = time.monotonic()

    assert reader.read(PAGE, 0.5).text == ""

    assert time.monotonic() - began_s < 20
    assert reader.read(np.zeros_like(PAGE), 5.0).text == "two words"


def test_a_package_without_its_models_inside_is_refused(package: Callable[[str], RapidOcr], tmp_path: Path) -> None:
    package("pass")
    assert recognisers.has_rapid()
    (tmp_path / "rapidocr_onnxruntime" / "models" / "x_rec_y.onnx").unlink()
    recognisers.has_rapid.cache_clear()
    assert not recognisers.has_rapid()
