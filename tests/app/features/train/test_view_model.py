"""The Train page counts anew in a job of its own, begins with what was kept, and keeps, takes back and removes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.domain.errors import StoreError
from app.domain.jobs import Cancelled, JobContext
from app.domain.results import SmoothingCurve, UnlabelledEffect
from app.features.train import view_model
from app.features.train.view_model import (
    INITIAL_REQUEST,
    DefaultRecipe,
    ProgramChange,
    TrainingQuestions,
    TrainingState,
    TrainingViewModel,
    effective_request,
    token_fields_of,
)
from app.features.train.workbench import (
    ByDateComparison,
    JudgedRecipe,
    Mistake,
    RemovedRecipe,
    SavedRecipe,
    TrainingReplacement,
)
from app.kit.painted_values import Label
from app.library.recipes import CorpusFacts, RecipeRequest, resolve_request
from app.store.workspace import Session
from tests.inline_runner import InlineRunner
from tests.judged_recipes import MADE, a_judged_recipe
from tests.late_answers import LateRunner

LEARNT = replace(INITIAL_REQUEST, event_model="learnt")
COMPLEMENT = replace(INITIAL_REQUEST, event_model="complement", smoothing="0.4")
HAM, SPAM = Label("ham", 0, 400), Label("spam", 1, 300)


@dataclass
class Corpus(TrainingQuestions):
    """A corpus of 700 documents that remembers what it was asked."""

    counted: set[tuple[object, ...]] = field(default_factory=lambda: {token_fields_of(INITIAL_REQUEST)})
    judged: list[RecipeRequest] = field(default_factory=list)
    rows: list[SavedRecipe] = field(default_factory=list)
    best: RecipeRequest = COMPLEMENT
    is_stopped: bool = False
    problem: Exception | None = None
    meanwhile: Callable[[], object] = lambda: None
    while_choosing: Callable[[], object] = lambda: None
    while_judging: Callable[[RecipeRequest], object] = lambda _choices: None
    gone: SavedRecipe | None = None
    kept: SavedRecipe | None = None
    """The row of the model that `train_and_save` saves."""
    compared: list[RecipeRequest] = field(default_factory=list)
    drawn: list[RecipeRequest] = field(default_factory=list)
    first: list[RecipeRequest] = field(default_factory=list)
    has_no_first_answer: bool = False
    while_drawing: Callable[[RecipeRequest], object] = lambda _choices: None
    acts: list[str] = field(default_factory=list)
    """The names of the longer requests, in the order of their answers."""

    def result(self, _corpus: str, choices: RecipeRequest, context: JobContext) -> JudgedRecipe:
        assert token_fields_of(choices) in self.counted
        self.acts.append("result")
        self.while_judging(choices)
        context.checkpoint()
        self.judged.append(choices)
        return a_judged_recipe()

    def first_answer(
        self, _corpus: str, request: RecipeRequest, _slower: RecipeRequest, _context: JobContext
    ) -> JudgedRecipe | None:
        self.acts.append("first answer")
        self.first.append(request)
        if self.has_no_first_answer:
            return None
        return a_judged_recipe(confusion=((3, 1), (1, 2)))

    def compare_with_filter(
        self, _corpus: str, choices: RecipeRequest, _context: JobContext
    ) -> ByDateComparison | None:
        self.compared.append(choices)
        return ByDateComparison(350, 0.99, 0.98)

    def unlabelled_effect(self, _corpus: str, _request: RecipeRequest, _context: JobContext) -> UnlabelledEffect | None:
        return UnlabelledEffect(900, is_used=True, accuracy_with=0.8, accuracy_without=0.6)

    def curve(self, _corpus: str, choices: RecipeRequest, context: JobContext) -> SmoothingCurve:
        self.while_drawing(choices)
        context.checkpoint()
        self.drawn.append(choices)
        return SmoothingCurve(best=0.25)

    def n_uncounted(self, _corpus: str, choices: RecipeRequest) -> int:
        return 0 if token_fields_of(choices) in self.counted else 700

    def count(self, _corpus: str, choices: RecipeRequest, _context: JobContext) -> None:
        if self.problem is not None:
            raise self.problem
        if self.is_stopped:
            raise Cancelled
        self.acts.append("count")
        self.meanwhile()
        self.counted.add(token_fields_of(choices))

    def choose_best_request(self, _corpus: str, _choices: RecipeRequest, _context: JobContext) -> RecipeRequest:
        self.while_choosing()
        return self.best

    def saved_recipes(self, _corpus: str, _context: JobContext) -> tuple[SavedRecipe, ...]:
        return tuple(self.rows)

    def train_and_save(
        self, _corpus: str, _name: str, _request: RecipeRequest, _context: JobContext
    ) -> TrainingReplacement:
        self.acts.append("keep")
        return TrainingReplacement(MADE, self.kept, None, None)

    def keep_recipe(self, _corpus: str, name: str, choices: RecipeRequest, _context: JobContext) -> str:
        self.rows.append(a_row(name, choices))
        return name

    def remove_kept(self, corpus: str, row: SavedRecipe, _context: JobContext) -> RemovedRecipe:
        self.rows.remove(row)
        self.gone = row
        return RemovedRecipe(corpus, row.name, "", None)

    def put_back(self, removed: RemovedRecipe, _context: JobContext) -> str:
        assert self.gone is not None
        self.rows.append(self.gone)
        return removed.name


def a_row(name: str, choices: RecipeRequest | None, *, is_model: bool = False) -> SavedRecipe:
    request = effective_request(choices or INITIAL_REQUEST)
    recipe = resolve_request(request, CorpusFacts("Mail", "mail"))
    return SavedRecipe(name, is_model, recipe, None if choices is None else request, 700, 0.9, 0.3)


def a_page(runner: InlineRunner, corpus: Corpus, default: DefaultRecipe | None = None) -> TrainingViewModel:
    model = an_opened_page(runner, corpus, default or DefaultRecipe("multinomial", 0.1))
    runner.run()
    return model


def an_opened_page(runner: InlineRunner, corpus: Corpus, default: DefaultRecipe) -> TrainingViewModel:
    model = TrainingViewModel(runner, corpus)
    model.default = default
    model.open_corpus("Mail", 700, (HAM, SPAM))
    return model


def test_other_words_are_counted_in_the_long_lane_before_they_are_judged(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    lanes: list[tuple[str, str]] = []
    inline_runner.changed.connect(lambda: lanes.extend((job.lane, job.title) for job in inline_runner.jobs))

    model.choose(stem="english")
    inline_runner.run()

    assert ("long", "Counting the words of Mail") in lanes
    assert corpus.judged[-1].stem == "english"
    assert not model.state.is_working


def test_a_fit_that_takes_long_keeps_nobody_waiting_who_reads(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    model = a_page(inline_runner, Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)}))
    lanes: list[tuple[str, str]] = []
    inline_runner.changed.connect(lambda: lanes.extend((job.lane, job.title) for job in inline_runner.jobs))

    model.choose(event_model="learnt")
    inline_runner.run()

    assert {lane for lane, title in lanes if title in ("Testing on held-out documents", "Trying other settings")} == {
        "long"
    }


def test_a_curve_makes_room_for_a_training_and_is_drawn_after_it(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", 0.1))
    while not [job for job in inline_runner.jobs if job.key == "training curve"]:
        inline_runner.run_first()
    model.train_as("Mine")

    corpus.while_drawing = lambda _choices: order.append("curve")
    order: list[str] = []
    model.model_saved.connect(lambda *_: order.append("kept"))
    inline_runner.run()

    assert order == ["kept", "curve"]
    assert model.state.curve is not None


def test_a_recommendation_that_follows_a_training_does_not_change_the_settings(inline_runner: InlineRunner) -> None:
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = TrainingViewModel(inline_runner, corpus)
    model.open_corpus("Mail", 700, (Label("travel", 0, 9), Label("bank", 1, 9)))
    while not [job for job in inline_runner.jobs if job.key == "training curve"]:
        inline_runner.run_first()
    trained = model.state.choices

    model.train()
    inline_runner.run()

    assert model.state.best_smoothing == 0.25
    assert model.state.choices == trained


@pytest.mark.parametrize(
    ("accuracies", "is_saved", "best"),
    [((0.97, 0.97), True, 0.1), ((0.98, 0.97), True, 0.03), ((0.97, 0.97), False, 0.03)],
)
def test_the_value_of_a_saved_model_stays_recommended_while_no_other_classifies_more_correctly(
    accuracies: tuple[float, float], is_saved: bool, best: float
) -> None:
    choices = replace(LEARNT, ridge=0.1)
    curve = SmoothingCurve((0.03, 0.1), accuracies, best=0.03)  # of equal ones, 0.03 has the lower log loss
    kept = (a_row("Mail", choices, is_model=True),) if is_saved else ()

    state = TrainingState(choices=choices, curve=curve, kept=kept)

    assert state.best_smoothing == best


def test_a_saved_model_shows_at_once_while_other_requests_wait(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    corpus.kept = a_row("Mail", model.state.choices, is_model=True)
    seen: list[tuple[bool, bool]] = []
    model.state_changed.connect(lambda state: seen.append((state.is_training, state.is_trained)))

    model.train()
    inline_runner.run_first()

    assert set(seen) == {(True, False), (False, True)}


def test_a_training_goes_before_a_search_for_better_settings_which_begins_again_afterwards(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)

    def search(_place: object, _corpus: str, _chosen: RecipeRequest, context: JobContext) -> None:
        if "keep" not in corpus.acts:
            model.train()  # pressed while the search is running
        context.checkpoint()
        corpus.acts.append("search")

    monkeypatch.setattr(view_model, "make_proposal", search)
    model.proposals.set_source(Session(Path("mail.bayleaf")))
    corpus.acts.clear()
    model.propose()
    inline_runner.run()

    assert [act for act in corpus.acts if act != "result"] == ["keep", "search"]
    assert not model.proposals.state.is_searching


@pytest.mark.usefixtures("comparisons_at_once")
def test_a_training_goes_before_comparisons_which_begin_again_even_if_it_is_cancelled(
    inline_runner: InlineRunner,
) -> None:
    corpus = Corpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", 0.1))
    while not [job for job in inline_runner.jobs if job.key == "training by date"]:
        inline_runner.run_first()

    model.train()
    next(job for job in inline_runner.jobs if job.title == "Training on Mail").cancel()
    while model.state.is_training:
        inline_runner.run_first()
    assert corpus.compared == []
    inline_runner.run()

    assert model.state.by_date is not None
    assert not model.state.is_training


def test_words_that_are_counted_are_not_looked_for_again(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, Corpus())

    model.choose(smoothing="0.3")

    assert [job.key for job in inline_runner.jobs] == ["training evaluation"]
    inline_runner.run()
    assert model.state.result is not None


def test_a_count_that_is_stopped_leads_back_to_what_was_judged(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    corpus.is_stopped = True

    model.choose(stem="english")
    inline_runner.run()

    assert model.state.choices == INITIAL_REQUEST
    assert corpus.judged[-1] == effective_request(INITIAL_REQUEST)
    assert not model.state.is_working
    assert not model.state.is_tokenizing_stopped


def test_a_first_count_that_is_stopped_can_be_begun_again(inline_runner: InlineRunner) -> None:
    corpus = Corpus(counted=set(), is_stopped=True)
    model = a_page(inline_runner, corpus)
    assert (model.state.is_tokenizing_stopped, model.state.result) == (True, None)

    corpus.is_stopped = False
    model.count_words()
    inline_runner.run()

    assert not model.state.is_tokenizing_stopped
    assert model.state.result is not None


def test_a_count_that_fails_says_why_and_shows_what_was_judged(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    corpus.problem = StoreError(Path("mail.bayleaf"), "full")

    model.choose(ngrams=(1, 2))
    inline_runner.run()

    assert model.state.problem is corpus.problem
    assert model.state.choices == INITIAL_REQUEST


def test_what_is_chosen_while_words_are_counted_is_judged_afterwards(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    n_judged = len(corpus.judged)
    corpus.meanwhile = lambda: model.choose(smoothing="2.0")

    model.choose(stem="english")
    inline_runner.run()

    assert [(choices.stem, choices.smoothing) for choices in corpus.judged[n_judged:]] == [("english", "2.0")]


def test_a_corpus_begins_with_what_was_kept_of_it_last(inline_runner: InlineRunner) -> None:
    kept = replace(INITIAL_REQUEST, event_model="bernoulli", smoothing="1.0")

    model = a_page(inline_runner, Corpus(rows=[a_row("By a list", None, is_model=True), a_row("Filter", kept)]))

    assert model.state.choices == kept


@pytest.mark.parametrize(
    ("default", "expected"),
    [
        (DefaultRecipe("bernoulli", 1.0), ("bernoulli", 1.0)),
        (DefaultRecipe("bernoulli", None), ("bernoulli", 0.25)),
        (DefaultRecipe("", None), ("complement", 0.4)),
    ],
)
def test_a_new_corpus_begins_with_the_default_recipe(
    inline_runner: InlineRunner, default: DefaultRecipe, expected: tuple[str, float]
) -> None:
    model = a_page(inline_runner, Corpus(), default)

    assert (model.state.choices.event_model, model.state.smoothing) == expected


@pytest.mark.parametrize(("n_quick", "expected"), [(1_000, 0.25), (100, view_model.USUAL_RIDGE)])
def test_learnt_factors_begin_with_the_best_caution_where_their_curve_is_quick(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch, n_quick: int, expected: float
) -> None:
    """The curve of a long fit arrives when the first model may be saved already."""
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", n_quick)
    model = TrainingViewModel(inline_runner, Corpus())

    model.open_corpus("Mail", 700, (Label("travel", 0, 9), Label("bank", 1, 9)))
    inline_runner.run()

    assert model.state.best_smoothing == 0.25
    assert (model.state.choices.event_model, model.state.smoothing) == ("learnt", expected)


@pytest.mark.parametrize(("n_documents", "are_few"), [(60, True), (700, False)])
def test_few_documents_begin_with_all_words_held_alike_and_unknown_ones_counted(
    inline_runner: InlineRunner, n_documents: int, are_few: bool
) -> None:
    model = TrainingViewModel(inline_runner, Corpus())
    model.open_corpus("Mail", n_documents, (Label("travel", 0, 9), Label("bank", 1, 9)))
    inline_runner.run()

    request = effective_request(model.state.choices)
    assert request.event_model == "learnt"
    assert (request.ridge_by_ratio, request.unknown_word) == (not are_few, are_few)


@pytest.mark.usefixtures("comparisons_at_once")
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ((HAM, SPAM), "filter"),
        ((HAM, SPAM, Label("news", 2, 50)), "filter"),
        ((HAM, SPAM, Label("phishing", 2, 50)), "learnt"),  # nobody has said which of two to keep out
        ((Label("travel", 0, 9), Label("bank", 1, 9)), "learnt"),
    ],
)
def test_a_new_corpus_with_one_label_like_spam_begins_with_a_filter(
    inline_runner: InlineRunner, labels: tuple[Label, ...], expected: str
) -> None:
    corpus = Corpus(
        counted={token_fields_of(INITIAL_REQUEST), token_fields_of(replace(INITIAL_REQUEST, event_model="filter"))}
    )
    model = TrainingViewModel(inline_runner, corpus)

    model.open_corpus("Mail", 700, labels)
    inline_runner.run()

    assert model.state.choices.event_model == expected
    assert corpus.judged[0].event_model == expected
    has_comparison = expected == "filter"
    assert [choices.event_model for choices in corpus.compared] == [expected] * has_comparison
    assert (model.state.by_date is not None) == has_comparison


@pytest.mark.usefixtures("comparisons_at_once")
def test_a_comparison_with_the_filter_is_dropped_with_the_choices_that_it_belongs_to(
    inline_runner: InlineRunner,
) -> None:
    model = an_opened_page(inline_runner, Corpus(), DefaultRecipe("multinomial", 0.1))
    inline_runner.run()
    assert model.state.by_date is not None

    model.choose(event_model="bernoulli")
    assert model.state.by_date is None


def test_comparisons_begin_after_the_answer_and_only_for_the_recipe_that_stays(
    inline_runner: InlineRunner, qtbot: QtBot
) -> None:
    corpus = Corpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", 0.1))
    inline_runner.run()
    model.choose(event_model="bernoulli")
    inline_runner.run()
    assert corpus.compared == []

    qtbot.waitUntil(lambda: bool(inline_runner.jobs))
    inline_runner.run()
    assert [choices.event_model for choices in corpus.compared] == ["bernoulli"]
    assert model.state.by_date is not None


@pytest.mark.usefixtures("comparisons_at_once")
def test_what_unlabelled_documents_add_is_measured_for_learnt_factors_only(inline_runner: InlineRunner) -> None:
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = a_page(inline_runner, corpus)
    inline_runner.run()
    model.choose(event_model="learnt")
    inline_runner.run()
    assert model.state.unlabelled_effect == UnlabelledEffect(900, is_used=True, accuracy_with=0.8, accuracy_without=0.6)

    model.choose(event_model="multinomial")
    inline_runner.run()
    assert model.state.unlabelled_effect is None


def test_what_was_chosen_meanwhile_stays_when_the_best_is_found(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("", 0.1))
    corpus.while_choosing = lambda: model.choose(event_model="bernoulli")
    inline_runner.run()

    assert model.state.choices == replace(INITIAL_REQUEST, event_model="bernoulli")


def test_a_recipe_is_kept_taken_back_removed_and_put_back(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    said: list[str] = []
    model.recipe_saved.connect(said.append)
    model.removed.connect(lambda name, _put_back: said.append(f"no {name}"))
    model.removed.connect(lambda _name, put_back: put_back())

    model.keep_recipe("First")
    model.choose(smoothing="5.0")
    inline_runner.run()
    [row] = model.state.kept
    model.apply_saved(row)
    inline_runner.run()
    assert model.state.choices == INITIAL_REQUEST
    assert corpus.judged[-1] == effective_request(INITIAL_REQUEST)

    model.remove_kept(row)
    inline_runner.run()
    assert said == ["First", "no First"]
    assert [row.name for row in model.state.kept] == ["First"]


def test_a_model_that_is_removed_is_told_to_the_other_pages(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, Corpus(rows=[a_row("Filter", INITIAL_REQUEST, is_model=True)]))
    told: list[bool] = []
    model.models_changed.connect(lambda: told.append(True))

    model.remove_kept(model.state.kept[0])
    inline_runner.run()

    assert told == [True]
    assert model.state.kept == ()


def test_each_corpus_keeps_its_own_choices(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, Corpus())
    model.choose(smoothing="5.0")
    model.open_corpus("Other", 700, (HAM, SPAM))
    inline_runner.run()
    assert model.state.choices.smoothing == "0.1"

    model.open_corpus("Mail", 700, (HAM, SPAM))
    inline_runner.run()
    assert model.state.choices.smoothing == "5.0"


def test_an_answer_to_older_choices_makes_room_for_the_new_one(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    corpus.judged.clear()
    corpus.while_judging = lambda choices: model.choose(smoothing="0.7") if choices.smoothing == "0.3" else None

    model.choose(smoothing="0.3")
    inline_runner.run()

    assert [choices.smoothing for choices in corpus.judged] == ["0.7"]
    assert not model.state.is_working


def test_a_curve_that_is_being_drawn_makes_room_for_an_answer_and_is_drawn_after_it(
    inline_runner: InlineRunner,
) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    corpus.judged.clear()
    corpus.drawn.clear()
    seen: list[RecipeRequest] = []

    def turn_the_knob(choices: RecipeRequest) -> None:
        seen.append(choices)
        if len(seen) == 1:
            model.choose(smoothing="0.7")

    corpus.while_drawing = turn_the_knob

    model.choose(event_model="bernoulli")
    inline_runner.run()

    assert [choices.smoothing for choices in corpus.judged][-1] == "0.7"
    assert [choices.smoothing for choices in corpus.drawn] == ["0.7"]
    assert len(seen) == 2


@dataclass
class GrowingCorpus(Corpus):
    """A corpus that is judged as it was when that began."""

    n_documents: int = 700

    def result(self, corpus: str, choices: RecipeRequest, context: JobContext) -> JudgedRecipe:
        n_documents = self.n_documents
        return replace(super().result(corpus, choices, context), n_wrong=n_documents)


def test_what_was_judged_of_other_documents_does_not_show(inline_runner: InlineRunner) -> None:
    corpus = GrowingCorpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", 0.1))
    shown: list[tuple[int, int]] = []
    model.state_changed.connect(
        lambda state: shown.append((state.n_documents, state.result.n_wrong)) if state.result else None
    )

    def import_one_more(_choices: RecipeRequest) -> None:
        if corpus.n_documents == 700:
            corpus.n_documents = 701
            model.open_corpus("Mail", 701, (HAM, SPAM))

    corpus.while_judging = import_one_more
    inline_runner.run()

    assert set(shown) == {(701, 701)}
    assert not model.state.is_working


def test_the_slider_is_the_ridge_of_learnt_factors_and_the_smoothing_of_all_others(
    inline_runner: InlineRunner,
) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)

    def then(act: Callable[[], object]) -> RecipeRequest:
        act()
        inline_runner.run()
        return model.state.choices

    then(lambda: model.choose(event_model="learnt"))
    n_drawn = len(corpus.drawn)
    assert then(lambda: model.move_slider(3.0)).ridge == 3.0
    assert model.state.smoothing == 3.0
    assert len(corpus.drawn) == n_drawn, "the curve over the ridge is the same wherever its handle stands"
    assert then(model.choose_best_smoothing).ridge == 0.25
    then(lambda: model.choose(event_model="multinomial"))
    last = then(lambda: model.move_slider(0.5))
    assert (last.smoothing, last.ridge) == ("0.5", 0.25)


def test_judging_that_was_stopped_goes_back_to_what_was_judged_last(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = a_page(inline_runner, corpus)
    model.choose(event_model="learnt")
    inline_runner.run()

    def stop(_choices: RecipeRequest) -> None:
        raise Cancelled

    corpus.while_judging = stop
    model.move_slider(3.0)
    inline_runner.run()

    assert model.state.choices == replace(INITIAL_REQUEST, event_model="learnt")
    assert model.state.program_change is ProgramChange.RESTORED
    assert not model.state.is_working


def test_a_training_that_ends_before_the_test_of_its_settings_does_not_change_them(
    inline_runner: InlineRunner,
) -> None:
    """The test is begun again after the training. That was taken for a test that the user had cancelled."""
    corpus = Corpus()
    model = a_page(inline_runner, corpus)

    def train_meanwhile(_choices: RecipeRequest) -> None:
        corpus.while_judging = lambda _choices: None
        model.train()
        while "keep" not in corpus.acts:
            inline_runner.run_first()

    corpus.while_judging = train_meanwhile
    model.choose(event_model="complement")
    inline_runner.run()

    assert model.state.event_model == "complement"
    assert corpus.judged[-1].event_model == "complement"
    assert (model.state.program_change, model.state.is_working) == (None, False)


def test_settings_chosen_while_the_saved_recipes_are_loaded_stay(inline_runner: InlineRunner) -> None:
    corpus = Corpus(rows=[a_row("Kept", COMPLEMENT)])
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", None))

    model.choose(event_model="bernoulli")
    inline_runner.run()

    assert (model.state.event_model, model.state.program_change) == ("bernoulli", None)
    assert model.chosen("Mail") == model.state.choices
    assert corpus.judged[-1].event_model == "bernoulli"


def test_a_slider_that_was_moved_and_moved_back_stays_where_it_is(inline_runner: InlineRunner) -> None:
    corpus = Corpus()
    model = an_opened_page(inline_runner, corpus, DefaultRecipe("multinomial", None))
    while not corpus.judged:
        inline_runner.run_first()
    first = model.state.smoothing

    model.move_slider(3.0)
    model.move_slider(first)
    inline_runner.run()

    assert (model.state.smoothing, model.state.best_smoothing) == (first, 0.25)


@pytest.mark.parametrize(
    ("default", "change"),
    [
        (DefaultRecipe("multinomial", None), ProgramChange.BEST_VALUE),
        (DefaultRecipe("", 0.1), ProgramChange.BEST_SETTINGS),
        (DefaultRecipe("multinomial", 0.1), None),
    ],
)
def test_settings_that_the_program_changed_are_marked_until_the_user_changes_them(
    inline_runner: InlineRunner, default: DefaultRecipe, change: ProgramChange | None
) -> None:
    model = a_page(inline_runner, Corpus(), default)
    assert model.state.program_change is change

    model.move_slider(2.0)

    assert model.state.program_change is None


def test_a_result_is_outdated_until_the_new_settings_are_tested(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, Corpus())
    assert not model.state.is_outdated

    model.choose(event_model="complement")
    assert model.state.is_outdated
    inline_runner.run()

    assert not model.state.is_outdated


@pytest.mark.parametrize("changes", [{"event_model": "complement"}, {"binary": True}, {"vocabulary": "1000"}])
def test_another_recipe_takes_the_curve_of_the_one_before_away_until_its_own_is_there(
    inline_runner: InlineRunner, changes: dict[str, Any]
) -> None:
    model = a_page(inline_runner, Corpus())
    assert model.state.best_smoothing == 0.25
    shown: list[float | None] = []
    model.state_changed.connect(lambda state: shown.append(state.best_smoothing))

    model.choose(**changes)
    assert (model.state.awaits_curve, model.state.best_smoothing) == (True, None)
    inline_runner.run()

    assert (model.state.awaits_curve, model.state.best_smoothing) == (False, 0.25)
    assert shown == sorted(shown, key=lambda best: best is not None), "the curve of the recipe before is never shown"


def test_the_curve_stays_while_its_slider_moves(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, Corpus())

    model.move_slider(2.0)

    assert (model.state.awaits_curve, model.state.best_smoothing) == (False, 0.25)


@pytest.mark.parametrize("seed", range(6))
def test_a_late_answer_never_shows_the_curve_of_another_recipe(seed: int) -> None:
    class Curves(Corpus):
        def curve(self, corpus: str, choices: RecipeRequest, context: JobContext) -> SmoothingCurve:
            super().curve(corpus, choices, context)
            return SmoothingCurve(best={"multinomial": 1.0, "complement": 2.0, "bernoulli": 3.0}[choices.event_model])

    def is_own() -> bool:
        best = {"multinomial": 1.0, "complement": 2.0, "bernoulli": 3.0}[model.state.event_model]
        return model.state.best_smoothing in (None, best)

    runner = LateRunner(seed)
    model = TrainingViewModel(runner, Curves())
    model.default = DefaultRecipe("multinomial", 0.1)
    model.open_corpus("Mail", 700, (HAM, SPAM))
    runner.finish()
    for name in ("complement", "bernoulli", "multinomial", "complement"):
        model.choose(event_model=name)
        assert is_own()
        runner.some_steps()
        assert is_own()
    runner.finish()

    assert model.state.best_smoothing == 2.0
    assert not model.state.awaits_curve


def test_going_back_from_a_count_that_was_stopped_brings_the_curve_back(inline_runner: InlineRunner) -> None:
    corpus = Corpus(is_stopped=True)
    model = a_page(inline_runner, corpus)

    model.choose(stem="english")
    assert model.state.best_smoothing is None
    inline_runner.run()

    assert model.state.choices.stem is None
    assert (model.state.awaits_curve, model.state.best_smoothing) == (False, 0.25)


def a_wrong(number: int, label: str = "ham", judged: str = "spam") -> Mistake:
    return Mistake(number, f"title {number}", label, judged, 0.9)


class ManyMistakes(Corpus):
    """55 ham called spam and 5 spam called ham, of which a result lists the first twenty."""

    all_of_them = (*(a_wrong(number) for number in range(55)), *(a_wrong(n, "spam", "ham") for n in range(55, 60)))

    def result(self, _corpus: str, _choices: RecipeRequest, _context: JobContext) -> JudgedRecipe:
        return a_judged_recipe(confusion=((300, 55), (5, 300)), wrong=self.all_of_them[:20], n_wrong=60)

    def list_mistakes(self, _found: JudgedRecipe, cell: tuple[int, int] | None) -> tuple[Mistake, ...]:
        labels = {None: None, (0, 1): "ham", (1, 0): "spam"}[cell]
        return tuple(each for each in self.all_of_them if labels in (None, each.label))


def test_the_list_holds_as_many_documents_as_the_cell_that_was_chosen_counts(inline_runner: InlineRunner) -> None:
    model = a_page(inline_runner, ManyMistakes())
    assert (model.state.n_wrong, len(model.state.shown_mistakes)) == (60, 60)

    model.choose_cell(0, 1)
    inline_runner.run()
    assert (model.state.n_wrong, len(model.state.shown_mistakes)) == (55, 55)

    model.choose_cell(1, 0)
    inline_runner.run()
    assert [each.label for each in model.state.shown_mistakes] == ["spam"] * 5

    model.show_all_mistakes()
    inline_runner.run()
    assert (model.state.cell, len(model.state.shown_mistakes)) == (None, 60)


@pytest.mark.parametrize("seed", range(4))
def test_a_late_list_of_mistakes_is_that_of_the_cell_that_is_chosen(seed: int) -> None:
    runner = LateRunner(seed)
    model = TrainingViewModel(runner, ManyMistakes())
    model.default = DefaultRecipe("multinomial", 0.1)
    model.open_corpus("Mail", 700, (HAM, SPAM))
    runner.finish()
    for cell in ((0, 1), (1, 0), (0, 1)):
        model.choose_cell(*cell)
        runner.some_steps()
    runner.finish()

    assert {each.label for each in model.state.shown_mistakes} == {"ham"}
    assert len(model.state.shown_mistakes) == model.state.n_wrong == 55


def an_opened_page_of_learnt_factors(runner: InlineRunner | LateRunner, corpus: Corpus) -> TrainingViewModel:
    model = TrainingViewModel(runner, corpus)
    model.default = DefaultRecipe("learnt", 0.1)
    model.open_corpus("Mail", 700, (HAM, SPAM))
    return model


def test_multinomial_gives_a_first_answer_while_a_recipe_that_takes_long_is_judged(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    shown: list[tuple[bool, int]] = []
    model.state_changed.connect(
        lambda state: shown.append((state.is_first_answer, state.result.evaluation.documents)) if state.result else None
    )

    inline_runner.run()

    assert shown[0] == (True, 7)
    assert [request.event_model for request in corpus.first] == ["multinomial"]
    assert not model.state.is_first_answer
    assert model.state.result is not None
    assert model.state.result.evaluation.confusion.tolist() == [[4, 0], [1, 2]]


def test_no_first_answer_is_asked_for_when_figures_are_shown_or_the_recipe_is_quick(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = a_page(inline_runner, corpus)

    model.choose(event_model="learnt")
    inline_runner.run()

    assert not corpus.first


@pytest.mark.parametrize("seed", range(12))
def test_a_late_first_answer_never_replaces_the_better_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    runner, corpus = LateRunner(seed), Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(runner, corpus)

    runner.finish()

    assert not model.state.is_first_answer
    assert model.state.result is not None
    assert model.state.result.evaluation.confusion.tolist() == [[4, 0], [1, 2]]


def test_stopping_after_the_first_answer_keeps_it_and_offers_to_go_on(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    corpus.while_judging = lambda _choices: model.stop_judging()

    inline_runner.run()

    assert model.state.is_first_answer
    assert model.state.is_tokenizing_stopped
    corpus.while_judging = lambda _choices: None
    model.count_words()
    inline_runner.run()
    assert not model.state.is_first_answer


def test_a_recipe_that_takes_long_begins_after_the_first_answer(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)

    while not corpus.first:
        assert not [job for job in inline_runner.jobs if job.lane == "long"]
        inline_runner.run_first()
    inline_runner.run()

    assert corpus.acts == ["first answer", "result"]
    assert not model.state.is_working


def test_training_that_was_ordered_before_anything_was_known_begins_after_the_first_answer(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    model.train()

    inline_runner.run()

    assert corpus.acts[0] == "first answer"
    assert corpus.acts.count("keep") == 1


def test_words_are_counted_after_the_first_answer_and_it_is_tried_again_if_there_was_none(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted=set(), has_no_first_answer=True)
    corpus.meanwhile = lambda: setattr(corpus, "has_no_first_answer", False)
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)

    inline_runner.run()

    assert corpus.acts == ["first answer", "count", "first answer", "result"]
    assert model.state.result is not None
    assert not model.state.is_first_answer


def test_without_a_first_answer_the_recipe_is_evaluated_all_the_same(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)}, has_no_first_answer=True)
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)

    inline_runner.run()

    assert corpus.acts == ["first answer", "result"]
    assert model.state.result is not None


@pytest.mark.parametrize("is_ordered", [False, True])
def test_the_page_is_never_without_figures_or_work_once_its_recipe_is_chosen(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch, *, is_ordered: bool
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    if is_ordered:
        model.train()
    blank: list[bool] = []
    while not model.state.is_working:
        inline_runner.run_first()
    model.state_changed.connect(lambda state: blank.append(state.result is None and not state.is_working))

    inline_runner.run()

    assert blank
    assert not any(blank)


def test_a_slider_that_moves_before_the_first_answer_does_not_ask_for_it_again(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    inline_runner.run_first()

    for ridge in (2.0, 3.0):
        model.move_slider(ridge)
    inline_runner.run()

    assert corpus.acts == ["first answer", "result"]
    assert [choices.ridge for choices in corpus.judged] == [3.0]


def test_cancelling_the_first_answer_cancels_the_training_that_waits_for_it(
    inline_runner: InlineRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_model, "MAX_QUICK_FIT_DOCUMENTS", 100)
    corpus = Corpus(counted={token_fields_of(INITIAL_REQUEST), token_fields_of(LEARNT)})
    model = an_opened_page_of_learnt_factors(inline_runner, corpus)
    inline_runner.run_first()
    model.train()

    model.stop_judging()
    inline_runner.run()

    assert not corpus.acts
    assert model.state.is_tokenizing_stopped
    model.count_words()
    inline_runner.run()
    assert corpus.acts == ["first answer", "result"]
