"""The dialog that trains on a cluster: what it asks for, and what it hears back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.errors import ClusterError
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.features.cluster.use_cases import ClusterProgress, ClusterRequest, WorkerProgress
from app.features.cluster.view_model import ClusterViewModel
from tests.inline_runner import InlineRunner
from tests.judged_recipes import MADE


class Cluster:
    """Stands where a cluster would be: remembers what it was asked for."""

    def __init__(self) -> None:
        self.wishes: list[ClusterRequest] = []
        self.problem: ClusterError | None = None

    def train(
        self,
        _workspace: Path,
        cluster_request: ClusterRequest,
        on_progress: Callable[[ClusterProgress], None],
        context: JobContext,
    ) -> TrainingReport:
        self.wishes.append(cluster_request)
        context.checkpoint(1, 2, "counting shards")
        on_progress(
            ClusterProgress(3, 6, 900, 2.0, (WorkerProgress("one", 2, 1 << 20),), "http://127.0.0.1:8787/status")
        )
        if self.problem is not None:
            raise self.problem
        return MADE


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


@pytest.fixture
def model(inline_runner: InlineRunner, cluster: Cluster, tmp_path: Path) -> ClusterViewModel:
    made = ClusterViewModel(inline_runner, tmp_path / "w.bayleaf", cluster.train)
    made.change_fields(name="from afar", where="tcp://head:8786")
    made.choose_sources(" /mail/spam \n\n/mail/ham\n")
    return made


def test_what_is_asked_for_reaches_the_cluster(
    model: ClusterViewModel, inline_runner: InlineRunner, cluster: Cluster
) -> None:
    made: list[TrainingReport] = []
    model.trained.connect(made.append)
    model.change_fields(labels_from="pattern", label_source_text=" /(spam|ham)/ ", event_model="bernoulli")

    model.start()
    assert model.state.is_running
    assert not model.state.can_start
    inline_runner.run()

    (cluster_request,) = cluster.wishes
    assert (cluster_request.where, cluster_request.sources, cluster_request.name) == (
        "tcp://head:8786",
        ("/mail/spam", "/mail/ham"),
        "from afar",
    )
    assert cluster_request.options.labels_from == "pattern:/(spam|ham)/"
    assert cluster_request.request.event_model == "bernoulli"
    assert made == [MADE]
    assert not model.state.is_running
    assert model.state.report == MADE
    assert model.state.documents_per_second == 450.0
    assert model.state.progress.workers[0].name == "one"


def test_nothing_starts_before_all_is_there(model: ClusterViewModel, inline_runner: InlineRunner) -> None:
    for lacking in ({"where": ""}, {"name": " "}, {"labels_from": "one"}, {"sources": ()}):
        before = model.state
        model.change_fields(**lacking)
        assert not model.state.can_start
        model.start()
        assert inline_runner.jobs == ()
        model.state = before


def test_one_label_goes_to_everything(model: ClusterViewModel) -> None:
    model.change_fields(labels_from="one", label_source_text="spam")

    assert model.state.cluster_request.options.label == "spam"


def test_certificates_go_with_an_address_that_needs_them(model: ClusterViewModel) -> None:
    model.change_fields(certificates=("ca.pem", "mine.pem", "mine.key"))
    assert model.state.cluster_request.tls_ca is None

    model.change_fields(where="tls://head:8786")
    assert model.state.cluster_request.tls_ca == "ca.pem"
    assert model.state.cluster_request.tls_key == "mine.key"


def test_a_lost_cluster_is_told_and_can_be_tried_again(
    model: ClusterViewModel, inline_runner: InlineRunner, cluster: Cluster
) -> None:
    cluster.problem = ClusterError("lost", "tcp://head:8786")

    model.start()
    inline_runner.run()

    assert model.state.problem is cluster.problem
    assert model.state.can_start


def test_a_training_that_is_stopped_keeps_nothing(
    model: ClusterViewModel, inline_runner: InlineRunner, cluster: Cluster
) -> None:
    model.start()
    model.cancel()
    inline_runner.run()

    assert cluster.wishes == []
    assert model.state.report is None
    assert model.state.problem is None
    assert model.state.can_start
