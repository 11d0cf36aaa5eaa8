"""`bayleaf.lesson` for notebooks: rows, model, calculation and questions of a lesson. The lesson is displayed
as HTML.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.features.teaching.exercises import Question, make_feedback
from app.features.teaching.lesson_pages import find_lesson, html_of_markdown, load_catalog
from app.features.teaching.lessons import Lesson, draw_question, query_features, train_on_setup
from app.notebook_face import Table
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.models.model import Model
from nbengine.notebooks.html_of_results import isolated_text_html, wrap_page
from nbengine.trust.verdicts import Verdict


@dataclass(frozen=True, slots=True, eq=False)
class LoadedLesson:
    """A lesson for use in a notebook: its rows, a document to classify, and the results."""

    lesson: Lesson
    language: str

    @property
    def rows(self) -> Table:
        """The rows of the lesson."""
        setup = self.lesson.setup
        names = ("label", *(column for column, _ in setup.columns))
        return Table({name: [row[place] for row in setup.rows] for place, name in enumerate(names)})

    @property
    def model(self) -> Model:
        """The model of the lesson. Each access trains a new model on the rows."""
        return train_on_setup(self.lesson.setup)[0]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the document to classify."""
        model = self.model
        verdicts = model.judge(query_features(model, self.lesson.setup))
        return replace(verdicts, labels=model.labels)[0]

    @property
    def derivation(self) -> Derivation:
        """The full calculation of the verdict."""
        model = self.model
        return derivation_of(model, query_features(model, self.lesson.setup))

    def changed(self, **values: Any) -> LoadedLesson:
        """Return a copy of the lesson with other values: `smoothing=2`, `event_model="bernoulli"`, another `query`, and
        so on.
        """
        return LoadedLesson(replace(self.lesson, setup=replace(self.lesson.setup, **values)), self.language)

    def question(self, seed: int = 0) -> Question | None:
        """Return a random question; None if no question has a fraction as its answer."""
        return draw_question(self.lesson.setup, seed)

    def check(self, question: Question, answer: str) -> str:
        """Return a sentence that says whether an answer such as "2/3" or "0.67" is right, or which mistake it shows."""
        return make_feedback(question, answer, load_catalog(self.language))

    def _repr_html_(self) -> str:
        return wrap_page(f"<b>{isolated_text_html(self.lesson.title)}</b>", html_of_markdown(self.lesson.explanation))


def open_lesson(name: str, language: str) -> LoadedLesson:
    """Open a built-in lesson by its name, or a lesson file by its path."""
    return LoadedLesson(find_lesson(name, language), language)
