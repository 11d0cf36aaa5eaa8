"""The layers of the house: who may import whom."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.sources import nodes

ROOT = Path(__file__).parents[1]
QT_PARTS = {"PySide6", "shiboken6"}
PARSERS = {
    "oxmsg",
    "pypdfium2",
    "defusedxml",
    "python_calamine",
    "striprtf",
    "regex",
}
CLUSTER = {"dask", "distributed", "fsspec", "pyarrow"}
"""The optional extra, without which everything else works."""
EXAMPLES = ROOT / "nbengine" / "docs" / "gallery"
"""Programs of the documentation. They are no modules, and may use what a reader has."""
ZSTD = {"backports", "compression"}

ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "nbengine": (set(), {"numpy", "scipy", "Stemmer", "stopwordsiso"}),
    "app.domain": (set(), set()),
    "app.readers": ({"app.domain", "resources"}, PARSERS | {"numpy"}),
    "app.store": ({"app.domain"}, {"sqlite_utils", "numpy"} | ZSTD),
    "app.library": ({"app.domain", "app.readers", "app.store", "nbengine", "resources"}, {"numpy", "platformdirs"}),
    "app.kit": ({"app.domain", "resources"}, QT_PARTS | {"numpy"}),
}
"""For each layer: the packages of the program that it may import, and the libraries."""

FEATURES = ROOT / "app" / "features"
OPTIONAL_FEATURES = {"cluster", "exchange", "inbox", "mail_daemon", "teaching"}
"""Features that may be deleted: no other feature imports them."""
SHARED_COMMAND_PARTS = {"app.cli.options", "app.cli.output"}
BELOW_FEATURES = {"app.domain", "app.readers", "app.store", "app.library", "nbengine", "resources"}


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            yield node.module or ""


def trespasses(package: str) -> Iterator[str]:
    inside, outside = ALLOWED[package]
    for path in sorted((ROOT / package.replace(".", "/")).rglob("*.py")):
        for name in imported(path) if EXAMPLES not in path.parents else ():
            first = name.split(".")[0]
            if first in sys.stdlib_module_names or name == package or name.startswith(f"{package}."):
                continue
            if any(name == allowed or name.startswith(f"{allowed}.") for allowed in inside | outside):
                continue
            if (package, name) in SCIKIT_LEARN_ALONE_CALLS and "estimators" in path.parts:
                continue
            yield f"{path.relative_to(ROOT)} imports {name}"


SCIKIT_LEARN_ALONE_CALLS = {("nbengine", "sklearn.utils")}
"""`__sklearn_tags__` may import scikit-learn, which is there when it is called."""


@pytest.mark.parametrize("package", ALLOWED)
def test_a_layer_imports_only_what_lies_below_it(package: str) -> None:
    assert list(trespasses(package)) == []


def test_the_readme_says_who_may_import_whom() -> None:
    rows = re.findall(
        r"^\| `([\w.]+)` \| .* \| (.+) \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    layers = {package.removeprefix("app.") for package in ALLOWED}
    told = {package: layers & set(re.findall(r"\w+", may.partition(";")[0])) for package, may in rows}

    for package, (inside, _) in ALLOWED.items():
        names = {name.removeprefix("app.").partition(".")[0] for name in inside - {"resources"}}
        assert told.get(package) == names, package


def feature_modules() -> Iterator[tuple[str, Path, set[str]]]:
    """Yield each module of a feature: the feature's name, the path, and the modules it imports."""
    for path in sorted(FEATURES.rglob("*.py")):
        if path.parent != FEATURES:
            yield path.relative_to(FEATURES).parts[0], path, set(imported(path))


def starts_with(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def makes_widgets(imports: set[str]) -> bool:
    return bool(imports & {"PySide6.QtWidgets", "PySide6.QtGui", "PySide6.QtSvg"})


def feature_imports() -> dict[str, set[str]]:
    """Return, for each feature, the other features that it imports."""
    graph: dict[str, set[str]] = {}
    for feature, _path, imports in feature_modules():
        others = {name.split(".")[2] for name in imports if name.startswith("app.features.")}
        graph.setdefault(feature, set()).update(others - {feature})
    return graph


def test_features_form_no_circle() -> None:
    graph = feature_imports()
    while leaves := {feature for feature, others in graph.items() if not others & graph.keys()}:
        graph = {feature: others for feature, others in graph.items() if feature not in leaves}

    assert graph == {}


def test_no_feature_needs_an_optional_one() -> None:
    needed = {feature: others & OPTIONAL_FEATURES for feature, others in feature_imports().items()}

    assert {feature: others for feature, others in needed.items() if others} == {}


def test_tests_of_other_folders_need_no_optional_feature() -> None:
    """An optional feature can be deleted together with its folder of tests."""
    needed = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / "tests" / "app").rglob("*.py")
        for name in imported(path)
        for feature in OPTIONAL_FEATURES
        if starts_with(name, {f"app.features.{feature}", f"tests.app.features.{feature}"})
        and ROOT / "tests" / "app" / "features" / feature not in path.parents
    }

    assert needed == set()


def test_use_cases_know_neither_qt_nor_the_command_line() -> None:
    """What reads the workspace or computes is a use case, unless it is a view model or a command."""
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for _feature, path, imports in feature_modules()
        if not path.stem.endswith(("view_model", "command"))
        if any(starts_with(name, {"app.store", "app.readers", "nbengine"}) for name in imports)
        for name in imports
        if starts_with(name, {"PySide6", "click", "app.kit", "app.cli", "app.shell"})
        if name not in SHARED_COMMAND_PARTS
    ]
    assert found == []


