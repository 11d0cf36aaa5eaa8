"""A file that crashes, hangs or explodes its reader costs that one file, and no process is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from itertools import chain
from multiprocessing import forkserver
from pathlib import Path

import pytest

from app.domain.documents import Document, ReadLimits, WorkItem
from app.domain.errors import NoWorkers
from app.domain.jobs import Cancelled
from app.library import workers
from app.library.workers import (
    Event,
    FinishedItem,
    LostPosition,
    WorkerFault,
    WorkerPool,
    YieldedValue,
    wait_for_dead_server,
    worker_count,
)
from app.readers.reading import (
    BatchLimits,
    Bookmark,
    ReadingSettings,
    plan_batches,
    read_batches,
    read_item,
)
from app.readers.sources import plan_source, work_items
from tests.app.library import targets
from tests.systems import KILL, with_proc

IMPATIENT = ReadLimits(seconds_per_document=2.0, memory_bytes=300 << 20)
FRUGAL = ReadLimits(seconds_per_document=60.0, memory_bytes=150 << 20)


@pytest.fixture
def items(tmp_path: Path):
    def write(*groups: list[str]) -> list[WorkItem]:
        made = []
        for number, deeds in enumerate(groups):
            paths = tuple(tmp_path / f"{number}-{place}" for place in range(len(deeds)))
            for path, deed in zip(paths, deeds, strict=True):
                path.write_text(deed)
            made.append(WorkItem(tuple(map(str, paths)), (None,) * len(paths)))
        return made

    return write


def run(items: list[WorkItem], target=targets.read_badly, **options: object) -> list[Event]:
    chosen = {"n_workers": 2, "limits": IMPATIENT} | options
    with WorkerPool(target, None, **chosen) as pool:  # type: ignore[arg-type]
        return list(pool.run(items))


def texts(events: list[Event]) -> list[str]:
    return [one.text for event in events if isinstance(event, YieldedValue) for one in event.value]


def lost(events: list[Event]) -> list[tuple[str, str]]:
    return [
        (Path(event.failure.path).name, event.failure.reason) for event in events if isinstance(event, LostPosition)
    ]


@pytest.mark.parametrize(
    ("deed", "reason"),
    [("abort", "crash"), ("exit", "crash"), ("hang", "timeout"), ("deaf", "timeout"), ("eat freely", "memory")],
)
def test_a_deadly_file_is_listed_and_the_rest_goes_on(items, deed, reason):
    limits = IMPATIENT if reason == "timeout" else FRUGAL
    events = run(items(["a", deed, "b", "c"], ["d"]), limits=limits)
    assert sorted(texts(events)) == ["a", "b", "c", "d"]
    assert lost(events) == [("0-1", reason)]


def test_many_deadly_files_cost_themselves_only(items):
    events = run(items(["abort", "a", "abort", "exit"], ["hang", "b"], ["c", "abort"]))
    assert sorted(texts(events)) == ["a", "b", "c"]
    assert sorted(lost(events)) == [
        ("0-0", "crash"),
        ("0-2", "crash"),
        ("0-3", "crash"),
        ("1-0", "timeout"),
        ("2-1", "crash"),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds the limit on address space")
@pytest.mark.parametrize("deed", ["swallow", "eat"])
def test_asking_for_too_much_memory_fails_without_costing_the_worker(items, deed):
    (batch, _) = run(items([deed]), limits=FRUGAL)
    assert isinstance(batch, YieldedValue)
    assert [one.reason for one in batch.value] == ["memory"]


def test_a_worker_that_was_killed_from_outside_costs_nothing(items):
    events = run(items(["a", "abort once", "b"]))
    assert texts(events) == ["a", "well again", "b"]
    assert lost(events) == []


def test_results_that_arrived_before_the_crash_are_neither_lost_nor_doubled(items):
    events = run(items(["x", "die late", "y"]), target=targets.read_in_pieces)
    assert texts(events) == ["0", "1", "2", "0", "1", "0", "1", "2"]
    assert lost(events) == [("0-1", "crash")]


def test_results_come_in_the_order_of_the_items(items):
    groups = items(*[[f"{number}-{place}" for place in range(3)] for number in range(12)])
    events = run(groups)
    assert texts(events) == [f"{number}-{place}" for number in range(12) for place in range(3)]
    assert [event.item_number for event in events if isinstance(event, FinishedItem)] == list(range(12))


def test_results_without_order_are_all_there(items):
    groups = items(*[[f"{number}"] for number in range(12)])
    assert sorted(texts(run(groups, is_ordered=False)), key=int) == [f"{number}" for number in range(12)]


def test_a_pool_runs_again_and_again_with_the_same_workers(items):
    work = items(["a"], ["b"])
    with WorkerPool(targets.read_badly, None, n_workers=2) as pool:
        assert texts(list(pool.run(work))) == ["a", "b"]
        before = {process.pid for process in multiprocessing.active_children()}
        assert texts(list(pool.run(work))) == ["a", "b"]
        assert {process.pid for process in multiprocessing.active_children()} == before


def test_no_more_workers_are_started_than_there_is_work(items):
    with WorkerPool(targets.read_badly, None, n_workers=8) as pool:
        list(pool.run(items(["a"])))
        assert len(multiprocessing.active_children()) == 1


def test_cancelling_leaves_no_process(items):
    class Stop:
        calls = 0

        def __call__(self) -> None:
            self.calls += 1
            if self.calls == 3:
                raise Cancelled

    with pytest.raises(Cancelled), WorkerPool(targets.read_badly, None, n_workers=2) as pool:
        list(pool.run(items(["hang"], ["hang"], ["a"]), Stop()))
    assert multiprocessing.active_children() == []


def test_leaving_the_results_early_ends_the_workers_that_were_busy(items):
    with WorkerPool(targets.read_badly, None, n_workers=2, limits=ReadLimits()) as pool:
        events = pool.run(items(["a"], ["hang"]))
        next(events)
        events.close()
        assert texts(list(pool.run(items(["b"])))) == ["b"]


def test_a_slow_taker_is_no_reason_to_give_a_file_up(items):
    received = 0
    with WorkerPool(targets.send_much, None, n_workers=1, limits=IMPATIENT) as pool:
        for event in pool.run(items(["a"])):
            if isinstance(event, YieldedValue) and received == 0:
                time.sleep(2.5)
            received += isinstance(event, YieldedValue)
            assert not isinstance(event, LostPosition)
    assert received == 5


def test_time_is_counted_from_one_batch_to_the_next(items):
    events = run(items(["a"]), target=targets.send_slowly)
    assert [event.value for event in events if isinstance(event, YieldedValue)] == [0, 1, 2, 3, 4]


def test_a_bug_in_the_target_reaches_the_caller_with_its_traceback(items):
    with pytest.raises(WorkerFault, match="ZeroDivisionError: a bug of ours"):
        run(items(["a"]), target=targets.have_a_bug)


def test_workers_import_nothing_from_the_folder_they_start_in(items, tmp_path, monkeypatch):
    for name in ("signal", "multiprocessing", "struct"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the wrong place')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    events = run(items(["a"]), target=targets.say_environment)
    assert [event.value for event in events if isinstance(event, YieldedValue)] == ["1"]


def test_items_are_taken_only_as_fast_as_results_are(items):
    taken = 0

    def counted():
        nonlocal taken
        for item in items(*[["a"] for _ in range(200)]):
            taken += 1
            yield item

    with WorkerPool(targets.read_badly, None, n_workers=2) as pool:
        next(pool.run(counted()))
        assert taken < 30


@with_proc
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_workers_end_when_the_program_is_killed(tmp_path):
    (tmp_path / "hang").write_text("hang")
    script = textwrap.dedent(f"""
        import multiprocessing, sys
        from pathlib import Path
        from app.domain.documents import ReadLimits, WorkItem
        from app.library.workers import WorkerPool
        from tests.app.library import targets
        def tell():
            print(*(child.pid for child in multiprocessing.active_children()), flush=True)
        if __name__ == "__main__":
            with WorkerPool(targets.read_badly, None, n_workers=1) as pool:
                list(pool.run([WorkItem(({str(tmp_path / "hang")!r},), (None,))], tell))
    """)
    root = Path(__file__).parents[3]
    path = tmp_path / "program.py"
    path.write_text(script)
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, env=environment, text=True) as program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        program.kill()
    deadline_s = time.monotonic() + 20
    while _is_alive(worker) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    is_left = _is_alive(worker)
    if is_left:
        os.kill(worker, KILL)
    assert not is_left


def _is_alive(process_id: int) -> bool:
    try:
        return Path(f"/proc/{process_id}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def test_documents_read_by_workers_are_those_read_in_process(tmp_path):
    for number in range(200):
        (tmp_path / f"{number:03}").write_text(f"words of document {number}")
    work = list(work_items([tmp_path]))
    expected = [one for item in work for one in read_item(item)]
    with WorkerPool(read_batches, ReadingSettings(), n_workers=2) as pool:
        found = [one for event in pool.run(work) if isinstance(event, YieldedValue) for one in event.value]
    assert found == expected
    assert all(isinstance(one, Document) for one in found)


def test_batches_say_how_far_their_item_has_come(tmp_path):
    rows = "".join(f"ham,{'words ' * 30}of number {number}\n" for number in range(20_000))
    (tmp_path / "table.csv").write_text("label,text\n" + rows)
    (item,) = work_items([tmp_path / "table.csv"])
    with WorkerPool(read_batches, ReadingSettings(), n_workers=1) as pool:
        done = [event.bytes_done for event in pool.run([item]) if isinstance(event, YieldedValue)]
    assert done == sorted(done)
    assert 0 < done[0] < done[-1] == item.size_bytes


def test_batches_are_as_large_as_is_asked_for_and_hold_the_same_documents(tmp_path):
    (tmp_path / "table.csv").write_text("label,text\n" + "".join(f"ham,words of {n}\n" for n in range(1_700)))
    (item,) = work_items([tmp_path / "table.csv"])
    sizes = {most: BatchLimits(most, 1 << 30, 1e9) for most in (500, 1_000)}

    batches = {
        most: list(read_batches(item, ReadingSettings(batch_limits=own), Bookmark())) for most, own in sizes.items()
    }

    assert [len(batch) for batch in batches[500]] == [500, 500, 500, 200]
    assert [len(batch) for batch in batches[1_000]] == [1_000, 700]
    assert list(chain.from_iterable(batches[500])) == list(chain.from_iterable(batches[1_000]))


def test_a_source_can_be_planned_in_a_worker(tmp_path):
    (tmp_path / "a").write_text("words")
    with WorkerPool(plan_batches, ReadingSettings(), n_workers=1) as pool:
        batch, _ = pool.run([WorkItem((str(tmp_path),), (None,))])
    assert isinstance(batch, YieldedValue)
    assert batch.value == plan_source([tmp_path])


def test_a_window_keeps_a_core_where_there_are_more_than_two(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(8)), raising=False)
    assert (worker_count(has_window=True), worker_count(has_window=False)) == (7, 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {0, 1}, raising=False)
    assert worker_count(has_window=True) == 2


@pytest.mark.parametrize(("wanted", "expected"), [("3", 3), ("1000", 64), ("0", 8), ("many", 8), ("-2", 8)])
def test_a_person_may_ask_for_another_number_of_workers(monkeypatch, wanted, expected):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(8)), raising=False)
    monkeypatch.setenv("BAYLEAF_WORKERS", wanted)
    assert worker_count(has_window=False) == expected


@pytest.mark.skipif(not workers.CAN_FORK, reason="workers are started anew here")
def test_workers_come_from_one_server_that_has_loaded_what_they_need():
    with WorkerPool(targets.tell_origin, n_workers=2) as pool:
        pool.start_early()
        events = list(pool.run([WorkItem((str(number),), (None,)) for number in range(6)]))
    servers = {event.value[0] for event in events if isinstance(event, YieldedValue)}
    assert len(servers) == 1
    assert servers != {os.getpid()}
    assert all(event.value[1] for event in events if isinstance(event, YieldedValue))


@pytest.mark.skipif(not workers.CAN_FORK, reason="workers are started anew here")
def test_a_server_that_does_not_answer_is_told_and_replaced(items, monkeypatch):
    workers.ensure_server()
    stuck = forkserver._forkserver._forkserver_pid
    os.kill(stuck, signal.SIGSTOP)
    monkeypatch.setattr(workers, "START_SECONDS", 0.1)
    with pytest.raises(NoWorkers, match="does not answer"):
        run(items(["a"]))
    monkeypatch.undo()

    assert texts(run(items(["a"]))) == ["a"]
    assert forkserver._forkserver._forkserver_pid != stuck


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="whether a process ended cannot be looked at here")
@pytest.mark.skipif(not workers.CAN_FORK, reason="workers are started anew here")
def test_a_server_that_is_dying_is_waited_for_and_replaced():
    workers.ensure_server()
    dying = forkserver._forkserver._forkserver_pid
    end = threading.Timer(0.2, os.kill, (dying, KILL))
    end.start()

    wait_for_dead_server(60)
    workers.ensure_server()

    end.join()
    assert forkserver._forkserver._forkserver_pid != dying


@pytest.mark.skipif(not workers.CAN_FORK, reason="workers are started anew here")
def test_workers_of_a_server_that_does_not_answer_can_be_ended(items, monkeypatch):
    with WorkerPool(targets.read_badly, None, limits=IMPATIENT) as pool:
        assert texts(list(pool.run(items(["a"])))) == ["a"]
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGSTOP)
        monkeypatch.setattr(workers, "START_SECONDS", 0.1)

    assert multiprocessing.active_children() == []


def test_where_nothing_can_be_forked_every_worker_is_started_anew(monkeypatch):
    monkeypatch.setattr(workers, "CAN_FORK", False)
    with WorkerPool(targets.tell_origin, n_workers=2) as pool:
        pool.start_early()
        events = list(pool.run([WorkItem((str(number),), (None,)) for number in range(6)]))
    assert {event.value[0] for event in events if isinstance(event, YieldedValue)} == {os.getpid()}
    assert sum(isinstance(event, FinishedItem) for event in events) == 6


def test_a_worker_does_not_hear_what_is_pressed_on_the_terminal_while_it_starts():
    with WorkerPool(targets.tell_blocked, n_workers=1) as pool:
        [told] = [event.value for event in pool.run([WorkItem(("x",), (None,))]) if isinstance(event, YieldedValue)]
    assert told
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def test_a_system_that_does_not_fork_needs_no_names_of_those_that_do() -> None:
    without = "import multiprocessing.context as c; del c.ForkContext, c.ForkServerContext; import app.library.workers"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}

    done = subprocess.run([sys.executable, "-c", without], env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
