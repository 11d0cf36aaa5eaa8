"""Distributions that `pip install` takes: they live beside any other package, and the source can be tested and built
from."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.util import find_spec
from pathlib import Path

import pytest

import nbengine
from tests.nbengine.conftest import WITH_THE_PROGRAM

ROOT = Path(__file__).parents[2]
ENGINE_VERSION = nbengine.__version__
BACKEND = ROOT / "packaging" / "backend"
MADE = ("build_wheel", "build_engine_wheel", "build_sdist", "build_imap_wheel", "build_engine_sdist")
FOREIGN = "raise ImportError('the package of somebody else')\n"


def made(folder: Path, *calls: str, epoch: str = "1700000000") -> list[Path]:
    """Let the build backend make something, in a process of its own as an installer does."""
    program = f"import sys, bayleaf_build as b; print(*[getattr(b, name)({str(folder)!r}) for name in {calls!r}])"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "PYTHONPATH": str(BACKEND), "SOURCE_DATE_EPOCH": epoch},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [folder / name for name in done.stdout.splitlines()[-1].split()]


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheels of the program and of the engine, the program's source archive, the wheel for mail on a server, and
    the engine's source archive."""
    return made(tmp_path_factory.mktemp("made"), *MADE)


@pytest.fixture(scope="module")
def site(distributions: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with both wheels in it, and with an `app` and a `resources` of somebody else."""
    folder = tmp_path_factory.mktemp("site")
    for wheel in distributions[:2]:
        zipfile.ZipFile(wheel).extractall(folder)
    for name in ("app", "resources"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(FOREIGN)
    return folder


def python(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python with the libraries that are installed here, and our packages from that folder alone."""
    libraries = [sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))]
    return subprocess.run(
        [sys.executable, "-S", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *libraries]), "QT_QPA_PLATFORM": "offscreen"},
        cwd=site, capture_output=True, text=True, encoding="utf-8", check=False, timeout=100,
    )  # fmt: skip


def test_every_module_can_be_imported_beside_a_foreign_app(site: Path) -> None:
    every = """
import importlib, pathlib, sys
for path in sorted(pathlib.Path("bayleaf").rglob("*.py")):
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    if not name.startswith("bayleaf.app.cluster") and "parquet" not in name:
        importlib.import_module(name)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"app", "resources", "bayleaf"}))
"""
    done = python(site, "-c", every)

    assert (done.stdout.strip(), done.stderr) == ("['bayleaf']", "")


def test_an_installed_program_proves_itself_beside_a_foreign_app(site: Path) -> None:
    done = python(site, "-m", "bayleaf.app", "--self-check")

    assert done.returncode == 0, done.stdout + done.stderr
    assert set(json.loads(done.stdout)["steps"].values()) == {"ok"}


def test_no_text_that_runs_names_a_module_as_the_source_does(site: Path) -> None:
    """Whole texts are rewritten; `"app.cli:main"` and `f"app.pages.{name}"` are not, and would be found by nobody."""
    old = re.compile(r"(?<!bayleaf\.)\bapp\.(readers|store|cluster|judge|cli|domain|services|session|qt|pages)\b")
    told = {
        (path.name, text.value)
        for path in (site / "bayleaf").rglob("*.py")
        for source in [path.read_text(encoding="utf-8")]
        if old.search(source)
        for tree in [ast.parse(source)]
        for said in [{id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}]
        for text in ast.walk(tree)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and id(text) not in said
        if old.search(text.value)
    }

    assert told == set()


def test_every_command_of_an_installed_program_is_there(site: Path) -> None:
    every = """
from importlib.util import find_spec
from bayleaf.app.cli.command_group import COMMANDS, cli
from bayleaf.app.cli.options import ClusterCommand
commands = {name: cli.get_command(None, name) for name in COMMANDS}
print(sorted(set(COMMANDS) - {name for name, command in commands.items() if command.name == name}))
clustered = [name for name, command in commands.items() if isinstance(command, ClusterCommand)]
elsewhere = [said for said in ClusterCommand.make_context.__code__.co_consts if str(said).endswith("cluster.command")]
print(len(clustered), len(elsewhere), [name for name in elsewhere if not find_spec(name)])
"""
    done = python(site, "-c", every)

    assert (done.stdout.splitlines(), done.stderr) == (["[]", "3 1 []"], "")


