"""`bayleaf.lesson` for notebooks: rows, model, working and questions of a lesson, displayed as HTML."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.features.teaching.exercises import Question, feedback_on
from app.features.teaching.lesson_pages import find_lesson, html_of_markdown, load_catalog
from app.features.teaching.lessons import Lesson, query_features, question_of, train_bench
from app.notebook_face import Table
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.models.model import Model
from nbengine.notebooks.html_of_results import isolated_text, wrap_page
from nbengine.trust.verdicts import Verdict


@dataclass(frozen=True, slots=True, eq=False)
class LoadedLesson:
    """An open lesson: rows, a document to judge, and the results."""

    lesson: Lesson
    language: str

    @property
    def rows(self) -> Table:
        """The rows of the lesson."""
        bench = self.lesson.bench
        names = ("label", *(column for column, _ in bench.columns))
        return Table({name: [row[place] for row in bench.rows] for place, name in enumerate(names)})

    @property
    def model(self) -> Model:
        """A model trained on the rows; trained again at each access."""
        return train_bench(self.lesson.bench)[0]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the document."""
        model = self.model
        verdicts = model.judge(query_features(model, self.lesson.bench))
        return replace(verdicts, labels=model.labels)[0]

    @property
    def derivation(self) -> Derivation:
        """The working of the verdict."""
        model = self.model
        return derivation_of(model, query_features(model, self.lesson.bench))

    def changed(self, **values: Any) -> LoadedLesson:
        """Return the lesson with another value, such as `smoothing=2`, `event_model="bernoulli"` or another `query`."""
        return LoadedLesson(replace(self.lesson, bench=replace(self.lesson.bench, **values)), self.language)

    def question(self, seed: int = 0) -> Question | None:
        """Return a random question; None if no answer is a fraction."""
        return question_of(self.lesson.bench, seed)

    def check(self, question: Question, answer: str) -> str:
        """Return a sentence that an answer (a fraction or a decimal) is right, or which mistake it has."""
        return feedback_on(question, answer, load_catalog(self.language))

    def _repr_html_(self) -> str:
        return wrap_page(f"<b>{isolated_text(self.lesson.title)}</b>", html_of_markdown(self.lesson.explanation))


def open_lesson(name: str, language: str) -> LoadedLesson:
    """Open a lesson of the book by its name, or a lesson's file by its path."""
    return LoadedLesson(find_lesson(name, language), language)
