"""Liveness of the window: how late its event loop is while the program imports, trains and evaluates.

    python -m tests.benchmarks.responsiveness [--documents 30000] [--large 100000]

The real program with its real threads and worker processes, on made-up mail. A precise timer of 5 ms says how late it
comes; while jobs run, somebody scrolls the table and turns the pages. "Busy" is the processor time of the window's own
thread from one tick to the next, which a busy machine leaves as it is; "all threads" that of the process,
whose other threads can hold the window's up. Also: how long a large workspace takes to open, how long the live
evaluation takes, and what an idle program costs.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.shell.application import Program
from app.shell.wiring import connect_program
from app.shell.workspace_view_model import WorkspaceViewModel

TICK_MS = 5
N_WORDS = 60_000
WORDS_PER_MAIL = 120


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=30_000)
    parser.add_argument(
        "--large", type=int, default=100_000, help="documents of the workspace to open; 0 leaves it out"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bayleaf-bench-") as name:
        folder = Path(name)
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = name
        write_mailboxes(folder / "mails", options.documents)
        application = QApplication([])
        if options.documents:
            measure_window(application, folder, options.documents)
        if options.large:
            measure_opening(application, folder, options.large)


def measure_window(application: QApplication, folder: Path, n_documents: int) -> None:
    """Import, train and evaluate in one window."""
    print(f"{n_documents:,} mails: delay of the event loop in ms")
    with program(application, folder / "work.bayleaf") as made:
        watch = Watch(made)
        with watch.during("import"):
            started = time.perf_counter()
            home_of(made).import_sources((folder / "mails",))  # a dropped folder would open a dialog and wait
            watch.until_idle()
            print(f"  imported in {time.perf_counter() - started:.1f} s")
        if sum(corpus.n_documents for corpus in made.frame.state.corpora) != n_documents:
            raise SystemExit("the mails were not imported")
        with watch.during("live evaluation and curve"):
            made.frame.open_page(2)
            watch.until_idle()
        measure_smoothing(made, watch)
        with watch.during("training and keeping a model"):
            assert made.models is not None
            made.models.training.train_as("First")
            watch.until_idle()
        with watch.during("training in place"):
            made.frame.commands.train()  # type: ignore[misc] # it is connected
            watch.until_idle()
        with watch.during("words"):
            made.frame.open_page(3)
            watch.until_idle()
        with watch.during("evaluation of two models"):
            made.frame.open_page(4)
            watch.until_idle()
            evaluation = made.models.evaluation
            for row in evaluation.state.models[1:2]:
                evaluation.tick(row.model)
            watch.until_idle()
        measure_idleness(watch)


def measure_smoothing(made: Program, watch: Watch) -> None:
    """The answer to a new smoothing and to another event model."""
    assert made.models is not None
    training = made.models.training
    for what, changes in (
        ("another smoothing", {"smoothing": "0.3"}),
        ("Bernoulli", {"event_model": "bernoulli"}),
        ("complement", {"event_model": "complement"}),
        ("multinomial", {"event_model": "multinomial"}),
    ):
        started, before = time.perf_counter(), training.state.result
        training.choose(**changes)
        watch.until(lambda before=before: training.state.result is not before)  # type: ignore[misc]
        print(f"  {what:<42} answered in {(time.perf_counter() - started) * 1000:6.0f} ms")
        watch.until_idle()


def measure_idleness(watch: Watch) -> None:
    """Processor time of a window that nobody touches."""
    watch.until_idle()
    loop = QEventLoop()
    QTimer.singleShot(4000, loop.quit)
    before = time.process_time()
    loop.exec()
    print(f"  idle for 4 s: {(time.process_time() - before) * 1000:.1f} ms of processor time")


def measure_opening(application: QApplication, folder: Path, n_documents: int) -> None:
    """From the order to open a workspace to its first rows."""
    write_mailboxes(folder / "many", n_documents, n_words=25)
    large, small = folder / "large.bayleaf", folder / "small.bayleaf"
    for path, source in ((large, folder / "many"), (small, folder / "few")):
        if not source.exists():
            write_mailboxes(source, 100)
        import_sources(path, ImportRequest((source,), corpus="Mail"), NoOpJobContext())
        train(
            path,
            TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.1"), "Mail", "Filter"),
            NoOpJobContext(),
        )
    times = {path: opened_in(application, path) for path in (small, large)}
    for path, seconds in times.items():
        print(f"opening {path.name:<16} {seconds * 1000:7.0f} ms until its first rows show")


def home_of(made: Program) -> WorkspaceViewModel:
    """Return the view model of the open workspace."""
    return next(each for each in made.children() if isinstance(each, WorkspaceViewModel))


def opened_in(application: QApplication, path: Path) -> float:
    """Seconds until the rows of a workspace are there, in a program that runs already."""
    folder = path.parent
    with program(application, folder / "work.bayleaf") as made:
        watch = Watch(made)
        watch.until_idle()
        home = home_of(made)
        arrived: list[object] = []
        assert made.models is not None
        made.models.documents.rows_arrived.connect(lambda _first, rows, _ids: arrived.append(rows))
        started = time.perf_counter()
        home.open_workspace(path)
        watch.until(lambda: any(arrived))
        seconds = time.perf_counter() - started
        watch.until_idle()
        return seconds


class Watch(QObject):
    """Measures how late a timer comes, and uses the window meanwhile."""

    def __init__(self, made: Program) -> None:
        super().__init__()
        self._program, self._delays_ms, self._busy_ms = made, [0.0], [0.0]
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)
        self._hand = QTimer(self, interval=150)
        self._hand.timeout.connect(self._use)
        self._last = self._last_busy = 0.0

    @contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Measure while something runs, and print the figures."""
        self._delays_ms, self._last = [], time.perf_counter()
        self._busy_ms, self._last_busy = [], time.thread_time()
        self._timer.start()
        self._hand.start()
        started, before = time.perf_counter(), time.process_time()
        yield
        all_threads_ms = (time.process_time() - before) * 1000
        self._timer.stop()
        self._hand.stop()
        delays, busy = np.array(self._delays_ms or [0.0]), np.array(self._busy_ms or [0.0])
        print(
            f"  {what:<32} {time.perf_counter() - started:6.1f} s   median {np.median(delays):5.1f}   "
            f"p99 {np.quantile(delays, 0.99):6.1f}   max {delays.max():6.1f} "
            f"   busy p99 {np.quantile(busy, 0.99):6.1f}   max {busy.max():6.1f}   sum {busy.sum():7.0f}"
            f"   all threads {all_threads_ms:7.0f}"
        )

    def until_idle(self) -> None:
        """Wait until no job runs or waits."""
        self.until(lambda: not self._program.runner.jobs)

    def until(self, is_so: Callable[[], bool], patience_s: float = 600.0) -> None:
        """Let the event loop run until something is so."""
        loop, check = QEventLoop(), QTimer(self, interval=10)
        check.timeout.connect(lambda: loop.quit() if is_so() else None)
        QTimer.singleShot(round(patience_s * 1000), loop, loop.quit)
        check.start()
        loop.exec()
        check.stop()

    def _on_timeout(self) -> None:
        now = time.perf_counter()
        self._delays_ms.append(max((now - self._last) * 1000 - TICK_MS, 0.0))
        self._last = now
        busy = time.thread_time()
        self._busy_ms.append((busy - self._last_busy) * 1000)
        self._last_busy = busy

    def _use(self) -> None:
        table = self._program.window.findChild(QTableView)
        if table is not None and table.isVisible():
            QTest.keyClick(table, Qt.Key.Key_Down)


