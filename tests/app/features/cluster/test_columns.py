"""Columns of numbers and choices are learnt on a cluster as they are on the laptop."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.cluster.column_survey import (
    collect_column_values,
    renumber_choices,
    renumber_tally,
    unite_column_values,
)
from app.features.cluster.judging import (
    ClusterClassificationSettings,
    ClusterEvaluationSettings,
    classify_on_cluster,
    evaluate_on_cluster,
)
from app.features.cluster.running import ClusterAddress
from app.features.cluster.shard_counting import shard_counts_from_bytes, shard_counts_to_bytes
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.recipes import RecipeRequest
from app.library.saved_models import export_model, read_model
from app.store.document_packing import pack_document
from nbengine.counts import UNIT
from nbengine.learnt.statistics import ChoiceTally
from nbengine.models.model import Model, TableColumns
from tests.app.features.cluster.conftest import Cluster, on_the_laptop, words
from tests.app.features.cluster.test_merging import shard

OPTIONS = SourceOptions(
    kind="table",
    label_column="kind",
    numeric_columns=("height", "far off"),
    categorical_columns=("colour", "town"),
    weight_column="weight",
)
WITH_TEXT = SourceOptions(**{name: getattr(OPTIONS, name) for name in OPTIONS.__slots__} | {"text_column": "body"})


def made_table(folder: Path, n_rows: int = 240, n_files: int = 4) -> Path:
    """Tables whose values come in another order in each, with gaps, weights, and numbers far from zero."""
    folder.mkdir(parents=True)
    for number in range(n_files):
        dice = random.Random(number)
        with (folder / f"{number}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["kind", "height", "far off", "colour", "town", "body", "weight"])
            writer.writerows(row(dice, number) for _ in range(n_rows // n_files))
    return folder


def row(dice: random.Random, number: int) -> list[object]:
    kind = dice.choice(["ham", "spam", "eggs"])
    place = ("ham", "spam", "eggs").index(kind)
    height = "" if dice.random() < 0.1 else f"{dice.gauss(place, 1):.6f}"
    colours = ["red", "green", "blue", "mauve", f"only in {number}"]
    colour = "" if dice.random() < 0.1 else dice.choice(colours[place : place + 3])
    body = words(dice, "spam" if kind == "spam" else "ham")
    return [kind, height, f"{1e6 + dice.gauss(place, 0.5):.6f}", colour, dice.choice("ABCD"), body, dice.choice("123")]


def same_moments(made: Model, kept: Model) -> None:
    """Merged moments are the laptop's to nine digits, label by label."""
    assert (made.statistics.numbers is None) == (kept.statistics.numbers is None)
    if made.statistics.numbers is None or kept.statistics.numbers is None:
        return
    mine = made.statistics.numbers.with_labels(kept.labels).moments
    theirs = kept.statistics.numbers.moments
    np.testing.assert_array_equal(mine.weights, theirs.weights)
    np.testing.assert_allclose(mine.means, theirs.means, rtol=1e-9)
    np.testing.assert_allclose(mine.squares, theirs.squares, rtol=1e-9)


@pytest.mark.parametrize(
    ("options", "event_model"),
    [
        (OPTIONS, "gaussian"),
        (OPTIONS, "categorical"),
        (OPTIONS, "mixed"),
        (OPTIONS, "auto"),
        (WITH_TEXT, "mixed"),
        (WITH_TEXT, "auto"),
        (WITH_TEXT, "categorical"),
        (WITH_TEXT, "multinomial"),
    ],
)
def test_the_whole_family_is_that_of_the_laptop(
    cluster: Cluster, tmp_path: Path, options: SourceOptions, event_model: str
) -> None:
    source, request = made_table(tmp_path / "tables"), RecipeRequest(event_model=event_model)
    laptop = on_the_laptop(tmp_path, (source,), options, request)
    export_model(tmp_path / "laptop.bayleaf", None, tmp_path / "kept.model")

    report = cluster.trained(tmp_path / "made.model", source, options=options, request=request, shard_bytes=3_000)

    made, kept = read_model(tmp_path / "made.model"), read_model(tmp_path / "kept.model")
    assert report.n_shards > 3
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert made.canonical_hash() == kept.canonical_hash()
    same_moments(made, kept)
    assert (made.table.numbers, made.table.choices) == (kept.table.numbers, kept.table.choices)
    assert [set(values) for values in made.table.values] == [set(values) for values in kept.table.values]
    assert report.training_report.event_model == laptop.event_model
    assert report.training_report.smoothing == pytest.approx(laptop.smoothing, rel=1e-9)
    assert report.training_report.accuracy == pytest.approx(laptop.accuracy, abs=1e-9)


