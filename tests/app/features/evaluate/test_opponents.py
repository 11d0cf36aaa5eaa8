"""The opponents of a model, as the command line tells them: whatever else reads its documents, on the same ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import binomtest
from sklearn.metrics import f1_score

from app.cli.command_group import cli
from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import Cancelled
from app.features.evaluate import use_cases as opponents
from tests.app.command_line import Run, RunJson
from tests.app.features.evaluate.test_promise import table, text_about


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of two topics with a model of learnt factors."""
    folder = tmp_path_factory.mktemp("papers")
    return made(
        folder / "papers.bayleaf",
        table(folder / "known.jsonl", 400, 1, labels=("boats", "trains")),
        "--event-model",
        "learnt",
    )


def made(workspace: Path, source: Path, *training: str) -> Path:
    for arguments in (["import", workspace, source], ["train", workspace, *training]):
        result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
        assert result.exit_code == 0, result.output
    return workspace


def test_opponents_judge_the_same_documents_and_differ_by_mcnemars_test(
    papers: Path, run: Run, run_json: RunJson
) -> None:
    told = run_json("evaluate", papers, "--opponents")["opponents"]

    names = [one["name"] for one in told["models"]]
    assert names[0] == "learnt"
    assert {"multinomial", "bernoulli", "complement", "multinomial, binary", "complement, tf-idf"} <= set(names)
    assert told["untried"] == []
    for one in told["models"][1:]:
        only = (one["only_in_use_right"], one["only_this_right"])
        expected = binomtest(only[0], sum(only)).pvalue if sum(only) else 1.0
        assert one["p_value"] == pytest.approx(expected, abs=1e-9)
        difference = (one["accuracy"] - told["models"][0]["accuracy"]) * told["documents"]
        assert difference == pytest.approx(only[1] - only[0], abs=1e-6)
    assert told["proposed"] in names[1:]  # words of a topic come independently here: naive Bayes is right
    assert told["sentence"].startswith(("Plain naive Bayes is as good", told["proposed"]))
    assert "alone right" in run("evaluate", papers, "--opponents").stdout


def test_what_there_is_no_time_for_is_named(papers: Path, run_json: RunJson) -> None:
    told = run_json("evaluate", papers, "--opponents", "--budget", "0")["opponents"]

    assert [one["in_use"] for one in told["models"]] == [True]
    assert {"multinomial", "complement, tf-idf"} <= set(told["untried"])
    assert told["proposed"] is None


def flowers(path: Path) -> Path:
    """A table of a number and a category of which the number tells more, and a text that tells nothing."""
    generator = np.random.default_rng(4)
    lines = ["height,colour,note,label"]
    for place in range(240):
        label = place % 2
        height, colour = 4 + 2 * label + generator.normal(), "red" if generator.random() < 0.3 + 0.4 * label else "blue"
        note = " ".join(f"word{number}" for number in generator.integers(0, 40, 12))
        lines.append(f"{height:.2f},{colour},{note},{'ab'[label]}")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (
            "--text-column note --numeric height --categorical colour",
            {"mixed", "gaussian", "categorical", "multinomial", "learnt", "complement, tf-idf"},
        ),
        ("--ignore note", {"mixed", "gaussian", "categorical"}),
        ("--ignore note,colour", {"gaussian"}),
    ],
)
def test_a_table_stands_beside_whatever_can_read_its_columns(
    tmp_path: Path, run: Run, run_json: RunJson, columns: str, expected: set[str]
) -> None:
    workspace, source = tmp_path / "flowers.bayleaf", flowers(tmp_path / "flowers.csv")
    run_json("import", workspace, source, *columns.split())
    run_json("train", workspace)

    told = run_json("evaluate", workspace, "--opponents")["opponents"]

    accuracies = {one["name"]: one["accuracy"] for one in told["models"]}
    assert expected <= set(accuracies)
    assert ("multinomial" in accuracies) is ("text" in columns)
    assert accuracies["gaussian"] > 0.75
    if "categorical" in accuracies:
        assert 0.55 < accuracies["categorical"] < accuracies["gaussian"]
    if "text" in columns:
        assert accuracies["multinomial"] < 0.65
    assert told["untried"] == []


