"""Training on a cluster as the window asks for it; what needs Dask is imported by name, as it may not be there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from pathlib import Path

from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.library.engine_errors import imported
from app.library.recipes import RecipeRequest
from nbengine.lazy_dataclasses import dataclass

WORK = "app.features.cluster.training"


@dataclass(frozen=True, slots=True)
class Waits:
    """The seconds that a cluster may keep a person waiting."""

    workers_s: float = 60.0
    """For a scheduler without workers: they may be on their way, and where machines are hired first, for minutes."""
    silent_s: float = 60.0
    """For a scheduler that is there and says nothing."""


@dataclass(frozen=True, slots=True)
class ClusterWish:
    """An order to train on a cluster: what, where, and the model's name."""

    where: str
    sources: tuple[str, ...]
    name: str
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
    """Running, and waiting on it."""
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class ClusterProgress:
    """The progress of a training on a cluster."""

    n_done: int = 0
    """Tasks of the step at hand."""
    n_tasks: int = 0
    n_documents: int = 0
    seconds: float = 0.0
    """Since counting began."""
    workers: tuple[WorkerProgress, ...] = ()
    dashboard: str = ""


def train_into(
    workspace: Path, wish: ClusterWish, observe: Callable[[ClusterProgress], None], context: JobContext
) -> TrainingReport:
    """Train on a cluster and take the model into the workspace, under a name that is free."""
    found: TrainingReport = imported(WORK).train_into(workspace, wish, observe, context)
    return found
