"""Learnt factors on documents that nothing can be learnt from, and stopped or killed while they are fitted: a sentence
or a model that judges, and nothing half done."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.errors import AppError
from app.domain.sentences import sentence_for
from tests.app.cli.killing import ROOT
from tests.app.command_line import Run, RunJson
from tests.nbengine.test_learnt_factors import TOPICS, texts_of

Rows = list[tuple[str, str]]
SEA, SKY = TOPICS["sea"], TOPICS["sky"]
LEARNT = ("--event-model", "learnt")


def of_two(n_documents: int, sea: str = SEA, sky: str = SKY) -> Rows:
    return [(f"{(sea, sky)[n % 2]} serial{n}", ("sea", "sky")[n % 2]) for n in range(n_documents)]


CASES: dict[str, tuple[Rows, tuple[str, ...], str | float]] = {
    "one label": ([(f"{SEA} {n}", "sea") for n in range(30)], LEARNT, "at least two labels are needed"),
    "one label, nothing said": ([(f"{SEA} {n}", "sea") for n in range(30)], (), "at least two labels are needed"),
    "a label with one document": ([*of_two(40), ("railway station", "land")], LEARNT, 0.9),
    "a label with one document, nothing said": ([*of_two(40), ("railway station", "land")], (), 0.9),
    "two documents": (of_two(2), LEARNT, 0.0),
    "all documents alike": (of_two(40, sea="words", sky="words"), LEARNT, 0.0),
    "all documents alike, nothing said": (of_two(40, sea="words", sky="words"), (), 0.0),
    "what can be told for certain": (of_two(200), LEARNT, 1.0),
    "no known words": (of_two(40), (*LEARNT, "--min-df", "50"), 0.0),
    "hardly any words": (
        [*((f"?{'!' * n}", ("sea", "sky")[n % 2]) for n in range(30)), (SEA, "sea"), (SKY, "sky")],
        LEARNT,
        0.0,
    ),
    "no smoothing": (of_two(40), (*LEARNT, "--smoothing", "0"), "needs a smoothing above 0"),
}


@pytest.mark.parametrize("case", CASES)
def test_documents_that_teach_nothing_are_a_sentence_or_a_model(
    case: str, tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    rows, training, expected = CASES[case]
    source, workspace, query = tmp_path / "rows.jsonl", tmp_path / "w.bayleaf", tmp_path / "query.txt"
    source.write_text("\n".join(json.dumps({"text": text, "label": label}) for text, label in rows), encoding="utf-8")
    run_json("import", workspace, source, "--text-column", "text", "--label-column", "label")

    result = run("train", workspace, *training)

    assert run_json("check", workspace)["problems"] == []
    if isinstance(expected, str):
        assert isinstance(result.exception, AppError)
        assert expected in str(sentence_for(result.exception))
        assert run_json("info", workspace)["models"] == []
        return
    assert result.exit_code == 0, result.exception
    told = run_json("evaluate", workspace)
    assert told["accuracy"] >= expected
    for text in (SEA, "nothing that anybody knows"):
        query.write_text(text, encoding="utf-8")
        [verdict] = run_json("classify", workspace, query)["verdicts"]
        assert 0 <= verdict["probability"] <= 1
        assert sum(verdict["raw"].values()) == pytest.approx(1)
        assert run("explain", workspace, query, "--to", tmp_path / "working.xlsx").exit_code == 0
    assert verdict["unsure"]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([["sea"]], "at least two labels are needed"),
        ([["sea"], ["sea", "sky"]], 0.0),
        ([["sea"], ["sky"], ["sea", "sky"]], 0.0),
        ([*[["sea"], ["sky"]] * 20, ["sea", "once"]], 0.0),
    ],
)
def test_several_labels_that_nothing_tells_apart_are_a_sentence_or_a_model(
    tmp_path: Path, run: Run, run_json: RunJson, labels: list[list[str]], expected: str | float
) -> None:
    rows = [{"text": f"the very same words serial{n}", "topics": labels[n % len(labels)]} for n in range(41)]
    source, workspace, query = tmp_path / "rows.jsonl", tmp_path / "w.bayleaf", tmp_path / "query.txt"
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    query.write_text("the very same words", encoding="utf-8")
    columns = ("--labels", "several", "--text-column", "text", "--label-column", "topics")
    run_json("import", workspace, source, *columns)

    result = run("train", workspace)

    assert run_json("check", workspace)["problems"] == []
    if isinstance(expected, str):
        assert isinstance(result.exception, AppError)
        assert expected in str(sentence_for(result.exception))
        assert run_json("info", workspace)["models"] == []
        return
    assert result.exit_code == 0, result.exception
    right, most = run_json("evaluate", workspace)["subset_accuracy"], max(labels.count(one) for one in labels)
    assert right <= most / len(labels) + 0.1
    for label in sorted({name for one in labels for name in one}):
        command = ("explain", workspace, query, "--label", label)
        assert run(*command, "--to", tmp_path / "working.xlsx").exit_code == 0


@pytest.mark.parametrize("training", [LEARNT, ()])
def test_a_table_of_constants_and_gaps_is_judged(tmp_path: Path, run_json: RunJson, training: tuple[str, ...]) -> None:
    rows = [f"{n % 2 + n % 5 / 10},7,{'' if n % 3 else n},{'ab'[n % 2]}" for n in range(60)]
    (tmp_path / "t.csv").write_text("\n".join(["size,same,gaps,label", *rows]), encoding="utf-8")
    workspace = tmp_path / "t.bayleaf"
    run_json("import", workspace, tmp_path / "t.csv", "--numeric", "size,same,gaps")
    run_json("train", workspace, *training)

    assert run_json("evaluate", workspace, "--opponents")["accuracy"] > 0.9
    assert run_json("check", workspace)["problems"] == []


STOPPED = """
import os, signal, sys
from app.cli.command_group import run
from nbengine.learnt import factors as fitting

