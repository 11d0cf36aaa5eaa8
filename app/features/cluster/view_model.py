"""View model of the dialog *Train on a cluster*: its form, and the progress of the training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import QTimer, Signal

from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.results import TrainingReport
from app.features.cluster.use_cases import ClusterProgress, ClusterRequest, train_into_workspace
from app.kit.jobs import Runner
from app.kit.page_model import PageModel
from app.library.recipes import RecipeRequest, event_model_names

AUTO = "auto"
EVENT_MODELS = (AUTO, *event_model_names())
LABELS_FROM = ("folder", "header", "pattern", "one")
SOURCES_WITH_TEXT = ("pattern", "one")
POLL_MS = 500


@dataclass(frozen=True, slots=True)
class ClusterState:
    """The state of the dialog."""

    where: str = "local"
    """Address of the scheduler, or local[:N]."""
    sources: tuple[str, ...] = ()
    labels_from: str = "folder"
    """Where documents get their labels: `folder`, `header`, `pattern`, or `one` label for all."""
    label_source_text: str = ""
    """The header, the pattern or the single label, depending on `labels_from`."""
    event_model: str = "auto"
    name: str = ""
    """Name of the model."""
    certificates: tuple[str, str, str] = ("", "", "")
    """Paths of the authority's certificate, our certificate and our key; for a tls:// address."""
    is_running: bool = False
    phase: str = ""
    progress: ClusterProgress = field(default_factory=ClusterProgress)
    report: TrainingReport | None = None
    problem: Exception | None = None

    @property
    def is_secured(self) -> bool:
        """True if the address needs certificates."""
        return self.where.startswith("tls://")

    @property
    def can_start(self) -> bool:
        """True if all required fields are filled in."""
        has_words = self.labels_from not in SOURCES_WITH_TEXT or bool(self.label_source_text)
        return not self.is_running and bool(self.where and self.sources and self.name) and has_words

    @property
    def documents_per_second(self) -> float:
        """Documents per second since counting began."""
        return self.progress.n_documents / self.progress.seconds if self.progress.seconds else 0.0

    @property
    def cluster_request(self) -> ClusterRequest:
        """The request for the cluster from the form."""
        authority, own, key = (path or None for path in self.certificates) if self.is_secured else (None, None, None)
        return ClusterRequest(
            self.where, self.sources, self.name, self.options, RecipeRequest(event_model=self.event_model),
            authority, own, key,
        )  # fmt: skip

    @property
    def options(self) -> SourceOptions:
        """Options for reading the sources, from the form."""
        if self.labels_from == "one":
            return SourceOptions(label=self.label_source_text, labels_from="none")
        words = f":{self.label_source_text}" if self.label_source_text and self.labels_from != "folder" else ""
        return SourceOptions(labels_from=f"{self.labels_from}{words}")


Train: TypeAlias = Callable[[Path, ClusterRequest, Callable[[ClusterProgress], None], JobContext], TrainingReport]
"""Function that trains on a cluster and stores the model in the workspace."""


class ClusterViewModel(PageModel[ClusterState, Train]):
    """View model of the dialog. A training continues in the job bar when the dialog is closed."""

    trained = Signal(object)
    """Emitted with the TrainingReport when the model is in the workspace."""

    def __init__(self, runner: Runner, workspace: Path, train: Train = train_into_workspace, title: str = "") -> None:
        super().__init__(runner, "cluster", ClusterState(), train)
        self.workspace, self._title, self._latest = workspace, title, ClusterProgress()
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll_progress)

    def change_fields(self, **changes: Any) -> None:
        """Set fields of the form. Spaces around texts are removed."""
        self._change(**{name: value.strip() if isinstance(value, str) else value for name, value in changes.items()})

    def choose_sources(self, text: str) -> None:
        """Set the sources. The text has one file, folder, pattern or URL per line."""
        self._change(sources=tuple(line.strip() for line in text.splitlines() if line.strip()))

    def start(self) -> None:
        """Start the training, if all required fields are filled in."""
        if not self.state.can_start:
            return
        self._latest = ClusterProgress()
        cluster_request = self.state.cluster_request

        def on_progress(progress: ClusterProgress) -> None:
            """Store the progress; called in the job's thread, read by the timer."""
            self._latest = progress

        def on_trained(report: TrainingReport) -> None:
            self._change(report=report, progress=self._latest, phase="")
            self.trained.emit(report)

        self._change(problem=None, report=None, progress=self._latest, phase="")
        self._ask(
            lambda train, context: train(self.workspace, cluster_request, on_progress, context),
            then=on_trained, topic="training", flag="is_running", title=self._title, lane="long",
            loses_work=True,
        )  # fmt: skip
        self._timer.start()

    def cancel(self) -> None:
        """Stop the training and discard its results."""
        self._asker.cancel("training")

    def _poll_progress(self) -> None:
        if self.state.is_running:
            self._change(progress=self._latest, phase=self._asker.progress("training").phase)
        else:
            self._timer.stop()
