#!/usr/bin/env python3
"""Make the files of resources/fonts from a release of Inter: the weights that are used, in Europe's scripts.

python3 packaging/fonts.py FOLDER       where FOLDER holds Inter-Regular.woff2, -Medium and -SemiBold

It needs fontTools with brotli. Letters that are left out come from the system's fonts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "resources" / "fonts"
WEIGHTS = ("Regular", "Medium", "SemiBold")
LETTERS = (
    "U+0000-024F,U+0259,U+02B0-02FF,U+0300-036F,U+0370-03FF,U+0400-04FF,U+1E00-1EFF,U+2000-209F,U+20A0-20BF,"
    "U+2100-218F,U+2190-21FF,U+2200-22FF,U+2300-23FF,U+25A0-25FF,U+2713,U+FB01,U+FB02,U+FFFD"
)
FEATURES = "kern,tnum,ccmp,locl,mark,mkmk,calt,case,frac,subs,sups"


def main(arguments: list[str]) -> int:
    """Make each weight."""
    [source] = map(Path, arguments)
    with tempfile.TemporaryDirectory() as folder:
        for weight in WEIGHTS:
            whole = Path(folder, f"Inter-{weight}.ttf")
            run("fontTools.ttLib.woff2", "decompress", "-o", str(whole), str(source / f"Inter-{weight}.woff2"))
            target = TARGET / whole.name
            options = (f"--unicodes={LETTERS}", f"--layout-features={FEATURES}", "--no-hinting", "--name-IDs=*")
            run("fontTools.subset", str(whole), *options, "--notdef-outline", f"--output-file={target}")
    return 0


def run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
