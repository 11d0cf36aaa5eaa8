"""A model that is made on a cluster is the laptop's, to the last count."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import ClusterError, TrainingError
from app.domain.jobs import NoOpJobContext
from app.domain.results import TrainingReport
from app.features.cluster.running import ClusterAddress
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.cluster.training import ClusterTrainingSettings, train_on_cluster
from app.features.cluster.use_cases import ClusterProgress
from app.library.recipes import RecipeRequest
from app.library.saved_models import read_model
from nbengine.models.filter_model import FilterModel
from tests.app.features.cluster.conftest import PLAIN, Cluster, mail, many_boxes, on_the_laptop


def test_the_counts_are_those_of_the_laptop(
    cluster: Cluster, made_up_mail: Path, laptop: TrainingReport, tmp_path: Path
) -> None:
    report = cluster.trained(tmp_path / "made.model", made_up_mail)

    assert report.n_shards > 3
    assert report.n_duplicates == 60
    assert report.training_report.labels == laptop.labels
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert read_model(tmp_path / "made.model").canonical_hash() == laptop.canonical_hash


@pytest.mark.parametrize(
    "request_",
    [
        RecipeRequest(event_model="multinomial"),
        RecipeRequest(event_model="bernoulli", smoothing="1", threshold=1.0),
        RecipeRequest(event_model="complement", smoothing="0.5", tfidf=True),
        RecipeRequest(event_model="multinomial", smoothing="0.5", vocabulary="40"),
        RecipeRequest(event_model="multinomial", smoothing="0.5", vocabulary="40", rank_words_by="chi2"),
    ],
    ids=["smoothing by itself", "threshold", "tf-idf", "unknown word", "chi2"],
)
def test_every_recipe_gives_the_model_of_the_laptop(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, request_: RecipeRequest
) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,), request=request_)

    report = cluster.trained(tmp_path / "made.model", made_up_mail, request=request_)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert report.training_report.description == laptop.description
    assert report.training_report.smoothing == laptop.smoothing
    assert report.training_report.words == laptop.words
    assert report.training_report.accuracy == pytest.approx(laptop.accuracy, abs=1e-12)


def test_copies_are_kept_where_that_is_asked_for(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    options = SourceOptions(keep_duplicates=True)
    laptop = on_the_laptop(tmp_path, (made_up_mail,), options)

    report = cluster.trained(tmp_path / "made.model", made_up_mail, options=options)

    assert report.n_duplicates == 0
    assert report.training_report.documents == report.n_read == 300
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_short_texts_are_read_as_messages(cluster: Cluster, tmp_path: Path) -> None:
    rows = [f"{'spam' if number % 3 else 'ham'}\twin £{number} now! call 0800{number}" for number in range(40)]
    (tmp_path / "sms.tsv").write_text("label\ttext\n" + "\n".join(rows) + "\n", encoding="utf-8")
    options = SourceOptions(kind="table", label_column="label", text_column="text")
    laptop = on_the_laptop(tmp_path, (tmp_path / "sms.tsv",), options)

    report = cluster.trained(tmp_path / "made.model", tmp_path / "sms.tsv", options=options)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert "£" in read_model(tmp_path / "made.model").vocabulary


def without_dates(folder: Path, pattern: str) -> Path:
    """Take the dates out of the mail of some mailboxes."""
    for mailbox in folder.glob(pattern):
        lines = mailbox.read_text("utf-8").splitlines(keepends=True)
        mailbox.write_text("".join(line for line in lines if not line.startswith("Date:")), "utf-8")
    return folder


def test_mail_without_headers_is_counted_by_pairs(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    without_dates(made_up_mail, "*/*.mbox")
    laptop = on_the_laptop(tmp_path, (made_up_mail,))

    report = cluster.trained(tmp_path / "made.model", made_up_mail)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert read_model(tmp_path / "made.model").recipe.rules.ngrams == (1, 2)


def test_what_some_shards_look_like_saves_counting_all_of_them_twice(cluster: Cluster, tmp_path: Path) -> None:
    source, told = without_dates(many_boxes(tmp_path / "mail", 16), "*/*.mbox"), list[ClusterProgress]()
    laptop = on_the_laptop(tmp_path, (source,))

    report = train_on_cluster(cluster.order(tmp_path / "made.model", source), NoOpJobContext(), on_progress=told.append)

    assert read_model(tmp_path / "made.model").recipe.rules.ngrams == (1, 2)
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert max(progress.n_documents for progress in told) == report.n_read


def test_some_shards_that_look_unlike_the_rest_change_nothing(cluster: Cluster, tmp_path: Path) -> None:
    source, told = many_boxes(tmp_path / "mail", 16), list[ClusterProgress]()
    for sampled in ("ham/000", "ham/002", "ham/012", "spam/003", "spam/015"):
        without_dates(source, f"{sampled}.mbox")
    laptop = on_the_laptop(tmp_path, (source,))

    report = train_on_cluster(cluster.order(tmp_path / "made.model", source), NoOpJobContext(), on_progress=told.append)

    assert max(progress.n_documents for progress in told) == 2 * report.n_read
    assert read_model(tmp_path / "made.model").recipe.rules.ngrams == (1, 1)
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_a_pattern_stands_for_the_files_it_matches(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    options = SourceOptions(labels_from="pattern:/(spam|ham)/")
    laptop = on_the_laptop(tmp_path, tuple(sorted(made_up_mail.glob("*/1.mbox"))), options)

    report = cluster.trained(tmp_path / "made.model", f"{made_up_mail}/*/1.mbox", options=options)

    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_what_cannot_be_read_is_listed_as_on_the_laptop(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    (made_up_mail / "spam" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")
    laptop = on_the_laptop(tmp_path, (made_up_mail,))

    report = cluster.trained(tmp_path / "made.model", made_up_mail)

    assert [(Path(one.path).name, one.reason) for one in report.failures] == [("broken.zip", "damaged")]
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_sources_without_two_labels_are_refused(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="two labels"):
        cluster.trained(tmp_path / "made.model", made_up_mail / "ham", request=PLAIN)


def test_a_bound_on_words_costs_none_that_is_frequent(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    wanted = RecipeRequest(event_model="multinomial", smoothing="0.5", vocabulary="20")
    laptop = on_the_laptop(tmp_path, (made_up_mail,), request=wanted)

    report = cluster.trained(tmp_path / "made.model", made_up_mail, request=wanted, most_words=100)

    assert report.vocabulary_bound is not None
    assert 0 < report.vocabulary_bound.max_documents_of_dropped < 20
    assert report.vocabulary_bound.n_kept <= 100
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert report.training_report.accuracy == pytest.approx(laptop.accuracy, abs=1e-12)


def test_a_bound_that_is_not_reached_changes_nothing(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,))

    report = cluster.trained(tmp_path / "made.model", made_up_mail, most_words=100_000)

    assert report.vocabulary_bound is not None
    assert report.vocabulary_bound.max_documents_of_dropped == 0
    assert report.training_report.canonical_hash == laptop.canonical_hash


@pytest.mark.parametrize("bound", [None, 60])
def test_more_words_than_a_model_holds_are_refused_before_the_bulk_is_counted(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: int | None
) -> None:
    monkeypatch.setattr("app.features.cluster.training.MAX_WORDS", 50)

    with pytest.raises(ClusterError) as caught:
        cluster.trained(tmp_path / "made.model", made_up_mail, most_words=bound)

    assert caught.value.reason == "too-many-words"


@pytest.mark.parametrize(
    "request_",
    [RecipeRequest(event_model="filter"), RecipeRequest(spam_label="ham"), RecipeRequest(protected=("ham",))],
    ids=["filter", "spam label", "protected"],
)
def test_a_filter_is_that_of_the_laptop(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, request_: RecipeRequest
) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,), request=request_)

    report = cluster.trained(tmp_path / "made.model", made_up_mail, request=request_)

    assert report.n_shards > 3
    assert report.training_report.event_model == laptop.event_model == "filter"
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert report.training_report.labels == laptop.labels
    assert report.training_report.promise == laptop.promise
    assert report.n_not_learnt == 0
    assert read_model(tmp_path / "made.model").canonical_hash() == laptop.canonical_hash


def test_it_is_told_where_a_filter_would_be_the_better_model(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    open_, chosen = (
        cluster.trained(tmp_path / "made.model", made_up_mail, request=request) for request in (RecipeRequest(), PLAIN)
    )

    assert open_.training_report.event_model != "filter"
    assert open_.suits_filter
    assert not chosen.suits_filter


def test_dates_and_weights_are_those_by_which_the_laptop_teaches_a_filter(cluster: Cluster, tmp_path: Path) -> None:
    dice, source = random.Random(5), tmp_path / "dated"
    for number in range(120):
        label = ("ham", "spam")[number % 2]
        (source / label).mkdir(parents=True, exist_ok=True)
        text = mail(dice, label, number).replace(
            "6 Jan 2025", f"{1 + dice.randrange(28)} Mar {2020 + dice.randrange(5)}"
        )
        (source / label / f"{number:03}.eml").write_text(text, encoding="utf-8")
    wanted = RecipeRequest(event_model="filter")
    laptop = on_the_laptop(tmp_path, (source,), request=wanted)
    undated = tmp_path / "undated"
    for path in source.glob("*/*.eml"):
        (undated / path.parent.name).mkdir(parents=True, exist_ok=True)
        lines = path.read_text("utf-8").splitlines(keepends=True)
        (undated / path.parent.name / path.name).write_text(
            "".join(
                "Received: x; Mon, 6 Jan 2025 10:00:00 +0000\n" if line.startswith("Date:") else line for line in lines
            )
        )

    report = cluster.trained(tmp_path / "made.model", source, request=wanted)
    other = cluster.trained(tmp_path / "other.model", undated, request=wanted)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert report.training_report.canonical_hash != other.training_report.canonical_hash


def test_a_filter_that_would_be_too_much_for_one_worker_learns_some_of_the_shards(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    order = cluster.order(tmp_path / "made.model", made_up_mail, request=RecipeRequest(event_model="filter"))

    report = train_on_cluster(replace(order, max_judged=150), NoOpJobContext())

    learnt = report.training_report.documents
    assert 0 < learnt <= 150
    assert 0 < report.n_not_learnt <= report.n_read - learnt
    model = read_model(tmp_path / "made.model")
    assert isinstance(model, FilterModel)
    assert sum(model.learner.tally.learnt) == learnt


@pytest.mark.parametrize(
    ("request_", "most_words"),
    [
        (RecipeRequest(event_model="multinomial", spam_label="spam"), None),
        (RecipeRequest(event_model="multinomial", protected=("ham",)), None),
        (RecipeRequest(event_model="filter"), 1_000),
    ],
    ids=["spam label", "protected", "bound"],
)
def test_a_filter_and_what_it_has_not_do_not_go_together(
    tmp_path: Path, request_: RecipeRequest, most_words: int | None
) -> None:
    nobody = ClusterAddress("tcp://127.0.0.1:9")
    sources = ClusterSources((str(tmp_path),))
    order = ClusterTrainingSettings(nobody, sources, tmp_path / "made.model", request_, max_words=most_words)

    with pytest.raises(TrainingError, match=r"not-a-filter|bounded-filter"):
        train_on_cluster(order, NoOpJobContext())

    assert not order.target.exists()
