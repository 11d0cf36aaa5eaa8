"""The Words page over a real workspace: what it shows belongs to the word that is chosen, however late answers come."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.jobs import Unattended
from app.pages.words.model import WordsViewModel
from app.pages.words.questions import WordsQuestions
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.session.session import Session
from tests.late_answers import LateRunner
from tests.walk.made_up_mail import write_mails

MODELS = {"First": "multinomial", "Second": "bernoulli"}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mail and two models of it."""
    folder = tmp_path_factory.mktemp("words")
    path = folder / "mail.bayleaf"
    mails = write_mails(folder / "mails", {"ham": 24, "spam": 18})
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    for name, event_model in MODELS.items():
        request = RecipeRequest(event_model=event_model, smoothing="0.5")
        train(path, TrainingOrder(request, "Mail", name), Unattended())
    return path


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with Session(path) as opened:
        yield opened


def a_page(runner: LateRunner, session: Session) -> WordsViewModel:
    page = WordsViewModel(runner)
    page.open_workspace(WordsQuestions(session))
    page.open_model("First", "multinomial", 0.5)
    runner.finish()
    return page


@pytest.mark.parametrize("seed", range(20))
def test_the_working_is_that_of_the_word_chosen_last(session: Session, seed: int) -> None:
    runner, dice = LateRunner(seed), random.Random(seed)
    page = a_page(runner, session)
    assert page.state.table is not None

    for _ in range(6):
        page.choose_word(dice.randrange(len(page.state.table.words)))
        runner.some_steps()
        if page.state.working is not None and not runner.jobs:
            assert_is_of_chosen(page)
    runner.finish()

    assert_is_of_chosen(page)


def assert_is_of_chosen(page: WordsViewModel) -> None:
    table, working, chosen = page.state.table, page.state.working, page.state.chosen
    assert table is not None
    assert working is not None
    counts = {label.name: float(table.counts[place, chosen]) for place, label in enumerate(table.labels)}
    assert {fraction.line.label: fraction.line.count for fraction in working.fractions} == counts


@pytest.mark.parametrize("seed", range(20))
def test_words_of_the_model_before_do_not_come_back(session: Session, seed: int) -> None:
    runner, dice = LateRunner(seed), random.Random(seed)
    page = a_page(runner, session)

    for _ in range(5):
        name = dice.choice(list(MODELS))
        page.open_model(name, MODELS[name], 0.5)
        runner.some_steps()
        assert not page.state.working or page.state.chosen >= 0
    page.open_model("Second", "bernoulli", 0.5)
    runner.finish()

    table = page.state.table
    assert table is not None
    assert not table.are_weights
    shown = WordsQuestions(session).table("Second", Unattended())
    assert (table.log_probabilities == shown.log_probabilities).all()


@pytest.mark.parametrize("seed", range(10))
def test_a_page_that_was_closed_stays_empty(session: Session, seed: int) -> None:
    runner = LateRunner(seed)
    page = a_page(runner, session)
    page.choose_word(3)
    page.open_model("Second", "bernoulli", 0.5)
    runner.some_steps()

    page.close_model()
    runner.finish()

    assert page.state.table is None
    assert page.state.working is None
    assert page.state.problem is None


def test_the_label_that_a_word_speaks_for_comes_first_in_its_working(session: Session) -> None:
    runner = LateRunner(1)
    page = a_page(runner, session)
    assert page.state.table is not None

    for number in range(0, len(page.state.table.words), 7):
        page.choose_word(number)
        runner.finish()
        working = page.state.working
        assert working is not None
        first, second = working.fractions
        assert first.line.log >= second.line.log
        expected = (first.line.count + 0.5) / (first.line.total + first.line.total_smoothing)
        assert math.isclose(math.exp(first.line.log), expected, rel_tol=1e-12)


def test_a_click_on_a_word_opens_nothing_and_reads_no_model_from_bytes(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = LateRunner(2)
    page = a_page(runner, session)
    page.choose_word(0)
    runner.finish()
    before = session.n_openings
    read: list[bytes] = []
    monkeypatch.setattr("app.services.models.kept_models.model_from_bytes", read.append)

    page.choose_word(5)
    runner.finish()

    assert page.state.chosen == 5
    assert_is_of_chosen(page)
    assert (session.n_openings - before, read) == (0, [])
