"""The Train page over a real workspace: figures belong to the recipe that shows, however late answers come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train import view_model, workbench
from app.features.train.view_model import (
    DefaultRecipe,
    SmoothingCurve,
    TrainingQuestions,
    TrainingViewModel,
    effective_request,
)
from app.kit.painted_values import Label
from app.library.importing import ImportRequest, import_sources
from app.store.workspace import Session
from tests.inline_runner import InlineRunner
from tests.late_answers import LateRunner
from tests.walk.made_up_mail import write_mails

pytestmark = pytest.mark.usefixtures("comparisons_at_once")
CORPORA = {"Mail": {"ham": 24, "spam": 18}, "Letters": {"private": 12, "work": 15}}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two corpora with other labels."""
    folder = tmp_path_factory.mktemp("training")
    path = folder / "mail.bayleaf"
    for name, counts in CORPORA.items():
        import_sources(path, ImportRequest((write_mails(folder / name, counts),), corpus=name), NoOpJobContext())
    return path


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with Session(path) as opened:
        yield opened


def open_corpus(page: TrainingViewModel, name: str) -> None:
    counts = CORPORA[name]
    labels = tuple(Label(label, place, count) for place, (label, count) in enumerate(counts.items()))
    page.open_corpus(name, sum(counts.values()), labels)


@pytest.mark.parametrize("seed", range(12))
def test_what_shows_is_what_the_recipe_on_the_page_gives(session: Session, seed: int) -> None:
    runner, dice = LateRunner(seed), random.Random(seed)
    page = TrainingViewModel(runner, TrainingQuestions(session))
    page.default = DefaultRecipe("multinomial", 0.1)
    acts = {
        "corpus": lambda: open_corpus(page, dice.choice(list(CORPORA))),
        "smoothing": lambda: page.choose(smoothing=dice.choice(["0.01", "0.3", "2.0", "9.0"])),
        "event model": lambda: page.choose(event_model=dice.choice(["bernoulli", "multinomial", "complement"])),
        "words": lambda: page.choose(min_length=dice.choice([1, 2, 4])),
    }
    open_corpus(page, "Mail")
    for _ in range(8):
        acts[dice.choice(list(acts))]()
        runner.some_steps()
        assert_of_this_corpus(page)
    runner.finish()

    state = page.state
    expected = TrainingQuestions(session).result(state.corpus, effective_request(state.choices), NoOpJobContext())
    curve = TrainingQuestions(session).curve(state.corpus, effective_request(state.choices), NoOpJobContext())
    assert state.result is not None
    assert np.array_equal(state.result.evaluation.confusion, expected.evaluation.confusion)
    assert state.result.wrong == expected.wrong
    assert state.curve == curve
    assert not state.is_working


def assert_of_this_corpus(page: TrainingViewModel) -> None:
    """Nothing of another corpus may show, not even for a moment."""
    result, labels = page.state.result, set(CORPORA[page.state.corpus])
    assert result is None or set(result.evaluation.labels) == labels
    assert all(row.name in labels for row in page.state.labels)


def test_a_step_of_the_slider_opens_nothing(session: Session) -> None:
    runner = LateRunner(3)
    page = TrainingViewModel(runner, TrainingQuestions(session))
    page.default = DefaultRecipe("multinomial", 0.1)
    open_corpus(page, "Mail")
    runner.finish()
    before, accuracy = session.n_openings, page.state.result

    page.choose(smoothing="0.7")
    runner.finish()

    assert page.state.result is not accuracy
    assert session.n_openings == before


def test_a_curve_that_was_still_drawn_for_other_words_is_not_shown(session: Session) -> None:
    """Counting words takes long: the curve of the choices before must not stand there meanwhile."""
    runner = InlineRunner()
    page = TrainingViewModel(runner, TrainingQuestions(session))
    page.default = DefaultRecipe("multinomial", 0.1)
    open_corpus(page, "Mail")
    while not page.state.is_drawing:
        runner.run_first()

    page.choose(min_length=4)
    runner.run_first()

    assert page.state.curve == SmoothingCurve()
    runner.run()
    assert page.state.curve != SmoothingCurve()


def test_the_first_answer_needs_no_words_that_are_not_counted(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_TOKENIZE_DOCUMENTS", 0)
    questions, context = TrainingQuestions(session), NoOpJobContext()
    counted = effective_request(view_model.INITIAL_REQUEST)
    pairs = effective_request(replace(view_model.INITIAL_REQUEST, ngrams=(1, 2)))
    assert questions.n_uncounted("Mail", pairs) == 42

    first = questions.first_answer("Mail", pairs, replace(pairs, event_model="learnt"), context)

    assert first is not None
    assert questions.n_uncounted("Mail", pairs) == 42
    expected = questions.result("Mail", counted, context)
    assert np.array_equal(first.evaluation.confusion, expected.evaluation.confusion)


def test_the_counts_of_the_first_answer_serve_the_recipe_that_takes_long(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions, context = TrainingQuestions(session), NoOpJobContext()
    learnt = effective_request(replace(view_model.INITIAL_REQUEST, event_model="learnt"))
    questions.first_answer("Letters", effective_request(view_model.INITIAL_REQUEST), learnt, context)

    def load(*_arguments: object) -> None:
        raise AssertionError("counts were loaded twice")

    monkeypatch.setattr(workbench, "load_labelled_corpus", load)
    result = questions.result("Letters", learnt, context)

    assert result.evaluation.documents == 27
