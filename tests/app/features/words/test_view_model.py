"""The Words page over a real workspace: what it shows belongs to the word that is chosen, however late answers come."""

from __future__ import annotations

import math
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from app.domain.jobs import NoOpJobContext
from app.domain.sentences import sentence_for
from app.features.words.view_model import WordsQuestions, WordsViewModel, name_words
from app.kit.evidence_names import FIELDS, WordCategory, display_name
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from nbengine.filter.settings import novelty_token_names
from tests.app.mail_workspaces import mail_workspace
from tests.late_answers import LateRunner

MODELS = {"First": "multinomial", "Second": "bernoulli"}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mail and two models of it."""
    models = {name: RecipeRequest(event_model=event_model, smoothing="0.5") for name, event_model in MODELS.items()}
    return mail_workspace(tmp_path_factory.mktemp("words") / "mail.bayleaf", {"ham": 24, "spam": 18}, models)


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
    assert {fraction.steps.label: fraction.steps.count for fraction in working.probabilities} == counts


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
    shown = WordsQuestions(session).load_table("Second", "en", NoOpJobContext())
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
        first, second = working.probabilities
        assert first.steps.log >= second.steps.log
        expected = (first.steps.count + 0.5) / (first.steps.total + first.steps.total_smoothing)
        assert math.isclose(math.exp(first.steps.log), expected, rel_tol=1e-12)


def test_a_click_on_a_word_opens_nothing_and_reads_no_model_from_bytes(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = LateRunner(2)
    page = a_page(runner, session)
    page.choose_word(0)
    runner.finish()
    before = session.n_openings
    read: list[bytes] = []
    monkeypatch.setattr("app.library.saved_models.model_from_bytes", read.append)

    page.choose_word(5)
    runner.finish()

    assert page.state.chosen == 5
    assert_is_of_chosen(page)
    assert (session.n_openings - before, read) == (0, [])


def test_words_headers_and_signs_stand_on_shelves_of_their_own(session: Session) -> None:
    runner = LateRunner(1)
    page = a_page(runner, session)
    table = page.state.table
    assert table is not None

    seen: dict[WordCategory, set[str]] = {}
    page.set_min_occurrences(1)
    for word_kind in WordCategory:
        page.choose_word_kind(word_kind)
        seen[word_kind] = {str(word) for word in table.words[page.state.shown]}

    assert all(word.startswith("mark:") for word in seen[WordCategory.SIGNS])
    assert all(word.split(":")[0] in FIELDS for word in seen[WordCategory.HEADERS])
    assert "has-subject" in {word.partition(":")[2] for word in seen[WordCategory.SIGNS]}
    assert sum(map(len, seen.values())) == len(table.words)
    assert page.state.n_words_by_category == tuple(len(seen[word_kind]) for word_kind in WordCategory)


def test_signs_are_called_what_people_call_them_and_found_by_it(session: Session) -> None:
    runner = LateRunner(1)
    page = a_page(runner, session)
    assert page.state.table is not None
    page.choose_word_kind(WordCategory.SIGNS)

    page.search("Recipients: 1")

    assert [str(word) for word in page.state.table.words[page.state.shown]] == ["mark:recipients-1"]
    assert [str(name) for name in page.word_names().names[page.state.shown]] == ["recipients: 1"]


def test_the_words_are_named_where_the_table_is_made_and_not_while_the_window_waits(session: Session) -> None:
    page = a_page(LateRunner(1), session)
    assert page.state.table is not None

    assert page.word_names() is page.state.table.display_names
    assert page.word_names().language == QLocale().name()


WORDS = st.text("abAB1:é免\ud800", min_size=1, max_size=5) | st.sampled_from(
    ["mark:order:from,to", "from:Edu", "subject:Ab"]
)


def test_no_word_of_the_filters_own_has_the_name_of_a_machine() -> None:
    assert not [word for word in novelty_token_names() if word in display_name(word)]


@given(st.lists(WORDS, unique=True, max_size=12), st.text("abAB1:é免\ud800", max_size=2))
def test_names_sort_and_are_found_as_plain_text_is(words: list[str], search: str) -> None:
    table = np.array([*words, None], dtype=object)[:-1]

    named = name_words(table, "en", are_of_mail=True)

    names = [display_name(word) for word in words]
    readable = [name.replace("\ud800", "?") for name in names]
    assert named.names.tolist() == names
    assert [readable[place] for place in np.argsort(named.ranks)] == sorted(readable)
    if "\ud800" not in search + "".join(words):
        wanted = search.casefold()
        told = [wanted in word or wanted in name.casefold() for word, name in zip(words, names, strict=True)]
        assert named.mask_containing(search).tolist() == told
    few = [len(word) > 1 and not word.isdigit() and not word.startswith("mark:order:") for word in words]
    assert named.has_bar.tolist() == few


def test_one_endless_word_does_not_lengthen_the_others() -> None:
    words = np.array(["x" * 1_000_000, *(f"w{number}" for number in range(2000))], dtype=object)

    tracemalloc.start()
    named = name_words(words, "en", are_of_mail=False)
    most_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert named.mask_containing("w1999").sum() == 1
    assert most_bytes < 100_000_000


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("mark:tag:form", "has a form"),
        ("mark:tag:blockquote", "contains the HTML tag <blockquote>"),
        ("mark:has-list-id", "sent through a mailing list"),
        ("mark:urls-to128", "links: up to 128"),
        ("mark:never-heard-of", "never-heard-of"),
        ("opening:linux", "begins with “linux”"),
        ("pair:subject:free_offer", "the words “free offer” next to each other (in the subject)"),
        ("new:route:+35%", "share of new senders and servers: +35% compared with the average mail"),
        ("new:text:-5%", "share of new words in the text: −5% compared with the average mail"),
        ("new:opening:few", "share of new words at the beginning: too few words to tell"),
        ("new:never", "new:never"),
        ("from:edu", "sender: edu"),
        ("subject:free", "free (in the subject)"),
        ("free", "free"),
    ],
)
def test_a_token_has_a_plain_name(token: str, name: str) -> None:
    assert display_name(token) == name


def test_what_a_word_weighs_in_a_mail_is_its_log_odds_times_how_often_it_comes_there(session: Session) -> None:
    runner = LateRunner(1)
    page = a_page(runner, session)
    table = page.state.table
    assert table is not None
    with session.borrow_for_reading() as workspace:
        n_documents = {label.name: label.documents for label in workspace.labels.all("Mail")}
    against, towards = page.state.pair
    weights = table.mean_evidence(towards, against)

    for row in range(0, len(table.words), 11):
        ham, spam = (float(table.counts[place, row]) for place in (against, towards))
        odds = float(table.log_probabilities[towards, row] - table.log_probabilities[against, row])
        names = (table.labels[against].name, table.labels[towards].name)
        mean_occurrences = spam / n_documents[names[1]] if odds > 0 else ham / n_documents[names[0]]
        assert math.isclose(weights[row], odds * mean_occurrences, rel_tol=1e-12, abs_tol=1e-15)
    shown = [word for word, _ in page.state.strongest.words_towards]
    assert not any(word.isdigit() or len(word) < 2 for word in shown)
    assert all(value > 0 for _, value in page.state.strongest.words_towards)


def test_the_spaces_at_the_ends_of_a_run_of_characters_are_seen() -> None:
    runs = [" ", " the", "ing ", "new york", "a: b"]

    assert [display_name(run) for run in runs] == ["␣", "␣the", "ing␣", "new york", "a: b"]
    names = name_words(np.array(runs, dtype=object), "en", are_of_mail=False).names
    assert list(names) == ["␣", "␣the", "ing␣", "new york", "a: b"]


def test_a_pattern_finds_words_and_one_that_is_wrong_is_named(session: Session) -> None:
    page = a_page(LateRunner(1), session)
    table = page.state.table
    assert table is not None

    page.search("/^.e/")
    assert page.state.shown is not None
    found = {str(word) for word in table.words[page.state.shown]}
    category = table.mask_of_category(page.state.word_kind)
    assert found == {word for word in map(str, table.words[category]) if word[1:2] == "e"}

    page.search("/(x/")
    assert page.state.pattern_problem is not None
    assert "is not a valid regular expression" in sentence_for(page.state.pattern_problem)
    page.search("/^.e/")
    assert page.state.pattern_problem is None