def test_what_is_installed_has_two_names_and_says_that_it_is_typed(distributions: list[Path]) -> None:
    names = zipfile.ZipFile(distributions[0]).namelist()
    engine = zipfile.ZipFile(distributions[1]).namelist()

    assert {name.split("/")[0] for name in names} == {"bayleaf", "bayleaf-0.1.0.dist-info"}
    assert {name.split("/")[0] for name in engine} == {"nbengine", f"nbengine-{ENGINE_VERSION}.dist-info"}
    assert {"bayleaf/py.typed", "bayleaf/app/py.typed"} <= set(names)
    assert set(names) & set(engine) == set()


def test_the_engine_brings_its_types_its_pages_and_its_licence(distributions: list[Path]) -> None:
    names = set(zipfile.ZipFile(distributions[1]).namelist())
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "nbengine").rglob("*.md")}

    assert {"nbengine/py.typed", f"nbengine-{ENGINE_VERSION}.dist-info/licenses/LICENSE", *pages} <= names
    assert modules_of(ROOT / "nbengine") == {name for name in names if name.endswith(".py")}
    assert (ROOT / "nbengine" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def modules_of(package: Path) -> set[str]:
    return {path.relative_to(package.parent).as_posix() for path in package.rglob("*.py")}


def test_the_program_asks_for_the_engine_of_this_repository(distributions: list[Path]) -> None:
    accepted = re.fullmatch(r"<([\d.]+),>=([\d.]+)", requirements(distributions[0])["nbengine"])

    assert accepted
    assert numbers(accepted[2]) <= numbers(ENGINE_VERSION) < numbers(accepted[1])
    assert metadata_of(distributions[1])["Version"] == ENGINE_VERSION


def numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def metadata_of(wheel: Path) -> Message:
    archive = zipfile.ZipFile(wheel)
    name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(archive.read(name))


def requirements(wheel: Path) -> dict[str, str]:
    """Return the needed distributions by name, each with the versions that are accepted; extras are left out."""
    lines = [line.partition(";") for line in metadata_of(wheel).get_all("Requires-Dist", [])]
    found = [re.match(r"([\w.-]+)(?:\[\w+\])?(.*)", line) for line, _, marker in lines if "extra ==" not in marker]
    return {each[1]: each[2].strip() for each in found if each}


def test_commands_keep_their_names(distributions: list[Path]) -> None:
    told = zipfile.ZipFile(distributions[0]).read("bayleaf-0.1.0.dist-info/entry_points.txt").decode()

    assert "bayleaf = bayleaf.app.__main__:main" in told
    assert "bayleaf-cli = bayleaf.app.cli.__main__:main" in told


def test_the_engine_asks_for_numpy_and_scipy_alone(distributions: list[Path]) -> None:
    assert set(requirements(distributions[1])) == {"numpy", "scipy"}


def test_what_speaks_to_mail_servers_is_given_away_apart(distributions: list[Path]) -> None:
    wheel = zipfile.ZipFile(distributions[3])

    assert {name.split("/")[0] for name in wheel.namelist()} == {"bayleaf_imap", "bayleaf_imap-0.1.0.dist-info"}
    assert set(requirements(distributions[3])) == {"IMAPClient"}
    assert "bayleaf_imap.commands:main" in wheel.read("bayleaf_imap-0.1.0.dist-info/entry_points.txt").decode()
    assert [name for name in zipfile.ZipFile(distributions[0]).namelist() if "imap" in name.split("/")[0]] == []


def test_the_page_on_an_index_has_no_link_that_leads_nowhere(distributions: list[Path]) -> None:
    told = zipfile.ZipFile(distributions[0]).read("bayleaf-0.1.0.dist-info/METADATA").decode()

    assert "A spam and document classifier" in told
    assert "](resources" not in told
    assert "](LICENSE" not in told
    assert "](#the-command-line)" in told


def test_the_source_archive_holds_what_tests_and_builds_need(distributions: list[Path]) -> None:
    with tarfile.open(distributions[2]) as archive:
        names = {name.removeprefix("bayleaf-0.1.0/") for name in archive.getnames()}

    assert {"PKG-INFO", "LICENSE", "README.md", "pyproject.toml", "packaging/dev.py", ".ci/run"} <= names
    assert {"tests/conftest.py", "tests/test_house.py", "packaging/backend/bayleaf_build.py"} <= names
    assert {"packaging/requirements-dev.txt", "resources/translations/bayleaf_ru.qm"} <= names
    assert [name for name in names if name.endswith(".pyc") or ".egg-info" in name] == []


def test_the_same_source_gives_the_same_bytes(distributions: list[Path], tmp_path: Path) -> None:
    again = made(tmp_path, *MADE[1:])  # of the first, see below

    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in distributions[1:]]