def test_rows_are_judged_and_classified_as_on_the_laptop(cluster: Cluster, tmp_path: Path) -> None:
    source, later = made_table(tmp_path / "tables"), made_table(tmp_path / "later", 300, 5)
    on_the_laptop(tmp_path, (source,), WITH_TEXT, RecipeRequest())
    workspace, model = tmp_path / "laptop.bayleaf", tmp_path / "kept.model"
    export_model(workspace, None, model)
    address, read = ClusterAddress(cluster.address), ClusterSources((str(later),), WITH_TEXT, shard_bytes=3_000)
    by_test = EvaluationOrder(way="test", test_sources=(later,), options=WITH_TEXT)
    laptop = evaluate_model(workspace, by_test, NoOpJobContext())
    verdicts = classify(load_classifier(workspace, None), JudgingRequest((later,), WITH_TEXT), 0, NoOpJobContext())

    judged = evaluate_on_cluster(ClusterEvaluationSettings(address, read, model), NoOpJobContext())
    folds = evaluate_on_cluster(ClusterEvaluationSettings(address, read, model, n_folds=4), NoOpJobContext())
    used = classify_on_cluster(
        ClusterClassificationSettings(address, read, model, str(tmp_path / "judged")), NoOpJobContext()
    )

    assert judged.evaluation.confusion.tolist() == laptop.evaluation.confusion.tolist()
    assert judged.evaluation.log_loss == pytest.approx(laptop.evaluation.log_loss, rel=1e-12)
    assert judged.evaluation.separation == laptop.evaluation.separation
    assert folds.evaluation.documents == 300
    assert folds.evaluation.accuracy == pytest.approx(judged.evaluation.accuracy, abs=0.1)
    assert used.n_documents == 300
    rows = [
        (row["path"], row["member"], row["label"], pytest.approx(float(row["probability"]), rel=1e-9))
        for path in sorted((tmp_path / "judged").glob("part-*.csv"))
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    ]
    assert rows == [(one.path, one.member, one.label, one.probability) for one in verdicts]


def test_a_bound_on_words_leaves_the_columns_alone(cluster: Cluster, tmp_path: Path) -> None:
    source = made_table(tmp_path / "tables")
    laptop = on_the_laptop(tmp_path, (source,), WITH_TEXT, RecipeRequest(vocabulary="20"))

    report = cluster.trained(
        tmp_path / "made.model", source, options=WITH_TEXT, request=RecipeRequest(vocabulary="20"), most_words=100
    )

    assert report.vocabulary_bound is not None
    assert report.vocabulary_bound.max_documents_of_dropped > 0
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_columns_go_through_a_checkpoint(cluster: Cluster, tmp_path: Path) -> None:
    source, kept = made_table(tmp_path / "tables"), tmp_path / "counted"
    more = {"options": OPTIONS, "request": RecipeRequest(), "shard_bytes": 3_000, "checkpoint": kept}
    first = cluster.trained(tmp_path / "first.model", source, **more)
    counted = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}

    again = cluster.trained(tmp_path / "again.model", source, **more)

    assert again.training_report.canonical_hash == first.training_report.canonical_hash
    same_moments(read_model(tmp_path / "again.model"), read_model(tmp_path / "first.model"))
    assert {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")} == counted
    assert len(counted) == first.n_shards


def test_a_table_without_numbers_is_no_source_for_a_gaussian(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("kind,colour\nham,red\nspam,blue\n", encoding="utf-8")
    options = SourceOptions(kind="table", label_column="kind", categorical_columns=("colour",))

    with pytest.raises(TrainingError, match="no-columns"):
        cluster.trained(
            tmp_path / "x.model",
            tmp_path / "table.csv",
            options=options,
            request=RecipeRequest(event_model="gaussian"),
        )


def test_a_text_among_tables_is_read_and_not_learnt(cluster: Cluster, tmp_path: Path) -> None:
    source = tmp_path / "tables" / "ham"
    source.mkdir(parents=True)
    for number in range(3):
        rows = [f"{place % 7}.5,{'red' if place % 3 else 'blue'},{('ham', 'spam')[place % 2]}" for place in range(30)]
        (source / f"{number}.csv").write_text("height,colour,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (source / "readme.txt").write_text("heights were measured in the morning")
    laptop = on_the_laptop(tmp_path, (source,), request=RecipeRequest())

    report = cluster.trained(tmp_path / "made.model", source, request=RecipeRequest(), shard_bytes=400)

    assert report.n_read == 91
    assert report.training_report.documents == laptop.documents == 90
    assert report.training_report.event_model == laptop.event_model == "mixed"
    assert report.training_report.canonical_hash == laptop.canonical_hash


def rows_of(*choices: tuple[str | None, ...]) -> list[Document]:
    return [Document("", "t.csv", str(place), "row", numbers=(), choices=own) for place, own in enumerate(choices)]


def test_values_are_compared_by_name() -> None:
    read = TableColumns((), ("colour", "town"))
    here = collect_column_values([pack_document(one) for one in rows_of(("red", "A"), (None, "B"))], read)
    there = collect_column_values([pack_document(one) for one in rows_of(("blue", "B"), ("red", None))], read)

    both = unite_column_values((here.table_columns, there.table_columns))

    assert both.values == (("red", "blue"), ("A", "B"))
    assert renumber_choices(there.choice_numbers, there.table_columns, both).tolist() == [[1, 1], [0, -1]]
    assert renumber_choices(there.choice_numbers, there.table_columns, here.table_columns).tolist() == [[1, 1], [0, -1]]
    tally = ChoiceTally(("ham",), 2)
    tally.learn(there.choice_numbers, np.zeros(2, np.int64))
    moved = renumber_tally(tally, there.table_columns, both)
    assert [part.tolist() for part in moved.counts] == [[[UNIT, UNIT]], [[0, UNIT]]]


def test_columns_are_read_back_as_they_were_written() -> None:
    read = TableColumns(("height",), ("colour",))
    documents = [Document("", "t.csv", str(n), "row", numbers=(n or np.nan,), choices=("röd",)) for n in range(3)]
    counted = shard(1, [0, 0, 0])
    object.__setattr__(counted, "columns", collect_column_values([pack_document(one) for one in documents], read))

    again = shard_counts_from_bytes(shard_counts_to_bytes(counted)).columns

    assert again is not None
    assert counted.columns is not None
    assert again.table_columns == counted.columns.table_columns
    np.testing.assert_array_equal(again.numeric_values, counted.columns.numeric_values)
    np.testing.assert_array_equal(again.choice_numbers, counted.columns.choice_numbers)