@contextmanager
def program(application: QApplication, workspace: Path) -> Iterator[Program]:
    """The real program on a workspace, in this process."""
    made = Program(application, workspace.parent / "window.ini", (workspace,), connect_program)
    made.show()
    loop = QEventLoop()
    QTimer.singleShot(500, loop.quit)
    loop.exec()
    yield made
    made.runner.close()  # first, so that the window does not ask about what still runs
    made.window.close()
    made.ending.emit()
    application.aboutToQuit.disconnect(made._on_about_to_quit)


def write_mailboxes(folder: Path, n_documents: int, n_words: int = WORDS_PER_MAIL) -> None:
    """A mailbox of ham and one of spam, with word frequencies like those of English."""
    random_numbers = np.random.default_rng(5)
    words = np.array([f"w{number:x}" for number in range(N_WORDS)], dtype=object)
    shares = 1.0 / np.arange(2, N_WORDS + 2)
    places = np.cumsum(shares / shares.sum())
    turned = random_numbers.permutation(N_WORDS)
    for label in ("ham", "spam"):
        (folder / label).mkdir(parents=True, exist_ok=True)
        with (folder / label / "mails.mbox").open("w") as mailbox:
            for number in range(n_documents // 2):
                drawn = np.searchsorted(places, random_numbers.random(n_words)).clip(max=N_WORDS - 1)
                own = turned[drawn] if label == "spam" else drawn
                chosen = words[np.where(random_numbers.random(n_words) < 0.7, drawn, own)]
                mailbox.write(mail(label, number, " ".join(chosen)))


def mail(label: str, number: int, text: str) -> str:
    """One mail of a mailbox."""
    head = f"From a@example.org Mon Jan  1 00:00:00 2024\nFrom: a@example.org\nSubject: {text[:40]}\n"
    return (
        f"{head}Date: Mon, 1 Jan 2024 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02} +0000\n"
        f"Message-ID: <{label}{number}@example.org>\n\n{text}\n\n"
    )


if __name__ == "__main__":
    main()
