"""Documents without a label in the program: a table with empty label cells teaches, or is ignored where it harms."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from app.cli.output import verdict_to_json
from app.domain.errors import TrainingError
from app.domain.jobs import Cancelled, NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import request_on_page
from app.library.classifying import classify_documents, load_classifier
from app.library.recipes import RecipeRequest, restore_request
from app.library.saved_models import forget, learn, load_readonly_model
from app.store.workspace import open_for_writing
from tests.app.command_line import Run, RunJson, run, run_json
from tests.app.features.train.test_learnt_factors import a_document
from tests.nbengine.test_unlabelled import TOPICS, texts_of

__all__ = ["run", "run_json"]


def written(path: Path, rows: list[tuple[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *rows])
    return path


def pile(n_labelled: int = 12, n_unlabelled: int = 400) -> list[tuple[str, str]]:
    """Rows of a table: equally many labelled documents of each topic, and others with an empty label."""
    texts, labels = texts_of(300, seed=1)
    each = n_labelled // len(TOPICS)
    places = [place for topic in TOPICS for place in [p for p, own in enumerate(labels) if own == topic][:each]]
    rows = [(texts[place], labels[place]) for place in places]
    rows += [(text, "") for text in texts_of(n_unlabelled, seed=2)[0]]
    return [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]


def misleading(n_labelled: int = 60, n_unlabelled: int = 400) -> list[tuple[str, str]]:
    """Rows whose label depends on one word, while topics that say nothing of it make all the difference to the eye."""
    random = np.random.default_rng(0)
    texts, _ = texts_of(n_labelled + n_unlabelled, seed=3)
    rows = []
    for place, text in enumerate(texts):
        label = "good" if random.random() < 0.5 else "bad"
        rows.append((f"{text} {label}sign", label if place < n_labelled else ""))
    return rows


@pytest.fixture
def workspace(tmp_path: Path, run_json: RunJson) -> Path:
    place = tmp_path / "pile.bayleaf"
    run_json("import", place, written(tmp_path / "pile.csv", pile()))
    return place


def test_a_table_with_empty_labels_teaches_what_it_has_without_them(tmp_path: Path, run_json: RunJson) -> None:
    workspace = tmp_path / "pile.bayleaf"
    run_json("import", workspace, written(tmp_path / "pile.csv", pile(n_labelled=6)))
    test = written(tmp_path / "test.csv", list(zip(*texts_of(300, seed=9), strict=True)))
    right = {}
    for way in ("auto", "ignore"):
        assert run_json("train", workspace, "--unlabelled", way)["documents"] == 6
        right[way] = run_json("evaluate", workspace, "--test", test)["accuracy"]

    assert right["auto"] > 0.9
    assert right["auto"] > right["ignore"] + 0.05


def test_the_report_has_the_accuracy_with_and_without_them(workspace: Path, run: Run, run_json: RunJson) -> None:
    effect = run_json("train", workspace)["unlabelled"]

    assert effect["documents"] == 400
    assert effect["is_used"]
    assert effect["accuracy_with"] > effect["accuracy_without"]
    assert "400 documents without a label taught too" in run("train", workspace).stderr


def test_info_says_how_many_of_them_a_model_rests_on(workspace: Path, run: Run, run_json: RunJson) -> None:
    run_json("train", workspace, "--model", "with")
    run_json("train", workspace, "--model", "without", "--unlabelled", "ignore")

    models = {model["name"]: model["unlabelled"] for model in run_json("info", workspace)["models"]}

    assert models == {"with": 400, "without": 0}
    assert run("info", workspace).stdout.count("400 documents without a label") == 1


def test_auto_ignores_them_where_held_out_documents_speak_against_them(tmp_path: Path, run_json: RunJson) -> None:
    place = tmp_path / "misleading.bayleaf"
    run_json("import", place, written(tmp_path / "misleading.csv", misleading()))

    effect = run_json("train", place, "--tokens", "plain")["unlabelled"]

    assert effect["accuracy_with"] < effect["accuracy_without"]
    assert not effect["is_used"]
    assert load_readonly_model(place, None).model.n_unlabelled == 0


def test_a_person_can_insist_on_them(tmp_path: Path, run_json: RunJson) -> None:
    place = tmp_path / "misleading.bayleaf"
    run_json("import", place, written(tmp_path / "misleading.csv", misleading()))

    assert run_json("train", place, "--tokens", "plain", "--unlabelled", "use")["unlabelled"]["is_used"]
    assert load_readonly_model(place, None).model.n_unlabelled == 400


def test_other_event_models_cannot_use_them(workspace: Path) -> None:
    request = RecipeRequest(event_model="multinomial", unlabelled="use")
    with pytest.raises(TrainingError, match="unlabelled"):
        train(workspace, TrainingOrder(request), NoOpJobContext())

    report = train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial")), NoOpJobContext())
    assert report.unlabelled is None


def test_without_documents_without_a_label_there_is_no_effect(tmp_path: Path, run_json: RunJson) -> None:
    place = tmp_path / "labelled.bayleaf"
    run_json("import", place, written(tmp_path / "labelled.csv", [row for row in pile() if row[1]]))

    assert "unlabelled" not in run_json("train", place)


class Stopping(NoOpJobContext):
    """A context that is cancelled while the unlabelled documents are tried."""

    def __init__(self) -> None:
        self.phases: list[str] = []

    def checkpoint(self, done: int = 0, total: int = 0, phase: str = "") -> None:
        self.phases.append(phase)
        if phase == "testing whether unlabelled documents help":
            raise Cancelled


def test_the_trial_reports_progress_and_can_be_stopped(workspace: Path) -> None:
    context = Stopping()
    with pytest.raises(Cancelled):
        train(workspace, TrainingOrder(RecipeRequest()), context)

    assert context.phases[-1] == "testing whether unlabelled documents help"


def test_a_lesson_and_its_taking_back_leave_a_model_that_never_had_it(workspace: Path, run_json: RunJson) -> None:
    run_json("train", workspace, "--unlabelled", "use")
    before = load_readonly_model(workspace, None).model
    name, text = "Documents filter", "captain of a glider"

    learn(workspace, name, [a_document(text)], "sky", NoOpJobContext())
    assert load_readonly_model(workspace, name).model.canonical_hash() != before.canonical_hash()
    forget(workspace, name, [a_document(text)], "sky", NoOpJobContext())

    after = load_readonly_model(workspace, name).model
    query = ["captain of the runway", "a tunnel for freight"]
    assert after.canonical_hash() == before.canonical_hash()
    assert after.n_unlabelled == before.n_unlabelled == 400
    np.testing.assert_allclose(after.judge_texts(query).log_joint, before.judge_texts(query).log_joint, atol=5e-3)


def test_documents_that_a_model_labelled_teach_like_those_without_a_label(workspace: Path, run_json: RunJson) -> None:
    before = run_json("train", workspace, "--unlabelled", "use")
    with open_for_writing(workspace) as opened:
        columns = opened.documents.columns("Documents")
        guessed = columns.document_numbers[columns.label_indices < 0][:100].tolist()
        opened.editing.label_by_model("Documents", {"sea": guessed}, "Documents filter")

    report = run_json("train", workspace, "--unlabelled", "use")

    assert report["documents"] == 12
    assert report["unlabelled"] == before["unlabelled"]


def test_the_train_page_shows_the_recipe_of_a_model_that_learnt_from_them(workspace: Path, run_json: RunJson) -> None:
    run_json("train", workspace, "--event-model", "learnt", "--smoothing", 0.1)
    with open_for_writing(workspace) as opened:
        record = opened.models.get("Documents filter")
    request = restore_request(
        json.loads(record.evaluation)["request"], load_readonly_model(workspace, None).model.recipe, "message"
    )

    assert request is not None
    assert request.unlabelled == "use"
    shown = request_on_page(request)
    assert shown is not None
    assert shown.unlabelled == "auto"


def test_a_verdict_says_what_they_taught_of_each_word(workspace: Path, run_json: RunJson) -> None:
    run_json("train", workspace, "--tokens", "plain", "--event-model", "learnt", "--unlabelled", "use")
    model = load_classifier(workspace, None)
    (verdict,) = classify_documents(model, [a_document("a glider over the harbour")], 20)

    words = {one["word"]: one for one in verdict_to_json(verdict)["contributions"]}
    assert words["glider"]["unlabelled"] != 0
    assert math.copysign(1, words["glider"]["unlabelled"]) == math.copysign(1, words["glider"]["term"])
