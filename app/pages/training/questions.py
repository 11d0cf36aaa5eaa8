"""The Train page's questions: what these choices give, the curve over the smoothing, and keeping the model."""

from __future__ import annotations

import numpy as np

from app.domain.jobs import JobContext
from app.domain.use_case_results import FilterPromise
from app.pages.labels import colours_of, labels_of
from app.pages.painted_values import Confusion, Curve, JudgedWrong, Label
from app.pages.training.recipe_choices import Choices, choices_of, open_request, request_of
from app.services.library.row_titles import titles_of
from app.services.models.kept_recipes import (
    KeptRecipe,
    Removed,
    Replacement,
    keep_recipe,
    kept_recipes,
    put_back,
    remove_kept,
    train_anew,
)
from app.services.training.recipe_requests import best_request
from app.services.training.recipe_workbench import JudgedRecipe, LiveTraining
from app.services.training.training import TrainingOrder
from app.store.access import Place, reading
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelScore:
    """The figures of one label."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class LiveResult:
    """The results of the present choices, on documents that were not seen."""

    accuracy: float
    interval: tuple[float, float]
    confusion: Confusion
    labels: tuple[LabelScore, ...]
    negatives_lost: int = 0
    """For two labels: good documents judged to be the positive one."""
    positives_missed: int = 0
    negatives_share: float = 0.0
    positives_share: float = 0.0
    judged_by: str = "leave-one-out"
    wrong: tuple[JudgedWrong, ...] = ()
    n_wrong: int = 0
    positive: str = ""
    longest_ngram: int = 1
    """The longest sequence of words that is counted, which the kind of documents decides where the choices do not."""
    seconds: float = 0.0
    promise: FilterPromise | None = None
    """Of a filter."""


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """The accuracy at many smoothings, or many ridges, and the one that judges best."""

    curve: Curve
    best: float


class TrainingQuestions:
    """Answers for one open workspace."""

    def __init__(self, place: Place) -> None:
        self.place, self._live = place, LiveTraining(place)

    def n_uncounted(self, corpus: str, choices: Choices, _context: JobContext) -> int:
        """The number of documents that would have to be counted first."""
        return self._live.n_uncounted(corpus, request_of(choices))

    def count(self, corpus: str, choices: Choices, context: JobContext) -> None:
        """Count the words that these choices want."""
        self._live.count(corpus, request_of(choices), context)

    def evaluate(self, corpus: str, choices: Choices, context: JobContext) -> LiveResult:
        """Judge every document without itself under these choices."""
        judged = self._live.result(corpus, request_of(choices), context)
        with reading(self.place) as workspace:
            labels = labels_of(workspace, corpus)
            titles = titles_of(workspace, workspace.documents.headings(judged.wrong_numbers.tolist()))
        return live_result(judged, labels, titles)

    def curve(self, corpus: str, choices: Choices, context: JobContext) -> DrawnCurve:
        """Judge documents left out under many smoothings, or many ridges."""
        found = self._live.curve(corpus, request_of(choices), context)
        return DrawnCurve(Curve(found.values, found.accuracies, found.n_judged), found.best)

    def keep(self, corpus: str, name: str, choices: Choices, context: JobContext) -> Replacement:
        """Train a model by these choices and keep it under a name, or under the one that its corpus gives it."""
        return train_anew(self.place, TrainingOrder(request_of(choices), corpus, name or None), context)

    def choose(self, corpus: str, choices: Choices, context: JobContext) -> Choices:
        """Find what leave-one-out likes best; return the choices themselves where the page has no control for that."""
        return choices_of(best_request(self.place, corpus, open_request(choices), context)) or choices

    def kept(self, corpus: str, _context: JobContext) -> tuple[KeptRecipe, ...]:
        """Models and recipes of a corpus with what they were worth."""
        return kept_recipes(self.place, corpus)

    def keep_recipe(self, corpus: str, name: str, choices: Choices, context: JobContext) -> str:
        """Keep these choices with what they are worth now."""
        request = request_of(choices)
        judged = self._live.result(corpus, request, context)
        return keep_recipe(self.place, corpus, name, self._live.recipe(corpus, request), judged.evaluation)

    def remove_kept(self, corpus: str, row: KeptRecipe, context: JobContext) -> Removed:
        """Remove a recipe or a model, and return what puts it back."""
        return remove_kept(self.place, corpus, row.name, row.is_model, context)

    def put_back(self, removed: Removed, context: JobContext) -> str:
        """Keep again what was removed."""
        return put_back(self.place, removed, context)


def live_result(judged: JudgedRecipe, labels: tuple[Label, ...], titles: dict[int, str]) -> LiveResult:
    """Return what the page shows of an evaluation."""
    evaluation = judged.evaluation
    names = evaluation.labels
    colours = colours_of(labels, names)
    lost, missed, lost_share, missed_share = errors_of(judged)
    return LiveResult(
        accuracy=evaluation.accuracy,
        interval=(evaluation.accuracy_interval.low, evaluation.accuracy_interval.high),
        confusion=Confusion(names, colours, evaluation.confusion),
        labels=tuple(
            LabelScore(scores.precision, scores.recall, scores.f1)
            for scores in (evaluation.per_label[name] for name in names)
        ),
        negatives_lost=lost,
        positives_missed=missed,
        negatives_share=lost_share,
        positives_share=missed_share,
        judged_by=judged.judged_by,
        wrong=mistakes(judged, judged.names, colours_of(labels, judged.names), titles),
        n_wrong=judged.n_wrong,
        positive=judged.positive,
        longest_ngram=judged.longest_ngram,
        seconds=judged.seconds,
        promise=judged.promise,
    )


def errors_of(judged: JudgedRecipe) -> tuple[int, int, float, float]:
    """Return for two labels the negatives lost and positives missed, and which share of each these are."""
    evaluation = judged.evaluation
    if judged.positive not in evaluation.labels or len(evaluation.labels) != 2:
        return 0, 0, 0.0, 0.0
    positive = evaluation.labels.index(judged.positive)
    table = evaluation.confusion
    lost, missed = int(table[1 - positive, positive]), int(table[positive, 1 - positive])
    totals = np.maximum(table.sum(axis=1), 1)
    return lost, missed, lost / int(totals[1 - positive]), missed / int(totals[positive])


def mistakes(
    judged: JudgedRecipe, names: tuple[str, ...], colours: tuple[int, ...], titles: dict[int, str]
) -> tuple[JudgedWrong, ...]:
    """The documents judged wrong that the page lists; undecided ones are judged to be nothing."""
    rows = zip(
        judged.wrong_numbers.tolist(),
        judged.wrong_truth.tolist(),
        judged.wrong_judged.tolist(),
        judged.wrong_shares.tolist(),
        strict=True,
    )
    return tuple(
        JudgedWrong(
            document=number,
            title=titles.get(number, ""),
            label=names[truth],
            judged=names[verdict] if verdict >= 0 else "",
            judged_colour=colours[verdict] if verdict >= 0 else -1,
            share=share,
        )
        for number, truth, verdict, share in rows
    )
