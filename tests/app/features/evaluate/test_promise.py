"""The promise label by label, as the command line tells it; counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from app.cli.command_group import cli
from tests.app.command_line import Run, RunJson

TOPICS = {"boats": range(60), "trains": range(45, 105), "planes": range(90, 150)}
"""The words of each topic, of which some are another's too."""


def text_about(topic: str, generator: np.random.Generator) -> str:
    own = np.array(TOPICS[topic])
    words = generator.choice(own, 6).tolist() + generator.integers(0, 150, 8).tolist()
    return " ".join(f"word{number}" for number in words)


def table(path: Path, n_documents: int, seed: int, *, labels: tuple[str, ...] = tuple(TOPICS)) -> Path:
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(n_documents):
        label = labels[int(generator.integers(0, len(labels)))]
        rows.append({"text": text_about(label, generator), "label": label})
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of three topics, one of which is rare, with a model of learnt factors."""
    folder = tmp_path_factory.mktemp("papers")
    source = table(folder / "known.jsonl", 800, 1, labels=("boats", "trains"))
    with source.open("a", encoding="utf-8") as rows:
        generator = np.random.default_rng(2)
        rows.writelines(
            f"\n{json.dumps({'text': text_about('planes', generator), 'label': 'planes'})}" for _ in range(12)
        )
    workspace = folder / "papers.bayleaf"
    for arguments in (
        ["import", workspace, source, "--corpus", "papers"],
        ["train", workspace, "--event-model", "learnt"],
    ):
        result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
        assert result.exit_code == 0, result.output
    return workspace


def test_what_a_test_set_came_to_under_each_limit_is_what_one_counts_by_hand(
    papers: Path, tmp_path: Path, run_json: RunJson
) -> None:
    test = table(tmp_path / "new.jsonl", 1_500, 3, labels=("boats", "trains"))
    truth = [json.loads(line)["label"] for line in test.read_text(encoding="utf-8").splitlines()]

    told = run_json("evaluate", papers, "--test", test)
    verdicts = run_json("classify", papers, test)["verdicts"]

    assert [promise["one_in"] for promise in told["promises"]] == [20, 100, 1_000]
    loosest = told["promises"][0]
    for label in TOPICS:
        own = [right for verdict, right in zip(verdicts, truth, strict=True) if verdict["label"] == label]
        sure = [
            right
            for verdict, right in zip(verdicts, truth, strict=True)
            if verdict["label"] == label and not verdict["unsure"]
        ]
        counted = {"judged": len(own), "filed": len(sure), "wrong": sum(right != label for right in sure)}
        assert {name: loosest["labels"][label][name] for name in counted} == counted
    assert loosest["filed"] > 300
    assert loosest["wrong"] <= loosest["filed"] / 20
    assert loosest["filed"] >= told["promises"][1]["filed"] >= told["promises"][2]["filed"]


def test_a_label_of_few_documents_promises_nothing_and_evaluate_says_so(
    papers: Path, run: Run, run_json: RunJson
) -> None:
    told = run_json("evaluate", papers)
    said = run("evaluate", papers)

    assert told["promises"][0]["labels"]["planes"]["least_probability"] is None
    assert told["promises"][0]["labels"]["boats"]["least_probability"] >= 0.9
    assert "at most 1 in 20 wrong: it would file" in said.stdout
    assert "; nothing yet of planes" in said.stdout


def test_file_says_how_many_it_would_file_and_how_many_wrongly_under_each_limit(
    papers: Path, tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    generator, folder = np.random.default_rng(5), tmp_path / "new"
    folder.mkdir()
    for number in range(120):
        topic = ("boats", "trains")[number % 2]
        (folder / f"{topic}-{number}.txt").write_text(text_about(topic, generator), encoding="utf-8")

    plans = {
        one_in: run_json("file", papers, folder, "--to", tmp_path, "--plan", "--one-in", one_in) for one_in in (20, 100)
    }
    usual = run_json("file", papers, folder, "--to", tmp_path, "--plan")
    said = run("file", papers, folder, "--to", tmp_path, "--plan")

    assert usual == plans[20]
    assert plans[20]["documents"] == 120
    assert plans[20]["filed"] == len(plans[20]["files"]) > plans[100]["filed"]
    wrong = sum(not Path(file["from"]).name.startswith(file["label"]) for file in plans[20]["files"])
    assert abs(plans[20]["expected_wrong"] - wrong) <= 3
    assert plans[100]["expected_wrong"] <= plans[20]["expected_wrong"]
    assert f"{plans[20]['filed']} of 120 are filed, " in said.stderr
