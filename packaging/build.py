"""Build the packaged program in dist/bayleaf; with --packages also the archive, the Debian package and their hashes.

Started by `dev.py build` inside the project's virtual environment.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bill_of_materials
import debian
import licences

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PROGRAM = DIST / "bayleaf"


def main(arguments: list[str]) -> int:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    shutil.rmtree(PROGRAM, ignore_errors=True)
    licences.collect(ROOT / "build" / "licences")
    freeze()
    bill_of_materials.write(DIST / "bayleaf-sbom.cdx.json", version)
    print(f"dist/bayleaf: {size_mb(PROGRAM):.0f} MB unpacked")
    if "--packages" in arguments:
        make_packages(version)
    return 0


def freeze() -> None:
    """Let PyInstaller put the program and all it needs into one folder."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--distpath", str(DIST)]
    command += ["--workpath", str(ROOT / "build" / "pyinstaller"), str(ROOT / "packaging" / "bayleaf.spec")]
    subprocess.run(command, cwd=ROOT, check=True)


def make_packages(version: str) -> None:
    """Pack the folder for giving away, and write down what the packages hash to."""
    packages = [make_archive(version)]
    if shutil.which("dpkg-deb"):
        packages.append(debian.build(PROGRAM, DIST, version))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in packages]
    (DIST / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    for path in packages:
        print(f"dist/{path.name}: {path.stat().st_size / 1e6:.0f} MB")


def make_archive(version: str) -> Path:
    path = DIST / f"bayleaf-{version}-{platform.system().lower()}-{platform.machine()}.tar.xz"
    with tarfile.open(path, "w:xz", preset=6) as archive:
        archive.add(PROGRAM, arcname="bayleaf")
    return path


def size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
