"""Make a Debian package of the frozen program: /opt/bayleaf, two commands, a desktop entry and a file type."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ICONS = HERE.parent / "resources" / "icons"
LIBRARIES = (
    "libc6, libgl1, libegl1, libxkbcommon0, libfontconfig1, libdbus-1-3, libglib2.0-0 | libglib2.0-0t64, "
    "libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxkbcommon-x11-0, libxcb-shape0, libxcb-xkb1, libxcb-randr0"
)


def build(program: Path, dist: Path, version: str) -> Path:
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    target = dist / f"bayleaf_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        lay_out(root, program)
        write_control(root, version, architecture)
        root.chmod(0o755)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)], check=True)
    return target


def lay_out(root: Path, program: Path) -> None:
    shutil.copytree(program, root / "opt" / "bayleaf", symlinks=True)
    commands = root / "usr" / "bin"
    commands.mkdir(parents=True)
    for command in ("bayleaf", "bayleaf-cli"):
        (commands / command).symlink_to(f"/opt/bayleaf/{command}")
    shared = root / "usr" / "share"
    for source, folder in {
        HERE / "org.bayleaf.Bayleaf.desktop": "applications",
        HERE / "org.bayleaf.Bayleaf.metainfo.xml": "metainfo",
        HERE / "org.bayleaf.Bayleaf.mime.xml": "mime/packages",
        ICONS / "bayleaf.svg": "icons/hicolor/scalable/apps",
    }.items():
        (shared / folder).mkdir(parents=True, exist_ok=True)
        named = f"org.bayleaf.Bayleaf{source.suffix}" if source.suffix == ".svg" else source.name.replace(".mime", "")
        shutil.copyfile(source, shared / folder / named)


def write_control(root: Path, version: str, architecture: str) -> None:
    size_kb = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    folder = root / "DEBIAN"
    folder.mkdir()
    (folder / "control").write_text(
        "Package: bayleaf\n"
        f"Version: {version}\n"
        f"Architecture: {architecture}\n"
        "Maintainer: The Bayleaf authors <maintainers@bayleaf.example>\n"
        f"Installed-Size: {size_kb}\n"
        f"Depends: {LIBRARIES}\n"
        "Section: text\n"
        "Priority: optional\n"
        "Description: spam and document classifier you can see inside\n"
        " Import labelled mail or documents, train a naive Bayes model, look at every\n"
        " word's log-probability, and drop files on the window to have them classified.\n"
        " Nothing leaves the machine.\n",
        encoding="utf-8",
    )
