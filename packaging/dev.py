#!/usr/bin/env python3
"""Run, test, build and measure Bayleaf from a fresh clone; needs nothing but Python 3.11 or newer.

python3 packaging/dev.py run [FILES…]   start Bayleaf
python3 packaging/dev.py test [ARGS…]   lint, types, tests (ARGS go to pytest)
python3 packaging/dev.py build          the packaged program, in dist/ (--packages: its archive and Debian package too)
python3 packaging/dev.py bench [NAME…]  all benchmarks, or some, with their tables
python3 packaging/dev.py cli ARGS…      the command line
python3 packaging/dev.py walk           walk through the real window, leaving pictures in walk/
python3 packaging/dev.py lock           work out the pinned dependencies anew (needs uv)
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Packages = dict[str, str]  # a library or program, and the package of Debian that it is in
    Command = Sequence[str | Path]  # not for older Pythons, which are to read as far as the sentence about them

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"run": ROOT / "packaging" / "requirements.txt", "dev": ROOT / "packaging" / "requirements-dev.txt"}
OLDEST_PYTHON = (3, 11)
PLATFORMS = ("linux", "win32", "darwin")

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb-randr.so.0": "libxcb-randr0",
}
WALK_PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "openbox": "openbox",
    "xprop": "x11-utils",
}


class Trouble(Exception):
    """Something the person has to see to; the message says what."""


def main(arguments: Sequence[str]) -> int:
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "run": run,
        "test": test,
        "build": build,
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
    """Start the program, given files and all."""
    if not has_display():
        raise Trouble(
            "there is no display to show a window on.\n"
            "The command line works without one:  python3 packaging/dev.py cli --help\n"
            "A virtual display (packages xvfb and xauth) does too:  xvfb-run -a python3 packaging/dev.py run"
        )
    prepare("run", {**QT_LIBRARIES, **WINDOW_LIBRARIES})
    return called([PYTHON, "-m", "app", *files])


def command_line(arguments: Sequence[str]) -> int:
    """Start bayleaf-cli; only it speaks, on both streams."""
    prepare("run")
    return called([PYTHON, "-m", "app.cli", *arguments])


def test(arguments: Sequence[str]) -> int:
    """Lint, types and tests; the first that fails decides the exit status, but all are run."""
    prepare("dev", QT_LIBRARIES)
    checks: list[Command] = [
        [PYTHON, "-m", "ruff", "check", "."],
        [PYTHON, "-m", "ruff", "format", "--check", "."],
        *([PYTHON, "-m", "mypy", "--platform", platform, *own_cache(platform)] for platform in PLATFORMS),
        [PYTHON, "-m", "pytest", *arguments],
    ]
    results = [called(check, folder=ROOT) for check in checks]
    return next((result for result in results if result), 0)


def own_cache(platform: str) -> list[str]:
    """Keep what was found for another system apart: it would replace what was found for this one."""
    return [] if platform == sys.platform else ["--cache-dir", f".mypy_cache/{platform}"]


def build(arguments: Sequence[str]) -> int:
    """Make the packaged program in dist/bayleaf; --packages adds what is given away."""
    # Its window's libraries go into the package, Python's own too, and objdump tells which those need.
    prepare("dev", {**QT_LIBRARIES, **WINDOW_LIBRARIES, **shared_python()}, {"objdump": "binutils"})
    return called([PYTHON, ROOT / "packaging" / "build.py", *arguments], folder=ROOT)


def bench(names: Sequence[str]) -> int:
    """Run the benchmarks of tests/benchmarks, all or those named, one process each."""
    prepare("dev", QT_LIBRARIES)
    folder = ROOT / "tests" / "benchmarks"
    known = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise Trouble(f"no benchmark is called {', '.join(unknown)}; there are: {', '.join(known)}.")
    results = [called([PYTHON, "-m", f"tests.benchmarks.{name}"], folder=ROOT) for name in names or known]
    return next((result for result in results if result), 0)


def walk(arguments: Sequence[str]) -> int:
    """Drive the real window by mouse and keys on a virtual display, taking pictures."""
    prepare("dev", {**QT_LIBRARIES, **WINDOW_LIBRARIES}, WALK_PROGRAMS)
    return called([PYTHON, "-m", "tests.walk", *arguments], folder=ROOT)


def lock(_arguments: Sequence[str]) -> int:
    """Pin every dependency with its hashes, for all systems at once."""
    uv = shutil.which("uv")
    if uv is None:
        raise Trouble("pinning needs uv: pipx install uv, then again.")
    common: list[str | Path] = [
        uv,
        "pip",
        "compile",
        "pyproject.toml",
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
    ]
    common += ["--no-emit-index-url", "--no-header", "--no-annotate", "--quiet"]
    lowest = ROOT / "packaging" / "requirements-lowest.txt"
    dev = ["--extra", "dev", "--extra", "cluster"]
    jobs: list[Command] = [
        [*common, "--upgrade", "-o", LOCKS["run"]],
        [*common, "--upgrade", *dev, "--constraint", LOCKS["run"], "-o", LOCKS["dev"]],
        [*common, "--upgrade", *dev, "--resolution", "lowest-direct", "-o", lowest],
    ]
    return next((result for result in (called(job, folder=ROOT) for job in jobs) if result), 0)


def prepare(kind: str, libraries: Packages | None = None, programs: Packages | None = None) -> None:
    """Have what the system must bring, and a virtual environment with the pinned packages.

    A few milliseconds when all is there. All that the system lacks is said at once, before anything is fetched.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise Trouble(f"Bayleaf needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    missing = missing_packages(libraries or {}, programs or {})
    if missing:
        install_packages(missing)
    wanted = stamp_of(LOCKS[kind])
    # What is good for development is good for running.
    stamps = {stamp_file("dev"), stamp_file(kind)}
    if any(stamp.exists() and stamp.read_text() == stamp_of(LOCKS[stamp.suffix[1:]]) for stamp in stamps):
        return
    make_environment()
    say("Installing the pinned dependencies; this happens once.")
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
    ]
    if called([*pip, "--only-binary", ":all:", "-r", LOCKS[kind]], to_stderr=True):
        say("Some package has no ready-made build for this Python; trying to build it.")
        if called([*pip, "-r", LOCKS[kind]], to_stderr=True):
            raise Trouble("the dependencies could not be installed; the lines above say why.")
    link_project()
    stamp_file(kind).write_text(wanted)


