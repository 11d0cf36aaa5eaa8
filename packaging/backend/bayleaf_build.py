"""Make what `pip install` takes: a wheel whose only names are `bayleaf` and `nbengine`, and a source archive.

In the source the program is `app` and `resources`, names that others have too: installed as they are, a second package
with an `app` would replace ours without a word. So a copy of the tree is made with both inside `bayleaf`, its imports
are rewritten, and setuptools builds that. An import hook that lends the old names at run time would save the rewriting,
but whatever starts a process of its own (workers, a cluster) would need the hook first; names in files need nothing.

The engine has a wheel of its own too, for those who compute without the program, and so has what speaks to mail
servers, which nobody has who does not ask for it: run as a program, this makes all four in dist/.
"""

from __future__ import annotations

import ast
import gzip
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from setuptools import build_meta

ROOT = Path(__file__).resolve().parents[2]
OWN = ("app", "resources")
PACKAGES = ("app", "nbengine", "resources")
WITH_THE_SOURCE = ("app", "nbengine", "resources", "tests", "packaging", ".ci", ".github")
"""An archive of the source is one that can be tested and built from."""
FILES = ("LICENSE", "README.md", "pyproject.toml", ".gitignore")
NOT_SOURCE = ("__pycache__", ".pyc", ".egg-info")
FIRST_MOMENT_OF_ZIP = 315532800
ENGINE_NEEDS = ("numpy", "scipy", "PyStemmer", "stopwordsiso")
SETUPTOOLS = """
[tool.setuptools.packages.find]
include = {packages}

[tool.setuptools.package-data]
"*" = ["py.typed"]
"nbengine" = ["ideas/*.md"]
"bayleaf.resources" = ["**/*"]
"""

FACE = '''"""Bayleaf, a spam and document classifier: names for notebooks and scripts; `bayleaf.app` is the program."""

from importlib import import_module

__all__ = {names}  # noqa: PLE0604


def __getattr__(name):
    """Import the face at the first use of one of its names."""
    if name not in __all__:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    return getattr(import_module("bayleaf.app.notebook_face"), name)


def __dir__():
    return __all__
'''
"""The names are few and their module is large: a command, a worker and the window import none of it."""

Config = dict[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Config = None, _metadata_directory: str | None = None) -> str:
    """Build the wheel from a tree with the names that it is to have."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage_program):
        return str(build_meta.build_wheel(target, config_settings, None))


def build_engine_wheel(wheel_directory: str) -> str:
    """Build the wheel of `nbengine` alone, for whoever computes without the program."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage_engine):
        return str(build_meta.build_wheel(target, None, None))


def build_imap_wheel(wheel_directory: str) -> str:
    """Build the wheel of `bayleaf_imap`, the only package that speaks to a network."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage_imap):
        return str(build_meta.build_wheel(target, None, None))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Config = None) -> str:
    target = str(Path(metadata_directory).resolve())
    with staged_tree(stage_program):
        return str(build_meta.prepare_metadata_for_build_wheel(target, config_settings))


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """Install the source as it lies: for those who work on it, under the names that it has there."""
    return str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    """Pack the source with its tests and tools; the same source gives the same bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with staged_tree(stage_program):
            told = folder / build_meta.prepare_metadata_for_build_wheel(name, config_settings)
        stem = told.name.removesuffix(".dist-info")
        path = Path(sdist_directory) / f"{stem}.tar.gz"
        with path.open("wb") as file, gzip.GzipFile("", "wb", mtime=moment(), fileobj=file) as packed:
            pack(packed, stem, (told / "METADATA").read_bytes())
    return path.name


def pack(target: IO[bytes], stem: str, metadata: bytes) -> None:
    with tarfile.open(fileobj=target, mode="w", format=tarfile.PAX_FORMAT) as archive:
        add(archive, f"{stem}/PKG-INFO", metadata)
        for source in sources():
            name = f"{stem}/{source.relative_to(ROOT).as_posix()}"
            add(archive, name, source.read_bytes(), is_program=os.access(source, os.X_OK))


def add(archive: tarfile.TarFile, name: str, content: bytes, *, is_program: bool = False) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(content), moment(), 0o755 if is_program else 0o644
    archive.addfile(entry, io.BytesIO(content))


