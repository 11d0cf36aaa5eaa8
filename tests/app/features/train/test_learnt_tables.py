"""Learnt factors of tables: taken where they are better, judged, taught, kept and refused as of texts."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.train import workbench as recipe_workbench
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import INITIAL_REQUEST, effective_request
from app.features.train.workbench import RecipeEvaluator
from app.library.classifying import classify_documents, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest, infer_request
from app.library.saved_models import add_model, export_model, forget, learn, load_readonly_model
from app.store.workspace import Workspace
from nbengine.counts import FloatArray
from nbengine.models.model_words import CuttingPoints, choose_cutting_points

N_ROWS = 400


def rows(n_rows: int = N_ROWS, *, seed: int = 0, echoes: int = 6) -> list[dict[str, object]]:
    """A faint sign said several times over, and a clear one said once, in a number that is mostly 0."""
    chance, found = np.random.default_rng(seed), []
    for number in range(n_rows):
        is_good = number % 2 == 0
        faint = bool(chance.random() < (0.6 if is_good else 0.4))
        clear = chance.random() < (0.8 if is_good else 0.2)
        amount = round(float(chance.uniform(1, 9)), 2) if clear else 0.0
        echoed = {f"echo {place}": "yes" if faint else "no" for place in range(echoes)}
        found.append({**echoed, "amount": amount, "label": "good" if is_good else "bad"})
    return found


def a_table(folder: Path, some: list[dict[str, object]], **extra: object) -> Path:
    source, workspace = folder / "rows.csv", folder / "rows.bayleaf"
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(some[0]))
        writer.writeheader()
        writer.writerows(some)
    import_sources(workspace, ImportRequest((source,), SourceOptions(kind="table", **extra), "rows"), NoOpJobContext())
    return workspace


def trained(workspace: Path, **request: object) -> str:
    return train(workspace, TrainingOrder(RecipeRequest(**request), "rows", "rows"), NoOpJobContext()).event_model


def a_row(amount: float, echo: str, *, echoes: int = 6) -> Document:
    hashed = f"{amount} {echo}".ljust(16)[:16].encode()
    return Document(
        text="", path="new.csv", kind="row", numbers=(amount,), choices=(echo,) * echoes, content_hash=hashed
    )


def scores(workspace: Path, row: Document) -> dict[str, float]:
    (verdict,) = classify_documents(load_classifier(workspace, "rows"), [row], 0)
    return dict(verdict.log_joint)


def test_nothing_said_takes_them_where_columns_repeat_one_another(tmp_path: Path) -> None:
    workspace = a_table(tmp_path, rows())
    textbook = trained(workspace, event_model="mixed")
    by_textbook = evaluate_model(workspace, EvaluationOrder("rows"), NoOpJobContext()).evaluation.accuracy

    taken = trained(workspace)

    assert (textbook, taken) == ("mixed", "learnt")
    assert evaluate_model(workspace, EvaluationOrder("rows"), NoOpJobContext()).evaluation.accuracy > by_textbook + 0.03


def test_where_columns_say_different_things_the_textbook_model_stays(tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    some = []
    for number in range(200):
        is_good, signs = number % 2 == 0, chance.random(3) < 0.7
        cells = {f"sign {place}": "yes" if sign == is_good else "no" for place, sign in enumerate(signs.tolist())}
        some.append({**cells, "label": "good" if is_good else "bad"})

    assert trained(a_table(tmp_path, some)) == "categorical"


def test_a_handful_of_rows_keeps_its_textbook_model(tmp_path: Path) -> None:
    assert trained(a_table(tmp_path, rows(n_rows=40))) == "mixed"


def test_a_row_is_judged_by_what_its_cells_say(tmp_path: Path) -> None:
    workspace = a_table(tmp_path, rows())
    trained(workspace, event_model="learnt")

    def speaks_for(amount: float, echo: str) -> str:
        found = scores(workspace, a_row(amount, echo))
        return max(found, key=found.__getitem__)

    assert [speaks_for(5.0, "no"), speaks_for(0.0, "no")] == ["good", "bad"]
    assert [speaks_for(5.0, "perhaps"), speaks_for(0.0, "perhaps")] == ["good", "bad"]
    missing = float("nan")
    assert scores(workspace, a_row(missing, "yes"))["good"] > scores(workspace, a_row(missing, "no"))["good"]


def test_a_lesson_and_its_taking_back_leave_the_model_that_never_saw_it(tmp_path: Path) -> None:
    workspace, row = a_table(tmp_path, rows()), a_row(7.77, "new")
    trained(workspace, event_model="learnt")
    before, hashed = scores(workspace, row), load_readonly_model(workspace, "rows").model.canonical_hash()

    learn(workspace, "rows", [row], "bad", NoOpJobContext())
    taught = scores(workspace, row)
    forget(workspace, "rows", [row], "bad", NoOpJobContext())

    assert taught["bad"] > before["bad"]
    assert load_readonly_model(workspace, "rows").model.canonical_hash() == hashed
    assert scores(workspace, row) == pytest.approx(before, abs=1e-6)


def test_a_model_that_was_sent_reads_the_columns_of_other_tables(tmp_path: Path) -> None:
    workspace, elsewhere = a_table(tmp_path, rows()), tmp_path / "elsewhere.bayleaf"
    trained(workspace, event_model="learnt")
    export_model(workspace, "rows", tmp_path / "rows.bayleafmodel")
    Workspace(elsewhere, create=True).close()

    add_model(elsewhere, tmp_path / "rows.bayleafmodel", "rows")

    assert scores(elsewhere, a_row(5.0, "yes")) == pytest.approx(scores(workspace, a_row(5.0, "yes")))


def test_text_beside_the_columns_takes_part(tmp_path: Path) -> None:
    some = [row | {"note": "splendid indeed" if row["label"] == "good" else "dreadful indeed"} for row in rows(60)]
    workspace = a_table(tmp_path, some, text_column="note", guesses_rest=True)
    trained(workspace, event_model="learnt")

    words = set(load_readonly_model(workspace, "rows").model.vocabulary)

    assert {"splendid", "dreadful", "echo 0 = yes"} <= words
    assert evaluate_model(workspace, EvaluationOrder("rows"), NoOpJobContext()).evaluation.accuracy == 1.0


def test_the_page_works_with_them_as_with_texts(tmp_path: Path) -> None:
    workspace = a_table(tmp_path, rows())
    live, request = RecipeEvaluator(workspace), effective_request(INITIAL_REQUEST)
    learnt = RecipeRequest(event_model="learnt", vocabulary="all")

    said = replace(learnt, smoothing="0.1", unknown_word=False)
    assert infer_request(live.recipe("rows", learnt), "table") == said
    assert live.n_uncounted("rows", learnt) == 0
    assert live.result("rows", learnt, NoOpJobContext()).evaluation.accuracy > 0.7
    assert len(live.curve("rows", learnt, NoOpJobContext()).accuracies) > 3
    assert live.recipe("rows", request).cuts is None


def test_where_numbers_are_cut_is_looked_up_once_until_rows_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def noted(numbers: FloatArray) -> CuttingPoints:
        looked.append(len(numbers))
        return choose_cutting_points(numbers)

    monkeypatch.setattr(recipe_workbench, "choose_cutting_points", noted)
    workspace = a_table(tmp_path, rows())
    live, request = RecipeEvaluator(workspace), RecipeRequest(event_model="learnt")

    first = live.recipe("rows", request)
    assert live.recipe("rows", replace(request, smoothing="0.3")).cuts == first.cuts
    assert looked == [N_ROWS]

    a_table(tmp_path, rows(20, seed=1, echoes=6))
    changed = live.recipe("rows", request).cuts
    with Workspace(workspace) as opened:
        assert changed == choose_cutting_points(opened.documents.table_rows("rows").numeric_values)
    assert len(looked) == 2