def make_environment() -> None:
    """Make .venv, or make it anew when its Python is gone or it was only half made."""
    if PYTHON.exists() and called([PYTHON, "-c", "import pip"], quiet=True) == 0:
        return
    say("Making a virtual environment in .venv.")
    if called([sys.executable, "-m", "venv", "--clear", ENVIRONMENT]):
        raise Trouble("the virtual environment could not be made; the lines above say why.")


def link_project() -> None:
    """Let the environment find the project from any folder, workers included."""
    found = subprocess.run(
        [PYTHON, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
        capture_output=True,
        text=True,
        check=True,
    )
    Path(found.stdout.strip(), "bayleaf-project.pth").write_text(f"{ROOT}\n", encoding="utf-8")


def stamp_file(kind: str) -> Path:
    return ENVIRONMENT / f"installed.{kind}"


def stamp_of(lock_file: Path) -> str:
    python = f"{ROOT} {sys.version_info.major}.{sys.version_info.minor}"
    return hashlib.sha256(python.encode() + lock_file.read_bytes()).hexdigest()


def missing_packages(libraries: Packages, programs: Packages) -> list[str]:
    """What Linux lacks, by the names that Debian has for it."""
    if not sys.platform.startswith("linux"):
        return []
    known = known_libraries() if libraries else ""
    missing = [package for library, package in libraries.items() if library not in known]
    missing += [package for program, package in programs.items() if shutil.which(program) is None]
    # Debian's Python comes without what makes environments.
    if not PYTHON.exists() and importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    return missing


def shared_python() -> dict[str, str]:
    """Python's own library, which Debian keeps in a package apart."""
    library = sysconfig.get_config_var("INSTSONAME") or ""
    if ".so" not in library or Path(sysconfig.get_config_var("LIBDIR"), library).exists():
        return {}
    return {library: f"libpython{sys.version_info.major}.{sys.version_info.minor}"}


def known_libraries() -> str:
    """What the dynamic linker can find, as one text to search in."""
    ldconfig = shutil.which("ldconfig") or "/sbin/ldconfig"
    if not Path(ldconfig).exists():
        return " ".join([*QT_LIBRARIES, *WINDOW_LIBRARIES])  # no glibc's tool, no way to tell: let Qt speak
    return subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout


def install_packages(packages: list[str]) -> None:
    """Install Debian packages where that is allowed without asking; otherwise say the one command."""
    command = "apt-get install -y --no-install-recommends " + " ".join(packages)
    if shutil.which("apt-get") is None:
        raise Trouble(f"some system packages are missing; install what your system calls: {' '.join(packages)}")
    prefix = administrator()
    if prefix is None:
        raise Trouble(f"some system packages are missing. Run this once, then again:\n  sudo {command}")
    say(f"Installing system packages: {' '.join(packages)}")
    quietly = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]  # sudo forgets what it was called with
    called([*quietly, "apt-get", "update", "-qq"], to_stderr=True)  # where that fails, the lists of yesterday may do
    # Its word is taken for it: a later release may have another name for what it installs.
    if called([*quietly, *command.split(), "-qq"], to_stderr=True):
        raise Trouble(
            f"the system packages could not be installed; the lines above say why. The command was:\n  {command}"
        )


def administrator() -> list[str] | None:
    """What to put before a command that needs an administrator; None where one would have to ask."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and called(["sudo", "-n", "true"], quiet=True) == 0:
        return ["sudo", "-n"]
    return None


def has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    wanted = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in wanted)


def called(command: Command, *, folder: Path | None = None, quiet: bool = False, to_stderr: bool = False) -> int:
    """Run a command and return its exit status."""
    out = subprocess.DEVNULL if quiet else (sys.stderr if to_stderr else None)
    silence = subprocess.DEVNULL if quiet else None
    return subprocess.run(
        [str(part) for part in command], cwd=folder, stdout=out, stderr=silence, check=False
    ).returncode


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
