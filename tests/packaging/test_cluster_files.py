"""The files that bring a cluster up are sound, as far as that can be told without a cluster."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from app.domain import VERSION
from tests.systems import with_signals

yaml = pytest.importorskip("yaml")
dask = pytest.importorskip("dask")

ROOT = Path(__file__).parents[2]
FILES = ROOT / "packaging" / "cluster"
KUBERNETES = sorted((FILES / "kubernetes").glob("*.yaml"))
UNITS = sorted((FILES / "systemd").iterdir())


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def containers(value: Any) -> list[dict[str, Any]]:
    """The containers anywhere in a manifest."""
    if isinstance(value, dict):
        own = value["containers"] if isinstance(value.get("containers"), list) else []
        return [*own, *(one for inner in value.values() for one in containers(inner))]
    return [one for inner in value for one in containers(inner)] if isinstance(value, list) else []


def test_what_runs_in_containers_is_this_version_with_bounds_on_its_memory() -> None:
    found = [one for path in KUBERNETES for document in documents(path) for one in containers(document)]

    assert len(found) >= 6
    assert {one["image"] for one in found} == {f"bayleaf-cluster:{VERSION}"}
    assert all(one["resources"]["limits"]["memory"] for one in found)


def test_a_build_of_the_image_is_sent_what_it_copies_and_nothing_else() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (FILES / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    sent = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(sent) == sorted(name for names in copied for name in names.split())


def test_the_image_that_is_built_is_the_one_that_is_run() -> None:
    (composed,) = documents(FILES / "compose.yaml")
    names = ("cluster.md", "cluster.ru.md", "cluster.zh.md")
    pages = [FILES / "Dockerfile", *(ROOT / "resources" / "help" / name for name in names)]

    built = [re.findall(r"docker build \S+ \S+ -t (\S+)", page.read_text(encoding="utf-8")) for page in pages]

    assert built == [[f"bayleaf-cluster:{VERSION}"]] * 4
    assert {service["image"] for service in composed["services"].values()} == {f"bayleaf-cluster:{VERSION}"}


def test_what_the_image_copies_is_there() -> None:
    text = (FILES / "Dockerfile").read_text(encoding="utf-8")
    copied = [words for line in re.findall(r"^COPY (?!--from)(.+)", text, re.M) for words in line.split()[:-1]]

    assert len(copied) > 5
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_every_setting_that_dask_is_given_is_one_that_it_has() -> None:
    importlib.import_module("distributed")
    texts = [path.read_text(encoding="utf-8") for path in (FILES / "Dockerfile", *UNITS)]
    given = {found for text in texts for found in re.findall(r"\bDASK_([A-Z_]+)=(\S+)", text)}

    names = {name.lower().replace("__", "."): value for name, value in given}

    assert len(names) == 3
    for name, value in names.items():
        assert type(dask.config.get(name)) in (type(dask.config.interpret_value(value)), type(None))


def ordered(value: Any) -> list[list[str]]:
    """The commands anywhere in a manifest, each with its arguments."""
    if isinstance(value, dict):
        own = [*(value.get(name) or [] for name in ("entrypoint", "command", "args"))]
        given = [str(word) for words in own if isinstance(words, list) for word in words]
        return [*([given] if given else []), *(one for inner in value.values() for one in ordered(inner))]
    return [one for inner in value for one in ordered(inner)] if isinstance(value, list) else []


def test_every_option_that_is_given_exists() -> None:
    paths = [FILES / "compose.yaml", *KUBERNETES]
    given = [words for path in paths for document in documents(path) for words in ordered(document)]
    commands = {(words[0], words[1]) for words in given if len(words) > 1 and words[0] in ("dask", "bayleaf-cli")}
    modules = {"dask": "dask", "bayleaf-cli": "app.cli"}

    known = {
        command: subprocess.run(
            [sys.executable, "-m", modules[command[0]], command[1], *more, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for command in commands
        for more in [["--cluster", "local"] if command[1] == "train" else []]
    }

    assert {name for _, name in commands} >= {"scheduler", "worker"}
    unknown = [
        (*words[:2], option)
        for words in given
        if tuple(words[:2]) in known
        for option in words[2:]
        if option.startswith("--") and option.partition("=")[0] not in known[words[0], words[1]]
    ]
    assert unknown == []


def test_a_worker_leaves_room_below_the_memory_that_it_is_given() -> None:
    """Dask's nanny ends a worker that takes too much, and the shard is counted again; a system ends all of them."""
    units = {"Gi": 1.0, "GiB": 1.0, "g": 1.0}

    def gigabytes(text: str) -> float:
        number, unit = re.fullmatch(r"([\d.]+)(\w+)", text).groups()  # type: ignore[union-attr]
        return float(number) * units[unit]

    workers = [
        (command[command.index("--memory-limit") + 1], one["resources"]["limits"]["memory"])
        for path in KUBERNETES
        for document in documents(path)
        for one in containers(document)
        if "--memory-limit" in (command := one.get("command") or one.get("args") or [])
    ]

    assert len(workers) == 3
    assert all(gigabytes(own) < gigabytes(limit) for own, limit in workers)


def test_nobody_from_outside_reaches_the_port_that_runs_any_code() -> None:
    (composed,) = documents(FILES / "compose.yaml")
    plain = documents(FILES / "kubernetes" / "plain.yaml")

    published = [port for service in composed["services"].values() for port in service.get("ports", [])]
    assert published == ["127.0.0.1:8787:8787"]
    assert {document["spec"].get("type", "ClusterIP") for document in plain if document["kind"] == "Service"} == {
        "ClusterIP"
    }
    (policy,) = (document["spec"] for document in plain if document["kind"] == "NetworkPolicy")
    own = {"matchLabels": {"app.kubernetes.io/name": "bayleaf"}}
    assert policy["ingress"] == [{"from": [{"podSelector": own}]}]
    scheduler = (FILES / "systemd" / "bayleaf-scheduler.service").read_text(encoding="utf-8")
    assert "--protocol tls" in scheduler
    assert "--dashboard-address 127.0.0.1:" in scheduler


def test_a_worker_installs_no_window() -> None:
    pinned = (ROOT / "packaging" / "requirements-cluster.txt").read_text(encoding="utf-8")

    assert "\ndistributed==" in pinned
    assert "pyside" not in pinned
    assert "shiboken" not in pinned
    development = set(re.findall(r"^\S+==\S+", (ROOT / "packaging/requirements-dev.txt").read_text("utf-8"), re.M))
    assert set(re.findall(r"^\S+==\S+", pinned, re.M)) <= development


@pytest.mark.skipif(find_spec("app.features.cluster") is None, reason="the cluster is an optional feature")
def test_what_a_worker_runs_needs_no_window() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['PySide6'] = None\n"
            "import app.features.cluster.training, app.features.cluster.judging\n"
            "import app.features.cluster.command, app.cli.__main__",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@with_signals
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_are_understood_by_systemd(unit: Path, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("needs systemd-analyze")
    for path in UNITS:
        text = re.sub(r"/opt/bayleaf/bin/\S+", sys.executable, path.read_text(encoding="utf-8"))
        (tmp_path / path.name.replace("@.", "@1.")).write_text(text, encoding="utf-8")
    copy = tmp_path / unit.name.replace("@.", "@1.")

    done = subprocess.run([analyze, "verify", str(copy)], capture_output=True, text=True, check=False)

    said = [line for line in done.stderr.splitlines() if copy.name in line]
    assert said == []
