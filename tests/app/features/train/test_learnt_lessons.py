"""Lessons to learnt factors: in whatever order, taken back, and to a model that came without its documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.explain.use_cases import explain_documents
from app.features.train.training import TrainingOrder, train
from app.features.words.use_cases import model_words
from app.library import saved_models as kept_models
from app.library.classifying import classify_documents, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import add_model, export_model, forget, learn
from app.store.workspace import Session, WorkspaceSource
from tests.app.features.train.test_learnt_factors import a_corpus, a_document, trained

QUERIES = [a_document(text) for text in ("captain harbour ship", "plane cloud wing", "rail track train", "word1 word2")]
LESSONS = (("captain of a plane", "sky"), ("a ship on a train", "land"), ("harbour word7 cloud", "sea"))


def judge_all(place: WorkspaceSource, name: str = "topics") -> np.ndarray:
    verdicts = classify_documents(load_classifier(place, name), QUERIES, 0)
    return np.array([[verdict.log_joint[label] for label in ("land", "sea", "sky")] for verdict in verdicts])


def hash_of(place: WorkspaceSource, name: str = "topics") -> str:
    return load_classifier(place, name).model.canonical_hash()


def taught(workspace: Path, lessons: Sequence[tuple[str, str]]) -> tuple[str, np.ndarray]:
    for text, label in lessons:
        learn(workspace, "topics", [a_document(text)], label, NoOpJobContext())
    return hash_of(workspace), judge_all(workspace)


@pytest.mark.parametrize("is_fitted_at_once", [True, False])
def test_the_order_of_lessons_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_fitted_at_once: bool
) -> None:
    if not is_fitted_at_once:
        monkeypatch.setattr(kept_models, "QUICKLY_FITTED", 0)
        monkeypatch.setattr(kept_models, "LESSONS_PER_FIT", 1)
    found = []
    for place, order in enumerate(permutations(LESSONS)):
        folder = tmp_path / str(place)
        folder.mkdir()
        workspace = a_corpus(folder)
        trained(workspace, event_model="learnt", smoothing="0.1", tokens="plain")
        found.append(taught(workspace, order))

    assert len({hashed for hashed, _ in found}) == 1
    for _, scores in found[1:]:
        np.testing.assert_allclose(scores, found[0][1], atol=2e-3 if is_fitted_at_once else 0.05)


def test_forgetting_in_any_order_gives_the_model_that_never_saw(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1", tokens="plain")
    hashed, scores = hash_of(workspace), judge_all(workspace)
    taught(workspace, LESSONS)
    assert hash_of(workspace) != hashed

    for text, label in (LESSONS[1], LESSONS[2], LESSONS[0]):
        forget(workspace, "topics", [a_document(text)], label, NoOpJobContext())

    assert hash_of(workspace) == hashed
    # One weight may be rounded the other way, which is a difference of 2 ** -12 of it.
    np.testing.assert_allclose(judge_all(workspace), scores, rtol=2**-12, atol=1e-4)


@pytest.mark.parametrize("is_held_open", [True, False])
def test_a_model_without_its_documents_learns_by_steps_and_says_what_it_cannot(
    tmp_path: Path, is_held_open: bool
) -> None:
    first, second = a_corpus(tmp_path), tmp_path / "other.bayleaf"
    trained(first, event_model="learnt", smoothing="0.1", tokens="plain")
    export_model(first, "topics", tmp_path / "topics.model")
    (tmp_path / "one.jsonl").write_text(json.dumps({"text": "a thing", "label": "b"}), encoding="utf-8")
    import_sources(second, ImportRequest((tmp_path / "one.jsonl",), SourceOptions(), "else"), NoOpJobContext())
    add_model(second, tmp_path / "topics.model", "topics")
    hashed, before = hash_of(first), judge_all(first)

    with Session(second) as session:
        place: WorkspaceSource = session if is_held_open else second
        np.testing.assert_array_equal(judge_all(place), before)
        learn(place, "topics", [a_document("captain of a plane")], "sky", NoOpJobContext())
        after = judge_all(place)
        assert load_classifier(place, "topics").model.n_changes_since_fit == 1
        forget(place, "topics", [a_document("captain of a plane")], "sky", NoOpJobContext())

        assert after[0, 2] > before[0, 2] + 0.1
        assert (after[2].argmax(), after[1].argmax()) == (0, 2)
        assert np.abs(after[3] - before[3]).max() < 0.2
        assert hash_of(place) == hashed
        np.testing.assert_allclose(judge_all(place), before, atol=1e-5)

        assert model_words(place, "topics").figures.log_ratios is not None
        [explained] = explain_documents(place, "topics", QUERIES[:1])
        assert explained.lacks_documents
        for refused in (
            lambda: evaluate_model(place, EvaluationOrder(model="topics"), NoOpJobContext()),
            lambda: train(place, TrainingOrder(RecipeRequest(), "topics", "topics"), NoOpJobContext()),
        ):
            with pytest.raises((ModelError, TrainingError), match=r"no-corpus|no documents"):
                refused()
        assert hash_of(place) == hashed


def test_a_lesson_to_a_model_that_is_held_open_is_the_lesson_to_its_file(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1", tokens="plain")

    with Session(workspace) as session:
        judge_all(session)
        learn(session, "topics", [a_document("captain of a plane")], "sky", NoOpJobContext())
        in_memory, hashed = judge_all(session), hash_of(session)

    np.testing.assert_array_equal(judge_all(workspace), in_memory)
    assert hash_of(workspace) == hashed
