#!/usr/bin/env python3
"""Run, test, build and measure Bayleaf from a fresh clone; needs nothing but Python 3.11 or newer.

python3 packaging/dev.py run [FILES…]   start Bayleaf
python3 packaging/dev.py test [ARGS…]   lint, types, tests (ARGS go to pytest)
python3 packaging/dev.py build          the packaged program, in dist/ (--packages: its archive and Debian package too)
python3 packaging/dev.py verify [DIR]   verifies published packages: hashes, signature, contents
python3 packaging/dev.py wheel          the wheels and source archives of bayleaf and nbengine, in dist/
python3 packaging/dev.py engine [ARGS…] tests the engine's wheel in a fresh environment (ARGS go to pytest)
python3 packaging/dev.py docs [FOLDER]  the engine's documentation, in build/docs
python3 packaging/dev.py bench [NAME…]  all benchmarks, or some, with their tables
python3 packaging/dev.py cli ARGS…      the command line
python3 packaging/dev.py walk           walk through the real window, leaving pictures in walk/
python3 packaging/dev.py lock           work out the pinned dependencies anew (needs uv)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent))  # a person's PYTHONSAFEPATH would hide what lies beside this
from environment import LOCKS, PYTHON, ROOT, Trouble, ready_environment, repair, run_command, say
from system_packages import (
    QT_LIBRARIES,
    WALK_PROGRAMS,
    WINDOW_LIBRARIES,
    install_packages,
    missing_packages,
    shared_python,
)

if TYPE_CHECKING:
    from environment import Command
    from system_packages import Packages

OLDEST_PYTHON = (3, 11)
PLATFORMS = ("linux", "win32", "darwin")
BENCHMARK_TYPES = ("--package", "tests.benchmarks", "--platform", "linux", "--cache-dir", ".mypy_cache/benchmarks")
"""Options of mypy for the benchmarks. Most are never run by the tests, so a renamed function would be found only here.
Some use `os.fork` and the like, which typeshed has for Linux alone."""
ONE_PROCESS = ("-n", "--numprocesses", "--pdb", "--trace", "-s", "--capture", "--collect-only", "--co")
"""Options of pytest that do not work with several test processes, or that set their number."""


PATIENTLY = """
import os, subprocess, sys
if hasattr(os, "nice"):
    os.nice(10)
sys.exit(subprocess.call(sys.argv[1:]))
"""
"""Runs a command at low priority. Windows has no `nice`."""


def main(arguments: Sequence[str]) -> int:
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "run": run,
        "test": test,
        "build": build,
        "verify": verify,
        "wheel": wheel,
        "engine": engine,
        "docs": docs,
        "bench": bench,
        "cli": command_line,
        "walk": walk,
        "lock": lock,
    }
    if not arguments or arguments[0] not in commands:
        print(__doc__)
        return 0 if arguments and arguments[0] in ("-h", "--help", "help") else 2
    try:
        return commands[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(files: Sequence[str]) -> int:
    """Start the program with the given files."""
    if not has_display():
        raise Trouble(
            "there is no display to show a window on.\n"
            "The command line works without one:  python3 packaging/dev.py cli --help\n"
            "A virtual display (packages xvfb and xauth) does too:  xvfb-run -a python3 packaging/dev.py run"
        )
    return start_module(["app", *files], {**QT_LIBRARIES, **WINDOW_LIBRARIES})


def command_line(arguments: Sequence[str]) -> int:
    """Start bayleaf-cli. Nothing else is printed."""
    return start_module(["app.cli", *arguments])


def start_module(module: Sequence[str], libraries: Packages | None = None) -> int:
    """Start a module. If it fails because files of the environment are missing, repair that and start it once more."""
    prepare("run", libraries)
    status = run_command([PYTHON, "-m", *module])
    if status == 1 and repair():
        prepare("run", libraries)
        status = run_command([PYTHON, "-m", *module])
    return status


def test(arguments: Sequence[str]) -> int:
    """Run lint, type checks and tests.

    All are run; the exit status is that of the first that fails.

    The type checks run at low priority beside the tests. Their results are printed at the end.
    """
    prepare("dev", QT_LIBRARIES)
    say("Lint; then the tests, with how far they are on the right; then types, as Linux, Windows and macOS see them.")
    lint: list[Command] = [[PYTHON, "-m", "ruff", "check", "."], [PYTHON, "-m", "ruff", "format", "--check", "."]]
    types: list[Command] = [
        [PYTHON, "-m", "mypy", "--platform", platform, *cache_option(platform)] for platform in PLATFORMS
    ]
    types.append([PYTHON, "-m", "mypy", *BENCHMARK_TYPES])
    results = wait_for(lint, start_commands(lint))
    patient = start_commands([[PYTHON, "-c", PATIENTLY, *command] for command in types])
    tests = run_command([PYTHON, "-m", "pytest", *parallel_options(arguments), *arguments], folder=ROOT)
    results += [*wait_for(types, patient), tests]
    return next((result for result in results if result), 0)


def start_commands(commands: Sequence[Command]) -> list[subprocess.Popen[bytes]]:
    """Start commands side by side. Their output is collected."""
    return [
        subprocess.Popen([str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for command in commands
    ]


def wait_for(commands: Sequence[Command], running: Sequence[subprocess.Popen[bytes]]) -> list[int]:
    """Wait for commands and print their output in order; return the exit statuses."""
    for command, process in zip(commands, running, strict=True):
        said, _ = process.communicate()
        print("$", " ".join(str(part) for part in command[2:]), flush=True)
        sys.stdout.buffer.write(said)
        sys.stdout.flush()
    return [process.returncode for process in running]


def parallel_options(arguments: Sequence[str]) -> list[str]:
    """Return pytest's options for one process per core plus one, because some tests wait for other processes.

    Empty if the given arguments need a single process.
    """
    is_alone = any(argument.startswith(ONE_PROCESS) for argument in arguments)
    return [] if is_alone else ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]


def cache_option(platform: str) -> list[str]:
    """Return mypy's option for a separate cache of another system. Systems would overwrite each other's results."""
    return [] if platform == sys.platform else ["--cache-dir", f".mypy_cache/{platform}"]


def build(arguments: Sequence[str]) -> int:
    """Build the packaged program in dist/bayleaf; --packages adds the published files."""
    # Its window's libraries go into the package, Python's own too, and objdump tells which those need.
    prepare("dev", {**QT_LIBRARIES, **WINDOW_LIBRARIES, **shared_python()}, {"objdump": "binutils"})
    return run_command([PYTHON, ROOT / "packaging" / "build.py", *arguments], folder=ROOT)


def verify(arguments: Sequence[str]) -> int:
    """Verify published packages; needs nothing but this Python, unless they are built again."""
    return run_command([sys.executable, ROOT / "packaging" / "verify.py", *arguments])


def wheel(_arguments: Sequence[str]) -> int:
    """Build wheels and source archives of the program and of the engine, and the wheel of `bayleaf-imap`."""
    prepare("dev")
    return run_command([PYTHON, ROOT / "packaging" / "backend" / "bayleaf_build.py"], folder=ROOT)


def engine(arguments: Sequence[str]) -> int:
    """Install the engine's wheel into a fresh environment, and run its tests there."""
    prepare("dev")
    return run_command([PYTHON, ROOT / "packaging" / "engine_alone.py", *arguments], folder=ROOT)


