"""`dev.py` as somebody with a fresh clone meets it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.conftest import Scripts

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def dev(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    told.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, str(ROOT / "packaging/dev.py"), *arguments],
        env=told | environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_without_a_command_it_tells_its_commands() -> None:
    assert dev().returncode == 2
    assert dev("--help").returncode == 0
    assert "dev.py run" in dev("--help").stdout


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_it_says_what_works_instead() -> None:
    done = dev("run")

    assert done.returncode == 1
    assert "dev.py cli" in done.stderr
    assert "xvfb-run" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_imports_nothing_that_python_does_not_bring() -> None:
    own = {"environment", "system_packages"}
    sources = [(ROOT / f"packaging/{name}.py").read_text(encoding="utf-8") for name in ("dev", *own)]
    imported = {name for source in sources for name in re.findall(r"^(?:from|import) ([a-z_]+)", source, re.MULTILINE)}
    assert imported - sys.stdlib_module_names - own == set()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have what is needed")
def test_all_that_is_missing_is_named_at_once_by_its_packages(
    script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = script("system_packages")
    monkeypatch.setattr(module, "known_libraries", lambda: "libGL.so.1 (libc6,x86-64)")
    monkeypatch.setattr(module, "PYTHON", tmp_path / "not made yet")
    monkeypatch.setitem(sys.modules, "ensurepip", None)  # as Debian gives Python out
    monkeypatch.setenv("PATH", "/bin")  # where uv makes environments without it, it is never found
    libraries = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1"}

    missing = module.missing_packages(libraries, {"sh": "dash", "no-such-program": "nonsense"})

    assert missing == ["libegl1", "nonsense", f"python{sys.version_info.major}.{sys.version_info.minor}-venv"]


def test_who_may_not_install_is_told_the_one_command(script: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    module = script("system_packages")
    monkeypatch.setattr(module, "administrator", lambda: None)
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}")

    with pytest.raises(module.Trouble, match=r"sudo apt-get install -y --no-install-recommends libgl1 libegl1"):
        module.install_packages(["libgl1", "libegl1"])


@pytest.fixture
def system(script: Scripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """A system where one may install, and its package manager does as told."""
    module = script("system_packages")
    monkeypatch.setattr(module, "administrator", list)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return System(module, tmp_path / "apt-get")


@dataclass(frozen=True)
class System:
    packages: ModuleType
    package_manager: Path

    def install(self, packages: list[str], *, script: str) -> None:
        self.package_manager.write_text(f"#!/bin/sh\n{script}\n")
        self.package_manager.chmod(0o755)
        self.packages.install_packages(packages)


@pytest.mark.skipif(sys.platform == "win32", reason="its package managers are others")
def test_a_package_that_a_later_release_calls_otherwise_counts_as_installed(system: System) -> None:
    system.install(["name-of-an-earlier-release"], script="exit 0")


@pytest.mark.skipif(sys.platform == "win32", reason="its package managers are others")
def test_a_package_that_cannot_be_installed_is_said(system: System) -> None:
    with pytest.raises(system.packages.Trouble, match=r"could not be installed.*\n.*apt-get install .* nonsense"):
        system.install(["nonsense"], script='test "$1" = update')


def test_types_are_checked_for_every_system_and_in_benchmarks(script: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    module = script("dev")
    commands: list[list[str]] = []
    monkeypatch.setattr(module, "prepare", lambda *_all: None)
    monkeypatch.setattr(module, "run_command", lambda _command, **_how: 0)
    monkeypatch.setattr(module, "start_commands", lambda all: commands.extend([*map(str, each)] for each in all))
    monkeypatch.setattr(module, "wait_for", lambda all, _running: [0 for _ in all])

    assert module.test([]) == 0

    checked = [command for command in commands if "mypy" in command]
    systems = [command[command.index("--platform") + 1] for command in checked if "--package" not in command]
    assert systems == ["linux", "win32", "darwin"]
    assert [command[command.index("--package") + 1] for command in checked if "--package" in command] == [
        "tests.benchmarks"
    ]


def test_tests_run_side_by_side_unless_somebody_looks_on(script: Scripts) -> None:
    module = script("dev")
    assert module.parallel_options(["-k", "dev"])[:2] == ["-n", str((os.cpu_count() or 1) + 1)]
    assert [module.parallel_options([wish]) for wish in ("-n0", "--pdb", "--numprocesses=4")] == [[], [], []]


def test_what_runs_together_is_told_in_order_with_each_result(
    script: Scripts, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    commands = [[sys.executable, "-c", f"print('told {status}'); raise SystemExit({status})"] for status in (3, 0)]

    module = script("dev")
    assert module.wait_for(commands, module.start_commands(commands)) == [3, 0]

    assert re.findall(rb"told \d$", capfdbinary.readouterr().out, re.MULTILINE) == [b"told 3", b"told 0"]


def test_an_unknown_benchmark_is_told_apart_from_a_known_one(script: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    module = script("dev")
    monkeypatch.setattr(module, "prepare", lambda *_all: None)

    with pytest.raises(module.Trouble, match="counting"):
        module.bench(["nonsense"])


def test_the_readme_points_at_what_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#][^)]*)\)", text) if "://" not in link]

    assert [link for link in links if not (ROOT / link).exists()] == []
    headings = {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in re.findall(r"^##? (.+)", text, re.M)
    }
    assert [anchor for anchor in re.findall(r"\]\(#([^)]+)\)", text) if anchor not in headings] == []


def test_the_readme_names_commands_that_exist() -> None:
    text = README.read_text(encoding="utf-8")
    told = dev("--help").stdout
    benchmarks = {path.stem for path in (ROOT / "tests/benchmarks").glob("*.py")}

    assert [name for name in re.findall(r"dev\.py (\w+)", text) if f"dev.py {name}" not in told] == []
    assert [name for name in re.findall(r"dev\.py bench (\w+)", text) if name not in benchmarks] == []


def test_an_older_python_gets_a_sentence(script: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    module = script("dev")
    monkeypatch.setattr(module.sys, "version_info", (3, 9, 2, "final", 0))

    with pytest.raises(module.Trouble, match=r"needs Python 3\.11 or newer"):
        module.prepare("run")
