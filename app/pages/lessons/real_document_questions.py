"""The Lessons page's questions to real documents: the sample mail, and the corpora and the model at hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.domain.jobs import JobContext
from app.pages.evaluation.questions import sizes_picture
from app.pages.painted_values import Axis, CurvePicture, Line
from app.qt import wording
from app.services.lessons.experiments import Reliability, SizeCurves, on_sample, own_question, reliability, size_curves
from app.services.lessons.lesson_bench import ExperimentKind
from app.services.lessons.questions import Question
from app.store.workspace import NO_WORKSPACE, Place
from nbengine.lazy_dataclasses import dataclass

translate = QCoreApplication.translate
FEW = 500
"""Documents below which a calibration curve is mostly chance."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """The outcome of an experiment on real documents."""

    picture: CurvePicture
    told: str
    """In a sentence or two."""


@dataclass(frozen=True, slots=True)
class AtHand:
    """The workspace, corpora and model that the window has open at the moment."""

    place: Place = NO_WORKSPACE
    corpora: tuple[str, ...] = ()
    """Those that have texts."""
    corpus: str = ""
    model: str = ""
    """The model that a drop is classified with, or nothing."""


class LessonsQuestions:
    """Answers by what the window has open at the moment, and by the sample mail."""

    def __init__(self, at_hand: Callable[[], AtHand]) -> None:
        self.at_hand = at_hand
        self._on_sample: dict[tuple[ExperimentKind, str], Reliability | SizeCurves] = {}
        """The sample mail is always the same."""

    def own_question(self, at_hand: AtHand, seed: int, _context: JobContext) -> Question | None:
        """A question about the model at hand."""
        return own_question(at_hand.place, at_hand.model, seed)

    def experiment(
        self, at_hand: AtHand, kind: ExperimentKind, corpus: str, language: str, context: JobContext
    ) -> Experiment:
        """Make an experiment, on a corpus or on the sample mail."""
        found = self._found(at_hand, kind, corpus, language, context)
        if isinstance(found, SizeCurves):
            return Experiment(sizes_picture(found), told_sizes(found))
        return Experiment(reliability_picture(found), told_reliability(found))

    def _found(
        self, at_hand: AtHand, kind: ExperimentKind, corpus: str, language: str, context: JobContext
    ) -> Reliability | SizeCurves:
        if corpus and kind == "sizes":
            return size_curves(at_hand.place, corpus, context, at_hand.model if corpus == at_hand.corpus else "")
        act: Callable[[Place, str, JobContext], Reliability | SizeCurves] = (
            size_curves if kind == "sizes" else reliability
        )
        if corpus:
            return act(at_hand.place, corpus, context)
        if (kind, language) not in self._on_sample:
            self._on_sample[kind, language] = on_sample(language, act, context)
        return self._on_sample[kind, language]


def reliability_picture(found: Reliability) -> CurvePicture:
    """Draw how often a model is right over how sure it is; on the diagonal the two are the same."""
    names = (
        (translate("LessonsConnection", "after calibration"), found.calibrated),
        (translate("LessonsConnection", "by the counts alone"), found.raw),
    )
    lines = tuple(
        Line(name, np.array([each.confidence for each in bins]), np.array([each.accuracy for each in bins]), style)
        for style, (name, bins) in enumerate(names)
    )
    sure = Axis(translate("LessonsConnection", "How sure the model is"))
    right = Axis(translate("LessonsConnection", "How often it is right"))
    return CurvePicture(lines, sure, right, has_diagonal=True, has_legend=True)


def told_reliability(found: Reliability) -> str:
    """The figures behind the picture."""
    told = translate(
        "LessonsConnection",
        "More than 99.9 % sure of %1 of %2 unseen documents; %3 of these are wrong. "
        "Calibration error: %4 by the counts alone, %5 after calibration.",
    )
    counts = map(wording.count, (found.n_very_sure, found.n_documents, found.n_very_sure_wrong))
    told = wording.numbered(told, *counts, wording.percent(found.raw_error), wording.percent(found.calibrated_error))
    few = translate("LessonsConnection", "So few documents say little.")
    return f"{told} {few}" if found.n_documents < FEW else told


def told_sizes(found: SizeCurves) -> str:
    """Say up to which size Bernoulli is ahead, and among how many documents where not all could take part."""
    if found.n_documents < found.n_in_corpus:
        sample = translate(
            "LessonsConnection", "Among %1 of %2 documents, drawn at random: as many as memory should hold."
        )
        sample = wording.numbered(sample, wording.count(found.n_documents), wording.count(found.n_in_corpus))
        return f"{sample} {told_leads(found)}"
    return told_leads(found)


def told_leads(found: SizeCurves) -> str:
    """Say up to which size Bernoulli is ahead."""
    bernoulli, multinomial = (np.array(found.accuracies[name]) for name in ("bernoulli", "multinomial"))
    ahead = [size for size, is_ahead in zip(found.sizes, bernoulli > multinomial, strict=True) if is_ahead]
    told = translate("LessonsConnection", "With all %1 words Bernoulli is right on %2, multinomial on %3.")
    shares = (wording.percent(float(accuracies[-1])) for accuracies in (bernoulli, multinomial))
    told = wording.numbered(told, wording.count(found.sizes[-1]), *shares)
    if not ahead:
        more = translate("LessonsConnection", "Bernoulli leads nowhere.")
        return f"{told} {more}"
    more = translate("LessonsConnection", "Bernoulli leads with %1 words and for the last time with %2.")
    return f"{told} {wording.numbered(more, wording.count(ahead[0]), wording.count(ahead[-1]))}"
