"""The Train page's questions: what these choices give, the curve over the smoothing, and keeping the model."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from app.domain.jobs import JobContext
from app.pages.documents.table_rows import titles_of
from app.pages.judged_document import JudgedWrong
from app.pages.labels import colours_of, labels_of
from app.pages.shown import Confusion, Curve, Label
from app.pages.training.choice_recipes import choices_of, event_model_shown, request_of
from app.pages.training.model import LabelScore, LiveResult, TrainingServices
from app.pages.training.recipe_choices import Choices, KeptRow
from app.services.models.kept_recipes import KeptRecipe, keep_recipe, kept_recipes, put_back, remove_kept
from app.services.training.live_training import LiveResult as Judged
from app.services.training.live_training import LiveTraining
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.recipe_requests import best_request
from app.services.training.training import TrainingOrder, train
from app.store.workspace import Workspace


class TrainingConnection:
    """Answers for one workspace."""

    def __init__(self, workspace: Path) -> None:
        self._path, self._live = workspace, LiveTraining(workspace)

    def services(self) -> TrainingServices:
        return TrainingServices(
            evaluate=self.evaluate,
            curve=self.curve,
            keep=self.keep,
            n_uncounted=self.n_uncounted,
            count=self.count,
            choose=self.choose,
            kept=self.kept,
            keep_recipe=self.keep_recipe,
            remove_kept=partial(remove_kept, self._path),
            put_back=partial(put_back, self._path),
        )

    def n_uncounted(self, corpus: str, choices: Choices, _context: JobContext) -> int:
        """How many documents would have to be counted first."""
        return self._live.n_uncounted(corpus, request_of(choices))

    def count(self, corpus: str, choices: Choices, context: JobContext) -> None:
        """Count the words that these choices want."""
        self._live.count(corpus, request_of(choices), context)

    def evaluate(self, corpus: str, choices: Choices, context: JobContext) -> LiveResult:
        """Judge every document without itself under these choices."""
        judged = self._live.result(corpus, request_of(choices), context)
        with Workspace(self._path, read_only=True) as workspace:
            labels = labels_of(workspace, corpus)
            titles = titles_of(workspace, workspace.documents.headings(judged.wrong_numbers.tolist()))
        return live_result(judged, labels, titles)

    def curve(self, corpus: str, choices: Choices, context: JobContext) -> tuple[Curve, float]:
        """The accuracy at many smoothings, and the smoothing that judges best."""
        found = self._live.curve(corpus, request_of(choices), context)
        return Curve(found.smoothings, found.accuracies), found.best

    def keep(self, corpus: str, name: str, choices: Choices, context: JobContext) -> str:
        """Train a model by these choices and keep it under a name."""
        return train(self._path, TrainingOrder(request_of(choices), corpus, name), context).model

    def choose(self, corpus: str, choices: Choices, context: JobContext) -> Choices:
        """What leave-one-out likes best; the choices themselves where the page has no control for that."""
        return choices_of(best_request(self._path, corpus, RecipeRequest(), context)) or choices

    def kept(self, corpus: str, _context: JobContext) -> tuple[KeptRow, ...]:
        """Models and recipes of a corpus with what they were worth."""
        return tuple(kept_row(row) for row in kept_recipes(self._path, corpus))

    def keep_recipe(self, corpus: str, name: str, choices: Choices, context: JobContext) -> str:
        """Keep these choices with what they are worth now."""
        request = request_of(choices)
        judged = self._live.result(corpus, request, context)
        return keep_recipe(self._path, corpus, name, self._live.recipe(corpus, request), judged.evaluation)


def kept_row(kept: KeptRecipe) -> KeptRow:
    """A kept recipe as the page lists it."""
    limits = kept.recipe.limits
    return KeptRow(
        name=kept.name,
        is_model=kept.is_model,
        event_model=event_model_shown(kept.recipe.event_model, kept.recipe.mixed_text),
        smoothing=kept.recipe.smoothing,
        n_words=limits.size if limits.word_list is None else 0,
        accuracy=kept.accuracy,
        log_loss=kept.log_loss,
        n_documents=kept.n_documents,
        choices=choices_of(kept.request),
    )


def live_result(judged: Judged, labels: tuple[Label, ...], titles: dict[int, str]) -> LiveResult:
    """What the page shows of an evaluation."""
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
        wrong=mistakes(judged, names, colours, titles),
        n_wrong=judged.n_wrong,
        positive=judged.positive,
        longest_ngram=judged.longest_ngram,
        seconds=judged.seconds,
    )


def errors_of(judged: Judged) -> tuple[int, int, float, float]:
    """For two labels: negatives lost and positives missed, and which share of each these are."""
    evaluation = judged.evaluation
    if judged.positive not in evaluation.labels or len(evaluation.labels) != 2:
        return 0, 0, 0.0, 0.0
    positive = evaluation.labels.index(judged.positive)
    table = evaluation.confusion
    lost, missed = int(table[1 - positive, positive]), int(table[positive, 1 - positive])
    totals = np.maximum(table.sum(axis=1), 1)
    return lost, missed, lost / int(totals[1 - positive]), missed / int(totals[positive])


def mistakes(
    judged: Judged, names: tuple[str, ...], colours: tuple[int, ...], titles: dict[int, str]
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
            label_colour=colours[truth],
            judged=names[verdict] if verdict >= 0 else "",
            judged_colour=colours[verdict] if verdict >= 0 else -1,
            share=share,
        )
        for number, truth, verdict, share in rows
    )
