"""A model that was made on a cluster is one of the workspace's, and the workers are seen at work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from app.domain.jobs import NoOpJobContext
from app.features.cluster.use_cases import ClusterProgress, ClusterRequest, train_into_workspace
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from nbengine.models.persistence import model_from_bytes
from tests.app.features.cluster.conftest import ROOT, Cluster, on_the_laptop

HERE = {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_model_joins_the_others_under_a_free_name(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,))
    workspace, seen = tmp_path / "laptop.bayleaf", list[ClusterProgress]()
    request = RecipeRequest(event_model="multinomial", smoothing="0.5")
    cluster_request = ClusterRequest(cluster.address, (str(made_up_mail),), laptop.model, request=request)

    made = train_into_workspace(workspace, cluster_request, seen.append, NoOpJobContext())

    assert made.model == f"{laptop.model} 2"
    assert made.documents == laptop.documents
    with Workspace(workspace) as opened:
        assert model_from_bytes(opened.models.content(made.model)).canonical_hash() == laptop.canonical_hash
    assert len(seen[-1].workers) == 2
    assert max(progress.n_documents for progress in seen) == 300


@pytest.mark.parametrize("arguments", [("train", "--cluster", "local", "x", "--to", "y"), ("train", "--cluster=local")])
def test_without_dask_it_is_said_how_to_install_it(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    hidden = "import sys; sys.modules['distributed'] = None; from app.cli.__main__ import main; sys.exit(main())"

    done = subprocess.run(
        [sys.executable, "-c", hidden, *arguments], cwd=tmp_path, env=HERE, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert 'pip install "bayleaf[cluster]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no_reader_is_left_on_a_worker(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    cluster.trained(tmp_path / "made.model", made_up_mail)

    children = [child for worker in cluster.workers for child in psutil.Process(worker.pid).children(recursive=True)]
    servers = [child for child in children if "forkserver" in " ".join(child.cmdline())]
    readers = [child for child in children if "spawn_main" in " ".join(child.cmdline()) or child.parent() in servers]
    assert psutil.wait_procs(readers, timeout=10)[1] == []


def test_other_commands_never_import_dask(tmp_path: Path) -> None:
    seen = "import sys, app.features.train.command, app.features.evaluate.command, app.features.classify.command\n"
    seen += "import app.features.cluster.dialog\n"
    seen += "print(*{name.split('.')[0] for name in sys.modules} & {'dask', 'distributed', 'fsspec', 'pyarrow'})"

    done = subprocess.run([sys.executable, "-c", seen], env=HERE, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == ""
