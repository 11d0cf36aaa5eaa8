"""Models judged and documents classified on a cluster, as the laptop does it."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

from app.domain.errors import ClusterError
from app.domain.jobs import NoOpJobContext
from app.features.cluster.judging import (
    ClusterClassificationSettings,
    ClusterEvaluationSettings,
    Format,
    classify_on_cluster,
    evaluate_on_cluster,
)
from app.features.cluster.running import ClusterAddress, ReaderPools
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.recipes import RecipeRequest
from app.library.saved_models import export_model
from tests.app.features.cluster.conftest import Cluster, made_mail, on_the_laptop


@pytest.fixture
def model(made_up_mail: Path, tmp_path: Path) -> Path:
    """The laptop's model, in a file."""
    on_the_laptop(tmp_path, (made_up_mail,))
    export_model(tmp_path / "laptop.bayleaf", None, tmp_path / "mail.model")
    return tmp_path / "mail.model"


def test_test_documents_are_judged_as_on_the_laptop(cluster: Cluster, model: Path, tmp_path: Path) -> None:
    later = made_mail(tmp_path / "later", 90)
    (later / "spam" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")
    laptop = evaluate_model(
        tmp_path / "laptop.bayleaf", EvaluationOrder(way="test", test_sources=(later,)), NoOpJobContext()
    )

    read = ClusterSources((str(later),), shard_bytes=8_000)
    report = evaluate_on_cluster(
        ClusterEvaluationSettings(ClusterAddress(cluster.address), read, model), NoOpJobContext()
    )

    found, wanted = report.evaluation.to_plain(), laptop.evaluation.to_plain()
    assert found["confusion"] == wanted["confusion"]
    assert found["one_minus_auc_percent"] == wanted["one_minus_auc_percent"]
    figures = [name for name, figure in wanted.items() if isinstance(figure, float)]
    assert {name: found[name] for name in figures} == pytest.approx({name: wanted[name] for name in figures}, rel=1e-12)
    assert [one.reason for one in report.failed] == ["damaged"]


@pytest.mark.parametrize("request_", [RecipeRequest(event_model="bernoulli", smoothing="1"), RecipeRequest()])
def test_each_fold_is_judged_by_the_others(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, request_: RecipeRequest
) -> None:
    on_the_laptop(tmp_path, (made_up_mail,), request=request_)
    export_model(tmp_path / "laptop.bayleaf", None, tmp_path / "mail.model")
    laptop = evaluate_model(tmp_path / "laptop.bayleaf", EvaluationOrder(way="folds", n_folds=5), NoOpJobContext())

    read = ClusterSources((str(made_up_mail),), shard_bytes=8_000)
    order = ClusterEvaluationSettings(ClusterAddress(cluster.address), read, tmp_path / "mail.model", n_folds=5)
    report = evaluate_on_cluster(order, NoOpJobContext())

    assert report.evaluation.documents == laptop.evaluation.documents == 240
    assert report.evaluation.accuracy == pytest.approx(laptop.evaluation.accuracy, abs=0.03)
    assert not report.evaluation.undecided.any()
    assert np.isfinite(report.evaluation.brier)


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_verdicts_are_written_shard_by_shard(
    cluster: Cluster, model: Path, made_up_mail: Path, tmp_path: Path, form: Format
) -> None:
    (made_up_mail / "spam" / "odd.eml").write_text("Subject: xyzzy\n\nplugh frotz ozmoo\n")
    verdicts = classify(
        load_classifier(tmp_path / "laptop.bayleaf", None), JudgingRequest((made_up_mail,)), 0, NoOpJobContext()
    )
    expected = {(one.path, one.member): (one.label, one.probability, one.is_unsure) for one in verdicts}
    (made_up_mail / "spam" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")
    read = ClusterSources((str(made_up_mail),), shard_bytes=8_000)
    target = tmp_path / "judged"

    report = classify_on_cluster(
        ClusterClassificationSettings(ClusterAddress(cluster.address), read, model, str(target), form), NoOpJobContext()
    )

    rows = [row for path in sorted(target.glob(f"part-*.{form}")) for row in rows_of(path, form)]
    assert report.n_documents == len(rows) - 1 == len(expected)
    assert report.n_files > 2
    read_rows = [row for row in rows if not row["error"]]
    found = {
        (row["path"], row["member"]): (row["label"], float(row["probability"]), str(row["unsure"]) == "True")
        for row in read_rows
    }
    assert found.keys() == expected.keys()
    for place, (label, probability, is_unsure) in found.items():
        assert (label, is_unsure) == (expected[place][0], expected[place][2])
        assert probability == pytest.approx(expected[place][1], rel=1e-9)
    assert 0 < report.n_unsure == sum(is_unsure for _, _, is_unsure in found.values()) < len(found)
    (unread,) = (row for row in rows if row["error"])
    assert unread["path"].endswith("broken.zip")
    assert unread["label"] in (None, "")


def rows_of(path: Path, form: Format) -> list[dict[str, str]]:
    if form == "csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    if form == "jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows: list[dict[str, str]] = parquet.read_table(path).to_pylist()
    return rows


def test_verdicts_of_a_larger_run_are_not_mixed_with_new_ones(
    cluster: Cluster, model: Path, made_up_mail: Path, tmp_path: Path
) -> None:
    target = tmp_path / "judged"
    all_of_it, some = (ClusterSources((str(place),)) for place in (made_up_mail, made_up_mail / "ham" / "1.mbox"))
    order = ClusterClassificationSettings(
        ClusterAddress(cluster.address), replace(all_of_it, shard_bytes=8_000), model, str(target)
    )
    classify_on_cluster(order, NoOpJobContext())
    classify_on_cluster(order, NoOpJobContext())
    before = {path: path.read_bytes() for path in target.glob("part-*")}

    with pytest.raises(ClusterError) as caught:
        classify_on_cluster(replace(order, source_settings=some), NoOpJobContext())

    assert caught.value.reason == "left-over"
    assert {path: path.read_bytes() for path in target.glob("part-*")} == before


def test_a_classification_that_was_lost_goes_on_where_it_was(
    cluster: Cluster, model: Path, made_up_mail: Path, tmp_path: Path
) -> None:
    target = tmp_path / "judged"
    read = ClusterSources((str(made_up_mail),), shard_bytes=8_000)
    order = ClusterClassificationSettings(ClusterAddress(cluster.address), read, model, str(target))
    whole = classify_on_cluster(order, NoOpJobContext())
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in target.glob("part-*")}
    first, second, third, *_ = sorted(before)
    first.unlink()
    (target / "_judged" / f"{second.name}.json").write_text("{ half a no")

    again = classify_on_cluster(order, NoOpJobContext())

    assert replace(again, seconds=0.0) == replace(whole, seconds=0.0)
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in target.glob("part-*")}
    assert {path for path in after if after[path] != before[path]} == {first, second}
    assert {path: content for path, (content, _) in after.items()} == {
        path: content for path, (content, _) in before.items()
    }
    with third.open("a") as file:
        file.write("what another model has said")
    export = tmp_path / "other.model"
    train(
        tmp_path / "laptop.bayleaf",
        TrainingOrder(RecipeRequest(event_model="bernoulli", smoothing="1")),
        NoOpJobContext(),
    )
    export_model(tmp_path / "laptop.bayleaf", None, export)
    classify_on_cluster(replace(order, model_path=export), NoOpJobContext())
    assert "what another model" not in third.read_text()


def test_a_model_is_opened_once_for_all_shards_that_a_worker_judges() -> None:
    pools, opened = ReaderPools(), list[bytes]()

    def opener(data: bytes) -> str:
        opened.append(data)
        return data.decode()

    first, second = b"one model", b"another"

    assert [pools.decode_cached(data, opener) for data in (first, first, second, second)] == [
        "one model",
        "one model",
        "another",
        "another",
    ]
    assert opened == [first, second]

    pools.close()
    pools.decode_cached(second, opener)
    assert opened == [first, second, second]
