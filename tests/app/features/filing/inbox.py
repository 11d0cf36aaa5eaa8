"""An inbox to file away, and the plan that comes of it."""

from __future__ import annotations

from pathlib import Path

from app.domain.jobs import Cancelled, NoOpJobContext
from app.features.filing.plan import Filing, FilingPlan, make_filing_plan

NOBODY = NoOpJobContext()


def filings(inbox: Path) -> list[Filing]:
    labels = {"a.eml": "spam", "b.eml": "spam", "c.eml": "ham"}
    return [
        Filing(number, str(path), title=path.name, label=labels.get(path.name, "spam"), kind="mail")
        for number, path in enumerate(sorted(inbox.iterdir()), start=1)
    ]


def a_plan(inbox: Path, root: Path, **options: object) -> FilingPlan:
    return make_filing_plan(filings(inbox), root, context=NOBODY, **options)  # type: ignore[arg-type]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class StopAfter(NoOpJobContext):
    """A person who has had enough after so many checkpoints."""

    def __init__(self, n_checkpoints: int) -> None:
        self._left = n_checkpoints

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self._left -= 1
        if self._left < 0:
            raise Cancelled
