"""A model with wrong numbers inside a right checksum is refused when it is read, or can be used like any other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nbengine.counts import CountMatrix
from nbengine.errors import DamagedModelError
from nbengine.filter.settings import N_NOVELTY_TOKENS
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.questions.label_questions import MultiLabelModel

from .models import RECIPES, made_up_documents, made_up_model
from .test_filter import a_filter, campaigns, taught, vocabulary
from .test_label_questions import TEXT_MODELS, counted, fit_questions, model_of, texts_and_sets

FLOATS = (math.nan, math.inf, -math.inf, 1e308, -1e308, 1e300, -1e300, -1.0, 0.0, 1e-320)
WHOLE_NUMBERS = (-1, 0, 2**40, 2**62, -(2**63))
FACTS = (1e308, -1e308, -1.0, 0.0, 1e-320, 0, -1, 2**62, 10**30, True, None, "nan")
KINDS = ("learnt", "gaussian", "categorical", "mixed", "complement with norm on tf-idf", "filter", "several labels")


def model_of_kind(kind: str) -> Model:
    if kind == "filter":
        learner, words = taught(a_filter(), campaigns(60)), vocabulary()
        learner.fit_thresholds()
        return FilterModel(Recipe(), words, Statistics(Tally(["ham", "spam"], len(words))), learner)
    if kind == "several labels":
        documents = counted(*texts_and_sets(120))
        found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=True)
        return MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    return made_up_model(RECIPES[kind])


def spoilt_numbers(parts: PackedContent) -> Iterator[tuple[str, PackedContent]]:
    dice = np.random.default_rng(0)
    for name, row in parts.numbers.items():
        for value in FLOATS if row.dtype.kind == "f" else WHOLE_NUMBERS:
            for place in dice.choice(len(row), min(len(row), 2), replace=False).tolist():
                spoilt = row.copy()
                spoilt[place] = value
                yield (
                    f"{name}[{place}] = {value}",
                    PackedContent(parts.facts, {**parts.numbers, name: spoilt}, parts.blobs),
                )


def spoilt_facts(parts: PackedContent) -> Iterator[tuple[str, PackedContent]]:
    for place in number_places(parts.facts):
        for value in FACTS:
            yield f"{place} = {value}", PackedContent(replaced(parts.facts, place, value), parts.numbers, parts.blobs)


def number_places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from number_places(item, (*place, name))
    elif isinstance(value, list):
        for number, item in enumerate(value[:3]):
            yield from number_places(item, (*place, number))
    elif isinstance(value, int | float):
        yield place


def replaced(facts: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    copy = dict(facts) if isinstance(facts, dict) else list(facts)
    copy[place[0]] = replaced(facts[place[0]], place[1:], value)
    return copy


@pytest.mark.parametrize("spoil", [spoilt_numbers, spoilt_facts])
@pytest.mark.parametrize("kind", KINDS)
def test_a_model_with_wrong_numbers_is_refused_or_can_be_kept_and_judges(kind: str, spoil: Any) -> None:
    parts = unpack_content(model_to_bytes(model_of_kind(kind)))
    n_refused = 0
    for what, spoilt in spoil(parts):
        try:
            model = model_from_bytes(pack_content(spoilt))
        except DamagedModelError:
            n_refused += 1
            continue
        assert_can_be_used(model, what)

    assert n_refused


def assert_can_be_used(model: Model, what: str) -> None:
    __tracebackhide__ = True
    try:
        data = model_to_bytes(model)
        is_kept = model_to_bytes(model_from_bytes(data)) == data
        said = model.judge(documents_for(model))
        if isinstance(model, FilterModel):
            model.learner.fit_thresholds()
    except Exception as error:
        raise AssertionError(f"read with {what}, and then: {error!r}") from error
    assert is_kept, f"read with {what}, and not kept as it is"
    assert not np.isnan(said.log_proba).any(), what
    assert not np.isnan(said.calibrated_log_proba).any(), what


def documents_for(model: Model) -> Any:
    """Documents that hold every word between them, but for those that a filter adds by itself."""
    if not isinstance(model, FilterModel | MultiLabelModel):
        return made_up_documents(3)[0][:5]
    n_words, first = len(model.vocabulary), N_NOVELTY_TOKENS if isinstance(model, FilterModel) else 0
    words = np.arange(first, n_words, dtype=np.int32)
    starts = np.linspace(0, len(words), 6).astype(np.int64)
    return CountMatrix(starts, words, np.ones(len(words), np.int64), n_words)
