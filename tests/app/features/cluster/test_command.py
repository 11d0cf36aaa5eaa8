"""The commands as a person calls them: the first starts a local cluster of two processes, the others find one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.results import TrainingReport
from tests.app.features.cluster.conftest import ROOT, Cluster, called

pytestmark = pytest.mark.timeout(600)
RECIPE = ("--event-model", "multinomial", "--smoothing", "0.5")
IMPATIENT = """
import sys
from app.cli.__main__ import main
from app.features.cluster import running as connection

connection.CONNECT_S = 0.5
sys.exit(main())
"""
LOCAL = ("--cluster", "local:2", "--shard-bytes", "65536")


def test_a_model_is_trained_judged_and_used_on_a_local_cluster(
    made_up_mail: Path, laptop: TrainingReport, cluster: Cluster, tmp_path: Path
) -> None:
    model, there = tmp_path / "made.model", ("--cluster", cluster.address, *LOCAL[2:])

    trained, said = called("train", *LOCAL, made_up_mail, "--to", model, *RECIPE, "--most-words", "90000")
    assert trained["hash"] == laptop.canonical_hash
    assert (trained["read"], trained["duplicates"], trained["bound"]["error"]) == (300, 60, 0)
    assert said.startswith("By a sample: about ")
    assert len(said.splitlines()) == 1

    judged, said = called("evaluate", *there, made_up_mail, "--model", model, "--folds", "3")
    assert judged["documents"] == 240
    assert said == ""

    used, _ = called("classify", *there, made_up_mail, "--model", model, "--to", tmp_path / "judged")
    assert used["documents"] == 300
    assert len(list((tmp_path / "judged").glob("part-*.csv"))) == used["files"]


def test_a_scheduler_that_is_not_there_is_one_sentence(made_up_mail: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", IMPATIENT, "train", "--cluster", "nowhere:1", str(made_up_mail), "--to", "x.model"]

    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr.startswith("bayleaf-cli: The cluster at nowhere:1 does not answer.")
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.glob("*.model")) == []
