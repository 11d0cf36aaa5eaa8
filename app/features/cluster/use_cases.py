"""Training on a cluster, for the window. The module that needs Dask is imported only when training starts, because Dask
is an optional library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.library.engine_errors import import_cluster_module
from app.library.recipes import RecipeRequest

TRAINING_MODULE = "app.features.cluster.training"


@dataclass(frozen=True, slots=True)
class ClusterTimeouts:
    """Timeouts for a cluster."""

    wait_for_workers_s: float = 60.0
    """Maximum time to wait for the first worker; rented machines may need minutes to start."""
    no_answer_s: float = 60.0
    """Maximum time to wait for an answer of the scheduler."""


@dataclass(frozen=True, slots=True)
class ClusterRequest:
    """What the window asks a cluster to train."""

    where: str
    """Address of the scheduler, or local[:N]."""
    sources: tuple[str, ...]
    name: str
    """Name of the model."""
    options: SourceOptions = field(default_factory=SourceOptions)
    request: RecipeRequest = field(default_factory=RecipeRequest)
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """The load of one worker of the cluster."""

    name: str
    n_tasks: int
    """Number of running and queued tasks."""
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class ClusterProgress:
    """Progress of a training on a cluster."""

    n_done: int = 0
    """Number of finished tasks of the current phase."""
    n_tasks: int = 0
    n_documents: int = 0
    seconds: float = 0.0
    """Seconds since counting began."""
    workers: tuple[WorkerProgress, ...] = ()
    dashboard: str = ""
    """URL of the Dask dashboard; empty if unknown."""


def train_into_workspace(
    workspace: Path,
    cluster_request: ClusterRequest,
    on_progress: Callable[[ClusterProgress], None],
    context: JobContext,
) -> TrainingReport:
    """Train on a cluster and add the model to the workspace. If its name is taken, it gets a free one."""
    report: TrainingReport = import_cluster_module(TRAINING_MODULE).train_into_workspace(
        workspace, cluster_request, on_progress, context
    )
    return report
