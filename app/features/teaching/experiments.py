"""Experiments and exercises of the lessons on real documents: on the sample mail, or on a corpus and a model of the
user.

Calibration is cross-fitted: each half of the documents is calibrated with the scores of the other half. So no document
is judged by a calibration that has seen it.

The exercises ask for probabilities of the user's current model.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from app.domain.documents import SourceOptions
from app.domain.errors import ModelError, SourceError, TrainingError
from app.domain.jobs import JobContext
from app.features.evaluate.use_cases import EVENT_MODELS, N_DRAWS, TRAINING_SHARE, split_at_random
from app.features.teaching.exercises import Question, QuestionKind, QuestionNumbers, make_questions
from app.features.teaching.lessons import LessonSetup, setup_from_corpus
from app.library.engine_errors import translate_engine_errors
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import CorpusFacts, RecipeRequest, resolve_request
from app.library.saved_models import load_readonly_model
from app.library.training_data import kind_of_corpus, load_labelled_corpus, report_progress_of, train_whole_model
from app.library.workspaces import import_sample
from app.store.workspace import WorkspaceSource, open_for_writing
from nbengine.counts import FloatArray, IntArray
from nbengine.events.categorical import choice_fraction
from nbengine.explanations.derivation import explain_priors, explain_word_probabilities
from nbengine.explanations.exact_fractions import ComplementCalculation, SmoothedShare, WordCalculation
from nbengine.learnt.documents import Documents
from nbengine.learnt.tally import make_tally
from nbengine.logspace import normalise_log_joint
from nbengine.measure.evaluation import ReliabilityBin, expected_calibration_error, reliability_bins
from nbengine.models.model import Model
from nbengine.models.training import compute_held_out_scores
from nbengine.trust.calibration import fit_calibration

Result = TypeVar("Result")
N_BINS = 10
VERY_SURE = 0.999
MIN_CALIBRATION_DOCUMENTS = 8
"""Minimum number of documents for a calibration curve."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Confidence and accuracy of a model on held-out documents, before and after calibration."""

    raw_bins: tuple[ReliabilityBin, ...]
    calibrated_bins: tuple[ReliabilityBin, ...]
    raw_error: float
    """Expected calibration error before calibration."""
    calibrated_error: float
    """Expected calibration error after calibration."""
    n_documents: int
    n_very_sure: int
    """Number of documents with an uncalibrated probability above VERY_SURE."""
    n_very_sure_wrong: int
    """Number of documents with an uncalibrated probability above VERY_SURE whose most probable label is wrong."""


def call_on_sample_mail(language: str, act: Callable[[Path, str, JobContext], Result], context: JobContext) -> Result:
    """Call `act` with a temporary workspace that contains the sample mails, the name of their corpus, and `context`."""
    with tempfile.TemporaryDirectory(prefix="bayleaf-", ignore_cleanup_errors=True) as folder:
        workspace = Path(folder, "sample.bayleaf")
        import_sample(workspace, language, "Sample", context)
        return act(workspace, "Sample", context)


def setup_from_table(path: Path, like: LessonSetup, seed: int, context: JobContext) -> LessonSetup:
    """Return the setup `like` with random rows of a table file instead of its own; see `setup_from_corpus`.

    The open workspace is not changed.

    Raises:
        SourceError: The file cannot be read.
        TrainingError: The table has fewer than two rows with a label.
    """
    with tempfile.TemporaryDirectory(prefix="bayleaf-", ignore_cleanup_errors=True) as folder:
        workspace = Path(folder, "table.bayleaf")
        # Rows of a few choices are often equal; each one still counts.
        order = ImportRequest((path,), SourceOptions(keep_duplicates=True), corpus=path.stem)
        report = import_sources(workspace, order, context)
        if not report.documents and report.failed:
            raise SourceError(path.name, report.failed[0].reason)
        return setup_from_corpus(workspace, report.corpus, like, seed)


