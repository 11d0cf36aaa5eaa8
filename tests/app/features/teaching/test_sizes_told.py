"""The experiment on the number of words says among how many documents it was made, where not all could take part."""

from __future__ import annotations

from app.features.evaluate.use_cases import SizeCurves
from app.features.evaluate.view_model import draw_vocabulary_sizes
from app.features.teaching.view_model import sizes_text
from app.kit.wording import format_count


def curves(n_documents: int) -> SizeCurves:
    accuracies = {"multinomial": (0.7, 0.9), "bernoulli": (0.8, 0.85)}
    return SizeCurves((10, 100), accuracies, n_documents, 5, 2_000_000)


def test_a_sample_is_told() -> None:
    told = sizes_text(curves(123_456))

    assert f"{format_count(123_456)} of {format_count(2_000_000)}" in told
    assert "the Bernoulli model is more accurate than the multi" in told
    assert format_count(123_456) in draw_vocabulary_sizes(curves(123_456)).y_axis.title


def test_all_documents_are_not_called_a_sample() -> None:
    assert format_count(2_000_000) not in sizes_text(curves(2_000_000))
    assert format_count(2_000_000) not in draw_vocabulary_sizes(curves(2_000_000)).y_axis.title
