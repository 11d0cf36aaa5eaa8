"""Build backend of the distribution `bayleaf`: a wheel whose only package is `bayleaf`, and a source archive.

In the source the program is `app` and `resources`, names that others have too: installed as they are, a second package
with an `app` would replace ours without a word. So a copy of the tree is made with both inside `bayleaf`, its imports
are rewritten, and setuptools builds that. An import hook that lends the old names at run time would save the rewriting,
but whatever starts a process of its own (workers, a cluster) would need the hook first; names in files need nothing.

The engine, `nbengine`, is a distribution of its own (packaging/engine), which this one depends on. So is
`bayleaf-imap`, which speaks to mail servers (packaging/imap). Run as a program, this module makes the wheels and the
source archives of all of them in dist/.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools import build_meta

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging" / "engine"))

import nbengine_build  # noqa: E402 - found through the line above
from nbengine_build import source_files, staged_tree, write_archive  # noqa: E402

PACKAGES = ("app", "resources")
WITH_THE_SOURCE = ("app", "nbengine", "resources", "tests", "packaging", ".ci", ".github")
"""Files of the source archive, which can be tested and built from."""
FILES = ("LICENSE", "README.md", "pyproject.toml", ".gitignore")
SETUPTOOLS = """
[tool.setuptools.packages.find]
include = {packages}

[tool.setuptools.package-data]
"*" = ["py.typed"]
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
"""Module of the public names of `bayleaf`. It is large, and a command, a worker and the window import none of it."""

Config = dict[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Config = None, _metadata_directory: str | None = None) -> str:
    """Build the wheel from a staged tree with the package names of the distribution."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage_program):
        return str(build_meta.build_wheel(target, config_settings, None))


def build_engine_wheel(wheel_directory: str) -> str:
    """Build the wheel of `nbengine`."""
    return nbengine_build.build_wheel(wheel_directory)


def build_engine_sdist(sdist_directory: str) -> str:
    """Build the source archive of `nbengine`."""
    return nbengine_build.build_sdist(sdist_directory)


def build_imap_wheel(wheel_directory: str) -> str:
    """Build the wheel of `bayleaf_imap`, the only package with network code."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage_imap):
        return str(build_meta.build_wheel(target, None, None))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Config = None) -> str:
    target = str(Path(metadata_directory).resolve())
    with staged_tree(stage_program):
        return str(build_meta.prepare_metadata_for_build_wheel(target, config_settings))


def build_editable(wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None) -> str:
    """Install the source in place, with its own package names, for developers."""
    return str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    """Pack the repository with its tests and tools; the same source gives the same bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with staged_tree(stage_program):
            made = folder / build_meta.prepare_metadata_for_build_wheel(name, config_settings)
        stem = made.name.removesuffix(".dist-info")
        files = {path.relative_to(ROOT).as_posix(): path for path in sources()}
        write_archive(Path(sdist_directory) / f"{stem}.tar.gz", stem, files, (made / "METADATA").read_bytes())
    return f"{stem}.tar.gz"


def sources() -> list[Path]:
    """Return every file that belongs in the source archive."""
    found = [ROOT / name for name in FILES if (ROOT / name).is_file()]
    for folder in WITH_THE_SOURCE:
        found += source_files(ROOT / folder)
    return found


def stage_program(tree: Path) -> None:
    program = tree / "bayleaf"
    for package in PACKAGES:
        nbengine_build.copy_source(ROOT / package, program / package)
    (program / "__init__.py").write_text(face(read_source("app/notebook_face.py")), encoding="utf-8")
    (program / "py.typed").touch()
    modules = set(module_names())
    for path in [*(program / "app").rglob("*.py"), *(program / "resources").rglob("*.py")]:
        path.write_text(under_bayleaf(path.read_text(encoding="utf-8"), modules), encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    write_project(tree, project.replace('= "app.', '= "bayleaf.app.'), ["bayleaf*"])
    (tree / "README.md").write_text(without_links(read_source("README.md")), encoding="utf-8")


def face(source: str) -> str:
    """Return the source of `bayleaf/__init__.py`: each public name is imported when it is first used."""
    assigned = {
        target.id: node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return FACE.format(names=ast.literal_eval(assigned["__all__"]))


def stage_imap(tree: Path) -> None:
    nbengine_build.copy_source(ROOT / "packaging" / "imap" / "bayleaf_imap", tree / "bayleaf_imap")
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(ROOT / "packaging" / "imap" / name, tree / name)
    shutil.copyfile(ROOT / "LICENSE", tree / "LICENSE")


def write_project(tree: Path, project: str, packages: list[str]) -> None:
    """Write pyproject.toml of the staged tree, with its packages."""
    said = project[project.index("[project]") :].partition("\n[tool.")[0]
    (tree / "pyproject.toml").write_text(said + SETUPTOOLS.format(packages=json.dumps(packages)), encoding="utf-8")
    shutil.copyfile(ROOT / "LICENSE", tree / "LICENSE")


def module_names() -> Iterator[str]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def under_bayleaf(source: str, modules: set[str]) -> str:
    """Rewrite one module: its imports of our packages, and strings that are exactly a module name."""
    lines = source.splitlines(keepends=True)
    changes = [change for node in ast.walk(ast.parse(source)) for change in changes_of(node, modules)]
    for line, start, old, new in sorted(changes, reverse=True):
        encoded = lines[line - 1].encode()
        found = encoded.index(old.encode(), start)
        lines[line - 1] = (encoded[:found] + new.encode() + encoded[found + len(old.encode()) :]).decode()
    return "".join(lines)


def changes_of(node: ast.AST, modules: set[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield the replacements of a statement: line, first byte to search from, old text, new text."""
    if isinstance(node, ast.ImportFrom) and is_own(node.module or ""):
        yield node.lineno, node.col_offset, f"from {node.module}", f"from bayleaf.{node.module}"
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if is_own(alias.name):
                yield import_change(node, alias)
    elif isinstance(node, ast.Constant) and node.value in modules and "." in node.value:
        yield node.lineno, node.col_offset, node.value, f"bayleaf.{node.value}"


def import_change(node: ast.Import, alias: ast.alias) -> tuple[int, int, str, str]:
    """Return the replacement that keeps the bound name: `import resources` becomes `from bayleaf import resources`."""
    if len(node.names) > 1:
        raise SyntaxError(f"line {node.lineno}: import {alias.name} by itself, so that it can be rewritten")
    if alias.asname:
        return node.lineno, node.col_offset, f"import {alias.name}", f"import bayleaf.{alias.name}"
    if "." in alias.name:
        raise SyntaxError(f"line {node.lineno}: import {alias.name} with a name, so that it can be rewritten")
    return node.lineno, node.col_offset, f"import {alias.name}", f"from bayleaf import {alias.name}"


def is_own(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


def read_source(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def without_links(text: str) -> str:
    """Remove pictures and links to files, which a package index shows broken. Other links stay."""
    text = re.sub(r"!\[[^\]]*\]\((?!\w+://)[^)]*\)\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!\w+://|#)[^)]*\)", r"\1", text)


if __name__ == "__main__":
    (ROOT / "dist").mkdir(exist_ok=True)
    for make in (build_wheel, build_sdist, build_engine_wheel, build_engine_sdist, build_imap_wheel):
        print(f"dist/{make(str(ROOT / 'dist'))}")
