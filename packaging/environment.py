"""The virtual environment in .venv: made from pinned packages, recognised by a stamp file, repaired if it is damaged.

Packages are installed with uv if it is there, which takes seconds instead of minutes, and with pip otherwise. Once the
environment is made, nothing here uses the network.
"""

from __future__ import annotations

import csv
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Command = Sequence[str | Path]  # not for older Pythons, which are to read as far as the sentence about them

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"run": ROOT / "packaging" / "requirements.txt", "dev": ROOT / "packaging" / "requirements-dev.txt"}
WIDTH = 60


class Trouble(Exception):
    """A problem that the person has to solve; the message says how."""


def ready_environment(kind: str) -> None:
    """Make sure that .venv has the pinned packages. Takes a few milliseconds if it has."""
    if is_ready(kind):
        return
    if ENVIRONMENT.is_symlink():  # making it anew would empty what others use
        raise Trouble(f".venv is a link to {ENVIRONMENT.resolve()}, which is not touched: bring that up to date there.")
    uv = shutil.which("uv")
    make_environment(with_pip=uv is None)
    n_packages = len(pinned_names(LOCKS[kind]))
    say(f"Installing {n_packages} pinned packages{' with uv' if uv else ''}; this happens once.")
    if (uv is None or not install_with_uv(uv, kind)) and not install_with_pip(kind, n_packages):
        raise Trouble("the dependencies could not be installed; the lines above say why.")
    link_project()
    stamp_file(kind).write_text(
        "\n".join([stamp_of(LOCKS[kind]), *(each.name for each in metadata_folders())]), "utf-8"
    )
    say("All packages are installed.")


def is_ready(kind: str) -> bool:
    """Return whether the environment has the pinned packages.

    An environment for development is also good for running.
    """
    return PYTHON.exists() and any(is_stamp_true(stamp_file(each)) for each in dict.fromkeys(("dev", kind)))


def is_stamp_true(stamp: Path) -> bool:
    if not stamp.exists():
        return False
    stamp_text, *names = stamp.read_text("utf-8").splitlines()
    folder = packages_folder()
    is_all_there = folder is not None and all((folder / name / "RECORD").exists() for name in names)
    return is_all_there and stamp_text == stamp_of(LOCKS[stamp.suffix[1:]])


def make_environment(*, with_pip: bool) -> None:
    """Make .venv. It is made again if its Python is missing or it is incomplete."""
    wanted = "import pip" if with_pip else "import encodings"
    if PYTHON.exists() and succeeds([PYTHON, "-c", wanted]) and not damaged_packages():
        return
    say(f"Making a virtual environment in .venv{' anew' if ENVIRONMENT.exists() else ''}.")
    how = [] if with_pip else ["--without-pip"]
    if run_command([sys.executable, "-m", "venv", "--clear", *how, ENVIRONMENT]):
        raise Trouble(
            "the virtual environment could not be made; the lines above say why. If .venv is in the way, delete it."
        )


def install_with_uv(uv: str, kind: str) -> bool:
    command = [uv, "pip", "install", "--python", PYTHON, "--require-hashes", "--only-binary", ":all:"]
    if run_command([*command, "-r", LOCKS[kind]], to_stderr=True) == 0:
        return True
    say("uv could not install them; trying with pip.")
    make_environment(with_pip=True)
    return False


def install_with_pip(kind: str, n_packages: int) -> bool:
    """Install with pip, and print the name of each package; pip itself prints nothing or far too much."""
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]
    pip += ["--require-hashes", "-r", LOCKS[kind]]
    if run_with_progress([*pip, "--only-binary", ":all:"], n_packages):
        return True
    say("Some package has no ready-made build for this Python; trying to build it.")
    return run_with_progress(pip, n_packages)


def run_with_progress(command: Command, n_packages: int) -> bool:
    """Run pip with progress; return whether it succeeded."""
    words = [str(part) for part in command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, errors="replace") as pip:
        assert pip.stdout is not None
        for sentence in progress(pip.stdout, n_packages):
            show(sentence)
    show("", is_last=True)
    return pip.returncode == 0


def progress(lines: Iterator[str], n_packages: int) -> Iterator[str]:
    """Yield a sentence for each package in pip's output, and one for the long installation at the end."""
    n_seen = 0
    for line in lines:
        found = re.match(r"Collecting ([\w.-]+)", line)
        if found:
            n_seen += 1
            yield f"  fetching {found[1]}, {n_seen} of {max(n_seen, n_packages)}"
        elif line.startswith("Installing collected packages"):
            yield "  unpacking all of them; this is the longer half"


def show(sentence: str, *, is_last: bool = False) -> None:
    """Print a sentence over the last one on a terminal, or on a line of its own in a log."""
    if sys.stderr.isatty():
        print(f"\r{sentence:<{WIDTH}}", end="\r" if is_last else "", file=sys.stderr, flush=True)
    elif sentence:
        say(sentence)


def pinned_names(lock: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", lock.read_text("utf-8"), re.MULTILINE))


def packages_folder() -> Path | None:
    """Return the environment's site-packages folder.

    Starting Python to ask for it would take longer than everything else.
    """
    return next(iter([*ENVIRONMENT.glob("lib/python3.*/site-packages"), *ENVIRONMENT.glob("Lib/site-packages")]), None)


def metadata_folders() -> list[Path]:
    """Return the metadata folders of the installed packages."""
    folder = packages_folder()
    return sorted(folder.glob("*.dist-info")) if folder is not None else []


def damaged_packages() -> list[str]:
    """Return the names of packages with a missing file or a file of the wrong size."""
    return [folder.name.split("-")[0] for folder in metadata_folders() if not is_whole(folder)]


def is_whole(folder: Path) -> bool:
    try:
        with (folder / "RECORD").open(encoding="utf-8", newline="") as record:
            return all(has_recorded_size(folder.parent / path, size) for path, _, size in csv.reader(record))
    except (OSError, ValueError):
        return False


def has_recorded_size(path: Path, size: str) -> bool:
    """Return whether a file has the recorded size. Compiled files and installers' own files have none."""
    return not size or path.stat().st_size == int(size)


def repair() -> bool:
    """Delete an environment with missing files; return whether it was deleted."""
    damaged = damaged_packages()
    if damaged:
        say(f"The environment in .venv is damaged ({', '.join(damaged[:3])}); it is made anew.")
        for kind in LOCKS:
            stamp_file(kind).unlink(missing_ok=True)
    return bool(damaged)


def link_project() -> None:
    """Make the project importable from any folder, also for worker processes."""
    folder = packages_folder()
    assert folder is not None
    (folder / "bayleaf-project.pth").write_text(f"{ROOT}\n", encoding="utf-8")


def stamp_file(kind: str) -> Path:
    return ENVIRONMENT / f"installed.{kind}"


def stamp_of(lock_file: Path) -> str:
    python = f"{ROOT} {sys.version_info.major}.{sys.version_info.minor}"
    return hashlib.sha256(python.encode() + lock_file.read_bytes()).hexdigest()


def run_command(command: Command, *, folder: Path | None = None, to_stderr: bool = False) -> int:
    """Run a command and return its exit status."""
    out = sys.stderr if to_stderr else None
    return subprocess.run([str(part) for part in command], cwd=folder, stdout=out, check=False).returncode


def succeeds(command: Command) -> bool:
    """Return whether a command succeeds; its output is discarded."""
    try:
        done = subprocess.run(
            [str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