def measure_reliability(workspace: WorkspaceSource, corpus: str, context: JobContext) -> Reliability:
    """Compare confidence and accuracy of a multinomial model of a corpus, before and after calibration.

    Each document is classified in leave-one-out.
    """
    with open_for_writing(workspace) as opened:
        record = opened.corpora.get(corpus)
        request = RecipeRequest(event_model="multinomial", smoothing="1")
        recipe = resolve_request(request, CorpusFacts(corpus, kind_of_corpus(opened, record)))
        labelled = load_labelled_corpus(opened, record, recipe, context)
    truth = np.asarray(labelled.documents.label_numbers)
    if len(truth) < MIN_CALIBRATION_DOCUMENTS:
        raise TrainingError(corpus, "few-documents", {"found": len(truth), "least": MIN_CALIBRATION_DOCUMENTS})
    with translate_engine_errors(TrainingError, corpus):
        context.checkpoint(phase="learning")
        model = train_whole_model(
            recipe, replace(labelled, documents=report_progress_of(labelled.documents, context, "learning"))
        )
        context.checkpoint(phase="judging")
        honest = compute_held_out_scores(model, report_progress_of(labelled.documents, context, "judging"))
        return reliability_from_scores(honest.log_joint, truth, honest.lengths)


def reliability_from_scores(log_joint: FloatArray, truth: IntArray, lengths: FloatArray) -> Reliability:
    """Compare confidence and accuracy for leave-one-out scores, (n_documents, n_labels), before and after
    calibration.
    """
    halves = np.arange(len(truth)) % 2 == 0
    calibrated = np.empty_like(log_joint)
    for half in (halves, ~halves):
        calibration = fit_calibration(log_joint[half], truth[half], lengths[half])
        calibrated[~half] = calibration.apply(log_joint[~half], lengths[~half])
    raw_trust, raw_right = _confidence_and_correctness(normalise_log_joint(log_joint), truth)
    raw_bins, bins = (
        reliability_bins(raw_trust, raw_right, N_BINS),
        reliability_bins(*_confidence_and_correctness(calibrated, truth), N_BINS),
    )
    is_sure = raw_trust > VERY_SURE
    return Reliability(
        raw_bins=raw_bins,
        calibrated_bins=bins,
        raw_error=expected_calibration_error(raw_bins),
        calibrated_error=expected_calibration_error(bins),
        n_documents=len(truth),
        n_very_sure=int(is_sure.sum()),
        n_very_sure_wrong=int((is_sure & ~raw_right).sum()),
    )


def _confidence_and_correctness(log_proba: FloatArray, truth: IntArray) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """Return the probability of each document's most probable label, and whether that label is right."""
    proba = np.exp(np.nan_to_num(log_proba, nan=-np.inf))
    return proba.max(axis=1), np.asarray(proba.argmax(axis=1) == truth)


@dataclass(frozen=True, slots=True)
class LearningCurves:
    """Accuracy on held-out documents by number of training documents, for each event model."""

    sizes: tuple[int, ...]
    """Numbers of training documents."""
    accuracies: dict[str, tuple[float, ...]]
    """For each event model, the mean accuracy at each size."""
    n_held_out: int
    n_draws: int
    """Number of random splits over which accuracies are averaged."""


