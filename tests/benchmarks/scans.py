"""Scans read and judged: recall and precision of words, seconds and memory a page, and verdicts beside the true text's.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.scans read  [--pages 4] [--by Tesseract] [--languages en ru]
    BAYLEAF_CORPORA=… python -m tests.benchmarks.scans judge [--documents 40] [--damage noisy]
    python -m tests.benchmarks.scans show

Texts of three corpora (Reuters of one topic, messages of Telegram, Chinese headlines; a page has one label)
are set on A4 at 200 dots per inch in 11 points (Liberation Serif, DejaVu Serif, Noto Sans CJK), and damaged in five
ways beside pages that are clean:

- noisy: the grain of a sensor (normal, σ = 25 of 255), and 0.8 % of the pixels black or white;
- skewed: turned by two degrees;
- photographed: blurred (σ = 1.2 pixels), lit from one side at a third to nine tenths of the light, with grain (σ = 4);
- faxed: half the resolution, black and white;
- sideways: turned by ninety degrees, with the noise of `noisy`.

Words are bags, case-folded, Chinese by the character. `show` is the time until the first
page of a file is there to be looked at, cold and with the process that renders begun when the list was shown, in new
processes, ten each. `tests.benchmarks.scan_kills` kills the recognising and filing.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPainter
from scipy import ndimage

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.library.memory import resident_bytes
from app.library.page_pictures import PagePictures, PageRequest
from app.readers.paper import page_reading, recognisers
from app.readers.paper import pictures as mail_pictures
from app.readers.paper.pictures import Picture, Strip, write_pdf_of_pictures
from app.readers.reading import read_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts

Grey = npt.NDArray[np.uint8]
WORD = re.compile(r"[一-鿿]|[^\W一-鿿]+")
WIDTH, HEIGHT, MARGIN = 1654, 2339, 160
CHARACTERS = {"en": 1_800, "ru": 1_800, "zh": 700}
FONTS = {"en": "Liberation Serif", "ru": "DejaVu Serif", "zh": "Noto Sans CJK SC"}
SECONDS = 60.0
"""A page may take here, so that a busy machine changes the seconds that are printed and nothing else."""
LIMITS = ReadLimits(seconds_per_document=2 * SECONDS, scan_seconds=SECONDS)
N_TRAINED = 400


class Score(NamedTuple):
    """The score of one page."""

    recall: float
    precision: float
    seconds: float
    megabytes: float


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["read", "judge", "show"])
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--by", default="", help="only the recognisers whose name has this in it, or “both”")
    parser.add_argument("--languages", nargs="+", choices=sorted(FONTS), default=sorted(FONTS))
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--damage", choices=sorted(DAMAGES), default="noisy")
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    assert application is not None
    if given.what == "show":
        show()
    elif given.what == "read":
        read(given.pages, given.by, given.languages, given.seed)
    else:
        judge(given.documents, given.damage, given.languages, given.seed)
    return 0


# Pages


def page(text: str, language: str) -> Grey:
    """Set a text on a page; what does not fit is left out of it, and so is the rest of a page."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    font = QFont(FONTS[language])
    font.setPixelSize(round(11 * 200 / 72))
    painter.setFont(font)
    room = QRectF(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    painter.drawText(room, int(Qt.TextFlag.TextWordWrap), text)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(HEIGHT, image.bytesPerLine())
    return rows[:, :WIDTH].copy()


def noisy(grey: Grey, dice: np.random.Generator) -> Grey:
    grained = grey + dice.normal(0, 25, grey.shape)
    stains = dice.random(grey.shape)
    grained[stains < 0.004], grained[stains > 0.996] = 0, 255
    return grained.clip(0, 255).astype(np.uint8)


def skewed(grey: Grey, _dice: np.random.Generator) -> Grey:
    return np.asarray(ndimage.rotate(grey, 2.0, reshape=False, order=1, cval=255), np.uint8)


def photographed(grey: Grey, dice: np.random.Generator) -> Grey:
    down, across = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    light = 0.35 + 0.55 * (across / grey.shape[1]) * (1 - 0.4 * down / grey.shape[0])
    blurred = ndimage.gaussian_filter(grey.astype(float), 1.2)
    return np.asarray((blurred * light + dice.normal(0, 4, grey.shape)).clip(0, 255), np.uint8)


def faxed(grey: Grey, _dice: np.random.Generator) -> Grey:
    return np.where(ndimage.zoom(grey, 0.5, order=1) > 150, 255, 0).astype(np.uint8)


def sideways(grey: Grey, dice: np.random.Generator) -> Grey:
    return np.rot90(noisy(grey, dice)).copy()


def clean(grey: Grey, _dice: np.random.Generator) -> Grey:
    return grey


DAMAGES: dict[str, Callable[[Grey, np.random.Generator], Grey]] = {
    each.__name__: each for each in (clean, noisy, skewed, photographed, faxed, sideways)
}


def as_scan(grey: Grey) -> bytes:
    """A page as a scanner writes it: a PDF around its pixels, which have no text."""
    height, width = grey.shape
    entries = b"/ColorSpace/DeviceGray/BitsPerComponent 8"
    return write_pdf_of_pictures([Picture(width, height, (Strip(grey.tobytes(), width, height, entries),))])


# Texts


def labelled_texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield texts of about a page with their labels; short ones of a label are put together."""
    together: defaultdict[str, str] = defaultdict(str)
    for text, label in corpus_of(language):
        together[label] += " ".join(text.split()) + "\n"
        if len(together[label]) >= CHARACTERS[language] * 0.8:
            yield together.pop(label)[: CHARACTERS[language]], label


def corpus_of(language: str) -> Iterator[tuple[str, str]]:
    folder = Path(os.environ["BAYLEAF_CORPORA"])
    if language == "ru":
        with (folder / "small-text/ru-telegram-spam/telegram_spam_ru.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                yield row["message"], row["label"]
        return
    name = {"en": "reuters-topics", "zh": "chinese-headlines"}[language]
    with (folder / f"documents/documents/{name}.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            topics = row.get("topics", [row.get("label")])
            if len(topics) == 1:
                yield row["text"], str(topics[0])


def n_words(text: str) -> Counter[str]:
    return Counter(WORD.findall(text.casefold()))


# Reading


def read(n_pages: int, by: str, languages: Sequence[str], seed: int) -> None:
    """Print recall and precision for each recogniser, language and damage."""
    everyone = recognisers.installed_recognisers()
    choices: dict[str, Sequence[recognisers.Recogniser]] = {each.name: (each,) for each in everyone}
    if len(everyone) > 1:
        choices["both, by script"] = everyone
    print("recogniser | language | damage | recall | precision | seconds | MB")
    for name, chosen in choices.items():
        if by not in name:
            continue
        use(chosen)
        for language in languages:
            dice = np.random.default_rng(seed)
            texts = [text for _, (text, _) in zip(range(n_pages), labelled_texts(language), strict=False)]
            for damage, damaged in DAMAGES.items():
                scores = [score(text, damaged(page(text, language), dice)) for text in texts]
                means = [statistics.mean(values) for values in zip(*scores, strict=True)]
                print(name, language, damage, *(f"{mean:.3f}" for mean in means), sep=" | ", flush=True)


def use(chosen: Sequence[recognisers.Recogniser]) -> None:
    for module in (recognisers, page_reading, mail_pictures):
        module.recognisers = lambda: tuple(chosen)  # type: ignore[attr-defined]


def score(text: str, grey: Grey) -> Score:
    began_s = time.monotonic()
    with Weighing() as weighing:
        found = text_of(grey)
    wanted, got = n_words(text), n_words(found)
    n_right = sum((wanted & got).values())
    seconds = time.monotonic() - began_s
    recall, precision = n_right / max(1, wanted.total()), n_right / max(1, got.total())
    return Score(recall, precision, seconds, weighing.most_bytes / 1e6)


def text_of(grey: Grey) -> str:
    (found,) = read_bytes(as_scan(grey), "scan.pdf", SourceOptions(), LIMITS)
    return found.text if isinstance(found, Document) else ""


class Weighing:
    """The most memory that this process and its children hold at a time."""

    def __enter__(self) -> Weighing:
        self.most_bytes, self._is_over = 0, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        own = f"/proc/{os.getpid()}/task/{os.getpid()}/children"
        while not self._is_over.wait(0.05):
            try:
                children = [int(number) for path in [Path(own)] for number in path.read_text().split()]
            except OSError:
                children = []
            self.most_bytes = max(self.most_bytes, sum(map(resident_bytes, (os.getpid(), *children))))


# Judging


def judge(n_documents: int, damage: str, languages: Sequence[str], seed: int) -> None:
    """Print the share of right verdicts on true texts and on scans of them."""
    print("language | labels | right on texts | right on scans | the same | of")
    for language in languages:
        dice = np.random.default_rng(seed)
        found = [*labelled_texts(language)]
        order = dice.permutation(len(found))
        tested = [found[number] for number in order[:n_documents]]
        trained = [found[number] for number in order[n_documents : n_documents + N_TRAINED]]
        labels = sorted({label for _, label in trained})
        model = train_on_texts([text for text, _ in trained], [label for _, label in trained], Recipe())
        rows = []
        for text, label in tested:
            scanned = text_of(DAMAGES[damage](page(text, language), dice))
            verdicts = [model.judge_text(each).label for each in (text, scanned)]
            rows.append((verdicts[0] == label, verdicts[1] == label, verdicts[0] == verdicts[1]))
            if len(rows) % 20 == 0 or len(rows) == len(tested):
                shares = [f"{statistics.mean(column):.3f}" for column in zip(*rows, strict=True)]
                print(language, len(labels), *shares, len(rows), sep=" | ", flush=True)


# Looking


def show() -> None:
    """Print how long the first page of a scan takes, cold and with the process begun ahead."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "scan.pdf"
        path.write_bytes(as_scan(noisy(page("The first page of a letter.\n" * 40, "en"), np.random.default_rng(5))))
        print("process | median ms | slowest ms")
        for way, is_ahead in (("cold", False), ("begun ahead", True)):
            took = sorted(in_new_process(first_page_ms, path, is_ahead) for _ in range(10))
            print(way, f"{statistics.median(took):.0f}", f"{took[-1]:.0f}", sep=" | ", flush=True)


def in_new_process(work: Callable[[Path, bool], float], path: Path, is_ahead: bool) -> float:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        return executor.submit(work, path, is_ahead).result()


def first_page_ms(path: Path, is_ahead: bool) -> float:
    """Return how long it takes until the page is there, on a window that has nothing else to do."""
    pictures = PagePictures(path)
    if is_ahead:
        pictures.begin()
        time.sleep(3)
    began_s = time.monotonic()
    shown = pictures.render_page(PageRequest(str(path), width_px=800), NoOpJobContext())
    took_ms = (time.monotonic() - began_s) * 1000
    assert shown.picture.width == 800
    pictures.close()
    return took_ms


if __name__ == "__main__":
    sys.exit(main())
