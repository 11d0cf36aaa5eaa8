"""Several labels a document, by commands alone: imported, given, judged, evaluated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.errors import TrainingError, UnusableName
from tests.app.command_line import Run, RunJson


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
        text = " ".join([f"report number{n % 7} said today serial{n}", *(words[name] for name in own)])
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


@pytest.fixture
def several(tmp_path: Path, run: Run) -> Path:
    """A workspace with a model of documents that have several labels."""
    assert run("import", tmp_path / "w.bayleaf", topics(tmp_path / "t.jsonl", 120)).exit_code == 0
    assert run("train", tmp_path / "w.bayleaf").exit_code == 0
    return tmp_path / "w.bayleaf"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


BOTH = "report number3 said today wheat harvest crop vessel port cargo"


def test_a_verdict_has_all_labels_that_a_document_is_given(several: Path, tmp_path: Path, run_json: RunJson) -> None:
    both = written(tmp_path / "new" / "both.txt", BOTH)
    grain = written(tmp_path / "new" / "grain.txt", "wheat harvest crop said")
    strange = written(tmp_path / "new" / "strange.txt", "nothing of that is known here")
    told = run_json("classify", several, both, grain, strange, "--explain", 3)["verdicts"]

    assert [sorted(one["label"] for one in verdict["labels"]) for verdict in told[:2]] == [["grain", "ship"], ["grain"]]
    assert told[0]["label"] in ("grain", "ship")
    assert all(one["probability"] > 0.5 and one["sure"] for one in told[0]["labels"])
    assert [verdict["unsure"] for verdict in told] == [False, False, True]
    assert told[1]["against"] == "≠ grain"
    assert {term["word"] for term in told[1]["contributions"]} == {"wheat", "harvest", "crop"}


@pytest.mark.parametrize("event_model", ["auto", "learnt", "multinomial", "bernoulli", "complement"])
def test_figures_of_several_labels(
    several: Path, tmp_path: Path, run: Run, run_json: RunJson, event_model: str
) -> None:
    told = run_json("train", several, "--event-model", event_model)
    assert told["labels"] == {"grain": 60, "other": 30, "ship": 60}
    assert told["micro_f1"] > 0.95
    test = topics(tmp_path / "more.jsonl", 40)
    for way in ([], ["--folds", 4], ["--test", test]):
        figures = run_json("evaluate", several, *way)
        assert {"micro_f1", "macro_f1", "hamming_loss", "subset_accuracy", "per_label"} <= set(figures)
        assert (figures["micro_f1"] > 0.95, figures["hamming_loss"] < 0.05) == (True, True)
        assert figures["per_label"]["grain"]["support"] == (20 if way[:1] == ["--test"] else 60)
    assert run("evaluate", several).exit_code == 0


def test_a_filter_of_several_labels_is_refused_in_a_sentence(several: Path, run: Run) -> None:
    assert isinstance(run("train", several, "--event-model", "filter").exception, TrainingError)


def test_a_model_of_several_labels_follows_its_corpus(
    several: Path, tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    both = written(tmp_path / "new" / "both.txt", BOTH)
    assert run_json("label", several, 1, 2, 3, "--label", "ship", "--label", "port")["changed"] == 3
    assert run_json("learn", several, both, "--label", "ship")["changed"] == 1
    assert [one["name"] for one in run_json("info", several)["models"]] == ["Documents filter"]
    assert "port" in run_json("info", several)["corpora"][0]["labels"]
    assert run_json("check", several, "--deep")["problems"] == []
    told = run_json("classify", several, both)["verdicts"][0]
    assert "ship" in [one["label"] for one in told["labels"]]


def test_files_go_to_the_first_folder_or_to_each(several: Path, tmp_path: Path, run_json: RunJson) -> None:
    both = written(tmp_path / "new" / "both.txt", BOTH)
    plan = run_json("file", several, both, "--to", tmp_path / "filed", "--plan")
    assert [move["to"] for move in plan["files"]] == [str(tmp_path / "filed" / "grain" / "both.txt")]
    run_json("file", several, both, "--to", tmp_path / "filed", "--each")
    found = sorted(str(path.relative_to(tmp_path / "filed")) for path in (tmp_path / "filed").rglob("*.txt"))
    assert found == ["grain/both.txt", "ship/both.txt"]
    assert not both.exists()
    run_json("file", several, "--undo")
    assert both.exists()
    assert not list((tmp_path / "filed").rglob("*.txt"))


def tree(path: Path) -> Path:
    """Write folders in folders: two of money that are hardly to be told apart, and one that is."""
    for n in range(30):
        money = f"invoice euro payment amount total{n % 5}"
        written(path / "money" / "bank" / f"{n}.txt", f"{money} account" if n % 2 else money)
        written(path / "money" / "tax" / f"{n}.txt", f"{money} office" if n % 2 else f"{money} again{n}")
        written(path / "garden" / f"{n}.txt", f"tulip rose soil spade water{n % 5} bed{n}")
    return path


@pytest.mark.parametrize("labels", ["one", "several"])
def test_a_verdict_may_be_sure_of_the_branch_alone(tmp_path: Path, run: Run, run_json: RunJson, labels: str) -> None:
    workspace, new = tmp_path / "w.bayleaf", tmp_path / "new"
    imported = ["import", workspace, tree(tmp_path / "all"), "--labels-from", "tree", "--labels", labels]
    assert run(*imported).exit_code == 0
    trained = ["train", workspace, *([] if labels == "several" else ["--event-model", "multinomial"])]
    assert run(*trained).exit_code == 0
    unsure = written(new / "unsure.txt", "invoice euro payment amount total3")
    sure = written(new / "sure.txt", "tulip rose soil spade water2")
    told, plain = run_json("classify", workspace, unsure, sure)["verdicts"]
    assert (told["branch"]["label"], told["branch"]["probability"] > 0.9, told["unsure"]) == ("money", True, True)
    assert "branch" not in plain
    moves = run_json("file", workspace, unsure, sure, "--to", tmp_path / "filed", "--plan")["files"]
    assert [move["label"] for move in moves] == ["money", "garden"]
    figures = run_json("evaluate", workspace)
    assert figures["branch_f1" if labels == "several" else "branch_accuracy"] > 0.95


def test_words_and_workings_are_those_of_single_labels(
    several: Path, tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    told = run_json("words", several, "--word", "wheat")
    assert told["words"][0]["counts"] == {"grain": 60.0, "other": 0.0, "ship": 30.0}
    assert run("words", several, "--top", 5).exit_code == 0
    both = written(tmp_path / "both.txt", BOTH)
    sheet = run_json("explain", several, both)
    of_ship = run_json("explain", several, both, "--label", "ship")
    assert {label["label"].removeprefix("≠ ") for label in of_ship["labels"]} == {"ship"}
    assert run("explain", several, both, "--label", "shop").exit_code != 0
    assert {label["label"].removeprefix("≠ ") for label in sheet["labels"]} == {sheet["verdict"]["label"]}
    for more in (["--side-by-side"], ["--taught-by", 3], ["--to", tmp_path / "working.xlsx"]):
        assert run("explain", several, both, *more).exit_code == 0


def test_of_factors_for_one_label_the_steps_that_decide_most_can_be_shown(
    several: Path, tmp_path: Path, run: Run
) -> None:
    assert run("train", several, "--event-model", "learnt").exit_code == 0
    told = run("explain", several, written(tmp_path / "both.txt", BOTH), "--steps", 2)
    assert told.exit_code == 0, told.exception
    assert "added up" in told.output


def test_what_taught_a_verdict_never_shows_a_set_as_one_label(several: Path, tmp_path: Path, run: Run) -> None:
    told = run("explain", several, written(tmp_path / "both.txt", BOTH), "--taught-by", 9).output
    assert "grain, ship" in told
    assert not {"\ufffd", "\x1f"} & set(told)
