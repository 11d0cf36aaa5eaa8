"""Several labels a document, by commands alone: imported, given, judged, evaluated."""

from __future__ import annotations

from pathlib import Path

from app.domain.errors import UnusableName
from tests.app.cli.conftest import Run, RunJson


def test_stored_documents_are_given_labels_by_their_numbers(trained: Path, run: Run, run_json: RunJson) -> None:
    def labels() -> dict[str, int]:
        found: dict[str, int] = run_json("info", trained)["corpora"][0]["labels"]
        return found

    assert isinstance(run("label", trained, 1, "--label", "tax", "--label", "ham").exception, UnusableName)
    assert run_json("label", trained, "--takes", "several") == {"changed": 0}
    assert run_json("info", trained)["corpora"][0]["takes_several_labels"]
    assert run_json("label", trained, 1, 2, "--label", "tax", "--label", "ham") == {"changed": 2}
    assert labels()["tax"] == 2
    assert run_json("label", trained, 1, "--none") == {"changed": 1}
    assert labels()["tax"] == 1
    for wrong in ((99, "--label", "tax"), (2, "--takes", "one", "--label", "tax"), (2, "--label", " ")):
        assert run("label", trained, *wrong).exception is not None
    assert labels()["tax"] == 1
    assert run("label", trained, 1).exit_code == 2
    assert run("label", trained, 1, "--none", "--label", "x").exit_code == 2
    assert run_json("check", trained)["problems"] == []