CURVE_SIZES = (2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
LEARNING_SMOOTHING = 1.0


def measure_learning(workspace: WorkspaceSource, corpus: str, context: JobContext) -> LearningCurves:
    """Measure the accuracy on held-out documents for growing numbers of training documents.

    A fifth of the documents is held out. The results are means over five random splits.
    """
    with open_for_writing(workspace) as opened:
        record = opened.corpora.get(corpus)
        recipe = resolve_request(RecipeRequest(), CorpusFacts(corpus, kind_of_corpus(opened, record)))
        labelled = load_labelled_corpus(opened, record, recipe, context).documents
    documents = report_progress_of(labelled, context, "reading counts")
    if not isinstance(documents, Documents):  # streamed: as many as fit the memory budget
        shuffled = np.random.default_rng(0).permutation(len(documents))
        n_fitting = int(
            np.searchsorted(np.cumsum(documents.entry_counts[shuffled]), documents.entry_limit, side="right")
        )
        documents = documents[np.sort(shuffled[: max(n_fitting, 1)])].load()
    counts, truth = documents.features.text, np.asarray(documents.label_numbers)
    if counts is None or len(truth) < MIN_CALIBRATION_DOCUMENTS:
        raise TrainingError(corpus, "few-texts", {"found": len(truth), "least": MIN_CALIBRATION_DOCUMENTS})
    n_teaching = max(1, int(TRAINING_SHARE * len(truth)))
    sizes = (*(size for size in CURVE_SIZES if size < n_teaching), n_teaching)
    shares = {name: np.zeros((N_DRAWS, len(sizes))) for name in EVENT_MODELS}
    with translate_engine_errors(TrainingError, corpus):
        for draw in range(N_DRAWS):
            teaching, judged = split_at_random(len(truth), draw)
            held = counts[judged]
            for place, size in enumerate(sizes):
                context.checkpoint(draw * len(sizes) + place, N_DRAWS * len(sizes), "judging")
                some = np.sort(teaching[:size])
                tally = make_tally(documents.labels, counts[some], truth[some])
                for name, event_model in EVENT_MODELS.items():
                    verdicts = event_model(tally, LEARNING_SMOOTHING).predict(held)
                    shares[name][draw, place] = (verdicts == truth[judged]).mean()
    accuracies = {name: tuple(share.mean(axis=0).tolist()) for name, share in shares.items()}
    return LearningCurves(sizes, accuracies, len(truth) - n_teaching, N_DRAWS)


N_FREQUENT_WORDS = 400
"""Questions are about this many of the most frequent words. Rare words would all have similar counts."""


def question_about_model(workspace: WorkspaceSource, name: str, seed: int) -> Question | None:
    """Return a random question about a model; None if no question about it has a fraction as its answer."""
    kept = load_readonly_model(workspace, name)
    with translate_engine_errors(ModelError, kept.record.name):
        return draw_model_question(kept.model, random.Random(seed))


def draw_model_question(model: Model, chance: random.Random) -> Question | None:
    """Return a random question about the probability of a word or value, or about the prior of a label."""
    makers = [_draw_prior_question]
    if model.recipe.reads_text and model.statistics.text is not None and model.tfidf is None:
        makers += [_draw_word_question] * 3
    if "choices" in model.recipe.event.column_kinds and model.statistics.choices is not None:
        makers += [_draw_choice_question] * 3
    chance.shuffle(makers)
    return next((question for make in makers if (question := make(model, chance)) is not None), None)


def _draw_prior_question(model: Model, chance: random.Random) -> Question | None:
    if model.recipe.prior.kind not in ("data", "smoothed"):
        return None
    return _make_question(chance.choice(model.labels), "", dict(explain_priors(model)), "prior", "prior")


def _draw_word_question(model: Model, chance: random.Random) -> Question | None:
    seen = model.tally.token_sums[1]
    if not len(seen):
        return None
    frequent = np.argsort(-seen, kind="stable")[:N_FREQUENT_WORDS]
    [word] = model.words_of(frequent[[chance.randrange(len(frequent))]])
    workings = dict(explain_word_probabilities(model, word))
    shares = {
        label: each.share if isinstance(each, ComplementCalculation) else each for label, each in workings.items()
    }
    counted = "documents" if model.recipe.counts_absence else "words" if shares == workings else "complement"
    return _make_question(chance.choice(model.labels), word, shares, counted)


def _draw_choice_question(model: Model, chance: random.Random) -> Question | None:
    tally = model.statistics.choices
    if tally is None or not tally.n_columns:
        return None
    column, label = chance.randrange(tally.n_columns), chance.choice(model.labels)
    counts = tally.counts[column]
    seen = np.flatnonzero(counts.sum(axis=0) > 0)
    if not len(seen):
        return None
    value, smoothing = int(chance.choice(seen.tolist())), model.recipe.smoothing
    workings = {each: choice_fraction(counts, place, value, smoothing) for place, each in enumerate(model.labels)}
    name = f"{model.table.choices[column]} = {model.table.values[column][value]}"
    return _make_question(label, name, workings, "values")


def _make_question(
    label: str, step: str, workings: Mapping[str, WordCalculation | None], counted: str, kind: QuestionKind = "step"
) -> Question | None:
    working = workings.get(label)
    if not isinstance(working, SmoothedShare):
        return None
    given = QuestionNumbers(counted, working.count, working.total, working.smoothing, working.n_outcomes)
    return next(
        (replace(question, stated_numbers=given) for question in make_questions(label, step, kind, workings)), None
    )
