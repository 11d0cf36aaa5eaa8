"""Check that the packaged program and the packaged `bayleaf-imap` contain nothing of each other.

    python packaging/apart.py dist/bayleaf dist/bayleaf-imap

`build.py` runs this after each build. It compares the names of all files, and of all modules in the archives that
PyInstaller puts into a program. Then `bayleaf-imap` runs its self-check.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from PyInstaller.archive.readers import CArchiveReader

OF_MAIL = re.compile(r"(bayleaf_imap|imapclient|imaplib|ssl|_ssl|keyring|secretstorage|jeepney|cryptography)\b")
OF_THE_PROGRAM = re.compile(r"(app|nbengine|resources|numpy|scipy|PySide6|shiboken6)\b")


class NotApart(Exception):
    """A file or module is in the wrong program."""


def check_apart(program: Path, mail: Path) -> str:
    """Return a report in one line. Raise `NotApart` if one program contains parts of the other."""
    for folder, foreign in ((program, OF_MAIL), (mail, OF_THE_PROGRAM)):
        wrong = sorted({name for name in module_names(folder) if foreign.match(name)})
        if wrong:
            raise NotApart(f"{folder.name} has {', '.join(wrong[:9])}")
    [executable] = [path for path in mail.iterdir() if path.stem == mail.name]
    done = subprocess.run([executable, "--self-check"], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode or not json.loads(done.stdout)["is_well"]:
        raise NotApart(f"{mail.name} --self-check: {done.stdout} {done.stderr}")
    return f"{program.name} and {mail.name} are apart; {done.stdout.strip()}"


def module_names(folder: Path) -> Iterator[str]:
    """Return the importable names of all modules and files of a packaged program."""
    for path in folder.rglob("*"):
        if path.is_file() and path.parent == folder and path.suffix in ("", ".exe"):
            yield from modules(path)
        elif path.parent != folder:
            yield path.relative_to(folder).as_posix().partition("/")[2].rpartition("lib-dynload/")[2]


def modules(program: Path) -> Iterator[str]:
    """Return the module names in a program's own archives."""
    archive = CArchiveReader(str(program))
    for name in archive.toc:
        if name.endswith(".pyz"):
            yield from archive.open_embedded_archive(name).toc


if __name__ == "__main__":
    print(check_apart(Path(sys.argv[1]), Path(sys.argv[2])))