def docs(arguments: Sequence[str]) -> int:
    """Build the engine's documentation as static pages."""
    prepare("dev")
    program = ROOT / "packaging" / "docs" / "build_docs.py"
    return run_command([PYTHON, program, *map(os.path.abspath, arguments)], folder=ROOT)


def bench(names: Sequence[str]) -> int:
    """Run the benchmarks of tests/benchmarks, all or those named, one process each."""
    prepare("dev", QT_LIBRARIES)
    folder = ROOT / "tests" / "benchmarks"
    known = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise Trouble(f"no benchmark is called {', '.join(unknown)}; there are: {', '.join(known)}.")
    results = [run_command([PYTHON, "-m", f"tests.benchmarks.{name}"], folder=ROOT) for name in names or known]
    return next((result for result in results if result), 0)


def walk(arguments: Sequence[str]) -> int:
    """Drive the real window by mouse and keys on a virtual display, and save pictures."""
    prepare("dev", {**QT_LIBRARIES, **WINDOW_LIBRARIES}, WALK_PROGRAMS)
    return run_command([PYTHON, "-m", "tests.walk", *arguments], folder=ROOT)


def lock(_arguments: Sequence[str]) -> int:
    """Pin all dependencies with their hashes, for all systems. Workers of a cluster get the versions tested here."""
    uv = shutil.which("uv")
    if uv is None:
        raise Trouble("pinning needs uv: pipx install uv, then again.")
    dev = ["--extra", "window", "--extra", "dev", "--extra", "cluster"]
    elsewhere = [part for name in ("sklearn", "onnx", "notebook", "elsewhere") for part in ("--extra", name)]
    lowest, worker, others = (
        ROOT / "packaging" / f"requirements-{name}.txt" for name in ("lowest", "cluster", "elsewhere")
    )
    asked: list[Command] = [
        ["--extra", "window", "-o", LOCKS["run"]],
        [*dev, "--constraint", LOCKS["run"], "-o", LOCKS["dev"]],
        ["--extra", "cluster", "--constraint", LOCKS["dev"], "-o", worker],
        [*elsewhere, "--constraint", LOCKS["dev"], "-o", others],
        [*dev, "--resolution", "lowest-direct", "-o", lowest],
    ]
    wait_for = ["--upgrade", "--universal", "--python-version", "3.11", "--generate-hashes", "--quiet"]
    wait_for += ["--no-emit-index-url", "--no-header", "--no-annotate", "--no-emit-package", "nbengine"]
    jobs: list[Command] = [[uv, "pip", "compile", "pyproject.toml", *wait_for, *job] for job in asked]
    return next((result for result in (run_command(job, folder=ROOT) for job in jobs) if result), 0)


def prepare(kind: str, libraries: Packages | None = None, programs: Packages | None = None) -> None:
    """Check the system's packages, and make the virtual environment with the pinned packages.

    Takes a few milliseconds if everything is there. All missing system packages are named at once, before any
    download.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise Trouble(f"Bayleaf needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    missing = missing_packages(libraries or {}, programs or {})
    if missing:
        install_packages(missing)
    ready_environment(kind)


def has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
