"""Fixtures of every test: a home of its own, no display, no corpora unless told, and no left-overs."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40)
settings.register_profile("many", settings.get_profile("untimed"), max_examples=1000)  # --hypothesis-profile many
settings.load_profile("untimed")  # a busy machine is no fault of the code, and other examples come with each run
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHONSAFEPATH"] = "1"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program has it: threads that wait turn in circles
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of the processes that tests start compiles the whole program
sys.dont_write_bytecode = False
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # so a shell begins what it runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

CORPORA_VARIABLE = "BAYLEAF_CORPORA"
SHARED_MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 2 << 30

if (
    SHARED_MEMORY.is_dir()
    and os.access(SHARED_MEMORY, os.W_OK)
    and shutil.disk_usage(SHARED_MEMORY).free > ENOUGH_BYTES
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(SHARED_MEMORY))  # a disk takes milliseconds for each transaction


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the modules that have slow tests: one that began last would keep all others waiting."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Keep the tests themselves, and the libraries that they loaded, from being looked at for garbage ever again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder for each test in turn; pytest's own way looks through all there were to find a free number."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect home, settings and data folders, so that no test reads or writes the person's own."""
    home = next(homes)
    home.mkdir()
    for variable, folder in {
        "HOME": "",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
    }.items():
        (home / folder).mkdir(exist_ok=True)
        monkeypatch.setenv(variable, str(home / folder))
    return home


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread or a process running, or Python without its garbage collection."""
    before = set(threading.enumerate())
    yield
    for process in multiprocessing.active_children():
        process.join(timeout=5)
    assert multiprocessing.active_children() == [], "a worker process was left behind"
    left = [thread for thread in set(threading.enumerate()) - before if not thread.daemon]
    for thread in left:
        thread.join(timeout=5)
    assert [thread.name for thread in left if thread.is_alive()] == [], "a thread was left behind"
    assert gc.isenabled(), "a job runner was not closed"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of labelled corpora; tests that ask for it are skipped where there is none."""
    named = os.environ.get(CORPORA_VARIABLE)
    if not named or not Path(named).is_dir():
        pytest.skip(f"{CORPORA_VARIABLE} does not name a folder with the labelled corpora")
    return Path(named)
