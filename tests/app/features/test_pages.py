"""The decisions of the pages' view-models, with services that answer at once and in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.results import SmoothingCurve
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationResult, EvaluationViewModel, ModelFigures
from app.features.train.view_model import DefaultRecipe, TrainingQuestions, TrainingViewModel
from app.features.train.workbench import JudgedRecipe, Mistake, SavedRecipe
from app.features.words.use_cases import ModelColumns
from app.features.words.view_model import WordsQuestions, WordsViewModel, WordTable
from app.kit.painted_values import Label, WordProbabilities
from app.library.recipes import RecipeRequest
from app.store.workspace import NO_WORKSPACE
from tests.app.in_the_window import word_table
from tests.inline_runner import InlineRunner
from tests.judged_recipes import a_judged_recipe

HAM, SPAM = Label("ham", 0, 4), Label("spam", 1, 3)


# Train


def a_result(accuracy: float) -> JudgedRecipe:
    n_right = round(100 * accuracy)
    wrong = (Mistake(7, "Hi", "spam", "ham", 0.01), Mistake(8, "Order", "ham", "spam", 0.99))
    return a_judged_recipe(confusion=((n_right, 0), (100 - n_right, 0)), wrong=wrong)


class MadeUpMail(TrainingQuestions):
    """Mail that is judged right the more often the less it is smoothed, and not at all by Bernoulli."""

    def __init__(self) -> None:
        super().__init__(NO_WORKSPACE)
        self.asked: list[RecipeRequest] = []

    def result(self, corpus: str, choices: RecipeRequest, _context: JobContext) -> JudgedRecipe:
        self.asked.append(choices)
        if choices.event_model == "bernoulli":
            raise TrainingError(corpus, "one-label")
        return a_result(1 - float(choices.smoothing))

    def curve(self, _corpus: str, _choices: RecipeRequest, _context: JobContext) -> SmoothingCurve:
        return SmoothingCurve((0.0, 0.1, 1.0), (0.8, 0.9, 0.85), 0.1)

    def n_uncounted(self, _corpus: str, _choices: RecipeRequest) -> int:
        return 0

    def saved_recipes(self, _corpus: str, _context: JobContext) -> tuple[SavedRecipe, ...]:
        return ()


def a_training_page(runner: InlineRunner) -> tuple[TrainingViewModel, list[RecipeRequest]]:
    mail = MadeUpMail()
    model = TrainingViewModel(runner, mail)
    model.default = DefaultRecipe("multinomial", 0.1)
    return model, mail.asked


def test_training_can_start_once_two_labels_have_documents(inline_runner: InlineRunner) -> None:
    model, asked = a_training_page(inline_runner)

    model.open_corpus("Mail", 4, (HAM, Label("spam", 1, 0)))
    inline_runner.run()
    assert not model.state.can_train
    assert asked == []

    model.open_corpus("Mail", 7, (HAM, SPAM))
    inline_runner.run()
    assert model.state.can_train
    assert model.state.result is not None


def test_moving_the_slider_asks_for_the_last_place_only_and_not_for_the_curve(inline_runner: InlineRunner) -> None:
    model, asked = a_training_page(inline_runner)
    model.open_corpus("Mail", 7, (HAM, SPAM))
    inline_runner.run()
    asked.clear()

    for alpha in (0.2, 0.3, 0.4):
        model.move_slider(alpha)
    assert [job.key for job in inline_runner.jobs] == ["training evaluation"]
    inline_runner.run()

    assert [choices.smoothing for choices in asked] == ["0.4"]
    assert model.state.result is not None
    assert model.state.result.evaluation.accuracy == pytest.approx(0.6)


def test_auto_takes_the_best_of_the_curve(inline_runner: InlineRunner) -> None:
    model, _asked = a_training_page(inline_runner)
    model.open_corpus("Mail", 7, (HAM, SPAM))
    model.move_slider(1.0)
    inline_runner.run()

    model.choose_best_smoothing()

    assert model.state.smoothing == 0.1


def test_a_failure_keeps_the_last_result_and_says_why(inline_runner: InlineRunner) -> None:
    model, _asked = a_training_page(inline_runner)
    model.open_corpus("Mail", 7, (HAM, SPAM))
    inline_runner.run()
    kept = model.state.result

    model.choose(event_model="bernoulli")
    inline_runner.run()

    assert isinstance(model.state.problem, TrainingError)
    assert model.state.result is kept
    assert not model.state.is_working


def test_a_cell_of_the_matrix_filters_the_mistakes_and_again_shows_all(inline_runner: InlineRunner) -> None:
    model, _asked = a_training_page(inline_runner)
    model.open_corpus("Mail", 7, (HAM, SPAM))
    inline_runner.run()

    model.choose_cell(1, 0)
    assert [each.document for each in model.state.shown_mistakes] == [7]

    model.choose_cell(1, 0)
    assert len(model.state.shown_mistakes) == 2


# Words


class MadeUpWords(WordsQuestions):
    """Has words that nobody learnt, and no columns."""

    def __init__(self, table: WordTable) -> None:
        super().__init__(NO_WORKSPACE)
        self._table = table

    def load_columns(self, model: str, _context: JobContext) -> tuple[ModelColumns, tuple[Label, ...]]:
        return ModelColumns(model, (), ()), ()

    def load_table(self, _model: str, _language: str, _context: JobContext) -> WordTable:
        return self._table

    def derive_probabilities(
        self, model: str, word: str, towards: int, against: int, _context: JobContext
    ) -> WordProbabilities:
        return WordProbabilities(n_documents=12)


def a_words_page(runner: InlineRunner) -> WordsViewModel:
    words = np.array(["free", "linux", "offer", "rare"])
    counts = np.array([[10.0, 90.0, 20.0, 1.0], [80.0, 2.0, 60.0, 0.0]])
    logs = np.log((counts + 0.1) / (counts.sum(axis=1, keepdims=True) + 0.4))
    table = word_table(words, counts, logs, (HAM, SPAM))
    model = WordsViewModel(runner, MadeUpWords(table))
    model.open_model("Mail filter", "multinomial", 0.1)
    runner.run()
    return model


def shown_words(model: WordsViewModel) -> list[str]:
    assert model.state.table is not None
    return [str(word) for word in model.state.table.words[model.state.shown]]


def test_rare_words_are_left_out_until_asked_for(inline_runner: InlineRunner) -> None:
    model = a_words_page(inline_runner)
    assert shown_words(model) == ["free", "linux", "offer"]

    model.set_min_occurrences(1)

    assert "rare" in shown_words(model)


@pytest.mark.parametrize(
    ("search", "expected"), [("F", ["free", "offer"]), ("/^f/", ["free"]), ("/r$/", ["offer"]), ("zzz", [])]
)
def test_words_are_searched_by_part_or_by_pattern(
    inline_runner: InlineRunner, search: str, expected: list[str]
) -> None:
    model = a_words_page(inline_runner)

    model.search(search)

    assert shown_words(model) == expected


def test_a_broken_pattern_says_so_and_shows_all(inline_runner: InlineRunner) -> None:
    model = a_words_page(inline_runner)

    model.search("/(/")

    assert model.state.pattern_problem
    assert len(shown_words(model)) == 3


def test_the_strongest_words_stand_on_their_sides(inline_runner: InlineRunner) -> None:
    strongest = a_words_page(inline_runner).state.strongest

    assert [word for word, _odds in strongest.words_against] == ["linux"]
    assert [word for word, _odds in strongest.words_towards] == ["free", "offer"]
    assert strongest.label_names == ("ham", "spam")


def test_a_chosen_word_shows_its_working(inline_runner: InlineRunner) -> None:
    model = a_words_page(inline_runner)

    model.choose_word_named("offer")
    inline_runner.run()

    assert model.state.chosen == 2
    assert model.state.working == WordProbabilities(n_documents=12)
    assert model.state.strongest.chosen_word == "offer"


# Evaluate


def test_models_are_figured_first_and_two_are_ticked(inline_runner: InlineRunner) -> None:
    rows = tuple(ModelFigures(name, 0.9, 0.1, 0.1, 0.9, 0.01, 0.1, 0.1) for name in ("A", "B"))
    asked: list[Sequence[str]] = []

    class MadeUpFigures(EvaluationQuestions):
        def has_only_filters(self, _corpus: str) -> bool:
            return False

        def model_names(self, _corpus: str) -> tuple[str, ...]:
            return ("A", "B")

        def figures_of_models(self, *_asked: object) -> tuple[ModelFigures, ...]:
            return rows

        def evaluate(self, _corpus: str, models: Sequence[str], *_more: object) -> EvaluationResult:
            asked.append(models)
            return EvaluationResult(seconds=0.4)

    model = EvaluationViewModel(inline_runner, MadeUpFigures(NO_WORKSPACE))
    model.open_corpus("Mail", 7, "ham", "spam")
    inline_runner.run()
    model.tick("B")
    inline_runner.run()
    model.tick("A")
    model.tick("B")
    inline_runner.run()

    assert asked == [("A", "B"), ("A",), ("B",)]
    assert model.state.line_of("A") == -1
    assert model.state.line_of("B") == 0
