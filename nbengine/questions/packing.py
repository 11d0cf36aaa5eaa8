"""A model's questions as plain facts and numbers and back; nothing read is trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.errors import DamagedModelError
from nbengine.learnt.occurrence_weighting import TfIdf
from nbengine.questions.answers import Answers
from nbengine.questions.weighed import Questions, Weighed

_MARKS = ("scale", "given_from", "sure_from", "sure_below")
_WEIGHTS = "questions.weights"

Numbers = dict[str, npt.NDArray[Any]]


def question_parts(kept: Questions) -> tuple[dict[str, Any], Numbers, dict[str, bytes]]:
    """Return facts, numbers and bytes."""
    answers, weighed = kept.answers, kept.weighed
    facts: dict[str, Any] = {"labels": list(answers.labels)}
    numbers: Numbers = {
        "questions.slopes": answers.slopes,
        "questions.places": answers.places,
        "questions.marks": np.array([getattr(answers, name) for name in _MARKS]),
    }
    if weighed is None:
        return facts, numbers, {}
    facts |= {"weighed": list(weighed.labels), "new_idf": weighed.tfidf.new_idf}
    numbers |= {"questions.bias": weighed.bias, "questions.idf": weighed.tfidf.idf}
    return facts, numbers, {_WEIGHTS: weighed.weights.astype("<f4").tobytes()}


def questions_from_parts(facts: Any, numbers: Mapping[str, Any], blobs: Mapping[str, bytes], n_words: int) -> Questions:
    """Read what `question_parts` gave; DamagedModelError where it makes no sense."""
    labels = _names(facts["labels"])
    scale, *marks = _finite(numbers["questions.marks"], len(_MARKS)).tolist()
    if scale <= 0:
        raise DamagedModelError("The model's questions have no scale.")
    own = [_finite(numbers[f"questions.{name}"], len(labels)) for name in ("slopes", "places")]
    answers = Answers(labels, scale, own[0], own[1], *marks)
    if "weighed" not in facts:
        return Questions(answers)
    asked, idf = _names(facts["weighed"]), _finite(numbers["questions.idf"], None)
    weights = np.frombuffer(blobs[_WEIGHTS], "<f4")
    if len(idf) > n_words or len(weights) != len(idf) * len(asked) or not np.isfinite(weights).all():
        raise DamagedModelError("The model's questions do not fit its words.")
    table = weights.reshape(len(idf), len(asked)).astype(np.float32)
    tfidf = TfIdf(idf, float(facts["new_idf"]))
    return Questions(answers, Weighed(asked, table, _finite(numbers["questions.bias"], len(asked)), tfidf))


def _names(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise DamagedModelError("The model's questions are not a list of names.")
    return tuple(given)


def _finite(given: Any, length: int | None) -> FloatArray:
    row: npt.NDArray[Any] = np.asarray(given)
    if row.ndim != 1 or row.dtype != np.float64 or (length is not None and len(row) != length):
        raise DamagedModelError("The numbers of the model's questions have another kind or length than they should.")
    if not np.isfinite(row).all():
        raise DamagedModelError("Some numbers of the model's questions are none.")
    return row
