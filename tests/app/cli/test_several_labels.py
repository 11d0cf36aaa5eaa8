"""Several labels a document, by commands alone: imported, given, judged, evaluated."""

from __future__ import annotations

import json
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


def topics(path: Path, n_documents: int = 60) -> Path:
    """Write short texts with topics: of grain, of ships, of both, and of neither."""
    words = {"grain": "wheat harvest crop", "ship": "vessel port cargo"}
    rows = []
    for n in range(n_documents):
        own = [name for place, name in enumerate(words) if (n % 4) >> place & 1]
        text = " ".join([f"report number{n % 7} said today", *(words[name] for name in own)])
        rows.append(json.dumps({"text": text, "topics": own or ["other"]}))
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_a_new_corpus_takes_as_many_labels_as_its_source_has(tmp_path: Path, run_json: RunJson) -> None:
    told = run_json("import", tmp_path / "w.bayleaf", topics(tmp_path / "t.jsonl"))
    assert (told["labels"], told["documents"], told["failed"]) == ("several", 60, [])
    [corpus] = run_json("info", tmp_path / "w.bayleaf")["corpora"]
    assert (corpus["takes_several_labels"], corpus["labels"]) == (True, {"other": 15, "grain": 30, "ship": 30})

    told = run_json("import", tmp_path / "o.bayleaf", tmp_path / "t.jsonl", "--labels", "one")
    assert (told["labels"], run_json("info", tmp_path / "o.bayleaf")["corpora"][0]["labels"]) == (
        "one",
        {"other": 15, "grain": 30, "ship": 15},
    )
    told = run_json("import", tmp_path / "o.bayleaf", tmp_path / "t.jsonl")
    assert told["labels"] == "one"
    told = run_json("import", tmp_path / "o.bayleaf", tmp_path / "t.jsonl", "--labels", "several")
    assert (told["labels"], run_json("info", tmp_path / "o.bayleaf")["corpora"][0]["takes_several_labels"]) == (
        "several",
        True,
    )


def test_the_same_text_in_two_folders_of_a_tree_has_both_labels(tmp_path: Path, run_json: RunJson) -> None:
    for place in ("finance/bank", "home"):
        (tmp_path / "all" / place).mkdir(parents=True)
        (tmp_path / "all" / place / "same.txt").write_text("the very same text", encoding="utf-8")
    told = run_json("import", tmp_path / "w.bayleaf", tmp_path / "all", "--labels-from", "tree", "--labels", "several")
    assert (told["documents"], told["duplicates"], told["conflicts"]) == (1, 1, 0)
    assert run_json("info", tmp_path / "w.bayleaf")["corpora"][0]["labels"] == {"finance/bank": 1, "home": 1}
