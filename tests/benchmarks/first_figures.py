"""From the press on Train to the first figure and to the recipe's own, in the real program.

    python -m tests.benchmarks.first_figures FOLDER [FOLDER ...]

Each folder has one folder per label. It is imported before anything is measured, and nothing is chosen: the window
begins with its own recipe. Processor time is that of all threads of the program; a busy machine leaves it as it is.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.domain.jobs import NoOpJobContext
from app.kit.frame import TRAIN_PAGE
from app.library.importing import ImportRequest, import_sources
from tests.benchmarks.responsiveness import Watch, program


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bayleaf-bench-") as name:
        folder = Path(name)
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = name
        application = QApplication([])
        for number, source in enumerate(options.folders):
            path = folder / f"{number}.bayleaf"
            report = import_sources(path, ImportRequest((source.resolve(),), corpus="News"), NoOpJobContext())
            print(f"{source.name}: {report.documents:,} documents")
            for is_ordered in (False, True):
                measure_first_figures(application, path, is_ordered=is_ordered)


def measure_first_figures(application: QApplication, path: Path, *, is_ordered: bool) -> None:
    """Open the Train page, or order a training, and wait for figures."""
    with program(application, path) as made:
        watch = Watch(made)
        watch.until_idle()
        assert made.models is not None
        training = made.models.training
        began_s, before_s = time.perf_counter(), time.process_time()

        def spent() -> str:
            return f"{time.process_time() - before_s:5.2f} s of processor time, {time.perf_counter() - began_s:5.2f} s"

        if is_ordered:
            made.frame.commands.train()  # type: ignore[misc] # it is connected
        else:
            made.frame.open_page(TRAIN_PAGE)
        print(f"  {'training ordered' if is_ordered else 'page opened'}")
        watch.until(lambda: training.state.result is not None)
        assert training.state.result is not None
        first = training.state.result.evaluation.accuracy
        print(f"    first figure, {100 * first:.1f} %: {spent()}; marked as first: {training.state.is_first_answer}")
        watch.until(lambda: not training.state.is_first_answer)
        own = training.state.result.evaluation.accuracy
        print(f"    the recipe's own, {100 * own:.1f} %: {spent()}", flush=True)


if __name__ == "__main__":
    main()
