"""A cell of a confusion matrix leads to exactly the documents it counts: on Train, on Evaluate, and of test sets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import Yardstick
from app.features.evaluate.view_model import EvaluationQuestions
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import INITIAL_REQUEST, effective_request
from app.features.train.workbench import RecipeEvaluator
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.made_up_corpus import HAM_WORDS, SPAM_WORDS, workspace

__all__ = ["workspace"]
NOBODY = NoOpJobContext()
SETS = ("boats", "trains", "boats\ntrains")


def test_every_cell_on_train_lists_the_documents_that_it_counts(workspace: Path) -> None:
    live = RecipeEvaluator(workspace)
    result = live.result("Mail", effective_request(INITIAL_REQUEST), NOBODY)
    counts = result.evaluation.confusion
    assert counts[0, 1] + counts[1, 0] > 0

    for truth, judged in np.ndindex(2, 2):
        listed = live.list_mistakes(result, (truth, judged))

        assert len(listed) == counts[truth, judged]
        names = result.evaluation.labels
        assert {(each.label, each.judged) for each in listed} <= {(names[truth], names[judged])}


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Documents about boats, trains or both; some say what the other topic says."""
    rows = []
    generator = np.random.default_rng(3)
    words = {"boats": SPAM_WORDS.split(), "trains": HAM_WORDS.split()}
    for number in range(120):
        own = SETS[number % 3].split("\n")
        said = own if number % 5 else ["trains" if own == ["boats"] else "boats"]
        text = " ".join(str(generator.choice(words[topic])) for topic in said for _ in range(5))
        rows.append({"text": f"{text} number{number}", "label": own})
    source = tmp_path / "topics.jsonl"
    source.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    path = tmp_path / "topics.bayleaf"
    options = SourceOptions(labels="several", labels_from="column", text_column="text", label_column="label")
    import_sources(path, ImportRequest((source,), options, "Topics"), NOBODY)
    train(path, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.5"), "Topics", "Model"), NOBODY)
    return path


def test_with_several_labels_every_cell_lists_the_documents_that_it_counts(several: Path) -> None:
    live, questions = RecipeEvaluator(several), EvaluationQuestions(several)
    result = live.result("Topics", RecipeRequest(event_model="multinomial", smoothing="0.5"), NOBODY)
    figures = questions.evaluate("Topics", ["Model"], Yardstick(), NOBODY).confusions[0][1]
    assert figures.counts is not None
    off_diagonal = figures.counts - np.diag(np.diag(figures.counts))
    assert off_diagonal.any()

    for truth, judged in np.ndindex(figures.counts.shape):
        assert len(live.list_mistakes(result, (truth, judged))) == result.evaluation.confusion[truth, judged]
        listed = questions.documents_of_cell("Model", Yardstick(), (truth, judged), NOBODY)
        assert len(listed) == figures.counts[truth, judged]


def test_cells_of_a_test_file_lead_to_its_documents(workspace: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.csv"
    rows = [("free offer prize", "spam"), ("meeting notes lunch", "ham"), ("lunch family train", "spam")]
    later.write_text("text,label\n" + "\n".join(",".join(row) for row in rows), encoding="utf-8")
    questions, yardstick = EvaluationQuestions(workspace), Yardstick("test", sources=(later,))
    figures = questions.evaluate("Mail", ["Filter"], yardstick, NOBODY).confusions[0][1]
    assert figures.counts is not None
    assert figures.counts.sum() == len(rows)

    for truth, judged in np.ndindex(2, 2):
        listed = questions.documents_of_cell("Filter", yardstick, (truth, judged), NOBODY)
        assert len(listed) == figures.counts[truth, judged]
        assert {each.path for each in listed} <= {str(later)}


def test_several_labels_are_tested_by_date_and_on_a_held_out_share(several: Path) -> None:
    questions = EvaluationQuestions(several)

    by_date, share = (questions.figures_of_models("Topics", Yardstick(way), NOBODY)[0] for way in ("by-date", "share"))

    assert by_date.n_documents == 60
    assert 20 <= share.n_documents <= 28
    assert min(by_date.accuracy, share.accuracy) > 0.5
