"""The change that a lesson made, as the command line tells it."""

from __future__ import annotations

from app.cli.output import counted, print_json, say
from app.domain.use_case_results import LearningReport


def tell(report: LearningReport, verb: str, *, as_json: bool) -> None:
    """Say what changed."""
    if as_json:
        print_json(
            {
                "model": report.model,
                "corpus": report.corpus,
                "label": report.label,
                "documents": report.documents,
                "changed": report.changed,
                "doubted": report.doubted,
                "hash": report.canonical_hash,
            }
        )
        return
    unchanged = report.documents - report.changed
    rest = f"; {unchanged:,} changed nothing" if unchanged else ""
    say(f"“{report.model}” has {verb} {counted(report.changed, 'document')} under {report.label}{rest}.")
    if report.doubted:
        lessons = counted(report.doubted, "lesson")
        say(f"{lessons} contradict what the filter knows, and count for little until others agree.")
