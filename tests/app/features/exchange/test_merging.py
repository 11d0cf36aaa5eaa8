"""Models of a class, added up: exactly the model of all documents together, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import ForeignFileError, ModelError
from app.library.saved_models import merge_files, read_model
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_on_texts
from nbengine.text.token_rules import TokenRules
from tests.app.command_line import RunJson

TEXTS = ["cheap offer", "notes on monday", "buy buy watermelon", "lunch", "новости", "offer notes"]
LABELS = ["spam", "ham", "spam", "ham", "письма", "ham"]


def files(tmp_path: Path, *recipes: Recipe) -> list[Path]:
    paths = []
    for number, recipe in enumerate(recipes):
        part = slice(number * 2, number * 2 + 2)
        paths.append(tmp_path / f"{number}.model")
        paths[-1].write_bytes(model_to_bytes(train_on_texts(TEXTS[part], LABELS[part], recipe)))
    return paths


def test_the_model_of_a_class_is_that_of_all_their_documents_to_the_last_bit(tmp_path: Path, run_json: RunJson) -> None:
    recipe = Recipe(smoothing=0.5)

    told = run_json("merge", *files(tmp_path, recipe, recipe, recipe), "--to", tmp_path / "class.model")

    whole, merged = train_on_texts(TEXTS, LABELS, recipe), read_model(tmp_path / "class.model")
    assert told["documents"] == {"ham": 3, "spam": 2, "письма": 1}
    assert told["canonical_hash"] == merged.canonical_hash() == whole.canonical_hash()
    theirs, ours = (each.judge(each.count(["cheap lunch новости"])).log_proba[0] for each in (whole, merged))
    places = [merged.labels.index(label) for label in whole.labels]
    np.testing.assert_allclose(ours[places], theirs, rtol=1e-14)


def test_the_order_of_the_files_changes_nothing_but_columns(tmp_path: Path) -> None:
    paths = files(tmp_path, Recipe(), Recipe(), Recipe())

    assert merge_files(paths, tmp_path / "a")[1] == merge_files(paths[::-1], tmp_path / "b")[1]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (Recipe(weighting="tfidf"), "cannot-be-added"),
        (Recipe(event_model="learnt"), "cannot-be-added"),
        (Recipe(limits=VocabularyLimits(size=2, unknown_word=True)), "cannot-be-added"),
        (Recipe(rules=TokenRules(lower=False)), "counts-otherwise"),
        (Recipe(limits=VocabularyLimits(size=2)), "counts-otherwise"),
    ],
)
def test_what_cannot_be_added_is_refused_and_nothing_is_written(tmp_path: Path, other: Recipe, reason: str) -> None:
    with pytest.raises(ForeignFileError, match=reason):
        merge_files(files(tmp_path, Recipe(), other), tmp_path / "class")
    assert not (tmp_path / "class").exists()


def test_a_pupils_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    paths = files(tmp_path, Recipe())
    (tmp_path / "pupil.model").write_bytes(b"hello")

    with pytest.raises(ModelError, match=r"pupil\.model"):
        merge_files([*paths, tmp_path / "pupil.model"], tmp_path / "class")
