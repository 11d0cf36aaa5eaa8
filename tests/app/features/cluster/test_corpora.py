"""Real mail and news, counted by two workers: the hash is the laptop's."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.library.recipes import RecipeRequest
from app.library.saved_models import read_model
from app.store.workspace import Workspace
from nbengine.models.persistence import model_from_bytes
from tests.app.features.cluster.conftest import Cluster, on_the_laptop

pytestmark = [pytest.mark.corpora, pytest.mark.slow, pytest.mark.timeout(600)]
SHARD_BYTES = 4 << 20


def test_spamassassin_gives_the_same_model(cluster: Cluster, corpora: Path, tmp_path: Path) -> None:
    options = SourceOptions(labels_from=r"pattern:/(?:easy_|hard_)?(ham|spam)(?:_2)?/")
    source = corpora / "spamassassin" / "spamassassin"
    request = RecipeRequest(event_model="multinomial")
    laptop = on_the_laptop(tmp_path, (source,), options, request)

    report = cluster.trained(tmp_path / "made.model", source, options=options, request=request, shard_bytes=SHARD_BYTES)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert report.training_report.choices[0].chosen == laptop.choices[0].chosen
    assert report.training_report.accuracy == pytest.approx(laptop.accuracy, abs=1e-9)
    made = read_model(tmp_path / "made.model").assurance
    with Workspace(tmp_path / "laptop.bayleaf") as workspace:
        kept = model_from_bytes(workspace.models.content("Mail filter")).assurance
    assert made is not None
    assert kept is not None
    assert made.calibration.log_temperature == pytest.approx(kept.calibration.log_temperature, rel=1e-6)
    assert made.label_thresholds.thresholds == pytest.approx(kept.label_thresholds.thresholds, rel=1e-6)


def test_20_newsgroups_give_the_same_model(cluster: Cluster, corpora: Path, tmp_path: Path) -> None:
    options, request = SourceOptions(kind="text"), RecipeRequest(event_model="complement", smoothing="1")
    (source,) = (corpora / "20news-bydate").rglob("20news-bydate-train")
    laptop = on_the_laptop(tmp_path, (source,), options, request)

    report = cluster.trained(tmp_path / "made.model", source, options=options, request=request, shard_bytes=SHARD_BYTES)

    assert report.n_shards > 4
    assert report.training_report.labels == laptop.labels
    assert report.training_report.canonical_hash == laptop.canonical_hash