def test_the_wheel_from_the_source_archive_is_the_wheel_from_the_source(
    distributions: list[Path], tmp_path: Path
) -> None:
    with tarfile.open(distributions[2]) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path, **safely)
    program = f"import bayleaf_build as b; b.build_wheel({str(tmp_path)!r})"

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "PYTHONPATH": "packaging/backend", "SOURCE_DATE_EPOCH": "1700000000"},
        cwd=tmp_path / "bayleaf-0.1.0", capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert (tmp_path / distributions[0].name).read_bytes() == distributions[0].read_bytes()


def test_the_engine_is_built_from_its_source_archive_as_from_the_source(
    distributions: list[Path], tmp_path: Path
) -> None:
    with tarfile.open(distributions[4]) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path, **safely)
    source = tmp_path / f"nbengine-{ENGINE_VERSION}"
    program = f"import nbengine_build as b; b.build_wheel({str(tmp_path)!r}); b.build_sdist({str(tmp_path)!r})"

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "PYTHONPATH": ".", "SOURCE_DATE_EPOCH": "1700000000"},
        cwd=source, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert [(tmp_path / distributions[n].name).read_bytes() for n in (1, 4)] == [
        distributions[n].read_bytes() for n in (1, 4)
    ]
    assert (source / "tests" / "nbengine" / "test_public_names.py").is_file()


def test_tests_that_also_use_the_program_are_named_where_the_engine_is_tested_alone() -> None:
    foreign = re.compile(r"^(?:from|import) (?:app|tests\.(?!nbengine\b))", re.MULTILINE)
    folder = ROOT / "tests" / "nbengine"
    found = [path.name for path in sorted(folder.glob("test_*.py")) if foreign.search(path.read_text("utf-8"))]

    assert found == WITH_THE_PROGRAM


ORDERS = {
    "both at once": [["bayleaf", "nbengine"]],
    "the engine first": [["nbengine"], ["bayleaf"]],
    "the program, which brings the engine": [["bayleaf"]],
    "the engine over an installed program": [["bayleaf"], ["--force-reinstall", "--no-deps", "nbengine"]],
}
TRIED = """
import nbengine, bayleaf, bayleaf.app.library.classifying
from nbengine import Recipe, train_on_texts
model = train_on_texts(["cheap offer", "lunch on monday"], ["spam", "ham"], Recipe())
print(model.judge_text("cheap cheap offer").label, nbengine.__file__.startswith(nbengine.__path__[0]))
"""


@pytest.mark.skipif(find_spec("pip") is None, reason="this environment has no pip")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.timeout(600)  # a new environment, on a busy machine
def test_both_are_installed_in_any_order_and_work(distributions: list[Path], tmp_path: Path, order: str) -> None:
    """Into a new environment, without an index; libraries of others are those of this environment."""
    venv.create(tmp_path / "new")
    programs = tmp_path / "new" / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
    site = subprocess.run(
        [programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    libraries = [sysconfig.get_path("purelib"), *(path for path in sys.path if path.endswith("site-packages"))]
    Path(site, "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHONPATH"))}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    for names in ORDERS[order]:
        given = ["--isolated", "--no-index", "--no-compile", "--find-links", str(distributions[0].parent), "--pre"]
        run(*pip, "install", *given, *names)

    assert run(str(programs / "python"), "-c", TRIED) == "spam True"
    assert ENGINE_VERSION in run(*pip, "show", "nbengine")
    assert "0.1.0" in run(str(programs / "bayleaf-cli"), "--version")
    run(*pip, "uninstall", "-y", "bayleaf")
    run(str(programs / "python"), "-c", "from nbengine import train_on_texts")


@pytest.mark.parametrize("source", ["import app.services\n", "import json, resources\n"])
def test_an_import_that_could_not_be_rewritten_stops_the_build(source: str, tmp_path: Path) -> None:
    program = f"import bayleaf_build as b; b.under_bayleaf({source!r}, set())"

    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(BACKEND)},
        capture_output=True,
        check=False,
    )

    assert b"so that it can be rewritten" in done.stderr
