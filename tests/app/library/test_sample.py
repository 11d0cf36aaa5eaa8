"""The sample mail: right on held-out documents, and six new mails that no sample contains."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.confidence import ConfidenceLevel, confidence_of
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentVerdict
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.recipes import RecipeRequest
from app.library.workspaces import SAMPLE_LANGUAGES, import_sample, new_sample_mails, sample_size
from app.store.workspace import open_for_reading

WORK = NoOpJobContext()
MEANT = {
    "a-prize-is-waiting": "spam", "free-tickets": "ham", "rehearsal-and-keys": "ham",
    "the-garden-in-august": "newsletter", "twenty-percent-off": "newsletter", "your-card-has-expired": "spam",
}  # fmt: skip


@pytest.fixture(scope="module", params=SAMPLE_LANGUAGES)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the sample of a language, and its default model."""
    path = tmp_path_factory.mktemp(request.param) / f"{request.param}.bayleaf"
    import_sample(path, request.param, "Mail", WORK)
    train(path, TrainingOrder(RecipeRequest(), "Mail", "Filter"), WORK)
    return path


def verdicts_on_new_mails(path: Path) -> dict[str, DocumentVerdict]:
    with open_for_reading(path) as workspace:
        mails = new_sample_mails([run.source for run in workspace.imports.history("Mail")])
    order = JudgingRequest(mails, SourceOptions(kind="mail", labels_from="none"))
    verdicts = classify(load_classifier(path, "Filter"), order, 0, WORK)
    return {Path(verdict.path).stem: verdict for verdict in verdicts}


def test_the_default_model_is_right_about_93_in_100_sample_mails_that_it_has_not_seen(sample: Path) -> None:
    found = evaluate_model(sample, EvaluationOrder("Filter"), WORK).evaluation

    assert found.documents == sample_size(sample.stem) >= 120
    assert found.accuracy > 0.93
    assert found.ece < 0.06


def test_multinomial_leave_one_out_is_right_about_97_in_100(sample: Path) -> None:
    train(sample, TrainingOrder(RecipeRequest(event_model="multinomial"), "Mail", "Multinomial"), WORK)

    found = evaluate_model(sample, EvaluationOrder("Multinomial"), WORK).evaluation

    assert found.accuracy > 0.97
    assert found.ece < 0.05


def test_the_new_mails_get_the_label_that_they_are_meant_to_have(sample: Path) -> None:
    labels = {name: verdict.label for name, verdict in verdicts_on_new_mails(sample).items()}

    assert len(labels) == 6
    assert labels == MEANT


def test_one_or_two_of_the_new_mails_are_unsure(sample: Path) -> None:
    verdicts = verdicts_on_new_mails(sample)

    unsure = [name for name, verdict in verdicts.items() if confidence_of(verdict).level is ConfidenceLevel.UNSURE]
    assert 1 <= len(unsure) <= 2
    assert set(unsure) <= {"free-tickets", "twenty-percent-off"}


def test_other_collections_have_no_new_mails() -> None:
    assert new_sample_mails([]) == ()
    assert new_sample_mails(["/home/ann/samples/en", "/home/ann/resources/samples/kinds", "en"]) == ()
