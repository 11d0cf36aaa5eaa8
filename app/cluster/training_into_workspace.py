"""A training on a cluster whose model goes into a workspace: what the window asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from app.cluster.running.connection import Address
from app.cluster.sources.sharded_corpus import ClusterSources
from app.cluster.training import ClusterOrder, train_on_cluster
from app.domain.jobs import JobContext
from app.services.models.model_exchange import add_model
from app.services.training.training_on_cluster import ClusterModel, ClusterProgress, ClusterWish


def train_into(
    workspace: Path, wish: ClusterWish, observe: Callable[[ClusterProgress], None], context: JobContext
) -> ClusterModel:
    """Train, and keep the model under a name that is free."""
    address = Address(wish.where, wish.tls_ca, wish.tls_certificate, wish.tls_key)
    with TemporaryDirectory(prefix="bayleaf-") as folder:
        target = Path(folder) / "cluster.model"
        order = ClusterOrder(address, ClusterSources(wish.sources, wish.options), target, wish.request)
        report = train_on_cluster(order, context, observe=observe)
        name = add_model(workspace, target, wish.name)
    trained = report.training
    return ClusterModel(name, trained.documents, trained.words, trained.accuracy, len(report.failed))
