"""Filters that earlier versions kept."""

from __future__ import annotations

import math
from hashlib import blake2b

import numpy as np
import pytest

from nbengine.errors import DamagedModelError
from nbengine.filter.filter import filter_from_parts, filter_to_parts
from nbengine.filter.thresholds import Thresholds
from nbengine.packing import _DIGEST_SIZE as DIGEST_SIZE
from nbengine.packing import (
    MAGIC,
    VERSION,
    PackedContent,
    pack_content,
    unpack_content,
)
from tests.nbengine.test_filter import a_filter, campaigns, taught, vocabulary


def test_a_filter_of_an_earlier_version_has_sources_that_nobody_named():
    learner = taught(a_filter(), campaigns(40))
    learner.fit_thresholds()
    facts, numbers = filter_to_parts(learner)
    earlier = {name: part for name, part in numbers.items() if "source" not in name and "left_out_" not in name}

    found = filter_from_parts(("ham", "spam"), vocabulary(), facts, earlier)

    assert found.thresholds == learner.thresholds
    found.fit_thresholds()
    assert found.thresholds == learner.thresholds


def test_a_filter_kept_by_an_earlier_version_gets_marks_by_the_rules_of_today():
    learner = taught(a_filter(), campaigns(80))
    learner.fit_thresholds()
    facts, numbers = filter_to_parts(learner)
    today = learner.thresholds
    facts["marks"] |= {"high": 9.0}

    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).thresholds.high == 9.0
    del facts["marks_form"]
    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).thresholds == today


def test_a_filter_of_an_earlier_version_that_has_no_lessons_keeps_its_marks():
    facts, numbers = filter_to_parts(a_filter())
    del facts["marks_form"]

    assert filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers).thresholds == Thresholds()


NUMBERS = filter_to_parts(taught(a_filter(), campaigns(4)))[1]
MAY_BE_MISSING = {"left_out", "left_out_strongest", "left_out_head"}
"""Scores that are taken only for some documents: an infinity says that there is none."""


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("name", [name for name, row in NUMBERS.items() if row.dtype.kind == "f"])
def test_a_filter_with_a_number_that_is_none_is_refused(name: str, value: float) -> None:
    """Such a model could be read, and then not be written: `add-model` ended with a traceback."""
    facts, numbers = filter_to_parts(taught(a_filter(), campaigns(4)))
    numbers[name] = numbers[name].astype(np.float64)
    numbers[name][0] = value
    if math.isinf(value) and name.removeprefix("filter.") in MAY_BE_MISSING:
        again = filter_to_parts(filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers))[1]
        assert again[name][0] == math.inf
    else:
        with pytest.raises(DamagedModelError):
            filter_from_parts(("ham", "spam"), vocabulary(), facts, numbers)


@pytest.mark.parametrize("text", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_a_model_whose_facts_hold_no_finite_number_is_refused(text: bytes) -> None:
    """JSON has no such numbers, but Python's parser makes them."""
    body = pack_content(PackedContent({"bias": 0.125}, {}, {}), is_compressed=False)[len(MAGIC) + 2 + DIGEST_SIZE :]
    fact, length = b'{"bias":0.125}', int.from_bytes(body[:4], "little")
    assert fact in body
    facts = body[4 : 4 + length].replace(b"0.125", text)
    forged = len(facts).to_bytes(4, "little") + facts + body[4 + length :]
    version = VERSION.to_bytes(2, "little")

    with pytest.raises(DamagedModelError):
        unpack_content(MAGIC + version + blake2b(version + forged, digest_size=DIGEST_SIZE).digest() + forged)
