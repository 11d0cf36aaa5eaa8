"""The way of small acts through the house: files entered, openings of the workspace, models read, and time.

    python -m tests.benchmarks.walks [--words 50000] [--times 9] [--files]

The real program in its window, offscreen, over made-up mail. Each act is done several times: once with everything that
is called traced, on every thread, and then timed: by the clock until the last answer, the processor time of the jobs
that answer, and that of the window, which paints.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.kit.drops import DropContent
from app.kit.frame import DOCUMENTS_PAGE, TRAIN_PAGE, WORDS_PAGE
from app.kit.jobs import Job
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.shell.application import Program
from app.shell.pages import PRELOADED_MODULES
from tests.benchmarks.responsiveness import Watch, mail, program

ROOT = Path(__file__).resolve().parents[2]
HOUSE = tuple(str(ROOT / part) for part in ("app", "nbengine"))
WORDS_OF_A_MAIL = 100
ALPHAS = (0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 3.0, 5.0, 7.0, 9.0)


@dataclass
class Trace:
    """The files and functions that were entered while an act was done."""

    files: set[str] = field(default_factory=set)
    functions: set[tuple[str, str]] = field(default_factory=set)
    n_openings: int = 0
    n_models_read: int = 0

    def note(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Take a call of the program's own code."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(HOUSE):
            return
        self.files.add(code.co_filename)
        self.functions.add((code.co_filename, code.co_qualname if hasattr(code, "co_qualname") else code.co_name))
        self.n_openings += code.co_name == "__init__" and code.co_filename.endswith("store/workspace.py")
        self.n_models_read += code.co_name == "model_from_bytes"


@contextmanager
def traced(trace: Trace) -> Iterator[None]:
    """Trace this thread, and every job on whichever thread it runs."""
    run = Job.run

    def traced_run(job: Job) -> Any:
        sys.setprofile(trace.note)
        try:
            return run(job)
        finally:
            sys.setprofile(None)

    Job.run = traced_run  # type: ignore[assignment] # given back below
    sys.setprofile(trace.note)
    try:
        yield
    finally:
        sys.setprofile(None)
        Job.run = run  # type: ignore[method-assign]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=50_000, help="different words of the model")
    parser.add_argument("--times", type=int, default=9, help="how often each act is timed")
    parser.add_argument("--files", action="store_true", help="list the files of each act, and what is called in them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bayleaf-bench-") as name:
        folder = Path(name)
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = name
        application = QApplication([])
        workspace = a_workspace(folder, options.words)
        with program(application, workspace) as made:
            measure(made, folder, options.times, lists_files=options.files)


def a_workspace(folder: Path, n_words: int) -> Path:
    """Mail in which so many different words occur, and a model of it."""
    dice = np.random.default_rng(5)
    rare = iter(np.array_split(dice.permutation(n_words), max(2 * n_words // WORDS_OF_A_MAIL, 2)))
    for label in ("ham", "spam"):
        (folder / "mails" / label).mkdir(parents=True)
        with (folder / "mails" / label / "mails.mbox").open("w") as box:
            for number in range(max(n_words // WORDS_OF_A_MAIL, 1)):
                common = dice.integers(0, 300, WORDS_OF_A_MAIL // 2) + (150 if label == "spam" else 0)
                box.write(mail(label, number, " ".join(f"w{each:x}" for each in [*common, *next(rare)])))
    path = folder / "work.bayleaf"
    import_sources(path, ImportRequest((folder / "mails",), corpus="Mail"), NoOpJobContext())
    request = RecipeRequest(event_model="multinomial", smoothing="0.1")
    report = train(path, TrainingOrder(request, "Mail", "Filter"), NoOpJobContext())
    print(f"{report.documents:,} mails, {report.words:,} words")
    return path


def measure(made: Program, folder: Path, n_times: int, *, lists_files: bool = False) -> None:
    """Do every act, and print a row for each."""
    watch = Watch(made)
    watch.until_idle()
    watch.until(
        lambda: f"app.features.{PRELOADED_MODULES[-1]}" in sys.modules
    )  # pages that are loaded meanwhile are no part of an act
    models = made.models
    assert models is not None
    dropped = folder / "dropped.eml"
    dropped.write_text(mail("ham", 7, "w1 w2 w3 w33 w7f").partition("\n")[2])
    alphas, words, keys = iter(ALPHAS * n_times), iter(range(50, 50 + 40 * n_times)), iter("12" * 20 * n_times)

    def press_a_label() -> None:
        QTest.keyClick(documents(made), Qt.Key(ord(next(keys))))

    acts: tuple[tuple[str, int, Callable[[], object]], ...] = (
        ("one slider step", TRAIN_PAGE, lambda: models.training.move_slider(next(alphas))),
        ("one click on a word", WORDS_PAGE, lambda: models.words.choose_word(next(words))),
        ("one dropped mail", WORDS_PAGE, lambda: made.frame.drop(DropContent((dropped,)), is_alt_held=False)),
        ("one label key", DOCUMENTS_PAGE, press_a_label),
    )
    counted = f"{'files':>7}{'functions':>11}{'openings':>10}{'models read':>13}"
    print(f"{'':<22}{counted}{'ms':>9}{'ms of jobs':>11}{'ms of window':>13}")
    for name, page, act in acts:
        made.frame.open_page(page)
        watch.until_idle()
        if page == DOCUMENTS_PAGE:
            documents(made).choose_row(0)
            watch.until_idle()
        trace = print_row(name, made, watch, act, n_times)
        if lists_files:
            print_files(trace)


def documents(made: Program) -> TableView:
    """The table of documents."""
    return next(view for view in made.window.page(DOCUMENTS_PAGE).findChildren(TableView) if view.isVisible())


def print_files(trace: Trace) -> None:
    """List the files of an act in their order, with the functions that were entered."""
    for path in sorted(trace.files):
        names = sorted(name for file, name in trace.functions if file == path)
        print(f"    {Path(path).relative_to(ROOT)}: {' '.join(names)}")


def print_row(name: str, made: Program, watch: Watch, act: Callable[[], object], n_times: int) -> Trace:
    """Do an act once to have met everything, once traced, and then by the clock."""
    act()
    watch.until_idle()
    trace = Trace()
    with traced(trace):
        act()
        watch.until_idle()
    timed = [timing(made, act) for _ in range(n_times)]
    wall_ms, jobs_ms, window_ms = np.median(np.array(timed), axis=0) * 1000
    print(
        f"{name:<22}{len(trace.files):>7}{len(trace.functions):>11}{trace.n_openings:>10}{trace.n_models_read:>13}"
        f"{wall_ms:>9.1f}{jobs_ms:>11.1f}{window_ms:>13.1f}"
    )
    return trace


def timing(made: Program, act: Callable[[], object]) -> tuple[float, float, float]:
    """Seconds by the clock, of the jobs and of the window, until nothing runs any more."""
    run, spent = Job.run, [0.0]

    def timed_run(job: Job) -> Any:
        began_s = time.thread_time()
        try:
            return run(job)
        finally:
            spent[0] += time.thread_time() - began_s

    Job.run = timed_run  # type: ignore[assignment] # given back below
    began_s, began_window_s = time.perf_counter(), time.thread_time()
    act()
    while made.runner.jobs:
        QApplication.processEvents()
        time.sleep(0.001)  # leave the processor to the jobs
    Job.run = run  # type: ignore[method-assign]
    return time.perf_counter() - began_s, spent[0], time.thread_time() - began_window_s


if __name__ == "__main__":
    main()