if __name__ == "__main__":
    step, how = int(sys.argv[1]), getattr(signal, sys.argv[2])
    sys.argv[1:3] = []
    steps, own = [0], fitting._HingeLoss.gradient

    def gradient(problem, place):
        steps[0] += 1
        if steps[0] == step:
            os.kill(os.getpid(), how)
        return own(problem, place)

    fitting._HingeLoss.gradient = gradient
    sys.exit(run())
"""


def stopped(folder: Path, step: int, how: str, *command: object) -> int:
    """Run a command that is stopped at one step of its fits; return its exit status."""
    script = folder / "stopped.py"
    script.write_text(STOPPED, encoding="utf-8")
    arguments = [sys.executable, script, step, how, *command]
    done = subprocess.run(
        [str(each) for each in arguments], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    return done.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize(
    ("how", "status"), [("SIGKILL", -signal.SIGKILL if sys.platform != "win32" else 0), ("SIGINT", 130)]
)
@pytest.mark.parametrize("step", [1, 9, 30])
def test_a_fit_that_is_stopped_or_killed_leaves_what_there_was(
    tmp_path: Path, run_json: RunJson, how: str, status: int, step: int
) -> None:
    texts, labels = texts_of(150)
    rows = [json.dumps({"text": text, "label": label}) for text, label in zip(texts, labels, strict=True)]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / "new.txt").write_text("captain of a plane", encoding="utf-8")
    workspace, new = tmp_path / "w.bayleaf", tmp_path / "new.txt"
    run_json("import", workspace, tmp_path / "rows.jsonl")
    before = run_json("train", workspace, *LEARNT)["hash"]

    assert stopped(tmp_path, step, how, "train", workspace, *LEARNT, "--smoothing", "0.3") == status
    assert run_json("check", workspace)["problems"] == []
    [kept] = run_json("info", workspace)["models"]
    assert run_json("train", workspace, *LEARNT)["hash"] == before

    if step == 1:
        assert stopped(tmp_path, step, how, "learn", workspace, "--label", "sky", new) == status
        assert run_json("check", workspace)["problems"] == []
        [after] = run_json("info", workspace)["models"]
        assert after["name"] == kept["name"]
        assert run_json("classify", workspace, new)["verdicts"][0]["label"] in TOPICS
