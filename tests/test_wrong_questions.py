"""A wrong question is an error of the type checker: arguments in another order, a name misspelt, an answer mistaken."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUESTIONS = """
from pathlib import Path

from app.domain.jobs import JobContext
from app.features.evaluate.view_model import EvaluationQuestions
from app.kit.frame import FrameViewModel
from app.features.train.view_model import TrainingViewModel
from app.features.train.view_model import TrainingQuestions
from app.features.words.view_model import WordsQuestions, WordTable
from app.kit.page_model import RequestSender
from app.library.recipes import RecipeRequest


def show(table: WordTable) -> None:
    print(table.words)


def ask(
    asker: RequestSender, words: WordsQuestions, training: TrainingQuestions, evaluation: EvaluationQuestions
) -> None:
    asker.ask(lambda context: words.load_table("Filter", "en", context), then=show)
    asker.ask(lambda context: words.derive_probabilities("Filter", "free", 1, 0, context), then=print)
    asker.ask(lambda context: words.derive_probabilities("Filter", 1, "free", 0, context), then=print)  # wrong: swapped
    asker.ask(lambda context: words.tabel("Filter", context), then=show)  # wrong: misspelt
    asker.ask(lambda context: words.derive_probabilities("Filter", "free", 1, 0, context), then=show)  # wrong: answer
    asker.ask(lambda context: words.export("Filter", "words.csv", context), then=print)  # wrong: a text for a path
    asker.ask(lambda context: training.result("Mail", RecipeRequest(), context), then=print)
    asker.ask(lambda context: training.result(RecipeRequest(), "Mail", context), then=print)  # wrong: swapped
    asker.ask(lambda context: training.train_and_save("Mail", RecipeRequest(), context), then=print)  # wrong: no name
    asker.ask(lambda context: evaluation.plot_vocabulary_sizes("Mail"), then=print)  # wrong: it cannot be stopped


def tell(frame: FrameViewModel, page: TrainingViewModel) -> None:
    frame.open_page(2)
    page.train_as("Mail filter")
    page.train_as(3)  # wrong: no name
    page.keep_recepi("Mail filter")  # wrong: misspelt
"""


@pytest.mark.timeout(600)  # the first time, it reads the whole program
def test_the_type_checker_finds_every_wrong_question_and_no_other(tmp_path: Path) -> None:
    asked = tmp_path / "asked.py"
    asked.write_text(QUESTIONS, encoding="utf-8")
    wrong = {number for number, line in enumerate(QUESTIONS.split("\n"), start=1) if "# wrong:" in line}

    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(asked)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    assert found.stderr == ""
    reported = {int(line) for line in re.findall(r"asked\.py:(\d+): error", found.stdout)}
    assert reported == wrong, found.stdout
