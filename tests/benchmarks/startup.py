"""Time until the window shows: the packaged program and the source one, against bare Qt windows.

python -m tests.benchmarks.startup [--times 11]

A program is started, and one pixel of a virtual display is watched until it has been painted; of Bayleaf, then a strip
of the first page, which follows when the window shows, until something stands in it. What is compared with is the least
that a window in Python can be: an empty QMainWindow, packaged in the same way (in build/bare, at the first run). All
are started in turn, so that a busy machine is busy for all; the first round is thrown away, and leaves the bytecode
behind that any second start finds. Needs Xvfb, and for the packaged program `python3 packaging/dev.py build`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QImage, QScreen

if sys.platform != "win32":
    import resource

ROOT = Path(__file__).parents[2]
BARE = ROOT / "build" / "bare"
BARE_PROGRAM = """\
import sys
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication(sys.argv)
window = QMainWindow()
window.resize(1180, 760)
window.show()
sys.exit(application.exec())
"""
PIXEL = (500, 300)
STRIP = (200, 40, 800, 400)
"""Of the screen: where the first page has its title and its table."""
PATIENCE_S = 60.0
Times = dict[str, list[tuple[float, float, float]]]
"""For each program, seconds by the clock to the window and to its page, and seconds of processor time."""
POLL_S = 0.002


def main() -> None:
    """Start everything in turn, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=11)
    options = parser.parse_args()
    if not os.environ.get("DISPLAY"):
        run_on_a_virtual_display()
        return
    os.environ.pop("QT_QPA_PLATFORM", None)
    application = QGuiApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as home:
        print_table(measured(programs(), options.times, application.primaryScreen(), Path(home)))


def run_on_a_virtual_display() -> None:
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x900x24", sys.executable, "-m", "tests.benchmarks.startup"]
    subprocess.run([*command, *sys.argv[1:]], cwd=ROOT, check=True)


def programs() -> dict[str, list[str]]:
    """Return the programs to start, by their names in the table."""
    script = BARE / "bare.py"
    BARE.mkdir(parents=True, exist_ok=True)
    script.write_text(BARE_PROGRAM, encoding="utf-8")
    found = {
        "bare window, source": [sys.executable, str(script)],
        "Bayleaf, source": [sys.executable, "-m", "app"],
    }
    packaged = ROOT / "dist" / "bayleaf" / "bayleaf"
    if packaged.exists():
        found["bare window, packaged"] = [str(packaged_bare(script))]
        found["Bayleaf, packaged"] = [str(packaged)]
    return found


def packaged_bare(script: Path) -> Path:
    program = BARE / "dist" / "bare" / "bare"
    if not program.exists():
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath"]
        command += [str(BARE / "dist"), "--workpath", str(BARE / "work"), "--specpath", str(BARE), str(script)]
        subprocess.run(command, check=True)
    return program


def measured(commands: dict[str, list[str]], times: int, screen: QScreen, home: Path) -> Times:
    seconds: Times = {name: [] for name in commands}
    for round_number in range(times + 1):
        for name, command in commands.items():
            before_s = cpu_s()
            shown_s, page_s = seconds_to_show(command, screen, home, has_page="Bayleaf" in name)
            if round_number:
                seconds[name].append((shown_s, page_s, cpu_s() - before_s))
    return seconds


def seconds_to_show(command: list[str], screen: QScreen, home: Path, *, has_page: bool) -> tuple[float, float]:
    """From the start of the process to the first painted pixel, and to the page; a bare window has none."""
    told = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    told.pop("PYTHONDONTWRITEBYTECODE", None)
    while is_painted(screen):
        time.sleep(POLL_S)
    began_s = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, env=told)
    try:
        wait_until(lambda: is_painted(screen), command)
        shown_s = time.perf_counter() - began_s
        if has_page:
            wait_until(lambda: is_filled(screen), command)
        return shown_s, time.perf_counter() - began_s
    finally:
        process.terminate()
        process.wait()


def wait_until(is_so: Callable[[], bool], command: list[str]) -> None:
    began_s = time.perf_counter()
    while not is_so():
        if time.perf_counter() - began_s > PATIENCE_S:
            raise SystemExit(f"{command[0]} never showed a window")
        time.sleep(POLL_S)


def cpu_s() -> float:
    """Processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def is_painted(screen: QScreen) -> bool:
    return screen.grabWindow(0, *PIXEL, 1, 1).toImage().pixelColor(0, 0).lightness() > 0


def is_filled(screen: QScreen) -> bool:
    """Return whether the strip is of more than one colour."""
    image = screen.grabWindow(0, *STRIP).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return len(set(bytes(image.constBits()))) > 1


def print_table(seconds: Times) -> None:
    print(f"seconds to the first painted pixel; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':24}{'median':>8}{'least':>8}{'most':>8}{'its page':>11}{'processor':>11}")
    for name, taken in seconds.items():
        clock, page, processor = zip(*taken, strict=True)
        told = (statistics.median(clock), min(clock), max(clock))
        rest = (statistics.median(page), statistics.median(processor))
        print(f"{name:24}" + "".join(f"{each:8.3f}" for each in told) + "".join(f"{each:11.3f}" for each in rest))
    for kind in ("source", "packaged"):
        if f"Bayleaf, {kind}" in seconds:
            ours, bare = (median_clock(seconds[f"{name}, {kind}"]) for name in ("Bayleaf", "bare window"))
            print(f"Bayleaf takes {ours / bare:.2f} times as long as a bare window, {kind}")


def median_clock(taken: list[tuple[float, float, float]]) -> float:
    return statistics.median(shown_s for shown_s, *_ in taken)


if __name__ == "__main__":
    if shutil.which("xvfb-run") is None:
        sys.exit("this needs xvfb-run (package xvfb)")
    main()