def moment() -> int:
    """Tell the time that everything in an archive has; without being told, the first one that a zip can hold."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", FIRST_MOMENT_OF_ZIP))


def sources() -> list[Path]:
    found = [ROOT / name for name in FILES if (ROOT / name).is_file()]
    for folder in WITH_THE_SOURCE:
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file() and is_source(path)]
    return sorted(found)


def is_source(path: Path) -> bool:
    return not any(part.endswith(NOT_SOURCE) for part in path.relative_to(ROOT).parts)


@contextmanager
def staged_tree(stage: Callable[[Path], None]) -> Iterator[None]:
    """Work in a copy of the tree, made as it is to be built."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="bayleaf-wheel-") as name:
        stage(Path(name))
        os.environ.setdefault("SOURCE_DATE_EPOCH", str(moment()))
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def stage_program(tree: Path) -> None:
    program = tree / "bayleaf"
    for package in PACKAGES:
        copy(ROOT / package, tree / package if package == "nbengine" else program / package)
    (program / "__init__.py").write_text(face(readable("app/notebook_face.py")), encoding="utf-8")
    (program / "py.typed").touch()
    modules = set(module_names())
    for path in [*(program / "app").rglob("*.py"), *(program / "resources").rglob("*.py")]:
        path.write_text(under_bayleaf(path.read_text(encoding="utf-8"), modules), encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    write_project(tree, project.replace('= "app.', '= "bayleaf.app.'), ["bayleaf*", "nbengine*"])
    (tree / "README.md").write_text(without_links(readable("README.md")), encoding="utf-8")


def face(source: str) -> str:
    """Return what `import bayleaf` runs: the names of the face, each imported with it when it is first used."""
    assigned = {
        target.id: node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return FACE.format(names=ast.literal_eval(assigned["__all__"]))


def stage_engine(tree: Path) -> None:
    copy(ROOT / "nbengine", tree / "nbengine")
    whole = tomllib.loads(readable("pyproject.toml"))["project"]
    needs = [line for line in whole["dependencies"] if line.startswith(ENGINE_NEEDS)]
    told = readable("packaging/backend/engine.toml").replace('version = ""', f'version = "{whole["version"]}"')
    write_project(tree, told.replace("dependencies = []", f"dependencies = {json.dumps(needs)}"), ["nbengine*"])
    shutil.copyfile(ROOT / "nbengine" / "README.md", tree / "README.md")


def stage_imap(tree: Path) -> None:
    copy(ROOT / "packaging" / "imap" / "bayleaf_imap", tree / "bayleaf_imap")
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(ROOT / "packaging" / "imap" / name, tree / name)
    shutil.copyfile(ROOT / "LICENSE", tree / "LICENSE")


def write_project(tree: Path, project: str, packages: list[str]) -> None:
    """Write pyproject.toml with what is said of the project, and with the packages that the staged tree has."""
    said = project[project.index("[project]") :].partition("\n[tool.")[0]
    (tree / "pyproject.toml").write_text(said + SETUPTOOLS.format(packages=json.dumps(packages)), encoding="utf-8")
    shutil.copyfile(ROOT / "LICENSE", tree / "LICENSE")


def copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def module_names() -> Iterator[str]:
    for package in OWN:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def under_bayleaf(source: str, modules: set[str]) -> str:
    """Rewrite one module: its imports of our packages, and texts that are the name of a module and nothing else."""
    lines = source.splitlines(keepends=True)
    changes = [change for node in ast.walk(ast.parse(source)) for change in changes_of(node, modules)]
    for line, start, old, new in sorted(changes, reverse=True):
        encoded = lines[line - 1].encode()
        found = encoded.index(old.encode(), start)
        lines[line - 1] = (encoded[:found] + new.encode() + encoded[found + len(old.encode()) :]).decode()
    return "".join(lines)


def changes_of(node: ast.AST, modules: set[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield what to replace: line, first byte to look from, old, new."""
    if isinstance(node, ast.ImportFrom) and is_own(node.module or ""):
        yield node.lineno, node.col_offset, f"from {node.module}", f"from bayleaf.{node.module}"
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if is_own(alias.name):
                yield import_change(node, alias)
    elif isinstance(node, ast.Constant) and node.value in modules and "." in node.value:
        yield node.lineno, node.col_offset, node.value, f"bayleaf.{node.value}"


def import_change(node: ast.Import, alias: ast.alias) -> tuple[int, int, str, str]:
    """Keep the name that the import gives: `import resources` becomes `from bayleaf import resources`."""
    if len(node.names) > 1:
        raise SyntaxError(f"line {node.lineno}: import {alias.name} by itself, so that it can be rewritten")
    if alias.asname:
        return node.lineno, node.col_offset, f"import {alias.name}", f"import bayleaf.{alias.name}"
    if "." in alias.name:
        raise SyntaxError(f"line {node.lineno}: import {alias.name} with a name, so that it can be rewritten")
    return node.lineno, node.col_offset, f"import {alias.name}", f"from bayleaf import {alias.name}"


def is_own(module: str) -> bool:
    return module.partition(".")[0] in OWN


def readable(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def without_links(text: str) -> str:
    """Take pictures and links to files out, which an index shows broken; links inside the page and to the web stay."""
    text = re.sub(r"!\[[^\]]*\]\((?!\w+://)[^)]*\)\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!\w+://|#)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    (ROOT / "dist").mkdir(exist_ok=True)
    for make in (build_wheel, build_engine_wheel, build_imap_wheel, build_sdist):
        print(f"dist/{make(str(ROOT / 'dist'))}")
