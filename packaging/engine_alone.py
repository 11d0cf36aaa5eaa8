"""Test the distribution `nbengine` as its users install it: from the wheel, without the source.

The source archive is built, and the wheel is built from the archive. The wheel is installed into a new environment,
build/engine, with NumPy, SciPy and the test dependencies in the pinned versions. The tests come from the archive and
run in another folder, so that they import the installed package. `dev.py engine` runs this; its arguments go to
pytest.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

from environment import LOCKS, ROOT

HERE = ROOT / "build" / "engine"
ENGINE = ROOT / "packaging" / "engine"
PYTHON = HERE / ("venv/Scripts/python.exe" if sys.platform == "win32" else "venv/bin/python")
NEEDED = ("numpy", "scipy", "pytest", "pytest-timeout", "hypothesis", "scikit-learn", "array-api-strict")
LANGUAGES = ("PyStemmer", "stopwordsiso")


def main(arguments: Sequence[str]) -> int:
    shutil.rmtree(HERE, ignore_errors=True)
    source = unpack(build(ENGINE, "build_sdist"))
    wheel = build(source, "build_wheel")
    venv.create(HERE / "venv", with_pip=True)
    lock = HERE / "requirements.txt"
    lock.write_text("".join(pinned_entries({*closure(NEEDED), *closure(LANGUAGES)})), encoding="utf-8")
    pip("install", "--require-hashes", "--only-binary", ":all:", "-r", lock)
    pip("install", "--no-deps", wheel)
    pip("check")
    return subprocess.run([PYTHON, "-m", "pytest", *arguments], cwd=folder_of_tests(source), check=False).returncode


def build(project: Path, hook: str) -> Path:
    """Call a hook of the build backend in a separate process, as an installer does."""
    program = f"import nbengine_build; print(nbengine_build.{hook}({str(HERE)!r}))"
    HERE.mkdir(parents=True, exist_ok=True)
    run = subprocess.run([sys.executable, "-c", program], cwd=project, stdout=subprocess.PIPE, text=True, check=True)
    return HERE / run.stdout.splitlines()[-1]


def unpack(archive: Path) -> Path:
    with tarfile.open(archive) as file:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        file.extractall(HERE, **safely)
    return HERE / archive.name.removesuffix(".tar.gz")


def folder_of_tests(source: Path) -> Path:
    folder = HERE / "tested"
    folder.mkdir()
    shutil.copytree(source / "tests", folder / "tests")
    shutil.copyfile(source / "pyproject.toml", folder / "pyproject.toml")
    return folder


def closure(names: Iterable[str]) -> Iterator[str]:
    """Yield the packages with all their dependencies, as installed in this environment."""
    waiting, seen = list(names), set()
    while waiting:
        name = canonical(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # needed by other systems or Pythons
            continue
        yield name
        waiting += [need for line in needs if "extra ==" not in line for need in re.findall(r"^[\w.-]+", line)]


def pinned_entries(names: set[str]) -> list[str]:
    """Return the entries of these packages in the list of pinned versions, with their hashes."""
    entries = re.split(r"^(?=\S)", LOCKS["dev"].read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [entry for entry in entries if canonical(entry.partition("==")[0]) in names]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pip(*arguments: str | Path) -> None:
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *map(str, arguments), "--quiet"]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