def test_widgets_know_neither_the_library_nor_the_store() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("features", "kit", "shell")
        for path in sorted((ROOT / "app" / folder).rglob("*.py"))
        if makes_widgets(set(imported(path)))
        for name in imported(path)
        if starts_with(name, {"app.library", "app.store", "app.readers", "nbengine"})
    ]
    assert found == []


def test_view_models_make_no_widgets() -> None:
    found = [
        str(path.relative_to(ROOT))
        for folder in ("features", "kit", "shell")
        for path in sorted((ROOT / "app" / folder).rglob("*.py"))
        if path.stem.endswith("view_model") and makes_widgets(set(imported(path)))
    ]
    assert found == []


def test_commands_make_no_window() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for _feature, path, imports in feature_modules()
        if path.stem.endswith("command")
        for name in imports
        if starts_with(name, {"PySide6", "app.kit", "app.shell"})
    ]
    assert found == []


def test_nothing_below_imports_a_feature() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("domain", "readers", "store", "library", "kit")
        for path in sorted((ROOT / "app" / folder).rglob("*.py"))
        for name in imported(path)
        if starts_with(name, {"app.features", "app.shell", "app.cli"})
    ]
    assert found == []


def import_graph() -> dict[str, set[str]]:
    """Return the imports among our modules, those for type checking included."""
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("app", "nbengine")
        for path in (ROOT / folder).rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for module, path in names.items():
        targets = set()
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                targets |= {
                    full if full in names else node.module
                    for alias in node.names
                    for full in [f"{node.module}.{alias.name}"]
                    if full in names or node.module in names
                }
        graph[module] = targets - {module}
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = import_graph()
    while leaves := {module for module, others in graph.items() if not others & graph.keys()}:
        graph = {module: others for module, others in graph.items() if module not in leaves}
    while tops := graph.keys() - set().union(*graph.values()):
        graph = {module: others for module, others in graph.items() if module not in tops}

    assert sorted(graph) == []


def test_no_module_of_the_program_knows_its_tests() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("app", "nbengine", "resources")
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
        if name.split(".")[0] in {"tests", "pytest", "hypothesis"}
    ]
    assert found == []


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_the_program_imports_is_what_the_project_asks_for() -> None:
    """A fresh installation without what development needs has everything, and nothing for naught."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked_for = {canonical(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in project["dependencies"]}
    assert not asked_for & QT_ALIASES, "a worker or a server would install a window"
    owners = metadata.packages_distributions()
    used = {
        canonical(owner)
        for folder in ("app", "nbengine", "resources")
        for path in (ROOT / folder).rglob("*.py")
        if EXAMPLES not in path.parents
        for name in imported(path)
        if (folder, name) not in SCIKIT_LEARN_ALONE_CALLS
        for owner in owners.get("PySide6" if name.startswith("PySide6") else name.split(".")[0], [])
        if owner != "backports.tarfile"  # shares the name `backports`, and is the keyring's
    }
    own = {canonical(project["name"]), "nbengine"}
    assert "nbengine" in asked_for
    assert used - QT_ALIASES - own - CLUSTER == asked_for - QT_ALIASES - own - NOT_IN_THIS_PYTHON
    assert used & QT_ALIASES


def test_the_extra_for_clusters_asks_for_what_only_clusters_need() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    used = {name.split(".")[0] for path in (FEATURES / "cluster").rglob("*.py") for name in imported(path)}

    assert {canonical(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in extras["cluster"]} == CLUSTER
    assert used & CLUSTER


QT_ALIASES = {"pyside6", "pyside6-essentials", "pyside6-addons", "shiboken6"}
NOT_IN_THIS_PYTHON = {"backports-zstd"} if sys.version_info >= (3, 14) else set()


def test_sql_is_written_in_the_store_alone() -> None:
    starts = ("SELECT ", "INSERT ", "UPDATE ", "DELETE FROM", "CREATE TABLE", "PRAGMA ")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("app", "nbengine")
        for path in (ROOT / folder).rglob("*.py")
        if (ROOT / "app" / "store") not in path.parents
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lstrip().startswith(starts)
    ]
    assert found == []


NETWORK = {
    "asyncio", "ftplib", "http", "imapclient", "imaplib", "nntplib", "poplib", "smtplib", "socketserver", "ssl",
    "telnetlib", "urllib.request", "wsgiref", "xmlrpc", "PySide6.QtNetwork", "requests", "bayleaf_imap",
}  # fmt: skip
SOCKETS_OF_THIS_COMPUTER = {
    "mail_daemon/sockets.py", "mail_daemon/serving.py", "mail_daemon/model_daemon.py", "store/import_runs.py",
}  # fmt: skip
"""The judge's socket files, and a name for this computer in a lease; a test kills who opens a socket of a network."""


def test_only_what_is_installed_apart_speaks_to_a_network() -> None:
    """A cluster is an extra that is installed by those who have one; mail on a server is a distribution of its own."""
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for folder in ("app", "nbengine", "resources")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path)
        if any(name == module or name.startswith(f"{module}.") for module in NETWORK | {"socket"})
        if (FEATURES / "cluster") not in path.parents
        if not (name == "socket" and path.as_posix().endswith(tuple(SOCKETS_OF_THIS_COMPUTER)))
    ]
    assert found == []


def test_what_speaks_to_mail_servers_knows_nothing_of_the_program() -> None:
    package = ROOT / "packaging" / "imap" / "bayleaf_imap"
    found = {name.split(".")[0] for path in package.rglob("*.py") for name in imported(path)}

    assert found - set(sys.stdlib_module_names) == {"bayleaf_imap", "imapclient"}
    assert {"imaplib", "ssl"} <= found
