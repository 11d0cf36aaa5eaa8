"""A filter as plain facts and arrays, and back; what does not fit together is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.arrays.named_bytes import check_finite_row, check_real_row, from_plain, to_plain
from nbengine.errors import EngineError
from nbengine.filter.document_score import Scales
from nbengine.filter.filter import Filter
from nbengine.filter.lesson_log import COLUMNS, LEFT_OUT, LESSON, UNNAMED_SHARE, UNNOTED_SHARE, LessonLog
from nbengine.filter.settings import LARGEST, N_KINDS, N_OWN_WORDS, FilterSettings, groups_of
from nbengine.filter.tally import LARGEST_SCALE, LessonTally
from nbengine.filter.thresholds import Marks
from nbengine.text.vocabulary import Vocabulary

PREFIX = "filter."
MARKS_FORM = 8
"""The rules by which the marks were made. A filter that was kept under others gets new ones from its lessons when it is
read: those it came with are too bold, or too timid, for its scores of today."""
_LATER = ("left_out_strongest", "left_out_head", "source_share", "text_share")
"""Columns that filters of earlier versions have not."""
Numbers = dict[str, npt.NDArray[Any]]


def filter_parts(learner: Filter) -> tuple[dict[str, Any], Numbers]:
    """Return what is to be kept of a filter: facts that JSON knows, and arrays of one dimension."""
    tally, n_words, rows = learner.tally, len(learner.groups), learner.lessons.rows
    facts = {
        "settings": to_plain(learner.settings),
        "marks": to_plain(learner.marks),
        "marks_form": MARKS_FORM,
        "scales": to_plain(learner.scales),
        "means": learner.means,
        "n_marked": learner.n_marked,
        "learnt": tally.learnt,
        "bias": tally.bias,
        "scale": tally.scale,
    }
    words = np.flatnonzero(tally.heard[:n_words])
    numbers: Numbers = {
        "words": words,
        "heard": tally.heard[words].astype(np.int64),
        "steps": tally.steps[words],
        "counts": tally.counts[:, words].reshape(-1),
        "word_sums": tally.words,
        "document_sums": tally.documents,
        "buckets": rows["buckets"].astype(np.int64).reshape(-1),
    }
    numbers |= {name: np.nan_to_num(rows[name], nan=np.inf) for name in COLUMNS if LESSON[name].kind == "f"}
    numbers |= {name: rows[name].copy() for name in COLUMNS if LESSON[name].kind == "i"}
    return facts, {f"{PREFIX}{name}": np.ascontiguousarray(part) for name, part in numbers.items()}


def filter_from_parts(
    labels: tuple[str, ...], vocabulary: Vocabulary, facts: Mapping[str, Any], numbers: Mapping[str, Any]
) -> Filter:
    """Read a filter over a vocabulary."""
    learner = Filter(labels, from_plain(FilterSettings, facts["settings"]))
    if len(vocabulary) < N_OWN_WORDS:
        raise EngineError("The filter lacks its own words.")
    learner.extend(groups_of(vocabulary, N_OWN_WORDS))
    part = {name.removeprefix(PREFIX): value for name, value in numbers.items() if name.startswith(PREFIX)}
    words = part["words"]
    if len(words) and not 0 <= int(words.min()) <= int(words.max()) < len(vocabulary):
        raise EngineError("The filter has learnt words that it does not have.")
    tally = learner.tally
    tally.heard[words], tally.steps[words] = part["heard"], _bounded_row(part["steps"])
    tally.counts[:, words] = _bounded_row(part["counts"]).reshape(len(labels), len(words))
    tally.is_counted[:] = tally.counts.any(axis=0)
    tally.n_counted = int(np.count_nonzero(tally.is_counted))
    tally.words, tally.documents = _sums(part["word_sums"], labels), _sums(part["document_sums"], labels)
    tally.learnt = [int(number) for number in facts["learnt"]]
    if len(tally.learnt) != len(labels):
        raise EngineError("The filter's labels do not fit those of the model.")
    tally.bias, tally.scale = _bounded_number(facts["bias"]), float(facts["scale"])
    tally.settle()
    _check_tally(tally)
    learner.lessons = LessonLog(_rows(part, len(labels)))
    learner.marks, learner.scales = from_plain(Marks, facts["marks"]), from_plain(Scales, facts["scales"])
    learner.means, learner.n_marked = [_bounded_number(mean) for mean in facts["means"]], int(facts["n_marked"])
    _check_marks(learner.marks, learner.scales)
    if len(learner.means) != N_KINDS:
        raise EngineError("The filter knows other kinds of words.")
    if facts.get("marks_form") != MARKS_FORM and len(learner.lessons):
        learner.make_marks()
    return learner


def over_words(learner: Filter, numbers: npt.NDArray[np.int64]) -> Filter:
    """The same filter over some of its words, among them all that it has heard."""
    made = Filter(learner.labels, learner.settings)
    made.extend(learner.groups[numbers[N_OWN_WORDS:]])
    old, tally = learner.tally, made.tally
    tally.heard[: len(numbers)], tally.steps[: len(numbers)] = old.heard[numbers], old.steps[numbers]
    tally.counts[:, : len(numbers)], tally.is_counted[: len(numbers)] = old.counts[:, numbers], old.is_counted[numbers]
    tally.n_counted, tally.words, tally.documents = old.n_counted, old.words.copy(), old.documents.copy()
    tally.learnt, tally.bias, tally.scale = list(old.learnt), old.bias, old.scale
    tally.settle()
    made.lessons = LessonLog(learner.lessons.rows.copy())
    made.marks, made.scales, made.means, made.n_marked = learner.marks, learner.scales, learner.means, learner.n_marked
    return made


def _check_tally(tally: LessonTally) -> None:
    """Refuse counts whose logarithms are no numbers."""
    if min(tally.learnt) < 0 or not 1 <= tally.scale <= LARGEST_SCALE:
        raise EngineError("The filter has learnt fewer documents than none.")
    alpha = tally.smoothing * tally.scale  # forgetting with decay is not exact and may leave a little less than nothing
    if tally.counts.min() <= -alpha or not np.isfinite(tally.log_sizes).all():
        raise EngineError("The filter has counted less than nothing.")


def _check_marks(marks: Marks, scales: Scales) -> None:
    for value in (*to_plain(marks).values(), *to_plain(scales).values()):
        _bounded_number(value)
    if min(marks.slope, marks.usual_share, scales.evidence, scales.learnt) < 1 / LARGEST or scales.n_documents < 1:
        raise EngineError("The filter's thresholds or scales are 0 or negative.")


def _bounded_number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST:
        raise EngineError(f"The filter holds {value!r} where a number up to {LARGEST:g} should be.")
    return float(value)


def _bounded_row(given: Any) -> FloatArray:
    found = check_finite_row(given)
    if np.abs(found).max(initial=0.0) > LARGEST:
        raise EngineError(f"The filter holds numbers beyond {LARGEST:g}.")
    return found


def _sums(given: npt.NDArray[Any], labels: tuple[str, ...]) -> npt.NDArray[np.float64]:
    if given.shape != (len(labels),):
        raise EngineError("The filter's sums do not fit its labels.")
    return _bounded_row(given.astype(np.float64))


def _rows(part: Mapping[str, Any], n_labels: int) -> npt.NDArray[Any]:
    rows = np.zeros(len(part["key"]), LESSON)
    rows["source_share"], rows["text_share"] = UNNAMED_SHARE, UNNOTED_SHARE
    for name in COLUMNS:
        if name not in part and name in _LATER:
            continue
        is_whole = LESSON[name].kind == "i"
        # An infinity marks a score that was never taken with its list or sender left out; anywhere else it is damage.
        rows[name] = part[name] if is_whole else (check_real_row if name in LEFT_OUT else _bounded_row)(part[name])
    for name in LEFT_OUT:
        rows[name][np.isinf(rows[name]) | (name not in part)] = np.nan
    rows["buckets"] = part["buckets"].reshape(len(rows), N_KINDS)
    rows["is_kept"] = True
    known = np.concatenate([rows["label"], rows["rival"]])
    if len(rows) and not 0 <= int(known.min()) <= int(known.max()) < n_labels:
        raise EngineError("The filter has lessons of labels that it does not have.")
    return rows
