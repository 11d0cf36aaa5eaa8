"""Build the packaged program in dist/bayleaf; with --packages also the archives, the Debian package and their hashes.

`bayleaf-imap` is built separately, in dist/bayleaf-imap, and the build checks that the program contains nothing of it.
`dev.py build` runs this in the project's virtual environment.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # icons are drawn without a display

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import apart
import debian
import icons

from app.library.thunderbird import write_extension

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PROGRAM, MAIL = DIST / "bayleaf", DIST / "bayleaf-imap"
ICONS = ROOT / "build" / "icons"


def main(arguments: list[str]) -> int:
    settle_environment()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    icons.write(ICONS)
    for program in (PROGRAM, MAIL):
        freeze(program.name)
        print(f"dist/{program.name}: {size_mb(program):.0f} MB unpacked")
    print(apart.check_apart(PROGRAM, MAIL))
    write_extension(DIST / "bayleaf-thunderbird.xpi")
    if "--packages" in arguments:
        make_packages(version)
    return 0


def settle_environment() -> None:
    """Set the environment variables that make builds reproducible."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(commit_time()))
    os.environ["PYTHONHASHSEED"] = "0"  # or sets would be written down in another order each time


def commit_time() -> int:
    """Return the time of the last commit, which every file in the packages gets; seconds since 1970."""
    output = ""
    if shutil.which("git"):  # an archive of the source may be built where there is none
        command = ["git", "log", "-1", "--format=%ct"]
        output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return int(output) if output.isdigit() else int((ROOT / "pyproject.toml").stat().st_mtime)


def freeze(name: str) -> None:
    """Build one program with PyInstaller."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", str(DIST)]
    command += ["--workpath", str(ROOT / "build" / "pyinstaller"), str(ROOT / "packaging" / f"{name}.spec")]
    subprocess.run(command, cwd=ROOT, check=True)


def make_packages(version: str) -> None:
    """Write the archives, the Debian package and `SHA256SUMS`."""
    packages = [make_archive(version, program) for program in (PROGRAM, MAIL)]
    if shutil.which("dpkg-deb"):
        packages.append(debian.build(PROGRAM, ICONS, DIST, version))
    for path in packages:
        print(f"dist/{path.name}: {path.stat().st_size / 1e6:.0f} MB")
    published = [*packages, *sorted(DIST.glob("*-sbom.cdx.json"))]
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in published]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")


def make_archive(version: str, program: Path) -> Path:
    """Pack a program. `bayleaf-imap` unpacks into the same folder, beside the program."""
    path = DIST / f"{program.name}-{version}-{platform.system().lower()}-{platform.machine()}.tar.xz"
    with tempfile.TemporaryFile() as plain:
        with tarfile.open(fileobj=plain, mode="w") as archive:
            for source in [program, *sorted(program.rglob("*"))]:
                name = Path(f"bayleaf-{version}", source.relative_to(program)).as_posix()
                archive.add(source, arcname=name, recursive=False, filter=remove_owner_and_time)
        plain.seek(0)
        with path.open("wb") as packed:
            compress_in_pieces(plain, packed)
    return path


PIECE_BYTES = 16 << 20


def compress_in_pieces(plain: IO[bytes], packed: IO[bytes]) -> None:
    """Compress with one thread per core. The result does not depend on their number.

    An xz file may hold several streams; here each piece is one. While `lzma` works, other threads of Python run.
    """
    pieces = iter(partial(plain.read, PIECE_BYTES), b"")
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for stream in threads.map(compress, pieces):
            packed.write(stream)


def compress(piece: bytes) -> bytes:
    return lzma.compress(piece, preset=debian.XZ_PRESET)


def remove_owner_and_time(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove owner and time from an archive entry, so that the same source gives the same archive."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


def size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