def topics(path: Path, n_documents: int = 150) -> Path:
    """Texts about boats, trains, both or neither."""
    generator, rows = np.random.default_rng(6), []
    for number in range(n_documents):
        own = [name for place, name in enumerate(("boats", "trains")) if (number % 4) >> place & 1]
        text = " ".join(text_about(name, generator) for name in own or ["planes"])
        rows.append(json.dumps({"text": text, "topics": own or ["planes"]}))
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("training", [(), ("--event-model", "bernoulli")])
def test_several_labels_are_judged_one_by_one_and_whole_sets_are_tested(
    tmp_path: Path, run: Run, run_json: RunJson, monkeypatch: pytest.MonkeyPatch, training: tuple[str, ...]
) -> None:
    workspace = made(tmp_path / "topics.bayleaf", topics(tmp_path / "topics.jsonl"), *training)
    seen = list[tuple[np.ndarray, np.ndarray]]()
    counted = opponents.evaluate_multi_label

    def note(given: np.ndarray, truth: np.ndarray, labels: tuple[str, ...], *branches: np.ndarray) -> object:
        if not branches:  # figures of an opponent, not of the model itself
            seen.append((given, truth))
        return counted(given, truth, labels, *branches)

    monkeypatch.setattr(opponents, "evaluate_multi_label", note)

    told = run_json("evaluate", workspace, "--opponents")["opponents"]

    names = [one["name"] for one in told["models"]]
    assert names[0] == (training[1] if training else "learnt")
    assert {"learnt", "multinomial", "bernoulli", "complement"} <= set(names)
    assert len(names) == len(set(names))
    first = (seen[0][0] == seen[0][1]).all(axis=1)
    for one, (given, truth) in zip(told["models"], seen, strict=True):
        assert one["micro_f1"] == pytest.approx(f1_score(truth, given, average="micro"))
        assert one["macro_f1"] == pytest.approx(f1_score(truth, given, average="macro"))
        is_right = (given == truth).all(axis=1)
        only = int((first & ~is_right).sum()), int((is_right & ~first).sum())
        assert (one["only_in_use_right"], one["only_this_right"]) == only
        assert one["p_value"] == pytest.approx(binomtest(only[0], sum(only)).pvalue if sum(only) else 1.0)
    assert "micro F1" in run("evaluate", workspace, "--opponents", "--budget", 0).stdout


def test_a_filter_stands_beside_textbook_models_on_later_mails(tmp_path: Path, run_json: RunJson) -> None:
    generator, folder = np.random.default_rng(8), tmp_path / "mail"
    for number in range(120):
        label = ("ham", "spam")[number % 2]
        (folder / label).mkdir(parents=True, exist_ok=True)
        text = text_about(("boats", "trains")[number % 2], generator)
        date = f"{number // 24 % 28 + 1:02} Mar 2021 {number % 24:02}:00:00 +0000"
        mail = f"From: someone{number}@example.org\nDate: {date}\nSubject: note {number}\n\n{text}\n"
        (folder / label / f"{number}.eml").write_text(mail, encoding="utf-8")
    workspace = made(tmp_path / "mail.bayleaf", folder, "--event-model", "filter")

    told = run_json("evaluate", workspace, "--opponents")["opponents"]

    assert told["models"][0]["name"] == "filter"
    assert {"multinomial", "bernoulli", "learnt"} <= {one["name"] for one in told["models"][1:]}
    assert told["judged_by"] == "later documents"
    assert 40 <= told["documents"] <= 84


@pytest.mark.parametrize(("n_documents", "error"), [(5, TrainingError), (40, ModelError)])
def test_a_filter_of_mails_without_dates_and_a_handful_of_documents_say_why_there_are_none(
    tmp_path: Path, run: Run, n_documents: int, error: type[Exception]
) -> None:
    source = table(tmp_path / "mails.jsonl", n_documents, 9, labels=("boats", "trains"))
    source.write_text(source.read_text(encoding="utf-8").replace('"boats"', '"spam"'), encoding="utf-8")
    workspace = made(tmp_path / "mails.bayleaf", source, "--event-model", "filter")

    result = run("evaluate", workspace, "--opponents")

    assert isinstance(result.exception, error)
    assert run("evaluate", workspace, "--opponents", "--test", source).exit_code == 2


@pytest.mark.parametrize("stop", [Cancelled, KeyboardInterrupt])
def test_what_was_judged_before_a_stop_is_kept_and_the_rest_is_named(
    papers: Path, run: Run, run_json: RunJson, monkeypatch: pytest.MonkeyPatch, stop: type[BaseException]
) -> None:
    def stopping_at(n_judged: int) -> Callable[..., object]:
        passed, judged = [0], opponents.mcnemar

        def stopped(*asked: object) -> object:
            passed[0] += 1
            if passed[0] > n_judged:
                raise stop
            return judged(*asked)

        return stopped

    monkeypatch.setattr(opponents, "mcnemar", stopping_at(2))
    told = run_json("evaluate", papers, "--opponents")["opponents"]

    assert [one["name"] for one in told["models"]] == ["learnt", "multinomial"]
    assert told["untried"][0] == "bernoulli"
    assert "complement, tf-idf" in told["untried"]
    assert told["stopped"] is True
    assert told["sentence"]
    monkeypatch.undo()
    monkeypatch.setattr(opponents, "mcnemar", stopping_at(2))
    assert "Stopped before bernoulli; " in run("evaluate", papers, "--opponents").stderr
    monkeypatch.undo()
    monkeypatch.setattr(opponents, "mcnemar", stopping_at(0))
    assert run("evaluate", papers, "--opponents").exit_code == 1
