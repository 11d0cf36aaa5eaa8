"""Shown numbers add up to the last digit."""

from __future__ import annotations

import math
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from app.domain.results import round_to_sum

TERMS = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=60)


@given(TERMS, st.sampled_from([2, 3]))
def test_rounded_terms_add_up_to_the_rounded_score(values: list[float], places: int) -> None:
    total = math.fsum(values)

    shown = [Decimal(f"{value:.{places}f}") for value in round_to_sum(values, total, places)]

    assert sum(shown) == Decimal(f"{round(total * 10**places) / 10**places:.{places}f}")
    assert all(abs(float(one) - value) < 10.0**-places + 1e-9 for one, value in zip(shown, values, strict=True))


def test_what_has_no_sum_stays_as_it_is() -> None:
    assert round_to_sum([1.234, -math.inf], -math.inf) == [1.234, -math.inf]
    assert round_to_sum([1.234, 5.0], 0.0) == [1.234, 5.0]
