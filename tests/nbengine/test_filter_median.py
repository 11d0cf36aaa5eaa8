"""The filter's own median is NumPy's to the last bit, and loads no masked arrays."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from nbengine.filter.thresholds import median

LEARNING = """
import sys
from nbengine.filter.filter import Filter
from nbengine.filter.settings import FilterSettings
from nbengine.filter.thresholds import median
import numpy as np
median(np.array([2.0, 1.0, 4.0]))
print("numpy.ma" in sys.modules)
"""


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_it_is_the_median_of_numpy(kind: type[np.floating]) -> None:
    chosen = np.random.default_rng(5)
    for length in [*range(1, 40), 1_000, 1_001]:
        values = chosen.normal(size=length).astype(kind)

        assert median(values) == float(np.median(values)), length


def test_of_values_that_are_no_numbers_it_is_none() -> None:
    assert np.isnan(median(np.array([1.0, np.nan, 3.0])))
    assert np.isnan(median(np.zeros(0)))
    assert median(np.array([1.0, np.inf, -np.inf])) == 1.0


def test_masked_arrays_are_not_loaded_for_it() -> None:
    done = subprocess.run([sys.executable, "-c", LEARNING], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "False"
